package lang

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/relspec/relspec/spec"
)

// Position returns where term number i of a text begins. Terms are counted from 0 in the order of
// [spec.Term.Walk], in which a scope or chain comes before the terms in it. For example, in "Ship,
// !{ (DockedTo, $p) }" the scope is term 1, and the pair in it term 2. Engines use it for errors
// that depend on a world. Line and column are counted from 1, the column in characters. Both are 0
// if the text does not parse or has no such term.
func Position(d spec.Dialect, text string, i int, opts ...Option) (line, column int) {
	_, offsets, err := parse(d, text, opts)
	if err != nil || i < 0 || i >= len(offsets) {
		return 0, 0
	}
	f := textError{offset: offsets[i], err: &spec.Error{}}
	at := f.report(text)
	return at.Line, at.Column
}

// report converts a textError to the error that callers get. Line and column are counted from 1,
// the column in characters.
func (f *textError) report(text string) *spec.Error {
	before := text[:f.offset]
	line := strings.LastIndexByte(before, '\n') + 1
	f.err.Line = strings.Count(before, "\n") + 1
	f.err.Column = utf8.RuneCountInString(before[line:]) + 1
	return f.err
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(text string) int {
	if utf8.ValidString(text) {
		return -1
	}
	for i, r := range text {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(text[i:]); size == 1 {
				return i
			}
		}
	}
	return -1
}

func firstRune(s string) string {
	_, size := utf8.DecodeRuneInString(s)
	return s[:size]
}

// quote returns a piece of a query for a message: shortened, on one line.
func quote(s string) string {
	const limit = 40
	if utf8.RuneCountInString(s) > limit {
		s = string([]rune(s)[:limit]) + "…"
	}
	return strconv.Quote(s)
}
