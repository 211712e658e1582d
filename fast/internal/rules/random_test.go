package rules

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// shown is the state of an entity that a dump shows.
type shown struct {
	entity Entity
	name   string
	ids    map[store.ID]int64 // own ids with their values
	off    map[store.ID]bool
	marks  map[store.ID]bool
	stuck  sticky
	open   bool // a component that lost its default Final
	order  uint64
}

// pairTo is a relationship and a target.
type pairTo struct{ relationship, target uint32 }

// picture is the visible state of a world between operations.
type picture struct {
	entities map[uint32]shown
	orders   map[pairTo][]uint32
	scope    Entity
}

// watched is a world whose listener records the changes that it is notified of, and that keeps the
// state before an operation.
type watched struct {
	World
	t      require.TestingT
	draw   *rand.Rand
	before picture
	after  picture

	reported                      map[uint32]map[store.ID]bool // changed ids that the listener was notified of
	renamed, made, ended, toggled map[uint32]bool
	touched                       map[uint32]bool
	all                           bool
	user, reserved                []Entity // elements of random ids
	tables                        map[store.Table][]store.ID
	traits                        map[uint32]Traits
	reaching                      Reaching
	counters                      changeCounters
	tableLogEnd, baseLogEnd       uint64
}

// holds is like require.True, but does nothing if right is true.
func holds(t require.TestingT, right bool, message ...any) {
	if !right {
		require.True(t, right, message...)
	}
}

func set[M ~map[K]map[L]bool, K, L comparable](m M, k K, l L) {
	if m[k] == nil {
		m[k] = map[L]bool{}
	}
	m[k][l] = true
}

// sees reports whether an entity owned an id before the operation.
func (w *watched) sees(index uint32, id store.ID) bool {
	_, has := w.before.entities[index].ids[id]
	return has
}

func (w *watched) Change(index uint32, id store.ID) {
	if !w.made[index] && !w.reported[index][id] {
		holds(w.t, w.sees(index, id) == w.ownsNow(w.Entity(index), id),
			"notified after the change instead of before: entity %d, id %v", index, id)
	}
	set(w.reported, index, id)
}

func (w *watched) Toggle(index uint32, _ store.ID) { w.toggled[index] = true }

func (w *watched) Rename(index uint32) {
	if !w.renamed[index] && !w.made[index] {
		holds(w.t, w.before.entities[index].name == w.NameOf(index), "notified after the name changed instead of before")
	}
	w.renamed[index] = true
}

func (w *watched) Everything()                     { w.all = true }
func (w *watched) Created(e Entity)                { w.made[e.Index()] = true }
func (w *watched) Wrote(index uint32, id store.ID) {}

func (w *watched) Destroy(index uint32) {
	_, alive := w.Store.At(index)
	holds(w.t, alive, "notified of the deletion of a dead entity")
	w.ended[index] = true
}

func (w *watched) Stripped(t store.Table, ids []store.ID) {
	for _, e := range w.Store.Entities(t) {
		for _, id := range ids {
			w.Change(e.Index(), w.Actual(id, e.Index()))
		}
	}
}

// look returns the picture of a world.
func (w *World) look() picture {
	p := picture{entities: map[uint32]shown{}, orders: map[pairTo][]uint32{}, scope: w.Scope}
	for index := range uint32(w.Store.Indices()) {
		e, alive := w.Store.At(index)
		if !alive || index <= Any.Index() || IsBuiltin(index) && !w.Grown(e) {
			continue
		}
		s := shown{
			entity: e, name: w.NameOf(index), ids: map[store.ID]int64{}, off: map[store.ID]bool{},
			marks: map[store.ID]bool{}, stuck: w.Stuck[index], order: w.Entities[index].Order,
		}
		for _, id := range w.OwnIDs(w.Table(index), index) {
			s.ids[id] = 0
			if cell, _, _ := w.Store.Get(e, id); cell != nil {
				s.ids[id] = *(*int64)(cell)
			}
		}
		for _, id := range w.Off(index) {
			s.off[id] = true
		}
		for _, id := range w.Marks[index] {
			s.marks[id] = true
		}
		if c := w.Components[index]; c != nil {
			s.open = c.Open
		}
		p.entities[index] = s
	}
	for relationship, o := range w.Sequences {
		for _, target := range o.Targets(nil) {
			p.orders[pairTo{relationship, target}] = o.Sources(nil, target)
		}
	}
	return p
}

