package engine

import (
	"cmp"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// operation is the implementation of an operation: the arguments that are resolved first, in the
// order in which their errors are reported (errors.order), and what it does with them.
type operation struct {
	needs []argument
	do    func(*Engine, *request) (spec.Outcome, *spec.Error)
}

// apply resolves the arguments and carries the operation out.
func (o operation) apply(e *Engine, op *spec.Operation) spec.Outcome {
	r := request{Operation: op}
	for _, resolve := range o.needs {
		if err := resolve(e, &r); err != nil {
			return spec.Fail(err)
		}
	}
	out, err := o.do(e, &r)
	if err != nil {
		return spec.Fail(err)
	}
	return out
}

// request is an operation with its resolved arguments.
type request struct {
	*spec.Operation
	entity       Entity
	relationship Entity         // may be dead; it then has no pairs (entities.dead-element)
	from         Entity         // zero for none
	pattern      rules.Elements // may be dead or have wildcards
	id           store.ID       // can be added
	birth        rules.Birth
	query        *trackedQuery
}

// argument resolves an argument of an operation.
type argument func(*Engine, *request) *spec.Error

// living resolves an alive entity.
func living(e *Engine, r *request) (err *spec.Error) {
	r.entity, err = e.handles.living(r.Entity)
	return err
}

// optional resolves an alive entity, or none.
func optional(e *Engine, r *request) (err *spec.Error) {
	r.entity, err = e.handles.optional(r.Entity)
	return err
}

// from resolves the entity at which a path begins, or none.
func from(e *Engine, r *request) (err *spec.Error) {
	r.from, err = e.handles.optional(r.From)
	return err
}

// someID refuses an operation without an id.
func someID(_ *Engine, r *request) *spec.Error {
	if r.ID.IsZero() {
		return rules.ErrNoID
	}
	return nil
}

// pattern resolves an id that may be dead or have wildcards.
func pattern(e *Engine, r *request) (err *spec.Error) {
	r.pattern, err = e.handles.id(r.ID)
	return err
}

// exactID resolves an id that can be added.
func exactID(e *Engine, r *request) (err *spec.Error) {
	_, r.id, err = e.exact(r.ID)
	return err
}

// relatedBy resolves an alive entity and a relationship. If the operation names no relationship, it
// is missing, or an error if missing is empty.
func relatedBy(missing spec.Handle) argument {
	return func(e *Engine, r *request) (err *spec.Error) {
		handle := cmp.Or(r.Relationship, missing)
		if handle == "" {
			return rules.ErrMissing
		}
		if err = living(e, r); err == nil {
			r.relationship, err = e.handles.known(handle)
		}
		if err == nil && rules.IsPattern(r.relationship) {
			err = rules.ErrWildcard
		}
		return err
	}
}

// births resolves what new entities and components have in common, and refuses what they cannot
// have.
func births(e *Engine, r *request) (err *spec.Error) {
	switch entity, more := r.Op == spec.OpEntity, len(r.More) > 0; {
	case more && !e.profile.Offers(spec.CapBatch):
		return rules.Unsupported("several entities in one operation")
	case more && (!entity || r.Name != nil):
		return spec.Errorf(spec.CodeInvalid, "more makes entities without names and members; leave out name and members")
	case entity && len(r.Members) > 0:
		return spec.Errorf(spec.CodeInvalid, "entity takes no members; use component")
	case !entity && len(r.IDs) > 0:
		return spec.Errorf(spec.CodeInvalid, "component takes no ids; add them to the component afterwards")
	}
	r.birth, err = e.birth(r.Operation)
	return err
}

// newName refuses a name that is missing or taken, and an operation without a query.
func newName(missing string) argument {
	return func(e *Engine, r *request) *spec.Error {
		switch {
		case r.As == "" || r.Query == nil:
			return spec.Errorf(spec.CodeInvalid, "%s", missing)
		case e.isNameTaken(r.As):
			return spec.Errorf(spec.CodeExists, "the name %q is taken", r.As)
		}
		return nil
	}
}

// compiled compiles the query.
func compiled(e *Engine, r *request) *spec.Error {
	if r.Query == nil {
		return spec.Errorf(spec.CodeInvalid, "%s needs a query", r.Op)
	}
	q, err := query.Compile(&e.w.World, r.Query, e.handles.known)
	if err != nil {
		return err
	}
	if e.variant.cache {
		q.CacheMatches()
	}
	r.query = &trackedQuery{Query: q, tracker: e.w.Tracker(q)}
	return nil
}

// presets returns the error of the first variable that the operation sets to an invalid value.
func presets(e *Engine, r *request) *spec.Error {
	x := r.query.NewExec()
	defer x.Release()
	_, err := e.preset(x, r.Vars)
	return err
}

// prepared finds a prepared query.
func prepared(e *Engine, r *request) *spec.Error {
	if r.query = e.queries[r.On]; r.query == nil {
		return spec.Errorf(spec.CodeUnresolved, "there is no query prepared under the name %q", r.On)
	}
	return nil
}

// notDeferred returns an error if changes are deferred, for an operation that cannot be deferred.
func notDeferred(e *Engine, r *request) *spec.Error {
	if e.w.Deferral.Depth > 0 {
		return spec.Errorf(spec.CodeInvalid, "%s cannot be deferred; end the deferral first", r.Op)
	}
	return nil
}

// undeferred returns an error if changes are deferred, for an operation on the whole world.
func undeferred(e *Engine, _ *request) *spec.Error {
	if e.world.IsDeferred() {
		return change.ErrDeferred
	}
	return nil
}
