package query

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// need is a feature that only some kinds of query support. The other kinds refuse a query that uses
// it (query.kinds). Component inheritance and transitivity are not in this table: a kind that does
// not support them has fewer rows, but no error. Every kind traverses (traversal.kinds).
type need struct {
	what string
	used bool       // whether the term uses the feature
	by   spec.Kinds // the kinds that support it
}

// needs returns the table of features for a term.
func needs(p spec.Profile, t *spec.Term) []need {
	onElement := t.First.Trav != nil || t.Second.Trav != nil
	other := func(t *spec.Traversal) bool { return t != nil && t.Flags != spec.TravSelf }
	more := other(t.First.Trav) || other(t.Second.Trav)
	variable := func(r *spec.Ref) bool { return r.Kind == spec.RefVariable && r.Name != spec.This }
	lookup := func(r *spec.Ref) bool { return r.Kind == spec.RefLookup }
	member := func(r *spec.Ref) bool { return r.Kind == spec.RefMember }
	singleton := t.Second.Kind == spec.RefSingleton
	down, all := refers(t, flagged(spec.TravDown)), refers(t, flagged(spec.TravAll))
	return []need{
		{"a list operator", fromList(t.Oper), p.FromLists},
		{"[filter]", t.Access == spec.AccessFilter && !p.FilterAccess, spec.Nowhere},
		{"a comparison", t.Kind == spec.TermCompare, p.Equality},
		{"a scope", t.Kind == spec.TermScope, p.Scopes},
		{"a variable", refers(t, variable), p.Variables},
		{"a lookup variable", refers(t, lookup), p.LookupVariables},
		{"a member", refers(t, member), p.Members},
		{"$ as second element", singleton && !p.SingletonSecond, spec.Nowhere},
		{"$ as source", t.Src.Kind == spec.RefSingleton && p.UsageTraits, spec.Nowhere}, // F41-049
		{"a traversal on an element", onElement, p.SelfOnElements},
		// QRY-406, SET-248, SET-249, sets.kinds:
		{"another traversal than self on an element", !p.Substitution && more, spec.Nowhere},
		{"sub", p.Substitution && down, p.SetsDown},
		{"all", p.Substitution && all, p.SetsAll},
	}
}

// refers reports whether is holds for some element of t.
func refers(t *spec.Term, is func(*spec.Ref) bool) bool { return slices.ContainsFunc(t.Refs(), is) }

// flagged returns a predicate for elements that have one of the flags.
func flagged(flags spec.TravFlags) func(*spec.Ref) bool {
	return func(r *spec.Ref) bool { return r.Trav != nil && r.Trav.Flags&flags != 0 }
}

// fromList reports whether an operator is a list operator: and|L, or|L, not|L.
func fromList(o spec.Operator) bool {
	return o == spec.AndFrom || o == spec.OrFrom || o == spec.NotFrom
}

// chooseKind chooses a kind for a query of kind auto (query.auto). It returns an error for the
// first feature, in the order of the text, that the kind does not support. Order (order.kinds) and
// change detection are checked last.
func (q *Query) chooseKind(p spec.Profile, terms []spec.Term) *spec.Error {
	lists, ordered, count := false, q.Source.OrderBy != nil || q.Source.GroupBy != "", 0
	var cascade *spec.Term
	probe := spec.Query{Terms: terms}
	probe.Walk(func(t *spec.Term) {
		count++
		lists = lists || fromList(t.Oper)
		if refers(t, flagged(spec.TravCascade)) {
			ordered, cascade = true, t
		}
	})
	if count > 64 {
		return spec.Errorf(spec.CodeLimit, "a query has at most 64 terms")
	}
	switch q.Kind = q.Source.Kind; {
	case q.Kind != spec.KindAuto:
	case ordered || p.AutoRule && lists && !p.FromLists.Has(spec.KindRule):
		q.Kind = spec.KindCached
	case p.AutoRule:
		q.Kind = spec.KindRule
	default:
		q.Kind = spec.KindFilter
	}
	var err *spec.Error
	require := func(what string, kinds spec.Kinds, t *spec.Term) {
		if err == nil && !kinds.Has(q.Kind) {
			q.BadTerm = t
			err = spec.Errorf(spec.CodeUnsupported,
				"a %s query does not support %s in %s", q.Kind, what, p.Name)
		}
	}
	probe.Walk(func(t *spec.Term) {
		for _, n := range needs(p, t) {
			if n.used {
				require(n.what, n.by, t)
			}
		}
	})
	if ordered {
		require("order", p.Ordering, cascade)
	}
	if q.Source.DetectChanges {
		require("change detection", p.ChangeDetection, nil)
	}
	q.resolves = Resolution{p.ComponentInheritance.Has(q.Kind), p.Transitivity.Has(q.Kind)}
	return err
}
