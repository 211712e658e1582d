package fast_test

import (
	"testing"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// The benchmarks in this file measure what the Queries manual says about the cost of iterating. See
// compare for what they report.

// moveAll adds the velocity of every entity to its position, a table at a time.
func moveAll(q fast.Query2[position, velocity]) int {
	count := 0
	for batch := range q.Batches() {
		p, v := batch.Fields()
		for i := range p {
			p[i].X += v[i].X
			p[i].Y += v[i].Y
		}
		count += len(p)
	}
	return count
}

// QRY-002: a loop over a million entities of a query, compared with a loop over two slices written
// by hand. QRY-073, SET-053: the compiler makes the same loop of both, so the ratio is close to 1.
func BenchmarkContiguousStorage(b *testing.B) {
	const n = 1_000_000
	w := fast.NewWorld()
	fast.SpawnMany2[position, velocity](w, n)
	q := fast.NewQuery2[position, velocity](w)
	p, v := make([]position, n), make([]velocity, n)
	compare(b, n, body{"slices", func() int {
		for i := range p {
			p[i].X += v[i].X
			p[i].Y += v[i].Y
		}
		return n
	}}, body{"query", func() int { return moveAll(q) }})
}

// QRY-244, FQL-026, SET-125, SET-128: an optional component as a field of the query, compared with
// a lookup for each entity.
func BenchmarkOptionalField(b *testing.B) {
	const n = 10_000
	w := fast.NewWorld()
	fast.SpawnMany1[position](w, n)
	fast.SpawnMany2[position, velocity](w, n)
	vel := fast.Register[velocity](w)
	optional := fast.NewQuery2[position, velocity](w, fast.Optional(fast.Field[velocity](vel.ID())))
	plain := fast.NewQuery1[position](w)
	compare(b, n, body{"optional", func() int {
		count := 0
		for batch := range optional.Batches() {
			if _, v := batch.Columns(); v.IsSet() {
				for i := range v.Slice() {
					_ = *v.At(i)
					count++
				}
			}
		}
		return count
	}}, body{"get", func() int {
		count := 0
		for e := range plain.All() {
			if v := fast.Get[velocity](w, e); v != nil {
				_ = *v
				count++
			}
		}
		return count
	}})
}

// sharing creates n instances of a prefab with mass. Each has its own position.
func sharing(n int) *fast.World {
	w := fast.NewWorld()
	base := fast.Spawn1(w, mass{10}, fast.Prefab)
	fast.SpawnMany1[position](w, n, fast.Pair(fast.IsA, base))
	return w
}

// QRY-334, QRY-396, QRY-446: entities in a large table that share a component, iterated table by
// table and entity by entity. QRY-399, QRY-450: iterating by table, as with instancing, is faster.
// QRY-455: a loop by table tests once per table whether the entities own the value; a loop by
// entity tests it for each entity.
func BenchmarkInstancing(b *testing.B) {
	const n = 100_000
	w := sharing(n)
	q := fast.NewQuery2[position, mass](w)
	instanced := body{"instanced", func() int {
		for batch := range q.Batches() {
			p, m := batch.Columns()
			if !m.IsShared() {
				continue
			}
			kilograms := m.Value().Kilograms
			for i := range p.Slice() {
				p.Slice()[i].X += kilograms
			}
		}
		return n
	}}
	b.Run("one at a time", func(b *testing.B) {
		one := prepared(w, "position, mass", spec.KindCached)
		compare(b, n, instanced, body{"entities", func() int { return rowsOf(one) }})
	})
	b.Run("test inside of the loop", func(b *testing.B) {
		compare(b, n, instanced, body{"tested-each", func() int {
			count := 0
			for batch := range q.Batches() {
				p, m := batch.Columns()
				for i := range p.Slice() {
					if m.IsShared() {
						p.Slice()[i].X += m.Value().Kilograms
					} else {
						p.Slice()[i].X += m.Slice()[i].Kilograms
					}
					count++
				}
			}
			return count
		}})
	})
}

// QRY-345: a loop over single entities visits whole tables internally. So a query with a component
// on a fixed source is as fast as one with only components of the entities.
func BenchmarkEachWithMixedSources(b *testing.B) {
	const n = 100_000
	w := fast.NewWorld()
	fast.SpawnMany2[position, velocity](w, n)
	game := fast.Spawn1(w, mass{1})
	own := fast.NewQuery2[position, velocity](w)
	mixed := fast.NewQuery2[position, mass](w, fast.On(game, fast.Field[mass](fast.Register[mass](w).ID())))
	compare(b, n, body{"own", func() int {
		count := 0
		for _, row := range own.All() {
			row.A.X += row.B.X
			count++
		}
		return count
	}}, body{"mixed", func() int {
		count := 0
		for _, row := range mixed.All() {
			row.A.X += row.B.Kilograms
			count++
		}
		return count
	}})
}

// QRY-400: reading a component that all entities share, compared with a copy for each entity.
func BenchmarkSharedValues(b *testing.B) {
	const n = 1_000_000
	shared := fast.NewQuery2[position, mass](sharing(n))
	own := func() fast.Query2[position, mass] {
		w := fast.NewWorld()
		fast.SpawnMany2[position, mass](w, n)
		return fast.NewQuery2[position, mass](w)
	}()
	compare(b, n, body{"shared", func() int {
		count := 0
		for batch := range shared.Batches() {
			p, m := batch.Columns()
			all, kilograms := p.Slice(), m.Value().Kilograms
			for i := range all {
				all[i].X += kilograms
			}
			count += len(all)
		}
		return count
	}}, body{"own", func() int {
		count := 0
		for batch := range own.Batches() {
			p, m := batch.Fields()
			for i := range p {
				p[i].X += m[i].Kilograms
			}
			count += len(p)
		}
		return count
	}})
}

// QRY-371, SET-246: the position of the parent, found by a cached query with up, by an uncached
// one, and by a lookup for each entity.
func BenchmarkTraversalInUserCode(b *testing.B) {
	const parents, children = 100, 100
	w := fast.NewWorld()
	for range parents {
		parent := fast.Spawn1(w, velocity{1, 2})
		fast.SpawnMany1[position](w, children, fast.Pair(fast.ChildOf, parent))
	}
	up := fast.Up(fast.ChildOf, fast.Field[velocity](fast.Register[velocity](w).ID()))
	add := func(q fast.Query2[position, velocity]) func() int {
		return func() int {
			count := 0
			for batch := range q.Batches() {
				p, v := batch.Columns()
				all, of := p.Slice(), *v.Value()
				for i := range all {
					all[i].X += of.X
				}
				count += len(all)
			}
			return count
		}
	}
	plain := fast.NewQuery1[position](w)
	byHand := body{"user-code", func() int {
		count := 0
		for e, p := range plain.All() {
			if v := fast.Get[velocity](w, w.Parent(e)); v != nil {
				p.X += v.X
				count++
			}
		}
		return count
	}}
	b.Run("cached", func(b *testing.B) {
		compare(b, parents*children, body{"cached", add(fast.NewQuery2[position, velocity](w, up))}, byHand)
	})
	b.Run("uncached", func(b *testing.B) {
		compare(b, parents*children, body{"uncached", add(fast.NewQuery2[position, velocity](w, up, fast.Uncached))},
			byHand)
	})
}

// QRY-486: a loop that skips unchanged tables, with one of a hundred changed, compared with a loop
// over all. A loop over tables that have all changed, with and without the check, shows the cost of
// tracking.
func BenchmarkChangeDetection(b *testing.B) {
	const tables, each = 100, 1_000
	w := spread(tables*each, tables)
	q := fast.NewQuery1[position](w, fast.ReadOnly[position]())
	var first []fast.Entity
	for batch := range q.Batches() {
		first = append(first, batch.Entities()[0])
	}
	loop := func(touch int, changes *fast.Changes) func() int {
		return func() int {
			for _, e := range first[:touch] {
				check(fast.Set(w, e, position{1, 2}))
			}
			seen := 0
			for batch := range q.Batches() {
				if changes != nil && !changes.In(batch.Batch) {
					seen++
					continue
				}
				for _, p := range batch.Field() {
					if p.X == 1 {
						seen++
					}
				}
			}
			return seen
		}
	}
	b.Run("skip", func(b *testing.B) {
		compare(b, 0, body{"skipping", loop(1, w.Changes())}, body{"all", loop(1, nil)})
	})
	b.Run("overhead", func(b *testing.B) {
		compare(b, tables*each, body{"untracked", loop(tables, nil)}, body{"tracked", loop(tables, w.Changes())})
	})
}
