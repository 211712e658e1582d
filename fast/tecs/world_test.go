package tecs_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/tecs"
	"github.com/relspec/relspec/spec"
)

// storages are the four kinds of storage for a relationship with data.
var storages = []tecs.Options{
	{Name: "dense"},
	{Name: "dense exclusive", Exclusive: true},
	{Name: "sparse", Sparse: true},
	{Name: "sparse exclusive", Sparse: true, Exclusive: true},
}

// each runs a test on relationships of a Go type with every kind of storage.
func each(t *testing.T, f func(t *testing.T, w *tecs.World, r *tecs.RelationshipOf[Follows])) {
	for _, o := range storages {
		t.Run(o.Name, func(t *testing.T) {
			w := tecs.NewWorld()
			o.ReverseIndex = true
			f(t, w, must(tecs.NewRelationshipOf(w, o, Follows{0.5, 100})))
		})
	}
}

func TestDataOfAGoType(t *testing.T) {
	each(t, func(t *testing.T, w *tecs.World, r *tecs.RelationshipOf[Follows]) {
		a, b, c := must(w.Spawn()), must(w.Spawn()), must(w.Spawn())
		require.Nil(t, r.Get(a))
		require.NoError(t, w.Set(a, r.To(b)))
		require.Equal(t, Follows{0.5, 100}, *r.Get(a))
		require.NoError(t, w.Set(a, r.With(b, Follows{Delay: 2})))
		require.Equal(t, Follows{Delay: 2}, *r.GetTo(a, b))
		require.NoError(t, w.Set(a, r.With(c, Follows{Delay: 3})))
		require.Equal(t, Follows{Delay: 3}, *r.GetTo(a, c))
		require.Equal(t, r.Options().Exclusive, r.GetTo(a, b) == nil)

		saved := must(w.Snapshot())
		r.GetTo(a, c).Delay = 4
		require.NoError(t, w.Restore(saved))
		require.Equal(t, Follows{Delay: 3}, *r.GetTo(a, c), "the snapshot must have its own data")
		r.GetTo(a, c).Delay = 5
		require.NoError(t, w.Restore(saved))
		require.Equal(t, Follows{Delay: 3}, *r.GetTo(a, c))
		require.Equal(t, spec.CodeInvalid, codeOf(w.Set(a, r.To(b, 1))), "the fields come from the Go type")
	})
}

// The column of a batch has the data of the first edge of each row.
func TestDataByColumn(t *testing.T) {
	each(t, func(t *testing.T, w *tecs.World, r *tecs.RelationshipOf[Follows]) {
		moon, sun := must(w.Spawn()), must(w.Spawn())
		for i := range 3 {
			must(w.Spawn(r.With(sun, Follows{Delay: 9}), r.With(moon, Follows{Delay: float64(i)})))
		}
		q := must(w.NewQuery(tecs.Terms{Include: []tecs.Term{r.Relationship}}))
		n := 0
		for batch := range q.Batches() {
			edges, column := batch.Edges(r.Relationship), r.In(batch)
			require.Equal(t, r.Options().Sparse, column == nil)
			for row, e := range batch.Entities() {
				require.Equal(t, moon, edges.Target(row))
				edge, ok := edges.At(row)
				require.True(t, ok)
				require.Equal(t, moon, edge.Target())
				require.InDelta(t, float64(n), r.Get(e).Delay, 0)
				if column != nil {
					require.InDelta(t, float64(n), column[row].Delay, 0)
				}
				n++
			}
		}
		require.Equal(t, 3, n)
	})
}

