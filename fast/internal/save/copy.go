package save

import (
	"reflect"
	"slices"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// copier copies entities of a world into another one, where they have other numbers: those of a
// part into the blank world of the part when it is saved, and those of that world into the one that
// loads it. Their ids are facts: all that followed from them is copied too.
type copier struct {
	from, w *rules.World
	list    []uint32 // the entities that are copied, by creation
	// and what has come of each that was asked for; the zero Entity for one that is left out
	to     map[uint32]store.Entity
	bare   map[uint32]bool // those that are copied with their ids and nothing else
	wanted map[uint32][]wantedID

	find    func(index uint32) (store.Entity, *spec.Error)   // the entity for one that is mentioned
	give    func(e store.Entity, id store.ID) *spec.Error    // gives an entity an id
	column  func(component uint32) (column, *spec.Error)     // how values are written, in the world that is copied
	setName func(e store.Entity, index uint32) *spec.Error   // names an entity
	target  func(source, relationship, target uint32) uint32 // the target that a pair has got, 0 for none
	wrote   func(store.Entity, store.ID)                     // hears of each value
}

// wantedID is an id that an entity is to have, and the one that it copies, the zero ID for none.
type wantedID struct{ id, source store.ID }

func newCopier(from, to *rules.World) *copier {
	c := &copier{
		from: from, w: to, to: map[uint32]store.Entity{}, bare: map[uint32]bool{},
		wanted: map[uint32][]wantedID{},
	}
	c.target = c.targetOf
	return c
}

// targetOf is the index for one of the world that is copied, 0 for none.
func (c *copier) targetOf(_, _, target uint32) uint32 {
	if rules.IsBuiltin(target) {
		return target
	}
	return c.to[target].Index()
}

// id is the id for one of the world that is copied; false if it is left out.
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
	if e, known := c.to[index]; known {
		return e, nil
	}
	return c.find(index)
}

// rest copies what entities have beside their ids.
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

const ranks = 4

// rankOf orders ids: properties before the pairs that they are about, then parents and bases.
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

// add gives the entities their ids.
func (c *copier) add() *spec.Error {
	for rank := range ranks {
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
	col, err := c.column(c.from.TypedBy(id.source))
	if err == nil {
		err = col.copy(c.w, typ, ours, cell)
	}
	if err != nil {
		return ofEntity(c.from, c.from.Entity(index), err)
	}
	var failed *spec.Error
	col.mapEntities(ours, func(other store.Entity) store.Entity {
		switch {
		case rules.IsBuiltin(other.Index()):
			return other
		case !c.from.Store.Alive(other):
			return 0
		}
		made, err := c.element(other.Index())
		if err != nil && failed == nil {
			failed = err
		}
		return made
	})
	c.wrote(c.to[index], id.id)
	return failed
}

// copy copies a value so deep that the entities in it can be changed.
func (c *column) copy(w *rules.World, typ store.TypeIndex, to, from unsafe.Pointer) *spec.Error {
	if c.by != byJSON {
		w.Store.CopyCell(typ, to, from)
		return nil
	}
	data, err := c.append(nil, from)
	if err != nil {
		return err
	}
	d := decoder{b: data}
	c.read(&d, to, func(e store.Entity) store.Entity { return e })
	return d.err
}

// entityState copies the overrides, switched-off ids and the name of an entity.
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

// arrange puts the entities in the order that they had, behind those that the world had before.
func (c *copier) arrange() {
	for relationship, o := range c.from.Sequences {
		made := c.w.Sequences[c.targetOf(0, 0, relationship)]
		if made == nil {
			continue
		}
		for _, target := range o.Targets(nil) {
			for _, source := range o.Sources(nil, target) {
				if e, to := c.to[source].Index(), c.target(source, relationship, target); to != 0 && made.Has(e, to) {
					made.Remove(e, to)
					made.Append(e, to)
				}
			}
		}
	}
}

// valuesOf is the type of a component's values, nil for none.
func valuesOf(w *rules.World, c *rules.Component) reflect.Type {
	if c == nil {
		return nil
	}
	return w.Store.GoType(c.Typ)
}
