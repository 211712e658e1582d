package store

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// naive is a store made of maps: the ids of each entity, with their values as text.
type naive struct {
	entities map[Entity]map[ID]string
}

// machine applies the same operations to a store and to maps.
type machine struct {
	s      *Store
	want   naive
	dead   []Entity
	serial int
}

var fixedIDs = []ID{
	Single(10), Single(11), Single(12), Single(13), Single(20), Single(21),
	Pair(10, 40), Pair(10, 41), Pair(12, 40), Pair(30, 40), Pair(30, 41), Pair(30, 42),
	Pair(31, 40), Pair(31, 10), Pair(31, 12), Pair(31, 13), Pair(20, 20), Pair(42, 42),
}

func (m *machine) drawEntity(t *rapid.T) (Entity, bool) {
	living := slices.SortedFunc(maps.Keys(m.want.entities), cmp.Compare[Entity])
	if len(living) == 0 {
		return 0, false
	}
	return rapid.SampledFrom(living).Draw(t, "entity"), true
}

// drawID draws mostly fixed ids, and otherwise ids of entities that may be deleted.
func (m *machine) drawID(t *rapid.T) ID {
	if e, ok := m.drawEntity(t); ok && rapid.IntRange(0, 2).Draw(t, "dynamic") == 0 {
		switch rapid.IntRange(0, 3).Draw(t, "form") {
		case 0:
			return Single(e.Index())
		case 1:
			return Pair(e.Index(), 40)
		case 2:
			return Pair(10, e.Index())
		default:
			return Pair(30, e.Index())
		}
	}
	return rapid.SampledFrom(fixedIDs).Draw(t, "id")
}

func (m *machine) drawIDs(t *rapid.T, most int) []ID {
	ids := make([]ID, rapid.IntRange(0, most).Draw(t, "ids"))
	for i := range ids {
		ids[i] = m.drawID(t)
	}
	return ids
}

// write sets each cell of an entity to a new value in both stores.
func (m *machine) write(e Entity, id ID) {
	cell, typ, ok := m.s.Get(e, id)
	if !ok || typ == TagType {
		return
	}
	m.serial++
	switch p := m.s.GoType(typ); p.String() {
	case "string":
		*(*string)(cell) = fmt.Sprint("s", m.serial)
	case "store.vector":
		*(*vector)(cell) = vector{float64(m.serial), 1}
	default:
		*(*[3]uint8)(cell) = [3]uint8{uint8(m.serial), uint8(m.serial >> 8), 7}
	}
	m.want.entities[e][id] = m.value(m.s, e, id)
}

func (m *machine) value(s *Store, e Entity, id ID) string {
	cell, typ, ok := s.Get(e, id)
	if !ok {
		return "absent"
	}
	switch {
	case typ == TagType:
		return ""
	case s.GoType(typ).String() == "string":
		return *(*string)(cell)
	case s.GoType(typ).String() == "store.vector":
		return fmt.Sprint(*(*vector)(cell))
	default:
		return fmt.Sprint(*(*[3]uint8)(cell))
	}
}

func (m *machine) zero(id ID) string {
	switch m.s.typeOfID(id) {
	case TagType:
		return ""
	case m.s.typeOf[typeForString]:
		return ""
	case m.s.typeOf[typeForVector]:
		return fmt.Sprint(vector{})
	default:
		return fmt.Sprint([3]uint8{})
	}
}

func (m *machine) create(t *rapid.T) {
	ids := m.drawIDs(t, 4)
	table, err := m.s.Table(ids...)
	require.NoError(t, err)
	n := rapid.IntRange(1, 3).Draw(t, "n")
	row := m.s.Count(table)
	if n == 1 {
		_, err = m.s.CreateIn(table)
	} else {
		row, err = m.s.CreateMany(table, n)
	}
	require.NoError(t, err)
	for _, e := range slices.Clone(m.s.Entities(table)[row:]) {
		require.NotContains(t, m.dead, e, "a dead handle lives again")
		m.want.entities[e] = map[ID]string{}
		for _, id := range ids {
			m.want.entities[e][id] = m.zero(id)
		}
		for _, id := range ids {
			m.write(e, id)
		}
	}
}

func (m *machine) add(t *rapid.T) {
	e, ok := m.drawEntity(t)
	if !ok {
		return
	}
	id := m.drawID(t)
	_, had := m.want.entities[e][id]
	added, err := m.s.Add(e, id)
	require.NoError(t, err)
	require.Equal(t, !had, added)
	if !had {
		m.want.entities[e][id] = m.zero(id)
		require.Equal(t, m.zero(id), m.value(m.s, e, id), "new cells are zero")
	}
	m.write(e, id)
}

