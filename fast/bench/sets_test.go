package bench

import (
	"fmt"
	"testing"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// BenchmarkSetFilterNew, per query: make a filter of 2 components in a world of N tables, not run
// (SET-008).
func BenchmarkSetFilterNew(b *testing.B) {
	measure(b, []int{64, 1_000, 8_000}, setNew(spec.KindFilter))
}

// BenchmarkSetCachedNew, per query: as BenchmarkSetFilterNew, cached, its matches found (SET-016).
func BenchmarkSetCachedNew(b *testing.B) {
	measure(b, []int{64, 1_000, 8_000}, setNew(spec.KindCached))
}

// BenchmarkSetFilter, per entity: a filter of 2 components over min(N, 1024) tables, by field
// slices (SET-009).
func BenchmarkSetFilter(b *testing.B) { measure(b, sizesAll, setIterate(fast.Uncached)) }

// BenchmarkSetCached, per entity: as BenchmarkSetFilter, cached (SET-016, SET-019, SET-053).
func BenchmarkSetCached(b *testing.B) { measure(b, sizesAll, setIterate()) }

// BenchmarkSetSorted, per entity: 1 component of a sorted query (SET-097).
func BenchmarkSetSorted(b *testing.B) { measure(b, sizesAll, setSorted(fast.OrderByEntity())) }

// BenchmarkSetUnsorted, per entity: as BenchmarkSetSorted, not sorted (SET-097).
func BenchmarkSetUnsorted(b *testing.B) { measure(b, sizesAll, setSorted()) }

// BenchmarkSetOptional, per entity: Pos and Vel where there is one, by optional field (SET-125,
// SET-128).
func BenchmarkSetOptional(b *testing.B) { measure(b, sizesAll, setOptional(true)) }

// BenchmarkSetOptionalGet, per entity: as BenchmarkSetOptional, Vel by Get (SET-125, SET-128).
func BenchmarkSetOptionalGet(b *testing.B) { measure(b, sizesAll, setOptional(false)) }

// BenchmarkSetSuper, per entity: cached Pos, Mass(super(ChildOf)) by row, ten children to a parent
// (SET-246).
func BenchmarkSetSuper(b *testing.B) { measure(b, sizesAll, setRows("Pos, Mass(super(ChildOf))")) }

// BenchmarkSetOwn, per entity: cached Pos, ?Mass of the same by row, nothing searched (SET-246).
func BenchmarkSetOwn(b *testing.B) { measure(b, sizesAll, setRows("Pos, ?Mass")) }

// BenchmarkSetSubsets, per subset: a rule for a tag with N subsets, one of which an entity has
// (SET-294).
func BenchmarkSetSubsets(b *testing.B) { measure(b, sizesCold, setSubsets(false)) }

// BenchmarkSetRuleFlecs3, per entity: a rule for a tag and a pair that follows from one of 100
// targets, in flecs-3 (S-10).
func BenchmarkSetRuleFlecs3(b *testing.B) { measure(b, sizesCold, setRule(spec.Flecs3(), 1, false)) }

// BenchmarkSetRule, per entity: as BenchmarkSetRuleFlecs3, in flecs-3-beta (S-10).
func BenchmarkSetRule(b *testing.B) { measure(b, sizesCold, setRule(spec.Flecs3Beta(), 1, false)) }

// BenchmarkSetRuleTwo, per entity: as BenchmarkSetRuleFlecs3, two pairs on each entity (S-12).
func BenchmarkSetRuleTwo(b *testing.B) { measure(b, sizesCold, setRule(spec.Flecs3Beta(), 2, false)) }

// BenchmarkSetRuleIsA, per entity: as BenchmarkSetRuleFlecs3, each entity having one of ten bases
// (S-12).
func BenchmarkSetRuleIsA(b *testing.B) { measure(b, sizesCold, setRule(spec.Flecs3Beta(), 1, true)) }

// BenchmarkSetInstances, per subset: a rule for a pair with a base of N as its target, which one
// entity has (S-11).
func BenchmarkSetInstances(b *testing.B) { measure(b, sizesCold, setInstances(spec.Flecs3Beta())) }

// BenchmarkSetInstancesFlecs3, per subset: as BenchmarkSetInstances in flecs-3, which looks for the
// base alone (S-11).
func BenchmarkSetInstancesFlecs3(b *testing.B) { measure(b, sizesCold, setInstances(spec.Flecs3())) }

// BenchmarkSetSubsetsFinal, per subset: as BenchmarkSetSubsets, the subsets being Final (SET-294).
func BenchmarkSetSubsetsFinal(b *testing.B) { measure(b, sizesCold, setSubsets(true)) }

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
func setNew(kind spec.QueryKind) func(int) body {
	return func(n int) body {
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
func setIterate(terms ...fast.Term) func(int) body {
	return func(n int) body {
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
func setSorted(terms ...fast.Term) func(int) body {
	return func(n int) body {
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
func setOptional(field bool) func(int) body {
	return func(n int) body {
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
func setRows(expr string) func(int) body {
	return func(n int) body {
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
func setSubsets(final bool) func(int) body {
	return func(n int) body {
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
func setRule(p spec.Profile, pairs int, based bool) func(int) body {
	return func(n int) body {
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
func setInstances(p spec.Profile) func(int) body {
	return func(n int) body {
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
func counted(w *fast.World, operations int, expr string) body {
	q := made(w.Prepare(spec.Query{Expr: expr, Text: true, Kind: spec.KindRule}))
	return again(operations, func() int64 {
		count := int64(0)
		for range made(q.Rows()) {
			count++
		}
		return count
	})
}
