package law

import (
	"fmt"
	"maps"
	"slices"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/hash"
	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/spec"
)

// setLaw is a law of profiles in which every element of a term can have a set. It derives a few
// queries from the query of a case and states a relation between their answers.
type setLaw struct {
	name, summary string
	kinds         func(*spec.Profile) spec.Kinds                 // kinds of queries to which it applies; nil for all
	at            func(q *setQuery, t *spec.Term, e int) bool    // selects a set with a direction; may be nil
	claim         func(q *setQuery, at setAt) (c claim, ok bool) // ok is false if the law does not apply
}

// claim states how the first side relates to each of the others.
type claim struct {
	how   string
	sides []side
	is    relation
}

// relation is the relation between two sides.
type relation uint8

const (
	same   relation = iota // the same keys
	within                 // the keys of the first are a subset of those of the second
	fewer                  // a subset, with the same entities and variables
)

// side is a set of rows: known ones and the answers to queries, each as text.
type side struct {
	rows      []spec.Row
	questions []question
	first     bool // use only the first query that is answered
	by        func(*spec.Row) string
	keys      map[string]bool // overrides all that
}

// question is a list of terms. If its kind is KindAuto, it runs as the kind of the case.
type question struct {
	terms []spec.Term
	kind  spec.QueryKind
}

func rowsAre(rows []spec.Row) side { return side{rows: rows} }

func rowsOf(all ...[]spec.Term) side {
	var s side
	for _, terms := range all {
		s.questions = append(s.questions, question{terms: terms})
	}
	return s
}

func setLaws() []*Law {
	var laws []*Law
	for i := range lawsOfSets {
		l := &lawsOfSets[i]
		laws = append(laws, &Law{
			Name: l.name, Summary: l.summary,
			Needs: func(p *spec.Profile) bool { return p.Substitution }, Check: l.check,
		})
	}
	return laws
}

// check runs the queries of the claim and compares the answers.
func (l *setLaw) check(c Case) (applied int, d *compare.Difference) {
	q, ok := c.sets()
	if !ok || l.kinds != nil && !l.kinds(&q.Profile).Has(q.kind) {
		return 0, nil
	}
	var at setAt
	if l.at != nil {
		if at, ok = q.directed(func(t *spec.Term, e int) bool { return l.at(q, t, e) }); !ok {
			return 0, nil
		}
	}
	claim, ok := l.claim(q, at)
	if !ok {
		return 0, nil
	}
	var first [2]map[string]bool
	for i := range claim.sides {
		keys, bindings, ok, d := q.answers(&claim.sides[i])
		switch {
		case d != nil || !ok:
			return applied, d
		case i == 0:
			first = [2]map[string]bool{keys, bindings}
			continue
		}
		if applied++; claim.is == same {
			d = q.equal(first[0], keys, claim.how)
		} else if d = q.part(first[0], keys, claim.how); d == nil && claim.is == fewer {
			d = q.equal(first[1], bindings, claim.how+", by entities and variables")
		}
		if d != nil {
			return applied, d
		}
	}
	return applied, nil
}

// answers returns the rows of a side as texts, and its entities and variables. ok is false if a
// query is refused.
func (q *setQuery) answers(s *side) (keys, bindings map[string]bool, ok bool, d *compare.Difference) {
	if s.keys != nil {
		return s.keys, nil, true, nil
	}
	rows := slices.Clone(s.rows)
	for _, a := range s.questions {
		more, ok, d := q.answerTo(a)
		if d != nil || !ok {
			return nil, nil, false, d
		}
		if rows = append(rows, more...); s.first && len(rows) > 0 {
			break
		}
	}
	by := s.by
	if by == nil {
		by = rowKey
	}
	return keysOf(rows, by), keysOf(rows, bindingKey), true, nil
}

func (q *setQuery) answerTo(a question) ([]spec.Row, bool, *compare.Difference) {
	op, query := q.Op, *q.Op.Query
	if a.kind != spec.KindAuto {
		query.Kind = a.kind
	}
	op.Query = &query
	return q.askOp(op, a.terms)
}

