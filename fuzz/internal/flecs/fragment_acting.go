package flecs

import "github.com/relspec/relspec/spec"

// actors are observers that act, and those whose changes they are told of. Their acts are not believed: the entities that it may
// end are of this fragment alone.
type actors struct {
	*builder
	e, x, base, t, parent ref
	r, tag                ref
	heard, other          fact // the ids that observers are told of
	ends                  bool // an act may end entities
}

// mostWatched is the size of worlds in which observers act: the reference asks each about every entity around each act.
const mostWatched = 100

// acting makes observers that act, changes those whom they watch, at once, deferred or under an open iterator, and lets them end.
func (b *builder) acting() {
	if len(b.world.Live)+8 > b.Most || b.Most > mostWatched {
		return
	}
	k := b.world.Words
	a := &actors{builder: b, e: b.fresh(), x: b.fresh(), base: b.fresh(), t: b.fresh(), parent: b.fresh(), r: b.of(roleRelationship)}
	a.tag = b.birth(roleTag, nil)
	a.heard = [...]fact{single(a.tag), single(b.of(roleComponent)), pair(a.r, a.t), pair(b.besideTables(), a.t), pair(k.ChildOf, a.t)}[b.below(5)]
	a.other = [...]fact{single(b.of(roleTag)), single(b.of(roleComponent)), pair(a.r, a.t), pair(k.IsA, a.base)}[b.below(4)]
	b.inheritable(a.heard.First)
	if b.oneIn(3) {
		b.give(a.base, a.heard)
		b.attach(a.e, pair(k.IsA, a.base))
	}
	if b.oneIn(4) {
		b.attach(a.x, pair(k.ChildOf, a.e))
	}
	watched := len(b.observers)
	switch b.below(10) {
	case 0, 1:
		a.undoEachOther()
	case 2:
		a.toldOfABase()
	case 3:
		a.atOnce()
	case 4:
		a.heldStill()
	case 5:
		a.orphaned()
	default:
		for range 1 + b.below(3) {
			a.observe()
		}
	}
	if !b.features.Iterators || b.iterator != "" || !b.oneIn(6) {
		a.disturbAll()
	} else {
		held := b.holdTerms(b.idTerm(a.other))
		b.emit(spec.Operation{Op: spec.OpIterBegin, On: b.held[held].name, As: "acted"})
		b.emit(spec.Operation{Op: spec.OpIterNext, On: "acted"})
		a.disturbAll()
		b.emit(spec.Operation{Op: spec.OpIterEnd, On: "acted"})
	}
	b.askTerms(b.idTerm(a.other))
	b.events()
	if b.oneIn(3) {
		return // they stay, and are forgotten
	}
	for len(b.observers) > min(watched, maxObservers-1) {
		b.unwatch()
	}
	for _, e := range [...]ref{a.e, a.x, a.base, a.t, a.parent, a.tag} { // if they have not ended yet
		if a.ends && b.world.IsAlive(e) {
			b.deleteEntity(e)
		}
	}
}

// watch makes an observer of an id, told of some kinds of events, which carries out acts.
func (a *actors) watch(id fact, events []spec.EventKind, acts ...spec.Operation) {
	q := a.queryOf(a.idTerm(id))
	q.Kind = spec.KindAuto
	a.listen(spec.Operation{Op: spec.OpObserve, Query: q, Events: events, Acts: acts})
}

// toldOfABase gives a base the id that an observer of its instance waits for: the event is of the instance, its source is the base (P-105).
func (a *actors) toldOfABase() {
	if !a.isSound(a.base, a.heard) {
		return
	}
	a.attach(a.e, pair(a.world.Words.IsA, a.base))
	act := spec.Operation{Op: spec.OpAdd, Entity: spec.ActSource, ID: a.world.ID(single(a.tag))}
	a.watch(a.heard, watchedEvents[a.below(len(watchedEvents))], act)
	a.give(a.base, a.heard)
	a.askTerms(a.tagTerm(spec.And, a.tag))
	a.removeFact(a.base, a.heard)
}

// atOnce takes from two entities at once the id that two observers wait for, who give and take by turns an id of a third: acts go by entity,
// then by observer (P-106). One of them may end with its first act.
func (a *actors) atOnce() {
	b := a.builder
	if !b.isSound(a.e, a.heard) || !b.isSound(a.x, a.heard) || !b.world.IsAlive(a.parent) {
		return
	}
	tag := spec.Operation{Entity: b.world.Handle(a.parent), ID: b.world.ID(single(a.tag))}
	give, take := tag, tag
	give.Op, take.Op = spec.OpAdd, spec.OpRemove
	a.watch(single(a.tag), []spec.EventKind{spec.OnAdd, spec.OnRemove})
	gone := []spec.EventKind{spec.OnRemove}
	for _, act := range [...]spec.Operation{give, take} {
		acts := []spec.Operation{act}
		if b.oneIn(3) {
			acts = append(acts, spec.Operation{Op: spec.OpRelease, On: "o" + number(b.watches+1)})
		}
		a.watch(a.heard, gone, acts...)
	}
	b.give(a.e, a.heard)
	b.give(a.x, a.heard)
	b.emit(spec.Operation{Op: spec.OpRemoveAll, ID: b.world.ID(a.heard)})
	b.events()
}

