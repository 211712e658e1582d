package rules_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/docs/specification"
)

// parts are the folders of the rules.
var parts = []string{".", "query", "events", "order", "saved"}

var statement = regexp.MustCompile(`\b(REL|QRY|FQL|SET|TECS)-\d+`)

// cited are the statements of the ledger and the clauses of the specification that a text names: what decides.
func cited(text string) []string {
	return append(statement.FindAllString(text, -1), specification.CitedIn(text)...)
}

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
			require.Empty(t, cited(text), "%s/%s", folder, name)
		}
	}
	for _, folder := range parts {
		for name, text := range sources(t, folder) {
			if name == "doc.go" {
				continue
			}
			require.NotEmpty(t, cited(text), "%s/%s", folder, name)
		}
	}
}

// The index names the files in the order in which they are read, and each has an Example in the test file of its name.
func TestEveryRuleHasAnExample(t *testing.T) {
	for _, folder := range parts {
		files := sources(t, folder)
		index := files["doc.go"]
		for name := range files {
			if name == "doc.go" {
				continue
			}
			require.Contains(t, index, name)
			text, err := os.ReadFile(filepath.Join(folder, strings.TrimSuffix(name, ".go")+"_test.go"))
			require.NoError(t, err)
			require.Contains(t, string(text), "\nfunc Example", name)
			require.Contains(t, string(text), "// Output:", name)
		}
	}
}
