package store

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// world is the state whose changes Changes, Epoch and ChangedRows must report.
type world struct {
	texts   []string // ids and rows by table, "" if the table is not in use
	sets    []string
	at      map[Entity]Table
	changes uint64
	epoch   uint32
}

func look(s *Store) world {
	w := world{changes: s.Changes(), epoch: s.Epoch(), at: map[Entity]Table{}}
	for t := range Table(s.Tables()) {
		set, text := "", ""
		if s.InUse(t) {
			set = fmt.Sprint(s.IDs(t), "in use")
			text = fmt.Sprint(set, s.Entities(t))
			for _, e := range s.Entities(t) {
				w.at[e] = t
			}
		}
		w.sets, w.texts = append(w.sets, set), append(w.texts, text)
	}
	return w
}

// requireReported checks that the number of changes increased if rows or ids changed, that the
// epoch changed if a table number was reused, and that the log has every entity that was created,
// deleted or moved.
func requireReported(t require.TestingT, s *Store, before world, what string) {
	now := look(s)
	changed, another := false, false
	for i := range min(len(before.texts), len(now.texts)) {
		changed = changed || before.texts[i] != now.texts[i] && !s.Parked(Table(i))
		another = another || before.sets[i] != "" && before.sets[i] != now.sets[i]
	}
	if changed || len(before.texts) != len(now.texts) {
		require.Greater(t, now.changes, before.changes, "%s: changes", what)
	}
	require.GreaterOrEqual(t, now.changes, before.changes, what)
	if another || len(before.texts) > len(now.texts) {
		require.NotEqual(t, before.epoch, now.epoch, "%s: epoch", what)
	}
	reported, known := s.ChangedRows(before.changes)
	if !known || another {
		return
	}
	for e, at := range now.at {
		was, had := before.at[e]
		require.True(t, had && was == at || slices.Contains(reported, e.Index()), "%s: the log lacks %v, which moved to table %d", what, e, at)
	}
	for e := range before.at {
		_, lives := now.at[e]
		require.True(t, lives || slices.Contains(reported, e.Index()), "%s: the log lacks the deleted %v", what, e)
	}
}

// scene is a store in which each kind of change is possible.
type scene struct {
	s             *Store
	plain, full   Table // some rows each
	empty, parked Table
	wide          Table // with one row
	target        Entity
}

func newScene(t testing.TB) *scene {
	s := newWorld(t, Options{MergeRows: 2, WideTargets: 4})
	c := &scene{s: s}
	gone := create(t, s)
	c.target = create(t, s)
	c.plain = tableOf(s, fill(t, s, 5, Single(10))[0])
	c.full = tableOf(s, fill(t, s, 3, Single(10), Single(12), Pair(30, 40))[0])
	var err error
	c.empty, err = s.Table(Single(10), Single(11))
	require.NoError(t, err)
	c.parked, err = s.Table(Single(20), Pair(31, gone.Index()))
	require.NoError(t, err)
	require.NoError(t, s.Delete(gone))
	require.True(t, s.Parked(c.parked))
	e := create(t, s, Single(11))
	for i := range uint32(6) {
		_, err := s.Add(e, Pair(30, 50+i))
		require.NoError(t, err)
	}
	c.wide = tableOf(s, e)
	require.True(t, s.tables[c.wide].wide())
	return c
}

func (c *scene) first(t Table) Entity { return c.s.Entities(t)[0] }

// moved returns an error if changed is false.
func moved(changed bool, err error) error {
	if err == nil && !changed {
		return fmt.Errorf("the operation changed nothing")
	}
	return err
}

