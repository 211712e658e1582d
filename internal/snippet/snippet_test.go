package snippet_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/snippet"
	"github.com/relspec/relspec/spec"
)

const small = `file: snippet.txt
words: [spawn, kill]
own: [world]
properties: [Exclusive]
begin: 'use {{join .Used " and "}}'
operations:
  entity: |-
    {{if isEntity .entity}}{{entity .entity}} = spawn({{range plain .ids}}{{if isPair .}}{{relation (index . 0)}}/{{entity (index . 1)}}{{else}}{{tag .}}{{end}} {{end}}){{end}}
    {{if isRelation .entity}}{{relation .entity}} = relation{{if property .entity "Exclusive"}} exclusive{{end}}{{end}}
  clear: '{{range plain own}}drop({{json .}});{{end}}'
  delete: 'kill({{entity .entity}})'
  alive: 'alive({{entity .entity}})'
  has: 'has({{entity .entity}})'
  get: 'get({{entity .entity}}, {{json (members "C")}})'
  query: 'query({{range .terms}}{{json (idOf .)}}{{end}})'
  prepare: 'prepare({{name .as}})'
  iterate: 'query({{range prepared .query}}{{json (idOf .)}}{{end}})'
ask: "{{.Text}}: {{.Expected}}: {{.Code}}\n"
attempt: "{{.Text}} is {{.Expected}}: {{.Code}}\n"
missing: '# {{.Text}}'
`

func templates(t *testing.T, text string) *snippet.Templates {
	t.Helper()
	out, err := snippet.Read(fstest.MapFS{"snippets.yaml": {Data: []byte(text)}}, "snippets.yaml")
	require.NoError(t, err)
	return out
}

func operations(t *testing.T, lines ...string) []spec.Operation {
	t.Helper()
	var out []spec.Operation
	for _, line := range lines {
		var op spec.Operation
		require.NoError(t, json.Unmarshal([]byte(line), &op))
		out = append(out, op)
	}
	return out
}

func of(t *testing.T, c snippet.Case) string {
	t.Helper()
	c.Text = func(op *spec.Operation) string { return string(op.Op) + "  " + string(op.Entity) }
	file, err := templates(t, small).Of(&c)
	require.NoError(t, err)
	require.Equal(t, "snippet.txt", file.Name)
	return string(file.Text)
}

// A handle becomes an entity, a component or a relation, depending on its use. No name equals one
// of the engine's.
func TestSnippetNamesHandlesByRole(t *testing.T) {
	got := of(t, snippet.Case{
		Operations: operations(t,
			`{"op":"entity","entity":"R","ids":["Exclusive"]}`, `{"op":"entity","entity":"P"}`,
			`{"op":"entity","entity":"spawn"}`,
			`{"op":"entity","entity":"1 b","ids":["P",["R","spawn"],["P","R"]]}`, `{"op":"defer_begin"}`,
			`{"op":"has","entity":"spawn","id":"P"}`,
			`{"op":"query","terms":[{"first":"R","second":"*"}]}`),
		Want: spec.Outcome{Kind: spec.OutRows, Rows: []spec.Row{{This: "1 b"}, {This: "P"}, {This: "1 b"}}},
	})
	require.Equal(t, `use spawn

R = spawn()
RRelation = relation exclusive
PRelation = relation
spawn_ = spawn()
_1_b = spawn(PTag RRelation/spawn_ PRelation/R )
# defer_begin
has(spawn_);
query: [_1_b]: query(["R","*"])
`, got)
}

// If the worlds differ, the snippet asks for what differs.
func TestSnippetPrintsTheDifferenceOfWorlds(t *testing.T) {
	id := func(v ...spec.NamedScalar) []spec.DumpID { return []spec.DumpID{{ID: spec.Single("C"), Value: v}} }
	got := of(t, snippet.Case{
		Operations: operations(t, `{"op":"component","entity":"C","members":[["n","i32"]]}`,
			`{"op":"entity","entity":"a","ids":["C"]}`, `{"op":"entity","entity":"b","ids":["C"]}`,
			`{"op":"entity","entity":"c","ids":["C"]}`, `{"op":"delete","entity":"a"}`),
		Worlds: [2]*spec.Dump{
			{Entities: []spec.DumpEntity{
				{Handle: "b", IDs: id()},
				{Handle: "c", IDs: id(spec.NamedScalar{Name: "n"})},
			}},
			{Entities: []spec.DumpEntity{{Handle: "a"}, {Handle: "b"}, {Handle: "c", IDs: id()}}},
		},
	})
	require.Contains(t, got, "kill(a)\nalive a: false: alive(a)\nhas b: true: has(b)\nget c: ")
	require.Contains(t, got, `: get(c, [["n","i32"]])`)
}

