package spec

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// MaxPrintable is the maximum number of characters that [Printable] keeps.
const MaxPrintable = 2000

// Printable prepares untrusted text for one line of a report: it escapes it ([Escaped], and line
// feeds as \n) and shortens it to [MaxPrintable] characters, followed by "…" and the number of
// characters left out.
func Printable(text string) string {
	const mark = 64 // more than the longest mark, so that shortened text is not shortened again
	shown := Escaped(strings.ReplaceAll(text, "\n", `\n`))
	n := utf8.RuneCountInString(shown)
	if n <= MaxPrintable+mark {
		return shown
	}
	at := 0
	for range MaxPrintable {
		_, size := utf8.DecodeRuneInString(shown[at:])
		at += size
	}
	return fmt.Sprintf("%s… (%d characters left out)", shown[:at], n-MaxPrintable)
}

// longLine is the length in bytes from which a line of a report is shortened. Our own lines are
// shorter.
const longLine = 8000

// PrintableLines prepares a report that contains untrusted text: it escapes the text and shortens
// very long lines as [Printable] does.
func PrintableLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if len(line) > longLine {
			lines[i] = Printable(line)
		}
	}
	return Escaped(strings.Join(lines, "\n"))
}

// Escaped replaces control, escape and bidirectional characters, and bytes that are not UTF-8, by
// escapes such as \x1b and \u202e. It keeps line feeds and tabs.
func Escaped(text string) string {
	if !Hides(text) {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd"), r < 0x80 && hidden(r):
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case hidden(r) && r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		case hidden(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// EscapedJSON is like [Escaped] for JSON text: it uses JSON escapes, so that the text keeps its
// value. [Escaped] would write \x7f, which is not valid JSON.
func EscapedJSON(text string) string {
	if !Hides(text) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if !hidden(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}

// Hides reports whether text has characters that [Escaped] escapes.
func Hides(text string) bool { return !utf8.ValidString(text) || strings.ContainsFunc(text, hidden) }

// hidden reports whether a character is invisible or affects its neighbours: controls, format
// characters such as those of the bidirectional algorithm, and line separators.
func hidden(r rune) bool {
	return r != '\t' && r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}
