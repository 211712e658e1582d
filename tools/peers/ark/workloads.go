package main

import (
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"

	"github.com/mlange-42/ark/ecs"
)

type (
	Pos  struct{ X, Y float64 }
	Vel  struct{ X, Y float64 }
	Acc  struct{ X, Y float64 }
	Rot  struct{ X, Y float64 }
	Mass struct{ X, Y float64 }

	R         struct{ ecs.RelationMarker }
	S         struct{ ecs.RelationMarker }
	ChildOf   struct{ ecs.RelationMarker }
	LocatedIn struct{ ecs.RelationMarker }

	Planet struct{}
)

var workloads = []struct {
	name    string
	prepare func(n int) body
}{
	{"Create2", create2},
	{"Create2Naive", create2Naive},
	{"Create2Bulk", create2Bulk},
	{"CreateRel", createRel},
	{"BuildTree", func(n int) body { return buildTree(n, false) }},
	{"BuildTreeBulk", func(n int) body { return buildTree(n, true) }},
	{"PairCold", pairCold},
	{"ArchCombos", archCombos},
	{"AddRem", func(n int) body { return addRemove(ecs.NewWorld(), n) }},
	{"PairAddRemT10", func(n int) body { return pairAddRemove(n, 10) }},
	{"PairAddRemFrag", func(n int) body { return pairAddRemove(n, max(1, n/10)) }},
	{"ReparentT100", func(n int) body { return reparent(n, 100) }},
	{"ReparentFrag", func(n int) body { return reparent(n, max(1, n/10)) }},
	{"ReparentChildOfT100", func(n int) body { return reparent(n, 100) }},
	{"Iter1", func(n int) body { return iter1(n, false) }},
	{"Iter1Tab", func(n int) body { return iter1(n, true) }},
	{"Iter2", func(n int) body { return iter2(n, withPosVel, true, false) }},
	{"Iter2Tab", func(n int) body { return iter2(n, withPosVel, true, true) }},
	{"Iter5", func(n int) body { return iter5(n, false) }},
	{"Iter5Tab", func(n int) body { return iter5(n, true) }},
	{"Iter2Frag", func(n int) body { return iter2(n, tagged, true, false) }},
	{"Iter2FragTab", func(n int) body { return iter2(n, tagged, true, true) }},
	{"Iter2FragUnc", func(n int) body { return iter2(n, tagged, false, true) }},
	{"Wild", func(n int) body { return wild(n, true) }},
	{"WildUnc", func(n int) body { return wild(n, false) }},
	{"TargetEach", targetEach},
	{"TargetQ", targetQuery},
	{"Children", func(n int) body { return children(n, false) }},
	{"ChildrenBulk", func(n int) body { return children(n, true) }},
	{"Up", func(n int) body { return up(n, true) }},
	{"UpUnc", func(n int) body { return up(n, false) }},
	{"Cascade", func(n int) body { return cascade(n, 10, false) }},
	{"CascadeF2", func(n int) body { return cascade(n, 2, false) }},
	{"CascadeBulk", func(n int) body { return cascade(n, 10, true) }},
	{"TransDown", transDown},
	{"ChainDown", chainDown},
	{"TransUp", transUp},
	{"TransCheck", transCheck},
	{"Join16", func(n int) body { return join(n, 16) }},
	{"JoinSparse", func(n int) body { return join(n, max(1, n/10)) }},
	{"JoinTyped", joinTyped},
	{"DelTarget", func(n int) body { return delTargets(n, 1) }},
	{"DelTargets", func(n int) body { return delTargets(n, max(1, n/10)) }},
	{"DelTargets2", delTargets2},
	{"DelTree", func(n int) body { return delTree(n, false) }},
	{"DelTreeBulk", func(n int) body { return delTree(n, true) }},
	{"ObserveAddRem", func(n int) body { return observeAddRemove[Vel](n, 0) }},
	{"ObserveOther", func(n int) body { return observeAddRemove[Acc](n, 1) }},
	{"ObserveNone", func(n int) body { return rounds(ecs.NewWorld(), n) }},
	{"ObserveOne", observeOne},
	{"Get", func(n int) body { return get(n, withPosVel) }},
	{"GetFrag", func(n int) body { return get(n, tagged) }},
	{"GetOwn", func(n int) body { return get(n, withPosVel) }},
	{"Set", set},
	{"Has", func(n int) body { return has(n, withPosVel) }},
	{"HasFrag", func(n int) body { return has(n, tagged) }},
	{"HasPair", hasPair},
	{"GetTarget", getTarget},
	{"QueryNewCached", func(n int) body { return queryNew(n, true, true) }},
	{"QueryNewCachedLazy", func(n int) body { return queryNew(n, false, true) }},
	{"QueryNewUnc", func(n int) body { return queryNew(n, false, false) }},
	{"Churn", churn},
	{"ChurnFamily", func(n int) body { return churnFamily(n, 0) }},
	{"ChurnFamilyQ20", func(n int) body { return churnFamily(n, 20) }},
	{"FragWild", func(n int) body { return visit(n, ecs.NewFilter1[Pos](fragmented(n, 1)).With(ecs.C[R]())) }},
	{"FragNot", func(n int) body { return visit(n, ecs.NewFilter1[Pos](fragmented(n, 2)).Without(ecs.C[R]())) }},
	{"GcRel", collect},
}

