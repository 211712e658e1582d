package suite

import (
	"context"
	"reflect"
	"slices"
	"time"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/adapter"
	"github.com/relspec/relspec/spec"
)

// Subject is an engine under test. It has one world at a time and is not safe for concurrent use.
type Subject struct {
	Info spec.Info
	// New returns an empty world of a profile and discards the previous world.
	New func(spec.Profile) (spec.Engine, error)
	// Close ends the subject; it may be nil.
	Close func() error
	// SameCodes requires that refusals have the same code as the reference. Otherwise all refusals
	// are equal.
	SameCodes bool
	// Patience multiplies the time limit for answers from now on. It is nil if there is no time
	// limit.
	Patience func(times int)
	// Ended reports whether the end of the run stopped the subject, so that its last answers are
	// meaningless. nil means never.
	Ended func() bool

	refused *refusals
	hung    []spec.OpKind // kinds of operations with a confirmed timeout in a case or campaign
	late    int           // answers that timed out once but arrived with the longer limit
	brief   *Subject      // a second subject with a short time limit, for reducing timeouts
}

// longer multiplies the time limit for an answer that came too late, so that an overloaded machine
// does not cause findings.
const longer = 6

func (s *Subject) setPatience(times int) {
	if s.Patience != nil {
		s.Patience(times)
	}
}

// Open creates a subject; each worker needs one. If patience is not 0, it is the time limit for an
// answer. Such subjects are used to reduce timeouts.
type Open func(ctx context.Context, patience time.Duration) (*Subject, error)

// Adapter returns an Open that starts a command which speaks the adapter protocol. It returns the
// errors of [adapter.Start].
func Adapter(command string, options adapter.Options) Open {
	return func(ctx context.Context, patience time.Duration) (*Subject, error) {
		o := options
		if patience > 0 && (o.Timeout <= 0 || patience < o.Timeout) {
			o.Timeout = patience
		}
		if patience > 0 {
			o.MaxTimeout = patience
		}
		p, err := adapter.Start(ctx, command, o)
		if err != nil {
			return nil, err
		}
		return &Subject{
			Info: p.Info(), New: p.World, Close: p.Close, Patience: p.SetPatience,
			Ended: func() bool { return ctx.Err() != nil },
		}, nil
	}
}

// InProcess returns an Open for an engine of this process. info is the declaration of the engine.
// If info is empty and the engine answers hello, that answer replaces it. An empty declaration
// means that the engine supports everything. A panic counts as a crash.
func InProcess(newEngine func(spec.Profile) spec.Engine, info spec.Info, sameCodes bool) Open {
	return func(context.Context, time.Duration) (*Subject, error) {
		s := &Subject{Info: info, SameCodes: sameCodes}
		s.New = func(p spec.Profile) (spec.Engine, error) { return runner.Guarded(newEngine(p)), nil }
		answer := runner.Guarded(newEngine(spec.Flecs3())).Apply(spec.Operation{Op: spec.OpHello})
		if answer.Info != nil && reflect.ValueOf(info).IsZero() {
			s.Info = *answer.Info
		}
		if err := s.Info.ResolveOwn(); err != nil {
			return nil, err
		}
		if s.Info.Implementation == "" {
			s.Info.Implementation, s.Info.Language = "engine", "Go"
		}
		return s, nil
	}
}

// implementation returns the subject in the form that the oracle compares.
func (s *Subject) implementation() oracle.Implementation {
	return oracle.Implementation{
		Name: s.Info.Implementation, Foreign: !s.SameCodes, Info: &s.Info,
		New: func(p spec.Profile) (spec.Engine, error) { return s.world(p) },
	}
}

// world is a world of a subject. If an answer does not arrive in time, the world is built again with
// a longer time limit, and only a second timeout counts. If recorded is set, timeouts of the same
// kind of operation are not tried again after that.
type world struct {
	spec.Engine
	s        *Subject
	p        spec.Profile
	ops      []spec.Operation
	broken   bool
	unsure   bool // the run ended before the last timeout could be confirmed
	recorded bool // a recorder uses the world, for a case or campaign
}

