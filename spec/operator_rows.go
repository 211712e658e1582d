package spec

// OperatorRow is a row of the catalogue of operators: all facts about one way in which terms count,
// but its meaning. The words of the protocol, the capabilities that a query needs and the features
// that a campaign counts read these rows; a test of internal/acceptance says which walk forgets a
// row.
type OperatorRow struct {
	// Feature is its name, in reports and counts of queries.
	Feature Feature
	// Capability is that of an engine which has it; "" where every query needs it.
	Capability Capability
	// Apart says why something that walks the rows leaves this one out.
	Apart map[Walk]string

	kind    TermKind   // of the terms that it is about; an operator of TermMatch stands in other terms, too
	oper    Operator   // of TermMatch
	compare Comparison // of TermCompare
}

// operatorRows are in the order of reports; those of TermMatch also in the order of [Operator],
// comparisons in that of [Comparison].
var operatorRows = []OperatorRow{
	{Feature: FeatAnd, oper: And},
	{Feature: FeatNot, oper: Not, Capability: CapNot},
	{Feature: FeatOptional, oper: Optional, Capability: CapOptional},
	{Feature: FeatOr, kind: TermOr, Capability: CapOr},
	{Feature: FeatScope, kind: TermScope, Capability: CapQueryScope},
	{Feature: FeatAndFrom, oper: AndFrom, Capability: CapLists},
	{Feature: FeatOrFrom, oper: OrFrom, Capability: CapLists},
	{Feature: FeatNotFrom, oper: NotFrom, Capability: CapLists},
	{Feature: FeatEqual, kind: TermCompare, compare: Equal, Capability: CapEquality},
	{Feature: FeatNotEqual, kind: TermCompare, compare: NotEqual, Capability: CapEquality},
	{Feature: FeatContains, kind: TermCompare, compare: Contains, Capability: CapEquality},
}

// Operators lists the rows of all operators in the order of reports. The list is shared; do not change it.
func Operators() []OperatorRow { return operatorRows }

// In reports whether a term has the operator itself; terms inside it do not count. A term may have two: $x != Mars that
// is negated has "!=" and "not".
func (r *OperatorRow) In(t *Term) bool {
	switch r.kind {
	case TermMatch:
		if t.Oper != r.oper {
			return false
		}
		switch r.oper { //nolint:exhaustive // the others say so in every kind of term
		case And:
			return t.Kind == TermMatch // other terms have no such forms
		case Not:
			return t.Kind != TermScope // the scope itself is negated
		}
		return true
	case TermCompare:
		return t.Kind == TermCompare && t.Compare == r.compare
	case TermOr, TermScope:
		return t.Kind == r.kind
	}
	return false
}

// operatorNames and comparisonNames are the words of the operators of terms and of comparisons in JSON.
var operatorNames, comparisonNames = namesOf(TermMatch), namesOf(TermCompare)

func namesOf(kind TermKind) []string {
	var out []string
	for i := range operatorRows {
		if operatorRows[i].kind == kind {
			out = append(out, string(operatorRows[i].Feature))
		}
	}
	return out
}