// pick is like that of fast/bench.
func pick(i, n int) int {
	x := uint64(i+1) * 0x9E3779B97F4A7C15
	x ^= x >> 32
	x *= 0xD6E8FEB86659FD93
	x ^= x >> 32
	return int(x % uint64(n))
}

func shuffled(list []ecs.Entity) []ecs.Entity {
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

func plain(w *ecs.World, n int) []ecs.Entity {
	list := make([]ecs.Entity, n)
	for i := range list {
		list[i] = w.NewEntity()
	}
	return list
}

func withPos(w *ecs.World, n int) []ecs.Entity {
	m := ecs.NewMap1[Pos](w)
	list := make([]ecs.Entity, n)
	for i := range list {
		list[i] = m.NewEntity(&Pos{X: float64(i)})
	}
	return list
}

func withPosVel(w *ecs.World, n int) []ecs.Entity {
	m := ecs.NewMap2[Pos, Vel](w)
	list := make([]ecs.Entity, n)
	for i := range list {
		list[i] = m.NewEntity(&Pos{X: float64(i)}, &Vel{X: 1, Y: 1})
	}
	return list
}

// tags returns 13 tags. Each tag is a Go type: an array of that many elements without size.
func tags(w *ecs.World) []ecs.ID {
	list := make([]ecs.ID, 13)
	for i := range list {
		list[i] = ecs.TypeID(w, reflect.ArrayOf(i, reflect.TypeFor[struct{}]()))
	}
	return list
}

func tagged(w *ecs.World, n int) []ecs.Entity {
	u, m := w.Unsafe(), ecs.NewMap2[Pos, Vel](w)
	with := []ecs.ID{ecs.ComponentID[Pos](w), ecs.ComponentID[Vel](w)}
	all := tags(w)
	list := make([]ecs.Entity, n)
	for i := range list {
		ids := with[:2:2]
		for bit, tag := range all[:10] {
			if i>>bit&1 != 0 {
				ids = append(ids, tag)
			}
		}
		list[i] = u.NewEntity(ids...)
		m.Set(list[i], &Pos{X: float64(i)}, &Vel{X: 1, Y: 1})
	}
	return list
}

// count returns the number of entities with a component.
func count[T any](w *ecs.World) int64 {
	q := ecs.NewFilter1[T](w).Query()
	n := q.Count()
	q.Close()
	return int64(n)
}

// linked returns the number of entities whose relationship has a target. Ark clears it when the
// target dies.
func linked[T any](w *ecs.World) (n int64) {
	q := ecs.NewFilter1[T](w).Query()
	for q.NextTable() {
		if !q.GetRelation(0).IsZero() {
			n += int64(len(q.Entities()))
		}
	}
	return n
}

func create2(n int) body {
	w := ecs.NewWorld()
	m := ecs.NewMap2[Pos, Vel](w)
	return once(n, func() int64 {
		for i := range n {
			m.NewEntity(&Pos{X: float64(i)}, &Vel{X: 1})
		}
		return count[Pos](w)
	})
}

func create2Naive(n int) body {
	w := ecs.NewWorld()
	p, v := ecs.NewMap1[Pos](w), ecs.NewMap1[Vel](w)
	return once(n, func() int64 {
		for i := range n {
			e := w.NewEntity()
			p.Add(e, &Pos{X: float64(i)})
			v.Add(e, &Vel{X: 1})
		}
		return count[Vel](w)
	})
}

func create2Bulk(n int) body {
	w := ecs.NewWorld()
	m := ecs.NewMap2[Pos, Vel](w)
	return once(n, func() int64 {
		i := 0
		m.NewBatchFn(n, func(_ ecs.Entity, p *Pos, v *Vel) {
			*p, *v = Pos{X: float64(i)}, Vel{X: 1}
			i++
		})
		return count[Vel](w)
	})
}

func createRel(n int) body {
	w := ecs.NewWorld()
	m := ecs.NewMap3[Pos, Vel, R](w)
	targets := plain(w, 100)
	return once(n, func() int64 {
		for i := range n {
			m.NewEntity(&Pos{X: float64(i)}, &Vel{X: 1}, &R{}, ecs.RelIdx(2, targets[i%100]))
		}
		return linked[R](w)
	})
}

func family(w *ecs.World, n, fan int, bulk bool) []ecs.Entity {
	root, m := ecs.NewMap2[Pos, Vel](w), ecs.NewMap3[Pos, Vel, ChildOf](w)
	list := make([]ecs.Entity, 1, n)
	list[0] = root.NewEntity(&Pos{X: 1}, &Vel{X: 1})
	for parent := 0; len(list) < n; parent++ {
		children := min(fan, n-len(list))
		if bulk {
			m.NewBatchFn(children, func(e ecs.Entity, p *Pos, v *Vel, _ *ChildOf) {
				*p, *v = Pos{X: 1}, Vel{X: 1}
				list = append(list, e)
			}, ecs.RelIdx(2, list[parent]))
			continue
		}
		for range children {
			list = append(list, m.NewEntity(&Pos{X: 1}, &Vel{X: 1}, &ChildOf{}, ecs.RelIdx(2, list[parent])))
		}
	}
	return list
}

func buildTree(n int, bulk bool) body {
	w := ecs.NewWorld()
	ecs.NewMap3[Pos, Vel, ChildOf](w)
	return once(n, func() int64 {
		family(w, n, 10, bulk)
		return linked[ChildOf](w)
	})
}

func pairCold(n int) body {
	w := ecs.NewWorld()
	m := ecs.NewMap[R](w)
	entities, targets := withPos(w, n), plain(w, n)
	return once(n, func() int64 {
		for i, e := range entities {
			m.Add(e, &R{}, targets[i])
		}
		return linked[R](w)
	})
}

func archCombos(n int) body {
	w := ecs.NewWorld()
	u := w.Unsafe()
	ids := tags(w)
	for 1<<(len(ids)-1) > n {
		ids = ids[:len(ids)-1]
	}
	entities := plain(w, n)
	return once(n, func() int64 {
		for i, e := range entities {
			for bit := len(ids) - 1; bit >= 0; bit-- {
				if (i+1)>>bit&1 != 0 {
					u.Add(e, ids[bit])
				}
			}
		}
		sum := 0
		for _, id := range ids {
			q := ecs.NewUnsafeFilter(w, id).Query()
			sum += q.Count()
			q.Close()
		}
		return int64(sum)
	})
}

//go:noinline
func addRemove(w *ecs.World, n int) body {
	entities := withPos(w, n)
	m := ecs.NewMap1[Vel](w)
	return again(2*n, func() int64 {
		for _, e := range entities {
			m.Add(e, &Vel{})
		}
		sum := count[Vel](w)
		for _, e := range entities {
			m.Remove(e)
		}
		return sum - count[Vel](w)
	})
}

//go:noinline
func pairAddRemove(n, targets int) body {
	w := ecs.NewWorld()
	m := ecs.NewMap[R](w)
	entities, to := withPos(w, n), plain(w, targets)
	return again(2*n, func() int64 {
		for i, e := range entities {
			m.Add(e, &R{}, to[i%len(to)])
		}
		sum := count[R](w)
		for _, e := range entities {
			m.Remove(e)
		}
		return sum - count[R](w)
	})
}

//go:noinline
func reparent(n, targets int) body {
	w := ecs.NewWorld()
	m := ecs.NewMap[R](w)
	entities, to := withPos(w, n), plain(w, targets)
	at := make([]int, n)
	for i, e := range entities {
		at[i] = i % len(to)
		m.Add(e, &R{}, to[at[i]])
	}
	return again(n, func() int64 {
		for i, e := range entities {
			next := at[i] + 1
			if next == len(to) {
				next = 0
			}
			at[i] = next
			m.SetRelation(e, to[next])
		}
		return count[R](w)
	})
}

//go:noinline
func iter1(n int, tables bool) body {
	w := ecs.NewWorld()
	withPos(w, n)
	f := ecs.NewFilter1[Pos](w).Register()
	return again(n, func() int64 {
		sum := 0
		q := f.Query()
		if tables {
			for q.NextTable() {
				p := q.GetColumns()
				for i := range p {
					p[i].X++
					p[i].Y++
				}
				sum += len(p)
			}
			return int64(sum)
		}
		for q.Next() {
			p := q.Get()
			p.X++
			p.Y++
		}
		return count[Pos](w)
	})
}

//go:noinline
func iter2(n int, world func(*ecs.World, int) []ecs.Entity, cached, tables bool) body {
	w := ecs.NewWorld()
	world(w, n)
	f := ecs.NewFilter2[Pos, Vel](w)
	if cached {
		f.Register()
	}
	return again(n, func() int64 {
		sum := 0
		q := f.Query()
		if tables {
			for q.NextTable() {
				p, v := q.GetColumns()
				for i := range p {
					p[i].X += v[i].X
					p[i].Y += v[i].Y
				}
				sum += len(p)
			}
			return int64(sum)
		}
		for q.Next() {
			p, v := q.Get()
			p.X += v.X
			p.Y += v.Y
			sum++
		}
		return int64(sum)
	})
}

//go:noinline
func iter5(n int, tables bool) body {
	w := ecs.NewWorld()
	m := ecs.NewMap5[Pos, Vel, Acc, Rot, Mass](w)
	for i := range n {
		m.NewEntity(&Pos{X: float64(i)}, &Vel{X: 1}, &Acc{X: 1}, &Rot{X: 1}, &Mass{X: 1})
	}
	f := ecs.NewFilter5[Pos, Vel, Acc, Rot, Mass](w).Register()
	return again(n, func() int64 {
		sum := 0
		q := f.Query()
		if tables {
			for q.NextTable() {
				p, v, a, r, m := q.GetColumns()
				v, a, r, m = v[:len(p)], a[:len(p)], r[:len(p)], m[:len(p)]
				for i := range p {
					p[i].X += v[i].X + a[i].X + r[i].X + m[i].X
					p[i].Y += v[i].Y + a[i].Y + r[i].Y + m[i].Y
				}
				sum += len(p)
			}
			return int64(sum)
		}
		for q.Next() {
			p, v, a, r, m := q.Get()
			p.X += v.X + a.X + r.X + m.X
			p.Y += v.Y + a.Y + r.Y + m.Y
			sum++
		}
		return int64(sum)
	})
}

//go:noinline
func wild(n int, cached bool) body {
	w := ecs.NewWorld()
	targets := plain(w, max(1, n/10))
	m := ecs.NewMap2[Pos, R](w)
	for i := range n {
		m.NewEntity(&Pos{X: 1}, &R{}, ecs.RelIdx(1, targets[i/10%len(targets)]))
	}
	f := ecs.NewFilter2[Pos, R](w)
	if cached {
		f.Register()
	}
	first := int64(targets[0].ID())
	return again(n, func() int64 {
		sum := int64(0)
		q := f.Query()
		for q.NextTable() {
			p, _ := q.GetColumns()
			for i := range p {
				p[i].X++
			}
			sum += int64(q.GetRelation(1).ID()) * int64(len(p))
		}
		return sum - int64(n)*(first-1)
	})
}

// sources returns a world of n entities with Pos and (R, one of some targets, in turn).
func sources(n, to int) (w *ecs.World, all, targets []ecs.Entity) {
	w = ecs.NewWorld()
	all, targets = make([]ecs.Entity, n), plain(w, to)
	m := ecs.NewMap2[Pos, R](w)
	for i := range n {
		all[i] = m.NewEntity(&Pos{X: 1}, &R{}, ecs.RelIdx(1, targets[i%to]))
	}
	return w, all, targets
}

func targetEach(n int) body {
	w, _, targets := sources(n, max(1, n/10))
	f := ecs.NewFilter1[R](w)
	last := int64(targets[len(targets)-1].ID())
	return again(len(targets), func() int64 {
		sum := int64(0)
		for _, t := range targets {
			q := f.Query(ecs.RelIdx(0, t))
			for q.NextTable() {
				for _, e := range q.Entities() {
					sum += int64(e.ID())
				}
			}
		}
		return sum - int64(n)*last
	})
}

func targetQuery(n int) body {
	w, _, targets := sources(n, max(1, n/10))
	f := ecs.NewFilter2[Pos, R](w)
	return again(len(targets), func() int64 {
		sum := 0
		for _, t := range targets {
			q := f.Query(ecs.RelIdx(1, t))
			for q.NextTable() {
				p, _ := q.GetColumns()
				for i := range p {
					p[i].X++
				}
				sum += len(p)
			}
		}
		return int64(sum)
	})
}

//go:noinline
func children(n int, bulk bool) body {
	w := ecs.NewWorld()
	all := family(w, n, 10, bulk)
	f := ecs.NewFilter1[ChildOf](w)
	return again(max(1, n-1), func() int64 {
		sum := int64(0)
		for _, parent := range all[:(n+8)/10] {
			q := f.Query(ecs.RelIdx(0, parent))
			for q.NextTable() {
				for _, e := range q.Entities() {
					sum += int64(e.ID())
				}
			}
		}
		return sum - int64(n-1)*int64(all[0].ID())
	})
}

//go:noinline
func up(n int, cached bool) body {
	w := ecs.NewWorld()
	parents, m := ecs.NewMap[Mass](w), ecs.NewMap2[Pos, ChildOf](w)
	for left := n; left > 0; left -= 10 {
		parent := parents.NewEntity(&Mass{X: 1})
		for range min(10, left) {
			m.NewEntity(&Pos{X: 1}, &ChildOf{}, ecs.RelIdx(1, parent))
		}
	}
	f := ecs.NewFilter2[Pos, ChildOf](w)
	if cached {
		f.Register()
	}
	return again(n, func() int64 {
		sum := 0
		q := f.Query()
		for q.NextTable() {
			above := parents.Get(q.GetRelation(1)).X
			p, _ := q.GetColumns()
			for i := range p {
				p[i].X += above
			}
			sum += len(p)
		}
		return int64(sum)
	})
}

//go:noinline
func cascade(n, fan int, bulk bool) body {
	w := ecs.NewWorld()
	all := family(w, n, fan, bulk)
	local, world := ecs.NewMap[Pos](w), ecs.NewMap[Vel](w)
	f := ecs.NewFilter3[Pos, Vel, ChildOf](w)
	var queue []ecs.Entity
	return again(n, func() int64 {
		root := local.Get(all[0])
		*world.Get(all[0]) = Vel{X: root.X, Y: root.Y}
		last := root.X
		queue = append(queue[:0], all[0])
		for i := 0; i < len(queue); i++ {
			above := *world.Get(queue[i])
			q := f.Query(ecs.RelIdx(2, queue[i]))
			for q.NextTable() {
				p, v, _ := q.GetColumns()
				v = v[:len(p)]
				for i := range p {
					v[i].X, v[i].Y = above.X+p[i].X, above.Y+p[i].Y
				}
				last = v[len(v)-1].X
				queue = append(queue, q.Entities()...)
			}
		}
		return int64(last)
	})
}

// below appends all entities below the first of a list to it.
func below[T any](f *ecs.Filter1[T], list []ecs.Entity) []ecs.Entity {
	for i := 0; i < len(list); i++ {
		q := f.Query(ecs.RelIdx(0, list[i]))
		for q.NextTable() {
			list = append(list, q.Entities()...)
		}
	}
	return list
}

// countBelow counts the entities below a root.
//
//go:noinline
func countBelow(w *ecs.World, root ecs.Entity, operations int) body {
	f := ecs.NewFilter1[LocatedIn](w)
	var queue []ecs.Entity
	return again(operations, func() int64 {
		queue = below(f, append(queue[:0], root))
		return int64(len(queue) - 1)
	})
}

func transDown(n int) body {
	w := ecs.NewWorld()
	m := ecs.NewMap[LocatedIn](w)
	all := plain(w, n)
	for i, e := range all[1:] {
		m.Add(e, &LocatedIn{}, all[i/10])
	}
	return countBelow(w, all[0], n-1)
}

func chain(n int) (w *ecs.World, in *ecs.Map[LocatedIn], places []ecs.Entity) {
	w = ecs.NewWorld()
	in = ecs.NewMap[LocatedIn](w)
	places = plain(w, n+1)
	for i, e := range places[:n] {
		in.Add(e, &LocatedIn{}, places[i+1])
	}
	return w, in, places
}

func chainDown(n int) body {
	w, _, places := chain(n)
	return countBelow(w, places[n], n)
}

func transUp(n int) body {
	_, in, places := chain(n)
	leaf := int64(places[0].ID())
	return again(n, func() int64 {
		sum := int64(0)
		for e := places[0]; in.Has(e); {
			e = in.GetRelation(e)
			sum += int64(e.ID())
		}
		return sum - int64(n)*leaf
	})
}

func transCheck(n int) body {
	const tests = 100
	_, in, places := chain(n)
	return again(tests, func() int64 {
		found := 0
		for range tests {
			e := places[0]
			for e != places[n] && in.Has(e) {
				e = in.GetRelation(e)
			}
			if e == places[n] {
				found++
			}
		}
		return int64(found)
	})
}

//go:noinline
func join(n, targets int) body {
	w := ecs.NewWorld()
	to := plain(w, targets)
	m := ecs.NewMap2[R, S](w)
	for i := range n {
		m.NewEntity(&R{}, &S{}, ecs.RelIdx(0, to[pick(2*i, targets)]), ecs.RelIdx(1, to[pick(2*i+1, targets)]))
	}
	f := ecs.NewFilter2[R, S](w).Register()
	before := int64(to[0].ID()) - 1
	return again(n, func() int64 {
		sum := int64(0)
		q := f.Query()
		for q.NextTable() {
			if t := q.GetRelation(0); t == q.GetRelation(1) {
				sum += int64(len(q.Entities())) * (int64(t.ID()) - before)
			}
		}
		return sum
	})
}

func joinTyped(n int) body {
	w, _, to := sources(n, max(2, n/10))
	planet := ecs.NewMap[Planet](w)
	for i := 0; i < len(to); i += 2 {
		planet.Add(to[i], &Planet{})
	}
	f := ecs.NewFilter2[Pos, R](w).Register()
	return again(n, func() int64 {
		sum := 0
		q := f.Query()
		for q.NextTable() {
			if planet.Has(q.GetRelation(1)) {
				p, _ := q.GetColumns()
				for i := range p {
					p[i].X++
				}
				sum += len(p)
			}
		}
		return int64(sum)
	})
}

func delTargets(n, targets int) body {
	w, _, to := sources(n, targets)
	return once(targets, func() int64 {
		for _, t := range to {
			w.RemoveEntity(t)
		}
		return count[Pos](w) - linked[R](w)
	})
}

func delTargets2(n int) body {
	w := ecs.NewWorld()
	targets := plain(w, max(1, n/10))
	m := ecs.NewMap3[Pos, R, S](w)
	for i := range n {
		at := i % len(targets)
		m.NewEntity(&Pos{X: 1}, &R{}, &S{}, ecs.RelIdx(1, targets[at]), ecs.RelIdx(2, targets[(at+1)%len(targets)]))
	}
	return once(len(targets), func() int64 {
		for _, t := range targets {
			w.RemoveEntity(t)
		}
		return count[Pos](w) - linked[R](w)
	})
}

//go:noinline
func delTree(n int, bulk bool) body {
	w := ecs.NewWorld()
	all := family(w, n, 10, bulk)
	f := ecs.NewFilter1[ChildOf](w)
	return once(n, func() int64 {
		for _, e := range slices.Backward(below(f, []ecs.Entity{all[0]})) {
			w.RemoveEntity(e)
		}
		return count[Pos](w)
	})
}

// observe calls a function for the events of a component.
func observe[T any](w *ecs.World, notified func(ecs.Entity), events ...ecs.EventType) {
	for _, event := range events {
		ecs.Observe(event).For(ecs.C[T]()).Do(notified).Register(w)
	}
}

// observeAddRemove counts the events of a component while Vel is added and removed.
func observeAddRemove[T any](n int, more int64) body {
	w := ecs.NewWorld()
	notified := int64(0)
	observe[T](w, func(ecs.Entity) { notified++ }, ecs.OnAddComponents, ecs.OnRemoveComponents)
	work := addRemove(w, n)
	return again(2*n, func() int64 {
		notified = 0
		work.run()
		return notified + more
	})
}

//go:noinline
func rounds(w *ecs.World, n int) body {
	pos, vel := ecs.NewMap[Pos](w), ecs.NewMap[Vel](w)
	pos.NewEntity(&Pos{})
	return again(5*n, func() int64 {
		sum := 0.0
		for range n {
			e := pos.NewEntity(&Pos{X: 1})
			pos.Set(e, &Pos{X: 2})
			vel.Add(e, &Vel{})
			vel.Remove(e)
			sum += pos.Get(e).X
			w.RemoveEntity(e)
		}
		return int64(sum)
	})
}

func observeOne(n int) body {
	w := ecs.NewWorld()
	observe[Acc](w, func(ecs.Entity) { panic("nothing has the component") },
		ecs.OnAddComponents, ecs.OnRemoveComponents, ecs.OnSetComponents)
	return rounds(w, n)
}

//go:noinline
func get(n int, world func(*ecs.World, int) []ecs.Entity) body {
	w := ecs.NewWorld()
	all := shuffled(world(w, n))
	pos := ecs.NewMap[Pos](w)
	return again(n, func() int64 {
		sum := 0.0
		for _, e := range all {
			sum += pos.Get(e).X
		}
		return int64(sum)
	})
}

func set(n int) body {
	w := ecs.NewWorld()
	all := shuffled(withPosVel(w, n))
	pos := ecs.NewMap[Pos](w)
	return again(n, func() int64 {
		for i, e := range all {
			pos.Set(e, &Pos{X: float64(i)})
		}
		return int64(pos.Get(all[n-1]).X)
	})
}

//go:noinline
func has(n int, world func(*ecs.World, int) []ecs.Entity) body {
	w := ecs.NewWorld()
	all := world(w, n)
	pos := ecs.NewMap[Pos](w)
	for _, e := range all[n/2:] {
		pos.Remove(e)
	}
	shuffled(all)
	return again(n, func() int64 {
		sum := 0
		for _, e := range all {
			if pos.Has(e) {
				sum++
			}
		}
		return int64(sum)
	})
}

func hasPair(n int) body {
	w, all, targets := sources(n, 100)
	r := ecs.NewMap[R](w)
	shuffled(all)
	asked := make([]ecs.Entity, n)
	for i, e := range all {
		asked[i] = targets[pick(int(e.ID()-targets[0].ID()), 100)]
	}
	return again(n, func() int64 {
		sum := 0
		for i, e := range all {
			if !r.Has(e) || r.GetRelation(e) != asked[i] {
				sum++
			}
		}
		return int64(sum)
	})
}

func getTarget(n int) body {
	w, all, targets := sources(n, 100)
	r := ecs.NewMap[R](w)
	shuffled(all)
	before := int64(targets[0].ID()) - 1
	return again(n, func() int64 {
		sum := int64(0)
		for _, e := range all {
			sum += int64(r.GetRelation(e).ID())
		}
		return sum - int64(n)*before
	})
}

//go:noinline
func queryNew(n int, match, cached bool) body {
	w := ecs.NewWorld()
	targets := plain(w, n)
	some, both := ecs.NewMap2[Pos, R](w), ecs.NewMap3[Pos, Vel, R](w)
	for _, t := range targets {
		if match {
			both.NewEntity(&Pos{X: 1}, &Vel{X: 1}, &R{}, ecs.RelIdx(2, t))
		} else {
			some.NewEntity(&Pos{X: 1}, &R{}, ecs.RelIdx(1, t))
		}
	}
	if !match {
		ecs.NewMap2[Pos, Vel](w).NewEntity(&Pos{X: 1}, &Vel{X: 1})
	}
	const rounds = 10
	return again(rounds, func() int64 {
		sum := 0
		for range rounds {
			f := ecs.NewFilter2[Pos, Vel](w)
			if cached {
				f.Register()
			}
			q := f.Query()
			sum += q.Count()
			q.Close()
			if cached {
				f.Unregister()
			}
		}
		return int64(sum)
	})
}

func churn(n int) body {
	w := ecs.NewWorld()
	all := withPosVel(w, n)
	m := ecs.NewMap2[Pos, Vel](w)
	random := rand.New(rand.NewPCG(5, 6))
	picks := make([]int32, 1<<20)
	for i := range picks {
		picks[i] = int32(random.IntN(n))
	}
	at, each := 0, max(1000, n/10)
	return again(each, func() int64 {
		if at+each > len(picks) {
			at = 0
		}
		at += each
		for _, i := range picks[at-each : at] {
			w.RemoveEntity(all[i])
			all[i] = m.NewEntity(&Pos{X: 1}, &Vel{X: 1})
		}
		return count[Pos](w)
	})
}

//go:noinline
func churnFamily(n, queries int) body {
	w := ecs.NewWorld()
	parents, m := ecs.NewMap2[Pos, Vel](w), ecs.NewMap3[Pos, Vel, ChildOf](w)
	children := ecs.NewFilter1[ChildOf](w)
	spawn := func() ecs.Entity {
		parent := parents.NewEntity(&Pos{X: 1}, &Vel{X: 1})
		for range 10 {
			m.NewEntity(&Pos{X: 1}, &Vel{X: 1}, &ChildOf{}, ecs.RelIdx(2, parent))
		}
		return parent
	}
	for range max(1, n/11) {
		spawn()
	}
	live := make([]*ecs.Filter2[Pos, Vel], queries)
	for i := range live {
		live[i] = ecs.NewFilter2[Pos, Vel](w).Without(ecs.C[Planet]()).Register()
	}
	rounds := max(100, n/110)
	return again(11*rounds, func() int64 {
		for range rounds {
			parent := spawn()
			w.RemoveEntities(children.Batch(ecs.RelIdx(0, parent)), nil)
			w.RemoveEntity(parent)
		}
		sum := 0
		for _, f := range live {
			q := f.Query()
			sum += q.Count()
			q.Close()
		}
		return count[Pos](w) + int64(sum)
	})
}

// fragmented is a world with n entities with Pos, of which each step-th has R and one of n/10 targets.
func fragmented(n, step int) *ecs.World {
	w := ecs.NewWorld()
	targets := plain(w, max(1, n/10))
	m := ecs.NewMap[R](w)
	for i, e := range withPos(w, n) {
		if i%step == 0 {
			m.Add(e, &R{}, targets[i%len(targets)])
		}
	}
	return w
}

func visit(n int, f *ecs.Filter1[Pos]) body {
	f.Register()
	return again(n, func() int64 {
		sum := 0
		for q := f.Query(); q.Next(); sum++ {
			q.Get().X++
		}
		return int64(sum)
	})
}

func collect(n int) body {
	w := ecs.NewWorld()
	m := ecs.NewMap[R](w)
	entities, targets := withPos(w, n), plain(w, n)
	for i, e := range entities {
		m.Add(e, &R{}, targets[i])
	}
	return again(1, func() int64 {
		runtime.GC()
		return count[R](w)
	})
}
