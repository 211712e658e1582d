package query

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// way is one way in which a term is true of x: an id that a candidate for the subject shows, and that stands for the id that t asks for.
type way struct {
	Match
	of                         ID  // the values of the wildcards of the term; each is a case of its own
	predicate, object, subject int // the places of the candidates in their sets
	some                       ID  // the values of "_", of which the first in type order counts (ruling 1)
	each                       each
}

// each says of which elements every candidate counts; of the others the first.
type each struct{ predicate, object, subject bool }

// substituted lists the matches of t, which asks for an id, on x in a profile with sets: each distinct id with its source, once
// (S-6). It goes backwards, from the ids that candidates for the subject show to the ids that they stand for.
func (s *Search) substituted(t *Term, x Entity, asked ID) []Match {
	if x <= 0 || !s.Alive(x) || s.MentionsDead(asked) {
		return nil
	}
	var ways []way
	for place, shown := range s.Shows(SetFrom{*t.Src.Set, x}) {
		for _, h := range shown {
			if h.IsPair() == asked.IsPair() {
				w := way{Match: Match{ID: h.ID, Via: h.ID, Owner: h.Owner, Term: t}, subject: place, each: each{subject: t.Src.Set.All}}
				ways = append(ways, s.standsFor(t, asked, w)...)
			}
		}
	}
	var out []Match
	for _, w := range firsts(ways) {
		w.Stored = w.ID == w.Via
		if !slices.ContainsFunc(out, func(m Match) bool { return m.ID == w.ID && m.Owner == w.Owner }) {
			out = append(out, w.Match)
		}
	}
	return out
}

// firsts leaves the ways that no earlier candidate keeps out. In each case the first predicate candidate counts with which
// anything matches, for it the first object candidate, and for that id the first subject candidate that shows it; of an
// element with all each counts (S-6, S-8; SET-223, SET-225, SET-238). For example, with a near one who likes Bob, and one further off who
// likes Bob and Alice, "Likes(me[super(R)], *)" gives Bob from near and Alice from further off.
func firsts(ways []way) (out []way) {
	slices.SortStableFunc(ways, func(a, b way) int {
		return cmp.Or(a.predicate-b.predicate, a.object-b.object, a.some.Compare(b.some), a.subject-b.subject, a.Via.Compare(b.Via))
	})
	for _, w := range ways {
		if !slices.ContainsFunc(out, func(first way) bool {
			switch {
			case first.of != w.of:
				return false
			case first.predicate != w.predicate:
				return !w.each.predicate
			case first.object != w.object:
				return !w.each.object
			}
			return !w.each.subject
		}) {
			out = append(out, w)
		}
	}
	return out
}

// shownTo lists for each candidate for a subject the ids that are seen on it: on the start by self its own, along IsA those that
// each base owns, and along other relationships those of the entity, own or through IsA. Ids that are DontInherit are seen on
// the start alone. Along IsA the nearest owner of an id hides it further on, and the nearest owner of an exclusive
// relationship all its pairs, unless the set says all (S-7, ruling 14, P-43).
func (q plain) Shows(from SetFrom) [][]Holding {
	s, x, set := q.s, from.Start, from.Set
	var out [][]Holding
	var nearer []ID // the ids that nearer candidates own; of an exclusive relationship (R, *)
	for _, c := range s.reach(x, set) {
		if !c.Start && s.Handle(set.Along) != spec.IsA {
			out = append(out, slices.DeleteFunc(slices.Clone(s.Holds(c.Entity)), func(h Holding) bool { return s.Rule(h.ID) == spec.DontInherit }))
			continue
		}
		var shown []Holding
		hidden := nearer
		for _, f := range s.Entities[c.Entity].Own {
			if !c.Start && s.Rule(f.ID) == spec.DontInherit {
				continue
			}
			key := f.ID
			if f.IsPair() && s.IsExclusive(f.First) {
				key.Second = Wildcard
			}
			nearer = append(nearer, key)
			if (set.All || !slices.Contains(hidden, key)) && (s.Literal || !f.Off) {
				shown = append(shown, Holding{ID: f.ID, Owner: c.Entity})
			}
		}
		out = append(out, shown)
	}
	return out
}

