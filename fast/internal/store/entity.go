package store

// record is the location of an entity. If the index is free, generation has the dead bit, so that
// one comparison tells whether a handle is alive, and row is the next free index.
type record struct {
	table      Table
	row        uint32
	generation uint32
	use        uint32 // the bit used, and the number of the list of tables with (*, this entity)
}

const (
	deadBit = 1 << 31
	// used marks an index that the ids of a table mention. The other bits are the number of its
	// list as a target.
	used      = 1
	listShift = 1
)

// bootEntities creates the reserved entities and, if Options.Recycled is set, used indices.
func (s *Store) bootEntities() {
	s.records = make([]record, 1, max(64, s.options.Reserved))
	s.records[0] = record{table: NoTable, generation: deadBit}
	for i := uint32(1); i < s.options.Reserved; i++ {
		s.records = append(s.records, record{})
		s.alive++
		s.appendRow(Root, MakeEntity(i, 0))
	}
	n, first := uint32(s.options.Recycled), s.options.Reserved
	for range n {
		s.records = append(s.records, record{table: NoTable})
	}
	step := uint32(1)
	for _, odd := range []uint32{7, 5, 3} {
		if n%odd != 0 {
			step = odd
			break
		}
	}
	for i := range n {
		index := first + i*step%n
		s.free(index, 1)
	}
}

// free kills an index. Unless its generations are exhausted or indices are not reused, the index
// becomes available with the given generation.
func (s *Store) free(index, generation uint32) {
	r := &s.records[index]
	*r = record{table: NoTable, generation: generation | deadBit}
	if generation < deadBit && !s.options.NoRecycling {
		r.row = s.freeHead
		s.freeHead = index
	}
}

// newEntity returns a handle with a free or new index.
func (s *Store) newEntity() Entity {
	s.alive++
	if index := s.freeHead; index != 0 {
		r := &s.records[index]
		s.freeHead = r.row
		r.generation &^= deadBit
		return MakeEntity(index, r.generation)
	}
	index := len(s.records)
	if index == cap(s.records) {
		s.records = growRaw(s.records, 1)
	}
	s.records = s.records[:index+1]
	s.records[index] = record{}
	return Entity(index)
}

// Create creates an entity without ids.
func (s *Store) Create() (Entity, error) { return s.CreateIn(Root) }

// CreateIn creates an entity with the ids of a table. Its cells are zero.
func (s *Store) CreateIn(t Table) (Entity, error) {
	if err := s.checkTable(t); err != nil {
		return 0, err
	}
	e := s.newEntity()
	row := s.appendRow(t, e)
	s.zeroRows(t, int(row), 1)
	return e, nil
}

// CreateAnew is like CreateIn but uses an index that was never used.
func (s *Store) CreateAnew(t Table) Entity {
	rows := [1]Entity{}
	s.newEntities(rows[:], NoTable, 0)
	s.Place(t, rows[:])
	return rows[0]
}

// CreateMany creates n entities with the ids of a table. They are the rows from the returned one to
// the end of the table. Their cells are zero.
func (s *Store) CreateMany(t Table, n int) (row int, err error) {
	if err := s.checkTable(t); err != nil {
		return 0, err
	}
	row = s.Count(t)
	if n <= 0 {
		return row, nil
	}
	s.reserve(t, n)
	meta := &s.tables[t]
	meta.count += uint32(n)
	rows := s.Entities(t)[row:]
	for s.freeHead != 0 && len(rows) > 0 {
		rows[0] = s.newEntity()
		r := &s.records[rows[0].Index()]
		r.table, r.row = t, meta.count-uint32(len(rows))
		rows = rows[1:]
	}
	s.newEntities(rows, t, meta.count-uint32(len(rows)))
	s.changedAll(t, s.Entities(t)[row:])
	s.zeroRows(t, row, n)
	if debug {
		s.verify()
	}
	return row, nil
}

// newEntities fills rows with entities of new indices.
func (s *Store) newEntities(rows []Entity, t Table, row uint32) {
	first := len(s.records)
	s.records = growRaw(s.records, len(rows))[:first+len(rows)]
	s.alive += len(rows)
	for i, records := 0, s.records[first:]; i < len(rows); i++ {
		rows[i] = Entity(first + i)
		records[i] = record{table: t, row: row + uint32(i)}
	}
}

