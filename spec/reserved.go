package spec

import (
	"slices"
)

// Reserved is a row of the catalogue of reserved handles: everything about a handle but its
// meaning. Capabilities, the generator, exhaustion, counts, probes, the adapter kit and the tables
// of docs/protocol.md read these rows. A test of internal/acceptance finds rows that one of them
// ignores.
type Reserved struct {
	Handle Handle
	// Property: it says something about the entity that has it, and is never inherited or copied (inheritance.never).
	Property bool
	// Capability is declared by an engine that knows the handle; "" is none beyond those of ids and
	// pairs. Handles that are of use only together share one. It needs a constant only where Go
	// code names it.
	Capability Capability
	// Covers describes the capability, in the first row that has it.
	Covers string
	// Feature is the name under which queries are counted that rely on it; "" is not counted.
	Feature Feature
	// Counted: operations are counted by it, and it must meet every other property that is counted.
	Counted bool
	// Weight says how often the generator gives it to relationships, relative to other properties.
	// Rows without a weight are generated in their own way, which Apart names.
	Weight int
	// Forms are the ids by which a relationship is given the property.
	Forms []Form
	// Later: the row came after the byte seeds below testdata/fuzz were written. The bytes that
	// draw it are taken from bytes that no seed uses, so that the traces of seeds stay the same.
	Later bool
	// Apart says why something that walks the rows leaves this one out, by name, with the reason.
	Apart map[Walk]string

	own   func(Profile) []ID
	in    func(Profile) bool
	usage []Handle // besides Trait, which every property has (usage.traits)
}

// Form is one way to give a property: alone, or as a pair with a target.
type Form struct {
	Second Handle // "" is the property alone
	Core   bool   // among the few that decide most, which exhaustion always takes
	in     func(Profile) bool
}

// The targets of forms that stand for an entity of the user's.
const (
	SomeTag    Handle = "<tag>"    // any tag
	SomeEntity Handle = "<entity>" // any entity
)

// Walk names code that reads the rows of the catalogue and must handle each of them.
type Walk string

// Those who walk the rows.
const (
	WalkGenerate Walk = "generate" // fuzz
	WalkExhaust  Walk = "exhaust"  // enumeration of small worlds
	WalkScenario Walk = "scenario" // spec/features
)

// In reports whether the profile has the handle. The handles of every profile are reserved in all of them.
func (r *Reserved) In(p Profile) bool { return (r.in == nil || r.in(p)) && p.Offers(r.Capability) }

// IDs lists the ids of the reserved entity in a new world. Ids with a handle that the profile lacks
// are left out.
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

// In reports whether the form exists in a profile.
func (f *Form) In(p Profile) bool { return f.in == nil || f.in(p) }

// ID returns the form as an id.
func (r *Reserved) ID(f Form) ID {
	if f.Second == "" {
		return Single(r.Handle)
	}
	return Pair(r.Handle, f.Second)
}

// Catalogue lists the reserved handles in the order in which they are created. The list is shared; do not change it.
func Catalogue() []Reserved { return reservedRows }

// Properties lists the rows of the properties that an engine declares, in the order of the catalogue.
func Properties() []Reserved {
	return slices.DeleteFunc(slices.Clone(reservedRows),
		func(r Reserved) bool { return !r.Property || r.Capability == "" })
}

// RowOf finds the row of a handle; nil if it is not reserved.
func RowOf(h Handle) *Reserved { return rowOf[h] }

var rowOf = func() map[Handle]*Reserved {
	out := make(map[Handle]*Reserved, len(reservedRows))
	for i := range reservedRows {
		out[reservedRows[i].Handle] = &reservedRows[i]
	}
	return out
}()