// The snippet tries changes and queries that should be refused.
func TestSnippetTriesRefusedOperations(t *testing.T) {
	gone := operations(t, `{"op":"entity","entity":"a"}`, `{"op":"delete","entity":"a"}`)
	refused := spec.Fail(&spec.Error{Code: spec.CodeNotAlive})
	require.Contains(t, of(t, snippet.Case{Operations: gone, Want: refused}), "delete a is refused: kill(a)")
	require.Contains(t, of(t, snippet.Case{Operations: gone}), "delete a is done: kill(a)")
	cleared := snippet.Case{Operations: operations(t, `{"op":"entity","entity":"a"}`, `{"op":"clear","entity":"a"}`)}
	cleared.Own = map[int][]spec.ID{1: {spec.Single("P"), spec.Single("Exclusive"), spec.Pair("R", "b")}}
	require.Contains(t, of(t, cleared), `clear a is done: drop("P");drop(["R","b"]);`)
	asked := slices.Concat(gone, operations(t, `{"op":"has","entity":"a","id":"a"}`))
	require.Contains(t, of(t, snippet.Case{Operations: asked, Want: refused}), "has a is refused: has(a)")
	queried := operations(t, `{"op":"entity","entity":"a"}`, `{"op":"prepare","as":"q","terms":[{"first":"a"}]}`,
		`{"op":"iterate","query":"q"}`)
	require.Contains(t, of(t, snippet.Case{Operations: queried, Want: spec.Outcome{Kind: spec.OutRows}}),
		"prepare(q)\niterate: []: query(\"a\")")
}

// An invalid template file is an error that names the place.
func TestBrokenTemplatesAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "EOF",
		"file: ../x":               "name the program snippet",
		"file: main.js":            "name the program snippet",
		"file: snippet.js\nfly: 1": "field fly not found",
		"file: snippet.js\nask: x": "is missing; add it",
		small + "\nfly: x":         "field fly not found",
		"file: snippet.js\nask: a\nattempt: a\nmissing: a\noperations: {fly: x}":          `no operation "fly"`,
		"file: snippet.js\nask: a\nattempt: a\nmissing: a\noperations: {add: '{{nope}}'}": `"nope" not defined`,
		"file: snippet.js\nask: a\nattempt: a\nmissing: a\noperations: {add: '{{if}}'}":   "operation add",
		"file: snippet.js\nask: a\nattempt: a\nmissing: a\nproperties: [[A, B, C]]":       "is not an id",
		"file: snippet.js\nask: a\nattempt: a\nmissing: a\ndefine: '{{define \"x\"}}'":    "define",
	} {
		_, err := snippet.Read(fstest.MapFS{"s.yaml": {Data: []byte(text)}}, "s.yaml")
		require.ErrorContains(t, err, want, text)
		require.ErrorContains(t, err, "s.yaml")
	}
	_, err := snippet.Read(os.DirFS(t.TempDir()), "s.yaml")
	require.ErrorIs(t, err, os.ErrNotExist)
	wrong := templates(t, "file: snippet.js\nask: a\nattempt: a\nmissing: a\noperations: {entity: '{{.nothing}}'}")
	c := snippet.Case{
		Operations: operations(t, `{"op":"entity","entity":"a"}`),
		Text:       func(*spec.Operation) string { return "" },
	}
	_, err = wrong.Of(&c)
	require.ErrorContains(t, err, "names a field that is not there")
	_, err = wrong.Of(&snippet.Case{})
	require.ErrorContains(t, err, "without operations")
}
