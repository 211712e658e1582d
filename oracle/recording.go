package oracle

import "github.com/relspec/relspec/spec"

// Recording is a trace with what the reference answered, against which any number of implementations are checked.
// The reference runs once however many variants there are.
type Recording struct {
	Profile  spec.Profile
	Ops      []spec.Operation
	Outcomes []spec.Outcome
	// Dumps has the world after each operation where it was taken, nil elsewhere.
	Dumps []*spec.Dump
	// Broken is set where the reference itself crashed or broke a law; Ops then end with or before that operation.
	Broken *Divergence

	direct   []Step
	lastDump int                   // index of the last dump
	full     map[int][]spec.Row    // answers without limit and skip, for operations with one of them (P-33)
	targets  map[int][]spec.Handle // all targets, for operations that ask for one by index
}

// Record runs a trace on the reference, counting in c what it consists of. An error means that the trace's profile
// is unknown or that the reference cannot make a world of it.
func Record(t *spec.Trace, reference Implementation, opts RunOptions, c *Counts) (*Recording, error) {
	p, perr := spec.ProfileByName(t.Header.Profile)
	if perr != nil {
		return nil, perr
	}
	engine, err := reference.Start(p)
	if err != nil {
		return nil, err
	}
	r := &Recording{Profile: p, full: map[int][]spec.Row{}, targets: map[int][]spec.Handle{}}
	n := len(t.Entries)
	r.Ops, r.Outcomes = make([]spec.Operation, 0, n), make([]spec.Outcome, 0, n)
	r.Dumps = make([]*spec.Dump, 0, n)
	rec := &recorder{Recording: r, name: reference.Name, engine: engine, opts: opts, counts: c}
	rec.traits, rec.given, rec.laws = newTraits(p), newGiven(p), newLawRun(opts.Laws, p, engine)
	rec.patterns = newPatternRun(p, c.Patterns)
	c.Traces++
	for i := range t.Entries {
		if opts.Stop != nil && opts.Stop() || !rec.record(i, &t.Entries[i].Op) {
			break
		}
	}
	if n := len(r.Ops); opts.DumpEvery > 1 && n > 0 && r.Broken == nil && r.Dumps[n-1] == nil {
		rec.dump(n - 1)
	}
	r.direct = Direct(r)
	return r, nil
}

type recorder struct {
	*Recording
	name     string
	engine   spec.Engine
	opts     RunOptions
	counts   *Counts
	traits   traits
	given    given
	laws     *lawRun
	patterns *patternRun
	writes   int
}

func (r *recorder) record(i int, op *spec.Operation) bool {
	out := r.engine.Apply(*op)
	if out.Err != nil && out.Err.Code.IsHarness() {
		want := spec.OK()
		r.Broken = &Divergence{Implementation: r.name, Index: i, Op: *op, Difference: *outcomeDifference(DiffBroken, op, &want, &out)}
		return false
	}
	r.Ops, r.Outcomes, r.Dumps = append(r.Ops, *op), append(r.Outcomes, out), append(r.Dumps, nil)
	r.count(op, &out)
	r.extras(i, op, &out)
	if !op.Op.IsRead() {
		r.writes++
		if takesDump(r.opts.DumpEvery, r.writes) {
			r.dump(i)
		}
	}
	if name, d := r.laws.check(op, &out, r.counts); d != nil {
		r.Broken = &Divergence{Implementation: r.name, Law: name, Index: i, Op: *op, Difference: *d}
		return false
	}
	return true
}

// takesDump reports whether worlds are compared after the n-th write.
func takesDump(every, n int) bool { return every >= 0 && (every <= 1 || n%every == 0) }

func (r *recorder) dump(i int) {
	out := r.engine.Apply(spec.Operation{Op: spec.OpDump})
	if out.Err == nil {
		r.Dumps[i], r.lastDump = out.Dump, i
	}
}

// extras asks the reference for what comparing the operation needs.
func (r *recorder) extras(i int, op *spec.Operation, out *spec.Outcome) {
	if out.Err != nil {
		return
	}
	switch {
	case (op.Limit != 0 || op.Skip != 0) && (op.Op == spec.OpQuery || op.Op == spec.OpIterate):
		all := *op
		all.Limit, all.Skip = 0, 0
		if o := r.engine.Apply(all); o.Err == nil {
			r.full[i] = o.Rows
		}
	case op.Op == spec.OpTarget:
		all := spec.Operation{Op: spec.OpTargets, Entity: op.Entity, Relationship: op.Relationship}
		if o := r.engine.Apply(all); o.Err == nil {
			r.targets[i] = o.Entities
		}
	}
}

func (r *recorder) count(op *spec.Operation, out *spec.Outcome) {
	c := r.counts
	c.Operations[op.Op]++
	if out.Err != nil {
		c.Refused[out.Err.Code]++
	}
	r.traits.follow(op)
	r.given.follow(op, c.Properties)
	r.patterns.follow(op, out)
	c.Rows += uint64(len(out.Rows))
	if op.Query == nil && op.Op != spec.OpIterate {
		return
	}
	var s featureSet
	if op.Query != nil {
		s = r.traits.query(r.Profile, op.Query)
	}
	s.setIf(FeatPreset, len(op.Vars) > 0)
	s.setIf(FeatHeld, op.Op == spec.OpIterate)
	s.setIf(FeatEmptyAnswer, op.Op.Outcome() == spec.OutRows && out.Err == nil && len(out.Rows) == 0)
	c.Queries++
	c.Pairs.count(s)
	for k, f := range featureList {
		if s&(1<<k) != 0 {
			c.Features[f]++
		}
	}
}

var featureList = Features()
