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
		r.d.fail("the number %d as a target has the index %d", n, index)
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
			if d.err != nil || ours <= rules.Any.Index() || ours >= rules.NonFragmentingMark || generation != 0 {
				d.fail("a row belongs to the reserved entity %d", index)
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

// adopt makes the entities alive. It runs once their number is confirmed, so that a short file
// cannot allocate much memory.
func (r *reader) adopt() *spec.Error {
	if r.done != r.total {
		return corrupt("the file has %d entities, and the header says %d", r.done, r.total)
	}
	if err := r.checkMembers(); err != nil {
		return err
	}
	limit := r.o.Indices
	if limit == 0 {
		limit = max(MinIndices, IndicesPerEntity*(r.total+len(r.numbers)))
	}
	if r.indices > limit {
		return spec.Errorf(spec.CodeLimit,
			"the file has %d entities and uses %d indices, above the limit of %d; pass FileIndices to allow more", r.total,
			r.indices, limit)
	}
	slices.SortFunc(r.orders, func(a, b placed) int { return cmp.Compare(a.order, b.order) })
	sorted := make([]store.Entity, len(r.orders))
	for i, p := range r.orders {
		switch {
		case i > 0 && r.orders[i-1].order == p.order:
			return corrupt("two entities have the same position in the order of creation")
		case !r.w.Adopt(p.entity):
			return corrupt("entity %d occurs twice", p.entity.Index())
		}
		sorted[i] = p.entity
	}
	r.w.SetOrder(sorted)
	r.orders = nil
	for _, n := range r.numbers {
		if !r.w.FillNumber(n.number, n.index) {
			return corrupt("the number %d as a target occurs twice, or the profile has no numbers", n.number)
		}
	}
	return nil
}

// build adds all entities to their tables, once sets and rows are read.
func (r *reader) build() *spec.Error {
	if len(r.sets) != r.wanted {
		return corrupt("the file has %d sets of ids, and the header says %d", len(r.sets),
			r.wanted)
	}
	if err := r.adopt(); err != nil {
		return err
	}
	for index, c := range r.components {
		if _, alive := r.w.Store.At(index); !alive {
			return corrupt("the component %d is not alive", index)
		}
		r.w.FillComponent(index, c.declared)
	}
	for i := range r.sets {
		if err := r.traits(&r.sets[i]); err != nil {
			return err
		}
	}
	for _, m := range r.stuck {
		if err := r.checkList(m); err != nil {
			return err
		}
		if err := r.w.FillStuck(m.index, m.ids); err != nil {
			return err
		}
	}
	r.rules()
	for i := range r.sets {
		if err := r.fill(&r.sets[i]); err != nil {
			return err
		}
	}
	return nil
}

// traits checks the ids of a set, and adds the traits that its entities get from them.
func (r *reader) traits(set *fileSet) *spec.Error {
	for _, id := range set.ids {
		mark := rules.IsMark(id)
		if !r.isElement(id.First()) && id != rules.HiddenMark || id.IsPair() && !mark && !r.isElement(id.Second()) {
			return corrupt("an id contains an entity that is not alive")
		}
	}
	for _, e := range set.rows {
		if rules.IsBuiltin(e.Index()) != slices.Contains(set.ids, rules.HiddenMark) {
			return corrupt("a reserved entity lacks its mark, or another entity has it")
		}
		for _, id := range set.ids {
			r.w.FillTraits(e.Index(), id)
		}
	}
	return nil
}

func (r *reader) isElement(index uint32) bool {
	_, alive := r.w.Store.At(index)
	return alive && index > rules.Any.Index() && index != rules.HiddenMark && index != rules.NonFragmentingMark
}

// rules completes the traits of all entities.
func (r *reader) rules() {
	for i := range r.sets {
		for _, e := range r.sets[i].rows {
			r.w.FillRules(e.Index())
		}
	}
}

// fill adds the entities of a set to their table.
func (r *reader) fill(set *fileSet) *spec.Error {
	w := r.w
	ids := slices.Clone(set.ids)
	for i, id := range ids {
		ids[i] = w.TableID(id)
	}
	sorted := slices.Clone(ids)
	slices.Sort(sorted)
	if len(slices.Compact(sorted)) != len(ids) {
		return corrupt("a set has an id twice, or two targets of an exclusive relationship")
	}
	ids = slices.DeleteFunc(ids, func(id store.ID) bool {
		return rules.IsMark(id) && w.TraitsOf(id.First())&rules.TraitNonFragmenting == 0
	})
	set.scattered = len(ids) < len(set.ids)
	var err *spec.Error
	if slices.Contains(ids, rules.HiddenMark) {
		set.scattered = true
		err = r.fillReserved(set, ids)
	} else {
		set.table, set.start, err = w.Fill(ids, set.rows)
	}
	if err == nil {
		r.fillNonFragmenting(set)
	}
	return err
}

// fillNonFragmenting sets the targets of pairs that are now stored outside the tables.
func (r *reader) fillNonFragmenting(set *fileSet) {
	for _, id := range set.ids {
		if !rules.IsMark(id) && r.w.IsNonFragmenting(id) {
			for _, e := range set.rows {
				r.w.FillTarget(e.Index(), id.First(), id.Second())
			}
		}
	}
}

// fillReserved adds reserved entities to tables. They keep the ids that they have from the start.
func (r *reader) fillReserved(set *fileSet, ids []store.ID) *spec.Error {
	for _, e := range set.rows {
		all := slices.Clone(ids)
		for _, id := range r.w.Original(e.Index()) {
			if !slices.Contains(all, id) {
				all = append(all, id)
			}
		}
		if _, _, err := r.w.Fill(all, []store.Entity{e}); err != nil {
			return err
		}
	}
	return nil
}

// settle ends the filling of tables, once all values are read.
func (r *reader) settle() *spec.Error {
	w := r.w
	for i := range r.sets {
		set := &r.sets[i]
		for p, id := range set.ids {
			if (rules.IsMark(id) || w.TypedBy(id) != 0 && r.components[w.TypedBy(id)].by != byNothing) &&
				set.next[p] != len(set.rows) {
				return corrupt("values of an id are missing")
			}
		}
	}
	w.Settle(r.indices, r.minGeneration)
	return nil
}

// finish checks the whole world.
func (r *reader) finish() *spec.Error {
	w := r.w
	for relationship, o := range w.Sequences {
		if n := w.PairsOfUser(relationship); n != o.Len() {
			return corrupt(
				"an Ordered relationship has %d pairs, and %d of them have a position", n, o.Len())
		}
	}
	if r.scope != 0 {
		scope := r.entity(r.scope)
		if !w.Store.Alive(scope) || !r.isElement(scope.Index()) {
			return corrupt("the scope is not alive")
		}
		w.Scope = scope
	}
	return w.CheckFilled()
}

func (r *reader) checkList(m fileList) *spec.Error {
	ok := r.isElement(m.index)
	for _, id := range m.ids {
		ok = ok && r.isElement(id.First()) && (!id.IsPair() || r.isElement(id.Second()))
	}
	if !ok {
		return corrupt("a list of names, overrides or disabled ids contains an entity that is not alive")
	}
	return nil
}
