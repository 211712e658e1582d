package scenario_test

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

const likes = `@profile:flecs-3
Feature: Likes

  @likes-01 @REL-013 @ids.once @facts.transitive
  Scenario: Who likes Alice
    Given these facts
      | Bob  | (Likes, Alice), Position {x: 1} |
      | Carl | (Likes, Alice)                  |
      | Dora | (Likes, Bob)                    |
    When a filter queries "(Likes, Alice)"
    Then the result is, in any order
      | $this | 1              |
      | Carl  | (Likes, Alice) |
      | Bob   | (Likes, Alice) |
    And Bob has (Likes, Alice)
    And Bob does not have (Likes, Carl)
    And the value of Position on Bob is {x: 1, y: 0}
    When Bob loses (Likes, Alice)
    Then the changes are
      | - | Bob | (Likes, Alice) |
    And the targets of Likes on Bob are none
    When an entity Bob
    Then it fails with exists
`

func only(t *testing.T, text string) scenario.Scenario {
	t.Helper()
	all, err := scenario.Parse("a/b.feature", text)
	require.NoError(t, err)
	require.Len(t, all, 1)
	return all[0]
}

func TestAScenarioIsOperationsWithExpectations(t *testing.T) {
	s := only(t, likes)
	require.Equal(t, "likes-01", s.ID)
	require.Equal(t, "flecs-3", s.Profile)
	require.Equal(t, "a", s.Area)
	require.Equal(t, []spec.StatementID{"REL-013"}, s.Statements)
	require.Equal(t, []string{"ids.once", "facts.transitive"}, s.Clauses)
	var kinds []string
	for _, c := range s.Checks[:9] {
		kinds = append(kinds, string(c.Op.Op)+" "+string(c.Op.Entity))
	}
	require.Equal(t, []string{
		"entity Bob", "entity Likes", "entity Alice", "entity Position", "add Bob", "set Bob", "entity Carl",
		"add Carl",
		"entity Dora",
	}, kinds)
}

func TestAScenarioPassesOnACorrectEngine(t *testing.T) {
	report := scenario.Run(only(t, likes), newToy)
	require.Equal(t, scenario.Passed, report.Status, report.Reason)
	require.Equal(t, len(report.Scenario.Checks), report.Checks)
}

// The failure of a deferred operation is identified by the operation, whatever its number. If an
// engine reports only numbers, only the codes are compared (deferral.failures).
func TestDeferredFailuresAreCompared(t *testing.T) {
	add := spec.Failure{
		Command: 7, Op: spec.OpAdd, Entity: "e", ID: spec.Pair(spec.ChildOf, "e"),
		Err: spec.Errorf(spec.CodeCycle, "no"),
	}
	name := spec.Failure{Command: 3, Op: spec.OpSetName, Entity: "cycle", Err: spec.Errorf(spec.CodeExists, "no")}
	other := add
	other.Entity = "f"
	numbered := func(n int, code spec.ErrorCode) spec.Failure {
		return spec.Failure{Command: n, Err: spec.Errorf(code, "no")}
	}
	const both = "add e (ChildOf, e) cycle, set_name cycle exists"
	cases := []struct {
		want string
		got  []spec.Failure
		pass bool
	}{
		{both, []spec.Failure{add, name}, true},
		{both, []spec.Failure{name, add}, true},
		{both, []spec.Failure{add}, false},
		{both, []spec.Failure{other, name}, false},
		{both, []spec.Failure{add, name, name}, false},
		{both, []spec.Failure{numbered(0, spec.CodeExists), numbered(9, spec.CodeCycle)}, true},
		{both, []spec.Failure{numbered(0, spec.CodeExists), numbered(9, spec.CodeExists)}, false},
		{both, nil, false},
		{"add e (ChildOf, e) cycle or none", nil, true},
		{"add e (ChildOf, e) cycle or add f (ChildOf, e) cycle", []spec.Failure{other}, true},
		{"3 exists, 7 cycle", []spec.Failure{name, add}, true},
		{"3 exists, 7 cycle", []spec.Failure{numbered(3, spec.CodeExists), numbered(7, spec.CodeCycle)}, true},
		{"3 exists, 8 cycle", []spec.Failure{name, add}, false},
	}
	for _, c := range cases {
		steps := []scenario.Step{
			{Keyword: scenario.When, Text: "the world is no longer deferred"},
			{Keyword: scenario.Then, Text: "the answer is " + c.want},
		}
		checks, err := scenario.Compile(spec.Flecs3(), steps)
		require.NoError(t, err, c.want)
		s := scenario.Scenario{Profile: spec.Flecs3().Name, Steps: steps, Checks: checks}
		report := scenario.Run(s, func(spec.Profile) spec.Engine {
			e := freshToy()
			e.scripted = map[spec.OpKind]spec.Outcome{spec.OpDeferEnd: {Kind: spec.OutFailures, Failures: c.got}}
			return e
		})
		require.Equal(t, c.pass, report.Status == scenario.Passed, "%s: %s", c.want, report.Reason)
	}
}

