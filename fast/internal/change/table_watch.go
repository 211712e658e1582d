package change

import (
	"encoding/binary"
	"sync"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// TableWatch is the record of changes: when entities came into tables and left them, and when
// values of tables were written, for everyone who detects changes (changes.tables). Tables are
// those of iterate.batches, by SetKey, wherever the storage keeps the entities: a table that an
// operation only passes through is no change, so that each entity that it moves is looked at before
// its first change and when the operation is done. Nothing is kept before somebody asks.
type TableWatch struct {
	On     bool
	Clock  uint64
	States map[string]*TableState // of the tables that were matched, written to, entered or left
	limit  int                    // of states, when those of tables that cannot come again are dropped
	none   TableState             // of rows without $this

	reserved [rules.Reserved]TableState // of the reserved entities, each alone
	stored   []storedState              // by table of the storage, used while no targets lie beside tables

	moved []movedEntity // by the operation that runs
	seen  rules.Visits
	wrote []writtenID // by the operation that runs

	Marking  sync.Mutex // of marks made and read by loops
	Watching uint64     // grows when loops begin to matter for change detection
}

// TableState is the state of one table.
type TableState struct {
	rows   uint64              // when entities last came or went
	writes map[store.ID]uint64 // when values were last written
	Gone   bool                // it cannot come again, and was dropped
}

// Changed reports whether entities have come into the table or left it since a moment, or data was
// written that its rows match.
func (s *TableState) Changed(since uint64, data []DataRef) bool {
	if s.rows > since {
		return true
	}
	for _, d := range data {
		if d.Table.writes[d.ID] > since {
			return true
		}
	}
	return false
}

// storedState is the state of a table of the storage, as long as its number means the same ids.
type storedState struct {
	state *TableState
	epoch uint32
}

// movedEntity is an entity that an operation concerns, as it was before.
type movedEntity struct {
	index  uint32
	entity Entity      // 0 if it did not exist
	table  *TableState // nil likewise
}

// writtenID is an own value that was written.
type writtenID struct {
	entity Entity
	id     store.ID
}

// MinStates is how many states of tables are kept before those that cannot come again are dropped.
const MinStates = 1024

// Start begins to watch.
func (t *TableWatch) Start(w *World) {
	if !t.On {
		t.On = true
		w.Watch.Watching++
		w.SetHook(rules.HookTracked)
	}
}

// state finds or makes the state of the table with a key.
func (t *TableWatch) state(w *World, key string) *TableState {
	s := t.States[key]
	if s == nil {
		t.prune(w)
		s = &TableState{}
		if t.States == nil {
			t.States = map[string]*TableState{}
		}
		t.States[key] = s
	}
	return s
}

// StateOf is the state of the table of an entity, by index; 0 stands for rows without $this. A reserved entity is in no
// table with others (iterate.batches).
func (t *TableWatch) StateOf(w *World, index uint32) *TableState {
	switch {
	case index == 0:
		return &t.none
	case rules.IsBuiltin(index):
		return &t.reserved[index]
	case w.NonFragmenting.Any():
		return t.state(w, w.SetKey(index))
	}
	at := w.Table(index)
	if int(at) >= len(t.stored) {
		t.stored = append(t.stored, make([]storedState, max(int(at)+1, 64, 2*len(t.stored))-len(t.stored))...)
	}
	known := &t.stored[at]
	if epoch := w.Store.Epoch(); known.state == nil || known.epoch != epoch {
		*known = storedState{t.state(w, w.SetKey(index)), epoch}
	}
	return known.state
}

// prune drops the tables whose ids mention the dead: no entity can come into them again.
func (t *TableWatch) prune(w *World) {
	if len(t.States) < max(MinStates, t.limit) {
		return
	}
	for key, s := range t.States {
		if !w.canOwn(key) {
			s.Gone = true
			delete(t.States, key)
		}
	}
	t.limit = 2 * len(t.States)
}

// canOwn reports whether the elements of the ids in a key of SetKey are alive.
func (w *World) canOwn(key string) bool {
	for rest := []byte(key)[min(1, len(key)):]; len(rest) > 0; rest = rest[8:] {
		if e := Entity(binary.LittleEndian.Uint64(rest)); e != 0 && !w.Store.Alive(e) {
			return false
		}
	}
	return true
}

// before notes how an entity is before the operation that runs changes it.
func (t *TableWatch) before(w *World, index uint32) {
	if t.On && !rules.IsBuiltin(index) && t.seen.Add(index) {
		t.moved = append(t.moved, movedEntity{index, w.Entity(index), t.StateOf(w, index)})
	}
}

// created notes an entity that has just been made.
func (t *TableWatch) created(e Entity) {
	if t.On && t.seen.Add(e.Index()) {
		t.moved = append(t.moved, movedEntity{index: e.Index()})
	}
}

// Written notes that an own value of an entity is written, by the operation that runs or on its own.
func (t *TableWatch) Written(w *World, e Entity, id store.ID) {
	switch {
	case !t.On:
	case w.Listener != nil:
		t.wrote = append(t.wrote, writtenID{e, id})
	default:
		t.Mark(DataRef{t.StateOf(w, e.Index()), id})
	}
}

// Mark notes a write in a table.
func (t *TableWatch) Mark(d DataRef) {
	if !t.On {
		return
	}
	if d.Table.writes == nil {
		d.Table.writes = map[store.ID]uint64{}
	}
	t.Clock++
	d.Table.writes[d.ID] = t.Clock
}

// settle ends the operation that runs: a difference from before is a change.
func (t *TableWatch) settle(w *World) {
	if !t.On {
		return
	}
	for i := range t.moved {
		now := movedEntity{index: t.moved[i].index}
		if e, alive := w.Store.At(now.index); alive {
			now.entity, now.table = e, t.StateOf(w, now.index)
		}
		t.compare(&t.moved[i], &now)
	}
	for _, x := range t.wrote {
		if w.Store.Alive(x.entity) {
			t.Mark(DataRef{t.StateOf(w, x.entity.Index()), x.id})
		}
	}
	t.moved, t.wrote, t.seen = t.moved[:0], t.wrote[:0], rules.Visits{}
}

// compare notes that an entity has left one table and come into another.
func (t *TableWatch) compare(was, is *movedEntity) {
	if *was == *is {
		return
	}
	t.Clock++
	for _, table := range [...]*TableState{was.table, is.table} {
		if table != nil {
			table.rows = t.Clock
		}
	}
}

// all is how every entity is, before the world becomes another.
func (t *TableWatch) all(w *World) []movedEntity {
	if !t.On {
		return nil
	}
	list := make([]movedEntity, w.Store.Indices())
	for i := range list {
		index := uint32(i)
		list[i] = movedEntity{index: index}
		if e, alive := w.Store.At(index); alive {
			list[i] = movedEntity{index, e, t.StateOf(w, index)}
		}
	}
	return list
}

// restored compares the world with how every entity was before.
func (t *TableWatch) restored(w *World, before []movedEntity) {
	if !t.On {
		return
	}
	t.moved = append(t.moved[:0], before...) // all indices: a restored world has no fewer than there were
	t.settle(w)
}
