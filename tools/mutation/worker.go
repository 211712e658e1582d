package mutation

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"

	"github.com/relspec/relspec/tools/run"
)

// worker is a process of an instrumented build. If it dies, it is started again.
type worker struct {
	command []string
	process *process
}

type process struct {
	cancel context.CancelFunc
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *json.Decoder
	said   bytes.Buffer
	used   bool // has tried a mutant
}

// errDied means that a process ended during a request.
var errDied = errors.New("the process died")

func (w *worker) start(ctx context.Context) error {
	if w.process != nil {
		return nil
	}
	ctx, cancel := context.WithCancel(ctx)
	p := &process{cancel: cancel, cmd: run.Limited(ctx, w.command[0], w.command[1:])}
	p.cmd.Stderr = &opening{to: &p.said}
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		p.out = json.NewDecoder(out)
		p.in, err = p.cmd.StdinPipe()
	}
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		cancel()
		return err
	}
	w.process = p
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

// ask sends a request and returns the response. If the process dies, or does not answer within limit, the
// error wraps [errDied].
func (w *worker) ask(ctx context.Context, r request, limit time.Duration) (a response, err error) {
	if err := w.start(ctx); err != nil {
		return a, err
	}
	slow := time.AfterFunc(limit, w.process.cancel)
	if err = json.NewEncoder(w.process.in).Encode(r); err == nil {
		err = w.process.out.Decode(&a)
	}
	inTime := slow.Stop()
	if err == nil {
		return a, nil
	}
	said := w.stop()
	switch {
	case ctx.Err() != nil:
		return a, ctx.Err()
	case !inTime:
		return a, fmt.Errorf("%w: no answer within %s", errDied, limit)
	}
	return a, fmt.Errorf("%w: %s", errDied, run.Fatal(said))
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
