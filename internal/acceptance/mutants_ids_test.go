package acceptance

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// mutantsWithIDs have bugs in the ids of entities and in operations that read them.
func mutantsWithIDs() map[string]mutant {
	return map[string]mutant{
		"pairs are swapped": onAdded(func(id spec.ID) spec.ID {
			if id.IsPair() && id.First != spec.ChildOf && id.First != spec.IsA {
				return spec.Pair(id.Second, id.First)
			}
			return id
		}),
		"pairs are not removed": beforeEach(spec.OpRemove,
			func(_ spec.Engine, op *spec.Operation) bool { return op.ID.IsPair() }),
		"pairs are not added": beforeEach(spec.OpAdd,
			func(_ spec.Engine, op *spec.Operation) bool { return op.ID.IsPair() }),
		"single ids are not added": beforeEach(spec.OpAdd, func(_ spec.Engine, op *spec.Operation) bool {
			return !op.ID.IsPair()
		}),
		"add replaces other targets": beforeEach(spec.OpAdd, oneTarget),
		"set replaces other targets": beforeEach(spec.OpSet, oneTarget),
		"a new pair is refused": operationMutant(func(right spec.Engine, op spec.Operation) spec.Outcome {
			if (op.Op == spec.OpAdd || op.Op == spec.OpSet) && op.ID.IsPair() && count(right, op.ID) == 0 {
				return spec.Fail(spec.Errorf(spec.CodeInvalid, "no"))
			}
			return right.Apply(op)
		}),
		"setting again does nothing": beforeEach(spec.OpSet, func(right spec.Engine, op *spec.Operation) bool {
			return owns(right, op.Entity, op.ID)
		}),
		"entities are created without ids": beforeEach(spec.OpEntity, func(_ spec.Engine, op *spec.Operation) bool {
			op.IDs = nil
			return false
		}),
		"has looks for any pair of the relationship": beforeEach(spec.OpHas, func(_ spec.Engine, op *spec.Operation) bool {
			if op.ID.IsPair() {
				op.ID.Second = spec.Wildcard
			}
			return false
		}),
		"has ignores (R, *)": afterEach(spec.OpHas, func(_ spec.Engine, op spec.Operation, out *spec.Outcome) {
			out.Bool = out.Bool && op.ID.Second != spec.Wildcard
		}),
		"has ignores (*, T)": afterEach(spec.OpHas, func(_ spec.Engine, op spec.Operation, out *spec.Outcome) {
			out.Bool = out.Bool && op.ID.First != spec.Wildcard
		}),
		"has ignores builtin pairs": afterEach(spec.OpHas, func(_ spec.Engine, op spec.Operation, out *spec.Outcome) {
			out.Bool = out.Bool && op.ID.First != spec.ChildOf && op.ID.First != spec.IsA
		}),
		"targets are counted from one": beforeEach(spec.OpTarget, func(_ spec.Engine, op *spec.Operation) bool {
			op.Index++
			return false
		}),
		"target returns the first target": beforeEach(spec.OpTarget, func(_ spec.Engine, op *spec.Operation) bool {
			op.Index = 0
			return false
		}),
		"targets are in reverse order": beforeEach(spec.OpTarget, func(right spec.Engine, op *spec.Operation) bool {
			if n := len(targetsOf(right, op.Entity, op.Relationship)); op.Index < n {
				op.Index = n - 1 - op.Index
			}
			return false
		}),
		"targets returns one target": afterEach(spec.OpTargets, func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
			out.Entities = out.Entities[:min(1, len(out.Entities))]
		}),
		"ids have no second element": afterEach(spec.OpIDs, func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
			out.IDs = slices.Clone(out.IDs)
			for i := range out.IDs {
				out.IDs[i].Second = ""
			}
		}),
		"ids returns only pairs": afterEach(spec.OpIDs, func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
			out.IDs = slices.DeleteFunc(slices.Clone(out.IDs), func(id spec.ID) bool { return !id.IsPair() })
		}),
		"ids returns one id for each relationship": afterEach(spec.OpIDs,
			func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
				out.IDs = slices.CompactFunc(slices.Clone(out.IDs),
					func(a, b spec.ID) bool { return a.IsPair() && a.First == b.First })
			}),
	}
}

func oneTarget(right spec.Engine, op *spec.Operation) bool {
	if op.ID.IsPair() {
		right.Apply(spec.Operation{Op: spec.OpRemove, Entity: op.Entity, ID: spec.Pair(op.ID.First, spec.Wildcard)})
	}
	return false
}

