package flecs

import (
	"github.com/relspec/relspec/spec"
)

const (
	termAnd = iota
	termNot
	termOptional
	termOr
	termScope
	termEquality
	termList
)

// termChoices are the shapes of a term.
var termChoices = []choice{
	{"and", 62, nil},
	{"not", 14, nil},
	{"optional", 11, nil},
	{"or", 10, nil},
	{"scope", 6, func(f *Features) bool { return f.Scopes }},
	{"equality", 6, func(f *Features) bool { return f.Equality }},
	{"list", 4, func(f *Features) bool { return f.Lists }},
}

// term makes the i-th term of a query or, while the plan is in a scope, of the scope.
func (b *builder) term(i int) spec.Term {
	switch shape := b.choose(groupTerm); shape {
	case termNot:
		return b.match(spec.Not)
	case termOptional:
		return b.match(spec.Optional)
	case termOr:
		return b.chain()
	case termScope:
		if i > 0 && !b.plan.inScope {
			return b.scope()
		}
	case termEquality:
		if b.oneIn(3) {
			return b.openEquality()
		}
		if b.plan.boundThis || len(b.plan.bound) > 0 {
			return b.equality()
		}
	case termList:
		return b.list()
	}
	return b.match(spec.And)
}

// match makes a term from an id that its source probably has, then generalises some elements, so
// that the terms of a query often match together.
func (b *builder) match(oper spec.Operator) spec.Term {
	src, e := b.source()
	f := b.factOf(e, oper)
	t := spec.Term{Oper: oper, First: b.first(f), Src: src}
	if f.IsPair() {
		t.Second = b.second(f)
	}
	if t.First.Kind != spec.RefEntity { // "$" means the first element, which must be one entity
		t.Src, t.Second = unlessSingleton(t.Src, spec.Ref{}), unlessSingleton(t.Second, spec.EntityRef(spec.Wildcard))
	}
	b.traverse1(&t.Src, f.First)
	if b.features.Access && b.oneIn(6) {
		t.Access = spec.Access(1 + b.below(4))
	}
	if oper == spec.And && !b.plan.inScope {
		b.bind(&t)
	}
	return t
}

func unlessSingleton(r, instead spec.Ref) spec.Ref {
	if r.Kind == spec.RefSingleton {
		return instead
	}
	return r
}

// factOf returns an id of e or of another entity. Under Not it is mostly of another one, since Not
// would otherwise exclude the matches of the other terms.
func (b *builder) factOf(e ref, oper spec.Operator) fact {
	c := int(b.Next())
	mostly := 200
	if oper == spec.Not {
		mostly = 64
	}
	if c < mostly && e >= 0 && len(b.world.Entities[e].Own) > 0 {
		own := b.world.Entities[e].Own
		return own[c%len(own)]
	}
	if c >= 240 {
		return b.candidate()
	}
	_, f := b.owned()
	return f
}

// bind remembers the variables that an And term binds.
func (b *builder) bind(t *spec.Term) {
	p := &b.plan
	if t.Src.Kind == spec.RefNone {
		p.boundThis = true
	}
	for _, r := range [...]*spec.Ref{&t.First, &t.Second, &t.Src} {
		if r.Kind != spec.RefVariable {
			continue
		}
		if r.Name == spec.This {
			p.boundThis = true
		} else {
			p.bound = with(p.bound, r.Name)
		}
	}
}

// chain makes an Or chain of two or three alternatives with the same source. A singleton would be
// another source for each alternative.
func (b *builder) chain() spec.Term {
	src, e := b.source()
	src = unlessSingleton(src, spec.Ref{})
	b.traverse1(&src, unknown)
	compares := b.features.Equality && src.Trav == nil && (src.Kind == spec.RefNone || src.Kind == spec.RefVariable)
	n := 2 + b.below(2)
	t := spec.Term{Kind: spec.TermOr, Terms: make([]spec.Term, 0, n)}
	for i := range n {
		if i > 0 && compares && b.oneIn(8) {
			t.Terms = append(t.Terms, b.comparison(src, b.below(16)))
			continue
		}
		f := b.factOf(e, [...]spec.Operator{spec.And, spec.Not, spec.Not}[i])
		alternative := spec.Term{First: b.first(f), Src: src}
		if f.IsPair() {
			alternative.Second = b.second(f)
		}
		if alternative.First.Kind != spec.RefEntity {
			alternative.Second = unlessSingleton(alternative.Second, spec.EntityRef(spec.Wildcard))
		}
		t.Terms = append(t.Terms, alternative)
	}
	return t
}

// scope makes a negated scope of one or two terms.
func (b *builder) scope() spec.Term {
	b.plan.scopes, b.plan.inScope = true, true
	t := spec.Term{Kind: spec.TermScope, Oper: spec.Not}
	for i := range 1 + b.below(2) {
		t.Terms = append(t.Terms, b.term(i+1))
	}
	b.plan.inScope = false
	return t
}

// equality compares a variable that an And term binds.
func (b *builder) equality() spec.Term {
	c := b.below(16)
	return b.comparison(b.boundVariable(c), c)
}

// comparison compares a variable, or $this if src is empty, with an entity, a text or, if the query
// has one, a bound variable.
func (b *builder) comparison(src spec.Ref, c int) spec.Term {
	b.plan.equality = true
	if src.Kind == spec.RefNone {
		src = spec.VarRef(spec.This)
	}
	t := spec.Term{Kind: spec.TermCompare, Src: src, Compare: spec.Comparison(c % 2)}
	e := b.subject()
	switch {
	case c < 6:
		t.Second = spec.EntityRef(b.world.Handle(e))
	case c < 10 && (b.plan.boundThis || len(b.plan.bound) > 0):
		t.Second = b.boundVariable(c + 1)
	case c < 12 && e >= 0 && b.world.Entities[e].Name != "":
		t.Second = spec.Ref{Kind: spec.RefText, Name: b.world.Entities[e].Name}
	default:
		t.Compare = spec.Contains
		t.Second = spec.Ref{Kind: spec.RefText, Name: [...]string{"e", "n", "1", "A"}[c%4]}
	}
	return t
}

// openEquality compares a variable that may occur nowhere else, or only in Optional terms, with an
// entity, another variable or $this.
func (b *builder) openEquality() spec.Term {
	b.plan.equality = true
	c := b.below(9)
	names := [...]string{"x", "y", "z"}
	t := spec.Term{Kind: spec.TermCompare, Src: spec.VarRef(names[c%3]), Second: spec.VarRef(names[(c+1)%3])}
	switch c / 3 {
	case 0:
		t.Second = spec.VarRef(spec.This)
	case 1:
		t.Second = spec.EntityRef(b.world.Handle(b.holder()))
	}
	for _, r := range []spec.Ref{t.Src, t.Second} {
		if r.Kind == spec.RefVariable {
			b.note(r.Name)
		}
	}
	return t
}

func (b *builder) boundVariable(c int) spec.Ref {
	p := &b.plan
	if p.boundThis && (c%4 == 0 || len(p.bound) == 0) {
		b.note(spec.This)
		return spec.VarRef(spec.This)
	}
	name := p.bound[c%len(p.bound)]
	b.note(name)
	return spec.VarRef(name)
}

// list makes a term with a list operator.
func (b *builder) list() spec.Term {
	b.plan.lists = true
	src, _ := b.source()
	t := spec.Term{
		Oper:  spec.AndFrom + spec.Operator(b.below(3)),
		First: spec.EntityRef(b.world.Handle(b.plain())),
		Src:   unlessSingleton(src, spec.Ref{}),
	}
	b.traverse1(&t.Src, unknown)
	return t
}
