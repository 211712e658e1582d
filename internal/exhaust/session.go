package exhaust

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// session is one engine with the operations applied to it, so that each of its answers can be replayed.
type session struct {
	name         string
	im           oracle.Implementation
	engine       spec.Engine
	expectations *compare.Expectations
	history      []spec.Operation
	beat         *atomic.Uint64 // counts the operations that were begun, for the watch
	now          spec.Operation
}

func (w *session) start(p spec.Profile) error {
	engine, err := w.im.Start(p)
	w.engine, w.history = engine, w.history[:0]
	w.expectations = compare.NewExpectations(p, engine, w.im.Info, w.im.Foreign)
	return err
}

// do applies an operation that leads to a world and adds it to the history.
func (w *session) do(op spec.Operation) spec.Outcome {
	w.history = append(w.history, op)
	return w.ask(op)
}

// ask applies an operation that changes nothing.
func (w *session) ask(op spec.Operation) spec.Outcome {
	w.now = op
	w.expectations.Follow(&op)
	w.beat.Add(1)
	return w.engine.Apply(op)
}

// checkpoint marks a place in the history where every held query was iterated.
var checkpoint = spec.Operation{Op: spec.OpNote}

// trace has the operations that lead to an answer: the history, in which a held query is prepared
// and iterated where it was.
func (w *session) trace(profile string, last spec.Operation, held *spec.Query) *spec.Trace {
	var ops []spec.Operation
	prepare := spec.Operation{Op: spec.OpPrepare, As: last.On, Query: held}
	for _, op := range w.history {
		switch {
		case op.Op == checkpoint.Op:
			if held != nil {
				ops = append(ops, last)
			}
		case op.Op == spec.OpSnapshot && held != nil:
			ops = append(ops, prepare, op)
		default:
			ops = append(ops, op)
		}
	}
	if last.Op != checkpoint.Op {
		ops = append(ops, last)
	}
	return spec.NewTrace(profile, ops...)
}

// batch is some worlds of a family that are compared one after the other.
type batch struct {
	index  uint64 // of all families
	family *family
	worlds []int
}

// comparison compares a batch.
type comparison struct {
	*run
	*batch
	beat  atomic.Uint64
	using atomic.Pointer[session]

	reference *session
	kindsOf   map[string][][]spec.QueryKind
	counts    counter
	reducing  atomic.Bool // which has limits of its own
	found     []*oracle.Finding
	want      *expected
	differ    int // differences of the world so far
}

func newComparison(r *run, b *batch) *comparison {
	return &comparison{
		run: r, batch: b, kindsOf: map[string][][]spec.QueryKind{},
		counts: counter{Tally: newTally(), modes: map[mode]uint64{}},
	}
}

func (c *comparison) newSession(name string, im oracle.Implementation) *session {
	return &session{name: name, im: im, beat: &c.beat}
}

// all compares the worlds of the batch in every mode. It is not complete if ctx ended.
func (c *comparison) all(ctx context.Context) (complete bool, _ error) {
	c.reference = c.newSession("", c.o.Reference)
	if err := c.begin(c.reference, nil); err != nil {
		return false, err
	}
	modes := c.modes()
	for _, world := range c.worlds {
		if ctx.Err() != nil {
			return false, nil
		}
		c.expect(world)
		c.differ = 0
		for _, compare := range modes {
			if err := compare(c.want); err != nil {
				return false, err
			}
			if c.differ >= maxPerWorld {
				c.counts.Abandoned++
				break
			}
		}
		c.counts.Worlds++
		c.counts.Requested += uint64(len(c.questions))
	}
	return true, nil
}

// begin makes an engine and keeps the beginning; change gives the operations that come before each declaration.
func (c *comparison) begin(w *session, change func(spec.Operation) []spec.Operation) error {
	if err := w.start(c.profile); err != nil {
		return err
	}
	c.using.Store(w)
	for _, op := range c.family.begin {
		ops := []spec.Operation{op}
		if change != nil {
			ops = change(op)
		}
		for _, op := range ops {
			w.do(op)
		}
	}
	return nil
}

// modes lists how each engine is compared with the reference.
func (c *comparison) modes() []func(*expected) error {
	w := c.reference
	w.do(spec.Operation{Op: spec.OpSnapshot, As: beginning})
	var out []func(*expected) error
	for _, im := range c.o.Implementations {
		out = append(out, c.plainly(im), c.deferred(im), c.renamed(im))
		out = append(out, c.held(im, "held", spec.KindAuto), c.held(im, "held cached", spec.KindCached), c.steps(im))
		out = append(out, c.reloaded(im))
	}
	for _, im := range c.o.Storage {
		out = append(out, c.held(im, "held", spec.KindAuto))
	}
	return out
}

// expect asks the reference everything about a world.
func (c *comparison) expect(world int) {
	w := c.reference
	c.using.Store(w)
	e := &expected{world: world, path: c.family.path(world)}
	c.want = e
	w.history = append(w.history[:0], c.family.begin...)
	goTo(w.engine, e.path)
	e.dump = w.ask(spec.Operation{Op: spec.OpDump}).Dump
	k := newKeys(Bound{Entities: c.o.Bound.Entities, Ordered: true})
	before := k.of(e.dump)
	w.ask(spec.Operation{Op: spec.OpSnapshot, As: here})
	for _, op := range c.tried(e.dump) {
		out := w.ask(op)
		if out.Err == nil {
			if after := w.ask(spec.Operation{Op: spec.OpDump}).Dump; k.of(after) != before {
				e.steps = append(e.steps, c.step(op, e.dump, after))
				w.ask(spec.Operation{Op: spec.OpRestore, As: here})
				continue
			}
		}
		e.idle, e.outcomes = append(e.idle, op), append(e.outcomes, out)
	}
	e.answers = make([]spec.Outcome, len(c.questions))
	for i, q := range c.questions {
		e.answers[i] = w.ask(q.query)
		c.counts.Rows += uint64(len(e.answers[i].Rows))
	}
	e.kinds = c.kindsAfter(e.path)
	named := namedRoots(e.dump)
	e.text = make([]bool, len(c.questions))
	for i, q := range c.questions {
		e.text[i] = q.text != nil && !slices.ContainsFunc(q.mentions, func(h spec.Handle) bool { return !named[h] })
	}
	e.changed = slices.ContainsFunc(e.path, ofProperties)
}

