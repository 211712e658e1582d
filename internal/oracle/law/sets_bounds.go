package law

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/spec"
)

// The laws of this file compare a query with a set with queries whose sets are smaller.

// allLaw: without all a set gives a part of the rows, and a row for each binding all the same.
func allLaw() *Law {
	return &Law{
		Name: "all",
		Says: "without all the rows are a part of those with all, and no entity and no value of a variable is lost",
		Check: func(c Case) (int, *compare.Difference) {
			q, ok := c.sets()
			if !ok || !q.Profile.SetsAll.Has(q.kind) {
				return 0, nil
			}
			at, ok := q.directed(func(t *spec.Term, e int) bool {
				return elements(t)[e].Trav.Flags&spec.TravAll == 0 && !q.hides(t, e)
			})
			if !ok {
				return 0, nil
			}
			if q.switchedOff() { // the first holder of an id that is switched off hides the others (P-43)
				return 0, nil
			}
			rows, ok, d := q.ask(q.changed(q.terms, at, func(r *spec.Ref) { r.Trav.Flags |= spec.TravAll }), nil)
			if d != nil || !ok {
				return 0, d
			}
			if d := q.part(q.keysBesides(at, q.rows), q.keysBesides(at, rows), "a query and the same with all"); d != nil {
				return 1, d
			}
			return 1, q.equal(bindingKeys(q.rows), bindingKeys(rows), "the entities and variables of a query and of the same with all")
		},
	}
}

// keysBesides are rows as a set of texts. Where the term of the set has the source _, they leave it out: the row has the first
// entity with the id (P-35), and which one that is depends on the candidates that count.
func (q *setQuery) keysBesides(at setAt, rows []spec.Row) map[string]bool {
	if q.terms[at.term].Src.Kind != spec.RefAny {
		return rowKeys(rows)
	}
	field := len(spec.Fields(q.terms[:at.term]))
	rows = slices.Clone(rows)
	for i := range rows {
		rows[i].Fields = slices.Clone(rows[i].Fields)
		rows[i].Fields[field].Src = ""
	}
	return rowKeys(rows)
}

// switchedOff reports whether an entity owns an id that is switched off.
func (q *setQuery) switchedOff() bool {
	all, told := q.entities()
	return !told || slices.ContainsFunc(all, func(e spec.DumpEntity) bool {
		return slices.ContainsFunc(e.IDs, func(id spec.DumpID) bool { return id.Off })
	})
}

// inclusiveLaw: a set with self is the start or the rest.
func inclusiveLaw() *Law {
	return &Law{
		Name: "inclusive",
		Says: "a set with self and a direction is self or the direction",
		Check: func(c Case) (int, *compare.Difference) {
			q, ok := c.sets()
			if !ok {
				return 0, nil
			}
			at, ok := q.directed(func(t *spec.Term, e int) bool {
				return elements(t)[e].Trav.Flags&spec.TravSelf != 0 && elements(t)[e].Trav.MinDepth == 0 && !q.hides(t, e)
			})
			if !ok || q.switchedOff() {
				return 0, nil
			}
			start := q.changed(q.terms, at, func(r *spec.Ref) { r.Trav = &spec.Traversal{Flags: spec.TravSelf} })
			rest := q.changed(q.terms, at, func(r *spec.Ref) { r.Trav.Flags &^= spec.TravSelf })
			a, ok1, d := q.ask(start, nil)
			if d != nil {
				return 0, d
			}
			b, ok2, d := q.ask(rest, nil)
			if d != nil || !ok1 || !ok2 {
				return 0, d
			}
			both := append(append([]spec.Row(nil), a...), b...)
			if d := q.part(q.keysBesides(at, q.rows), q.keysBesides(at, both), "a set with self, and its two parts"); d != nil {
				return 1, d
			}
			return 1, q.equal(bindingKeys(q.rows), bindingKeys(both), "the entities and variables of a set with self, and of its two parts")
		},
	}
}

