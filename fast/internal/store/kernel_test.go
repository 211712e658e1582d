package store

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

func fill(t testing.TB, s *Store, n int, ids ...ID) []Entity {
	t.Helper()
	table, err := s.Table(ids...)
	require.NoError(t, err)
	row, err := s.CreateMany(table, n)
	require.NoError(t, err)
	return slices.Clone(s.Entities(table)[row:])
}

func create(t testing.TB, s *Store, ids ...ID) Entity {
	return fill(t, s, 1, ids...)[0]
}

// deleteTarget deletes an entity like the default policy: pairs with it are removed.
func deleteTarget(s *Store, e Entity) error {
	for _, p := range s.Lookup(Pair(Wildcard, e.Index())) {
		id := s.IDs(p.Table)[p.column]
		to, err := s.TableWithout(p.Table, id)
		if err == nil {
			_, _, err = s.Merge(p.Table, to)
		}
		if err != nil {
			return err
		}
	}
	return s.Delete(e)
}

func tableOf(s *Store, e Entity) Table {
	t, _, _ := s.Record(e)
	return t
}

// REL-282 to REL-287: the example of the document.
func TestIndexOfTheDocument(t *testing.T) {
	s := newWorld(t, Options{})
	const npc, eats, likes, apples, pears, bananas = 20, 31, 30, 40, 41, 42
	e := create(t, s, Single(npc), Pair(likes, apples), Pair(likes, pears), Pair(likes, bananas),
		Pair(eats, apples), Pair(eats, pears))
	table := tableOf(s, e)
	require.Equal(t, []Posting{{table, 1, 3}}, s.Lookup(Pair(likes, Wildcard)))
	require.Equal(t, []Posting{{table, 2, 2}}, s.Lookup(Pair(Wildcard, pears)))
	require.Equal(t, 5, s.Next(table, Pair(Wildcard, pears), 3))
	require.Equal(t, -1, s.Next(table, Pair(Wildcard, pears), 6))
	require.Equal(t, []Posting{{table, 1, 5}}, s.Lookup(AnyPair))
	require.Equal(t, []Posting{{table, 0, 1}}, s.Lookup(AnySingle))
	require.Equal(t, []Posting{{table, 3, 1}}, s.Lookup(Pair(likes, bananas)))
	require.Empty(t, s.Lookup(Pair(likes, npc)))
	for _, pattern := range []ID{
		Pair(likes, Wildcard), Pair(Wildcard, pears), AnyPair, AnySingle, Pair(eats, pears),
		Single(npc),
	} {
		p := s.Lookup(pattern)[0]
		column, count := s.Find(table, pattern)
		require.Equal(t, p, Posting{table, uint16(column), uint16(count)})
		require.True(t, s.HasID(e, pattern))
	}
}

