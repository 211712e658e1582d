package expected_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/expected"
	"github.com/relspec/relspec/spec"
)

// follow returns a world of flecs-4 after the operations, each assumed to succeed.
func follow(ops ...spec.Operation) *expected.World {
	p := spec.Flecs4()
	w := expected.New(&p)
	for i := range ops {
		w.Expect(&ops[i])
	}
	return w
}

func entity(h spec.Handle, ids ...spec.ID) spec.Operation {
	return spec.Operation{Op: spec.OpEntity, Entity: h, IDs: ids}
}

func does(kind spec.OpKind, h spec.Handle, id spec.ID) spec.Operation {
	return spec.Operation{Op: kind, Entity: h, ID: id}
}

func owns(w *expected.World, h spec.Handle, id spec.ID) bool { return w.Owns(w.Number(h), w.Fact(id)) }

func TestAFreshWorldHasTheReservedEntities(t *testing.T) {
	for _, p := range spec.ProfilesOf(spec.FlecsFamily) {
		w := expected.New(&p)
		numbers := 0
		if p.NumberTargets {
			numbers = len(expected.Numbers)
		}
		require.Equal(t, len(spec.Builtins(p))+numbers, w.Reserved())
		for _, b := range spec.Builtins(p) {
			for _, id := range b.IDs {
				require.True(t, owns(w, b.Handle, id), "%s on %s", id, b.Handle)
			}
		}
		require.Empty(t, w.Live)
	}
}

func TestAnExclusiveRelationshipHasOneTarget(t *testing.T) {
	w := follow(entity("Docked", spec.Single(spec.Exclusive)), entity("earth"), entity("mars"),
		entity("ship", spec.Pair("Docked", "earth")), does(spec.OpAdd, "ship", spec.Pair("Docked", "mars")))
	require.False(t, owns(w, "ship", spec.Pair("Docked", "earth")))
	require.True(t, owns(w, "ship", spec.Pair("Docked", "mars")))
}

func TestInAProfileOfSingleTargetsOneReplacesAnother(t *testing.T) {
	p, err := spec.ProfileByName("mine=flecs-3+multi_target:no")
	require.Nil(t, err)
	w := expected.New(&p)
	for _, op := range []spec.Operation{
		entity("Docked"), entity("earth"), entity("mars"), entity("ship", spec.Pair("Docked", "earth")),
		does(spec.OpAdd, "ship", spec.Pair("Docked", "mars")),
	} {
		w.Expect(&op)
	}
	require.False(t, owns(w, "ship", spec.Pair("Docked", "earth")))
	require.True(t, owns(w, "ship", spec.Pair("Docked", "mars")))
}

func TestADeletionFollowsPolicies(t *testing.T) {
	fleet := []spec.Operation{
		entity("fleet"), entity("ship", spec.Pair(spec.ChildOf, "fleet")),
		entity("crew", spec.Pair(spec.ChildOf, "ship")),
		entity("Likes"), entity("bob", spec.Pair("Likes", "ship")), does(spec.OpDelete, "fleet", spec.ID{}),
	}
	w := follow(fleet...)
	require.Equal(t, []expected.Ref{w.Number("fleet"), w.Number("ship"), w.Number("crew")}, w.Dead)
	require.False(t, owns(w, "bob", spec.Pair("Likes", "ship")))
	require.False(t, w.IsAlive(w.Number("ship")))

	w = follow(
		entity("Likes"), does(spec.OpAdd, "Likes", spec.Pair(spec.OnDeleteTarget, spec.PanicAction)), entity("fleet"),
		entity("bob", spec.Pair("Likes", "fleet")), does(spec.OpDelete, "fleet", spec.ID{}),
	)
	require.True(t, w.IsAlive(w.Number("fleet")), "Panic refuses it")
}

func TestAnInstanceGetsCopies(t *testing.T) {
	w := follow(entity("Speed"), entity("Hull", spec.Pair(spec.OnInstantiate, spec.InheritRule)),
		entity("base", spec.Single("Speed"), spec.Single("Hull")), does(spec.OpOverride, "base", spec.Single("Hull")),
		entity("middle", spec.Pair(spec.IsA, "base")), entity("ship", spec.Pair(spec.IsA, "middle")))
	require.True(t, owns(w, "ship", spec.Single("Speed")))
	require.True(t, owns(w, "middle", spec.Single("Hull")), "it was marked")
}

// The expected world may contain a cycle that engines refuse. Loops over relationships still end.
func TestACycleEnds(t *testing.T) {
	p := spec.Flecs4()
	w := expected.New(&p)
	for _, op := range []spec.Operation{
		entity("a", spec.Single(spec.Prefab)), entity("b"), does(spec.OpAdd, "a", spec.Pair(spec.IsA, "b")),
		does(spec.OpAdd, "b", spec.Pair(spec.IsA, "a")), does(spec.OpAdd, "a", spec.Pair(spec.ChildOf, "b")),
		does(spec.OpAdd, "b", spec.Pair(spec.ChildOf, "a")), entity("c", spec.Pair(spec.IsA, "a")),
	} {
		w.Happened(&op)
	}
	require.True(t, owns(w, "b", spec.Pair(spec.IsA, "a")))
	require.Empty(t, w.Path(w.Number("a")))
	require.Len(t, w.Above(w.Number("c"), w.Words.IsA), 3)
}

