package fast_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/internal/bridge"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// Each test in this file names a fast path and says what would be slower without it. A fast path
// does not change answers; other tests compare those.

// pathsWorld has at least one entity for each path.
type pathsWorld struct {
	w                               *fast.World
	tag, rare, near, far, in, apart fast.Entity
	a, b, c, dead                   fast.Entity
}

func newPathsWorld() *pathsWorld {
	w := fast.NewWorld()
	k := &pathsWorld{
		w: w, tag: w.NewTag("Tag"), rare: w.NewTag("Rare"), near: w.NewRelationship("Near"),
		far:   w.NewRelationship("Far"),
		in:    w.NewRelationship("In", fast.Transitive),
		apart: w.NewRelationship("Loose", fast.Exclusive, fast.DontFragment),
		a:     w.Spawn(), b: w.Spawn(), c: w.Spawn(), dead: w.Spawn(),
	}
	for range 30 {
		w.Spawn(k.tag, fast.Pair(k.near, k.b), fast.Pair(k.far, k.b))
	}
	for _, id := range []fast.ID{
		fast.Single(k.tag), fast.Pair(k.near, k.b), fast.Pair(k.far, k.b),
		fast.Pair(k.in, k.b), fast.Pair(k.apart, k.b),
	} {
		check(w.Add(k.a, id))
	}
	check(w.Add(k.b, fast.Pair(k.in, k.c)))
	check(w.Add(k.b, k.rare))
	check(w.Delete(k.dead))
	return k
}

// Common queries iterate over whole tables. Entity by entity, each would cost a search.
func TestCommonQueriesIterateOverTables(t *testing.T) {
	k := newPathsWorld()
	x, tag := fast.Variable(1), fast.Single(k.tag)
	for _, terms := range [][]fast.Term{
		{tag},
		{tag, fast.Not(k.rare)},
		{tag, fast.Optional(k.rare)},
		{tag, fast.Pair(k.near, k.b)},
		{fast.Pair(k.near, fast.Wildcard)},
		{fast.Pair(k.near, x), fast.Pair(k.far, x)},
		{tag, fast.Pair(k.in, k.c)},
		{fast.Pair(k.apart, k.b)},
	} {
		require.True(t, fast.GoesOverTables(fast.NewQuery0(k.w, append([]fast.Term{fast.Rule}, terms...)...)), "%v",
			terms)
	}
}

// A world reuses the compiled form of a query that caches nothing, and of a cached query after
// Release.
func TestWhichCompiledQueriesAreReused(t *testing.T) {
	k := newPathsWorld()
	tag, near := fast.Single(k.tag), fast.Pair(k.near, fast.Variable(1))
	for _, c := range []struct {
		remembered bool
		released   bool // after Release
		terms      []fast.Term
	}{
		{true, true, []fast.Term{tag, fast.Uncached}},
		{true, true, []fast.Term{tag, fast.Rule}},
		{true, true, []fast.Term{near, fast.Rule}},
		{true, true, []fast.Term{tag, fast.Uncached, fast.NotInstanced}},
		{true, true, []fast.Term{tag, fast.Uncached, fast.Exact}},
		{true, true, []fast.Term{tag, fast.Not(k.rare), fast.Uncached}},
		{false, true, []fast.Term{tag}},
		{false, true, []fast.Term{tag, fast.Exact}},
		{false, true, []fast.Term{tag, fast.NotInstanced}},
		{false, false, []fast.Term{tag, fast.DetectChanges}},
		{false, false, []fast.Term{tag, fast.OrderByEntity()}},
		{false, false, []fast.Term{tag, fast.GroupBy(k.near)}},
		{false, false, []fast.Term{tag, fast.Uncached, fast.Up(fast.ChildOf, k.rare)}},
		{false, false, []fast.Term{tag, fast.Uncached, fast.Text("Rare")}},
		{false, false, []fast.Term{fast.Text("Tag"), fast.Uncached}},
	} {
		fast.ForgetQueries(k.w)
		first := fast.NewQuery0(k.w, c.terms...)
		require.Equal(t, c.remembered, fast.SameQuery(first, fast.NewQuery0(k.w, c.terms...)), "%v", c.terms)
		fast.ForgetQueries(k.w)
		first.Len()
		first.Release()
		again := fast.NewQuery0(k.w, c.terms...)
		require.Equal(t, c.released && !c.remembered, fast.SameQuery(first, again), "%v, released", c.terms)
		if !c.remembered {
			require.False(t, fast.SameQuery(again, fast.NewQuery0(k.w, c.terms...)), "a cached query must not be shared")
		}
	}

	made := func() fast.Query0 { return fast.NewQuery0(k.w, tag, fast.Uncached) }
	before := made()
	require.True(t, fast.SameQuery(before, made()))
	require.False(t, fast.SameQuery(before, fast.NewQuery0(k.w, fast.Uncached, tag)), "other terms")
	require.False(t, fast.SameQuery(before, fast.NewQuery0(newPathsWorld().w, tag, fast.Uncached)), "another world")
	fast.Register[mass](k.w)
	require.False(t, fast.SameQuery(before, made()), "the query must be compiled again after a new component")
	before = made()
	require.True(t, fast.SameQuery(before, made()))
}

