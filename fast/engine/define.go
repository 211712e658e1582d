package engine

import (
	"strconv"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// define adds query text as data: every fact with all its consequences, or nothing (sets.define).
// Subjects that nothing is named are created before the elements of the facts are looked up, so
// that a fact may speak of any subject of the text.
func (e *Engine) define(op *spec.Operation) spec.Outcome {
	facts, err := query.Facts(&e.w.World, op.Text)
	if err != nil {
		return spec.Fail(err)
	}
	if err := e.w.CheckHooks(true); err != nil {
		return spec.Fail(err)
	}
	if e.w.Deferral.Depth > 0 {
		return spec.Fail(spec.Errorf(spec.CodeInvalid, "define cannot be deferred; end the deferral first"))
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
		return spec.Fail(err)
	}
	e.made += len(made)
	return spec.Outcome{Kind: spec.OutPath, Entities: made}
}

// addFacts creates the subjects that are missing and adds each fact.
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

// subject creates an entity named as the subject of a fact, with the name as its handle, unless something has the name.
func (e *Engine) subject(src *spec.Ref, made *[]spec.Handle) *spec.Error {
	if src.Kind != spec.RefName {
		return nil
	}
	if found, err := e.w.Lookup(src.Name, 0, true); err != nil || found != 0 {
		return err
	}
	handle := spec.Handle(src.Name)
	if err := handle.Check(); err != nil {
		return err
	}
	if err := rules.CheckName(src.Name); err != nil {
		return err
	}
	if _, err := e.handles.known(handle); err == nil || rules.BuiltinEntities[handle] != 0 {
		return spec.Errorf(spec.CodeExists, "the handle %q is or was in use", src.Name)
	}
	entity, err := e.w.CreateNow(&rules.Birth{Name: src.Name}, rules.NothingMore)
	if err != nil {
		return err
	}
	e.handles.bind(handle, entity)
	*made = append(*made, handle)
	return nil
}

// fact is the entity that a fact is about, and the id that it gives to the entity.
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
		if rules.IsPattern(owner) { // a name in backquotes, and at the root only the wildcards are called so
			err = query.Unnamed(&e.w.World, t.Src.Name)
		}
		return owner, id, err
	}
}