// begin saves the state before an operation.
func (w *watched) begin() {
	w.before = w.look()
	w.reported, w.renamed, w.made, w.ended, w.toggled, w.touched, w.all =
		map[uint32]map[store.ID]bool{}, map[uint32]bool{}, map[uint32]bool{}, map[uint32]bool{}, map[uint32]bool{},
		map[uint32]bool{}, false
	w.tables, w.traits = w.inUse(), map[uint32]Traits{}
	for index := range w.before.entities {
		w.traits[index] = w.TraitsOf(index)
	}
	w.counters, w.tableLogEnd, w.baseLogEnd = w.changeCounters, w.TableLog.End(), w.BaseLog.End()
}

// inUse returns the tables in use with their ids.
func (w *World) inUse() map[store.Table][]store.ID {
	m := map[store.Table][]store.ID{}
	for t := range store.Table(w.Store.Tables()) {
		if w.Store.InUse(t) {
			m[t] = slices.Clone(w.Store.IDs(t))
		}
	}
	return m
}

// followedTraits are the traits whose changes TraitChanges counts.
const followedTraits = ^(TraitNamed | TraitDoomed | TraitBase | TraitInMark | TraitToggled | TraitStuck)

// end compares the world with its state before the operation.
func (w *watched) end(refused bool) {
	t := w.t
	w.after = w.look()
	require.NoError(t, w.CheckInvariants())
	if refused {
		require.Equal(t, w.before, w.after, "a refused operation changed the world")
	}
	log, known := w.TableLog.Since(w.tableLogEnd)
	logs := w.Logging && w.Epoch == w.counters.Epoch // otherwise caches are rebuilt
	holds(t, known || !logs)
	tables := w.inUse()
	for _, list := range []map[store.Table][]store.ID{w.tables, tables} {
		for table := range list {
			if logs && !slices.Equal(w.tables[table], tables[table]) {
				holds(t, slices.Contains(log, uint32(table)<<1) || slices.Contains(log, uint32(table)<<1|OtherTargets),
					"the log tells nothing of table %d", table)
			}
		}
	}
	bases, known := w.BaseLog.Since(w.baseLogEnd)
	holds(t, known || !logs)
	for _, index := range bases {
		holds(t, (w.traits[index]|w.Entities[index].Traits)&TraitBase != 0, "the log has %d, which is no base",
			index)
	}
	indices := maps.Clone(w.before.entities)
	maps.Copy(indices, w.after.entities)
	for index := range indices {
		a, b := w.before.entities[index], w.after.entities[index]
		if a.entity != b.entity {
			holds(t, a.entity == 0 || w.ended[index], "not notified of the deletion of %d", index)
			holds(t, b.entity == 0 || w.made[index], "not notified of the creation of %d", index)
			holds(t, w.touched[index], "%d changed and is not in the list of touched entities", index)
			if a.entity != 0 && w.traits[index]&(followedTraits&^TraitRecord) != w.plainTraits&followedTraits {
				holds(t, w.TraitChanges > w.counters.TraitChanges)
			}
			continue
		}
		w.compare(index, a, b)
		if logs && w.TraitsOf(index)&TraitBase != 0 && !maps.Equal(keys(a.ids), keys(b.ids)) {
			require.Contains(t, bases, index, "the log tells nothing of the base %d", index)
		}
	}
	w.checkOrdersStay()
	w.checkDepths()
	w.checkToggles(t)
	w.checkMarks(t)
	w.checkReach(t)
	w.checkLooks(t)
}

// compare checks that the listener was notified of every difference of an entity that is still alive.
func (w *watched) compare(index uint32, a, b shown) {
	t := w.t
	for _, pair := range [...][2]shown{{a, b}, {b, a}} {
		for id := range pair[0].ids {
			if _, both := pair[1].ids[id]; !both {
				holds(t, w.reported[index][id], "not notified of id %v of %d", id, index)
			}
		}
	}
	if a.name != b.name {
		holds(t, w.renamed[index], "not notified of the new name of %d", index)
	}
	for id := range b.off {
		holds(t, a.off[id] || w.toggled[index], "not notified of a toggle of %d", index)
	}
	if a.open != b.open {
		holds(t, w.all, "not notified of the lost default Final of %d", index)
		holds(t, w.touched[index])
	}
	if !maps.Equal(keys(a.ids), keys(b.ids)) || a.name != b.name || !maps.Equal(a.off, b.off) ||
		!maps.Equal(a.marks, b.marks) {
		holds(t, w.touched[index], "%d changed and is not in the list of touched entities", index)
	}
	was, is := w.traits[index], w.TraitsOf(index)
	if was&followedTraits != is&followedTraits {
		holds(t, w.TraitChanges > w.counters.TraitChanges)
	}
	if was&TraitBase != is&TraitBase {
		holds(t, w.NewBases > w.counters.NewBases)
	}
	if _, had := a.ids[prefabTag]; had != w.OwnsPrefab(index) {
		holds(t, w.Prefabs > w.counters.Prefabs)
	}
	if !maps.Equal(a.marks, b.marks) {
		holds(t, w.TraitChanges > w.counters.TraitChanges)
	}
	if !maps.Equal(a.off, b.off) {
		holds(t, w.Touched != nil)
	}
}

