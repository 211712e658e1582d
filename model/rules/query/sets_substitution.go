package query

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// A derivation is one way in which a term is true of an entity: an id that is visible on a
// candidate of the subject and matches the requested id.
type derivation struct {
	Match
	wild ID // the values of "*"; derivations with different values do not exclude each other
	any  ID // the values of "_"; the first in type order counts (wildcard.any)
	// The positions of the candidates in the sets of the three elements.
	predicate int
	object    objectPosition
	subject   int
	each      each
}

// objectPosition is the position of an object candidate. If the relationship is Transitive and the
// object is "_", derivations are ordered by target, then by the subclass whose pair leads to it.
type objectPosition struct {
	target           Entity
	subclass, number int
}

func (p objectPosition) compare(o objectPosition) int {
	return cmp.Or(cmp.Compare(p.target, o.target), p.subclass-o.subclass, p.number-o.number)
}

// each says for which elements all candidates count. For the other elements only the first
// candidate with a match counts.
type each struct{ predicate, object, subject bool }

// substituted lists the matches of t on x in a profile with sets, each pair of id and source once
// (sets.first). It starts from the ids that are visible on the candidates of the subject and checks
// whether they match the pattern.
func (s *Search) substituted(t *Term, x Entity, pattern ID) []Match {
	if x <= 0 || !s.Alive(x) || s.MentionsDead(pattern) {
		return nil
	}
	var derivations []derivation
	for position, visible := range s.Visible(SetFrom{*t.Src.Set, x}) {
		for _, h := range visible {
			if h.IsPair() == pattern.IsPair() {
				m := Match{ID: h.ID, Via: h.ID, Owner: h.Owner, Term: t}
				w := derivation{Match: m, subject: position, each: each{subject: t.Src.Set.All}}
				derivations = append(derivations, s.standsFor(t, pattern, w)...)
			}
		}
	}
	var out []Match
	for _, w := range firsts(derivations) {
		w.Stored = w.ID == w.Via
		same := func(m Match) bool { return m.ID == w.ID && m.Owner == w.Owner }
		if !slices.ContainsFunc(out, same) {
			out = append(out, w.Match)
		}
	}
	return out
}

// firsts removes the derivations that an earlier candidate excludes. Only the first predicate
// candidate with a match counts; for it, only the first object candidate; and for that id, only the
// first subject candidate on which it is visible. If an element has all, every candidate counts
// (sets.first, sets.subject-search; SET-223, SET-225, SET-238). For example, if Ann has (R, Bob),
// Bob has (R, Eve), Bob likes pears, and Eve likes pears and plums, "Likes(Ann[super(R)], *)" finds
// pears on Bob and plums on Eve.
func firsts(derivations []derivation) (out []derivation) {
	slices.SortStableFunc(derivations, func(a, b derivation) int {
		return cmp.Or(
			a.predicate-b.predicate, a.object.compare(b.object), a.any.Compare(b.any),
			a.subject-b.subject, a.Via.Compare(b.Via))
	})
	for _, w := range derivations {
		excluded := slices.ContainsFunc(out, func(first derivation) bool {
			switch {
			case first.wild != w.wild:
				return false
			case first.predicate != w.predicate:
				return !w.each.predicate
			case first.object != w.object:
				return !w.each.object
			}
			return !w.each.subject
		})
		if !excluded {
			out = append(out, w)
		}
	}
	return out
}

// Visible lists, for each candidate of a subject, the ids that a term sees on it (sets.visible,
// toggle.hides). Ids that are DontInherit are visible only on the start.
//   - On the start and on candidates reached along IsA, own ids are visible. Along IsA the nearest
//     owner of an id hides the id on farther bases, and the nearest owner of an exclusive
//     relationship hides all its pairs there (inheritance.nearest). If the set has all, nothing is
//     hidden in this way.
//   - On candidates reached along another relationship, own and inherited ids are visible.
func (q plain) Visible(from SetFrom) [][]Holding {
	s, set := q.s, from.Set
	var out [][]Holding
	var nearer []ID // the ids that nearer candidates own; (R, *) if R is exclusive
	for _, c := range s.reach(from.Start, set) {
		stays := func(i ID) bool { return !c.Start && s.Rule(i) == spec.DontInherit }
		if !c.Start && s.Handle(set.Along) != spec.IsA {
			holds := slices.Clone(s.Holds(c.Entity))
			out = append(out, slices.DeleteFunc(holds, func(h Holding) bool { return stays(h.ID) }))
			continue
		}
		var visible []Holding
		hidden := nearer
		for _, f := range s.Entities[c.Entity].Own {
			if stays(f.ID) {
				continue
			}
			key := f.ID
			if f.IsPair() && s.IsExclusive(f.First) {
				key.Second = Wildcard
			}
			nearer = append(nearer, key)
			if (set.All || !slices.Contains(hidden, key)) && (s.Literal || !f.Off) {
				visible = append(visible, Holding{ID: f.ID, Owner: c.Entity})
			}
		}
		out = append(out, visible)
	}
	return out
}

