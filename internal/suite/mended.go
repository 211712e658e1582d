package suite

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/relspec/relspec/spec"
)

// mender finds the known failures that explain a finding: if the subject agrees with the reference
// once a defect is fixed, that defect is the cause. It starts the subject once for each set of
// fixes. Goroutines may share it.
type mender struct {
	ctx   context.Context
	known *Known
	open  func(arguments string) Open // nil if the subject has no fixed versions

	mu       sync.Mutex
	subjects map[string]*Subject
}

func newMender(ctx context.Context, o *Options) *mender {
	return &mender{ctx: ctx, known: o.Known, open: o.Mended, subjects: map[string]*Subject{}}
}

// entries returns the known failures that have a fixed version.
func (m *mender) entries() []KnownFailure {
	if m.known == nil || m.open == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(m.known.Entries), func(e KnownFailure) bool { return e.Mended == "" })
}

// causes returns the ids of the known failures that explain a trace: the first one whose fix makes
// the subject agree, or else a set of fixes that together do, of which none can be omitted. If
// there is none, the trace shows something new.
func (m *mender) causes(t *spec.Trace) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	needed := m.entries()
	for _, e := range needed {
		if agrees, err := m.agrees(t, e); err != nil || agrees {
			return []string{e.ID}, err
		}
	}
	if len(needed) < 2 {
		return nil, nil
	}
	if agrees, err := m.agrees(t, needed...); err != nil || !agrees {
		return nil, err
	}
	for i := len(needed) - 1; i >= 0; i-- {
		fewer := slices.Concat(needed[:i], needed[i+1:])
		agrees, err := m.agrees(t, fewer...)
		if err != nil {
			return nil, err
		}
		if agrees {
			needed = fewer
		}
	}
	var ids []string
	for _, e := range needed {
		ids = append(ids, e.ID)
	}
	return ids, nil
}

// agrees reports whether a trace no longer differs if the defects of the entries are fixed.
func (m *mender) agrees(t *spec.Trace, entries ...KnownFailure) (bool, error) {
	var words, ids []string
	for _, e := range entries {
		words, ids = append(words, e.Mended), append(ids, e.ID)
	}
	arguments := strings.Join(words, " ")
	s := m.subjects[arguments]
	if s == nil {
		var err error
		if s, err = m.started(arguments); err != nil {
			return false, fmt.Errorf("known failure %s: the subject does not start with %q: %w",
				strings.Join(ids, ", "), arguments, err)
		}
		m.subjects[arguments] = s
	}
	d, err := s.judged(t)
	return d == nil && err == nil, err
}

// started opens the subject with arguments. It tries twice if the subject does not answer in time.
func (m *mender) started(arguments string) (*Subject, error) {
	s, err := m.open(arguments)(m.ctx, 0)
	if refusal, is := err.(*spec.Error); is && refusal.Code == spec.CodeTimeout {
		s, err = m.open(arguments)(m.ctx, 0)
	}
	return s, err
}

// check reports the traces that still fail if the engine is started with the fix of their own
// entry. The fix in such an entry is wrong.
func (m *mender) check(failed func(format string, args ...any)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, e := range m.entries() {
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
