package oracle_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// patternsOf are the patterns that a trace shows on the model.
func patternsOf(t *testing.T, tr *spec.Trace) []oracle.Pattern {
	c := oracle.NewCounts()
	rec, err := oracle.Record(tr, sound("model"), oracle.RunOptions{DumpEvery: -1}, &c)
	require.NoError(t, err)
	for i := range rec.Outcomes {
		require.Nil(t, rec.Outcomes[i].Err, "operation %d: %s", i+1, rec.Outcomes[i].Err)
	}
	var out []oracle.Pattern
	for _, p := range oracle.Patterns() {
		if c.Patterns[p] > 0 {
			require.EqualValues(t, 1, c.Patterns[p], p)
			out = append(out, p)
		}
	}
	return out
}

func removeFromB(id spec.ID) spec.Operation {
	return spec.Operation{Op: spec.OpRemove, Entity: "b", ID: id}
}

var deletion = spec.Operation{Op: spec.OpDelete, Entity: "c"}

func TestPatternsAreRecognised(t *testing.T) {
	base := []spec.Operation{entity("R"), entity("S"), entity("T"), entity("b"), entity("c")}
	world := func(ops ...spec.Operation) *spec.Trace { return trace(append(base[:len(base):len(base)], ops...)...) }
	wild := func(o spec.Operator) spec.Operation {
		x := related("*")
		x.Oper = o
		return query(terms(tag("T"), x))
	}
	held, iterate := spec.Operation{Op: spec.OpPrepare, As: "q", Query: terms(tag("T"))}, spec.Operation{Op: spec.OpIterate, On: "q"}
	begin, end := spec.Operation{Op: spec.OpDeferBegin}, spec.Operation{Op: spec.OpDeferEnd}
	single, pair := spec.Single, spec.Pair
	cases := map[oracle.Pattern]struct{ is, not *spec.Trace }{
		oracle.PatOneOfTwo: {
			world(add("b", "R", "c"), add("b", "S", "c"), removeFromB(pair("R", "c"))),
			world(add("b", "R", "c"), add("b", "S", "b"), removeFromB(pair("R", "c"))),
		},
		oracle.PatRecycled: {
			world(add("b", "R", "c"), deletion, entity("d")),
			world(add("b", "R", "b"), deletion, entity("d")),
		},
		oracle.PatHeld: {
			world(held, add("b", "T"), iterate, query(terms(tag("T")))),
			world(held, iterate, query(terms(tag("T"))), add("b", "T"), query(terms(tag("T")))),
		},
		oracle.PatCascade: {
			world(add("b", "ChildOf", "c"), add("T", "R", "b"), deletion),
			world(add("b", "ChildOf", "c"), deletion),
		},
		oracle.PatDeferred: {
			world(begin, add("b", "T"), removeFromB(single("T")), end),
			world(begin, add("b", "T"), end, removeFromB(single("T"))),
		},
		oracle.PatOverride: {
			world(add("R", "Exclusive"), add("b", "R", "T"), add("c", "IsA", "b"), add("c", "R", "S")),
			world(add("b", "R", "T"), add("c", "IsA", "b"), add("c", "R", "S")),
		},
		oracle.PatRoutes: {
			world(add("R", "T"), add("S", "IsA", "R"), add("b", "IsA", "R"), add("c", "IsA", "S"), add("c", "IsA", "b"), query(terms(tag("T")))),
			world(add("R", "T"), add("b", "IsA", "R"), add("c", "IsA", "S"), add("c", "IsA", "b"), query(terms(tag("T")))),
		},
		oracle.PatReadded: {
			world(add("R", "DontFragment"), add("b", "R", "c"), removeFromB(pair("R", "c")), add("b", "R", "c")),
			world(add("b", "R", "c"), removeFromB(pair("R", "c")), add("b", "R", "c")),
		},
		oracle.PatNotAny:   {world(wild(spec.Not)), world(wild(spec.And))},
		oracle.PatMaybeAny: {world(wild(spec.Optional)), world(wild(spec.And))},
		oracle.PatLeaf: {
			world(add("R", "Transitive"), add("R", "Reflexive"), add("b", "R", "c"), query(terms(related("c")))),
			world(add("R", "Transitive"), add("b", "R", "c"), query(terms(related("c")))),
		},
		oracle.PatPolicyEnd: {
			world(add("R", "OnDeleteTarget", "Delete"), add("b", "R", "c"), spec.Operation{Op: spec.OpTeardown}),
			world(add("R", "OnDeleteTarget", "Delete"), spec.Operation{Op: spec.OpTeardown}),
		},
	}
	for _, p := range oracle.Patterns() {
		c, ok := cases[p]
		require.True(t, ok, p)
		require.Equal(t, []oracle.Pattern{p}, patternsOf(t, c.is), p)
		require.Empty(t, patternsOf(t, c.not), p)
	}
}

func TestPatternsGoBackWithASnapshot(t *testing.T) {
	tr := trace(
		entity("R"), entity("S"), entity("b"), entity("c"), add("b", "R", "c"),
		spec.Operation{Op: spec.OpSnapshot, As: "s"}, add("b", "S", "c"), spec.Operation{Op: spec.OpRestore, As: "s"},
		removeFromB(spec.Pair("R", "c")),
	)
	require.Empty(t, patternsOf(t, tr))
}
