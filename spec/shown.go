package spec

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// MaxShown is how many characters of a line [Shown] keeps.
const MaxShown = 2000

// Shown prepares text of unknown origin for one line of a report: it escapes it ([Escaped], and
// line feeds as \n) and shortens it to [MaxShown] characters with "…" and the number of characters
// left out.
func Shown(text string) string {
	const mark = 64 // more than the longest mark: a text that was shortened stays as it is
	shown := Escaped(strings.ReplaceAll(text, "\n", `\n`))
	n := utf8.RuneCountInString(shown)
	if n <= MaxShown+mark {
		return shown
	}
	at := 0
	for range MaxShown {
		_, size := utf8.DecodeRuneInString(shown[at:])
		at += size
	}
	return fmt.Sprintf("%s… (%d characters left out)", shown[:at], n-MaxShown)
}

// longLine is how many bytes a line of a report has before it is shortened. No line of our own is as long.
const longLine = 8000

// ShownLines prepares a report that contains text of unknown origin: it escapes the text and
// shortens very long lines as [Shown] does.
func ShownLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if len(line) > longLine {
			lines[i] = Shown(line)
		}
	}
	return Escaped(strings.Join(lines, "\n"))
}

// Escaped replaces control, escape and bidirectional characters, and bytes that are not UTF-8, by
// escapes: \x1b, \u202e. Line feeds and tabs stay.
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

// EscapedJSON is like [Escaped] for JSON text: it writes escapes of JSON, so that the text keeps
// its value. [Escaped] would write \x7f, which JSON does not have.
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

// hidden reports whether a character changes its neighbours, or is not seen: controls, format characters such as
// those of the bidirectional algorithm, and separators of lines.
func hidden(r rune) bool {
	return r != '\t' && r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}