// Declarations made after a snapshot still work after a restore, even in older queries and
// monitors.
func TestDeclarationsOutliveARestoration(t *testing.T) {
	w := tecs.NewWorld()
	empty := must(w.Snapshot())
	for _, o := range storages {
		r := must(w.NewRelationship(o))
		tag, mass := w.NewTag(), tecs.NewComponent[float64](w)
		q := must(w.NewQuery(tecs.Terms{Include: []tecs.Term{r, tag, mass}}))
		added := 0
		m := must(w.Observe(tecs.Terms{Include: []tecs.Term{r}},
			tecs.Callbacks{Added: func(list []tecs.Entity) { added += len(list) }}))
		for round := 1; round < 4; round++ {
			target := must(w.Spawn())
			a := must(w.Spawn(r.To(target), tag, mass.Of(2.5)))
			require.Equal(t, 1, q.Len(), o.Name)
			require.True(t, q.Matches(a))
			require.Equal(t, 2*round-1, added, "each round spawns it once and restores it once")
			require.InDelta(t, 2.5, *mass.Get(a), 0)
			require.Equal(t, 2, w.Tables())
			full := must(w.Snapshot())
			require.NoError(t, w.Restore(empty))
			require.Zero(t, q.Len())
			require.Zero(t, w.Tables())
			require.NoError(t, w.Restore(full))
			require.Equal(t, target, w.Target(a, r))
			require.Equal(t, []tecs.Entity{a}, m.Members())
			require.NoError(t, w.Restore(empty))
		}
		m.Release()
	}
}

// A loop over a query is a scope: changes are applied when the loop ends, also by break.
func TestLoopsAreScopes(t *testing.T) {
	w := tecs.NewWorld()
	tag := w.NewTag()
	root := must(w.Spawn())
	for range 4 {
		must(w.Spawn(w.ChildOf.To(root), tag))
	}
	var errs []error
	w.HandleFailures(func(err error) { errs = append(errs, err) })
	needs := must(w.NewRelationship(tecs.Options{Name: "Needs", Fields: []string{"what"}, Require: []string{"what"}}))
	q := must(w.NewQuery(tecs.Terms{Include: []tecs.Term{tag}}))
	for e := range q.All() {
		require.True(t, w.IsStaged())
		require.NoError(t, w.Remove(e, tag))
		require.NoError(t, w.Set(e, needs.To(root)), "Set checks the data")
		made := must(w.Spawn(tag))
		require.False(t, w.Alive(made) || w.Has(made, tag))
		require.True(t, w.Has(e, tag))
		_, err := w.NewRelationship(tecs.Options{Name: "Late"})
		require.Equal(t, spec.CodeInvalid, codeOf(err))
		_, err = w.Snapshot()
		require.Equal(t, spec.CodeInvalid, codeOf(err))
		break
	}
	require.False(t, w.IsStaged())
	require.Equal(t, 4, q.Len(), "one entity lost the tag and another got it")
	require.Len(t, errs, 1)
	var failed *tecs.CommitError
	require.ErrorAs(t, errs[0], &failed)
	require.Equal(t, spec.OpSet, failed.Failures[0].Op)
	require.Equal(t, spec.CodeInvalid, codeOf(failed))
	require.Equal(t, spec.CodeInvalid, codeOf(w.Commit()), "no scope is open")
}

// An endless cascade of callbacks is stopped.
func TestCallbacksAreStopped(t *testing.T) {
	w := tecs.NewWorld()
	tag := w.NewTag()
	w.LimitEvents(50)
	var failure error
	w.HandleFailures(func(err error) { failure = err })
	calls := 0
	must(w.Observe(tecs.Terms{Include: []tecs.Term{tag}}, tecs.Callbacks{
		Added: func(list []tecs.Entity) {
			calls++
			must(w.Spawn(tag))
			require.NoError(t, w.Remove(list[0], tag))
		},
	}))
	must(w.Spawn(tag))
	require.Equal(t, spec.CodeLimit, codeOf(failure))
	require.Less(t, calls, 60)
	failure = nil
	calls = 0
	must(w.Spawn())
	require.NoError(t, failure)
	require.Zero(t, calls, "the next operation starts a new count")
}

// The limit counts the events of changes that callbacks make, not those of the operation.
func TestLimitCountsEventsOfCallbacks(t *testing.T) {
	w := tecs.NewWorld()
	tag, more := w.NewTag(), w.NewTag()
	w.LimitEvents(3)
	w.HandleFailures(func(err error) { require.NoError(t, err) })
	seen := 0
	must(w.Observe(tecs.Terms{Include: []tecs.Term{tag}}, tecs.Callbacks{
		Added: func(list []tecs.Entity) { must(w.Spawn(more)) },
	}))
	must(w.Observe(tecs.Terms{Include: []tecs.Term{more}}, tecs.Callbacks{
		Added: func(list []tecs.Entity) { seen += len(list) },
	}))
	w.Defer()
	for range 3 {
		must(w.Spawn(tag))
	}
	require.NoError(t, w.Commit())
	require.Equal(t, 1, seen, "three events of the operation and one of a callback")
}

