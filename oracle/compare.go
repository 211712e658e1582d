package oracle

import (
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

// Difference is the result of a comparison that fails: Kind and Op, both answers in a line each
// (Want is the reference's), and the Lines that differ, with "-" those that the implementation
// lacks and with "+" those that it adds.
type Difference = compare.Difference

// CompareOptions loosen a comparison for engines that are not ours. The zero value compares exactly: with codes, and
// with every variable.
type CompareOptions = compare.Options

// Compare compares two outcomes of one operation by meaning: rows, entities and ids are sets,
// events are ordered within an observer and an entity, numbers are compared as numbers. It gives
// nil where they agree. For example, it gives nil for the same rows in another order, unless the
// query orders them. The cost grows with the size of the answers, and for rows that differ in
// several fields with its square.
func Compare(op *spec.Operation, want, got *spec.Outcome, opts CompareOptions) *Difference {
	return compare.Outcomes(op, want, got, opts)
}

// CompareDumps compares two worlds, entity by entity, after an operation. It gives nil where they agree.
func CompareDumps(after spec.OpKind, want, got *spec.Dump) *Difference {
	return compare.Dumps(after, want, got)
}

// OperationText prints an operation in one line, such as "add a (R, b)". Queries are in the dialect
// of the profile.
func OperationText(p spec.Profile, op *spec.Operation) string { return show.Operation(p, op) }

// TraceText prints a trace, one operation a line, numbered from 1.
func TraceText(t *spec.Trace) []string { return show.Trace(t) }

// OutcomeText prints an answer as reports do.
func OutcomeText(out spec.Outcome) string { return show.Outcome(out) }
