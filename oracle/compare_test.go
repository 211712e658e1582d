package oracle_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

func from(src spec.Handle, f spec.Field) spec.Field {
	f.Src = src
	return f
}

func block(n int, r spec.Row) spec.Row {
	r.Block = n
	return r
}

func batch(n int, r spec.Row) spec.Row {
	r.Batch = n
	return r
}

func TestCompare(t *testing.T) {
	a, b := row("a", set("P")), row("b", set("P"))
	or := row("a", spec.Field{Set: true, ID: spec.Single("P"), Or: []spec.FieldChoice{{ID: spec.Single("P"), Src: "base"}}})
	foreign := oracle.CompareOptions{AnyError: true, AnyWildcard: true}
	this, other := spec.Handle("g"), spec.Handle("h")
	group := func(g *spec.Handle) spec.Row { r := a; r.Group = g; return r }
	cases := []struct {
		name      string
		op        spec.Operation
		want, got spec.Outcome
		opts      oracle.CompareOptions
		kind      oracle.DiffKind // "" where they are equal
	}{
		{"success without answer", spec.Operation{Op: spec.OpAdd}, spec.OK(), spec.OK(), oracle.CompareOptions{}, ""},
		{"refusals with one code", spec.Operation{Op: spec.OpAdd}, fail(spec.CodeCycle), fail(spec.CodeCycle), oracle.CompareOptions{}, ""},
		{"refusals with different codes", spec.Operation{Op: spec.OpAdd}, fail(spec.CodeCycle), fail(spec.CodeFinal), oracle.CompareOptions{}, oracle.DiffError},
		{"any refusal of a foreign engine", spec.Operation{Op: spec.OpAdd}, fail(spec.CodeCycle), fail(spec.CodeFinal), foreign, ""},
		{"one refuses", spec.Operation{Op: spec.OpAdd}, spec.OK(), fail(spec.CodeFinal), foreign, oracle.DiffError},
		{"crash", spec.Operation{Op: spec.OpAdd}, fail(spec.CodeFinal), fail(spec.CodeCrash), foreign, oracle.DiffBroken},
		{"truth", spec.Operation{Op: spec.OpHas}, spec.BoolOutcome(true), spec.BoolOutcome(false), oracle.CompareOptions{}, oracle.DiffValue},
		{"number", spec.Operation{Op: spec.OpCount}, spec.Outcome{Number: 1}, spec.Outcome{Number: 2}, oracle.CompareOptions{}, oracle.DiffValue},
		{"target", spec.Operation{Op: spec.OpTarget}, spec.EntityOutcome("a"), spec.EntityOutcome("b"), oracle.CompareOptions{}, oracle.DiffValue},
		{"another target of a foreign engine", spec.Operation{Op: spec.OpTarget}, spec.EntityOutcome("a"), spec.EntityOutcome("b"), oracle.CompareOptions{Targets: []spec.Handle{"a", "b"}}, ""},
		{"no target", spec.Operation{Op: spec.OpTarget}, spec.EntityOutcome(""), spec.EntityOutcome("b"), oracle.CompareOptions{Targets: []spec.Handle{"b"}}, oracle.DiffValue},
		{"a set in another order", spec.Operation{Op: spec.OpChildren}, spec.Outcome{Entities: []spec.Handle{"a", "b"}}, spec.Outcome{Entities: []spec.Handle{"b", "a"}}, oracle.CompareOptions{}, ""},
		{"an element twice", spec.Operation{Op: spec.OpChildren}, spec.Outcome{Entities: []spec.Handle{"a", "b"}}, spec.Outcome{Entities: []spec.Handle{"a", "a"}}, oracle.CompareOptions{}, oracle.DiffSet},
		{"a path in another order", spec.Operation{Op: spec.OpWalkUp}, spec.Outcome{Kind: spec.OutPath, Entities: []spec.Handle{"a", "b"}}, spec.Outcome{Kind: spec.OutPath, Entities: []spec.Handle{"b", "a"}}, oracle.CompareOptions{}, oracle.DiffValue},
		{"ids in another order", spec.Operation{Op: spec.OpIDs}, spec.Outcome{IDs: []spec.ID{spec.Single("P"), spec.Pair("R", "a")}}, spec.Outcome{IDs: []spec.ID{spec.Pair("R", "a"), spec.Single("P")}}, oracle.CompareOptions{}, ""},
		{"rows in another order", spec.Operation{Op: spec.OpQuery}, rows(a, b), rows(b, a), oracle.CompareOptions{}, ""},
		{"a row missing", spec.Operation{Op: spec.OpQuery}, rows(a, b), rows(b), oracle.CompareOptions{}, oracle.DiffMissing},
		{"a row extra", spec.Operation{Op: spec.OpQuery}, rows(a), rows(b, a), oracle.CompareOptions{}, oracle.DiffExtra},
		{"a row twice", spec.Operation{Op: spec.OpQuery}, rows(a), rows(a, a), oracle.CompareOptions{}, oracle.DiffExtra},
		{"another row", spec.Operation{Op: spec.OpQuery}, rows(a), rows(b), oracle.CompareOptions{}, oracle.DiffRows},
		{"another id", spec.Operation{Op: spec.OpQuery}, rows(a), rows(row("a", set("Q"))), oracle.CompareOptions{}, oracle.DiffRows},
		{"another source", spec.Operation{Op: spec.OpQuery}, rows(a), rows(row("a", from("base", set("P")))), oracle.CompareOptions{}, oracle.DiffRows},
		{"an allowed alternative", spec.Operation{Op: spec.OpQuery}, rows(or), rows(row("a", from("base", set("P")))), oracle.CompareOptions{}, ""},
		{"no alternative", spec.Operation{Op: spec.OpQuery}, rows(or), rows(row("a", from("other", set("P")))), oracle.CompareOptions{}, oracle.DiffRows},
		{"alternatives that must be shared out", spec.Operation{Op: spec.OpQuery}, rows(or, row("a", from("base", set("P")))), rows(row("a", from("base", set("P"))), a), oracle.CompareOptions{}, ""},
		{"an unset field compares nothing else", spec.Operation{Op: spec.OpQuery}, rows(row("a", spec.Field{ID: spec.Single("P")})), rows(row("a", spec.Field{ID: spec.Single("Q")})), oracle.CompareOptions{}, ""},
		{"a field not set", spec.Operation{Op: spec.OpQuery}, rows(a), rows(row("a", spec.Field{})), oracle.CompareOptions{}, oracle.DiffRows},
		{"a field too many", spec.Operation{Op: spec.OpQuery}, rows(a), rows(row("a", set("P"), set("P"))), oracle.CompareOptions{}, oracle.DiffRows},
		{"a reported wildcard", spec.Operation{Op: spec.OpQuery}, rows(row("a", set("R", "*"))), rows(row("a", set("R", "b"))), foreign, ""},
		{"a reported wildcard, strictly", spec.Operation{Op: spec.OpQuery}, rows(row("a", set("R", "*"))), rows(row("a", set("R", "b"))), oracle.CompareOptions{}, oracle.DiffRows},
		{"an unset variable and a missing one", spec.Operation{Op: spec.OpQuery}, rows(spec.Row{Vars: map[string]spec.Handle{"x": ""}}), rows(spec.Row{}), oracle.CompareOptions{}, ""},
		{"an extra variable", spec.Operation{Op: spec.OpQuery}, rows(spec.Row{}), rows(spec.Row{Vars: map[string]spec.Handle{"x": "a"}}), foreign, oracle.DiffRows},
		{"an extra variable that is unset", spec.Operation{Op: spec.OpQuery}, rows(spec.Row{}), rows(spec.Row{Vars: map[string]spec.Handle{"x": ""}}), oracle.CompareOptions{}, oracle.DiffRows},
		{"an extra variable that is unset, of a foreign engine", spec.Operation{Op: spec.OpQuery}, rows(spec.Row{}), rows(spec.Row{Vars: map[string]spec.Handle{"x": ""}}), oracle.CompareOptions{ExtraUnset: true}, ""},
		{"another variable", spec.Operation{Op: spec.OpQuery}, rows(spec.Row{Vars: map[string]spec.Handle{"x": "a"}}), rows(spec.Row{Vars: map[string]spec.Handle{"x": "b"}}), oracle.CompareOptions{}, oracle.DiffRows},
		{"another group", spec.Operation{Op: spec.OpQuery}, rows(group(&this)), rows(group(&other)), oracle.CompareOptions{}, oracle.DiffRows},
		{"blocks in order", spec.Operation{Op: spec.OpQuery}, rows(block(0, a), block(0, b), block(1, row("c"))), rows(b, a, row("c")), oracle.CompareOptions{}, ""},
		{"blocks mixed", spec.Operation{Op: spec.OpQuery}, rows(block(0, a), block(0, b), block(1, row("c"))), rows(b, row("c"), a), oracle.CompareOptions{}, oracle.DiffOrder},
		{"batches under other numbers", spec.Operation{Op: spec.OpQuery, Batches: true}, rows(batch(0, a), batch(1, b)), rows(batch(7, b), batch(3, a)), oracle.CompareOptions{}, ""},
		{"batches joined", spec.Operation{Op: spec.OpQuery, Batches: true}, rows(batch(0, a), batch(1, b)), rows(batch(0, a), batch(0, b)), oracle.CompareOptions{}, oracle.DiffBatches},
		{"a part of the full answer", spec.Operation{Op: spec.OpQuery, Limit: 1}, rows(a), rows(b), oracle.CompareOptions{Full: []spec.Row{a, b}}, ""},
		{"a cut answer with a wrong row", spec.Operation{Op: spec.OpQuery, Limit: 1}, rows(a), rows(row("c")), oracle.CompareOptions{Full: []spec.Row{a, b}}, oracle.DiffExtra},
		{"a cut answer with a row twice", spec.Operation{Op: spec.OpQuery, Limit: 2}, rows(a, b), rows(a, a), oracle.CompareOptions{Full: []spec.Row{a, b}}, oracle.DiffExtra},
		{"a cut answer too short", spec.Operation{Op: spec.OpQuery, Limit: 1}, rows(a), rows(), oracle.CompareOptions{Full: []spec.Row{a, b}}, oracle.DiffMissing},
		{"f32 after rounding", spec.Operation{Op: spec.OpGet}, spec.Outcome{Kind: spec.OutValue, Value: float(spec.F32, float64(float32(0.1)))}, spec.Outcome{Kind: spec.OutValue, Value: float(spec.F64, 0.1)}, oracle.CompareOptions{}, ""},
		{"f64 without rounding", spec.Operation{Op: spec.OpGet}, spec.Outcome{Kind: spec.OutValue, Value: float(spec.F64, float64(float32(0.1)))}, spec.Outcome{Kind: spec.OutValue, Value: float(spec.F64, 0.1)}, oracle.CompareOptions{}, oracle.DiffValue},
		{"no value", spec.Operation{Op: spec.OpGet}, spec.Outcome{Kind: spec.OutValue}, spec.Outcome{Kind: spec.OutValue, Value: float(spec.F64, 0)}, oracle.CompareOptions{}, oracle.DiffValue},
		{"plans are not compared", spec.Operation{Op: spec.OpPlan}, spec.Outcome{Kind: spec.OutText}, spec.Outcome{Kind: spec.OutText, Text: new(string)}, oracle.CompareOptions{}, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d := oracle.Compare(&c.op, &c.want, &c.got, c.opts)
			if c.kind == "" {
				require.Nil(t, d)
				return
			}
			require.NotNil(t, d)
			require.Equal(t, c.kind, d.Kind, d.String())
			require.NotEmpty(t, d.Lines)
		})
	}
}

