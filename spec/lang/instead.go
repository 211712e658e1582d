package lang

import (
	"strings"
	"unicode"

	"github.com/relspec/relspec/spec"
)

// chainOf is called at the second comma of a term such as R(a, b, c). t is the pair before it. It
// returns the end of a message that suggests "R(a, b), R(b, c)".
func (p *parser) chainOf(t *spec.Term) string {
	rest, ok := p.ahead(",")
	if !ok || p.oper != spec.And {
		return "; write a pair for each step of a chain"
	}
	chain := []spec.Term{*t}
	for _, next := range rest {
		chain = append(chain, spec.Term{First: t.First, Src: chain[len(chain)-1].Second, Second: next})
	}
	return p.asIn("; write", chain...)
}

// eitherOf is called at the "||" of a term such as (R, a || b). t is the pair before it. It returns
// the end of a message that suggests "(R, a) || (R, b)". A chain cannot have an operator, so for
// !(R, a || b) it suggests "!(R, a), !(R, b)".
func (p *parser) eitherOf(t *spec.Term) string {
	rest, ok := p.ahead("||")
	if !ok {
		return ""
	}
	var terms []spec.Term
	for _, target := range append([]spec.Ref{t.Second}, rest...) {
		terms = append(terms, spec.Term{Oper: p.oper, First: t.First, Src: t.Src, Second: target})
	}
	if p.oper == spec.And {
		terms = []spec.Term{{Kind: spec.TermOr, Terms: terms}}
	}
	return p.asIn("; write", terms...)
}

// ahead reads further targets, each after a separator, without moving.
func (p *parser) ahead(separator string) (targets []spec.Ref, ok bool) {
	ahead := *p
	for ahead.accept(separator) {
		targets = append(targets, ahead.target())
	}
	return targets, ahead.textError == nil
}

// relationshipLater reports an error if a relationship follows the last flag but belongs to the
// flag at index own. For "up|self(ChildOf)" it suggests "up(ChildOf)|self".
func (p *parser) relationshipLater(flags []string, own int) {
	relationship := p.token
	if p.at("(") {
		next := p.lexer
		relationship, _ = next.next()
	}
	if relationship.kind != tokenName && relationship.kind != tokenNumber {
		return
	}
	written := " " + relationship.text
	switch p.dialect.style {
	case styleColon:
		written = "(" + relationship.text + ")"
	case styleBracket:
		return
	case styleBar:
	}
	word := flags[own]
	flags[own] += written
	p.failf(spec.CodeSyntax, "the relationship must follow %q; write %s", word,
		readable(strings.Join(flags, "|")))
}

// asIn returns words and the text of terms, for the end of a message. If the terms have no text, it
// returns "".
func (p *parser) asIn(words string, terms ...spec.Term) string {
	out := printer{dialect: p.dialect}
	if out.terms(terms); out.err != nil {
		return ""
	}
	return words + " " + readable(out.out.String())
}

// readable returns a piece of a query for a message, without quotes around it. It shortens the
// piece and replaces invisible characters.
func readable(s string) string {
	const limit = 120
	if runes := []rune(s); len(runes) > limit {
		s = string(runes[:limit]) + "…"
	}
	return strings.Map(func(c rune) rune {
		if unicode.IsPrint(c) {
			return c
		}
		return '·'
	}, s)
}
