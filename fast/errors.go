package fast

import "github.com/relspec/relspec/spec"

// Refusals are values of type *spec.Error; get at the code with errors.As.

// asError avoids an error interface that holds a nil pointer.
func asError(err *spec.Error) error {
	if err == nil {
		return nil
	}
	return err
}

var (
	errDead     = spec.Errorf(spec.CodeNotAlive, "the entity is not alive; check Alive before using a kept handle")
	errWildcard = spec.Errorf(spec.CodeInvalid, "a wildcard stands for ids, it cannot be one; use it in patterns only")
	errMissing  = spec.Errorf(spec.CodeInvalid, "an argument that the operation needs is missing")
	errNoID     = spec.Errorf(spec.CodeInvalid, "an id has a first element that is not zero")
	errNoTarget = spec.Errorf(spec.CodeInvalid, "a pair has a target that is not zero; check what Target gave")
	errNoType   = spec.Errorf(spec.CodeInvalid, "the id has no type: no element of it is a component, or PairIsTag is on its first element")
)

func errReserved(what string) *spec.Error {
	return spec.Errorf(spec.CodeInvalid, "a reserved entity cannot %s", what)
}

// checkAlive refuses dead entities.
func (w *World) checkAlive(e Entity) *spec.Error {
	if !w.st.Alive(e) || e.Index() <= Any.Index() {
		return errDead
	}
	return nil
}
