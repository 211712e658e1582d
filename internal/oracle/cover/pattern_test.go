package cover_test

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

// patternsOf are the patterns that a trace shows on the model.
func patternsOf(t *testing.T, tr *spec.Trace) []cover.Pattern {
	c := cover.NewCounts()
	rec, err := runner.Record(tr, oracletest.Sound("model"), runner.Options{DumpEvery: -1}, &c)
	require.NoError(t, err)
	for i := range rec.Outcomes {
		require.Nil(t, rec.Outcomes[i].Err, "operation %d: %s", i+1, rec.Outcomes[i].Err)
	}
	var out []cover.Pattern
	for _, p := range cover.Patterns() {
		if c.Patterns[p] > 0 {
			require.EqualValues(t, 1, c.Patterns[p], p)
			out = append(out, p)
		}
	}
	return out
}

func removeFromB(id spec.ID) spec.Operation {
	return spec.Operation{Op: spec.OpRemove, Entity: "b", ID: id}
}

var deletion = spec.Operation{Op: spec.OpDelete, Entity: "c"}

func TestPatternsAreRecognised(t *testing.T) {
	base := []spec.Operation{
		build.Entity("A"), build.Entity("R"), build.Entity("S"), build.Entity("T"), build.Entity("b"), build.Entity("c"),
	}
	world := func(ops ...spec.Operation) *spec.Trace {
		return build.Trace(append(base[:len(base):len(base)], ops...)...)
	}
	wild := func(o spec.Operator) spec.Operation {
		x := build.Related("*")
		x.Oper = o
		return build.Query(build.Terms(build.Tag("T"), x))
	}
	held, iterate := spec.Operation{Op: spec.OpPrepare, As: "q", Query: build.Terms(build.Tag("T"))}, spec.Operation{Op: spec.OpIterate, On: "q"}
	begin, end := spec.Operation{Op: spec.OpDeferBegin}, spec.Operation{Op: spec.OpDeferEnd}
	single, pair := spec.Single, spec.Pair
	snapshot, restore := spec.Operation{Op: spec.OpSnapshot, As: "s"}, spec.Operation{Op: spec.OpRestore, As: "s"}
	deleteR, deleteWith := spec.Operation{Op: spec.OpDelete, Entity: "R"}, spec.Operation{Op: spec.OpDeleteWith, ID: single("T")}
	chain := []spec.Operation{
		build.Add("c", "IsA", "b"), build.Add("b", "IsA", "S"), build.Add("S", "IsA", "R"),
	}
	acts, events := actor("T"), spec.Operation{Op: spec.OpEvents}
	maybe, on := build.Related("b"), build.Tag("S")
	maybe.Oper, maybe.Second, on.Src = spec.Optional, spec.VarRef("x"), spec.VarRef("x")
	onB, onC := build.Tag("S"), build.Tag("T")
	onB.Src, onC.Src = spec.EntityRef("b"), spec.EntityRef("c")
	prepared := func(as string, access spec.Access, terms ...spec.Term) spec.Operation {
		q := build.Terms(terms...)
		q.Kind, q.Terms[0].Access = spec.KindCached, access
		return spec.Operation{Op: spec.OpPrepare, As: as, Query: q}
	}
	component := spec.Operation{Op: spec.OpComponent, Entity: "P", Members: []spec.Member{{Name: "n", Type: spec.I32}}}
	reader, writer := prepared("q", spec.AccessIn, build.Tag("P")), prepared("w", spec.AccessOut, build.Tag("P"))
	changed, part := spec.Operation{Op: spec.OpChanged, On: "q"}, spec.Operation{Op: spec.OpIterate, On: "q", Skip: 1}
	writes, untouched := spec.Operation{Op: spec.OpIterate, On: "w"}, spec.Operation{Op: spec.OpIterate, On: "w", Untouched: true}
	order := []spec.Operation{
		build.Add("R", "Ordered"), build.Add("R", "Exclusive"), build.Add("b", "R", "c"), build.Add("S", "R", "c"), build.Add("T", "R", "c"),
	}
	among := func(n int, last spec.Operation) []spec.Operation { return append(slices.Clone(order[:n]), last) }
	ordered := spec.Operation{Op: spec.OpOrdered, Entity: "c", Relationship: "R"}
	moved := spec.Operation{Op: spec.OpReorder, Entity: "S", ID: pair("R", "c"), Before: "b"}
	entities := func(n int) (ops []spec.Operation) {
		for i := range n {
			ops = append(ops, build.Entity(spec.Handle(fmt.Sprintf("x%d", i))))
		}
		return ops
	}
	given := func(n int, relationship spec.Handle) []spec.Operation { // tags to one, or a chain
		ops, last := entities(n), spec.Handle("b")
		for i := range n {
			x := spec.Handle(fmt.Sprintf("x%d", i))
			if relationship == "" {
				ops = append(ops, build.Add("b", x))
			} else {
				ops = append(ops, build.Add(x, relationship, last))
				last = x
			}
		}
		return ops
	}
	cases := map[cover.Pattern]struct{ is, not *spec.Trace }{
		cover.PatOneOfTwo: {
			world(build.Add("b", "R", "c"), build.Add("b", "S", "c"), removeFromB(pair("R", "c"))),
			world(build.Add("b", "R", "c"), build.Add("b", "S", "b"), removeFromB(pair("R", "c"))),
		},
		cover.PatRecycled: {
			world(build.Add("b", "R", "c"), deletion, build.Entity("d")),
			world(build.Add("b", "R", "b"), deletion, build.Entity("d")),
		},
		cover.PatHeld: {
			world(held, build.Add("b", "T"), iterate, build.Query(build.Terms(build.Tag("T")))),
			world(held, iterate, build.Query(build.Terms(build.Tag("T"))), build.Add("b", "T"), build.Query(build.Terms(build.Tag("T")))),
		},
		cover.PatCascade: {
			world(build.Add("b", "ChildOf", "c"), build.Add("T", "R", "b"), deletion),
			world(build.Add("b", "ChildOf", "c"), deletion),
		},
		cover.PatDeferred: {
			world(begin, build.Add("b", "T"), removeFromB(single("T")), end),
			world(begin, build.Add("b", "T"), end, removeFromB(single("T"))),
		},
		cover.PatOverride: {
			world(build.Add("R", "Exclusive"), build.Add("b", "R", "T"), build.Add("c", "IsA", "b"), build.Add("c", "R", "S")),
			world(build.Add("b", "R", "T"), build.Add("c", "IsA", "b"), build.Add("c", "R", "S")),
		},
		cover.PatRoutes: {
			world(build.Add("R", "T"), build.Add("S", "IsA", "R"), build.Add("b", "IsA", "R"), build.Add("c", "IsA", "S"), build.Add("c", "IsA", "b"), build.Query(build.Terms(build.Tag("T")))),
			world(build.Add("R", "T"), build.Add("b", "IsA", "R"), build.Add("c", "IsA", "S"), build.Add("c", "IsA", "b"), build.Query(build.Terms(build.Tag("T")))),
		},
		cover.PatReadded: {
			world(build.Add("R", "DontFragment"), build.Add("b", "R", "c"), removeFromB(pair("R", "c")), build.Add("b", "R", "c")),
			world(build.Add("b", "R", "c"), removeFromB(pair("R", "c")), build.Add("b", "R", "c")),
		},
		cover.PatNotAny:   {world(wild(spec.Not)), world(wild(spec.And))},
		cover.PatMaybeAny: {world(wild(spec.Optional)), world(wild(spec.And))},
		cover.PatLeaf: {
			world(build.Add("R", "Transitive"), build.Add("R", "Reflexive"), build.Add("b", "R", "c"), build.Query(build.Terms(build.Related("c")))),
			world(build.Add("R", "Transitive"), build.Add("b", "R", "c"), build.Query(build.Terms(build.Related("c")))),
		},
		cover.PatPolicyEnd: {
			world(build.Add("R", "OnDeleteTarget", "Delete"), build.Add("b", "R", "c"), spec.Operation{Op: spec.OpTeardown}),
			world(build.Add("R", "OnDeleteTarget", "Delete"), spec.Operation{Op: spec.OpTeardown}),
		},
		cover.PatSpread: {
			world(build.Add("b", "Prefab"), build.Add("c", "ChildOf", "b")),
			world(build.Add("b", "ChildOf", "c"), build.Add("b", "Prefab")),
		},
		cover.PatCopied: {
			world(build.Add("b", "T"), spec.Operation{Op: spec.OpOverride, Entity: "b", ID: single("T")}, build.Add("c", "IsA", "b")),
			world(build.Add("b", "T"), build.Add("c", "IsA", "b")),
		},
		cover.PatUnset: {
			world(build.Query(build.Terms(build.Tag("T"), maybe, on))),
			world(build.Query(build.Terms(build.Tag("T"), on, maybe)), build.Query(build.Terms(build.Tag("T"), maybe))),
		},
		cover.PatReborn: {
			world(build.Add("b", "R", "S"), deleteR, build.Entity("d")),
			world(build.Add("b", "S", "T"), deleteR, build.Entity("d")),
		},
		cover.PatReloaded: {
			world(build.Entity("d"), spec.Operation{Op: spec.OpDelete, Entity: "d"}, spec.Operation{Op: spec.OpReload}, build.Entity("e")),
			world(build.Entity("d"), spec.Operation{Op: spec.OpReload}, build.Entity("e")),
		},
		cover.PatRestored: {
			world(snapshot, build.Entity("d"), restore, build.Entity("e")),
			world(build.Entity("d"), snapshot, restore, build.Entity("e")),
		},
		cover.PatJoint: {
			world(build.Add("R", "A", "c"), build.Add("R", "A", "b"), build.Add("b", "T"), build.Add("c", "T"), deleteWith),
			world(build.Add("R", "A", "c"), build.Add("S", "A", "b"), build.Add("b", "T"), build.Add("c", "T"), deleteWith),
		},
		cover.PatThreeUp: {
			world(append(chain, build.Add("R", "T"), build.Query(build.Terms(build.Tag("T"))))...),
			world(append(chain, build.Add("S", "T"), build.Query(build.Terms(build.Tag("T"))))...),
		},
		cover.PatBeside: {
			world(build.Add("R", "Union"), build.Add("S", "Union"), build.Add("b", "R", "c"), build.Add("b", "S", "c")),
			world(build.Add("R", "Union"), build.Add("b", "R", "c"), build.Add("b", "S", "c"), build.Add("b", "R", "T")),
		},
		cover.PatAfar: {
			world(held, spec.Operation{Op: spec.OpRemoveAll, ID: single("A")}, iterate),
			world(spec.Operation{Op: spec.OpRemoveAll, ID: single("A")}, held, removeFromB(single("A")), iterate),
		},
		cover.PatFixed: {
			world(prepared("q", 0, onB, onC), build.Add("b", "T"), iterate),
			world(prepared("q", 0, onB, onC), iterate, prepared("w", 0, onB), build.Add("b", "T"), writes),
		},
		cover.PatWriter: {
			world(component, reader, writer, changed, iterate, writes, changed),
			world(component, reader, writer, changed, writes, iterate, changed, untouched, changed),
		},
		cover.PatPart: {
			world(component, reader, changed, part),
			world(component, reader, part, changed, iterate),
		},
		cover.PatWay: {
			world(build.Add("R", "Transitive"), build.Add("T", "R", "b"), build.Add("b", "IsA", "S"), build.Add("S", "R", "c"), build.Query(build.Terms(build.Related("c")))),
			world(build.Add("R", "Transitive"), build.Add("T", "R", "b"), build.Add("b", "R", "S"), build.Add("S", "R", "c"), build.Query(build.Terms(build.Related("c")))),
		},
		cover.PatBatch: {
			world(spec.Operation{Op: spec.OpEntity, Entity: "d", More: []spec.Handle{"e"}}),
			world(build.Entity("d"), build.Entity("e")),
		},
		cover.PatActs: {
			world(acts(build.Add("$this", "S")), build.Add("b", "T"), events),
			world(acts(), build.Add("b", "T"), events, acts(build.Add("$this", "S")), events),
		},
		cover.PatOrder: {world(among(5, ordered)...), world(among(4, ordered)...)},
		cover.PatMoved: {world(among(5, moved)...), world(among(4, moved)...)},
		cover.PatMany:  {world(entities(200)...), world(entities(150)...)},
		cover.PatWide:  {world(given(40, "")...), world(given(39, "")...)},
		cover.PatLong:  {world(given(40, "ChildOf")...), world(given(39, "ChildOf")...)},
	}
	for _, p := range cover.PatternsOf(spec.Flecs3()) {
		if slices.Contains([]cover.Pattern{cover.PatLate, cover.PatLateMove, cover.PatLateDeath, cover.PatActFailed, cover.PatActChain, cover.PatPlace}, p) { // below
			continue
		}
		c, ok := cases[p]
		require.True(t, ok, p)
		require.Equal(t, []cover.Pattern{p}, patternsOf(t, c.is), p)
		require.Empty(t, patternsOf(t, c.not), p)
	}
}

