package lang

import (
	"strings"
	"unicode"

	"github.com/relspec/relspec/spec"
)

// chainOf says how to write the chain R(a, b, c) of a pair t that a comma follows: R(a, b), R(b, c).
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

// eitherOf says how to write (R, a || b) for a pair t that "||" follows: (R, a) || (R, b). With an
// operator, which a chain cannot have, it is !(R, a), !(R, b).
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

// ahead reads the targets after the current token, which are separated by it, without moving.
func (p *parser) ahead(separator string) (targets []spec.Ref, ok bool) {
	ahead := *p
	for ahead.accept(separator) {
		targets = append(targets, ahead.target())
	}
	return targets, ahead.textError == nil
}

// relationshipLater stops at a relationship that follows the last flag, where it is not written as the
// dialect has it after its own flag, the one at index own.
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

// asIn is words and the text of terms, for the end of a message; nothing if the terms have no text.
func (p *parser) asIn(words string, terms ...spec.Term) string {
	out := printer{dialect: p.dialect}
	if out.terms(terms); out.err != nil {
		return ""
	}
	return words + " " + readable(out.out.String())
}

// readable is a piece of a query as a message shows it without quotes: not long, and of characters that can be seen.
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
