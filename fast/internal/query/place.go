package query

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// NoTerm is the number of the term at fault where the fault is none of a term.
const NoTerm = -1

// Placed adds to an error where the term at fault begins in the text of a query: number counts the
// terms in the order of [spec.Term.Walk]. An error of a query that is given as terms, and one that
// no term is at fault for, stays as it is.
func Placed(w *rules.World, err *spec.Error, q *spec.Query, number int) *spec.Error {
	if number == NoTerm || !q.IsText() {
		return err
	}
	at := *err // some errors are shared
	at.Line, at.Column = lang.Position(dialectOf(w, q), q.Expr, number, checks(w)...)
	return &at
}

// dialectOf is the dialect that the text of a query is written in.
func dialectOf(w *rules.World, q *spec.Query) spec.Dialect {
	if q.Syntax == spec.DialectDefault {
		return w.Profile.Dialect
	}
	return q.Syntax
}
