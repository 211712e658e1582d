package mutation

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"github.com/relspec/relspec/tools/mutants"
)

// worker is a process of an instrumented build. If it dies, it is started again.
type worker struct {
	command []string
	process *process
	fresh   bool // has tried no mutant yet
}

type process struct {
	cancel  context.CancelFunc
	cmd     *exec.Cmd
	in      io.WriteCloser
	answers *json.Decoder
	said    *bytes.Buffer
}

// errDied means that a process ended during a request.
var errDied = errors.New("the process died")

func (w *worker) start(ctx context.Context) error {
	if w.process != nil {
		return nil
	}
	ctx, cancel := context.WithCancel(ctx)
	p := &process{cancel: cancel, cmd: mutants.Limited(ctx, w.command[0], w.command[1:]), said: &bytes.Buffer{}}
	p.cmd.Stderr = &opening{to: p.said}
	var err error
	if p.in, err = p.cmd.StdinPipe(); err == nil {
		var out io.Reader
		if out, err = p.cmd.StdoutPipe(); err == nil {
			p.answers = json.NewDecoder(bufio.NewReader(out))
			err = p.cmd.Start()
		}
	}
	if err != nil {
		cancel()
		return err
	}
	w.process, w.fresh = p, true
	return nil
}

// stop ends the process and returns the beginning of what it wrote to standard error.
func (w *worker) stop() string {
	if w.process == nil {
		return ""
	}
	p := w.process
	w.process = nil
	p.in.Close() //nolint:errcheck // the process may have gone
	p.cancel()
	_ = p.cmd.Wait() // killed
	return p.said.String()
}

// ask sends a request and passes the responses to each. limit is the time limit of a response. If the
// process dies, the error wraps [errDied] and has the output of the process.
func (w *worker) ask(ctx context.Context, r *request, limit time.Duration, each func(*response)) error {
	if err := w.start(ctx); err != nil {
		return err
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	p := w.process
	slow := time.AfterFunc(limit, p.cancel)
	defer slow.Stop()
	_, err = p.in.Write(append(line, '\n'))
	for err == nil {
		var a response
		if err = p.answers.Decode(&a); err != nil {
			break
		}
		each(&a)
		if a.Done {
			return nil
		}
		slow.Reset(limit)
	}
	inTime := slow.Stop()
	said := w.stop()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case !inTime:
		return fmt.Errorf("%w: no answer within %s", errDied, limit)
	}
	return fmt.Errorf("%w: %s", errDied, fatal(said))
}

// fatal returns the line that says why a process ended.
func fatal(said string) string {
	for line := range strings.Lines(said) {
		for _, prefix := range []string{"fatal error", "panic", "runtime:", "diffcheck:"} {
			if strings.HasPrefix(line, prefix) {
				return strings.TrimSpace(line)
			}
		}
	}
	return "without a message"
}

// opening stores the beginning of the output of a process and discards the rest.
type opening struct{ to *bytes.Buffer }

const maxOutput = 64 << 10

func (t *opening) Write(b []byte) (int, error) {
	if left := maxOutput - t.to.Len(); left > 0 {
		t.to.Write(b[:min(left, len(b))])
	}
	return len(b), nil
}
