package suite

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/spec"
)

// This file finds the known failure that explains a new finding.

// ofCase returns the entry whose patterns match the name of a case, or nil.
func (k *Known) ofCase(name string) *KnownFailure {
	return k.first(func(e *KnownFailure) bool { return fits(e.Cases, name) })
}

// ofFinding returns the first entry that matches a finding, or nil. One of its patterns must match
// the name of the finding. If the entry has the field "after", that must match the operations.
func (k *Known) ofFinding(f *Finding) *KnownFailure {
	return k.first(func(e *KnownFailure) bool { return fits(e.Findings, f.Name) && e.After.Allows(f.operations()) })
}

func (k *Known) first(found func(*KnownFailure) bool) *KnownFailure {
	for i := range k.Entries {
		if found(&k.Entries[i]) {
			return &k.Entries[i]
		}
	}
	return nil
}

// Declarations returns the entries that describe how answers differ, as declarations of differences
// for transcripts.
func (k *Known) Declarations() []transcript.Declaration {
	var out []transcript.Declaration
	for i := range k.Entries {
		if k.Entries[i].Describes() {
			out = append(out, k.Entries[i].Declaration)
		}
	}
	return out
}

// behaves returns the id of the entry that describes the last difference in recorded answers, or
// several ids, separated by ", ", if the entries describe it together. It returns "" if no entry
// describes the difference, or if the answers are right.
func (k *Known) behaves(answers *transcript.Transcript) string {
	described := k.Declarations()
	if len(described) == 0 || answers == nil {
		return ""
	}
	lines, err := transcript.Replay(answers, transcript.ReplayOptions{Reference: engines.Model(), Declared: described})
	if err != nil || len(lines) == 0 {
		return ""
	}
	if last := &lines[len(lines)-1]; last.Verdict.Excused() {
		return strings.ReplaceAll(last.By, "+", ", ")
	}
	return ""
}

// behavesLike reports whether an entry describes the last difference in recorded answers, alone or
// with others.
func (k *Known) behavesLike(e *KnownFailure, answers *transcript.Transcript) bool {
	alone := &Known{Entries: []KnownFailure{*e}}
	return alone.behaves(answers) != "" || slices.Contains(strings.Split(k.behaves(answers), ", "), e.ID)
}

// answered runs the trace of a finding on the subject and returns the answers as a transcript, or
// nil if the subject does not support the profile.
func answered(f *Finding, s *Subject) *transcript.Transcript {
	p, perr := spec.ProfileByName(f.Trace.Header.Profile)
	if perr != nil {
		return nil
	}
	engine, err := s.world(p)
	if err != nil {
		return nil
	}
	ops := f.Trace.Operations()[:f.Divergence.Index+1]
	if f.Divergence.Difference.Kind == compare.DiffDump {
		ops = append(ops, spec.Operation{Op: spec.OpDump})
	}
	t := &transcript.Transcript{Version: s.Info.Version, Topic: "live", Name: f.Hash(), Profile: p}
	for i := range ops {
		got := engine.Apply(ops[i])
		t.Lines = append(t.Lines, transcript.Line{Number: i + 1, Op: ops[i], Got: &got})
	}
	return t
}

// markAlike marks new findings that probably share the cause of a known failure: their group
// contains findings in shown, which are those of the traces of all entries with `alike`, and these
// belong to one entry. A finding stays new if it is more severe than all of them. A new finding may
// join the group of a known failure through another new finding that is similar to both.
func markAlike(fresh, shown []*Finding) {
	if len(shown) == 0 {
		return
	}
	for _, group := range byCause(slices.Concat(fresh, shown)) {
		id, worst, claimed := "", math.MaxInt, true
		for _, f := range group {
			if slices.Contains(shown, f) {
				claimed = claimed && (id == "" || id == f.Known)
				id, worst = f.Known, min(worst, f.Evidence().Severity())
			}
		}
		for _, f := range group {
			if claimed && id != "" && !slices.Contains(shown, f) && f.Evidence().Severity() >= worst {
				f.Known = id
			}
		}
	}
}

