package exhaust

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// operations returns the operations to try in a world. They add each of b.ids to each entity,
// remove each id that an entity has, and clear and delete each entity. If the bound is Wide, they
// also remove all pairs of an entity at once, and delete a relationship and the tag.
func (b Bound) operations(dump *spec.Dump) []spec.Operation {
	var out []spec.Operation
	do := func(kind spec.OpKind, e spec.Handle, id spec.ID) {
		out = append(out, spec.Operation{Op: kind, Entity: e, ID: id})
	}
	for _, e := range b.entities() {
		for _, id := range b.ids() {
			do(spec.OpAdd, e, id)
		}
	}
	for i := range dump.Entities {
		e := &dump.Entities[i]
		if !slices.Contains(b.entities(), e.Handle) {
			continue
		}
		for _, id := range e.IDs {
			do(spec.OpRemove, e.Handle, id.ID)
		}
		if b.Wide && len(e.IDs) > 1 {
			do(spec.OpRemove, e.Handle, spec.Pair(spec.Wildcard, spec.Wildcard))
		}
		do(spec.OpClear, e.Handle, spec.ID{})
		do(spec.OpDelete, e.Handle, spec.ID{})
	}
	if b.Wide {
		do(spec.OpDelete, relationNames[0], spec.ID{})
		do(spec.OpDelete, tagName, spec.ID{})
	}
	return out
}

// ids returns the ids that can be added to an entity: the tag and every pair. If the bound is Wide,
// Prefab, Disabled and Final are added, too.
func (b Bound) ids() []spec.ID {
	out := []spec.ID{spec.Single(tagName)}
	if b.Wide {
		out = append(out, spec.Single(spec.Prefab), spec.Single(spec.Disabled), spec.Single(spec.Final))
	}
	for _, r := range append(slices.Clone(b.relationships()), spec.IsA, spec.ChildOf) {
		for _, t := range b.entities() {
			out = append(out, spec.Pair(r, t))
		}
	}
	return out
}
