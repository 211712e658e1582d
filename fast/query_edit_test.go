package fast_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// All ships of a station move to another one, and lose and get ids on the way.
func ExampleQuery0_ExchangeAll() {
	w := fast.NewWorld()
	docked := w.NewRelationship("DockedTo", fast.Exclusive)
	e := named(w, "Ship", "Refuelled", "Empty", "Mars", "Venus")
	ship, refuelled, empty, mars, venus := fast.Single(e[0]), fast.Single(e[1]), fast.Single(e[2]), e[3], e[4]
	w.SpawnMany(3, ship, empty, fast.Pair(docked, mars))
	atMars := fast.NewQuery0(w, ship, fast.Pair(docked, mars))
	n, err := atMars.ExchangeAll([]fast.AnyID{refuelled, fast.Pair(docked, venus)}, []fast.AnyID{empty})
	fmt.Println(n, err, atMars.Len(), w.Count(fast.Pair(docked, venus)), w.Count(refuelled), w.Count(empty))
	// Output: 3 <nil> 0 3 3 0
}

func ExampleSetAll() {
	type fuel struct{ Litres float64 }
	w := fast.NewWorld()
	ship := fast.Single(w.NewTag("Ship"))
	w.SpawnMany(2, ship)
	ships := fast.NewQuery0(w, ship)
	n, err := fast.SetAll(ships, fast.Register[fuel](w).ID(), fuel{Litres: 80})
	fmt.Println(n, err)
	for _, f := range fast.NewQuery1[fuel](w).All() {
		fmt.Println(f.Litres)
	}
	gone, err := ships.DeleteAll()
	fmt.Println(gone, err, ships.Len())
	// Output:
	// 2 <nil>
	// 80
	// 80
	// 2 <nil> 0
}

func ExampleWorld_Exchange() {
	w := fast.NewWorld()
	e := named(w, "Walking", "Running", "Bob")
	check(w.Add(e[2], e[0]))
	check(w.Exchange(e[2], []fast.AnyID{fast.Single(e[1])}, []fast.AnyID{fast.Single(e[0])}))
	fmt.Println(w.Describe(e[2]))
	// Output: Bob #66: Running
}

// editWorld is one of two worlds created in the same way.
type editWorld struct {
	w        *fast.World
	pos      *fast.Component[position]
	ids      []fast.ID     // to add
	patterns []fast.ID     // to remove
	terms    [][]fast.Term // of queries
	entities []fast.Entity
	cached   []fast.Query0
	events   []string
}

// newEditWorld creates a world from the seeds alone.
func newEditWorld(profile spec.Profile, storage int, observed bool, seeds []byte) *editWorld {
	options := []fast.Option{fast.WithProfile(profile)}
	if storage&1 != 0 {
		options = append(options, fast.WithTradingTables())
	}
	if storage&2 != 0 {
		options = append(options, fast.WithoutFragmenting())
	}
	x := &editWorld{w: fast.NewWorld(options...)}
	w := x.w
	x.pos = fast.Register[position](w)
	rels := []fast.Entity{
		fast.ChildOf, fast.IsA, w.NewRelationship("Plain"), w.NewRelationship("Sole", fast.Exclusive),
		w.NewRelationship("Beside", fast.Exclusive, fast.DontFragment),
		w.NewRelationship("Tree", fast.Exclusive, fast.Traversable), w.NewRelationship("Friend", fast.Symmetric),
		w.NewRelationship("Part", fast.Transitive),
		w.NewRelationship("State", fast.Union),
	}
	tags := []fast.Entity{w.NewTag("A"), w.NewTag("B"), w.NewTag("C")}
	check(w.AddPair(tags[2], fast.With, tags[0]))
	for range 8 {
		x.entities = append(x.entities, w.Spawn())
	}
	for _, r := range rels {
		for _, e := range x.entities[:4] {
			x.ids = append(x.ids, fast.Pair(r, e))
		}
		x.patterns = append(x.patterns, fast.Pair(r, fast.Wildcard))
	}
	for range 4 {
		for _, tag := range tags {
			x.ids = append(x.ids, fast.Single(tag))
		}
		x.ids = append(x.ids, x.pos.ID())
	}
	x.patterns = append(append(x.patterns, x.ids...), fast.Pair(fast.Wildcard, x.entities[1]))
	for _, id := range x.patterns {
		x.terms = append(x.terms, []fast.Term{id}, []fast.Term{tags[0], fast.Optional(id)},
			[]fast.Term{x.pos.ID(), fast.Not(id)})
	}
	for i := 0; i+1 < len(seeds); i += 2 { // errors are ignored
		e := x.entities[int(seeds[i])%len(x.entities)]
		if id := x.ids[int(seeds[i+1])%len(x.ids)]; id == x.pos.ID() {
			_ = x.pos.Set(e, position{X: float64(i)})
		} else {
			_ = w.Add(e, id)
		}
	}
	check(w.SetName(x.entities[7], "Seven"))
	for _, i := range []int{0, 5, 9} {
		x.cached = append(x.cached, fast.NewQuery0(w, tags[i%3], fast.Not(x.patterns[i])))
		x.cached[len(x.cached)-1].Len()
	}
	if observed {
		x.observe(tags, rels)
	}
	return x
}