func keys(m map[store.ID]int64) map[store.ID]bool {
	to := map[store.ID]bool{}
	for id := range m {
		to[id] = true
	}
	return to
}

// checkOrdersStay checks that the remaining sources of a target keep their order, and come before new ones.
func (w *watched) checkOrdersStay() {
	for at, was := range w.before.orders {
		is := w.after.orders[at]
		stayed := slices.DeleteFunc(slices.Clone(was), func(source uint32) bool {
			return w.ended[source] || w.reported[source][store.Pair(at.relationship, at.target)]
		})
		if len(is) == 0 {
			continue
		}
		require.Equal(w.t, stayed, is[:min(len(stayed), len(is))], "the order of the sources of (%d, %d)",
			at.relationship, at.target)
	}
}

// above returns the pairs of a relationship that lead further up from an entity than one step.
func (p *picture) above(relationship, index uint32) map[string]bool {
	lines, seen := map[string]bool{}, map[uint32]bool{}
	var climb func(at uint32)
	climb = func(at uint32) {
		if seen[at] {
			return
		}
		seen[at] = true
		for id := range p.entities[at].ids {
			if id.IsPair() && id.First() == relationship {
				lines[fmt.Sprint(at, id.Second())] = true
				climb(id.Second())
			}
		}
	}
	climb(index)
	return lines
}

// checkDepths checks that Hierarchy grows if the depth of an entity changes without a change of its own pairs.
func (w *watched) checkDepths() {
	if !maps.EqualFunc(w.tables, w.inUse(), slices.Equal) {
		return // caches are notified of own pairs
	}
	for _, relationship := range w.Cascaded {
		for index, a := range w.before.entities {
			b, alive := w.after.entities[index]
			if !alive || a.entity != b.entity || len(w.reported[index]) > 0 || w.ended[relationship] {
				continue
			}
			if !maps.Equal(w.before.above(relationship, index), w.after.above(relationship, index)) {
				holds(w.t, w.Hierarchy > w.counters.Hierarchy, "the depth of %d along %d changed, and Hierarchy did not", index,
					relationship)
			}
		}
	}
}

// checkToggles counts the disabled ids, and checks that each position of the list is used once, by
// an id of an entity or by a gap.
func (w *World) checkToggles(t require.TestingT) {
	g := &w.Toggles
	firsts, tables, places := map[uint32]int32{}, map[store.Table]int32{}, map[uint32]bool{}
	place := func(at uint32) *disabled {
		holds(t, !places[at], "two lists of toggles have the place %d", at)
		places[at] = true
		return &g.list[at-1]
	}
	for index, at := range g.heads {
		index := uint32(index)
		_, alive := w.Store.At(index)
		holds(t, (alive && w.Entities[index].Traits&TraitToggled != 0) == (at != 0), "toggles of %d", index)
		if at == 0 {
			continue
		}
		tables[w.Table(index)]++
		ids := w.Off(index)
		for i, id := range ids {
			d := place(at)
			at = d.next
			holds(t, d.table == w.Table(index), "the table of %d", index)
			require.NotContains(t, ids[:i], id)
			holds(t, w.ownsNow(w.Entity(index), id), "%v is disabled on %d, which does not own it", id, index)
			firsts[id.First()]++
		}
	}
	for index := len(g.heads); index < w.Store.Indices(); index++ {
		holds(t, w.Entities[index].Traits&TraitToggled == 0, "toggles of %d", index)
	}
	holds(t, len(places) == g.off && (g.off > 0) == g.Any())
	for at := g.gap; at != 0; at = place(at).next {
		holds(t, g.list[at-1].id == 0)
	}
	require.Len(t, g.list, len(places))
	for table := range store.Table(w.Store.Tables()) {
		holds(t, tables[table] == g.In(table))
	}
	for index := range uint32(w.Store.Indices()) {
		holds(t, (firsts[index] > 0) == g.Hides(store.MakeEntity(index, 0)))
	}
}

