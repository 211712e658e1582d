package acceptance

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// mutantsWithProperties have bugs in the properties of relationships.
func mutantsWithProperties() map[string]mutant {
	return map[string]mutant{
		"has follows transitive pairs": afterEach(spec.OpHas, func(right spec.Engine, op spec.Operation, out *spec.Outcome) {
			if op.ID.IsPair() && owns(right, op.ID.First, spec.Single(spec.Transitive)) {
				for _, step := range targetsOf(right, op.Entity, op.ID.First) {
					out.Bool = out.Bool || has(right, step, op.ID)
				}
			}
		}),
		"Transitive is ignored if pairs exist": beforeEach(spec.OpAdd,
			func(right spec.Engine, op *spec.Operation) bool {
				return op.ID == spec.Single(spec.Transitive) && count(right, spec.Pair(op.Entity, spec.Wildcard)) > 0
			}),
		"refused cycles return no error": after(func(_ spec.Engine, op spec.Operation, out *spec.Outcome) {
			if out.Err != nil && out.Err.Code == spec.CodeCycle {
				*out = nothing(op)
			}
		}),
		"every relationship is acyclic": beforeEach(spec.OpAdd, func(right spec.Engine, op *spec.Operation) bool {
			return op.ID.IsPair() && slices.Contains(targetsOf(right, op.ID.Second, op.ID.First), op.Entity)
		}),
		"a Union is Exclusive": onAdded(func(id spec.ID) spec.ID {
			if id == spec.Single(spec.Union) {
				return spec.Single(spec.Exclusive)
			}
			return id
		}),
		"an exclusive target is not replaced": beforeEach(spec.OpAdd, func(right spec.Engine, op *spec.Operation) bool {
			return op.ID.IsPair() && isExclusive(right, op.ID.First) &&
				owns(right, op.Entity, spec.Pair(op.ID.First, spec.Wildcard))
		}),
		"removing a pair keeps its mirror": beforeEach(spec.OpRemove, func(right spec.Engine, op *spec.Operation) bool {
			symmetric := spec.Operation{Op: spec.OpRemove, Entity: op.ID.First, ID: spec.Single(spec.Symmetric)}
			if !op.ID.IsPair() || op.ID.First == spec.Wildcard || !owns(right, op.ID.First, symmetric.ID) {
				return false
			}
			right.Apply(symmetric)
			right.Apply(*op)
			symmetric.Op = spec.OpAdd
			right.Apply(symmetric)
			return true
		}),
		"With adds single ids instead of pairs": after(func(right spec.Engine, op spec.Operation, out *spec.Outcome) {
			if op.Op != spec.OpAdd || out.Err != nil || !op.ID.IsPair() {
				return
			}
			for _, along := range targetsOf(right, op.ID.First, spec.With) {
				right.Apply(spec.Operation{Op: spec.OpRemove, Entity: op.Entity, ID: spec.Pair(along, op.ID.Second)})
				right.Apply(spec.Operation{Op: spec.OpAdd, Entity: op.Entity, ID: spec.Single(along)})
			}
		}),
		"OneOf refuses everything": operationMutant(func(right spec.Engine, op spec.Operation) spec.Outcome {
			restricted := func() bool {
				return owns(right, op.ID.First, spec.Single(spec.OneOf)) ||
					owns(right, op.ID.First, spec.Pair(spec.OneOf, spec.Wildcard))
			}
			if op.Op == spec.OpAdd && op.ID.IsPair() && restricted() {
				return spec.Fail(spec.Errorf(spec.CodeOneOf, "no"))
			}
			return right.Apply(op)
		}),
		"OneOf always means children of the relationship": onAdded(func(id spec.ID) spec.ID {
			if id.First == spec.OneOf {
				return spec.Single(spec.OneOf)
			}
			return id
		}),
	}
}

func isExclusive(right spec.Engine, relationship spec.Handle) bool {
	return owns(right, relationship, spec.Single(spec.Exclusive)) || owns(right, relationship, spec.Single(spec.Union))
}
