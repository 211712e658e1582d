package fast_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/internal/bridge"
	"github.com/relspec/relspec/spec"
	"github.com/stretchr/testify/require"
)

// Types for each encoding of values in files.
type (
	savedHarbour struct{ X, Y float64 }
	savedMixed   struct {
		Alive  bool
		small  int8
		Count  int
		Name   string
		Target fast.Entity
		Grid   [2][3]uint16
		Ratio  complex128
	}
	savedBag struct {
		Items  map[string]int
		Owner  *fast.Entity
		Notes  []string
		Before time.Time
	}
	savedOwn  struct{ Hidden func() int }
	savedMark struct{}
)

func ownCodec() fast.FileOption {
	return fast.FileCodec(
		func(v savedOwn) ([]byte, error) {
			if v.Hidden == nil {
				return nil, nil
			}
			return binary.AppendUvarint(nil, uint64(v.Hidden())), nil
		},
		func(b []byte) (savedOwn, error) {
			if len(b) == 0 {
				return savedOwn{}, nil
			}
			n, _ := binary.Uvarint(b)
			return savedOwn{func() int { return int(n) }}, nil
		})
}

func registerSaved(w *fast.World) {
	fast.Register[savedHarbour](w)
	fast.Register[savedMixed](w)
	fast.Register[savedBag](w)
	fast.Register[savedOwn](w)
	fast.Register[savedMark](w)
}

// savedWorldOf creates a world with something of everything that a file can contain.
func savedWorldOf(t testing.TB, options ...fast.Option) (*fast.World, fast.Entity) {
	w := fast.NewWorld(options...)
	for range 40 {
		require.NoError(t, w.Delete(w.Spawn())) // an index with a higher generation
	}
	registerSaved(w)
	likes := w.NewRelationship("Likes")
	at := w.NewRelationship("At", fast.Exclusive, fast.DontFragment)
	distance := w.NewComponent("Distance", []spec.Member{{Name: "km", Type: spec.F32}, {Name: "to", Type: spec.Entity}, {Name: "via", Type: spec.String}})
	require.NoError(t, w.Add(distance, fast.Exclusive))
	if w.Profile().UsageTraits {
		require.NoError(t, w.Add(fast.Register[savedHarbour](w).Entity(), fast.CanToggle))
	}
	ship := w.Spawn()
	require.NoError(t, w.SetName(ship, "ship"))
	require.NoError(t, w.Override(ship, likes))
	require.NoError(t, fast.Set(w, ship, savedHarbour{1, 2}))
	for i := range 30 {
		e := w.Spawn()
		require.NoError(t, w.AddPair(e, fast.ChildOf, ship))
		require.NoError(t, w.SetName(e, fmt.Sprintf("part%d", i)))
		require.NoError(t, w.AddPair(e, at, []fast.Entity{ship, likes, e}[i%3]))
		require.NoError(t, fast.Set(w, e, savedHarbour{float64(i), -1}))
		if i%2 == 0 {
			require.NoError(t, fast.Set(w, e,
				savedMixed{
					i%4 == 0, int8(-i), -i, fmt.Sprint("n", i), ship,
					[2][3]uint16{{1, 2, uint16(i)}},
					complex(1, float64(i)),
				}))
			require.NoError(t, w.SetValue(e, fast.Pair(distance, ship), spec.Value{
				{Name: "km", Scalar: spec.Scalar{Type: spec.F32, Num: float64(i)}},
				{Name: "via", Scalar: spec.Scalar{Type: spec.String, Text: "moon"}},
			}))
		}
		if i%5 == 0 {
			owner := e
			require.NoError(t, fast.Set(w, e,
				savedBag{map[string]int{"a": i}, &owner, []string{"x"}, time.Unix(int64(i), 5).UTC()}))
			require.NoError(t, fast.Set(w, e, savedOwn{func() int { return i }}))
			require.NoError(t, w.DisableID(e, fast.Register[savedHarbour](w).ID()))
			require.NoError(t, fast.Add[savedMark](w, e))
		}
	}
	gone := w.Spawn()
	require.NoError(t, w.Delete(gone))
	require.NoError(t, w.Add(fast.DependsOn, likes)) // a reserved entity with an id of the user
	instance := w.Spawn(fast.Pair(fast.IsA, ship))
	require.NoError(t, w.SetName(instance, "copy"))
	_, err := w.SetScope(ship)
	require.NoError(t, err)
	return w, gone
}

