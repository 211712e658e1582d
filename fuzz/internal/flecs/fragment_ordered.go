package flecs

import "github.com/relspec/relspec/spec"

// sorted holds a query that is sorted, grouped or both, and changes values, targets and rows.
func (b *builder) sorted() {
	w := b.world
	c, r := single(b.of(roleComponent)), b.of(roleRelationship)
	entities := [...]ref{b.plain(), b.plain(), b.plain()}
	for _, e := range entities {
		b.give(e, c)
		if b.oneIn(2) {
			b.attach(e, pair(r, b.plain()))
		}
	}
	if b.oneIn(4) {
		b.inheritable(c.First)
		b.instance(entities[0])
	}
	term := b.tagTerm(spec.And, c.First)
	if b.features.Traversal && b.oneIn(4) {
		term.Src.Trav = &spec.Traversal{Flags: spec.TravSelf | spec.TravUp, Rel: new(b.refTo(w.Words.ChildOf))}
		b.attach(b.plain(), pair(w.Words.ChildOf, entities[0]))
		b.attach(b.plain(), pair(w.Words.ChildOf, entities[1]))
	}
	q := b.queryOf(term)
	q.Kind = spec.KindCached
	b.plan.ordered = true
	how := b.below(8)
	if how < 6 {
		q.OrderBy = &spec.OrderBy{Component: w.Handle(c.First), Desc: how%2 == 1}
	}
	if how > 4 {
		q.GroupBy = w.Handle(r)
	}
	held := b.hold(q, nil)
	b.iterateHeld(b.held[held], nil)
	before := spec.Operation{Op: spec.OpSnapshot, As: "s1"}
	rewinds := b.features.Snapshots && b.Deferred == 0 && b.oneIn(2)
	if rewinds {
		b.emit(before)
	}
	for range 2 + b.below(3) {
		e := entities[b.below(len(entities))]
		if !w.Things[e].Alive {
			continue
		}
		switch b.below(8) {
		case 0:
			b.attach(e, pair(r, b.plain()))
		case 1:
			b.removeFact(e, pair(r, every))
		case 2:
			b.removeFact(e, c)
		case 3:
			b.attach(e, single(b.of(roleTag)))
		default:
			b.give(e, c)
		}
		if held < len(b.held) {
			b.iterateHeld(b.held[held], nil)
		}
	}
	if before.Op = spec.OpRestore; rewinds && b.Deferred == 0 { // other values of the same entities, once others have changed
		b.emit(before)
		for range b.below(4) {
			b.attach(b.plain(), single(b.of(roleTag)))
		}
	}
	b.compareHeld(held)
}

// tracked asks a query whether anything has changed, between changes of its matches, own and inherited.
func (b *builder) tracked() {
	w, k := b.world, b.world.Words
	c := single(b.of(roleComponent))
	e := b.plain()
	b.give(e, c)
	b.inheritable(c.First)
	instance := b.plain()
	if b.oneIn(2) {
		instance = b.instance(e)
	}
	term := b.tagTerm(spec.And, c.First)
	if b.oneIn(2) {
		term.Access = spec.AccessIn
	}
	q := b.queryOf(term)
	q.Kind, q.DetectChanges = spec.KindCached, b.Profile.ChangeOptIn
	held := b.hold(q, nil)
	name := b.held[held].name
	b.emit(spec.Operation{Op: spec.OpChanged, On: name})
	for range 2 + b.below(3) {
		b.iterateTracked(name)
		if !w.Things[e].Alive || !w.Things[instance].Alive {
			e, instance = b.plain(), b.plain()
		}
		switch b.below(8) {
		case 0:
			b.attach(e, single(b.of(roleTag)))
		case 1:
			b.removeFact(e, c)
		case 2:
			b.give(instance, c)
		case 3:
			if b.features.Modified {
				b.factOp(spec.OpModified, e, c)
			}
		case 4:
			b.deleteEntity(instance)
		case 5:
			b.askTerms(b.tagTerm(spec.And, c.First))
		case 6:
			b.removeFact(instance, pair(k.IsA, e))
		default:
			b.give(e, c)
		}
		b.emit(spec.Operation{Op: spec.OpChanged, On: name})
	}
}

