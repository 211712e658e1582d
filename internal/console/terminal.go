package console

import (
	"io"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// widthOf returns the width of the terminal w, or 0 if w is not a terminal.
func widthOf(w io.Writer) int {
	file, isFile := w.(*os.File)
	if !isFile {
		return 0
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// OnTerminal reports whether the output goes to a terminal.
func (c *Console) OnTerminal() bool { return widthOf(c.Stdout) > 0 }

// paints lists the words that are coloured at the start of a line, and their colour codes.
var paints = []struct {
	pattern *regexp.Regexp
	code    string
}{
	{regexp.MustCompile(`(?m)^( *)(✓|PASS\b)`), "32"},
	{regexp.MustCompile(`(?m)^( *)(✗|FAIL\b|FAILED\b|FAILURE\b|DIVERGENCE\b)`), "31;1"},
	{regexp.MustCompile(`(?m)^( *)(STOP\b|WARNING\b)`), "33"},
	{regexp.MustCompile(`(?m)^()(next\b)`), "36"},
}

// painted adds colours to verdicts, ticks and crosses.
func painted(text string) string {
	for _, p := range paints {
		text = p.pattern.ReplaceAllString(text, "$1\x1b["+p.code+"m$2\x1b[0m")
	}
	return text
}

// minWidth is the width of a terminal below which fitted does not break lines.
const minWidth = 40

// column matches the name of a row, up to its text.
var column = regexp.MustCompile(`^ *\S[^ ]*(?: [^ ]+)*  +`)

// fitted breaks long lines at blanks to fit the terminal. It indents the rest of a line by two
// columns more than its start or, if the line is a row of a table, to the column of the row's text.
func fitted(text string, width int) string {
	if width < minWidth {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		indent := len(line) - len(strings.TrimLeft(line, " ")) + 2
		if n := len(column.FindString(line)); n > 0 && n <= width/3 {
			indent = n
		}
		for utf8.RuneCountInString(strings.TrimRight(line, "\n")) > width {
			end := strings.LastIndexByte(string([]rune(line)[:width+1]), ' ')
			if end <= indent {
				break // one long word
			}
			b.WriteString(strings.TrimRight(line[:end], " ") + "\n")
			line = strings.Repeat(" ", indent) + strings.TrimLeft(line[end:], " ")
		}
		b.WriteString(line)
	}
	return b.String()
}
