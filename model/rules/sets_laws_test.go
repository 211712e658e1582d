package rules_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// denseWorld returns a world with few entities and many pairs of R, including cycles and pairs with
// themselves. R can be followed to any depth.
func denseWorld(t *rapid.T) (w *rules.World, r rules.Entity, all []rules.Entity) {
	w = facts.World(spec.Flecs3Beta(), "R Transitive")
	r = w.Handles["R"]
	for n := range rapid.IntRange(1, 6).Draw(t, "entities") {
		all = append(all, facts.Entity(w, fmt.Sprint("e", n)))
	}
	for range rapid.IntRange(0, 14).Draw(t, "pairs") {
		from, to := rapid.SampledFrom(all).Draw(t, "from"), rapid.SampledFrom(all).Draw(t, "to")
		if err := w.Add(from, rules.ID{First: r, Second: to}); err != nil {
			t.Fatal(err)
		}
		if rapid.IntRange(0, 9).Draw(t, "off") == 0 {
			if err := w.Switch(from, rules.ID{First: r, Second: to}, false); err != nil {
				t.Fatal(err)
			}
		}
	}
	return w, r, all
}

func drawSet(t *rapid.T, r rules.Entity) rules.Set {
	set := rules.Set{Along: r, Down: rapid.Bool().Draw(t, "down"), Literal: rapid.Bool().Draw(t, "literal")}
	if rapid.Bool().Draw(t, "bounded") {
		set.Min = rapid.IntRange(1, 4).Draw(t, "min")
		set.Max = rapid.IntRange(set.Min, 6).Draw(t, "max")
	}
	return set
}

// entities returns the candidates of a set without its start, in order.
func entities(w *rules.World, start rules.Entity, set rules.Set) []rules.Entity {
	var out []rules.Entity
	for _, c := range set.Candidates(start, func(e rules.Entity) []rules.Entity { return w.Next(e, set) }) {
		if !c.Start {
			out = append(out, c.Entity)
		}
	}
	return out
}

func sameEntities(t *rapid.T, law string, a, b []rules.Entity) {
	slices.Sort(a)
	slices.Sort(b)
	if b = slices.Compact(b); !slices.Equal(a, b) {
		t.Fatalf("%s: %v and %v", law, a, b)
	}
}

// level returns the entities at a depth: the start is at 0, and each step adds 1.
func level(w *rules.World, start rules.Entity, set rules.Set, depth int) []rules.Entity {
	if depth == 0 {
		return []rules.Entity{start}
	}
	var out []rules.Entity
	set.Min, set.Max = 1, 1
	for _, e := range level(w, start, set, depth-1) {
		out = append(out, entities(w, e, set)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// The candidates of a set with bounds are those of its levels. Without bounds all levels count
// (sets.depth).
func TestBoundsAreUnionsOfLevels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, r, all := denseWorld(t)
		start, set := rapid.SampledFrom(all).Draw(t, "start"), drawSet(t, r)
		from, to := max(1, set.Min), set.Max
		if to == 0 {
			to = len(all) // no entity is deeper
		}
		var union []rules.Entity
		for depth := from; depth <= to; depth++ {
			union = append(union, level(w, start, set, depth)...)
		}
		slices.Sort(union)
		sameEntities(t, "levels", entities(w, start, set), union)
	})
}

// If a is above b at a depth, b is below a at the same depth (sets.candidates).
func TestSuperAndSubAreDual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, r, all := denseWorld(t)
		set := drawSet(t, r)
		dual := set
		dual.Down = !set.Down
		for _, x := range all {
			for _, y := range entities(w, x, set) {
				if !slices.Contains(entities(w, y, dual), x) {
					t.Fatalf("%v reaches %v, which does not reach it back", x, y)
				}
			}
		}
	})
}

// Taking two steps at once gives the same entities as taking one step and then another. self adds
// only the start. Each entity occurs once.
func TestSetsCompose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, r, all := denseWorld(t)
		start, set := rapid.SampledFrom(all).Draw(t, "start"), drawSet(t, r)
		one, two := set, set
		one.Min, one.Max, two.Min, two.Max = 1, 1, 2, 2
		var union []rules.Entity
		for _, e := range entities(w, start, one) {
			union = append(union, entities(w, e, one)...)
		}
		slices.Sort(union)
		sameEntities(t, "compose", entities(w, start, two), union)
		candidates := entities(w, start, set)
		set.Self = true
		with := set.Candidates(start, func(e rules.Entity) []rules.Entity { return w.Next(e, set) })
		if with[0] != (rules.Candidate{Entity: start, Start: true}) || len(with) != len(candidates)+1 {
			t.Fatalf("self: %v and %v", with, candidates)
		}
		slices.Sort(candidates)
		if len(slices.Compact(candidates)) != len(with)-1 {
			t.Fatalf("twice: %v", with)
		}
	})
}