// iterateTracked iterates a prepared query that detects changes.
func (b *builder) iterateTracked(name string) {
	c := b.below(4)
	b.emit(spec.Operation{Op: spec.OpIterate, On: name, Untouched: c%2 == 0, Changes: c >= 2})
}

// locked goes through the batches of a query and changes entities of the table on which the iterator stands.
func (b *builder) locked() {
	if b.iterator != "" {
		b.iterateStep()
		return
	}
	w := b.world
	e, tag := b.plain(), b.of(roleTag)
	if b.room() && b.oneIn(2) { // several of one table
		ids := []fact{single(tag)}
		b.birth(rolePlain, ids)
		e = b.birth(rolePlain, ids)
	}
	b.attach(e, single(tag))
	q := b.queryOf(b.tagTerm(spec.And, tag))
	held := b.hold(q, nil)
	name := b.beginIterator(b.held[held].name)
	if b.oneIn(3) { // before the iterator comes to it
		b.deleteEntity(e)
	}
	for range 2 + b.below(3) {
		b.emit(spec.Operation{Op: spec.OpIterNext, On: name})
		x := e
		if !w.Things[e].Alive || b.oneIn(2) {
			x = b.plain()
		}
		b.moveUnderLock(x, tag)
	}
	b.emit(spec.Operation{Op: spec.OpIterEnd, On: name})
	b.attach(b.plain(), single(tag))
}

// moveUnderLock makes changes that a lock may refuse. The belief of the generator is then often wrong for a while.
func (b *builder) moveUnderLock(x, tag ref) {
	switch b.below(8) {
	case 0:
		b.factOp(spec.OpAdd, x, single(tag))
	case 1:
		b.factOp(spec.OpRemove, x, single(tag))
	case 2:
		b.emit(b.op(spec.OpDelete, x))
		b.emit(b.op(spec.OpAlive, x))
	case 3:
		b.deleteEntity(x)
	case 4:
		if b.features.Deferral && b.Deferred == 0 {
			b.Defer()
			b.factOp(spec.OpRemove, x, single(tag))
			b.EndDeferral()
		}
	case 5:
		b.give(x, single(b.of(roleComponent)))
	default:
		b.factOp(spec.OpAdd, x, single(b.of(roleTag)))
	}
}

// reader tracks changes while another query goes over the same data with explicit access, over inherited and fixed fields too, as a
// whole and in parts: with a group, a variable, rows left out, batch by batch.
func (b *builder) reader() {
	w := b.world
	r := &tracking{builder: b, c: single(b.of(roleComponent)), d: single(b.of(roleComponent)), rel: b.of(roleRelationship)}
	r.base, r.t = b.plain(), b.plain()
	b.inheritable(r.c.First)
	b.give(r.base, r.c)
	if b.oneIn(3) { // more than one value of another entity
		b.inheritable(r.d.First)
		b.give(r.base, r.d)
	}
	r.e, r.x = b.instance(r.base), b.fresh()
	for _, e := range [...]ref{r.e, r.x} {
		if !b.world.Owns(r.base, r.d) || b.oneIn(2) {
			b.give(e, r.d)
		}
		if b.oneIn(2) {
			b.attach(e, pair(r.rel, r.t))
		}
	}
	if b.oneIn(2) {
		b.give(r.x, r.c)
	}
	if r.climbs = b.features.Traversal && b.oneIn(4); r.climbs { // entities of one table have values of different ones
		r.way = b.besideTables()
		b.attach(r.way, single(w.Words.Traversable))
		b.attach(r.e, pair(r.way, r.base))
		b.attach(r.x, pair(r.way, r.t))
		b.give(r.t, r.c)
		r.climbs = w.IsTraversable(r.way)
	}
	r.reads, r.vars = r.hold(true)
	r.writes, _ = r.hold(false)
	if len(b.held) < 2 {
		return
	}
	r.iterate(r.reads, true)
	b.emit(spec.Operation{Op: spec.OpChanged, On: r.reads})
	before := spec.Operation{Op: spec.OpSnapshot, As: "s1"}
	if r.rewinds = b.features.Snapshots && b.Deferred == 0 && b.oneIn(3); r.rewinds {
		b.emit(before)
	}
	for range 3 + b.below(4) {
		r.change()
		b.emit(spec.Operation{Op: spec.OpChanged, On: r.reads})
		if !w.IsAlive(r.base) {
			continue
		}
		if b.oneIn(3) {
			r.seeAgain()
		} else if b.oneIn(3) {
			r.iterate(r.reads, true)
		}
	}
	if r.rewinds {
		r.bringBack()
	}
}