// mutantsWithTypes have bugs in the types of pairs and in values.
func mutantsWithTypes() map[string]mutant {
	return map[string]mutant{
		"tags take values": operationMutant(func(right spec.Engine, op spec.Operation) spec.Outcome {
			out := right.Apply(op)
			if op.Op == spec.OpSet && out.Err != nil && out.Err.Code == spec.CodeInvalid {
				op.Op, op.Value = spec.OpAdd, nil
				out = right.Apply(op)
			}
			return out
		}),
		"get of a tag returns no error": after(func(_ spec.Engine, op spec.Operation, out *spec.Outcome) {
			if op.Op == spec.OpGet && out.Err != nil && out.Err.Code == spec.CodeInvalid {
				*out = nothing(op)
			}
		}),
		"values of pairs are lost": afterEach(spec.OpGet, func(_ spec.Engine, op spec.Operation, out *spec.Outcome) {
			if op.ID.IsPair() {
				out.Value = nil
			}
		}),
		"pairs of a relationship share their value": beforeEach(spec.OpGet,
			func(right spec.Engine, op *spec.Operation) bool {
				if targets := targetsOf(right, op.Entity, op.ID.First); op.ID.IsPair() && len(targets) > 0 {
					op.ID.Second = targets[0]
				}
				return false
			}),
		"a pair has the type of its target first": beforeEach(spec.OpTypeOf,
			func(_ spec.Engine, op *spec.Operation) bool {
				if op.ID.IsPair() {
					op.ID = spec.Pair(op.ID.Second, op.ID.First)
				}
				return false
			}),
		"no pair has the type of its target": operationMutant(func(right spec.Engine, op spec.Operation) spec.Outcome {
			untyped := func() bool {
				return op.ID.IsPair() && right.Apply(spec.Operation{
					Op: spec.OpTypeOf,
					ID: spec.Single(op.ID.First),
				}).Entity == ""
			}
			if op.Op == spec.OpTypeOf && untyped() {
				return nothing(op)
			}
			if op.Op == spec.OpSet && untyped() {
				return spec.Fail(spec.Errorf(spec.CodeInvalid, "no"))
			}
			return right.Apply(op)
		}),
		"ChildOf pairs have a type": beforeEach(spec.OpTypeOf, func(_ spec.Engine, op *spec.Operation) bool {
			if op.ID.First == spec.ChildOf {
				op.ID = spec.Single(op.ID.Second)
			}
			return false
		}),
		"every component has a type": afterEach(spec.OpTypeOf,
			func(right spec.Engine, op spec.Operation, out *spec.Outcome) {
				for _, e := range dumped(right) {
					if !op.ID.IsPair() && e.Handle == op.ID.First && e.Component {
						out.Entity = e.Handle
					}
				}
			}),
		"every single id has a type": afterEach(spec.OpTypeOf,
			func(_ spec.Engine, op spec.Operation, out *spec.Outcome) {
				if !op.ID.IsPair() {
					out.Entity = op.ID.First
				}
			}),
		"single ids have no type": afterEach(spec.OpTypeOf, func(_ spec.Engine, op spec.Operation, out *spec.Outcome) {
			if !op.ID.IsPair() {
				out.Entity = ""
			}
		}),
		"pairs have no type": afterEach(spec.OpTypeOf, func(_ spec.Engine, op spec.Operation, out *spec.Outcome) {
			if op.ID.IsPair() {
				out.Entity = ""
			}
		}),
		"PairIsTag acts on targets": afterEach(spec.OpTypeOf,
			func(right spec.Engine, op spec.Operation, out *spec.Outcome) {
				if op.ID.IsPair() && owns(right, op.ID.Second, spec.Single(spec.PairIsTag)) {
					out.Entity = ""
				}
			}),
		"a new pair copies the value of the component": after(func(right spec.Engine, op spec.Operation,
			out *spec.Outcome,
		) {
			if op.Op == spec.OpAdd && out.Err == nil && op.ID.IsPair() {
				if value := valueOf(right, op.Entity, spec.Single(op.ID.Second)); value != nil {
					right.Apply(spec.Operation{Op: spec.OpSet, Entity: op.Entity, ID: op.ID, Value: value.Raw()})
				}
			}
		}),
		"a new pair resets the value of the component": after(func(right spec.Engine, op spec.Operation,
			out *spec.Outcome,
		) {
			if component := spec.Single(op.ID.Second); op.Op == spec.OpAdd && out.Err == nil && op.ID.IsPair() &&
				owns(right, op.Entity, component) {
				right.Apply(spec.Operation{Op: spec.OpSet, Entity: op.Entity, ID: component})
			}
		}),
	}
}

