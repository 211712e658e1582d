package lang

import (
	"strings"
	"unicode"

	"github.com/relspec/relspec/spec"
)

// caretWidth is the maximum number of characters that Caret shows on each side of the caret.
const caretWidth = 60

// Caret returns the line of text that err points at, with a caret below the character. It shortens
// long lines and prints characters that are not printable, except tabs, as '·'. If the error has no
// position, it returns "".
func Caret(text string, err *spec.Error) string {
	if err == nil || err.Line < 1 || err.Column < 1 {
		return ""
	}
	for range err.Line - 1 {
		_, rest, found := strings.Cut(text, "\n")
		if !found {
			return ""
		}
		text = rest
	}
	line, _, _ := strings.Cut(text, "\n")
	runes := []rune(strings.TrimSuffix(line, "\r"))
	at := min(err.Column-1, len(runes))
	from, to := max(0, at-caretWidth), min(len(runes), at+caretWidth)
	var shown, below strings.Builder
	if from > 0 {
		shown.WriteRune('…')
		below.WriteByte(' ')
	}
	for i, r := range runes[from:to] {
		pad := ' '
		switch {
		case r == '\t':
			pad = '\t'
		case !unicode.IsPrint(r):
			r = '·'
		}
		shown.WriteRune(r)
		if from+i < at {
			below.WriteRune(pad)
		}
	}
	if to < len(runes) {
		shown.WriteRune('…')
	}
	return shown.String() + "\n" + below.String() + "^"
}
