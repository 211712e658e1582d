package acceptance

import (
	"bytes"
	"testing"
	"testing/fstest"

	"github.com/cucumber/godog"
	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
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

func TestASuiteFailsOnAStepThatIsNotInTheGrammar(t *testing.T) {
	status, _ := runText(sample+"    And it rains\n", func(p spec.Profile) spec.Engine { return model.New(p) })
	require.NotZero(t, status)
}
