package engine

import (
	"cmp"

	"github.com/relspec/relspec/fast/tecs"
	"github.com/relspec/relspec/spec"
)

// operation is the implementation of an operation: the arguments that are resolved first, in the
// order in which their errors are reported (errors.order), and what it does with them.
type operation struct {
	needs []argument
	do    func(*Engine, *request) (spec.Outcome, *spec.Error)
}

// apply resolves the arguments and carries the operation out.
func (o operation) apply(e *Engine, r *request) (spec.Outcome, *spec.Error) {
	for _, resolve := range o.needs {
		if err := resolve(e, r); err != nil {
			return none, err
		}
	}
	return o.do(e, r)
}

// request is an operation with its resolved arguments.
type request struct {
	spec.Operation
	entity       Entity
	relationship *tecs.Relationship
	element      element
	query        *query
}

// argument resolves an argument of an operation.
type argument func(*Engine, *request) *spec.Error

// living resolves an alive entity, or one that is staged.
func living(e *Engine, r *request) (err *spec.Error) {
	r.entity, err = e.handles.living(r.Entity)
	return err
}

// subject resolves an entity of a read or a removal, which may be dead in some profiles.
func subject(e *Engine, r *request) (err *spec.Error) {
	r.entity, err = e.handles.subject(r.Entity)
	return err
}

// explained resolves the entity that explain asks for, if it asks for one.
func explained(e *Engine, r *request) (err *spec.Error) {
	if r.Entity != "" {
		r.entity, err = e.handles.alive(r.Entity)
	}
	return err
}

// someID refuses an operation without an id.
func someID(_ *Engine, r *request) *spec.Error {
	if r.ID.IsZero() {
		return errMissing
	}
	return nil
}

// pattern resolves an id that may mean any target or have a dead target.
func pattern(e *Engine, r *request) (err *spec.Error) {
	r.element, err = e.element(r.ID, true)
	return err
}

// exactID resolves an id that can be set.
func exactID(e *Engine, r *request) (err *spec.Error) {
	r.element, err = e.exact(r.ID)
	return err
}

// relatedBy resolves an entity and a relationship. If the operation names no relationship, it is
// missing, or an error if missing is empty.
func relatedBy(missing spec.Handle) argument {
	return func(e *Engine, r *request) (err *spec.Error) {
		name := cmp.Or(r.Relationship, missing)
		if name == "" {
			return errMissing
		}
		if err = subject(e, r); err == nil {
			r.relationship, err = e.handles.related(name)
		}
		return err
	}
}

// depths refuses a negative limit of a walk.
func depths(_ *Engine, r *request) *spec.Error {
	if r.MaxDepth < 0 || r.Take < 0 {
		return spec.Errorf(spec.CodeInvalid, "max_depth or take is negative; pass 0 or more")
	}
	return nil
}

// newHandle refuses a handle that cannot be used for a new object.
func newHandle(e *Engine, r *request) *spec.Error { return e.handles.checkFree(r.Entity) }

// births refuses arguments that new entities or components cannot have, and a handle that is in
// use.
func births(e *Engine, r *request) *spec.Error {
	switch entity := r.Op == spec.OpEntity; {
	case entity && len(r.Members) > 0:
		return spec.Errorf(spec.CodeInvalid, "entity takes no members; use component")
	case !entity && len(r.IDs) > 0:
		return spec.Errorf(spec.CodeInvalid, "a component cannot be made with ids; give it members only")
	case r.Name != nil || r.Parent != "" || r.Unscoped || len(r.More) > 0:
		return unsupported("names, parents, scopes and batches of entities")
	}
	return newHandle(e, r)
}

// newName refuses a name that is missing or taken, and an operation without a query. Queries and
// observers share their names (observers.life).
func newName(e *Engine, r *request) *spec.Error {
	switch {
	case r.As == "" || r.Query == nil:
		return errMissing
	case e.queries[r.As] != nil || e.observers[r.As] != nil:
		return spec.Errorf(spec.CodeExists, "the name %q is taken; choose another one", r.As)
	}
	return nil
}

// compiled compiles the query.
func compiled(e *Engine, r *request) (err *spec.Error) {
	r.query, err = e.compile(&r.Operation)
	return err
}

// prepared finds a prepared query.
func prepared(e *Engine, r *request) *spec.Error {
	if r.query = e.queries[r.On]; r.query == nil {
		return errNoQuery(r.On)
	}
	return plainIteration(&r.Operation)
}

// savedAs refuses a snapshot without a name.
func savedAs(_ *Engine, r *request) *spec.Error {
	if r.As == "" {
		return errMissing
	}
	return nil
}

// settled refuses an operation while changes are staged.
func settled(e *Engine, _ *request) *spec.Error {
	if e.world.IsStaged() {
		return spec.Errorf(spec.CodeInvalid, "changes are staged; end the deferral first")
	}
	return nil
}
