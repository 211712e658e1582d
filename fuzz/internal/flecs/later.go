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
		Op: spec.OpObserve, Query: q, Events: watchedEvents[c%len(watchedEvents)], Monitor: c%4 == 3, YieldExisting: c >= 192,
	}
	if c%16 == 9 {
		op.Parent = b.world.Handle(b.plain())
	}
	b.listen(op)
}

// watchTerms watches a query of given terms.
func (b *builder) watchTerms(terms ...spec.Term) {
	q := b.queryOf(terms...)
	q.Kind = spec.KindAuto
	b.watch(q)
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

func (b *builder) events() { b.emit(spec.Operation{Op: spec.OpEvents}) }

// teardown ends the world, mostly watched, and sometimes asks it something then; a fresh one begins at once.
func (b *builder) teardown() {
	b.EndDeferral()
	b.settle()
	b.emit(spec.Operation{Op: spec.OpTeardown})
	if b.oneIn(3) {
		b.ask()
	}
	b.emit(spec.Operation{Op: spec.OpReset, Profile: b.Profile.Name})
	b.startAnew()
}

// settle gives the world the entities that the steps of a teardown tell apart: children of components and modules, roots without
// children, policies that refuse, and an observer of it all.
func (b *builder) settle() {
	k := b.world.Words
	root, r := b.plain(), b.of(roleRelationship)
	tag, witness := b.of(roleTag), b.plain()
	if b.features.Observers && !b.oneIn(4) {
		terms := [...][]spec.Term{
			{b.tagTerm(spec.And, tag)},
			{b.pairTerm(spec.And, every, every)},
			{b.pairTerm(spec.Not, r, every)},
			{b.tagTerm(spec.And, tag), b.pairTerm(spec.And, r, every)},
		}
		b.watchTerms(terms[b.below(len(terms))]...)
	}
	b.attach(witness, single(tag))
	b.attach(witness, pair(r, root))
	switch c := b.below(10); c {
	case 0, 1:
		b.attach(root, pair(k.ChildOf, b.of(roleComponent)))
	case 2, 3, 8:
		kind := map[int]spec.Handle{2: spec.Module, 3: spec.System, 8: spec.Observer}[c]
		b.rootSetAside(k.Of(kind), r, witness)
	case 4, 5:
		b.attach(r, pair(k.OnDeleteTarget, [...]ref{k.Panic, k.Delete}[c-4]))
		b.attach(b.plain(), pair(k.ChildOf, root))
		b.attach(b.plain(), pair(k.ChildOf, b.plain()))
	case 6, 7:
		b.refusedRoot(r)
	}
}

// refusedRoot makes two roots with children, the first of which a policy keeps, and observes how the end of the second
// affects others.
func (b *builder) refusedRoot(r ref) {
	w, k := b.world, b.world.Words
	s := b.of(roleRelationship)
	b.attach(r, pair(k.OnDeleteTarget, k.Panic))
	for _, pulled := range [...]ref{r, s} {
		root := b.birthWith(rolePlain, nobody, nil, true)
		b.attach(b.fresh(), pair(k.ChildOf, root))
		b.attach(b.plain(), pair(pulled, root))
	}
	if b.features.Observers && r != s && w.Target(s, k.OnDeleteTarget) == nobody {
		b.watchTerms(b.pairTerm([...]spec.Operator{spec.Not, spec.And}[b.below(2)], s, every))
	}
}

// rootSetAside makes a root with a child that goes last, and something that has a pair with it, which is seen to lose the
// pair if the root goes before.
func (b *builder) rootSetAside(mark, r, witness ref) {
	root := b.birthWith(rolePlain, nobody, nil, true)
	b.attach(root, single(mark))
	b.attach(b.fresh(), pair(b.world.Words.ChildOf, root))
	b.attach(witness, pair(r, root))
	if b.features.Observers {
		b.watchTerms(b.pairTerm([...]spec.Operator{spec.Not, spec.And}[b.below(2)], r, every))
	}
}

// startAnew forgets everything about the world before.
func (b *builder) startAnew() {
	b.held, b.iterator, b.observers = nil, "", nil
	b.prologue()
}
