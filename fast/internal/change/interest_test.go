package change

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// listened is a world that records the events of its observers in order. If it is naive, each
// change is assumed to affect every observer and every entity.
type listened struct {
	*World
	naive     bool
	asked     []string
	ids       []Entity // entities used in ids
	entities  []Entity
	observers []*Observer
	log       []notification
}

// notification is an event that an observer received.
type notification struct {
	observer int
	entity   Entity
	event    string
}

// byEntity returns events sorted by observer and entity, because the order of the entities of one
// observer is free (observers.order).
func byEntity(log []notification) []notification {
	return slices.SortedStableFunc(slices.Values(log), func(a, b notification) int {
		return cmp.Or(cmp.Compare(a.observer, b.observer), cmp.Compare(a.entity, b.entity))
	})
}

// asked has queries of observers: with and without a required id, with traversal, with other
// sources, with names and relationships.
var asked = []string{
	"A", "B, !A", "!A", "A || B", "(R, *)", "(R, X)", "!(R, *)", "?A, (R, *)", "(*, X)", "A(up(ChildOf))",
	"B(self|up(R))", "A(X), B",
	"(ChildOf, *)", "A, !(R, X)", "$this == X, A", "(IsA, *)", "B(X)", "$this == \"n3\"", "$this ~= \"n\", B",
}

// askedMore has further queries, with variables, sets, lists, and $this as an element.
var askedMore = []string{
	"(R, $x), A($x)", "A(self)", "A(up(IsA))", "(R, _)", "A, B", "(R, $this)", "B, A($x), (R, $x)", "A(up(R)), B",
	"AND | X, A", "A, NOT | X", "!A(up(ChildOf)), B", "(R, $x), !B($x)",
	"B($x), (R, $x)", "A, (C, *)", "C", "(C, X)", "!C, A", "_(X)", "*", "(*, *)", "Prefab, A", "R, A", "A(*), B",
	"A, $this != X", "(R, X), (R, *)", "G", "G, A", "!G", "!A(*), B", "B, (R, $this)", "A(*), B", "A(*), !B",
	"(R, $this), !A",
}

func listen(t require.TestingT, naive bool, kinds []int) *listened {
	return listenIn(t, spec.Flecs3(), naive, kinds)
}

func listenIn(t require.TestingT, profile spec.Profile, naive bool, kinds []int) *listened {
	w := &listened{World: &World{}, naive: naive, asked: asked}
	w.Init(rules.Options{Profile: profile}, DefaultEvents)
	for _, name := range []string{"A", "B", "R", "X"} {
		e, err := w.Create(rules.Birth{Name: name})
		require.Nil(t, err)
		w.ids = append(w.ids, e)
	}
	w.entities = append(w.entities, w.ids...)
	for i := range 4 {
		e, err := w.Create(rules.Birth{})
		require.Nil(t, err)
		require.Nil(t, w.Add(e, store.Single(w.ids[1].Index())))
		require.Nil(t, w.Add(e, store.Pair(w.ids[2].Index(), w.entities[3+i].Index())))
		w.entities = append(w.entities, e)
	}
	for _, kind := range kinds {
		w.observe(kind, 0)
	}
	return w
}

// observe creates an observer. kind selects the query and whether it is a monitor.
func (w *listened) observe(kind int, parent Entity) {
	number := len(w.observers)
	options := ObserverOptions{Events: []spec.EventKind{spec.OnAdd, spec.OnRemove, spec.OnSet}, Parent: parent}
	if kind >= len(w.asked) {
		options.Events, options.Monitor = nil, true
	}
	o, err := w.Observe(&options, func() (*query.Query, *spec.Error) {
		return w.CompileObserved(&spec.Query{Text: true, Expr: w.asked[kind%len(w.asked)]}, w.Named)
	}, func(e *Event) {
		w.log = append(w.log, notification{number, e.Entity, fmt.Sprint(e.Kind, e.ID, e.Source, e.Leave)})
	})
	if w.observers = append(w.observers, o); err != nil {
		w.log = append(w.log, notification{event: err.Error()})
	}
}

// forget makes the interests of a naive world include every id for every observer.
func (w *listened) forget() {
	if v := &w.Observers; w.naive {
		v.interests = interests{}
		parents := v.interest().byParent
		v.interests = interests{
			stamp: w.needsStamp(), any: v.List, unled: v.List, always: v.List, names: v.List,
			byParent: parents,
		}
	}
}