// hides reports whether a set on a subject may see one pair less without all: along IsA the first holder of an exclusive
// relationship hides the others.
func (q *setQuery) hides(t *spec.Term, element int) bool {
	if element != subject || t.Second.Kind == spec.RefNone {
		return false
	}
	if along, known := q.along(t.Src.Trav); known && along != spec.IsA {
		return false
	}
	return !isConstant(&t.First) || slices.ContainsFunc(q.family(&t.First), func(h spec.Handle) bool {
		return hasDirection(&t.First) || q.mayAct(h, spec.Exclusive) || q.mayAct(h, spec.Union)
	})
}

// depthLaw: a set with bounds is the union of its levels.
func depthLaw() *Law {
	return &Law{
		Name: "depth",
		Says: "with all, a set from one depth to another is the union of the sets of each depth",
		Check: func(c Case) (int, *compare.Difference) {
			q, ok := c.sets()
			if !ok || !q.Profile.SetsAll.Has(q.kind) {
				return 0, nil
			}
			at, ok := q.directed(func(t *spec.Term, e int) bool {
				tr := elements(t)[e].Trav
				return tr.MaxDepth > 0 && tr.MaxDepth <= 6 && tr.MinDepth <= tr.MaxDepth && !q.ranges(t)
			})
			if !ok {
				return 0, nil
			}
			every := q.everyMatch(at.term)
			tr := elements(&every[at.term])[at.element].Trav
			var levels [][]spec.Term
			if tr.Flags&spec.TravSelf != 0 {
				levels = append(levels, q.changed(every, at, func(r *spec.Ref) { r.Trav = &spec.Traversal{Flags: spec.TravSelf} }))
			}
			for depth := max(1, tr.MinDepth); depth <= tr.MaxDepth; depth++ {
				levels = append(levels, q.changed(every, at, exactly(depth)))
			}
			whole, ok, d := q.union(every)
			if d != nil || !ok {
				return 0, d
			}
			parts, ok, d := q.union(levels...)
			if d != nil || !ok {
				return 0, d
			}
			return 1, q.equal(whole, parts, fmt.Sprintf("the depths %d to %d together, and each alone", max(1, tr.MinDepth), tr.MaxDepth))
		},
	}
}

// exactly gives a set one depth.
func exactly(depth int) func(*spec.Ref) {
	return func(r *spec.Ref) {
		r.Trav.Flags &^= spec.TravSelf
		r.Trav.MinDepth, r.Trav.MaxDepth = depth, depth
	}
}

// composeLaw: an entity two steps away is one step away from an entity that is one step away.
func composeLaw() *Law {
	return &Law{
		Name: "compose",
		Says: "what is n steps from an entity is n - 1 steps from what is one step from it",
		Check: func(c Case) (int, *compare.Difference) {
			q, ok := c.sets()
			if !ok || !q.Profile.SetsAll.Has(q.kind) {
				return 0, nil
			}
			at, ok := q.directed(func(t *spec.Term, e int) bool {
				r := elements(t)[e]
				_, known := q.along(r.Trav)
				return isConstant(r) && known && r.Trav.MaxDepth != 1 && r.Trav.MaxDepth <= 6 && !q.ranges(t)
			})
			if !ok {
				return 0, nil
			}
			every := q.everyMatch(at.term)
			r := elements(&every[at.term])[at.element]
			depth := max(2, r.Trav.MaxDepth)
			if r.Trav.Rel == nil { // depths have a relationship
				r.Trav.Rel = new(spec.EntityRef(q.Profile.Traversal))
			}
			graph, ok := q.graph(r.Trav)
			if !ok {
				return 0, nil
			}
			whole, ok, d := q.union(q.changed(every, at, exactly(depth)))
			if d != nil || !ok {
				return 0, d
			}
			if namesHidden(graph.steps(spec.Handle(r.Name))) {
				return 0, nil
			}
			var steps [][]spec.Term
			for _, next := range graph.steps(spec.Handle(r.Name)) {
				steps = append(steps, q.changed(every, at, func(r *spec.Ref) {
					exactly(depth - 1)(r)
					r.Name = string(next)
				}))
			}
			parts, ok, d := q.union(steps...)
			if d != nil || !ok {
				return 0, d
			}
			return 1, q.equal(whole, parts, fmt.Sprintf("%d steps, and %d steps from each entity that is one step away", depth, depth-1))
		},
	}
}
