package fast

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Group returns the group of the entities of a batch: the target that [GroupBy] chose. If the
// entities have no target, or the query has no GroupBy, Group returns the zero Entity.
//
// Statements: QRY-574, QRY-577, QRY-578.
func (b Batch) Group() Entity {
	if b.set.query == nil || !b.set.query.q.Grouped() {
		return 0
	}
	return b.set.w.core.Entity(b.set.query.q.GroupOf(b.Entities()[0].Index()))
}

// Groups returns the groups of a query with [GroupBy] that have entities now, in the order of a
// loop: first the zero Entity, for entities without a target, then the targets by creation. It
// panics with code invalid for a query without GroupBy, even with [Cascade].
//
// Statements: QRY-554, QRY-555.
func (q anyQuery) Groups() []Entity {
	if !q.typed.q.Grouped() {
		panic(spec.Errorf(spec.CodeInvalid, "the query has no groups to list; make it with GroupBy"))
	}
	var list []Entity
	set := q.typed.peek(&q.bound)
	for i := range set.Tables {
		if b := set.part(i); b.Len() > 0 {
			list = append(list, b.Group())
		}
	}
	set.close()
	slices.SortFunc(list, func(a, b Entity) int { return q.typed.w.core.CompareEntities(a.Index(), b.Index()) })
	return slices.Compact(list)
}

// inSequence returns the next batch of an ordered set: the next entities of the sequence, as long
// as they are in consecutive rows of one table.
func (w *walk) inSequence() (Batch, bool) {
	s := w.set
	if w.at == 0 {
		w.at, w.cursor = 1, s.from
	}
	index, ok := s.sequence.Next(&w.cursor)
	if !ok {
		return Batch{}, false
	}
	st := s.w.core.Store
	t, row := st.RowOf(index)
	b := Batch{s, query.TableMatch{Table: t, First: s.query.q.FirstOf(t)}, query.Part{From: int32(row), Count: 1}}
	rows := int32(s.w.core.Store.Count(t))
	if s.brief {
		rows = int32(w.returned + 1)
	}
	for b.rows.Count < rows {
		next := s.sequence.Peek(w.cursor)
		if next == 0 {
			break
		}
		if t, at := st.RowOf(next); t != b.at.Table || at != row+int(b.rows.Count) {
			break
		}
		s.sequence.Next(&w.cursor)
		b.rows.Count++
	}
	w.returned += int(b.rows.Count)
	return b, true
}

// fewWritten decides how reportWrites reports. If a loop reached at most one in fewWritten entities
// of its sequence, it reports these entities. If it reached more, it reports that every key may
// have been written, and the next loop compares all keys.
const fewWritten = 16

// reportWrites reports which sort keys a loop may have written.
func (w *walk) reportWrites() {
	s, keys := w.set, &w.set.w.core.SortKeys
	writes := false
	for _, term := range s.query.writes {
		if term < len(s.query.fields) {
			id := s.query.fields[term].term.id
			writes = writes || id.hasWildcard() || isVariable(id.first) || keys.Has(store.Single(id.first.Index()))
		}
	}
	switch {
	case !writes:
	case s.sequence != nil && w.returned <= s.sequence.Len()/fewWritten:
		s.sequence.Wrote(s.from, w.returned, keys)
	default:
		keys.Swept.Add(1)
	}
}
