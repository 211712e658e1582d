package fast

import (
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/store"
)

// sortedSet is the matches of a cached query in its order. Like the rows that it is made of, it is not changed once
// others can see it.
type sortedSet struct {
	rows   []query.OrderedRow // that it was made of
	set    matchSet
	groups map[uint32]query.Span // of the matches
}

// order finds the matches of an ordered query, in order.
func (q *typedQuery) order(b *binding) *matchSet {
	x, set := q.q.NewExec(), q.newSet()
	x.Toggled = x.Toggled || q.toggled()
	set.ordered, set.Merges = true, true
	var only *uint32
	if b.chosen {
		set.group = b.group
		only = &set.group
	}
	switch saved := q.sortedSet(x, b, only); {
	case saved != nil:
		set.borrow(saved, b)
	case q.preset(x, b):
		x.Deliver(&set.Matches, b.count > 0, only)
		set.ownMatches, set.ownFields = set.Tables, set.Fields
	}
	x.Release()
	q.climb(set)
	return set
}

// sortedSet is the order that a cached query keeps; nil if it keeps none now, or not all of it is asked for.
func (q *typedQuery) sortedSet(x *query.Exec, b *binding, only *uint32) *sortedSet {
	if b.count > 0 || b.dead {
		return nil
	}
	g := query.OrderSink{X: x, O: q.q.Ordering, Only: only}
	k, _ := g.Current()
	if k == nil {
		return nil
	}
	saved := q.sorted.Load()
	if saved != nil && len(saved.rows) == len(k.Rows) && (len(k.Rows) == 0 || &saved.rows[0] == &k.Rows[0]) {
		return saved
	}
	saved = &sortedSet{rows: k.Rows}
	saved.set.of(q)
	saved.set.ordered, saved.set.Merges = true, true
	all := query.OrderSink{X: x, O: q.q.Ordering, Rows: k.Rows}
	all.Emit(&saved.set.Matches)
	if q.q.Grouped() {
		list := saved.set.Groups
		saved.groups = query.SpansOf(len(list), func(i int) uint32 { return list[i] })
	}
	q.sorted.Store(saved)
	return saved
}

// borrow makes the set one with the matches of another, those of one group if that is asked for.
func (s *matchSet) borrow(from *sortedSet, b *binding) {
	s.Tables, s.Fields = from.set.Tables, from.set.Fields
	if b.chosen {
		part := from.groups[b.group]
		s.Tables = s.Tables[part.From:part.To]
	}
	s.Parts, s.Values, s.Groups, s.lent = from.set.Parts, from.set.Values, from.set.Groups, true
}

// Group is the group of the entities of a batch: the first target that they own of the relationship that the query is
// grouped by, the zero Entity for none and where the query is not grouped.
//
// Statements: QRY-574, QRY-577, QRY-578.
func (b Batch) Group() Entity {
	if len(b.set.Groups) == 0 {
		return 0
	}
	return b.set.w.core.Entity(b.set.Groups[b.at.first/b.set.width])
}

// Groups are the groups of a grouped query that have entities now, in the order in which a loop comes to them: the zero
// Entity, for those without a target, first, then by the creation of the targets. It panics with code
// invalid if the query is not grouped.
//
// Statements: QRY-554, QRY-555.
func (q anyQuery) Groups() []Entity {
	if !q.typed.q.Grouped() {
		panic(query.ErrNotGrouped)
	}
	var list []Entity
	set := q.typed.peek(&q.bound)
	for i := range set.Tables {
		b := set.part(i)
		if group := b.Group(); len(list) == 0 || list[len(list)-1] != group {
			list = append(list, group)
		}
	}
	set.close()
	return list
}

// inSequence finds the matches of a query that keeps its entities in order; nil if it does not, or
// other ones are asked for. The matches are those of tables, and the sequence tells in which order
// their entities come.
func (q *typedQuery) inSequence(b *binding) *matchSet {
	if b.count > 0 || b.dead || b.chosen || len(q.ups) > 0 || q.split || q.toggled() {
		return nil
	}
	sequence := q.q.Sequence()
	if sequence == nil {
		return nil
	}
	set := q.newSet()
	set.Tables, set.Fields, _ = q.q.TableMatches()
	set.sequence, set.brief, set.ordered = sequence, false, true
	return set
}

// inSequence is advance for a set with a sequence: the next entities that also follow on each other in one table.
func (w *walk) inSequence() (Batch, bool) {
	s := w.set
	index, ok := s.sequence.Next(&w.cursor)
	if !ok {
		return Batch{}, false
	}
	st := s.w.core.Store
	t, row := st.RowOf(index)
	b := Batch{s, batchPlace{t, s.query.q.FirstOf(t)}, query.Part{From: int32(row), Count: 1}}
	most := int32(s.w.core.Store.Count(t))
	if s.brief {
		most = int32(w.given + 1)
	}
	for b.rows.Count < most {
		next := s.sequence.Peek(w.cursor)
		if next == 0 {
			break
		}
		if t, at := st.RowOf(next); t != b.at.table || at != row+int(b.rows.Count) {
			break
		}
		s.sequence.Next(&w.cursor)
		b.rows.Count++
	}
	w.given += int(b.rows.Count)
	return w.enter(b), true
}

// fewWritten is of how many entities of a sequence one is named whose value a loop may have
// written; of more, all are compared.
const fewWritten = 16

// tellWritten tells which sort keys a loop over entities may have written.
func (w *walk) tellWritten() {
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
	case s.sequence != nil && w.given <= s.sequence.Len()/fewWritten:
		s.sequence.Wrote(w.given, keys)
	default:
		keys.Swept.Add(1)
	}
}
