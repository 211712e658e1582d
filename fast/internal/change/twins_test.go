package change

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// twin is one of two worlds that get the same operations. In the naive one, every change compares
// every entity for every observer.
type twin struct {
	*listened
	t                require.TestingT
	component, event Entity
	number           Entity // a component of Go type int64
	locked           string
	snapshot         *rules.Snapshot
	there            []Entity // entities when it was taken

	tracker  Tracker
	query    *query.Query
	writtenC int    // number of writes of C
	lastC    Entity // the entity of the last write
	tracked  bool
	clock    int
	rows     map[string]int // by key of a table: when an entity last entered or left
	writes   map[string]int // when values of C were written
	seen     map[string]int // when the tables were returned
}

func newTwin(t require.TestingT, profile spec.Profile, naive bool) *twin {
	w := &twin{listened: listenIn(t, profile, naive, nil), t: t}
	w.Observers.Failed = func(f spec.Failure) {
		w.log = append(w.log, notification{event: fmt.Sprint(f.Command, f.Err.Code)})
	}
	w.asked = slices.Concat(asked, askedMore)
	var err *spec.Error
	w.component, err = w.Declare(rules.Birth{Name: "C"}, []spec.Member{{Name: "x", Type: spec.I64}})
	require.Nil(t, err)
	w.number, err = w.DeclareAs(rules.Birth{Name: "G"}, func(e Entity) {
		w.SetComponent(e, &rules.Component{
			Typ:    store.RegisterType(w.Store, reflect.TypeFor[int64]()),
			GoType: reflect.TypeFor[int64](),
		})
	})
	require.Nil(t, err)
	w.event, err = w.Create(rules.Birth{Name: "E"})
	require.Nil(t, err)
	return w
}

// watch creates an observer. kind selects the query, and bits the options.
func (w *twin) watch(kind, bits int, parent Entity) {
	number, acts := len(w.observers), (kind+bits)%5 == 0
	options := ObserverOptions{
		Parent: parent, Values: bits&8 != 0, FirstOnly: bits&16 != 0,
		YieldExisting: bits&32 != 0,
	}
	for i, k := range []spec.EventKind{spec.OnAdd, spec.OnRemove, spec.OnSet} {
		if bits&(1<<i) != 0 {
			options.Events = append(options.Events, k)
		}
	}
	switch {
	case bits&192 == 192:
		options.Monitor = true
	case bits&192 == 128:
		options.Emitted = []Entity{w.event}
	case bits&7 == 0:
		options.Events = []spec.EventKind{spec.OnAdd, spec.OnRemove}
	}
	o, err := w.Observe(&options, func() (*query.Query, *spec.Error) {
		return w.CompileObserved(&spec.Query{Text: true, Expr: w.asked[kind%len(w.asked)]}, w.Named)
	}, func(e *Event) {
		text := fmt.Sprint(e.Kind, e.ID, e.Source, e.Leave, e.Valued, e.Emitted, e.Payload)
		if e.Removed.Component != nil {
			text += fmt.Sprint(" took ", *(*int64)(e.Removed.Cell))
		}
		w.log = append(w.log, notification{number, e.Entity, text})
		if acts && !w.tracked && w.Store.Alive(e.Entity) && w.Store.Alive(w.ids[1]) && len(w.log) < 200 {
			id := store.Single(w.ids[1].Index())
			if e.Kind == spec.OnRemove {
				require.Nil(w.t, w.Remove(e.Entity, id))
			} else {
				require.Nil(w.t, w.Add(e.Entity, id))
			}
		}
	})
	if err != nil {
		w.log = append(w.log, notification{event: string(err.Code)})
		return
	}
	w.observers = append(w.observers, o)
}

// end ends the deferral and returns the failures.
func (w *twin) end() (failed []string) {
	w.forget()
	failures, _ := w.DeferEnd()
	for _, f := range failures {
		failed = append(failed, fmt.Sprint(f.Command, f.Err.Code))
	}
	return failed
}