func TestFailuresAreReadable(t *testing.T) {
	cases := map[string]struct {
		engine toy
		want   string
	}{
		"rows": {toy{forgetful: true}, `line 11: Then the result is, in any order
operation {"op":"query","expr":"(Likes, Alice)","kind":"filter"}
want 2 rows, got 1, which differ
    | $this | 1 |
  - | Bob | (Likes, Alice) |`},
		"answer": {toy{scripted: map[spec.OpKind]spec.Outcome{spec.OpHas: spec.BoolOutcome(false)}}, `line 15: Then Bob has (Likes, Alice)
operation {"op":"has","entity":"Bob","id":["Likes","Alice"]}
want yes
got  no`},
		"side effect": {toy{leaky: true}, `line 15: Then Bob has (Likes, Alice)
operation {"op":"has","entity":"Bob","id":["Likes","Alice"]}
want no effect on the world
the world changes differently
  + should not appear    Bob Leak`},
		"changes": {toy{scripted: map[spec.OpKind]spec.Outcome{spec.OpRemove: spec.OK()}}, `line 19: Then the changes are
operation {"op":"remove","entity":"Bob","id":["Likes","Alice"]}
the world changes differently
  - should disappear Bob (Likes, Alice)`},
		"refused": {toy{scripted: map[spec.OpKind]spec.Outcome{spec.OpAdd: spec.Fail(spec.Errorf(spec.CodeCycle, "no"))}}, `line 6: Given these facts
operation {"op":"add","entity":"Bob","id":["Likes","Alice"]}
want it to succeed
it failed with cycle: no`},
		"accepted": {toy{lenient: true}, `line 23: Then it fails with exists
operation {"op":"entity","entity":"Bob","name":"Bob"}
want it to fail with exists
it succeeded`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			report := scenario.Run(only(t, likes), func(spec.Profile) spec.Engine {
				e := c.engine
				e.names, e.ids = freshToy().names, freshToy().ids
				return &e
			})
			require.Equal(t, scenario.Failed, report.Status)
			require.Equal(t, c.want, report.Reason)
		})
	}
}

func TestAMissingCapabilityIsNotAFailure(t *testing.T) {
	without := func(kind spec.OpKind) func(spec.Profile) spec.Engine {
		return func(spec.Profile) spec.Engine {
			e := freshToy()
			e.scripted = map[spec.OpKind]spec.Outcome{kind: spec.Fail(spec.Errorf(spec.CodeUnsupported, "not here"))}
			return e
		}
	}
	require.Equal(t, scenario.Unsupported, scenario.Run(only(t, likes), without(spec.OpTargets)).Status)
	require.Equal(t, scenario.Passed, scenario.Run(only(t, likes), without(spec.OpDump)).Status)
	expected := only(t, strings.Replace(likes,
		"Then the result is, in any order\n      | $this | 1              |\n      | Carl  | (Likes, Alice) |\n      | Bob   | (Likes, Alice) |", "Then it fails with unsupported", 1))
	require.Equal(t, scenario.Passed, scenario.Run(expected, without(spec.OpQuery)).Status)
}

func TestRowsAreCompared(t *testing.T) {
	row := func(this, src spec.Handle, or ...spec.FieldChoice) spec.Row {
		return spec.Row{
			This: this, Vars: map[string]spec.Handle{"x": ""},
			Fields: []spec.Field{{Set: true, ID: spec.Single("T"), Src: src, Or: or}, {}},
		}
	}
	rows := []spec.Row{row("a", ""), row("b", "c"), row("c", "a", spec.FieldChoice{ID: spec.Single("T"), Src: "b"})}
	rows[1].Block, rows[2].Block = 1, 1
	rows[0].Batch, rows[1].Batch, rows[2].Batch = 7, 3, 3
	cases := []struct {
		name, table string
		pass        bool
	}{
		{"any order", "any order\n| $this | 1 | 2 | $x |\n| b | T from c | - | - |\n| c | T from b | - | - |\n| a | T | - | - |", true},
		{"parts", "any order\n| 1.id | 1.src | 1.set | 2.set | fields |\n| T | - | yes | no | 2 |\n| T | c | yes | no | 2 |\n| T | a or b | yes | no | 2 |", true},
		{"a row too few", "any order\n| $this |\n| a |\n| b |", false},
		{"a row too many", "any order\n| $this |\n| a |\n| b |\n| c |\n| c |", false},
		{"another source", "any order\n| $this | 1 |\n| a | T |\n| b | T from a |\n| c | T from a |", false},
		{"choices need pairing", "any order\n| $this |\n| a or b |\n| a |\n| b or c |", true},
		{"order", "order\n| $this |\n| a |\n| b |\n| c |", true},
		{"other order", "order\n| $this |\n| a |\n| c |\n| b |", false},
		{"blocks", "blocks\n| block | $this |\n| 0 | a |\n| 1 | c |\n| 1 | b |", true},
		{"other blocks", "blocks\n| block | $this |\n| 0 | b |\n| 1 | a |\n| 1 | c |", false},
		{"batches", "any order\n| $this | batch |\n| c | 1 |\n| b | 1 |\n| a | 0 |", true},
		{"batches in other numbers", "any order\n| $this | batch |\n| a | 5 |\n| b | 0 |\n| c | 0 |", true},
		{"batches that are one", "any order\n| $this | batch |\n| a | 0 |\n| b | 0 |\n| c | 0 |", false},
		{"batches that are three", "any order\n| $this | batch |\n| a | 0 |\n| b | 1 |\n| c | 2 |", false},
		{"other batches", "any order\n| $this | batch |\n| a | 0 |\n| b | 0 |\n| c | 1 |", false},
		{"batches in order", "order\n| $this | batch |\n| a | 0 |\n| b | 1 |\n| c | 1 |", false},
		{"no such field", "any order\n| 3 |\n| - |\n| - |\n| - |", false},
		{"no such variable", "any order\n| $y |\n| - |\n| - |\n| - |", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := only(t, "@profile:flecs-3\nFeature: F\n@f-1\nScenario: S\nGiven these facts\n| a | T |\n| b | T |\n| c | T |\nWhen a query queries \"T\"\nThen the result is, in "+c.table+"\n")
			report := scenario.Run(s, func(spec.Profile) spec.Engine {
				e := freshToy()
				e.scripted = map[spec.OpKind]spec.Outcome{spec.OpQuery: {Kind: spec.OutRows, Rows: rows}}
				return e
			})
			require.Equal(t, c.pass, report.Status == scenario.Passed, report.Reason)
		})
	}
}