func TestCompareValuesAreUntypedAfterJSON(t *testing.T) {
	want := spec.Value{
		{Name: "n", Scalar: spec.Scalar{Type: spec.I32, Int: 3}},
		{Name: "f", Scalar: spec.Scalar{Type: spec.F32, Num: 2}},
		{Name: "e", Scalar: spec.Scalar{Type: spec.Entity, Text: "a"}},
	}
	op := spec.Operation{Op: spec.OpGet}
	got := spec.Outcome{Kind: spec.OutValue, Value: want.Raw().Untyped()}
	require.Nil(t, oracle.Compare(&op, &spec.Outcome{Kind: spec.OutValue, Value: want}, &got, oracle.CompareOptions{}))
	got.Value = spec.RawValue{"n": int64(4), "f": 2.0, "e": "a"}.Untyped()
	require.NotNil(t, oracle.Compare(&op, &spec.Outcome{Kind: spec.OutValue, Value: want}, &got, oracle.CompareOptions{}))
}

func TestCompareEvents(t *testing.T) {
	event := func(observer string, kind spec.EventKind, e spec.Handle) spec.Event {
		return spec.Event{Observer: observer, Event: kind, Entity: e, ID: spec.Single("P")}
	}
	op := spec.Operation{Op: spec.OpEvents}
	differ := func(want, got []spec.Event) *oracle.Difference {
		return oracle.Compare(&op, &spec.Outcome{Kind: spec.OutEvents, Events: want}, &spec.Outcome{Kind: spec.OutEvents, Events: got}, oracle.CompareOptions{})
	}
	one, two, other := event("o", spec.OnRemove, "a"), event("o", spec.OnAdd, "a"), event("o", spec.OnAdd, "b")
	require.Nil(t, differ([]spec.Event{one, two, other}, []spec.Event{other, one, two}), "the order counts within one observer and entity only")
	require.NotNil(t, differ([]spec.Event{one, two}, []spec.Event{two, one}))
	require.NotNil(t, differ([]spec.Event{one, two}, []spec.Event{one}))
}

