package fast

import (
	"encoding/binary"
	"sync"

	"github.com/relspec/relspec/fast/internal/store"
)

// tableWatch knows when entities came into tables and left them, and when values of tables were written, for the
// queries that detect changes (P-50). Tables are those of P-47, by setKey, wherever the storage keeps the entities: what
// an operation only passes through is no change, so that each entity that it moves is looked at before its first
// change and when the operation is done. Nothing is kept before a query asks.
type tableWatch struct {
	on     bool
	clock  uint64
	states map[string]*tableState // of the tables that queries have matched or that were written to
	limit  int                    // of states, when those of tables that cannot come again are dropped
	none   tableState             // of rows without $this

	reserved [reserved]tableState // of the reserved entities, each alone

	moved []movedEntity // by the operation that runs
	seen  visits
	wrote []writtenID // by the operation that runs

	marks    bool       // loops and writes mark columns of the storage too, see [Changes]
	marking  sync.Mutex // of marks made and read by loops
	watching uint64     // grows when loops begin to matter for change detection
}

// tableState is what is known of one table.
type tableState struct {
	rows   uint64              // when entities last came or went
	writes map[store.ID]uint64 // when values were last written
}

// movedEntity is an entity that an operation concerns, as it was before.
type movedEntity struct {
	index  uint32
	entity Entity // 0 if it did not exist
	key    string
}

// writtenID is an own value that was written.
type writtenID struct {
	entity Entity
	id     store.ID
}

const leastStates = 1024

// start begins to watch.
func (t *tableWatch) start(w *World) {
	if !t.on {
		t.on = true
		w.watch.watching++
		w.setHook(hookTracked)
	}
}

// state finds or makes the state of the table with a key.
func (t *tableWatch) state(w *World, key string) *tableState {
	s := t.states[key]
	if s == nil {
		t.prune(w)
		s = &tableState{}
		if t.states == nil {
			t.states = map[string]*tableState{}
		}
		t.states[key] = s
	}
	return s
}

// stateOf is the state of the table of an entity, by index; 0 stands for rows without $this. A reserved entity is in no
// table with others (P-47).
func (t *tableWatch) stateOf(w *World, index uint32) *tableState {
	switch {
	case index == 0:
		return &t.none
	case isBuiltin(index):
		return &t.reserved[index]
	}
	return t.state(w, w.setKey(index))
}

// prune drops the tables whose ids mention the dead: no entity can come into them again.
func (t *tableWatch) prune(w *World) {
	if len(t.states) < max(leastStates, t.limit) {
		return
	}
	for key := range t.states {
		if !w.canOwn(key) {
			delete(t.states, key)
		}
	}
	t.limit = 2 * len(t.states)
}

// canOwn reports whether the elements of the ids in a key of setKey are alive.
func (w *World) canOwn(key string) bool {
	for rest := []byte(key)[min(1, len(key)):]; len(rest) > 0; rest = rest[8:] {
		if e := Entity(binary.LittleEndian.Uint64(rest)); e != 0 && !w.st.Alive(e) {
			return false
		}
	}
	return true
}

// before notes how an entity is before the operation that runs changes it.
func (t *tableWatch) before(w *World, index uint32) {
	if t.on && !isBuiltin(index) && t.seen.add(index) {
		t.moved = append(t.moved, movedEntity{index, w.entity(index), w.setKey(index)})
	}
}

// created notes an entity that has just been made.
func (t *tableWatch) created(e Entity) {
	if t.on && t.seen.add(e.Index()) {
		t.moved = append(t.moved, movedEntity{index: e.Index()})
	}
}

// written notes that an own value of an entity is written, by the operation that runs or on its own.
func (t *tableWatch) written(w *World, e Entity, id store.ID) {
	switch {
	case !t.on:
	case w.listener != nil:
		t.wrote = append(t.wrote, writtenID{e, id})
	default:
		t.mark(dataRef{t.stateOf(w, e.Index()), id})
	}
}

// mark notes a write in a table.
func (t *tableWatch) mark(d dataRef) {
	if !t.on {
		return
	}
	if d.table.writes == nil {
		d.table.writes = map[store.ID]uint64{}
	}
	t.clock++
	d.table.writes[d.id] = t.clock
}

// settle ends the operation that runs: what differs from before is a change.
func (t *tableWatch) settle(w *World) {
	if !t.on {
		return
	}
	for i := range t.moved {
		m := &t.moved[i]
		e, alive := w.st.At(m.index)
		if !alive {
			e = 0
		}
		t.compare(m, e, w.setKey(m.index))
	}
	for _, x := range t.wrote {
		if w.st.Alive(x.entity) {
			t.mark(dataRef{t.stateOf(w, x.entity.Index()), x.id})
		}
	}
	clear(t.moved) // they hold keys
	t.moved, t.wrote, t.seen = t.moved[:0], t.wrote[:0], visits{}
}

// compare notes that an entity has left one table and come into another.
func (t *tableWatch) compare(m *movedEntity, now Entity, key string) {
	if m.entity == now && m.key == key {
		return
	}
	t.clock++
	for _, of := range [...]string{m.key, key} {
		if s := t.states[of]; s != nil {
			s.rows = t.clock
		}
	}
}

// all is how every entity is, before the world becomes another.
func (t *tableWatch) all(w *World) []movedEntity {
	if !t.on {
		return nil
	}
	list := make([]movedEntity, w.st.Indices())
	for i := range list {
		index := uint32(i)
		list[i] = movedEntity{index: index}
		if e, alive := w.st.At(index); alive {
			list[i] = movedEntity{index, e, w.setKey(index)}
		}
	}
	return list
}

// restored compares the world with how every entity was before.
func (t *tableWatch) restored(w *World, before []movedEntity) {
	if !t.on {
		return
	}
	t.moved = append(t.moved[:0], before...) // all indices: a restored world has no fewer than there were
	t.settle(w)
}