// checkMarks compares the marks with the traits of their bases and elements.
func (w *World) checkMarks(t require.TestingT) {
	for index := range uint32(w.Store.Indices()) {
		_, alive := w.Store.At(index)
		holds(t, (alive && w.Entities[index].Traits&TraitMarked != 0) == (len(w.Marks[index]) > 0), "marks of %d",
			index)
		for _, id := range w.Marks[index] {
			for _, element := range []uint32{id.First(), id.Second()} {
				if element == id.First() || id.IsPair() {
					_, alive := w.Store.At(element)
					holds(t, alive && w.Entities[element].Traits&TraitInMark != 0, "%d marks %v", index, id)
				}
			}
		}
		if alive {
			holds(t, (w.Stuck[index] != 0) == (w.Entities[index].Traits&TraitStuck != 0))
		} else {
			require.Zero(t, w.Stuck[index])
			require.Nil(t, w.Components[index])
		}
	}
}

// checkReach compares the reachability indexes with the pairs.
func (w *watched) checkReach(t require.TestingT) {
	for _, relationship := range slices.Sorted(maps.Keys(w.Reach)) {
		f := w.Reach[relationship]
		pairs, cyclic := 0, false
		above := map[uint32][]uint32{}
		for index, s := range w.after.entities {
			for id := range s.ids {
				if id.IsPair() && id.First() == relationship {
					pairs++
					above[index] = append(above[index], id.Second())
				}
			}
		}
		holds(t, pairs == f.Len())
		for _, target := range slices.Sorted(maps.Keys(w.after.entities)) {
			var below []uint32
			for _, index := range slices.Sorted(maps.Keys(w.after.entities)) {
				found := map[uint32]bool{}
				for todo := slices.Clone(above[index]); len(todo) > 0; todo = todo[1:] {
					if !found[todo[0]] {
						found[todo[0]] = true
						todo = append(todo, above[todo[0]]...)
					}
				}
				cyclic = cyclic || found[index]
				is, _ := f.Below(index, target)
				holds(t, found[target] == is, "%d below %d along %d", index, target, relationship)
				if w.draw.IntN(8) == 0 {
					holds(t, found[target] == w.reaching.Reaches(f, index, target), "%d leads to %d along %d", index,
						target, relationship)
				}
				if found[target] {
					below = append(below, index)
				}
			}
			require.ElementsMatch(t, below, f.Descend(nil, target))
		}
		if cyclic {
			require.False(t, f.IsTree())
		}
	}
	w.reaching = Reaching{}
}

// matching returns the ids of a list that match a pattern.
func matching(ids map[store.ID]int64, pattern store.ID) (list []store.ID) {
	for id := range ids {
		if id == pattern || pattern.IsWildcard() && id.Matches(pattern) {
			list = append(list, id)
		}
	}
	return list
}

// checkLooks compares searches for a pattern with a search through all ids.
func (w *watched) checkLooks(t require.TestingT) {
	if len(w.user) == 0 {
		return
	}
	pattern := w.pattern()
	if !pattern.IsWildcard() {
		if _, alive := w.Store.At(pattern.First()); !alive {
			return
		}
	}
	var owners []uint32
	for _, index := range slices.Sorted(maps.Keys(w.after.entities)) {
		s := w.after.entities[index]
		table := w.Table(index)
		want := matching(s.ids, pattern)
		holds(t, (len(want) > 0) == w.Owns(table, index, pattern), "%d %v", index, pattern)
		var found []store.ID
		for _, h := range w.CollectOwn(nil, table, index, pattern) {
			found = append(found, h.ID)
		}
		require.ElementsMatch(t, want, found)
		if len(want) > 0 {
			owners = append(owners, index)
		}
		allow := []Traits{TraitInherited, TraitInherited | TraitCopied}[w.draw.IntN(2)]
		naive := w.naiveHeld(index, pattern, allow, true, false)
		require.Equal(t, naive, held(w.Collect(nil, table, index, pattern, allow)), "%d has %v", index, pattern)
		require.Equal(t, w.naiveHeld(index, pattern, allow, false, false),
			held(w.CollectInherited(nil, table, pattern, allow)), "%d inherits %v", index, pattern)
		holds(t, (len(w.naiveHeld(index, pattern, TraitInherited, true, false)) > 0) == w.Has(table, index, pattern))
		for _, own := range []bool{true, false} {
			require.Equal(t, w.naiveHeld(index, pattern, allow, own, true),
				held(w.CollectEnabled(nil, table, index, pattern, allow, own)), "%d shows %v", index, pattern)
		}
		w.checkPath(t, index)
		w.checkAbove(t, index)
	}
	slices.SortFunc(owners, w.CompareEntities)
	var list []uint32
	for _, e := range w.Owners(pattern) {
		if _, shown := w.after.entities[e.Index()]; shown {
			list = append(list, e.Index())
		}
	}
	require.Equal(t, owners, list)
}