// changesOfScene are all operations that change a store.
var changesOfScene = map[string]func(c *scene) error{
	"create":        func(c *scene) error { _, err := c.s.Create(); return err },
	"create in":     func(c *scene) error { _, err := c.s.CreateIn(c.full); return err },
	"create unset":  func(c *scene) error { _, _, err := c.s.CreateUnset(c.plain); return err },
	"create many":   func(c *scene) error { _, err := c.s.CreateMany(c.full, 7); return err },
	"add":           func(c *scene) error { return moved(c.s.Add(c.first(c.plain), Single(11))) },
	"remove":        func(c *scene) error { return moved(c.s.Remove(c.first(c.full), Single(12))) },
	"replace":       func(c *scene) error { return moved(c.s.Replace(c.first(c.full), Pair(30, 40), Pair(30, 41))) },
	"replace other": func(c *scene) error { return moved(c.s.Replace(c.first(c.full), Pair(30, 40), Single(13))) },
	"change": func(c *scene) error {
		return moved(c.s.Change(c.first(c.full), []ID{Single(11), Single(13)}, []ID{Single(10)}))
	},
	"move":           func(c *scene) error { return c.s.MoveTo(c.first(c.full), c.empty) },
	"move all":       func(c *scene) error { return c.s.MoveAll(c.full, c.plain) },
	"merge":          func(c *scene) error { _, _, err := c.s.Merge(c.plain, c.full); return err },
	"trade":          func(c *scene) error { _, _, err := c.s.Merge(c.plain, c.empty); return err },
	"swap":           func(c *scene) error { c.s.Swap(c.plain, 0, 3); return nil },
	"delete first":   func(c *scene) error { return c.s.Delete(c.first(c.plain)) },
	"delete wide":    func(c *scene) error { return c.s.Delete(c.first(c.wide)) },
	"delete target":  func(c *scene) error { return c.s.Delete(c.target) },
	"new table":      func(c *scene) error { _, err := c.s.Table(Single(13), Single(12)); return err },
	"retarget":       func(c *scene) error { _, err := c.s.Table(Single(20), Pair(31, 41)); return err },
	"purge":          func(c *scene) error { return c.s.Purge(20) },
	"purge pairs":    func(c *scene) error { return c.s.PurgePairs(31) },
	"park":           func(c *scene) error { return c.s.Purge(c.target.Index()) },
	"stay with":      func(c *scene) error { return moved(c.s.Add(c.first(c.wide), Pair(30, 60))) },
	"stay without":   func(c *scene) error { return moved(c.s.Remove(c.first(c.wide), Pair(30, 52))) },
	"stay replacing": func(c *scene) error { return moved(c.s.Replace(c.first(c.wide), Pair(30, 52), Pair(30, 61))) },
	"shrink":         func(c *scene) error { c.s.Shrink(); return nil },
	"place": func(c *scene) error {
		c.s.Adopt(MakeEntity(500, 3))
		c.s.Place(c.plain, []Entity{MakeEntity(500, 3)})
		return nil
	},
}

func TestEveryChangeIsReported(t *testing.T) {
	for name, change := range changesOfScene {
		for _, logged := range []bool{true, false} {
			c := newScene(t)
			mentioning, err := c.s.Table(Single(20), Pair(30, c.target.Index()))
			require.NoError(t, err)
			if logged {
				c.s.LogRows()
			}
			before := look(c.s)
			require.NoError(t, change(c), name)
			require.True(t, name == "park" || before.changes != c.s.Changes(), name)
			requireReported(t, c.s, before, name)
			require.NoError(t, c.s.Check(), name)
			if name == "park" || name == "delete target" {
				require.True(t, c.s.Parked(mentioning))
			}
			if logged { // the log records later changes, too
				before = look(c.s)
				create(t, c.s, Single(21))
				_, known := c.s.ChangedRows(before.changes)
				require.True(t, known, name)
				requireReported(t, c.s, before, "a creation after: "+name)
			}
		}
	}
}

