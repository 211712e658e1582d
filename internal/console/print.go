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

// Printable is the result of a command. It can be printed as JSON or as text.
type Printable interface {
	Text(w *strings.Builder)
}

// Print prints a report as JSON or as text, as requested.
func (c *Console) Print(r Printable) error {
	if c.JSON {
		return c.PrintJSON(r)
	}
	var text strings.Builder
	r.Text(&text)
	return c.PrintText(text.String())
}

// Conclude prints a report. If it is not ok, the command exits with code 1.
func (c *Console) Conclude(r Printable, ok bool) error {
	if err := c.Print(r); err != nil {
		return err
	}
	if !ok {
		return ErrDiverged
	}
	return nil
}

// PrintText writes text to standard output. It escapes and shortens text from engines and files. On
// a terminal it breaks lines at blanks and colours verdicts, unless the variable of no-color.org is set.
func (c *Console) PrintText(text string) error {
	text = spec.PrintableLines(text)
	if width := widthOf(c.Stdout); width > 0 {
		text = fitted(text, width)
		if os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" {
			text = painted(text)
		}
	}
	_, err := io.WriteString(c.Stdout, text)
	return err
}

// PrintTrace writes a trace to standard output in its file format. It does not shorten lines,
// because other commands read them. Characters that a terminal would interpret become JSON escapes.
func (c *Console) PrintTrace(t *spec.Trace) error {
	var text strings.Builder
	if _, err := t.WriteTo(&text); err != nil {
		return err
	}
	_, err := io.WriteString(c.Stdout, spec.EscapedJSON(text.String()))
	return err
}

// PrintErr writes a message that is not a result to standard error. It escapes and shortens text as
// [Console.PrintText] does, but does not break or colour lines.
func (c *Console) PrintErr(format string, args ...any) error {
	_, err := io.WriteString(c.Stderr, spec.PrintableLines(fmt.Sprintf(format, args...)))
	return err
}

// ShowProgress returns a progress display on standard error.
func (c *Console) ShowProgress() *Progress { return newProgress(c.Stderr) }

// PrintJSON writes a value to standard output as JSON.
func (c *Console) PrintJSON(v any) error {
	encoder := json.NewEncoder(c.Stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}

// Seconds formats a duration: 1.5 s.
func Seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s" }

// Wrapped writes words in lines of at most width characters, each after prefix.
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
