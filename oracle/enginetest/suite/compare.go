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
}

// comparison is what comparing one trace gave. The trace is compared again without each operation that differs, so
// that one defect does not hide what comes after it.
type comparison struct {
	sightings   []sighting
	counts      oracle.Counts
	unsupported int // operations that the subject has not got, though it declares what they need
}

// mostSightings is how many operations of one trace may differ before the rest is given up.
const mostSightings = 6

// compare runs a trace on the reference and on the subject. Operations that the subject answers with `unsupported`
// are left out on both sides. stop ends it early.
func compare(t *spec.Trace, s *Subject, stop func() bool) (*comparison, error) {
	c := &comparison{counts: oracle.NewCounts()}
	ops, err := c.supported(t, s)
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
		if len(result.Divergences) == 0 || stop != nil && stop() {
			break
		}
		d := result.Divergences[0]
		c.sightings = append(c.sightings, sighting{withOps(t, slices.Clone(ops[:d.Index+1])), d})
		ops = slices.Delete(slices.Clone(ops), d.Index, d.Index+1)
	}
	return c, nil
}

// supported applies the trace to the subject alone and leaves out what it has not got: such an operation has no effect,
// so that the others mean the same without it. It finds in one go what comparing would find one by one.
func (c *comparison) supported(t *spec.Trace, s *Subject) ([]spec.Operation, error) {
	p, perr := spec.ProfileByName(t.Header.Profile)
	if perr != nil {
		return nil, perr
	}
	engine, err := s.world(p)
	if err != nil {
		return nil, err
	}
	var ops []spec.Operation
	for i := range t.Entries {
		op := t.Entries[i].Op
		out := engine.Apply(op)
		if out.Err != nil && out.Err.Code == spec.CodeUnsupported {
			c.unsupported++
			continue
		}
		ops = append(ops, op)
		if out.Err != nil && out.Err.Code.IsHarness() {
			break
		}
	}
	return ops, nil
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