func TestErrorsChangeNothing(t *testing.T) {
	s := newWorld(t, Options{})
	e := create(t, s, Single(10), Pair(30, 40))
	target := create(t, s)
	_, err := s.Add(e, Pair(30, target.Index()))
	require.NoError(t, err)
	before := append([]ID(nil), s.IDs(tableOf(s, e))...)

	for _, id := range []ID{
		0, AnySingle, AnyPair, Pair(30, Wildcard), Pair(Wildcard, 40), Pair(0, 40), Pair(30, 0),
		Single(1 << 30),
	} {
		changed, err := s.Add(e, id)
		require.Equal(t, ErrInvalid, err, "%#x", id)
		require.False(t, changed)
		_, err = s.Change(e, []ID{Single(20), id}, []ID{Single(10)})
		require.Equal(t, ErrInvalid, err, "%#x", id)
		changed, err = s.Replace(e, Single(10), id)
		require.Equal(t, ErrInvalid, err, "%#x", id)
		require.False(t, changed)
		_, err = s.Table(id)
		require.Equal(t, ErrInvalid, err, "%#x", id)
	}
	require.Equal(t, ErrInUse, s.Delete(target))
	require.Equal(t, ErrInUse, s.Purge(30))
	require.Equal(t, ErrInUse, s.PurgePairs(30))
	reader, relation := s.Reader(10), s.Relation(30)
	require.Equal(t, ErrReserved, s.Delete(MakeEntity(30, 0)))
	for _, dead := range []Entity{0, MakeEntity(e.Index(), 7), MakeEntity(1<<30, 0)} {
		for name, change := range map[string]func() (bool, error){
			"add":         func() (bool, error) { return s.Add(dead, Single(10)) },
			"remove":      func() (bool, error) { return s.Remove(dead, Single(10)) },
			"replace":     func() (bool, error) { return s.Replace(dead, Pair(30, 40), Pair(30, 41)) },
			"change one":  func() (bool, error) { return s.Change(dead, []ID{Pair(30, 41)}, []ID{Pair(30, 40)}) },
			"change more": func() (bool, error) { return s.Change(dead, []ID{Single(20), Single(21)}, nil) },
		} {
			changed, err := change()
			require.Equal(t, ErrDead, err, name)
			require.False(t, changed, name)
		}
		require.Equal(t, ErrDead, s.MoveTo(dead, tableOf(s, e)))
		cell, typ, has := s.Get(dead, Single(10))
		require.Nil(t, cell)
		require.Equal(t, TagType, typ)
		require.False(t, has)
		_, has = s.Target(dead, 30)
		require.False(t, has)
		_, _, has = s.Record(dead)
		require.False(t, has)
		require.Zero(t, s.Relation(30).Target(dead))
		require.False(t, s.Relation(30).Has(dead, 40))
		one, known := relation.One(dead)
		require.Zero(t, one)
		require.False(t, known)
		require.Nil(t, reader.Cell(dead))
		require.False(t, reader.Has(dead))
		require.Equal(t, ErrDead, s.Delete(dead))
		require.False(t, s.Alive(dead))
		require.False(t, s.HasID(dead, Single(10)))
		require.Nil(t, Value[vector](s, dead, Single(10)))
	}
	_, err = s.CreateIn(NoTable)
	require.Equal(t, ErrNoTable, err)
	require.Equal(t, before, s.IDs(tableOf(s, e)))
	require.NoError(t, s.Check())
}

func TestTablesOfDeadTargetsAreReused(t *testing.T) {
	s := newWorld(t, Options{})
	var last Table
	for i := range 1000 {
		target := create(t, s)
		source := create(t, s, Single(10), Pair(30, target.Index()))
		if i > 0 {
			require.Equal(t, last, tableOf(s, source))
		}
		last = tableOf(s, source)
		require.NoError(t, s.Delete(source))
		require.NoError(t, s.Delete(target))
		require.True(t, s.Parked(last))
		require.Len(t, s.Lookup(Pair(30, Wildcard)), 1)
		require.Empty(t, s.Lookup(Pair(30, target.Index())))
	}
	require.NoError(t, s.Check())
	require.NoError(t, s.Purge(30))
	require.False(t, s.InUse(last))
	require.Empty(t, s.Lookup(Pair(30, Wildcard)))
	require.NoError(t, s.Check())
}

func TestGenerations(t *testing.T) {
	s := newWorld(t, Options{Recycled: 10})
	e := create(t, s)
	require.EqualValues(t, 1, e.Generation())
	s.records[e.Index()].generation = deadBit - 1
	e = MakeEntity(e.Index(), deadBit-1)
	*(*Entity)(s.columns.data[s.tables[Root].columns].pointer()) = s.Entities(Root)[0]
	rows := s.Entities(Root)
	rows[len(rows)-1] = e
	require.NoError(t, s.Delete(e))
	for range 100 {
		require.NotEqual(t, e.Index(), create(t, s).Index(), "an index without free generations is not reused")
	}
	s = newWorld(t, Options{NoRecycling: true})
	e = create(t, s)
	require.NoError(t, s.Delete(e))
	require.NotEqual(t, e.Index(), create(t, s).Index())
	s.RaiseGenerations(5, 200)
	require.EqualValues(t, 1, s.Generation(e.Index())&1)
}

// link is a component whose target only the garbage collector can see.
type link struct {
	text string
	next *link
}

