package query_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// harbour has three ships: the tug is docked at the port and at the moon; the ferry is docked at
// the port and is an instance of the tug; the raft is not docked. The port is in the town.
func harbour(t *testing.T) *rules.World {
	t.Helper()
	w := &rules.World{}
	w.Init(rules.Options{Profile: spec.Flecs3()})
	at := map[string]rules.Entity{"IsA": rules.IsA, "In": 0}
	for _, line := range []string{
		"Ship", "Docks", "In", "town", "moon", "port In:town", "tug Ship Docks:port Docks:moon",
		"ferry Ship Docks:port IsA:tug", "raft Ship",
	} {
		words := strings.Fields(line)
		b := rules.Birth{Name: words[0]}
		for _, word := range words[1:] {
			first, second, _ := strings.Cut(word, ":")
			b.IDs = append(b.IDs, rules.Elements{First: at[first], Second: at[second]})
		}
		e, err := w.CreateNow(&b, rules.NoComponent)
		require.Nil(t, err, line)
		at[words[0]] = e
	}
	return w
}

// rows returns the results of a run: the name of $this and the values of the other variables.
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

// A run subtracts its steps from those of the operation once, and ends if none are left. A run that
// only asks whether there is a row ends at the first row.
func TestARunIsCounted(t *testing.T) {
	w := harbour(t)
	q, err := query.Compile(w, &spec.Query{Text: true, Expr: "Ship, (Docks, $where)", Kind: spec.KindRule}, w.Named)
	require.Nil(t, err)
	steps := func(sink query.Sink, left int) int {
		w.Meter.On, w.Meter.Left = true, left
		x := q.NewExec()
		x.Run(sink)
		x.Account()
		used := left - w.Meter.Left
		x.Account()
		x.Release()
		require.Equal(t, used, left-w.Meter.Left, "once")
		return used
	}
	all := &rows{}
	require.Equal(t, 11, steps(all, 100), "a table, Ship, (Docks, $where) and two rows, twice, and a table that was tried")
	require.Len(t, all.all, 4)
	first := query.RowExists(false)
	require.Equal(t, 4, steps(&first, 100))
	require.True(t, bool(first))
	require.Equal(t, 11, steps(&rows{}, 11))
	require.Nil(t, w.Meter.Overworked())
	few := &rows{}
	require.Equal(t, 6, steps(few, 5))
	require.NotNil(t, w.Meter.Overworked())
	require.Len(t, few.all, 2)
}

// The error of a query has the position of the term at fault, unless it is about the whole query.
func TestAnErrorHasAPosition(t *testing.T) {
	w := harbour(t)
	for _, c := range []struct {
		from   spec.Query
		code   spec.ErrorCode
		column int
	}{
		{spec.Query{Expr: "Ship, Nowhere"}, spec.CodeUnresolved, 7},
		{spec.Query{Expr: "Ship, (Docks, $x), $y == tug, $z != tug"}, spec.CodeInvalid, 31},
		{spec.Query{Expr: "Ship, Ship", GroupBy: "Nowhere", Kind: spec.KindCached}, spec.CodeUnresolved, 0},
		{spec.Query{Expr: "Ship, Ship", GroupBy: "Docks", Kind: spec.KindRule}, spec.CodeUnsupported, 0},
		{
			spec.Query{Expr: "Ship(tug), Ship(ferry)", OrderBy: &spec.OrderBy{}, Kind: spec.KindCached},
			spec.CodeInvalid,
			0,
		},
		{
			spec.Query{Expr: "Ship, (Docks, port)", OrderBy: &spec.OrderBy{Component: "Ship"}, Kind: spec.KindCached},
			spec.CodeInvalid, 0,
		},
		{spec.Query{Expr: "Ship, (Docks, port)", DetectChanges: true, Kind: spec.KindFilter}, spec.CodeUnsupported, 0},
	} {
		if c.from.Text = true; c.from.Kind == spec.KindAuto {
			c.from.Kind = spec.KindRule
		}
		_, err := query.Compile(w, &c.from, w.Named)
		require.NotNil(t, err, c.from.Expr)
		require.Equal(t, c.code, err.Code, "%s: %s", c.from.Expr, err.Message)
		require.Equal(t, c.column, err.Column, "%s: %s", c.from.Expr, err.Message)
		if c.column == 0 {
			require.Zero(t, err.Line)
		}
	}
}

// Values of Go types are plain if their comparison depends on nothing else.
func TestPlainValuesHaveNoEntities(t *testing.T) {
	type inner struct {
		A [2]int8
		B string
	}
	for value, plain := range map[any]bool{
		1: true, "": true, false: true, inner{}: true, uintptr(1): true, 1.5: true, [0]rules.Entity{}: true,
		rules.Entity(1): false, [1]rules.Entity{}: false, struct {
			A int
			B rules.Entity
			C int
		}{}: false, complex(1, 1): false, struct{ A *int }{}: false, [1]any{}: false,
	} {
		require.Equal(t, plain, query.CustomComparer(reflect.TypeOf(value), nil).Plain, "%T", value)
	}
}

// once is a sink that takes one result.
type once struct{ calls *int }

func (o once) Take(*query.Exec) bool { *o.calls++; return false }
