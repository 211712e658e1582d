package suite

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/snippet"
	"github.com/relspec/relspec/spec"
)

// The counterexample in the language of the engine stands in the folder of a finding; where templates do not fit, the report
// says so, and nothing else of it is lost.
func TestFindingsHaveSnippets(t *testing.T) {
	read := func(entity string) *snippet.Templates {
		text := "file: snippet.txt\nask: \"{{.Text}} should be {{.Expected}}\\n\"\nattempt: x\nmissing: '# {{.Text}}'\noperations: {query: q, entity: '" + entity + "'}"
		out, err := snippet.Read(fstest.MapFS{"s": {Data: []byte(text)}}, "s")
		require.NoError(t, err)
		return out
	}
	o := Options{Extra: []*spec.Trace{readTrace(t, fans)}, Save: t.TempDir(), Command: "./engine", Snippets: read("new {{.entity}}")}
	f := runWith(t, forgetsRow, o).Findings[0]
	text, err := os.ReadFile(filepath.Join(f.Saved, "snippet.txt"))
	require.NoError(t, err)
	require.Contains(t, string(text), "new ")
	require.Contains(t, string(text), " should be [")

	o.Save, o.Snippets = t.TempDir(), read("{{.nothing}}")
	f = runWith(t, forgetsRow, o).Findings[0]
	require.NoFileExists(t, filepath.Join(f.Saved, "snippet.txt"))
	report, err := os.ReadFile(filepath.Join(f.Saved, "report.txt"))
	require.NoError(t, err)
	require.Contains(t, string(report), "no snippet: the template operation entity names a field that is not there")
	require.FileExists(t, filepath.Join(f.Saved, "scenario.feature"))
}

// Templates are found beside the program that a command starts.
func TestSnippetsAreFoundBesideTheProgram(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "main.mjs")
	require.NoError(t, os.WriteFile(program, nil, 0o600))
	require.Empty(t, SnippetsBeside("node "+program))
	at := filepath.Join(dir, SnippetsFile)
	require.NoError(t, os.WriteFile(at, nil, 0o600))
	require.Equal(t, at, SnippetsBeside("node '"+program+"' --versioning"))
	require.Empty(t, SnippetsBeside("node "+strings.Replace(program, "main", "other", 1)))
	require.Empty(t, SnippetsBeside(""))
}
