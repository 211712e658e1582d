package suite

import (
	"context"
	"slices"
	"time"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/adapter"
	"github.com/relspec/relspec/spec"
)

// Subject is an engine under test. It is used by one goroutine at a time and has one world at a time.
type Subject struct {
	Info spec.Info
	// New gives an empty world of a profile, which ends the world before.
	New func(spec.Profile) (spec.Engine, error)
	// Close ends it; nil where there is nothing to end.
	Close func() error
	// SameCodes says that refusals must have the codes of the reference. Without it any refusal equals any other.
	SameCodes bool
	// Patience makes answers be waited for so many times as long as else, from now on; nil where nothing ends the wait.
	Patience func(times int)
	// Ended reports that it was ended, by the end of the run, so that its last answer means nothing; nil is never.
	Ended func() bool

	hung map[spec.OpKind]bool // that were waited for long and in vain
}

// longer is how many times as long answers are waited for that decide whether there is a finding: a
// machine that does too much at a time is not the subject's fault.
const longer = 6

// patiently does something while answers are waited for long.
func (s *Subject) patiently(do func()) {
	if s.Patience != nil {
		s.Patience(longer)
		defer s.Patience(1)
	}
	do()
}

// Open makes subjects, one for each worker. It also makes the ones on which findings are reduced that are about
// time: patience, where it is not 0, is then how long an answer may take.
type Open func(ctx context.Context, patience time.Duration) (*Subject, error)

// Adapter opens processes that run a command and speak the adapter protocol. Errors are those of [adapter.Start].
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

// InProcess opens an engine of this process. Its capabilities are those of info, or, where that
// names no profiles, those that it answers to hello; an engine that does not answer is taken to
// have everything. Its panics are crashes.
func InProcess(newEngine func(spec.Profile) spec.Engine, info spec.Info, sameCodes bool) Open {
	return func(context.Context, time.Duration) (*Subject, error) {
		s := &Subject{Info: info, SameCodes: sameCodes}
		s.New = func(p spec.Profile) (spec.Engine, error) { return runner.Guarded(newEngine(p)), nil }
		answer := runner.Guarded(newEngine(spec.Flecs3())).Apply(spec.Operation{Op: spec.OpHello})
		if answer.Info != nil && len(info.Profiles) == 0 {
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

// implementation is the subject as the oracle compares it.
func (s *Subject) implementation() oracle.Implementation {
	return oracle.Implementation{Name: s.Info.Implementation, New: s.world, Foreign: !s.SameCodes, Info: &s.Info}
}

// world gives an empty world. A subject that has no world of a profile that it declares is broken
// in every operation, so that it shows as a finding; only a profile that it does not declare is an
// error.
func (s *Subject) world(p spec.Profile) (spec.Engine, error) {
	engine, err := s.New(p)
	if err == nil {
		return engine, nil
	}
	refusal, is := err.(*spec.Error)
	switch {
	case is && refusal.Code.IsHarness():
		return brokenEngine{refusal}, nil
	case len(s.Info.Profiles) == 0 || slices.Contains(s.Info.Profiles, p.Name):
		return brokenEngine{spec.Errorf(spec.CodeGarbage, "no world of the profile %s, which is declared: %v", p.Name,
			err)}, nil
	}
	return nil, err
}

func (s *Subject) ended() bool { return s.Ended != nil && s.Ended() }

func (s *Subject) close() {
	if s.Close != nil {
		_ = s.Close() // the process is gone either way
	}
}

// brokenEngine answers everything with the error that kept the engine from being made.
type brokenEngine struct{ err *spec.Error }

func (b brokenEngine) Apply(spec.Operation) spec.Outcome { return spec.Fail(b.err) }

// hasAnywhere reports whether a capability is declared for the world or for some kind of query.
func hasAnywhere(info *spec.Info, c spec.Capability) bool {
	for _, where := range scopes {
		if capability.Declares(info, where, c) {
			return true
		}
	}
	return false
}

// scopes are the keys of a declaration.
var scopes = []string{"world", "filter", "cached", "rule"}

// declared counts the different capabilities that an implementation declares.
func declared(info *spec.Info) int {
	n := 0
	for _, c := range spec.Capabilities() {
		if hasAnywhere(info, c) {
			n++
		}
	}
	return n
}

// profiles are the profiles of this version's reference that an implementation follows.
func profiles(info *spec.Info) []spec.Profile {
	var out []spec.Profile
	for _, p := range spec.BuiltProfiles() {
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
