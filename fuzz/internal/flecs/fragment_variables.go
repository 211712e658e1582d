package flecs

import "github.com/relspec/relspec/spec"

// notVariable asks for no value of a variable, with and without another term that binds it.
func (b *builder) notVariable() {
	r := b.of(roleRelationship)
	tag := b.of(roleTag)
	e := b.plain()
	b.attach(e, single(tag))
	not := b.variableTerm(spec.Not, r, "x")
	bound := on(b.tagTerm(spec.And, tag), spec.VarRef("x"))
	switch b.below(4) {
	case 0:
		b.askTerms(b.tagTerm(spec.And, tag), not)
	case 1:
		b.askTerms(not, bound)
	case 2:
		b.askTerms(b.variableTerm(spec.And, b.of(roleRelationship), "x"), not)
	default:
		b.askTerms(b.tagTerm(spec.And, tag), bound, not)
	}
	b.addToward(e, r, b.below(len(b.world.Live)))
	b.askTerms(b.tagTerm(spec.And, tag), not)
}

// conditional asks with a variable that an Optional or one alternative of an Or may leave unset.
func (b *builder) conditional() {
	r, s := b.of(roleRelationship), b.of(roleRelationship)
	tag := b.of(roleTag)
	e := b.plain()
	b.attach(e, single(tag))
	b.addToward(e, r, b.below(len(b.world.Live)))
	x := spec.VarRef("x")
	first := b.variableTerm(spec.Optional, r, "x")
	if b.oneIn(2) {
		first = spec.Term{Kind: spec.TermOr, Terms: []spec.Term{
			b.tagTerm(spec.And, b.of(roleTag)), b.variableTerm(spec.And, r, "x"),
		}}
	}
	uses := [...]spec.Term{
		on(b.tagTerm(spec.And, tag), x),
		on(b.tagTerm(spec.Not, tag), x),
		b.variableTerm(spec.And, s, "x"),
		b.variableTerm(spec.Not, s, "x"),
		on(b.variableTerm(spec.Optional, s, "y"), x),
	}
	terms := []spec.Term{b.tagTerm(spec.And, tag), first, uses[b.below(len(uses))]}
	if b.features.Scopes && b.oneIn(3) {
		terms = append(terms, spec.Term{Kind: spec.TermScope, Oper: spec.Not, Terms: []spec.Term{uses[b.below(len(uses))]}})
	}
	if b.oneIn(3) {
		terms = append(terms, uses[b.below(len(uses))])
	}
	if b.oneIn(4) {
		terms[0], terms[1] = terms[1], terms[0]
	}
	b.askTerms(terms...)
}
