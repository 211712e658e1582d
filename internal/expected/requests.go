package expected

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// Requests tracks the requests of a trace, whether they succeeded or not: the ids that entities
// were given, and their names. It guesses nothing, so callers can rely on it.
type Requests struct {
	of      map[spec.Handle]*request
	bases   map[spec.Handle]bool
	dialect spec.Dialect
}

// request has the requests for one handle.
type request struct {
	given, ever []spec.ID // in the order of the trace; given without removed ids
	name        string
}

// NewRequests returns Requests with the ids of the reserved entities of a profile.
func NewRequests(p spec.Profile) *Requests {
	a := &Requests{of: map[spec.Handle]*request{}, bases: map[spec.Handle]bool{}, dialect: p.Dialect}
	for _, b := range spec.Builtins(p) {
		for _, id := range b.IDs {
			a.give(b.Handle, id)
		}
	}
	return a
}

func (a *Requests) at(h spec.Handle) *request {
	if a.of[h] == nil {
		a.of[h] = &request{}
	}
	return a.of[h]
}

func (a *Requests) give(h spec.Handle, id spec.ID) {
	r := a.at(h)
	if !slices.Contains(r.given, id) {
		r.given = append(r.given, id)
	}
	if !slices.Contains(r.ever, id) {
		r.ever = append(r.ever, id)
	}
	if id.First == spec.IsA && id.IsPair() {
		a.bases[id.Second] = true
	}
}

// Follow records the requests of an operation.
func (a *Requests) Follow(op *spec.Operation) {
	switch op.Op { //nolint:exhaustive // the others add, remove and create nothing
	case spec.OpAdd:
		a.give(op.Entity, op.ID)
	case spec.OpRemove:
		r := a.at(op.Entity)
		r.given = slices.DeleteFunc(r.given, func(id spec.ID) bool { return id.First == op.ID.First })
	case spec.OpClone:
		for _, id := range a.Given(op.From) {
			a.give(op.Entity, id)
		}
	case spec.OpInstantiate:
		a.give(op.Entity, spec.Pair(spec.IsA, op.From))
	case spec.OpDefine:
		for _, t := range facts(a.dialect, op.Text) {
			a.at(named(&t.Src)).name = t.Src.Name
			a.give(named(&t.Src), spec.ID{First: named(&t.First), Second: named(&t.Second)})
		}
	}
	for _, e := range append([]spec.Handle{op.Entity}, op.More...) {
		for _, id := range op.IDs {
			a.give(e, id)
		}
	}
	if op.Name != nil {
		a.at(op.Entity).name = *op.Name
	}
}

// Given returns the ids that an entity was given and that were not removed, in the order of the
// trace.
func (a *Requests) Given(h spec.Handle) []spec.ID { return a.read(h).given }

// Ever returns all ids that an entity was ever given, in the order of the trace.
func (a *Requests) Ever(h spec.Handle) []spec.ID { return a.read(h).ever }

// Has reports whether Given contains an id that begins with a property.
func (a *Requests) Has(h, property spec.Handle) bool {
	return slices.ContainsFunc(a.read(h).given, func(id spec.ID) bool { return id.First == property })
}

// Each calls fn for every handle that was ever given an id or was used as a base. The order is
// random. name is the last name of the entity, and base says whether it may be a base.
func (a *Requests) Each(fn func(h spec.Handle, name string, base bool)) {
	for h, r := range a.of {
		fn(h, r.name, a.bases[h])
	}
	for h := range a.bases {
		if a.of[h] == nil {
			fn(h, "", true)
		}
	}
}

var noRequest request

func (a *Requests) read(h spec.Handle) *request {
	if r := a.of[h]; r != nil {
		return r
	}
	return &noRequest
}
