package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"sync/atomic"
	"time"

	"github.com/relspec/relspec/internal/oracle/show"
)

// replayWithin is the default of --timeout: the time for all files of a replay together.
const replayWithin = 30 * time.Minute

// deadline is the time at which a replay must end.
type deadline struct {
	at   time.Time   // zero: no limit
	over atomic.Bool // somebody asked too late, so that something was left out
}

func (d *deadline) stop() bool {
	if !d.at.IsZero() && !time.Now().Before(d.at) {
		d.over.Store(true)
	}
	return d.over.Load()
}

func newDeadline(timeout time.Duration) *deadline {
	if timeout <= 0 {
		return &deadline{}
	}
	return &deadline{at: time.Now().Add(timeout)}
}

// timedReader reads until a deadline, if there is one.
type timedReader struct {
	from  io.Reader
	until *deadline
}

func (r timedReader) Read(p []byte) (int, error) {
	if r.until != nil && r.until.stop() {
		return 0, errors.New("the time is over")
	}
	return r.from.Read(p)
}

// compared says how far a replay came.
func (r *replayReport) compared(files int) string {
	var whole int
	var answers uint64
	for _, f := range r.Files {
		answers += f.Compared
		if !f.TimedOut {
			whole++
		}
	}
	return fmt.Sprintf("%d of %s and %s", whole, show.Plural(files, "file", "files"),
		show.Plural(int(answers), "answer", "answers"))
}

// hangs reports whether an engine gave no answer to some operation, so that it is not asked again.
func (f *replayedFile) hangs(engine string) bool { return slices.Contains(f.hanging, engine) }
