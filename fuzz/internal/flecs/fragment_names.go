package flecs

import "github.com/relspec/relspec/spec"

// family gives an entity a child and a grandchild with names and asks for them by $this or by a variable, with and without
// something that binds it.
func (b *builder) family() {
	r := b.of(roleRelationship)
	parent, child, grandchild := b.plain(), b.fresh(), b.fresh()
	names := [...]string{siblingNames[b.below(len(siblingNames))], siblingNames[b.below(len(siblingNames))]}
	for i, family := range [...][2]ref{{child, parent}, {grandchild, child}} {
		b.attach(family[0], pair(b.world.Words.ChildOf, family[1]))
		if b.world.NameTaken(names[i], b.parentOf(family[0]), family[0]) {
			return
		}
		b.rename(family[0], names[i])
	}
	path, found := names[0], child
	if b.oneIn(3) {
		path, found = names[0]+"."+names[1], grandchild
	}
	e := b.plain()
	b.attach(e, pair(r, found))
	b.attach(parent, pair(r, found))
	tag := b.of(roleTag)
	b.attach(found, single(tag))
	name, bound := "x", b.variableTerm(spec.And, b.world.Words.ChildOf, "x")
	if b.oneIn(2) {
		name = spec.This
	}
	at := spec.Ref{Kind: spec.RefLookup, Name: name, Path: path}
	term := spec.Term{Oper: [...]spec.Operator{spec.And, spec.And, spec.Not, spec.Optional}[b.below(4)], First: b.refTo(r), Second: at}
	if b.oneIn(3) {
		term = spec.Term{Oper: term.Oper, First: b.refTo(tag), Src: at}
	}
	terms := []spec.Term{term}
	switch c := b.below(4); {
	case c == 0 && name != spec.This:
		terms = append(terms, bound)
	case name != spec.This:
		terms = append(terms, on(b.tagTerm(spec.And, b.of(roleTag)), spec.VarRef("x")))
		b.attach(parent, single(b.of(roleTag)))
	case c == 1:
		terms = append([]spec.Term{b.tagTerm(spec.And, b.of(roleTag))}, terms...)
	}
	b.askTerms(terms...)
	switch b.below(4) {
	case 0:
		b.deleteEntity(found)
	case 1:
		b.attach(found, pair(b.world.Words.ChildOf, e))
	default:
		return
	}
	b.askTerms(terms...)
}

// membership asks for the entity that a member names, own and inherited, before and after that one dies.
func (b *builder) membership() {
	w := b.world
	first, ok := b.member(single(b.of(roleComponent)))
	if !ok {
		b.diamond()
		return
	}
	c := nobody
	for _, x := range w.Of[roleComponent] {
		if string(w.Handle(x)) == first.Name {
			c = x
		}
	}
	e, t := b.plain(), b.fresh()
	op := b.op(spec.OpSet, e)
	op.ID, op.Value = w.ID(single(c)), b.value(w.Members(single(c)))
	op.Value[first.Path] = string(w.Handle(t))
	if !b.allows(e, single(c)) {
		return
	}
	b.emit(op)
	if b.oneIn(2) {
		b.inheritable(c)
		b.instance(e)
	}
	seconds := [...]spec.Ref{b.refTo(every), b.refTo(t), spec.VarRef("x"), spec.VarRef("x"), b.refTo(anyOf)}
	term := spec.Term{First: first, Second: seconds[b.below(len(seconds))]}
	terms := []spec.Term{term}
	if term.Second.Kind == spec.RefVariable && b.oneIn(2) { // bound, also to another than the member names
		r := b.of(roleRelationship)
		term.Oper = [...]spec.Operator{spec.And, spec.And, spec.Not, spec.Optional}[b.below(4)]
		terms = []spec.Term{b.variableTerm(spec.And, r, "x"), term}
		b.attach(e, pair(r, t))
		b.attach(e, pair(r, b.plain()))
	}
	b.askTerms(terms...)
	if term.Second.Kind == spec.RefVariable && b.oneIn(2) { // set before
		q := b.queryOf(terms...)
		h := b.held[b.hold(q, b.plan.outer())]
		for _, value := range [...]ref{t, b.other(t)} {
			b.iterateHeld(h, map[string]spec.Handle{"x": w.Handle(value)})
		}
	}
	if b.oneIn(2) {
		b.deleteEntity(t)
		b.fresh()
		b.askTerms(terms...)
	}
}

// namedDeaths lets a parent die in one operation with a child that is older than it and has a name, and asks for the name below those
// who take over their numbers: it went with the parent.
func (b *builder) namedDeaths() {
	w, k := b.world, b.world.Words
	if b.Deferred > 0 || len(w.Live)+6 > b.Most {
		return
	}
	child, parent := b.birth(rolePlain, nil), b.birth(rolePlain, nil)
	name := siblingNames[b.below(len(siblingNames))]
	b.attach(child, pair(k.ChildOf, parent))
	if !w.Owns(child, pair(k.ChildOf, parent)) {
		return
	}
	b.rename(child, name)
	if b.oneIn(3) { // an entity that both depend on
		r, root := b.of(roleRelationship), b.birth(rolePlain, nil)
		b.attach(r, pair(k.OnDeleteTarget, k.Delete))
		b.attach(child, pair(r, root))
		b.attach(parent, pair(r, root))
		b.deleteEntity(root)
	} else {
		tag := single(b.of(roleTag))
		b.attach(child, tag)
		b.attach(parent, tag)
		b.emit(spec.Operation{Op: spec.OpDeleteWith, ID: w.ID(tag)})
	}
	for range 2 + b.below(2) {
		n := b.fresh()
		b.emit(spec.Operation{Op: spec.OpLookup, Path: name, From: w.Handle(n)})
		if x := b.plain(); b.oneIn(3) && !w.NameTaken(name, n, x) {
			b.attach(x, pair(k.ChildOf, n))
			b.rename(x, name)
		}
	}
	b.askTerms(b.pairTerm(spec.And, k.ChildOf, every))
}
