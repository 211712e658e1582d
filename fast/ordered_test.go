package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/engine"
	"github.com/relspec/relspec/spec"
)

// names of the entities of a query's rows in the order in which they come.
func rowNames(t *testing.T, w *fast.World, q spec.Query) []string {
	t.Helper()
	made, err := w.Prepare(q)
	require.NoError(t, err)
	rows, err := made.Rows()
	require.NoError(t, err)
	var list []string
	for row := range rows {
		list = append(list, w.Name(row.Entity()))
	}
	return list
}

func entityNamed(t *testing.T, w *fast.World, name string) fast.Entity {
	t.Helper()
	e, err := w.Create(fast.Birth{Name: name})
	require.NoError(t, err)
	return e
}

func TestRowsInOrder(t *testing.T) {
	type Depth struct{ Value int }
	w := fast.NewWorld()
	depth := fast.Register[Depth](w)
	require.NoError(t, w.SetName(depth.Entity(), "Depth"))
	region := entityNamed(t, w, "Region")
	first, second := entityNamed(t, w, "first"), entityNamed(t, w, "second")
	for name, value := range map[string]int{"three": 3, "one": 1, "two": 2} {
		e := entityNamed(t, w, name)
		require.NoError(t, fast.Set(w, e, Depth{value}))
		switch value {
		case 1:
			require.NoError(t, w.AddPair(e, region, second))
		case 3:
			require.NoError(t, w.AddPair(e, region, first))
		}
	}
	by := &spec.OrderBy{Component: "Depth"}
	down := &spec.OrderBy{Component: "Depth", Desc: true}
	require.Equal(t, []string{"one", "two", "three"}, rowNames(t, w, spec.Query{Expr: "Depth", OrderBy: by}))
	require.Equal(t, []string{"three", "two", "one"}, rowNames(t, w, spec.Query{Expr: "Depth", OrderBy: down}))
	require.Equal(t, []string{"two", "three", "one"}, rowNames(t, w, spec.Query{Expr: "Depth", GroupBy: "Region"}))
}

func TestOrderThatCannotBe(t *testing.T) {
	w := fast.NewWorld()
	entityNamed(t, w, "Tag")
	for _, c := range []struct {
		query spec.Query
		code  spec.ErrorCode
	}{
		{spec.Query{Expr: "Tag", OrderBy: &spec.OrderBy{Component: "Tag"}}, spec.CodeInvalid},
		{spec.Query{Expr: "Tag(Tag)", OrderBy: &spec.OrderBy{}}, spec.CodeInvalid},
		{spec.Query{Expr: "Tag", Kind: spec.KindFilter, OrderBy: &spec.OrderBy{}}, spec.CodeUnsupported},
		{spec.Query{Expr: "Tag, ?Tag(cascade(ChildOf))", GroupBy: "ChildOf"}, spec.CodeInvalid},
		{spec.Query{Expr: "Tag, ?Tag(cascade(ChildOf)), ?Tag(cascade(IsA))"}, spec.CodeInvalid},
	} {
		_, err := w.Prepare(c.query)
		var refusal *spec.Error
		require.ErrorAs(t, err, &refusal)
		require.Equal(t, c.code, refusal.Code, c.query.Expr)
	}
}

