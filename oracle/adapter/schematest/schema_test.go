package schematest_test

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/oracle/adapter/schematest"
	"github.com/relspec/relspec/spec"
)

func TestSchemaAcceptsEveryOperationAndOutcome(t *testing.T) {
	seen := map[spec.OpKind]bool{}
	for _, e := range corpus() {
		seen[e.op.Op] = true
		e.op = trimmed(e.op)
		schematest.Operation(t, e.op)
		outcomes := e.outcomes
		if outcomes == nil {
			outcomes = []spec.Outcome{spec.OK()}
		}
		for _, code := range spec.ErrorCodes() {
			outcomes = append(outcomes, spec.Fail(spec.Errorf(code, "no")))
		}
		outcomes = append(outcomes, spec.Fail(&spec.Error{Code: spec.CodeSyntax, Line: 1, Column: 4}))
		trace := spec.NewTrace("flecs-3")
		trace.Header.Seed, trace.Header.Origin, trace.Header.Note = 1<<64-1, "test", "all"
		for _, outcome := range outcomes {
			schematest.Outcome(t, e.op.Op, outcome)
			line := marshal(t, outcome)
			require.NoError(t, schematest.Validate(schematest.Response, line))
			decoded, err := spec.DecodeOutcome(e.op.Op, line)
			require.NoError(t, err, string(line))
			require.Equal(t, string(line), string(marshal(t, decoded)), "package spec must read what the schema allows")
			trace.Entries = append(trace.Entries, spec.Entry{Op: e.op, Got: &outcome})
		}
		schematest.Trace(t, trace)
	}
	for _, kind := range spec.OpKinds() {
		require.True(t, seen[kind], "the corpus lacks %s", kind)
	}
}

// trimmed removes the arguments that the operation does not have.
func trimmed(op spec.Operation) spec.Operation {
	switch op.Op { //nolint:exhaustive // only operations that the corpus builds with too many arguments
	case spec.OpTargets, spec.OpSources, spec.OpDepth:
		op.Index, op.MaxDepth, op.Take = 0, 0, 0
	case spec.OpTarget:
		op.MaxDepth, op.Take = 0, 0
	case spec.OpWalkUp:
		op.Index = 0
	case spec.OpTraverse:
		op.Index, op.Take = 0, 0
	}
	return op
}

func marshal(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return b
}

// A request is invalid without an argument that the schema requires, and with one that the operation does not
// have.
func TestRequestsHaveTheirArgumentsAndNoOthers(t *testing.T) {
	required := map[spec.OpKind]string{
		spec.OpRelationship: "entity",
		spec.OpComponent:    "entity", spec.OpEntity: "entity", spec.OpDelete: "entity", spec.OpClear: "entity",
		spec.OpClone: "entity from", spec.OpInstantiate: "entity from",
		spec.OpAlive: "entity", spec.OpCount: "id", spec.OpAdd: "entity id", spec.OpRemove: "entity id",
		spec.OpSet: "entity id", spec.OpGet: "entity id", spec.OpModified: "entity id", spec.OpHas: "entity id",
		spec.OpOwns: "entity id", spec.OpIDs: "entity", spec.OpTarget: "entity relationship",
		spec.OpTargets: "entity relationship", spec.OpSources: "entity relationship",
		spec.OpOrdered: "entity relationship", spec.OpReorder: "entity id", spec.OpTypeOf: "id",
		spec.OpRemoveAll: "id", spec.OpDeleteWith: "id", spec.OpOverride: "entity id", spec.OpDefine: "text",
		spec.OpPath:    "entity",
		spec.OpSetName: "entity name", spec.OpParent: "entity", spec.OpChildren: "entity", spec.OpDepth: "entity",
		spec.OpWalkUp: "entity", spec.OpTraverse: "entity", spec.OpEnable: "entity", spec.OpDisable: "entity",
		spec.OpSnapshot: "as", spec.OpRestore: "as", spec.OpQuery: "terms", spec.OpPrepare: "as expr",
		spec.OpIterate: "query", spec.OpChanged: "query", spec.OpRelease: "query", spec.OpIterBegin: "query as",
		spec.OpIterNext: "iter", spec.OpIterEnd: "iter", spec.OpExplain: "expr", spec.OpPlan: "expr",
		spec.OpObserve: "as expr", spec.OpEmit: "event entity",
	}
	for _, e := range corpus() {
		request := map[string]json.RawMessage{}
		require.NoError(t, json.Unmarshal(marshal(t, trimmed(e.op)), &request))
		for name, argument := range request {
			delete(request, name)
			err := schematest.Validate(schematest.Request, marshal(t, request))
			if name == "op" || slices.Contains(strings.Fields(required[e.op.Op]), name) {
				require.Error(t, err, "%s without %s", e.op.Op, name)
			} else if name != "expr" || request["syntax"] == nil {
				require.NoError(t, err, "%s without %s", e.op.Op, name)
			}
			request[name] = argument
		}
		request["surprise"] = json.RawMessage("1")
		require.Error(t, schematest.Validate(schematest.Request, marshal(t, request)), "%s", e.op.Op)
		require.Error(t, schematest.Validate(schematest.Entry, marshal(t, request)), "%s", e.op.Op)
		delete(request, "surprise")
		request["got"] = json.RawMessage(`{"ok":true}`)
		require.Error(t, schematest.Validate(schematest.Request, marshal(t, request)), "%s with an answer", e.op.Op)
	}
}

