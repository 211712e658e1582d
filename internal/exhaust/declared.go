package exhaust

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/relspec/relspec/internal/oracle/shard"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// Worlds of profiles whose relationships are declared: one relationship with every combination of
// flags, two or three entities and a component, and whatever so many operations lead to. Everything
// that can be asked is asked in each world, by a trace of its own.

// flags are those that a relationship may be declared with, each in its own right.
var flags = []func(*spec.Declaration){
	func(d *spec.Declaration) { d.Exclusive = true },
	func(d *spec.Declaration) { d.Sparse = true },
	func(d *spec.Declaration) { d.ReverseIndex = true },
	func(d *spec.Declaration) { d.CascadeDelete = true },
	func(d *spec.Declaration) { d.Transient = true },
	func(d *spec.Declaration) {
		d.Fields, d.Defaults = []string{"f", "g"}, []spec.Scalar{{Type: spec.F64, Num: 1}}
	},
}

// declarations are the combinations of at most so many flags; those that contradict each other are
// among them, and refused.
func (b Bound) declarations() []spec.Declaration {
	var out []spec.Declaration
	for set := range 1 << len(flags) {
		d, n := spec.Declaration{}, 0
		for i, flag := range flags {
			if set&(1<<i) != 0 {
				flag(&d)
				n++
			}
		}
		if n <= b.Properties {
			out = append(out, d)
		}
	}
	return out
}

// checkDeclared reports a bound that is none for such a profile.
func (b Bound) checkDeclared() error {
	switch {
	case b.Entities < 1 || b.Entities > 3:
		return errors.New("the number of entities is 1 to 3")
	case b.Relationships != 1 || b.Terms != 1 || b.Wide || b.All || b.Changes || b.Steps || b.Ordered || b.AnyOrder:
		return errors.New("worlds of declared relationships have one relationship, queries of one term and no further choices")
	case b.Properties < 0 || b.Properties > len(flags):
		return fmt.Errorf("the number of properties at once is 0 to %d", len(flags))
	case b.Operations < 0 || b.Operations > 4:
		return errors.New("the number of operations is 0 to 4")
	}
	return nil
}

// declaredBegin makes the entities of the beginning: the relationship R, the component T, which the
// first entity has, a held query and a monitor.
func (b Bound) declaredBegin(d spec.Declaration) []spec.Operation {
	held := &spec.Query{Terms: []spec.Term{{First: spec.EntityRef("R")}}}
	ops := []spec.Operation{
		{Op: spec.OpRelationship, Entity: "R", Declared: d},
		{Op: spec.OpComponent, Entity: tagName},
	}
	for i, e := range b.entities() {
		op := spec.Operation{Op: spec.OpEntity, Entity: e}
		if i == 0 {
			op.IDs = []spec.ID{spec.Single(tagName)}
		}
		ops = append(ops, op)
	}
	return append(ops, spec.Operation{Op: spec.OpPrepare, As: "q", Query: held},
		spec.Operation{Op: spec.OpObserve, As: "o", Query: held, Monitor: true})
}

// declaredOperations are those that are tried in every world.
func (b Bound) declaredOperations(d spec.Declaration) []spec.Operation {
	var ops []spec.Operation
	for _, e := range b.entities() {
		for _, t := range b.entities() {
			ops = append(ops, spec.Operation{Op: spec.OpSet, Entity: e, ID: spec.Pair("R", t)},
				spec.Operation{Op: spec.OpRemove, Entity: e, ID: spec.Pair("R", t)})
			if len(d.Fields) > 0 {
				ops = append(ops, spec.Operation{
					Op: spec.OpSet, Entity: e, ID: spec.Pair("R", t),
					Args: []spec.Scalar{{Type: spec.Bool}},
				})
			}
		}
		ops = append(ops, spec.Operation{Op: spec.OpRemove, Entity: e, ID: spec.Single("R")},
			spec.Operation{Op: spec.OpDelete, Entity: e}, spec.Operation{Op: spec.OpClear, Entity: e})
	}
	return append(ops, spec.Operation{Op: spec.OpEntity, Entity: "n", IDs: []spec.ID{spec.Pair("R", "a")}},
		spec.Operation{Op: spec.OpSnapshot, As: "s"}, spec.Operation{Op: spec.OpRestore, As: "s"})
}

// declaredQuestions are everything that is asked in each world.
func (b Bound) declaredQuestions() []spec.Operation {
	var ops []spec.Operation
	about := func(kind spec.OpKind, e spec.Handle) spec.Operation {
		return spec.Operation{Op: kind, Entity: e, Relationship: "R"}
	}
	query := func(terms ...spec.Term) {
		ops = append(ops, spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Terms: terms}})
	}
	r, tag := spec.Term{First: spec.EntityRef("R")}, spec.Term{First: spec.EntityRef(spec.Handle(tagName))}
	not := r
	not.Oper = spec.Not
	for _, e := range append(slices.Clone(b.entities()), "n") {
		for depth := range 3 {
			up, down := about(spec.OpWalkUp, e), about(spec.OpTraverse, e)
			up.MaxDepth, down.MaxDepth = depth, depth
			stopped := up
			stopped.Take = 1 + depth
			ops = append(ops, up, stopped, down)
		}
		second := about(spec.OpTarget, e)
		second.Index = 1
		ops = append(ops, about(spec.OpTargets, e), about(spec.OpTarget, e), second, about(spec.OpSources, e),
			spec.Operation{Op: spec.OpAlive, Entity: e})
		for _, id := range append([]spec.ID{spec.Single("R"), spec.Pair("R", spec.Wildcard)}, b.pairs()...) {
			ops = append(ops, spec.Operation{Op: spec.OpGet, Entity: e, ID: id},
				spec.Operation{Op: spec.OpHas, Entity: e, ID: id})
		}
		aimed := r
		aimed.Second = spec.EntityRef(e)
		query(aimed)
		query(tag, aimed)
		ops = append(ops, spec.Operation{Op: spec.OpCount, ID: spec.Pair("R", e)})
	}
	query(r)
	query(tag, r)
	query(tag, not)
	query(not)
	return append(ops, spec.Operation{Op: spec.OpCount, ID: spec.Single("R")}, spec.Operation{Op: spec.OpTables},
		spec.Operation{Op: spec.OpIterate, On: "q"}, spec.Operation{Op: spec.OpEvents}, spec.Operation{Op: spec.OpDump})
}