// Delete deletes an entity, frees its index, and purges ids that mention it. If other entities
// still have such ids, it returns [ErrInUse].
func (s *Store) Delete(e Entity) error {
	r, err := s.recordOf(e)
	if err != nil {
		return err
	}
	index := e.Index()
	if index < s.options.Reserved {
		return ErrReserved
	}
	wasUsed := s.Mentioned(index)
	if wasUsed {
		if err := s.purgeable(index, r.table); err != nil {
			return err
		}
	}
	t := r.table
	s.removeRow(t, r.row)
	if wasUsed {
		s.purge(index)
	}
	if meta := &s.tables[t]; meta.wide() && meta.count == 0 {
		s.removeTable(t)
	}
	s.free(index, e.Generation()+1)
	s.alive--
	if debug {
		s.verify()
	}
	return nil
}

// Revive makes a deleted entity alive again, without ids. Its index must be free.
func (s *Store) Revive(e Entity) {
	index, link := e.Index(), &s.freeHead
	for *link != 0 && *link != index { // usually the index that was freed last
		link = &s.records[*link].row
	}
	if *link == index {
		*link = s.records[index].row
	}
	s.records[index] = record{generation: e.Generation()}
	s.alive++
	s.zeroRows(Root, int(s.appendRow(Root, e)), 1)
}

// Alive reports whether the entity exists.
func (s *Store) Alive(e Entity) bool {
	index := e.Index()
	return uint(index) < uint(len(s.records)) && s.records[index].generation == e.Generation()
}

// At returns the alive entity with an index, if there is one.
func (s *Store) At(index uint32) (Entity, bool) {
	if uint(index) >= uint(len(s.records)) || s.records[index].generation&deadBit != 0 {
		return 0, false
	}
	return MakeEntity(index, s.records[index].generation), true
}

// RowOf is like Record, for the alive entity with an index.
func (s *Store) RowOf(index uint32) (t Table, row int) {
	r := &s.records[index]
	return r.table, int(r.row)
}

// TableOf returns the table of the alive entity with an index, or [NoTable] if there is none.
func (s *Store) TableOf(index uint32) Table {
	if uint(index) >= uint(len(s.records)) {
		return NoTable
	}
	return s.records[index].table
}

// Record returns the table and row of an entity.
func (s *Store) Record(e Entity) (t Table, row int, ok bool) {
	if !s.Alive(e) {
		return NoTable, 0, false
	}
	r := &s.records[e.Index()]
	return r.table, int(r.row), true
}

// Living returns the number of alive entities, including reserved ones.
func (s *Store) Living() int { return s.alive }

// Indices returns one more than the largest index ever used.
func (s *Store) Indices() int { return len(s.records) }

// Mentioned reports whether the ids of any table mention the index. If not, deleting the entity
// needs no cleanup.
func (s *Store) Mentioned(index uint32) bool {
	return uint(index) < uint(len(s.records)) && s.records[index].use&used != 0
}

func (s *Store) recordOf(e Entity) (*record, error) {
	if !s.Alive(e) {
		return nil, ErrDead
	}
	return &s.records[e.Index()], nil
}

// Generation returns the generation of the entity that is alive at an index, or of the next one if
// the index is free.
func (s *Store) Generation(index uint32) uint32 { return s.records[index].generation &^ deadBit }

// RaiseGenerations extends the store to at least the given number of indices. It then makes the
// generation of every free index at least minGeneration. Alive entities do not change; after
// deleting one, call [Store.RaiseGeneration].
func (s *Store) RaiseGenerations(minGeneration uint32, indices int) {
	for len(s.records) < indices {
		s.records = append(s.records, record{table: NoTable})
		s.free(uint32(len(s.records)-1), minGeneration)
	}
	for i := range s.records {
		s.RaiseGeneration(uint32(i), minGeneration)
	}
}

// RaiseGeneration raises the generation of a free index.
func (s *Store) RaiseGeneration(index, minGeneration uint32) {
	r := &s.records[index]
	if index >= s.options.Reserved && r.generation&deadBit != 0 && r.generation&^deadBit < minGeneration {
		r.generation = minGeneration | deadBit
	}
}
