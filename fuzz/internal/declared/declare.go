package declared

import (
	"slices"

	"github.com/relspec/relspec/internal/expected/edges"
	"github.com/relspec/relspec/spec"
)

// Small pools of names. They are reused often, so that operations affect the same entities.
var (
	relationshipNames = []string{"Likes", "Holds", "Follows", "Parent", "Near"}
	fieldNames        = []string{"weight", "since", "kind"}
	componentPool     = []struct {
		name    string
		members []spec.Member
	}{
		{"Ship", nil},
		{"Position", []spec.Member{{Name: "x", Type: spec.F32}, {Name: "y", Type: spec.F32}}},
		{"Health", []spec.Member{{Name: "points", Type: spec.I32}}},
		{"Label", []spec.Member{{Name: "text", Type: spec.String}, {Name: "shown", Type: spec.Bool}}},
		{"Owner", []spec.Member{{Name: "who", Type: spec.Entity}}},
	}
)

// shapes lists declarations: every combination that cleanup and storage treat differently.
var shapes = []spec.Declaration{
	{},
	{ReverseIndex: true},
	{Exclusive: true},
	{Exclusive: true, ReverseIndex: true},
	{Exclusive: true, ReverseIndex: true, CascadeDelete: true},
	{Sparse: true},
	{Sparse: true, ReverseIndex: true},
	{Sparse: true, Exclusive: true},
	{Sparse: true, Exclusive: true, ReverseIndex: true},
	{Sparse: true, Exclusive: true, ReverseIndex: true, CascadeDelete: true},
	{Transient: true},
	{Sparse: true, Transient: true, ReverseIndex: true},
	{Serialize: true, ReverseIndex: true},
}

// declare declares a relationship of any shape, half of them with fields.
func (b *builder) declare() {
	d := shapes[b.below(len(shapes))]
	c := b.below(8)
	if c >= 4 {
		d.Fields = slices.Clone(fieldNames[:1+b.below(len(fieldNames))])
		if c >= 5 {
			for range 1 + b.below(len(d.Fields)) {
				d.Defaults = append(d.Defaults, b.scalar())
			}
		}
		if c == 7 {
			d.Require = []string{d.Fields[b.below(len(d.Fields))]}
		}
	}
	b.declareAs(d)
}

// maxDeclared is the maximum number of relationships that a trace declares, without refused ones.
const maxDeclared = 8

func (b *builder) declareAs(d spec.Declaration) edges.Relationship {
	if b.declared >= maxDeclared {
		return b.relationship()
	}
	h := spec.Handle(relationshipNames[b.declared%len(relationshipNames)])
	if n := b.declared / len(relationshipNames); n > 0 {
		h += spec.Handle(number(n + 1))
	}
	b.declared++
	b.emit(spec.Operation{Op: spec.OpRelationship, Entity: h, Declared: d})
	return edges.Relationship{Handle: h, Declaration: d}
}

// misdeclare makes a declaration that is refused (declared.flags): the name is taken, the flags
// contradict each other, or the fields are invalid.
func (b *builder) misdeclare() {
	op := spec.Operation{Op: spec.OpRelationship, Entity: "Wrong"}
	d := &op.Declared
	switch b.below(10) {
	case 0:
		op.Entity = b.relationship().Handle
	case 1:
		op.Entity = b.anyHandle()
	case 2:
		d.CascadeDelete, d.ReverseIndex = true, true
	case 3:
		d.CascadeDelete, d.Exclusive = true, true
	case 4:
		d.Transient, d.Serialize = true, true
	case 5:
		d.Defaults = []spec.Scalar{b.scalar()}
	case 6:
		d.Fields, d.Defaults = []string{"weight"}, []spec.Scalar{b.scalar(), b.scalar()}
	case 7:
		d.Fields, d.Require = []string{"weight"}, []string{"since"}
	case 8:
		d.Fields = []string{"weight", "target"}
	default:
		d.Fields = []string{"weight", "since", "weight"}
	}
	b.emit(op)
}

func (b *builder) component() {
	if b.components >= len(componentPool) {
		b.setComponent()
		return
	}
	c := &componentPool[b.components]
	b.components++
	b.emit(spec.Operation{Op: spec.OpComponent, Entity: spec.Handle(c.name), Members: c.members})
}

// scalar returns one of a few untyped values, so that equal values are frequent.
func (b *builder) scalar() spec.Scalar {
	switch c := b.below(16); {
	case c < 7:
		return spec.Scalar{Type: spec.F64, Num: [...]float64{0, 1, 2, -1, 0.5, 100, 1e9}[c]}
	case c < 11:
		return spec.Scalar{Type: spec.String, Text: [...]string{"", "red", "blue", "e1"}[c-7]}
	case c < 13:
		return spec.Scalar{Type: spec.Bool, Bool: c == 11}
	}
	return spec.Null()
}

// typed returns a value for a member of a component.
func (b *builder) typed(t spec.Primitive, c int) any {
	switch t {
	case spec.F32, spec.F64:
		return float64(c%8)/2 - 1
	case spec.I32, spec.I64:
		return int64(c%8 - 2)
	case spec.Bool:
		return c%2 == 1
	case spec.String:
		return [...]string{"", "red", "blue"}[c%3]
	case spec.Entity:
		if len(b.world.Live) == 0 || c%4 == 0 {
			return nil
		}
		return string(b.world.Live[c%len(b.world.Live)])
	}
	return nil
}