// A bulk edit works table by table, even if a loop would return single entities. Its cost depends
// on the number of tables.
func TestEditsWorkByTables(t *testing.T) {
	k := newPathsWorld()
	tag := fast.Single(k.tag)
	require.Equal(t, 2, fast.MatchedTables(fast.NewQuery0(k.w, tag)))
	require.Equal(t, 2, fast.MatchedTables(fast.NewQuery0(k.w, tag, fast.NotInstanced)))
	require.Equal(t, 2, fast.MatchedTables(fast.NewQuery0(k.w, tag, fast.On(k.b, k.rare),
		fast.NotInstanced)))
	require.Equal(t, 2, fast.MatchedTables(fast.NewQuery0(k.w, tag, fast.On(k.b, k.rare),
		fast.NotInstanced, fast.DetectChanges)))
	require.Equal(t, 1, fast.MatchedTables(fast.NewQuery0(k.w, fast.Pair(k.apart, fast.Wildcard), fast.Uncached)),
		"entities with their own targets are matched one by one")
	require.Equal(t, -1, fast.MatchedTables(fast.NewQuery0(k.w, tag).Bind(fast.This, k.w.Sources(k.near, k.b)[1])))
}

// A bulk edit is not a loop: for change detection it neither sees tables nor writes fields.
func TestEditsDoNotAffectChangeDetection(t *testing.T) {
	w := fast.NewWorld()
	p, tag := fast.Register[position](w), w.NewTag("Tag")
	fast.Spawn1(w, position{}, tag)
	reader := fast.NewQuery0(w, fast.In(p.ID()), fast.DetectChanges)
	writer := fast.NewQuery1[position](w, fast.DetectChanges)
	require.True(t, reader.Changed())
	for range reader.Batches() {
	}
	require.False(t, reader.Changed())
	_, err := writer.AddAll(tag)
	require.NoError(t, err)
	require.False(t, reader.Changed(), "AddAll must not count as a write")
	require.True(t, writer.Changed(), "AddAll must not count as a loop")
}

// The parts of a query have resolved their columns in advance, because several goroutines read
// them.
func TestPartsHaveResolvedColumns(t *testing.T) {
	w := fast.NewWorld()
	fast.SpawnMany2[position, mass](w, 10)
	for _, kind := range []fast.Term{fast.Uncached, fast.Exact} {
		require.Zero(t, fast.UnknownColumns(fast.NewQuery0(w, fast.Register[mass](w).ID(),
			fast.Register[position](w).ID(), kind)))
	}
}

