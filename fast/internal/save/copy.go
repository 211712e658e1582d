package save

import (
	"cmp"
	"slices"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// copier copies entities of a world into another one, where they have other indices. A part is
// copied into a blank world, which is saved like any world; to load it, it is copied from there.
// Ids are added without their consequences, because these are copied, too.
type copier struct {
	from, w *rules.World
	o       *Options
	err     *spec.Error       // the first error
	columns map[uint32]column // by component of from
	spent   bool              // from is not used afterwards, so its values may be modified

	list []uint32        // the entities to copy, in order of creation
	bare map[uint32]bool // entities of list whose copies get nothing but properties
	tops map[uint32]bool // entities of list without a parent in list
	// The entity of w for each entity of from that was looked up; the zero Entity if it is left
	// out.
	to    map[uint32]store.Entity
	made  map[uint32]bool // the copies
	ids   []copiedID
	below store.ID                  // the pair that replaces the parents of tops; 0 for none
	find  func(uint32) store.Entity // the entity of w for one that is not in list
}

// copiedID is an id that a copy gets. source is the id of the original that is copied, or the zero
// ID if there is none.
type copiedID struct {
	index      uint32 // of the original
	id, source store.ID
}

func newCopier(from, to *rules.World, o *Options, find func(uint32) store.Entity) copier {
	return copier{
		from: from, w: to, o: o, find: find, columns: map[uint32]column{}, to: map[uint32]store.Entity{},
		made: map[uint32]bool{}, bare: map[uint32]bool{}, tops: map[uint32]bool{},
	}
}

// check keeps the first error, and reports whether there was none so far.
func (c *copier) check(err *spec.Error) (fine bool) {
	c.err = cmp.Or(c.err, err)
	return c.err == nil
}

// create creates the copy of an entity, without ids.
func (c *copier) create(index uint32) store.Entity {
	made := c.w.RawCreate()
	c.list = append(c.list, index)
	c.to[index], c.made[made.Index()] = made, true
	c.component(index, made)
	return made
}

// component makes a copy a component if its original is one.
func (c *copier) component(index uint32, made store.Entity) {
	if has := c.from.Components[index]; has != nil {
		own := *has
		if t := c.from.Store.GoType(has.Typ); t != nil {
			own.Typ = typeIn(c.w.Store, t)
		}
		c.w.FillComponent(made.Index(), &own)
	}
}

// own returns the ids of an original.
func (c *copier) own(index uint32) []store.ID { return c.from.OwnIDs(c.from.Table(index), index) }

func isParent(id store.ID) bool { return id.IsPair() && id.First() == rules.ChildOf.Index() }

// resolve determines the ids of the copy of an entity. ids are the ids of the original.
func (c *copier) resolve(index uint32, ids []store.ID) {
	if c.below != 0 && c.tops[index] {
		c.ids = append(c.ids, copiedID{index, c.below, 0})
		ids = slices.DeleteFunc(ids, isParent)
	}
	for _, source := range ids {
		if id, ok := c.id(source); ok {
			c.ids = append(c.ids, copiedID{index, id, source})
		}
	}
}

// id translates an id. It returns false if the id is left out, or after an error.
func (c *copier) id(id store.ID) (made store.ID, ok bool) {
	first := c.entity(id.First())
	if !id.IsPair() {
		return store.Single(first.Index()), first != 0
	}
	second := c.entity(id.Second())
	return store.Pair(first.Index(), second.Index()), first != 0 && second != 0
}

// entity translates an entity. It returns the zero Entity if the entity is left out, or after an
// error.
func (c *copier) entity(index uint32) store.Entity {
	if rules.IsBuiltin(index) {
		return store.MakeEntity(index, 0)
	}
	if n, is := c.from.NumberAt(index); is {
		return c.w.Number(n)
	}
	e, known := c.to[index]
	if !known && c.err == nil {
		e = c.find(index)
		c.to[index] = e
	}
	return e
}

// reference translates an entity in a value.
func (c *copier) reference(e store.Entity) store.Entity {
	if !c.from.Store.Alive(e) {
		return 0
	}
	return c.entity(e.Index())
}

// rankOf orders ids: properties and most other reserved ids, parents, bases, then all other ids, so
// that properties come before the pairs that they apply to.
func rankOf(id store.ID) int {
	switch {
	case isParent(id):
		return 1
	case id.IsPair() && id.First() == rules.IsA.Index():
		return 2
	case rules.IsBuiltin(id.First()):
		return 0
	}
	return 3
}

// add calls place for each id, in the order of rankOf.
func (c *copier) add(place func(e store.Entity, id store.ID) *spec.Error) {
	ranked := slices.Clone(c.ids)
	slices.SortStableFunc(ranked, func(a, b copiedID) int { return cmp.Compare(rankOf(a.id), rankOf(b.id)) })
	for _, a := range ranked {
		if !c.check(place(c.to[a.index], a.id)) {
			return
		}
	}
}

// values copies the values of ids, and calls wrote for each.
func (c *copier) values(wrote func(store.Entity, store.ID)) {
	for _, a := range c.ids {
		if a.source == 0 || c.bare[a.index] {
			continue
		}
		cell, theirs, _ := c.from.Store.Get(c.from.Entity(a.index), a.source)
		ours, typ, _ := c.w.Store.Get(c.to[a.index], a.id)
		if (cell == nil) != (ours == nil) || cell != nil && c.from.Store.GoType(theirs) != c.w.Store.GoType(typ) {
			c.check(spec.Errorf(spec.CodeInvalid,
				"values of %s have another type here than in the file; register it with the same type",
				c.w.EntityText(c.w.Entity(a.id.First()))))
			return
		}
		if cell != nil {
			c.w.Store.CopyCell(typ, ours, c.translated(a.index, a.source, cell, c.reference))
			wrote(c.to[a.index], a.id)
		}
	}
}

// translated returns a value whose entities are replaced by the results of entity. It works on a
// copy, unless the value has no entities or from is not used afterwards.
func (c *copier) translated(
	of uint32, id store.ID, cell unsafe.Pointer, entity func(store.Entity) store.Entity,
) unsafe.Pointer {
	component := c.from.TypedBy(id)
	col, known := c.columns[component]
	if !known {
		var err *spec.Error
		col, err = columnOf(c.from, c.from.Components[component], c.o)
		c.check(err)
		c.columns[component] = col
	}
	if c.err != nil || !col.holdsEntities() {
		return cell
	}
	own := cell
	if !c.spent {
		var err *spec.Error
		if own, err = col.duplicate(cell); err != nil {
			c.check(spec.Errorf(err.Code, "%s: %s", c.from.EntityText(c.from.Entity(of)), err.Message))
			return cell
		}
	}
	MapEntities(col.goType, own, entity, false)
	return own
}

// state disables ids and sets overrides, orders, and, with the function name, names.
func (c *copier) state(name func(index uint32, made store.Entity) *spec.Error) {
	for _, a := range c.ids {
		if a.source != 0 && !c.bare[a.index] && c.from.IsOff(a.index, a.source) {
			c.check(c.w.ToggleNow(c.to[a.index], a.id, false))
		}
	}
	for _, index := range c.list {
		if c.bare[index] {
			continue
		}
		for _, source := range c.from.Marks[index] {
			if id, ok := c.id(source); ok {
				c.check(c.w.OverrideNow(c.to[index], id))
			}
		}
		if c.err == nil {
			c.check(name(index, c.to[index]))
		}
	}
	c.arrange()
}

// arrange appends the copies to the orders of sources, in the order of their originals.
func (c *copier) arrange() {
	for relationship, o := range c.from.Sequences {
		for _, target := range slices.Sorted(slices.Values(o.Targets())) {
			pair := store.Pair(relationship, target)
			for _, source := range o.Sources(target) {
				e := c.to[source].Index()
				if !c.made[e] {
					continue
				}
				id := c.below
				if id == 0 || !c.tops[source] || !isParent(pair) {
					id, _ = c.id(pair)
				}
				if order := c.w.OrderOf(id); order != nil && order.Has(e, id.Second()) {
					order.Remove(e, id.Second())
					order.Append(e, id.Second())
				}
			}
		}
	}
}
