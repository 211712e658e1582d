package edges_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/expected/edges"
	"github.com/relspec/relspec/spec"
)

// follow returns a world after operations.
func follow(ops ...spec.Operation) *edges.World {
	w := edges.New()
	for i := range ops {
		w.Expect(&ops[i])
	}
	return w
}

func entity(h spec.Handle, ids ...spec.ID) spec.Operation {
	return spec.Operation{Op: spec.OpEntity, Entity: h, IDs: ids}
}

func relationship(h spec.Handle, d spec.Declaration) spec.Operation {
	return spec.Operation{Op: spec.OpRelationship, Entity: h, Declared: d}
}

func set(e, r, t spec.Handle) spec.Operation {
	return spec.Operation{Op: spec.OpSet, Entity: e, ID: spec.Pair(r, t)}
}

func do(kind spec.OpKind, e spec.Handle) spec.Operation { return spec.Operation{Op: kind, Entity: e} }

var (
	plain     = relationship("Likes", spec.Declaration{})
	exclusive = relationship("Holds", spec.Declaration{Exclusive: true})
	transient = relationship("Near", spec.Declaration{Transient: true})
	three     = []spec.Operation{plain, exclusive, transient, entity("a"), entity("b"), entity("c")}
)

func world(ops ...spec.Operation) *edges.World {
	return follow(append(three[:len(three):len(three)], ops...)...)
}

func TestEdgesAreSetRepeatedAndReplaced(t *testing.T) {
	w := world(set("a", "Likes", "b"), set("a", "Likes", "c"), set("a", "Likes", "b"), set("a", "Holds", "b"),
		set("a", "Holds", "c"))
	require.Equal(t, []spec.Handle{"b", "c"}, w.Targets("a", "Likes"))
	require.Equal(t, []spec.Handle{"c"}, w.Targets("a", "Holds"))
	require.False(t, w.Has("a", "Holds", "b"))
	require.True(t, w.Has("a", "Likes", ""))
}

func TestRefusedEdgesAreNotTracked(t *testing.T) {
	w := world(set("a", "Likes", "ghost"), set("a", "None", "b"), entity("d", spec.Pair("Likes", "ghost")),
		relationship("Wrong", spec.Declaration{CascadeDelete: true}),
		relationship("Likes", spec.Declaration{Exclusive: true}))
	require.Empty(t, w.Edges)
	require.False(t, w.Taken("d"))
	require.False(t, w.Taken("Wrong"))
	r, _ := w.Relationship("Likes")
	require.False(t, r.Exclusive)
}

func TestDeletionCascadesAndForgetsEdges(t *testing.T) {
	w := world(set("b", spec.ChildOf, "a"), set("c", spec.ChildOf, "b"), set("a", spec.ChildOf, "c"), entity("d"),
		set("d", "Likes", "a"), set("d", "Likes", "d"), do(spec.OpDelete, "b"))
	require.Equal(t, []spec.Handle{"d"}, w.Live)
	require.ElementsMatch(t, []spec.Handle{"a", "b", "c"}, w.Dead)
	require.Equal(t, []edges.Edge{{Source: "d", Relationship: "Likes", Target: "d"}}, w.Edges)
}

func TestRemoveTakesOneEdgeOrAllOfARelationship(t *testing.T) {
	both := []spec.Operation{set("a", "Likes", "b"), set("a", "Likes", "c"), set("b", "Likes", "c")}
	remove := func(id spec.ID) *edges.World {
		return world(append(both, spec.Operation{Op: spec.OpRemove, Entity: "a", ID: id})...)
	}
	require.Equal(t, []spec.Handle{"c"}, remove(spec.Pair("Likes", "b")).Targets("a", "Likes"))
	for _, id := range []spec.ID{
		spec.Single("Likes"), spec.Pair("Likes", spec.Wildcard),
		spec.Pair("Likes", spec.Any),
	} {
		w := remove(id)
		require.Empty(t, w.Targets("a", "Likes"), id)
		require.Len(t, w.Edges, 1, id)
	}
}

func TestClearTakesComponentsAndEdgesOfTheSource(t *testing.T) {
	ship := spec.Operation{Op: spec.OpComponent, Entity: "Ship"}
	w := world(ship, spec.Operation{Op: spec.OpSet, Entity: "a", ID: spec.Single("Ship")}, set("a", "Likes", "b"),
		set("b", "Likes", "a"),
		do(spec.OpClear, "a"))
	require.False(t, w.Owns("a", "Ship"))
	require.Equal(t, []edges.Edge{{Source: "b", Relationship: "Likes", Target: "a"}}, w.Edges)
}

func TestRestoreBringsBackAllButTransientEdges(t *testing.T) {
	keep, back := spec.Operation{Op: spec.OpSnapshot, As: "s"}, spec.Operation{Op: spec.OpRestore, As: "s"}
	w := world(set("a", "Likes", "b"), set("a", "Near", "b"), keep, do(spec.OpDelete, "b"), entity("d"),
		relationship("Later", spec.Declaration{}), back)
	require.Equal(t, []spec.Handle{"a", "b", "c"}, w.Live)
	require.Equal(t, []edges.Edge{{Source: "a", Relationship: "Likes", Target: "b"}}, w.Edges)
	_, declared := w.Relationship("Later")
	require.True(t, declared, "a declaration stays")
	require.False(t, w.Taken("d"))
	before := w.Clone()
	w.Expect(&back)
	require.Equal(t, before.Edges, w.Edges)
}

func TestInvalidDeclarations(t *testing.T) {
	for name, d := range map[string]spec.Declaration{
		"cascade without index":  {CascadeDelete: true, Exclusive: true},
		"transient and saved":    {Transient: true, Serialize: true},
		"default without field":  {Defaults: []spec.Scalar{spec.Null()}},
		"require of nothing":     {Fields: []string{"a"}, Require: []string{"b"}},
		"a field named target":   {Fields: []string{"target"}},
		"a field that is double": {Fields: []string{"a", "a"}},
	} {
		require.False(t, edges.Sound(&d), name)
	}
	require.True(t, edges.Sound(&spec.Declaration{
		Exclusive: true, ReverseIndex: true, CascadeDelete: true,
		Fields: []string{"a"}, Require: []string{"a"},
	}))
}
