package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/relspec/relspec/spec"
)

// printable is the result of a command: JSON as it stands, or text for people.
type printable interface {
	text(w *strings.Builder)
}

// print writes a report in the form that was asked for.
func (a *app) print(r printable) error {
	if a.json {
		return a.printJSON(r)
	}
	var text strings.Builder
	r.text(&text)
	return a.printText(text.String())
}

// printText writes text for people to standard output: texts of engines and files are escaped and shortened.
func (a *app) printText(text string) error {
	_, err := io.WriteString(a.stdout, spec.ShownLines(text))
	return err
}

// printTrace writes a trace to standard output as its file has it. No line is shortened, since other commands read them;
// characters that a terminal would obey are escapes of JSON.
func (a *app) printTrace(t *spec.Trace) error {
	var text strings.Builder
	if _, err := t.WriteTo(&text); err != nil {
		return err
	}
	_, err := io.WriteString(a.stdout, spec.EscapedJSON(text.String()))
	return err
}

// say is [app.printText] to standard error, for texts that are no result.
func (a *app) say(format string, args ...any) error {
	_, err := io.WriteString(a.stderr, spec.ShownLines(fmt.Sprintf(format, args...)))
	return err
}

// showProgress is a line on standard error that says how far a run is.
func (a *app) showProgress() *progress { return newProgress(a.stderr) }

func (a *app) printJSON(v any) error {
	encoder := json.NewEncoder(a.stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}

func number(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return number(n) + " " + many
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s" }

// indent puts two blanks before every line of a text.
func indent(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n  ") + "\n"
}

// wrapped prints words in lines of at most width characters behind an indentation.
func wrapped(w *strings.Builder, prefix string, words []string, width int) {
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
