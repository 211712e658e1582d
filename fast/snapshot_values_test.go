package fast_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// cargo has slices and maps at every position in a Go value, and pointers and interfaces, which
// copies share.
type cargo struct {
	Crates  []int
	Rows    [][]int
	Stacks  [2][]int
	Owners  map[string][]int
	Keys    map[[1]int]map[int]int
	Empty   []int
	None    []int
	Parts   []cargo
	hidden  []int
	Shared  *int
	Any     any
	Counted counted
	Behind  *counted
	Watch   func()
}

// counted is a type that has a copy function in some tests.
type counted struct {
	Copies int
	List   []int
}

func newCargo() cargo {
	n := 1
	return cargo{
		Crates: []int{1, 2}, Rows: [][]int{{1}, nil, {2, 3}}, Stacks: [2][]int{{1}, {2}},
		Owners: map[string][]int{"a": {1}},
		Keys:   map[[1]int]map[int]int{{1}: {2: 3}}, Empty: make([]int, 0, 4),
		Parts:  []cargo{{Crates: []int{5}, Parts: []cargo{{hidden: []int{6}}}}},
		hidden: []int{4}, Shared: &n, Any: []int{7}, Counted: counted{List: []int{8}}, Behind: &counted{List: []int{9}},
	}
}

// write changes in place everything that a copy does not share.
func (c *cargo) write() {
	c.Crates[0], c.Rows[0][0], c.Rows[2][1], c.Stacks[1][0], c.hidden[0] = -1, -1, -1, -1, -1
	c.Owners["a"][0] = -1
	c.Owners["b"] = nil
	c.Keys[[1]int{1}][2] = -1
	_ = append(c.Empty, -1)
	c.Parts[0].Crates[0], c.Parts[0].Parts[0].hidden[0] = -1, -1
	c.Parts[0].Parts = nil
	c.Counted.List[0] = -1
}

func requireCargo(t *testing.T, want cargo, have *cargo) {
	t.Helper()
	want.Shared, want.Any, want.Behind = have.Shared, have.Any, have.Behind
	require.Equal(t, want, *have)
	require.Equal(t, 0, slices.Max(append([]int{0}, have.Empty[:cap(have.Empty)]...)),
		"the copy must not have the spare capacity of the original")
	require.Equal(t, want.None == nil, have.None == nil)
}

// A write in place after a snapshot or after a restore does not change the snapshot.
func TestSnapshotsHaveTheirOwnSlicesAndMaps(t *testing.T) {
	w := fast.NewWorld()
	holds := fast.NewRelationshipOf[cargo](w, "Holds")
	e, value := w.Spawn(), newCargo()
	require.NoError(t, fast.Set(w, e, value))
	pair := fast.Pair(holds, w.Spawn())
	require.NoError(t, fast.SetID(w, e, pair, newCargo()))
	s := w.Snapshot()
	for range 2 {
		fast.Get[cargo](w, e).write()
		fast.GetID[cargo](w, e, pair).write()
		w.Restore(s)
		requireCargo(t, newCargo(), fast.Get[cargo](w, e))
		requireCargo(t, newCargo(), fast.GetID[cargo](w, e, pair))
	}
	require.Same(t, value.Shared, fast.Get[cargo](w, e).Shared, "pointers must share their target")
	fast.Get[cargo](w, e).Any.([]int)[0] = 70
	require.Equal(t, []int{70}, value.Any, "interfaces must share their value")
}

// Every operation that copies a value of another entity copies its slices and maps.
func TestCopiesHaveTheirOwnSlicesAndMaps(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs4())) // instances get copies
	type crew struct{}
	fast.Register[cargo](w)
	base := fast.Spawn1(w, newCargo())
	clone, err := w.Clone(base)
	require.NoError(t, err)
	prefab := w.Spawn(fast.Prefab)
	part := fast.Spawn1(w, newCargo(), fast.Pair(fast.ChildOf, prefab))
	i, err := w.Instantiate(prefab)
	require.NoError(t, err)
	copies := []fast.Entity{
		clone, i.Of(part), w.Spawn(fast.Pair(fast.IsA, base)),
		fast.Spawn1(w, crew{}, fast.Pair(fast.IsA, base)),
	}
	late := w.Spawn()
	require.NoError(t, w.AddPair(late, fast.IsA, base))
	many := w.SpawnMany(2, fast.Pair(fast.IsA, base))
	copies = append(append(copies, late), many.Entities()...)
	for _, e := range copies {
		require.True(t, fast.Register[cargo](w).Owns(e))
		fast.Get[cargo](w, e).write()
	}
	requireCargo(t, newCargo(), fast.Get[cargo](w, base))
	requireCargo(t, newCargo(), fast.Get[cargo](w, part))
}

