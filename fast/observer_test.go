package fast_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

const allEvents = fast.OnAdd | fast.OnRemove | fast.OnSet

// listen collects the events of an observer as text.
func listen(t *testing.T, w *fast.World, kinds fast.EventKind, what fast.Term) (*fast.EventObserver, func() []string) {
	t.Helper()
	var events []string
	o := w.Observe(kinds, what, func(e fast.Event) {
		text := fmt.Sprintf("%s %s", e.Kind, w.Name(e.Entity))
		if e.Source != 0 {
			text += " from " + w.Name(e.Source)
		}
		if e.Leave {
			text += " leaves"
		}
		events = append(events, text)
	})
	return o, func() []string {
		list := events
		events = nil
		return list
	}
}

// QRY-104: instead of systems there are observers. Changes of a callback are deferred until the
// operation is complete (observers.callback).
func TestCallbackMayChangeTheWorld(t *testing.T) {
	w := fast.NewWorld()
	a, b := w.NewTag("A"), w.NewTag("B")
	var order []string
	w.Observe(allEvents, a, func(e fast.Event) {
		order = append(order, e.Kind.String()+" A")
		if e.Kind == fast.OnAdd {
			require.NoError(t, w.Add(e.Entity, b))
			require.False(t, w.Has(e.Entity, b), "changes of a callback are deferred")
			w.Spawn(b)
		} else {
			require.NoError(t, w.Delete(e.Entity))
		}
	})
	w.Observe(allEvents, b, func(e fast.Event) {
		order = append(order, e.Kind.String()+" B")
	})

	e := w.Spawn()
	require.NoError(t, w.Add(e, a))
	require.True(t, w.Has(e, b))
	require.Equal(t, []string{"OnAdd A", "OnAdd B", "OnAdd B"}, order)
	order = nil
	require.NoError(t, w.Remove(e, a))
	require.False(t, w.Alive(e))
	require.Equal(t, []string{"OnRemove A", "OnRemove B"}, order)
}

func TestFailedChangesOfCallbacksAreReported(t *testing.T) {
	w := fast.NewWorld()
	tag := w.NewTag("Tag")
	var failed []error
	w.HandleFailures(func(err error) { failed = append(failed, err) })
	w.Observe(allEvents, tag, func(e fast.Event) {
		require.NoError(t, w.AddPair(e.Entity, fast.ChildOf, e.Entity))
	})
	e := w.Spawn()
	require.NoError(t, w.Add(e, tag))
	require.True(t, w.Has(e, tag))
	require.Len(t, failed, 1)
	require.EqualValues(t, "cycle", code(failed[0]))
}

func TestObserverEndsWithItsParent(t *testing.T) {
	w := fast.NewWorld()
	tag, parent := w.NewTag("Tag"), w.Spawn()
	require.NoError(t, w.Add(parent, tag))
	o, events := listen(t, w, allEvents, tag)
	o.EndWith(parent)
	require.NoError(t, w.Delete(parent))
	require.Equal(t, []string{"OnRemove "}, events(), "the observer ends after the events of the deletion")
	w.Spawn(tag)
	require.Empty(t, events())
}

func TestSpawnEventsWithValues(t *testing.T) {
	w := fast.NewWorld()
	pos := fast.Register[position](w)
	_, events := listen(t, w, allEvents, pos.ID())
	fast.Spawn2(w, position{1, 1}, velocity{})
	require.Equal(t, []string{"OnAdd ", "OnSet "}, events())
	batch := fast.SpawnMany1[position](w, 3)
	require.Equal(t, 3, batch.Len())
	require.Equal(t, []string{"OnAdd ", "OnAdd ", "OnAdd "}, events())
}

func TestMisuseOfObservers(t *testing.T) {
	w := fast.NewWorld()
	tag, game := w.NewTag("Tag"), w.Spawn()
	observe := func(kinds fast.EventKind, what fast.Term) spec.ErrorCode {
		return panicCode(func() { w.Observe(kinds, what, func(fast.Event) {}) })
	}
	terms := []fast.Term{tag}
	require.EqualValues(t, "invalid", observe(0, fast.Terms(terms)), "no events")
	require.EqualValues(t, "invalid", observe(64, fast.Terms(terms)))
	require.EqualValues(t, "invalid", observe(allEvents, fast.Text("Tag(Tag)")), "no trigger")
	require.EqualValues(t, "syntax", observe(allEvents, fast.Text("Tag(")))
	require.EqualValues(t, "unsupported", observe(allEvents, fast.Terms(append(terms, fast.Exact))))
	require.NoError(t, w.Delete(game))
	require.EqualValues(t, "not_alive", panicCode(func() { w.Observe(allEvents, tag, func(fast.Event) {}).EndWith(game) }))

	broken := errors.New("broken")
	w.Observe(allEvents, fast.Terms(terms), func(fast.Event) { panic(broken) })
	require.PanicsWithValue(t, broken, func() { w.Spawn(tag) })
	require.False(t, w.IsDeferred())
}

