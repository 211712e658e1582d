package adapter

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/relspec/relspec/spec"
)

// Process is an engine in another process. It is a [spec.Engine]; calls from several goroutines are served one
// after the other.
type Process struct {
	ctx     context.Context // the life of the process, not of a call
	words   []string
	options Options

	mu       sync.Mutex
	child    *child // nil when no process is running
	info     spec.Info
	failed   *spec.Error // why there is none
	closed   bool
	patience int // see SetPatience

	running sync.Mutex // guards current
	current *child     // child, for Close to reach while a request is under way
}

// Start runs command (see [SplitCommand]) and shakes hands with it. It errs, with a [*spec.Error], when the
// command cannot be started (invalid), when the process does not answer hello properly (crash, timeout, garbage)
// or speaks another version of the protocol (unsupported).
//
// The process lives until [Process.Close] or until ctx is done, which kills it. The request under
// way and those afterwards are answered `timeout` if ctx had a deadline that has passed, and
// `crash` if it was cancelled, so look at ctx before believing either.
func Start(ctx context.Context, command string, options Options) (*Process, error) {
	words, err := SplitCommand(command)
	if err != nil {
		return nil, spec.Errorf(spec.CodeInvalid, "%v", err)
	}
	p := &Process{ctx: ctx, words: words, options: options.withDefaults(), patience: 1}
	if err := p.start(); err != nil {
		return nil, err
	}
	return p, nil
}

// Info is the declaration of the process when it was started last.
func (p *Process) Info() spec.Info {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.info
}

// SetPatience makes answers, and starts, be waited for so many times as long as [Options] say, from
// now on. 1, and a number that is less, is as they say.
func (p *Process) SetPatience(times int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.patience = max(times, 1)
}

// limits are the options with the patience of now.
func (p *Process) limits() Options {
	o := p.options
	longer := o.Timeout * time.Duration(p.patience)
	if o.MaxTimeout > 0 {
		longer = max(o.Timeout, min(longer, o.MaxTimeout))
	}
	o.Timeout = longer
	o.StartTimeout *= time.Duration(p.patience)
	return o
}

// Stderr is the end of the standard error of the process, as started last.
func (p *Process) Stderr() string {
	if c := p.runningChild(); c != nil {
		return c.stderr.String()
	}
	return ""
}

// Apply sends an operation and waits for the answer. When the process crashes (crash), takes longer than allowed
// (timeout), or prints a line that is no answer or too long (garbage), it is killed and every operation up to the next
// reset is answered with the same code; reset starts it again.
func (p *Process) Apply(op spec.Operation) spec.Outcome {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return spec.Fail(spec.Errorf(spec.CodeCrash, "the process was closed"))
	}
	if p.child == nil && op.Op == spec.OpReset {
		if err := p.start(); err != nil {
			return spec.Fail(err)
		}
	}
	if p.child == nil {
		return spec.Fail(spec.Errorf(p.failed.Code, "no process before the next reset: %s", p.failed.Message))
	}
	op.Profile = spec.RequestName(op.Profile)
	request, err := json.Marshal(op)
	if err != nil {
		return spec.Fail(spec.Errorf(spec.CodeInvalid, "the operation has no JSON form: %v", err))
	}
	if len(request) > MaxRequest {
		return spec.Fail(spec.Errorf(spec.CodeLimit, "a request has at most %d bytes", MaxRequest))
	}
	outcome, failure := p.ask(op.Op, request)
	if failure != nil {
		return spec.Fail(failure)
	}
	if op.Op == spec.OpQuit {
		p.child.end(p.options.Grace)
		p.drop(spec.Errorf(spec.CodeInvalid, "the session was ended by quit"))
	}
	return outcome
}

// World resets the process to an empty world of a profile and gives the process as its engine, as oracle
// implementations are made. It errs where the process refuses the profile or cannot be started again. There is one
// world at a time: making another ends the one before.
func (p *Process) World(profile spec.Profile) (spec.Engine, error) {
	if out := p.Apply(spec.Operation{Op: spec.OpReset, Profile: profile.Name}); out.Err != nil {
		return nil, out.Err
	}
	return p, nil
}

func (p *Process) ask(op spec.OpKind, request []byte) (spec.Outcome, *spec.Error) {
	answer, failure := p.child.exchange(append(request, '\n'), p.limits().Timeout, p.options.MaxResponse)
	if failure == nil {
		var outcome spec.Outcome
		if outcome, failure = decodeResponse(op, answer); failure == nil {
			return outcome, nil
		}
	}
	p.child.stop()
	p.drop(failure)
	return spec.Outcome{}, failure
}

// drop forgets a child that has been stopped.
func (p *Process) drop(why *spec.Error) { p.child, p.failed = nil, why }

// start runs the command and shakes hands.
func (p *Process) start() *spec.Error {
	if err := p.ctx.Err(); err != nil {
		return spec.Errorf(codeOfEnd(p.ctx), "not started: %v", err)
	}
	c, err := startChild(p.ctx, p.words, p.options)
	if err != nil {
		p.failed = spec.Errorf(spec.CodeInvalid, "cannot start %q: %v", p.words[0], err)
		return p.failed
	}
	p.running.Lock()
	p.current = c
	p.running.Unlock()
	info, failure := handshake(c, p.limits())
	if failure != nil {
		c.stop()
		p.drop(failure)
		return failure
	}
	p.child, p.info, p.failed = c, info, nil
	return nil
}

// Close asks the process to quit, kills it if it does not in time, and waits until it is gone. A request that is
// under way in another goroutine is given up. The error is always nil; more calls do nothing.
func (p *Process) Close() error {
	if !p.mu.TryLock() {
		if c := p.runningChild(); c != nil {
			c.kill()
		}
		p.mu.Lock()
	}
	defer p.mu.Unlock()
	p.closed = true
	if p.child != nil {
		// The answer does not matter: the process is ended either way.
		_, _ = p.child.exchange([]byte("{\"op\":\"quit\"}\n"), p.options.Grace, p.options.MaxResponse)
		p.child.end(p.options.Grace)
		p.child = nil
	}
	return nil
}

func (p *Process) runningChild() *child {
	p.running.Lock()
	defer p.running.Unlock()
	return p.current
}