func (m *machine) remove(t *rapid.T) {
	e, ok := m.drawEntity(t)
	if !ok || len(m.want.entities[e]) == 0 {
		return
	}
	id := rapid.SampledFrom(slices.Sorted(maps.Keys(m.want.entities[e]))).Draw(t, "own")
	removed, err := m.s.Remove(e, id)
	require.NoError(t, err)
	require.True(t, removed)
	delete(m.want.entities[e], id)
}

func (m *machine) change(t *rapid.T) {
	e, ok := m.drawEntity(t)
	if !ok {
		return
	}
	add, remove := m.drawIDs(t, 3), m.drawIDs(t, 2)
	if own := slices.Sorted(maps.Keys(m.want.entities[e])); len(own) > 0 {
		remove = append(remove, rapid.SampledFrom(own).Draw(t, "own"))
	}
	_, err := m.s.Change(e, add, remove)
	require.NoError(t, err)
	for _, id := range remove {
		if !slices.Contains(add, id) {
			delete(m.want.entities[e], id)
		}
	}
	for _, id := range add {
		if _, had := m.want.entities[e][id]; !had {
			m.want.entities[e][id] = m.zero(id)
		}
	}
}

// moveAll removes an id from all entities of a table.
func (m *machine) moveAll(t *rapid.T) {
	e, ok := m.drawEntity(t)
	if !ok || len(m.want.entities[e]) == 0 {
		return
	}
	from, _, _ := m.s.Record(e)
	id := rapid.SampledFrom(m.s.IDs(from)).Draw(t, "id")
	moved := slices.Clone(m.s.Entities(from))
	to, err := m.s.TableAfter(from, nil, []ID{id})
	require.NoError(t, err)
	if from == Root || to == Root {
		return
	}
	if rapid.Bool().Draw(t, "merge") {
		first := m.s.Count(to)
		now, row, err := m.s.Merge(from, to)
		require.NoError(t, err)
		require.Equal(t, first, row)
		require.Equal(t, moved, append([]Entity(nil), m.s.Entities(now)[row:]...))
	} else {
		require.NoError(t, m.s.MoveAll(from, to))
	}
	for _, e := range moved {
		delete(m.want.entities[e], id)
	}
}

// remove1 deletes an entity and first all ids that mention it.
func (m *machine) remove1(t *rapid.T) {
	e, ok := m.drawEntity(t)
	if !ok {
		return
	}
	inUse := false
	for other, ids := range m.want.entities {
		for id := range ids {
			if mentionsIndex(id, e.Index()) && other != e {
				inUse = true
			}
		}
	}
	if inUse {
		require.Equal(t, ErrInUse, m.s.Delete(e))
		if rapid.Bool().Draw(t, "leave") {
			return
		}
	}
	for _, pattern := range Mentions(e.Index()) {
		for range m.s.Tables() * 4 {
			m.stripOne(t, pattern)
		}
	}
	require.NoError(t, m.s.Delete(e))
	require.False(t, m.s.Alive(e))
	require.Equal(t, ErrDead, m.s.Delete(e))
	delete(m.want.entities, e)
	m.dead = append(m.dead, e)
}

// stripOne removes a mention from the first non-empty table that has it.
func (m *machine) stripOne(t *rapid.T, pattern ID) {
	for _, p := range m.s.Lookup(pattern) {
		if m.s.Count(p.Table) == 0 {
			continue
		}
		id := m.s.IDs(p.Table)[m.s.Next(p.Table, pattern, int(p.column))]
		for _, other := range slices.Clone(m.s.Entities(p.Table)) {
			_, err := m.s.Remove(other, id)
			require.NoError(t, err)
			delete(m.want.entities[other], id)
		}
		return
	}
}

func mentionsIndex(id ID, index uint32) bool {
	return id.First() == index || id.IsPair() && id.Second() == index
}

// compare checks every entity, every value and the counts of the index.
func (m *machine) compare(t *rapid.T, s *Store) {
	require.NoError(t, s.Check())
	counts := map[ID]int{}
	for e, ids := range m.want.entities {
		require.True(t, s.Alive(e))
		table, _, _ := s.Record(e)
		require.Equal(t, slices.Sorted(maps.Keys(ids)), append([]ID(nil), s.IDs(table)...))
		for id, value := range ids {
			require.Equal(t, value, m.value(s, e, id), "value of %#x", id)
			counts[id]++
		}
	}
	for id, n := range counts {
		require.Equal(t, n, s.CountOf(id))
	}
}

func TestModel(t *testing.T) {
	for name, options := range map[string]Options{
		"plain": {}, "recycled": {Recycled: 20}, "never recycled": {NoRecycling: true}, "small": {SmallFlat: 2},
		"wide": {WideTargets: 1},
	} {
		options.MergeRows = 2 // a low limit, so that small worlds reach it
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { runModel(t, options) })
		})
	}
}