// For change detection, loops over parts count like one loop: they see tables and write fields.
func TestLoopsOverPartsAffectChangeDetection(t *testing.T) {
	w := fast.NewWorld()
	fast.SpawnMany1[position](w, 10)
	reader := fast.NewQuery1[position](w, fast.ReadOnly[position](), fast.DetectChanges)
	writer := fast.NewQuery1[position](w)
	require.True(t, reader.Changed())
	for _, part := range reader.Split(2) {
		part(func(fast.Batch1[position]) bool { return false })
	}
	require.False(t, reader.Changed(), "a loop that ends early has seen the visited batches")
	for _, part := range writer.Split(2) {
		part(func(fast.Batch1[position]) bool { return false })
	}
	require.True(t, reader.Changed(), "and may have written them")
}

// Entities and instances whose ids have no consequences are created directly in their table, in
// bulk. One by one, each would cost a move.
func TestCommonSpawnsAreDirect(t *testing.T) {
	k := newPathsWorld()
	for _, id := range []fast.ID{fast.Single(k.tag), fast.Pair(k.near, k.a), fast.Pair(fast.ChildOf, k.a)} {
		require.Equal(t, "direct, many at once", fast.SpawnPath(k.w, id), "%v", id)
	}
	require.Equal(t, "as instances with 0 values, many at once", fast.SpawnPath(k.w, fast.Pair(fast.IsA, k.w.Spawn())))
}

func instanceOf(w *fast.World, base fast.Entity) fast.Entity {
	e := w.Spawn()
	check(w.AddPair(e, fast.IsA, base))
	return e
}

// Entities created in bulk in a deferral get their ids when the deferral ends.
func TestDeferredBulkCreation(t *testing.T) {
	w := fast.NewWorld()
	tag := w.NewTag("Tag")
	var made []fast.Entity
	make2 := func() {
		b := rules.Birth{IDs: []rules.Elements{{First: tag}}}
		if err := bridge.CreateMany(w, b, 2, func(e fast.Entity) { made = append(made, e) }); err != nil {
			panic(err)
		}
	}
	require.NoError(t, w.Defer(func() {
		make2()
		for _, e := range made {
			require.False(t, w.Has(e, tag), "the ids are added at the end of the deferral")
		}
	}))
	make2()
	require.Len(t, made, 4)
	for _, e := range made {
		require.True(t, w.Has(e, tag))
	}
}

// An observer does not slow down changes of ids that it does not observe.
func TestUnobservedChangesTakeTheFastPath(t *testing.T) {
	w := fast.NewWorld()
	tag, rare, base := w.NewTag("Tag"), w.NewTag("Rare"), w.Spawn()
	w.Observe(fast.OnAdd, rare, func(fast.Event) {})
	check(w.Add(w.Spawn(), tag)) // the change caches which ids are observed
	require.False(t, fast.IsPlain(w, base, fast.Single(rare)))
	require.True(t, fast.IsPlain(w, base, fast.Single(tag)))
	require.Equal(t, "direct, many at once", fast.SpawnPath(w, fast.Single(tag)))
	require.Equal(t, "general, observed", fast.SpawnPath(w, fast.Single(rare)))
	instanceOf(w, base)
	check(w.Add(w.Spawn(), tag))
	require.Equal(t, "general, observed", fast.SpawnPath(w, fast.Pair(fast.IsA, base)))
}

func TestObjectsAreNearTheirHomeSlots(t *testing.T) { fast.CheckObjects(t, 70) }

// Traversal also finds subclasses above (traversal.visited), in each of several branches.
func TestSubclassesAboveAreFound(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(spec.Flecs4()))
	in := w.NewRelationship("In", fast.Traversable)
	engine, rocket := w.NewTag("Engine"), w.NewTag("Rocket")
	check(w.AddPair(rocket, fast.IsA, engine))
	ship, hull := w.Spawn(rocket), w.Spawn()
	seat := w.Spawn(fast.Pair(in, hull), fast.Pair(in, ship))
	for _, option := range []fast.Term{fast.Uncached, fast.Optional(in)} {
		var got []fast.Entity
		for b := range fast.NewQuery0(w, fast.Up(in, engine), option).Batches() {
			got = append(append(got, b.Entities()...), b.Source(0))
		}
		require.Equal(t, []fast.Entity{seat, ship}, got)
	}
}

