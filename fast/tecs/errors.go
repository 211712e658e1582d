package tecs

import "github.com/relspec/relspec/spec"

// Errors are of type *spec.Error; use errors.As to get the code.
var (
	errDead = spec.Errorf(spec.CodeNotAlive,
		"the entity is not alive; check Alive before using a handle that was kept")
	errForeign = spec.Errorf(spec.CodeInvalid,
		"the relationship or component is nil or belongs to another world; use one of this world")
	errNoTarget  = spec.Errorf(spec.CodeInvalid, "the relationship has no target; make an edge with To or New")
	errNoReverse = spec.Errorf(spec.CodeInvalid, "the relationship has no reverse index; declare it with ReverseIndex")
	errStaged    = spec.Errorf(spec.CodeInvalid, "changes are staged; commit them first")
	errNoScope   = spec.Errorf(spec.CodeInvalid, "there is no scope to commit; begin it with Defer")
	errSparse    = spec.Errorf(spec.CodeInvalid, "a sparse relationship has no tables for its targets; use Sources")
)

// asError avoids an error interface that holds a nil pointer.
func asError(err *spec.Error) error {
	if err == nil {
		return nil
	}
	return err
}
