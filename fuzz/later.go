package fuzz

import "github.com/relspec/relspec/spec"

// deferral begins or ends deferring. What is deferred is followed as if it happened at once.
func (b *builder) deferral() {
	kind := spec.OpDeferBegin
	if b.deferred {
		kind = spec.OpDeferEnd
	}
	b.deferred = !b.deferred
	b.emit(spec.Operation{Op: kind})
}

// observe watches a query for one or more events; the first three observers stay.
func (b *builder) observe() {
	if b.observers == 3 {
		b.events()
		return
	}
	b.observers++
	events := [...][]spec.EventKind{
		{spec.OnAdd}, {spec.OnRemove}, {spec.OnSet}, {spec.OnAdd, spec.OnRemove}, {spec.OnAdd, spec.OnSet, spec.OnRemove},
	}
	c := b.below(16)
	q := b.query()
	q.Kind = spec.KindAuto
	b.emit(spec.Operation{
		Op: spec.OpObserve, As: "o" + number(b.observers), Query: q, Events: events[c%len(events)],
		Monitor: c == 7, YieldExisting: c == 11,
	})
}

// teardown ends the world; a fresh one begins at once.
func (b *builder) teardown() {
	if !b.oneIn(4) {
		b.add()
		return
	}
	if b.deferred {
		b.deferral()
	}
	b.emit(spec.Operation{Op: spec.OpTeardown})
	b.emit(spec.Operation{Op: spec.OpReset, Profile: b.g.profile.Name})
	b.startAnew()
}

// startAnew forgets everything about the world before.
func (b *builder) startAnew() {
	b.world, b.held, b.snapshots, b.iterator, b.observers = b.g.start.clone(), nil, nil, "", 0
	b.prologue()
}

func (b *builder) events() { b.emit(spec.Operation{Op: spec.OpEvents}) }
