package scenario

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// behaviours are the words for the flags of a declared relationship, in the order in which the
// printer writes them.
var behaviours = []struct {
	word string
	of   func(*spec.Declaration) *bool
}{
	{"exclusive", func(d *spec.Declaration) *bool { return &d.Exclusive }},
	{"sparse", func(d *spec.Declaration) *bool { return &d.Sparse }},
	{"reverse_index", func(d *spec.Declaration) *bool { return &d.ReverseIndex }},
	{"cascade_delete", func(d *spec.Declaration) *bool { return &d.CascadeDelete }},
	{"transient", func(d *spec.Declaration) *bool { return &d.Transient }},
	{"serialize", func(d *spec.Declaration) *bool { return &d.Serialize }},
}

// relationship declares a relationship: its fields in braces, and its flags after "with".
func (c *compiler) relationship(entity spec.Handle, anonymous bool, details string) {
	op := spec.Operation{Op: spec.OpRelationship, Entity: entity}
	c.read(details, func(r *reader) {
		if anonymous {
			r.fail("a relationship; its only name is its handle")
		}
		if strings.HasPrefix(r.rest(), "{") {
			r.fields(&op.Declared)
		}
		if r.accept("with") {
			list(r, func() bool { return r.behaviour(&op.Declared) })
		}
	})
	c.add(op)
}

// fields parses {delay = 0.5, customData required}.
func (r *reader) fields(d *spec.Declaration) {
	r.expect("{")
	for r.failed == nil && !r.accept("}") {
		if len(d.Fields) > 0 {
			r.expect(",")
		}
		name := r.member()
		d.Fields = append(d.Fields, name)
		if r.accept("=") {
			for len(d.Defaults) < len(d.Fields)-1 {
				d.Defaults = append(d.Defaults, spec.Null())
			}
			d.Defaults = append(d.Defaults, r.untyped())
		}
		if r.accept("required") {
			d.Require = append(d.Require, name)
		}
	}
}

func (r *reader) behaviour(d *spec.Declaration) bool {
	for _, b := range behaviours {
		if r.accept(b.word) {
			*b.of(d) = true
			return true
		}
	}
	r.fail("one of exclusive, sparse, reverse_index, cascade_delete, transient, serialize")
	return false
}

// args parses [0.3, none, "soon"], the data of an edge by position.
func (r *reader) args() (out []spec.Scalar) {
	r.expect("[")
	for r.failed == nil && !r.accept("]") {
		if len(out) > 0 {
			r.expect(",")
		}
		out = append(out, r.untyped())
	}
	return out
}

// untyped parses a value without a declared type.
func (r *reader) untyped() spec.Scalar {
	s, err := spec.UntypedScalar(r.scalar())
	if err != nil {
		r.fail(err.Message)
	}
	return s
}

// relationshipText formats the declaration of a relationship.
func relationshipText(op spec.Operation) string {
	d := op.Declared
	text := "a relationship " + nameText(op.Entity)
	if len(d.Fields) > 0 {
		parts := make([]string, len(d.Fields))
		for i, f := range d.Fields {
			parts[i] = nameText(spec.Handle(f))
			if i < len(d.Defaults) && !d.Defaults[i].IsNull() {
				parts[i] += " = " + untypedText(d.Defaults[i])
			}
			if slices.Contains(d.Require, f) {
				parts[i] += " required"
			}
		}
		text += " {" + strings.Join(parts, ", ") + "}"
	}
	var words []string
	for _, b := range behaviours {
		if *b.of(&d) {
			words = append(words, b.word)
		}
	}
	if len(words) > 0 {
		text += " with " + strings.Join(words, ", ")
	}
	return text
}

// argsText formats the data of an edge by position.
func argsText(args []spec.Scalar) string { return "[" + listText(args, untypedText) + "]" }

func untypedText(s spec.Scalar) string {
	text, _ := scalarNotation(spec.Value{{Name: "x", Scalar: s}}.Raw()["x"]) // every scalar has a notation
	return text
}
