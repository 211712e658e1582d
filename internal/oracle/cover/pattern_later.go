package cover

import (
	"slices"

	"github.com/relspec/relspec/internal/believed"
	"github.com/relspec/relspec/spec"
)

// The least numbers that count as large.
const (
	manyEntities = 200
	wideEntity   = 40
	longChain    = 40
)

// iterated looks at an iteration of a prepared query: the changes since it was last asked, and whether it is a part of the rows.
func (r *patternRun) iterated(op *spec.Operation, h heldPattern) {
	part := op.Limit != 0 || op.Skip != 0 || op.Group != nil || len(op.Vars) > 0
	r.countIf(PatAfar, r.afar > h.afar)
	r.countIf(PatFixed, r.writes > h.seen && fixedSources(h.query) > 1)
	r.countIf(PatPart, h.tracked && part)
	if !op.Untouched && writesExplicitly(h.query) {
		r.written++
	}
	h.seen, h.afar, h.written = r.writes, r.afar, r.written
	r.queries[op.On] = h
}

// events looks at the events that observers were told of, and at the acts that failed.
func (r *patternRun) events(out *spec.Outcome) {
	r.countIf(PatActs, slices.ContainsFunc(out.Events, func(e spec.Event) bool { return r.actors[e.Observer] }))
	cut := func(f spec.Failure) bool { return f.Err.Code == spec.CodeLimit }
	r.countIf(PatActChain, slices.ContainsFunc(out.Failures, cut))
	r.countIf(PatActFailed, slices.ContainsFunc(out.Failures, func(f spec.Failure) bool { return !cut(f) }))
}

// staysInPlace reports whether a refused addition would have replaced a pair of an Ordered relationship that others have too, too.
func (r *patternRun) staysInPlace(op *spec.Operation) bool {
	w := r.world
	e, f := w.Number(op.Entity), w.Fact(op.ID)
	if op.Op != spec.OpAdd || e < 0 || f.First < 0 || !f.IsPair() || !w.Is(f.First, w.Words.Of(spec.Ordered)) || !w.IsExclusive(f.First) {
		return false
	}
	old := w.Target(e, f.First)
	return old >= 0 && old != f.Second && len(w.Owners(believed.Pair(f.First, old))) > 2
}

// fixedSources is how many entities the terms of a query have as source.
func fixedSources(q *spec.Query) int {
	var list []string
	q.Walk(func(t *spec.Term) {
		if t.Src.Kind == spec.RefEntity && !slices.Contains(list, t.Src.Name) {
			list = append(list, t.Src.Name)
		}
	})
	return len(list)
}

// writesExplicitly reports whether a term has the access out or inout.
func writesExplicitly(q *spec.Query) bool {
	writes := false
	q.Walk(func(t *spec.Term) { writes = writes || t.Access == spec.AccessOut || t.Access == spec.AccessInOut })
	return writes
}

// isBeside reports whether pairs of a relationship lie beside the tables.
func (r *patternRun) isBeside(relationship believed.Ref) bool {
	w, k := r.world, r.world.Words
	return w.Is(relationship, k.Union) || w.Is(relationship, k.DontFragment) && w.Is(relationship, k.Exclusive)
}

// isSecondBeside reports whether an entity has a pair beside the tables, and one of another such relationship.
func (r *patternRun) isSecondBeside(e believed.Ref, f believed.Fact) bool {
	return f.IsPair() && e >= 0 && r.isBeside(f.First) && slices.ContainsFunc(r.world.Things[e].Own, func(o believed.Fact) bool {
		return o.IsPair() && o.First != f.First && r.isBeside(o.First)
	})
}

// movesBefore reports whether an addition that is refused by a consequence has another consequence that replaces a target.
func (r *patternRun) movesBefore(op *spec.Operation) bool {
	w, k := r.world, r.world.Words
	e, f := w.Number(op.Entity), w.Fact(op.ID)
	return slices.ContainsFunc(w.Things[f.First].Own, func(with believed.Fact) bool {
		x := with.Second
		return with.First == k.With && with.IsPair() && (x == k.ChildOf || w.IsExclusive(x)) && w.Has(e, x) && !w.Owns(e, believed.Pair(x, f.Second))
	})
}

// isGuarded reports whether a policy forbids the deletion of an entity for an id that it has itself, or one that mentions it.
func (r *patternRun) isGuarded(e believed.Ref) bool {
	w, k := r.world, r.world.Words
	if e < 0 || w.Owns(e, believed.Pair(k.OnDelete, k.Panic)) {
		return true
	}
	return slices.ContainsFunc(w.Live, func(x believed.Ref) bool {
		return slices.ContainsFunc(w.Things[x].Own, func(f believed.Fact) bool {
			return f.Second == e && w.Owns(f.First, believed.Pair(k.OnDeleteTarget, k.Panic))
		})
	})
}

// asksOnTheWay reports whether the term is about a transitive relationship with a target that inherits a pair of it and owns none.
func (r *patternRun) asksOnTheWay(t *spec.Term) bool {
	w, rel := r.world, r.constant(&t.First)
	if t.Second.Kind == spec.RefNone || !w.Is(rel, w.Words.Transitive) {
		return false
	}
	return slices.ContainsFunc(w.Live, func(e believed.Ref) bool {
		return slices.ContainsFunc(w.Things[e].Own, func(f believed.Fact) bool {
			if f.First != rel || !f.IsPair() || !w.IsAlive(f.Second) || w.Has(f.Second, rel) {
				return false
			}
			return slices.ContainsFunc(w.Above(f.Second, w.Words.IsA)[1:], func(base believed.Ref) bool { return w.Has(base, rel) })
		})
	})
}
