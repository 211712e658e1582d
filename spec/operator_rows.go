package spec

// OperatorRow is a row of the catalogue of operators. It has everything about an operator except
// its meaning. The words of the protocol, the capabilities that a query needs and the features that
// a campaign counts come from these rows. A test of internal/acceptance finds code that misses a
// row.
type OperatorRow struct {
	// Feature is the name of the operator in reports and counts of queries.
	Feature Feature
	// Capability is needed by queries with the operator; "" if every engine has it.
	Capability Capability

	kind    TermKind   // kind of its terms; operators of TermMatch can also be on other terms
	oper    Operator   // for TermMatch
	compare Comparison // for TermCompare
}

// operatorRows are in the order of reports. Because of namesOf, the rows of TermMatch must also be
// in the order of [Operator], and those of TermCompare in the order of [Comparison].
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

// Operators lists the rows of all operators in the order of reports. The list is shared; do not
// modify it.
func Operators() []OperatorRow { return operatorRows }

// In reports whether a term itself has the operator; terms inside it do not count. A term may have
// two operators: a negated $x != Mars has "!=" and "not".
func (r *OperatorRow) In(t *Term) bool {
	switch r.kind {
	case TermMatch:
		if t.Oper != r.oper {
			return false
		}
		switch r.oper { //nolint:exhaustive // the others count in every kind of term
		case And:
			return t.Kind == TermMatch // in other terms And is only the zero value
		case Not:
			return t.Kind != TermScope // every scope has Not
		}
		return true
	case TermCompare:
		return t.Kind == TermCompare && t.Compare == r.compare
	case TermOr, TermScope:
		return t.Kind == r.kind
	}
	return false
}

// operatorNames and comparisonNames are the JSON names of the operators of terms and of
// comparisons.
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
