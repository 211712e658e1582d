package flecs

import "github.com/relspec/relspec/spec"

// maxObservers is how many observers a trace has at a time: each asks its query around every operation.
const maxObservers = 3

// observe watches a query for one or more events.
func (b *builder) observe() {
	q := b.query()
	q.Kind = spec.KindAuto
	b.watch(q)
}

// watch makes an observer of a query; of too many the oldest is released.
func (b *builder) watch(q *spec.Query) {
	if len(b.observers) == maxObservers {
		b.unwatch()
	}
	c := int(b.Next())
	op := spec.Operation{
		Op: spec.OpObserve, Query: q, Events: watchedEvents[c%len(watchedEvents)], Monitor: c%4 == 3,
		YieldExisting: c >= 192,
	}
	if c%16 == 9 {
		op.Parent = b.world.Handle(b.plain())
	}
	b.listen(op)
}

// watchedEvents are the events that observers of traces ask for.
var watchedEvents = [...][]spec.EventKind{
	{spec.OnAdd}, {spec.OnRemove}, {spec.OnSet}, {spec.OnAdd, spec.OnRemove}, {spec.OnAdd, spec.OnSet, spec.OnRemove},
}

// listen makes an observer under a new name; of too many the oldest is released.
func (b *builder) listen(op spec.Operation) {
	if len(b.observers) == maxObservers {
		b.unwatch()
	}
	b.watches++
	op.As = "o" + number(b.watches)
	b.emit(op)
	b.observers = append(b.observers, op.As)
}

// unwatch releases the oldest observer, once its events have been asked for.
func (b *builder) unwatch() {
	b.events()
	b.emit(spec.Operation{Op: spec.OpRelease, On: b.observers[0]})
	b.observers = append([]string(nil), b.observers[1:]...)
}

// unwatchAll releases every observer.
func (b *builder) unwatchAll() {
	for len(b.observers) > 0 {
		b.unwatch()
	}
}

func (b *builder) events() { b.emit(spec.Operation{Op: spec.OpEvents}) }

// teardown ends the world, mostly watched, and sometimes asks it something then; a fresh one begins at once.
func (b *builder) teardown() {
	b.EndDeferral()
	b.play(fragmentNamed("ending"))
	b.emit(spec.Operation{Op: spec.OpTeardown})
	if b.oneIn(3) {
		b.ask()
	}
	b.emit(spec.Operation{Op: spec.OpReset, Profile: b.Profile.Name})
	b.startAnew()
}

// startAnew forgets everything about the world before.
func (b *builder) startAnew() {
	b.Held, b.iterator, b.observers = nil, "", nil
	b.prologue()
}
