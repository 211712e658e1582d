package acceptance

import (
	"bytes"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/cucumber/godog"
	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// blind is a model that loses the last row of every answer.
type blind struct{ spec.Engine }

func (b blind) Apply(op spec.Operation) spec.Outcome {
	out := b.Engine.Apply(op)
	if len(out.Rows) > 0 {
		out.Rows = out.Rows[:len(out.Rows)-1]
	}
	return out
}

const sample = `@profile:flecs-3
Feature: F

  @f-1
  Scenario: S
    Given these facts
      | a | T |
    When a query queries "T"
    Then the result is, in any order
      | $this |
      | a     |
`

func runText(text string, fresh func(spec.Profile) spec.Engine) (int, string) {
	var output bytes.Buffer
	suite := godog.TestSuite{
		Name: "sample",
		ScenarioInitializer: func(sc *godog.ScenarioContext) {
			(&world{profile: spec.Flecs3(), fresh: fresh}).register(sc)
		},
		Options: &godog.Options{
			Format: "progress", Output: &output, NoColors: true, Strict: true,
			FS: fstest.MapFS{"a.feature": {Data: []byte(text)}}, Paths: []string{"."},
		},
	}
	return suite.Run(), output.String()
}

func TestASuiteFailsOnAWrongEngine(t *testing.T) {
	status, output := runText(sample, func(p spec.Profile) spec.Engine { return model.New(p) })
	require.Zero(t, status, output)

	status, output = runText(sample, func(p spec.Profile) spec.Engine { return blind{model.New(p)} })
	require.NotZero(t, status)
	require.Contains(t, output, "want 1 rows, got 0, which differ")
}

func TestASuiteFailsOnAnUnknownStep(t *testing.T) {
	status, _ := runText(sample+"    And it rains\n", func(p spec.Profile) spec.Engine { return model.New(p) })
	require.NotZero(t, status)
}

// liar is a model that gives a wrong answer to every query, and a wrong code for every refusal. It
// changes the world correctly, and its dumps are right.
type liar struct{ spec.Engine }

func (l liar) Apply(op spec.Operation) spec.Outcome {
	out := l.Engine.Apply(op)
	if out.Err != nil {
		code := spec.CodeInvalid
		if out.Err.Code == code {
			code = spec.CodePolicy
		}
		out.Err = spec.Errorf(code, "no")
		return out
	}
	const nobody spec.Handle = "nobody"
	switch op.Op.Outcome() {
	case spec.OutBool:
		out.Bool = !out.Bool
	case spec.OutNumber:
		out.Number++
	case spec.OutEntity:
		out.Entity = nobody
	case spec.OutEntities, spec.OutPath:
		out.Entities = append(out.Entities, nobody)
	case spec.OutIDs:
		out.IDs = append(out.IDs, spec.Single(nobody))
	case spec.OutValue:
		out.Value = append(out.Value, spec.NamedScalar{Name: "nothing", Scalar: spec.Scalar{Type: spec.I32, Int: 1}})
	case spec.OutText:
		text := "nothing"
		out.Text = &text
	case spec.OutRows:
		out.Rows = append(out.Rows, spec.Row{This: nobody})
	case spec.OutEvents:
		out.Events = append(out.Events, spec.Event{
			Observer: "nobody", Event: spec.OnAdd, Entity: nobody,
			ID: spec.Single(nobody),
		})
	case spec.OutFailures:
		out.Failures = append(out.Failures, spec.Failure{Command: 1_000, Err: spec.Errorf(spec.CodePolicy, "no")})
	case spec.OutNone, spec.OutDump, spec.OutExplanation, spec.OutInfo:
	}
	return out
}

func TestNoScenarioPassesWithWrongAnswers(t *testing.T) {
	all, err := scenario.Embedded()
	require.NoError(t, err)
	for _, one := range all {
		asks := slices.ContainsFunc(one.Checks, func(c scenario.Check) bool {
			return len(c.Wants) > 0 && c.Op.Op.IsRead()
		})
		if !asks {
			continue // it has no answers that could be wrong
		}
		report := scenario.Run(one, func(p spec.Profile) spec.Engine { return liar{model.New(p)} })
		if report.Status != scenario.Failed {
			t.Errorf("%s %s: passes", one.Key(), one.Name)
		}
	}
}
