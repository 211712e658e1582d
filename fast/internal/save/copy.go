package save

import (
	"cmp"
	"reflect"
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// copier copies entities of a world into another world, where they get other indices. Saving a part
// copies from the world into the blank world of the part; loading it copies from there into the
// loading world. Ids are copied as facts: their consequences are copied, too, not derived again.
type copier struct {
	from, w *rules.World
	list    []uint32 // the entities to copy, in order of creation
	// The copy of each entity that was looked up; the zero Entity if it is left out.
	to     map[uint32]store.Entity
	bare   map[uint32]bool // those that are copied with their ids only
	wanted map[uint32][]wantedID

	columns map[uint32]column // the encoding of values, by component of the source world

	find    func(index uint32) (store.Entity, *spec.Error) // returns the copy of an entity outside of list
	give    func(e store.Entity, id store.ID) *spec.Error  // adds an id to an entity
	setName func(e store.Entity, index uint32) *spec.Error // names an entity
	wrote   func(store.Entity, store.ID)                   // called for each value

	tops  map[uint32]bool // entities whose parent is replaced by below
	below store.Entity    // the new parent
}

// wantedID is an id that a copy gets, and the id of the original that it corresponds to, or the
// zero ID.
type wantedID struct{ id, source store.ID }

func newCopier(from, to *rules.World, columns map[uint32]column) *copier {
	return &copier{
		from: from, w: to, columns: columns, to: map[uint32]store.Entity{}, bare: map[uint32]bool{},
		wanted: map[uint32][]wantedID{}, tops: map[uint32]bool{},
	}
}

// id translates an id of the source world. It returns false if the id is left out.
func (c *copier) id(id store.ID) (made store.ID, ok bool, err *spec.Error) {
	first, err := c.element(id.First())
	if err != nil || first == 0 || !id.IsPair() {
		return store.Single(first.Index()), first != 0, err
	}
	second, err := c.element(id.Second())
	return store.Pair(first.Index(), second.Index()), second != 0, err
}

func (c *copier) element(index uint32) (store.Entity, *spec.Error) {
	if rules.IsBuiltin(index) {
		return store.MakeEntity(index, 0), nil
	}
	if n, is := c.from.NumberAt(index); is {
		return c.w.Number(n), nil
	}
	if e, known := c.to[index]; known {
		return e, nil
	}
	return c.find(index)
}

// index returns the index of the copy of an entity, or 0 if there is none.
func (c *copier) index(index uint32) uint32 {
	if rules.IsBuiltin(index) {
		return index
	}
	if n, is := c.from.NumberAt(index); is {
		return c.w.Number(n).Index()
	}
	return c.to[index].Index()
}

// rest copies everything besides ids.
func (c *copier) rest() *spec.Error {
	for _, index := range c.list {
		for _, id := range c.wanted[index] {
			if err := c.value(index, id); err != nil {
				return err
			}
		}
	}
	for _, index := range c.list {
		if err := c.entityState(index); err != nil {
			return err
		}
	}
	c.arrange()
	return nil
}

// rankOf orders ids: properties before the pairs that they apply to, then parents and bases.
func rankOf(id store.ID) int {
	switch first := id.First(); {
	case isParent(id):
		return 1
	case id.IsPair() && first == rules.IsA.Index():
		return 2
	case rules.IsBuiltin(first):
		return 0
	}
	return 3
}

func isParent(id store.ID) bool { return id.IsPair() && id.First() == rules.ChildOf.Index() }

// add adds the ids to the copies.
func (c *copier) add() *spec.Error {
	for rank := range 4 {
		for _, index := range c.list {
			for _, wanted := range c.wanted[index] {
				if rankOf(wanted.id) != rank {
					continue
				}
				if err := c.give(c.to[index], wanted.id); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// value copies the value of an id.
func (c *copier) value(index uint32, id wantedID) *spec.Error {
	if id.source == 0 || c.bare[index] {
		return nil
	}
	cell, theirs, _ := c.from.Store.Get(c.from.Entity(index), id.source)
	ours, typ, _ := c.w.Store.Get(c.to[index], id.id)
	if (cell == nil) != (ours == nil) || cell != nil && c.from.Store.GoType(theirs) != c.w.Store.GoType(typ) {
		return spec.Errorf(spec.CodeInvalid,
			"values of %s have another type here than in the file; register it with the same type",
			c.w.EntityText(c.w.Entity(id.id.First())))
	}
	if cell == nil {
		return nil
	}
	col := c.columns[c.from.TypedBy(id.source)]
	if err := col.copy(c.w, typ, ours, cell); err != nil {
		return ofEntity(c.from, c.from.Entity(index), err)
	}
	c.wrote(c.to[index], id.id)
	if !col.holdsEntities() {
		return nil
	}
	var failed *spec.Error
	MapEntities(col.goType, ours, func(other store.Entity) store.Entity {
		if !c.from.Store.Alive(other) {
			return 0
		}
		made, err := c.element(other.Index())
		failed = cmp.Or(failed, err)
		return made
	}, false)
	return failed
}

// entityState copies the overrides, disabled ids and the name of an entity.
func (c *copier) entityState(index uint32) *spec.Error {
	e := c.to[index]
	if c.bare[index] {
		return nil
	}
	for _, id := range c.from.Marks[index] {
		made, ok, err := c.id(id)
		if err == nil && ok {
			err = c.w.OverrideNow(e, made)
		}
		if err != nil {
			return err
		}
	}
	for _, id := range c.from.Off(index) {
		i := slices.IndexFunc(c.wanted[index], func(w wantedID) bool { return w.source == id })
		if i < 0 {
			continue // left out
		}
		if err := c.w.ToggleNow(e, c.wanted[index][i].id, false); err != nil {
			return err
		}
	}
	return c.setName(e, index)
}

// arrange appends the copies to the orders of sources, in their original order.
func (c *copier) arrange() {
	for relationship, o := range c.from.Sequences {
		made := c.w.Sequences[c.index(relationship)]
		if made == nil {
			continue
		}
		for _, target := range o.Targets(nil) {
			for _, source := range o.Sources(nil, target) {
				e, to := c.to[source].Index(), c.index(target)
				if c.below != 0 && c.tops[source] && relationship == rules.ChildOf.Index() {
					to = c.below.Index()
				}
				if made.Has(e, to) {
					made.Remove(e, to)
					made.Append(e, to)
				}
			}
		}
	}
}

// valuesOf returns the type of a component's values, or nil if it has none.
func valuesOf(w *rules.World, c *rules.Component) reflect.Type {
	if c == nil {
		return nil
	}
	return w.Store.GoType(c.Typ)
}