// standsFor lists the ways in which the id of w stands for the id that t asks for: its first element is a candidate for the predicate,
// and its second for the object (SET-218). A wildcard stands for itself.
func (s *Search) standsFor(t *Term, asked ID, w way) []way {
	set := s.predicateSet(t.First)
	w.predicate = s.place(asked.First, set, w.Via.First)
	if w.predicate < 0 {
		return nil
	}
	w.each.predicate = set.All
	switch {
	case asked.First == Wildcard:
		w.of.First = w.Via.First
	case asked.First == Any:
		w.ID.First, w.some.First = Wildcard, w.Via.First
	case asked.First != w.Via.First:
		w.How = Substituted
	}
	head := Goal{Over: w.Via.First} // each candidate of a written set is a predicate of its own
	if t.First.Set == nil {         // and those that are implied are subclasses of the one
		head = Goal{Over: asked.First, Implied: true}
	}
	one, closes := w.Via.First, s.closes(t, head.Over)
	if closes && t.Second.Kind != spec.RefEntity { // reported as (R, t), whatever leads there
		one, w.ID.First = head.Over, head.Over
		if head.Implied { // the pairs of a subclass are facts of the one
			w.each.predicate = w.each.subject
		}
	}
	union := s.Profile.UnionWildcard && t.First.Kind == spec.RefEntity && s.Is(one, spec.Union) && !s.Literal // ruling 31
	switch {
	case asked.Second == None:
	case asked.Second == Wildcard && union:
		w.ID.Second = Wildcard
	case closes:
		return s.closed(t, asked.Second, head, w)
	case asked.Second == Wildcard:
		w.of.Second = w.Via.Second
	case asked.Second == Any:
		w.ID.Second, w.some.Second = Wildcard, w.Via.Second
	default:
		set := s.objectSet(t.Second)
		if w.object = s.place(asked.Second, set, w.Via.Second); w.object < 0 {
			return nil
		}
		if w.each.object = set.All; w.Via.Second != asked.Second {
			w.How = Substituted
		}
	}
	return []way{w}
}

// closed lists the ways in which a pair of a Transitive relationship stands for one that follows from it: its target is the
// object, or leads there. A constant object reports the pair that is had, of IsA every such pair, else the first; a variable
// and a wildcard report the target that follows, from every subject that leads there if the subject says all (S-12; SET-256,
// SET-258, SET-275, SET-281). For example, with Amsterdam in Holland in Europe, and me in Amsterdam, "(LocatedIn, Europe)" reports
// (LocatedIn, Amsterdam), and "(LocatedIn, $x)" reports (LocatedIn, Europe) where $x is Europe.
func (s *Search) closed(t *Term, object Entity, head Goal, w way) (out []way) {
	targets := []Entity{object}
	if object < 0 {
		targets = s.All()
	}
	for _, head.To = range targets {
		next := w
		if next.object = slices.Index(append([]Entity{head.To}, s.Leading(head)...), w.Via.Second); next.object < 0 {
			continue
		}
		if next.object > 0 {
			next.How = Transitive
		}
		if t.Second.Kind == spec.RefEntity {
			next.each.object = s.Handle(head.Over) == spec.IsA
		} else {
			next.ID.Second = head.To
			next.each.object = w.each.subject
		}
		if object == Wildcard {
			next.of.Second = head.To
		}
		if object == Any { // the first target, and for it the first candidates
			next.ID.Second = Wildcard
			if head.Implied { // subclasses are no candidates of their own here: their pairs are facts of the one
				next.object, next.predicate = next.object+next.predicate*len(s.Entities), 0
			}
			next.object += int(head.To) * len(s.Entities) * len(s.Entities)
		}
		out = append(out, next)
	}
	return out
}

// Goal asks who leads to an entity over a Transitive relationship, with its subclasses if it implies them.
type Goal struct {
	Over, To Entity
	Implied  bool
}

// Leading lists who leads to an entity by one or more pairs that they have, own or inherited, depth first in type order, each
// once (ruling 12, S-12).
func (q plain) Leading(goal Goal) (out []Entity) {
	s := q.s
	over := []Entity{goal.Over}
	if goal.Implied {
		for _, c := range s.reach(goal.Over, s.predicateSet(Elem{Kind: spec.RefEntity, Entity: goal.Over})) {
			over = append(over, c.Entity)
		}
	}
	been := map[Entity]bool{}
	var visit func(to Entity)
	visit = func(to Entity) {
		for _, e := range s.All() {
			step := func(h Holding) bool { return h.Second == to && slices.Contains(over, h.First) }
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

// SetFrom is a set with the entity at which it starts.
type SetFrom struct {
	Set   Set
	Start Entity
}

// Candidates lists the candidates of a set. Each entity that it enters is a step of work; without work nothing is entered.
func (q plain) Candidates(from SetFrom) []rules.Candidate {
	return from.Set.Candidates(from.Start, func(e Entity) []Entity {
		if q.s.spend() {
			return nil
		}
		return q.s.Neighbours(SetFrom{from.Set, e})
	})
}

// reach lists the candidates of a set as the search sees them.
func (s *Search) reach(start Entity, set Set) []rules.Candidate {
	set.Literal = s.Literal
	return s.Candidates(SetFrom{set, start})
}

// place is the first place of e among the candidates of a set, or -1. A wildcard has e at its first place, whatever e is.
func (s *Search) place(start Entity, set Set, e Entity) int {
	if start < 0 {
		return 0
	}
	return slices.IndexFunc(s.reach(start, set), func(c rules.Candidate) bool { return c.Entity == e })
}