// orphaned ends an observer with its parent by an operation that makes another one act: the acts of that one are not told any more.
func (a *actors) orphaned() {
	b := a.builder
	mark := single(b.of(roleTag))
	if !b.isSound(a.parent, mark) || mark.First == a.tag {
		return
	}
	tag := single(a.tag)
	add := func(e ref) spec.Operation {
		return spec.Operation{Op: spec.OpAdd, Entity: b.world.Handle(e), ID: b.world.ID(tag)}
	}
	q := b.queryOf(b.idTerm(tag))
	q.Kind = spec.KindAuto
	orphan := spec.Operation{Op: spec.OpObserve, Query: q, Events: []spec.EventKind{spec.OnAdd}, Parent: b.world.Handle(a.parent)}
	if b.oneIn(2) {
		orphan.Acts = []spec.Operation{add(a.e)}
	}
	b.attach(a.parent, mark)
	b.listen(orphan)
	a.watch(mark, []spec.EventKind{spec.OnRemove}, add(a.x))
	b.deleteEntity(a.parent)
	b.events()
}

// heldStill stands on the table of an entity that the acts of an observer of another one move.
func (a *actors) heldStill() {
	b := a.builder
	if !b.features.Iterators || b.iterator != "" || !b.isSound(a.e, a.other) || !b.isSound(a.x, a.heard) {
		return
	}
	b.give(a.e, a.other)
	id := [...]fact{single(a.tag), a.other}[b.below(2)]
	kind := [...]spec.OpKind{spec.OpAdd, spec.OpRemove}[b.below(2)]
	a.watch(a.heard, []spec.EventKind{spec.OnAdd}, spec.Operation{Op: kind, Entity: b.world.Handle(a.e), ID: b.world.ID(id)})
	held := b.holdTerms(b.idTerm(a.other))
	b.emit(spec.Operation{Op: spec.OpIterBegin, On: b.held[held].name, As: "still"})
	for range 1 + b.below(3) {
		b.emit(spec.Operation{Op: spec.OpIterNext, On: "still"})
		b.removeFact(a.x, a.heard)
		b.give(a.x, a.heard)
	}
	b.emit(spec.Operation{Op: spec.OpIterEnd, On: "still"})
	b.events()
}

// undoEachOther makes two observers, one of which takes an id away that comes and one of which gives it back, until a bound ends that (P-108).
func (a *actors) undoEachOther() {
	if !a.world.IsSound(a.heard) {
		return
	}
	id := a.world.ID(a.heard)
	q := a.queryOf(spec.Term{First: a.refTo(a.heard.First)})
	if a.heard.IsPair() {
		q = a.queryOf(spec.Term{First: a.refTo(a.heard.First), Second: a.refTo(a.heard.Second)})
	}
	q.Kind = spec.KindAuto
	for _, turn := range [...]struct {
		on   spec.EventKind
		undo spec.OpKind
	}{{spec.OnAdd, spec.OpRemove}, {spec.OnRemove, spec.OpAdd}} {
		act := spec.Operation{Op: turn.undo, Entity: spec.ActThis, ID: id}
		a.listen(spec.Operation{Op: spec.OpObserve, Query: q.Clone(), Events: []spec.EventKind{turn.on}, Acts: []spec.Operation{act}})
	}
}

// observe makes an observer that acts.
func (a *actors) observe() {
	b := a.builder
	f := a.heard
	if b.oneIn(3) {
		f = a.other
	}
	if !b.world.IsSound(f) {
		return
	}
	term := b.idTerm(f)
	if b.oneIn(5) {
		term.Oper = spec.Not
	}
	terms := []spec.Term{term}
	if b.oneIn(5) {
		terms = append(terms, b.tagTerm([...]spec.Operator{spec.And, spec.Not}[b.below(2)], a.tag))
	}
	q := b.queryOf(terms...)
	q.Kind = spec.KindAuto
	c := int(b.Next())
	op := spec.Operation{Op: spec.OpObserve, Query: q, Monitor: c%5 == 4, YieldExisting: c%7 == 6}
	op.Events = watchedEvents[b.below(len(watchedEvents))]
	if c%4 == 1 && b.world.IsAlive(a.parent) {
		op.Parent = b.world.Handle(a.parent)
	}
	for range 1 + b.below(6)/2 {
		act := a.act()
		a.ends = a.ends || act.Op == spec.OpDelete || act.Op == spec.OpDeleteWith
		op.Acts = append(op.Acts, act)
	}
	b.listen(op)
}

