package rules

import "github.com/relspec/relspec/spec"

// need is something that a query uses and that only some kinds of query support. What a kind does not support it refuses
// (ruling 26, P-30); component inheritance and transitivity are no needs: a kind without them finds less.
type need struct {
	what string
	used func(p spec.Profile, t *spec.Term) bool
	by   func(p spec.Profile) spec.Kinds
}

var needs = []need{
	{"a list operator", func(_ spec.Profile, t *spec.Term) bool { return fromList(t.Oper) }, func(p spec.Profile) spec.Kinds { return p.FromLists }},
	{"[filter]", func(p spec.Profile, t *spec.Term) bool { return t.Access == spec.AccessFilter && !p.FilterAccess }, nowhere},
	{"a comparison", func(_ spec.Profile, t *spec.Term) bool { return t.Kind == spec.TermCompare }, func(p spec.Profile) spec.Kinds { return p.Equality }},
	{"a scope", func(_ spec.Profile, t *spec.Term) bool { return t.Kind == spec.TermScope }, func(p spec.Profile) spec.Kinds { return p.Scopes }},
	{"a variable", someRef(func(r *spec.Ref) bool { return r.Kind == spec.RefVariable && r.Name != spec.This }), func(p spec.Profile) spec.Kinds { return p.Variables }},
	{"a lookup variable", someRef(func(r *spec.Ref) bool { return r.Kind == spec.RefLookup }), func(p spec.Profile) spec.Kinds { return p.LookupVariables }},
	{"a member", someRef(func(r *spec.Ref) bool { return r.Kind == spec.RefMember }), func(p spec.Profile) spec.Kinds { return p.Members }},
	{"$ as second element", func(p spec.Profile, t *spec.Term) bool {
		return t.Second.Kind == spec.RefSingleton && !p.SingletonSecond
	}, nowhere},
	{"a traversal on an element", onElement(func(spec.TravFlags) bool { return true }), func(p spec.Profile) spec.Kinds { return p.SelfOnElements }},
	{"another traversal than self on an element", onElement(func(f spec.TravFlags) bool { return f != spec.TravSelf }), nowhere}, // QRY-406
}

func fromList(o spec.Operator) bool {
	return o == spec.AndFrom || o == spec.OrFrom || o == spec.NotFrom
}

func nowhere(spec.Profile) spec.Kinds { return spec.Nowhere }

func someRef(is func(*spec.Ref) bool) func(spec.Profile, *spec.Term) bool {
	return func(_ spec.Profile, t *spec.Term) bool {
		for _, r := range t.Refs() {
			if is(r) {
				return true
			}
		}
		return false
	}
}

// onElement: a traversal is written on the first or second element instead of the source.
func onElement(is func(spec.TravFlags) bool) func(spec.Profile, *spec.Term) bool {
	return func(_ spec.Profile, t *spec.Term) bool {
		return t.First.Trav != nil && is(t.First.Trav.Flags) || t.Second.Trav != nil && is(t.Second.Trav.Flags)
	}
}

// chooseKind settles which kind a query is, if it leaves that open, and refuses what the kind does not support.
func (q *Query) chooseKind(p spec.Profile, terms []spec.Term) *spec.Error {
	lists, ordered, count := false, q.Asked.OrderBy != nil || q.Asked.GroupBy != "", 0
	var cascade *spec.Term
	probe := spec.Query{Terms: terms}
	probe.Walk(func(t *spec.Term) {
		count++
		lists = lists || fromList(t.Oper)
		for _, r := range t.Refs() {
			if r.Trav != nil && r.Trav.Flags&spec.TravCascade != 0 {
				ordered, cascade = true, t
			}
		}
	})
	if count > 64 {
		return spec.Errorf(spec.CodeLimit, "a query has at most 64 terms")
	}
	q.Kind = q.Asked.Kind
	switch {
	case q.Kind != spec.KindAuto:
	case !p.AutoRule:
		q.Kind = spec.KindFilter
	case lists || ordered:
		q.Kind = spec.KindCached
	default:
		q.Kind = spec.KindRule
	}
	var err *spec.Error
	require := func(what string, kinds spec.Kinds, t *spec.Term) {
		if err == nil && !kinds.Has(q.Kind) {
			err, q.Fault = spec.Errorf(spec.CodeUnsupported, "a %s query does not support %s in %s", q.Kind, what, p.Name), t
		}
	}
	probe.Walk(func(t *spec.Term) {
		for _, n := range needs {
			if n.used(p, t) {
				require(n.what, n.by(p), t)
			}
		}
	})
	if ordered {
		require("order", p.Ordering, cascade)
	}
	if q.Asked.DetectChanges {
		require("change detection", p.ChangeDetection, nil)
	}
	q.resolves = Resolution{Inheritance: p.ComponentInheritance.Has(q.Kind), Transitivity: p.Transitivity.Has(q.Kind)}
	return err
}
