package engine

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Options have their effect. The oracle checks that answers do not depend on them.
func TestOptionsChangeNoResults(t *testing.T) {
	known := func(e *Engine, h spec.Handle) Entity {
		entity, err := e.handles.known(h)
		require.Nil(t, err)
		return entity
	}
	for name, c := range map[string]struct {
		option Option
		is     func(e *Engine) bool
	}{
		"recycled": {RecycledIDs(5), func(e *Engine) bool {
			apply(t, e, `{"op":"entity","entity":"a"}`)
			return known(e, "a").Generation() > 0
		}},
		"never recycled": {NeverRecycle(), func(e *Engine) bool {
			apply(t, e, `{"op":"entity","entity":"a"} {"op":"delete","entity":"a"} {"op":"entity","entity":"b"}`)
			return known(e, "a").Index() != known(e, "b").Index()
		}},
		"not fragmenting": {NotFragmenting(), func(e *Engine) bool {
			apply(t, e, `{"op":"entity","entity":"R","ids":["Exclusive"]} {"op":"entity","entity":"x"} {"op":"entity","entity":"y"}
				{"op":"entity","entity":"a","ids":[["R","x"]]} {"op":"entity","entity":"b","ids":[["R","y"]]}`)
			return e.w.Table(known(e, "a").Index()) == e.w.Table(known(e, "b").Index())
		}},
		"small worlds are stored as large ones": {TradingTables(), func(e *Engine) bool {
			apply(t, e, `{"op":"entity","entity":"R"} {"op":"entity","entity":"x"} {"op":"entity","entity":"y"} {"op":"entity","entity":"a","ids":[["R","x"]]}`)
			before := e.w.Table(known(e, "a").Index())
			e.applied = 0 // long before the next Shrink
			require.Nil(t, apply(t, e, `{"op":"add","entity":"a","id":["R","y"]}`).Err)
			return e.w.Table(known(e, "a").Index()) == before
		}},
		"every fifth operation is followed by Shrink": {TradingTables(), func(e *Engine) bool {
			for range 2 {
				before := e.w.Store.Epoch()
				apply(t, e, `{"op":"count"} {"op":"count"} {"op":"count"} {"op":"count"}`)
				require.Equal(t, before, e.w.Store.Epoch())
				apply(t, e, `{"op":"count"}`)
				if e.w.Store.Epoch() == before {
					return false
				}
			}
			return true
		}},
		"every fourth change is followed by a save and a load": {SavedAndLoaded(), func(e *Engine) bool {
			for range 2 {
				before := e.w.Store
				apply(t, e, `{"op":"scope"} {"op":"scope"} {"op":"scope"}`)
				require.Same(t, before, e.w.Store)
				require.Nil(t, apply(t, e, `{"op":"add","entity":"IsA","id":"ChildOf"}`).Err)
				if before == e.w.Store {
					return false
				}
			}
			return true
		}},
		"cached": {CachedMatches(), func(e *Engine) bool {
			apply(t, e, `{"op":"entity","entity":"A"} {"op":"prepare","as":"q","terms":[{"first":"A"}]}`)
			return e.queries["q"].Cache != nil
		}},
	} {
		require.True(t, c.is(New(spec.Flecs3(), c.option)), name)
		require.False(t, c.is(New(spec.Flecs3())), "%s, without the option", name)
		again := New(spec.Flecs3(), c.option)
		require.Nil(t, again.Apply(spec.Operation{Op: spec.OpReset, Profile: "flecs-3"}).Err)
		again.applied = 0
		require.True(t, c.is(again), "%s, after a reset", name)
	}
}