// lawsOfSets are the laws in the order of reports.
var lawsOfSets = []setLaw{
	{
		name: "kinds", summary: "a query in which every set is written out has the same answer in every kind",
		claim: func(q *setQuery, _ setAt) (c claim, ok bool) {
			terms, ok := lawful.WrittenOut(q.terms)
			eachTerm(terms, func(t *spec.Term) { ok = ok && !q.mayFollow(t) })
			c.how = "with every set written out, in two kinds"
			for _, kind := range []spec.QueryKind{spec.KindFilter, spec.KindCached, spec.KindRule} {
				if ok && lawful.Supports(q.Profile, kind, q.Op.Query, terms) {
					c.sides = append(c.sides, side{questions: []question{{terms, kind}}})
				}
			}
			return c, ok
		},
	},
	{
		name: "implicit", summary: "a query is the same with the sets written out that are implicit in its kind",
		claim: func(q *setQuery, _ setAt) (claim, bool) {
			terms, changed, sure := spec.CloneTerms(q.terms), false, true
			eachTerm(terms, func(t *spec.Term) {
				if t.Kind == spec.TermMatch && sure {
					var wrote bool
					wrote, sure = q.writeOut(t)
					changed = changed || wrote
				}
			})
			return claim{
				how:   "a query, and the same with the implicit sets written out",
				sides: []side{rowsAre(q.rows), rowsOf(terms)},
			}, changed && sure
		},
	},
	{
		name: "all", summary: "without all the rows are a part of those with all, and no entity and no value of a variable is lost",
		kinds: func(p *spec.Profile) spec.Kinds { return p.SetsAll },
		at: func(q *setQuery, t *spec.Term, e int) bool {
			return elements(t)[e].Trav.Flags&spec.TravAll == 0 && !q.hides(t, e)
		},
		claim: func(q *setQuery, at setAt) (claim, bool) {
			all := q.changed(q.terms, at, func(r *spec.Ref) { r.Trav.Flags |= spec.TravAll })
			return claim{"a query and the same with all", q.besides(at, rowsAre(q.rows), rowsOf(all)), fewer},
				!q.switchedOff()
		},
	},
	{
		name: "inclusive", summary: "a set with self and a direction is self or the direction",
		at: func(q *setQuery, t *spec.Term, e int) bool {
			return elements(t)[e].Trav.Flags&spec.TravSelf != 0 && elements(t)[e].Trav.MinDepth == 0 && !q.hides(t, e)
		},
		claim: func(q *setQuery, at setAt) (claim, bool) {
			parts := rowsOf(q.changed(q.terms, at, onlySelf),
				q.changed(q.terms, at, func(r *spec.Ref) { r.Trav.Flags &^= spec.TravSelf }))
			return claim{"a set with self, and its two parts", q.besides(at, rowsAre(q.rows), parts), fewer},
				!q.switchedOff()
		},
	},
	{
		name: "depth", summary: "with all, a set from one depth to another is the union of the sets of each depth",
		kinds: func(p *spec.Profile) spec.Kinds { return p.SetsAll },
		at: func(q *setQuery, t *spec.Term, e int) bool {
			tr := elements(t)[e].Trav
			return tr.MaxDepth > 0 && tr.MaxDepth <= 6 && tr.MinDepth <= tr.MaxDepth && !q.ranges(t)
		},
		claim: func(q *setQuery, at setAt) (claim, bool) {
			every := q.everyMatch(at.term)
			tr := elements(&every[at.term])[at.element].Trav
			var levels [][]spec.Term
			if tr.Flags&spec.TravSelf != 0 {
				levels = append(levels, q.changed(every, at, onlySelf))
			}
			for depth := max(1, tr.MinDepth); depth <= tr.MaxDepth; depth++ {
				levels = append(levels, q.changed(every, at, exactly(depth)))
			}
			how := fmt.Sprintf("the depths %d to %d together, and each alone", max(1, tr.MinDepth), tr.MaxDepth)
			return claim{how: how, sides: []side{rowsOf(every), rowsOf(levels...)}}, true
		},
	},
	{
		name: "compose", summary: "what is n steps from an entity is n - 1 steps from what is one step from it",
		kinds: func(p *spec.Profile) spec.Kinds { return p.SetsAll },
		at: func(q *setQuery, t *spec.Term, e int) bool {
			r := elements(t)[e]
			_, known := q.along(r.Trav)
			return isConstant(r) && known && r.Trav.MaxDepth != 1 && r.Trav.MaxDepth <= 6 && !q.ranges(t)
		},
		claim: func(q *setQuery, at setAt) (claim, bool) {
			every := q.everyMatch(at.term)
			r := elements(&every[at.term])[at.element]
			depth := max(2, r.Trav.MaxDepth)
			if r.Trav.Rel == nil { // a set with depths has a relationship
				r.Trav.Rel = new(spec.EntityRef(q.Profile.Traversal))
			}
			g, ok := q.graph(r.Trav)
			if !ok || namesHidden(g.next[spec.Handle(r.Name)]) {
				return claim{}, false
			}
			var steps [][]spec.Term
			for _, next := range g.next[spec.Handle(r.Name)] {
				steps = append(steps, q.changed(every, at, func(r *spec.Ref) {
					exactly(depth - 1)(r)
					r.Name = string(next)
				}))
			}
			how := fmt.Sprintf("%d steps, and %d steps from each entity that is one step away", depth, depth-1)
			return claim{how: how, sides: []side{rowsOf(q.changed(every, at, exactly(depth))), rowsOf(steps...)}}, true
		},
	},
	{
		name: "expand", summary: "a term with all on its predicate or object is the Or chain of the candidates",
		kinds: func(p *spec.Profile) spec.Kinds { return p.SetsAll },
		at: func(q *setQuery, t *spec.Term, e int) bool {
			return e != subject && isConstant(elements(t)[e]) && !q.ranges(t) &&
				(len(q.terms) == 1 || !hasVariables(q.terms))
		},
		claim: func(q *setQuery, at setAt) (claim, bool) {
			every := q.everyMatch(at.term)
			r := elements(&every[at.term])[at.element]
			g, ok := q.graph(r.Trav)
			if !ok {
				return claim{}, false
			}
			candidates := g.reached(spec.Handle(r.Name), r.Trav)
			chain := side{}
			if len(candidates) > 0 {
				chain = rowsOf(chainOf(every, at, candidates))
			}
			how := fmt.Sprintf("a set with all, and the chain of its %d candidates", len(candidates))
			return claim{how: how, sides: []side{rowsOf(every), chain}}, len(candidates) <= maxAlternatives &&
				!namesHidden(candidates)
		},
	},
	{
		name: "first", summary: "without all no entity before the one that a row reports, depth first, has the id",
		at: func(q *setQuery, t *spec.Term, e int) bool {
			return len(q.terms) == 1 && len(q.rows) > 0 && e == subject && q.searchesByID(t)
		},
		claim: func(q *setQuery, at setAt) (claim, bool) {
			t, row := &q.terms[at.term], q.rows[hash.Of(q.terms)%uint64(max(1, len(q.rows)))]
			g, ok := q.graph(t.Src.Trav)
			// an entity still inherits through a disabled pair (toggle.hides)
			if !ok || q.switchedOff() || !q.isPlain(t, row.Fields[0].ID) {
				return claim{}, false
			}
			start := row.This
			if t.Src.Kind == spec.RefEntity {
				start = spec.Handle(t.Src.Name)
			}
			source := func(r *spec.Row) string { return string(sourceOf(r, 0)) }
			before := side{first: true, by: source}
			if t.Src.Trav.Flags&spec.TravSelf == 0 || sourceOf(&row, 0) != start {
				before.questions = q.onEach(g, t, start, row.Fields[0].ID)
			}
			how := fmt.Sprintf("the first that has %s on the way from %s, and the one that is reported",
				row.Fields[0].ID, start)
			return claim{how, []side{before, {rows: []spec.Row{row}, by: source}}, within}, true
		},
	},
	{
		name: "graph", summary: "a set of depth 1 finds a tag on exactly the entities that own pairs lead to",
		at: knownSet,
		claim: func(q *setQuery, at setAt) (claim, bool) {
			tr := q.setOf(at)
			tag, ok := q.plainTag(1)
			g, complete := q.graph(tr)
			if !ok || !complete {
				return claim{}, false
			}
			own := map[string]bool{}
			for e := range g.alive {
				if spec.IsReserved(e) {
					continue // no row is about it (query.this)
				}
				for _, to := range g.next[e] {
					if g.owned[to][spec.Single(tag)] {
						own[string(e+" to "+to)] = true
					}
				}
			}
			set := &spec.Traversal{
				Flags: tr.Flags&(spec.TravUp|spec.TravDown) | spec.TravAll, Rel: tr.Rel, MinDepth: 1,
				MaxDepth: 1,
			}
			found := filter(tagOf(tag, set))
			found.by = func(r *spec.Row) string { return string(r.This + " to " + sourceOf(r, 0)) }
			return claim{how: "the steps of a set, and the own pairs", sides: []side{found, {keys: own}}}, true
		},
	},
	{
		name: "dual", summary: "an entity is in super of another, at some depths, exactly if the other is in sub of it at these",
		at: knownSet,
		claim: func(q *setQuery, at setAt) (claim, bool) {
			low, ok1 := q.plainTag(2)
			high, ok2 := q.plainTag(3)
			self, up, down := &spec.Traversal{Flags: spec.TravSelf}, *q.setOf(at), *q.setOf(at)
			up.Flags, down.Flags = spec.TravUp|spec.TravAll, spec.TravDown|spec.TravAll
			above, below := filter(tagOf(low, self), tagOf(high, &up)), filter(tagOf(high, self), tagOf(low, &down))
			above.by = func(r *spec.Row) string { return string(r.This + " below " + sourceOf(r, 1)) }
			below.by = func(r *spec.Row) string { return string(sourceOf(r, 1) + " below " + r.This) }
			return claim{how: "what is above, and what is below", sides: []side{above, below}}, ok1 && ok2
		},
	},
	{
		name: "constant", summary: "the rows in which a variable has a value are those of the query with that entity in its place",
		kinds: rules,
		claim: func(q *setQuery, _ setAt) (claim, bool) {
			if len(q.rows) == 0 {
				return claim{}, false
			}
			row := q.rows[hash.Of(q.terms)%uint64(len(q.rows))]
			for name, value := range row.Vars {
				terms := spec.CloneTerms(q.terms)
				if value == "" || q.Op.Vars[name] != "" || len(row.Vars) > 1 || !q.putConstant(terms, name, value) {
					continue
				}
				var with []spec.Row
				for _, r := range q.rows {
					if r.Vars[name] == value {
						r.Vars = nil
						with = append(with, r)
					}
				}
				how := fmt.Sprintf("the rows with $%s = %s, and the query with %[2]s for it", name, value)
				return claim{how: how, sides: []side{rowsAre(with), rowsOf(terms)}}, true
			}
			return claim{}, false
		},
	},
	{
		name: "star", summary: "a wildcard matches as a variable that occurs nowhere else does, and builtin entities too",
		kinds: rules,
		claim: func(q *setQuery, _ setAt) (claim, bool) {
			terms, field := spec.CloneTerms(q.terms), -1
			for i := 0; i < len(terms) && field < 0; i++ {
				t := &terms[i]
				for e, r := range [...]*spec.Ref{&t.First, &t.Second} {
					if t.Kind == spec.TermMatch && t.Oper == spec.And && isStar(r) && (e != object || !q.anyTarget(t)) {
						r.Kind, r.Name, field = spec.RefVariable, fmt.Sprintf("star%d", e), i
					}
				}
			}
			if field < 0 || hasChain(q.terms) {
				return claim{}, false
			}
			variables := rowsOf(terms)
			variables.by = func(r *spec.Row) string {
				row := *r
				row.Vars = maps.Clone(r.Vars)
				delete(row.Vars, "star0")
				delete(row.Vars, "star1")
				return rowKey(&row)
			}
			var users []spec.Row
			for _, r := range q.rows {
				id, t := r.Fields[field].ID, &q.terms[field]
				if (!isStar(&t.First) || !spec.IsReserved(id.First)) &&
					(!isStar(&t.Second) || !spec.IsReserved(id.Second)) {
					users = append(users, r)
				}
			}
			return claim{
				how:   "a query with a wildcard, and with a variable in its place",
				sides: []side{rowsAre(users), variables},
			}, true
		},
	},
}

func rules(*spec.Profile) spec.Kinds { return spec.InRule }

// knownSet selects a set along a relationship that is written by handle, if no variable is bound
// before.
func knownSet(q *setQuery, t *spec.Term, e int) bool {
	_, known := q.along(elements(t)[e].Trav)
	return known && q.Op.Vars == nil
}

// filter runs terms as a filter that also returns prefabs and disabled entities.
func filter(terms ...spec.Term) side {
	return side{questions: []question{{lettingIn(terms...), spec.KindFilter}}}
}

func eachTerm(terms []spec.Term, f func(*spec.Term)) {
	for i := range terms {
		terms[i].Walk(f)
	}
}