func TestLoadReportsEveryError(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	all, err := scenario.Load(fstest.MapFS{
		"a/good.feature":   file(likes),
		"a/again.feature":  file(likes),
		"a/readme.md":      file("not a feature"),
		"b/bad.feature":    file("Scenario without a feature"),
		"b/empty.feature":  file(""),
		"b/noid.feature":   file("@profile:flecs-3\nFeature: F\nScenario: S\nGiven a tag T\n"),
		"b/noprof.feature": file("Feature: F\n@f-1\nScenario: S\nGiven a tag T\n"),
		"b/prof.feature":   file("@profile:x\nFeature: F\n@f-1\nScenario: S\nGiven a tag T\n"),
		"b/tag.feature":    file("@profile:flecs-3\nFeature: F\n@f-1 @f-2\nScenario: S\nGiven a tag T\n"),
		"b/clause.feature": file("@profile:flecs-3\nFeature: F\n@f-1 @facts.Transitive\nScenario: S\nGiven a tag T\n"),
		"b/order.feature":  file("@profile:m=flecs-3+panic:held+self_pairs:refuse\nFeature: F\n@f-4\nScenario: S\nGiven a tag T\n"),
		"b/short.feature":  file("@profile:m=flecs-3+panic:held @profile:m=flecs-3+lists:snapshot\nFeature: F\n@f-5\nScenario: S\nGiven a tag T\n"),
		"b/step.feature":   file("@profile:flecs-3\nFeature: F\n@f-3\nScenario: S\nGiven it rains\n"),
	})
	require.Len(t, all, 4)
	for _, want := range []string{
		"a/good.feature:5: id likes-01 is used at a/again.feature:5 already", "b/bad.feature:1:1: ",
		"b/empty.feature: the file has no feature",
		`b/noid.feature:3: scenario "S" needs a stable id`, "b/noprof.feature:3: ",
		`b/prof.feature:4: invalid: unknown profile "x"`,
		"b/tag.feature:4: tag @f-2", "b/clause.feature:4: tag @facts.Transitive is not",
		"b/step.feature:5: Given it rains: no step has this form",
		"b/order.feature:4: the profile m=flecs-3+panic:held+self_pairs:refuse is written m=flecs-3+self_pairs:refuse+panic:held",
		"b/short.feature:4: the profiles m=flecs-3+panic:held and m=flecs-3+lists:snapshot of f-5 are both called m",
	} {
		require.ErrorContains(t, err, want)
	}
}

func TestRowsOfAnOutlineAreScenarios(t *testing.T) {
	all, err := scenario.Parse("a/b.feature", `@profile:flecs-3 @profile:flecs-4
Feature: F
  Rule: R
    @f-1
    Scenario Outline: S <kind>
      When <kind> queries "T"
      Then the result is empty
      Examples:
        | kind     |
        | a filter |
        | a rule   |
`)
	require.NoError(t, err)
	var got []string
	for _, s := range all {
		op, err := json.Marshal(s.Checks[0].Op)
		require.NoError(t, err)
		got = append(got, s.Key()+" "+s.Name+" "+s.Rule+" "+string(op))
		require.Equal(t, 6, s.Steps[0].Line)
	}
	require.Equal(t, []string{
		`f-1/1 (flecs-3) S a filter R {"op":"query","expr":"T","kind":"filter"}`,
		`f-1/1 (flecs-4) S a filter R {"op":"query","expr":"T","kind":"filter"}`,
		`f-1/2 (flecs-3) S a rule R {"op":"query","expr":"T","kind":"rule"}`,
		`f-1/2 (flecs-4) S a rule R {"op":"query","expr":"T","kind":"rule"}`,
	}, got)
}
