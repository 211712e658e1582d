package acceptance

import (
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec/features"
	"github.com/relspec/relspec/spec/ledger"
)

func TestScenariosCiteStatementsThatExist(t *testing.T) {
	all, err := scenario.Embedded()
	require.NoError(t, err, "every scenario has a stable unique id, a profile and steps of the grammar")
	rulings, err := os.ReadFile("../../docs/rulings.md")
	require.NoError(t, err)
	for _, s := range all { // of an extension of ours no document has a statement
		require.NotZero(t, len(s.Statements)+len(s.Rulings), "%s cites neither a statement nor a ruling", s.Key())
		for _, id := range s.Rulings {
			if strings.HasPrefix(id, "P-") {
				require.Contains(t, string(rulings), "- **"+id+"** ", s.Key())
			}
		}
		for _, id := range s.Statements {
			_, err := ledger.ByID(string(id))
			require.NoError(t, err, s.Key())
		}
	}
}

func TestScenariosStateSomething(t *testing.T) {
	all, err := scenario.Embedded()
	require.NoError(t, err)
	for _, s := range all {
		stated := slices.ContainsFunc(s.Checks, func(c scenario.Check) bool { return len(c.Wants) > 0 })
		require.True(t, stated, "%s expects nothing", s.Key())
	}
}

func TestAtMostFourteenShapesAreUsedAndDocumented(t *testing.T) {
	all, err := scenario.Embedded()
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

// headless begins a title that says what a rule is about and not the rule.
var headless = regexp.MustCompile(`^(?:What|Who|It|Its|They|Them|So|As|Also|The same|And|To|From)\b|\b(?:what|who)\b`)

// The title of a scenario is the rule that it shows: a sentence with a subject, as "A deleted target leaves room for
// another one".
func TestScenariosAreNamedByTheirRule(t *testing.T) {
	for title, headed := range map[string]bool{
		"The same, written and not": false, "As a target": false, "It can be deferred": false,
		"Removing what is not there": false, "A target is removed": true, "Of two bases the first counts": true,
	} {
		require.Equal(t, headed, !headless.MatchString(title), title)
	}
	require.NoError(t, fs.WalkDir(features.FS, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(features.FS, file)
		titles := regexp.MustCompile(`(?m)^ *(?:Feature|Scenario|Scenario Outline): (.*)$`).FindAllSubmatch(text, -1)
		require.Greater(t, len(titles), 1, file)
		for _, title := range titles {
			require.False(t, headless.Match(title[1]), "%s: %q lacks a subject", file, title[1])
		}
		return err
	}))
}