func TestSchemaRefuses(t *testing.T) {
	cases := []struct {
		definition schematest.Definition
		line       string
	}{
		{schematest.Header, `{"format":"relspec-trace","version":2,"profile":"flecs-3"}`},
		{schematest.Header, `{"format":"other","version":1,"profile":"flecs-3"}`},
		{schematest.Header, `{"format":"relspec-trace","version":1}`},
		{schematest.Request, `{"op":"explode"}`},
		{schematest.Request, `{"op":"add","entity":"a","id":["R"]}`},
		{schematest.Request, `{"op":"add","entity":"a","id":["R","a","b"]}`},
		{schematest.Request, `{"op":"add","entity":"a","id":["R",""]}`},
		{schematest.Request, `{"op":"alive","entity":""}`},
		{schematest.Request, `{"op":"dump","entity":"a"}`},
		{schematest.Request, `{"op":"component","entity":"P","members":[["x","float"]]}`},
		{schematest.Request, `{"op":"query"}`},
		{schematest.Request, `{"op":"query","terms":[],"expr":""}`},
		{schematest.Request, `{"op":"query","terms":[],"syntax":"flecs-3"}`},
		{schematest.Request, `{"op":"query","terms":[{}]}`},
		{schematest.Request, `{"op":"query","terms":[{"first":"A","or":[]}]}`},
		{schematest.Request, `{"op":"query","terms":[{"first":{"entity":"A","name":"B"}}]}`},
		{schematest.Request, `{"op":"query","terms":[{"first":{"lookup":"B"}}]}`},
		{schematest.Request, `{"op":"query","terms":[{"first":"A","src":{"trav":{"flags":["sideways"]}}}]}`},
		{schematest.Request, `{"op":"query","expr":"A","kind":"lazy"}`},
		{schematest.Entry, `{"op":"alive","entity":"a","got":{"ok":true}}`},
		{schematest.Entry, `{"op":"add","entity":"a","id":"b","got":{"ok":true,"value":1}}`},
		{schematest.ResponseTo(spec.OpAlive), `{"ok":true,"value":"yes"}`},
		{schematest.ResponseTo(spec.OpAlive), `{"ok":false}`},
		{schematest.ResponseTo(spec.OpAlive), `{"ok":false,"error":{"code":"oops","message":""}}`},
		{schematest.ResponseTo(spec.OpAlive), `{"ok":true,"error":{"code":"limit","message":""}}`},
		{schematest.ResponseTo(spec.OpTargets), `{"ok":true,"values":["*"]}`},
		{schematest.ResponseTo(spec.OpTargets), `{"ok":true,"values":["$x"]}`},
		{schematest.ResponseTo(spec.OpTargets), `{"ok":true,"values":["a\nb"]}`},
		{
			schematest.ResponseTo(spec.OpQuery),
			`{"ok":true,"results":[{"entities":["a"],"fields":[{"id":"","src":null,"set":true}],"vars":{}}]}`,
		},
		{schematest.ResponseTo(spec.OpQuery), `{"ok":true,"results":[{"entities":"a","fields":[],"vars":{}}]}`},
		{schematest.ResponseTo(spec.OpGet), `{"ok":true,"value":{"x":[1]}}`},
		{
			schematest.ResponseTo(spec.OpHello),
			`{"ok":true,"info":{"implementation":"i","version":"","language":"","protocol":2,"profiles":["p"],"capabilities":{}}}`,
		},
		{schematest.Response, `{}`},
		{schematest.Response, `[]`},
		{schematest.Response, `not JSON`},
	}
	for _, c := range cases {
		require.Error(t, schematest.Validate(c.definition, []byte(c.line)), c.line)
	}
	require.Error(t, schematest.Validate("no such definition", []byte("{}")))
}