// If ChangedRows knows the changes since a number, they are complete. It knows at least the latest
// maxRows/2 since the log started, or since a Shrink.
func TestRowLogKeepsTheLatestChanges(t *testing.T) {
	s := newWorld(t, Options{})
	var all []uint32
	began := uint64(0)
	base := s.Changes()
	note := func(from uint64) {
		reported, known := s.ChangedRows(from)
		require.True(t, known)
		require.Len(t, reported, int(s.Changes()-from))
		all = append(all, reported...)
	}
	check := func() {
		now := s.Changes()
		for _, since := range []uint64{
			now, now - 1, now - maxRows/2, now - maxRows, now - maxRows - 1, base, began,
			0,
		} {
			if since > now || since < base {
				continue
			}
			reported, known := s.ChangedRows(since)
			require.True(t, known || since < began || now-since > maxRows/2, "%d changes ago", now-since)
			if known {
				require.GreaterOrEqual(t, since, began)
				require.Equal(t, all[since-base:], append([]uint32{}, reported...))
			}
		}
	}
	_, known := s.ChangedRows(s.Changes())
	require.True(t, known)
	create(t, s)
	_, known = s.ChangedRows(base)
	require.False(t, known, "nothing is logged before LogRows")
	s.LogRows()
	base = s.Changes()
	began = base
	table, err := s.Table(Single(10))
	require.NoError(t, err)
	note(base)
	for round := range 8 {
		for _, n := range []int{1, maxRows / 2, maxRows/2 - 1, 3, maxRows/4 + round} {
			from := s.Changes()
			_, err := s.CreateMany(table, n)
			require.NoError(t, err)
			note(from)
			check()
			require.LessOrEqual(t, len(s.rows.items), maxRows)
		}
		if round%3 == 2 {
			_, known := s.Clone().ChangedRows(s.Changes() - 1)
			require.False(t, known, "a clone has no log yet")
			s.Shrink()
			all = append(all, make([]uint32, int(s.Changes()-base)-len(all))...)
			began = s.Changes()
			_, known = s.ChangedRows(began - 1)
			require.False(t, known)
			check()
		}
	}
}

// requireShrunk checks that a store uses no more memory than needed.
func requireShrunk(t require.TestingT, s *Store) {
	used := 0
	for i := range s.tables {
		meta := &s.tables[i]
		if meta.flags == 0 {
			continue
		}
		used++
		require.True(t, meta.count > 0 || Table(i) == Root, "table %d is empty", i)
		require.Equal(t, meta.count, meta.capacity)
	}
	require.Len(t, s.tables, used)
	require.Empty(t, s.freeTables)
	require.Equal(t, max(min(smallestFlat, s.options.SmallFlat), len(s.tables)), s.flatSize)
	require.Len(t, s.tableFlags, s.flatSize)
	for _, k := range s.keys[1:] {
		require.True(t, k.id == 0 || k.count > 0 || k.reader != 0, "the unused key of %#x remains", k.id)
	}
	require.True(t, len(s.keyNumbers) == 0 || s.keyNumbers[len(s.keyNumbers)-1] != keyPair{})
	require.Empty(t, s.freeArchetypes)
	require.Empty(t, s.index.freeLists)
	for _, free := range []int{
		len(s.ids.free), len(s.backs.free), len(s.columns.free), len(s.elements.free), len(s.layouts.free),
		len(s.shapes.free),
		len(s.scratch), cap(s.scratch), cap(s.signature), cap(s.spotScratch),
	} {
		require.Zero(t, free)
	}
}

// A clone and its original do not affect each other, and the clone has no subscribers.
func TestClonesAreIndependent(t *testing.T) {
	c := newScene(t)
	events := 0
	c.s.Subscribe(func(Event, Table) { events++ })
	other := &scene{
		s: c.s.Clone(), plain: c.plain, full: c.full, empty: c.empty, parked: c.parked, wide: c.wide,
		target: c.target,
	}
	before := look(c.s)
	require.Equal(t, before, look(other.s))
	for name, change := range changesOfScene {
		changed := &scene{
			s: other.s.Clone(), plain: c.plain, full: c.full, empty: c.empty, parked: c.parked,
			wide: c.wide, target: c.target,
		}
		require.NoError(t, change(changed), name)
		require.NoError(t, changed.s.Check(), name)
		require.NoError(t, other.s.Check(), name)
		require.Equal(t, before, look(c.s), name)
		require.Equal(t, before, look(other.s), name)
	}
	require.Zero(t, events)
}

