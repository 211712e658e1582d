package fuzz

import "github.com/relspec/relspec/spec"

// family gives an entity a child and a grandchild with names and asks for them by $this or by a variable, with and without
// something that binds it.
func (b *builder) family() {
	r := b.of(roleRelationship)
	parent, child, grandchild := b.plain(), b.fresh(), b.fresh()
	names := [...]string{siblingNames[b.below(len(siblingNames))], siblingNames[b.below(len(siblingNames))]}
	for i, pair := range [...][2]ref{{child, parent}, {grandchild, child}} {
		b.attach(pair[0], fact{b.world.words.childOf, pair[1]})
		if b.world.nameTaken(names[i], b.parentOf(pair[0]), pair[0]) {
			return
		}
		b.rename(pair[0], names[i])
	}
	path, found := names[0], child
	if b.oneIn(3) {
		path, found = names[0]+"."+names[1], grandchild
	}
	e := b.plain()
	b.attach(e, fact{r, found})
	b.attach(parent, fact{r, found})
	tag := b.of(roleTag)
	b.attach(found, single(tag))
	name, bound := "x", b.variableTerm(spec.And, b.world.words.childOf, "x")
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
		b.attach(found, fact{b.world.words.childOf, e})
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
	for _, x := range w.roles[roleComponent] {
		if string(w.handle(x)) == first.Name {
			c = x
		}
	}
	e, t := b.plain(), b.fresh()
	op := b.op(spec.OpSet, e)
	op.ID, op.Value = w.id(single(c)), b.value(w.members(single(c)))
	op.Value[first.Path] = string(w.handle(t))
	if !w.allows(e, single(c)) {
		return
	}
	b.emit(op)
	w.add(e, single(c))
	if b.oneIn(2) {
		b.inheritable(c)
		b.instance(e)
	}
	seconds := [...]spec.Ref{b.refTo(every), b.refTo(t), spec.VarRef("x"), b.refTo(anyOf)}
	term := spec.Term{First: first, Second: seconds[b.below(len(seconds))]}
	terms := []spec.Term{term}
	if term.Second.Kind == spec.RefVariable && b.oneIn(2) {
		terms = []spec.Term{b.variableTerm(spec.And, b.of(roleRelationship), "x"), term}
		b.attach(e, fact{b.of(roleRelationship), t})
	}
	b.askTerms(terms...)
	if b.oneIn(2) {
		b.deleteEntity(t)
		b.fresh()
		b.askTerms(terms...)
	}
}
