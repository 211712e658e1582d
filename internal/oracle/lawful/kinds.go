package lawful

import (
	"iter"
	"slices"

	"github.com/relspec/relspec/internal/expected"
	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/spec"
)

// ResolvedKind returns the kind as which a query runs ([capability.Kind]), or KindAuto if no kind
// can run it.
func ResolvedKind(p spec.Profile, q *spec.Query, terms []spec.Term) spec.QueryKind {
	k := capability.Kind(p, q, terms)
	if q.Kind == spec.KindAuto && k == spec.KindCached && !Supports(p, k, q, terms) {
		return spec.KindAuto
	}
	return k
}

// Supports reports whether kind k of the profile has every capability that the query needs. The
// catalogue of capabilities decides, not a refusal by the engine, which may be wrong. So an engine
// that wrongly refuses a query as a filter but answers it as a rule is found.
func Supports(p spec.Profile, k spec.QueryKind, q *spec.Query, terms []spec.Term) bool {
	has, flags := p.Capabilities()[k.String()], spec.TravFlags(0)
	parsed := spec.Query{Terms: terms}
	parsed.Walk(func(t *spec.Term) { flags |= capability.Flags(t) })
	if p.Substitution && (flags&spec.TravDown != 0 && !p.SetsDown.Has(k) || flags&spec.TravAll != 0 && !p.SetsAll.Has(k)) {
		return false
	}
	return !slices.ContainsFunc(append(q.Needs(), parsed.Needs()...),
		func(c spec.Capability) bool { return c.OfQueries() && !slices.Contains(has, c) })
}

// Implied records properties in a trace that some kinds of query use and others ignore:
// relationships that are transitive or reflexive, and entities with instances. It records names as
// well as handles, since text uses names. It may contain too many: a property that is removed later
// still counts.
type Implied struct {
	closed  map[string]bool // transitive or reflexive
	bases   map[string]bool // targets of IsA
	unknown bool            // properties may come through With
}

// ImpliedBy reads the properties from operations, whether they succeed or not.
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

// SameForKinds reports whether both kinds of query resolve the terms in the same way.
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
			if p.Substitution { // a written set applies in every kind of query
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

// LastElement returns the last name in a path.
func LastElement(path string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '.' || path[i] == ':' {
			return path[i+1:]
		}
	}
	return path
}

// isWrittenOut reports whether no element has an implicit set. In profiles with substitution an
// element without a set has one that depends on the kind of query.
func isWrittenOut(terms []spec.Term) bool {
	all := true
	for i := range terms {
		terms[i].Walk(func(t *spec.Term) {
			if t.Kind == spec.TermMatch {
				all = all && t.Src.Trav != nil && (t.First.Trav != nil || !isOne(&t.First)) &&
					(t.Second.Trav != nil || !isOne(&t.Second))
			}
		})
	}
	return all
}

// isOne reports whether an element is one entity.
func isOne(r *spec.Ref) bool {
	return r.Kind == spec.RefName || r.Kind == spec.RefNumber ||
		r.Kind == spec.RefEntity && !spec.Handle(r.Name).IsWildcard()
}
