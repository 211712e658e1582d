package flecs

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// maxObservers is the maximum number of observers at a time. Each evaluates its query before and
// after every operation.
const maxObservers = 3

// observe watches a query for one or more events.
func (b *builder) observe() {
	q := b.query()
	q.Kind = spec.KindAuto
	b.watch(q)
}

// watch makes an observer of a query. If there are too many observers, it releases the oldest.
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
	if b.features.Emit && c%8 == 5 {
		op.Events = append(slices.Clip(op.Events), spec.EventKind(b.world.Handle(b.of(roleTag))))
		b.listened = append(b.listened, op.Events[len(op.Events)-1])
	}
	b.listen(op)
}

// watchedEvents are the events that observers in traces listen to.
var watchedEvents = [...][]spec.EventKind{
	{spec.OnAdd}, {spec.OnRemove}, {spec.OnSet}, {spec.OnAdd, spec.OnRemove}, {spec.OnAdd, spec.OnSet, spec.OnRemove},
}

// listen makes an observer under a new name. If there are too many observers, it releases the
// oldest.
func (b *builder) listen(op spec.Operation) {
	if len(b.observers) == maxObservers {
		b.unwatch()
	}
	b.watches++
	op.As = "o" + number(b.watches)
	b.emit(op)
	b.observers = append(b.observers, op.As)
}

// unwatch releases the oldest observer, after reading its events.
func (b *builder) unwatch() {
	b.events()
	b.emit(spec.Operation{Op: spec.OpRelease, On: b.observers[0]})
	b.observers = b.observers[1:]
}

// unwatchAll releases every observer.
func (b *builder) unwatchAll() {
	for len(b.observers) > 0 {
		b.unwatch()
	}
}

// announce emits an event of the program, mostly one that an observer has listened to, and mostly
// about ids that the entity owns.
func (b *builder) announce() {
	e := b.plain()
	op := spec.Operation{Op: spec.OpEmit, Event: b.world.Handle(b.of(roleTag)), Entity: b.world.Handle(e)}
	if n := len(b.listened); n > 0 && !b.oneIn(8) {
		op.Event = spec.Handle(b.listened[b.below(n)])
	}
	for range b.below(3) {
		f := b.candidate()
		if own := b.world.Entities[e].Own; len(own) > 0 && !b.oneIn(4) {
			f = own[b.below(len(own))]
		}
		op.IDs = append(op.IDs, b.world.ID(f))
	}
	switch b.below(4) {
	case 0:
		op.Relationship = spec.ChildOf
	case 1:
		op.Relationship = b.world.Handle(b.of(roleRelationship))
	}
	b.emit(op)
}

func (b *builder) events() { b.emit(spec.Operation{Op: spec.OpEvents}) }

// teardown ends the world, mostly with observers, and sometimes reads the ended world. Then it
// resets the world.
func (b *builder) teardown() {
	b.EndDeferral()
	b.play(fragmentNamed("ending"))
	b.emit(spec.Operation{Op: spec.OpTeardown})
	if b.oneIn(3) {
		b.ask()
	}
	b.emit(spec.Operation{Op: spec.OpReset, Profile: b.Profile.Name})
	b.Held, b.iterator, b.observers, b.listened = nil, "", nil, nil
	b.prologue()
}
