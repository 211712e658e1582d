package runner

import (
	"slices"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/law"
	"github.com/relspec/relspec/internal/oracle/variant"
	"github.com/relspec/relspec/spec"
)

// Recording is a trace with the answers of the reference. Any number of implementations and
// variants can be checked against it, while the reference runs only once.
//
// The maps hold further answers of the reference that the comparison needs, by the index of the
// operation.
type Recording struct {
	variant.Recorded
	// Broken is not nil if the reference crashed or broke a law. Ops then end at or before that
	// operation.
	Broken *Divergence

	direct   []variant.Step
	lastDump int // index of the last dump
	// full holds, for each operation with a limit or skip, the rows that it would have without them
	// (order.limit).
	full    map[int][]spec.Row
	first   map[int]*compare.FirstTargets // for reads that depend on which target is the first
	failing map[int][]int                 // positions of all failing terms, for explanations of one missing row
	// stored is only used for foreign engines. It holds the rows of the answer and the rows of
	// full, both with stored pairs as additional choices.
	stored map[int][2][]spec.Row
}

// loosened returns the recorded outcome of an operation for comparison with a foreign engine, and
// replaces opts.Full by the corresponding rows.
func (r *Recording) loosened(i int, opts *compare.Options) *spec.Outcome {
	rows, ok := r.stored[i]
	if !ok {
		return &r.Outcomes[i]
	}
	out := r.Outcomes[i]
	if out.Explanation != nil {
		out = compare.WithExplained(out, rows[0])
		return &out
	}
	out.Rows = rows[0]
	if opts.Full != nil {
		opts.Full = rows[1]
	}
	return &out
}

// Record runs a trace on the reference and counts its operations in c. It returns an error if the
// profile of the trace is unknown or the reference does not support it.
func Record(t *spec.Trace, reference Implementation, opts Options, c *cover.Counts) (*Recording, error) {
	p, perr := spec.ProfileByName(t.Header.Profile)
	if perr != nil {
		return nil, perr
	}
	engine, err := reference.Start(p)
	if err != nil {
		return nil, err
	}
	r := &Recording{
		Recorded: variant.Recorded{Profile: p}, full: map[int][]spec.Row{},
		first: map[int]*compare.FirstTargets{}, failing: map[int][]int{}, stored: map[int][2][]spec.Row{},
	}
	n := len(t.Entries)
	r.Ops, r.Outcomes = make([]*spec.Operation, 0, n), make([]spec.Outcome, 0, n)
	r.Dumps = make([]*spec.Dump, 0, n)
	rec := &recorder{
		Recording: r, name: reference.Name, engine: engine, opts: opts, counts: c,
		prepared: map[string]*spec.Query{},
	}
	if !opts.Uncounted {
		rec.census = cover.NewCensus(p, c)
		for name, n := range t.Fragments {
			c.Fragments[name] += n
		}
	}
	rec.laws = law.NewChecker(opts.Laws, p, engine, compare.NewExpectations(p, engine, reference.Info, reference.Foreign))
	rec.pairs = compare.NewStoredPairs(p)
	c.Traces++
	for i := range t.Entries {
		if opts.Stop != nil && opts.Stop() || !rec.record(i, &t.Entries[i].Op) {
			break
		}
	}
	if n := len(r.Ops); (opts.DumpEvery > 1 || rec.thinned) && n > 0 && r.Broken == nil && r.Dumps[n-1] == nil {
		rec.dump(n - 1)
	}
	r.direct = variant.Direct(&r.Recorded)
	return r, nil
}

type recorder struct {
	*Recording
	name   string
	engine spec.Engine
	opts   Options
	counts *cover.Counts
	census *cover.Census // nil if Options.Uncounted
	laws   *law.Checker
	pairs  *compare.StoredPairs

	prepared map[string]*spec.Query

	writes  int
	size    int  // entities and ids in all stored worlds
	next    int  // once size exceeds the limit: the write after which the next world is stored
	thinned bool // whether size ever exceeded the limit
}