// standsFor lists the derivations in which the id of w matches the id that t asks for: the first
// element is a candidate of the predicate, and the second is a candidate of the object (SET-218). A
// wildcard matches every element.
func (s *Search) standsFor(t *Term, pattern ID, w derivation) []derivation {
	set := s.predicateSet(t.First)
	w.predicate = s.position(pattern.First, set, w.Via.First)
	if w.predicate < 0 {
		return nil
	}
	w.each.predicate = set.All
	switch {
	case pattern.First == Wildcard:
		w.wild.First = w.Via.First
	case pattern.First == Any:
		w.ID.First, w.any.First = Wildcard, w.Via.First
	case pattern.First != w.Via.First:
		w.How = Substituted
	}
	goal := Goal{Over: w.Via.First} // in a written set each candidate is a separate predicate
	if t.First.Set == nil {         // in an implied set the candidates are subclasses of the predicate
		goal = Goal{Over: pattern.First, Implied: true}
	}
	one, closes := w.Via.First, s.closes(t, goal.Over)
	if closes && t.Second.Kind != spec.RefEntity { // reported as (R, target), even for pairs of subclasses
		one, w.ID.First = goal.Over, goal.Over
		if goal.Implied { // the pairs of a subclass count as pairs of R
			w.each.predicate = w.each.subject
		}
	}
	union := s.Profile.UnionWildcard && t.First.Kind == spec.RefEntity &&
		s.Is(one, spec.Union) && !s.Literal // wildcard.union
	switch {
	case pattern.Second == None:
	case pattern.Second == Wildcard && union:
		w.ID.Second = Wildcard
	case closes:
		return s.closed(t, pattern.Second, goal, w)
	case pattern.Second == Wildcard:
		w.wild.Second = w.Via.Second
	case pattern.Second == Any:
		w.ID.Second, w.any.Second = Wildcard, w.Via.Second
	default:
		set := s.objectSet(t.Second)
		w.object.number = s.position(pattern.Second, set, w.Via.Second)
		if w.object.number < 0 {
			return nil
		}
		if w.each.object = set.All; w.Via.Second != pattern.Second {
			w.How = Substituted
		}
	}
	return []derivation{w}
}

// closed lists the derivations by transitivity: the target of a pair is the object or leads to it
// (sets.transitive; SET-256, SET-258, SET-275, SET-281).
//
// If the object is a constant, the reported id is the pair that the entity has. Only the first such
// pair counts, except for IsA. If the object is a variable or a wildcard, the reported id has the
// target that follows. For example, if Amsterdam is in Holland, Holland is in Europe and I am in
// Amsterdam, "(LocatedIn, Europe)" reports (LocatedIn, Amsterdam), and "(LocatedIn, $x)" reports
// (LocatedIn, Europe) when $x is Europe.
func (s *Search) closed(t *Term, object Entity, goal Goal, w derivation) (out []derivation) {
	targets := []Entity{object}
	if object < 0 {
		targets = s.All()
	}
	for _, goal.To = range targets {
		next := w
		leading := append([]Entity{goal.To}, s.Leading(goal)...)
		next.object.number = slices.Index(leading, w.Via.Second)
		if next.object.number < 0 {
			continue
		}
		if next.object.number > 0 {
			next.How = Transitive
		}
		if t.Second.Kind == spec.RefEntity {
			next.each.object = s.Handle(goal.Over) == spec.IsA
		} else {
			next.ID.Second = goal.To
			next.each.object = w.each.subject
		}
		if object == Wildcard {
			next.wild.Second = goal.To
		}
		if object == Any { // the first target counts, and for it the first candidates
			next.ID.Second = Wildcard
			next.object.target = goal.To
			if goal.Implied { // the pairs of a subclass count as pairs of R
				next.object.subclass, next.predicate = next.predicate, 0
			}
		}
		out = append(out, next)
	}
	return out
}

// Goal asks which entities lead to To over the Transitive relationship Over.
type Goal struct {
	Over, To Entity
	Implied  bool // pairs of subclasses of Over count too
}

// Leading lists the entities that lead to the goal over one or more pairs, own or inherited. They
// are listed depth first in type order, each once (facts.transitive, sets.transitive).
func (q plain) Leading(goal Goal) (out []Entity) {
	s, over := q.s, []Entity{goal.Over}
	if goal.Implied {
		constant := Elem{Kind: spec.RefEntity, Entity: goal.Over}
		for _, c := range s.reach(goal.Over, s.predicateSet(constant)) {
			over = append(over, c.Entity)
		}
	}
	been := map[Entity]bool{}
	var visit func(to Entity)
	visit = func(to Entity) {
		step := func(h Holding) bool { return h.Second == to && slices.Contains(over, h.First) }
		for _, e := range s.All() {
			if !been[e] && slices.ContainsFunc(s.Holds(e), step) && !s.spend() {
				been[e] = true
				out = append(out, e)
				visit(e)
			}
		}
	}
	visit(goal.To)
	return out
}

// SetFrom is a set and its start.
type SetFrom struct {
	Set   Set
	Start Entity
}

// Candidates lists the candidates of a set. Each entity whose neighbours are listed costs one step.
// When no steps are left, the list ends early.
func (q plain) Candidates(from SetFrom) []rules.Candidate {
	return from.Set.Candidates(from.Start, func(e Entity) []Entity {
		if q.s.spend() {
			return nil
		}
		return q.s.Neighbours(SetFrom{from.Set, e})
	})
}

// reach lists the candidates of a set. In a literal search it also follows pairs that are switched
// off.
func (s *Search) reach(start Entity, set Set) []rules.Candidate {
	set.Literal = s.Literal
	return s.Candidates(SetFrom{set, start})
}

// position returns the first position of e among the candidates of a set, or -1. If the start is a
// wildcard, position returns 0 for every e.
func (s *Search) position(start Entity, set Set, e Entity) int {
	if start < 0 {
		return 0
	}
	isE := func(c rules.Candidate) bool { return c.Entity == e }
	return slices.IndexFunc(s.reach(start, set), isE)
}
