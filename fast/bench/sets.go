package bench

import (
	"fmt"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// substituting are the workloads for the statements on speed of the queries manual of the v3.0 beta (SET-008, SET-009, SET-016, SET-019,
// SET-053, SET-097, SET-125, SET-128, SET-246, SET-294), in its profile, and for the cost of sets that are not written.
func substituting() []Workload {
	sizes := []int{64, 1_000, 8_000}
	return []Workload{
		{"set_filter_new", "query", "make a filter of 2 components in a world of N tables, not run (SET-008)", sizes, "map_insert", setNew(spec.KindFilter)},
		{"set_cached_new", "query", "the same, cached, its matches found (SET-016)", sizes, "map_insert", setNew(spec.KindCached)},
		{"set_filter", "entity", "a filter of 2 components over min(N, 1024) tables, by field slices (SET-009)", sizesAll, "hand2", setIterate(fast.Uncached)},
		{"set_cached", "entity", "the same, cached (SET-016, SET-019, SET-053)", sizesAll, "hand2", setIterate()},
		{"set_sorted", "entity", "1 component of a sorted query (SET-097)", sizesAll, "hand1", setSorted(fast.OrderByEntity())},
		{"set_unsorted", "entity", "the same, not sorted (SET-097)", sizesAll, "hand1", setSorted()},
		{"set_optional", "entity", "Pos and Vel where there is one, by optional field (SET-125, SET-128)", sizesAll, "hand2", setOptional(true)},
		{"set_optional_get", "entity", "the same, Vel by Get (SET-125, SET-128)", sizesAll, "hand2", setOptional(false)},
		{"set_super", "entity", "cached Pos, Mass(super(ChildOf)) by row, ten children to a parent (SET-246)", sizesAll, "two_hop", setRows("Pos, Mass(super(ChildOf))")},
		{"set_own", "entity", "cached Pos, ?Mass of the same by row, nothing searched (SET-246)", sizesAll, "two_hop", setRows("Pos, ?Mass")},
		{"set_subsets", "subset", "a rule for a tag with N subsets, one of which an entity has (SET-294)", sizesCold, "map_insert", setSubsets(false)},
		{"set_rule_flecs3", "entity", "a rule for a tag and a pair that follows from one of 100 targets, in flecs-3 (S-10)", sizesCold, "hand1", setRule(spec.Flecs3(), 1, false)},
		{"set_rule", "entity", "the same, in flecs-3-beta (S-10)", sizesCold, "hand1", setRule(spec.Flecs3Beta(), 1, false)},
		{"set_rule_two", "entity", "the same, two pairs on each entity (S-12)", sizesCold, "hand1", setRule(spec.Flecs3Beta(), 2, false)},
		{"set_rule_isa", "entity", "the same, each entity having one of ten bases (S-12)", sizesCold, "hand1", setRule(spec.Flecs3Beta(), 1, true)},
		{"set_instances", "subset", "a rule for a pair with a base of N as its target, which one entity has (S-11)", sizesCold, "hand1", setInstances(spec.Flecs3Beta())},
		{"set_instances_flecs3", "subset", "the same in flecs-3, which looks for the base alone (S-11)", sizesCold, "hand1", setInstances(spec.Flecs3())},
		{"set_subsets_final", "subset", "the same, the subsets being Final (SET-294)", sizesCold, "map_insert", setSubsets(true)},
	}
}

func betaWorld() *fast.World { return worldOf(spec.Flecs3Beta()) }

func worldOf(p spec.Profile) *fast.World {
	p.Built = true
	w := fast.NewWorld(fast.WithProfile(p))
	fast.Register[Pos](w)
	fast.Register[Vel](w)
	fast.Register[Mass](w)
	return w
}

//go:noinline
func setNew(kind spec.QueryKind) func(int) Body {
	return func(n int) Body {
		w := betaWorld()
		r := w.NewRelationship("R")
		targets := plain(w, n)
		for i := range n {
			fast.Spawn2(w, Pos{X: 1}, Vel{X: 1}, fast.Pair(r, targets[i]))
		}
		const rounds = 10
		return again(rounds, func() int64 {
			count := int64(0)
			for range rounds {
				q := made(w.Prepare(spec.Query{Expr: "Pos, Vel", Text: true, Kind: kind}))
				if kind == spec.KindCached {
					for range made(q.Rows()) {
						break
					}
				}
				count++
			}
			return count
		})
	}
}

//go:noinline
func setIterate(terms ...fast.Term) func(int) Body {
	return func(n int) Body {
		w := betaWorld()
		tagged(w, n)
		q := fast.NewQuery2[Pos, Vel](w, terms...)
		return again(n, func() int64 {
			count := 0
			for batch := range q.Batches() {
				p, v := batch.Fields()
				for i := range p {
					p[i].X += v[i].X
					p[i].Y += v[i].Y
				}
				count += len(p)
			}
			return int64(count)
		})
	}
}

//go:noinline
func setSorted(terms ...fast.Term) func(int) Body {
	return func(n int) Body {
		w := betaWorld()
		withPos(w, n)
		q := fast.NewQuery1[Pos](w, terms...)
		return again(n, func() int64 {
			count := int64(0)
			for _, p := range q.All() {
				p.X++
				count++
			}
			return count
		})
	}
}

//go:noinline
func setOptional(field bool) func(int) Body {
	return func(n int) Body {
		w := betaWorld()
		withPosVel(w, n/2)
		withPos(w, n-n/2)
		vel := fast.Register[Vel](w)
		if !field {
			q := fast.NewQuery1[Pos](w)
			return again(n, func() int64 {
				count := int64(0)
				for e, p := range q.All() {
					if v := vel.Get(e); v != nil {
						p.X += v.X
						count++
					}
				}
				return count
			})
		}
		q := fast.NewQuery2[Pos, Vel](w, fast.Field[Vel](fast.Optional(vel.ID())))
		return again(n, func() int64 {
			count := int64(0)
			for batch := range q.Batches() {
				columns, others := batch.Columns()
				if !others.IsSet() {
					continue
				}
				p, v := columns.Slice(), others.Slice()
				for i := range v {
					p[i].X += v[i].X
				}
				count += int64(len(v))
			}
			return count
		})
	}
}

//go:noinline
func setRows(expr string) func(int) Body {
	return func(n int) Body {
		w := betaWorld()
		roots(w, n)
		q := made(w.Prepare(spec.Query{Expr: expr, Text: true, Kind: spec.KindCached}))
		return again(n, func() int64 {
			count := int64(0)
			for range made(q.Rows()) {
				count++
			}
			return count
		})
	}
}

//go:noinline
func setSubsets(final bool) func(int) Body {
	return func(n int) Body {
		w := betaWorld()
		class := w.NewTag("Class")
		var last fast.Entity
		for i := range n {
			last = w.NewTag(fmt.Sprintf("Sub%d", i))
			must(w.AddPair(last, fast.IsA, class))
			if final {
				must(w.Add(last, fast.Single(fast.Final)))
			}
		}
		w.SpawnWith(fast.Single(last))
		return counted(w, n, "Class")
	}
}

// setRule asks for the entities in a country, by the cities that are in it.
//
//go:noinline
func setRule(p spec.Profile, pairs int, based bool) func(int) Body {
	return func(n int) Body {
		w := worldOf(p)
		mark, in, country := w.NewTag("Mark"), w.NewRelationship("LocatedIn"), w.NewTag("Country")
		must(w.Add(in, fast.Single(fast.Transitive)))
		var cities [100]fast.Entity
		for i := range cities {
			cities[i] = w.Spawn()
			must(w.AddPair(cities[i], in, country))
		}
		bases := plain(w, 10)
		for i := range n {
			ids := []fast.ID{fast.Single(mark), fast.Pair(in, cities[i%100])}
			if pairs == 2 {
				ids = append(ids, fast.Pair(in, cities[(i+1)%100]))
			}
			if based {
				ids = append(ids, fast.Pair(fast.IsA, bases[i%10]))
			}
			w.SpawnWith(ids...)
		}
		return counted(w, n, "Mark, (LocatedIn, Country)")
	}
}

//go:noinline
func setInstances(p spec.Profile) func(int) Body {
	return func(n int) Body {
		w := worldOf(p)
		base, likes := w.NewTag("Base"), w.NewRelationship("Likes")
		for range n {
			w.SpawnWith(fast.Pair(fast.IsA, base))
		}
		w.SpawnWith(fast.Pair(likes, base))
		return counted(w, n, "(Likes, Base)")
	}
}

// counted is a body that counts the rows of a rule.
func counted(w *fast.World, operations int, expr string) Body {
	q := made(w.Prepare(spec.Query{Expr: expr, Text: true, Kind: spec.KindRule}))
	return again(operations, func() int64 {
		count := int64(0)
		for range made(q.Rows()) {
			count++
		}
		return count
	})
}