func (b Bound) pairs() (out []spec.ID) {
	for _, e := range b.entities() {
		out = append(out, spec.Pair("R", e))
	}
	return out
}

// runDeclared is Run for such a profile. It begins anew each time.
func (r *run) runDeclared(ctx context.Context) (*Report, error) {
	questions := r.o.Bound.declaredQuestions()
	r.report.Queries = len(questions)
	variants := slices.Concat(oracle.WithVariants(r.o.Implementations...), r.o.Storage)
	index := uint64(0)
	for _, d := range r.o.Bound.declarations() {
		worlds, err := r.declaredWorlds(d)
		if err != nil {
			return nil, err
		}
		for _, ops := range worlds {
			index++
			if !r.o.Shard.Has(index - 1) {
				continue
			}
			if ctx.Err() != nil || len(r.report.Findings) >= r.o.Findings {
				return r.ended(false)
			}
			if err := r.compareDeclared(slices.Concat(ops, questions), variants, index-1); err != nil {
				return nil, err
			}
		}
		if r.o.Progress != nil {
			r.o.Progress(r.report)
		}
	}
	return r.ended(true)
}

// ended writes the report.
func (r *run) ended(complete bool) (*Report, error) {
	r.report.Complete, r.report.Seconds = complete, time.Since(r.begun).Seconds()
	if r.o.Dir == "" {
		return r.report, nil
	}
	return r.report, shard.Write(r.file(), r.report)
}

// declaredWorlds are the operations that make every world of a declaration, a shortest list each, and every
// operation that is refused or leads to a world that is there already, once for each world.
func (r *run) declaredWorlds(d spec.Declaration) ([][]spec.Operation, error) {
	begin := r.o.Bound.declaredBegin(d)
	key, err := r.worldKey(begin)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{key: true}
	level, all := [][]spec.Operation{begin}, [][]spec.Operation{begin}
	for range r.o.Bound.Operations {
		var next [][]spec.Operation
		for _, steps := range level {
			for _, op := range r.o.Bound.declaredOperations(d) {
				longer := append(slices.Clone(steps), op)
				key, err := r.worldKey(longer)
				if err != nil {
					return nil, err
				}
				all = append(all, longer)
				if !seen[key] {
					seen[key] = true
					next = append(next, longer)
				}
			}
		}
		level = next
	}
	return all, nil
}

// worldKey tells worlds of the reference apart: by their entities and edges, and by the snapshot that was taken.
func (r *run) worldKey(ops []spec.Operation) (string, error) {
	w, err := r.o.Reference.Start(r.profile)
	if err != nil {
		return "", err
	}
	for _, op := range ops {
		w.Apply(op)
	}
	now := w.Apply(spec.Operation{Op: spec.OpDump})
	w.Apply(spec.Operation{Op: spec.OpRestore, As: "s"})
	then := w.Apply(spec.Operation{Op: spec.OpDump})
	text, err := json.Marshal([2]*spec.Dump{now.Dump, then.Dump})
	return string(text), err
}

// compareDeclared asks one world of every variant of every implementation.
func (r *run) compareDeclared(ops []spec.Operation, variants []oracle.Implementation, index uint64) error {
	t := spec.NewTrace(r.profile.Name, ops...)
	t.Header.Origin = fmt.Sprintf("diffcheck exhaust, %s, world %d", r.o.Bound, index)
	options := oracle.RunOptions{Laws: oracle.Laws()}
	res, err := oracle.RunWithin(r.o.HangAfter, t, r.o.Reference, variants, options)
	if err != nil {
		return err
	}
	r.report.Worlds++
	r.report.Requested += res.Counts.Total()
	r.report.Rows += res.Counts.Rows
	r.report.Dumps += res.Counts.Dumps
	for label, n := range res.Counts.Comparisons {
		r.report.Modes[label] += n
		r.report.Comparisons += n
	}
	shown := map[string]bool{}
	for _, d := range res.Divergences {
		if shown[d.Implementation] {
			continue // a variant would only show the same
		}
		shown[d.Implementation] = true
		im := d.Of(r.o.Reference, variants)
		f := oracle.ReducedFinding(t, d, r.o.Reference, im, options, oracle.ReduceOptions{Timeout: reduceFor})
		f.Origin = fmt.Sprintf("world %d", index)
		if err := r.keep(f); err != nil {
			return err
		}
	}
	return nil
}