// facts returns what a world says about its entities.
func facts(w *fast.World) string {
	var lines []string
	for i := range uint32(400) {
		for generation := range uint32(3) {
			e := fast.Entity(uint64(generation)<<32 | uint64(i))
			if !w.Alive(e) {
				continue
			}
			line := fmt.Sprintf("%x %q", uint64(e), w.Name(e))
			for _, id := range w.IDs(e) {
				value, err := w.Value(e, id)
				members, _ := value.(spec.Value) // values of Go types are below: they may contain addresses
				line += fmt.Sprintf(" %v %v %v %v", id, w.IsEnabled(e, id), members, err == nil)
			}
			line += fmt.Sprintf(" over %v", w.Overrides(e))
			if p := fast.Get[savedHarbour](w, e); p != nil {
				line += fmt.Sprintf(" place %v", *p)
			}
			if p := fast.Get[savedMixed](w, e); p != nil {
				line += fmt.Sprintf(" mixed %v", *p)
			}
			if p := fast.Get[savedBag](w, e); p != nil {
				line += fmt.Sprintf(" bag %v %v %v %v", p.Items, *p.Owner, p.Notes, p.Before)
			}
			if p := fast.Get[savedOwn](w, e); p != nil {
				line += fmt.Sprintf(" own %d", p.Hidden())
			}
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// The files in testdata were written by the first version of the format.
func TestFilesOfFormat1Load(t *testing.T) {
	flecs4 := fast.WithProfile(fast.Flecs4())
	w, _ := savedWorldOf(t, flecs4)
	on, shelf := w.NewRelationship("On", fast.Ordered), w.NewTag("Shelf")
	first, second := w.Spawn(fast.Pair(on, shelf)), w.Spawn(fast.Pair(on, shelf))
	require.NoError(t, w.MoveBefore(second, fast.Pair(on, shelf), first))
	world, err := os.ReadFile("testdata/format-1.world")
	require.NoError(t, err)
	part, err := os.ReadFile("testdata/format-1.part")
	require.NoError(t, err)

	loaded, other := fast.NewWorld(flecs4), fast.NewWorld(flecs4)
	registerSaved(loaded)
	require.NoError(t, loaded.Load(bytes.NewReader(world), ownCodec()))
	require.Equal(t, facts(w), facts(loaded))
	require.Equal(t, w.Scope(), loaded.Scope())
	require.Equal(t, []fast.Entity{second, first}, loaded.Sources(on, shelf))

	registerSaved(other)
	p := loadPart(t, other, part, fast.FileMakeMissing())
	_, err = w.SetScope(0)
	require.NoError(t, err)
	ship, _ := w.Find("ship")
	require.Equal(t, factsOf(w, w.Name, append([]fast.Entity{ship}, w.Children(ship)...)),
		factsOf(other, other.Name, p.Entities()))
}

func fileOf(t testing.TB, w *fast.World) []byte {
	var b bytes.Buffer
	require.NoError(t, w.Save(&b, ownCodec()))
	return b.Bytes()
}

func TestALoadedWorldEqualsTheSavedOne(t *testing.T) {
	for _, from := range [][]fast.Option{nil, {fast.WithoutFragmenting()}, {fast.WithProfile(spec.Flecs4())}} {
		for _, into := range [][]fast.Option{nil, {fast.WithoutFragmenting()}, {fast.WithRecycledIndices(90)}} {
			w, gone := savedWorldOf(t, from...)
			into = append(slices.Clone(into), fast.WithProfile(w.Profile()))
			file := fileOf(t, w)
			other := fast.NewWorld(into...)
			other.Spawn()
			registerSaved(other)
			in := io.MultiReader(bytes.NewReader(file), strings.NewReader("more"))
			done, total := 0, -1
			require.NoError(t, other.Load(in, ownCodec(), fast.FileProgress(func(d, n int) { done, total = d, n })))
			require.Equal(t, total, done)
			require.Positive(t, done)
			rest, _ := io.ReadAll(in)
			require.Equal(t, "more", string(rest))
			require.Equal(t, facts(w), facts(other))
			require.NoError(t, bridge.Core(other).CheckInvariants())
			require.Equal(t, w.Len(), other.Len())
			require.Equal(t, w.Scope(), other.Scope())
			require.Equal(t, file, fileOf(t, w), "saving the loaded world writes other bytes")
			require.False(t, other.Alive(gone))
			for range 200 {
				require.NotEqual(t, gone, other.Spawn(), "the handle of a deleted entity was reused")
			}
		}
	}
}

// loadedInto loads a saved world into a new one.
func loadedInto(t *testing.T, w *fast.World) *fast.World {
	t.Helper()
	next := fast.NewWorld()
	require.NoError(t, next.Load(bytes.NewReader(fileOf(t, w))))
	return next
}

func TestEntitiesCreatedAfterALoadAreTheYoungest(t *testing.T) {
	w := fast.NewWorld()
	likes, first, bob := w.NewRelationship("Likes"), w.Spawn(), w.Spawn()
	require.NoError(t, w.Add(bob, fast.Pair(likes, first)))
	next := loadedInto(t, w)
	later := next.Spawn()
	require.NoError(t, next.Add(bob, fast.Pair(likes, later)))
	require.Equal(t, first, next.Target(bob, likes, 0))
	again := loadedInto(t, next)
	require.Equal(t, later, again.Target(bob, likes, 1))
}

// A loaded world keeps the options with which it was made.
func TestALoadKeepsTheOptions(t *testing.T) {
	var file bytes.Buffer
	require.NoError(t, fast.NewWorld().Save(&file))
	w := fast.NewWorld(fast.WithoutRecycling())
	require.NoError(t, w.Load(&file))
	e := w.Spawn()
	require.NoError(t, w.Delete(e))
	require.NotEqual(t, e.Index(), w.Spawn().Index())
}

// If a restore has undone an entity, its handle is not used again, also in a world loaded since.
func TestHandlesUndoneByARestoreAreNotReusedAfterALoad(t *testing.T) {
	w := fast.NewWorld()
	e := w.Spawn()
	before := w.Snapshot()
	gone := map[fast.Entity]bool{e: true}
	for range 3 {
		require.NoError(t, w.Delete(e))
		e = w.Spawn()
		gone[e] = true
	}
	w.Restore(before)
	next := loadedInto(t, loadedInto(t, w))
	for e := range gone {
		if next.Alive(e) {
			require.NoError(t, next.Delete(e))
		}
	}
	for range 5 {
		e := next.Spawn()
		require.False(t, gone[e], "%v", e)
		require.NoError(t, next.Delete(e))
	}
}

func TestLoadIsAllOrNothing(t *testing.T) {
	w, _ := savedWorldOf(t)
	file := fileOf(t, w)
	before := facts(w)
	for i := range file {
		damaged := slices.Clone(file)
		damaged[i] ^= 1 << (i % 8)
		err := w.Load(bytes.NewReader(damaged), ownCodec())
		require.Error(t, err, "bit %d of byte %d", i%8, i)
		if i%7 == 0 {
			require.Error(t, w.Load(bytes.NewReader(file[:i]), ownCodec()))
		}
	}
	require.Equal(t, before, facts(w))
}

func TestErrorsOfLoad(t *testing.T) {
	w, _ := savedWorldOf(t)
	file := fileOf(t, w)
	other := fast.NewWorld()
	load := func(w *fast.World, file []byte, options ...fast.FileOption) string {
		err := w.Load(bytes.NewReader(file), options...)
		require.Error(t, err)
		return err.Error()
	}
	require.Regexp(t, `^unresolved: .*savedHarbour.*Register`, load(other, file))
	registerSaved(other)
	require.Regexp(t, `^invalid: .*savedOwn.*FileCodec`, load(other, file))
	require.Regexp(t, `^invalid: .*flecs-4.*WithProfile`, load(fast.NewWorld(fast.WithProfile(spec.Flecs3())), file))
	require.Regexp(t, `^invalid: the input is not a saved world`, load(other, []byte("PK\x03\x04 and much more")))
	require.Regexp(t, `^invalid: the file of the world is incomplete`, load(other, file[:5]))
	newer := slices.Clone(file)
	newer[8] = 2
	require.Regexp(t, `^unsupported: .*version 2`, load(other, newer))
	require.Regexp(t, `^limit: .*FileIndices`, load(other, file, ownCodec(), fast.FileIndices(70)))
	require.ErrorIs(t, other.Load(failing{}), errDisk)
	require.ErrorIs(t, other.Save(failing{}, ownCodec()), errDisk)

	require.NoError(t, other.Defer(func() {
		require.Error(t, other.Save(io.Discard))
		require.Error(t, other.Load(bytes.NewReader(file), ownCodec()))
	}))
	var out bytes.Buffer
	require.NoError(t, fast.Set(other, other.Spawn(), savedOwn{}))
	require.Regexp(t, `^invalid: .*savedOwn.*func`, other.Save(&out).Error())
	require.Zero(t, out.Len(), "the error must come before the first byte")
}

type failing struct{}

var errDisk = fmt.Errorf("the disk is full")

func (failing) Read([]byte) (int, error)  { return 0, errDisk }
func (failing) Write([]byte) (int, error) { return 0, errDisk }

func TestLoadInALoopIsRefused(t *testing.T) {
	w := fast.NewWorld()
	require.NoError(t, fast.Set(w, w.Spawn(), savedHarbour{}))
	file := fileOf(t, w)
	for range fast.NewQuery1[savedHarbour](w).All() {
		require.Equal(t, spec.CodeLocked, code(w.Load(bytes.NewReader(file))))
	}
	require.NoError(t, w.Load(bytes.NewReader(file)))
}

// Types may change between two versions of a program.
func TestLoadFindsFieldsByName(t *testing.T) {
	type Renewed struct {
		B string
		A int32
	}
	w := fast.NewWorld()
	e := w.Spawn()
	write := func() []byte {
		type Renewed struct {
			A int32
			B string
		}
		w := fast.NewWorld()
		for w.Spawn() != e {
		}
		require.NoError(t, fast.Set(w, e, Renewed{7, "x"}))
		return fileOf(t, w)
	}
	// Both types have the same name, by which the file and the program find them.
	require.Equal(t, "Renewed", fmt.Sprintf("%T", Renewed{})[len("fast_test."):])
	fast.Register[Renewed](w)
	require.NoError(t, w.Load(bytes.NewReader(write())))
	require.Equal(t, Renewed{"x", 7}, *fast.Get[Renewed](w, e))

	type Missing struct{ A int32 }
	lost := bytes.ReplaceAll(write(), []byte(".Renewed"), []byte(".Missing"))
	other := fast.NewWorld()
	fast.Register[Missing](other)
	err := other.Load(bytes.NewReader(summed(lost)))
	require.ErrorContains(t, err, `field "B"`)
}

// summed corrects the checksums of a changed file.
func summed(file []byte) []byte {
	file = slices.Clone(file)
	table := crc32.MakeTable(crc32.Castagnoli)
	for at := 12; at+9 <= len(file); {
		size := binary.LittleEndian.Uint32(file[at+1:])
		if uint64(size) > uint64(len(file)-at-9) {
			break
		}
		n := int(size)
		binary.LittleEndian.PutUint32(file[at+5+n:], crc32.Checksum(file[at:at+5+n], table))
		at += 9 + n
	}
	return file
}

// FuzzLoad changes a file and corrects its checksums, so that only the meaning of the bytes can
// reveal the error.
func FuzzLoad(f *testing.F) {
	w, _ := savedWorldOf(f)
	file := fileOf(f, w)
	small := fast.NewWorld()
	small.Spawn(fast.Pair(fast.DependsOn, small.Spawn()))
	f.Add(fileOf(f, small), []byte{})
	f.Add(file, []byte{0, 200, 1, 3, 0, 255})
	ship, _ := w.Find("ship")
	harbour, ships := harbourOf(f)
	for _, part := range [][]byte{
		partOf(f, func(out *bytes.Buffer) error { return w.SaveTree(out, ship, ownCodec()) }),
		partOf(f, func(out *bytes.Buffer) error { return harbour.SaveQuery(out, ships) }),
	} {
		f.Add(part, []byte{})
		for at := 12; at < len(part); at += 97 { // damaged
			f.Add(part, []byte{byte(at), byte(at >> 8), part[at] + 1})
		}
	}
	f.Fuzz(func(t *testing.T, file, changes []byte) {
		file = slices.Clone(file)
		for ; len(changes) >= 3 && len(file) > 0; changes = changes[3:] {
			file[int(binary.LittleEndian.Uint16(changes))%len(file)] = changes[2]
		}
		w := fast.NewWorld()
		registerSaved(w)
		e := w.Spawn()
		fuzzPart(t, summed(file))
		err := w.Load(bytes.NewReader(summed(file)), ownCodec(), fast.FileIndices(1<<16))
		if err != nil {
			require.True(t, w.Alive(e), "a refused Load must not change the world")
			var refused *spec.Error
			require.ErrorAs(t, err, &refused)
			return
		}
		core := bridge.Core(w)
		require.NoError(t, core.CheckInvariants())
		for _, e := range core.UserEntities() {
			_, _ = w.IDs(e), w.Delete(e)
		}
		require.NoError(t, core.CheckInvariants())
	})
}

func TestSaveRefusesTypesThatJSONWouldLose(t *testing.T) {
	type keyed struct{ M map[[2]int]string }
	type hidden struct {
		List []int
		note string
	}
	type skipped struct {
		List []int `json:"-"`
	}
	type anyone struct{ V any }
	w := fast.NewWorld()
	e := w.Spawn()
	for _, set := range []func(*fast.World) error{
		func(w *fast.World) error { return fast.Set(w, e, keyed{}) },
		func(w *fast.World) error { return fast.Set(w, e, hidden{note: "x"}) },
		func(w *fast.World) error { return fast.Set(w, e, skipped{}) },
		func(w *fast.World) error { return fast.Set(w, e, anyone{}) },
	} {
		w := fast.NewWorld()
		for w.Spawn() != e {
		}
		require.NoError(t, set(w))
		require.Equal(t, spec.CodeInvalid, code(w.Save(io.Discard)))
	}
}

func TestSaveNamesTheEntityOfAValueThatCannotBeWritten(t *testing.T) {
	w := fast.NewWorld()
	e := fast.Spawn1(w, []float64{1})
	_ = fast.Spawn1(w, []float64{2})
	require.NoError(t, w.SetName(e, "broken"))
	require.NoError(t, fast.Set(w, e, []float64{math.NaN()}))
	for _, err := range []error{w.Save(io.Discard), w.SavePart(io.Discard, []fast.Entity{e})} {
		require.ErrorContains(t, err, "invalid: broken: a value of type []float64 cannot be written: json: unsupported value: NaN")
	}
}

type vigour struct{ X, Y float64 }

// A type that has another name in the file than in the program is found by FileType, and the error
// says so if a registered type has the same name in another package.
func TestFileTypeNamesTheTypeOfTheFile(t *testing.T) {
	w := fast.NewWorld()
	e := fast.Spawn1(w, position{X: 3})
	var file bytes.Buffer
	require.NoError(t, w.Save(&file))
	name := reflect.TypeFor[position]().PkgPath() + ".position"
	next := fast.NewWorld()
	fast.Register[vigour](next)
	err := next.Load(bytes.NewReader(file.Bytes()))
	require.Equal(t, spec.CodeUnresolved, code(err))
	require.ErrorContains(t, err, "call Register for it before Load")

	elsewhere := bytes.ReplaceAll(file.Bytes(), []byte(name), []byte(strings.Replace(name, "fast_test", "slow_test", 1)))
	same := fast.NewWorld()
	fast.Register[position](same)
	err = same.Load(bytes.NewReader(summed(elsewhere)))
	require.Equal(t, spec.CodeUnresolved, code(err))
	require.ErrorContains(t, err, "pass FileType[fast_test.position](")

	require.NoError(t, next.Load(&file, fast.FileType[vigour](name)))
	require.Equal(t, vigour{X: 3}, *fast.Get[vigour](next, e))
}