// The limits of an operation do not apply between operations, even after one that exceeded the work
// limit.
func TestLimitsAreOfOperations(t *testing.T) {
	e := New(spec.Flecs3(), WithLimits(spec.Limits{Work: 1, Rows: 1}))
	for _, op := range []string{
		`{"op":"entity","entity":"A"}`, `{"op":"entity","entity":"a","ids":["A"]}`,
		`{"op":"entity","entity":"b","ids":["A"]}`,
		`{"op":"query","terms":[{"first":"A"}]}`, `{"op":"entity","entity":"A"}`,
	} {
		apply(t, e, op)
		require.False(t, e.w.Meter.On, op)
		require.Equal(t, math.MaxInt, e.w.Meter.Left, op)
	}
}

// No option allows more ids for an entity than for a table.
func TestNoLimitIsAboveThatOfTables(t *testing.T) {
	require.Equal(t, store.MaxIDs, New(spec.Flecs3(),
		WithLimits(spec.Limits{IDs: store.MaxIDs + 1})).w.Meter.Limits.IDs)
	require.Equal(t, 7, New(spec.Flecs3(), WithLimits(spec.Limits{IDs: 7})).w.Meter.Limits.IDs)
}

// The rows of all open iterators count together when another one begins (limits.elements).
func TestOpenIteratorsShareTheirLimit(t *testing.T) {
	world := `{"op":"entity","entity":"A"} {"op":"entity","entity":"a","ids":["A"]} {"op":"entity","entity":"b","ids":["A"]} {"op":"prepare","as":"q","terms":[{"first":"A"}]}`
	begin := func(elements int, names ...string) *spec.Error {
		e := New(spec.Flecs3(), WithLimits(spec.Limits{Elements: elements}))
		require.Nil(t, apply(t, e, world).Err)
		for _, name := range names[:len(names)-1] {
			require.Nil(t, apply(t, e, `{"op":"iter_begin","query":"q","as":"`+name+`"}`).Err)
		}
		return apply(t, e, `{"op":"iter_begin","query":"q","as":"`+names[len(names)-1]+`"}`).Err
	}
	alone := 1
	for begin(alone, "i") != nil {
		alone++
	}
	require.Greater(t, alone, 1)
	require.NotNil(t, begin(2*alone-1, "i", "j"))
	require.Nil(t, begin(2*alone, "i", "j"))
}

// A dump is ordered by handles, ids and marks, whatever the order of the operations.
func TestDumpsAreInOrder(t *testing.T) {
	e := New(spec.Flecs3())
	out := apply(t, e, `{"op":"entity","entity":"z"} {"op":"entity","entity":"C"} {"op":"entity","entity":"B"} {"op":"entity","entity":"A"}
		{"op":"override","entity":"z","id":"C"} {"op":"override","entity":"z","id":"A"} {"op":"override","entity":"z","id":"B"}
		{"op":"add","entity":"z","id":"C"} {"op":"add","entity":"z","id":"B"} {"op":"add","entity":"z","id":"A"} {"op":"dump"}`)
	require.Nil(t, out.Err)
	requireOrder(t, out.Dump)
	z := out.Dump.Entities[slices.IndexFunc(out.Dump.Entities, func(d spec.DumpEntity) bool { return d.Handle == "z" })]
	require.Equal(t, []spec.ID{spec.Single("A"), spec.Single("B"), spec.Single("C")}, z.Overrides)
	require.Len(t, z.IDs, 3)
}

func requireOrder(t require.TestingT, d *spec.Dump) {
	require.True(t, slices.IsSortedFunc(d.Entities,
		func(a, b spec.DumpEntity) int { return spec.Single(a.Handle).Compare(spec.Single(b.Handle)) }))
	for _, entity := range d.Entities {
		require.True(t, slices.IsSortedFunc(entity.IDs, func(a, b spec.DumpID) int { return a.ID.Compare(b.ID) }),
			"ids of %s", entity.Handle)
		require.True(t, slices.IsSortedFunc(entity.Overrides, spec.ID.Compare), "marks of %s", entity.Handle)
	}
}

