package fast_test

import (
	"cmp"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// twinQuery is a typed query and the same query for Prepare.
type twinQuery struct {
	typed fast.Query1[level]
	spec  spec.Query
}

// typedTwins returns ordered queries in both forms.
func (k *cachedWorld) typedTwins() []twinQuery {
	up, down, this := &spec.OrderBy{Component: "level"}, &spec.OrderBy{Component: "level", Desc: true},
		&spec.OrderBy{Desc: true}
	cached := func(expr string, by *spec.OrderBy, group spec.Handle) spec.Query {
		return spec.Query{Expr: expr, Kind: spec.KindCached, OrderBy: by, GroupBy: group}
	}
	query := func(terms ...fast.Term) fast.Query1[level] { return fast.NewQuery1[level](k.w, terms...) }
	byFunc := fast.OrderByFunc(func(a, b *level) int { return cmp.Compare(a.Value, b.Value) })
	byOrder := fast.OrderByEntityFunc(func(a, b fast.Entity) int { return cmp.Compare(ordinal(k, a), ordinal(k, b)) })
	anyRegion, byRegion := fast.Pair(k.region, fast.Wildcard), fast.GroupBy(k.region)
	return []twinQuery{
		{query(fast.OrderBy[level]()), cached("level", up, "")},
		{query(fast.Descending(byFunc), fast.Optional(k.tags[0])), cached("level, ?T0", down, "")},
		{query(anyRegion, fast.OrderByComponent(k.level.Entity())), cached("level, (Region, *)", up, "")},
		{
			query(fast.Not(k.tags[1]), fast.Descending(fast.OrderByEntity())),
			cached("level, !T1", this, ""),
		},
		{query(fast.Not(k.tags[1]), fast.Descending(byOrder)), cached("level, !T1", this, "")},
		{query(byRegion), cached("level", nil, "Region")},
		{query(byRegion, fast.Descending(fast.OrderBy[level]())), cached("level", down, "Region")},
		{query(fast.OrderBy[level](), fast.GroupBy(k.nonFragmenting)), cached("level", up, "Loose")},
		{query(fast.Text("level(up ChildOf)"), fast.OrderBy[level]()), cached("level, level(up ChildOf)", up, "")},
		{
			query(fast.Text("?level(cascade ChildOf)"), fast.OrderBy[level]()),
			cached("level, ?level(cascade ChildOf)", up, ""),
		},
		{
			query(fast.Optional(fast.Cascade(fast.ChildOf, k.level.ID())), fast.OrderBy[level]()),
			cached("level, ?level(cascade ChildOf)", up, ""),
		},
	}
}

// ordinal returns the position of an entity in the order of creation.
func ordinal(k *cachedWorld, e fast.Entity) int {
	for i, known := range k.entities {
		if known == e {
			return i
		}
	}
	return -1
}

// rowsInOrder returns the rows of a query.
func (k *cachedWorld) rowsInOrder(t require.TestingT, q fast.Query1[level]) (list [][2]fast.Entity) {
	for batch := range q.Batches() {
		for i, e := range batch.Entities() {
			list = append(list, [2]fast.Entity{batch.Group(), e})
			require.Equal(t, fast.Get[level](k.w, e).Value, batch.Column().At(i).Value)
		}
	}
	i := 0
	for e, value := range q.All() {
		require.Equal(t, list[i][1], e)
		require.Equal(t, fast.Get[level](k.w, e).Value, value.Value)
		i++
	}
	require.Len(t, list, i)
	return list
}

// An ordered typed query returns the same rows in the same order and groups as the prepared query,
// after any change (order.key, order.groups, order.cascade, QRY-520, QRY-553, QRY-565).
func TestTypedAndPreparedOrdersAreEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := newCachedWorld()
		twins := k.typedTwins()
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			for range rapid.IntRange(0, 3).Draw(t, "changes") {
				k.change(t)
				k.move(t)
			}
			for _, twin := range twins {
				fresh, err := k.w.Prepare(twin.spec)
				if err != nil {
					break // a name no longer exists
				}
				k.requireTwin(t, twin, fresh)
			}
		}
	})
}

// move moves an entity below another parent.
func (k *cachedWorld) move(t *rapid.T) {
	child, parent := rapid.SampledFrom(k.entities).Draw(t, "child"), rapid.SampledFrom(k.entities).Draw(t, "parent")
	_ = k.w.AddPair(child, fast.ChildOf, parent) // a cycle is refused
}

func (k *cachedWorld) requireTwin(t *rapid.T, twin twinQuery, fresh *fast.Query) {
	rows, err := fresh.Rows()
	require.NoError(t, err)
	var want [][2]fast.Entity
	var groups []fast.Entity
	for row := range rows {
		want = append(want, [2]fast.Entity{row.Group(), row.Entity()})
		if n := len(groups); n == 0 || groups[n-1] != row.Group() {
			groups = append(groups, row.Group())
		}
	}
	require.Equal(t, want, k.rowsInOrder(t, twin.typed), "%v", twin.spec)
	if twin.spec.GroupBy == "" {
		return
	}
	require.Equal(t, groups, twin.typed.Groups())
	for _, group := range append([]fast.Entity{0}, k.targets...) {
		var of [][2]fast.Entity
		for _, row := range want {
			if row[0] == group && (group == 0 || k.w.Alive(group)) {
				of = append(of, row)
			}
		}
		require.Equal(t, of, k.rowsInOrder(t, twin.typed.Group(group)), "group %v of %v", group, twin.spec)
	}
}

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