// The copy function of a type is called for all its values, also inside other values, in older
// snapshots, and after a file is loaded.
func TestRegisterCopy(t *testing.T) {
	w := fast.NewWorld()
	e := fast.Spawn2(w, newCargo(), counted{List: []int{1}})
	before := w.Snapshot()
	fast.RegisterCopy(w, func(c counted) counted { return counted{c.Copies + 1, slices.Clone(c.List)} })
	fast.RegisterCopy(w, func(c *counted) *counted { return &counted{c.Copies + 10, slices.Clone(c.List)} })
	fast.RegisterCopy(w, func(a any) any { return len(a.([]int)) })
	clone, err := w.Clone(e)
	require.NoError(t, err)
	require.Equal(t, counted{1, []int{1}}, *fast.Get[counted](w, clone))
	have := fast.Get[cargo](w, clone)
	require.Equal(t, counted{1, []int{8}}, have.Counted)
	require.Equal(t, counted{10, []int{9}}, *have.Behind)
	require.Equal(t, 1, have.Any)
	require.Nil(t, have.Parts[0].Behind, "the copy function must not be called for nil")
	require.Equal(t, 1, have.Parts[0].Counted.Copies)

	fast.RegisterCopy[any](w, nil)
	w.Restore(before)
	require.Equal(t, 1, fast.Get[counted](w, e).Copies, "the function copies values of the snapshot, too")
	require.Equal(t, []int{7}, fast.Get[cargo](w, e).Any, "the function was removed")
	fast.RegisterCopy[counted](w, nil)
	w.Restore(before)
	require.Equal(t, 0, fast.Get[counted](w, e).Copies)
}

type roster []fast.Entity

// A clone shares a slice of entities if the copy function of its type shares it and the clone changes
// none of them.
func TestClonesShareWhatTheirCopyFunctionShares(t *testing.T) {
	w := fast.NewWorld()
	fast.RegisterCopy(w, func(r roster) roster { return r })
	other := w.NewTag("other")
	e := fast.Spawn1(w, roster{other})
	clone, err := w.Clone(e)
	require.NoError(t, err)
	(*fast.Get[roster](w, e))[0] = 0
	require.Equal(t, roster{0}, *fast.Get[roster](w, clone))
}

type (
	route  map[string]route
	levels []levels
	orders map[fast.Entity]orders
)

// If a slice or map contains itself, so does its copy.
func TestCopiesOfCyclicValues(t *testing.T) {
	w := fast.NewWorld()
	r, l := route{}, levels{nil, nil}
	r["a"], l[1] = r, l
	e := fast.Spawn2(w, r, l)
	s := w.Snapshot()
	r["b"], l[0] = nil, levels{}
	w.Restore(s)
	for range 2 {
		r, l = *fast.Get[route](w, e), *fast.Get[levels](w, e)
		require.Len(t, r, 1)
		require.Nil(t, l[0])
		r["c"], l[0] = nil, levels{nil, nil, nil}
		require.Contains(t, r["a"]["a"], "c", "the copy contains itself")
		require.Len(t, l[1][1][0], 3)
		delete(r, "c")
		l[0] = nil
		var err error
		e, err = w.Clone(e)
		require.NoError(t, err)
	}

	prefab := w.Spawn(fast.Prefab)
	part := w.Spawn(fast.Pair(fast.ChildOf, prefab))
	o := orders{part: nil}
	o[prefab] = o
	require.NoError(t, fast.Set(w, prefab, o))
	instance, err := w.Instantiate(prefab)
	require.NoError(t, err)
	own := *fast.Get[orders](w, instance.Root)
	require.Contains(t, own[instance.Root][instance.Root], instance.Of(part))
	require.Len(t, o, 2)
	o[0] = nil
	require.Contains(t, (*fast.Get[orders](w, prefab))[prefab], fast.Entity(0), "the prefab must keep its own map")
}

// While a function of RegisterCopy runs, the world is locked. If it panics, the copy leaves nothing
// behind.
func TestCopyFunctionsCannotChangeTheWorld(t *testing.T) {
	w := fast.NewWorld()
	type path struct{ Points *[]int }
	e := fast.Spawn1(w, path{&[]int{1}})
	notified := 0
	fast.Observe(w, fast.OnAdd, func(fast.Entity, *path) { notified++ })
	base := fast.Spawn1(w, path{&[]int{1}}, fast.Prefab)
	require.NoError(t, w.Override(base, fast.Register[path](w).ID()))
	notified = 0
	fast.RegisterCopy(w, func(p *[]int) *[]int {
		require.Equal(t, spec.CodeLocked, code(w.Delete(e)))
		require.Equal(t, spec.CodeLocked, panicCode(func() { w.Spawn() }))
		return p
	})
	w.Restore(w.Snapshot())
	_, err := w.Clone(e)
	require.NoError(t, err)
	require.Equal(t, 1, notified)

	fast.RegisterCopy(w, func(*[]int) *[]int { panic("boom") })
	count := len(w.Entities())
	for name, call := range map[string]func(){
		"Clone":       func() { _, _ = w.Clone(e) },
		"Instantiate": func() { _, _ = w.Instantiate(base) },
		"Snapshot":    func() { w.Snapshot() },
	} {
		require.Equal(t, "boom", panicValue(call), name)
		require.Len(t, w.Entities(), count, name)
	}
	fast.RequireWhole(t, w)
	require.Equal(t, 1, notified)
	fast.RegisterCopy[*[]int](w, nil)
	_, err = w.Clone(e)
	require.NoError(t, err)
	require.Equal(t, 2, notified, "later events must be delivered")
	require.Equal(t, spec.CodeFinal, code(w.Add(e, fast.Pair(fast.IsA, w.NewTag("Last", fast.Final)))))
	require.NoError(t, w.Delete(e), "later changes must be possible")
}