// mutantsWithQueries have bugs in the results of queries.
func mutantsWithQueries() map[string]mutant {
	return map[string]mutant{
		"pairs in texts lose their target": edit(func(t *spec.Term) {
			if t.First.Kind == spec.RefName {
				t.Second = spec.Ref{}
			}
		}),
		"every target matches": edit(func(t *spec.Term) {
			if t.Kind == spec.TermMatch && (t.Second.Kind == spec.RefName || t.Second.Kind == spec.RefEntity) {
				t.Second = spec.Ref{Kind: spec.RefWildcard}
			}
		}),
		"queries in terms have no rows": operationMutant(func(right spec.Engine, op spec.Operation) spec.Outcome {
			out := right.Apply(op)
			if op.Query != nil && !op.Query.IsText() {
				out.Rows = nil
			}
			return out
		}),
		"(R, *) is not indexed": unindexed(false, true),
		"(*, T) is not indexed": unindexed(true, false),
		"(*, *) is not indexed": unindexed(true, true),
		"(*, *) is *": edit(func(t *spec.Term) {
			if t.First.Kind == spec.RefWildcard && t.Second.Kind == spec.RefWildcard {
				t.Second = spec.Ref{}
			}
		}),
		"queries find only the first id of a table": keepingRows(func(right spec.Engine, _ spec.Operation,
			row spec.Row,
		) bool {
			ids := right.Apply(spec.Operation{Op: spec.OpIDs, Entity: row.This}).IDs
			slices.SortFunc(ids, spec.ID.Compare)
			return len(ids) == 0 || len(row.Fields) == 0 || row.Fields[0].ID == ids[0]
		}),
		"derived ids are not found": keepingRows(func(right spec.Engine, _ spec.Operation,
			row spec.Row,
		) bool {
			return isStored(right, row)
		}),
		"stored ids are not found": keepingRows(func(right spec.Engine, _ spec.Operation,
			row spec.Row,
		) bool {
			return !isStored(right, row)
		}),
		"only own pairs are found": keepingRows(func(right spec.Engine, _ spec.Operation, row spec.Row) bool {
			return !slices.ContainsFunc(row.Fields, func(f spec.Field) bool {
				return f.Set && f.ID.IsPair() && row.This != "" && !owns(right, row.This, f.ID)
			})
		}),
		"fields are in reverse order": answer(eachRow(func(r *spec.Row) {
			r.Fields = slices.Clone(r.Fields)
			slices.Reverse(r.Fields)
		})),
		"every relationship is transitive": forEveryRelationship(spec.Transitive),
		"every relationship is reflexive":  forEveryRelationship(spec.ReflexiveProp),
		"not_traversable is an empty result": after(func(_ spec.Engine, op spec.Operation, out *spec.Outcome) {
			if out.Err != nil && out.Err.Code == spec.CodeNotTraversable {
				*out = nothing(op)
			}
		}),
		"filters find no unions": withoutUnions(spec.KindFilter),
		"rules find no unions":   withoutUnions(spec.KindRule),
	}
}

func unindexed(first, second bool) queryMutant {
	return edit(func(t *spec.Term) {
		if (t.First.Kind == spec.RefWildcard) == first && (t.Second.Kind == spec.RefWildcard) == second &&
			t.Oper == spec.And {
			t.Oper = spec.Not
		}
	})
}

// forEveryRelationship adds a property to the relationships of pairs while a query runs.
func forEveryRelationship(property spec.Handle) operationMutant {
	return func(right spec.Engine, op spec.Operation) spec.Outcome {
		if op.Op != spec.OpQuery && op.Op != spec.OpIterate {
			return right.Apply(op)
		}
		given := map[spec.Handle]bool{}
		for _, e := range dumped(right) {
			for _, id := range e.IDs {
				first := id.ID.First
				if id.ID.IsPair() && first != spec.ChildOf && !given[first] &&
					!owns(right, first, spec.Single(property)) {
					given[first] = right.Apply(spec.Operation{
						Op: spec.OpAdd, Entity: first,
						ID: spec.Single(property),
					}).Err == nil
				}
			}
		}
		out := right.Apply(op)
		for first := range given {
			right.Apply(spec.Operation{Op: spec.OpRemove, Entity: first, ID: spec.Single(property)})
		}
		return out
	}
}

func withoutUnions(kind spec.QueryKind) operationMutant {
	return keepingRows(func(right spec.Engine, op spec.Operation, row spec.Row) bool {
		return op.Query == nil || op.Query.Kind != kind || !slices.ContainsFunc(row.Fields, func(f spec.Field) bool {
			return f.Set && f.ID.IsPair() && owns(right, f.ID.First, spec.Single(spec.Union))
		})
	})
}
