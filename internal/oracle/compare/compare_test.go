package compare_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/compare"
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
	a, b := build.Row("a", build.Set("P")), build.Row("b", build.Set("P"))
	or := build.Row("a", spec.Field{
		Set: true, ID: spec.Single("P"),
		Or: []spec.FieldChoice{{ID: spec.Single("P"), Src: "base"}},
	})
	foreign := compare.Options{AnyError: true, AnyWildcard: true}
	this, other := spec.Handle("g"), spec.Handle("h")
	group := func(g *spec.Handle) spec.Row { r := a; r.Group = g; return r }
	cases := []struct {
		name      string
		op        spec.Operation
		want, got spec.Outcome
		opts      compare.Options
		kind      compare.DiffKind // "" where they are equal
	}{
		{"success without answer", spec.Operation{Op: spec.OpAdd}, spec.OK(), spec.OK(), compare.Options{}, ""},
		{
			"refusals with one code",
			spec.Operation{Op: spec.OpAdd},
			build.Fail(spec.CodeCycle),
			build.Fail(spec.CodeCycle),
			compare.Options{},
			"",
		},
		{
			"refusals with different codes",
			spec.Operation{Op: spec.OpAdd},
			build.Fail(spec.CodeCycle),
			build.Fail(spec.CodeFinal),
			compare.Options{},
			compare.DiffError,
		},
		{
			"any refusal of a foreign engine",
			spec.Operation{Op: spec.OpAdd},
			build.Fail(spec.CodeCycle),
			build.Fail(spec.CodeFinal), foreign, "",
		},
		{
			"one refuses",
			spec.Operation{Op: spec.OpAdd},
			spec.OK(), build.Fail(spec.CodeFinal), foreign,
			compare.DiffError,
		},
		{
			"crash",
			spec.Operation{Op: spec.OpAdd},
			build.Fail(spec.CodeFinal), build.Fail(spec.CodeCrash), foreign,
			compare.DiffBroken,
		},
		{
			"truth",
			spec.Operation{Op: spec.OpHas},
			spec.BoolOutcome(true), spec.BoolOutcome(false),
			compare.Options{},
			compare.DiffValue,
		},
		{
			"number",
			spec.Operation{Op: spec.OpCount},
			spec.Outcome{Number: 1},
			spec.Outcome{Number: 2},
			compare.Options{},
			compare.DiffValue,
		},
		{
			"target",
			spec.Operation{Op: spec.OpTarget},
			spec.EntityOutcome("a"), spec.EntityOutcome("b"),
			compare.Options{},
			compare.DiffValue,
		},
		{
			"another target of a foreign engine",
			spec.Operation{Op: spec.OpTarget},
			spec.EntityOutcome("a"),
			spec.EntityOutcome("b"),
			compare.Options{First: &compare.FirstTargets{Targets: []spec.Handle{"a", "b"}}},
			"",
		},
		{
			"no target",
			spec.Operation{Op: spec.OpTarget},
			spec.EntityOutcome(""), spec.EntityOutcome("b"),
			compare.Options{First: &compare.FirstTargets{Targets: []spec.Handle{"b"}}},
			compare.DiffValue,
		},
		{
			"a set in another order",
			spec.Operation{Op: spec.OpChildren},
			spec.Outcome{Entities: []spec.Handle{"a", "b"}},
			spec.Outcome{Entities: []spec.Handle{"b", "a"}},
			compare.Options{},
			"",
		},
		{
			"an element twice",
			spec.Operation{Op: spec.OpChildren},
			spec.Outcome{Entities: []spec.Handle{"a", "b"}},
			spec.Outcome{Entities: []spec.Handle{"a", "a"}},
			compare.Options{},
			compare.DiffSet,
		},
		{
			"another element twice",
			spec.Operation{Op: spec.OpChildren},
			spec.Outcome{Entities: []spec.Handle{"a", "a", "b"}},
			spec.Outcome{Entities: []spec.Handle{"a", "b", "b"}},
			compare.Options{},
			compare.DiffSet,
		},
		{
			"a path in another order",
			spec.Operation{Op: spec.OpWalkUp},
			spec.Outcome{Kind: spec.OutPath, Entities: []spec.Handle{"a", "b"}},
			spec.Outcome{Kind: spec.OutPath, Entities: []spec.Handle{"b", "a"}},
			compare.Options{},
			compare.DiffValue,
		},
		{
			"ids in another order",
			spec.Operation{Op: spec.OpIDs},
			spec.Outcome{IDs: []spec.ID{spec.Single("P"), spec.Pair("R", "a")}},
			spec.Outcome{IDs: []spec.ID{spec.Pair("R", "a"), spec.Single("P")}},
			compare.Options{},
			"",
		},
		{
			"rows in another order",
			spec.Operation{Op: spec.OpQuery},
			build.Rows(a, b), build.Rows(b, a),
			compare.Options{},
			"",
		},
		{
			"a row missing",
			spec.Operation{Op: spec.OpQuery},
			build.Rows(a, b), build.Rows(b),
			compare.Options{},
			compare.DiffMissing,
		},
		{
			"a row extra",
			spec.Operation{Op: spec.OpQuery},
			build.Rows(a), build.Rows(b, a),
			compare.Options{},
			compare.DiffExtra,
		},
		{
			"a row twice",
			spec.Operation{Op: spec.OpQuery},
			build.Rows(a), build.Rows(a, a),
			compare.Options{},
			compare.DiffExtra,
		},
		{
			"another row",
			spec.Operation{Op: spec.OpQuery},
			build.Rows(a), build.Rows(b),
			compare.Options{},
			compare.DiffRows,
		},
		{
			"another id",
			spec.Operation{Op: spec.OpQuery},
			build.Rows(a), build.Rows(build.Row("a", build.Set("Q"))),
			compare.Options{},
			compare.DiffRows,
		},
		{
			"another source",
			spec.Operation{Op: spec.OpQuery},
			build.Rows(a),
			build.Rows(build.Row("a", from("base", build.Set("P")))),
			compare.Options{},
			compare.DiffRows,
		},
		{
			"an allowed alternative",
			spec.Operation{Op: spec.OpQuery},
			build.Rows(or),
			build.Rows(build.Row("a", from("base", build.Set("P")))),
			compare.Options{},
			"",
		},
		{
			"no alternative",
			spec.Operation{Op: spec.OpQuery},
			build.Rows(or),
			build.Rows(build.Row("a", from("other", build.Set("P")))),
			compare.Options{},
			compare.DiffRows,
		},
		{
			"alternatives that must be shared out",
			spec.Operation{Op: spec.OpQuery},
			build.Rows(or, build.Row("a", from("base", build.Set("P")))),
			build.Rows(build.Row("a", from("base", build.Set("P"))), a),
			compare.Options{},
			"",
		},
		{
			"an unset field compares nothing else",
			spec.Operation{Op: spec.OpQuery},
			build.Rows(build.Row("a", spec.Field{ID: spec.Single("P")})),
			build.Rows(build.Row("a", spec.Field{ID: spec.Single("Q")})),
			compare.Options{},
			"",
		},
		{
			"a field not set",
			spec.Operation{Op: spec.OpQuery},
			build.Rows(a), build.Rows(build.Row("a", spec.Field{})),
			compare.Options{},
			compare.DiffRows,
		},
		{
			"a field too many",
			spec.Operation{Op: spec.OpQuery},
			build.Rows(a),
			build.Rows(build.Row("a", build.Set("P"), build.Set("P"))),
			compare.Options{},
			compare.DiffRows,
		},
		{
			"a reported wildcard",
			spec.Operation{Op: spec.OpQuery},
			build.Rows(build.Row("a", build.Set("R", "*"))),
			build.Rows(build.Row("a", build.Set("R", "b"))), foreign, "",
		},
		{
			"a reported wildcard, strictly",
			spec.Operation{Op: spec.OpQuery},
			build.Rows(build.Row("a", build.Set("R", "*"))), build.Rows(build.Row("a", build.Set("R", "b"))),
			compare.Options{},
			compare.DiffRows,
		},
		{
			"an unset variable and a missing one",
			spec.Operation{Op: spec.OpQuery},
			build.Rows(spec.Row{Vars: map[string]spec.Handle{"x": ""}}), build.Rows(spec.Row{}),
			compare.Options{},
			"",
		},
		{
			"an extra variable",
			spec.Operation{Op: spec.OpQuery},
			build.Rows(spec.Row{}),
			build.Rows(spec.Row{Vars: map[string]spec.Handle{"x": "a"}}), foreign, compare.DiffRows,
		},
		{
			"an extra variable that is unset",
			spec.Operation{Op: spec.OpQuery},
			build.Rows(spec.Row{}),
			build.Rows(spec.Row{Vars: map[string]spec.Handle{"x": ""}}),
			compare.Options{},
			compare.DiffRows,
		},
		{
			"an extra variable that is unset, of a foreign engine",
			spec.Operation{Op: spec.OpQuery},
			build.Rows(spec.Row{}), build.Rows(spec.Row{Vars: map[string]spec.Handle{"x": ""}}),
			compare.Options{ExtraUnset: true},
			"",
		},
		{
			"another variable",
			spec.Operation{Op: spec.OpQuery},
			build.Rows(spec.Row{Vars: map[string]spec.Handle{"x": "a"}}),
			build.Rows(spec.Row{Vars: map[string]spec.Handle{"x": "b"}}),
			compare.Options{},
			compare.DiffRows,
		},
		{
			"another group",
			spec.Operation{Op: spec.OpQuery},
			build.Rows(group(&this)), build.Rows(group(&other)),
			compare.Options{},
			compare.DiffRows,
		},
		{
			"blocks in order",
			spec.Operation{Op: spec.OpQuery},
			build.Rows(block(0, a), block(0, b), block(1, build.Row("c"))), build.Rows(b, a, build.Row("c")),
			compare.Options{},
			"",
		},
		{
			"blocks mixed",
			spec.Operation{Op: spec.OpQuery},
			build.Rows(block(0, a), block(0, b), block(1, build.Row("c"))), build.Rows(b, build.Row("c"), a),
			compare.Options{},
			compare.DiffOrder,
		},
		{
			"batches under other numbers",
			spec.Operation{Op: spec.OpQuery, Batches: true},
			build.Rows(batch(0, a), batch(1, b)), build.Rows(batch(7, b), batch(3, a)),
			compare.Options{},
			"",
		},
		{
			"batches joined",
			spec.Operation{Op: spec.OpQuery, Batches: true},
			build.Rows(batch(0, a), batch(1, b)),
			build.Rows(batch(0, a), batch(0, b)),
			compare.Options{},
			compare.DiffBatches,
		},
		{
			"a part of the full answer",
			spec.Operation{Op: spec.OpQuery, Limit: 1},
			build.Rows(a), build.Rows(b),
			compare.Options{Full: []spec.Row{a, b}},
			"",
		},
		{
			"a cut answer with a wrong row",
			spec.Operation{Op: spec.OpQuery, Limit: 1},
			build.Rows(a),
			build.Rows(build.Row("c")),
			compare.Options{Full: []spec.Row{a, b}},
			compare.DiffExtra,
		},
		{
			"a cut answer with a row twice",
			spec.Operation{Op: spec.OpQuery, Limit: 2},
			build.Rows(a, b),
			build.Rows(a, a),
			compare.Options{Full: []spec.Row{a, b}},
			compare.DiffExtra,
		},
		{
			"a cut answer too short",
			spec.Operation{Op: spec.OpQuery, Limit: 1},
			build.Rows(a), build.Rows(),
			compare.Options{Full: []spec.Row{a, b}},
			compare.DiffMissing,
		},
		{
			"f32 after rounding",
			spec.Operation{Op: spec.OpGet},
			spec.Outcome{Kind: spec.OutValue, Value: build.Float(spec.F32, float64(float32(0.1)))},
			spec.Outcome{Kind: spec.OutValue, Value: build.Float(spec.F64, 0.1)},
			compare.Options{},
			"",
		},
		{
			"f64 without rounding",
			spec.Operation{Op: spec.OpGet},
			spec.Outcome{Kind: spec.OutValue, Value: build.Float(spec.F64, float64(float32(0.1)))},
			spec.Outcome{Kind: spec.OutValue, Value: build.Float(spec.F64, 0.1)},
			compare.Options{},
			compare.DiffValue,
		},
		{
			"no value",
			spec.Operation{Op: spec.OpGet},
			spec.Outcome{Kind: spec.OutValue},
			spec.Outcome{Kind: spec.OutValue, Value: build.Float(spec.F64, 0)},
			compare.Options{},
			compare.DiffValue,
		},
		{
			"plans are not compared",
			spec.Operation{Op: spec.OpPlan},
			spec.Outcome{Kind: spec.OutText},
			spec.Outcome{Kind: spec.OutText, Text: new(string)},
			compare.Options{},
			"",
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d := compare.Outcomes(&c.op, &c.want, &c.got, c.opts)
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
	require.Nil(t, compare.Outcomes(&op, &spec.Outcome{Kind: spec.OutValue, Value: want}, &got, compare.Options{}))
	got.Value = spec.RawValue{"n": int64(4), "f": 2.0, "e": "a"}.Untyped()
	require.NotNil(t, compare.Outcomes(&op, &spec.Outcome{Kind: spec.OutValue, Value: want}, &got, compare.Options{}))
}

func TestCompareEvents(t *testing.T) {
	event := func(observer string, kind spec.EventKind, e spec.Handle) spec.Event {
		return spec.Event{Observer: observer, Event: kind, Entity: e, ID: spec.Single("P")}
	}
	op := spec.Operation{Op: spec.OpEvents}
	differ := func(want, got []spec.Event) *compare.Difference {
		return compare.Outcomes(&op, &spec.Outcome{Kind: spec.OutEvents, Events: want},
			&spec.Outcome{Kind: spec.OutEvents, Events: got}, compare.Options{})
	}
	one, two, other := event("o", spec.OnRemove, "a"), event("o", spec.OnAdd, "a"), event("o", spec.OnAdd, "b")
	require.Nil(t, differ([]spec.Event{one, two, other}, []spec.Event{other, one, two}),
		"the order counts within one observer and entity only")
	require.NotNil(t, differ([]spec.Event{one, two}, []spec.Event{two, one}))
	require.NotNil(t, differ([]spec.Event{one, two}, []spec.Event{one}))

	// What a cascade takes is told before its taker, at each of their deaths. The reference alone says who dies why.
	taken, taker := event("o", spec.OnRemove, "c"), event("o", spec.OnRemove, "b")
	dying, dyingTaker := taken, taker
	dying.Dies, dying.Cause, dyingTaker.Dies = true, "b", true
	once, twice := []spec.Event{dying, dyingTaker}, []spec.Event{dying, dyingTaker, dying, dyingTaker}
	require.Nil(t, differ(once, []spec.Event{taken, taker}))
	require.NotNil(t, differ(once, []spec.Event{taker, taken}))
	require.Nil(t, differ(twice, []spec.Event{taken, taker, taken, taker}))
	require.NotNil(t, differ(twice, []spec.Event{taken, taker, taker, taken}))
	require.NotNil(t, differ(twice, []spec.Event{taker, taken, taken, taker}))
}

func TestCompareDumpsShowsTheEntitiesThatDiffer(t *testing.T) {
	p := spec.DumpID{ID: spec.Single("P"), Value: build.Float(spec.F32, 1)}
	want := &spec.Dump{Entities: []spec.DumpEntity{{Handle: "a", Name: "A", IDs: []spec.DumpID{p}}, {Handle: "b"}}}
	got := &spec.Dump{Scope: "a", Entities: []spec.DumpEntity{{Handle: "a", Name: "A"}, {Handle: "c"}}}
	d := compare.Dumps(spec.OpAdd, want, got)
	require.Equal(t, `- a  name="A":  P {x=1}
+ a  name="A":  nothing
- b:  nothing
+ c:  nothing
- scope none
+ scope a`, d.String())
	require.Nil(t, compare.Dumps(spec.OpAdd, want, want))
}

func TestCompareDumpsTakesIDsAsSets(t *testing.T) {
	p, q := spec.DumpID{ID: spec.Single("P"), Value: build.Float(spec.F32, 1)}, spec.DumpID{ID: spec.Pair("R", "a")}
	world := func(overrides []spec.ID, ids ...spec.DumpID) *spec.Dump {
		return &spec.Dump{Entities: []spec.DumpEntity{{Handle: "a", IDs: ids, Overrides: overrides}}}
	}
	both := []spec.ID{spec.Single("P"), spec.Single("Q")}
	require.Nil(t, compare.Dumps(spec.OpAdd, world(both, p, q),
		world([]spec.ID{spec.Single("Q"), spec.Single("P")}, q, p)))
	require.NotNil(t, compare.Dumps(spec.OpAdd, world(nil, p, q), world(nil, p, p)), "none twice")
	require.NotNil(t, compare.Dumps(spec.OpAdd, world(both, p), world(both[:1], p)), "overrides count")
	other := spec.DumpID{ID: spec.Single("P"), Value: build.Float(spec.F32, 2)}
	require.NotNil(t, compare.Dumps(spec.OpAdd, world(nil, p, q), world(nil, q, other)), "values too")
}

func TestCompareLargeSets(t *testing.T) {
	var want, got []spec.Handle
	for i := range 50 {
		want = append(want, spec.Handle(rune('A'+i)))
		got = append(got, spec.Handle(rune('A'+49-i)))
	}
	op := spec.Operation{Op: spec.OpChildren}
	require.Nil(t, compare.Outcomes(&op, &spec.Outcome{Entities: want}, &spec.Outcome{Entities: got},
		compare.Options{}))
	got[7] = got[8]
	d := compare.Outcomes(&op, &spec.Outcome{Entities: want}, &spec.Outcome{Entities: got}, compare.Options{})
	require.Equal(t, "+ j\n- k", d.String())
	twice, other := append(slices.Clone(want), want[0]), append(slices.Clone(want), want[1])
	require.NotNil(t, compare.Outcomes(&op, &spec.Outcome{Entities: twice}, &spec.Outcome{Entities: other},
		compare.Options{}))
}

// Rows that any order and any alternative allow are paired, however many stand for each other.
func TestComparePairsRowsThatShareAlternatives(t *testing.T) {
	choice := func(of ...spec.Handle) spec.Row {
		f := spec.Field{Set: true, ID: spec.Single("P"), Src: of[0]}
		for _, src := range of[1:] {
			f.Or = append(f.Or, spec.FieldChoice{ID: spec.Single("P"), Src: src})
		}
		return build.Row("a", f)
	}
	op := spec.Operation{Op: spec.OpQuery}
	want := build.Rows(choice("x", "y", "z"), choice("x", "y"), choice("x"))
	for _, order := range [][]spec.Handle{{"x", "y", "z"}, {"z", "y", "x"}, {"y", "x", "z"}} {
		got := build.Rows(choice(order[0]), choice(order[1]), choice(order[2]))
		require.Nil(t, compare.Outcomes(&op, &want, &got, compare.Options{}), order)
	}
	got := build.Rows(choice("x"), choice("z"), choice("z"))
	require.Equal(t, compare.DiffRows, compare.Outcomes(&op, &want, &got, compare.Options{}).Kind)
}

// An implementation may leave out the source of a field, or its id: the rest is compared.
func TestAFieldMayLeaveOutWhatItCannotSay(t *testing.T) {
	row := func(field string) []spec.Row {
		var r spec.Row
		require.NoError(t, json.Unmarshal([]byte(`{"entities":["a"],"fields":[`+field+`],"vars":{}}`), &r))
		return []spec.Row{r}
	}
	want := append(row(`{"id":"P","src":"b","set":true}`), row(`{"id":"Q","src":null,"set":true}`)...)
	for _, tt := range []struct {
		first, second string
		same          bool
	}{
		{`{"id":"Q","set":true}`, `{"id":"P","set":true}`, true},
		{`{"set":true}`, `{"set":true}`, true},
		{`{"src":"b","set":true}`, `{"src":null,"set":true}`, true},
		{`{"src":"c","set":true}`, `{"set":true}`, false},
		{`{"id":"R","set":true}`, `{"set":true}`, false},
		{`{"set":false}`, `{"set":true}`, false},
		{`{"id":"P","src":null,"set":true}`, `{"id":"Q","src":null,"set":true}`, false},
	} {
		got := append(row(tt.first), row(tt.second)...)
		require.Equal(t, tt.same, compare.MatchRows(want, got, compare.Options{}).Complete(), "%s %s", tt.first, tt.second)
		text, err := json.Marshal(got[0].Fields[0])
		require.NoError(t, err)
		require.JSONEq(t, tt.first, string(text))
	}
}
