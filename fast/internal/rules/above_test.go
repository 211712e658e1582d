package rules

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// A walk with a cache finds the same as a walk without, over long chains that branch, end, or have
// other targets of an exclusive relationship.
func TestCachedWalksFindTheSame(t *testing.T) {
	far, found := 0, 0
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 1))
		w := &World{}
		w.Init(Options{Profile: spec.Flecs3()})
		made := func(ids ...store.ID) Entity {
			e := w.RawCreate()
			for _, id := range ids {
				require.Nil(t, w.AddNow(e, id))
			}
			return e
		}
		tag, docks := made(), made(store.Single(Exclusive.Index()))
		ports := []Entity{made(), made()}
		ids := []store.ID{store.Single(tag.Index())}
		for _, port := range ports {
			ids = append(ids, store.Pair(docks.Index(), port.Index()))
		}
		var chain []Entity
		for i := range 80 {
			e := made()
			if i > 0 && random.IntN(60) > 0 {
				require.Nil(t, w.AddNow(e, store.Pair(IsA.Index(), chain[i-1].Index())))
			}
			if i > 1 && random.IntN(20) == 0 {
				require.Nil(t, w.AddNow(e, store.Pair(IsA.Index(), chain[random.IntN(i-1)].Index())))
			}
			if random.IntN(25) == 0 {
				require.Nil(t, w.AddNow(e, ids[random.IntN(len(ids))]))
			}
			chain = append(chain, e)
		}
		var memory Above
		for range 3 * len(chain) {
			e, id := chain[random.IntN(len(chain))], ids[random.IntN(len(ids))]
			base, ok := w.LookAbove(w.Table(e.Index()), id, TraitInherited, nil)
			again, also := w.LookAbove(w.Table(e.Index()), id, TraitInherited, &memory)
			require.Equal(t, []any{base, ok}, []any{again, also}, "seed %d", seed)
			if ok {
				found++
			}
		}
		far += len(memory.of)
	}
	require.Greater(t, far, 500, "walks were long")
	require.Greater(t, found, 2000)
}
