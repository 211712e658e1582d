package exhaust

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/relspec/relspec/spec"
)

// This file enumerates worlds of profiles with declared relationships: one relationship with every
// combination of flags, two or three entities, a component, and everything that a number of
// operations leads to. Every query runs in each world.

// flags are the flags of a declaration. Each can be set independently.
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

// declarations returns the combinations of a limited number of flags, including contradictory ones,
// which are refused.
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

// checkDeclared returns an error if the bound is invalid for such a profile.
func (b Bound) checkDeclared() error {
	switch {
	case b.Relationships != 1 || b.Terms != 1 || b.Wide || b.All || b.Changes || b.Steps || b.Ordered || b.AnyOrder:
		return errors.New("this profile allows only one relationship, queries of one term and none of the other options")
	case b.Properties < 0 || b.Properties > len(flags):
		return fmt.Errorf("the number of properties must be 0 to %d", len(flags))
	case b.Operations < 0 || b.Operations > 4:
		return errors.New("the number of operations must be 0 to 4")
	}
	return nil
}

// declaredBegin returns the operations at the start: they create the relationship R, the component
// T (which the first entity has), a prepared query and a monitor.
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

// declaredOperations returns the operations that are tried in every world.
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

// declaredQuestions returns all queries that run in each world.
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

// declaredFamilies returns one family per declaration.
func (b Bound) declaredFamilies() iter.Seq[*family] {
	return func(yield func(*family) bool) {
		for _, d := range b.declarations() {
			ops := b.declaredOperations(d)
			if !yield(&family{
				begin:      b.declaredBegin(d),
				operations: func(*spec.Dump) []spec.Operation { return ops },
			}) {
				return
			}
		}
	}
}

// newDeclaredJudge distinguishes worlds by their entities, edges and last snapshot. Every operation
// in every world leads to a world that is compared, even if the operation is refused or changes
// nothing.
func newDeclaredJudge() func(reached) (compared, leadsOn bool) {
	seen := map[string]bool{}
	return func(w reached) (compared, leadsOn bool) {
		w.engine.Apply(spec.Operation{Op: spec.OpRestore, As: "s"})
		then := w.engine.Apply(spec.Operation{Op: spec.OpDump})
		text, err := json.Marshal([2]*spec.Dump{w.dump, then.Dump})
		leadsOn = err == nil && !seen[string(text)]
		seen[string(text)] = true
		return true, leadsOn
	}
}
