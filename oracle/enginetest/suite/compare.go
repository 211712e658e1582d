package suite

import (
	"slices"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// sighting is a divergence as it was seen, with the trace up to it.
type sighting struct {
	trace      *spec.Trace
	divergence oracle.Divergence
	stated     []string // what the scenario says that showed it
}

// comparison is what comparing one trace gave. The trace is compared again without each operation that differs, so
// that one defect does not hide what comes after it.
type comparison struct {
	sightings   []sighting
	counts      oracle.Counts
	unsupported int // operations that the subject has not got, though it declares what they need
	late        int // answers that did not come in time once, but did when the trace was run again
}

// mostSightings is how many operations of one trace may differ before the rest is given up.
const mostSightings = 6

// compare runs a trace on the reference and on the subject. Operations that the subject answers with `unsupported`
// are left out on both sides. That an answer does not come in time must show twice: a machine that does too much at a
// time is not the subject's fault. stop ends it early.
func compare(t *spec.Trace, s *Subject, stop func() bool) (*comparison, error) {
	c := &comparison{counts: oracle.NewCounts()}
	ops, hung, err := c.supported(t, s)
	if err != nil {
		return nil, err
	}
	first := true
	for len(c.sightings) < mostSightings {
		w := &watcher{ops: ops}
		opts := s.runOptions()
		opts.Stop = stop
		result, err := oracle.Run(withOps(t, ops), oracle.Model(), []oracle.Implementation{w.watch(s.implementation())}, opts)
		if err != nil {
			return nil, err
		}
		if len(w.unsupported) > 0 {
			c.unsupported += len(w.unsupported)
			ops = withoutAll(ops, w.unsupported)
			continue
		}
		if first {
			c.counts.Add(result.Counts)
			first = false
		}
		if stop != nil && stop() {
			break
		}
		if hung >= 0 && !hangsAt(result.Divergences, hung) {
			c.late++
		}
		if len(result.Divergences) == 0 {
			break
		}
		d := result.Divergences[0]
		if d.Hangs() && d.Index != hung {
			hung = d.Index
			continue
		}
		hung = -1
		c.sightings = append(c.sightings, sighting{trace: withOps(t, slices.Clone(ops[:d.Index+1])), divergence: d})
		ops = slices.Delete(slices.Clone(ops), d.Index, d.Index+1)
	}
	return c, nil
}

// supported applies the trace to the subject alone and leaves out what it has not got: such an operation has no effect,
// so that the others mean the same without it. It finds in one go what comparing would find one by one.
// hung is the place of the operation that was not answered in time, or -1; the trace ends there.
func (c *comparison) supported(t *spec.Trace, s *Subject) (ops []spec.Operation, hung int, _ error) {
	p, perr := spec.ProfileByName(t.Header.Profile)
	if perr != nil {
		return nil, -1, perr
	}
	engine, err := s.world(p)
	if err != nil {
		return nil, -1, err
	}
	for i := range t.Entries {
		op := t.Entries[i].Op
		out := engine.Apply(op)
		if out.Err != nil && out.Err.Code == spec.CodeUnsupported {
			c.unsupported++
			continue
		}
		ops = append(ops, op)
		if out.Err != nil && out.Err.Code == spec.CodeTimeout {
			return ops, len(ops) - 1, nil
		}
		if out.Err != nil && out.Err.Code.IsHarness() {
			break
		}
	}
	return ops, -1, nil
}

// hangsAt reports whether the first divergence is that there is no answer to an operation.
func hangsAt(found []oracle.Divergence, index int) bool {
	return len(found) > 0 && found[0].Hangs() && found[0].Index == index
}

// runOptions compare whole worlds after every change where the subject can show them.
func (s *Subject) runOptions() oracle.RunOptions {
	if !has(&s.Info, "world", spec.CapDump) {
		return oracle.RunOptions{DumpEvery: -1}
	}
	return oracle.RunOptions{}
}

func withOps(t *spec.Trace, ops []spec.Operation) *spec.Trace {
	out := spec.NewTrace(t.Header.Profile, ops...)
	out.Header = t.Header
	return out
}

func withoutAll(ops []spec.Operation, at []int) []spec.Operation {
	out := make([]spec.Operation, 0, len(ops))
	for i := range ops {
		if !slices.Contains(at, i) {
			out = append(out, ops[i])
		}
	}
	return out
}

// watcher notes which operations of a trace an engine answers with `unsupported`. The dumps that the comparison asks
// for are told from those of the trace by their place: a dump that the trace has not got next is one of the former.
type watcher struct {
	ops         []spec.Operation
	unsupported []int
}

func (w *watcher) watch(im oracle.Implementation) oracle.Implementation {
	open := im.New
	im.New = func(p spec.Profile) (spec.Engine, error) {
		engine, err := open(p)
		if err != nil {
			return nil, err
		}
		return &watched{engine: engine, watcher: w}, nil
	}
	return im
}

type watched struct {
	*watcher
	engine spec.Engine
	next   int
}

// Apply applies op.
func (w *watched) Apply(op spec.Operation) spec.Outcome {
	out := w.engine.Apply(op)
	if op.Op == spec.OpDump && (w.next >= len(w.ops) || w.ops[w.next].Op != spec.OpDump) {
		return out
	}
	for w.next < len(w.ops) && w.ops[w.next].Op != op.Op {
		w.next++ // skipped by the comparison
	}
	if out.Err != nil && out.Err.Code == spec.CodeUnsupported {
		w.unsupported = append(w.unsupported, w.next)
	}
	w.next++
	return out
}
