package fuzz

import "github.com/relspec/relspec/spec"

// remove removes an id that the entity probably owns, mostly itself, sometimes by a wildcard.
func (b *builder) remove() {
	e, f := b.owned()
	if b.g.options.arbitrary && b.oneIn(8) {
		e, f = b.anything(), b.arbitraryFact()
	}
	f = b.pattern(f)
	if !b.g.options.arbitrary && !b.world.allowsRemoval(e, f) {
		f = single(b.of(roleTag))
	}
	b.removeFact(e, f)
}

func (b *builder) removeFact(e ref, f fact) {
	op := b.op(spec.OpRemove, e)
	op.ID = b.world.id(f)
	b.emit(op)
	if f.isPair() && b.world.is(f.first, b.world.words.union) {
		f.second = every // removing any target of a union removes the one that is set (P-41)
	}
	if e >= 0 && (b.world.isUser(e) || b.g.options.arbitrary) && b.world.allowsRemoval(e, f) {
		b.world.drop(e, f)
	}
}

// removeAll removes an id from everything that owns it.
func (b *builder) removeAll() {
	_, f := b.owned()
	f = b.userFact(b.pattern(f))
	b.emit(spec.Operation{Op: spec.OpRemoveAll, ID: b.world.id(f)})
	for _, e := range b.world.live {
		b.world.drop(e, f)
	}
}

// deleteWith deletes everything that owns an id.
func (b *builder) deleteWith() {
	_, f := b.owned()
	f = b.userFact(f)
	b.emit(spec.Operation{Op: spec.OpDeleteWith, ID: b.world.id(f)})
	var victims []ref
	for _, e := range b.world.live {
		for _, o := range b.world.things[e].own {
			if f.matches(o) {
				victims = append(victims, e)
				break
			}
		}
	}
	if len(victims) > 0 {
		b.world.erase(victims...)
	}
}

// userFact keeps operations on the whole world away from properties, which cannot always be removed.
func (b *builder) userFact(f fact) fact {
	k := b.world.words
	if b.g.options.arbitrary || f.first == every || b.world.isUser(f.first) || f.isPair() && (f.first == k.isA || f.first == k.childOf) {
		return f
	}
	return single(b.of(roleTag))
}

// delete deletes an entity, mostly a plain one; where few are left it makes one instead.
func (b *builder) delete() {
	w := b.world
	if len(w.roles[rolePlain]) <= 2 {
		b.bear()
		return
	}
	e := b.subject()
	if b.g.options.arbitrary && b.oneIn(8) {
		e = b.anything()
	}
	b.deleteEntity(e)
}

func (b *builder) deleteEntity(e ref) {
	b.emit(b.op(spec.OpDelete, e))
	if b.world.isUser(e) && b.world.things[e].alive {
		b.world.erase(e)
	}
}

// clear takes everything from a plain entity, its name included (P-3).
func (b *builder) clear() {
	e := b.plain()
	b.emit(b.op(spec.OpClear, e))
	for _, f := range append([]fact(nil), b.world.things[e].own...) {
		b.world.drop(e, f)
	}
	b.world.things[e].name = ""
}

// enable and disable concern the entity, or one id where toggles are generated.
func (b *builder) enable() { b.toggle(spec.OpEnable) }

func (b *builder) disable() { b.toggle(spec.OpDisable) }

func (b *builder) toggle(kind spec.OpKind) {
	if b.features.Toggles && b.oneIn(2) {
		e, f := b.owned()
		op := b.op(kind, e)
		op.ID = b.world.id(f)
		b.emit(op)
		return
	}
	w := b.world
	e := b.plain()
	b.emit(b.op(kind, e))
	if kind == spec.OpEnable {
		w.drop(e, single(w.words.disabled))
	} else {
		w.add(e, single(w.words.disabled))
	}
}

func (b *builder) override() {
	e, f := b.owned()
	op := b.op(spec.OpOverride, e)
	op.ID = b.world.id(f)
	b.emit(op)
}

func (b *builder) modified() {
	e, f := b.typed()
	op := b.op(spec.OpModified, e)
	op.ID = b.world.id(f)
	b.emit(op)
}