// A text may be read in a scope whose parents form a cycle.
func TestTextInACycleEnds(t *testing.T) {
	p := spec.Flecs3Beta()
	w := expected.New(&p)
	for _, op := range []spec.Operation{
		entity("a"), entity("b"), does(spec.OpAdd, "a", spec.Pair(spec.ChildOf, "b")),
		does(spec.OpAdd, "b", spec.Pair(spec.ChildOf, "a")),
		{Op: spec.OpScope, Entity: "a"},
		{Op: spec.OpDefine, Text: "Nowhere.Ship(a)"},
	} {
		w.Happened(&op)
	}
	require.Equal(t, w.Number("a"), w.Scope)
}

func TestExpectedRefusalsChangeNothing(t *testing.T) {
	name := "a.b"
	w := follow(entity("Above", spec.Single(spec.Acyclic)), entity("a"), entity("b", spec.Pair("Above", "a")),
		does(spec.OpAdd, "a", spec.Pair("Above", "b")), does(spec.OpAdd, "a", spec.Single("unknown")),
		does(spec.OpAdd, "a", spec.Pair("Above", spec.Wildcard)), does(spec.OpDelete, spec.IsA, spec.ID{}),
		spec.Operation{Op: spec.OpSetName, Entity: "a", Name: &name}, entity("a", spec.Single("Above")))
	require.Empty(t, w.Entities[w.Number("a")].Own)
	require.Empty(t, w.Entities[w.Number("a")].Name)
	require.True(t, w.IsAlive(w.Number(spec.IsA)))
}

func TestASnapshotIsGoneBackTo(t *testing.T) {
	w := follow(entity("a"), entity("Tag"), spec.Operation{Op: spec.OpSnapshot, As: "s"},
		does(spec.OpAdd, "a", spec.Single("Tag")), entity("later"))
	later := w.Number("later")
	w.Expect(&spec.Operation{Op: spec.OpRestore, As: "s"})
	require.False(t, owns(w, "a", spec.Single("Tag")))
	require.Equal(t, expected.Unknown, w.Number("later"))
	require.Equal(t, spec.Handle("ghost"), w.Handle(later))
	require.False(t, w.IsUser(later) || w.IsAlive(later))
	require.Len(t, w.Snapshots, 1)
	w.Expect(&spec.Operation{Op: spec.OpReset, Profile: "flecs-4"})
	require.Empty(t, w.Live)
	require.Empty(t, w.Snapshots)
}

func TestACloneSharesNothing(t *testing.T) {
	w := follow(entity("a"), entity("Tag"))
	c := w.Clone()
	c.Expect(&spec.Operation{Op: spec.OpAdd, Entity: "a", ID: spec.Single("Tag")})
	c.Expect(&spec.Operation{Op: spec.OpEntity, Entity: "b"})
	require.False(t, owns(w, "a", spec.Single("Tag")))
	require.Equal(t, expected.Unknown, w.Number("b"))
	require.Len(t, w.Live, 2)
}

// Requests count even if they failed, and Ever includes removed ids.
func TestAskedRemembersRequests(t *testing.T) {
	name := "docks"
	a := expected.NewRequests(spec.Flecs4())
	for _, op := range []spec.Operation{
		{
			Op: spec.OpEntity, Entity: "Docked", Name: &name,
			IDs: []spec.ID{spec.Single(spec.Exclusive), spec.Single(spec.Transitive)},
		},
		does(spec.OpRemove, "Docked", spec.Single(spec.Transitive)),
		does(spec.OpAdd, "nobody", spec.Pair(spec.IsA, "base")),
		does(spec.OpDelete, "Docked", spec.ID{}),
	} {
		a.Follow(&op)
	}
	require.Equal(t, []spec.ID{spec.Single(spec.Exclusive)}, a.Given("Docked"))
	require.Equal(t, []spec.ID{spec.Single(spec.Exclusive), spec.Single(spec.Transitive)}, a.Ever("Docked"))
	require.True(t, a.Has("Docked", spec.Exclusive))
	require.False(t, a.Has("Docked", spec.Transitive))
	require.True(t, a.Has(spec.IsA, spec.Transitive), "of the profile")
	bases, names := []spec.Handle{}, []string{}
	a.Each(func(h spec.Handle, name string, base bool) {
		if base {
			bases = append(bases, h)
		}
		if name != "" {
			names = append(names, string(h)+" "+name)
		}
	})
	require.Equal(t, []spec.Handle{"base"}, bases)
	require.Equal(t, []string{"Docked docks"}, names)
}