func TestTeardownReportsEveryEntity(t *testing.T) {
	w := fast.NewWorld()
	tag := w.NewTag("Tag")
	parent := w.Spawn(tag)
	child := w.Spawn(tag, fast.Pair(fast.ChildOf, parent))
	nonFragmenting := w.Spawn(tag)
	keeper := w.Spawn(tag, fast.Pair(fast.OnDelete, fast.Panic))
	w.Spawn(fast.Pair(fast.ChildOf, keeper))
	var order []fast.Entity
	w.Observe(allEvents, tag, func(e fast.Event) {
		order = append(order, e.Entity)
	})

	w.DeferBegin()
	require.EqualValues(t, "invalid", code(w.Teardown()))
	require.NoError(t, w.DeferEnd())
	require.NoError(t, w.Teardown())
	require.Equal(t, []fast.Entity{child, parent}, order[:2])
	require.ElementsMatch(t, []fast.Entity{nonFragmenting, keeper}, order[2:])
	require.Zero(t, w.Len())
	require.EqualValues(t, "invalid", code(w.Teardown()))
	require.EqualValues(t, "invalid", panicCode(func() { w.Spawn() }))
	require.EqualValues(t, "not_alive", code(w.Add(nonFragmenting, fast.Transitive)))
}

// Before Flecs 4.1, OnSet for tags alone is refused, because it could never occur.
func TestTagsAreNeverSet(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs4()))
	wet, tag, likes := w.NewTag("Wet"), fast.Register[enemy](w), w.NewRelationship("Likes")
	value := fast.Register[mass](w)
	observe := func(kinds fast.EventKind, what fast.Term) error {
		return caught(func() { w.Observe(kinds, what, func(fast.Event) {}) })
	}
	for _, what := range []fast.Term{wet, fast.Terms{tag, fast.Pair(likes, wet)}, fast.Text("Wet")} {
		err := observe(fast.OnSet, what)
		require.Equal(t, spec.CodeInvalid, code(err))
		require.ErrorContains(t, err, "has no value to set; listen to OnAdd")
	}
	require.NoError(t, observe(fast.OnAdd|fast.OnSet, wet))
	require.NoError(t, observe(fast.OnSet|fast.Monitor, wet))
	for _, what := range []fast.Term{
		fast.Terms{wet, value}, fast.Pair(likes, value.Entity()), fast.Pair(likes, fast.Wildcard),
	} {
		require.NoError(t, observe(fast.OnSet, what))
	}
}

// The specification leaves open in which order observers are notified of one operation
// (observers.order). Here the oldest is the first, also if others observe an id and not a pattern.
func TestObserversAreNotifiedInTheOrderOfTheirCreation(t *testing.T) {
	w := fast.NewWorld()
	likes, bob := w.NewRelationship("Likes"), w.Spawn()
	pattern, exact := fast.Pair(fast.Wildcard, bob), fast.Pair(likes, bob)
	var order []int
	for i, id := range []fast.ID{pattern, exact, pattern, exact} {
		w.Observe(fast.OnAdd, id, func(fast.Event) { order = append(order, i) })
	}
	require.NoError(t, w.AddPair(w.Spawn(), likes, bob))
	require.Equal(t, []int{0, 1, 2, 3}, order)
}

// A typed term with Up triggers an observer for the entities below, in every profile.
func TestObserversOfUpAreNotifiedOfEntitiesBelow(t *testing.T) {
	for _, profile := range []spec.Profile{spec.Flecs3Beta(), spec.Flecs3(), spec.Flecs4(), spec.Flecs41()} {
		t.Run(profile.Name, func(t *testing.T) {
			w := fast.NewWorld(fast.WithProfile(profile))
			ship, wet := w.Spawn(fast.Named("ship")), w.NewTag("Wet")
			w.Spawn(fast.Named("cabin"), fast.Below(ship))
			_, heard := listen(t, w, fast.OnAdd|fast.OnRemove, fast.Up(fast.ChildOf, wet))
			require.NoError(t, w.Add(ship, wet))
			require.Equal(t, []string{"OnAdd cabin from ship"}, heard())
			require.NoError(t, w.Remove(ship, wet))
			require.Equal(t, []string{"OnRemove cabin from ship"}, heard())
		})
	}
}
