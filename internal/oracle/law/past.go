package law

import (
	"strings"

	"github.com/relspec/relspec/spec"
)

// past records the properties that the entities of a trace may have had, for profiles in which a
// property acts until its entity dies. It may contain too many: a deferred command may have failed,
// or a restore may have undone a change.
type past struct {
	given   map[spec.Handle]map[spec.Handle]bool // by entity: properties that operations added by name
	spreads map[spec.Handle]bool                 // properties that any entity may have got
	named   map[spec.Handle]bool                 // properties that occur in the trace
	copies  bool                                 // ids may have been copied from bases
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

// mayHaveHad reports whether an entity may have had a property. It is false for nil, in profiles in
// which the past does not act.
func (p *past) mayHaveHad(e, property spec.Handle) bool {
	return p != nil && (p.given[e][property] || p.spreads[property] || p.copies && p.named[property])
}

// follow records the ids that an operation adds, directly or by its consequences: by With, by
// observers, by text, by bases.
func (p *past) follow(op *spec.Operation) {
	if p == nil {
		return
	}
	switch op.Op { //nolint:exhaustive // the others add nothing by name
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

// gives records that an entity gets an id. A property as the second element of a pair, as in (With,
// Exclusive), may spread to every entity that has the first. (OnInstantiate, Override) may copy
// properties from bases.
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
