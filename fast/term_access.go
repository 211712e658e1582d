package fast

import (
	"github.com/relspec/relspec/spec"
)

// Access says whether a loop reads or writes the values of a term, for change detection: those of fields that are inout or out
// count as written by every loop over them (QRY-496, QRY-506). By default a field is inout on the values that entities
// of the batch own, and in on those of other entities; terms that are no fields are neither read nor written, and tags
// never are (ruling 23).

// In is a term whose values are only read.
func In(t Term) Term { return withAccess(t, spec.AccessIn) }

// Out is a term whose values are written and not read.
func Out(t Term) Term { return withAccess(t, spec.AccessOut) }

// InOut is a term whose values are read and written, also where it is matched on another entity or is no field.
func InOut(t Term) Term { return withAccess(t, spec.AccessInOut) }

// None is a term whose values are neither read nor written.
func None(t Term) Term { return withAccess(t, spec.AccessNone) }

func withAccess(t Term, a spec.Access) Term {
	q := t.describe()
	if !q.isTerm() || q.text != "" || q.access != spec.AccessDefault {
		panic(spec.Errorf(spec.CodeInvalid, "In, Out, InOut and None take a term without access; in a text access is written"))
	}
	q.access = a
	return q
}

// ReadOnly says that the field of type T is only read: In for a field without a term of its own (QRY-518). A query whose
// changes are asked for has best only such fields (QRY-509).
func ReadOnly[T any]() Term {
	return queryTerm{field: wordOf[T](), access: spec.AccessIn}
}
