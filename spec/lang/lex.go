package lang

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/relspec/relspec/spec"
)

type tokenKind uint8

const (
	tokenEnd      tokenKind = iota
	tokenSymbol             // text is the symbol
	tokenName               // name is the path, with '.' between its elements and without backquotes
	tokenNumber             // number; the parser refuses 0
	tokenVariable           // name without '$'
	tokenLookup             // name without '$', path
	tokenText               // name without the quotes
	tokenTarget             // a number as target; name is its handle
)

type token struct {
	kind   tokenKind
	offset int
	text   string // as written; keywords are compared with it, so `self` in backquotes is a name
	name   string
	path   string
	number uint64
}

// lexer splits text into tokens. It is a value, so a copy can look ahead.
type lexer struct {
	dialect *dialect
	text    string
	pos     int
}

// textError is an error at a byte offset. Its line and column are computed when it is reported.
type textError struct {
	offset int
	err    *spec.Error
}

func textErrorf(offset int, code spec.ErrorCode, format string, args ...any) *textError {
	return &textError{offset, spec.Errorf(code, format, args...)}
}

// next returns the next token. The end of the text is a token, too.
func (l *lexer) next() (token, *textError) {
	if f := l.skip(); f != nil {
		return token{}, f
	}
	start := l.pos
	if start == len(l.text) {
		return token{kind: tokenEnd, offset: start}, nil
	}
	switch c := l.text[start]; {
	case l.atName(start):
		return l.word()
	case c == '$' && l.atWord(start+1):
		return l.variable()
	case c == '#' && l.dialect.hash:
		end := l.wordEnd(start + 1)
		return l.number(start, l.text[start+1:end], end)
	case c == '@' && l.dialect.hash && isDigit(l.byteAt(start+1)):
		return l.target()
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

// skip moves past white space and, if the dialect has them, comments (FQL-006).
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
	name, end, f := l.path(start)
	if f != nil {
		return token{}, f
	}
	text := l.text[start:end]
	if l.dialect.hash {
		if text == "0" { // the parser refuses it, like #0
			return l.number(start, text, end)
		}
		if isDigit(text[0]) {
			const message = "a numeric id is written #100; quote a name that starts with a digit with backquotes, as in `2nd`"
			return token{}, textErrorf(start, spec.CodeSyntax, message)
		}
	} else if isNumber(text) {
		return l.number(start, text, end)
	}
	l.pos = end
	return token{kind: tokenName, offset: start, text: text, name: name}, nil
}

func (l *lexer) number(start int, digits string, end int) (token, *textError) {
	if !isNumber(digits) {
		return token{}, textErrorf(start, spec.CodeSyntax, "a numeric id has only digits")
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		return token{}, textErrorf(start, spec.CodeLimit, "a numeric id is at most 18446744073709551615")
	}
	l.pos = end
	return token{kind: tokenNumber, offset: start, text: l.text[start:end], number: n}, nil
}

// target reads a number as the target of a pair (F41-085).
func (l *lexer) target() (token, *textError) {
	start := l.pos
	l.pos = l.wordEnd(start + 1)
	written := spec.Handle(l.text[start:l.pos])
	if !written.IsNumber() {
		return token{}, textErrorf(start, spec.CodeSyntax, "a number as a target has only digits after \"@\"")
	}
	n, err := written.Number()
	if err != nil {
		return token{}, &textError{start, err}
	}
	return token{kind: tokenTarget, offset: start, text: string(written), name: string(spec.NumberTarget(n))}, nil
}

func (l *lexer) variable() (token, *textError) {
	start := l.pos
	end := l.wordEnd(start + 1)
	t := token{kind: tokenVariable, offset: start, name: l.text[start+1 : end]}
	if l.dialect.lookups && l.byteAt(end) == '.' && l.atName(end+1) {
		var f *textError
		if t.path, end, f = l.path(end + 1); f != nil {
			return token{}, f
		}
		t.kind = tokenLookup
	}
	l.pos, t.text = end, l.text[start:end]
	return t, nil
}

// quoted reads a text in double quotes (QRY-278). The documents define no escapes, so there are
// none. For example, the text "a\" ends at its second quote.
func (l *lexer) quoted() (token, *textError) {
	start := l.pos
	for i := start + 1; i < len(l.text); i++ {
		switch c := l.text[i]; {
		case c == '"':
			l.pos = i + 1
			return token{kind: tokenText, offset: start, text: l.text[start:l.pos], name: l.text[start+1 : i]}, nil
		case isControl(c):
			return token{}, textErrorf(i, spec.CodeSyntax, "the text contains a control character; close it with '\"'")
		}
	}
	return token{}, textErrorf(start, spec.CodeSyntax, "close this text with '\"'")
}

func (l *lexer) unexpected() *textError {
	rest := l.text[l.pos:]
	before, _ := utf8.DecodeLastRuneInString(l.text[:l.pos])
	found, _ := utf8.DecodeRuneInString(rest)
	hint := ""
	switch {
	case strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "/*"):
		hint = ": " + l.dialect.name + " has no comments"
	case found == '.' || found == ':':
		hint = ": the names of a path are joined by single dots"
	case found == '=':
		hint = `: "==" compares`
	case found == '&':
		hint = commaIsAnd
	case strings.ContainsRune(`"'`, found) || unicode.IsPrint(found) && (isWord(before) || found >= utf8.RuneSelf):
		hint = inBackquotes
	}
	return textErrorf(l.pos, spec.CodeSyntax, "unexpected %s%s", quote(firstRune(rest)), hint)
}