func TestCollectorSeesComponents(t *testing.T) {
	s := New(Options{Reserved: 64, TypeOf: nil})
	static, dynamic := Register[link](s), RegisterType(s, reflect.TypeFor[struct{ A, B *string }]())
	s.SetTypeOf(func(id ID) TypeIndex {
		return map[uint32]TypeIndex{10: static, 11: dynamic}[id.First()]
	})
	entities := fill(t, s, 100, Single(10))
	check := func(s *Store) {
		for i, e := range entities {
			if s.Alive(e) {
				cell := Value[link](s, e, Single(10))
				require.Equal(t, fmt.Sprint("text ", i), cell.text)
				require.Equal(t, fmt.Sprint("next ", i), cell.next.text)
			}
		}
	}
	for i, e := range entities {
		*Value[link](s, e, Single(10)) = link{fmt.Sprint("text ", i), &link{text: fmt.Sprint("next ", i)}}
	}
	for round := range 8 {
		for i, e := range entities {
			if i%8 == round {
				require.NoError(t, s.Delete(e))
				continue
			}
			if s.Alive(e) {
				_, err := s.Change(e, []ID{Single(11), Pair(30, uint32(40+round))}, []ID{Pair(30, uint32(39+round))})
				require.NoError(t, err)
				cell, _, _ := s.Get(e, Single(11))
				text := fmt.Sprint("pointed to ", i)
				(*struct{ A, B *string })(cell).A = &text
			}
		}
		runtime.GC()
		check(s)
		c := s.Clone()
		runtime.GC()
		check(c)
	}
	require.NoError(t, s.Check())
}

func TestRemovedCellsDoNotKeepMemory(t *testing.T) {
	s := New(Options{Reserved: 64})
	typ := Register[*[1 << 20]byte](s)
	s.SetTypeOf(func(ID) TypeIndex { return typ })
	freed := make(chan bool, 4)
	e, keep := create(t, s, Single(10)), create(t, s, Single(10))
	for _, e := range []Entity{e, keep} {
		big := new([1 << 20]byte)
		runtime.AddCleanup(big, func(int) { freed <- true }, 0)
		*Value[*[1 << 20]byte](s, e, Single(10)) = big
	}
	require.NoError(t, s.Delete(e))
	for range 10 {
		runtime.GC()
	}
	require.True(t, <-freed)
	require.Empty(t, freed)
	runtime.KeepAlive(s)
}

func TestLongListsAndManyTables(t *testing.T) {
	s := newWorld(t, Options{})
	targets := fill(t, s, 3000)
	for _, e := range targets {
		create(t, s, Single(10), Pair(30, e.Index()))
	}
	require.Len(t, s.Lookup(Pair(30, Wildcard)), 3000)
	require.NoError(t, s.Clone().Check())
	for i, e := range targets {
		if i%3 != 0 {
			require.NoError(t, deleteTarget(s, e))
		}
	}
	require.Equal(t, 1000, s.CountOf(Pair(30, Wildcard)))
	require.NoError(t, s.Check())
	require.Equal(t, ErrInUse, s.Purge(30))
	for _, p := range append([]Posting(nil), s.Lookup(Pair(30, Wildcard))...) {
		if s.InUse(p.Table) {
			for _, e := range slices.Clone(s.Entities(p.Table)) {
				require.NoError(t, s.Delete(e))
			}
		}
	}
	require.NoError(t, s.Purge(30))
	require.NoError(t, s.Check())
	create(t, s, Single(10), Pair(30, targets[0].Index()))
	require.NoError(t, s.Check())
}

