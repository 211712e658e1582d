package fast_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// joined is an entity of a result with the value of a variable.
type joined struct{ e, x fast.Entity }

// joins returns queries with a variable, and their expected results.
func joins(tw *twin, r, s, known fast.Entity, tag fast.ID) map[string]struct {
	terms []fast.Term
	holds func(w *fast.World, e, x fast.Entity) bool
} {
	x := fast.Variable(1)
	first := func(w *fast.World, e, v fast.Entity) bool { return w.Has(e, fast.Pair(r, v)) }
	second := func(w *fast.World, e, v fast.Entity) bool { return w.Has(e, fast.Pair(s, v)) }
	p := fast.Register[position](tw.short)
	type query = struct {
		terms []fast.Term
		holds func(w *fast.World, e, x fast.Entity) bool
	}
	return map[string]query{
		"both": {[]fast.Term{fast.Pair(r, x), fast.Pair(s, x)}, func(w *fast.World, e, v fast.Entity) bool {
			return first(w, e, v) && second(w, e, v)
		}},
		"not": {[]fast.Term{fast.Pair(r, x), fast.Not(fast.Pair(s, x))}, func(w *fast.World, e, v fast.Entity) bool {
			return first(w, e, v) && !second(w, e, v)
		}},
		"tag of the target, written first": {
			[]fast.Term{fast.On(x, tag), fast.Pair(r, x)},
			func(w *fast.World, e, v fast.Entity) bool {
				return first(w, e, v) && w.Has(v, tag)
			},
		},
		"component of the target": {
			[]fast.Term{fast.Pair(r, x), fast.On(x, p.ID()), p.ID()},
			func(w *fast.World, e, v fast.Entity) bool {
				return first(w, e, v) && p.Has(v) && p.Has(e)
			},
		},
		"no pair of the target": {
			[]fast.Term{fast.Pair(r, x), fast.Not(fast.On(x, fast.Pair(s, fast.Wildcard)))},
			func(w *fast.World, e, v fast.Entity) bool {
				return first(w, e, v) && !w.Has(v, fast.Pair(s, fast.Wildcard))
			},
		},
		"pair of the target": {
			[]fast.Term{fast.Pair(r, x), fast.On(x, fast.Pair(s, known))},
			func(w *fast.World, e, v fast.Entity) bool {
				return first(w, e, v) && w.Has(v, fast.Pair(s, known))
			},
		},
		"optional tag of the target": {[]fast.Term{fast.Pair(r, x), fast.Optional(fast.On(x, tag))}, first},
	}
}

// Queries with a variable in targets and sources agree with a naive evaluation of their terms.
func TestJoinsAgreeWithNaiveEvaluation(t *testing.T) {
	seeds := 30
	if testing.Short() {
		seeds = 6
	}
	for seed := range seeds {
		tw := newTwin(spec.Flecs3(), uint64(5000+seed))
		w := tw.short
		tag := fast.Single(w.NewTag("Tag"))
		tw.general.NewTag("Tag")
		worlds := []*fast.World{w, tw.general}
		simple := append([]fast.Entity{fast.ChildOf}, tw.relationships[2:6]...)
		for step := range 50 {
			tw.step(t, false)
			e, r := tw.pick(), simple[tw.random.IntN(len(simple))]
			s := tw.relationships[[]int{2, 3, 8, 9}[tw.random.IntN(4)]]
			for _, w := range worlds { // some changes are refused
				if step%3 == 0 && w.Alive(e) {
					_, _ = w.Add(e, tag), w.AddPair(e, tw.relationships[2], e)
				}
				_ = w.AddPair(tw.entities[0], r, tw.entities[1])
				_ = w.AddPair(tw.entities[0], s, tw.entities[1])
				_ = w.AddPair(tw.entities[1], s, tw.entities[0])
			}
			for name, q := range joins(tw, r, s, tw.entities[0], tag) {
				var want, got []joined
				for _, e := range distinct(tw.entities) {
					for _, v := range distinct(tw.entities) {
						if w.Alive(e) && w.Alive(v) && q.holds(w, e, v) {
							want = append(want, joined{e, v})
						}
					}
				}
				for batch := range fast.NewQuery0(w, q.terms...).Batches() {
					for _, e := range batch.Entities() {
						if j := (joined{e, batch.Variable(fast.Variable(1))}); slices.Contains(tw.entities, j.e) &&
							slices.Contains(tw.entities, j.x) {
							got = append(got, j)
						}
					}
				}
				require.ElementsMatch(t, want, got, "%s, seed %d, step %d", name, seed, step)
			}
		}
	}
}
