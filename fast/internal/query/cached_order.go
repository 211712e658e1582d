package query

import (
	"cmp"
	"slices"
	"sort"
	"sync"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// A cached query also caches its order, if the table of an entity determines its group or depth.
// Without a sort key it sorts the matches again when they or the depths change. With a sort key it
// stores the entities in a Sequence. Before a loop, it removes the entities that the logs of the
// storage and of written values mention, and inserts them at their new positions; each takes time
// logarithmic in the length. If values may have been written without a log entry, it compares each
// entity with the next and moves those that are out of order. The answer always equals that of an
// uncached query.

// cachedOrder is the order of a cached query, and the state of the world for which it is valid.
type cachedOrder struct {
	mu                 sync.Mutex
	version, hierarchy uint64 // the versions of the matches and of the depths for which the order is valid

	matches []TableMatch // sorted by rank
	ranks   []rank       // rank of each match

	// With a sort key:
	tables    map[store.Table]rank // the matching tables
	byTable   bool                 // the position of an entity depends on its table
	restless  bool                 // compared values can change without a log entry
	ambiguous bool                 // an entity may have several positions
	sequence  *Sequence            // nil if there is none
	state     orderState
	checked   uint64 // Store.Changes when all values were last compared
	swept     uint64 // SortKeys.Swept at that time
	suspects  []uint32
	before    []entry // scratch
}

// orderState has the positions in the logs up to which the sequence is up to date.
type orderState struct {
	epoch, changes, written uint64
}

// rank is what the table of an entity determines about its position.
type rank struct {
	major  uint64 // order of the group, or depth
	group  uint32 // target that is the group, 0 for none
	source uint32 // the entity that has the sort key, 0 if each has its own
}

// CachedResult is what a cached query returns to a loop.
type CachedResult struct {
	Matches  []TableMatch // sorted by group or depth
	Fields   []FieldMatch
	Sequence *Sequence // the entities in order, if they are sorted; the caller must call End
	From     Cursor    // the requested part of the sequence

	ranks []rank // rank of each match
}

// CachedResult returns the current matches and their order, for all groups or for one. It returns
// false if they cannot be cached now. The result must not be modified and is valid until the world
// changes.
func (q *Query) CachedResult(only *uint32) (CachedResult, bool) {
	w, o := q.W, q.Ordering
	if q.Cache == nil || o != nil && !q.cachesOrder() {
		return CachedResult{}, false
	}
	matches, fields, ok := q.TableMatches()
	result := CachedResult{Matches: matches, Fields: fields}
	if o == nil || !ok {
		return result, ok
	}
	k := q.Cache.order
	k.mu.Lock()
	defer k.mu.Unlock()
	hierarchy := uint64(0)
	if o.Cascades {
		hierarchy = w.Hierarchy
	}
	if k.version != q.Cache.Version || k.hierarchy != hierarchy {
		k.rank(q, matches, fields)
		k.version, k.hierarchy = q.Cache.Version, hierarchy
	}
	result.Matches, result.ranks = k.matches, k.ranks
	major := uint64(0)
	if only != nil {
		major = o.majorOf(w, *only)
		from := sort.Search(len(k.ranks), func(i int) bool { return k.ranks[i].major >= major })
		to := sort.Search(len(k.ranks), func(i int) bool { return k.ranks[i].major > major })
		result.Matches, result.ranks = k.matches[from:to], k.ranks[from:to]
	}
	if !o.Sorts {
		return result, true
	}
	k.update(q)
	if k.sequence == nil || k.sequence.Len() > w.Meter.Limits.Rows {
		return CachedResult{}, false
	}
	result.Sequence, result.From = k.sequence, k.sequence.whole()
	if only != nil {
		s := k.sorter(q)
		result.From.at = k.sequence.find(func(index uint32) bool { return s.entry(index).major >= major })
		result.From.end = k.sequence.find(func(index uint32) bool { return s.entry(index).major > major })
	}
	k.sequence.loops.Add(1)
	return result, true
}

// cachesOrder reports whether the order depends on tables and values alone.
func (q *Query) cachesOrder() bool {
	o, st := q.Ordering, q.W.Store
	return !o.besideTables(q.W) && (o.key == 0 || o.By != nil && st.Alive(o.key))
}

// rank sorts the matches by rank, then by fields, and marks entities whose position may have changed as suspects.
func (k *cachedOrder) rank(q *Query, matches []TableMatch, fields []FieldMatch) {
	o, s := q.Ordering, Matches{Tables: matches, Fields: fields}
	d, rows := o.depths(q.W), make([]row, len(matches))
	for i, m := range matches {
		r := &rows[i]
		r.match = uint32(i)
		r.major, r.group = o.position(&d, m.Table, 0)
	}
	if o.Relation != 0 {
		slices.SortFunc(rows, func(a, b row) int {
			if a.major != b.major {
				return cmp.Compare(a.major, b.major)
			}
			return q.compareMatches(&s, int(a.match), int(b.match))
		})
	}
	k.matches, k.ranks, k.ambiguous = make([]TableMatch, len(rows)), make([]rank, len(rows)), false
	for i, r := range rows {
		k.matches[i], k.ranks[i] = matches[r.match], rank{major: r.major, group: r.group}
		if o.key != 0 {
			f := &fields[int(k.matches[i].First)+o.Field]
			k.ranks[i].source, k.ambiguous = f.Source, k.ambiguous || !f.Set
		}
	}
	if o.Sorts {
		k.retable(q)
	}
}

// retable replaces the set of matching tables. Entities of tables that are new, removed or have
// another rank become suspects.
func (k *cachedOrder) retable(q *Query) {
	o, now := q.Ordering, make(map[store.Table]rank, len(k.matches))
	k.byTable, k.restless = o.Relation != 0, o.Entities != nil || o.By != nil && !o.By.Plain
	for i, m := range k.matches {
		r := k.ranks[i]
		_, twice := now[m.Table]
		k.ambiguous = k.ambiguous || twice
		k.byTable, k.restless = k.byTable || r.source != 0, k.restless || r.source != 0
		now[m.Table] = r
		if before, known := k.tables[m.Table]; !known || before != r {
			k.suspect(q.W.Store, m.Table)
		}
	}
	for t := range k.tables {
		if _, still := now[t]; !still && int(t) < q.W.Store.Tables() && q.W.Store.InUse(t) {
			k.suspect(q.W.Store, t)
		}
	}
	k.tables = now
}

func (k *cachedOrder) suspect(st *store.Store, t store.Table) {
	for _, e := range st.Entities(t) {
		k.suspects = append(k.suspects, e.Index())
	}
}

// update brings the sequence up to date, or drops it if an entity can have several positions.
func (k *cachedOrder) update(q *Query) {
	w, keys := q.W, &q.W.SortKeys
	if k.ambiguous {
		k.sequence, k.suspects = nil, k.suspects[:0]
		return
	}
	now := orderState{epoch: w.Epoch, changes: w.Store.Changes()}
	ok := k.sequence != nil && k.state.epoch == now.epoch
	if ok { // otherwise the storage was replaced
		var list []uint32
		list, ok = w.Store.ChangedRows(k.state.changes)
		k.suspects = append(k.suspects, list...)
	}
	suspects, written, known := keys.Written(k.suspects, k.state.written)
	k.suspects, now.written = suspects, written
	s, swept := k.sorter(q), keys.Swept.Load()
	lent := k.restless || q.Ordering.By != nil && w.MayBeLent(k.checked, k.swept)
	ok = ok && known && k.patch(&s)
	if ok && lent {
		k.suspects = k.outOfOrder(&s, k.suspects)
		ok = k.patch(&s)
	}
	if !ok {
		k.sequence, k.suspects = s.all(), k.suspects[:0]
	}
	if !ok || lent {
		k.checked, k.swept = now.changes, swept
	}
	k.state = now
}

// If there are at most this many suspects, they are moved one by one, even in a short sequence.
const few = 16

// patch removes the suspects from the sequence and inserts those that match. It returns false if
// sorting everything is cheaper.
func (k *cachedOrder) patch(s *sorter) bool {
	if len(k.suspects) > few+k.sequence.Len()/4 {
		return false
	}
	if len(k.suspects) > 0 && k.sequence.loops.Load() > 0 {
		k.sequence = k.sequence.clone()
	}
	for _, index := range k.suspects {
		k.sequence.remove(index)
	}
	for _, index := range k.suspects {
		if k.sequence.has(index) || !s.matches(index) {
			continue // listed twice, or gone
		}
		e := s.entry(index)
		k.sequence.insert(index, func(other uint32) bool { return s.before(&e, other) })
	}
	k.suspects = k.suspects[:0]
	return true
}

// sorter compares the entities of a query.
type sorter struct {
	*cachedOrder
	w     *rules.World
	key   store.Finder
	order *Ordering

	last store.Table // the table whose rank was looked up last
	rank rank
	cell unsafe.Pointer // the sort key on the source of that table
}

func (k *cachedOrder) sorter(q *Query) sorter {
	key := q.W.Store.Finder(q.Ordering.key.Index())
	return sorter{cachedOrder: k, w: q.W, key: key, order: q.Ordering, last: store.NoTable}
}

// matches reports whether an entity is alive and in a matching table.
func (s *sorter) matches(index uint32) bool {
	e, alive := s.w.Store.At(index)
	if !alive {
		return false
	}
	t, _, _ := s.w.Store.Record(e)
	_, ok := s.tables[t]
	return ok
}

// entry returns the sort key of an entity.
func (s *sorter) entry(index uint32) entry {
	e := entry{this: index}
	if s.byTable {
		if t := s.w.Table(index); t != s.last {
			s.last, s.rank = t, s.tables[t]
			if s.cell = nil; s.rank.source != 0 {
				s.cell, _, _ = s.w.CellOf(s.w.Entity(s.rank.source), store.Single(s.order.key.Index()))
			}
		}
		e.major, e.cell = s.rank.major, s.cell
	}
	if s.order.By != nil && s.rank.source == 0 {
		e.cell = s.key.At(index)
	}
	return e
}

// compare orders two entities by key, then by creation.
func (s *sorter) compare(a, b *entry) int {
	var c int
	switch {
	case s.byTable || s.order.By == nil:
		c = s.order.compare(s.w, a, b)
	case s.order.Desc: // the usual case: only the values count
		c = s.order.By.compare(b.cell, a.cell)
	default:
		c = s.order.By.compare(a.cell, b.cell)
	}
	if c != 0 {
		return c
	}
	return s.w.CompareEntities(a.this, b.this)
}

// before reports whether an entity sorts before another.
func (s *sorter) before(a *entry, other uint32) bool {
	if s.byTable || s.order.By == nil {
		b := s.entry(other)
		return s.compare(a, &b) < 0
	}
	if c := s.order.By.compare(a.cell, s.key.At(other)); c != 0 { // the usual case
		return c < 0 != s.order.Desc
	}
	return s.w.CompareEntities(a.this, other) < 0
}

// all sorts all matching entities.
func (s *sorter) all() *Sequence {
	var rows []entry
	for _, m := range s.cachedOrder.matches {
		for _, e := range s.w.Store.Entities(m.Table) {
			rows = append(rows, s.entry(e.Index()))
		}
	}
	slices.SortFunc(rows, func(a, b entry) int { return s.compare(&a, &b) })
	list := make([]uint32, len(rows))
	for i := range rows {
		list[i] = rows[i].this
	}
	return newSequence(list)
}

// outOfOrder appends entities without which the sequence is sorted. If two neighbours are out of
// order, either may have changed, so it appends both.
func (k *cachedOrder) outOfOrder(s *sorter, to []uint32) []uint32 {
	before := k.before[:0] // the sorted entities so far
	for c := k.sequence.whole(); ; {
		index, ok := k.sequence.Next(&c)
		if !ok {
			k.before = before
			return to
		}
		e, n := s.entry(index), len(before)-1
		if n < 0 || s.compare(&before[n], &e) <= 0 {
			before = append(before, e)
			continue
		}
		to = append(to, before[n].this, index)
		before = before[:n]
	}
}

// Replay passes the cached matches to a sink, in any order. It returns false if the query has no
// cache now.
func (q *Query) Replay(x *Exec, to Sink) bool {
	matches, fields, ok := q.TableMatches()
	if ok {
		x.emitCached(to, &CachedResult{Matches: matches, Fields: fields})
	}
	return ok
}

// emitCached passes a cached result to a sink.
func (x *Exec) emitCached(to Sink, k *CachedResult) {
	if k.Sequence != nil {
		x.emitSequence(to, k)
		return
	}
	e := x.emitter(to, nil, Matches{Tables: k.Matches, Fields: k.Fields})
	if k.ranks != nil {
		e.order = x.Q.Ordering
	}
	for i, m := range k.Matches {
		if x.Store.Count(m.Table) == 0 {
			continue
		}
		r := row{match: uint32(i)}
		if k.ranks != nil {
			r.major, r.group = k.ranks[i].major, k.ranks[i].group
		}
		if !e.emit(&r) {
			break
		}
	}
}

// emitSequence passes the entities of a sequence to a sink, each with the match of its table.
func (x *Exec) emitSequence(to Sink, k *CachedResult) {
	defer k.Sequence.End()
	e := x.emitter(to, x.Q.Ordering, Matches{Tables: x.Q.Cache.matches, Fields: k.Fields})
	sorter := x.Q.Cache.order.sorter(x.Q)
	var r row
	of := store.NoTable
	for c := k.From; ; {
		index, ok := k.Sequence.Next(&c)
		if !ok {
			break
		}
		if t := x.W.Table(index); t != of {
			r.match, of = x.Q.matchOf(t), t
		}
		if r.entry, r.group = sorter.entry(index), sorter.rank.group; !e.emit(&r) {
			break
		}
	}
}

// matchOf returns the index of the only match of a table. The query must have a sequence.
func (q *Query) matchOf(t store.Table) uint32 {
	c := q.Cache
	if c.heads != nil {
		return uint32(*c.head(t) - 1)
	}
	return uint32(slices.IndexFunc(c.matches, func(m TableMatch) bool { return m.Table == t }))
}

// FirstOf returns the index of the first field of the only match of a table. The query must have a
// sequence.
func (q *Query) FirstOf(t store.Table) uint32 { return q.Cache.matches[q.matchOf(t)].First }
