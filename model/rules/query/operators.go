package query

import (
	"iter"
	"slices"
	"strings"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// Assignment gives each variable of a query an entity. None is no value yet; unset is no value for
// good (variables.unset).
type Assignment [MaxVariables]Entity

const unset Entity = -3

// Solution is a row in the making: the values of the variables, and how each term so far came true.
// A solution is a value; the next term makes another one.
type Solution struct {
	Vars  Assignment
	trail *trail
}

// trail is how the terms came true so far, the last one first.
type trail struct {
	term   int
	match  *Match
	before *trail
}

// note says how a term of the query came true; nil is an Optional term that nothing matches. Terms
// inside a scope or a chain are not noted: a scope has no field, and a chain has one for all its
// alternatives.
func (s Solution) note(t *Term, m *Match) Solution {
	if t.Number >= 0 {
		s.trail = &trail{t.Number, m, s.trail}
	}
	return s
}

// unset leaves some variables unset for good, unless they have a value. A later term gives them
// none.
func (s Solution) unset(variables []int) Solution {
	for _, v := range variables {
		if s.Vars[v] == None {
			s.Vars[v] = unset
		}
	}
	return s
}

// ignores reports whether t does not count, since it uses an unset variable (variables.unset,
// QRY-248, FQL-149). For example, in "?(DockedTo, $p), Planet($p)", a ship that is docked nowhere
// has a row, and Planet($p) does not count for it.
func (s *Solution) ignores(t *Term) bool {
	return slices.ContainsFunc(t.Mentions, func(v int) bool { return s.Vars[v] == unset })
}

// Search is the world as one query sees it. It answers the query by trying every assignment of the
// entities to its variables.
type Search struct {
	*World
	Questions
	Query *Query
	Resolution
	Work *int // how many steps it may still take (limits.work); below 0 its results mean nothing
	// Literal: as observers see the world, with ids that are switched off, and each pair as it is
	// (toggle.hides, observers.sees).
	Literal bool

	candidates []Entity
}

// Questions are what a search asks about the world again and again. Each answer depends on the
// question alone. NewSearch takes the answers from the world; a caller may put others with the same
// content in their place.
type Questions interface {
	// Holds lists the ids that an entity has, own and inherited, as the query sees them.
	Holds(Entity) []Holding
	// Paths lists the shortest path to each entity that transitive steps reach.
	Paths(Start) [][]Holding
	// Fits reports whether a traversal ends at an entity.
	Fits(Fit) bool
	// Neighbours lists the entities that one step of a set reaches, Candidates those that the set
	// stands for.
	Neighbours(SetFrom) []Entity
	Candidates(SetFrom) []rules.Candidate
	// Visible lists, for each candidate of a subject, the ids that a term sees on it.
	Visible(SetFrom) [][]Holding
	// Leading lists the entities that lead to one over a Transitive relationship.
	Leading(Goal) []Entity
	// Tries gives the variables of a term the values to try. It may leave out values with which the
	// term is not true.
	Tries(*Term, Solution) iter.Seq[Solution]
}

// plain answers every question from the world.
type plain struct{ s *Search }

func (q plain) Holds(e Entity) []Holding       { return q.s.switchedOn(q.s.Holdings(e)) }
func (q plain) Neighbours(of SetFrom) []Entity { return q.s.Next(of.Start, of.Set) }
func (q plain) Tries(t *Term, row Solution) iter.Seq[Solution] {
	return q.s.values(t.Mentions, row)
}

// NewSearch prepares a search for the rows of a query, which takes steps from the work that is
// left.
func NewSearch(w *World, q *Query, work *int) *Search {
	s := &Search{World: w, Query: q, Resolution: q.resolves, Work: work, candidates: w.Users()}
	s.Questions = plain{s}
	return s
}

// Solutions lists every way in which the terms of the query are true together, with some variables
// preset (QRY-462 to QRY-473). An empty query matches nothing, in some profiles neither does one
// of Optional terms alone (operator.optional), and a variable that is preset to a builtin has no
// row (variables.preset).
func (s *Search) Solutions(preset Assignment) iter.Seq[Solution] {
	builtin := func(e Entity) bool { return e > 0 && s.Entities[e].Builtin }
	demands := func(t Term) bool { return t.Oper != spec.Optional || !s.Profile.OptionalAloneIsEmpty }
	if !slices.ContainsFunc(s.Query.Terms, demands) || slices.ContainsFunc(preset[:], builtin) {
		return func(func(Solution) bool) {}
	}
	return s.Together(s.Query.InOrder, preset)
}

// Together lists every way in which some terms of the query, given in the order of evaluation, are
// true together.
func (s *Search) Together(terms []Term, preset Assignment) iter.Seq[Solution] {
	var first []int
	if s.Query.outer[This] {
		first = []int{This}
	}
	return s.join(terms, s.values(first, Solution{Vars: preset}))
}

// join goes from solutions to those in which the terms are true as well, term by term. Variables
// that no term gave a value are then unset, and the terms that remain are tests, which each
// solution must pass.
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

// and goes from solutions to those in which t is true as well. If a term before t was to bind a
// variable and was ignored, the variable is unset, as far as t may leave it open
// (variables.ignored-binding).
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

// term yields the solutions in which t is true as well, until yield reports false. If nothing
// matches an Optional term, its open variables are unset.
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

// chain yields the solutions of an Or chain. For each value of the variables that all alternatives
// share, the first alternative in written order that matches gives all its matches, and the
// variables of the others are unset. For example, "Frigate || (DockedTo, $p)" does not ask where
// frigates are docked (operator.or, QRY-218, FQL-021). An alternative does not count if it uses an
// unset variable, or only tests one that has no value yet (variables.or).
func (s *Search) chain(t *Term, row Solution, yield func(Solution) bool) bool {
	untold := func(v int) bool { return v != This && row.Vars[v] == None }
	var live []*Term
	for i := range t.Terms {
		o := &t.Terms[i]
		if !row.ignores(o) && (o.mayBind() || !slices.ContainsFunc(o.Mentions, untold)) {
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
			if matched && !s.Profile.OrEvery { // sets.or: else every alternative gives its matches
				break
			}
		}
	}
	return true
}

// Matching lists the matches of t, with every value that its variables can have. Variables with a
// value keep it: for example, after "(DockedTo, $p)" the term "Planet($p)" is tested on the places
// where the ship is docked, and on no other.
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

// values gives each variable without a value every entity of the user; reserved entities are never
// values (variables.values). The first variable changes slowest.
func (s *Search) values(variables []int, row Solution) iter.Seq[Solution] {
	rows := func(yield func(Solution) bool) { yield(row) }
	for _, v := range variables {
		if row.Vars[v] == None || v == This && !s.Answers(row.Vars[v]) {
			rows = s.each(v, rows)
		}
	}
	return rows
}

// each gives one variable every value. If $this is set to an entity that does not answer, it has
// none.
func (s *Search) each(v int, rows iter.Seq[Solution]) iter.Seq[Solution] {
	return func(yield func(Solution) bool) {
		for row := range rows {
			open := row.Vars[v] == None // else it is $this, set to an entity that does not answer
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

// spend takes a step, and reports whether none was left. A step is a value tried for a variable, or
// an entity tested for a wildcard source (limits.work).
func (s *Search) spend() bool {
	*s.Work--
	return *s.Work < 0
}

// Answers reports whether e may be a value of $this. Prefabs and disabled entities may only if some
// term names the tag (query.hidden-entities; QRY-285, FQL-030).
func (s *Search) Answers(e Entity) bool {
	return (s.Query.prefabs || !s.Is(e, spec.Prefab)) &&
		(s.Query.disabled || !s.Is(e, spec.Disabled))
}

// pass tests a solution with terms that bind nothing. If a term uses an unset variable, the
// solution passes it (variables.unset): for example, if a ship is docked nowhere, "?(DockedTo, $p),
// !Planet($p)" does not ask whether that place is a planet.
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

// passes evaluates a Not term, a scope or a comparison that only tests. A variable without a value
// means "for no value": for example, "Ship, !(DockedTo, $p)" finds ships that are docked nowhere
// (operator.not, QRY-300 to QRY-309).
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

// some reports whether there is a solution. It asks for no second one.
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

// Matches lists the ways in which t is true under an assignment of all its variables: one for a
// comparison or a list, one for each id that a term with "*" reports, and for a wildcard source
// those of each entity.
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
			// "_" as source: one match at most for each id (wildcard.source)
			again := slices.ContainsFunc(out, func(o *Match) bool { return o.ID == m.ID })
			if m.Term = t; t.Src.Kind != spec.RefAny || !again {
				out = append(out, &m)
			}
		}
	}
	return out
}

// sources lists the entities that t is tested on: one, or for a wildcard the user's entities
// (wildcard.source).
func (s *Search) sources(t *Term, vars Assignment) []Entity {
	if t.Src.Kind == spec.RefWildcard || t.Src.Kind == spec.RefAny {
		return s.candidates
	}
	return []Entity{s.Value(t.Src, vars)}
}

// compares evaluates ==, != and ~= (operator.equality, QRY-257 to QRY-265, FQL-124 to FQL-133). A
// lookup variable without a child of its name makes every comparison false (variables.lookup).
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
	case strings.ContainsAny(text, ".:"):
		path, ok := s.Path(x, None)
		equal = ok && path == strings.ReplaceAll(text, "::", ".")
	default:
		equal = s.Entities[x].Name != "" && s.Entities[x].Name == text
	}
	return equal == (t.Compare != spec.NotEqual)
}

// lists evaluates and|L and or|L: each id of the list is tested as if it were written. An empty or
// dead list is true for "and", false for "or" (list.empty, QRY-283 to QRY-289, FQL-029 to FQL-042).
// A dead source matches nothing (source.dead).
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

// Listed are the terms that a list operator stands for: the own ids of the list but those that are
// DontInherit. The list is read now, or in some profiles when the query was made. A dead list has
// none (list.when).
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
