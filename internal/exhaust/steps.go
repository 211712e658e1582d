package exhaust

import (
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// step is an operation that leads from a world to another, which need not be new.
type step struct {
	op      spec.Operation
	after   *spec.Dump
	back    *spec.Operation
	answers []spec.Outcome // in a bound with Steps
}

// step has the answers of the reference, which has just done op.
func (c *comparison) step(op spec.Operation, before, after *spec.Dump) step {
	s := step{op: op, after: after}
	if c.o.Bound.Steps {
		s.answers = make([]spec.Outcome, len(c.questions))
		for i, q := range c.questions {
			s.answers[i] = c.reference.ask(q.query)
			c.counts.Rows += uint64(len(s.answers[i].Rows))
		}
		c.counts.Requested += uint64(len(c.questions))
	}
	s.back = inverse(c.reference.engine, op, before)
	return s
}

// steps tries every operation in every world and compares the world that it leads to; in a bound
// with Steps with every query held since the beginning.
func (c *comparison) steps(im oracle.Implementation) func(*expected) error {
	k := &walk{comparison: c, session: c.newSession("every step", im), kind: spec.KindAuto}
	return func(e *expected) error {
		c.using.Store(k.session)
		if k.engine == nil || !c.o.Bound.Steps {
			if err := k.restart(); err != nil {
				return err
			}
		}
		if !k.goTo(e.world) {
			k.engine = nil
			return nil
		}
		k.do(spec.Operation{Op: spec.OpSnapshot, As: here})
		for i := range e.steps {
			if !k.step(e, &e.steps[i]) || c.differ >= maxPerWorld {
				k.engine = nil
				return nil
			}
		}
		return nil
	}
}

// restart prepares a new engine if queries are held from the beginning. Otherwise it brings the
// engine back to the beginning.
func (k *walk) restart() error {
	if k.o.Bound.Steps {
		return k.prepare()
	}
	k.prepared = make([]bool, len(k.questions))
	k.stack = append(k.stack[:0], 0)
	return k.fromBeginning(k.session, nil)
}

// step applies an operation, compares the world, and undoes the operation.
func (k *walk) step(e *expected, s *step) bool {
	if !k.works(k.session, s.op) || !k.world(k.session, s.after, nil) {
		return false
	}
	for i, q := range k.questions {
		if !k.prepared[i] || s.answers[i].Err != nil || q.walks && (e.changed || ofProperties(s.op)) {
			continue
		}
		op := spec.Operation{Op: spec.OpIterate, On: q.number}
		k.counts.compared(k.im.Name, k.name)
		got := k.ask(op)
		if d := k.difference(k.session, &q.query, &s.answers[i], &got); d != nil {
			k.differs(k.session, k.trace(k.o.Bound.Profile, op, q.query.Query), d, nil)
		}
	}
	if k.o.Bound.Steps {
		k.history = append(k.history, checkpoint)
	}
	if s.back == nil || k.do(*s.back).Err != nil {
		k.do(spec.Operation{Op: spec.OpRestore, As: here})
	}
	if k.o.Bound.Steps {
		k.warm()
	}
	return true
}