// Empty wide tables are removed once there are many of them. Small tables and tables with rows
// stay.
func TestWideTablesAreTrimmed(t *testing.T) {
	s := newWorld(t, Options{WideTargets: 1 << 20}) // every set of ids has its own table
	targets, e, other := fill(t, s, 400), create(t, s), create(t, s)
	trims := 0
	var rows, small Table
	for i, target := range targets {
		_, err := s.Add(e, Pair(30, target.Index()))
		require.NoError(t, err)
		switch {
		case s.TrimDue():
			s.Trim()
			require.False(t, s.TrimDue())
			trims++
		case i == 40:
			small = tableOf(s, e)
		case i == 100: // its row is never deleted
			_, err := s.Change(other, s.IDs(tableOf(s, e)), nil)
			require.NoError(t, err)
			rows = tableOf(s, other)
		}
	}
	require.Positive(t, trims)
	s.wideLimit = 0
	require.True(t, s.TrimDue())
	s.Trim()
	left := 0
	for i := range s.Tables() {
		at := Table(i)
		if s.InUse(at) && len(s.IDs(at)) > wideTable {
			require.Positive(t, s.Count(at), "table %d of %d ids", at, len(s.IDs(at)))
			left += len(s.IDs(at))
		}
	}
	require.Equal(t, left, s.wideIDs)
	require.Equal(t, 2*left+trimSlack, s.wideLimit)
	require.Equal(t, 1, s.Count(rows))
	require.True(t, s.InUse(small))
	require.Zero(t, s.Count(small))
	require.NoError(t, s.Check())
}

func TestManyReaders(t *testing.T) {
	s := newWorld(t, Options{})
	targets := fill(t, s, 10)
	entities := fill(t, s, 100, Single(10))
	for i, e := range entities {
		_, err := s.Add(e, Pair(30, targets[i%10].Index()))
		require.NoError(t, err)
	}
	a, r := s.Reader(10), s.Relation(30)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for i, e := range entities {
				target, _ := s.Target(e, 30)
				if target != r.Target(e) || !s.HasID(e, Pair(30, target)) || !r.Has(e, target) || a.Cell(e) == nil ||
					unsafe.Pointer(Value[vector](s, e, Single(10))) != a.Cell(e) || s.HasID(targets[i%10], Single(10)) {
					panic("wrong answer")
				}
			}
			n := 0
			for _, p := range s.Lookup(Pair(Wildcard, targets[3].Index())) {
				n += len(Column[vector](s, p.Table, 0))
			}
			if n != 10 || s.CountOf(AnyPair) != 100 {
				panic("wrong count")
			}
		})
	}
	group.Wait()
}

// After a warm-up, operations do not allocate.
func TestAllocations(t *testing.T) {
	if debug {
		t.Skip("checking allocates")
	}
	s := newWorld(t, Options{})
	targets := fill(t, s, 4)
	entities := fill(t, s, 100, Single(10), Single(12))
	table, _ := s.Table(Single(10), Pair(30, targets[0].Index()))
	change := []ID{Single(20), Single(11)}
	x := NewExclusive()
	sets, set := newWorld(t, Options{}), []ID(nil) // a new store, in which no other operation has allocated a set
	a := s.Reader(10)
	for name, body := range map[string]func(){
		"add and remove": func() {
			for _, e := range entities {
				_, _ = s.Add(e, Single(11))
				_, _ = s.Add(e, Pair(30, targets[0].Index()))
				_, _ = s.Replace(e, Pair(30, targets[0].Index()), Pair(30, targets[1].Index()))
				_, _ = s.Remove(e, Pair(30, targets[1].Index()))
				_, _ = s.Remove(e, Single(11))
			}
		},
		"change": func() {
			for _, e := range entities {
				_, _ = s.Change(e, change, nil)
				_, _ = s.Change(e, nil, change)
			}
		},
		"create and delete": func() {
			e, _ := s.CreateIn(table)
			_, _ = s.Add(e, Single(12))
			_ = s.Delete(e)
			_, _ = s.CreateMany(table, 10)
			for n := s.Count(table); n > 0; n-- {
				_ = s.Delete(s.Entities(table)[n-1])
			}
		},
		"churn of targets": func() {
			e, _ := s.Create()
			to, _ := s.TableWith(table, Pair(31, e.Index()))
			source, _ := s.CreateIn(to)
			_ = s.Delete(source)
			_ = s.Delete(e)
		},
		"churn of targets by sets": func() {
			e, _ := sets.Create()
			set = append(set[:0], 10, 11, 12, 13, 20, 21, Pair(30, 40), Pair(30, 41), Pair(31, e.Index()))
			to, _ := sets.Table(set...)
			source, _ := sets.CreateIn(to)
			_ = sets.Delete(source)
			_ = sets.Delete(e)
		},
		"read": func() {
			for _, e := range entities {
				Value[vector](s, e, Single(10)).X += (*vector)(a.Cell(e)).X
				_ = s.HasID(e, Pair(30, Wildcard))
				_, _ = s.Target(e, 30)
			}
			for _, p := range s.Lookup(Single(10)) {
				_ = Column[vector](s, p.Table, int(p.column))
			}
		},
		"beside the tables": func() {
			for _, e := range entities {
				x.Set(e.Index(), targets[0].Index())
				x.Set(e.Index(), targets[1].Index())
			}
			for _, e := range entities {
				x.Remove(e.Index())
			}
		},
	} {
		for range 3 {
			body()
		}
		require.Zero(t, testing.AllocsPerRun(20, body), name)
	}
	require.NoError(t, s.Check())
}

