package change

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// If an edit has no consequences, it is one move of the table, and the move contains each id once.
func TestWhichEditsAreMovesOfTables(t *testing.T) {
	names := strings.Fields("A B R E U N X Y Z mother fab")
	for _, c := range []struct {
		have, add, remove string // ids separated by commas
		before            string // changes the world before the edit
		limit             int    // limit: maximum number of additional ids, plus 1
		ok                bool
		adds, removes     string
	}{
		{have: "A", add: "B", ok: true, adds: "B"},
		{have: "A", add: "B, B", ok: true, adds: "B"},
		{have: "A", add: "A", ok: true},
		{have: "A", add: "A", before: "observe A"},
		{have: "A", add: "A", before: "observe B", ok: true},
		{have: "A", add: "B, B", before: "observe B"},
		{have: "A", add: "A", before: "observe everything"},
		{have: "A", add: "R X", before: "observe A", ok: true, adds: "R X"},
		{have: "A", remove: "A", ok: true, removes: "A"},
		{have: "A", remove: "A", before: "observe A"},
		{have: "A", remove: "B", ok: true},
		{have: "A, R X, R Y", remove: "R *", ok: true, removes: "R X, R Y"},
		{have: "A, R X, R Y, E X", remove: "R *, * X", ok: true, removes: "R X, R Y, E X"},
		{have: "A, R X, R Y, E X", remove: "* X", add: "B", ok: true, adds: "B", removes: "R X, E X"},
		{have: "A", remove: "A", add: "A"},
		{have: "A, R X, R Y", remove: "R *", add: "R X"},
		{have: "A, R X, R Y", remove: "R X", add: "R Z", ok: true, adds: "R Z", removes: "R X"},
		{have: "A, E X", add: "E Y", ok: true, adds: "E Y", removes: "E X"},
		{have: "A, E X", add: "E X", ok: true},
		{have: "A, E X", remove: "E X", add: "E Y", ok: true, adds: "E Y", removes: "E X"},
		{have: "A, E X", remove: "E *", add: "B, E Y", ok: true, adds: "B, E Y", removes: "E X"},
		{have: "A", add: "E X, E Y"},
		{have: "A", add: "E, E Y", ok: true, adds: "E, E Y"},
		{have: "A, E X", add: "E", ok: true, adds: "E"},
		{have: "A, E X", add: "R Y, E Y, R Z", ok: true, adds: "R Y, E Y, R Z", removes: "E X"},
		{have: "A, U X", remove: "U X"},
		{have: "A, U X", remove: "U Y"},
		{have: "A, N X", remove: "R *"},
		{have: "A, N X", remove: "A", ok: true, removes: "A"},
		{have: "A, N X", remove: "A", add: "N Y"},
		{have: "A", add: "B", limit: 2, ok: true, adds: "B"},
		{have: "A", add: "B, R X", limit: 2},
		{have: "A", add: "B, R X", limit: 3, ok: true, adds: "B, R X"},
		{have: "A", add: "B, R X", remove: "A", limit: 2, ok: true, adds: "B, R X", removes: "A"},
		{have: "A", add: "B", remove: "A", limit: 1, ok: true, adds: "B", removes: "A"},
		{have: "A, R X", remove: "A", limit: 1, ok: true, removes: "A"},
		{have: "A, E X", add: "E Y", limit: 1, ok: true, adds: "E Y", removes: "E X"},
		{have: "A", add: "ChildOf mother", ok: true, adds: "ChildOf mother"},
		{have: "A", add: "ChildOf fab"},
		{have: "A", add: "R fab", ok: true, adds: "R fab"},
		{have: "A", add: "ChildOf mother", before: "name"},
		{have: "A, ChildOf mother", remove: "ChildOf *", before: "name"},
		{have: "A, ChildOf mother", remove: "ChildOf *", ok: true, removes: "ChildOf mother"},
		{have: "A, ChildOf mother", add: "ChildOf X", ok: true, adds: "ChildOf X", removes: "ChildOf mother"},
		{have: "A", add: "ChildOf mother", before: "mention"},
		{have: "A", add: "R mother", before: "mention", ok: true, adds: "R mother"},
		{have: "A, DependsOn mother", remove: "DependsOn X", before: "union"},
		{have: "A, DependsOn mother", remove: "DependsOn X", ok: true},
		{have: "A, ChildOf mother", remove: "ChildOf X", ok: true},
		{have: "A, ChildOf mother", remove: "ChildOf *", before: "union"},
		{have: "A", add: "Disabled"},
		{have: "A, Disabled", remove: "Disabled"},
		{have: "A", add: "Prefab"},
		{have: "A", add: "B", before: "lock"},
		{have: "A", add: "B", before: "undo"},
		{have: "A, IsA mother", add: "B"},
		{have: "A", add: "B", before: "instances", ok: true, adds: "B"},
		{have: "A", add: "IsA mother"},
	} {
		about := strings.Join([]string{c.have, "+ " + c.add, "- " + c.remove, c.before}, "; ")
		w, es := NewNamed(t, names...)
		of := map[string]Entity{
			"ChildOf": rules.ChildOf, "IsA": rules.IsA, "DependsOn": rules.DependsOn,
			"Disabled": rules.Disabled, "Prefab": rules.Prefab, "*": rules.Wildcard,
		}
		for i, name := range names {
			of[name] = es[i]
		}
		elements := func(text string) (list []rules.Elements) {
			for id := range strings.SplitSeq(text, ", ") {
				first, second, _ := strings.Cut(id, " ")
				if id != "" {
					list = append(list, rules.Elements{First: of[first], Second: of[second]})
				}
			}
			return list
		}
		exact := func(text string) (ids []store.ID) {
			for _, el := range elements(text) {
				id, err := w.Exact(el)
				require.Nil(t, err, about)
				ids = append(ids, id)
			}
			return ids
		}
		for name, properties := range map[string][]Entity{
			"E": {rules.Exclusive}, "U": {rules.Union}, "N": {rules.Exclusive, rules.DontFragment},
			"fab": {rules.Prefab},
		} {
			for _, property := range properties {
				require.Nil(t, w.AddNow(of[name], store.Single(property.Index())))
			}
		}
		if c.before == "union" {
			for _, e := range []Entity{rules.ChildOf, rules.DependsOn} {
				require.Nil(t, w.AddNow(e, store.Single(rules.Union.Index())))
			}
		}
		var ships []Entity
		for range 2 {
			e, err := w.Create(rules.Birth{IDs: elements(c.have)})
			require.Nil(t, err, about)
			ships = append(ships, e)
		}
		on := &ObserverOptions{Events: []spec.EventKind{spec.OnAdd}}
		switch c.before {
		case "observe A", "observe B":
			w.observeText(t, c.before[len("observe "):], on, func(*Event) {})
		case "observe everything":
			w.observeText(t, "*", on, func(*Event) {})
		case "name":
			require.Nil(t, w.SetNameNow(ships[1], "tug"))
		case "mention":
			require.Nil(t, w.AddNow(of["Z"], store.Pair(of["R"].Index(), ships[1].Index())))
		case "lock":
			w.LockTable("x")
		case "undo":
			w.Begin()
		case "instances":
			require.Nil(t, w.AddNow(of["X"], store.Pair(rules.IsA.Index(), of["Y"].Index())))
		}
		_ = w.Observers.interest()
		if c.limit > 0 {
			w.Meter.Limits.IDs = len(exact(c.have)) + c.limit - 1
		}
		edit, err := w.MakeEdit(elements(c.add), elements(c.remove))
		require.Nil(t, err, about)
		table := w.Table(ships[0].Index())
		require.Equal(t, table, w.Table(ships[1].Index()))
		m, ok := w.planMove(table, w.Store.Entities(table), edit)
		require.Equal(t, c.ok, ok, about)
		if !ok {
			_, ok = w.planMoves([]store.Table{table}, edit)
			require.False(t, ok)
			continue
		}
		require.Equal(t, move{table, exact(c.adds), exact(c.removes)}, m, about)
		moves, ok := w.planMoves([]store.Table{table, table}, edit)
		require.True(t, ok, about)
		require.Equal(t, c.adds+c.removes != "", len(moves) == 2, about)
		require.Equal(t, c.adds+c.removes == "", len(moves) == 0, about)
		require.Nil(t, w.EditAll(ships, []store.Table{table}, edit, func() {}), about)
		for _, e := range ships {
			want := slices.Concat(slices.DeleteFunc(exact(c.have),
				func(id store.ID) bool { return slices.Contains(m.remove, id) }), m.add)
			require.ElementsMatch(t, want, w.OwnIDs(w.Table(e.Index()), e.Index()), about)
		}
		require.NoError(t, w.CheckInvariants())
	}
	w, es := NewNamed(t, "A", "B", "fleet", "ship", "boat")
	id := func(at int) store.ID { return store.Single(es[at].Index()) }
	require.Nil(t, w.AddNow(es[3], id(0)))
	require.Nil(t, w.AddNow(es[4], id(1)))
	edit, err := w.MakeEdit([]rules.Elements{{First: es[0]}}, nil)
	require.Nil(t, err)
	moves, ok := w.planMoves([]store.Table{w.Table(es[3].Index()), w.Table(es[4].Index())}, edit)
	require.True(t, ok)
	require.Equal(t, []move{{table: w.Table(es[4].Index()), add: []store.ID{id(0)}}}, moves, "one has it")
	_, ok = w.planMove(w.Table(rules.IsA.Index()), []Entity{rules.IsA}, edit)
	require.False(t, ok, "a reserved entity")
}
