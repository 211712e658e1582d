package fast

import (
	"slices"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// instancePlan is a plan for creating instances of a base directly in their table: it has the
// table, and the values to copy from the base. The world caches the latest plan. The plan is valid
// until properties change, a table is removed, or the base moves to another table.
type instancePlan struct {
	from    store.Table // the table of the same ids without (IsA, base) and the copies
	base    Entity
	changes uint64      // World.TraitChanges
	epoch   uint32      // epoch of the storage's tables
	parent  store.Table // the table of the base
	table   store.Table // the table of the instances
	copies  []copiedColumn
}

// copiedColumn says that the instances get a copy of a value of the base: from is its column in the
// table of the base, to that in the table of the instances.
type copiedColumn struct {
	typ      store.TypeIndex
	size     uintptr
	from, to int
}

// instancesOf returns the plan for instances of a base that also have the ids of a table. It
// returns false if the instances must be created by adding ids one by one.
func (w *World) instancesOf(t store.Table, base Entity) (*instancePlan, bool) {
	p := &w.typed.instance
	parent, _, alive := w.core.Store.Record(base)
	if alive && w.core.HasBases(parent) && w.core.GivesCopies(base.Index()) {
		return nil, false // other bases may give copies, too
	}
	if p.base == base && p.from == t && alive && p.parent == parent && p.changes == w.core.TraitChanges &&
		p.epoch == w.core.Store.Epoch() {
		return p, true
	}
	if !alive || rules.IsBuiltin(base.Index()) || rules.IsPattern(base) || w.core.IsFinal(base.Index()) ||
		w.core.HasBases(t) {
		return nil, false
	}
	isA := store.Pair(IsA.Index(), base.Index())
	odd := w.core.TraitsOf(IsA.Index()) & (rules.TraitsOfAdd &^ (rules.TraitExclusive | rules.TraitAcyclic |
		rules.TraitProperty))
	if odd != 0 || w.core.Follows(isA) {
		return nil, false
	}
	add := []store.ID{isA}
	if w.core.GivesCopies(base.Index()) {
		ids, plain := w.core.CopiesFor(add, t, 0, base.Index())
		if !plain || slices.ContainsFunc(ids[1:], w.core.Follows) {
			return nil, false
		}
		add = ids
	}
	table, err := w.core.Store.TableAfter(t, add, nil)
	if err != nil {
		return nil, false
	}
	*p = instancePlan{
		from: t, base: base, changes: w.core.TraitChanges, epoch: w.core.Store.Epoch(), parent: parent, table: table,
		copies: p.copies[:0],
	}
	for _, id := range add[1:] {
		to, _ := w.core.Store.Find(table, id)
		typ := w.core.Store.ColumnType(table, to)
		from, owns := w.core.Store.Find(parent, id)
		if typ == store.TagType || owns == 0 ||
			w.core.TraitsOf(id.First())&(rules.TraitInherited|rules.TraitCopied) == 0 {
			// there is nothing to copy: the id has no value, or the copy starts at zero because the
			// base does not own or pass on the marked id (inheritance.override-mark)
			continue
		}
		p.copies = append(p.copies, copiedColumn{typ: typ, size: w.core.Store.TypeSize(typ), from: from, to: to})
	}
	// Without a plan, adding the first IsA pair sets these.
	w.core.Instances = true
	w.core.AddTraits(base.Index(), rules.TraitBase)
	return p, true
}

// fill copies the base's values into rows of the instances' table.
func (p *instancePlan) fill(w *World, row, n int) {
	_, source, _ := w.core.Store.Record(p.base)
	for i := range p.copies {
		c := &p.copies[i]
		from := unsafe.Add(w.core.Store.ColumnData(p.parent, c.from), uintptr(source)*c.size)
		to := w.core.Store.ColumnData(p.table, c.to)
		for i := row; i < row+n; i++ { // compute each address: an advanced pointer would end up past the column
			w.core.Store.DuplicateCell(c.typ, unsafe.Add(to, uintptr(i)*c.size), from)
		}
	}
}