// Cached transitions between tables end with the tables.
func TestCachedTransitionsAreNotStale(t *testing.T) {
	s := newWorld(t, Options{})
	add := func(e Entity, id ID) {
		added, err := s.Add(e, id)
		require.NoError(t, err)
		require.True(t, added)
		require.True(t, s.InUse(tableOf(s, e)))
		require.True(t, s.HasID(e, id))
		require.NoError(t, s.Check())
	}
	e, keep := create(t, s, Single(10)), create(t, s, Single(10))
	for _, kind := range []func(uint32) ID{
		Single,
		func(index uint32) ID { return Pair(30, index) },
		func(index uint32) ID { return Pair(index, 40) },
	} {
		for round := range 4 { // the index is reused, and so is the id
			mentioned := create(t, s)
			id := kind(mentioned.Index())
			add(e, id)
			_, err := s.Remove(e, id)
			require.NoError(t, err)
			require.NoError(t, s.Delete(mentioned))
			require.NoError(t, s.Check())
			if round != 1 {
				continue
			}
			tag := create(t, s)
			add(keep, Single(tag.Index())) // reuses the number of the removed table
			require.NoError(t, s.Check())
		}
	}
}

func TestMergeForgetsTransitions(t *testing.T) {
	s := newWorld(t, Options{})
	entities := fill(t, s, 50, Single(10))
	from := tableOf(s, entities[0])
	for _, e := range entities {
		_, err := s.Add(e, Single(11))
		require.NoError(t, err)
	}
	both := tableOf(s, entities[0])
	now, _, err := s.Merge(both, from)
	require.NoError(t, err)
	require.Equal(t, both, now)
	require.NoError(t, s.Check())
	for _, e := range entities {
		require.False(t, s.HasID(e, Single(11)))
		added, err := s.Add(e, Single(11))
		require.NoError(t, err)
		require.True(t, added)
		require.True(t, s.HasID(e, Single(11)))
		added, err = s.Add(e, Single(11))
		require.NoError(t, err)
		require.False(t, added)
	}
	removed, err := s.Remove(entities[0], Single(11))
	require.NoError(t, err)
	require.True(t, removed)
	require.NoError(t, s.Check())
}

func TestReplaceGivesTheNewPairItsOwnCell(t *testing.T) {
	s := newWorld(t, Options{})
	for _, pairs := range [][2]ID{
		{Pair(10, 40), Pair(10, 41)}, // the same type
		{Pair(31, 40), Pair(31, 10)}, // a tag, then data
		{Pair(31, 10), Pair(31, 40)},
		{Pair(31, 10), Pair(31, 12)}, // data of another type
		{Pair(31, 12), Pair(31, 10)},
		{Single(10), Single(12)},
		{Single(20), Pair(12, 40)},
	} {
		for range 2 { // not cached yet, then cached
			e := create(t, s, pairs[0], Single(11), Pair(12, 42))
			*Value[vector](s, e, Single(11)) = vector{1, 2}
			*Value[string](s, e, Pair(12, 42)) = "kept"
			if old := Value[vector](s, e, pairs[0]); old != nil {
				old.X = 7
			}
			if old := Value[string](s, e, pairs[0]); old != nil {
				*old = "lost"
			}
			replaced, err := s.Replace(e, pairs[0], pairs[1])
			require.NoError(t, err)
			require.True(t, replaced)
			require.False(t, s.HasID(e, pairs[0]))
			require.True(t, s.HasID(e, pairs[1]))
			require.Equal(t, vector{1, 2}, *Value[vector](s, e, Single(11)))
			require.Equal(t, "kept", *Value[string](s, e, Pair(12, 42)))
			if v := Value[vector](s, e, pairs[1]); v != nil {
				require.Zero(t, *v)
			}
			if v := Value[string](s, e, pairs[1]); v != nil {
				require.Empty(t, *v)
			}
			require.NoError(t, s.Check())
		}
	}
}

