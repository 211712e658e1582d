package cli

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/relspec/relspec/spec"
)

// progress tells people how far a run is: on a terminal in one line that moves, elsewhere in plain lines, of which
// there are few. Its texts are escaped and shortened.
type progress struct {
	w      io.Writer
	moving bool
	name   string
	shown  time.Time
	now    func() time.Time
}

// plainEvery is how often a phase that goes on is mentioned where no line can move.
const plainEvery = 5 * time.Second

func newProgress(w io.Writer) *progress {
	file, isFile := w.(*os.File)
	return &progress{w: w, moving: isFile && term.IsTerminal(int(file.Fd())), now: time.Now}
}

// begin starts a phase.
func (p *progress) begin(name string) {
	p.name, p.shown = spec.Shown(name), p.now()
	if p.moving {
		p.line("...")
	}
}

// update says how far the phase is.
func (p *progress) update(text string) {
	switch {
	case p.moving:
		p.line(text)
	case p.now().Sub(p.shown) >= plainEvery:
		p.shown = p.now()
		p.print("%-13s %s\n", p.name, spec.Shown(text))
	}
}

// end closes the phase: a line that moved makes room for the table, elsewhere one line stays.
func (p *progress) end(text string) {
	if p.moving {
		p.print("\r\x1b[K")
		return
	}
	p.print("%-13s %s\n", p.name, spec.Shown(text))
}

func (p *progress) line(text string) { p.print("\r\x1b[K%-13s %s", p.name, spec.Shown(text)) }

// print does not fail: a run goes on when nobody listens any more.
func (p *progress) print(format string, args ...any) { _, _ = fmt.Fprintf(p.w, format, args...) }
