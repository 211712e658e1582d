package rules_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The rules are read in one sitting. Whoever needs more lines makes the text shorter elsewhere.
const maxLines = 3730

// citation is a statement of the ledger or a ruling: what decides.
var citation = regexp.MustCompile(`\b(REL|QRY|FQL|SET|TECS)-\d+|\bP-\d+|\brulings? \d+`)

// sources are the files of a folder that are not tests, by name.
func sources(t *testing.T, folder string) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	require.NoError(t, err)
	out := map[string]string{}
	for _, path := range paths {
		if !strings.HasSuffix(path, "_test.go") {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			out[filepath.Base(path)] = string(text)
		}
	}
	require.NotEmpty(t, out)
	return out
}

// What a statement says is decided here and nowhere else in the model.
func TestOnlyTheRulesCiteStatements(t *testing.T) {
	for _, folder := range []string{"..", "../proof"} {
		for name, text := range sources(t, folder) {
			require.Empty(t, citation.FindAllString(text, -1), "%s/%s", folder, name)
		}
	}
	for name, text := range sources(t, ".") {
		require.Regexp(t, citation, text, name)
	}
}

func TestTheRulesAreReadInOneSitting(t *testing.T) {
	lines := 0
	for _, text := range sources(t, ".") {
		lines += strings.Count(text, "\n")
	}
	require.LessOrEqual(t, lines, maxLines)
}

// The index names the files in the order in which they are read, and each has an Example in the test file of its name.
func TestEveryRuleHasAnExample(t *testing.T) {
	files := sources(t, ".")
	index := files["doc.go"]
	for name := range files {
		if name == "doc.go" {
			continue
		}
		require.Contains(t, index, name)
		text, err := os.ReadFile(strings.TrimSuffix(name, ".go") + "_test.go")
		require.NoError(t, err)
		require.Contains(t, string(text), "\nfunc Example", name)
		require.Contains(t, string(text), "// Output:", name)
	}
}
