package query_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// harbour has three ships: the tug docks at the port and the moon, the ferry at the port and is a copy of the tug, the raft nowhere. The
// port lies in the town.
func harbour(t *testing.T) *rules.World {
	t.Helper()
	w := &rules.World{}
	w.Init(rules.Options{Profile: spec.Flecs3()})
	at := map[string]rules.Entity{"IsA": rules.IsA, "In": 0}
	for _, line := range []string{
		"Ship", "Docks", "In", "town", "moon", "port In:town", "tug Ship Docks:port Docks:moon", "ferry Ship Docks:port IsA:tug", "raft Ship",
	} {
		words := strings.Fields(line)
		b := rules.Birth{Name: words[0]}
		for _, word := range words[1:] {
			first, second, _ := strings.Cut(word, ":")
			b.IDs = append(b.IDs, rules.Elements{First: at[first], Second: at[second]})
		}
		e, err := w.CreateNow(&b, rules.NothingMore)
		require.Nil(t, err, line)
		at[words[0]] = e
	}
	return w
}

// rows are the results of a run, each the name of $this and the values of the other variables.
type rows struct{ all []string }

func (r *rows) Take(x *query.Exec) bool {
	one := func(this uint32) {
		row := []string{x.W.NameOf(this)}
		for slot := range x.Q.Variables[1:] {
			row = append(row, x.W.NameOf(x.Values[slot+1]))
		}
		r.all = append(r.all, strings.Join(row, " "))
	}
	if x.This == query.ThisTable {
		for _, e := range x.Store.Entities(x.Table) {
			one(e.Index())
		}
		return true
	}
	one(x.Values[query.ThisSlot])
	return true
}

func answer(t *testing.T, w *rules.World, text string, preset map[string]string) ([]string, *spec.Error) {
	t.Helper()
	q, err := query.Compile(w, &spec.Query{Text: true, Expr: text, Kind: spec.KindRule}, w.Named)
	if err != nil {
		return nil, err
	}
	x := q.NewExec()
	defer x.Release()
	for variable, name := range preset {
		slot, ok := q.Presettable(variable)
		require.True(t, ok, variable)
		e, err := w.Named(spec.Handle(name))
		require.Nil(t, err)
		require.True(t, x.Preset(slot, e.Index()))
	}
	found := &rows{}
	x.Run(found)
	slices.Sort(found.all)
	return slices.Compact(found.all), nil
}

func TestAQueryFindsItsRows(t *testing.T) {
	w := harbour(t)
	for text, want := range map[string][]string{
		"Ship":                              {"ferry", "raft", "tug"},
		"Ship, (Docks, port)":               {"ferry", "tug"},
		"Ship, !(Docks, *)":                 {"raft"},
		"(Docks, moon) || (In, town)":       {"ferry", "port", "tug"},
		"(Docks, $where), In($where, town)": {"ferry port", "tug port"},
		"Docks($who, moon), (IsA, $who)":    {"ferry ferry", "ferry tug", "tug tug"},
		"Ship, ?(In, town)":                 {"ferry", "raft", "tug"},
		"Ship, !{ (Docks, port) }":          {"raft"},
		"(Docks, $where), $where != port":   {"ferry moon", "tug moon"},
	} {
		got, err := answer(t, w, text, nil)
		require.Nil(t, err, text)
		require.Equal(t, want, got, text)
	}
}

func TestAQueryThatMeansNothingIsRefused(t *testing.T) {
	w := harbour(t)
	for text, code := range map[string]spec.ErrorCode{
		"Nowhere": spec.CodeUnresolved, "(Docks,": spec.CodeSyntax, "Ship(up(Docks))": spec.CodeNotTraversable,
	} {
		_, err := answer(t, w, text, nil)
		require.NotNil(t, err, text)
		require.Equal(t, code, err.Code, "%s: %s", text, err.Message)
	}
}

func TestAVariableMayBeSetBeforehand(t *testing.T) {
	w := harbour(t)
	got, err := answer(t, w, "Ship, (Docks, $where)", map[string]string{"where": "moon"})
	require.Nil(t, err)
	require.Equal(t, []string{"ferry moon", "tug moon"}, got)
	got, err = answer(t, w, "Ship, (Docks, $where)", map[string]string{spec.This: "tug"})
	require.Nil(t, err)
	require.Equal(t, []string{"tug moon", "tug port"}, got)
}

// A sink that wants no more ends the run.
func TestASinkEndsTheRun(t *testing.T) {
	w := harbour(t)
	q, err := query.Compile(w, &spec.Query{Text: true, Expr: "(Docks, *)", Kind: spec.KindRule}, w.Named)
	require.Nil(t, err)
	x := q.NewExec()
	defer x.Release()
	calls := 0
	x.Run(once{&calls})
	require.Equal(t, 1, calls)
}

// once takes one result.
type once struct{ calls *int }

func (o once) Take(*query.Exec) bool { *o.calls++; return false }