func runModel(t *rapid.T, options Options) {
	m := &machine{s: newWorld(t, options), want: naive{map[Entity]map[ID]string{}}}
	log, changes := watchTables(m.s), watchChanges(m.s)
	changes.compare(t)
	actions := m.actions()
	for range rapid.IntRange(1, 30).Draw(t, "steps") {
		before := look(m.s)
		m.s.soil()
		rapid.SampledFrom(actions).Draw(t, "action")(t)
		m.s.requireFreeZero(t)
		requireReported(t, m.s, before, "an action")
		m.compare(t, m.s)
		log.compare(t, m.s)
		changes.compare(t)
		if rapid.IntRange(0, 9).Draw(t, "clone") == 0 {
			m.cloned(t, changes)
			m.compare(t, m.s)
			changes.compare(t)
		}
	}
}

func (m *machine) actions() []func(*rapid.T) {
	shrink := func(t *rapid.T) {
		m.s.Shrink()
		requireShrunk(t, m.s)
	}
	return []func(*rapid.T){
		m.create, m.create, m.add, m.add, m.add, m.remove, m.change, m.moveAll, m.remove1, m.remove1, shrink,
	}
}

// cloned continues with a clone. The clone shares no memory with the store.
func (m *machine) cloned(t *rapid.T, changes *changeLog) {
	c := &machine{s: m.s.Clone(), want: naive{map[Entity]map[ID]string{}}, dead: slices.Clone(m.dead), serial: m.serial}
	for e, ids := range m.want.entities {
		c.want.entities[e] = maps.Clone(ids)
	}
	log := watchChanges(c.s)
	log.rows, log.most = maps.Clone(changes.rows), changes.most
	log.compare(t)
	actions := c.actions()
	for range rapid.IntRange(1, 6).Draw(t, "steps of the clone") {
		rapid.SampledFrom(actions).Draw(t, "action of the clone")(t)
		c.compare(t, c.s)
		log.compare(t)
	}
}

// eventLog derives from events which tables exist.
type eventLog struct {
	tables map[Table]bool
}

func watchTables(s *Store) *eventLog {
	log := &eventLog{tables: map[Table]bool{Root: true}}
	s.Subscribe(func(e Event, t Table) {
		switch e {
		case TableCreated, TableRetargeted:
			log.tables[t] = true
		case TableParked, TableRemoved:
			delete(log.tables, t)
		}
	})
	return log
}

func (l *eventLog) compare(t *rapid.T, s *Store) {
	want := map[Table]bool{}
	for i := range s.Tables() {
		if s.InUse(Table(i)) {
			want[Table(i)] = true
		}
	}
	require.Equal(t, want, l.tables)
}

// changeLog records the ids and rows of each table.
type changeLog struct {
	s    *Store
	rows map[Table]string
	most uint64           // number of changes of the whole store
	at   map[Entity]Table // the table of each entity
	gone bool             // a table was removed, so another may have its number
}

func watchChanges(s *Store) *changeLog {
	l := &changeLog{s: s, rows: map[Table]string{}}
	s.LogRows()
	s.Subscribe(func(e Event, _ Table) { l.gone = l.gone || e == TableRemoved })
	return l
}

// compare checks that the number of changes increases if the ids or rows of a table change.
func (l *changeLog) compare(t *rapid.T) {
	rows := map[Table]string{}
	for table := range Table(l.s.Tables()) {
		if l.s.InUse(table) {
			rows[table] = fmt.Sprint(l.s.IDs(table), l.s.Entities(table))
		}
	}
	if l.s.Changes() == l.most {
		for table, now := range rows {
			require.Equal(t, l.rows[table], now, "table %d, and the number of changes is the same", table)
		}
	}
	l.rows = rows
	require.GreaterOrEqual(t, l.s.Changes(), l.most)
	l.compareRows(t)
	l.most = l.s.Changes()
}

// compareRows checks that the row log has every entity that entered or left a table.
func (l *changeLog) compareRows(t *rapid.T) {
	now := map[Entity]Table{}
	for table := range Table(l.s.Tables()) {
		if l.s.InUse(table) {
			for _, e := range l.s.Entities(table) {
				now[e] = table
			}
		}
	}
	reported, known := l.s.ChangedRows(l.most)
	if known && l.at != nil && !l.gone {
		for e, at := range now {
			require.True(t, l.at[e] == at || slices.Contains(reported, e.Index()), "%v has come to %v from %v", e, at,
				l.at[e])
		}
		for e := range l.at {
			_, lives := now[e]
			require.True(t, lives || slices.Contains(reported, e.Index()), "%v has gone", e)
		}
	}
	l.at, l.gone = now, false
}