func held(list []Held) map[Held]bool {
	m := map[Held]bool{}
	for _, h := range list {
		m[h] = true
	}
	return m
}

// naiveHeld returns the ids that an entity has, found by a walk over its bases. If seen is set, it skips disabled ids.
func (w *watched) naiveHeld(index uint32, pattern store.ID, allow Traits, own, seen bool) map[Held]bool {
	to := map[Held]bool{}
	taken, visited := map[store.ID]bool{}, map[uint32]bool{}
	var visit func(at uint32, base bool)
	visit = func(at uint32, base bool) {
		s := w.after.entities[at]
		if base || own {
			more := map[store.ID]bool{}
			for id := range s.ids {
				family := id
				if id.IsPair() && w.TraitsOf(id.First())&TraitExclusive != 0 {
					family = store.Pair(id.First(), store.Wildcard)
				}
				more[family] = true
				if len(matching(map[store.ID]int64{id: 0}, pattern)) == 0 ||
					base && (w.TraitsOf(id.First())&allow == 0 || taken[family]) {
					continue
				}
				switch {
				case seen && s.off[id]:
				case base:
					to[Held{id, at}] = true
				default:
					to[Held{id, 0}] = true
				}
			}
			maps.Copy(taken, more)
		}
		var bases []uint32
		for id := range s.ids {
			if id.IsPair() && id.First() == IsA.Index() {
				bases = append(bases, id.Second())
			}
		}
		slices.SortFunc(bases, w.CompareEntities)
		for _, b := range bases {
			if !visited[b] {
				visited[b] = true
				visit(b, true)
			}
		}
	}
	visit(index, false)
	return to
}

// checkAbove compares the depth of an entity and its first target with the pairs.
func (w *watched) checkAbove(t require.TestingT, index uint32) {
	for _, relationship := range w.Cascaded {
		pairs := store.Pair(relationship, store.Wildcard)
		var targets []uint32
		for id := range w.after.entities[index].ids {
			if id.IsPair() && id.First() == relationship {
				targets = append(targets, id.Second())
			}
		}
		slices.SortFunc(targets, w.CompareEntities)
		require.Equal(t, targets, w.OwnTargets(nil, w.Table(index), index, pairs))
		first := w.FirstTarget(index, pairs)
		holds(t, len(targets) == 0 && first == 0 || len(targets) > 0 && first == targets[0])
		if _, alive := w.Store.At(relationship); alive {
			depth, err := w.Depth(w.Entity(index), w.Entity(relationship))
			want, ends := w.after.depth(relationship, index, map[uint32]bool{})
			require.Equal(t, ends, err == nil)
			if ends {
				require.Equal(t, want, depth)
			}
		}
	}
	for other := range w.after.entities {
		same := maps.Equal(keys(w.after.entities[index].ids), keys(w.after.entities[other].ids))
		holds(t, same == (w.SetKey(index) == w.SetKey(other)), "sort keys of %d and %d", index, other)
	}
}

// depth returns the length of the longest path up from an entity, and false if there is a cycle.
func (p *picture) depth(relationship, index uint32, path map[uint32]bool) (int, bool) {
	if path[index] {
		return 0, false
	}
	path[index] = true
	defer delete(path, index)
	longest := 0
	for id := range p.entities[index].ids {
		if id.IsPair() && id.First() == relationship {
			d, ends := p.depth(relationship, id.Second(), path)
			if !ends {
				return 0, false
			}
			longest = max(longest, d+1)
		}
	}
	return longest, true
}

// checkPath checks that an entity is found by its path.
func (w *watched) checkPath(t require.TestingT, index uint32) {
	if IsBuiltin(index) {
		return
	}
	path, has := w.PathOf(w.Entity(index), 0)
	if w.NameOf(index) == "" {
		require.False(t, has)
		return
	}
	if has {
		holds(t, index == w.Below(0, strings.Split(path, ".")), path)
	}
	if parent := w.ParentOf(index); parent != 0 && !IsBuiltin(parent) {
		require.Contains(t, w.ParentsOf(w.NameOf(index)), parent)
	}
}