// collidingSignatures returns four lists of elements with the same hash. The hash is computed
// element by element, so two prefixes whose hashes agree in the lower half can be extended to equal
// hashes.
func collidingSignatures(t *testing.T) [][]element {
	step := func(h uint64, e element) uint64 { return mix(h ^ uint64(e)) }
	meet := func(hash func(e element) uint64) (a, b element) { // two elements whose hashes differ only in the upper half
		seen := map[uint32]element{}
		for i := element(2); i < 1<<20; i++ {
			e := i << 32
			if other, found := seen[uint32(hash(e))]; found {
				return other, e
			}
			seen[uint32(hash(e))] = e
		}
		t.Fatal("found no collision")
		return 0, 0
	}
	a, b := meet(func(e element) uint64 { return step(3, e) })
	between := element(step(3, a) ^ step(3, b))
	x, y := meet(func(e element) uint64 { return step(step(3, a), e) })
	last := element(7 << 32)
	other := last ^ element(step(step(3, a), x)^step(step(3, a), y))
	return [][]element{{a, x, last}, {b, x ^ between, last}, {a, y, other}, {b, y ^ between, other}}
}

// Archetypes with equal hashes are distinguished, in any order of creation and removal.
func TestArchetypesOfOneHash(t *testing.T) {
	signatures := collidingSignatures(t)
	for _, s := range signatures {
		require.Equal(t, signatureHash(signatures[0]), signatureHash(s))
	}
	rapid.Check(t, func(t *rapid.T) {
		s := newWorld(t, Options{})
		numbers := map[int]uint32{}
		for range 12 {
			i := rapid.IntRange(0, len(signatures)-1).Draw(t, "signature")
			if number, known := numbers[i]; known && rapid.Bool().Draw(t, "remove") {
				s.removeArchetype(number)
				delete(numbers, i)
			} else {
				number := s.archetypeFor(signatures[i])
				require.True(t, !known || number == numbers[i])
				numbers[i] = number
			}
			for i, number := range numbers {
				require.Equal(t, signatures[i], s.elementsOf(number))
				require.Equal(t, number, s.archetypeFor(signatures[i]))
			}
			require.Equal(t, 1+len(numbers), s.bySignature.used)
		}
	})
}

// Each position of a table in a list has its own slot, and the table has no more slots.
func TestSlotsInLists(t *testing.T) {
	s := newWorld(t, Options{})
	table := tableOf(s, create(t, s, Single(20), Single(21), Single(22), Pair(20, 40), Pair(30, 41), Pair(31, 42)))
	meta := &s.tables[table]
	var slots []uintptr
	base := reflect.ValueOf(&s.backs.data[meta.backs]).Pointer()
	for kind, columns := range map[listKind][]uint16{
		listOfID: {0, 1, 2, 3, 4, 5}, listOfRelationship: {3, 4, 5}, listOfTarget: {3, 4, 5}, listOfSingles: {0},
		listOfPairs: {3},
	} {
		for _, column := range columns {
			slots = append(slots, (reflect.ValueOf(s.back(kind,
				Posting{Table: table, column: column})).Pointer()-base)/4)
		}
	}
	slices.Sort(slots)
	for i, slot := range slots {
		require.Equal(t, uintptr(i), slot)
	}
	require.Len(t, slots, backsFor(int(meta.size), int(meta.singles)))
}

// The capacity of columns starts at two rows and doubles, or grows to the number of rows that are
// added at once.
func TestCapacityOfColumns(t *testing.T) {
	s := newWorld(t, Options{})
	capacity := func(table Table) int { return int(s.tables[table].capacity) }
	one, err := s.Table(Single(10))
	require.NoError(t, err)
	require.Zero(t, capacity(one))
	want := 2
	for n := 1; n < 100; n++ {
		_, err := s.CreateIn(one)
		require.NoError(t, err)
		if n > want {
			want *= 2
		}
		require.Equal(t, want, capacity(one), "%d rows", n)
	}
	many, err := s.Table(Single(11))
	require.NoError(t, err)
	_, err = s.CreateMany(many, 37)
	require.NoError(t, err)
	require.Equal(t, 37, capacity(many))
	require.NoError(t, s.Delete(s.Entities(many)[0]))
	require.NoError(t, s.Delete(s.Entities(many)[0]))
	_, err = s.CreateMany(many, 2)
	require.NoError(t, err)
	require.Equal(t, 37, capacity(many))
	_, err = s.CreateMany(many, 1)
	require.NoError(t, err)
	require.Equal(t, 74, capacity(many))
	_, err = s.CreateMany(many, 100)
	require.NoError(t, err)
	require.Equal(t, 148, capacity(many))
	_, err = s.CreateMany(many, 1000)
	require.NoError(t, err)
	require.Equal(t, 1138, capacity(many))
}