// act is an operation that an observer carries out.
func (a *actors) act() spec.Operation {
	b, k := a.builder, a.world.Words
	heard, other, tag := b.world.ID(a.heard), b.world.ID(a.other), spec.Single(b.world.Handle(a.tag))
	of := func(kind spec.OpKind, id spec.ID) spec.Operation {
		return spec.Operation{Op: kind, Entity: spec.ActThis, ID: id}
	}
	end := func(e spec.Handle) spec.Operation { return spec.Operation{Op: spec.OpDelete, Entity: e} }
	told := spec.ID{First: spec.ActFirst}
	if a.heard.IsPair() && !b.oneIn(4) {
		told.Second = spec.ActSecond
	}
	switch b.below(26) {
	case 0, 1, 2:
		return of(spec.OpRemove, told)
	case 3, 4:
		return of(spec.OpAdd, heard)
	case 5, 6:
		return of(spec.OpAdd, other)
	case 7:
		return of(spec.OpRemove, other)
	case 8:
		return of(spec.OpAdd, tag)
	case 9, 10:
		return end(spec.ActThis)
	case 11:
		return end([...]spec.Handle{spec.ActSource, spec.ActSecond, spec.ActFirst}[b.below(3)])
	case 12:
		return end(b.world.Handle([...]ref{a.parent, a.x, a.e, a.tag, a.t}[b.below(5)]))
	case 13, 14:
		return spec.Operation{Op: spec.OpRelease, On: "o" + number(b.watches+b.below(2))}
	case 15, 16:
		f := a.other
		if len(b.world.Members(f)) == 0 {
			f = single(b.of(roleComponent))
		}
		op := of(spec.OpSet, b.world.ID(f))
		op.Value = b.value(b.world.Members(f))
		return op
	case 17:
		return spec.Operation{Op: [...]spec.OpKind{spec.OpRemoveAll, spec.OpDeleteWith}[b.below(2)], ID: [...]spec.ID{heard, told, tag}[b.below(3)]}
	case 18:
		return of(spec.OpAdd, [...]spec.ID{{First: spec.ChildOf, Second: b.world.Handle(a.x)}, {First: spec.ChildOf, Second: spec.ActThis}, {First: spec.IsA, Second: spec.ActSource}}[b.below(3)])
	case 19:
		return spec.Operation{Op: spec.OpClear, Entity: [...]spec.Handle{spec.ActThis, spec.ActSource}[b.below(2)]}
	case 20:
		return spec.Operation{Op: [...]spec.OpKind{spec.OpDisable, spec.OpEnable}[b.below(2)], Entity: spec.ActThis}
	case 21:
		op := spec.Operation{Op: spec.OpSetName, Entity: spec.ActThis, Name: new(siblingNames[b.below(len(siblingNames))])}
		return op
	case 22:
		return of([...]spec.OpKind{spec.OpOverride, spec.OpModified}[b.below(2)], told)
	case 23:
		if b.features.Toggles {
			return of([...]spec.OpKind{spec.OpDisable, spec.OpEnable}[b.below(2)], told)
		}
	case 24: // on the entity of a later event
		return spec.Operation{Op: spec.OpAdd, Entity: b.world.Handle(a.x), ID: spec.ID{First: b.world.Handle(a.r), Second: spec.ActThis}}
	}
	return spec.Operation{Op: spec.OpAdd, Entity: spec.ActSource, ID: b.world.ID([...]fact{single(a.tag), pair(k.ChildOf, a.x)}[b.below(2)])}
}

// disturbAll makes changes that observers are told of.
func (a *actors) disturbAll() {
	b := a.builder
	waits := b.features.Deferral && b.Deferred == 0 && b.oneIn(3)
	if waits {
		b.Defer()
	}
	for range 2 + b.below(4) {
		a.disturb()
		if !waits && b.oneIn(3) {
			b.events()
		}
	}
	if waits {
		b.EndDeferral()
	}
}

func (a *actors) disturb() {
	b := a.builder
	e := [...]ref{a.e, a.e, a.x}[b.below(3)]
	f := [...]fact{a.heard, a.heard, a.other}[b.below(3)]
	if !b.world.IsAlive(e) {
		return
	}
	switch b.below(14) {
	case 0, 1, 2, 3:
		b.give(e, f)
	case 4, 5:
		b.removeFact(e, f)
	case 6: // both, in one operation
		b.give(a.e, f)
		b.give(a.x, f)
		b.emit(spec.Operation{Op: spec.OpRemoveAll, ID: b.world.ID(f)})
	case 7:
		b.deleteEntity(e)
	case 8:
		b.deleteEntity([...]ref{a.parent, a.t, a.base}[b.below(3)])
	case 9:
		if b.world.IsSound(f) && f.First != b.world.Words.IsA {
			b.birth(rolePlain, []fact{f})
		}
	case 10:
		b.give(a.base, f)
	case 11:
		if b.world.IsSound(f) {
			b.emit(spec.Operation{Op: spec.OpDeleteWith, ID: b.world.ID(f)})
		}
	case 12:
		b.attach(e, single(a.tag))
	default:
		b.switchFact(e, f)
	}
}
