package fuzz_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/expected"
	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// The generator's expected world is mostly equal to the world of the model. Otherwise its operations would rarely
// affect each other.
func TestTheGeneratorKnowsItsWorld(t *testing.T) {
	if testing.Short() {
		t.Skip("has one goroutine, and with fewer traces the shares depend on the seeds")
	}
	for _, p := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
		g := fuzz.New(p)
		entities, wrongLife, ids, wrongIDs := 0, 0, 0, 0
		for seed := range uint64(200) {
			w, belief := model.New(p), expected.New(&p)
			for _, e := range g.Generate(seed).Entries {
				w.Apply(e.Op)
				belief.Expect(&e.Op)
			}
			for _, e := range belief.Live {
				entities++
				got := w.Apply(spec.Operation{Op: spec.OpIDs, Entity: belief.Handle(e)})
				if got.Err != nil {
					wrongLife++
					continue
				}
				own := map[spec.ID]bool{}
				for _, id := range got.IDs {
					own[id] = true
				}
				for _, f := range belief.Entities[e].Own {
					ids++
					if !own[belief.ID(f)] {
						wrongIDs++
					}
				}
				if missing := len(own) - len(belief.Entities[e].Own); missing > 0 {
					wrongIDs += missing
				}
			}
		}
		t.Logf("%s: %d of %d entities and %d of %d ids wrong", p.Name, wrongLife, entities, wrongIDs, ids)
		require.Less(t, float64(wrongLife)/float64(entities), 0.03) // deferred changes may be dropped
		require.Less(t, float64(wrongIDs)/float64(ids), 0.08)       // the generator does not follow teardown and deferral
	}
}
