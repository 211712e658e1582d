package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

func TestValuesOfDeclaredComponents(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(spec.Flecs4()))
	cargo := w.NewComponent("Cargo", []spec.Member{
		{Name: "mass", Type: spec.F64},
		{Name: "count", Type: spec.I32},
		{Name: "owner", Type: spec.Entity},
		{Name: "label", Type: spec.String},
	})
	ship, captain := w.Spawn(), w.Spawn()
	require.NoError(t, w.SetName(captain, "captain"))
	id := fast.Single(cargo)
	none, err := w.Value(ship, id)
	require.NoError(t, err)
	require.Nil(t, none)

	set := spec.Value{
		{Name: "label", Scalar: spec.Scalar{Type: spec.String, Text: "fruit"}},
		{Name: "owner", Scalar: spec.Scalar{Type: spec.Entity, Text: "captain"}},
		{Name: "mass", Scalar: spec.Scalar{Type: spec.F64, Num: 2.5}},
	}
	for _, deferred := range []bool{false, true} {
		if deferred {
			require.NoError(t, w.Remove(ship, id))
			require.NoError(t, w.Defer(func() { require.NoError(t, w.SetValue(ship, id, set)) }))
		} else {
			require.NoError(t, w.SetValue(ship, id, set))
		}
		value := membersOf(t, w, ship, id)
		require.Len(t, value, 4)
		require.Equal(t, 2.5, value[0].Num)
		require.Zero(t, value[1].Int)
		require.Equal(t, "fruit", value[3].Text)
		again := w.Spawn()
		require.NoError(t, w.SetValue(again, id, value), "SetValue must accept the result of Value")
		require.Equal(t, 2, countRows(t, w, "Cargo.owner($this, captain)"))
		require.NoError(t, w.Delete(again))
	}
	require.NoError(t, w.Delete(captain))
	require.Empty(t, membersOf(t, w, ship, id)[2].Text, "the captain was deleted")
	require.Equal(t, spec.CodeInvalid, code(w.SetValue(ship, id, 2.5)))
	require.Equal(t, spec.CodeInvalid, code(w.SetValue(ship, w.NewTag(""), set)))
	require.Equal(t, spec.CodeInvalid, code(w.SetValue(ship, id,
		spec.Value{{Name: "mass", Scalar: spec.Scalar{Type: spec.I32}}})))
	require.Equal(t, spec.CodeUnresolved, code(w.SetValue(ship, id, set)), "no entity has the name captain any more")
	require.Equal(t, spec.CodeNotAlive, code(w.SetValue(captain, id, nil)))
}

func membersOf(t *testing.T, w *fast.World, e fast.Entity, id fast.ID) spec.Value {
	value, err := w.Value(e, id)
	require.NoError(t, err)
	return value.(spec.Value)
}

// A value of a Go type is read and set without the static type, at once and deferred. A value of
// another type changes nothing.
func TestValuesOfGoTypesWithoutTheType(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
	pos, bag := fast.Register[position](w), fast.Register[[]string](w)
	distance := fast.NewRelationshipOf[float64](w, "Distance")
	base, ship, moon := w.Spawn(), w.Spawn(), w.Spawn()
	for _, deferred := range []bool{false, true} {
		set := func(id fast.ID, value any) {
			if deferred {
				require.NoError(t, w.Defer(func() { require.NoError(t, w.SetValue(ship, id, value)) }))
			} else {
				require.NoError(t, w.SetValue(ship, id, value))
			}
			got, err := w.Value(ship, id)
			require.NoError(t, err)
			require.Equal(t, value, got)
		}
		set(pos.ID(), position{1, 2})
		set(bag.ID(), []string{"rope"})
		set(fast.Pair(distance, moon), 12.5)
		require.Equal(t, position{1, 2}, *pos.Get(ship))
		require.Equal(t, 12.5, *fast.GetID[float64](w, ship, fast.Pair(distance, moon)))
		require.NoError(t, w.Clear(ship))
	}
	require.NoError(t, pos.Set(base, position{3, 4}))
	require.NoError(t, w.AddPair(ship, fast.IsA, base))
	inherited, err := w.Value(ship, pos.ID())
	require.NoError(t, err)
	require.Equal(t, position{3, 4}, inherited)
	none, err := w.Value(ship, bag.ID())
	require.NoError(t, err)
	require.Nil(t, none)
	for _, wrong := range []any{nil, 1, &position{}, spec.Value{}} {
		require.Equal(t, spec.CodeInvalid, code(w.SetValue(ship, pos.ID(), wrong)), "%T", wrong)
		require.False(t, w.Owns(ship, pos.ID()))
	}
	require.Equal(t, spec.CodeInvalid, code(w.SetValue(ship, fast.Prefab, true)))
	require.NoError(t, w.Delete(ship))
	require.Equal(t, spec.CodeNotAlive, code(w.SetValue(ship, pos.ID(), position{})))
	_, err = w.Value(ship, pos.ID())
	require.Equal(t, spec.CodeNotAlive, code(err))
}