func TestRefusalsByAConsequenceAreRecognised(t *testing.T) {
	refused := func(ops ...spec.Operation) uint64 {
		c := cover.NewCounts()
		world := []spec.Operation{build.Entity("R"), build.Entity("S"), build.Entity("b"), build.Entity("c"), build.Add("R", "With", "ChildOf")}
		rec, err := runner.Record(build.Trace(append(world, ops...)...), oracletest.Sound("model"), runner.Options{DumpEvery: -1}, &c)
		require.NoError(t, err)
		require.NotNil(t, rec.Outcomes[len(rec.Outcomes)-1].Err)
		return c.Patterns[cover.PatLate]
	}
	require.EqualValues(t, 1, refused(build.Add("c", "ChildOf", "b"), build.Add("b", "R", "c")))
	require.Zero(t, refused(build.Add("c", "ChildOf", "b"), build.Add("b", "ChildOf", "c")), "refused itself")
	require.Zero(t, refused(build.Add("b", "R", "nobody")), "refused for its arguments")
}

func TestRefusalsThatComeLateAreRecognised(t *testing.T) {
	refused := func(p cover.Pattern, ops ...spec.Operation) uint64 {
		c := cover.NewCounts()
		world := []spec.Operation{build.Entity("R"), build.Entity("b"), build.Entity("c"), build.Entity("d"), build.Add("c", "ChildOf", "b")}
		rec, err := runner.Record(build.Trace(append(world, ops...)...), oracletest.Sound("model"), runner.Options{DumpEvery: -1}, &c)
		require.NoError(t, err)
		require.NotNil(t, rec.Outcomes[len(rec.Outcomes)-1].Err)
		return c.Patterns[p]
	}
	follows := []spec.Operation{build.Add("R", "With", "ChildOf"), build.Add("R", "With", "IsA")}
	require.EqualValues(t, 1, refused(cover.PatLateMove, append(follows, build.Add("d", "IsA", "c"), build.Add("c", "R", "d"))...))
	require.Zero(t, refused(cover.PatLateMove, append(follows, build.Add("d", "IsA", "b"), build.Add("b", "R", "d"))...), "it had no parent")
	guarded := []spec.Operation{build.Add("R", "OnDeleteTarget", "Panic"), build.Add("d", "R", "c")}
	remove := func(e spec.Handle) spec.Operation { return spec.Operation{Op: spec.OpDelete, Entity: e} }
	require.EqualValues(t, 1, refused(cover.PatLateDeath, append(guarded, remove("b"))...))
	require.Zero(t, refused(cover.PatLateDeath, append(guarded, remove("c"))...), "it takes nothing along")
}

