package flecs

import "github.com/relspec/relspec/spec"

// remove generates a remove of an id from an entity that probably owns it; sometimes the id is a
// wildcard pattern.
func (b *builder) remove() {
	e, f := b.owned()
	if b.Arbitrary && b.oneIn(8) {
		e, f = b.anyHandle(), b.arbitraryFact()
	}
	f = b.pattern(f)
	if !b.Arbitrary && !b.world.AllowsRemoval(e, f) {
		f = single(b.of(roleTag))
	}
	b.removeFact(e, f)
}

func (b *builder) removeFact(e ref, f fact) { b.factOp(spec.OpRemove, e, f) }

// removeAll generates a removal of an id from all its owners.
func (b *builder) removeAll() {
	_, f := b.owned()
	f = b.userFact(b.pattern(f))
	b.emit(spec.Operation{Op: spec.OpRemoveAll, ID: b.world.ID(f)})
}

// deleteWith generates a deletion of all owners of an id.
func (b *builder) deleteWith() {
	_, f := b.owned()
	f = b.userFact(f)
	b.emit(spec.Operation{Op: spec.OpDeleteWith, ID: b.world.ID(f)})
}

// userFact returns f or, if f begins with a reserved handle other than IsA and ChildOf, a tag.
// Operations on all owners of an id use it, because properties cannot always be removed.
func (b *builder) userFact(f fact) fact {
	k := b.world.Words
	if b.Arbitrary || f.First == every || b.world.IsUser(f.First) ||
		f.IsPair() && (f.First == k.IsA || f.First == k.ChildOf) {
		return f
	}
	return single(b.of(roleTag))
}

// delete generates the deletion of an entity, mostly a plain one. If at most two plain entities are
// left, it generates a creation instead.
func (b *builder) delete() {
	w := b.world
	if len(w.Of[rolePlain]) <= 2 {
		b.bear()
		return
	}
	e := b.subject()
	if b.Arbitrary && b.oneIn(8) {
		e = b.anyHandle()
	}
	b.deleteEntity(e)
}

func (b *builder) deleteEntity(e ref) { b.emit(b.op(spec.OpDelete, e)) }

// clear generates a clear of a plain entity (entities.clear).
func (b *builder) clear() {
	b.emit(b.op(spec.OpClear, b.plain()))
}

// enable and disable generate an operation on a plain entity or, if the feature Toggles is
// on, sometimes on an id that an entity owns.
func (b *builder) enable() { b.toggle(spec.OpEnable) }

func (b *builder) disable() { b.toggle(spec.OpDisable) }

func (b *builder) toggle(kind spec.OpKind) {
	if b.features.Toggles && b.oneIn(2) {
		e, f := b.owned()
		b.switchable(f)
		b.factOp(kind, e, f)
		return
	}
	b.emit(b.op(kind, b.plain()))
}

// switches reports whether an id that an entity owns can be switched off (toggle.trait).
func (b *builder) switches(f fact) bool {
	return !b.Profile.UsageTraits || b.world.Is(f.First, b.world.Words.Of(spec.CanToggle))
}

// switchable adds CanToggle to the first element of an id, if the profile requires that for enable
// and disable. Sometimes it adds it to the target instead, where it has no effect.
func (b *builder) switchable(f fact) {
	trait := single(b.world.Words.Of(spec.CanToggle))
	switch {
	case b.switches(f):
	case !b.oneIn(8):
		b.attach(f.First, trait)
	case f.IsPair():
		b.attach(f.Second, trait)
	}
}

func (b *builder) override() {
	e, f := b.owned()
	b.factOp(spec.OpOverride, e, f)
}

func (b *builder) modified() {
	e, f := b.typed()
	b.factOp(spec.OpModified, e, f)
}

// maxSnapshots limits the number of snapshots of a trace, and so its memory.
const maxSnapshots = 4

// snapshot generates a snapshot. Sometimes it replaces an existing one (snapshot.restore).
func (b *builder) snapshot() {
	n := len(b.world.Snapshots)
	i := b.below(n + 1)
	if n == maxSnapshots {
		i = b.below(n)
	}
	b.emit(spec.Operation{Op: spec.OpSnapshot, As: "s" + number(i+1)})
}

// restore generates a restore. Entities created after the snapshot become unknown, and the
// generator does not reuse their handles.
func (b *builder) restore() {
	if len(b.world.Snapshots) == 0 {
		b.snapshot()
		return
	}
	b.emit(spec.Operation{Op: spec.OpRestore, As: b.world.Snapshots[b.below(len(b.world.Snapshots))].Name})
}

// reload generates a reload of the world, mostly when that is allowed. Queries and observers are
// lost.
func (b *builder) reload() {
	// reload is refused while an iterator is open
	if b.features.Iterators && b.iterator == "" && b.Deferred == 0 && len(b.Held) > 0 && b.oneIn(4) {
		it := b.beginIterator(b.Held[b.below(len(b.Held))].Name)
		b.Attempt(spec.Operation{Op: spec.OpReload})
		b.emit(spec.Operation{Op: spec.OpIterEnd, On: it})
	}
	if !b.oneIn(6) {
		b.EndDeferral()
		if b.iterator != "" {
			b.emit(spec.Operation{Op: spec.OpIterEnd, On: b.iterator})
			b.iterator = ""
		}
	}
	b.emit(spec.Operation{Op: spec.OpReload})
	if b.Deferred == 0 && b.iterator == "" {
		b.Held, b.observers = nil, nil
	}
}

func (b *builder) dump() { b.emit(spec.Operation{Op: spec.OpDump}) }