// Shrink is refused during a loop, also within Defer.
func TestShrinkWaitsForLoops(t *testing.T) {
	k := newPathsWorld()
	require.NoError(t, k.w.Shrink())
	for range fast.NewQuery0(k.w, k.tag).All() {
		require.Equal(t, spec.CodeLocked, code(k.w.Shrink()))
		require.NoError(t, k.w.Defer(func() { require.Equal(t, spec.CodeLocked, code(k.w.Shrink())) }))
	}
	require.NoError(t, k.w.Shrink())
}

// Terms of a batch are numbered in the given order, fields first, wherever their matches are.
func TestTermsOfABatchAreInTheGivenOrder(t *testing.T) {
	k := newPathsWorld()
	w := k.w
	check(w.AddPair(k.a, fast.ChildOf, k.b))
	tag, rare, near := fast.Single(k.tag), fast.Single(k.rare), fast.Pair(k.near, fast.Wildcard)
	up := fast.Up(fast.ChildOf, rare)
	refused := func(f func()) { t.Helper(); require.Equal(t, spec.CodeInvalid, panicCode(f)) }
	for _, terms := range [][]fast.Term{{up, tag, near}, {tag, up, near}, {tag, near, up}} {
		n := 0
		for b := range fast.NewQuery0(w, terms...).Batches() {
			n += b.Len()
			for i, term := range terms {
				require.True(t, b.IsSet(i))
				switch term {
				case fast.Term(tag):
					require.Equal(t, tag, b.ID(i))
					require.Zero(t, b.Source(i))
					require.Zero(t, b.Target(i))
				case fast.Term(near):
					require.Equal(t, fast.Pair(k.near, k.b), b.ID(i))
					require.Equal(t, k.b, b.Target(i))
				default:
					require.Equal(t, k.b, b.Source(i))
					require.Equal(t, rare, b.ID(i))
					require.Zero(t, b.Target(i))
				}
			}
			for _, i := range []int{-1, len(terms)} {
				refused(func() { b.ID(i) })
				refused(func() { b.IsSet(i) })
				refused(func() { b.Source(i) })
			}
		}
		require.Equal(t, 1, n)
	}
	made := w.SpawnMany(2, tag)
	refused(func() { made.ID(0) })
	refused(func() { made.IsSet(0) })
}