// A change through Fast that fails at the end of a scope does not hold back the staged changes.
func TestCommitAfterAFailedChangeOfFast(t *testing.T) {
	w := tecs.NewWorld()
	a, b := must(w.Spawn()), must(w.Spawn())
	tag := w.NewTag()
	require.NoError(t, w.Fast().AddPair(a, fast.ChildOf, b))
	w.Defer()
	require.NoError(t, w.Fast().AddPair(b, fast.ChildOf, a), "a cycle, which fails when it is applied")
	require.NoError(t, w.Set(a, tag))
	var failed *fast.DeferredError
	require.ErrorAs(t, w.Commit(), &failed)
	require.False(t, w.IsStaged())
	require.True(t, w.Has(a, tag))
	w.Defer()
	require.NoError(t, w.Commit())
}

func TestObjectsOfAnotherWorldAreRefused(t *testing.T) {
	w, other := tecs.NewWorld(), tecs.NewWorld()
	a := must(w.Spawn())
	likes := must(other.NewRelationship(tecs.Options{Name: "Likes", ReverseIndex: true}))
	tag := other.NewTag()
	_, ofQuery := w.NewQuery(tecs.Terms{Include: []tecs.Term{likes}})
	_, ofSpawn := w.Spawn(tag)
	_, ofTraverse := w.Traverse(a, nil)
	for _, err := range []error{
		w.Set(a, likes.To(a)), w.Set(a, tag), w.Remove(a, likes), ofQuery, ofSpawn, ofTraverse,
		w.Sources(a, likes, func(tecs.Entity) {}), w.WalkUp(a, likes, func(tecs.Entity, int) bool { return true }, 0),
		w.Set(a, w.ChildOf.To(0)),
	} {
		require.Equal(t, spec.CodeInvalid, codeOf(err), err)
	}
	require.False(t, w.Has(a, likes) || w.Has(a, tag))
	require.Zero(t, w.Count(likes)+len(w.Targets(a, likes)))
	_, ok := w.Get(a, likes)
	require.False(t, ok)
}

func TestRefusedDataChangeNothing(t *testing.T) {
	for _, o := range storages {
		w := tecs.NewWorld()
		o.Fields = []string{"x"}
		o.Init = func(_ tecs.Entity, values []any) error {
			if values[0] == "bad" {
				return errors.New("bad data")
			}
			return nil
		}
		r := must(w.NewRelationship(o))
		a, b, c := must(w.Spawn()), must(w.Spawn()), must(w.Spawn())
		require.NoError(t, w.Set(a, r.To(b, "good")))
		require.Equal(t, spec.CodeInvalid, codeOf(w.Set(a, r.To(c, "bad"))))
		require.Equal(t, []tecs.Entity{b}, w.Targets(a, r))
		_, err := w.Spawn(r.To(b, "good"), r.To(c, "bad"))
		require.Equal(t, spec.CodeInvalid, codeOf(err))
		require.Equal(t, 1, w.Count(r))
		require.Equal(t, 2, w.Tables(), "the table of entities without components, and the table of a")
	}
}

// A depth limit applies to the shortest path (hierarchy.walks), whichever path is found first.
func TestTraverseWithinADepth(t *testing.T) {
	w := tecs.NewWorld()
	r := must(w.NewRelationship(tecs.Options{Name: "R", ReverseIndex: true}))
	b, a := must(w.Spawn()), must(w.Spawn())
	c := must(w.Spawn(r.To(b), r.To(a)))
	d := must(w.Spawn(r.To(c)))
	require.NoError(t, w.Set(a, r.To(b)))
	for depth, want := range [][]tecs.Entity{{a, c}, {a, c, d}, {a, c, d}} {
		var got []tecs.Entity
		for at, e := range must(w.TraverseWithin(b, r, depth)) {
			require.LessOrEqual(t, at, depth)
			got = append(got, e)
		}
		require.Equal(t, want, got, depth)
	}
}