// seeAgain goes over all rows, and then over some: the others have not changed since.
func (r *tracking) seeAgain() {
	b := r.builder
	q := r.queryOfName(r.reads)
	if q == nil {
		return
	}
	b.emit(spec.Operation{Op: spec.OpIterate, On: r.reads})
	target, live := b.world.Handle(r.t), b.world.IsAlive(r.t)
	parts := []spec.Operation{{Skip: 1000}} // none
	if q.GroupBy != "" {
		parts = append(parts, spec.Operation{Group: new([...]spec.Handle{"", target}[b.below(2)])})
	} else if q.OrderBy != nil { // which rows come is not open
		parts = append(parts, spec.Operation{Limit: 1 + b.below(2)})
	}
	if len(r.vars) > 0 && live {
		parts = append(parts, spec.Operation{Vars: map[string]spec.Handle{r.vars[0]: target}})
	}
	some := parts[b.below(len(parts))]
	some.Op, some.On = spec.OpIterate, r.reads
	b.emit(some)
	b.emit(spec.Operation{Op: spec.OpChanged, On: r.reads})
}

// bringBack sees an entity that has the number and the table of another one, which the world of the snapshot has again.
func (r *tracking) bringBack() {
	b := r.builder
	if b.Deferred > 0 || b.iterator != "" || r.queryOfName(r.reads) == nil {
		return
	}
	b.emit(spec.Operation{Op: spec.OpRestore, As: "s1"})
	if !b.world.IsAlive(r.x) {
		return
	}
	r.replace()
	b.emit(spec.Operation{Op: spec.OpIterate, On: r.reads})
	b.emit(spec.Operation{Op: spec.OpRestore, As: "s1"})
	b.emit(spec.Operation{Op: spec.OpChanged, On: r.reads})
}

// replace gives the number and the ids of an entity to another one.
func (r *tracking) replace() {
	b := r.builder
	ids := append([]fact(nil), b.world.Things[r.x].Own...)
	b.deleteEntity(r.x)
	if !b.room() {
		return
	}
	r.x = b.birth(rolePlain, nil)
	for _, f := range ids {
		if b.isSound(r.x, f) && b.world.IsUser(f.First) {
			b.give(r.x, f)
		}
	}
}

// tracking is the data that a reader and a writer share.
type tracking struct {
	*builder
	c, d               fact
	base, e, x, rel, t ref
	way                ref // up to base and t, if the queries climb
	climbs             bool
	reads, writes      string
	vars               []string
	rewinds            bool // there is a snapshot
}

// hold prepares the reader, which writes nothing, or the writer.
func (r *tracking) hold(reads bool) (name string, vars []string) {
	b := r.builder
	first, second := b.tagTerm(spec.And, r.c.First), b.tagTerm(spec.And, r.d.First)
	if b.oneIn(3) {
		first = on(first, b.refTo(r.base))
		if b.world.Owns(r.base, r.d) && b.oneIn(2) {
			second = on(second, b.refTo(r.base))
		}
	}
	if r.climbs && b.oneIn(2) {
		first = b.upward(b.tagTerm(spec.And, r.c.First), r.way, upwardFlags[1+b.below(3)])
	}
	first.Access, second.Access = spec.AccessIn, spec.AccessIn
	if !reads {
		access := [...]spec.Access{spec.AccessOut, spec.AccessInOut, spec.AccessOut, spec.AccessIn, spec.AccessDefault}
		first.Access, second.Access = access[b.below(5)], access[b.below(5)]
	}
	if !b.features.Access {
		first.Access, second.Access = spec.AccessDefault, spec.AccessDefault
	}
	terms := [...][]spec.Term{{first}, {first, second}, {second}, {second, first}}[b.below(4)]
	if !reads && b.oneIn(3) { // more than one field that may be written
		first.Access, second.Access = spec.AccessOut, spec.AccessOut
		terms = []spec.Term{first, second}
	}
	if b.oneIn(3) {
		terms = append(terms, b.variableTerm([...]spec.Operator{spec.And, spec.Optional}[b.below(2)], r.rel, "x"))
		if b.kinds().Has(spec.KindCached) && b.Profile.Variables.Has(spec.KindCached) {
			vars = []string{"x"}
		} else {
			terms[len(terms)-1] = b.pairTerm(spec.And, r.rel, every)
		}
	}
	q := b.queryOf(terms...)
	q.Kind, q.DetectChanges = spec.KindCached, b.Profile.ChangeOptIn
	if b.features.Ordering && b.oneIn(2) {
		q.OrderBy = &spec.OrderBy{Desc: b.oneIn(2)}
		if b.oneIn(3) {
			q.GroupBy = b.world.Handle(r.rel)
		}
	}
	return b.held[b.hold(q, nil)].name, vars
}

