package rules

import (
	"fmt"
	"strings"

	"github.com/relspec/relspec/spec"
)

// Define adds facts that were parsed from query text and returns the entities that it created.
// First it creates each subject that does not exist, as a child of the scope and with its name as
// handle; a subject given by a path must exist. Then it resolves predicates and objects, which may
// be new subjects, and adds the facts. If a fact is refused, the caller undoes the whole definition
// (sets.define; SET-029 to SET-032). For example, if there is no Bob, "Position(Bob)" creates Bob
// and adds Position.
func (w *World) Define(facts []spec.Term) (created []Entity, err *spec.Error) {
	for i := range facts {
		e, err := w.subject(facts[i].Src)
		if err != nil {
			return nil, err
		}
		if e != None {
			created = append(created, e)
		}
	}
	said := make([]Holding, len(facts))
	for i, f := range facts {
		h := &said[i]
		if h.First, err = w.constant(f.First, None); err != nil {
			return nil, err
		}
		if f.Second.Kind != spec.RefNone {
			if h.Second, err = w.constant(f.Second, h.First); err != nil {
				return nil, err
			}
		}
		if h.Owner = h.First; f.Src.Kind != spec.RefSingleton {
			if h.Owner, err = w.constant(f.Src, None); err != nil {
				return nil, err
			}
		}
	}
	return created, each(said, func(h Holding) *spec.Error { return w.Add(h.Owner, h.ID) })
}

// constant returns the entity that a fact mentions by name or by number (query.numbers).
func (w *World) constant(r spec.Ref, relationship Entity) (Entity, *spec.Error) {
	if r.Kind == spec.RefNumber {
		return w.Find(spec.Handle(fmt.Sprintf("#%d", r.Number)))
	}
	e := w.LookupTarget(r.Name, relationship)
	if e <= None {
		return None, w.Unnamed(r.Name)
	}
	return e, nil
}

// subject creates the subject of a fact. It returns None if the subject exists.
func (w *World) subject(r spec.Ref) (Entity, *spec.Error) {
	if r.Kind != spec.RefName || w.LookupTarget(r.Name, None) != None {
		return None, nil
	}
	if strings.Contains(r.Name, ".") {
		return None, spec.Errorf(spec.CodeInvalid,
			"there is no entity at the path %q; create it first, or write the subject as a name", r.Name)
	}
	op := spec.Operation{Op: spec.OpEntity, Entity: spec.Handle(r.Name)}
	parent, ids, err := w.CheckNew(op)
	if err != nil {
		return None, err
	}
	e, ids := w.Create(op, parent, ids)
	if err := each(ids, func(i ID) *spec.Error { return w.Add(e, i) }); err != nil {
		return None, err
	}
	return e, w.SetName(e, r.Name)
}