func TestHasPointers(t *testing.T) {
	for _, with := range []reflect.Type{
		reflect.TypeFor[*int](), reflect.TypeFor[string](), reflect.TypeFor[[]int](), reflect.TypeFor[map[int]int](),
		reflect.TypeFor[any](),
		reflect.TypeFor[func()](), reflect.TypeFor[chan int](), reflect.TypeFor[[2]string](),
		reflect.TypeFor[[1][1]*int](),
		reflect.TypeFor[struct {
			A int
			B struct{ C [3]string }
		}](),
	} {
		require.True(t, hasPointers(with), "%v", with)
	}
	for _, without := range []reflect.Type{
		reflect.TypeFor[bool](), reflect.TypeFor[complex128](), reflect.TypeFor[uintptr](), reflect.TypeFor[Entity](),
		reflect.TypeFor[[3]uint8](),
		reflect.TypeFor[[0]string](), reflect.TypeFor[struct{}](),
		reflect.TypeFor[struct {
			A [2]float64
			B [0]*int
		}](),
	} {
		require.False(t, hasPointers(without), "%v", without)
	}
}

// soil fills free memory with non-zero bytes, as earlier values would.
func (s *Store) soil() {
	fill := func(at unsafe.Pointer, n uintptr) {
		for i := range unsafe.Slice((*byte)(at), n) {
			*(*byte)(unsafe.Add(at, i)) = 0xA5
		}
	}
	for class, list := range s.memory.free {
		for _, a := range list {
			fill(a.pointer(), smallestBlock<<class)
		}
	}
	if n := len(s.memory.pages); n > 0 {
		fill(s.memory.pages[n-1].at, s.memory.left)
	}
}

// requireFreeZero checks that cells with pointers are zero after the last row, so that the garbage
// collector can free their targets.
func (s *Store) requireFreeZero(t require.TestingT) {
	for i := range s.tables {
		meta := &s.tables[i]
		if meta.flags&tableInUse == 0 {
			continue
		}
		columns, shapes := s.columnsOf(meta)
		for c, sh := range shapes {
			if sh.scan != 0 && meta.capacity > 0 {
				free := unsafe.Slice((*byte)(columns[c].pointer()), sh.size*meta.capacity)[sh.size*meta.count:]
				require.False(t, slices.ContainsFunc(free, func(b byte) bool { return b != 0 }),
					"column %d of table %d", c, i)
			}
		}
	}
}

// The ids of tables with more than wideTable ids are counted.
func TestIDsOfLargeTables(t *testing.T) {
	s := newWorld(t, Options{WideTargets: 1 << 20})
	targets, ids := fill(t, s, wideTable+2), 0
	for n := wideTable - 1; n <= len(targets); n++ {
		var list []ID
		for _, target := range targets[:n] {
			list = append(list, Pair(30, target.Index()))
		}
		create(t, s, list...)
		if n > wideTable {
			ids += n
		}
	}
	require.Equal(t, ids, s.wideIDs)
	passing := create(t, s, Single(20))
	require.NoError(t, s.Delete(passing))
	s.Shrink()
	require.Equal(t, ids, s.wideIDs)
	s.wideLimit = 0
	s.Trim()
	require.Equal(t, ids, s.wideIDs)
}

