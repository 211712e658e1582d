package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// A component found on an entity above can be the sort key (QRY-529, QRY-530).
func TestOrderByAnInheritedOrParentsValue(t *testing.T) {
	w := fast.NewWorld()
	m := fast.Register[mass](w)
	var want []fast.Entity
	for _, kilograms := range []float64{3, 1, 2} {
		parent := fast.Spawn1(w, mass{kilograms}, fast.Prefab)
		child := fast.Spawn1(w, position{}, fast.Pair(fast.ChildOf, parent)) // its parent is a prefab
		require.NoError(t, w.Remove(child, fast.Prefab))
		want = append(want, child, fast.Spawn1(w, velocity{}, fast.Pair(fast.IsA, parent)))
	}
	above := fast.NewQuery2[position, mass](w, fast.Field[mass](fast.Up(fast.ChildOf, m.ID())), fast.OrderBy[mass]())
	var got []fast.Entity
	for e, row := range above.All() {
		got = append(got, e)
		require.Equal(t, float64(len(got)), row.B.Kilograms)
	}
	require.Equal(t, []fast.Entity{want[2], want[4], want[0]}, got)
	got = nil
	for e := range fast.NewQuery2[velocity, mass](w, fast.OrderBy[mass]()).All() {
		got = append(got, e)
	}
	require.Equal(t, []fast.Entity{want[3], want[5], want[1]}, got)
}

// With Descending, cascade returns the leaves first. Entities on a cycle still come last
// (order.cascade).
func TestDescendingCascade(t *testing.T) {
	w := fast.NewWorld()
	in := w.NewRelationship("In", fast.Transitive)
	m := fast.Register[mass](w)
	root := fast.Spawn1(w, mass{})
	middle := fast.Spawn1(w, mass{}, fast.Pair(in, root))
	leaf := fast.Spawn1(w, mass{}, fast.Pair(in, middle))
	round := fast.Spawn1(w, mass{})
	require.NoError(t, w.AddPair(round, in, round))
	up := fast.Optional(fast.Descending(fast.Cascade(in, m.ID())))
	for _, terms := range [][]fast.Term{{up}, {up, fast.Uncached}, {up, fast.OrderByEntity()}} {
		var got []fast.Entity
		for e := range fast.NewQuery1[mass](w, terms...).All() {
			got = append(got, e)
		}
		require.Equal(t, []fast.Entity{leaf, middle, root, round}, got)
	}
}

// Invalid orders and groups are refused. docs/guide/misuse_queries_test.go has more cases, with their
// messages.
func TestOrderAndGroupsRefuse(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
	e := w.Spawn()
	by := w.NewRelationship("By")
	plain := fast.NewQuery1[position](w)
	grouped := fast.NewQuery1[position](w, fast.GroupBy(by))
	order := fast.OrderBy[position]()
	cases := map[string]struct {
		code spec.ErrorCode
		do   func()
	}{
		"by an optional term": {
			spec.CodeInvalid,
			func() { fast.NewQuery0(w, fast.Optional(fast.Register[position](w).ID()), order) },
		},
		"uncached": {spec.CodeUnsupported, func() { fast.NewQuery1[position](w, order, fast.Uncached) }},
		"a rule because of a variable": {
			spec.CodeUnsupported,
			func() { fast.NewQuery1[position](w, order, fast.Pair(by, fast.Variable(1))) },
		},
		"two orders":          {spec.CodeInvalid, func() { fast.NewQuery1[position](w, order, fast.OrderByEntity()) }},
		"two groups":          {spec.CodeInvalid, func() { fast.NewQuery1[position](w, fast.GroupBy(by), order, fast.GroupBy(by)) }},
		"descending twice":    {spec.CodeInvalid, func() { fast.Descending(fast.Descending(order)) }},
		"descending groups":   {spec.CodeInvalid, func() { fast.Descending(fast.GroupBy(by)) }},
		"Not of an order":     {spec.CodeInvalid, func() { fast.Not(order) }},
		"Up of an order":      {spec.CodeInvalid, func() { fast.Up(by, order) }},
		"an order as field":   {spec.CodeInvalid, func() { fast.Field[position](order) }},
		"no relationship":     {spec.CodeInvalid, func() { fast.GroupBy(0) }},
		"grouped by variable": {spec.CodeInvalid, func() { fast.GroupBy(fast.This) }},
		"a text and a term that cascade": {spec.CodeInvalid, func() {
			fast.NewQuery1[position](w, fast.Text("position(cascade(ChildOf))"),
				fast.Cascade(fast.ChildOf, e))
		}},
		"groups of an ungrouped query": {spec.CodeInvalid, func() { plain.Groups() }},
		"the group of a wildcard":      {spec.CodeInvalid, func() { grouped.Group(fast.Wildcard) }},
	}
	for name, c := range cases {
		require.Equal(t, c.code, panicCode(c.do), name)
	}
	fast.Spawn1(w, position{}, fast.Pair(by, e))
	require.Equal(t, []fast.Entity{e}, grouped.Groups())
	require.NoError(t, w.Delete(e))
	require.Zero(t, grouped.Group(e).Len(), "a dead group has no entities")
	require.Equal(t, 1, grouped.Group(0).Len())
}

// Entities that are consecutive in the order and in their table form one batch.
func TestNeighboursInOrderAreOneBatch(t *testing.T) {
	w := fast.NewWorld()
	region := w.NewRelationship("Region", fast.Exclusive)
	north, south := w.Spawn(), w.Spawn()
	for i := range int64(3) {
		fast.Spawn1(w, level{i}, fast.Pair(region, north))
		fast.Spawn1(w, level{7 - i}, fast.Pair(region, south))
	}
	lengths := map[fast.Entity][]int{}
	for batch := range fast.NewQuery1[level](w, fast.GroupBy(region), fast.OrderBy[level]()).Batches() {
		lengths[batch.Group()] = append(lengths[batch.Group()], batch.Len())
	}
	require.Equal(t, map[fast.Entity][]int{north: {3}, south: {1, 1, 1}}, lengths)
}
