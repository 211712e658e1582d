package exhaust

import (
	"fmt"
	"time"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

const (
	// maxPerWorld is how many differences of one world are reduced before the rest of it is left alone.
	maxPerWorld = 4
	// reduceFor bounds how long one difference is reduced.
	reduceFor = 3 * time.Second
)

// difference compares an answer with that of the reference. An operation that a mode does not
// support and does not declare is not compared.
func (c *comparison) difference(w *session, op *spec.Operation, want, got *spec.Outcome) *oracle.Difference {
	if _, yes := w.expectations.Skips(op, want, got); yes {
		c.counts.Unsupported++
		return nil
	}
	return oracle.Compare(op, want, got, oracle.CompareOptions{Blocks: true})
}

// question asks one question in one form.
func (c *comparison) question(w *session, mode string, op spec.Operation, want *spec.Outcome, back func(*spec.Outcome)) {
	if c.differ >= maxPerWorld {
		return
	}
	got := w.ask(op)
	if back != nil && got.Err == nil {
		back(&got)
	}
	c.counts.compared(w.im.Name, mode)
	if d := c.difference(w, &op, want, &got); d != nil {
		c.differs(w, w.trace(c.o.Bound.Profile, op, nil), d, op.Query)
	}
}

// outcome compares the outcomes of an operation.
func (c *comparison) outcome(w *session, op spec.Operation, want, got *spec.Outcome) bool {
	c.counts.Tried++
	d := c.difference(w, &op, want, got)
	if d != nil {
		c.differs(w, w.trace(c.o.Bound.Profile, checkpoint, nil), d, nil)
	}
	return d == nil
}

// works applies an operation that the reference has done.
func (c *comparison) works(w *session, op spec.Operation) bool {
	want, got := spec.OK(), w.do(op)
	return c.outcome(w, op, &want, &got)
}

// world compares the whole world.
func (c *comparison) world(w *session, want *spec.Dump, back func(*spec.Outcome)) bool {
	got := w.ask(spec.Operation{Op: spec.OpDump})
	if back != nil && got.Err == nil {
		back(&got)
	}
	c.counts.Dumps++
	last := spec.OpDump
	if n := len(w.history); n > 0 {
		last = w.history[n-1].Op
	}
	d := oracle.CompareDumps(last, want, got.Dump)
	if got.Err != nil {
		d = oracle.Compare(&spec.Operation{Op: spec.OpDump}, &spec.Outcome{Kind: spec.OutDump, Dump: want}, &got,
			oracle.CompareOptions{})
	}
	if d != nil {
		c.differs(w, w.trace(c.o.Bound.Profile, checkpoint, nil), d, nil)
	}
	return d == nil
}

// differs makes a finding of a difference. The trace has the operations of the engine; a query is
// tried alone first, in the world as it stands.
func (c *comparison) differs(w *session, t *spec.Trace, d *oracle.Difference, q *spec.Query) {
	c.differ++
	c.reducing.Store(true)
	defer c.reducing.Store(false)
	t.Header.Origin = fmt.Sprintf("diffcheck exhaust, %s, world %s", c.o.Bound, c.origin())
	tries := []*spec.Trace{}
	if q != nil {
		ops := append(append([]spec.Operation{}, c.family.begin...), c.want.path...)
		short := spec.NewTrace(t.Header.Profile, append(ops, asking(q))...)
		short.Header = t.Header
		tries = append(tries, short)
	}
	for _, try := range append(tries, t) {
		res, err := oracle.RunWithin(c.o.HangAfter, try, c.o.Reference, []oracle.Implementation{w.im},
			oracle.RunOptions{})
		if err != nil || len(res.Divergences) == 0 || res.Divergences[0].Hangs() {
			continue
		}
		f := oracle.ReducedFinding(try, res.Divergences[0], c.o.Reference, w.im, oracle.RunOptions{},
			oracle.ReduceOptions{Timeout: reduceFor})
		f.Origin = "world " + c.origin()
		c.found = append(c.found, f)
		return
	}
	c.found = append(c.found, c.unreduced(w, t, *d, "not reduced, since the engine alone does not show it again"))
}

func (c *comparison) origin() string {
	if c.want == nil {
		return fmt.Sprintf("one of %d of family %d", len(c.worlds), c.family.index)
	}
	return fmt.Sprintf("%d of family %d", c.want.world, c.family.index)
}

// unreduced is a difference with all operations that lead to it.
func (c *comparison) unreduced(w *session, t *spec.Trace, d oracle.Difference, why string) *oracle.Finding {
	last := len(t.Entries) - 1
	return &oracle.Finding{
		Trace: t, Reference: c.o.Reference.Name, From: len(t.Entries), Origin: "world " + c.origin(),
		Why: []string{why, w.name},
		Divergence: oracle.Divergence{
			Implementation: w.im.Name, Index: max(last, 0), Op: t.Entries[max(last, 0)].Op,
			Difference: d,
		},
	}
}
