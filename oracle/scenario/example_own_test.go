package scenario_test

import (
	"fmt"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// An engine whose entities cannot have a pair with themselves, and which is else as flecs-3 wants,
// says so by a profile of its own. It is asked all scenarios of flecs-3 in it, but for those that
// the reference answers otherwise.
func ExampleScenario_Under() {
	own := spec.OwnProfile{Name: "mine", Base: "flecs-3", Fields: map[string]spec.FieldValue{"self_pairs": "refuse"}}
	mine, refused := own.Profile()
	all, err := scenario.Parse("likes.feature", `@profile:flecs-3
Feature: Likes

  @likes-1
  Scenario: Somebody else
    When Bob gets (Likes, Alice)
    Then Bob has (Likes, Alice)

  @likes-2
  Scenario: Oneself
    When Bob gets (Likes, Bob)
    Then Bob has (Likes, Bob)
`)
	if refused != nil || err != nil {
		panic(fmt.Sprint(refused, err))
	}
	reference := func(p spec.Profile) spec.Engine { return model.New(p) }
	engine := reference // yours
	for _, s := range all {
		s, is := s.Under(mine)
		switch {
		case !is: // of another base
		case scenario.Run(s, reference).Status != scenario.Passed:
			fmt.Println(s.Key(), "skipped: the profile answers otherwise")
		default:
			fmt.Println(s.Key(), scenario.Run(s, engine).Status)
		}
	}
	// Output:
	// likes-1 (mine) passed
	// likes-2 (mine) skipped: the profile answers otherwise
}
