package console

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/relspec/relspec/spec"
)

// Progress shows the progress of a run. On a terminal it updates one line. Elsewhere it prints a
// line every minute. Texts are escaped and shortened.
type Progress struct {
	mu    sync.Mutex // guards the output and shown
	w     io.Writer
	width int // of the terminal; 0 elsewhere
	name  string
	shown time.Time
	now   func() time.Time
}

// plainEvery is the interval of lines if the output is not a terminal.
const plainEvery = time.Minute

func newProgress(w io.Writer) *Progress {
	return &Progress{w: w, width: widthOf(w), now: time.Now}
}

// Begin starts a phase.
func (p *Progress) Begin(name string) {
	p.name, p.shown = spec.Printable(name), p.now()
	if p.width > 0 {
		p.line("...")
	}
}

// Update sets the progress of the phase. It is safe for concurrent use.
func (p *Progress) Update(text string) {
	if p.width > 0 {
		p.line(text)
		return
	}
	p.mu.Lock()
	due := p.now().Sub(p.shown) >= plainEvery
	if due {
		p.shown = p.now()
	}
	p.mu.Unlock()
	if due {
		p.print("%-13s %s\n", p.name, spec.Printable(text))
	}
}

// Note prints a line that is not overwritten.
func (p *Progress) Note(text string) {
	if p.width > 0 {
		p.print("\r\x1b[K")
	}
	p.print("%s\n", spec.Printable(text))
}

// End ends the phase and clears the updated line.
func (p *Progress) End() {
	if p.width > 0 {
		p.print("\r\x1b[K")
	}
}

// line overwrites the current line. It cuts the text to the width of the terminal, because only one
// line can be overwritten.
func (p *Progress) line(text string) {
	shown := []rune(fmt.Sprintf("%-13s %s", p.name, spec.Printable(text)))
	p.print("\r\x1b[K%s", string(shown[:min(len(shown), max(p.width-1, minWidth))]))
}

// print ignores errors: the run continues even if nobody reads the output.
func (p *Progress) print(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, _ = fmt.Fprintf(p.w, format, args...)
}
