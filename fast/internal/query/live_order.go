package query

import (
	"slices"
	"sync"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// A cached query that is sorted by a component that its entities own keeps them in a Sequence.
// Before a loop, the entities that the logs of the storage and of written values name are taken out
// and put in again where they belong now: each takes time in proportion to the logarithm of the
// number of entities. Where addresses have gone out through which any value may have been written
// without a word, each value is compared with the next one's, and those that are out of order are
// put in again. The answer is therefore always that of a fresh query.

// liveOrder is the order that a cached query keeps, and the state of the world that it is of.
type liveOrder struct {
	mu       sync.Mutex
	sequence *Sequence // nil if there is none
	state    liveState
	tables   map[store.Table]struct{} // that match
	version  uint64                   // of the matches
	unfit    bool                     // they are not of the kind that is kept
	checked  uint64                   // Store.Changes when all values were compared last
	swept    uint64                   // and SortKeys.Swept
	suspects []uint32
	before   []uint32 // room
}

// liveState is the state that decides which logs hold.
type liveState struct {
	epoch, changes, written uint64
}

// sortsByOwn reports whether the query is sorted by values that may be kept in order.
func (q *Query) sortsByOwn() bool {
	o := q.Ordering
	return o != nil && o.Sorts && o.By != nil && !o.Groups && !o.Cascades && o.By.Plain
}

// Sequence is the entities of the query in order, brought up to date; nil if it is not one that
// keeps them so. The caller ends its loop over them with [Sequence.End].
func (q *Query) Sequence() *Sequence {
	w := q.W
	if q.Cache == nil || !q.sortsByOwn() || w.NonFragmenting.Any() || w.Toggles.Any() ||
		!w.Store.Alive(q.Ordering.key) {
		return nil
	}
	matches, _, ok := q.TableMatches()
	if !ok {
		return nil
	}
	k := &q.Cache.live
	k.mu.Lock()
	defer k.mu.Unlock()
	k.update(q, matches)
	if k.sequence == nil || k.sequence.Len() > w.Meter.Limits.Rows {
		return nil
	}
	k.sequence.loops.Add(1)
	return k.sequence
}

// update brings the sequence up to date, or drops it where the matches cannot be kept in one.
func (k *liveOrder) update(q *Query, matches []TableMatch) {
	w, keys := q.W, &q.W.SortKeys
	now := liveState{epoch: w.Epoch, changes: w.Store.Changes()}
	k.suspects = k.suspects[:0]
	ok := k.state.epoch == now.epoch
	if ok { // else the storage is another one
		var list []uint32
		list, ok = w.Store.ChangedRows(k.state.changes)
		k.suspects = append(k.suspects, list...)
	}
	suspects, written, known := keys.Written(k.suspects, k.state.written)
	k.suspects, now.written = suspects, written
	ok = ok && known
	if k.version != q.Cache.Version {
		k.unfit = !k.retable(q, matches)
		k.version = q.Cache.Version
	}
	if k.unfit {
		k.sequence = nil
		return
	}
	s := sorter{q: q, w: w, key: w.Store.Finder(q.Ordering.key.Index()), order: q.Ordering}
	swept, lent := keys.Swept.Load(), w.MayBeLent(k.checked, k.swept)
	if k.sequence == nil || !ok || len(k.suspects) > few+k.sequence.Len()/4 {
		k.sequence, k.checked, k.swept = s.all(matches), now.changes, swept
		k.state = now
		return
	}
	k.patch(&s)
	if lent {
		k.suspects = k.misplaced(&s, k.suspects[:0])
		k.patch(&s)
		k.checked, k.swept = now.changes, swept
	}
	k.state = now
}

// retable compares the tables that match with those that did: entities of tables that are new, or
// are gone, are suspects. It is false if an entity may match in several ways, or has its key from
// another one.
func (k *liveOrder) retable(q *Query, matches []TableMatch) bool {
	st, field := q.W.Store, q.Ordering.Field
	now := make(map[store.Table]struct{}, len(matches))
	for _, m := range matches {
		f := &q.Cache.fields[int(m.First)+field]
		if _, twice := now[m.Table]; twice || !f.Set || f.Source != 0 {
			return false
		}
		now[m.Table] = struct{}{}
		if _, before := k.tables[m.Table]; !before {
			k.suspect(st, m.Table)
		}
	}
	for t := range k.tables {
		if _, still := now[t]; !still && int(t) < st.Tables() && st.InUse(t) {
			k.suspect(st, t)
		}
	}
	k.tables = now
	return true
}

func (k *liveOrder) suspect(st *store.Store, t store.Table) {
	for _, e := range st.Entities(t) {
		k.suspects = append(k.suspects, e.Index())
	}
}

// few suspects are put in again one by one, however short the sequence is.
const few = 16

// patch takes the suspects out of the sequence, and puts those that match in again.
func (k *liveOrder) patch(s *sorter) {
	if len(k.suspects) == 0 {
		return
	}
	if k.sequence.loops.Load() > 0 {
		k.sequence = k.sequence.clone()
	}
	for _, index := range k.suspects {
		k.sequence.remove(index)
	}
	for _, index := range k.suspects {
		if k.sequence.has(index) || !s.matches(index, k.tables) {
			continue // named twice, or gone
		}
		cell := s.key.At(index)
		k.sequence.insert(index, func(other uint32) bool { return s.compare(cell, index, s.key.At(other), other) < 0 })
	}
}

// sorter compares the entities of a query.
type sorter struct {
	q     *Query
	w     *rules.World
	key   store.Finder
	order *Ordering
}

// matches reports whether an entity is alive and in one of the tables that match.
func (s *sorter) matches(index uint32, tables map[store.Table]struct{}) bool {
	e, alive := s.w.Store.At(index)
	if !alive {
		return false
	}
	t, _, _ := s.w.Store.Record(e)
	_, ok := tables[t]
	return ok
}

// compare orders two entities by their values, then by creation.
func (s *sorter) compare(a unsafe.Pointer, first uint32, b unsafe.Pointer, second uint32) int {
	c := s.order.By.compare(a, b)
	if s.order.Desc {
		c = -c
	}
	if c == 0 {
		return s.w.CompareEntities(first, second)
	}
	return c
}

// all sorts all entities that match.
func (s *sorter) all(matches []TableMatch) *Sequence {
	type row struct {
		cell  unsafe.Pointer
		index uint32
	}
	var rows []row
	for _, m := range matches {
		for _, e := range s.w.Store.Entities(m.Table) {
			rows = append(rows, row{s.key.At(e.Index()), e.Index()})
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return s.compare(a.cell, a.index, b.cell, b.index) })
	list := make([]uint32, len(rows))
	for i := range rows {
		list[i] = rows[i].index
	}
	return newSequence(list)
}

// misplaced appends entities without which the sequence is in order. Of two neighbours that are out of order either may
// have changed: both are named.
func (k *liveOrder) misplaced(s *sorter, to []uint32) []uint32 {
	before := k.before[:0] // those before a place that are in order, as far as they may still be named
	defer func() { k.before = before }()
	var last unsafe.Pointer
	for c := (Cursor{}); ; {
		index, ok := k.sequence.Next(&c)
		if !ok {
			return to
		}
		cell := s.key.At(index)
		if n := len(before); n == 0 || s.compare(last, before[n-1], cell, index) <= 0 {
			before, last = append(before, index), cell
			continue
		}
		n := len(before) - 1
		to = append(to, before[n], index)
		if before = before[:n]; n > 0 {
			last = s.key.At(before[n-1])
		}
	}
}

// emitSequence hands the rows of a sequence on.
func (g *OrderSink) emitSequence(q *Sequence, to Sink) {
	x := g.X
	defer q.End()
	x.stop = false
	x.Place = place{}
	cache := x.Q.Cache
	s := sorter{q: x.Q, w: x.W, key: x.Store.Finder(g.O.key.Index()), order: g.O}
	var last unsafe.Pointer
	for c := (Cursor{}); ; {
		index, ok := q.Next(&c)
		if !ok {
			break
		}
		cell := s.key.At(index)
		if last != nil && s.order.By.compare(last, cell) != 0 {
			x.Place.Block++
		}
		last = cell
		t := x.W.Table(index)
		first := int(cache.firstOf(t))
		for i := range x.Fields {
			x.Fields[i] = cache.found(first + i)
		}
		x.This, x.Table, x.Values[ThisSlot] = ThisEntity, t, index
		if !to.Take(x) {
			break
		}
	}
}

// firstOf is where the fields of the one match of a table begin.
func (c *cache) firstOf(t store.Table) uint32 {
	if c.heads != nil {
		return c.matches[*c.head(t)-1].First
	}
	i := slices.IndexFunc(c.matches, func(m TableMatch) bool { return m.Table == t })
	return c.matches[i].First
}

// FirstOf is where the fields of the one match of a table of a [Query.Sequence] begin.
func (q *Query) FirstOf(t store.Table) uint32 { return q.Cache.firstOf(t) }