func (x *editWorld) observe(tags, rels []fast.Entity) {
	hear := func(number int) func(fast.Event) {
		return func(e fast.Event) {
			x.events = append(x.events, fmt.Sprint(number, e.Kind, e.Entity, e.ID, e.Source, e.Leave))
		}
	}
	for i, terms := range [][]fast.Term{{fast.Single(tags[0])}, {fast.Pair(rels[3], fast.Wildcard)}, {x.pos.ID()}} {
		x.w.Observe(allEvents, fast.Terms(terms), hear(i))
	}
	x.w.Observe(fast.Monitor, fast.Terms{tags[1], fast.Not(tags[0])}, hear(9))
}

// facts returns what queries and readers report about the world.
func (x *editWorld) facts() (lines []string) {
	for _, e := range x.w.Entities() {
		line := fmt.Sprint(e, " ", x.w.Name(e))
		for _, id := range x.w.IDs(e) {
			line += " " + id.String()
			if id == x.pos.ID() {
				line += fmt.Sprint(*x.pos.Own(e))
			}
		}
		lines = append(lines, line)
	}
	for _, q := range x.cached {
		list := slices.Sorted(q.All())
		lines = append(lines, fmt.Sprint(q, list))
	}
	return lines
}

// A bulk edit has the same result and events as the same calls made one by one in the order of a
// loop, or fails and changes nothing.
func TestEditsEqualSingleCalls(t *testing.T) {
	moved, refused, changed := 0, 0, 0
	property := func(t *rapid.T) {
		profile := rapid.SampledFrom([]spec.Profile{spec.Flecs3(), spec.Flecs4()}).Draw(t, "profile")
		storage, observed := rapid.IntRange(0, 3).Draw(t, "storage"), rapid.Bool().Draw(t, "observed")
		seeds := rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "seeds")
		a, b := newEditWorld(profile, storage, observed, seeds), newEditWorld(profile, 0, observed, seeds)
		require.Equal(t, b.facts(), a.facts())
		for range rapid.IntRange(1, 4).Draw(t, "edits") {
			terms := rapid.IntRange(0, len(a.terms)-1).Draw(t, "terms")
			var add, remove []fast.ID
			for range rapid.IntRange(0, 2).Draw(t, "adds") {
				add = append(add, rapid.SampledFrom(a.ids).Draw(t, "add"))
			}
			for range rapid.IntRange(0, 2).Draw(t, "removes") {
				remove = append(remove, rapid.SampledFrom(a.patterns).Draw(t, "remove"))
			}
			q := fast.NewQuery0(a.w, a.terms[terms]...)
			list := once(q)
			if len(list) == 0 {
				continue // invalid ids are refused anyway
			}
			a.events, b.events = nil, nil
			var err, want error
			var each func(e fast.Entity) error
			var n int
			before := a.facts()
			exchange := func(e fast.Entity) error {
				for _, id := range remove {
					if err := b.w.Remove(e, id); err != nil {
						return err
					}
				}
				for _, id := range add {
					if err := b.w.Add(e, id); err != nil {
						return err
					}
				}
				return nil
			}
			switch rapid.IntRange(0, 5).Draw(t, "kind") {
			case 0:
				value := position{X: 7, Y: float64(terms)}
				n, err = fast.SetAll(q, a.pos.ID(), value)
				each = func(e fast.Entity) error { return b.pos.Set(e, value) }
			case 1:
				n, err = q.DeleteAll()
				each = func(e fast.Entity) error {
					if !b.w.Alive(e) {
						return nil // it was deleted with another one
					}
					return b.w.Delete(e)
				}
			case 2:
				list, n = list[:1], 1
				err, each = a.w.Exchange(list[0], as[fast.AnyID](add), as[fast.AnyID](remove)), exchange
			default:
				n, err = q.ExchangeAll(as[fast.AnyID](add), as[fast.AnyID](remove))
				each = exchange
			}
			for _, e := range list {
				if want = each(e); want != nil {
					break
				}
			}
			if want == nil || code(err) != spec.CodeNotAlive { // a bulk edit refuses ids of dead entities first
				require.Equal(t, code(want), code(err), "%v: %v, one by one %v", q, err, want)
			}
			if err != nil {
				require.Equal(t, before, a.facts(), "a failed edit must change nothing")
				require.Empty(t, a.events)
				refused++
				return
			}
			require.Equal(t, len(list), n)
			require.Equal(t, b.facts(), a.facts(), "%v +%v -%v", q, add, remove)
			if !slices.Equal(before, a.facts()) {
				changed++
			}
			slices.Sort(a.events)
			slices.Sort(b.events)
			if len(a.events) == len(b.events) {
				moved += len(a.events)
				require.Equal(t, b.events, a.events)
			} else {
				requireNet(t, a.events, b.events)
			}
		}
	}
	for range 10 { // a single check with a hundred worlds may draw no refused edit
		rapid.Check(t, property)
	}
	require.Positive(t, moved)
	require.Positive(t, refused)
	require.Positive(t, changed)
}

