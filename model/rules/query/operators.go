package query

import (
	"iter"
	"slices"
	"strings"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// Assignment gives each variable of a query an entity. None means that the variable has no value
// yet. unset means that it stays without a value (variables.unset).
type Assignment [MaxVariables]Entity

const unset Entity = -3

// Solution is a partial row: the values of the variables, and the matches of the terms evaluated so
// far. Solutions are immutable values; each term makes new ones.
type Solution struct {
	Vars  Assignment
	trail *trail
}

// trail is a linked list of the matches of the terms evaluated so far, the last one first.
type trail struct {
	term   int
	match  *Match
	before *trail
}

// note records the match of a term. For an Optional term without a match, m is nil. Terms inside a
// scope or a chain are not recorded, because a scope has no field and a chain has one field for all
// its alternatives.
func (s Solution) note(t *Term, m *Match) Solution {
	if t.Number >= 0 {
		s.trail = &trail{t.Number, m, s.trail}
	}
	return s
}

// unset marks the given variables as unset, except those that have a value. Later terms do not bind
// an unset variable.
func (s Solution) unset(variables []int) Solution {
	for _, v := range variables {
		if s.Vars[v] == None {
			s.Vars[v] = unset
		}
	}
	return s
}

// ignores reports whether t is ignored because it uses an unset variable (variables.unset, QRY-248,
// FQL-149). For example, "?(DockedTo, $p), Planet($p)" has a row for a ship that is not docked;
// Planet($p) is ignored.
func (s *Solution) ignores(t *Term) bool {
	return slices.ContainsFunc(t.Mentions, func(v int) bool { return s.Vars[v] == unset })
}

// Search evaluates one query. It tries every assignment of entities to the variables.
type Search struct {
	*World
	Questions
	Query *Query
	Resolution
	Work *int // steps left (limits.work); if it is below 0 the results are incomplete
	// Literal is set for observers. Ids that are switched off then count, and pairs of a Union are
	// reported with their targets (toggle.hides, observers.sees).
	Literal bool

	candidates []Entity
}

// Questions are the questions about the world that are expensive to answer. While the world stays
// the same, an answer depends only on the question. A caller may therefore replace the Questions of
// a [Search] by a type that wraps them and stores the answers.
type Questions interface {
	// Holds lists the ids that an entity has, own and inherited, without those switched off.
	Holds(Entity) []Holding
	// Paths lists the shortest path to each entity that transitive steps reach.
	Paths(Start) [][]Holding
	// Fits reports whether a traversal ends at an entity.
	Fits(Fit) bool
	// Neighbours lists the entities that one step of a set reaches.
	Neighbours(SetFrom) []Entity
	// Candidates lists the entities in a set.
	Candidates(SetFrom) []rules.Candidate
	// Visible lists the ids that a term sees on each candidate for its source.
	Visible(SetFrom) [][]Holding
	// Leading lists the entities that lead to an entity over a Transitive relationship.
	Leading(Goal) []Entity
	// Tries extends a solution by values for the unbound variables of a term. It may skip values
	// with which the term is not true.
	Tries(*Term, Solution) iter.Seq[Solution]
}

// plain answers every question from the world, without a cache.
type plain struct{ s *Search }

func (q plain) Holds(e Entity) []Holding       { return q.s.switchedOn(q.s.Holdings(e)) }
func (q plain) Neighbours(of SetFrom) []Entity { return q.s.Next(of.Start, of.Set) }
func (q plain) Tries(t *Term, row Solution) iter.Seq[Solution] {
	return q.s.values(t.Mentions, row)
}

// NewSearch prepares a search for the rows of a query. Each step of the search decrements work.
func NewSearch(w *World, q *Query, work *int) *Search {
	s := &Search{World: w, Query: q, Resolution: q.resolves, Work: work, candidates: w.Users()}
	s.Questions = plain{s}
	return s
}

// Solutions yields every solution of the query with the given preset variables (QRY-462 to
// QRY-473). An empty query has no solutions. In some profiles a query that has only Optional terms
// has none either (operator.optional). If a variable is preset to a builtin, there are no solutions
// (variables.preset).
func (s *Search) Solutions(preset Assignment) iter.Seq[Solution] {
	builtin := func(e Entity) bool { return e > 0 && s.Entities[e].Builtin }
	demands := func(t Term) bool { return t.Oper != spec.Optional || !s.Profile.OptionalAloneIsEmpty }
	if !slices.ContainsFunc(s.Query.Terms, demands) || slices.ContainsFunc(preset[:], builtin) {
		return func(func(Solution) bool) {}
	}
	return s.Together(s.Query.InOrder, preset)
}

// Together yields every solution of some terms of the query. The terms must be in the order of
// evaluation.
func (s *Search) Together(terms []Term, preset Assignment) iter.Seq[Solution] {
	var first []int
	if s.Query.outer[This] {
		first = []int{This}
	}
	return s.join(terms, s.values(first, Solution{Vars: preset}))
}

// join extends solutions by the matches of the terms, one term after another (operator.and). Then
// it marks the variables without a value as unset and applies the remaining terms, which only test.
func (s *Search) join(terms []Term, rows iter.Seq[Solution]) iter.Seq[Solution] {
	n := slices.IndexFunc(terms, func(t Term) bool { return t.phase == tests })
	if n < 0 {
		n = len(terms)
	}
	for i := range terms[:n] {
		rows = s.and(rows, &terms[i], usedBy(terms[:i]))
	}
	earlier := usedBy(terms[:n])
	return func(yield func(Solution) bool) {
		for row := range rows {
			row, passed := s.pass(terms[n:], row.unset(earlier))
			if passed && !yield(row) {
				return
			}
		}
	}
}

// and extends solutions by the matches of t. Suppose that an earlier term was ignored and so did
// not bind a variable. If t may leave this variable unset, the variable becomes unset before t is
// evaluated (variables.ignored-binding). For example, in "?Lost($x), Tows($y, $x), ?Fast($y)", if
// $x is unset, Tows is ignored, so $y becomes unset and ?Fast is ignored too.
func (s *Search) and(rows iter.Seq[Solution], t *Term, earlier []int) iter.Seq[Solution] {
	missing := rules.Without(t.leaves(), func(v int) bool { return !slices.Contains(earlier, v) })
	return func(yield func(Solution) bool) {
		for row := range rows {
			if !s.term(t, row.unset(missing), yield) {
				return
			}
		}
	}
}

// term yields row extended by each match of t, until yield returns false. If an Optional term has
// no match, its unbound variables are unset.
func (s *Search) term(t *Term, row Solution, yield func(Solution) bool) bool {
	switch {
	case t.Kind == spec.TermOr:
		return s.chain(t, row, yield)
	case row.ignores(t):
		return yield(row.unset(t.leaves()).note(t, &Match{How: Ignored}))
	}
	some := false
	for next, m := range s.Matching(t, row) {
		some = true
		if !yield(next.note(t, m)) {
			return false
		}
	}
	return some || t.Oper != spec.Optional || yield(row.unset(t.leaves()).note(t, nil))
}

// chain yields the solutions of an Or chain. It skips an alternative that uses an unset variable,
// and one that only tests a variable without a value (variables.or). Then it binds the variables
// that all remaining alternatives use. For each of their values, only the first alternative that
// matches counts: all its matches are yielded, and the variables of the other alternatives are
// unset. For example, "Frigate || (DockedTo, $p)" leaves $p unset for frigates (operator.or,
// QRY-218, FQL-021). In profiles with OrEvery all alternatives count (sets.or).
func (s *Search) chain(t *Term, row Solution, yield func(Solution) bool) bool {
	unbound := func(v int) bool { return v != This && row.Vars[v] == None }
	var live []*Term
	for i := range t.Terms {
		o := &t.Terms[i]
		if !row.ignores(o) && (o.mayBind() || !slices.ContainsFunc(o.Mentions, unbound)) {
			live = append(live, o)
		}
	}
	if len(live) == 0 {
		return yield(row.unset(t.leaves()).note(t, &Match{How: NoneLeft}))
	}
	shared := rules.Without(live[0].Mentions, func(v int) bool {
		without := func(o *Term) bool { return !slices.Contains(o.Mentions, v) }
		return slices.ContainsFunc(live, without)
	})
	for given := range s.values(shared, row) {
		for _, alternative := range live {
			matched := false
			for next, m := range s.Matching(alternative, given) {
				matched = true
				if !yield(next.unset(t.leaves()).note(t, m)) {
					return false
				}
			}
			if matched && !s.Profile.OrEvery {
				break
			}
		}
	}
	return true
}

// Matching yields the matches of t for every value of its unbound variables (variables.source,
// variables.component). Bound variables keep their value: for example, after "(DockedTo, $p)" the
// term "Planet($p)" is tested only on the entity that the ship is docked to.
func (s *Search) Matching(t *Term, row Solution) iter.Seq2[Solution, *Match] {
	return func(yield func(Solution, *Match) bool) {
		for next := range s.Tries(t, row) {
			for _, m := range s.Matches(t, next.Vars) {
				if !yield(next, m) {
					return
				}
			}
		}
	}
}

// values extends a solution by every assignment of user entities to the unbound variables. Reserved
// entities are never values (variables.values). The first variable changes slowest.
func (s *Search) values(variables []int, row Solution) iter.Seq[Solution] {
	rows := func(yield func(Solution) bool) { yield(row) }
	for _, v := range variables {
		if row.Vars[v] == None || v == This && !s.Answers(row.Vars[v]) {
			rows = s.each(v, rows)
		}
	}
	return rows
}

// each extends each solution by every value of one variable. If $this is preset to a hidden entity,
// there is no solution.
func (s *Search) each(v int, rows iter.Seq[Solution]) iter.Seq[Solution] {
	return func(yield func(Solution) bool) {
		for row := range rows {
			open := row.Vars[v] == None // otherwise v is $this and is preset to a hidden entity
			for _, e := range s.candidates {
				if !open || v == This && !s.Answers(e) {
					continue
				}
				if s.spend() {
					return
				}
				if row.Vars[v] = e; !yield(row) {
					return
				}
			}
		}
	}
}

// spend counts a step and reports whether the limit is exceeded. A step tries a value for a
// variable or an entity for a wildcard source. In profiles with sets, a step also visits an entity
// along a relationship (limits.work).
func (s *Search) spend() bool {
	*s.Work--
	return *s.Work < 0
}

// Answers reports whether e can be a value of $this. Prefabs and disabled entities are hidden
// unless some term names the tag (query.hidden-entities; QRY-285, FQL-030).
func (s *Search) Answers(e Entity) bool {
	return (s.Query.prefabs || !s.Is(e, spec.Prefab)) &&
		(s.Query.disabled || !s.Is(e, spec.Disabled))
}

// pass tests a solution with terms that bind nothing. A term that uses an unset variable is ignored
// (variables.unset): for example, in "?(DockedTo, $p), !Planet($p)" the second term is ignored for
// a ship that is not docked.
func (s *Search) pass(terms []Term, row Solution) (Solution, bool) {
	for i := range terms {
		t := &terms[i]
		switch {
		case row.ignores(t):
			row = row.note(t, &Match{How: Ignored})
		case !s.passes(t, row):
			return row, false
		}
	}
	return row, true
}

// passes evaluates a Not term, a scope or a comparison that only tests. A Not term with an unbound
// variable is true if no value matches: for example, "Ship, !(DockedTo, $p)" finds ships that are
// not docked (operator.not, QRY-300 to QRY-309).
func (s *Search) passes(t *Term, row Solution) bool {
	switch {
	case t.Kind == spec.TermScope:
		return !some(s.Scope(t, row))
	case t.Kind == spec.TermCompare && t.Oper != spec.Not:
		return len(s.Matches(t, row.Vars)) > 0
	case t.Oper == spec.NotFrom:
		matched := func(listed Term) bool { return s.matched(&listed, row) }
		return !slices.ContainsFunc(s.Listed(t), matched)
	}
	return !s.matched(t, row)
}

// some reports whether there is at least one solution.
func some(rows iter.Seq[Solution]) bool {
	for range rows {
		return true
	}
	return false
}

// matched reports whether a term has any match.
func (s *Search) matched(t *Term, row Solution) bool {
	for range s.Matching(t, row) {
		return true
	}
	return false
}

// Matches lists the matches of t under an assignment of all its variables. A comparison or a list
// has at most one match. A term with "*" has one match for each id that it reports. If the source
// is "*", the matches on all user entities are listed; if it is "_", only the first match for each
// id (wildcard.source).
func (s *Search) Matches(t *Term, vars Assignment) []*Match {
	switch {
	case t.Kind == spec.TermCompare && s.compares(t, vars):
		return []*Match{{How: Listed}}
	case t.Kind == spec.TermCompare:
		return nil
	case t.Oper == spec.AndFrom || t.Oper == spec.OrFrom:
		return s.lists(t, vars)
	}
	var out []*Match
	sources := s.sources(t, vars)
	for _, x := range sources {
		if len(sources) > 1 && s.spend() {
			break
		}
		for _, m := range s.On(t, x, vars) {
			again := slices.ContainsFunc(out, func(o *Match) bool { return o.ID == m.ID })
			if m.Term = t; t.Src.Kind != spec.RefAny || !again {
				out = append(out, &m)
			}
		}
	}
	return out
}

// sources lists the entities that t is tested on: its source (source.fixed) or, if the source is a
// wildcard, all user entities (wildcard.source).
func (s *Search) sources(t *Term, vars Assignment) []Entity {
	if t.Src.Kind == spec.RefWildcard || t.Src.Kind == spec.RefAny {
		return s.candidates
	}
	return []Entity{s.Value(t.Src, vars)}
}

// compares evaluates ==, != and ~= (operator.equality, QRY-257 to QRY-265, FQL-124 to FQL-133). If
// a lookup such as $x.turret finds no child, every comparison with it is false (variables.lookup).
func (s *Search) compares(t *Term, vars Assignment) bool {
	x, text := s.Value(t.Src, vars), t.Second.Text
	equal := false
	switch {
	case t.Second.Kind != spec.RefText:
		y := s.Value(t.Second, vars)
		if y == None {
			return false
		}
		equal = x == y
	case t.Compare == spec.Contains:
		text, negated := strings.CutPrefix(text, "!")
		if !s.Profile.NegatedContains {
			text, negated = t.Second.Text, false
		}
		name := s.Entities[x].Name
		equal = (name != "" && strings.Contains(name, text)) != negated
	case strings.Contains(text, ".") || strings.Contains(text, "::"):
		path, ok := s.Path(x, None)
		equal = ok && path == strings.ReplaceAll(text, "::", ".")
	default:
		equal = s.Entities[x].Name != "" && s.Entities[x].Name == text
	}
	return equal == (t.Compare != spec.NotEqual)
}

// lists evaluates and|L and or|L. Each id of the list L is tested as if it were a term
// (list.operators). A list in the list is tested as an id (list.nested). If the list is empty or
// dead, and|L is true and or|L is false (list.empty, QRY-283 to QRY-289, FQL-029 to FQL-042). A
// dead source matches nothing (source.dead).
func (s *Search) lists(t *Term, vars Assignment) []*Match {
	if !s.Alive(s.Value(t.Src, vars)) {
		return nil
	}
	m := Match{How: Listed, Term: t}
	for _, written := range s.Listed(t) {
		found := s.Matches(&written, vars)
		if len(found) == 0 && t.Oper == spec.AndFrom {
			return nil
		}
		for _, f := range found {
			m.Listed = append(m.Listed, *f)
		}
	}
	if t.Oper == spec.OrFrom && len(m.Listed) == 0 {
		return nil
	}
	return []*Match{&m}
}

// Listed returns the terms that a list operator stands for: one for each own id of the list, except
// ids that are DontInherit. In some profiles the list is read when the query is created, in others
// when it is evaluated. A dead list has no terms (list.when).
func (s *Search) Listed(t *Term) (out []Term) {
	listed := s.Entities[t.First.Entity].Own
	if s.Profile.ListsSnapshot {
		listed = t.ListWhenMade
	}
	for _, f := range listed {
		if s.Rule(f.ID) == spec.DontInherit {
			continue
		}
		written := *t
		written.Oper, written.Number = spec.And, -1
		written.First = Elem{Kind: spec.RefEntity, Entity: f.First, Variable: -1}
		written.Second = Elem{Kind: spec.RefEntity, Entity: f.Second, Variable: -1}
		written.Mentions = written.mentioned()
		if s.Profile.Substitution && t.Written.Src.Trav == nil {
			written.Src.Set = s.Query.impliedSubject(s.World, &written)
		}
		out = append(out, written)
	}
	return out
}
