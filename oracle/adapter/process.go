package adapter

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/relspec/relspec/spec"
)

// Process is an engine in another process. It implements [spec.Engine]. It is safe for concurrent
// use; one call runs at a time.
type Process struct {
	ctx     context.Context // when it is done, the process is killed
	words   []string
	options Options

	mu       sync.Mutex
	child    *child // nil when no process is running
	info     spec.Info
	failed   *spec.Error // why no process is running
	closed   bool
	patience int // see SetPatience

	running sync.Mutex // guards current
	current *child     // the child started last, which may have ended; Close kills it during a request
}

// Start runs a command (see [SplitCommand]) and sends hello. It returns a [*spec.Error] if the
// command cannot be started (invalid), if the answer to hello is missing or invalid (crash,
// timeout, garbage), or if the process uses another version of the protocol (unsupported).
//
// The process runs until [Process.Close], or until ctx is done, which kills it. Then the current
// request and later ones are answered with `timeout` if the deadline of ctx has passed, and with
// `crash` if ctx was cancelled. Check ctx before you treat such an answer as a fault of the engine.
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

// Info returns the answer of the process to its latest hello.
func (p *Process) Info() spec.Info {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.info
}

// SetPatience multiplies StartTimeout and, up to MaxTimeout, Timeout of [Options] for later
// requests and starts. Values below 1 mean 1.
func (p *Process) SetPatience(times int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.patience = max(times, 1)
}

// limits returns the options with the timeouts multiplied as [Process.SetPatience] says.
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

// Stderr returns the end of the standard error of the process since its latest start.
func (p *Process) Stderr() string {
	if c := p.runningChild(); c != nil {
		return c.stderr.String()
	}
	return ""
}

// Apply sends an operation and waits for the answer. If the process crashes (crash), takes too long
// (timeout), or prints an invalid or too long line (garbage), it is killed. Every operation until
// the next reset is then answered with the same code. Reset starts the process again.
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
		return spec.Fail(spec.Errorf(p.failed.Code, "the process has ended; send reset to start it again: %s", p.failed.Message))
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

// World resets the process to an empty world of a profile and returns the process as its engine. It
// has the type of the New function of an oracle implementation. World returns an error if the
// process refuses the profile or cannot be started again. A process has one world: calling World
// again discards the world before.
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

// drop removes a child that has been stopped, and records why.
func (p *Process) drop(why *spec.Error) { p.child, p.failed = nil, why }

// start runs the command and sends hello.
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

// Close sends quit to the process, kills it if it does not end in time, and waits for its end. It
// interrupts a request of another goroutine. The error is always nil. Further calls do nothing.
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
