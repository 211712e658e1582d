package query

import "github.com/relspec/relspec/spec"

// The statements that justify a step in the proof of a row. The statements of the term and of the
// match come in addition.
var (
	UnsetVariable   = cites("QRY-248", "FQL-149")            // a variable of the term is unset
	NoAlternative   = cites("QRY-248", "FQL-149", "FQL-151") // each alternative has an unset variable
	MadeEqual       = cites("QRY-266", "FQL-135")            // an equality binds a variable to another
	NoField         = cites("QRY-269")                       // a comparison in the chain is true
	FoundUp         = cites("QRY-365", "FQL-102")            // traversal finds the id on another entity
	FoundOnBase     = cites("REL-088", "REL-095", "QRY-389") // inheritance finds the id on a base
	ChildLookedUp   = cites("FQL-139")                       // a lookup finds the child of that name
	FoundInSet      = cites("SET-222", "SET-240")            // an entity in the set of the subject has the id
	FoundBySuperset = cites("SET-268", "SET-278")            // a base of the subject has the id
	StandsFor       = cites("SET-218")                       // a candidate stands for an element
	LeadsTo         = cites("SET-250", "SET-256")            // transitive pairs lead to the object
)

// The statements that justify the absence of a row.
var (
	ExcludedPrefab = cites("QRY-285", "FQL-030") // no term names Prefab
	SetElsewhere   = cites("QRY-472")            // $this is set to another entity
	NoChild        = cites("FQL-141")            // a lookup variable finds no child
	WasDeleted     = cites("REL-118")            // the source or an element was deleted
	OnItself       = cites("QRY-387")            // only the source has the id, but the term skips it
	OnAnother      = cites("QRY-386")            // another entity has the id, but the term skips it
	MemberNames    = cites("FQL-146")            // the member names another entity
	NotFoundUp     = cites("QRY-376")            // an entity above has the id, but it is not inherited
	NotInherited   = cites("REL-180")            // a base has the id, which is DontInherit
	NotCopied      = cites("FQL-112")            // a base has the id, which is Override
	OutsideSet     = cites("SET-225")            // no candidate of the term's sets has the id
)

// KindWithout lists, for each way to derive a fact, the statements that say which kinds of query do
// not use it.
var KindWithout = map[How][]spec.StatementID{
	Subclass: {"QRY-580"}, Transitive: {"QRY-591"}, Reflexive: {"QRY-607"},
	Substituted: {"SET-286"},
}

// Statements returns the statements about the operator of a term.
func (t *Term) Statements() []spec.StatementID {
	switch {
	case t.Sets && t.Kind == spec.TermOr:
		return cites("SET-130", "SET-132")
	case t.Sets:
		return map[spec.Operator][]spec.StatementID{
			spec.And: {"SET-109"}, spec.Not: {"SET-118"}, spec.Optional: {"SET-122", "SET-124"},
			spec.AndFrom: {"SET-136", "SET-139"}, spec.OrFrom: {"SET-136", "SET-138"},
			spec.NotFrom: {"SET-136", "SET-139"},
		}[t.Oper]
	}
	switch t.Kind {
	case spec.TermOr:
		return cites("QRY-201", "QRY-218", "FQL-021")
	case spec.TermScope:
		return cites("QRY-300", "QRY-308")
	case spec.TermCompare:
		return map[spec.Comparison][]spec.StatementID{
			spec.Equal: {"QRY-204", "FQL-124"}, spec.NotEqual: {"QRY-205", "FQL-124"},
			spec.Contains: {"QRY-206", "FQL-130"},
		}[t.Compare]
	case spec.TermMatch:
	}
	return map[spec.Operator][]spec.StatementID{
		spec.And: {"QRY-200"}, spec.Not: {"QRY-202", "QRY-234", "FQL-018"},
		spec.Optional: {"QRY-243", "FQL-025"}, spec.AndFrom: {"QRY-207", "FQL-029"},
		spec.OrFrom: {"QRY-208", "FQL-039"}, spec.NotFrom: {"QRY-209"},
	}[t.Oper]
}

// Statements returns the statements by which a match follows from the ids of its owner.
func (m *Match) Statements() []spec.StatementID {
	first, second := m.Term.First.Kind, m.Term.Second.Kind
	switch {
	case m.Term.Sets:
		return m.setStatements()
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

// setStatements is Statements for profiles with sets.
func (m *Match) setStatements() []spec.StatementID {
	first, second := m.Term.First, m.Term.Second
	switch {
	case m.How == Transitive:
		return cites("SET-250", "SET-256")
	case m.How == Substituted && (first.Set != nil || second.Set != nil):
		return cites("SET-218", "SET-242")
	case m.How == Substituted:
		return cites("SET-268", "SET-269")
	case first.Kind == spec.RefWildcard || second.Kind == spec.RefWildcard:
		return cites("SET-191")
	case first.Varies() || second.Varies():
		return cites("SET-201")
	case second.Kind == spec.RefNone:
		return cites("SET-153")
	}
	return cites("SET-162")
}

func cites(s ...spec.StatementID) []spec.StatementID { return s }
