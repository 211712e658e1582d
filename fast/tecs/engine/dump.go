package engine

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/spec"
)

// dump returns the whole world: the entities with their ids and values.
func (e *Engine) dump(*request) (spec.Outcome, *spec.Error) {
	list, elements := e.dumped(), 0
	for _, d := range list {
		elements += 1 + len(d.IDs)
		for i := range d.IDs {
			elements += len(d.IDs[i].Value)
		}
	}
	if err := e.fits(elements); err != nil {
		return none, err
	}
	slices.SortFunc(list, func(a, b spec.DumpEntity) int { return cmp.Compare(a.Handle, b.Handle) })
	return spec.Outcome{Dump: &spec.Dump{Entities: list}}, nil
}

// dumped returns the alive entities in no particular order.
func (e *Engine) dumped() []spec.DumpEntity {
	list := []spec.DumpEntity{}
	for name, entity := range e.handles.entities {
		if e.world.Alive(entity) {
			list = append(list, spec.DumpEntity{Handle: name, IDs: e.ids(entity)})
		}
	}
	return list
}

// ids returns the components and edges of an entity with their values.
func (e *Engine) ids(entity Entity) []spec.DumpID {
	var out []spec.DumpID
	for name, t := range e.handles.declared {
		switch {
		case t.relationship != nil:
			for _, target := range e.world.Targets(entity, t.relationship) {
				d, _ := e.world.GetTo(entity, t.relationship, target)
				out = append(out, spec.DumpID{ID: spec.ID{First: name, Second: e.handles.of[target]}, Value: fieldsOf(d)})
			}
		case e.world.Has(entity, t.component.tag):
			id := spec.DumpID{ID: spec.ID{First: name}}
			if len(t.component.members) > 0 {
				id.Value = e.componentValue(entity, t.component)
			}
			out = append(out, id)
		}
	}
	slices.SortFunc(out, func(a, b spec.DumpID) int { return a.ID.Compare(b.ID) })
	return out
}

// elements returns the number of components and edges of all entities. Edges that a snapshot leaves
// out do not count (limits.snapshots).
func (e *Engine) elements() int {
	n := 0
	for _, entity := range e.dumped() {
		for _, d := range entity.IDs {
			if r := e.handles.declared[d.ID.First].relationship; r == nil || !r.Options().Transient {
				n++
			}
		}
	}
	return n
}
