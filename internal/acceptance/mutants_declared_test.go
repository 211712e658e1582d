package acceptance

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// declaredMutants are mutants of the semantics of declared relationships, by their names in
// testdata/mutants_declared.yaml.
func declaredMutants() map[string]mutant {
	out := map[string]mutant{}
	for _, group := range []map[string]operationMutant{
		declarationMutants(), edgeMutants(), edgeDataMutants(), edgeQueryMutants(), edgeDeathMutants(), walkMutants(),
		stageMutants(),
	} {
		for name, m := range group {
			out[name] = m
		}
	}
	return out
}

// declaring changes declarations.
func declaring(change func(*spec.Declaration)) operationMutant {
	return beforeEach(spec.OpRelationship, func(_ spec.Engine, op *spec.Operation) bool {
		change(&op.Declared)
		return false
	})
}

// passing makes operations succeed that should be refused with a code.
func passing(
	kind spec.OpKind, code spec.ErrorCode, instead func(right spec.Engine, op spec.Operation),
) operationMutant {
	return after(func(right spec.Engine, op spec.Operation, out *spec.Outcome) {
		if op.Op == kind && out.Err != nil && out.Err.Code == code {
			*out = nothing(op)
			instead(right, op)
		}
	})
}

func declarationMutants() map[string]operationMutant {
	return map[string]operationMutant{
		"every relationship is exclusive": declaring(func(d *spec.Declaration) { d.Exclusive = true }),
		"no relationship is exclusive": declaring(func(d *spec.Declaration) {
			d.Exclusive, d.CascadeDelete = false, false
		}),
		"every relationship is sparse":  declaring(func(d *spec.Declaration) { d.Sparse = true }),
		"no relationship is sparse":     declaring(func(d *spec.Declaration) { d.Sparse = false }),
		"every relationship is indexed": declaring(func(d *spec.Declaration) { d.ReverseIndex = true }),
		"a cascade brings exclusive": declaring(func(d *spec.Declaration) {
			d.Exclusive = d.Exclusive || d.CascadeDelete
		}),
		"nothing cascades": declaring(func(d *spec.Declaration) { d.CascadeDelete = false }),
		"only sparse ones cascade": declaring(func(d *spec.Declaration) {
			d.CascadeDelete = d.CascadeDelete && d.Sparse
		}),
		"nothing is transient":  declaring(func(d *spec.Declaration) { d.Transient = false }),
		"nothing has a default": declaring(func(d *spec.Declaration) { d.Defaults = nil }),
		"nothing is required":   declaring(func(d *spec.Declaration) { d.Require = nil }),
		"fields are in another order": declaring(func(d *spec.Declaration) {
			d.Fields = slices.Clone(d.Fields)
			slices.Reverse(d.Fields)
		}),
		"Sparse and CascadeDelete cannot be combined": after(func(_ spec.Engine, op spec.Operation, out *spec.Outcome) {
			if d := op.Declared; d.Sparse && d.CascadeDelete {
				*out = spec.Fail(spec.Errorf(spec.CodeInvalid, "no"))
			}
		}),
		"every declaration is accepted": passing(spec.OpRelationship, spec.CodeInvalid,
			func(spec.Engine, spec.Operation) {}),
		"relationships are entities": beforeEach(spec.OpRelationship, func(_ spec.Engine, op *spec.Operation) bool {
			*op = spec.Operation{Op: spec.OpEntity, Entity: op.Entity}
			return false
		}),
		"ChildOf does not exist": after(func(_ spec.Engine, op spec.Operation, out *spec.Outcome) {
			if op.ID.First == spec.ChildOf || op.Relationship == spec.ChildOf {
				*out = spec.Fail(spec.Errorf(spec.CodeUnresolved, "no"))
			}
		}),
	}
}

// onEdge changes how edges are set.
func onEdge(change func(right spec.Engine, op *spec.Operation) (skip bool)) operationMutant {
	return before(func(right spec.Engine, op *spec.Operation) bool {
		return op.Op == spec.OpSet && op.ID.IsPair() && change(right, op)
	})
}

// asking changes the id of queries about edges.
func asking(change func(spec.ID) spec.ID, kinds ...spec.OpKind) operationMutant {
	return before(func(_ spec.Engine, op *spec.Operation) bool {
		if slices.Contains(kinds, op.Op) {
			op.ID = change(op.ID)
		}
		return false
	})
}

func relationshipOf(id spec.ID) spec.ID { return spec.Single(id.First) }