// ofProperties reports whether an operation changes properties.
func ofProperties(op spec.Operation) bool {
	return op.Entity == relationNames[0] && (op.Op == spec.OpAdd || op.Op == spec.OpRemove)
}

// tried are the operations that are tried in a world without leaving it.
func (c *comparison) tried(d *spec.Dump) []spec.Operation {
	if c.family.refused != nil {
		return []spec.Operation{*c.family.refused}
	}
	return c.o.Bound.operations(d)
}

// kindsAfter are the kinds as which each question may be asked in a world.
func (c *comparison) kindsAfter(path []spec.Operation) [][]spec.QueryKind {
	law := lawful.KindsAfter(c.profile, slices.Concat(c.family.begin, path))
	key := law.Key()
	if out, known := c.kindsOf[key]; known {
		return out
	}
	out := make([][]spec.QueryKind, len(c.questions))
	for i, q := range c.questions {
		out[i] = law.Kinds(q.query.Query)
	}
	c.kindsOf[key] = out
	return out
}

// plainly makes every world in a new engine by its operations alone and asks everything in every form.
func (c *comparison) plainly(im oracle.Implementation) func(*expected) error {
	w := c.newSession("as it stands", im)
	return func(e *expected) error {
		if err := c.begin(w, nil); err != nil {
			return err
		}
		for _, op := range e.path {
			if !c.works(w, op) {
				return nil
			}
		}
		for i, op := range e.idle {
			out := w.do(op)
			c.outcome(w, op, &e.outcomes[i], &out)
		}
		if !c.world(w, e.dump, nil) {
			return nil
		}
		for i, q := range c.questions {
			c.question(w, "as it stands", q.query, &e.answers[i], nil)
			if e.answers[i].Err != nil {
				continue
			}
			for _, kind := range e.kinds[i] {
				c.question(w, kindNames[kind], q.kinds[kind], &e.answers[i], nil)
			}
			if q.permuted != nil {
				c.question(w, "permuted", *q.permuted, &e.answers[i], q.back)
			}
			if e.text[i] {
				c.question(w, "text", *q.text, &e.answers[i], nil)
			}
		}
		return nil
	}
}

var kindNames = map[spec.QueryKind]string{spec.KindFilter: "filter", spec.KindCached: "cached", spec.KindRule: "rule"}

// deferred makes every world of two operations or more in one go.
func (c *comparison) deferred(im oracle.Implementation) func(*expected) error {
	w := c.newSession("deferred", im)
	return func(e *expected) error {
		if len(e.path) < 2 {
			return nil
		}
		if err := c.fromBeginning(w, nil); err != nil {
			return err
		}
		w.do(spec.Operation{Op: spec.OpDeferBegin})
		for _, op := range e.path {
			if !c.works(w, op) {
				w.engine = nil
				return nil
			}
		}
		if !c.works(w, spec.Operation{Op: spec.OpDeferEnd}) || !c.world(w, e.dump, nil) {
			w.engine = nil
			return nil
		}
		for i, q := range c.questions {
			c.question(w, w.name, q.query, &e.answers[i], nil)
		}
		return nil
	}
}

// fromBeginning brings an engine back to the beginning, made anew where there is none.
func (c *comparison) fromBeginning(w *session, change func(spec.Operation) []spec.Operation) error {
	c.using.Store(w)
	if w.engine != nil {
		w.history = w.history[:slices.IndexFunc(w.history,
			func(op spec.Operation) bool { return op.Op == spec.OpSnapshot })+1]
		w.do(spec.Operation{Op: spec.OpRestore, As: beginning})
		return nil
	}
	if err := c.begin(w, change); err != nil {
		return err
	}
	w.do(spec.Operation{Op: spec.OpSnapshot, As: beginning})
	return nil
}

// renamed makes every entity on a numeric id that was used before and under another handle.
func (c *comparison) renamed(im oracle.Implementation) func(*expected) error {
	w := c.newSession("renamed", im)
	recycled := func(op spec.Operation) []spec.Operation {
		renamed := c.renaming.Operation(op)
		if op.Op != spec.OpEntity {
			return []spec.Operation{renamed}
		}
		used := spec.Handle("~used" + strings.TrimPrefix(string(op.Entity), "~"))
		return []spec.Operation{{Op: spec.OpEntity, Entity: used}, {Op: spec.OpDelete, Entity: used}, renamed}
	}
	return func(e *expected) error {
		if err := c.fromBeginning(w, recycled); err != nil {
			return err
		}
		for _, op := range e.path {
			if !c.works(w, c.renaming.Operation(op)) {
				return nil
			}
		}
		if !c.world(w, e.dump, c.renaming.Back) {
			return nil
		}
		for i, q := range c.questions {
			c.question(w, w.name, q.renamed, &e.answers[i], c.renaming.Back)
		}
		return nil
	}
}
