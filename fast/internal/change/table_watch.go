package change

import (
	"encoding/binary"
	"sync"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// TableWatch records, for change detection, when entities entered and left tables and when values
// of tables were written (changes.tables). A table here is the set of entities with the same SetKey
// (iterate.batches), however the storage stores them. If an entity only passes through a table
// during an operation, the table does not change. So each entity is recorded before its first
// change and compared at the end of the operation. Nothing is recorded before change detection is
// first used.
type TableWatch struct {
	On     bool
	Clock  uint64
	States map[string]*TableState // by SetKey: the tables that were matched, written to, entered or left
	limit  int                    // with fewer states, prune does nothing
	none   TableState             // the state for rows without $this

	reserved [rules.Reserved]TableState // states of the reserved entities, one each
	stored   []storedState              // by table of the storage, if no pairs are non-fragmenting

	moved []movedEntity // by the current operation
	seen  rules.Visits
	wrote []holding // values that the current operation wrote

	Marking  sync.Mutex // for marks that loops set and read
	Watching uint64     // grows when loops start to matter for change detection
}

// TableState is the state of one table.
type TableState struct {
	rows    uint64              // when entities last entered or left
	writes  map[store.ID]uint64 // when values were last written
	Dropped bool                // dropped, because it cannot be used again
}

// Changed reports whether, since a time, entities have entered or left the table, or one of the
// given values was written.
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

// storedState is the state of a table of the storage. It is valid while the epoch is the same.
type storedState struct {
	state *TableState
	epoch uint32
}

// movedEntity is an entity that an operation changes, with its table before the operation.
type movedEntity struct {
	index  uint32
	entity Entity      // 0 if it did not exist
	table  *TableState // nil if it did not exist
}

// MinStates is the number of states up to which none is dropped.
const MinStates = 1024

// Start starts the recording.
func (t *TableWatch) Start(w *World) {
	if !t.On {
		t.On = true
		t.Watching++
		w.SetHook(rules.HookTracked)
	}
}

// state returns the state of the table with a key, and creates it if needed.
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

// StateOf returns the state of the table of an entity, by index; 0 means rows without $this. Each
// reserved entity has its own state (iterate.batches).
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

// prune drops the tables whose ids mention dead entities. No entity can enter them again.
func (t *TableWatch) prune(w *World) {
	if len(t.States) < max(MinStates, t.limit) {
		return
	}
	for key, s := range t.States {
		if !w.canOwn(key) {
			s.Dropped = true
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

// before records an entity before the current operation changes it.
func (t *TableWatch) before(w *World, index uint32) {
	if t.On && !rules.IsBuiltin(index) && t.seen.Add(index) {
		t.moved = append(t.moved, t.locationOf(w, index))
	}
}

// locationOf returns the entity that an index has now, and its table. Both are zero if the index
// has none.
func (t *TableWatch) locationOf(w *World, index uint32) movedEntity {
	if e, alive := w.Store.At(index); alive {
		return movedEntity{index, e, t.StateOf(w, index)}
	}
	return movedEntity{index: index}
}

// created records a new entity.
func (t *TableWatch) created(e Entity) {
	if t.On && t.seen.Add(e.Index()) {
		t.moved = append(t.moved, movedEntity{index: e.Index()})
	}
}

// Written records that an owned value of an entity is written, inside or outside of an operation.
func (t *TableWatch) Written(w *World, e Entity, id store.ID) {
	switch {
	case !t.On:
	case w.Listener != nil:
		t.wrote = append(t.wrote, holding{e, id})
	default:
		t.Mark(DataRef{t.StateOf(w, e.Index()), id})
	}
}

// Mark records a write in a table.
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

// settle ends the current operation. Each difference from the recorded state is a change.
func (t *TableWatch) settle(w *World) {
	if !t.On {
		return
	}
	for _, was := range t.moved {
		now := t.locationOf(w, was.index)
		if was == now {
			continue
		}
		t.Clock++
		for _, table := range [...]*TableState{was.table, now.table} {
			if table != nil {
				table.rows = t.Clock
			}
		}
	}
	for _, x := range t.wrote {
		if w.Store.Alive(x.owner) {
			t.Mark(DataRef{t.StateOf(w, x.owner.Index()), x.id})
		}
	}
	t.moved, t.wrote = t.moved[:0], t.wrote[:0]
	t.seen.Clear()
}

// all records the entities with an index below n, before a restore.
func (t *TableWatch) all(w *World, n int) {
	if !t.On {
		return
	}
	for index := range uint32(n) {
		t.before(w, index)
	}
}