// iterate goes over a query, all of it or a part.
func (r *tracking) iterate(name string, reads bool) {
	b := r.builder
	op := spec.Operation{Op: spec.OpIterate, On: name, Untouched: b.oneIn(6), Changes: reads && b.oneIn(2)}
	q := r.queryOfName(name)
	if q == nil {
		return
	}
	part := b.below(9)
	if !reads && b.oneIn(3) {
		part = 4
	}
	switch part {
	case 0: // none of the rows
		op.Skip = 1000
	case 1:
		if q.OrderBy != nil && q.GroupBy == "" && b.world.IsAlive(r.t) { // which rows come is not open
			op.Limit = 1 + b.below(2)
		}
	case 2:
		if q.GroupBy != "" {
			group := [...]spec.Handle{"", b.world.Handle(r.t)}[b.below(2)]
			op.Group = &group
		}
	case 3:
		if reads && len(r.vars) > 0 && b.world.IsAlive(r.t) {
			op.Vars = map[string]spec.Handle{r.vars[0]: b.world.Handle(r.t)}
		} else if b.world.IsAlive(r.e) {
			op.Vars = map[string]spec.Handle{spec.This: b.world.Handle(r.e)}
		}
	case 4, 5: // batch by batch
		if b.iterator == "" && b.features.Iterators {
			it := b.beginIterator(name)
			for range [...]int{1, 2, 3, 5, 5, 5}[b.below(6)] { // mostly to the end
				b.emit(spec.Operation{Op: spec.OpIterNext, On: it, Untouched: b.oneIn(4)})
			}
			b.emit(spec.Operation{Op: spec.OpIterEnd, On: it})
			return
		}
	}
	b.emit(op)
}

// queryOfName is the query that is held under a name, nil if it is released.
func (b *builder) queryOfName(name string) *spec.Query {
	for _, h := range b.held {
		if h.name == name {
			return h.query
		}
	}
	return nil
}

// change writes by the writer or by an operation, and moves entities.
func (r *tracking) change() {
	b, k := r.builder, r.world.Words
	for _, e := range [...]*ref{&r.e, &r.x, &r.base, &r.t} {
		if !b.world.IsAlive(*e) {
			*e = b.plain()
		}
	}
	switch b.below(14) {
	case 13: // a world with others under the same numbers
		if r.rewinds && b.Deferred == 0 {
			b.emit(spec.Operation{Op: spec.OpRestore, As: "s1"})
		}
	case 0:
		b.give([...]ref{r.base, r.base, r.t}[b.below(3)], [...]fact{r.c, r.d}[b.below(2)])
	case 1:
		b.give(r.x, [...]fact{r.c, r.d}[b.below(2)])
	case 2: // a number that changes hands within a table
		r.replace()
	case 3:
		b.attach(r.e, single(b.of(roleTag)))
	case 4:
		b.attach([...]ref{r.e, r.x}[b.below(2)], pair(r.rel, r.t))
	case 5:
		b.removeFact([...]ref{r.e, r.x}[b.below(2)], pair(r.rel, every))
	case 6:
		b.removeFact(r.e, pair(k.IsA, r.base))
	case 7:
		b.removeFact(r.x, r.c)
	case 8:
		b.attach(r.x, pair(b.besideTables(), [...]ref{r.t, r.base}[b.below(2)]))
	default:
		r.iterate(r.writes, false)
	}
}
