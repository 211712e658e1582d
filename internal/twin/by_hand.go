package twin

import (
	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// The runs of this file are made by hand: random ones rarely come to what they show. Each panics
// where the two worlds differ.

// begun is a pair of worlds with two entities that have T1, begun with some bytes.
func begun(data ...byte) (t *twin, first, second fast.Entity) {
	t = &twin{source: &source{data: data}, counts: map[string]int{}, births: map[fast.Entity]int{}}
	t.begin()
	for _, e := range t.entities[:2] {
		t.sameError("Set", t.t1.Set(e, valued[T1](1)), t.b.SetValue(e, t.t1.ID(), general(1, 1)))
	}
	return t, t.entities[0], t.entities[1]
}

// detecting is a query for T1 that detects changes, with a condition.
func (t *twin) detecting(condition term) *asked {
	field := plainTerm(t.t1.ID())
	field.typed, field.general.Access = fast.ReadOnly[T1](), spec.AccessIn
	q := t.make(&asked{arity: 1, terms: []term{field, condition}, tracked: true},
		[]fast.Term{field.typed, condition.typed, fast.DetectChanges},
		spec.Query{
			Kind: spec.KindCached, Instanced: true, DetectChanges: true,
			Terms: []spec.Term{field.general, condition.general},
		})
	t.held = append(t.held, q)
	return q
}

// without is the condition that something does not match.
func without(id fast.ID) term {
	out := plainTerm(id)
	out.typed, out.general.Oper, out.general.Access = fast.Not(out.typed), spec.Not, spec.AccessNone
	return out
}

// RefusedAddAll is an AddAll that is refused, which changes no table: what stands for it in the
// general world is no difference.
func RefusedAddAll() {
	t, e, other := begun()
	dead := t.entities[2]
	t.sameError("Delete", t.a.Delete(dead), t.b.Delete(dead))
	t.track(t.detecting(without(fast.Single(t.tags[0]))))
	t.addAllOf(e, t.plain[1], []fast.Entity{other, dead})
	for _, q := range t.held {
		t.track(q)
	}
}

// AnnouncedBatch writes to a batch and goes on to the next of the same table, which has changed if
// the one before was announced as written.
func AnnouncedBatch() {
	t, _, other := begun()
	t.attach(t.entities[2], t.rels[6], other) // not told by tables, so that each entity is a batch
	q := t.detecting(without(fast.Pair(fast.Wildcard, other)))
	t.track(q)
	t.source.data = []byte{0, 0, 3}
	t.track(q)
}

// ManyOfAMirroredBase asks SpawnMany for instances of a base with a symmetric pair, whose copies
// move them: there is no batch to give. It returns that refusal, which ends a run without a
// difference.
func ManyOfAMirroredBase() (refusal error) {
	t, base, _ := begun(1) // flecs-4, where pairs are copied
	t.attach(base, t.rels[8], base)
	defer func() {
		switch p := recover(); p {
		case nil:
		case any(errApart):
			refusal = errApart
		default:
			panic(p)
		}
	}()
	t.bare(2, []fast.ID{fast.Pair(fast.IsA, base)})
	return nil
}