func TestChangeOfManyIDs(t *testing.T) {
	s := newWorld(t, Options{})
	e := create(t, s, Single(10), Pair(30, 63))
	*Value[vector](s, e, Single(10)) = vector{3, 4}
	var add, remove []ID
	for i := range uint32(40) {
		add = append(add, Pair(30, 60-i), Single(20))
		remove = append(remove, Pair(30, 24+i))
	}
	changed, err := s.Change(e, add, nil)
	require.NoError(t, err)
	require.True(t, changed)
	require.Len(t, s.IDs(tableOf(s, e)), 43)
	_, err = s.Change(e, []ID{Single(11)}, remove)
	require.NoError(t, err)
	require.Equal(t, []ID{10, 11, 20, Pair(30, 21), Pair(30, 22), Pair(30, 23)}, s.IDs(tableOf(s, e)))
	require.Equal(t, vector{3, 4}, *Value[vector](s, e, Single(10)))
	require.NoError(t, s.Check())
}

// Removing a relationship with many parked tables is linear.
func TestPurgeOfManyParkedTables(t *testing.T) {
	s := newWorld(t, Options{})
	targets := fill(t, s, 30_000)
	for _, target := range targets {
		_, err := s.Table(Single(10), Pair(30, target.Index()))
		require.NoError(t, err)
	}
	for _, target := range targets {
		require.NoError(t, s.Delete(target))
	}
	require.NoError(t, s.Purge(30))
	require.Empty(t, s.Lookup(Pair(30, Wildcard)))
	require.NoError(t, s.Check())
}

// A reader finds the tables of its component while tables are created and removed, and none once
// the component was deleted.
func TestReaderFollowsTables(t *testing.T) {
	s := New(Options{Reserved: 2, TypeOf: func(id ID) TypeIndex { return 2 }})
	Register[uint64](s)
	component, _ := s.Create()
	reader := s.Reader(component.Index())
	var with []Entity
	for i := range 3 * smallestFlat {
		tag, err := s.Create()
		require.NoError(t, err)
		e, err := s.Create()
		require.NoError(t, err)
		if i%2 == 0 {
			_, err = s.Add(e, Single(component.Index()))
			require.NoError(t, err)
			with = append(with, e)
		}
		_, err = s.Add(e, Single(tag.Index()))
		require.NoError(t, err)
		require.Equal(t, i%2 == 0, reader.Cell(e) != nil)
	}
	for i, e := range with {
		*(*uint64)(reader.Cell(e)) = uint64(i)
	}
	clone := s.Clone()
	for i, e := range with {
		require.Equal(t, uint64(i), *Value[uint64](s, e, Single(component.Index())))
		require.NotEqual(t, reader.Cell(e), clone.readerCell(component.Index(), e))
		_, err := s.Remove(e, Single(component.Index()))
		require.NoError(t, err)
		require.Nil(t, reader.Cell(e))
	}
	require.NoError(t, s.Delete(component))
	for range 3 * smallestFlat {
		tag, _ := s.Create()
		e, _ := s.Create()
		_, err := s.Add(e, Single(tag.Index()))
		require.NoError(t, err)
		require.Nil(t, reader.Cell(e))
	}
}

