package runner_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/engines"
	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

// Both engines count elements, events, snapshots and ids in the same way, so with low limits they
// refuse the same operations (limits.elements and limits.ids). Proofs may differ.
func TestBothEnginesHaveTheSameLimits(t *testing.T) {
	refused := refusedAlike(t, 4, spec.Flecs3(), spec.Flecs4())
	for _, op := range []spec.OpKind{
		spec.OpQuery, spec.OpIterate, spec.OpIterBegin, spec.OpEvents, spec.OpSnapshot,
		spec.OpAdd, spec.OpSet, spec.OpEntity,
	} {
		require.Positive(t, refused[op], op)
	}
}

// Both engines count the elements of an answer exactly as limits.elements says: with one less they
// refuse the operation.
func TestElementsOfAnAnswerAreCountedExactly(t *testing.T) {
	likes := []spec.Term{{First: spec.EntityRef("Likes"), Second: spec.VarRef("who")}}
	position := []spec.Term{{First: spec.EntityRef("Position")}}
	for _, c := range []struct {
		op       spec.Operation
		elements int
	}{
		// Position and its two members, Likes, Bob, Alice and her two ids, the two members of her value
		{spec.Operation{Op: spec.OpDump}, 3 + 1 + 1 + 3 + 2},
		// for each of two rows: the row, its field and $who
		{spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Kind: spec.KindRule, Terms: likes}}, 2 * 3},
		// the row, its field and the two members
		{spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Terms: position}, Values: true}, 4},
	} {
		for _, short := range []int{0, 1} {
			reference, tested := engines.Limited(spec.Limits{Elements: c.elements - short})
			for _, im := range []runner.Implementation{reference, tested} {
				engine, err := im.Start(spec.Flecs3())
				require.NoError(t, err)
				for _, op := range []spec.Operation{
					{Op: spec.OpComponent, Entity: "Position", Members: []spec.Member{
						{Name: "x", Type: spec.F32},
						{Name: "y", Type: spec.F32},
					}},
					{Op: spec.OpEntity, Entity: "Likes"},
					{Op: spec.OpEntity, Entity: "Bob"},
					{Op: spec.OpEntity, Entity: "Alice", IDs: []spec.ID{spec.Single("Position"), spec.Pair("Likes", "Bob")}},
				} {
					require.Nil(t, engine.Apply(op).Err, im.Name)
				}
				if c.op.Op == spec.OpQuery {
					again := spec.Operation{Op: spec.OpAdd, Entity: "Bob", ID: spec.Pair("Likes", "Alice")}
					require.Nil(t, engine.Apply(again).Err, im.Name)
				}
				refused := engine.Apply(c.op).Err
				require.Equal(t, short > 0, refused != nil, "%s %s: %v", im.Name, c.op.Op, refused)
			}
		}
	}
}

// The same holds for declared relationships.
func TestBothEnginesHaveTheSameLimitsInWorldsOfTecs(t *testing.T) {
	refused := refusedAlike(t, 1, spec.Tecs())
	for _, op := range []spec.OpKind{
		spec.OpQuery, spec.OpIterate, spec.OpEvents, spec.OpSnapshot, spec.OpSet,
		spec.OpEntity, spec.OpTraverse,
	} {
		require.Positive(t, refused[op], op)
	}
}

// oneGoroutine skips a test in a short run. Short runs look for data races, and the test has only
// one goroutine.
func oneGoroutine(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("has one goroutine, so the race detector finds nothing")
	}
}

