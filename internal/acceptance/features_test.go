package acceptance

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec/ledger"
)

func TestScenariosCiteStatementsThatExist(t *testing.T) {
	all, err := load()
	require.NoError(t, err, "every scenario has a stable unique id, a profile and steps of the grammar")
	for _, s := range all {
		require.NotEmpty(t, s.Statements, "%s cites no statement", s.Key())
		for _, id := range s.Statements {
			_, err := ledger.ByID(string(id))
			require.NoError(t, err, s.Key())
		}
	}
}

func TestScenariosStateSomething(t *testing.T) {
	all, err := load()
	require.NoError(t, err)
	for _, s := range all {
		stated := slices.ContainsFunc(s.Checks, func(c scenario.Check) bool { return len(c.Wants) > 0 })
		require.True(t, stated, "%s expects nothing", s.Key())
	}
}

func TestAtMostFourteenShapesAreUsedAndDocumented(t *testing.T) {
	all, err := load()
	require.NoError(t, err)
	used := map[string]int{}
	for _, s := range all {
		for _, step := range s.Steps {
			shape, known := scenario.ShapeOf(step.Text)
			require.True(t, known, step.Text)
			used[shape.Name]++
		}
	}
	require.LessOrEqual(t, len(used), 14, slices.Sorted(maps.Keys(used)))
	page, err := os.ReadFile("../../docs/steps.md")
	require.NoError(t, err)
	for _, shape := range scenario.Shapes() {
		documented := strings.Contains(string(page), "**"+shape.Name+"**") && strings.Contains(string(page), "`"+shape.Example+"`")
		require.True(t, documented, "docs/steps.md lacks shape %s or its example %q", shape.Name, shape.Example)
	}
}
