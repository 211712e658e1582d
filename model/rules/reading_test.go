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

// parts lists the folders of the rules.
var parts = []string{".", "query", "events"}

var statement = regexp.MustCompile(`\b(REL|QRY|FQL|F41|SET|TECS)-\d+`)

// cited returns the statements and clauses that a text cites.
func cited(text string) []string {
	return append(statement.FindAllString(text, -1), specification.CitedIn(text)...)
}

// sources returns the files of a folder without tests, by name.
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

// Only the packages of the rules cite statements.
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

// doc.go lists the files in reading order, and each file has an Example in its test file.
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

// Files are named like the chapters of the specification, which link to them, and doc.go lists them
// in the order of the chapters.
func TestFilesAreNamedAsTheirChapters(t *testing.T) {
	const book = "../../docs/specification/"
	read := func(name string) string {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		return string(text)
	}
	_, contents, _ := strings.Cut(read(book+"README.md"), "\n## Contents\n")
	contents, _, _ = strings.Cut(contents, "\nAppendices")
	chapters := regexp.MustCompile(`\]\(([a-z-]+)\.md\)`).FindAllStringSubmatch(contents, -1)
	require.Len(t, chapters, 20)
	index := read("doc.go")
	for _, chapter := range chapters {
		page := chapter[1]
		if page == "declared-relationships" { // worlds of Tecs have their own rules
			require.Contains(t, index, "model/tecs]")
			require.Contains(t, read(book+page+".md"), "(../../model/tecs/doc.go)")
			continue
		}
		name := strings.ReplaceAll(page, "-", "_")
		line := regexp.MustCompile(`//   - (` + name + `|(?:query|events)/` + strings.TrimPrefix(name, "query_") + `)\.go`).
			FindStringSubmatchIndex(index)
		require.NotNil(t, line, "doc.go does not list the file of chapter %s after that of the previous chapter", page)
		require.Contains(t, read(book+page+".md"), "(../../model/rules/"+index[line[2]:line[3]]+".go)", page)
		index = index[line[1]:]
	}
}