func TestCompareDumpsShowsTheEntitiesThatDiffer(t *testing.T) {
	p := spec.DumpID{ID: spec.Single("P"), Value: float(spec.F32, 1)}
	want := &spec.Dump{Entities: []spec.DumpEntity{{Handle: "a", Name: "A", IDs: []spec.DumpID{p}}, {Handle: "b"}}}
	got := &spec.Dump{Scope: "a", Entities: []spec.DumpEntity{{Handle: "a", Name: "A"}, {Handle: "c"}}}
	d := oracle.CompareDumps(spec.OpAdd, want, got)
	require.Equal(t, `- a  name="A":  P {x=1}
+ a  name="A":  nothing
- b:  nothing
+ c:  nothing
- scope none
+ scope a`, d.String())
	require.Nil(t, oracle.CompareDumps(spec.OpAdd, want, want))
}

func TestCompareDumpsTakesIDsAsSets(t *testing.T) {
	p, q := spec.DumpID{ID: spec.Single("P"), Value: float(spec.F32, 1)}, spec.DumpID{ID: spec.Pair("R", "a")}
	world := func(overrides []spec.ID, ids ...spec.DumpID) *spec.Dump {
		return &spec.Dump{Entities: []spec.DumpEntity{{Handle: "a", IDs: ids, Overrides: overrides}}}
	}
	both := []spec.ID{spec.Single("P"), spec.Single("Q")}
	require.Nil(t, oracle.CompareDumps(spec.OpAdd, world(both, p, q), world([]spec.ID{spec.Single("Q"), spec.Single("P")}, q, p)))
	require.NotNil(t, oracle.CompareDumps(spec.OpAdd, world(nil, p, q), world(nil, p, p)), "none twice")
	require.NotNil(t, oracle.CompareDumps(spec.OpAdd, world(both, p), world(both[:1], p)), "overrides count")
	other := spec.DumpID{ID: spec.Single("P"), Value: float(spec.F32, 2)}
	require.NotNil(t, oracle.CompareDumps(spec.OpAdd, world(nil, p, q), world(nil, q, other)), "values too")
}

