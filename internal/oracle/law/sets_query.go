package law

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/hash"
	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/spec"
)

// setQuery is a query whose sets a law checks. It is unordered and has no lists.
type setQuery struct {
	*lawQuery
	kind spec.QueryKind
}

func (c Case) sets() (*setQuery, bool) {
	if !c.Profile.Substitution {
		return nil, false
	}
	q, ok := c.query()
	if !ok || c.Op.Query.OrderBy != nil || c.Op.Query.GroupBy != "" {
		return nil, false
	}
	for i := range q.terms {
		odd := false
		q.terms[i].Walk(func(t *spec.Term) {
			odd = odd || t.Oper.IsList() || capability.Flags(t)&spec.TravCascade != 0 ||
				t.Kind == spec.TermScope || t.Kind == spec.TermCompare
		})
		if odd {
			return nil, false
		}
	}
	if len(lawful.Conditional(q.terms)) > 0 { // the engine ignores a term with an unset variable, whatever its sets
		return nil, false
	}
	kind := lawful.ResolvedKind(c.Profile, c.Op.Query, q.terms)
	return &setQuery{q, kind}, kind != spec.KindAuto
}

// elements returns the predicate, the object and the subject of a term.
func elements(t *spec.Term) [3]*spec.Ref { return [3]*spec.Ref{&t.First, &t.Second, &t.Src} }

const (
	predicate = iota
	object
	subject
)

// setAt is the position of a set with a direction: a term that must match, and one of its elements.
type setAt struct{ term, element int }

// directed returns the position of a suitable set with a direction. If there are several, the
// choice depends on the query.
func (q *setQuery) directed(fits func(t *spec.Term, element int) bool) (setAt, bool) {
	var positions []setAt
	for i := range q.terms {
		t := &q.terms[i]
		if t.Kind != spec.TermMatch || t.Oper != spec.And {
			continue
		}
		for e, r := range elements(t) {
			if hasDirection(r) && fits(t, e) {
				positions = append(positions, setAt{i, e})
			}
		}
	}
	if len(positions) == 0 {
		return setAt{}, false
	}
	return positions[hash.Of(q.terms)%uint64(len(positions))], true
}

func hasDirection(r *spec.Ref) bool {
	return r.Trav != nil && r.Trav.Flags&(spec.TravUp|spec.TravDown) != 0
}

// isConstant reports whether an element is one entity, by handle.
func isConstant(r *spec.Ref) bool {
	return r.Kind == spec.RefEntity && r.Name != string(spec.Wildcard) && r.Name != string(spec.Any)
}

// isNamed reports whether an element is one entity, by handle or by name.
func isNamed(r *spec.Ref) bool { return isConstant(r) || r.Kind == spec.RefName }

// changed returns the terms of a query with one element changed.
func (q *setQuery) changed(terms []spec.Term, at setAt, change func(*spec.Ref)) []spec.Term {
	out := spec.CloneTerms(terms)
	change(elements(&out[at.term])[at.element])
	return out
}

// everyMatch adds the flag all to the sets of a term, and the set self to constants without a set,
// so that no element returns only the first match.
func (q *setQuery) everyMatch(term int) []spec.Term {
	out := spec.CloneTerms(q.terms)
	for e, r := range elements(&out[term]) {
		switch {
		case hasDirection(r):
			r.Trav.Flags |= spec.TravAll
		case r.Trav == nil && (e == subject || isNamed(r)):
			r.Trav = &spec.Traversal{Flags: spec.TravSelf}
		}
	}
	return out
}

// ranges reports whether the object of a term may match more than the stored pairs: it is a
// wildcard or variable behind a constant predicate that may be transitive.
func (q *setQuery) ranges(t *spec.Term) bool {
	return q.kind == spec.KindRule && t.Second.Kind != spec.RefNone && !isNamed(&t.Second) &&
		(isNamed(&t.First) || t.First.Trav != nil)
}

// rowKeys returns rows as a set of texts.
func rowKeys(rows []spec.Row) map[string]bool { return keysOf(rows, rowKey) }

func keysOf(rows []spec.Row, by func(*spec.Row) string) map[string]bool {
	keys := map[string]bool{}
	for i := range rows {
		keys[by(&rows[i])] = true
	}
	return keys
}

func rowKey(r *spec.Row) string {
	var b strings.Builder
	b.WriteString(bindingKey(r))
	for _, f := range r.Fields {
		if f.Set {
			fmt.Fprintf(&b, " %s from %q", f.ID, f.Src)
		} else {
			b.WriteString(" -")
		}
	}
	return b.String()
}

// bindingKey returns the entity and the variables of a row as text.
func bindingKey(r *spec.Row) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q", r.This)
	for _, name := range slices.Sorted(maps.Keys(r.Vars)) {
		fmt.Fprintf(&b, " $%s=%q", name, r.Vars[name])
	}
	return b.String()
}

// equal compares two sets of texts and reports a text that only one has.
func (q *setQuery) equal(got, want map[string]bool, how string) *compare.Difference {
	if d := q.part(got, want, how); d != nil {
		return d
	}
	return q.part(want, got, how)
}

// part reports a text of the first set that the second lacks.
func (q *setQuery) part(some, all map[string]bool, how string) *compare.Difference {
	for _, key := range slices.Sorted(maps.Keys(some)) {
		if !all[key] {
			return q.contradiction(how + ": only one of them has " + key)
		}
	}
	return nil
}

// has asks the engine whether an entity has an id.
func (c Case) has(e spec.Handle, id spec.ID) bool {
	return c.Engine.Apply(spec.Operation{Op: spec.OpHas, Entity: e, ID: id}).Bool
}

// mayAct reports whether a property may act on an entity: the entity has it, or a field of an own
// profile makes it act without that, because relationships of the user are exclusive or because the
// entity once had it.
func (c Case) mayAct(e spec.Handle, property spec.Handle) bool {
	if !spec.IsReserved(e) && (c.Profile.SingleTargets && property == spec.Exclusive ||
		c.Past.mayHaveHad(e, property)) {
		return true
	}
	return c.has(e, spec.Single(property))
}

// isUncertain reports whether a property may act on an entity that does not have it.
func (q *setQuery) isUncertain(e spec.Handle, property spec.Handle) bool {
	return q.mayAct(e, property) && !q.has(e, spec.Single(property))
}

// along returns the relationship of a set as a handle.
func (q *setQuery) along(t *spec.Traversal) (spec.Handle, bool) {
	if t.Rel == nil {
		return q.Profile.Traversal, true
	}
	return spec.Handle(t.Rel.Name), isConstant(t.Rel)
}

// setOf returns the set at a position, with its relationship.
func (q *setQuery) setOf(at setAt) *spec.Traversal {
	tr := *elements(&q.terms[at.term])[at.element].Trav
	if r, _ := q.along(&tr); tr.Rel == nil {
		tr.Rel = new(spec.EntityRef(r))
	}
	return &tr
}
