package suite

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/relspec/relspec/spec"
)

// mender tells from which known failures a finding comes: by those without which the subject agrees with the
// reference. It starts the subject once for each way of mending that it needs. It is for several goroutines.
type mender struct {
	ctx   context.Context
	known *Known
	open  func(arguments string) Open // nil where the subject cannot be started with defects mended

	mu       sync.Mutex
	subjects map[string]*Subject
}

func newMender(ctx context.Context, o *Options) *mender {
	return &mender{ctx: ctx, known: o.Known, open: o.Mended, subjects: map[string]*Subject{}}
}

// entries are those that say how to start the subject without the defect.
func (m *mender) entries() []KnownFailure {
	if m.known == nil || m.open == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(m.known.Entries), func(e KnownFailure) bool { return e.Mended == "" })
}

// causes are the ids of the known failures that explain a trace: the first without which the
// subject agrees on all of it, or else the fewest, left out in turn, without which together it
// does. None is for a trace that shows something new.
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

// agrees reports whether nothing in a trace differs once the defects of the entries are mended.
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

// started opens the subject with arguments, once more where it did not answer in time.
func (m *mender) started(arguments string) (*Subject, error) {
	s, err := m.open(arguments)(m.ctx, 0)
	if refusal, is := err.(*spec.Error); is && refusal.Code == spec.CodeTimeout {
		s, err = m.open(arguments)(m.ctx, 0)
	}
	return s, err
}

// check says which traces of the list still fail once their defect is mended: then another defect is mended.
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