// refusedAlike runs random traces with low limits. It counts the operations that both engines
// refuse with the code limit. The limit of elements is at least least, so that some queries are
// still answered.
func refusedAlike(t *testing.T, least int, profiles ...spec.Profile) map[spec.OpKind]int {
	t.Helper()
	oneGoroutine(t)
	refused := map[spec.OpKind]int{}
	for seed := range uint64(200) {
		reference, tested := engines.Limited(engines.LowLimits(seed, least))
		trace := fuzz.Generate(seed, profiles[seed%uint64(len(profiles))])
		counts := cover.NewCounts()
		rec, err := runner.Record(trace, reference, runner.Options{}, &counts)
		require.NoError(t, err)
		require.Nil(t, rec.Check(tested, runner.Options{}, &counts), "seed %d", seed)
		for op, times := range counts.Exhausted {
			require.Equal(t, spec.OpExplain, op, "seed %d: only one side refused %d operations", seed, times)
		}
		for i := range rec.Outcomes {
			if err := rec.Outcomes[i].Err; err != nil && err.Code == spec.CodeLimit {
				refused[rec.Ops[i].Op]++
			}
		}
	}
	return refused
}

// Both engines have the same maximum of ids per entity. Any operation that would exceed it is refused and changes
// nothing (limits.ids).
func TestIDsOfAnEntityAreLimited(t *testing.T) {
	add := func(e, first, second spec.Handle) spec.Operation {
		return spec.Operation{Op: spec.OpAdd, Entity: e, ID: spec.Pair(first, second)}
	}
	reference, tested := engines.Limited(spec.Limits{IDs: 4})
	for _, im := range []runner.Implementation{reference, tested} {
		engine, err := im.Start(spec.Flecs3())
		require.NoError(t, err)
		ok := func(ops ...spec.Operation) {
			t.Helper()
			for _, op := range ops {
				require.Nil(t, engine.Apply(op).Err, "%s %v", im.Name, op)
			}
		}
		refused := func(op spec.Operation) {
			t.Helper()
			before := engine.Apply(spec.Operation{Op: spec.OpDump})
			out := engine.Apply(op)
			require.NotNil(t, out.Err, "%s %v", im.Name, op)
			require.Equal(t, spec.CodeLimit, out.Err.Code, "%s %v", im.Name, op)
			require.False(t, out.Err.Exhausted, im.Name)
			require.Nil(t, compare.Dumps(op.Op, before.Dump, engine.Apply(spec.Operation{Op: spec.OpDump}).Dump))
		}
		for _, h := range []spec.Handle{
			"T1", "T2", "T3", "T4", "T5", "Eats", "Owns", "Near", "Pear", "Fig", "full",
			"three", "base",
		} {
			ok(spec.Operation{Op: spec.OpEntity, Entity: h})
		}
		ok(spec.Operation{Op: spec.OpAdd, Entity: "Eats", ID: spec.Single(spec.Exclusive)},
			spec.Operation{Op: spec.OpAdd, Entity: "Near", ID: spec.Single(spec.Symmetric)},
			add("Owns", spec.With, "T5"))
		for _, h := range []spec.Handle{"T1", "T2", "T3"} {
			ok(spec.Operation{Op: spec.OpAdd, Entity: "full", ID: spec.Single(h)},
				spec.Operation{Op: spec.OpAdd, Entity: "three", ID: spec.Single(h)})
		}
		ok(add("full", "Eats", "Pear"))
		refused(spec.Operation{Op: spec.OpAdd, Entity: "full", ID: spec.Single("T4")})
		refused(spec.Operation{Op: spec.OpDisable, Entity: "full"})
		refused(add("full", spec.ChildOf, "base"))
		refused(add("Pear", "Near", "full"))
		refused(add("three", "Owns", "Pear"))
		// allowed: a pair that replaces another one, and an id that the entity has
		ok(add("full", "Eats", "Fig"), spec.Operation{Op: spec.OpAdd, Entity: "full", ID: spec.Single("T1")})
		ok(spec.Operation{Op: spec.OpAdd, Entity: "base", ID: spec.Single("T4")},
			spec.Operation{Op: spec.OpOverride, Entity: "base", ID: spec.Single("T4")})
		refused(add("three", spec.IsA, "base"))
		five := []spec.ID{spec.Single("T1"), spec.Single("T2"), spec.Single("T3"), spec.Single("T4"), spec.Single("T5")}
		refused(spec.Operation{Op: spec.OpEntity, Entity: "new", IDs: five})
		refused(spec.Operation{Op: spec.OpEntity, Entity: "new", More: []spec.Handle{"newer"}, IDs: five})
		require.Equal(t, spec.CodeUnresolved, engine.Apply(spec.Operation{Op: spec.OpIDs, Entity: "new"}).Err.Code,
			im.Name)
	}
}