// TableAfter with one removed and one added id returns the table of the changed set, whether or not
// the set had these ids.
func TestTableAfterAReplacement(t *testing.T) {
	s := newWorld(t, Options{})
	all := []ID{
		Single(10), Single(20), Single(21), Pair(30, 40), Pair(30, 41), Pair(30, 42), Pair(31, 40),
		Pair(31, 41),
	}
	for bits := range 1 << len(all) {
		var have []ID
		for i, id := range all {
			if bits>>i&1 != 0 {
				have = append(have, id)
			}
		}
		if bits%5 > 0 && len(have) != 2 && len(have) != 3 {
			continue
		}
		from, err := s.Table(have...)
		require.NoError(t, err)
		for _, old := range all {
			for _, id := range all {
				to, err := s.TableAfter(from, []ID{id}, []ID{old})
				require.NoError(t, err)
				want := slices.DeleteFunc(slices.Clone(have), func(have ID) bool { return have == old })
				want = append(want, id)
				slices.Sort(want)
				require.Equal(t, slices.Compact(want), s.IDs(to), "%v - %v + %v", have, old, id)
			}
		}
	}
	require.NoError(t, s.Check())
}

// An id is valid if its elements are below the number of indices, are no wildcards, and fit into a
// pair.
func TestWhichIDsAreValid(t *testing.T) {
	for _, c := range []struct {
		id      ID
		indices uint32
		valid   bool
	}{
		{Single(9), 10, true},
		{Single(10), 10, false},
		{Pair(9, 9), 10, true},
		{Pair(10, 9), 10, false},
		{Pair(9, 10), 10, false},
		{0, 10, false},
		{Pair(0, 5), 10, false},
		{Pair(5, 0), 10, false},
		{AnySingle, 10, false},
		{AnyPair, 10, false},
		{Pair(Wildcard, 5), 10, false},
		{Pair(5, Wildcard), 10, false},
		{Single(MaxFirst), 1<<32 - 1, true},
		{Single(MaxFirst + 1), 1<<32 - 1, false},
		{Pair(MaxFirst, MaxFirst+1), 1<<32 - 1, true},
	} {
		require.Equal(t, c.valid, validAmong(c.id, c.indices), "%#x among %d", c.id, c.indices)
	}
}

// If Merge swaps the ids of two tables, new components of the rows are zero, and the other values
// stay.
func TestSwappedTablesHaveZeroValues(t *testing.T) {
	s := newWorld(t, Options{MergeRows: 2})
	rows := fill(t, s, 5, Single(10))
	for i, e := range rows {
		*Value[vector](s, e, Single(10)) = vector{float64(i), 1}
	}
	all := []ID{Single(10), Single(11), Single(12), Single(13), Single(20)}
	for _, e := range fill(t, s, 40, Single(11), Single(13)) { // frees their memory
		require.NoError(t, s.Delete(e))
	}
	s.Shrink()
	s.soil()
	to, err := s.Table(all...)
	require.NoError(t, err)
	from := tableOf(s, rows[0])
	now, row, err := s.Merge(from, to)
	require.NoError(t, err)
	require.Zero(t, row)
	require.Equal(t, from, now)
	for i, e := range rows {
		require.Equal(t, vector{float64(i), 1}, *Value[vector](s, e, Single(10)))
		require.Zero(t, *Value[vector](s, e, Single(11)))
		require.Zero(t, *Value[string](s, e, Single(12)))
		require.Zero(t, *Value[[3]uint8](s, e, Single(13)))
	}
	require.NoError(t, s.Check())
	s.requireFreeZero(t)
}

// Subscribers see a swap as the removal of both tables, then the creation of both.
func TestSwappedTablesAreReportedAsRemovedAndCreated(t *testing.T) {
	c := newScene(t)
	var notified []string
	c.s.Subscribe(func(e Event, t Table) { notified = append(notified, fmt.Sprint(e, t, c.s.IDs(t))) })
	plain, empty := c.s.IDs(c.plain)[:1:1], slices.Clone(c.s.IDs(c.empty))
	_, _, err := c.s.Merge(c.plain, c.empty)
	require.NoError(t, err)
	require.Equal(t, []string{
		fmt.Sprint(TableRemoved, c.plain, []ID{Single(10)}), fmt.Sprint(TableRemoved, c.empty, empty),
		fmt.Sprint(TableCreated, c.plain, empty), fmt.Sprint(TableCreated, c.empty, plain),
	}, notified)
}
