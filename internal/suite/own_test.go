package suite

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// ownRules returns an own profile that sets every field that is not fixed by our documents.
func ownRules(t *testing.T, fields map[string]spec.FieldValue) (spec.OwnProfile, spec.Profile) {
	t.Helper()
	own := spec.OwnProfile{Name: "mine", Base: "flecs-3", Fields: fields}
	p, err := own.Profile()
	require.Nil(t, err)
	return own, p
}

func TestAnEngineIsTestedInItsOwnProfile(t *testing.T) {
	long.Only(t, "runs the whole suite on two engines")
	oneWorker(t)
	own, mine := ownRules(t, map[string]spec.FieldValue{
		"dead_target": "zero", "self_pairs": "refuse", "multi_target": "no", "panic": "held",
		"prefab_children": "own",
	})
	info := fewCapabilities()
	info.Profiles, info.Own = []string{"mine"}, []spec.OwnProfile{own}
	options := Options{Traces: 10, Seed: 1, Workers: 1, Transcripts: 4, ReduceFor: -1, ReduceChecks: fewChecks}
	var asked []string
	honest := func(p spec.Profile) spec.Engine { asked = append(asked, p.Name); return model.New(p) }
	report, err := Run(t.Context(), InProcess(honest, info, false), options)
	require.NoError(t, err)
	require.True(t, report.OK, report.Text())
	require.Contains(t, asked, mine.Name)
	require.NotContains(t, asked[1:], "flecs-3", "only hello uses the first world")
	otherwise, ofOwn := 0, 0
	for _, c := range report.Cases {
		if c.Otherwise {
			otherwise++
			require.Equal(t, Passed, c.Status, c.Name)
		}
		if c.Area == "profiles/own_fields" {
			ofOwn++
		}
	}
	require.Greater(t, otherwise, 3)
	require.Greater(t, ofOwn, 6, "scenarios of other fields run, too: the reference decides")
	require.Regexp(t, fmt.Sprintf(`\nown   mine: \d+ scenarios were compared with what they state, %d with the reference, because the profile changes the answer\n`, otherwise), report.Text())
	require.Greater(t, report.Total().Count[Passed], 50)

	// this engine follows the base instead of the profile that it declares
	base := func(spec.Profile) spec.Engine { return model.New(spec.Flecs3()) }
	report, err = Run(t.Context(), InProcess(base, info, false), options)
	require.NoError(t, err)
	require.False(t, report.OK, "the engine must fail: it does not follow the rules that it declares")
	requireReduced(t, report)
	require.Contains(t, report.Text(), " does not occur in an own profile with dead_target: remove",
		"the values of its declared fields are also tried")
}

// Scenarios of the base whose answers the own profile changes still run. An engine that declares a
// field and ignores it fails there. An engine that follows the field passes.
func TestIgnoringADeclaredFieldFailsItsScenarios(t *testing.T) {
	oneWorker(t)
	own, _ := ownRules(t, map[string]spec.FieldValue{"dead_target": "zero"})
	info := fewCapabilities()
	info.Profiles, info.Own = []string{"mine"}, []spec.OwnProfile{own}
	ignores := func(spec.Profile) spec.Engine { return model.New(spec.Flecs3()) }
	report, err := Run(t.Context(), InProcess(ignores, info, false),
		Options{Parts: []Part{Scenarios}, Workers: 1, ReduceFor: -1, ReduceChecks: fewChecks})
	require.NoError(t, err)
	require.False(t, report.OK)
	failed := 0
	for _, c := range report.Cases {
		if c.Status == Failed {
			failed++
			require.True(t, c.Otherwise || strings.HasPrefix(c.Name, "own-"), c.Name)
			require.NotEmpty(t, c.Findings, c.Name)
		}
	}
	require.Greater(t, failed, 3)

	info.Profiles, info.Own = []string{"flecs-3"}, nil
	report, err = Run(t.Context(), InProcess(ignores, info, false), Options{Parts: []Part{Scenarios}, Workers: 1})
	require.NoError(t, err)
	require.True(t, report.OK, report.Text())
	require.NotContains(t, report.Text(), "\nown  ")
	for _, c := range report.Cases {
		require.NotEqual(t, "profiles/own_fields", c.Area, "an engine without an own profile skips these scenarios")
	}
}

// follows returns an engine that declares flecs-3 but follows an own profile that differs in one
// field.
func follows(t *testing.T, field string, value spec.FieldValue) func(spec.Profile) spec.Engine {
	t.Helper()
	_, mine := ownRules(t, map[string]spec.FieldValue{field: value})
	return func(p spec.Profile) spec.Engine {
		if p.Name == "flecs-3" {
			return model.New(mine)
		}
		return model.New(p)
	}
}

