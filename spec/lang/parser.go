package lang

import (
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

func (p *parser) advance() {
	if p.textError != nil {
		return
	}
	p.end = p.lexer.pos
	token, textError := p.next()
	if textError != nil {
		p.stop(textError)
		return
	}
	p.token = token
}

// stop records the first error; from then on the parser is at the end of the text.
func (p *parser) stop(f *textError) {
	if p.textError == nil {
		p.textError = f
	}
	p.token = token{kind: tokenEnd, offset: len(p.text)}
}

// failf reports an error at the current token.
func (p *parser) failf(code spec.ErrorCode, format string, args ...any) {
	p.stop(textErrorf(p.token.offset, code, format, args...))
}

// expected reports an error because the current token is not the expected one.
func (p *parser) expected(what string) {
	found := "the end of the query"
	if p.token.kind != tokenEnd {
		found = quote(p.token.text)
	}
	if p.token.kind == tokenText {
		found += inBackquotes
	}
	p.failf(spec.CodeSyntax, "expected %s, found %s", what, found)
}

// expectedAfterTerm reports an error at a token that cannot follow a term.
func (p *parser) expectedAfterTerm(what string) {
	switch {
	case p.at("|") && p.flagFollows():
		p.failf(spec.CodeSyntax, "traversal flags must be in the parentheses of a term, as in A(self|cascade)")
	case p.at("|"):
		p.failf(spec.CodeSyntax, `an id cannot have flags; only %s can come before "|" here`, words(p.dialect.lists))
	case p.token.kind == tokenName && p.token.offset == p.end && p.text[p.end-1] == '`':
		p.failf(spec.CodeSyntax, "expected %s, found %s; a backquote in a name is doubled: `a``b`", what,
			quote(p.token.text))
	case p.token.kind == tokenName && strings.EqualFold(p.token.text, "and"):
		p.failf(spec.CodeSyntax, "expected %s, found %s%s", what, quote(p.token.text), commaIsAnd)
	case p.token.kind == tokenName && strings.EqualFold(p.token.text, "or"):
		p.failf(spec.CodeSyntax, `expected %s, found %s; Or is written "||": A || B`, what, quote(p.token.text))
	case p.token.kind == tokenName && p.token.text[0] != '`':
		p.failf(spec.CodeSyntax, "expected %s, found %s; quote a name that has a space: `Tag A`", what,
			quote(p.token.text))
	}
	p.expected(what)
}

// commaIsAnd is the end of a message about a word or symbol that was probably meant as And.
const commaIsAnd = "; And is written as a comma: A, B"

// flagFollows reports whether a traversal flag comes after the current token.
func (p *parser) flagFollows() bool {
	ahead := p.lexer
	token, textError := ahead.next()
	_, flag := p.dialect.flags[token.text]
	return textError == nil && token.kind == tokenName && flag
}

func (p *parser) at(symbol string) bool {
	return p.token.kind == tokenSymbol && p.token.text == symbol
}

// accept moves past symbol if it is next.
func (p *parser) accept(symbol string) bool {
	if !p.at(symbol) {
		return false
	}
	p.advance()
	return true
}

func (p *parser) expect(symbol string) {
	if !p.accept(symbol) {
		p.expected(`"` + symbol + `"`)
	}
}

// followedBy reports whether symbol comes after the current token.
func (p *parser) followedBy(symbol string) bool {
	ahead := p.lexer
	token, textError := ahead.next()
	return textError == nil && token.kind == tokenSymbol && token.text == symbol
}

// words lists the keys of a table for a message.
func words[V any](table map[string]V) string {
	return strings.Join(slices.Sorted(maps.Keys(table)), ", ")
}
