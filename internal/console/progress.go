package console

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/relspec/relspec/spec"
)

// Progress tells people how far a run is: on a terminal in one line that moves, elsewhere in a plain line every minute
// of a long phase. Its texts are escaped and shortened.
type Progress struct {
	mu     sync.Mutex // of what is printed, and of shown
	w      io.Writer
	moving bool
	width  int
	name   string
	shown  time.Time
	now    func() time.Time
}

// plainEvery is how often a phase that goes on is mentioned where no line can move.
const plainEvery = time.Minute

func newProgress(w io.Writer) *Progress {
	width := widthOf(w)
	return &Progress{w: w, moving: width > 0, width: width, now: time.Now}
}

// Begin starts a phase.
func (p *Progress) Begin(name string) {
	p.name, p.shown = spec.Shown(name), p.now()
	if p.moving {
		p.line("...")
	}
}

// Update says how far the phase is. Goroutines may call it.
func (p *Progress) Update(text string) {
	if p.moving {
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
		p.print("%-13s %s\n", p.name, spec.Shown(text))
	}
}

// Note prints a line that stays.
func (p *Progress) Note(text string) {
	if p.moving {
		p.print("\r\x1b[K")
	}
	p.print("%s\n", spec.Shown(text))
}

// End closes the phase: a line that moved makes room for the report.
func (p *Progress) End() {
	if p.moving {
		p.print("\r\x1b[K")
	}
}

// line replaces the line that moves; it is cut to the terminal, which could not take back a second line.
func (p *Progress) line(text string) {
	shown := []rune(fmt.Sprintf("%-13s %s", p.name, spec.Shown(text)))
	p.print("\r\x1b[K%s", string(shown[:min(len(shown), max(p.width-1, minWidth))]))
}

// Print does not fail: a run goes on when nobody listens any more.
func (p *Progress) print(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, _ = fmt.Fprintf(p.w, format, args...)
}
