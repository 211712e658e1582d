package oracle

import (
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

// Difference describes how two outcomes differ. Want is the answer of the reference and Got that of
// the implementation, in one line each. Lines has the lines that differ: "-" marks a line that the
// implementation lacks, "+" one that it adds.
type Difference = compare.Difference

// CompareOptions relax a comparison for foreign engines. The zero value compares exactly, including
// error codes and all variables.
type CompareOptions = compare.Options

// Compare compares two outcomes of one operation and returns nil if they agree. It compares by
// meaning: rows, entities and ids are sets, so their order makes no difference unless the query
// orders the rows; events are ordered within an observer and an entity; the numbers 1 and 1.0 are
// equal. If the rows are in the same order, the cost is linear in their number; otherwise Compare
// sorts keys of the rows. If the reference allows several answers for a field, Compare may have to
// try all pairs of rows.
func Compare(op *spec.Operation, want, got *spec.Outcome, opts CompareOptions) *Difference {
	return compare.Outcomes(op, want, got, opts)
}

// CompareDumps compares two worlds, entity by entity, after an operation. It returns nil if they
// agree.
func CompareDumps(after spec.OpKind, want, got *spec.Dump) *Difference {
	return compare.Dumps(after, want, got)
}

// OperationText formats an operation in one line, such as "add a (R, b)". Queries are in the
// dialect of the profile.
func OperationText(p spec.Profile, op *spec.Operation) string { return show.Operation(p, op) }

// TraceText formats a trace, one operation per line, numbered from 1.
func TraceText(t *spec.Trace) []string { return show.Trace(t) }

// OutcomeText formats an answer, as in reports.
func OutcomeText(out spec.Outcome) string { return show.Outcome(out) }
