package fast_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

func TestTheWorldIsLockedWhileRowsAreRead(t *testing.T) {
	w := fast.NewWorld()
	e := named(w, "Tag", "Bob")
	check(w.Add(e[1], e[0]))
	q, err := w.Prepare(spec.Query{Expr: "Tag"})
	require.NoError(t, err)
	rows, err := q.Rows()
	require.NoError(t, err)
	for row := range rows {
		require.ErrorContains(t, w.Remove(row.Entity(), e[0]), "locked")
		break
	}
	require.NoError(t, w.Remove(e[1], e[0]))
	for range rows {
		require.Fail(t, "each loop runs the query again, and no entity has Tag any more")
	}
}

func TestAPlanBeginsWithTheRarestTerm(t *testing.T) {
	w := fast.NewWorld()
	e := named(w, "Common", "Rare", "R")
	for i := range 50 {
		n := w.Spawn()
		check(w.Add(n, e[0]), w.Add(n, fast.Pair(e[2], w.Spawn())))
		if i == 7 {
			check(w.Add(n, e[1]))
		}
	}
	q, err := w.Prepare(spec.Query{Expr: "Common, !R, (R, $x), Rare"})
	require.NoError(t, err)
	require.Equal(t, `1 match    Rare($this)
2 unless   R($this)
3 match    Common($this)
4 match    R($this, $x)
5 yield
`, q.Plan())
}

// A number cannot name a wildcard (query.numbers).
func TestNumbersNameNoWildcards(t *testing.T) {
	w := fast.NewWorld()
	e := w.Spawn()
	numbered := func(index uint32) error {
		_, err := w.Prepare(spec.Query{Terms: []spec.Term{{First: spec.EntityRef(spec.Handle(fmt.Sprintf("#%d",
			index)))}}})
		return err
	}
	require.NoError(t, numbered(e.Index()))
	for index := range fast.Any.Index() + 1 {
		require.Equal(t, spec.CodeUnresolved, code(numbered(index)), index)
	}
}

// After the table of a fixed source was replaced by a new one, each row is still returned once.
func TestRowsOccurOnceAfterAFixedSourceMoved(t *testing.T) {
	w := fast.NewWorld(fast.WithTradingTables())
	docks, sunk := w.NewRelationship("Docks"), w.NewTag("Sunk")
	north, south := w.Spawn(), w.Spawn()
	ferry := w.Spawn(fast.Pair(docks, north))
	terms := []fast.Term{fast.Not(sunk), fast.On(ferry, fast.Pair(docks, fast.Wildcard))}
	q := fast.NewQuery0(w, terms...)
	afresh := fast.NewQuery0(w, append(terms, fast.Uncached)...)
	require.Equal(t, afresh.Len(), q.Len())
	w.Spawn(w.NewTag("Fast"))
	require.NoError(t, w.Exchange(ferry, []fast.AnyID{fast.Pair(docks, south)}, []fast.AnyID{fast.Pair(docks, north)}))
	require.Equal(t, afresh.Len(), q.Len())
}

// If a variable is not part of the rows, its values produce only one row (query.rows), in rows and
// in batches.
func TestEqualRowsAreOne(t *testing.T) {
	w := fast.NewWorld()
	hungry := w.NewTag("Hungry")
	for _, name := range []string{"Pie", "Fish"} {
		w.NewTag(name)
	}
	e, other := w.Spawn(hungry), w.Spawn(hungry)
	const text = "Hungry, $_food == Pie || $_food == Fish"
	q, err := w.Prepare(spec.Query{Expr: text, Kind: spec.KindRule})
	require.NoError(t, err)
	rows, err := q.Rows()
	require.NoError(t, err)
	var got []fast.Entity
	for row := range rows {
		got = append(got, row.Entity())
	}
	require.ElementsMatch(t, []fast.Entity{e, other}, got)
	require.Equal(t, 2, fast.NewQuery0(w, fast.Text(text), fast.Rule).Len())
}

// QRY-568: a query that is only sorted has no groups.
func TestGroupRowsNeedsAGroupedQuery(t *testing.T) {
	w := fast.NewWorld()
	fast.Register[position](w)
	for name, q := range map[string]spec.Query{
		"neither": {Expr: "position"},
		"sorted":  {Expr: "position", Kind: spec.KindCached, OrderBy: &spec.OrderBy{Component: "position"}},
	} {
		prepared, err := w.Prepare(q)
		require.NoError(t, err, name)
		_, err = prepared.GroupRows(0)
		require.Equal(t, spec.CodeInvalid, code(err), name)
	}
}
