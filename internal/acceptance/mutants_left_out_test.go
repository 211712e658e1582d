package acceptance

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// leftOut drops ids wherever they are added.
func leftOut(left func(spec.ID) bool) operationMutant {
	return before(func(_ spec.Engine, op *spec.Operation) bool {
		op.IDs = slices.DeleteFunc(slices.Clone(op.IDs), left)
		return op.Op == spec.OpAdd && left(op.ID)
	})
}

func withoutPairs(relationships ...spec.Handle) operationMutant {
	return leftOut(func(id spec.ID) bool { return id.IsPair() && slices.Contains(relationships, id.First) })
}

func dropEvents(out *spec.Outcome, left func(spec.Event) bool) {
	out.Events = slices.DeleteFunc(slices.Clone(out.Events), left)
}

func skipping(kind spec.OpKind) operationMutant {
	return beforeEach(kind, func(spec.Engine, *spec.Operation) bool { return true })
}

// rewriting changes the text of queries.
func rewriting(from, to string) operationMutant {
	return before(func(_ spec.Engine, op *spec.Operation) bool {
		if op.Query != nil {
			op.Query = op.Query.Clone()
			op.Query.Expr = strings.ReplaceAll(op.Query.Expr, from, to)
		}
		return false
	})
}

// accessing changes the access of every field that has one.
func accessing(access spec.Access) operationMutant {
	return after(func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
		for i := range out.Rows {
			for j := range out.Rows[i].Fields {
				if f := &out.Rows[i].Fields[j]; f.Access == spec.AccessIn || f.Access == spec.AccessInOut {
					f.Access = access
				}
			}
		}
	})
}

// mutantsThatLeaveOut ignore a property, an operation, or a part of a text.
func mutantsThatLeaveOut() map[string]mutant {
	all := map[string]mutant{
		"delete only clears": beforeEach(spec.OpDelete, func(_ spec.Engine, op *spec.Operation) bool {
			op.Op = spec.OpClear
			return false
		}),
		"remove_all does nothing": skipping(spec.OpRemoveAll),
		"scope does nothing":      skipping(spec.OpScope),
		"set_name does nothing":   skipping(spec.OpSetName),
		"set only adds": beforeEach(spec.OpSet, func(_ spec.Engine, op *spec.Operation) bool {
			op.Op = spec.OpAdd
			return false
		}),
		"presets are ignored": before(func(_ spec.Engine, op *spec.Operation) bool {
			op.Vars = nil
			return false
		}),
		"all fields may be written": accessing(spec.AccessInOut),
		"no field may be written":   accessing(spec.AccessIn),
		"AND of a list is OR":       rewriting("AND |", "OR |"),
		"NOT of a list is OR":       rewriting("NOT |", "OR |"),
		"(parent) is (self)":        rewriting("(parent)", "(self)"),
		"texts have no Optional":    rewriting("?", ""),
		"texts have no self":        rewriting("|self", ""),
		"entities are created without parent": before(func(_ spec.Engine, op *spec.Operation) bool {
			op.Parent = ""
			return false
		}),
		"unscoped is ignored": before(func(_ spec.Engine, op *spec.Operation) bool {
			op.Unscoped = false
			return false
		}),
		"iterators end at once": afterEach(spec.OpIterNext, func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
			out.Rows = nil
		}),
		"events from other entities are lost": after(func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
			dropEvents(out, func(e spec.Event) bool { return e.Src != "" })
		}),
		"teardown reports no events": afterEach(spec.OpTeardown, func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
			out.Events = nil
		}),
	}
	for _, h := range []spec.Handle{
		spec.Exclusive, spec.Symmetric, spec.Transitive, spec.Acyclic, spec.Final, spec.OneOf,
		spec.DontInheritTag, spec.Union, spec.Module, spec.System, spec.Observer,
	} {
		all["without "+string(h)] = leftOut(func(id spec.ID) bool { return id == spec.Single(h) })
	}
	for _, h := range []spec.Handle{spec.With, spec.OneOf} {
		all["without pairs of "+string(h)] = withoutPairs(h)
	}
	for _, pair := range []spec.ID{
		spec.Pair(spec.OnDelete, spec.DeleteAction), spec.Pair(spec.OnDeleteTarget, spec.DeleteAction),
		spec.Pair(spec.OnInstantiate, spec.DontInheritTag),
	} {
		all["without "+pair.String()] = leftOut(func(id spec.ID) bool { return id == pair })
	}
	return all
}
