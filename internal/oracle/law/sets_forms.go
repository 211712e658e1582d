package law

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/hash"
	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/spec"
)

// The laws of this file write a query in another form: with the implicit sets written out, as another kind, with a constant for a
// variable, with a variable for a wildcard.

// kindsLaw: where every set is written out the kinds agree.
func kindsLaw() *Law {
	return &Law{
		Name: "kinds",
		Says: "a query in which every set is written out has the same answer in every kind",
		Check: func(c Case) (int, *compare.Difference) {
			q, ok := c.sets()
			if !ok {
				return 0, nil
			}
			terms, ok := lawful.WrittenOut(q.terms)
			if !ok {
				return 0, nil
			}
			for i := range terms {
				follows := false
				terms[i].Walk(func(t *spec.Term) { follows = follows || q.mayFollow(t) })
				if follows {
					return 0, nil
				}
			}
			var first map[string]bool
			applied := 0
			for _, kind := range []spec.QueryKind{spec.KindFilter, spec.KindCached, spec.KindRule} {
				if !lawful.Supports(q.Profile, kind, q.Op.Query, terms) {
					continue
				}
				rows, ok, d := q.askAs(kind, terms)
				if d != nil || !ok {
					return applied, d
				}
				if first == nil {
					first = rowKeys(rows)
					continue
				}
				applied++
				if d := q.equal(first, rowKeys(rows), "with every set written out, as a "+kind.String()+" query and as another kind"); d != nil {
					return applied, d
				}
			}
			return applied, nil
		},
	}
}

// mayFollow reports whether a rule lets the object of a term range over pairs that follow by transitivity.
func (q *setQuery) mayFollow(t *spec.Term) bool {
	if t.Second.Kind == spec.RefNone || isNamed(&t.Second) || !isNamed(&t.First) {
		return false
	}
	h := spec.Handle(t.First.Name)
	return t.First.Kind == spec.RefName || hasDirection(&t.First) || h == spec.IsA || q.mayAct(h, spec.Transitive)
}

// implicitLaw: a set that is not written is that of the profile's table.
func implicitLaw() *Law {
	return &Law{
		Name: "implicit",
		Says: "a query is the same with the sets written out that are implicit in its kind",
		Check: func(c Case) (int, *compare.Difference) {
			q, ok := c.sets()
			if !ok {
				return 0, nil
			}
			terms := spec.CloneTerms(q.terms)
			changed := false
			for i := range terms {
				sure := true
				terms[i].Walk(func(t *spec.Term) {
					if t.Kind == spec.TermMatch {
						wrote, ok := q.writeOut(t)
						changed, sure = changed || wrote, sure && ok
					}
				})
				if !sure {
					return 0, nil
				}
			}
			if !changed {
				return 0, nil
			}
			rows, ok, d := q.ask(terms, nil)
			if d != nil || !ok {
				return 0, d
			}
			return 1, q.equal(rowKeys(q.rows), rowKeys(rows), "a query, and the same with the implicit sets written out")
		},
	}
}

// writeOut writes the implicit sets of a term; sure is false where it cannot know them.
func (q *setQuery) writeOut(t *spec.Term) (changed, sure bool) {
	self := &spec.Traversal{Flags: spec.TravSelf}
	subsets := &spec.Traversal{Flags: spec.TravSelf | spec.TravAll | spec.TravDown}
	supersets := &spec.Traversal{Flags: spec.TravSelf | spec.TravUp}
	rule := q.kind == spec.KindRule
	isA := isConstant(&t.First) && t.First.Name == string(spec.IsA)
	family := q.family(&t.First)
	if slices.ContainsFunc(family, func(h spec.Handle) bool { return q.mayAct(h, spec.DontInheritTag) }) {
		return false, false
	}
	transitive := slices.ContainsFunc(family, func(h spec.Handle) bool { return q.mayAct(h, spec.Transitive) })
	if rule && t.Second.Kind != spec.RefNone && (!isConstant(&t.First) || hasDirection(&t.First) || transitive && !isA) ||
		t.First.Kind == spec.RefName || t.Second.Kind == spec.RefName {
		return false, false
	}
	if t.Src.Trav == nil {
		changed = true
		switch {
		case !q.Profile.SubjectSubstitution.Has(q.kind), rule && isA:
			t.Src.Trav = self
		default:
			t.Src.Trav = supersets
		}
	}
	if isConstant(&t.Second) && t.Second.Trav == nil {
		changed = true
		if t.Second.Trav = self; rule {
			t.Second.Trav = subsets
		}
	}
	if isConstant(&t.First) && t.First.Trav == nil && !isA {
		changed = true
		h := spec.Handle(t.First.Name)
		if rule && q.isUnsure(h, spec.Final) {
			return false, false
		}
		if t.First.Trav = self; rule && !spec.IsReserved(h) && !q.mayAct(h, spec.Final) {
			t.First.Trav = subsets
		}
	}
	return changed, true
}

// family is a constant predicate with its subsets.
func (q *setQuery) family(r *spec.Ref) []spec.Handle {
	if !isConstant(r) {
		return nil
	}
	g, ok := q.graph(&spec.Traversal{Flags: spec.TravDown, Rel: new(spec.EntityRef(spec.IsA))})
	if !ok {
		return []spec.Handle{spec.Handle(r.Name)}
	}
	return g.reached(spec.Handle(r.Name), &spec.Traversal{Flags: spec.TravSelf | spec.TravDown})
}

