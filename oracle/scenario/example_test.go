package scenario_test

import (
	"fmt"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

func ExampleRun() {
	_, err := scenario.Parse("example.feature", `
@profile:flecs-3
Feature: Transitive relationships

  @example-01 @REL-190
  Scenario: Everything that is somewhere in the USA
    Given a relationship LocatedIn with Transitive
    And these facts
      | Manhattan | (LocatedIn, NewYork) |
      | NewYork   | (LocatedIn, USA)     |
    When a rule queries "(LocatedIn, USA)"
    Then the result is, in any order
      | $this     |
      | NewYork   |
      | Rock      |
`)
	fmt.Println(err)

	scenarios, err := scenario.Parse("example.feature", `
@profile:flecs-3
Feature: Transitive relationships

  @example-01 @REL-190
  Scenario: Everything that is somewhere in the USA
    Given a relationship LocatedIn with Transitive
    And an entity Rock
    And these facts
      | Manhattan | (LocatedIn, NewYork) |
      | NewYork   | (LocatedIn, USA)     |
    When a rule queries "(LocatedIn, USA)"
    Then the result is, in any order
      | $this     |
      | NewYork   |
      | Rock      |
`)
	fmt.Println(err)
	for _, s := range scenarios {
		report := scenario.Run(s, func(p spec.Profile) spec.Engine { return model.New(p) })
		fmt.Println(s.Key(), s.Statements, report.Status)
		fmt.Println(report.Reason)
	}
	// Output:
	// example.feature:12: Then the result is, in any order: in column $this: no earlier step creates Rock
	// <nil>
	// example-01 (flecs-3) [REL-190] failed
	// line 13: Then the result is, in any order
	// operation {"op":"query","expr":"(LocatedIn, USA)","kind":"rule"}
	// want 2 rows, got 2, which differ
	//     | $this |
	//   - | Rock |
	//   + | Manhattan |
}

func ExamplePrint() {
	trace := spec.NewTrace("flecs-3",
		spec.Operation{Op: spec.OpEntity, Entity: "a"},
		spec.Operation{Op: spec.OpEntity, Entity: "R"},
		spec.Operation{Op: spec.OpAdd, Entity: "a", ID: spec.Pair("R", "a")},
		spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Kind: spec.KindCached, Terms: []spec.Term{
			{First: spec.EntityRef("R"), Second: spec.EntityRef("*")},
		}}},
	)
	trace.Entries[3].Got = &spec.Outcome{Kind: spec.OutRows}
	fmt.Print(scenario.Print(trace, scenario.Printing{
		Feature: "Findings", Scenario: "A cached query misses a pair",
		ID: "finding-1",
	}))
	// Output:
	// @profile:flecs-3
	// Feature: Findings
	//
	//   @finding-1
	//   Scenario: A cached query misses a pair
	//     Given an anonymous entity a
	//     And an anonymous entity R
	//     And a gets (R, a)
	//     When a cached query queries `(R, *)`
	//     Then the result is empty
}