// requireNet accepts fewer events if something was added and removed again in between.
func requireNet(t *rapid.T, all, oneByOne []string) {
	for _, e := range all {
		require.Contains(t, oneByOne, e)
	}
	require.Less(t, len(all), len(oneByOne))
}

// once returns the entities of a query, each once.
func once(q fast.Query0) (list []fast.Entity) {
	for e := range q.All() {
		if !slices.Contains(list, e) {
			list = append(list, e)
		}
	}
	return list
}

// While changes are deferred, a bulk edit is deferred for each entity. During a loop it is refused.
func TestEditsAreDeferredOrRefused(t *testing.T) {
	w := fast.NewWorld()
	tag, other := fast.Single(w.NewTag("Tag")), fast.Single(w.NewTag("Other"))
	pos := fast.Register[position](w)
	w.SpawnMany(3, tag)
	q := fast.NewQuery0(w, tag)
	require.NoError(t, w.Defer(func() {
		n, err := q.ExchangeAll([]fast.AnyID{other}, []fast.AnyID{tag})
		require.NoError(t, err)
		require.Equal(t, 3, n)
		n, err = fast.SetAll(q, pos.ID(), position{X: 1})
		require.NoError(t, err)
		require.Equal(t, 3, n)
		require.Zero(t, w.Count(other))
	}))
	require.Equal(t, []int{0, 3, 3}, []int{w.Count(tag), w.Count(other), w.Count(pos.ID())})
	q = fast.NewQuery0(w, other)
	for range q.All() {
		_, err := q.AddAll(tag)
		require.Equal(t, spec.CodeLocked, code(err))
		_, err = q.RemoveAll(other)
		require.Equal(t, spec.CodeLocked, code(err))
		_, err = q.DeleteAll()
		require.Equal(t, spec.CodeLocked, code(err))
		_, err = fast.SetAll(q, pos.ID(), position{})
		require.Equal(t, spec.CodeLocked, code(err))
	}
	_, err := fast.SetAll(q, pos.ID(), 3)
	require.Equal(t, spec.CodeInvalid, code(err))
	_, err = q.AddAll(fast.Pair(fast.Wildcard, tag.First()))
	require.Equal(t, spec.CodeInvalid, code(err))
	require.NoError(t, w.Defer(func() {
		n, err := q.DeleteAll()
		require.NoError(t, err)
		require.Equal(t, 3, n)
		require.Equal(t, 3, q.Len())
	}))
	require.Zero(t, q.Len())
}

