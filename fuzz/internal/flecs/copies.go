package flecs

import "github.com/relspec/relspec/spec"

// maxParts is the maximum number of entities below an entity that is instantiated.
const maxParts = 8

// copy clones an entity or makes an instance with copies of its parts. It mostly chooses an entity
// with children.
func (b *builder) copy() {
	from := b.plain()
	for range 6 {
		if len(b.world.Parts(from)) > 0 && b.oneIn(2) {
			break
		}
		from = b.plain()
	}
	parts := len(b.world.Parts(from))
	b.copyOf(from, parts > 0 && !b.oneIn(4) || b.oneIn(3))
}

// copyOf clones an entity or makes an instance of it, sometimes with one handle too few or too many
// or with additional ids. It returns the operation, or the zero operation if the world is full.
func (b *builder) copyOf(from ref, instance bool) (op spec.Operation) {
	w, parts := b.world, 0
	if instance {
		parts = len(w.Parts(from))
	}
	if instance && b.oneIn(16) {
		parts += 1 - 2*b.below(2)
	}
	if parts > maxParts || len(w.Live)+1+parts > b.Max+maxParts/2 {
		return op
	}
	n := b.created[rolePlain]
	op = spec.Operation{Op: spec.OpClone, Entity: plainHandle(n), From: w.Handle(from)}
	if instance {
		op.Op = spec.OpInstantiate
		if b.oneIn(4) {
			op.IDs = b.idsOf(b.birthIDs())
		}
	}
	for range parts {
		n++
		op.More = append(op.More, plainHandle(n))
	}
	b.created[rolePlain] = n + 1
	b.emit(op)
	return op
}
