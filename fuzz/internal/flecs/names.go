package flecs

import "github.com/relspec/relspec/spec"

// setName sets a name from a small pool or the entity's handle as its name, or removes the name.
func (b *builder) setName() {
	w := b.world
	e := b.subject()
	c := b.below(8)
	name := ""
	switch {
	case c == 0:
	case c < 4 && e >= 0:
		name = string(w.Handle(e))
	default:
		name = siblingNames[c%len(siblingNames)]
	}
	if name != "" && !b.Arbitrary && w.NameTaken(name, b.parentOf(e), e) {
		name = ""
	}
	b.rename(e, name)
}

// lookup looks up an entity by its path or, from its parent, by its name. Sometimes it looks up a
// name that may not exist.
func (b *builder) lookup() {
	w := b.world
	e := b.subject()
	op := spec.Operation{Op: spec.OpLookup}
	c := b.below(8)
	name := siblingNames[c%len(siblingNames)]
	if e >= 0 && w.Entities[e].Name != "" {
		name = w.Entities[e].Name
	}
	op.Path = name
	if path := w.Path(max(e, 0)); e >= 0 && path != "" && c < 5 {
		op.Path = path
	} else if up := b.parentOf(e); up != none && c < 7 {
		op.From = w.Handle(up)
	}
	if b.oneIn(4) {
		op.Recursive = new(false)
	}
	b.emit(op)
}

func (b *builder) path() {
	e := b.subject()
	op := b.op(spec.OpPath, e)
	if up := b.parentOf(e); up != none && b.oneIn(2) {
		op.From = b.world.Handle(up)
	}
	b.emit(op)
}

// setScope enters a plain entity, or leaves the scope.
func (b *builder) setScope() {
	e := none
	if b.world.Scope == none || b.oneIn(4) {
		e = b.plain()
	}
	b.emit(b.op(spec.OpScope, e))
}

func (b *builder) rename(e ref, name string) {
	op := b.op(spec.OpSetName, e)
	op.Name = &name
	b.emit(op)
}