// track starts change detection.
func (w *twin) track() {
	q, err := w.CompileObserved(&spec.Query{Text: true, Expr: "B, ?C(self)"}, w.Named)
	require.Nil(w.t, err)
	w.tracked, w.rows, w.writes, w.seen = true, map[string]int{}, map[string]int{}, map[string]int{}
	w.tracker, w.query = w.Tracker(q), q
	w.tracker.ClearChanged(q)
	w.sawAll()
}

// keys returns the key of the table of each entity.
func (w *twin) keys() map[Entity]string {
	m := map[Entity]string{}
	for _, e := range w.entities {
		if w.Store.Alive(e) {
			m[e] = w.SetKey(e.Index())
		}
	}
	return m
}

// now returns the keys of the tables that the query matches.
func (w *twin) now() (keys []string) {
	w.tracker.Look(w.query)
	for key, s := range w.Watch.States {
		if _, has := w.tracker.now[s]; has {
			keys = append(keys, key)
		}
	}
	return keys
}

func (w *twin) sawAll() {
	clear(w.seen)
	for _, key := range w.now() {
		w.seen[key] = w.clock
	}
}

// checkTracker compares change detection after a step with the changes since the tables were
// returned.
func (w *twin) checkTracker(before map[Entity]string, written Entity, forget bool) {
	w.clock++
	after := w.keys()
	for _, lists := range [][2]map[Entity]string{{before, after}, {after, before}} {
		for e, key := range lists[0] {
			if lists[1][e] != key {
				w.rows[key] = w.clock
			}
		}
	}
	if key, alive := after[written]; alive {
		w.writes[key] = w.clock
	}
	changed, now := false, w.now()
	for key := range w.seen {
		changed = changed || !slices.Contains(now, key)
	}
	for _, key := range now {
		at, seen := w.seen[key]
		changed = changed || !seen || w.rows[key] > at || w.writes[key] > at
	}
	require.Equal(w.t, changed, w.tracker.Changed())
	if forget {
		w.tracker.ClearChanged(w.query)
		w.sawAll()
		require.False(w.t, w.tracker.Changed())
	}
}

