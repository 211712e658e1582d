package tecs

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/spec"
)

// target is the name of the target in the value of an edge. It is not a field (TECS-022, TECS-131).
const target = "target"

// set gives an entity a component or an edge. An edge to the same target is replaced (TECS-030).
// Edges to other targets stay (TECS-028, TECS-029), unless the relationship is exclusive (TECS-031,
// TECS-032). For example, if a ship that is docked to Earth docks to Mars, it is docked to both; if
// DockedTo is exclusive, it is docked only to Mars.
func (w *World) set(op spec.Operation) *spec.Error {
	e, id := op.Entity, op.ID
	if !id.IsPair() {
		value, err := w.typed(op)
		if err == nil {
			w.parts[part{e, id.First}] = value
		}
		return err
	}
	d := w.relations[id.First]
	fields, err := fieldsOf(d, op.Args, op.Value)
	if err != nil {
		return err
	}
	if d.Exclusive {
		w.cut(func(x edge) bool { return x.source == e && x.relation == id.First })
	}
	w.connect(edge{e, link{id.First, id.Second}}, fields)
	return nil
}

// typed returns the data of a component. Members that are not given are zero.
func (w *World) typed(op spec.Operation) (spec.Value, *spec.Error) {
	if len(op.Args) > 0 {
		return nil, spec.Errorf(spec.CodeInvalid, "args are for edges; give the members of a component in value")
	}
	return op.Value.Typed(w.components[op.ID.First])
}

// fieldsOf returns the data of an edge. The fields are given by position (TECS-024, TECS-134) or by
// name (TECS-138), but not both. In both cases (TECS-139) a field that is missing or null gets its
// default, if there is one (TECS-116, TECS-135, TECS-136). After that a required field must not be
// null (TECS-118, TECS-141).
func fieldsOf(d spec.Declaration, args []spec.Scalar, named spec.RawValue) (spec.Value, *spec.Error) {
	if len(args) > 0 && len(named) > 0 {
		return nil, spec.Errorf(spec.CodeInvalid, "the data of an edge is given by args or by value, not by both")
	}
	if len(args) > len(d.Fields) {
		return nil, spec.Errorf(spec.CodeInvalid, "%d args for %d fields", len(args), len(d.Fields))
	}
	given := make([]spec.Scalar, len(d.Fields))
	for i := range given {
		given[i] = spec.Null()
	}
	copy(given, args)
	for _, name := range slices.Sorted(maps.Keys(named)) {
		i := slices.Index(d.Fields, name)
		if i < 0 {
			return nil, spec.Errorf(spec.CodeInvalid, "there is no field %q", name)
		}
		s, err := spec.UntypedScalar(named[name])
		if err != nil {
			return nil, err
		}
		given[i] = s
	}
	out := make(spec.Value, len(d.Fields))
	for i, name := range d.Fields {
		if given[i].IsNull() && i < len(d.Defaults) {
			given[i] = d.Defaults[i]
		}
		if given[i].IsNull() && slices.Contains(d.Require, name) {
			return nil, spec.Errorf(spec.CodeInvalid, "the field %q is required", name)
		}
		out[i] = spec.NamedScalar{Name: name, Scalar: given[i]}
	}
	return out, nil
}

// remove removes a component, the edge to one target (TECS-105), or the edges to all targets
// (TECS-106). If there is none, remove does nothing (declared.remove). It never deletes an entity
// (TECS-073).
func (w *World) remove(op spec.Operation) *spec.Error {
	e, id := op.Entity, op.ID
	delete(w.parts, part{e, id.First})
	w.cut(func(x edge) bool {
		return x.source == e && x.relation == id.First &&
			(!id.IsPair() || id.Second.IsWildcard() || x.target == id.Second)
	})
	return nil
}

// clear removes all components and edges of an entity. Edges to the entity stay (declared.remove):
// for example, after a port is cleared, ships are still docked there.
func (w *World) clear(op spec.Operation) *spec.Error {
	maps.DeleteFunc(w.parts, func(p part, _ spec.Value) bool { return p.entity == op.Entity })
	w.cut(func(x edge) bool { return x.source == op.Entity })
	return nil
}
