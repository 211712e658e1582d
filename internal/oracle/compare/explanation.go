package compare

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// compareExplanations compares the facts of explanations, not their words: the same rows are
// proved, each term of a row is explained, an entity without a row has a reason if the operation
// asked about it, and the blamed term really fails. If several terms fail, any of them may be
// blamed ([Options.Failing]). For example, if an entity has neither City nor Ship, "City, Ship"
// fails at either term. A foreign engine need not blame a term, or explain each term of a row.
func compareExplanations(op *spec.Operation, want, got *spec.Outcome, opts Options) *Difference {
	w := spec.Outcome{Kind: spec.OutRows, Rows: Explained(want)}
	g := spec.Outcome{Kind: spec.OutRows, Rows: Explained(got)}
	m := MatchRows(w.Rows, g.Rows, opts)
	if !m.Complete() {
		return RowsDifference(op, &w, &g, m)
	}
	same := true
	for i, k := range m.Want {
		of, by := want.Explanation.Matches[i], got.Explanation.Matches[k]
		same = same && (opts.AnyError || len(of.Terms) == len(by.Terms))
	}
	for i := range want.Explanation.Misses {
		miss := &want.Explanation.Misses[i]
		asked := op.Entity != "" || miss.Entity == ""
		same = same && (!asked || missOf(got, miss.Entity) != nil)
	}
	for i := range got.Explanation.Misses {
		miss := &got.Explanation.Misses[i]
		wanted := missOf(want, miss.Entity)
		same = same && wanted != nil && fails(miss, wanted, opts)
	}
	return single(op, want, got, same)
}

// fails reports whether the term that an engine blames fails.
func fails(got, want *spec.Miss, opts Options) bool {
	n := got.TermNumber
	unknown := opts.AnyError && n == 0
	return n == want.TermNumber || unknown || opts.Failing == nil || slices.Contains(opts.Failing, n)
}

// missOf returns the reason why an entity has no row, or nil.
func missOf(o *spec.Outcome, entity spec.Handle) *spec.Miss {
	misses := o.Explanation.Misses
	i := slices.IndexFunc(misses, func(m spec.Miss) bool { return m.Entity == entity })
	if i < 0 {
		return nil
	}
	return &misses[i]
}

// Explained returns the rows that an explanation proves.
func Explained(o *spec.Outcome) []spec.Row {
	if o.Explanation == nil {
		return nil
	}
	rows := make([]spec.Row, len(o.Explanation.Matches))
	for i := range rows {
		rows[i] = o.Explanation.Matches[i].Row
	}
	return rows
}

// WithExplained returns an outcome with the proved rows of its explanation replaced.
func WithExplained(o spec.Outcome, rows []spec.Row) spec.Outcome {
	e := *o.Explanation
	e.Matches = slices.Clone(e.Matches)
	for i := range e.Matches {
		e.Matches[i].Row = rows[i]
	}
	o.Explanation = &e
	return o
}