// In a profile in which a pair with a dead target becomes the relationship alone, a pair that replaces
// it does not add an id (limits.ids).
func TestAPairThatReplacesItsLoneRelationshipAddsNoID(t *testing.T) {
	reference, tested := engines.Limited(spec.Limits{IDs: 3})
	profile := spec.Flecs3()
	profile.ZeroesDeadTargets = true
	for _, im := range []runner.Implementation{reference, tested} {
		engine, err := im.Start(profile)
		require.NoError(t, err)
		for _, h := range []spec.Handle{"Eats", "Near", "T", "pear", "fig", "e"} {
			require.Nil(t, engine.Apply(spec.Operation{Op: spec.OpEntity, Entity: h}).Err, im.Name)
		}
		add := func(id spec.ID) *spec.Error {
			return engine.Apply(spec.Operation{Op: spec.OpAdd, Entity: "e", ID: id}).Err
		}
		require.Nil(t, add(spec.Single("T")), im.Name)
		require.Nil(t, add(spec.Pair("Eats", "pear")), im.Name)
		require.Nil(t, engine.Apply(spec.Operation{Op: spec.OpDelete, Entity: "pear"}).Err, im.Name)
		require.True(t, engine.Apply(spec.Operation{Op: spec.OpOwns, Entity: "e", ID: spec.Single("Eats")}).Bool,
			im.Name)
		require.Nil(t, add(spec.Single("Near")), im.Name)
		require.Nil(t, add(spec.Pair("Eats", "fig")), im.Name)
		refused := add(spec.Pair("Eats", "T"))
		require.NotNil(t, refused, im.Name)
		require.Equal(t, spec.CodeLimit, refused.Code, im.Name)
	}
}

// exhausting applies operations to an engine and requires an error code, or "" for success. The error
// must be marked as exhausted.
func exhausting(t *testing.T, name string, engine spec.Engine) func(spec.Operation, spec.ErrorCode) {
	return func(op spec.Operation, code spec.ErrorCode) {
		t.Helper()
		got := spec.ErrorCode("")
		if out := engine.Apply(op); out.Err != nil {
			got = out.Err.Code
			require.True(t, out.Err.Exhausted, "%s %v", name, op)
		}
		require.Equal(t, code, got, "%s %v", name, op)
	}
}

// Both engines refuse queries, change detection and observers that exceed the work limit. If observers
// exceed it, the operation itself still takes effect (limits.work, limits.events).
func TestWorkIsLimitedInQueriesTrackingAndObservers(t *testing.T) {
	oneGoroutine(t)
	reference, tested := engines.Limited(spec.Limits{Work: 600})
	for _, im := range []runner.Implementation{reference, tested} {
		engine, err := im.Start(spec.Flecs4())
		require.NoError(t, err)
		apply := exhausting(t, im.Name, engine)
		many := func(prefix string, n int) {
			for i := range n {
				h := spec.Handle(prefix + string(rune('a'+i)))
				apply(spec.Operation{Op: spec.OpEntity, Entity: h, IDs: []spec.ID{spec.Single("T")}}, "")
			}
		}
		apply(spec.Operation{Op: spec.OpEntity, Entity: "T", Name: new("T")}, "")
		many("few", 3)
		pairs := &spec.Query{Kind: spec.KindCached, Text: true, Expr: "T, T($x), T($y)", DetectChanges: true}
		prepare := spec.Operation{Op: spec.OpPrepare, As: "q", Query: pairs}
		changed, iterate := spec.Operation{Op: spec.OpChanged, On: "q"}, spec.Operation{Op: spec.OpIterate, On: "q"}
		begin := spec.Operation{Op: spec.OpIterBegin, On: "q", As: "i"}
		observe := spec.Operation{
			Op: spec.OpObserve, As: "o", Events: []spec.EventKind{spec.OnAdd},
			Query: &spec.Query{Text: true, Expr: "T, T($x), T($y), !T($y)"},
		}
		events := spec.Operation{Op: spec.OpEvents}
		apply(prepare, "")
		apply(changed, "")
		apply(iterate, "")
		apply(observe, "")
		many("first", 1)
		apply(events, "")
		many("more", 20)
		apply(events, spec.CodeLimit)
		require.True(t, engine.Apply(spec.Operation{Op: spec.OpAlive, Entity: "moret"}).Bool, im.Name)
		apply(events, "")
		for _, op := range []spec.Operation{
			changed, iterate, begin,
			{Op: spec.OpQuery, Query: pairs, Changes: true},
			{Op: spec.OpExplain, Query: pairs},
		} {
			apply(op, spec.CodeLimit)
		}
		yields := observe
		yields.As, yields.YieldExisting = "again", true
		apply(yields, spec.CodeLimit)
		apply(spec.Operation{Op: spec.OpRelease, On: "o"}, "")
		apply(spec.Operation{Op: spec.OpDeleteWith, ID: spec.Single("T")}, "")
		require.True(t, engine.Apply(changed).Bool, im.Name)
		many("last", 2)
		apply(spec.Operation{
			Op: spec.OpObserve, As: "again", Events: observe.Events, Query: observe.Query,
			YieldExisting: true,
		}, "")
		require.Empty(t, engine.Apply(events).Events, im.Name)
	}
}

