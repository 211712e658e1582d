package console

import (
	"io"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// widthOf is the width of the terminal that a stream is; 0 if it is none.
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

// OnTerminal reports whether somebody reads what is printed.
func (c *Console) OnTerminal() bool { return widthOf(c.Stdout) > 0 }

// paints are the words at the start of a line that have a colour, with its code.
var paints = []struct {
	pattern *regexp.Regexp
	code    string
}{
	{regexp.MustCompile(`(?m)^( *)(✓|PASS\b)`), "32"},
	{regexp.MustCompile(`(?m)^( *)(✗|FAIL\b|FAILED\b|FAILURE\b|DIVERGENCE\b)`), "31;1"},
	{regexp.MustCompile(`(?m)^( *)(STOP\b|WARNING\b)`), "33"},
	{regexp.MustCompile(`(?m)^()(next\b)`), "36"},
}

// painted gives verdicts, ticks and crosses their colours.
func painted(text string) string {
	for _, p := range paints {
		text = p.pattern.ReplaceAllString(text, "$1\x1b["+p.code+"m$2\x1b[0m")
	}
	return text
}

// minWidth is the width of a terminal below which lines are left to it.
const minWidth = 40

// column is where the text of a row begins, behind its name.
var column = regexp.MustCompile(`^ *\S[^ ]*(?: [^ ]+)*  +`)

// fitted breaks lines that are longer than the terminal at blanks. The rest of a line stands below its start, or in the
// column behind the name of a row.
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
