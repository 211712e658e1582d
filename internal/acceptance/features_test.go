package acceptance

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/docs/specification"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec/ledger"
)

func TestScenariosCiteStatementsOrClauses(t *testing.T) {
	all, err := scenario.Embedded()
	require.NoError(t, err, "every scenario has a stable unique id, a profile and steps of the grammar")
	for _, s := range all { // no document has statements about our own extensions
		require.NotZero(t, len(s.Statements)+len(s.Clauses), "%s cites neither a statement nor a clause", s.Key())
		for _, name := range s.Clauses {
			require.NotNil(t, specification.Find(name), "%s: %s", s.Key(), name)
		}
		for _, id := range s.Statements {
			_, err := ledger.ByID(string(id))
			require.NoError(t, err, s.Key())
		}
	}
}

func TestScenariosHaveExpectations(t *testing.T) {
	all, err := scenario.Embedded()
	require.NoError(t, err)
	for _, s := range all {
		stated := slices.ContainsFunc(s.Checks, func(c scenario.Check) bool { return len(c.Wants) > 0 })
		require.True(t, stated, "%s expects nothing", s.Key())
	}
}

func TestShapesAreUsedAndDocumented(t *testing.T) {
	all, err := scenario.Embedded()
	require.NoError(t, err)
	used := map[string]bool{}
	for _, s := range all {
		for _, step := range s.Steps {
			shape, known := scenario.ShapeOf(step.Text)
			require.True(t, known, step.Text)
			used[shape.Name] = true
		}
	}
	page, err := os.ReadFile("../../docs/steps.md")
	require.NoError(t, err)
	for _, shape := range scenario.Shapes() {
		require.True(t, used[shape.Name], "no scenario uses shape %s", shape.Name)
		documented := strings.Contains(string(page), "**"+shape.Name+"**") &&
			strings.Contains(string(page), "`"+shape.Examples[0]+"`")
		require.True(t, documented, "docs/steps.md lacks shape %s or its example %q", shape.Name, shape.Examples[0])
	}
}
