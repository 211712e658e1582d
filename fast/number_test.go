package fast_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// A pair can have a number as its target, here the depth of an entity, and a query can ask for that
// number.
func ExampleWorld_Number() {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs41()))
	level := w.NewRelationship("Level", fast.Exclusive)
	mast, flag := w.NewTag("Mast"), w.NewTag("Flag")
	check(w.AddPair(mast, level, w.Number(1)), w.AddPair(flag, level, w.Number(2)))

	q, err := w.Prepare(spec.Query{Expr: "(Level, @2)"})
	check(err)
	rows, err := q.Rows()
	check(err)
	for row := range rows {
		n, _ := w.NumberOf(w.Target(row.Entity(), level, 0))
		fmt.Println(w.Name(row.Entity()), n)
	}
	// Output: Flag 2
}

func TestANumberIsATargetAndNothingElse(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs41()))
	type position struct{ X float64 }
	c := fast.Register[position](w)
	level, tag, e := w.NewRelationship("Level"), w.NewTag("Tag"), w.Spawn()
	three := w.Number(3)
	require.NoError(t, w.AddPair(e, level, three))
	before := w.Len()
	for what, err := range map[string]error{
		"tag": w.Add(three, tag), "component": c.Add(three), "value": c.Set(three, position{}),
		"pair": w.AddPair(three, level, e), "delete": w.Delete(three), "name": w.SetName(three, "three"),
		"clear": w.Clear(three), "as tag": w.Add(e, three), "as relationship": w.AddPair(e, three, e),
		"as parent": w.AddPair(e, fast.ChildOf, three), "disable": w.Disable(three),
	} {
		require.Error(t, err, what)
	}
	require.False(t, w.Alive(three))
	require.Equal(t, before, w.Len())
	require.Equal(t, []fast.Entity{three}, w.Targets(e, level))
	require.True(t, w.HasPair(e, level, three))
	n, is := w.NumberOf(three)
	require.Equal(t, uint32(3), n)
	require.True(t, is)
	_, is = w.NumberOf(e)
	require.False(t, is)
	require.Panics(t, func() { fast.NewWorld(fast.WithProfile(fast.Flecs4())).Number(3) })
}

func TestNumbersOutliveRestoresAndFiles(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs41()))
	level, e := w.NewRelationship("Level"), w.Spawn(fast.Named("e"))
	empty := w.Snapshot()
	w.Spawn()
	three := w.Number(3)
	w.Restore(empty)
	require.Equal(t, three, w.Number(3))
	require.NoError(t, w.AddPair(e, level, three))
	var file bytes.Buffer
	require.NoError(t, w.Save(&file))

	next := fast.NewWorld(fast.WithProfile(fast.Flecs41()))
	for range 80 {
		next.Spawn()
	}
	next.Number(12)
	require.NoError(t, next.Load(&file))
	loaded, err := next.Find("e")
	require.NoError(t, err)
	level, err = next.Find("Level")
	require.NoError(t, err)
	require.True(t, next.HasPair(loaded, level, next.Number(3)))
	require.False(t, next.HasPair(loaded, level, next.Number(12)))
}
