package fast

import (
	"slices"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// spawner creates entities directly in the table of their ids, if adding the ids has no
// consequences. It remembers the table until properties change or the table is removed.
type spawner struct {
	w       *World
	cores   [maxFields]*componentCore // components of the values
	ids     []ID                      // their ids
	exact   []store.ID                // the ids of the table, sorted
	table   store.Table
	changes uint64 // World.spawnChanges when table was found
	simple  bool   // entities can be created directly in the table
	columns int    // number of values that Spawn writes
	set     matchSet
	alone   cachedTable                   // table without additional ids
	recent  *[maxCachedTables]cachedTable // tables by additional ids
}

// cachedTable is the table for entities with the same additional ids. It is valid until tables,
// properties or the world change.
type cachedTable struct {
	ids   [maxCachedIDs]ID
	count int // number of ids
	table store.Table
	epoch uint32 // epoch of the tables
	state uint64 // state of the world; 0 is invalid
}

const (
	maxCachedTables = 128
	maxCachedIDs    = 3
)

func (s *spawner) init(w *World, cores ...*componentCore) {
	for i, c := range cores {
		if slices.Contains(cores[:i], c) {
			panic(spec.Errorf(spec.CodeInvalid, "the type %v is given twice; an entity has only one value of each type, so leave one out",
				c.goType))
		}
		if c.size > 0 {
			s.columns++
		}
		s.cores[i], s.ids = c, append(s.ids, Single(c.entity))
	}
	s.w, s.set.w = w, w
	s.set.plainFields = 1<<8 - 1
}

// renew updates the ids of the components, and makes new entities for components whose entity was
// deleted.
func (s *spawner) renew() {
	for i, c := range s.cores[:len(s.ids)] {
		if !s.w.core.Store.Alive(c.entity) {
			c.create()
		}
		s.ids[i] = Single(c.entity)
	}
}

// spawnerFor is the spawner for the types of the fields of a query of type Q.
type spawnerFor[Q any] struct{ spawner }

// spawnerOf returns the spawner for the types of the fields of Q, and creates it if needed.
func spawnerOf[Q interface{ cores(*World) []*componentCore }](w *World) *spawner {
	s := object[spawnerFor[Q]](w)
	if s == nil {
		var q Q
		s = new(spawnerFor[Q])
		s.init(w, q.cores(w)...)
		keepObject(w, s)
	}
	return &s.spawner
}

// targetTable returns the table for entities with the ids of the spawner. It returns false if they
// cannot be created directly in it.
func (s *spawner) targetTable() (store.Table, bool) {
	w := s.w
	if !s.simple || s.changes != w.spawnChanges() || !w.core.Store.InUse(s.table) ||
		!slices.Equal(w.core.Store.IDs(s.table), s.exact) {
		return s.find()
	}
	for _, id := range s.ids {
		if !w.core.Store.Alive(id.first) { // another component may have its index now
			return s.find()
		}
	}
	return s.table, w.core.Scope == 0 && !w.core.UndoLog.On()
}

func (s *spawner) find() (store.Table, bool) {
	w := s.w
	s.renew()
	s.simple, s.changes, s.exact = false, w.spawnChanges(), s.exact[:0]
	for _, id := range s.ids {
		exact, err := w.exactID(id)
		if err != nil || !w.core.IsPlainBirth(exact) {
			return 0, false
		}
		s.exact = append(s.exact, exact)
	}
	slices.Sort(s.exact)
	table, err := w.core.Store.Table(s.exact...)
	if err != nil {
		return 0, false
	}
	s.table, s.simple = table, true
	return table, w.core.Scope == 0 && !w.core.UndoLog.On()
}

// spawnChanges grows when the consequences of adding ids may have changed.
func (w *World) spawnChanges() uint64 { return w.core.TraitChanges + w.core.Prefabs }

// goTogether reports whether an entity can have both a and b, which are neighbours in type order:
// they must not be two pairs of one exclusive relationship.
func (w *World) goTogether(a, b store.ID) bool {
	return !a.IsPair() || a.First() != b.First() || w.core.TraitsOf(a.First())&rules.TraitExclusive == 0
}

// begin creates an entity with the ids of the spawner and the other initial ids.
func (s *spawner) begin(with []Initial) (Entity, newRow) {
	switch len(with) { // short lists need no buffer
	case 0:
		return s.spawn(nil)
	case 1:
		if id, ok := with[0].(ID); ok {
			return s.spawn([]ID{id})
		}
	}
	var buf [8]ID
	others, name := initials(buf[:0], with)
	if name != "" {
		return s.spawnAny(others, name)
	}
	return s.spawn(others)
}

// spawn creates an entity with the ids of the spawner and others, in the last row of the table.
func (s *spawner) spawn(others []ID) (Entity, newRow) {
	w := s.w
	hooked := w.core.Hooked()
	if hooked && !w.core.MayBeUnobserved() {
		return s.spawnAny(others, "")
	}
	t, plan, ok := s.targetTableWith(others)
	if !ok || hooked && (plan != nil || !w.core.UnobservedTable(t)) {
		return s.spawnAny(others, "")
	}
	var e Entity
	var row int
	var err error
	columns := s.columns
	if plan != nil {
		columns += len(plan.copies)
	}
	if w.core.Store.Width(t) == columns {
		e, row, err = w.core.Store.CreateUnset(t)
	} else {
		e, err = w.core.Store.CreateIn(t)
		row = w.core.Store.Count(t) - 1
	}
	if err != nil {
		panic(rules.StorageError(err))
	}
	if plan != nil {
		plan.fill(w, row, 1)
	}
	w.core.Born(e)
	w.fillBeside([]Entity{e}, others)
	return e, newRow{t, row}
}

// fillBeside gives new entities the targets that are stored outside their table.
func (w *World) fillBeside(made []Entity, ids []ID) {
	for _, id := range ids {
		if id.second == 0 || !w.core.IsNonFragmenting(store.Pair(id.first.Index(), id.second.Index())) {
			continue
		}
		for _, e := range made {
			w.core.FillTarget(e.Index(), id.first.Index(), id.second.Index())
		}
	}
}

// targetTableWith is targetTable for entities with additional ids. If one of the ids is (IsA,
// base), it also returns the plan for instances of the base.
func (s *spawner) targetTableWith(others []ID) (t store.Table, plan *instancePlan, ok bool) {
	if len(others) > maxCachedIDs || s.w.core.Scope != 0 || s.w.core.UndoLog.On() {
		return s.findWith(others)
	}
	known := &s.alone
	if len(others) > 0 {
		if s.recent == nil {
			s.recent = new([maxCachedTables]cachedTable)
		}
		at := uint32(0)
		for _, id := range others {
			at = 31*at + id.first.Index() + id.second.Index()
		}
		known = &s.recent[at%maxCachedTables]
	}
	epoch, state := s.w.core.Store.Epoch(), s.w.core.Epoch+s.w.spawnChanges()+1
	// the death of a target that is stored outside the tables does not change the epoch
	dead := func(id ID) bool { return !s.w.isAlive(id) }
	if known.epoch == epoch && known.state == state && slices.Equal(known.ids[:known.count], others) &&
		!slices.ContainsFunc(others, dead) {
		return known.table, nil, true
	}
	if t, plan, ok = s.findWith(others); ok && plan == nil {
		known.count, known.table, known.epoch, known.state = len(others), t, s.w.core.Store.Epoch(), state
		copy(known.ids[:], others)
	}
	return t, plan, ok
}

// isAlive reports whether the elements of an id are alive.
func (w *World) isAlive(id ID) bool {
	return w.core.Store.Alive(id.first) && (id.second == 0 || w.core.Store.Alive(id.second))
}

// findWith is targetTableWith without the cache.
func (s *spawner) findWith(others []ID) (t store.Table, plan *instancePlan, ok bool) {
	t, ok = s.targetTable()
	var base Entity
	var buf [8]store.ID
	ids := buf[:0]
	for _, id := range others {
		switch {
		case !ok:
		case id.first == IsA && id.second != 0 && base == 0:
			base = id.second
		case base != 0 && s.w.isTyped(id):
			ok = false
		default:
			var exact store.ID
			exact, ok = s.w.spawnable(id)
			ids = append(ids, exact)
		}
	}
	if ok {
		t, ok = s.w.tableWith(t, ids)
	}
	if ok && base != 0 {
		if plan, ok = s.w.instancesOf(t, base); ok {
			t = plan.table
		}
	}
	// if there are too many ids, the slow path returns the error (limits.ids)
	ok = ok && len(s.w.core.Store.IDs(t)) <= s.w.core.Meter.Limits.IDs
	return t, plan, ok
}

// isTyped reports whether an id is valid and has values.
func (w *World) isTyped(id ID) bool {
	exact, err := w.exactID(id)
	return err == nil && w.core.TypedBy(exact) != 0
}

// newRow is the position of a new entity. If the slow path made the entity, table is NoTable, and
// row is not a position: it is the constant opened if finishSpawn must end the operation, and
// otherwise 0.
type newRow struct {
	table store.Table
	row   int
}

const opened = 1

// tableWith returns the table of the ids of t and additional ids. It returns false if an entity
// cannot have all of these ids.
func (w *World) tableWith(t store.Table, ids []store.ID) (store.Table, bool) {
	switch len(ids) {
	case 0:
		return t, true
	case 1:
		t, err := w.core.Store.TableWith(t, w.core.TableID(ids[0]))
		return t, err == nil
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	for i := 1; i < len(ids); i++ {
		if !w.goTogether(ids[i-1], ids[i]) {
			return t, false
		}
	}
	for i, id := range ids {
		ids[i] = w.core.TableID(id)
	}
	slices.Sort(ids)
	t, err := w.core.Store.TableAfter(t, ids, nil)
	return t, err == nil
}

// spawnable returns the storage id for an id. It returns false if a new entity cannot get the id,
// or only with consequences.
func (w *World) spawnable(id ID) (store.ID, bool) {
	if id.first == 0 || id.hasWildcard() || !w.isAlive(id) {
		return 0, false
	}
	exact := store.Single(id.first.Index())
	if id.second != 0 {
		exact = store.Pair(id.first.Index(), id.second.Index())
	}
	return exact, w.core.IsPlainBirth(exact)
}

// spawnAny is the slow path of spawn: it adds the ids one by one.
func (s *spawner) spawnAny(others []ID, name string) (Entity, newRow) {
	s.renew()
	core := &s.w.core
	at := newRow{table: store.NoTable}
	if core.Deferral.Depth == 0 && core.Open() { // values and ids are one operation
		at.row = opened
	}
	e, err := core.Create(rules.Birth{Name: name, IDs: elementsOfAll(append(slices.Clip(s.ids), others...))})
	if err != nil {
		if at.row == opened {
			core.Close(false)
		}
		panic(err)
	}
	return e, at
}

// finishSpawn ends the spawning of an entity and delivers its events.
func (w *World) finishSpawn(at newRow) {
	if at.table == store.NoTable && at.row == opened {
		w.core.Close(true)
	}
}

// spawnMany makes n entities in the last rows of a table.
func (s *spawner) spawnMany(n int, ids []AnyID) Batch {
	w := s.w
	var buf [8]ID
	others := idsOf(buf[:0], ids)
	if n < 0 {
		panic(spec.Errorf(spec.CodeInvalid, "SpawnMany got a negative number of entities, %d; pass 0 or more", n))
	}
	if n > store.MaxFirst-w.core.Store.Indices() {
		panic(spec.Errorf(spec.CodeLimit, "a world has room for %d entities; make fewer", store.MaxFirst-rules.Reserved))
	}
	w.core.MustBeUnlocked()
	if w.core.Deferral.Depth > 0 {
		panic(spec.Errorf(spec.CodeInvalid,
			"SpawnMany cannot make rows while changes are deferred; use Spawn"))
	}
	if n == 0 {
		return s.spawnEmpty(others)
	}
	t, row, ok := s.spawnRows(n, others)
	if !ok {
		return s.spawnEach(n, others)
	}
	return s.batch(t, row, n)
}

// spawnEmpty returns an empty batch with the fields of the spawner. It panics for an id that no
// entity can have.
func (s *spawner) spawnEmpty(others []ID) Batch {
	w := s.w
	s.renew()
	for _, id := range append(slices.Clip(s.ids), others...) {
		if _, err := w.exactID(id); err != nil {
			panic(err)
		}
	}
	fields := make([]store.ID, len(s.ids))
	for i, c := range s.cores[:len(s.ids)] {
		fields[i] = c.id
	}
	slices.Sort(fields)
	t, err := w.core.Store.Table(fields...)
	if err != nil {
		panic(rules.StorageError(err))
	}
	return s.batch(t, 0, 0)
}

// spawnRows makes n entities as rows of one table. It returns false, and makes none, if the ids
// have consequences or an observer must be notified.
func (s *spawner) spawnRows(n int, others []ID) (t store.Table, row int, ok bool) {
	w := s.w
	hooked := w.core.Hooked() // there are observers, or changes are recorded
	t, plan, ok := s.targetTableWith(others)
	if !ok || hooked && (plan != nil || !w.core.UnobservedTable(t)) {
		return 0, 0, false
	}
	row, err := w.core.Store.CreateMany(t, n)
	if err != nil {
		panic(rules.StorageError(err))
	}
	if plan != nil {
		plan.fill(w, row, n)
	}
	if w.core.SortKeys.Any() {
		w.core.LendKeys()
	}
	made := w.core.Store.Entities(t)[row:]
	w.core.BornAll(made)
	w.fillBeside(made, others)
	return t, row, true
}

// createMany creates n entities according to b in one operation, and calls made for each. If it has
// to add the ids one by one, it calls made before it adds them.
func (w *World) createMany(b rules.Birth, n int, made func(Entity)) *spec.Error {
	if b.Parent == 0 && w.core.Deferral.Depth == 0 && w.core.CheckHooks(true) == nil {
		ids := make([]ID, len(b.IDs))
		for i, id := range b.IDs {
			ids[i] = ID{id.First, id.Second}
		}
		if t, row, ok := w.bareSpawner().spawnRows(n, ids); ok {
			for _, e := range w.core.Store.Entities(t)[row:] {
				made(e)
			}
			return nil
		}
	}
	return w.core.CreateMany(&b, n, made)
}

var (
	errApart = spec.Errorf(spec.CodeInvalid,
		"the ids put the entities into several tables, and SpawnMany fills only one; use Spawn")
	errMoved = spec.Errorf(spec.CodeInvalid,
		"an observer moved or deleted entities that SpawnMany made; use Spawn")
)

// spawnEach is the slow path of spawnMany. It makes the entities one by one, in one operation.
func (s *spawner) spawnEach(n int, others []ID) Batch {
	birth := rules.Birth{IDs: elementsOfAll(append(slices.Clip(s.ids), others...))}
	made := make([]Entity, n)
	var t store.Table
	var row int
	if err := s.w.core.Operate(func() *spec.Error {
		mark := s.w.core.Begin()
		for i := range made {
			e, err := s.w.core.CreateNow(&birth, rules.NoComponent)
			if err != nil {
				return s.w.core.End(mark, err)
			}
			made[i] = e
		}
		var together bool
		if t, row, together = s.gather(made); !together || !s.has(t) {
			return s.w.core.End(mark, errApart)
		}
		return s.w.core.End(mark, nil)
	}); err != nil {
		panic(err)
	}
	if !s.w.core.Store.InUse(t) || s.w.core.Store.Count(t) < row+n ||
		!slices.Equal(s.w.core.Store.Entities(t)[row:][:n], made) {
		panic(errMoved)
	}
	return s.batch(t, row, n)
}

// gather moves new entities to the last rows of their table, in order. They can be out of order,
// because if another entity leaves the table while they are made, the entity in the last row takes
// its row. For example, the target of a symmetric pair leaves when it gets the mirrored pair.
// gather returns false if the new entities are in several tables.
func (s *spawner) gather(made []Entity) (t store.Table, row int, together bool) {
	st := s.w.core.Store
	t, _, _ = st.Record(made[0])
	for _, e := range made {
		if at, _, _ := st.Record(e); at != t {
			return 0, 0, false
		}
	}
	row = st.Count(t) - len(made)
	for i, e := range made {
		_, from, _ := st.Record(e)
		st.Swap(t, from, row+i)
	}
	return t, row, true
}

// has reports whether a table has the components of the spawner.
func (s *spawner) has(t store.Table) bool {
	for _, id := range s.ids {
		if exact, err := s.w.exactID(id); err != nil || !s.w.core.Store.Has(t, exact) && s.w.core.TypedBy(exact) != 0 {
			return false
		}
	}
	return true
}

func (s *spawner) batch(t store.Table, row, n int) Batch {
	return Batch{&s.set, query.TableMatch{Table: t}, query.Part{From: int32(row), Count: int32(n)}}
}

// put sets the value of a component of a new entity.
func put[T any](c *componentCore, e Entity, at newRow, value T) {
	if at.table == store.NoTable {
		(*Component[T])(unsafe.Pointer(c)).putAny(e, at, value)
		return
	}
	*(*T)(unsafe.Add(c.reader.Base(at.table), uintptr(at.row)*unsafe.Sizeof(value))) = value
}

// putAny is like put, for an entity that the slow path made. If a consequence of the ids has
// deleted the entity or the component, putAny does nothing.
func (c *Component[T]) putAny(e Entity, at newRow, value T) {
	if !c.core.w.core.Store.Alive(e) || !c.core.w.core.Store.Alive(c.core.entity) {
		return
	}
	if err := c.set(e, value); err != nil && !isNotAlive(err) {
		c.core.w.finishSpawn(at)
		panic(err)
	}
}