// The same holds with declared relationships, for queries, proofs, walks and monitors.
func TestWorkIsLimitedInWorldsOfTecs(t *testing.T) {
	oneGoroutine(t)
	reference, tested := engines.Limited(spec.Limits{Work: 600})
	for _, im := range []runner.Implementation{reference, tested} {
		engine, err := im.Start(spec.Tecs())
		require.NoError(t, err)
		apply := exhausting(t, im.Name, engine)
		born := 0
		children := func(n int) {
			for range n {
				born++
				h := spec.Handle(fmt.Sprint("child", born))
				apply(spec.Operation{Op: spec.OpEntity, Entity: h, IDs: []spec.ID{spec.Pair(spec.ChildOf, "duck")}}, "")
			}
		}
		q := &spec.Query{Terms: []spec.Term{{First: spec.EntityRef("ChildOf")}}}
		questions := []spec.Operation{
			{Op: spec.OpQuery, Query: q},
			{Op: spec.OpIterate, On: "q"},
			{Op: spec.OpExplain, Query: q},
			{Op: spec.OpTraverse, Entity: "duck"},
			{Op: spec.OpSources, Entity: "duck", Relationship: spec.ChildOf},
			{Op: spec.OpObserve, As: "yields", Query: q, Monitor: true, YieldExisting: true},
		}
		events := spec.Operation{Op: spec.OpEvents}

		apply(spec.Operation{Op: spec.OpEntity, Entity: "duck"}, "")
		apply(spec.Operation{Op: spec.OpPrepare, As: "q", Query: q}, "")
		apply(spec.Operation{Op: spec.OpObserve, As: "o", Query: q, Monitor: true}, "")
		children(20)
		apply(events, "")
		for _, op := range questions {
			apply(op, "")
		}
		apply(spec.Operation{Op: spec.OpRelease, On: "yields"}, "")
		children(680)
		for _, op := range questions {
			apply(op, spec.CodeLimit)
		}
		engine.Apply(events)
		apply(events, "")
		apply(spec.Operation{Op: spec.OpDelete, Entity: "duck"}, "")
		apply(events, spec.CodeLimit)
		require.False(t, engine.Apply(spec.Operation{Op: spec.OpAlive, Entity: "child1"}).Bool, im.Name)
		apply(events, "")

		apply(spec.Operation{Op: spec.OpReset, Profile: "tecs"}, "")
		apply(spec.Operation{Op: spec.OpEntity, Entity: "duck"}, "")
		apply(spec.Operation{Op: spec.OpObserve, As: "o", Query: q, Monitor: true}, "")
		born = 0
		children(1)
		require.Len(t, engine.Apply(events).Events, 1, im.Name)
	}
}
