package console

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/relspec/relspec/spec"
)

// Printable is the result of a command: JSON as it stands, or text for people.
type Printable interface {
	Text(w *strings.Builder)
}

// Print writes a report in the form that was asked for.
func (c *Console) Print(r Printable) error {
	if c.JSON {
		return c.PrintJSON(r)
	}
	var text strings.Builder
	r.Text(&text)
	return c.PrintText(text.String())
}

// PrintText writes text for people to standard output: texts of engines and files are escaped and shortened. On a
// terminal, lines are broken at blanks to its width, and verdicts have a colour unless the variable of no-color.org is
// set.
func (c *Console) PrintText(text string) error {
	text = spec.ShownLines(text)
	if width := widthOf(c.Stdout); width > 0 {
		text = fitted(text, width)
		if os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" {
			text = painted(text)
		}
	}
	_, err := io.WriteString(c.Stdout, text)
	return err
}

// PrintTrace writes a trace to standard output as its file has it. No line is shortened, since
// other commands read them; characters that a terminal would obey are escapes of JSON.
func (c *Console) PrintTrace(t *spec.Trace) error {
	var text strings.Builder
	if _, err := t.WriteTo(&text); err != nil {
		return err
	}
	_, err := io.WriteString(c.Stdout, spec.EscapedJSON(text.String()))
	return err
}

// Say is [Console.PrintText] to standard error, for texts that are no result.
func (c *Console) Say(format string, args ...any) error {
	_, err := io.WriteString(c.Stderr, spec.ShownLines(fmt.Sprintf(format, args...)))
	return err
}

// ShowProgress is a line on standard error that says how far a run is.
func (c *Console) ShowProgress() *Progress { return newProgress(c.Stderr) }

// PrintJSON writes a value to standard output as JSON.
func (c *Console) PrintJSON(v any) error {
	encoder := json.NewEncoder(c.Stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}

// SayJSON is [Console.PrintJSON] to standard error, for errors.
func (c *Console) SayJSON(v any) error {
	return (&Console{Stdout: c.Stderr}).PrintJSON(v)
}

// Seconds is a time as reports give it: 1.5 s.
func Seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s" }

// Indent puts two blanks before every line of a text.
func Indent(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n  ") + "\n"
}

// Wrapped prints words in lines of at most width characters behind an indentation.
func Wrapped(w *strings.Builder, prefix string, words []string, width int) {
	line := ""
	for _, word := range words {
		if line != "" && len(prefix)+len(line)+1+len(word) > width {
			fmt.Fprintln(w, prefix+line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	if line != "" {
		fmt.Fprintln(w, prefix+line)
	}
}