func countRows(t *testing.T, w *fast.World, text string) int {
	q, err := w.Prepare(spec.Query{Expr: text, Text: true})
	require.NoError(t, err)
	rows, err := q.Rows()
	require.NoError(t, err)
	n := 0
	for range rows {
		n++
	}
	return n
}

func TestSyntaxErrorsHaveAPosition(t *testing.T) {
	w := fast.NewWorld()
	_, err := w.Prepare(spec.Query{Expr: "Prefab,\n ((", Text: true})
	require.Equal(t, spec.CodeSyntax, code(err))
	require.ErrorContains(t, err, "(line 2, column ")
	err = caught(func() { w.Observe(fast.Monitor, fast.Text("(("), func(fast.Event) {}) })
	require.ErrorContains(t, err, "(line 1, column ")
	require.PanicsWithError(t, refusalOf(t, w, "(("), func() { fast.NewQuery1[position](w, fast.Text("((")) })
}

// refusalOf returns the message that refuses a text.
func refusalOf(t *testing.T, w *fast.World, text string) string {
	_, err := w.Prepare(spec.Query{Expr: text, Text: true})
	require.ErrorContains(t, err, "(line 1, column ")
	return err.Error()
}

func TestNumberedVariablesOfTextAreTheSame(t *testing.T) {
	w := fast.NewWorld()
	likes, eats := w.NewRelationship("Likes"), w.NewRelationship("Eats")
	pear, fig := w.Spawn(), w.Spawn()
	both, neither := fast.Spawn1(w, position{}), fast.Spawn1(w, position{})
	for _, e := range []fast.Entity{both, neither} {
		require.NoError(t, w.AddPair(e, likes, pear))
	}
	require.NoError(t, w.AddPair(both, eats, pear))
	require.NoError(t, w.AddPair(neither, eats, fig))
	for _, n := range []int{1, 3} {
		text := map[int]string{1: "(Eats, $1)", 3: "(Eats, $3)"}[n]
		q := fast.NewQuery1[position](w, fast.Pair(likes, fast.Variable(n)), fast.Text(text))
		require.Equal(t, 1, q.Len(), text)
		require.True(t, q.Matches(both), text)
		only := fast.NewQuery1[position](w, fast.Text(text))
		require.Equal(t, 1, only.Bind(fast.Variable(n), fig).Len(), text)
		require.Equal(t, fast.Variable(n), only.Variable(text[8:9]), text)
	}
	// A number that only occurs in a field's text is a variable of the query, too.
	weight := fast.Register[mass](w)
	require.NoError(t, weight.SetPair(both, pear, mass{2}))
	for n, text := range map[int]string{1: "(mass, $1)", 2: "(mass, $2)"} {
		q := fast.NewQuery1[mass](w, fast.Field[mass](fast.Text(text)))
		require.Zero(t, q.Bind(fast.Variable(n), fig).Len(), text)
		for batch := range q.Batches() {
			require.Equal(t, pear, batch.Variable(fast.Variable(n)), text)
		}
		require.Equal(t, 1, q.Bind(fast.Variable(n), pear).Len(), text)
	}
}