// SetAll notifies observers of OnSet for each entity, like single calls, and only those of the id.
func TestSetAllNotifiesObservers(t *testing.T) {
	w := fast.NewWorld()
	pos := fast.Register[position](w)
	ship := fast.Single(w.NewTag("Ship"))
	fast.SpawnMany1[position](w, 3, ship)
	count := 0
	w.Observe(fast.OnSet, pos.ID(), func(fast.Event) { count++ })
	n, err := fast.SetAll(fast.NewQuery0(w, ship), pos.ID(), position{3, 3})
	require.NoError(t, err)
	require.Equal(t, []int{3, 3}, []int{n, count})
	_, err = fast.SetAll(fast.NewQuery0(w, ship), fast.Register[velocity](w).ID(), velocity{})
	require.NoError(t, err)
	require.Equal(t, 3, count)
}

func BenchmarkEdits(b *testing.B) {
	for _, variant := range []string{"one by one", "all"} {
		b.Run(variant, func(b *testing.B) {
			w := fast.NewWorld()
			ship, full := fast.Single(w.NewTag("Ship")), fast.Single(w.NewTag("Full"))
			fast.SpawnMany2[position, velocity](w, 100_000, ship)
			q := fast.NewQuery0(w, ship)
			list := once2(q)
			b.ResetTimer()
			for range b.N {
				if variant == "all" {
					_, _ = q.AddAll(full)
					_, _ = q.RemoveAll(full)
					continue
				}
				for _, e := range list {
					_ = w.Add(e, full)
				}
				for _, e := range list {
					_ = w.Remove(e, full)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/200_000, "ns/change")
		})
	}
}

func once2(q fast.Query0) []fast.Entity { return slices.Collect(q.All()) }

// An entity moved below a prefab becomes a prefab, also in a bulk move and with observers.
func TestEntitiesMovedBelowAPrefabBecomePrefabs(t *testing.T) {
	for _, count := range []bool{false, true} {
		w := fast.NewWorld()
		tag := fast.Single(w.NewTag("Tag"))
		prefab, plain := w.Spawn(fast.Prefab), w.Spawn()
		many, one := w.Spawn(tag), w.Spawn(tag)
		if count {
			w.Observe(allEvents, fast.Pair(fast.ChildOf, prefab), func(fast.Event) {})
		}
		q := fast.NewQuery0(w, tag)
		n, err := q.AddAll(fast.Pair(fast.ChildOf, plain))
		require.NoError(t, err)
		require.Equal(t, 2, n)
		require.False(t, w.Has(many, fast.Prefab))
		n, err = q.ExchangeAll([]fast.AnyID{fast.Pair(fast.ChildOf, prefab)}, []fast.AnyID{fast.Pair(fast.ChildOf, plain)})
		require.NoError(t, err)
		require.Equal(t, 2, n)
		single, exchanged := w.Spawn(), w.Spawn()
		require.NoError(t, w.Add(single, fast.Pair(fast.ChildOf, prefab)))
		require.NoError(t, w.Exchange(exchanged, []fast.AnyID{fast.Pair(fast.ChildOf, prefab)}, nil))
		for _, e := range []fast.Entity{many, one, single, exchanged} {
			require.True(t, w.Has(e, fast.Prefab), "with observer %t: %v is no prefab", count, e)
		}
	}
}
