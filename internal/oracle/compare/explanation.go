package compare

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// compareExplanations compares what is explained, not in which words: the same rows have a proof,
// each term of a row is accounted for, an entity without a row has a reason if it was asked about,
// and the term that is said to fail does fail. Several terms may fail ([Options.Failing]). For
// example, of an entity that has neither City nor Ship, "City, Ship" fails at either term. An
// engine that is not ours need not say which term fails, nor say something of each term of a row.
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
	untold := opts.AnyError && got.Place == 0
	return got.Place == want.Place || untold || opts.Failing == nil || slices.Contains(opts.Failing, got.Place)
}

// missOf is the reason why an entity has no row, nil if none is given.
func missOf(o *spec.Outcome, entity spec.Handle) *spec.Miss {
	misses := o.Explanation.Misses
	i := slices.IndexFunc(misses, func(m spec.Miss) bool { return m.Entity == entity })
	if i < 0 {
		return nil
	}
	return &misses[i]
}

// Explained lists the rows that an explanation proves.
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

// WithExplained is an outcome with other rows in the place of those that its explanation proves.
func WithExplained(o spec.Outcome, rows []spec.Row) spec.Outcome {
	e := *o.Explanation
	e.Matches = slices.Clone(e.Matches)
	for i := range e.Matches {
		e.Matches[i].Row = rows[i]
	}
	o.Explanation = &e
	return o
}
