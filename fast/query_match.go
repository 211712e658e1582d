package fast

import (
	"sync"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// matchSet has the matches of one loop over a typed query: tables, each with a match of every term.
// If possible, loops over a cached query share the set of the query. Any other loop takes a set
// from a pool and returns it at the end.
type matchSet struct {
	w     *World
	query *typedQuery // nil in the set of a spawner
	width uint32      // fields per match
	// plainFields is a bit set of the fields that are the component of their type on $this.
	plainFields uint8

	query.Matches
	run    *query.Exec // runs the query; only in a pooled set
	pooled bool

	slow     bool // the loop must use walk.advance, for example because matches cover only part of a table
	split    bool // a batch with a shared field is returned entity by entity
	each     bool // every batch is returned entity by entity, since each may have another non-fragmenting target
	watched  bool // the loop marks components that may be written, or records the tables that it visits
	skipped  bool // Skip was called for the current batch, so its components are not marked
	loop     uint64
	together map[*change.TableState]*tableBatches // the batches of each table, once Batch.Changed needed them

	sequence *query.Sequence // the order in which a loop returns the entities; nil for the order of the matches
	from     query.Cursor    // where in sequence the loop starts
	brief    bool            // batches begin with one entity and at most double, since the loop may end early

	walk walk // state of a slow loop over batches

	own query.Matches // memory of a pooled set; Matches may instead be those of the cache
}

var matchSets = sync.Pool{New: func() any { return &matchSet{pooled: true, run: new(query.Exec)} }}

// binding holds the preset variables of a query, and the selected group.
type binding struct {
	values [4]Entity
	slots  [4]uint8
	count  uint8
	// chosen is set if the loop is restricted to group. If group is 0, these are the entities
	// without a target.
	chosen bool
	dead   bool // the group is a dead entity
	group  uint32
}

// add presets a variable. If the variable is preset already, the new value replaces the old one.
func (b *binding) add(q *typedQuery, v, value Entity) {
	slot, at := variableOf(v), uint8(0)
	for at < b.count && int(b.slots[at]) != slot {
		at++
	}
	switch {
	case slot == 0 && v != This || slot >= len(q.q.Variables):
		panic(errVariable)
	case int(at) == len(b.values):
		panic(spec.Errorf(spec.CodeLimit, "at most %d variables can be bound; make another query with the other values",
			len(b.values)))
	case rules.IsPattern(value):
		panic(rules.ErrWildcard)
	}
	if value == 0 {
		value = rules.NullEntity // 0 would mean that $this is not preset
	}
	b.slots[at], b.values[at] = uint8(slot), value
	b.count = max(b.count, at+1)
}

// stamp returns a number that changes whenever the matches of a cached query without fixed sources
// may have changed.
func (w *World) stamp() uint64 {
	return w.core.Epoch + w.core.TraitChanges + w.core.TableLog.End() + w.core.BaseLog.End() + w.core.Toggles.Changes +
		w.core.Watch.Watching + 1
}

// state returns a number that changes whenever the cached matches may have changed. If the query
// finds values above, any change of the storage counts, because it may move such a value to another
// address.
func (q *typedQuery) state() uint64 {
	if !q.climbs {
		return q.w.stamp()
	}
	return q.w.stamp() + q.w.core.Store.Changes() + q.w.core.Epoch<<40 // a restored storage may have a lower count
}

// this returns the preset value of $this, or the zero Entity.
func (b *binding) this() Entity {
	for i := range b.count {
		if b.slots[i] == query.ThisSlot {
			return b.values[i]
		}
	}
	return 0
}

// choose restricts the loop to one group.
func (b *binding) choose(q *typedQuery, group Entity) {
	switch {
	case !q.q.HasGroups():
		panic(query.ErrNotGrouped)
	case rules.IsPattern(group):
		panic(rules.ErrWildcard)
	}
	b.chosen, b.group, b.dead = true, group.Index(), group != 0 && !q.w.core.Store.Alive(group)
}

// only returns the selected group, or nil for all.
func (b *binding) only() *uint32 {
	if !b.chosen {
		return nil
	}
	group := b.group
	return &group
}

// open begins a loop: the world is locked until close.
func (q *typedQuery) open(b *binding) *matchSet {
	set := q.cached
	if b.count != 0 || b.chosen || q.w.core.Attention&rules.AttendUndo != 0 || q.stamp.Load() != q.state() {
		if set = q.gather(b); set.watched && q.tracked != nil {
			q.begin(set, b)
		}
	}
	q.w.core.Hooks.Add(1)
	return set
}

// openBatches is like open for a loop that returns batches. Through a batch the program can write
// any value, so every sort key counts as possibly written.
func (q *typedQuery) openBatches(b *binding) *matchSet {
	if q.w.core.SortKeys.Any() {
		q.w.core.LendKeys()
	}
	return q.open(b)
}

// openRows is like open for a loop that returns only entities and fields. Such a loop does not show
// the ids of matches, so it can return entities with different targets together.
func (q *typedQuery) openRows(b *binding) *matchSet {
	set := q.open(b)
	if set.sequence != nil {
		set.brief = true
	}
	if set.each {
		set.each = false
		set.slow = set.watched || set.split || len(set.Parts) > 0 || set.sequence != nil
	}
	return set
}

// peek is like open for a caller that does not pass the batches to the program, so change detection
// does not count the loop.
func (q *typedQuery) peek(b *binding) *matchSet {
	set := q.cached
	if b.count != 0 || b.chosen || q.stamp.Load() != q.state() {
		set = q.gather(b)
	}
	q.w.core.Hooks.Add(1)
	return set
}

func (s *matchSet) close() {
	if s.slow {
		s.walk.leave()
	}
	s.w.core.EndLoop()
	if s.pooled {
		s.release()
	}
}

// length returns the number of matching entities.
func (q *typedQuery) length(b *binding) int {
	set, n := q.peek(b), 0
	if len(set.Parts) == 0 {
		for i := range set.Tables { // no call of part: it would take much of the time
			n += q.w.core.Store.Count(set.Tables[i].Table)
		}
	} else {
		for i := range set.Tables {
			n += set.part(i).Len()
		}
	}
	set.close()
	return n
}

// forget frees the matches of a cached query.
func (q *typedQuery) forget() {
	if q.q.Kind != spec.KindCached {
		return // another query of the program may share the compiled form
	}
	slot, _ := q.w.typed.made.slot(q.extra, q.fieldCores())
	if q.tracked != nil {
		slot = nil
	}
	if slot == nil {
		q.q.Cache = nil
	} else {
		q.q.ForgetMatches()
	}
	if q.cached != nil {
		q.cached.Tables, q.cached.Fields = nil, nil
	}
	q.steady = steadyMatches{}
	q.stamp.Store(0)
	if slot != nil {
		slot.Store(q)
	}
}

func (s *matchSet) release() {
	if s.sequence != nil {
		s.sequence.End()
		s.sequence = nil
	}
	s.w, s.query, s.slow, s.together = nil, nil, false, nil
	matchSets.Put(s)
}

// gather finds the matches for a loop that cannot use the cached ones as they are.
func (q *typedQuery) gather(b *binding) *matchSet {
	if q.registered.Load() != q.w.typed.registered {
		q.renew()
	}
	cached := b.count == 0 && !b.dead && q.q.Cache != nil
	if cached {
		if set := q.keep(b); set != nil {
			return q.watch(set)
		}
	}
	set := q.newSet()
	steady := cached && !b.chosen && (q.q.Ordering == nil || !q.q.Ordering.Sorts)
	if steady && q.steady.restore(set) {
		return q.watch(set)
	}
	x := set.run
	x.Begin(q.q)
	if q.preset(x, b) {
		if o := q.q.Ordering; o != nil && (o.Sorts || o.Groups || b.this() == 0) { // one entity needs no order
			x.Deliver(&set.Matches, b.count > 0, b.only())
		} else {
			x.Run(&set.Matches)
		}
	}
	x.End()
	set.each, set.own = set.Marked, set.Matches
	if steady {
		q.steady.store(set)
	}
	return q.watch(set)
}

// alone reports whether each loop over the query needs a match set of its own, because the query is
// sorted or grouped, has fixed sources, returns entities one by one, or is watched.
func (q *typedQuery) alone() bool {
	if o := q.q.Ordering; o != nil && (o.Sorts || o.Groups) {
		return true
	}
	return q.fixed || q.split || q.watches()
}

// of assigns the set to a query.
func (s *matchSet) of(q *typedQuery) {
	s.w, s.query, s.width, s.plainFields = q.w, q, uint32(q.q.Fields), q.plain
}

// newSet returns an empty set for one loop.
func (q *typedQuery) newSet() *matchSet {
	s := matchSets.Get().(*matchSet)
	s.of(q)
	s.Matches = s.own
	s.Reset()
	s.split, s.watched, s.each, s.brief = q.split, false, false, false
	return s
}

// preset sets variables for a run. It returns false if nothing can match, for example because a
// value is dead.
func (q *typedQuery) preset(x *query.Exec, b *binding) bool {
	for i := range b.count {
		if e := b.values[i]; !q.w.core.Store.Alive(e) || !x.Preset(b.slots[i], e.Index()) {
			return false
		}
	}
	return !b.dead
}

// keep updates the cached matches of a query and returns a set with them. It returns nil if the
// matches cannot be cached now.
func (q *typedQuery) keep(b *binding) *matchSet {
	q.mu.Lock()
	defer q.mu.Unlock()
	alone := b.chosen || q.alone()
	if !alone && q.stamp.Load() == q.state() {
		return q.cached
	}
	cached, ok := q.q.CachedResult(b.only())
	if !ok {
		return nil
	}
	set := q.cached
	if alone {
		set = q.newSet()
	}
	set.Tables, set.Fields, set.sequence, set.from = cached.Matches, cached.Fields, cached.Sequence, cached.From
	if !set.pooled {
		q.stamp.Store(q.state())
	}
	return set
}

// noValue is the address of the values of tags, which have no size.
var noValue [1]uint64

// column returns the address of a field's value for the first entity of the batch, and the distance
// to the next value, or 0 if the batch shares one value. The address is nil if the field is not set.
func (b *Batch) column(c *componentCore, field int) (unsafe.Pointer, uintptr) {
	s := b.set
	m := &s.Fields[int(b.at.First)+field]
	if m.Source != 0 && m.Stored == c.id {
		if cell := c.reader.At(m.Source); cell != nil {
			return cell, 0
		}
	}
	switch {
	case !m.Set || m.Stored == 0:
		return nil, 0
	case m.Source != 0:
		return s.valueOf(s.w.core.Entity(m.Source), m.Stored, c), 0
	}
	if isTag := s.w.core.NonFragmenting.Any() && s.w.core.IsNonFragmenting(m.Stored); isTag {
		c.check(store.TagType)
		return unsafe.Pointer(&noValue), 0
	}
	t := b.at.Table
	if m.Column == query.UnknownColumn { // usually an earlier loop has looked it up
		m.LookUp(s.w.core.Store, t)
	}
	typ := s.w.core.Store.ColumnType(t, int(m.Column))
	c.check(typ)
	if typ == store.TagType {
		return unsafe.Pointer(&noValue), 0
	}
	size := s.w.core.Store.TypeSize(typ)
	return unsafe.Add(s.w.core.Store.ColumnData(t, int(m.Column)), uintptr(b.rows.From)*size), size
}

// valueOf returns the address of an entity's own value.
func (s *matchSet) valueOf(e Entity, id store.ID, c *componentCore) unsafe.Pointer {
	cell, typ, ok := s.w.core.Store.Get(e, id)
	if !ok {
		return nil
	}
	c.check(typ)
	if typ == store.TagType {
		return unsafe.Pointer(&noValue)
	}
	return cell
}

// check panics if values have another type than the component.
func (c *componentCore) check(typ store.TypeIndex) {
	if have := c.w.core.Store.GoType(typ); have != c.goType && (typ != store.TagType || c.size != 0) {
		panic(spec.Errorf(spec.CodeInvalid,
			"values of the matched id are of type %v, not %v; make the query with a field of the first type", have, c.goType))
	}
}
