package scenario

import (
	"errors"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// readNew reads the entity of a declaration. Its name is its handle.
func readNew(r *reader, op *spec.Operation) {
	op.Entity = r.name()
	op.Name = r.nameFor(op.Entity)
}

// readMore reads further entities, which have no names.
func readMore(r *reader, op *spec.Operation) { op.More, op.Name = list(r, r.name), nil }

// otherName returns the name of an entity in quotes, or "" if a declaration need not state it.
func otherName(op *spec.Operation) string {
	if op.Name == nil || *op.Name == string(op.Entity) && len(op.More) == 0 {
		return ""
	}
	return quote(*op.Name)
}

// readNoun reads the noun of a declaration, such as tag. In profiles with the operation
// relationship, it does not read that noun, because another form does.
func readNoun(r *reader, op *spec.Operation) {
	switch {
	case r.accept("prefab"):
		op.IDs = []spec.ID{spec.Single(spec.Prefab)}
	case !r.profile.Has(spec.OpRelationship) && r.accept("relationship"):
	default:
		r.expect("entity", "tag")
	}
}

// readMembers reads {x f32, y f32}. An entity with members is a component.
func readMembers(r *reader, op *spec.Operation) {
	op.Op = spec.OpComponent
	r.between("{", "}", func() {
		op.Members = append(op.Members, spec.Member{Name: r.member(), Type: spec.Primitive(r.member())})
	})
	if err := spec.CheckMembers(op.Members); err != nil {
		r.fail(err.Message)
	}
}

func membersText(op *spec.Operation) string {
	if len(op.Members) == 0 {
		return ""
	}
	return "{" + listText(op.Members, func(m spec.Member) string {
		return wordText(m.Name) + " " + string(m.Type)
	}) + "}"
}

// declared returns the operations of a declaration. The ids of a component are added by further
// operations, because the operation component takes none.
func declared(op spec.Operation) ([]spec.Operation, error) {
	switch {
	case op.Entity.IsWildcard():
		return nil, errors.New("a wildcard is not an entity")
	case op.Op != spec.OpComponent:
		return []spec.Operation{op}, nil
	case op.Parent != "" || op.Unscoped:
		return nil, errors.New("a component is made in the scope; let it get (ChildOf, parent) afterwards")
	}
	ids := op.IDs
	op.IDs = nil
	ops := []spec.Operation{op}
	for _, id := range ids {
		ops = append(ops, spec.Operation{Op: spec.OpAdd, Entity: op.Entity, ID: id})
	}
	return ops, nil
}

// readFields reads the fields of a declared relationship: {delay = 0.5, customData required}.
func readFields(r *reader, op *spec.Operation) {
	d := &op.Declared
	r.between("{", "}", func() {
		name := r.member()
		if r.accept("=") {
			for len(d.Defaults) < len(d.Fields) {
				d.Defaults = append(d.Defaults, spec.Null())
			}
			d.Defaults = append(d.Defaults, r.untyped())
		}
		if r.accept("required") {
			d.Require = append(d.Require, name)
		}
		d.Fields = append(d.Fields, name)
	})
}

func fieldsText(op *spec.Operation) string {
	d := op.Declared
	if len(d.Fields) == 0 {
		return ""
	}
	parts := each(d.Fields, wordText)
	for i, f := range d.Fields {
		if i < len(d.Defaults) && !d.Defaults[i].IsNull() {
			parts[i] += " = " + untypedText(d.Defaults[i])
		}
		if slices.Contains(d.Require, f) {
			parts[i] += " required"
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// behaviours are the words for the flags of a declared relationship, in the order in which the
// printer writes them.
var behaviours = []string{"exclusive", "sparse", "reverse_index", "cascade_delete", "transient", "serialize"}

// behaviour returns the flag for a word of behaviours.
func behaviour(d *spec.Declaration, word string) *bool {
	flags := []*bool{&d.Exclusive, &d.Sparse, &d.ReverseIndex, &d.CascadeDelete, &d.Transient, &d.Serialize}
	return flags[slices.Index(behaviours, word)]
}

func readBehaviours(r *reader, op *spec.Operation) {
	for _, word := range list(r, func() string { return r.expect(behaviours...) }) {
		if r.failed == nil {
			*behaviour(&op.Declared, word) = true
		}
	}
}

func behavioursText(op *spec.Operation) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(behaviours),
		func(word string) bool { return !*behaviour(&op.Declared, word) }), ", ")
}

// untyped parses a value without a declared type.
func (r *reader) untyped() spec.Scalar {
	s, err := spec.UntypedScalar(r.scalar())
	if err != nil {
		r.fail(err.Message)
	}
	return s
}

func untypedText(s spec.Scalar) string {
	return scalarNotation(spec.Value{{Name: "x", Scalar: s}}.Raw()["x"])
}