func edgeMutants() map[string]operationMutant {
	return map[string]operationMutant{
		"edges go both ways": onEdge(func(right spec.Engine, op *spec.Operation) bool {
			right.Apply(spec.Operation{Op: spec.OpSet, Entity: op.ID.Second, ID: spec.Pair(op.ID.First, op.Entity)})
			return false
		}),
		"edges are reversed": onEdge(func(_ spec.Engine, op *spec.Operation) bool {
			op.Entity, op.ID.Second = op.ID.Second, op.Entity
			return false
		}),
		"edges are not set": onEdge(func(spec.Engine, *spec.Operation) bool { return true }),
		"components are not set": before(func(_ spec.Engine, op *spec.Operation) bool {
			return op.Op == spec.OpSet && !op.ID.IsPair()
		}),
		"setting again does nothing": onEdge(func(right spec.Engine, op *spec.Operation) bool {
			return has(right, op.Entity, op.ID)
		}),
		"edges need no target": passing(spec.OpSet, spec.CodeInvalid, func(spec.Engine, spec.Operation) {}),
		"entities are created without edges": beforeEach(spec.OpEntity, func(_ spec.Engine, op *spec.Operation) bool {
			op.IDs = nil
			return false
		}),
		"has ignores the target": asking(relationshipOf, spec.OpHas, spec.OpCount),
		"has is always yes": afterEach(spec.OpHas,
			func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) { out.Bool = true }),
		"nothing is removed": beforeEach(spec.OpRemove, func(spec.Engine, *spec.Operation) bool { return true }),
		"removing one target removes all": beforeEach(spec.OpRemove, func(_ spec.Engine, op *spec.Operation) bool {
			op.ID.Second = ""
			return false
		}),
		"removing all targets removes the first": beforeEach(spec.OpRemove, func(right spec.Engine, op *spec.Operation) bool {
			if all := targetsOf(right, op.Entity, op.ID.First); len(all) > 0 &&
				(!op.ID.IsPair() || op.ID.Second.IsWildcard()) {
				op.ID.Second = all[0]
			}
			return false
		}),
		"targets returns one target": afterEach(spec.OpTargets, func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
			out.Entities = out.Entities[:min(1, len(out.Entities))]
		}),
		"target returns none": afterEach(spec.OpTarget,
			func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) { out.Entity = "" }),
		"clear deletes the entity": beforeEach(spec.OpClear, func(_ spec.Engine, op *spec.Operation) bool {
			op.Op = spec.OpDelete
			return false
		}),
	}
}

func edgeDataMutants() map[string]operationMutant {
	argument := func(change func(op *spec.Operation)) operationMutant {
		return onEdge(func(_ spec.Engine, op *spec.Operation) bool { change(op); return false })
	}
	value := func(change func(right spec.Engine, op spec.Operation, out *spec.Outcome)) operationMutant {
		return afterEach(spec.OpGet, change)
	}
	return map[string]operationMutant{
		"args are in reverse order": argument(func(op *spec.Operation) {
			op.Args = slices.Clone(op.Args)
			slices.Reverse(op.Args)
		}),
		"args are lost":         argument(func(op *spec.Operation) { op.Args = nil }),
		"named values are lost": argument(func(op *spec.Operation) { op.Value = nil }),
		"only the first argument counts": argument(func(op *spec.Operation) {
			op.Args = op.Args[:min(1, len(op.Args))]
		}),
		"missing named values are zero instead of their default": argument(func(op *spec.Operation) {
			full := spec.RawValue{}
			for _, name := range []string{"delay", "distance"} {
				if full[name] = op.Value[name]; full[name] == nil {
					full[name] = 0.0
				}
			}
			if _, follows := op.Value["delay"]; follows || op.Value["distance"] != nil {
				op.Value = full
			}
		}),
		"a default does not satisfy required": after(func(_ spec.Engine, op spec.Operation, out *spec.Outcome) {
			if op.Op == spec.OpSet && op.ID.First == "Custom" && len(op.Args) == 0 && op.Value["data"] == nil {
				*out = spec.Fail(spec.Errorf(spec.CodeInvalid, "no"))
			}
		}),
		"invalid data is ignored": passing(spec.OpSet, spec.CodeInvalid,
			func(right spec.Engine, op spec.Operation) {
				op.Args, op.Value = nil, nil
				right.Apply(op)
			}),
		"the target is not in the value": value(func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
			out.Value = slices.DeleteFunc(slices.Clone(out.Value),
				func(m spec.NamedScalar) bool { return m.Name == "target" })
		}),
		"the value contains only the target": value(func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
			out.Value = slices.DeleteFunc(slices.Clone(out.Value),
				func(m spec.NamedScalar) bool { return m.Name != "target" })
		}),
		"values contain only numbers": value(func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
			out.Value = slices.DeleteFunc(slices.Clone(out.Value), func(m spec.NamedScalar) bool {
				return m.Name != "target" && m.Type != spec.F64
			})
		}),
		"a missing edge has a value": value(func(_ spec.Engine, op spec.Operation, out *spec.Outcome) {
			if out.Value == nil {
				out.Value = spec.Value{{
					Name:   "target",
					Scalar: spec.Scalar{Type: spec.Entity, Text: string(op.Entity)},
				}}
			}
		}),
		"no edge has a value":    value(func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) { out.Value = nil }),
		"get ignores the target": asking(relationshipOf, spec.OpGet),
		"get needs a target": value(func(_ spec.Engine, op spec.Operation, out *spec.Outcome) {
			if !op.ID.IsPair() {
				out.Value = nil
			}
		}),
		"get without target takes the last one": beforeEach(spec.OpGet, func(right spec.Engine, op *spec.Operation) bool {
			if all := targetsOf(right, op.Entity, op.ID.First); len(all) > 0 && !op.ID.IsPair() {
				op.ID.Second = all[len(all)-1]
			}
			return false
		}),
		"values belong to targets": value(func(right spec.Engine, op spec.Operation, out *spec.Outcome) {
			dump := right.Apply(spec.Operation{Op: spec.OpDump}).Dump
			for _, e := range dump.Entities {
				for _, id := range e.IDs {
					if id.ID == op.ID && out.Value != nil {
						out.Value = append(slices.Clone(id.Value), out.Value[len(out.Value)-1])
						return
					}
				}
			}
		}),
	}
}
