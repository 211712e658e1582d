package spec

import "slices"

// Reserved is a row of the catalogue of reserved handles. It has everything about a handle except
// its meaning. Capabilities, the generator, the enumeration, counters, probes, the adapter kit and
// the tables of docs/protocol.md read these rows. A test of internal/acceptance finds rows that one
// of them ignores.
type Reserved struct {
	Handle Handle
	// Property is true if the handle is a property of its entity, which is never inherited or
	// copied (inheritance.never).
	Property bool
	// Capability is the capability that an engine declares to support the handle; "" means that it
	// needs none besides those of ids and pairs. Handles that are only useful together share one. A
	// capability has a Cap constant only if Go code names it.
	Capability Capability
	// Covers describes the capability, in the first row that has it.
	Covers string
	// Feature is the feature under which queries that depend on the handle are counted; "" means
	// none.
	Feature Feature
	// Counted is true if campaigns count the operations on ids whose first element has the
	// property, and must combine it with every other counted property. It is false for properties
	// that do not affect such ids, for example Final, and for OnlyTarget, which forbids them.
	Counted bool
	// Weight is how often the generator gives it to relationships, relative to other properties.
	// Rows without a weight are generated separately.
	Weight int
	// Forms are the ids that give a relationship the property.
	Forms []Form

	own   func(Profile) []ID
	in    func(Profile) bool
	usage []Handle // traits besides IsTrait, which every property has
}

// Form is one way to give an entity a property: by a tag, or by a pair with a target.
type Form struct {
	Second Handle // "" is the property as a tag
	Core   bool   // one of the most important forms, which the enumeration always includes
	in     func(Profile) bool
}

// Placeholders for an entity of the user as the target of a form.
const (
	SomeTag    Handle = "<tag>"    // any tag
	SomeEntity Handle = "<entity>" // any entity
)

// In reports whether the profile has the handle. A handle of any profile is reserved in all
// profiles.
func (r *Reserved) In(p Profile) bool { return (r.in == nil || r.in(p)) && p.Offers(r.Capability) }

// IDs lists the ids of the reserved entity in a new world, without ids whose handle the profile
// lacks.
func (r *Reserved) IDs(p Profile) []ID {
	if p.Family != FlecsFamily {
		return nil
	}
	var ids []ID
	if r.own != nil {
		ids = r.own(p)
	}
	ids = append(ids, singles(r.usage...)...)
	if r.Property {
		ids = append(ids, Single(IsTrait))
	}
	return slices.DeleteFunc(ids, func(id ID) bool {
		first, second := RowOf(id.First), RowOf(id.Second)
		return !first.In(p) || second != nil && !second.In(p)
	})
}

// Acts reports whether the handle is a property that entities of the profile can have.
func (r *Reserved) Acts(p Profile) bool {
	return r.In(p) && slices.ContainsFunc(r.Forms, func(f Form) bool { return f.In(p) })
}

// In reports whether the form exists in a profile.
func (f *Form) In(p Profile) bool { return f.in == nil || f.in(p) }

// ID returns the form as an id.
func (r *Reserved) ID(f Form) ID {
	if f.Second == "" {
		return Single(r.Handle)
	}
	return Pair(r.Handle, f.Second)
}

// Catalogue lists the reserved handles in order of creation. The list is shared; do not modify it.
func Catalogue() []Reserved { return reservedRows }

// Properties lists the rows of the properties that engines declare, in the order of the catalogue.
func Properties() []Reserved {
	return slices.DeleteFunc(slices.Clone(reservedRows),
		func(r Reserved) bool { return !r.Property || r.Capability == "" })
}

// RowOf returns the row of a handle, or nil if it is not reserved.
func RowOf(h Handle) *Reserved { return rowOf[h] }

var rowOf = func() map[Handle]*Reserved {
	out := make(map[Handle]*Reserved, len(reservedRows))
	for i := range reservedRows {
		out[reservedRows[i].Handle] = &reservedRows[i]
	}
	return out
}()
