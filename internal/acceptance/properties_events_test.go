package acceptance

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/spec"
)

// Deferred changes lead to the same world as immediate ones if none is refused (QRY-103).
func TestDeferredChangesLeadToTheSameWorld(t *testing.T) {
	onEngines(t, 10, func(t *rapid.T, e spec.Engine, _ spec.Profile) {
		require.Nil(t, e.Apply(spec.Operation{Op: spec.OpSnapshot, As: "before"}).Err)
		var applied []spec.Operation
		for range rapid.IntRange(1, 12).Draw(t, "deferred") {
			op := drawChange(t)
			if e.Apply(op).Err == nil {
				applied = append(applied, op)
			}
		}
		immediate := textOf(t, dumpOf(t, e))
		require.Nil(t, e.Apply(spec.Operation{Op: spec.OpRestore, As: "before"}).Err)
		unchanged := textOf(t, dumpOf(t, e))
		require.Nil(t, e.Apply(spec.Operation{Op: spec.OpDeferBegin}).Err)
		for _, op := range applied {
			require.Nil(t, e.Apply(op).Err, fmt.Sprint(op.Op))
		}
		require.Equal(t, unchanged, textOf(t, dumpOf(t, e)))
		end := e.Apply(spec.Operation{Op: spec.OpDeferEnd})
		require.Nil(t, end.Err)
		require.Empty(t, end.Failures)
		require.Equal(t, immediate, textOf(t, dumpOf(t, e)))
	}, spec.CapDefer)
}

// Teardown reports every entity once (REL-148). Roots with children come before roots without children
// (REL-155, REL-158), and a child comes before its parent (REL-142).
func TestTeardownDeletesEachEntityOnce(t *testing.T) {
	onEngines(t, 15, func(t *rapid.T, e spec.Engine, _ spec.Profile) {
		require.Nil(t, e.Apply(spec.Operation{Op: spec.OpEntity, Entity: "Node"}).Err)
		all := owned(dumpOf(t, e))
		delete(all, "Node")
		for _, entity := range append(slices.Clone(entityNames), relationships...) {
			if _, alive := all[entity]; alive {
				require.Nil(t, e.Apply(spec.Operation{Op: spec.OpAdd, Entity: entity, ID: spec.Single("Node")}).Err)
			}
		}
		observe := spec.Operation{
			Op: spec.OpObserve, As: "o", Events: []spec.EventKind{spec.OnRemove},
			Query: &spec.Query{Terms: []spec.Term{{First: spec.EntityRef("Node"), Src: spec.VarRef(spec.This)}}},
		}
		require.Nil(t, e.Apply(observe).Err)
		out := e.Apply(spec.Operation{Op: spec.OpTeardown})
		require.Nil(t, out.Err)
		position := map[spec.Handle]int{}
		for i, event := range out.Events {
			require.NotContains(t, position, event.Entity, "teardown reports the entity twice")
			position[event.Entity] = i
		}
		require.Len(t, position, len(all))
		requireOrderOfTeardown(t, all, position)
	}, spec.CapObservers, spec.CapTeardown)
}

func requireOrderOfTeardown(t require.TestingT, all map[spec.Handle][]spec.ID, position map[spec.Handle]int) {
	parent, hasChildren := map[spec.Handle]spec.Handle{}, map[spec.Handle]bool{}
	for entity, ids := range all {
		for _, id := range ids {
			if id.IsPair() && id.First == spec.ChildOf {
				parent[entity], hasChildren[id.Second] = id.Second, true
			}
		}
	}
	for entity := range all {
		above, isChild := parent[entity]
		if isChild {
			require.Less(t, position[entity], position[above], "%s goes before its parent %s", entity, above)
			continue
		}
		for other := range all {
			if _, isChild := parent[other]; !isChild && hasChildren[entity] && !hasChildren[other] {
				require.Less(t, position[entity], position[other], "the root %s has children, the root %s has none", entity,
					other)
			}
		}
	}
}

// Observers of every id report exactly what an operation changed: an entity that gets an id starts
// to match, and one that loses it stops (QRY-009, QRY-010).
func TestEventsAreTheChanges(t *testing.T) {
	onEngines(t, 8, func(t *rapid.T, e spec.Engine, _ spec.Profile) {
		for name, pattern := range map[string]spec.Term{
			"pairs": {
				First: spec.EntityRef(spec.Wildcard), Second: spec.EntityRef(spec.Wildcard),
				Src: spec.VarRef(spec.This),
			},
			"tags": {First: spec.EntityRef(spec.Wildcard), Src: spec.VarRef(spec.This)},
		} {
			require.Nil(t, e.Apply(spec.Operation{
				Op: spec.OpObserve, As: name, Events: []spec.EventKind{spec.OnAdd, spec.OnRemove},
				Query: &spec.Query{Terms: []spec.Term{pattern}},
			}).Err)
		}
		for range rapid.IntRange(1, 10).Draw(t, "observed") {
			before := owned(dumpOf(t, e))
			op := drawChange(t)
			e.Apply(op)
			after := owned(dumpOf(t, e))
			want := append(differences(spec.OnAdd, before, after), differences(spec.OnRemove, after, before)...)
			var got []string
			for _, event := range e.Apply(spec.Operation{Op: spec.OpEvents}).Events {
				got = append(got, fmt.Sprint(event.Event, " ", event.Entity, " ", event.ID))
			}
			require.ElementsMatch(t, want, got, "%s %s %s", op.Op, op.Entity, op.ID)
		}
	}, spec.CapObservers)
}

// differences returns the ids that entities have in one world and not in the other.
func differences(kind spec.EventKind, without, with map[spec.Handle][]spec.ID) []string {
	var list []string
	for entity, ids := range with {
		for _, id := range ids {
			if !slices.Contains(without[entity], id) {
				list = append(list, fmt.Sprint(kind, " ", entity, " ", id))
			}
		}
	}
	return list
}