func TestCompareLargeSets(t *testing.T) {
	var want, got []spec.Handle
	for i := range 50 {
		want = append(want, spec.Handle(rune('A'+i)))
		got = append(got, spec.Handle(rune('A'+49-i)))
	}
	op := spec.Operation{Op: spec.OpChildren}
	require.Nil(t, oracle.Compare(&op, &spec.Outcome{Entities: want}, &spec.Outcome{Entities: got}, oracle.CompareOptions{}))
	got[7] = got[8]
	d := oracle.Compare(&op, &spec.Outcome{Entities: want}, &spec.Outcome{Entities: got}, oracle.CompareOptions{})
	require.Equal(t, "+ j\n- k", d.String())
}

// Rows that any order and any alternative allow are paired, however many stand for each other.
func TestComparePairsRowsThatShareAlternatives(t *testing.T) {
	choice := func(of ...spec.Handle) spec.Row {
		f := spec.Field{Set: true, ID: spec.Single("P"), Src: of[0]}
		for _, src := range of[1:] {
			f.Or = append(f.Or, spec.FieldChoice{ID: spec.Single("P"), Src: src})
		}
		return row("a", f)
	}
	op := spec.Operation{Op: spec.OpQuery}
	want := rows(choice("x", "y", "z"), choice("x", "y"), choice("x"))
	for _, order := range [][]spec.Handle{{"x", "y", "z"}, {"z", "y", "x"}, {"y", "x", "z"}} {
		got := rows(choice(order[0]), choice(order[1]), choice(order[2]))
		require.Nil(t, oracle.Compare(&op, &want, &got, oracle.CompareOptions{}), order)
	}
	got := rows(choice("x"), choice("z"), choice("z"))
	require.Equal(t, oracle.DiffRows, oracle.Compare(&op, &want, &got, oracle.CompareOptions{}).Kind)
}