// more makes one change, selected by three numbers, and returns its error code.
func (w *twin) more(op, at, other int) spec.ErrorCode {
	if op <= 16 && op != 14 {
		var code spec.ErrorCode
		err := w.underLocks(func() *spec.Error {
			if code = w.step(op, at, other); code != "" {
				return spec.Errorf(code, "step")
			}
			return nil
		}, op)
		if err != nil {
			return err.Code
		}
		return code
	}
	w.forget()
	e, target := w.entities[at%len(w.entities)], w.entities[other%len(w.entities)]
	elements := []rules.Elements{
		{First: w.ids[other%2]},
		{First: w.ids[2], Second: target},
		{First: w.component},
		{First: w.component, Second: target},
		{First: rules.ChildOf, Second: target},
	}
	el := elements[(at+other)%len(elements)]
	id, err := w.Exact(el)
	if err != nil || !w.Store.Alive(e) || !w.Store.Alive(target) || !w.Store.Alive(w.component) ||
		slices.ContainsFunc(w.ids, func(id Entity) bool { return !w.Store.Alive(id) }) {
		return ""
	}
	switch op {
	case 14:
		parent := e
		if at%3 > 0 {
			parent = 0
		}
		w.watch(at*31+other, at*17+other*5, parent)
	case 17, 18, 19:
		if w.TypedBy(id) == 0 {
			id = store.Single(w.component.Index())
		}
		err = w.SetAny(e, id, spec.Value{{Name: "x", Scalar: spec.Scalar{Type: spec.I64, Int: int64(at*100 + other)}}})
		if err == nil && id == store.Single(w.component.Index()) {
			w.writtenC++
			w.lastC = e
		}
	case 20:
		err = w.Toggle(e, el, other%3 == 0)
	case 21, 22:
		var edit *Edit
		if edit, err = w.MakeEdit([]rules.Elements{elements[other%5]}, []rules.Elements{elements[at%5]}); err == nil {
			err = w.EditOne(e, edit)
		}
	case 23, 24:
		var edit *Edit
		adds := elements[other%5:][:1]
		if at%2 == 0 {
			adds = append(slices.Clone(adds), elements[at%5])
		}
		if edit, err = w.MakeEdit(adds, elements[at%5:][:1]); err == nil {
			table := w.Table(e.Index())
			err = w.EditAll(slices.Clone(w.Store.Entities(table)), []store.Table{table}, edit, func() {})
		}
	case 25:
		err = w.DeleteAll([]Entity{e, target})
	case 26:
		err = w.Emit(&Emission{
			Event: w.event, Entity: e, IDs: []rules.Elements{el}[:other%2], Value: at,
			Along: []Entity{0, rules.ChildOf}[at%2],
		})
	case 27:
		err = w.Override(e, id)
	case 28:
		err = w.Pass(Change{Kind: ChangeRemoveAll, ID: rules.Elements{First: rules.Wildcard, Second: target}})
	case 29:
		if at%4 == 0 {
			err = w.Pass(Change{Kind: ChangeDeleteWith, ID: el})
		}
	case 30:
		switch {
		case w.locked != "":
			w.UnlockTable(w.locked)
			w.locked = ""
		case at%3 == 0:
			w.locked = w.SetKey(e.Index())
			w.LockTable(w.locked)
		}
	case 31:
		switch {
		case w.locked != "" || w.Deferral.Depth > 0:
		case at%2 == 0:
			w.snapshot, w.there = w.TakeSnapshot(), slices.Clone(w.entities)
		case w.snapshot != nil:
			w.Restore(w.snapshot)
			w.entities = slices.Clone(w.there)
		}
	case 32:
		err = w.Remove(e, store.Pair(w.ids[2].Index(), store.Wildcard))
	case 33:
		if err = w.Modified(e, id); err == nil && id == store.Single(w.component.Index()) {
			w.writtenC++
			w.lastC = e
		}
	case 34:
		property := []Entity{
			rules.Union, rules.DontFragment, rules.Ordered, rules.Final, rules.Acyclic,
			rules.PairIsTag,
		}[other%6]
		err = w.Add(w.ids[at%3], store.Single(property.Index()))
	case 35:
		err = w.Add(w.ids[at%3], store.Pair(rules.IsA.Index(), w.ids[other%4].Index()))
	case 36:
		err = w.Remove(e, id)
	case 38, 39:
		if w.Deferral.Depth == 0 && !w.tracked {
			w.DeferBegin()
		}
	case 40, 41:
		if w.Store.Alive(w.number) {
			err = SetHooked(w.World, e, store.Single(w.number.Index()), int64(at))
		}
	case 42:
		if w.Store.Alive(w.number) {
			err = w.SetAny(e, store.Single(w.number.Index()), int64(other))
		}
	case 43:
		born := rules.Birth{IDs: slices.Concat(elements[:at%4], elements[other%5:][:1])}
		err = w.CreateMany(&born, 2, func(e Entity) { w.entities = append(w.entities, e) })
		w.entities = slices.DeleteFunc(w.entities, func(e Entity) bool { return err != nil && !w.Store.Alive(e) })
	case 44:
		var made Entity
		born := rules.Birth{Name: fmt.Sprint("b", other%7), IDs: elements[at%5:]}
		if at%3 == 0 {
			born.Parent = target
		}
		if made, err = w.Create(born); err == nil {
			w.entities = append(w.entities, made)
		}
	case 45:
		err = w.Reorder(e, id, target, at%2 == 0)
	case 37:
		err = w.Add(e, id)
	}
	if err != nil {
		return err.Code
	}
	return ""
}

