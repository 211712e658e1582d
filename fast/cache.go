package fast

import (
	"sync"
	"sync/atomic"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// A cached query keeps what it matches as a list of tables. The world writes a log of tables that have come, gone or
// changed their targets, and of bases whose ids have changed; before a query is iterated it patches its list by what
// the log has got since, so that its answer is always that of a fresh query. What invalidates more (properties, another
// world, a fixed source that has moved) makes it anew.
//
// Only queries whose matches depend on the table alone are kept: those whose sources are $this or fixed, without other
// variables, and without relationships that are transitive, reflexive or have subclasses. Others are always matched
// anew.

// cache is what a cached query keeps.
type cache struct {
	mu    sync.Mutex
	valid bool
	// State of the world at which the matches hold.
	epoch, traits uint64
	tables, bases uint64 // places in the logs
	fixed         []store.Table

	matches []tableMatch
	fields  []fieldMatch
	heads   []*heads // per table: its first match plus 1; nil if there are few matches, which are found without
	link    []int32  // then per match: the next of the same table plus 1, 0 at the end
	version uint64   // grows when matches change

	singles bool // all terms are single ids on $this: other targets of a table do not matter
	plain   bool // and all are And

	order atomic.Pointer[keptOrder] // of an ordered query, nil if none is known
}

const (
	headPage   = 256
	fewMatches = 8
)

type heads [headPage]int32

// head is the place of the first match of a table plus 1.
func (c *cache) head(t store.Table) *int32 {
	page := int(t / headPage)
	for page >= len(c.heads) {
		c.heads = append(c.heads, nil)
	}
	if c.heads[page] == nil {
		c.heads[page] = new(heads)
	}
	return &c.heads[page][t%headPage]
}

// tableMatch is one way in which the entities of a table match. Empty tables may be listed.
type tableMatch struct {
	table store.Table
	first uint32 // of its fields
}

// fieldMatch is a field of a table match.
type fieldMatch struct {
	id     store.ID // with the wildcard where the term has _
	stored store.ID // the id on the source, whose data the field is
	source uint32   // 0: owned by the entities of the table; else the entity that has it
	column uint16   // position of the stored id in the ids of its table
	set    bool
	term   *term
}

// changeLog is the latest part of a sequence of table or entity numbers.
type changeLog struct {
	items []uint32
	base  uint64 // number of items dropped
}

const maxLog = 8192

// otherTargets marks a log item of a table that has the same archetype as before, with other targets or none.
const otherTargets = 1

func (l *changeLog) add(item uint32) {
	if len(l.items) == maxLog {
		n := copy(l.items, l.items[maxLog/2:])
		l.items, l.base = l.items[:n], l.base+maxLog/2
	}
	l.items = append(l.items, item)
}

func (l *changeLog) end() uint64 { return l.base + uint64(len(l.items)) }

// since is what came after a place; false if that is no longer known.
func (l *changeLog) since(place uint64) ([]uint32, bool) {
	if place < l.base {
		return nil, false
	}
	return l.items[place-l.base:], true
}

// tableEvent logs changes of tables once there is a cache.
func (w *World) tableEvent(e store.Event, t store.Table) {
	switch e {
	case store.TableCreated, store.TableRemoved:
		if w.logging {
			w.tableLog.add(uint32(t) << 1)
		}
	case store.TableRetargeted, store.TableParked:
		if w.logging {
			w.tableLog.add(uint32(t)<<1 | otherTargets)
		}
	}
}

// moved follows an entity whose ids have changed, if instances may inherit from it or ids of it are off.
func (w *World) moved(index uint32) {
	if w.entities[index].traits&(traitBase|traitToggled) != 0 {
		w.followed(index)
	}
}

func (w *World) followed(index uint32) {
	t := w.entities[index].traits
	if w.logging && t&traitBase != 0 {
		w.baseLog.add(index)
	}
	if t&traitToggled != 0 {
		w.toggledMoved(index)
	}
}

// restored makes all caches invalid.
func (w *World) restored() {
	w.epoch++
	w.tableLog = changeLog{base: w.tableLog.end()}
	w.baseLog = changeLog{base: w.baseLog.end()}
}

// tableShaped reports whether the matches depend on the table of $this alone, as far as the query itself tells.
func (q *prepared) tableShaped() bool {
	if !q.usesThis || len(q.variables) > 1 {
		return false
	}
	shaped := true
	for i := range q.nodes {
		kind := q.nodes[i].kind
		shaped = shaped && (kind == nodeMatch || kind == nodeChain)
	}
	q.each(func(_ *node, t *term) {
		shaped = shaped && !t.compares && t.traversal == nil
		source := t.src.kind == elementConst || t.src.uses() == slotOf(thisSlot)
		shaped = shaped && source && t.first.uses()|t.second.uses() == 0 && t.lookups == 0 && t.member == nil
	})
	return shaped
}

// cacheable reports whether tableShaped matches depend on nothing else now.
func (q *prepared) cacheable() bool {
	ok := true
	q.each(func(_ *node, t *term) {
		if q.w.loose.any() && q.w.isLooseTerm(t) {
			ok = false
		}
		if t.first.kind != elementConst || !q.w.st.Alive(t.first.entity) {
			return
		}
		traits := q.w.traitsOf(t.first.entity.Index())
		if q.subclasses && traits&traitBase != 0 && traits&(traitFinal|traitDefaultFinal) == 0 {
			ok = false
		}
		if q.transitive && t.second.kind != elementNone && traits&(traitTransitive|traitReflexive) != 0 {
			ok = false
		}
	})
	return ok
}

// tableMatches are the current matches by table, and their fields; false if the query cannot be kept so. The slices
// must not be changed and hold until the world changes.
func (q *prepared) tableMatches() ([]tableMatch, []fieldMatch, bool) {
	c := q.cache
	if c == nil || !q.cacheable() || q.w.toggles.hides(q) {
		return nil, nil, false
	}
	c.mu.Lock()
	c.refresh(q)
	c.mu.Unlock()
	return c.matches, c.fields, true
}

// refresh brings the matches up to date.
func (c *cache) refresh(q *prepared) {
	w := q.w
	if c.valid && c.epoch == w.epoch && c.traits == w.traitChanges && c.tables == w.tableLog.end() &&
		c.bases == w.baseLog.end() && c.fixedHolds(q) {
		return
	}
	x := q.newExec()
	defer x.release()
	x.anyBases = len(w.st.Lookup(anyBase)) > 0
	b := cacheSink{c: c, q: q}
	if !c.patch(x, &b) {
		c.rebuild(x, &b)
	}
	c.valid, c.epoch, c.traits = true, w.epoch, w.traitChanges
	c.tables, c.bases = w.tableLog.end(), w.baseLog.end()
	c.version++
}

// fixedHolds reports whether the fixed sources are where they were.
func (c *cache) fixedHolds(q *prepared) bool {
	i, holds := 0, true
	q.each(func(_ *node, t *term) {
		if t.src.kind == elementConst {
			holds = holds && i < len(c.fixed) && c.fixed[i] == q.tableOf(t.src.entity)
			i++
		}
	})
	return holds
}

func (q *prepared) tableOf(e Entity) store.Table {
	t, _, _ := q.w.st.Record(e)
	return t
}

// forget drops the matches of a table; the last ones take their places.
func (c *cache) forget(t store.Table) {
	if c.heads == nil {
		for i := len(c.matches) - 1; i >= 0; i-- {
			if c.matches[i].table == t {
				c.drop(i)
			}
		}
		return
	}
	if page := int(t / headPage); page >= len(c.heads) || c.heads[page] == nil {
		return
	}
	for head := c.head(t); *head != 0; {
		i := *head - 1
		*head = c.link[i]
		last := int32(len(c.matches) - 1)
		if i != last {
			at := c.head(c.matches[last].table)
			for *at-1 != last {
				at = &c.link[*at-1]
			}
			*at = i + 1
			c.link[i] = c.link[last]
		}
		c.link = c.link[:last]
		c.drop(int(i))
	}
}

// drop removes a match; the last one takes its place.
func (c *cache) drop(i int) {
	last := len(c.matches) - 1
	n := len(c.fields) / len(c.matches)
	c.matches[i].table = c.matches[last].table
	copy(c.fields[i*n:(i+1)*n], c.fields[last*n:])
	c.matches, c.fields = c.matches[:last], c.fields[:last*n]
}

// replay gives the kept matches to a sink; false if there are none to keep.
func (q *prepared) replay(x *exec, s sink) bool {
	matches, fields, ok := q.tableMatches()
	if !ok {
		return false
	}
	for _, m := range matches {
		if x.st.Count(m.table) == 0 {
			continue
		}
		for i := range x.fields {
			f := &fields[int(m.first)+i]
			x.fields[i] = found{set: f.set, id: f.id, stored: f.stored, src: f.source, term: f.term}
		}
		x.this, x.table = thisTable, m.table
		if !s.take(x) {
			break
		}
	}
	return true
}

// keepMatches makes the query keep its matches, if they depend on tables alone.
func (q *prepared) keepMatches() {
	if q.cache != nil || !q.tableShaped() {
		return
	}
	c := &cache{singles: true, plain: true}
	for i := range q.nodes {
		n := &q.nodes[i]
		for j := range n.terms {
			t := &n.terms[j]
			c.singles = c.singles && t.first.kind == elementConst && t.second.kind == elementNone && t.src.kind == elementVar
		}
		c.plain = c.plain && c.singles && n.kind == nodeMatch && n.oper == spec.And
	}
	q.cache = c
	if !q.w.logging { // readers may come here, for a query that follows its types
		q.w.logging = true
	}
}
