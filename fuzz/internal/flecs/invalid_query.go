package flecs

import "github.com/relspec/relspec/spec"

// wrongQuery asks an invalid query, or one that the profile does not support.
func (b *builder) wrongQuery() {
	tag := spec.EntityRef(b.world.Handle(b.of(roleTag)))
	term := spec.Term{First: tag}
	q := &spec.Query{Kind: spec.KindRule}
	switch b.below(10) {
	case 0:
		q.Terms = []spec.Term{{First: spec.EntityRef(b.world.Handle(unknown))}}
	case 1:
		q.Terms = []spec.Term{{Kind: spec.TermScope, Oper: spec.Not, Terms: []spec.Term{term}}}
	case 2:
		negated := term
		negated.Oper = spec.Not
		q.Terms = []spec.Term{{Kind: spec.TermOr, Terms: []spec.Term{term, negated}}}
	case 3:
		fixed := term
		fixed.Src = spec.EntityRef(b.world.Handle(b.plain()))
		q.Terms = []spec.Term{{Kind: spec.TermOr, Terms: []spec.Term{term, fixed}}}
	case 4:
		q.Terms = []spec.Term{term, {
			Kind: spec.TermCompare, Compare: spec.NotEqual, Src: spec.VarRef("x"),
			Second: tag,
		}}
	case 5:
		q.Terms = []spec.Term{term, {Kind: spec.TermCompare, Src: spec.VarRef("x"), Second: spec.VarRef("y")}}
	case 6:
		r := spec.EntityRef(b.world.Handle(b.of(roleTag)))
		term.Src.Trav = &spec.Traversal{Flags: spec.TravUp, Rel: &r}
		q.Terms = []spec.Term{term}
	case 7:
		q.Terms = []spec.Term{b.wrongMember(term)}
	case 8:
		q.Expr, q.Text = [...]string{"A(", "", "A,", "(R, ", "A() ||", "$"}[b.below(6)], true
	default:
		q.Kind = spec.KindFilter
		q.Terms = []spec.Term{term, {First: spec.VarRef("x"), Src: spec.VarRef("y")}}
	}
	b.emit(spec.Operation{Op: spec.OpQuery, Query: q})
}

// wrongMember returns a term that uses a member in a wrong way. If the profile has no members, or
// no component has a member that holds an entity, it returns the given term.
func (b *builder) wrongMember(term spec.Term) spec.Term {
	if !b.features.Members {
		return term
	}
	first, ok := b.member(single(b.of(roleComponent)))
	if !ok {
		return term
	}
	wrong := spec.Term{First: first, Second: b.refTo(every)}
	switch b.below(5) {
	case 0:
		wrong.Src = spec.Ref{Kind: spec.RefSingleton}
	case 1:
		wrong.Second = spec.Ref{Kind: spec.RefSingleton}
	case 2:
		wrong.Second = spec.Ref{}
	case 3:
		wrong.First.Path = "nothing"
	default:
		return spec.Term{Kind: spec.TermOr, Terms: []spec.Term{term, wrong}}
	}
	return wrong
}

// wrongPreset sets a variable that the query does not have, or sets one to an invalid entity.
func (b *builder) wrongPreset() {
	r := b.of(roleRelationship)
	q := &spec.Query{
		Kind:  spec.KindRule,
		Terms: []spec.Term{{First: spec.EntityRef(b.world.Handle(r)), Second: spec.VarRef("x")}},
	}
	vars := map[string]spec.Handle{"x": spec.Wildcard}
	switch b.below(4) {
	case 0:
		vars = map[string]spec.Handle{"y": b.world.Handle(b.plain())}
	case 1:
		vars = map[string]spec.Handle{"x": b.world.Handle(b.corpse())}
	case 2:
		vars = map[string]spec.Handle{"x": b.world.Handle(unknown)}
	}
	b.emit(spec.Operation{Op: spec.OpQuery, Query: q, Vars: vars})
}

// gone uses an unknown name of a query or snapshot, or prepares a query under a name that is taken.
func (b *builder) gone() {
	if len(b.Held) > 0 && b.oneIn(4) {
		term := spec.Term{First: b.refTo(b.of(roleTag))}
		b.emit(spec.Operation{Op: spec.OpPrepare, As: b.Held[0].Name, Query: &spec.Query{Terms: []spec.Term{term}}})
		return
	}
	switch b.below(3) {
	case 0:
		b.emit(spec.Operation{Op: spec.OpRestore, As: "s99"})
	case 1:
		b.emit(spec.Operation{Op: spec.OpRelease, On: "q0"})
	default:
		b.emit(spec.Operation{Op: spec.OpIterate, On: "q0"})
	}
}
