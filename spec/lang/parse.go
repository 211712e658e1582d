package lang

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// Parse reads a query in dialect d and returns its terms in normal form (see the package comment).
// Text that the dialect's document does not define is refused with code syntax, two different
// operators on one term with invalid, and text beyond the limits with limit. The error has the Line
// and Column, unless the text as a whole is too long or d is DialectDefault. Parse accepts text
// that only [Check] refuses, for example "!Ship || Sails". Empty or blank text and text with only
// comments have no terms. Parse takes time linear in the length of the text.
func Parse(d spec.Dialect, text string, opts ...Option) ([]spec.Term, *spec.Error) {
	terms, _, err := parse(d, text, opts)
	return terms, err
}

// ParseChecked is [Parse] followed by [Check]. An error of Check then has the line and column of
// its term.
func ParseChecked(d spec.Dialect, text string, opts ...Option) ([]spec.Term, *spec.Error) {
	terms, offsets, err := parse(d, text, opts)
	if err != nil {
		return nil, err
	}
	o := optionsOf(opts)
	o.sets = o.sets || d == spec.DialectFlecs3Beta
	if at, err := check(terms, o); err != nil {
		f := textError{offset: len(text), err: err}
		if at < len(offsets) {
			f.offset = offsets[at]
		}
		return nil, f.report(text)
	}
	return terms, nil
}

// parse also returns the offset of every term, in the order of [spec.Term.Walk].
func parse(d spec.Dialect, text string, opts []Option) ([]spec.Term, []int, *spec.Error) {
	dialect, err := dialectOf(d)
	if err != nil {
		return nil, nil, err
	}
	p, err := newParser(dialect, text, opts)
	if err != nil {
		return nil, nil, err
	}
	p.advance()
	terms := p.query()
	if p.textError != nil {
		return nil, nil, p.textError.report(text)
	}
	return terms, p.offsets, nil
}

// parser is a recursive descent parser with one token of lookahead. After an error the current
// token is the end of the text, so every method returns soon and need not return an error.
type parser struct {
	lexer
	limits    Limits
	token     token
	textError *textError
	offsets   []int         // offsets of the terms so far, in written order
	oper      spec.Operator // operator of the current term
	nesting   int
	end       int  // end of the token before the current one
	lines     bool // a new line separates terms like a comma
}

func newParser(d *dialect, text string, opts []Option) (*parser, *spec.Error) {
	p := &parser{lexer: lexer{dialect: d, text: text}, limits: optionsOf(opts).limits}
	if len(text) > p.limits.Bytes {
		return nil, spec.Errorf(spec.CodeLimit, "a query has at most %d bytes", p.limits.Bytes)
	}
	if at := invalidUTF8(text); at >= 0 {
		return nil, textErrorf(at, spec.CodeSyntax, "the query is not UTF-8").report(text)
	}
	return p, nil
}

// query is [ terms ].
func (p *parser) query() []spec.Term {
	if p.token.kind == tokenEnd {
		return nil
	}
	terms := p.terms("")
	if p.token.kind != tokenEnd {
		p.expectedAfterTerm(`",", "||" or the end of the query`)
	}
	return terms
}

// terms is chain { "," chain } [ "," ], up to the symbol closing, or to the end of the text.
func (p *parser) terms(closing string) []spec.Term {
	var terms []spec.Term
	for {
		terms = append(terms, p.chain())
		if !p.separated() || p.token.kind == tokenEnd || closing != "" && p.at(closing) {
			return terms
		}
	}
}

// chain is term { "||" term }. A chain has no operator and no access; each alternative has its own.
func (p *parser) chain() spec.Term {
	index, offset := len(p.offsets), p.token.offset
	first := p.term()
	if !p.at("||") {
		return first
	}
	p.offsets = slices.Insert(p.offsets, index, offset)
	alternatives := []spec.Term{first}
	for p.accept("||") {
		alternatives = append(alternatives, p.term())
	}
	return spec.Term{Kind: spec.TermOr, Terms: alternatives}
}

// term is one condition with its access modifier and operator.
func (p *parser) term() spec.Term {
	if len(p.offsets) >= p.limits.Terms {
		p.failf(spec.CodeLimit, "a query has at most %d terms", p.limits.Terms)
	}
	p.offsets = append(p.offsets, p.token.offset)
	access, written := p.access()
	oper := p.operator()
	p.oper = oper
	var term spec.Term
	switch {
	case p.at("{"):
		if written {
			p.failf(spec.CodeSyntax, "a scope cannot have an access modifier")
		}
		term = p.scope()
	case p.at("("):
		term = p.pair()
	case p.atList():
		if oper != spec.And {
			p.failf(spec.CodeInvalid, "a term can have only one operator")
		}
		return p.list(access)
	default:
		term = p.matchOrComparison(written)
	}
	term.Oper, term.Access = oper, access
	return term
}

// access is [ "[" word "]" ] (QRY-197, FQL-043).
func (p *parser) access() (access spec.Access, written bool) {
	if !p.accept("[") {
		return spec.AccessDefault, false
	}
	access, ok := p.dialect.access[p.token.text]
	if p.token.kind != tokenName || !ok {
		p.expected("an access modifier (" + words(p.dialect.access) + ")")
	}
	p.advance()
	p.expect("]")
	return access, true
}

// operator is [ "!" | "?" ]; a term has at most one (FQL-015).
func (p *parser) operator() spec.Operator {
	oper := p.atOperator()
	if oper == spec.And {
		return oper
	}
	p.advance()
	switch second := p.atOperator(); {
	case second == oper:
		p.failf(spec.CodeSyntax, "write the operator %q once", p.token.text)
	case second != spec.And:
		p.failf(spec.CodeInvalid, "a term can have only one operator")
	case p.at("["):
		p.failf(spec.CodeSyntax, "the access modifier must come before the operator")
	}
	return oper
}

// atOperator returns the operator at the current position. And is never written.
func (p *parser) atOperator() spec.Operator {
	switch {
	case p.at("!"):
		return spec.Not
	case p.at("?"):
		return spec.Optional
	}
	return spec.And
}

// scope is "{" terms "}" (QRY-316, FQL-156).
func (p *parser) scope() spec.Term {
	if p.nesting == p.limits.Nesting {
		p.failf(spec.CodeLimit, "scopes are nested at most %d deep", p.limits.Nesting)
	}
	p.expect("{")
	p.nesting++
	terms := p.terms("}")
	p.nesting--
	if !p.accept("}") {
		p.expectedAfterTerm(`",", "||" or "}"`)
	}
	return spec.Term{Kind: spec.TermScope, Terms: terms}
}