// pick returns a random entity of the user.
func (w *watched) pick() Entity { return w.user[w.draw.IntN(len(w.user))] }

// element returns a random element of ids: one of the first entities, or a reserved one.
func (w *watched) element() uint32 {
	if w.draw.IntN(6) == 0 {
		return w.reserved[w.draw.IntN(len(w.reserved))].Index()
	}
	return w.user[w.draw.IntN(min(8, len(w.user)))].Index()
}

// id returns a random id.
func (w *watched) id() store.ID {
	switch w.draw.IntN(9) {
	case 0, 1:
		return store.Single(w.element())
	case 2:
		return store.Pair(ChildOf.Index(), w.pick().Index())
	case 3:
		return store.Pair(IsA.Index(), w.pick().Index())
	case 4:
		return store.Single(w.properties()[w.draw.IntN(len(w.properties()))].Index())
	case 5:
		switch w.draw.IntN(4) {
		case 0:
			return store.Pair(OnInstantiate.Index(), []Entity{Inherit, DontInherit, Override}[w.draw.IntN(3)].Index())
		case 1:
			return store.Pair(OnDeleteTarget.Index(), []Entity{Delete, Panic, Remove}[w.draw.IntN(3)].Index())
		case 2:
			return store.Pair(OnDelete.Index(), []Entity{Delete, Panic, Remove}[w.draw.IntN(3)].Index())
		}
		return store.Pair([]Entity{With, OneOf}[w.draw.IntN(2)].Index(), w.element())
	}
	if w.draw.IntN(2) == 0 {
		// R and S while they are alive
		return store.Pair(w.user[min(4+w.draw.IntN(2), len(w.user)-1)].Index(), w.pick().Index())
	}
	return store.Pair(w.element(), w.pick().Index())
}

func (w *watched) properties() []Entity {
	return []Entity{
		Exclusive, Union, Transitive, Reflexive, Acyclic, Traversable, Symmetric, Final, PairIsTag,
		DontFragment, Ordered, OrderedChildren, Prefab, Disabled,
	}
}

// pattern returns a random id, sometimes with wildcards.
func (w *watched) pattern() store.ID {
	id := w.id()
	if !id.IsPair() {
		return id
	}
	switch w.draw.IntN(5) {
	case 0:
		return store.Pair(id.First(), store.Wildcard)
	case 1:
		return store.Pair(store.Wildcard, id.Second())
	case 2:
		return store.Pair(store.Wildcard, store.Wildcard)
	}
	return id
}

// step makes one random change.
func (w *watched) step() *spec.Error {
	w.user = w.UserEntities()
	w.ByOrder(w.user)
	if len(w.user) < 4 || w.draw.IntN(12) == 0 && len(w.user) < 20 {
		b := Birth{Name: []string{"", "", "a", "b", "c"}[w.draw.IntN(5)]}
		if len(w.user) > 0 {
			for range w.draw.IntN(4) {
				b.IDs = append(b.IDs, w.ElementsOf(w.id()))
			}
			if w.draw.IntN(4) == 0 {
				b.IDs = append(b.IDs, Elements{First: Wildcard}) // refused
			}
			if w.draw.IntN(4) == 0 {
				b.Parent = w.pick()
			}
		}
		then := NoComponent
		if w.draw.IntN(4) == 0 {
			then = func(e Entity) { w.MakeComponent(e, []spec.Member{{Name: "x", Type: spec.I64}}) }
		}
		_, err := w.CreateNow(&b, then)
		return err
	}
	e, id := w.pick(), w.id()
	if id.First() < Reserved && w.draw.IntN(2) == 0 {
		e = w.user[w.draw.IntN(min(6, len(w.user)))]
	}
	if owned := w.OwnIDs(w.Table(e.Index()), e.Index()); len(owned) > 0 && w.draw.IntN(3) == 0 {
		id = owned[w.draw.IntN(len(owned))]
	}
	exact, err := w.Exact(w.ElementsOf(id))
	if err != nil {
		return err
	}
	switch w.draw.IntN(26) {
	case 0:
		if w.draw.IntN(2) == 0 {
			return w.DeleteNow(e)
		}
		return w.DeleteListNow([]Entity{e, w.pick()})
	case 1, 2, 3:
		return w.RemoveNow(e, id)
	case 4:
		return w.RemoveNow(e, w.pattern())
	case 5:
		return w.ClearNow(e)
	case 6, 7:
		return w.SetNameNow(e, []string{"", "a", "b", "c", "d"}[w.draw.IntN(5)])
	case 8, 9, 10:
		return w.ToggleNow(e, exact, w.draw.IntN(3) == 0)
	case 11:
		return w.OverrideNow(e, exact)
	case 12:
		if w.draw.IntN(4) == 0 {
			return w.DeleteWithNow(w.ElementsOfPattern(w.pattern()))
		}
	case 13:
		if w.draw.IntN(3) == 0 {
			return w.RemoveAllNow(w.ElementsOfPattern(w.pattern()))
		}
	case 14:
		return w.SetEnabledNow(e, w.draw.IntN(2) == 0)
	case 15:
		return w.reorder(e, exact)
	case 16:
		if cell, typ, has := w.Store.Get(e, id); has && typ != store.TagType {
			*(*int64)(cell) = w.draw.Int64()
		}
		return nil
	case 17:
		if id.IsPair() && w.TraitsOf(id.First())&TraitTransitive != 0 {
			w.IndexReach(id.First())
		}
		return nil
	case 21:
		// also the default of a component
		return w.RemoveNow(w.user[w.draw.IntN(min(6, len(w.user)))], store.Single(Final.Index()))
	case 19:
		w.Shrink()
		return nil
	case 20:
		return w.AddFact(e, exact)
	case 18:
		w.Scope = e
		if w.draw.IntN(2) == 0 {
			w.Scope = 0
		}
		return nil
	}
	return w.AddNow(e, exact)
}