// explainAlike marks all new findings with [markAlike], together, and the cases that they explain.
func (r *Report) explainAlike(shown []*Finding) {
	if len(shown) == 0 {
		return
	}
	markAlike(r.New(), shown)
	known := map[string]string{}
	for _, f := range r.Findings {
		known[f.Name] = f.Known
	}
	for i := range r.Cases {
		explainBy(&r.Cases[i], known)
	}
}

// explainBy marks a failed case as a known failure if all its findings are known. known maps the
// names of findings to the ids of their known failures.
func explainBy(c *CaseResult, known map[string]string) {
	if c.Status != Failed || len(c.Findings) == 0 || c.Unexamined {
		return
	}
	var ids []string
	for _, name := range c.Findings {
		if known[name] == "" {
			return
		}
		for id := range strings.SplitSeq(known[name], ", ") {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	c.Status, c.Known = KnownFails, strings.Join(ids, ", ")
}

// mender finds the known failures that explain a finding: if the subject agrees with the reference
// once a defect is fixed, that defect is the cause. It starts the subject once for each set of
// fixes. Goroutines may share it.
type mender struct {
	ctx     context.Context
	entries []KnownFailure // those with a fixed version
	open    func(arguments string) Open

	mu       sync.Mutex
	subjects map[string]*Subject
}

func newMender(ctx context.Context, o *Options) *mender {
	m := &mender{ctx: ctx, open: o.Mended, subjects: map[string]*Subject{}}
	for _, e := range o.Known.Entries {
		if e.Mended != "" && o.Mended != nil {
			m.entries = append(m.entries, e)
		}
	}
	return m
}

// causes returns the ids of the known failures that explain a trace, separated by ", ": the first
// one whose fix makes the subject agree, or else a set of fixes that together do, of which none can
// be omitted. If there is none, the trace shows something new.
func (m *mender) causes(t *spec.Trace) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, e := range m.entries {
		if agrees, err := m.agrees(t, e); err != nil || agrees {
			return e.ID, err
		}
	}
	needed := slices.Clone(m.entries)
	if len(needed) < 2 {
		return "", nil
	}
	if agrees, err := m.agrees(t, needed...); err != nil || !agrees {
		return "", err
	}
	for i := len(needed) - 1; i >= 0; i-- {
		fewer := slices.Concat(needed[:i], needed[i+1:])
		agrees, err := m.agrees(t, fewer...)
		if err != nil {
			return "", err
		}
		if agrees {
			needed = fewer
		}
	}
	return ids(needed), nil
}

// ids returns the ids of entries, separated by ", ".
func ids(entries []KnownFailure) string {
	var out []string
	for _, e := range entries {
		out = append(out, e.ID)
	}
	return strings.Join(out, ", ")
}

// agrees reports whether a trace no longer differs if the defects of the entries are fixed. If the
// subject does not answer in time at the start, agrees starts it a second time.
func (m *mender) agrees(t *spec.Trace, entries ...KnownFailure) (bool, error) {
	arguments := ""
	for _, e := range entries {
		arguments = strings.TrimSpace(arguments + " " + e.Mended)
	}
	s := m.subjects[arguments]
	if s == nil {
		var err error
		s, err = m.open(arguments)(m.ctx, 0)
		if refusal, is := err.(*spec.Error); is && refusal.Code == spec.CodeTimeout {
			s, err = m.open(arguments)(m.ctx, 0)
		}
		if err != nil {
			return false, fmt.Errorf("known failure %s: the subject does not start with %q: %w",
				ids(entries), arguments, err)
		}
		m.subjects[arguments] = s
	}
	d, err := s.first(t)
	return d == nil && err == nil, err
}

// check reports the traces that still fail if the engine is started with the fix of their own
// entry. The fix in such an entry is wrong.
func (m *mender) check(failed func(format string, args ...any)) error {
	for _, e := range m.entries {
		for k, t := range e.traces {
			agrees, err := m.agrees(t, e)
			if err != nil {
				return err
			}
			if !agrees {
				failed("known failure %s: %s also fails with %q", e.ID, e.Traces[k], e.Mended)
			}
		}
	}
	return nil
}

func (m *mender) close() {
	for _, s := range m.subjects {
		s.close()
	}
}
