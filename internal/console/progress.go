package console

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/relspec/relspec/spec"
)

// Progress tells people how far a run is: on a terminal in one line that moves, elsewhere in plain lines, of which
// there are few. Its texts are escaped and shortened.
type Progress struct {
	w      io.Writer
	moving bool
	name   string
	shown  time.Time
	now    func() time.Time
}

// plainEvery is how often a phase that goes on is mentioned where no line can move.
const plainEvery = 5 * time.Second

func newProgress(w io.Writer) *Progress {
	file, isFile := w.(*os.File)
	return &Progress{w: w, moving: isFile && term.IsTerminal(int(file.Fd())), now: time.Now}
}

// Begin starts a phase.
func (p *Progress) Begin(name string) {
	p.name, p.shown = spec.Shown(name), p.now()
	if p.moving {
		p.line("...")
	}
}

// Update says how far the phase is.
func (p *Progress) Update(text string) {
	switch {
	case p.moving:
		p.line(text)
	case p.now().Sub(p.shown) >= plainEvery:
		p.shown = p.now()
		p.print("%-13s %s\n", p.name, spec.Shown(text))
	}
}

// End closes the phase: a line that moved makes room for the table, elsewhere one line stays.
func (p *Progress) End(text string) {
	if p.moving {
		p.print("\r\x1b[K")
		return
	}
	p.print("%-13s %s\n", p.name, spec.Shown(text))
}

func (p *Progress) line(text string) { p.print("\r\x1b[K%-13s %s", p.name, spec.Shown(text)) }

// Print does not fail: a run goes on when nobody listens any more.
func (p *Progress) print(format string, args ...any) { _, _ = fmt.Fprintf(p.w, format, args...) }