// step makes one change, selected by three numbers, and returns its error code.
func (w *listened) step(op, at, other int) spec.ErrorCode {
	w.forget()
	e, target := w.entities[at%len(w.entities)], w.entities[other%len(w.entities)]
	tag, pair := store.Single(w.ids[other%2].Index()), store.Pair(w.ids[2].Index(), target.Index())
	var err *spec.Error
	if !w.Store.Alive(e) || !w.Store.Alive(target) || !w.Store.Alive(w.ids[other%2]) || !w.Store.Alive(w.ids[2]) {
		op = 0
	}
	switch op {
	case 0:
		var made Entity
		made, err = w.Create(rules.Birth{})
		w.entities = append(w.entities, made)
	case 1:
		err = w.Delete(e)
	case 2, 3:
		err = w.Add(e, tag)
	case 4:
		err = w.Remove(e, tag)
	case 5, 6:
		err = w.Add(e, pair)
	case 7:
		err = w.Remove(e, pair)
	case 8:
		err = w.Add(e, store.Pair(rules.ChildOf.Index(), target.Index()))
	case 9:
		err = w.Add(e, store.Pair(rules.IsA.Index(), target.Index()))
	case 10:
		err = w.Clear(e)
	case 11:
		err = w.SetEnabled(e, other%2 == 0)
	case 12:
		property := []Entity{
			rules.Transitive, rules.Exclusive, rules.Reflexive, rules.Traversable,
			rules.Symmetric,
		}[other%5]
		err = w.Add(w.ids[2], store.Single(property.Index()))
	case 13:
		err = w.SetName(e, fmt.Sprint("n", other))
	case 14:
		w.observe(other, e)
	case 15:
		if len(w.observers) > 0 {
			if o := w.observers[at%len(w.observers)]; o != nil && !o.Ended {
				o.Release()
			}
		}
	case 16:
		w.DeferBegin()
		_ = w.Add(e, tag)
		_ = w.Add(target, pair)
		_ = w.Remove(e, tag)
		_, err = w.DeferEnd()
	}
	if err != nil {
		return err.Code
	}
	return ""
}

// Observers receive the same events in the same order, whether they are looked up by the changed
// ids or every change is compared for every observer.
func TestInterestsAgainstObserversOfEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kinds := rapid.SliceOfN(rapid.IntRange(0, 2*len(asked)-1), 1, 12).Draw(t, "observers")
		quick, naive := listen(t, false, kinds), listen(t, true, kinds)
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			op, at, other := rapid.IntRange(0, 16).Draw(t, "op"), rapid.IntRange(0, 15).Draw(t, "at"),
				rapid.IntRange(0, 15).Draw(t, "other")
			require.Equal(t, naive.step(op, at, other), quick.step(op, at, other))
			require.Equal(t, byEntity(naive.log), byEntity(quick.log))
			if op != 1 && op != 16 && op != 0 { // events of deletions are sorted by entity
				require.True(t, slices.IsSortedFunc(quick.log,
					func(a, b notification) int { return cmp.Compare(a.observer, b.observer) }), "%v", quick.log)
			}
			naive.log, quick.log = nil, nil
			require.Equal(t, naive.entities, quick.entities)
		}
	})
}

// If one id is added or removed, observers with plain terms receive the same events as if entities
// were compared before and after. Most of these changes take the fast path.
func TestSingleChangesAgainstComparedEntities(t *testing.T) {
	plain := []int{0, 1, 2, 5, 13} // of asked, and the same as monitors
	changes, short := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		kinds := rapid.SliceOfN(rapid.SampledFrom(plain), 1, 4).Draw(t, "observers")
		for i := range kinds {
			kinds[i] += len(asked) * rapid.IntRange(0, 1).Draw(t, "monitor")
		}
		quick, naive := listen(t, false, kinds), listen(t, true, kinds)
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			op := rapid.SampledFrom([]int{2, 4, 5, 7, 2, 4, 5, 7, 11}).Draw(t, "op")
			at, other := rapid.IntRange(4, 7).Draw(t, "at"), rapid.IntRange(2, 3).Draw(t, "other")
			_ = quick.Observers.interest()
			if op < 5 {
				changes++
				id := store.Single(quick.ids[other%2].Index())
				if _, known := quick.singleChange(quick.entities[at], id, op == 2); known {
					short++
				}
			}
			require.Equal(t, naive.step(op, at, other), quick.step(op, at, other))
			require.Equal(t, byEntity(naive.log), byEntity(quick.log))
			naive.log, quick.log = nil, nil
		}
	})
	require.Greater(t, 4*short, changes)
}