// If the matched id belongs to another entity than the source of the term, the explanation names
// that entity.
func TestExplanationsNameTheSource(t *testing.T) {
	e := New(spec.Flecs3())
	apply(t, e, `{"op":"entity","entity":"P","name":"P"} {"op":"entity","entity":"R","name":"R"} {"op":"entity","entity":"base","name":"base","ids":["P"]}
		{"op":"entity","entity":"kind","name":"kind","ids":[["IsA","base"]]} {"op":"entity","entity":"child","name":"child","parent":"base"}
		{"op":"entity","entity":"e","name":"e","ids":[["R","kind"]]}`)
	for query, want := range map[string]string{
		"P(base)":        "base has P, which matches P(base)",
		"P(kind)":        "base has P, which matches P(kind)",
		"(R, $x), P($x)": "base has P, which matches P($x)",
	} {
		out := e.Apply(spec.Operation{Op: spec.OpExplain, Query: &spec.Query{Expr: query}})
		require.Nil(t, out.Err, query)
		require.Len(t, out.Explanation.Matches, 1, query)
		terms := out.Explanation.Matches[0].Terms
		require.Equal(t, want, terms[len(terms)-1].Claim, query)
	}
}

// The explanation for an entity without a row names the first failing term, or the tag that
// excludes the entity.
func TestExplanationsNameTheFirstMiss(t *testing.T) {
	e := New(spec.Flecs3())
	apply(t, e, `{"op":"entity","entity":"P","name":"P"} {"op":"entity","entity":"R","name":"R"} {"op":"entity","entity":"T","name":"T"} {"op":"entity","entity":"U","name":"U"}
		{"op":"entity","entity":"off","name":"off","ids":["P","Disabled"]} {"op":"entity","entity":"mould","name":"mould","ids":["P","Prefab"]}
		{"op":"entity","entity":"e","name":"e","ids":["P",["R","T"]]}`)
	for _, c := range []struct{ entity, query, term, claim string }{
		{"off", "P", "", "off has Disabled, and no term names that"},
		{"off", "P, Disabled, R", "R", "R fails for every solution of the terms before it"},
		{"mould", "P", "", "mould has Prefab, and no term names that"},
		{"mould", "P, Prefab, R", "R", "R fails for every solution of the terms before it"},
		{"e", "P, (R, U)", "(R, U)", "(R, U) fails for every solution of the terms before it"},
		{"e", "P, !(R, T)", "!(R, T)", "!(R, T) fails for every solution of the terms before it"},
		{"off", "Disabled, (R, $x), ($x, $x)", "(R, $x)", "(R, $x) fails for every solution of the terms before it"},
	} {
		out := e.Apply(spec.Operation{
			Op: spec.OpExplain, Query: &spec.Query{Expr: c.query},
			Entity: spec.Handle(c.entity),
		})
		require.Nil(t, out.Err, c.query)
		require.Len(t, out.Explanation.Misses, 1, c.query)
		m := out.Explanation.Misses[0]
		require.Equal(t, [...]string{c.term, c.claim}, [...]string{m.Term, m.Reason.Claim}, "%s: %s", c.entity, c.query)
	}
}

// Each candidate of a set is a step of the work limit.
func TestCandidatesOfASetCountAsWork(t *testing.T) {
	e := New(spec.Flecs3Beta(), WithLimits(spec.Limits{Work: 600}))
	apply(t, e, `{"op":"entity","entity":"Food","name":"Food"} {"op":"entity","entity":"dish","ids":["Food"]}`)
	ask := func() spec.Outcome {
		return apply(t, e, `{"op":"query","kind":"rule","expr":"Food[sub(IsA)]"}`)
	}
	require.Nil(t, ask().Err)
	for i := range 700 {
		apply(t, e, fmt.Sprintf(`{"op":"entity","entity":"kind%d","ids":[["IsA","Food"]]}`, i))
	}
	out := ask()
	require.NotNil(t, out.Err)
	require.Equal(t, spec.CodeLimit, out.Err.Code)
}
