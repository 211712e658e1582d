package query

import "github.com/relspec/relspec/spec"

// Statements are those about the operator of a term.
func (t *Term) Statements() []spec.StatementID {
	switch t.Kind {
	case spec.TermOr:
		return cites("QRY-201", "QRY-218", "FQL-021")
	case spec.TermScope:
		return cites("QRY-300", "QRY-308")
	case spec.TermCompare:
		return map[spec.Comparison][]spec.StatementID{
			spec.Equal: {"QRY-204", "FQL-124"}, spec.NotEqual: {"QRY-205", "FQL-124"}, spec.Contains: {"QRY-206", "FQL-130"},
		}[t.Compare]
	case spec.TermMatch:
	}
	return map[spec.Operator][]spec.StatementID{
		spec.And: {"QRY-200"}, spec.Not: {"QRY-202", "QRY-234", "FQL-018"}, spec.Optional: {"QRY-243", "FQL-025"},
		spec.AndFrom: {"QRY-207", "FQL-029"}, spec.OrFrom: {"QRY-208", "FQL-039"}, spec.NotFrom: {"QRY-209"},
	}[t.Oper]
}

// Statements are those by which a match follows from its owner's ids.
func (m *Match) Statements() []spec.StatementID {
	first, second := m.Term.First.Kind, m.Term.Second.Kind
	switch {
	case m.How == Transitive:
		return cites("REL-187", "QRY-592")
	case m.How == Reflexive:
		return cites("REL-194", "QRY-609")
	case m.Member != "":
		return cites("FQL-143", "FQL-146")
	case m.ID.HasWildcard() && second == spec.RefWildcard && first == spec.RefEntity:
		return cites("REL-228")
	case m.ID.HasWildcard():
		return cites("QRY-135")
	case m.How == Subclass || m.Via != m.ID:
		return cites("QRY-581", "FQL-115")
	case first == spec.RefWildcard || second == spec.RefWildcard:
		return cites("QRY-133")
	}
	return cites("QRY-109", "FQL-009")
}

func cites(s ...spec.StatementID) []spec.StatementID { return s }
