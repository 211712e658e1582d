package suite

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/snippet"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// The folder of a finding has a counterexample in the language of the engine. If a template fails,
// the report says so and is otherwise complete.
func TestFindingsHaveSnippets(t *testing.T) {
	read := func(entity string) *snippet.Templates {
		text := "file: snippet.txt\nask: \"{{.Text}} should be {{.Expected}}\\n\"\nattempt: x\nmissing: '# {{.Text}}'\noperations: {query: q, entity: '" + entity + "'}"
		out, err := snippet.Read(fstest.MapFS{"s": {Data: []byte(text)}}, "s")
		require.NoError(t, err)
		return out
	}
	o := Options{
		OwnTraces: []*spec.Trace{readTrace(t, fans)}, Save: t.TempDir(), Command: "./engine",
		Snippets: read("new {{.entity}}"),
	}
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

// If reduction was cut short, a trace may have operations on entities that do not exist. The
// counterexample omits those operations and declares no variables for them.
func TestSnippetsLeaveOutOperationsOnNothing(t *testing.T) {
	text := "file: snippet.txt\nask: \"{{.Text}} should be {{.Expected}}\"\nattempt: \"{{.Text}} should be {{.Expected}}\"\nmissing: '# {{.Text}}'\n" +
		"operations: {entity: 'new {{entity .entity}}', add: 'add {{entity .entity}}', clear: 'clear {{entity .entity}} {{json own}}', delete: 'kill {{entity .entity}}', alive: alive}"
	templates, err := snippet.Read(fstest.MapFS{"s": {Data: []byte(text)}}, "s")
	require.NoError(t, err)
	trace := readTrace(t, `{"op":"entity","entity":"a"}
{"op":"add","entity":"nobody","id":["a","b"]}
{"op":"entity","entity":"b","ids":["a"]}
{"op":"delete","entity":"nothing"}
{"op":"clear","entity":"b"}
{"op":"delete","entity":"b"}
{"op":"clear","entity":"b"}
{"op":"add","entity":"b","id":"a"}
`)
	file, err := Snippet(templates, trace, &oracle.Divergence{Index: 6}, "")
	require.NoError(t, err)
	require.Contains(t, string(file.Text), "new b\nclear b [\"a\"]\nkill b\nclear b should be refused")
	file, err = Snippet(templates, trace, &oracle.Divergence{Index: 7}, "")
	require.NoError(t, err)
	require.Contains(t, string(file.Text), "kill b\nadd b a should be refused", "the one that differs is shown")
	require.NotContains(t, string(file.Text), "nobody")
	require.NotContains(t, string(file.Text), "nothing")
}

// Templates are found next to the program that a command starts.
func TestSnippetsAreFoundBesideTheProgram(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "main.mjs")
	require.NoError(t, os.WriteFile(program, nil, 0o600))
	require.Empty(t, TemplatesNextTo("node "+program))
	at := filepath.Join(dir, SnippetsFile)
	require.NoError(t, os.WriteFile(at, nil, 0o600))
	require.Equal(t, at, TemplatesNextTo("node '"+program+"' --versioning"))
	require.Empty(t, TemplatesNextTo("node "+strings.Replace(program, "main", "other", 1)))
	require.Empty(t, TemplatesNextTo(""))
}
