package law

import (
	"strings"

	"github.com/relspec/relspec/spec"
)

// past has the properties that the entities of a trace may have had, for profiles in which a
// property acts until its entity dies. It may tell of more than was: a command of a deferral may
// have failed, a snapshot may have been taken back.
type past struct {
	given   map[spec.Handle]map[spec.Handle]bool // by entity: those that operations gave to it by name
	spreads map[spec.Handle]bool                 // properties that may have come to any entity
	named   map[spec.Handle]bool                 // properties that the trace has named
	copies  bool                                 // ids of an entity may have been copied from a base
}

func newPast(p *spec.Profile) *past {
	if !p.StickyProperties {
		return nil
	}
	return &past{
		given: map[spec.Handle]map[spec.Handle]bool{}, spreads: map[spec.Handle]bool{}, named: map[spec.Handle]bool{},
		copies: p.Instantiation == spec.Override,
	}
}

// mayHaveHad reports whether an entity may have had a property. Nil, of a profile in which the past
// does not act, knows of none.
func (p *past) mayHaveHad(e, property spec.Handle) bool {
	return p != nil && (p.given[e][property] || p.spreads[property] || p.copies && p.named[property])
}

// follow notes the ids that an operation gave, itself or by its consequences: by With, by acts of
// observers, by text, by bases.
func (p *past) follow(op *spec.Operation) {
	if p == nil {
		return
	}
	switch op.Op { //nolint:exhaustive // the others give nothing by name
	case spec.OpAdd, spec.OpSet:
		p.gives(op.Entity, op.ID)
	case spec.OpEntity, spec.OpComponent:
		for _, e := range op.Makes() {
			for _, id := range op.IDs {
				p.gives(e, id)
			}
		}
	case spec.OpClone, spec.OpInstantiate:
		p.copies = true
		for _, id := range op.IDs {
			p.gives(op.Entity, id)
		}
	case spec.OpOverride:
		p.copies = true
		p.names(op.ID.First)
	case spec.OpDefine:
		for _, b := range spec.Builtins(spec.Flecs3Beta()) {
			if spec.IsProperty(b.Handle) && strings.Contains(op.Text, string(b.Handle)) {
				p.spread(b.Handle)
			}
		}
	}
	for i := range op.Acts {
		p.spread(op.Acts[i].ID.First)
		p.spread(op.Acts[i].ID.Second)
	}
}

// gives notes that an entity gets an id. As the second of a pair a property may come to whatever
// has the first, and a rule to copy from bases may be one for properties.
func (p *past) gives(e spec.Handle, id spec.ID) {
	p.copies = p.copies || id.Second == spec.OverrideRule
	if id.IsPair() {
		p.spread(id.Second)
		return
	}
	if spec.IsProperty(id.First) {
		if p.given[e] == nil {
			p.given[e] = map[spec.Handle]bool{}
		}
		p.given[e][id.First] = true
		p.names(id.First)
	}
}

func (p *past) spread(h spec.Handle) {
	if spec.IsProperty(h) {
		p.spreads[h] = true
		p.names(h)
	}
}

func (p *past) names(h spec.Handle) { p.named[h] = true }
