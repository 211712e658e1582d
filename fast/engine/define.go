package engine

import (
	"cmp"
	"strconv"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// define adds the facts of a query text to the world. If one fails, none is added (sets.define).
// Subjects that do not exist are created first, so a fact can refer to a subject of any other fact.
func (e *Engine) define(op *request) (spec.Outcome, *spec.Error) {
	facts, err := query.Facts(&e.w.World, op.Text)
	if err != nil {
		return none, err
	}
	if err := e.w.CheckHooks(true); err != nil {
		return none, err
	}
	if err := notDeferred(e, op); err != nil {
		return none, err
	}
	var made []spec.Handle
	err = e.w.Operate(func() *spec.Error {
		mark := e.w.Begin()
		err := e.addFacts(facts, &made)
		return e.w.End(mark, err)
	})
	if err != nil {
		for _, handle := range made {
			e.handles.unbind(handle)
		}
		return none, err
	}
	e.made += len(made)
	return spec.Outcome{Kind: spec.OutPath, Entities: made}, nil
}

// addFacts creates the missing subjects, then adds each fact.
func (e *Engine) addFacts(facts []spec.Term, made *[]spec.Handle) *spec.Error {
	for i := range facts {
		if err := e.subject(&facts[i].Src, made); err != nil {
			return err
		}
	}
	owners, ids := make([]Entity, len(facts)), make([]store.ID, len(facts))
	for i := range facts {
		var err *spec.Error
		if owners[i], ids[i], err = e.fact(&facts[i]); err != nil {
			return err
		}
	}
	for i, owner := range owners {
		if err := e.w.AddNow(owner, ids[i]); err != nil {
			return err
		}
	}
	return nil
}

// subject creates the subject of a fact if no entity has its name. The name is also its handle.
func (e *Engine) subject(src *spec.Ref, made *[]spec.Handle) *spec.Error {
	if src.Kind != spec.RefName {
		return nil
	}
	if found, err := e.w.Lookup(src.Name, 0, true); err != nil || found != 0 {
		return err
	}
	handle := spec.Handle(src.Name)
	if err := cmp.Or(handle.Check(), rules.CheckName(src.Name)); err != nil {
		return err
	}
	b, err := e.birth(&spec.Operation{Entity: handle, Name: &src.Name})
	if err != nil {
		return err
	}
	entity, err := e.w.CreateNow(&b, rules.NoComponent)
	if err != nil {
		return err
	}
	e.handles.bind(handle, entity)
	*made = append(*made, handle)
	return nil
}

// fact returns the entity that a fact is about and the id that the fact adds to it.
func (e *Engine) fact(t *spec.Term) (Entity, store.ID, *spec.Error) {
	first, second, err := query.Constants(&e.w.World, t, e.handles.known)
	if err != nil {
		return 0, 0, err
	}
	id, err := e.w.Exact(rules.Elements{First: first, Second: second})
	if err != nil {
		return 0, 0, err
	}
	switch t.Src.Kind { //nolint:exhaustive // data has constants only
	case spec.RefSingleton:
		return first, id, nil
	case spec.RefNumber:
		owner, err := e.handles.living(spec.Handle("#" + strconv.FormatUint(t.Src.Number, 10)))
		return owner, id, err
	default:
		owner, err := e.w.Lookup(t.Src.Name, 0, true)
		if rules.IsPattern(owner) { // a name in backquotes can only find a wildcard at the root
			err = query.Unnamed(&e.w.World, t.Src.Name)
		}
		return owner, id, err
	}
}