func TestTheReportNamesTheRuleOfACause(t *testing.T) {
	oneWorker(t)
	info := fewCapabilities()
	info.Profiles = []string{"flecs-3"}
	report, err := Run(t.Context(), InProcess(follows(t, "self_pairs", "refuse"), info, false),
		Options{Traces: 30, Seed: 1, Workers: 1, Transcripts: 1, ReduceFor: -1, ReduceChecks: fewChecks})
	require.NoError(t, err)
	require.NotEmpty(t, report.CauseList, report.Text())
	require.Equal(t, "self_pairs: refuse", report.CauseList[0].Rule)
	require.Contains(t, report.Text(), "\nrule  cause 1 does not occur in an own profile with self_pairs: refuse: declare that profile in hello if this is intended\n")

	report, err = wrong()
	require.NoError(t, err)
	require.NotContains(t, report.Text(), "\nrule  ", "a lost row is no rule")
}

// If an engine ignores a profile and follows another value of one field, the report names that
// field for each cause. It does so even if another field explains some of the findings, or if the
// right answer in the profile is unsupported.
func TestTheFieldThatAnEngineFollowsIsNamed(t *testing.T) {
	oneWorker(t)
	for _, tt := range []struct {
		field string
		value spec.FieldValue
		said  string
	}{
		{"query_text", "flecs-4", ""},
		{"traversal", "DependsOn", "traversal: ChildOf or DependsOn"},
		{"instantiation", "DontInherit", ""},
		{"auto_rule", "no", ""},
		{"subclasses", "cached", ""},
		{"lists_in", "none", ""},
		{"multi_target", "no", ""},
	} {
		t.Run(tt.field, func(t *testing.T) {
			if tt.field != "query_text" {
				long.Only(t, "runs and reduces all scenarios for each field")
			}
			info := spec.Info{
				Implementation: "x", Version: "1", Language: "Go", Protocol: 1,
				Profiles: []string{"flecs-3"}, Capabilities: spec.Flecs3().Capabilities(),
			}
			report, err := Run(t.Context(), InProcess(follows(t, tt.field, tt.value), info, false),
				Options{Parts: []Part{Scenarios}, Workers: 1, ReduceFor: -1, ReduceChecks: fewChecks})
			require.NoError(t, err)
			require.NotEmpty(t, report.CauseList, report.Text())
			for i := range report.CauseList {
				require.Equal(t, cmp.Or(tt.said, tt.field+": "+string(tt.value)), report.CauseList[i].Rule,
					report.CauseList[i].Name)
			}
		})
	}
}

// Generated traces fit the profile: they have no operation that the profile does not support.
func TestTracesFitAnOwnProfile(t *testing.T) {
	made := func(fields map[string]spec.FieldValue) (traces []*spec.Trace) {
		_, p := ownRules(t, fields)
		info := &spec.Info{Capabilities: p.Capabilities()}
		generator, err := mixes[0].generator(info, p, 60)
		require.NoError(t, err)
		for seed := range uint64(30) {
			traces = append(traces, generator.Generate(seed))
		}
		return traces
	}
	count := func(traces []*spec.Trace, is func(*spec.Operation) bool) (n int) {
		for _, trace := range traces {
			for i := range trace.Entries {
				if is(&trace.Entries[i].Op) {
					n++
				}
			}
		}
		return n
	}
	toggles := func(op *spec.Operation) bool { return op.Op == spec.OpEnable || op.Op == spec.OpDisable }
	base := made(nil)
	without := made(map[string]spec.FieldValue{"without_operations": "enable.disable"})
	require.Positive(t, count(base, toggles))
	require.Zero(t, count(without, toggles))
}

// The reference allows an answer that the scenario does not state. The answer is not a failure,
// even if the engine does not support a later step.
func TestAnAllowedAnswerBeforeAnUnsupportedStepIsNotAFailure(t *testing.T) {
	own, err := scenario.ParseOwn("own.feature", `Feature: targets
  Scenario: a target and then a query
    Given a relationship Likes
    And these facts
      | bob | (Likes, eve), (Likes, ann) |
    Then the target of Likes on bob is eve
    When a query queries "(Likes, eve)"
    Then the result is, in any order
      | $this |
      | bob   |
`, "flecs-3")
	require.NoError(t, err)
	last := func(op *spec.Operation, out *spec.Outcome) {
		switch op.Op { //nolint:exhaustive // the others are answered well
		case spec.OpTarget:
			out.Entity = "ann"
		case spec.OpQuery:
			*out = spec.Fail(spec.Errorf(spec.CodeUnsupported, "no queries here"))
		}
	}
	info := fewCapabilities()
	for _, some := range info.Capabilities {
		info.Partly = append(info.Partly, some...)
	}
	report, err := Run(t.Context(), inProcess(info, last), Options{OwnScenarios: own, Workers: 1})
	require.NoError(t, err)
	require.Equal(t, Unsupported, report.Cases[0].Status, report.Text())
	require.Contains(t, report.Cases[0].Reason, "query")
}