// The schema has exactly the operations, error codes and enumerations of package spec.
func TestSchemaHasTheVocabulary(t *testing.T) {
	var schema struct {
		Defs map[string]struct {
			Properties map[string]struct{ Enum []string }
		} `json:"$defs"`
	}
	text, err := os.ReadFile("../../../" + schematest.File)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &schema))
	require.ElementsMatch(t, spec.OpKinds(), asKinds[spec.OpKind](schema.Defs["operation"].Properties["op"].Enum))
	require.ElementsMatch(t, spec.ErrorCodes(), asKinds[spec.ErrorCode](schema.Defs["error"].Properties["code"].Enum))
	for _, kind := range spec.OpKinds() {
		require.Contains(t, schema.Defs, "op-"+string(kind))
	}
	sizes := map[string]int{"kind": int(spec.KindRule) + 1, "syntax": int(spec.DialectFlecs3Beta)}
	for name, want := range sizes {
		require.Len(t, schema.Defs["query"].Properties[name].Enum, want, name)
	}
	require.Len(t, spec.Primitives(), 7, "add the new primitive type to the schema")
}

// The corpus uses every field of an operation, query and row, so a new field must be added to it and to the schema.
func TestCorpusUsesEveryField(t *testing.T) {
	used := map[string]bool{}
	note := func(v any) {
		value := reflect.Indirect(reflect.ValueOf(v))
		for i := range value.NumField() {
			name := value.Type().Name() + "." + value.Type().Field(i).Name
			used[name] = used[name] || !value.Field(i).IsZero()
		}
	}
	for _, e := range corpus() {
		note(e.op)
		if e.op.Query != nil {
			note(e.op.Query)
			e.op.Query.Walk(func(term *spec.Term) {
				note(term)
				for _, r := range term.Refs() {
					note(r)
				}
			})
		}
		for _, outcome := range append(e.outcomes, spec.Fail(spec.Errorf(spec.CodeInvalid, "no"))) {
			note(outcome)
			for _, row := range outcome.Rows {
				note(row)
				for _, field := range row.Fields {
					note(field)
				}
			}
		}
	}
	delete(used, "Query.Text")       // an empty expr implies it
	delete(used, "Outcome.AnyOrder") // only the reference sets it
	delete(used, "Row.Several")
	for name, is := range used {
		require.True(t, is, "no example has %s; add one", name)
	}
}

func asKinds[K ~string](names []string) []K {
	var out []K
	for _, n := range names {
		out = append(out, K(n))
	}
	return out
}

// recorder is a testing.TB that records failures.
type recorder struct {
	testing.TB
	failures int
}

func (r *recorder) Helper()               {}
func (r *recorder) Fatalf(string, ...any) { r.failures++ }

type answering spec.Outcome

func (a answering) Apply(spec.Operation) spec.Outcome { return spec.Outcome(a) }

func TestCheckedEngineFailsTheTest(t *testing.T) {
	var failing recorder
	good := spec.Operation{Op: spec.OpAlive, Entity: "a"}
	require.True(t, schematest.Engine(&failing, answering(spec.BoolOutcome(true))).Apply(good).Bool)
	require.Zero(t, failing.failures)
	schematest.Engine(&failing, answering(spec.BoolOutcome(true))).Apply(spec.Operation{Op: spec.OpAlive})
	require.Equal(t, 1, failing.failures)
	schematest.Engine(&failing, answering(spec.EntityOutcome("a"))).Apply(good)
	require.Equal(t, 2, failing.failures)
	bad := spec.NewTrace("flecs-3", good, spec.Operation{Op: spec.OpDelete})
	schematest.Trace(&failing, bad)
	require.Equal(t, 3, failing.failures)
}
