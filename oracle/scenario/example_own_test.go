package scenario_test

import (
	"fmt"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// An engine follows flecs-3, except that an entity cannot have a pair with itself. It declares an
// own profile. All scenarios of flecs-3 then run in that profile, except those for which the
// reference gives another answer in it.
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
	engine := reference // replace it by your engine
	for _, s := range all {
		s, is := s.Under(mine)
		switch {
		case !is: // the scenario is of another base
		case scenario.Run(s, reference).Status != scenario.Passed:
			fmt.Println(s.Key(), "skipped: the profile gives other answers")
		default:
			fmt.Println(s.Key(), scenario.Run(s, engine).Status)
		}
	}
	// Output:
	// likes-1 (mine) passed
	// likes-2 (mine) skipped: the profile gives other answers
}