// The instance of a prefab owns its version of each slot and of each value that mentions a part,
// and nothing else of the prefab.
func TestWhatAnInstanceOwns(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
	aims := fast.NewRelationshipOf[mass](w, "Aims", fast.Exclusive)
	gun, sight, plain := w.NewRelationship("Gun", fast.Exclusive), w.NewRelationship("Sight", fast.Exclusive),
		w.NewRelationship("Plain")
	fleet, tag := w.Spawn(), w.NewTag("Tag")
	fast.Register[aimed](w)
	fast.Register[position](w)
	prefab := w.Spawn(fast.Prefab, fast.Pair(fast.ChildOf, fleet), tag,
		fast.Pair(plain, fleet))
	part := w.Spawn(fast.Pair(fast.ChildOf, prefab))
	other := w.Spawn(fast.Pair(fast.ChildOf, part))
	check(fast.SetID(w, prefab, fast.Pair(aims, other), mass{5}))
	check(w.AddPair(prefab, gun, part))
	check(w.AddPair(prefab, sight, other))
	check(fast.Set(w, prefab, aimed{At: part}))
	check(fast.Set(w, prefab, position{1, 2}))
	made, err := w.Instantiate(prefab)
	require.NoError(t, err)
	mine := made.Of
	require.ElementsMatch(t, []fast.ID{
		fast.Pair(fast.IsA, prefab), fast.Pair(aims, mine(other)), fast.Pair(gun, mine(part)),
		fast.Pair(sight, mine(other)), fast.Register[aimed](w).ID(),
	}, w.IDs(made.Root))
	require.Equal(t, mass{5}, *fast.GetID[mass](w, made.Root, fast.Pair(aims, mine(other))))
	require.Equal(t, mine(part), fast.Get[aimed](w, made.Root).At)
	require.Equal(t, mine(part), w.Parent(mine(other)))

	// Pairs between parts are copied to the copies.
	near := w.NewRelationship("Near", fast.Acyclic)
	check(w.Add(part, fast.Pair(near, other)))
	check(w.Add(prefab, fast.Pair(near, part)))
	again, err := w.Instantiate(prefab)
	require.NoError(t, err)
	require.True(t, w.HasPair(again.Root, near, again.Of(part)) && w.HasPair(again.Of(part), near, again.Of(other)))

	// If the instance cannot have a slot, instantiation is refused and leaves nothing.
	ring := w.NewRelationship("Ring")
	check(w.AddPair(prefab, ring, part))
	check(w.AddPair(part, ring, prefab))
	if w.Add(ring, fast.Acyclic) == nil {
		before := w.Len()
		_, err = w.Instantiate(prefab)
		require.Equal(t, spec.CodeCycle, code(err))
		require.Equal(t, before, w.Len())
	}
	fast.RequireWhole(t, w)
}

// With substitution, an id may have one match on the way up and another by inheritance.
func TestUpWithSubstitutionHasEveryMatch(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(spec.Flecs3Beta()))
	round := w.NewRelationship("Round", fast.Exclusive, fast.Transitive)
	root, base, e := w.Spawn(), w.Spawn(), w.Spawn()
	require.NoError(t, w.AddPair(base, fast.IsA, root))
	require.NoError(t, w.AddPair(e, fast.IsA, base))
	require.NoError(t, w.AddPair(e, round, e))
	var sources []fast.Entity
	for b := range fast.NewQuery0(w, fast.Rule, fast.Up(round, fast.Pair(fast.IsA, root))).Batches() {
		require.Equal(t, []fast.Entity{e}, b.Entities())
		sources = append(sources, b.Source(0))
	}
	require.ElementsMatch(t, []fast.Entity{0, base}, sources)
}

// If a child leaves a parent with OrderedChildren for another parent by the fast path, the order of
// the old parent loses it.
func TestReplacedParentWithOrderedChildrenLosesTheChild(t *testing.T) {
	for _, options := range [][]fast.Option{nil, {bridge.NotFragmenting().(fast.Option)}} {
		w := fast.NewWorld(options...)
		a, b := w.Spawn(fast.OrderedChildren), w.Spawn()
		c, d := w.Spawn(fast.Below(a)), w.Spawn(fast.Below(a))
		require.NoError(t, w.AddPair(c, fast.ChildOf, b))
		require.Equal(t, []fast.Entity{d}, w.Children(a))
		require.Equal(t, []fast.Entity{c}, w.Children(b))
	}
}

// In a loaded world a new child of a prefab becomes a prefab, although the world has never seen how
// the parent got Prefab.
func TestChildrenOfLoadedPrefabsBecomePrefabs(t *testing.T) {
	saved := fast.NewWorld()
	saved.Spawn(fast.Named("tank"), fast.Prefab)
	var file bytes.Buffer
	require.NoError(t, saved.Save(&file))
	w := fast.NewWorld()
	require.NoError(t, w.Load(&file))
	tank, err := w.Find("tank")
	require.NoError(t, err)
	barrel := w.Spawn()
	require.NoError(t, w.AddPair(barrel, fast.ChildOf, tank))
	require.True(t, w.Has(barrel, fast.Prefab))
}
