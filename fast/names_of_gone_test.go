package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// During callbacks of OnRemove the names of deleted entities are known; afterwards they are not.
func TestRemovalCallbacksKnowNames(t *testing.T) {
	w := fast.NewWorld()
	grant, role := w.NewRelationship("Grant"), w.NewTag("Auditor")
	var notified []string
	var gone []fast.Entity
	hear := func(e fast.Event) {
		notified = append(notified, w.Name(e.Entity)+" lost "+w.TextOf(e.ID))
		gone = append(gone, e.Entity, e.ID.Second())
	}
	w.Observe(fast.OnRemove, fast.Pair(grant, fast.Wildcard), hear)
	last := func(want ...string) {
		t.Helper()
		require.Equal(t, want, notified)
		for _, e := range gone {
			if !w.Alive(e) {
				require.Empty(t, w.Name(e), "the name must be forgotten after the callbacks")
				require.Contains(t, w.TextOf(e), "which is not alive")
			}
		}
		notified, gone = nil, nil
	}
	anna := w.NewTag("Anna")
	require.NoError(t, w.AddPair(anna, grant, role))
	require.NoError(t, w.Delete(anna))
	last("Anna lost (Grant, Auditor)")

	anna, bela := w.NewTag("Anna"), w.NewTag("Bela")
	require.NoError(t, w.AddPair(anna, grant, role))
	require.NoError(t, w.AddPair(bela, grant, role))
	require.NoError(t, w.Delete(role))
	last("Anna lost (Grant, Auditor)", "Bela lost (Grant, Auditor)")

	fleet := w.NewTag("Fleet") // its children are deleted as a consequence of a deferred deletion
	for _, name := range []string{"Cilla", "Dora"} {
		e := w.Spawn(fast.Pair(fast.ChildOf, fleet), fast.Pair(grant, anna))
		require.NoError(t, w.SetName(e, name))
	}
	require.NoError(t, w.Defer(func() { require.NoError(t, w.Delete(fleet)) }))
	require.ElementsMatch(t, []string{"Cilla lost (Grant, Anna)", "Dora lost (Grant, Anna)"}, notified)
	last(notified...)
	require.Zero(t, fast.NamesKept(w))

	busy := w.NewTag("Busy")
	w.Observe(fast.Monitor, busy, func(e fast.Event) {
		if e.Leave { // names of entities deleted by a callback are known, too
			require.Equal(t, "Eva", w.Name(e.Entity))
			require.NoError(t, w.Delete(anna))
		}
	})
	eva := w.NewTag("Eva")
	require.NoError(t, w.Add(eva, busy))
	require.NoError(t, w.AddPair(bela, grant, anna))
	require.NoError(t, w.Delete(eva))
	last("Bela lost (Grant, Anna)")
	require.Zero(t, fast.NamesKept(w))
}

// If another policy deletes a child after its parent, its name is known, too.
func TestRemovalEventsKnowNamesOfChildrenDeletedLast(t *testing.T) {
	for _, parentFirst := range []bool{false, true} {
		w := fast.NewWorld()
		owned, npc := w.NewRelationship("Owned"), w.NewTag("Npc")
		require.NoError(t, w.AddPair(owned, fast.OnDeleteTarget, fast.Delete))
		lord := w.NewTag("Lord")
		house := w.NewTag("House")
		child := w.Spawn(fast.Pair(fast.ChildOf, house), npc)
		require.NoError(t, w.SetName(child, "Maid"))
		both := []fast.Entity{child, house}
		if parentFirst {
			both = []fast.Entity{house, child}
		}
		for _, e := range both {
			require.NoError(t, w.AddPair(e, owned, lord))
		}
		var notified []string
		w.Observe(fast.OnRemove, npc, func(e fast.Event) { notified = append(notified, w.Name(e.Entity)) })
		require.NoError(t, w.Delete(lord))
		require.Equal(t, []string{"Maid"}, notified)
		require.False(t, w.Alive(child) || w.Alive(house))
		require.Zero(t, fast.NamesKept(w))
	}
}

// A refusal because of a policy or a cycle names the pair.
func TestRefusalsNameThePair(t *testing.T) {
	for _, properties := range [][]fast.Entity{nil, {fast.Exclusive, fast.DontFragment}} {
		w := fast.NewWorld()
		grant, role, bela := w.NewRelationship("Grant", properties...), w.NewTag("Auditor"), w.NewTag("Bela")
		require.NoError(t, w.AddPair(grant, fast.OnDeleteTarget, fast.Panic))
		require.NoError(t, w.AddPair(bela, grant, role))
		err := w.Delete(role)
		require.EqualError(t, err, "policy: Bela has (Grant, Auditor), and (OnDeleteTarget, Panic) of Grant forbids deleting Auditor; remove the pair first")
		require.NoError(t, w.AddPair(grant, fast.OnDelete, fast.Panic))
		err = w.Delete(grant)
		require.EqualError(t, err, "policy: (OnDelete, Panic) of Grant forbids deleting it; remove the policy first")
		require.True(t, w.Alive(role) && w.Alive(grant))
	}
	w := fast.NewWorld()
	ship, deck, seat := w.NewTag("Ship"), w.NewTag("Deck"), w.NewTag("Seat")
	require.NoError(t, w.AddPair(deck, fast.ChildOf, ship))
	require.NoError(t, w.AddPair(seat, fast.ChildOf, deck))
	require.EqualError(t, w.AddPair(ship, fast.ChildOf, seat),
		"cycle: (ChildOf, Seat) of Ship would close a cycle of the Acyclic relationship ChildOf; "+
			"remove a pair of the cycle first")
	require.EqualError(t, w.AddPair(ship, fast.ChildOf, ship),
		"cycle: (ChildOf, Ship) of Ship would close a cycle of the Acyclic relationship ChildOf; "+
			"remove a pair of the cycle first")
	knows := w.NewRelationship("Knows")
	require.NoError(t, w.AddPair(ship, knows, deck))
	require.NoError(t, w.AddPair(deck, knows, ship))
	require.ErrorContains(t, w.Add(knows, fast.Acyclic), "cycle: Knows has a cycle of pairs")
}
