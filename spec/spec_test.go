package spec_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

func sampleOperations() []spec.Operation {
	name := "Foo"
	no := false
	up := spec.VarRef("this")
	rel := spec.NameRef("ChildOf")
	up.Trav = &spec.Traversal{Flags: spec.TravSelf | spec.TravUp, Rel: &rel}
	terms := []spec.Term{
		{First: spec.EntityRef("Position"), Src: up, Access: spec.AccessIn},
		{Kind: spec.TermOr, Terms: []spec.Term{
			{First: spec.EntityRef("A")},
			{First: spec.EntityRef("R"), Second: spec.VarRef("x")},
		}},
		{
			Kind: spec.TermScope, Oper: spec.Not,
			Terms: []spec.Term{{First: spec.EntityRef("*"), Second: spec.EntityRef("_")}},
		},
		{
			Kind: spec.TermCompare, Compare: spec.Contains, Src: spec.VarRef("x"),
			Second: spec.Ref{Kind: spec.RefText, Name: "Fo"},
		},
		{
			First:  spec.Ref{Kind: spec.RefMember, Name: "Movement", Path: "direction"},
			Second: spec.Ref{Kind: spec.RefLookup, Name: "this", Path: "a.b"},
		},
		{First: spec.EntityRef("G"), Src: spec.Ref{Kind: spec.RefSingleton}, Oper: spec.Optional},
		{First: spec.Ref{Kind: spec.RefNumber, Number: 100}, Oper: spec.AndFrom},
	}
	return []spec.Operation{
		{Op: spec.OpComponent, Entity: "Position", Members: []spec.Member{{Name: "x", Type: spec.F32}}},
		{
			Op: spec.OpEntity, Entity: "a", Name: &name, Parent: "p",
			IDs: []spec.ID{spec.Single("T"), spec.Pair("R", "a")},
		},
		{Op: spec.OpSet, Entity: "a", ID: spec.Pair("R", "b"), Value: spec.RawValue{"x": json.Number("1.5")}},
		{Op: spec.OpLookup, Path: "a.b", From: "p", Recursive: &no},
		{
			Op: spec.OpQuery, Query: &spec.Query{Terms: terms, Kind: spec.KindRule},
			Vars: map[string]spec.Handle{"x": "a"}, Values: true,
		},
		{Op: spec.OpPrepare, As: "q", Query: &spec.Query{
			Expr: "", Text: true, Syntax: spec.DialectFlecs4,
			Kind: spec.KindCached, OrderBy: &spec.OrderBy{Component: "Position"},
		}},
		{Op: spec.OpIterate, On: "q", Limit: 3},
		{Op: spec.OpIterNext, On: "i"},
		{
			Op: spec.OpObserve, As: "o", Query: &spec.Query{Expr: "A"}, Events: []spec.EventKind{spec.OnAdd},
			Monitor: true,
		},
	}
}

func TestOperationsRoundTripThroughJSON(t *testing.T) {
	for _, op := range sampleOperations() {
		b, err := json.Marshal(op)
		require.NoError(t, err)
		var back spec.Operation
		require.NoError(t, json.Unmarshal(b, &back), string(b))
		again, err := json.Marshal(back)
		require.NoError(t, err)
		require.Equal(t, string(b), string(again))
	}
}

func TestTracesRoundTrip(t *testing.T) {
	tr := spec.NewTrace("flecs-3", sampleOperations()...)
	tr.Entries[2].Got = &spec.Outcome{Err: spec.Errorf(spec.CodeNotAlive, "gone")}
	tr.Entries[4].Got = &spec.Outcome{Kind: spec.OutRows, Rows: []spec.Row{{
		This: "a", Vars: map[string]spec.Handle{"x": "", "y": "b"},
		Fields: []spec.Field{{
			Set: true, ID: spec.Single("T"), Src: "b",
			Value: spec.Value{{Name: "x", Scalar: spec.Scalar{Type: spec.I64, Int: 3}}},
		}, {}},
	}}}
	var b bytes.Buffer
	_, err := tr.WriteTo(&b)
	require.NoError(t, err)
	first := b.String()
	back, err := spec.ReadTrace(&b, spec.ReadLimits{})
	require.NoError(t, err)
	var again bytes.Buffer
	_, err = back.WriteTo(&again)
	require.NoError(t, err)
	require.Equal(t, first, again.String())
}

func TestReadTraceNamesTheBadLine(t *testing.T) {
	header := `{"format":"relspec-trace","version":1,"profile":"flecs-3"}` + "\n"
	cases := map[string]string{
		"":                                      "the file is empty",
		"{}\n":                                  "line 1",
		header + "{\"op\":\"nonsense\"}\n":      "unknown operation",
		header + "{\"op\":\"add\",\"foo\":1}\n": "unknown field",
		header + "\n{\"op\":\"query\",\"expr\":\"A\",\"terms\":[]}\n":       "line 3",
		header + `{"op":"note","text":"` + strings.Repeat("x", 2000) + `"}`: "line 2",
	}
	for in, want := range cases {
		_, err := spec.ReadTrace(strings.NewReader(in), spec.ReadLimits{Line: 1000})
		require.ErrorContains(t, err, want, in)
	}
}

func TestRawValuesAreTyped(t *testing.T) {
	members := []spec.Member{{Name: "f", Type: spec.F32}, {Name: "i", Type: spec.I32}, {Name: "e", Type: spec.Entity}}
	v, err := spec.RawValue{"f": json.Number("0.1"), "e": "a"}.Typed(members)
	require.Nil(t, err)
	require.InDelta(t, 0.1, v[0].Num, 1e-7)
	require.NotEqual(t, 0.1, v[0].Num)
	require.Equal(t, "a", v[2].Text)
	for _, bad := range []spec.RawValue{
		{"z": json.Number("1")},
		{"i": json.Number("3000000000")},
		{"i": json.Number("0.5")},
		{"f": "x"},
		{"e": true},
		{"f": json.Number("1e300")},
	} {
		_, err := bad.Typed(members)
		require.NotNil(t, err, bad)
		require.Equal(t, spec.CodeInvalid, err.Code)
	}
}

func TestHandlesAreChecked(t *testing.T) {
	for _, bad := range []spec.Handle{"", "*", "_", "$x", "a\nb", spec.Handle(strings.Repeat("x", 300)), "\xff"} {
		require.NotNil(t, bad.Check(), string(bad))
	}
	require.Nil(t, spec.Handle("Bob Smith").Check())
}

func TestEveryBuiltinPropertyMentionedExists(t *testing.T) {
	for _, p := range spec.Profiles() {
		known := map[spec.Handle]bool{}
		for _, b := range spec.Builtins(p) {
			require.False(t, known[b.Handle], b.Handle)
			known[b.Handle] = true
		}
		for _, b := range spec.Builtins(p) {
			for _, id := range b.IDs {
				require.True(t, known[id.First], id)
				require.True(t, id.Second == "" || known[id.Second], id)
			}
		}
	}
}