// underLocks runs an operation like the engine does: if a table is locked, the operation may be
// undone.
func (w *twin) underLocks(do func() *spec.Error, op int) *spec.Error {
	if op >= 14 {
		return do()
	}
	made := len(w.entities)
	err := w.UnderLocks(do)
	if err == ErrTableLocked {
		w.entities = w.entities[:made]
	}
	return err
}

// facts returns the content of a world as text.
func (w *twin) facts() string {
	text := ""
	for _, e := range w.entities {
		if !w.Store.Alive(e) {
			continue
		}
		index := e.Index()
		ids := w.OwnIDs(w.Table(index), index)
		w.SortIDs(ids)
		text += fmt.Sprint("\n", e, " ", w.NameOf(index), ids, w.Off(index))
		for _, id := range ids {
			if cell, _, _ := w.Store.Get(e, id); cell != nil {
				text += fmt.Sprint(" ", *(*int64)(cell))
			}
		}
	}
	return text
}

// Two worlds get the same operations. One runs the query of every observer for every entity at
// every change. The other looks up ids, and only for entities that the change may affect. After
// every operation the worlds and the events are equal.
func TestObserversAgainstNaiveOnes(t *testing.T) {
	sticky := spec.Flecs3()
	sticky.StickyProperties, sticky.ZeroesDeadTargets = true, true
	for name, profile := range map[string]spec.Profile{
		"3": spec.Flecs3(), "4": spec.Flecs4(), "4.1": spec.Flecs41(),
		"3-beta": spec.Flecs3Beta(), "own": sticky,
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(24) {
				t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { observeTwins(t, profile, seed) })
			}
		})
	}
}

func observeTwins(t *testing.T, profile spec.Profile, seed uint64) {
	draw := rand.New(rand.NewPCG(seed, 5))
	quick, naive := newTwin(t, profile, false), newTwin(t, profile, true)
	if draw.IntN(2) == 0 {
		for _, w := range []*twin{quick, naive} {
			require.Nil(t, w.Add(w.ids[2], store.Single(rules.Traversable.Index())))
		}
	}
	for range 3 + draw.IntN(10) {
		kind, bits := draw.IntN(200), draw.IntN(256)
		quick.watch(kind, bits, 0)
		naive.watch(kind, bits, 0)
	}
	if seed%4 == 3 && profile.Own == "" {
		quick.track()
		naive.track()
	}
	for range 80 {
		op, at, other := draw.IntN(50), draw.IntN(60), draw.IntN(60)
		if op > 45 {
			op = 1
		}
		if n := len(quick.entities); (op == 1 || op == 10 || op == 25) && (at%n < 4 || other%n < 4) &&
			draw.IntN(6) > 0 {
			op = 37 // keep most elements of ids alive
		}
		if quick.tracked && op == 16 {
			continue // its commands are separate operations, which pass through tables
		}
		before, wrote := quick.keys(), quick.writtenC
		require.Equal(t, naive.more(op, at, other), quick.more(op, at, other), "operation %d, %d, %d", op, at, other)
		require.Equal(t, byEntity(naive.log), byEntity(quick.log), "operation %d, %d, %d", op, at, other)
		naive.log, quick.log = nil, nil
		if quick.Deferral.Depth > 0 && draw.IntN(4) == 0 {
			require.Equal(t, naive.end(), quick.end())
			require.Equal(t, byEntity(naive.log), byEntity(quick.log), "the end of the deferral")
			naive.log, quick.log = nil, nil
		}
		if quick.tracked {
			var written Entity
			if quick.writtenC != wrote {
				written = quick.lastC
			}
			quick.checkTracker(before, written, draw.IntN(3) == 0)
		}
		require.Equal(t, naive.facts(), quick.facts(), "operation %d, %d, %d", op, at, other)
		require.NoError(t, quick.CheckInvariants())
	}
}
