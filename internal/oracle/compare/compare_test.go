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
	of := func(kind spec.OpKind) spec.Operation { return spec.Operation{Op: kind} }
	add, has, get, target, count := of(spec.OpAdd), of(spec.OpHas), of(spec.OpGet), of(spec.OpTarget), of(spec.OpCount)
	children, walk, ids, query := of(spec.OpChildren), of(spec.OpWalkUp), of(spec.OpIDs), of(spec.OpQuery)
	plan, exact := of(spec.OpPlan), compare.Options{}
	row, rows, set, fail := build.Row, build.Rows, build.Set, build.Fail
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
		kind      compare.DiffKind // "" if they are equal
	}{
		{"success without answer", add, spec.OK(), spec.OK(), exact, ""},
		{"refusals with one code", add, fail(spec.CodeCycle), fail(spec.CodeCycle), exact, ""},
		{"refusals with different codes", add, fail(spec.CodeCycle), fail(spec.CodeFinal), exact, compare.DiffError},
		{"any refusal of a foreign engine", add, fail(spec.CodeCycle), fail(spec.CodeFinal), foreign, ""},
		{"one refuses", add, spec.OK(), fail(spec.CodeFinal), foreign, compare.DiffError},
		{"crash", add, fail(spec.CodeFinal), fail(spec.CodeCrash), foreign, compare.DiffBroken},
		{"truth", has, spec.BoolOutcome(true), spec.BoolOutcome(false), exact, compare.DiffValue},
		{"number", count, spec.Outcome{Number: 1}, spec.Outcome{Number: 2}, exact, compare.DiffValue},
		{"target", target, spec.EntityOutcome("a"), spec.EntityOutcome("b"), exact, compare.DiffValue},
		{
			"another target of a foreign engine", target,
			spec.EntityOutcome("a"), spec.EntityOutcome("b"),
			compare.Options{First: &compare.FirstTargets{Targets: []spec.Handle{"a", "b"}}},
			"",
		},
		{
			"no target", target,
			spec.EntityOutcome(""), spec.EntityOutcome("b"),
			compare.Options{First: &compare.FirstTargets{Targets: []spec.Handle{"b"}}},
			compare.DiffValue,
		},
		{
			"a set in another order", children,
			spec.Outcome{Entities: []spec.Handle{"a", "b"}},
			spec.Outcome{Entities: []spec.Handle{"b", "a"}},
			exact, "",
		},
		{
			"an element twice", children,
			spec.Outcome{Entities: []spec.Handle{"a", "b"}},
			spec.Outcome{Entities: []spec.Handle{"a", "a"}},
			exact, compare.DiffSet,
		},
		{
			"another element twice", children,
			spec.Outcome{Entities: []spec.Handle{"a", "a", "b"}},
			spec.Outcome{Entities: []spec.Handle{"a", "b", "b"}},
			exact, compare.DiffSet,
		},
		{
			"a path in another order", walk,
			spec.Outcome{Kind: spec.OutPath, Entities: []spec.Handle{"a", "b"}},
			spec.Outcome{Kind: spec.OutPath, Entities: []spec.Handle{"b", "a"}},
			exact, compare.DiffValue,
		},
		{
			"ids in another order", ids,
			spec.Outcome{IDs: []spec.ID{spec.Single("P"), spec.Pair("R", "a")}},
			spec.Outcome{IDs: []spec.ID{spec.Pair("R", "a"), spec.Single("P")}},
			exact, "",
		},
		{"rows in another order", query, rows(a, b), rows(b, a), exact, ""},
		{"a row missing", query, rows(a, b), rows(b), exact, compare.DiffMissing},
		{"a row extra", query, rows(a), rows(b, a), exact, compare.DiffExtra},
		{"a row twice", query, rows(a), rows(a, a), exact, compare.DiffExtra},
		{"another row", query, rows(a), rows(b), exact, compare.DiffRows},
		{"another id", query, rows(a), rows(row("a", set("Q"))), exact, compare.DiffRows},
		{"another source", query, rows(a), rows(row("a", from("base", set("P")))), exact, compare.DiffRows},
		{"an allowed alternative", query, rows(or), rows(row("a", from("base", set("P")))), exact, ""},
		{"no alternative", query, rows(or), rows(row("a", from("other", set("P")))), exact, compare.DiffRows},
		{
			"alternatives that several rows share", query,
			rows(or, row("a", from("base", set("P")))), rows(row("a", from("base", set("P"))), a), exact, "",
		},
		{
			"an unset field compares nothing else", query,
			rows(row("a", spec.Field{ID: spec.Single("P")})),
			rows(row("a", spec.Field{ID: spec.Single("Q")})), exact, "",
		},
		{"a field not set", query, rows(a), rows(row("a", spec.Field{})), exact, compare.DiffRows},
		{"a field too many", query, rows(a), rows(row("a", set("P"), set("P"))), exact, compare.DiffRows},
		{"a reported wildcard", query, rows(row("a", set("R", "*"))), rows(row("a", set("R", "b"))), foreign, ""},
		{
			"a reported wildcard, strictly", query,
			rows(row("a", set("R", "*"))), rows(row("a", set("R", "b"))), exact, compare.DiffRows,
		},
		{
			"an unset variable and a missing one", query,
			rows(spec.Row{Vars: map[string]spec.Handle{"x": ""}}), rows(spec.Row{}), exact, "",
		},
		{
			"an extra variable", query,
			rows(spec.Row{}), rows(spec.Row{Vars: map[string]spec.Handle{"x": "a"}}), foreign, compare.DiffRows,
		},
		{
			"an extra variable that is unset", query,
			rows(spec.Row{}), rows(spec.Row{Vars: map[string]spec.Handle{"x": ""}}), exact, compare.DiffRows,
		},
		{
			"an extra variable that is unset, of a foreign engine", query,
			rows(spec.Row{}), rows(spec.Row{Vars: map[string]spec.Handle{"x": ""}}),
			compare.Options{ExtraUnset: true},
			"",
		},
		{
			"another variable", query,
			rows(spec.Row{Vars: map[string]spec.Handle{"x": "a"}}),
			rows(spec.Row{Vars: map[string]spec.Handle{"x": "b"}}), exact, compare.DiffRows,
		},
		{"another group", query, rows(group(&this)), rows(group(&other)), exact, compare.DiffRows},
		{
			"blocks in order", query,
			rows(block(0, a), block(0, b), block(1, row("c"))), rows(b, a, row("c")), exact, "",
		},
		{
			"blocks mixed", query,
			rows(block(0, a), block(0, b), block(1, row("c"))), rows(b, row("c"), a), exact, compare.DiffOrder,
		},
		{
			"batches under other numbers",
			spec.Operation{Op: spec.OpQuery, Batches: true},
			rows(batch(0, a), batch(1, b)), rows(batch(7, b), batch(3, a)), exact, "",
		},
		{
			"batches joined",
			spec.Operation{Op: spec.OpQuery, Batches: true},
			rows(batch(0, a), batch(1, b)), rows(batch(0, a), batch(0, b)), exact, compare.DiffBatches,
		},
		{
			"a part of the full answer",
			spec.Operation{Op: spec.OpQuery, Limit: 1},
			rows(a), rows(b),
			compare.Options{Full: []spec.Row{a, b}},
			"",
		},
		{
			"a limited answer with a wrong row",
			spec.Operation{Op: spec.OpQuery, Limit: 1},
			rows(a), rows(row("c")),
			compare.Options{Full: []spec.Row{a, b}},
			compare.DiffExtra,
		},
		{
			"a limited answer that repeats a row",
			spec.Operation{Op: spec.OpQuery, Limit: 2},
			rows(a, b), rows(a, a),
			compare.Options{Full: []spec.Row{a, b}},
			compare.DiffExtra,
		},
		{
			"a limited answer that is too short",
			spec.Operation{Op: spec.OpQuery, Limit: 1},
			rows(a), rows(),
			compare.Options{Full: []spec.Row{a, b}},
			compare.DiffMissing,
		},
		{
			"f32 after rounding", get,
			spec.Outcome{Kind: spec.OutValue, Value: build.Float(spec.F32, float64(float32(0.1)))},
			spec.Outcome{Kind: spec.OutValue, Value: build.Float(spec.F64, 0.1)},
			exact, "",
		},
		{
			"f64 without rounding", get,
			spec.Outcome{Kind: spec.OutValue, Value: build.Float(spec.F64, float64(float32(0.1)))},
			spec.Outcome{Kind: spec.OutValue, Value: build.Float(spec.F64, 0.1)},
			exact, compare.DiffValue,
		},
		{
			"no value", get,
			spec.Outcome{Kind: spec.OutValue},
			spec.Outcome{Kind: spec.OutValue, Value: build.Float(spec.F64, 0)},
			exact, compare.DiffValue,
		},
		{
			"plans are not compared", plan,
			spec.Outcome{Kind: spec.OutText},
			spec.Outcome{Kind: spec.OutText, Text: new(string)},
			exact, "",
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

	// If the deletion of an entity deletes another one, the event of the other entity comes first.
	// This also holds if the same entities are deleted again. The reference says which entity
	// caused the deletion of which.
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

// Rows are matched even if any order is allowed and each row has several alternatives.
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

// Two solutions that differ in an anonymous variable have one row if they report the same source.
func TestSolutionsMayShareARow(t *testing.T) {
	row := func(several int, sources ...spec.Handle) spec.Row {
		f := spec.Field{Set: true, ID: spec.Single("P"), Src: sources[0]}
		for _, src := range sources[1:] {
			f.Or = append(f.Or, spec.FieldChoice{ID: f.ID, Src: src})
		}
		return spec.Row{Fields: []spec.Field{f}, Several: several}
	}
	one, two := build.Rows(row(2, "a", "b")), build.Rows(row(1, "a"), row(1, "b", "a"))
	single := build.Rows(row(1, "a", "b"))
	for _, c := range []struct {
		want spec.Outcome
		got  []spec.Handle
		same bool
	}{
		{one, []spec.Handle{"a"}, true},
		{one, []spec.Handle{"a", "b"}, true},
		{one, []spec.Handle{"a", "a"}, false},
		{one, []spec.Handle{"a", "c"}, false},
		{one, nil, false},
		{two, []spec.Handle{"b", "a"}, true},
		{two, []spec.Handle{"a"}, true},
		{two, []spec.Handle{"b"}, false},
		{one, []spec.Handle{"a", "b", "a"}, false},
		{single, []spec.Handle{"b"}, true},
		{single, []spec.Handle{"a", "b"}, false},
	} {
		var got spec.Outcome
		for _, src := range c.got {
			got.Rows = append(got.Rows, row(0, src))
		}
		d := compare.Outcomes(&spec.Operation{Op: spec.OpQuery}, &c.want, &got, compare.Options{})
		require.Equal(t, c.same, d == nil, c)
	}
}

// An implementation may omit the source or the id of a field. The rest is compared.
func TestAFieldMayOmitUnknownParts(t *testing.T) {
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
