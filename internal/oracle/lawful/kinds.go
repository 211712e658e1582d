package lawful

import (
	"iter"

	"github.com/relspec/relspec/internal/expected"
	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/spec"
)

// ResolvedKind is the kind that a query runs as ([capability.Kind]). It is KindAuto where no kind can run it.
func ResolvedKind(p spec.Profile, q *spec.Query, terms []spec.Term) spec.QueryKind {
	k := capability.Kind(p, q, terms)
	if q.Kind == spec.KindAuto && k == spec.KindCached && !Supports(p, k, q, terms) {
		return spec.KindAuto
	}
	return k
}

// Supports reports whether the profile lets kind k run the query at all. It says again what the rules of the model say,
// since to ask the engine would take its refusal for lawful: this is how an engine is caught that refuses as a filter
// what it answers as a rule, and the model itself where its table of needs has the kinds of another feature.
func Supports(p spec.Profile, k spec.QueryKind, q *spec.Query, terms []spec.Term) bool {
	ok := true
	need := func(needed bool, kinds spec.Kinds) { ok = ok && (!needed || kinds.Has(k)) }
	need(q.OrderBy != nil || q.GroupBy != "", p.Ordering)
	need(q.DetectChanges, p.ChangeDetection)
	for i := range terms {
		terms[i].Walk(func(t *spec.Term) {
			need(len(TermVars(t)) > 0, p.Variables)
			need(t.Kind == spec.TermCompare, p.Equality)
			need(t.Kind == spec.TermScope, p.Scopes)
			need(capability.IsList(t), p.FromLists)
			need(capability.Flags(t)&spec.TravCascade != 0, p.Ordering)
			need(t.First.Trav != nil || t.Second.Trav != nil, p.SelfOnElements)
			need(p.Substitution && capability.Flags(t)&spec.TravDown != 0, p.SetsDown)
			need(p.Substitution && capability.Flags(t)&spec.TravAll != 0, p.SetsAll)
			for _, r := range t.Refs() {
				need(r.Kind == spec.RefLookup, p.LookupVariables)
				need(r.Kind == spec.RefMember, p.Members)
			}
		})
	}
	return ok
}

// Implied is what a trace ever declares that some kinds of query resolve and others do not: relationships that are
// transitive or reflexive, and entities that others inherit from. Names stand beside handles, since text uses them.
// It is an estimate on the safe side: a property that was removed later still counts.
type Implied struct {
	closed  map[string]bool // transitive or reflexive
	bases   map[string]bool // targets of IsA
	unknown bool            // properties may come through With
}

// ImpliedBy reads what operations declare, whether they succeed or not.
func ImpliedBy(p spec.Profile, ops iter.Seq[*spec.Operation]) *Implied {
	requests := expected.NewRequests(p)
	for op := range ops {
		requests.Follow(op)
	}
	m := &Implied{closed: map[string]bool{}, bases: map[string]bool{}}
	requests.Each(func(h spec.Handle, name string, base bool) {
		closed := false
		for _, id := range requests.Ever(h) {
			closed = closed || id.First == spec.Transitive || id.First == spec.ReflexiveProp
			m.unknown = m.unknown || id.First == spec.With && (spec.IsProperty(id.Second) || id.Second == spec.IsA)
		}
		for _, n := range []string{string(h), name} {
			if closed && n != "" {
				m.closed[n] = true
			}
			if base && n != "" {
				m.bases[n] = true
			}
		}
	})
	return m
}

// SameForKinds reports whether the profile resolves the terms alike for both kinds.
func (m *Implied) SameForKinds(p spec.Profile, a, b spec.QueryKind, terms []spec.Term) bool {
	if p.Substitution && !isWrittenOut(terms) {
		return false
	}
	transitive := p.Transitivity.Has(a) == p.Transitivity.Has(b)
	components := p.ComponentInheritance.Has(a) == p.ComponentInheritance.Has(b)
	if transitive && components {
		return true
	}
	same := !m.unknown
	for i := range terms {
		terms[i].Walk(func(t *spec.Term) {
			first := LastElement(t.First.Name)
			if p.Substitution { // components are substituted where it is written, and where it is not in no kind
				follows := first == string(spec.IsA) ||
					len(m.closed) > 0 && t.First.Trav != nil && t.First.Trav.Flags != spec.TravSelf
				same = same && (transitive || isOne(&t.Second) || t.Second.Kind == spec.RefNone ||
					!m.closed[first] && !follows)
				return
			}
			same = same && (transitive || !m.closed[first]) && (components || !m.bases[first])
		})
	}
	return same
}

// LastElement is the entity's own name in a path.
func LastElement(path string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '.' || path[i] == ':' {
			return path[i+1:]
		}
	}
	return path
}
