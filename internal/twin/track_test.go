package twin

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// begun is a pair of worlds with two entities that have T1, begun with some bytes.
func begun(t *testing.T, data ...byte) (x *twin, first, second fast.Entity) {
	t.Helper()
	x = &twin{source: &source{data: data}, counts: map[string]int{}, births: map[fast.Entity]int{}}
	x.begin()
	for _, e := range x.entities[:2] {
		x.sameError("Set", x.t1.Set(e, valued[T1](1)), x.b.SetValue(e, x.t1.ID(), general(1, 1)))
	}
	return x, x.entities[0], x.entities[1]
}

// detecting is a query for T1 that detects changes, with a condition.
func (t *twin) detecting(condition term) *asked {
	field := plainTerm(t.t1.ID())
	field.typed, field.general.Access = fast.ReadOnly[T1](), spec.AccessIn
	q := t.make(&asked{arity: 1, terms: []term{field, condition}, tracked: true}, []fast.Term{field.typed, condition.typed, fast.DetectChanges},
		spec.Query{Kind: spec.KindCached, Instanced: true, DetectChanges: true, Terms: []spec.Term{field.general, condition.general}})
	t.held = append(t.held, q)
	return q
}

// without is the condition that something does not match.
func without(id fast.ID) term {
	out := plainTerm(id)
	out.typed, out.general.Oper, out.general.Access = fast.Not(out.typed), spec.Not, spec.AccessNone
	return out
}

// AddAll that is refused changes no table, and what stands for it in the general world is no difference.
func TestRefusedAddAllIsNoChange(t *testing.T) {
	x, e, other := begun(t)
	dead := x.entities[2]
	x.sameError("Delete", x.a.Delete(dead), x.b.Delete(dead))
	x.track(x.detecting(without(fast.Single(x.tags[0]))))
	require.NotPanics(t, func() {
		x.addAllOf(e, x.plain[1], []fast.Entity{other, dead})
		for _, q := range x.held {
			x.track(q)
		}
	})
}

// A batch has changed if the batch before it, of the same table, was announced as written.
func TestAnnouncedBatchChangesTheNext(t *testing.T) {
	x, _, other := begun(t)
	x.attach(x.entities[2], x.rels[6], other) // not told by tables, so that each entity is a batch
	q := x.detecting(without(fast.Pair(fast.Wildcard, other)))
	x.track(q)
	x.source.data = []byte{0, 0, 3}
	require.NotPanics(t, func() { x.track(q) })
}

// The copies of a symmetric pair of a base move the instances, so that SpawnMany has no batch to give.
func TestSpawnManyOfABaseWithAMirror(t *testing.T) {
	x, base, _ := begun(t, 1) // flecs-4, where pairs are copied
	x.attach(base, x.rels[8], base)
	require.PanicsWithValue(t, errApart, func() { x.bare(2, []fast.ID{fast.Pair(fast.IsA, base)}) })
}