// reorder moves a source of a pair next to another one, and checks that no other source moved.
func (w *watched) reorder(e Entity, id store.ID) *spec.Error {
	neighbour, after := w.pick(), w.draw.IntN(2) == 0
	was := w.before.orders[pairTo{id.First(), id.Second()}]
	err := w.ReorderNow(e, id, neighbour, after)
	may := id.IsPair() && slices.Contains(was, e.Index()) && slices.Contains(was, neighbour.Index())
	require.Equal(w.t, may, err == nil)
	if !may {
		return err
	}
	if e != neighbour {
		was = slices.DeleteFunc(slices.Clone(was), func(index uint32) bool { return index == e.Index() })
		was = slices.Insert(was, slices.Index(was, neighbour.Index())+Bit(after), e.Index())
	}
	var list []uint32
	in, err := w.InOrder(w.Entity(id.First()), w.Entity(id.Second()))
	require.Nil(w.t, err)
	for _, source := range in {
		list = append(list, source.Index())
	}
	require.Equal(w.t, was, list)
	w.before.orders[pairTo{id.First(), id.Second()}] = was
	return nil
}

// run creates a world and changes it at random.
func run(t require.TestingT, seed uint64, profile spec.Profile, compact bool, limit int) *watched {
	w := &watched{t: t, draw: rand.New(rand.NewPCG(seed, seed))}
	w.Init(Options{Profile: profile, Compact: compact})
	w.Logging = w.draw.IntN(2) == 0
	w.reserved = []Entity{ChildOf, IsA, Prefab, Disabled, Exclusive, With}
	for _, name := range []string{"A", "B", "C", "D", "R", "S"} {
		_, err := w.CreateNow(&Birth{Name: name}, func(e Entity) {
			if name == "C" || name == "D" {
				w.MakeComponent(e, []spec.Member{{Name: "x", Type: spec.I64}})
			}
		})
		require.Nil(t, err)
	}
	for _, name := range []string{"R", "S"} {
		for _, property := range w.properties()[:11] {
			if w.draw.IntN(3) == 0 {
				e, _ := w.Named(spec.Handle(name))
				_ = w.AddNow(e, store.Single(property.Index()))
			}
		}
	}
	followed, _ := w.Named("R")
	w.Cascaded = []uint32{ChildOf.Index(), followed.Index()}
	w.Meter.Limits.IDs = limit
	w.Touched = func(index uint32) { w.touched[index] = true }
	w.Listener = w
	var stayed *Snapshot
	var then picture
	for range 60 {
		w.begin()
		err := w.step()
		w.end(err != nil)
		switch w.draw.IntN(30) {
		case 0:
			stayed, then = w.TakeSnapshot(), w.after
		case 1:
			if stayed != nil {
				w.Reset(stayed)
				w.ReindexReach()
				w.after = w.look()
				require.Equal(t, then, w.after)
				require.NoError(t, w.CheckInvariants())
				w.checkReach(t)
			}
		case 2:
			w.checkFilled()
		}
	}
	return w
}

