package reduce_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/reduce"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// owned returns the ids of all entities after a trace that the model accepts completely, as "a (R, b)".
func owned(t *spec.Trace) []string {
	world := model.New(spec.Flecs3())
	for _, op := range t.Operations() {
		if world.Apply(op).Err != nil {
			return nil
		}
	}
	var out []string
	for _, e := range world.Apply(spec.Operation{Op: spec.OpDump}).Dump.Entities {
		for _, id := range e.IDs {
			out = append(out, fmt.Sprint(e.Handle, " ", id.ID))
		}
	}
	return out
}

func reduced(tr *spec.Trace, fails func(*spec.Trace) bool) string {
	return strings.Join(show.Trace(reduce.Trace(tr, fails, reduce.Options{KeepNames: true})), "; ")
}

func TestReduceMovesIDsToTheCreation(t *testing.T) {
	tr := build.Trace(build.Entity("R"), build.Entity("T"), build.Entity("a"), build.Add("a", "T"),
		build.Add("a", "R", "T"))
	needs := func(c *spec.Trace) bool { return slices.Equal(owned(c), owned(tr)) }
	require.Equal(t, "1-2 entity R, T; 3 entity a T (R, T)", reduced(tr, needs))
	// An id may mention an entity that is created later. The owner is then created where the id was
	// added.
	later := build.Trace(build.Entity("a"), build.Entity("T"), build.Add("a", "T"))
	needs = func(c *spec.Trace) bool { return slices.Equal(owned(c), owned(later)) }
	require.Equal(t, "1 entity T; 2 entity a T", reduced(later, needs))
}

func TestReduceMergesEntities(t *testing.T) {
	tr := build.Trace(build.Entity("R"), build.Entity("S"), build.Entity("T"), build.Entity("a"), build.Entity("b"),
		build.Entity("c"), build.Add("c", "R", "a"), build.Add("c", "S", "b"), build.Add("c", "T"))
	// The failure needs any two pairs and a tag.
	needs := func(c *spec.Trace) bool {
		ids := owned(c)
		return len(ids) == 3 && strings.Count(strings.Join(ids, ""), ",") == 2
	}
	require.True(t, needs(tr), owned(tr))
	require.Equal(t, "1-3 entity R, T, a; 4 entity c (R, a) (ChildOf, a) T", reduced(tr, needs))
}

func TestReduceSimplifiesIDs(t *testing.T) {
	tr := build.Trace(
		build.Entity("a"), spec.Operation{
			Op: spec.OpEntity, Entity: "b", Parent: "a",
			IDs: []spec.ID{spec.Single("T")},
		},
		spec.Operation{Op: spec.OpDepth, Entity: "b", Relationship: spec.ChildOf},
	)
	child := func(c *spec.Trace) bool {
		return len(c.Entries) == 3 && (c.Entries[1].Op.Parent == "a" ||
			slices.Contains(c.Entries[1].Op.IDs, spec.Pair(spec.ChildOf, "a"))) &&
			slices.Contains(c.Entries[1].Op.IDs, spec.Single("T"))
	}
	require.Equal(t, "1 entity a; 2 entity b (ChildOf, a) T; 3 depth b", reduced(tr, child))
}

// Reduce keeps earlier uses of a query that the failure needs, and removes other queries and observers.
func TestReduceKeepsNeededUsesOfAQuery(t *testing.T) {
	iterate := spec.Operation{Op: spec.OpIterate, On: "q"}
	tr := build.Trace(
		build.Entity("R"), build.Query(build.Terms(build.Tag("R"))),
		spec.Operation{Op: spec.OpPrepare, As: "q", Query: build.Terms(build.Tag("R"))}, iterate,
		spec.Operation{
			Op: spec.OpObserve, As: "o", Query: build.Terms(build.Tag("R")),
			Events: []spec.EventKind{spec.OnAdd},
		},
		build.Add("a", "R"), iterate,
	)
	checks := 0
	twice := func(c *spec.Trace) bool {
		checks++
		n := 0
		for _, e := range c.Entries {
			if e.Op.Op == spec.OpIterate {
				n++
			}
		}
		return n == 2 && c.Entries[0].Op.Op == spec.OpEntity
	}
	require.Equal(t, "1 entity R; 2 iterate q; 3 iterate q", reduced(tr, twice))
	events := build.Trace(
		spec.Operation{
			Op: spec.OpObserve, As: "o", Query: build.Terms(build.Tag("R")),
			Events: []spec.EventKind{spec.OnAdd},
		},
		build.Add("a", "R"), spec.Operation{Op: spec.OpAlive, Entity: "a"}, spec.Operation{Op: spec.OpEvents},
	)
	heard := func(c *spec.Trace) bool {
		return c.Entries[0].Op.Op == spec.OpObserve && c.Entries[len(c.Entries)-1].Op.Op == spec.OpEvents
	}
	require.Len(t, reduce.Trace(events, heard, reduce.Options{}).Entries, 2)
}

// If the index of the failure is known, Reduce cuts the trace there without a search.
func TestReduceCutsAfterAKnownIndex(t *testing.T) {
	tr, d := noise(t, 200)
	like := reduce.FailsLike(d, oracletest.Sound("model"), oracletest.LosesWildcardPairs(), runner.Options{})
	var sizes []int
	fails := func(c *spec.Trace) bool { sizes = append(sizes, len(c.Entries)); return like(c) }
	reduce.Trace(tr, fails, reduce.Options{Operations: d.Index + 1})
	require.Equal(t, d.Index+1, sizes[0])
	require.Less(t, sizes[1], sizes[0]*9/10, "all reads are removed at once")
	wrong := reduce.Trace(tr, like, reduce.Options{Operations: 1})
	require.True(t, like(wrong), "a wrong index does not change the result")
}
