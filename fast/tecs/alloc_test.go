//go:build !race && !relspec_debug

package tecs_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/tecs"
)

func countEach(_ tecs.Entity, n *int) { *n++ }

func countUp(_ tecs.Entity, _ int, n *int) bool {
	*n++
	return true
}

// TECS-084
func TestCallbacksWithContextAllocateNothing(t *testing.T) {
	for _, o := range []tecs.Options{
		{Exclusive: true, Sparse: true}, {Exclusive: true}, {Sparse: true}, {},
	} {
		o.Name, o.ReverseIndex = "R", true
		w := tecs.NewWorld()
		r := must(w.NewRelationship(o))
		at := must(w.Spawn())
		root := at
		for range 10 {
			at = must(w.Spawn(r.To(at)))
		}
		n := new(int)
		for name, f := range map[string]func(){
			"sources": func() { _ = tecs.SourcesWith(w, root, r, countEach, n) },
			"walk up": func() { _ = tecs.WalkUpWith(w, at, r, countUp, n, 0) },
		} {
			for range 10 {
				f()
			}
			before := *n
			require.Zero(t, testing.AllocsPerRun(100, f), "%s %+v", name, o)
			require.Greater(t, *n, before)
		}
	}
}
