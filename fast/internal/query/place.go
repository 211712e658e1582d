package query

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// NoTerm means that no term is at fault.
const NoTerm = -1

// WithPosition adds to an error the position at which the term at fault begins in the text of a
// query. number counts the terms in the order of [spec.Term.Walk]. If the query was not given as
// text, or if no term is at fault, WithPosition returns the error unchanged.
func WithPosition(w *rules.World, err *spec.Error, q *spec.Query, number int) *spec.Error {
	if number == NoTerm || !q.IsText() {
		return err
	}
	at := *err // copied, because some errors are shared
	at.Line, at.Column = lang.Position(dialectOf(w, q), q.Expr, number, checks(w)...)
	return &at
}

// dialectOf returns the dialect of the text of a query.
func dialectOf(w *rules.World, q *spec.Query) spec.Dialect {
	if q.Syntax == spec.DialectDefault {
		return w.Profile.Dialect
	}
	return q.Syntax
}