// inBackquotes is the end of a message about text that was probably meant as a name.
const inBackquotes = "; quote such a name with backquotes, as in `Tag A`"

// hasTexts reports whether the dialect can compare anything with a text.
func (l *lexer) hasTexts() bool { return l.dialect.has("==") }

func (d *dialect) has(symbol string) bool { return slices.Contains(d.symbols, symbol) }

func (l *lexer) byteAt(i int) byte {
	if i < len(l.text) {
		return l.text[i]
	}
	return 0
}

// atName reports whether a name starts at i, in backquotes or not.
func (l *lexer) atName(i int) bool { return l.byteAt(i) == '`' || l.atWord(i) }

func (l *lexer) atWord(i int) bool {
	c, _ := utf8.DecodeRuneInString(l.text[min(i, len(l.text)):])
	return isWord(c)
}

func (l *lexer) wordEnd(i int) int { return i + wordLength(l.text[i:]) }

// wordLength returns the number of bytes at the start of s that are letters, digits and '_'.
func wordLength(s string) int {
	for i, c := range s {
		if !isWord(c) {
			return i
		}
	}
	return len(s)
}

// path reads the path that starts at i and returns its names joined by '.'. In the text they are
// separated by '.' (SET-113) or by "::", as in a lookup (QRY-124).
func (l *lexer) path(i int) (name string, end int, f *textError) {
	var b strings.Builder
	for {
		element, next, f := l.element(i)
		if f != nil {
			return "", 0, f
		}
		b.WriteString(element)
		switch i = next; {
		case l.byteAt(i) == '.' && l.atName(i+1):
			i++
		case strings.HasPrefix(l.text[i:], "::") && l.atName(i+2):
			i += 2
		default:
			return b.String(), i, nil
		}
		b.WriteByte('.')
	}
}

// element reads one name of a path. In backquotes it may be any name that an entity can have
// (names.form); a backquote in it is doubled.
func (l *lexer) element(start int) (name string, end int, f *textError) {
	if l.text[start] != '`' {
		end = l.wordEnd(start)
		return l.text[start:end], end, nil
	}
	var b strings.Builder
	for i := start + 1; i < len(l.text); i++ {
		switch c := l.text[i]; {
		case c == '`' && l.byteAt(i+1) == '`':
			i++
		case c == '`' && b.Len() == 0:
			return "", 0, textErrorf(start, spec.CodeSyntax, "write a name between these backquotes")
		case c == '`':
			return b.String(), i + 1, nil
		case c == '.' || strings.HasPrefix(l.text[i:], "::"):
			return "", 0, textErrorf(i, spec.CodeSyntax,
				"no name contains \".\" or \"::\"; in a path quote each name for itself, as in `a`.`b`")
		case isControl(c):
			return "", 0, textErrorf(i, spec.CodeSyntax,
				"no name contains a control character; close this one with a backquote")
		}
		b.WriteByte(l.text[i])
	}
	return "", 0, textErrorf(start, spec.CodeSyntax, "close this name with a backquote; one inside a name is doubled")
}

func dotted(path string) string { return strings.ReplaceAll(path, "::", ".") }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isWord reports whether c can be in a name without backquotes: a letter or mark of Unicode, a
// digit or '_'. Many scripts write letters with marks.
func isWord(c rune) bool {
	if c < utf8.RuneSelf {
		return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || '0' <= c && c <= '9'
	}
	return unicode.IsLetter(c) || unicode.IsMark(c)
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