func TestPatternsGoBackWithASnapshot(t *testing.T) {
	tr := build.Trace(
		build.Entity("R"), build.Entity("S"), build.Entity("b"), build.Entity("c"), build.Add("b", "R", "c"),
		spec.Operation{Op: spec.OpSnapshot, As: "s"}, build.Add("b", "S", "c"), spec.Operation{Op: spec.OpRestore, As: "s"},
		removeFromB(spec.Pair("R", "c")),
	)
	require.Empty(t, patternsOf(t, tr))
}

// actor makes observers of a tag that act.
func actor(tag spec.Handle) func(acts ...spec.Operation) spec.Operation {
	return func(acts ...spec.Operation) spec.Operation {
		return spec.Operation{Op: spec.OpObserve, As: "o" + strconv.Itoa(len(acts)), Query: build.Terms(build.Tag(tag)), Events: []spec.EventKind{spec.OnAdd}, Acts: acts}
	}
}

func TestFailedActsAreRecognised(t *testing.T) {
	failed := func(acts ...spec.Operation) []cover.Pattern {
		return patternsOf(t, build.Trace(build.Entity("T"), build.Entity("S"), build.Entity("b"), actor("T")(acts...), build.Add("b", "T"), spec.Operation{Op: spec.OpEvents}))
	}
	again := []spec.Operation{{Op: spec.OpRemove, Entity: spec.ActThis, ID: spec.Single("T")}, {Op: spec.OpAdd, Entity: spec.ActThis, ID: spec.Single("T")}}
	require.Equal(t, []cover.Pattern{cover.PatActs}, failed(build.Add("$this", "S")))
	require.Equal(t, []cover.Pattern{cover.PatActs, cover.PatActFailed}, failed(build.Add("$this", "ChildOf", "$this")))
	require.Equal(t, []cover.Pattern{cover.PatActs, cover.PatActChain}, failed(again...))
}

func TestChangesRefusedOutOfTheirPlaceAreRecognised(t *testing.T) {
	refused := func(sources ...spec.Handle) uint64 {
		ops := []spec.Operation{build.Entity("R", spec.Single("Ordered"), spec.Single("Exclusive"), spec.Single("Acyclic")), build.Entity("t")}
		for _, e := range sources {
			ops = append(ops, build.Entity(e, spec.Pair("R", "t")))
		}
		c := cover.NewCounts()
		_, err := runner.Record(build.Trace(append(ops, build.Add(sources[0], "R", sources[0]))...), oracletest.Sound("model"), runner.Options{DumpEvery: -1}, &c)
		require.NoError(t, err)
		return c.Patterns[cover.PatPlace]
	}
	require.EqualValues(t, 1, refused("a", "b", "c"))
	require.Zero(t, refused("a", "b"), "two have no place that could be mistaken")
}
