package fast

import (
	"fmt"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// noTerm is the number of the term at fault where the fault is none of a term.
const noTerm = -1

// placed adds to an error where the term at fault begins in the text of a query: number counts the terms in the order of
// [spec.Term.Walk]. An error of a query that is given as terms, and one that no term is at fault for, stays as it is.
func (w *World) placed(err *spec.Error, q *spec.Query, number int) *spec.Error {
	if number == noTerm || !q.IsText() {
		return err
	}
	at := *err // some errors are shared
	at.Line, at.Column = lang.Place(w.dialectOf(q), q.Expr, number, queryLimits)
	return &at
}

// told is a refusal as programs read it: the sentence ends with the place in the text of the query, if it has one.
func told(err *spec.Error) *spec.Error {
	if err == nil || err.Line == 0 {
		return err
	}
	at := *err
	at.Message += fmt.Sprintf(" (line %d, column %d)", err.Line, err.Column)
	return &at
}

// dialectOf is the dialect that the text of a query is written in.
func (w *World) dialectOf(q *spec.Query) spec.Dialect {
	if q.Syntax == spec.DialectDefault {
		return w.profile.Dialect
	}
	return q.Syntax
}
