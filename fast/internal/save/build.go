package save

import (
	"cmp"
	"math"
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// aNumber reads a number as a target.
func (r *reader) aNumber() {
	n, index := r.d.number(), r.d.number()
	if r.d.err == nil && (n > math.MaxUint32 || index < rules.Reserved || index >= uint64(r.indices)) {
		r.d.fail("the number %d as a target has the invalid index %d", n, index)
	}
	r.numbers = append(r.numbers, fileNumber{uint32(n), uint32(index)})
}

// set reads one set of ids.
func (r *reader) set() {
	ids := r.ids()
	if len(r.sets) >= r.wanted {
		r.d.fail("there are more sets than the header says")
	}
	r.sets = append(r.sets, fileSet{ids: ids, next: make([]int, len(ids))})
}

// rows reads entities of a set.
func (r *reader) rows() {
	d := &r.d
	n := d.number()
	count := d.length(3)
	if n >= uint64(len(r.sets)) {
		d.fail("rows belong to a set that does not exist")
		return
	}
	set := &r.sets[n]
	index, order := int64(0), int64(0)
	r.done += count
	for range count {
		index += d.signed()
		order += d.signed()
		generation := d.number()
		if d.err != nil {
			return
		}
		if index <= 0 || index >= int64(r.indices) || generation >= 1<<31 {
			d.fail("an entity has the invalid index %d or generation %d", index, generation)
			return
		}
		if index < rules.Reserved {
			ours := r.element(uint32(index))
			if d.err != nil || !r.isElement(ours) || generation != 0 {
				d.fail("a row belongs to the invalid reserved entity %d", index)
				return
			}
			set.rows = append(set.rows, store.MakeEntity(ours, 0))
			continue
		}
		e := store.MakeEntity(uint32(index), uint32(generation))
		set.rows = append(set.rows, e)
		r.orders = append(r.orders, placed{order, e})
	}
	if r.o.Progress != nil && d.err == nil {
		r.o.Progress(min(r.done, r.total), r.total)
	}
}

// adopt makes the entities alive, with the traits that follow from their ids, and adds them to
// their tables. It runs once their number is confirmed, so that a short file cannot allocate much
// memory.
func (r *reader) adopt() {
	d, limit := &r.d, r.o.Indices
	if limit == 0 {
		limit = max(MinIndices, IndicesPerEntity*(r.total+len(r.numbers)))
	}
	if r.part != nil {
		r.checkMembers()
	}
	switch {
	case len(r.sets) != r.wanted || r.done != r.total:
		d.fail("the file has %d sets of ids and %d entities, and the header says %d and %d", len(r.sets), r.done, r.wanted,
			r.total)
	case r.indices > limit:
		d.refuse(spec.Errorf(spec.CodeLimit,
			"the file has %d entities and uses %d indices, above the limit of %d; pass FileIndices to allow more", r.total,
			r.indices, limit))
	}
	if d.err != nil {
		return
	}
	slices.SortFunc(r.orders, func(a, b placed) int { return cmp.Compare(a.order, b.order) })
	sorted := make([]store.Entity, len(r.orders))
	for i, p := range r.orders {
		switch {
		case i > 0 && r.orders[i-1].order == p.order:
			d.fail("two entities have the same position in the order of creation")
		case !r.w.Adopt(p.entity):
			d.fail("entity %d occurs twice", p.entity.Index())
		}
		sorted[i] = p.entity
	}
	r.orders = nil
	if d.err == nil {
		r.w.BornAll(sorted)
	}
	for _, n := range r.numbers {
		if d.err == nil && !r.w.FillNumber(n.number, n.index) {
			d.fail("the number %d as a target occurs twice, or the profile has no numbers", n.number)
		}
	}
	for index, c := range r.components {
		if _, alive := r.w.Store.At(index); !alive {
			d.fail("the component %d is not alive", index)
			return
		}
		r.w.FillComponent(index, c.declared)
	}
	for i := range r.sets {
		r.traits(&r.sets[i])
	}
	if d.err == nil {
		r.fill()
	}
}

// traits checks the ids of a set, and adds the traits that its entities get from them.
func (r *reader) traits(set *fileSet) {
	for _, id := range set.ids {
		mark := rules.IsMark(id)
		if !r.isElement(id.First()) && id != rules.HiddenMark || id.IsPair() && !mark && !r.isElement(id.Second()) {
			r.d.fail("an id contains an entity that is not alive")
			return
		}
	}
	for _, e := range set.rows {
		if rules.IsBuiltin(e.Index()) != slices.Contains(set.ids, rules.HiddenMark) {
			r.d.fail("a reserved entity lacks its mark, or another entity has it")
			return
		}
		for _, id := range set.ids {
			r.w.FillTraits(e.Index(), id)
		}
	}
}

// isElement reports whether an id can contain an entity: it is alive, and neither a wildcard nor a
// mark.
func (r *reader) isElement(index uint32) bool {
	_, alive := r.w.Store.At(index)
	return alive && index > rules.Any.Index() && index != rules.HiddenMark && index != rules.NonFragmentingMark
}

// fill adds the entities to their tables, once their traits are complete.
func (r *reader) fill() {
	for _, set := range r.sets {
		for _, e := range set.rows {
			r.w.FillImpliedTraits(e.Index())
		}
	}
	for i := range r.sets {
		r.fillSet(&r.sets[i])
	}
}

func (r *reader) fillSet(set *fileSet) {
	w := r.w
	ids := slices.Clone(set.ids)
	for i, id := range ids {
		ids[i] = w.TableID(id)
	}
	if sorted := slices.Sorted(slices.Values(ids)); len(slices.Compact(sorted)) != len(ids) {
		r.d.fail("a set has an id twice, or two targets of an exclusive relationship")
		return
	}
	ids = slices.DeleteFunc(ids, func(id store.ID) bool {
		return rules.IsMark(id) && w.TraitsOf(id.First())&rules.TraitNonFragmenting == 0
	})
	set.scattered = len(ids) < len(set.ids) || slices.Contains(ids, rules.HiddenMark)
	if !slices.Contains(ids, rules.HiddenMark) {
		var err *spec.Error
		set.table, set.start, err = w.Fill(ids, set.rows)
		r.d.refuse(err)
	} else {
		for _, e := range set.rows { // reserved entities keep the ids that they have from the start
			all := append(slices.Clone(ids), w.Original(e.Index())...)
			slices.Sort(all)
			_, _, err := w.Fill(slices.Compact(all), []store.Entity{e})
			r.d.refuse(err)
		}
	}
	for _, id := range set.ids {
		if r.d.err != nil || rules.IsMark(id) || !w.IsNonFragmenting(id) {
			continue
		}
		for _, e := range set.rows {
			w.FillTarget(e.Index(), id.First(), id.Second())
		}
	}
}

// settle ends the filling of tables, once all values are read.
func (r *reader) settle() {
	for _, set := range r.sets {
		for p, id := range set.ids {
			by := r.w.TypedBy(id)
			if (rules.IsMark(id) || by != 0 && r.components[by].by != byNothing) && set.next[p] != len(set.rows) {
				r.d.fail("values of an id are missing")
				return
			}
		}
	}
	r.w.Settle(r.indices, r.minGeneration)
}

// finish checks the whole world.
func (r *reader) finish() {
	w := r.w
	for relationship, o := range w.Sequences {
		if n := w.PairsOfUser(relationship); n != o.Len() {
			r.d.fail("an Ordered relationship has %d pairs that need a position, but its order has %d positions", n, o.Len())
		}
	}
	if r.scope != 0 {
		if w.Scope = r.entity(r.scope); !w.Store.Alive(w.Scope) || !r.isElement(w.Scope.Index()) {
			r.d.fail("the scope is not alive")
		}
	}
	if r.d.err == nil {
		r.d.refuse(w.CheckFilled())
	}
}