func TestGroupsOfAQuery(t *testing.T) {
	w := fast.NewWorld()
	unit, region := entityNamed(t, w, "Unit"), entityNamed(t, w, "Region")
	north, south := entityNamed(t, w, "north"), entityNamed(t, w, "south")
	for i, place := range []fast.Entity{south, north, south, 0} {
		e := entityNamed(t, w, string(rune('a'+i)))
		require.NoError(t, w.Add(e, fast.Single(unit)))
		if place != 0 {
			require.NoError(t, w.AddPair(e, region, place))
		}
	}
	q, err := w.Prepare(spec.Query{Expr: "Unit", GroupBy: "Region"})
	require.NoError(t, err)
	of := func(group fast.Entity) (list []string) {
		rows, err := q.GroupRows(group)
		require.NoError(t, err)
		for row := range rows {
			require.Equal(t, group, row.Group())
			list = append(list, w.Name(row.Entity()))
		}
		return list
	}
	require.Equal(t, []string{"b"}, of(north))
	require.ElementsMatch(t, []string{"a", "c"}, of(south))
	require.Equal(t, []string{"d"}, of(0))
	require.NoError(t, w.Delete(north))
	require.Empty(t, of(north))
	plain, err := w.Prepare(spec.Query{Expr: "Unit"})
	require.NoError(t, err)
	_, err = plain.GroupRows(south)
	require.Error(t, err)
}

func TestQueryTellsChanges(t *testing.T) {
	w := fast.NewWorld()
	p := fast.Register[position](w)
	require.NoError(t, w.SetName(p.Entity(), "Position"))
	e := fast.Spawn1(w, position{})
	q, err := w.Prepare(spec.Query{Expr: "[in] Position", Kind: spec.KindCached})
	require.NoError(t, err)
	changed := func(want bool, why string) {
		t.Helper()
		got, err := q.Changed()
		require.NoError(t, err)
		require.Equal(t, want, got, why)
		require.NoError(t, q.Seen())
	}
	changed(true, "first question")
	changed(false, "nothing happened")
	require.NoError(t, p.Set(e, position{1, 2}))
	changed(true, "set")
	require.NoError(t, w.Modified(e, p.ID()))
	changed(true, "modified")
	s := w.Snapshot()
	changed(false, "snapshot")
	require.NoError(t, p.Set(e, position{3, 4}))
	require.NoError(t, q.Seen())
	w.Restore(s)
	changed(false, "restored: that moves entities, but writes no value")
	require.NoError(t, w.Delete(e))
	changed(true, "deleted")
	filter, err := w.Prepare(spec.Query{Expr: "Position", Kind: spec.KindFilter})
	require.NoError(t, err)
	_, err = filter.Changed()
	require.Error(t, err)
}

// The value compared is that of the key on the entity on which the field was matched, also where that was by a subclass
// of the key (P-57).
func TestValueOfTheKeyItself(t *testing.T) {
	e := engine.New(spec.Flecs4())
	for _, op := range []spec.Operation{
		{Op: spec.OpEntity, Entity: "P"},
		{Op: spec.OpComponent, Entity: "Q", Members: []spec.Member{{Name: "x", Type: spec.I32}}},
		{Op: spec.OpEntity, Entity: "a", IDs: []spec.ID{{First: "P"}}},
		{Op: spec.OpEntity, Entity: "b", IDs: []spec.ID{{First: "IsA", Second: "a"}}},
		{Op: spec.OpEntity, Entity: "c", IDs: []spec.ID{{First: "IsA", Second: "Q"}}},
		{Op: spec.OpAdd, Entity: "P", ID: spec.ID{First: "IsA", Second: "c"}},
		{Op: spec.OpAdd, Entity: "b", ID: spec.ID{First: "Q"}},
	} {
		require.Nil(t, e.Apply(op).Err)
	}
	for _, desc := range []bool{false, true} {
		out := e.Apply(spec.Operation{Op: spec.OpQuery, Query: &spec.Query{
			Kind: spec.KindCached, OrderBy: &spec.OrderBy{Component: "Q", Desc: desc},
			Terms: []spec.Term{{First: spec.Ref{Kind: spec.RefEntity, Name: "Q"}}},
		}})
		require.Nil(t, out.Err)
		var at []spec.Handle
		for _, row := range out.Rows {
			if this := row.This; this == "a" || this == "b" {
				at = append(at, this)
			}
		}
		want := []spec.Handle{"a", "b"}
		if desc {
			want = []spec.Handle{"b", "a"}
		}
		require.Equal(t, want, at, "descending %t", desc)
	}
}
