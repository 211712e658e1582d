package fast_test

import (
	"errors"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

type (
	position struct{ X, Y float64 }
	velocity struct{ X, Y float64 }
	mass     struct{ Kilograms float64 }
	interval struct {
		Text string
		Next *int
		Tags []string
	}
	enemy struct{}
)

// trySpawn is like Spawn but returns the error.
func trySpawn(w *fast.World, with ...fast.Initial) (e fast.Entity, err error) {
	err = caught(func() { e = w.Spawn(with...) })
	return e, err
}

// as converts ids to the parameter type of another call.
func as[T any](ids []fast.ID) []T {
	list := make([]T, len(ids))
	for i, id := range ids {
		list[i] = any(id).(T)
	}
	return list
}

// code returns the code of an error, or "" for nil.
func code(err error) spec.ErrorCode {
	var refusal *spec.Error
	if errors.As(err, &refusal) {
		return refusal.Code
	}
	return ""
}

// panicCode returns the code of the error with which f panics.
func panicCode(f func()) (c spec.ErrorCode) {
	defer func() {
		if err, ok := recover().(error); ok {
			c = code(err)
		}
	}()
	f()
	return ""
}

func panicValue(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

func TestRegisterGivesOneComponentPerType(t *testing.T) {
	w := fast.NewWorld()
	first := fast.Register[position](w)
	require.Same(t, first, fast.Register[position](w))
	require.NotEqual(t, first.Entity(), fast.Register[velocity](w).Entity())
	require.Equal(t, "position", w.Name(first.Entity()))
	other := fast.NewWorld()
	require.NotSame(t, first, fast.Register[position](other))
}

func componentName[T any](w *fast.World, e fast.Entity) string {
	_ = fast.Set(w, e, *new(T))
	return w.Name(fast.Register[T](w).Entity())
}

// If the name of a component is taken, by an entity or by another type, it gets a name that
// includes its package.
func TestAComponentWithATakenNameGetsAnotherName(t *testing.T) {
	w := fast.NewWorld()
	tag, e := w.NewTag("mass"), w.Spawn()
	require.Equal(t, "fast_test_mass", componentName[mass](w, e))
	require.Equal(t, "velocity", componentName[velocity](w, e))
	names := []string{"fast_test_mass", "velocity"}
	func() {
		type mass struct{ Pounds int }
		type Exclusive struct{ X int } // the name of a reserved entity
		names = append(names, componentName[mass](w, e), componentName[Exclusive](w, e))
	}()
	func() {
		type mass struct{ Stones int }
		names = append(names, componentName[mass](w, e))
	}()
	require.Equal(t, []string{
		"fast_test_mass", "velocity", "fast_test_mass_2", "fast_test_Exclusive",
		"fast_test_mass_3",
	}, names)
	for _, name := range names {
		require.Equal(t, 1, fast.NewQuery0(w, fast.Text(name)).Len(), name)
	}
	require.Zero(t, fast.NewQuery0(w, fast.Text("mass")).Len(), "the name means the tag, which no entity has")
	require.NoError(t, w.Add(e, tag))
	require.Equal(t, 1, fast.NewQuery0(w, fast.Text("mass, fast_test_mass")).Len())
	require.Equal(t, spec.CodeExists, panicCode(func() { w.NewTag("velocity") }))
}

func TestRegisterAfterDeletionCreatesANewComponent(t *testing.T) {
	w := fast.NewWorld()
	c := fast.Register[position](w)
	e := fast.Spawn1(w, position{1, 2})
	old := c.Entity()
	require.NoError(t, w.Delete(old))
	require.Nil(t, c.Get(e))
	require.False(t, c.Has(e))
	require.Equal(t, spec.CodeNotAlive, code(c.Add(e)))
	require.Same(t, c, fast.Register[position](w))
	require.NotEqual(t, old, c.Entity())
	require.NoError(t, c.Set(e, position{3, 4}))
	require.Equal(t, position{3, 4}, *c.Get(e))
}

// A component that is deleted before any entity had it leaves nothing to the entity that gets its
// index.
func TestADeletedComponentLeavesNothingToItsIndex(t *testing.T) {
	w := fast.NewWorld()
	gone := fast.Register[velocity](w)
	require.NoError(t, w.Delete(gone.Entity()))
	tag, err := trySpawn(w)
	require.NoError(t, err)
	require.Equal(t, gone.Entity().Index(), tag.Index())
	e, err := trySpawn(w)
	require.NoError(t, err)
	require.NoError(t, w.Add(e, tag))
	require.False(t, gone.Has(e))
	require.Nil(t, gone.Get(e))
}

func TestSetGetHasRemove(t *testing.T) {
	w := fast.NewWorld()
	e := w.Spawn()
	require.Nil(t, fast.Get[position](w, e))
	require.False(t, fast.Has[position](w, e))
	require.NoError(t, fast.Unset[position](w, e))
	require.NoError(t, fast.Set(w, e, position{1, 2}))
	require.Equal(t, position{1, 2}, *fast.Get[position](w, e))
	require.NoError(t, fast.Add[velocity](w, e))
	require.Equal(t, velocity{}, *fast.Get[velocity](w, e))
	require.NoError(t, fast.Add[enemy](w, e))
	require.True(t, fast.Has[enemy](w, e))
	require.NotNil(t, fast.Get[enemy](w, e))
	require.NoError(t, fast.Set(w, e, enemy{}))
	require.NoError(t, fast.Unset[enemy](w, e))
	require.False(t, fast.Has[enemy](w, e))
	require.NoError(t, fast.Unset[position](w, e))
	require.Nil(t, fast.Get[position](w, e))
	require.Equal(t, velocity{}, *fast.Get[velocity](w, e))
}

func TestDeadEntitiesAreRefused(t *testing.T) {
	w := fast.NewWorld()
	c := fast.Register[position](w)
	e := fast.Spawn1(w, position{})
	require.NoError(t, w.Delete(e))
	require.Equal(t, spec.CodeNotAlive, code(c.Set(e, position{})))
	require.Equal(t, spec.CodeNotAlive, code(c.Add(e)))
	require.Equal(t, spec.CodeNotAlive, code(c.Remove(e)))
	require.Nil(t, c.Get(e))
	require.Nil(t, c.Own(e))
	require.Nil(t, fast.Get[velocity](w, e))
	require.False(t, c.Has(e))
	again := w.Spawn()
	require.Equal(t, e.Index(), again.Index())
	require.False(t, c.Has(again))
}

func TestValuesWithPointersSurviveTheCollector(t *testing.T) {
	w := fast.NewWorld()
	c := fast.Register[interval](w)
	var all []fast.Entity
	for i := range 1000 {
		n := i
		all = append(all, fast.Spawn1(w, interval{Text: string(rune('a' + i%26)), Next: &n, Tags: []string{"x"}}))
	}
	for i, e := range all {
		if i%3 == 0 {
			require.NoError(t, fast.Add[enemy](w, e))
		}
		if i%100 == 0 {
			runtime.GC()
		}
	}
	runtime.GC()
	for i, e := range all {
		require.Equal(t, i, *c.Get(e).Next)
		require.Equal(t, string(rune('a'+i%26)), c.Get(e).Text)
	}
}

func TestInheritedValues(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
	c := fast.Register[mass](w)
	base := fast.Spawn1(w, mass{10})
	e := w.Spawn(fast.Pair(fast.IsA, base))
	require.Equal(t, mass{10}, *c.Get(e))
	require.True(t, c.Has(e))
	require.False(t, c.Owns(e))
	require.NoError(t, c.Add(e))
	require.Equal(t, mass{10}, *c.Get(e), "an own value starts as a copy")
	require.NoError(t, c.Set(e, mass{20}))
	require.Equal(t, mass{10}, *c.Get(base))
}

func TestInheritedValuesFollowTheBases(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
	c := fast.Register[mass](w)
	root := fast.Spawn1(w, mass{10})
	middle := w.Spawn(fast.Pair(fast.IsA, root))
	e := w.Spawn(fast.Pair(fast.IsA, middle))
	other := fast.Spawn1(w, mass{1})
	require.Equal(t, mass{10}, *c.Get(e))
	require.NoError(t, c.Set(root, mass{15}))
	require.Equal(t, mass{15}, *c.Get(e))
	require.NoError(t, c.Set(root, mass{10}))
	require.NoError(t, c.Set(middle, mass{20}))
	require.Equal(t, mass{20}, *c.Get(e))
	require.NoError(t, c.Remove(middle))
	require.Equal(t, mass{10}, *c.Get(e))
	require.NoError(t, w.AddPair(e, fast.IsA, other))
	require.Equal(t, mass{10}, *c.Get(e), "the first base counts")
	require.NoError(t, w.RemovePair(e, fast.IsA, middle))
	require.Equal(t, mass{1}, *c.Get(e))
	require.NoError(t, w.Delete(other))
	require.Nil(t, c.Get(e))
	require.False(t, c.Has(e))
	require.NoError(t, w.AddPair(e, fast.IsA, middle))
	require.NoError(t, w.Add(c.Entity(), fast.DontInherit))
	require.Nil(t, c.Get(e))
}

func TestPairs(t *testing.T) {
	w := fast.NewWorld()
	likes := w.NewRelationship("Likes")
	near := w.NewRelationship("Near", fast.Exclusive)
	a, b, c := w.Spawn(), w.Spawn(), w.Spawn()
	require.NoError(t, w.AddPair(a, likes, b))
	require.NoError(t, w.AddPair(a, likes, c))
	require.True(t, w.HasPair(a, likes, b))
	require.True(t, w.HasPair(a, likes, fast.Wildcard))
	require.NoError(t, w.RemovePair(a, likes, fast.Wildcard))
	require.False(t, w.HasPair(a, likes, c))
	require.NoError(t, w.AddPair(a, near, b))
	require.NoError(t, w.AddPair(a, near, c))
	require.False(t, w.HasPair(a, near, b))
	r := w.Relationship(near)
	require.Equal(t, c, r.Target(a))
	require.True(t, r.Has(a, c))
	require.False(t, r.Has(a, b))
	require.Equal(t, spec.CodeInvalid, code(w.AddPair(a, near, fast.Wildcard)))
	require.NoError(t, w.Delete(c))
	require.Zero(t, r.Target(a))
	require.Equal(t, spec.CodeNotAlive, code(w.AddPair(a, near, c)))
}

func TestTheFastPathChecksParents(t *testing.T) {
	w := fast.NewWorld()
	a, b := w.Spawn(), w.Spawn()
	require.NoError(t, w.AddPair(b, fast.ChildOf, a))
	require.Equal(t, spec.CodeCycle, code(w.AddPair(a, fast.ChildOf, b)))
	require.Equal(t, spec.CodeCycle, code(w.AddPair(a, fast.ChildOf, a)))
	c, d := w.Spawn(), w.Spawn()
	require.NoError(t, w.SetName(c, "same"))
	require.NoError(t, w.SetName(d, "other"))
	require.NoError(t, w.AddPair(c, fast.ChildOf, a))
	require.NoError(t, w.AddPair(d, fast.ChildOf, a))
	require.NoError(t, w.RemovePair(d, fast.ChildOf, a))
	other, err := w.Find("other")
	require.NoError(t, err)
	require.Equal(t, d, other)
}

func TestValuesOfPairs(t *testing.T) {
	w := fast.NewWorld()
	type distance struct{ Metres float64 }
	d := fast.Register[distance](w)
	near := w.NewRelationship("Near")
	a, b, c := w.Spawn(), w.Spawn(), w.Spawn()
	require.Nil(t, d.GetPair(a, b))
	require.NoError(t, d.SetPair(a, b, distance{1}))
	require.NoError(t, d.SetPair(a, c, distance{2}))
	require.Equal(t, distance{1}, *d.GetPair(a, b))
	require.Equal(t, distance{2}, *d.GetPair(a, c))
	require.NoError(t, fast.SetID(w, a, fast.Pair(near, d.Entity()), distance{3}))
	require.Equal(t, distance{3}, *fast.GetID[distance](w, a, fast.Pair(near, d.Entity())))
	require.Equal(t, spec.CodeInvalid, code(fast.SetID(w, a, fast.Pair(near, d.Entity()), position{})))
	require.Equal(t, spec.CodeInvalid, code(fast.SetID(w, a, fast.Pair(near, b), distance{})))
	require.Equal(t, spec.CodeInvalid, panicCode(func() { fast.GetID[position](w, a, fast.Pair(near, d.Entity())) }))
	require.Equal(t, spec.CodeInvalid, panicCode(func() { fast.GetID[distance](w, a, d.Pair(fast.Wildcard)) }))
}

func TestHandlesSurviveRestore(t *testing.T) {
	w := fast.NewWorld()
	p := fast.Register[position](w)
	likes := w.Relationship(w.NewRelationship("Likes"))
	e := fast.Spawn1(w, position{1, 2})
	s := w.Snapshot()
	v := fast.Register[velocity](w)
	require.NoError(t, v.Set(e, velocity{5, 6}))
	require.NoError(t, p.Set(e, position{3, 4}))
	require.NoError(t, likes.Add(e, e))
	w.Restore(s)
	require.Equal(t, position{1, 2}, *p.Get(e))
	require.Nil(t, v.Get(e))
	require.Zero(t, v.Entity(), "the restore must remove the component")
	require.Equal(t, spec.CodeNotAlive, code(v.Set(e, velocity{})))
	require.Zero(t, likes.Target(e))
	require.NoError(t, fast.Set(w, e, velocity{7, 8}))
	require.Equal(t, velocity{7, 8}, *v.Get(e))
}

// Many pairs on one entity leave no tables behind, and there is a limit that returns an error.
func TestPairsOnOneEntityAreBounded(t *testing.T) {
	w := fast.NewWorld()
	r := w.NewRelationship("R")
	e := w.Spawn()
	before := len(w.Tables())
	for range 1500 {
		require.NoError(t, w.AddPair(e, r, w.Spawn()))
	}
	require.Less(t, len(w.Tables())-before, 700, "too many empty tables remain")
	ids := make([]fast.ID, 65_000)
	for i := range ids {
		ids[i] = fast.Pair(r, w.Spawn())
	}
	full := w.Spawn(as[fast.Initial](ids)...)
	require.Equal(t, spec.CodeLimit, code(w.AddPair(full, r, w.Spawn())))
	require.Equal(t, spec.CodeLimit, code(w.Add(full, fast.Pair(r, w.Spawn()))))
	require.NoError(t, w.Add(full, ids[0]))
	require.Len(t, w.IDs(full), 65_000)
}