// world returns an empty world of a profile. It returns an error only if the subject does not
// declare the profile.
func (s *Subject) world(p spec.Profile) (*world, error) {
	s.setPatience(1)
	engine, err := s.engine(p)
	return &world{Engine: engine, s: s, p: p}, err
}

// Apply applies op.
func (w *world) Apply(op spec.Operation) spec.Outcome {
	w.ops = append(w.ops, op)
	out := w.Engine.Apply(op)
	if isTimeout(&out) && !w.broken && !w.s.ended() && !slices.Contains(w.s.hung, op.Op) {
		w.s.setPatience(longer)
		again := w.again()
		switch {
		case w.s.ended():
			w.unsure = true
		case isTimeout(&again):
			if out = again; w.recorded {
				w.s.hung = append(w.s.hung, op.Op)
			}
		default:
			w.s.late++
			out = again
		}
	}
	w.broken = compare.Broken(&out)
	return out
}

// again builds the world again and returns the last answer.
func (w *world) again() spec.Outcome {
	engine, err := w.s.engine(w.p)
	if err != nil {
		return spec.Fail(spec.Errorf(spec.CodeTimeout, "%v", err))
	}
	w.Engine = engine
	for _, op := range w.ops[:len(w.ops)-1] {
		if out := engine.Apply(op); compare.Broken(&out) {
			return out
		}
	}
	return engine.Apply(w.ops[len(w.ops)-1])
}

func isTimeout(o *spec.Outcome) bool { return o.Err != nil && o.Err.Code == spec.CodeTimeout }

// engine returns an empty world of a profile. If the subject declares the profile but cannot create
// a world, engine returns one that fails every operation, so that the failure becomes a finding.
func (s *Subject) engine(p spec.Profile) (spec.Engine, error) {
	engine, err := s.New(p)
	if err == nil {
		return engine, nil
	}
	refusal, is := err.(*spec.Error)
	switch {
	case is && refusal.Code.IsHarness():
		return runner.Refusing{Err: refusal}, nil
	case len(s.Info.Profiles) == 0 || slices.Contains(s.Info.Profiles, p.Name):
		return runner.Refusing{Err: spec.Errorf(spec.CodeGarbage,
			"the engine declares the profile %s but cannot create a world of it: %v", p.Name, err)}, nil
	}
	return nil, err
}

func (s *Subject) ended() bool { return s.Ended != nil && s.Ended() }

func (s *Subject) close() {
	if s.Close != nil {
		_ = s.Close() // the process is gone even if this fails
	}
	if s.brief != nil {
		s.brief.close()
	}
}

// hasAnywhere reports whether a capability is declared for the world or for any kind of query.
func hasAnywhere(info *spec.Info, c spec.Capability) bool {
	return slices.ContainsFunc(scopes, func(where string) bool { return capability.Declares(info, where, c) })
}

// scopes lists the keys of a declaration.
var scopes = []string{"world", "filter", "cached", "rule"}

// declared counts the distinct capabilities that an implementation declares.
func declared(info *spec.Info) int {
	n := 0
	for _, c := range spec.Capabilities() {
		if hasAnywhere(info, c) {
			n++
		}
	}
	return n
}

// profiles returns the profiles of this version of the suite that an implementation follows.
func profiles(info *spec.Info) []spec.Profile {
	var out []spec.Profile
	for _, p := range spec.Profiles() {
		if len(info.Profiles) == 0 || slices.Contains(info.Profiles, p.Name) {
			out = append(out, p)
		}
	}
	for _, name := range info.Profiles {
		if p, err := spec.ProfileByName(name); err == nil && p.Own != "" {
			out = append(out, p)
		}
	}
	return out
}

// without removes capabilities from a declaration.
func without(info spec.Info, capabilities []spec.Capability) spec.Info {
	if len(capabilities) == 0 {
		return info
	}
	left := map[string][]spec.Capability{}
	for _, where := range scopes {
		for _, c := range spec.Capabilities() {
			if capability.Declares(&info, where, c) && !slices.Contains(capabilities, c) {
				left[where] = append(left[where], c)
			}
		}
	}
	info.Capabilities = left
	return info
}
