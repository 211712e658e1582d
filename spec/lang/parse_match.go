package lang

import "github.com/relspec/relspec/spec"

const anElement = "a name, number, variable or wildcard"

// pair is "(" first "," second ")" (QRY-165, FQL-012).
func (p *parser) pair() spec.Term {
	p.expect("(")
	term := spec.Term{First: p.suffixed(p.element(anElement))}
	if p.at("||") {
		p.failf(spec.CodeSyntax, `"||" must stand between two terms, as in (R, A) || (S, A)`)
	}
	p.expect(",")
	p.second(&term)
	return term
}

// matchOrComparison parses a term that starts with an element.
func (p *parser) matchOrComparison(access bool) spec.Term {
	first := p.element("a term")
	for c := spec.Equal; c <= spec.Contains; c++ {
		if !p.at(c.String()) {
			continue
		}
		if access {
			p.failf(spec.CodeSyntax, "a comparison cannot have an access modifier")
		}
		p.advance()
		return spec.Term{Kind: spec.TermCompare, Compare: c, Src: first, Second: p.operand()}
	}
	term := spec.Term{First: p.suffixed(first)}
	if p.accept("(") {
		term.Src = p.source()
		if p.at("||") {
			p.failf(spec.CodeSyntax, `"||" must stand between two terms, as in A($x) || B($x)`)
		}
		if p.accept(",") {
			p.second(&term)
		} else if !p.accept(")") {
			p.expected(`"," and the second element, or ")"`)
		}
	}
	return term
}

// atList reports whether a list operator starts here. Its word is an ordinary name unless '|'
// follows. For example, "AND, Ship" has a term for a tag that is called AND.
func (p *parser) atList() bool {
	if p.token.kind != tokenName {
		return false
	}
	_, ok := p.dialect.lists[p.token.text]
	return ok && p.followedBy("|")
}

// list is word "|" entity [ "(" source ")" ] (QRY-298, FQL-031).
func (p *parser) list(access spec.Access) spec.Term {
	oper := p.dialect.lists[p.token.text]
	p.advance()
	p.expect("|")
	term := spec.Term{Oper: oper, Access: access, First: p.entity("the name of a list")}
	if p.accept("(") {
		term.Src = p.source()
		p.expect(")")
	}
	return term
}

// second parses the rest of a pair t, from the element after the comma.
func (p *parser) second(t *spec.Term) {
	if p.atZero() {
		without := *t
		without.Oper, without.Second.Kind = spec.Not, spec.RefWildcard
		p.failf(spec.CodeSyntax, "0 is not an entity%s", p.asIn("; entities without such a pair match", without))
	}
	t.Second = p.target()
	switch {
	case p.at(","):
		p.failf(spec.CodeSyntax, "a pair can have only one target%s", p.chainOf(t))
	case p.at("||"):
		p.failf(spec.CodeSyntax, `"||" must stand between two terms%s`, p.eitherOf(t))
	}
	p.expect(")")
}

// target is the second element of a pair. In flecs-4 it may also be "$" (FQL-094) or a number
// written as @5 (F41-085), and "|self" may follow (FQL-121).
func (p *parser) target() spec.Ref {
	if p.token.kind == tokenTarget {
		number := spec.EntityRef(spec.Handle(p.token.name))
		p.advance()
		return p.suffixed(number)
	}
	if p.dialect.singletonSecond && p.accept("$") {
		return p.suffixed(spec.Ref{Kind: spec.RefSingleton})
	}
	return p.suffixed(p.element(anElement))
}

// suffixed parses "|self" after r, if the dialect has it (FQL-117).
func (p *parser) suffixed(r spec.Ref) spec.Ref {
	if !p.dialect.selfSuffix || !p.accept("|") {
		return r
	}
	if p.token.kind != tokenName || p.token.text != "self" {
		p.expected(`"self" after "|" (list operators are ` + words(p.dialect.lists) + "; ids have no other flags)")
	}
	p.advance()
	r.Trav = &spec.Traversal{Flags: spec.TravSelf}
	return r
}

// operand is the right side of a comparison (QRY-259, FQL-128). Check refuses an operand of "~="
// that is not a text.
func (p *parser) operand() spec.Ref {
	const what = "an entity, a variable or a text"
	if p.token.kind == tokenText {
		text := spec.Ref{Kind: spec.RefText, Name: p.token.name}
		p.advance()
		return text
	}
	if p.at("*") || p.atAny() {
		p.expected(what + " (a wildcard equals every entity, so there is nothing to compare)")
	}
	return p.element(what)
}

// entity is a name or a number.
func (p *parser) entity(what string) spec.Ref {
	if kind := p.token.kind; kind != tokenName && kind != tokenNumber || p.atAny() || p.atThis() {
		p.expected(what)
	}
	return p.reference()
}

// element is an entity, a variable or a wildcard. In flecs-3-beta traversal flags may follow in
// brackets, as in Position[self|all].
func (p *parser) element(what string) spec.Ref {
	switch p.token.kind {
	case tokenName, tokenNumber, tokenVariable, tokenLookup:
	case tokenSymbol:
		if !p.at("*") {
			p.expected(what)
		}
	case tokenText, tokenEnd, tokenTarget:
		p.expected(what)
	}
	bracket := p.dialect.style == styleBracket && !p.at("*")
	r := p.reference()
	if bracket && p.accept("[") {
		r.Trav = p.flags()
		p.expect("]")
	}
	return r
}

// reference converts the current token to a reference.
func (p *parser) reference() spec.Ref {
	t := p.token
	var r spec.Ref
	switch {
	case p.at("*"):
		r.Kind = spec.RefWildcard
	case p.atAny():
		if !p.dialect.any {
			p.failf(spec.CodeSyntax, `%s has no wildcard "_"`, p.dialect.name)
		}
		r.Kind = spec.RefAny
	case p.atThis(), t.kind == tokenVariable && p.dialect.aliases[t.name]:
		r = spec.VarRef(spec.This)
	case t.kind == tokenName:
		r = spec.NameRef(t.name)
	case p.atZero():
		p.failf(spec.CodeSyntax, "0 is not an entity")
	case t.kind == tokenNumber:
		r = spec.Ref{Kind: spec.RefNumber, Number: t.number}
	case t.kind == tokenVariable:
		r = spec.VarRef(t.name)
	case t.kind == tokenLookup:
		r = spec.Ref{Kind: spec.RefLookup, Name: t.name, Path: t.path}
	}
	p.advance()
	return r
}

func (p *parser) atZero() bool { return p.token.kind == tokenNumber && p.token.number == 0 }

func (p *parser) atAny() bool { return p.token.kind == tokenName && p.token.text == "_" }

// atThis reports whether the current name means the variable of the default source (SET-157).
func (p *parser) atThis() bool {
	return p.dialect.this != "" && p.token.kind == tokenName && p.token.text == p.dialect.this
}