func (r *recorder) record(i int, op *spec.Operation) bool {
	r.Outcomes = append(r.Outcomes, r.engine.Apply(*op))
	out := &r.Outcomes[i]
	if out.Err != nil && out.Err.Code.IsHarness() {
		want := spec.OK()
		r.Broken = &Divergence{
			Implementation: r.name, Index: i, Op: *op,
			Difference: *compare.DifferenceOf(compare.DiffBroken, op, &want, out),
		}
		r.Outcomes = r.Outcomes[:i]
		return false
	}
	r.Ops, r.Dumps = append(r.Ops, op), append(r.Dumps, nil)
	if r.census != nil {
		r.census.Count(op, out)
	}
	r.extras(i, op, out)
	if !op.Op.IsRead() {
		r.writes++
		if takesDump(r.opts.DumpEvery, r.writes) && r.affords() {
			r.dump(i)
		}
	}
	if name, d := r.laws.Check(op, out, r.counts); d != nil {
		r.Broken = &Divergence{Implementation: r.name, Law: name, Index: i, Op: *op, Difference: *d}
		return false
	}
	return true
}

// takesDump reports whether Options.DumpEvery asks for a comparison of worlds after the n-th write.
func takesDump(every, n int) bool { return every >= 0 && (every <= 1 || n%every == 0) }

// affords reports whether there is room for another world. Until the stored worlds exceed the
// limit, every world is stored; then one each time the number of writes has doubled. This bounds
// the memory of long traces.
func (r *recorder) affords() bool {
	limit := r.opts.StoredWorlds
	if limit == 0 {
		limit = DefaultStoredWorlds
	}
	if r.size < limit {
		return true
	}
	r.thinned = true
	if r.next == 0 {
		r.next = 2 * r.writes
	}
	if r.writes < r.next {
		return false
	}
	r.next = 2 * r.writes
	return true
}

func (r *recorder) dump(i int) {
	out := r.engine.Apply(spec.Operation{Op: spec.OpDump})
	if out.Err != nil {
		return
	}
	r.Dumps[i], r.lastDump = out.Dump, i
	if out.Dump != nil {
		for n := range out.Dump.Entities {
			r.size += 1 + len(out.Dump.Entities[n].IDs)
		}
	}
}

// whole returns the rows of a query without limit and skip, or nil if the query fails. It must not
// affect change detection of the reference: the rows are marked as untouched, and a prepared query
// is asked as a new query if that has the same meaning.
func (r *recorder) whole(op *spec.Operation) []spec.Row {
	all := *op
	all.Limit, all.Skip, all.Untouched = 0, 0, true
	if q := r.prepared[op.On]; op.Op == spec.OpIterate && q != nil && !usesNames(q) {
		all.Op, all.On, all.Query, all.Group, all.Changes = spec.OpQuery, "", q, nil, false
	}
	o := r.engine.Apply(all)
	if o.Err != nil {
		return nil
	}
	if op.Group == nil || all.Op != spec.OpQuery {
		return o.Rows
	}
	return slices.DeleteFunc(o.Rows, func(row spec.Row) bool { return row.Group == nil || *row.Group != *op.Group })
}

// usesNames reports whether a query refers to entities by name. A new query with the same text
// could resolve a name to another entity.
func usesNames(q *spec.Query) bool {
	named := q.IsText()
	q.Walk(func(t *spec.Term) {
		for _, r := range t.Refs() {
			named = named || r.Kind == spec.RefName
		}
	})
	return named
}

// extras records the additional answers of the reference that the comparison needs.
func (r *recorder) extras(i int, op *spec.Operation, out *spec.Outcome) {
	r.pairs.Follow(op)
	if r.opts.Foreign {
		if f := compare.FirstTargetsOf(r.engine, r.Profile, op); f != nil {
			r.first[i] = f
		}
	}
	if out.Err != nil {
		return
	}
	switch {
	case (op.Limit != 0 || op.Skip != 0) && (op.Op == spec.OpQuery || op.Op == spec.OpIterate):
		r.full[i] = r.whole(op)
	case op.Op == spec.OpPrepare:
		r.prepared[op.As] = op.Query
	case op.Op == spec.OpExplain && len(out.Explanation.Matches) == 0 && len(out.Explanation.Misses) == 1:
		if b, ok := r.engine.(spec.Blamer); ok {
			r.failing[i] = b.Failing(*op)
		}
	}
	rows := out.Rows
	if out.Explanation != nil {
		rows = compare.Explained(out)
	}
	if r.opts.Foreign && len(rows)+len(r.full[i]) > 0 {
		r.stored[i] = [2][]spec.Row{r.pairs.Allow(r.engine, op, rows), r.pairs.Allow(r.engine, op, r.full[i])}
	}
}