// checkFilled fills an empty world with the content of the world, like Load does, compares both, and
// continues with the new one.
func (w *watched) checkFilled() {
	t, b := w.t, w.Blank()
	user := w.UserEntities()
	w.ByOrder(user)
	for _, e := range user {
		require.True(t, b.Adopt(e))
		require.False(t, b.Adopt(e))
	}
	b.SetOrder(user)
	for _, e := range user {
		if c := w.Components[e.Index()]; c != nil {
			b.FillComponent(e.Index(), c)
		}
	}
	indices := slices.Sorted(maps.Keys(w.after.entities))
	for _, index := range indices {
		for _, id := range w.OwnIDs(w.Table(index), index) {
			b.FillTraits(index, id)
		}
	}
	for _, index := range w.StuckEntities() {
		require.Nil(t, b.FillStuck(index, w.StuckOn(index)))
	}
	for _, index := range indices {
		b.FillRules(index)
	}
	for _, index := range indices {
		e := w.Entity(index)
		_, _, err := b.Fill(w.Store.IDs(w.Table(index)), []Entity{e})
		require.Nil(t, err)
		for _, id := range w.OwnIDs(w.Table(index), index) {
			if w.IsNonFragmenting(id) {
				b.FillTarget(index, id.First(), id.Second())
			}
			if from, _, _ := w.Store.Get(e, id); from != nil {
				to, _, _ := b.Store.Get(e, id)
				*(*int64)(to) = *(*int64)(from)
			}
		}
	}
	b.Settle(w.Store.Indices(), w.Floor())
	b.FillOrders()
	for _, index := range indices {
		s := w.after.entities[index]
		if s.name != "" && !IsBuiltin(index) {
			require.Nil(t, b.FillName(index, s.name))
			require.NotNil(t, b.FillName(index, s.name))
		}
		for _, id := range w.Marks[index] {
			require.Nil(t, b.OverrideNow(b.Entity(index), id))
		}
		for id := range s.off {
			require.Nil(t, b.ToggleNow(w.Entity(index), id, false))
		}
	}
	for at, sources := range w.after.orders {
		for _, source := range sources {
			require.True(t, b.FillOrder(source, store.Pair(at.relationship, at.target)))
			require.False(t, b.FillOrder(source, store.Pair(at.relationship, at.target)))
		}
	}
	b.Scope = w.Scope
	require.Nil(t, b.CheckFilled())
	require.NoError(t, b.CheckInvariants())
	b.checkToggles(t)
	b.checkMarks(t)
	filled := b.UserEntities()
	b.ByOrder(filled)
	require.Equal(t, user, filled)
	is := b.look()
	require.Len(t, is.entities, len(indices))
	for index, want := range w.after.entities {
		have := is.entities[index]
		have.order = want.order
		require.Equal(t, want, have)
		require.Equal(t, w.TraitsOf(index)&^(TraitBase|TraitInMark), b.TraitsOf(index)&^(TraitBase|TraitInMark))
	}
	require.Equal(t, w.after.orders, is.orders)
	w.Reset(b.Handover())
	w.ReindexReach()
	w.after = w.look()
	w.checkReach(t)
	require.NoError(t, w.CheckInvariants())
}

// own returns an own profile, which differs from the built-in ones.
func own(change func(*spec.Profile)) spec.Profile {
	p := spec.Flecs3()
	change(&p)
	return p
}

// After each random change, the indexes, logs and counters agree with the ids of the world, and the
// listener was notified of every difference.
func TestDerivedStateFollowsTheIDs(t *testing.T) {
	for name, p := range map[string]spec.Profile{
		"3": spec.Flecs3(), "4": spec.Flecs4(), "3-beta": spec.Flecs3Beta(),
		"sticky": own(func(p *spec.Profile) { p.StickyProperties, p.PanicsIfHeld = true, true }),
		"zeroes": own(func(p *spec.Profile) { p.ZeroesDeadTargets, p.SingleTargets = true, true }),
		"self": own(func(p *spec.Profile) {
			p.RefusesSelfPairs, p.PrefabChildrenPlain, p.ZeroesDeadTargets = true, true, true
		}),
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(16) {
				limit := store.MaxIDs
				if seed%8 == 7 {
					limit = 12
				}
				t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { run(t, seed, p, seed%3 == 2, limit) })
			}
		})
	}
}
