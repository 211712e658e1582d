package lang

import (
	"strconv"
	"strings"

	"github.com/relspec/relspec/spec"
)

type tokenKind uint8

const (
	tokenEnd      tokenKind = iota
	tokenSymbol             // text is the symbol
	tokenName               // name is the path, with '.' between its elements
	tokenNumber             // number
	tokenVariable           // name without '$'
	tokenLookup             // name without '$', path
	tokenText               // name without the quotes
)

type token struct {
	kind   tokenKind
	offset int
	text   string // as written
	name   string
	path   string
	number uint64
}

// lexer cuts text into tokens. It is a value, so that a copy looks ahead.
type lexer struct {
	dialect *dialect
	text    string
	pos     int
}

// textError is an error at a byte offset; the line and column are counted once, when it is reported.
type textError struct {
	offset int
	err    *spec.Error
}

func textErrorf(offset int, code spec.ErrorCode, format string, args ...any) *textError {
	return &textError{offset, spec.Errorf(code, format, args...)}
}

// next returns the next token; the end of the text is a token too.
func (l *lexer) next() (token, *textError) {
	if f := l.skip(); f != nil {
		return token{}, f
	}
	start := l.pos
	if start == len(l.text) {
		return token{kind: tokenEnd, offset: start}, nil
	}
	switch c := l.text[start]; {
	case isWord(c):
		return l.word()
	case c == '$' && isWord(l.byteAt(start+1)):
		return l.variable(), nil
	case c == '#' && l.dialect.hash:
		end := l.wordEnd(start + 1)
		return l.number(start, l.text[start+1:end], end)
	case c == '"' && l.hasTexts():
		return l.quoted()
	}
	for _, symbol := range l.dialect.symbols {
		if strings.HasPrefix(l.text[start:], symbol) {
			l.pos += len(symbol)
			return token{kind: tokenSymbol, offset: start, text: symbol}, nil
		}
	}
	return token{}, l.unexpected()
}

// skip moves past white space and, where the dialect has them, comments (FQL-006).
func (l *lexer) skip() *textError {
	for l.pos < len(l.text) {
		rest := l.text[l.pos:]
		switch {
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			l.pos++
		case l.dialect.comments && strings.HasPrefix(rest, "//"):
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			l.pos += end
		case l.dialect.comments && strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				return textErrorf(l.pos, spec.CodeSyntax, `close this comment with "*/"`)
			}
			l.pos += end + 4
		default:
			return nil
		}
	}
	return nil
}

// word reads a path or a plain numeric id (QRY-126).
func (l *lexer) word() (token, *textError) {
	start := l.pos
	end := l.pathEnd(start)
	text := l.text[start:end]
	if l.dialect.hash {
		if isDigit(text[0]) {
			return token{}, textErrorf(start, spec.CodeSyntax, "a name does not start with a digit; a numeric id is written #100")
		}
	} else if isNumber(text) {
		return l.number(start, text, end)
	}
	l.pos = end
	return token{kind: tokenName, offset: start, text: text, name: dotted(text)}, nil
}

func (l *lexer) number(start int, digits string, end int) (token, *textError) {
	if !isNumber(digits) {
		return token{}, textErrorf(start, spec.CodeSyntax, "a numeric id consists of digits only")
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	switch {
	case err != nil:
		return token{}, textErrorf(start, spec.CodeLimit, "a numeric id is at most 18446744073709551615")
	case n == 0:
		return token{}, textErrorf(start, spec.CodeSyntax, "a number is 1 or more")
	}
	l.pos = end
	return token{kind: tokenNumber, offset: start, text: l.text[start:end], number: n}, nil
}

func (l *lexer) variable() token {
	start := l.pos
	end := l.wordEnd(start + 1)
	name := l.text[start+1 : end]
	if l.dialect.lookups && l.byteAt(end) == '.' && isWord(l.byteAt(end+1)) {
		l.pos = l.pathEnd(end + 1)
		return token{
			kind: tokenLookup, offset: start, text: l.text[start:l.pos], name: name,
			path: dotted(l.text[end+1 : l.pos]),
		}
	}
	l.pos = end
	return token{kind: tokenVariable, offset: start, text: l.text[start:end], name: name}
}

// quoted reads a text in double quotes (QRY-278). The documents define no escapes, so there are none. For example, the text
// "a\" ends at its second quote.
func (l *lexer) quoted() (token, *textError) {
	start := l.pos
	for i := start + 1; i < len(l.text); i++ {
		switch c := l.text[i]; {
		case c == '"':
			l.pos = i + 1
			return token{kind: tokenText, offset: start, text: l.text[start:l.pos], name: l.text[start+1 : i]}, nil
		case isControl(c):
			return token{}, textErrorf(i, spec.CodeSyntax, "a text has no control characters; close it with '\"'")
		}
	}
	return token{}, textErrorf(start, spec.CodeSyntax, "close this text with '\"'")
}

func (l *lexer) unexpected() *textError {
	rest := l.text[l.pos:]
	found := quote(firstRune(rest))
	hint := ""
	switch {
	case strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "/*"):
		hint = ": " + l.dialect.name + " has no comments"
	case rest[0] == '.' || rest[0] == ':':
		hint = ": the names of a path are joined by single dots"
	case rest[0] == '=':
		hint = `: "==" compares`
	}
	return textErrorf(l.pos, spec.CodeSyntax, "unexpected %s%s", found, hint)
}

// hasTexts reports whether the dialect has anything to compare a text with.
func (l *lexer) hasTexts() bool { return l.dialect.has("==") }

func (d *dialect) has(symbol string) bool {
	for _, s := range d.symbols {
		if s == symbol {
			return true
		}
	}
	return false
}

func (l *lexer) byteAt(i int) byte {
	if i < len(l.text) {
		return l.text[i]
	}
	return 0
}

func (l *lexer) wordEnd(i int) int {
	for isWord(l.byteAt(i)) {
		i++
	}
	return i
}

// pathEnd returns the end of the path that starts at i. Elements are separated by '.' (SET-113) or, as in the
// lookups that names follow, by "::" (QRY-124).
func (l *lexer) pathEnd(i int) int {
	for {
		i = l.wordEnd(i)
		switch {
		case l.byteAt(i) == '.' && isWord(l.byteAt(i+1)):
			i++
		case l.byteAt(i) == ':' && l.byteAt(i+1) == ':' && isWord(l.byteAt(i+2)):
			i += 2
		default:
			return i
		}
	}
}

func dotted(path string) string { return strings.ReplaceAll(path, "::", ".") }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || isDigit(c)
}

func isControl(c byte) bool { return c < ' ' || c == 0x7f }

func isNumber(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}