// constantLaw: a variable with a value is that value as a constant that carries its own set.
func constantLaw() *Law {
	return &Law{
		Name: "constant",
		Says: "the rows in which a variable has a value are those of the query with that entity in its place",
		Check: func(c Case) (int, *compare.Difference) {
			q, ok := c.sets()
			if !ok || len(q.rows) == 0 || q.kind != spec.KindRule {
				return 0, nil
			}
			row := q.rows[hash.Of(q.terms)%uint64(len(q.rows))]
			unsure := lawful.Conditional(q.terms)
			for name, value := range row.Vars {
				if value == "" || unsure[name] || q.Op.Vars[name] != "" || len(row.Vars) > 1 {
					continue
				}
				terms := spec.CloneTerms(q.terms)
				if !q.putConstant(terms, name, value) {
					continue
				}
				rows, ok, d := q.ask(terms, nil)
				if d != nil || !ok {
					return 0, d
				}
				want := map[string]bool{}
				for _, r := range q.rows {
					if r.Vars[name] == value {
						r.Vars = nil
						want[rowKey(&r)] = true
					}
				}
				return 1, q.equal(want, rowKeys(rows), fmt.Sprintf("the rows with $%s = %s, and the query with %[2]s for it", name, value))
			}
			return 0, nil
		},
	}
}

// putConstant puts an entity in the place of a variable; false where its term may follow a transitive relationship, which reports
// a constant otherwise.
func (q *setQuery) putConstant(terms []spec.Term, name string, value spec.Handle) bool {
	fine := true
	for i := range terms {
		terms[i].Walk(func(t *spec.Term) {
			for e, r := range elements(t) {
				if r.Kind != spec.RefVariable || r.Name != name {
					continue
				}
				if e == object && isNamed(&t.First) {
					family := q.family(&t.First)
					follows := t.First.Kind == spec.RefName || slices.ContainsFunc(family, func(h spec.Handle) bool { return h == spec.IsA || q.mayAct(h, spec.Transitive) })
					fine = fine && !follows && !hasDirection(&t.First)
				}
				if e == predicate && t.Second.Kind != spec.RefNone && t.Second.Trav == nil { // which says more behind a constant
					fine = fine && !hasDirection(r) && !q.mayAct(value, spec.Transitive) && !q.mayAct(value, spec.Union) && value != spec.IsA
				}
				r.Kind, r.Name = spec.RefEntity, string(value)
				if r.Trav == nil && e != subject {
					r.Trav = &spec.Traversal{Flags: spec.TravSelf}
				}
			}
		})
	}
	return fine
}

// starLaw: a wildcard is a variable that occurs nowhere else.
func starLaw() *Law {
	return &Law{
		Name: "star",
		Says: "a wildcard matches as a variable that occurs nowhere else does, and builtin entities too",
		Check: func(c Case) (int, *compare.Difference) {
			q, ok := c.sets()
			if !ok || q.kind != spec.KindRule {
				return 0, nil
			}
			terms := spec.CloneTerms(q.terms)
			field, starred := -1, 0
			for i := range terms {
				t := &terms[i]
				for e, r := range [...]*spec.Ref{&t.First, &t.Second} {
					if t.Kind != spec.TermMatch || t.Oper != spec.And || !isStar(r) || e == object && q.anyTarget(t) {
						continue
					}
					r.Kind, r.Name = spec.RefVariable, fmt.Sprintf("star%d", starred)
					field = i
					starred++
				}
				if starred > 0 {
					break
				}
			}
			if starred == 0 || hasChain(q.terms) {
				return 0, nil
			}
			rows, ok, d := q.ask(terms, nil)
			if d != nil || !ok {
				return 0, d
			}
			for i := range rows {
				for n := range starred {
					delete(rows[i].Vars, fmt.Sprintf("star%d", n))
				}
			}
			var users []spec.Row
			for _, r := range q.rows {
				if id := r.Fields[field].ID; !isStar(&q.terms[field].First) || !spec.IsReserved(id.First) {
					if !isStar(&q.terms[field].Second) || !spec.IsReserved(id.Second) {
						users = append(users, r)
					}
				}
			}
			return 1, q.equal(rowKeys(users), rowKeys(rows), "a query with a wildcard, and with a variable in its place")
		},
	}
}

func isStar(r *spec.Ref) bool {
	return r.Kind == spec.RefEntity && r.Name == string(spec.Wildcard) || r.Kind == spec.RefWildcard
}

// hasChain reports whether terms have a chain, whose place is not its field's.
func hasChain(terms []spec.Term) bool {
	return slices.ContainsFunc(terms, func(t spec.Term) bool { return t.Kind != spec.TermMatch })
}

// anyTarget reports whether a wildcard object is reported as it is written, as that of a Union relationship.
func (q *setQuery) anyTarget(t *spec.Term) bool {
	if !q.Profile.UnionWildcard || t.First.Kind != spec.RefName && !isNamed(&t.First) {
		return false
	}
	candidates := q.family(&t.First)
	if hasDirection(&t.First) {
		g, ok := q.graph(t.First.Trav)
		if !ok {
			return true
		}
		candidates = g.reached(spec.Handle(t.First.Name), t.First.Trav)
	}
	return t.First.Kind == spec.RefName || slices.ContainsFunc(candidates, func(h spec.Handle) bool { return q.mayAct(h, spec.Union) })
}
