package flecs

import "github.com/relspec/relspec/spec"

// sharing asks queries of terms in any order that share two or three variables: terms that may leave them unset, terms that use them
// then, and equalities that bind one by another or by an entity (rulings 8 and 10). It asks them anew, held through a
// change, and where the profile can, as observers.
func (b *builder) sharing() {
	j := join{builder: b, r: b.of(roleRelationship), s: b.of(roleRelationship), tags: [2]ref{b.of(roleTag), b.of(roleTag)}}
	for range 2 + b.below(3) {
		e := b.plain()
		b.attach(e, single(j.tag()))
		b.addToward(e, [...]ref{j.r, j.s}[b.below(2)], b.below(len(b.world.Live)))
	}
	for range 2 {
		b.askTerms(j.terms(3 + b.below(4))...)
	}
	if b.oneIn(2) {
		b.askTerms(j.line()...)
	}
	terms := j.terms(3 + b.below(3))
	if b.oneIn(4) && b.features.Observers && b.Profile.Variables.Has(spec.KindFilter) {
		b.watchTerms(append(terms, b.tagTerm(spec.And, j.tag()))...)
		return
	}
	held := b.holdTerms(terms...)
	for range 2 {
		e := b.plain()
		if f := single(j.tag()); b.oneIn(2) {
			b.removeFact(e, f)
		} else {
			b.attach(e, f)
		}
		b.compareHeld(held)
	}
}

// join has the parts of which the terms of such queries are made.
type join struct {
	*builder
	r, s ref
	tags [2]ref
}

func (j *join) tag() ref { return j.tags[j.below(2)] }

func (j *join) variable() spec.Ref {
	return spec.VarRef([...]string{"x", "y", "x", "y", "z"}[j.below(5)])
}

// source is a variable, or rarely $this.
func (j *join) source() spec.Ref {
	if j.oneIn(4) {
		return spec.Ref{}
	}
	return j.variable()
}

// terms are n of them, of which the first is no scope.
func (j *join) terms(n int) []spec.Term {
	out := make([]spec.Term, 0, n)
	for i := range n {
		t := j.term(i > 0 && j.features.Scopes)
		if t.Kind == spec.TermCompare && !j.features.Equality {
			t = j.about(spec.And)
		}
		out = append(out, t)
	}
	return out
}

// line leads from one variable to the next: the first may be left unset, a later term binds the variable of one that is ignored then, and an
// equality hands that on.
func (j *join) line() []spec.Term {
	x, y, z := spec.VarRef("x"), spec.VarRef("y"), spec.VarRef("z")
	out := []spec.Term{
		j.variableTerm(spec.Optional, j.r, "x"), on(j.variableTerm(spec.And, j.s, "y"), x), on(j.tagTerm(spec.And, j.tag()), y),
	}
	if j.oneIn(3) {
		out[2] = j.variableTerm(spec.And, j.r, "y")
	}
	switch last := (spec.Term{Kind: spec.TermCompare, Src: y, Second: z}); {
	case !j.features.Equality || j.oneIn(4):
		out = append(out, on(j.variableTerm([...]spec.Operator{spec.And, spec.Not}[j.below(2)], j.s, "z"), y))
	case j.oneIn(2):
		last.Src, last.Second = z, y
		out = append(out, last)
	default:
		out = append(out, last)
	}
	if j.oneIn(4) {
		out[1], out[2] = out[2], out[1]
	}
	return out
}

func (j *join) term(scopes bool) spec.Term {
	switch j.below(16) {
	case 0, 1, 2:
		return j.about(spec.Optional)
	case 3:
		return j.chain()
	case 4:
		return j.about(spec.Not)
	case 5, 6, 7:
		return j.equality()
	case 8:
		return j.test()
	case 9:
		if scopes {
			t := spec.Term{Kind: spec.TermScope, Oper: spec.Not}
			t.Terms = j.terms(1 + j.below(3))
			for t.Terms[0].Kind == spec.TermScope {
				t.Terms[0] = j.about(spec.And)
			}
			return t
		}
	}
	return j.about(spec.And)
}

// about is a term of one variable or two, or of $this and one.
func (j *join) about(oper spec.Operator) spec.Term {
	if j.oneIn(3) {
		return on(j.tagTerm(oper, j.tag()), j.variable())
	}
	t := spec.Term{Oper: oper, First: j.refTo([...]ref{j.r, j.s}[j.below(2)]), Second: j.variable()}
	t.Src = j.source()
	return t
}

// chain has alternatives on one source, with the same variables or others.
func (j *join) chain() spec.Term {
	src := j.source()
	t := spec.Term{Kind: spec.TermOr}
	for range 2 + j.below(2) {
		alternative := on(j.about(spec.And), src)
		if c := j.equality(); j.oneIn(4) && j.features.Equality && src.Kind == spec.RefVariable {
			c.Src = src
			alternative = c
		}
		t.Terms = append(t.Terms, alternative)
	}
	return t
}

// equality is one of a variable with another, with $this or with an entity.
func (j *join) equality() spec.Term {
	t := spec.Term{Kind: spec.TermCompare, Src: j.variable(), Second: j.variable()}
	switch j.below(4) {
	case 0:
		t.Second = spec.VarRef(spec.This)
	case 1:
		t.Src = spec.VarRef(spec.This)
	case 2:
		t.Second = spec.EntityRef(j.world.Handle(j.plain()))
	}
	return t
}

// test is a comparison that never binds.
func (j *join) test() spec.Term {
	t := j.equality()
	switch j.below(4) {
	case 0:
		t.Oper = spec.Not
	case 1:
		t.Compare, t.Second = spec.Contains, spec.Ref{Kind: spec.RefText, Name: "e"}
	case 2:
		t.Second = spec.Ref{Kind: spec.RefText, Name: "n"}
	default:
		t.Compare = spec.NotEqual
	}
	return t
}