// If a component with a reader and without tables is deleted, its key is removed. The next entity
// with the index then has its own type.
func TestAKeyWithoutTablesIsRemovedWithItsEntity(t *testing.T) {
	typed, vectors := uint32(0), TagType
	s := New(Options{TypeOf: func(id ID) TypeIndex {
		if id == Single(typed) {
			return vectors
		}
		return TagType
	}})
	vectors = Register[vector](s)
	component := create(t, s)
	typed = component.Index()
	reader, relation := s.Reader(typed), s.Relation(typed)
	require.NoError(t, s.Delete(component))
	typed = 0
	tag := create(t, s)
	require.Equal(t, component.Index(), tag.Index())
	e := create(t, s, Single(tag.Index()), Pair(tag.Index(), tag.Index()))
	_, typ, has := s.Get(e, Single(tag.Index()))
	require.True(t, has)
	require.Equal(t, TagType, typ)
	require.False(t, reader.Has(e))
	require.Zero(t, relation.Target(e))
	require.NoError(t, s.Check())
}

func (s *Store) readerCell(component uint32, e Entity) unsafe.Pointer {
	r := s.Reader(component)
	return r.Cell(e)
}

// Shrink moves the tables with the highest numbers to free numbers.
func TestShrinkRenumbersTables(t *testing.T) {
	s := newWorld(t, Options{})
	early, passing, late := create(t, s, Single(10)), create(t, s, Single(11)), create(t, s, Single(20), Single(10))
	*Value[vector](s, late, Single(10)) = vector{3, 4}
	require.NoError(t, s.Delete(passing))
	was := tableOf(s, late)
	s.Shrink()
	require.Less(t, tableOf(s, late), was)
	require.Equal(t, 3, s.Tables(), "the root and two tables with entities")
	require.Equal(t, vector{3, 4}, *Value[vector](s, late, Single(10)))
	require.True(t, s.HasID(early, Single(10)))
	require.NoError(t, s.Check())
}

func TestIDsOfUnusedIndicesAreRefused(t *testing.T) {
	s := newWorld(t, Options{})
	target := create(t, s)
	require.False(t, s.Mentioned(target.Index()))
	create(t, s, Pair(30, target.Index()))
	require.True(t, s.Mentioned(target.Index()))
	require.False(t, s.Mentioned(uint32(s.Indices())))
}

// Replace caches the transition if the entity has the old id and lacks the new one.
func TestWhichReplacementsAreCached(t *testing.T) {
	s := newWorld(t, Options{})
	for _, c := range []struct {
		have       []ID
		old, id    ID
		remembered bool
	}{
		{[]ID{Pair(30, 40)}, Pair(30, 40), Pair(30, 41), true},
		{[]ID{Single(10), Pair(30, 40), Pair(31, 40)}, Pair(30, 40), Pair(30, 41), true},
		{[]ID{Pair(32, 40), Pair(32, 42)}, Pair(32, 40), Pair(32, 41), true},
		{[]ID{Pair(32, 40), Pair(32, 41)}, Pair(32, 40), Pair(32, 41), false},
		{[]ID{Pair(33, 40)}, Pair(33, 42), Pair(33, 41), false},
		{[]ID{Pair(34, 40)}, Pair(34, 40), Pair(35, 41), true},
		{[]ID{Single(20)}, Single(20), Single(21), true},
	} {
		first, second := create(t, s, c.have...), create(t, s, c.have...)
		from := tableOf(s, first)
		for _, e := range []Entity{first, second} {
			changed, err := s.Replace(e, c.old, c.id)
			require.NoError(t, err)
			require.True(t, changed)
			require.True(t, s.HasID(e, c.id))
			require.False(t, s.HasID(e, c.old))
			_, known := s.transition(from, c.id, c.old)
			require.Equal(t, c.remembered, known, "%v - %#x + %#x", c.have, c.old, c.id)
		}
		require.Equal(t, tableOf(s, first), tableOf(s, second))
		require.NoError(t, s.Check())
	}
}

func TestWidthIsTheNumberOfColumnsWithData(t *testing.T) {
	s := newWorld(t, Options{})
	require.Zero(t, s.Width(Root))
	require.Equal(t, 3, s.Width(tableOf(s, create(t, s, Single(10), Single(12), Single(20), Pair(30, 10)))))
}
