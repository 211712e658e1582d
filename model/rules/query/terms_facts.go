package query

import (
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// Match is one way in which a term is true of an entity, with its derivation from ids that entities
// own.
type Match struct {
	ID     ID        // the reported id
	Owner  Entity    // who owns Via
	Via    ID        // the id that makes it true; a subclass of ID, or the first transitive step
	How    How       // how ID follows from it
	Steps  []Holding // of a transitive fact the further steps
	Member string    // of the component ID.First, if a member was matched
	Term   *Term     // of a chain the alternative
	Or     []Match   // other answers that are as good
	Listed []Match   // of a list operator, the match for each id of the list that counts
	Stored bool      // Via is the reported id, and does not only follow from others
}

// How a term comes true, or does not count.
type How uint8

// A match follows from ids that entities own in one of the first four ways.
const (
	Owned       How = iota // the source has the id, own or inherited
	Subclass               // the source has a subclass of the id (QRY-581)
	Transitive             // by R(X, Y) and R(Y, Z) (QRY-593)
	Substituted            // the source has an id of candidates of the term's sets (SET-218)
	Reflexive              // by R(X, X) (QRY-609)
	Listed                 // a list operator, or a comparison: the term is true and has no field
	Ignored                // the term uses an unset variable, so it does not count (variables.unset)
	NoneLeft               // no alternative of a chain counts (variables.or)
)

// HasField reports whether m is shown in a field of a row.
func (m *Match) HasField() bool { return m != nil && m.How <= Reflexive }

// Where says where an id that counts may be found.
type Where uint8

// The places where ids are found.
const (
	Anywhere Where = iota // on the source itself and where inheritance finds it
	OnSelf                // on the source itself only: explicit self (QRY-386, traversal.self)
	// Above: on an entity that traversal visits, the ids that it has and nothing that follows from
	// them (traversal.visited).
	Above
	OnBases // up(IsA): as Anywhere, without the ids that the source owns (traversal.default)
)

// pattern is a term under an assignment: its elements are entities and wildcards.
type pattern struct {
	ID
	member     string // of the component that is first (FQL-143)
	constant   bool   // the relationship or component is written as a constant (facts.subclasses)
	selfFirst  bool   // no component inheritance (FQL-117)
	selfSecond bool   // no transitivity (FQL-121)
	where      Where
	// anyTarget: a target of a Union relationship R is reported as (R, *), whatever leads there
	// (wildcard.union).
	anyTarget bool
}

// matches lists the ways in which p is true of x: one at most without "*", one for each distinct id
// with it (wildcard.each). A pair follows from other facts only if the relationship is a constant:
// for example, "(LocatedIn, Earth)" finds Bob, who is in a city on Earth, and "($r, Earth)" finds
// only owners of such a pair (facts.transitive).
func (s *Search) matches(x Entity, p pattern) []Match {
	if x <= 0 || !s.Alive(x) || !s.Alive(p.First) || p.IsPair() && !s.Alive(p.Second) {
		return nil
	}
	var found []Match
	switch {
	case p.member != "":
		found = s.members(x, p)
	case p.IsPair() && p.constant:
		found = s.facts(x, p)
	default:
		found = s.covered(x, p)
	}
	return report(found, p.ID)
}

// having lists the ids of x that count, in type order, with their owners. An id that its owner
// switched off does not count (toggle.hides): for example, if the Engine of a ship is switched off,
// instances of the ship have none either.
func (s *Search) having(x Entity, where Where) []Holding {
	var hidden func(h Holding) bool
	switch where {
	case OnBases:
		return s.switchedOn(s.BaseHoldings(x))
	case OnSelf:
		hidden = func(h Holding) bool { return h.Owner != x }
	case Above: // QRY-376, traversal.other-relationships
		hidden = func(h Holding) bool {
			return !s.Profile.FindsUninherited && s.Rule(h.ID) == spec.DontInherit
		}
	case Anywhere:
		return s.Holds(x)
	}
	return rules.Without(s.Holds(x), hidden)
}

// switchedOn leaves out the ids that are switched off on their owner, unless the search is literal.
func (s *Search) switchedOn(hs []Holding) []Holding {
	return slices.DeleteFunc(hs, func(h Holding) bool {
		f, _ := s.Owned(h.Owner, h.ID)
		return f.Off && !s.Literal
	})
}

// members lists the entities that a member of a component of x names (FQL-143 to FQL-148,
// query.members). For example, if the component Course has a member to, "(Course.to, $place)" finds
// where each ship is bound for. A member that names a dead entity, or none, matches nothing.
func (s *Search) members(x Entity, p pattern) []Match {
	var found []Match
	for _, h := range s.having(x, p.where) {
		if h.ID != (ID{First: p.First}) {
			continue
		}
		for _, m := range s.ValueAt(h) {
			t := meant(s.World, m)
			if m.Name == p.member && t != None && (p.Second < 0 || p.Second == t) {
				id := ID{First: p.First, Second: t}
				found = append(found, Match{ID: id, Owner: h.Owner, Via: h.ID, Member: m.Name})
			}
		}
	}
	return found
}

// meant is the alive entity that a member names, or None.
func meant(w *World, m spec.NamedScalar) Entity {
	if e := w.Handles[spec.Handle(m.Text)]; w.Alive(e) {
		return e
	}
	return None
}

// substitutes reports whether a term for p.First is also true of sub by component inheritance: sub
// is a subclass of p.First, p.First is not Final, and "|self" is not written (QRY-584, FQL-117).
func (s *Search) substitutes(sub Entity, p pattern) bool {
	base := p.First
	return s.Inheritance && !p.selfFirst && base > 0 && !s.IsFinal(base) &&
		sub != base && s.SubclassOf(sub, base)
}

// steps lists the pairs of p.First that x has, then the pairs of its subclasses, each by target
// (facts.reported). For example, with Near an instance of LocatedIn, a bench near the park is
// located in the park.
func (s *Search) steps(x Entity, p pattern) []Holding {
	var own, subs []Holding
	for _, h := range s.having(x, p.where) {
		switch {
		case !h.IsPair():
		case h.First == p.First:
			own = append(own, h)
		case s.substitutes(h.First, p):
			subs = append(subs, h)
		}
	}
	return append(own, subs...)
}

// facts lists the pairs of a constant relationship R that hold for x (facts.transitive): the pairs
// that x has, of R and of its subclasses; if R is Transitive, those that follow by composition
// (QRY-592 to QRY-603); if R is Reflexive, R(x, x), but not for a wildcard (QRY-608).
func (s *Search) facts(x Entity, p pattern) []Match {
	var found []Match
	steps := s.steps(x, p)
	for _, h := range steps {
		m := Match{ID: h.ID, Owner: h.Owner, Via: h.ID}
		if h.First != p.First {
			m.How = Subclass
		}
		if p.anyTarget {
			m.ID.First = p.First
		}
		if p.Second < 0 || p.Second == h.Second {
			found = append(found, m)
		}
	}
	follows := s.Transitivity && p.where != Above && !p.selfSecond
	if follows && s.Is(p.First, spec.Transitive) {
		without := None         // the entity that takes no step with its own ids
		if p.where == OnBases { // of up(IsA) that is the source, throughout (traversal.default)
			without = x
		}
		listed := map[Holding]bool{} // each target once for each owner of a first step
		for _, h := range steps {
			for _, path := range s.Paths(Start{h.Second, p.First, without, p.selfFirst}) {
				target := path[len(path)-1].Second
				key := Holding{ID: ID{First: p.First, Second: target}, Owner: h.Owner}
				if (p.Second < 0 || p.Second == target) && !listed[key] {
					listed[key] = true
					found = append(found, Match{
						ID: key.ID, Owner: h.Owner, Via: h.ID, How: Transitive, Steps: path,
					})
				}
			}
		}
	}
	// Up alone does not find it (traversal.self-up).
	reflects := follows && p.where != OnBases && s.Profile.Reflexive
	if reflects && p.Second == x && s.Is(p.First, spec.ReflexiveProp) {
		found = append(found, Match{ID: ID{First: p.First, Second: x}, Owner: x, How: Reflexive})
	}
	if p.Second < 0 { // several targets: in type order, R before its subclasses (facts.reported)
		key := func(m Match) ID {
			if m.ID.First == p.First {
				m.ID.First = None
			}
			return m.ID
		}
		slices.SortStableFunc(found, func(a, b Match) int { return key(a).Compare(key(b)) })
	}
	return found
}

// Start is where transitive steps start: from an entity, over a relationship. Nothing that Without
// owns counts; if Literal, subclasses of the relationship do not count.
type Start struct {
	From, Over, Without Entity
	Literal             bool
}

// Paths lists the shortest path from start to each entity that one or more steps reach, in type order
// of the entities. An entity on a cycle reaches itself. A path is the derivation of a transitive
// fact.
func (q plain) Paths(start Start) [][]Holding {
	reached := map[Entity]bool{}
	todo := [][]Holding{nil}
	for n := 0; n < len(todo); n++ {
		path, at := todo[n], start.From
		if n > 0 {
			at = path[len(path)-1].Second
		}
		p := pattern{ID: ID{First: start.Over, Second: Wildcard}, selfFirst: start.Literal}
		if at == start.Without {
			p.where = OnBases
		}
		for _, h := range q.s.steps(at, p) {
			if !reached[h.Second] {
				reached[h.Second] = true
				todo = append(todo, append(slices.Clone(path), h))
			}
		}
	}
	out := todo[1:]
	slices.SortFunc(out, func(a, b []Holding) int {
		return int(a[len(a)-1].Second - b[len(b)-1].Second)
	})
	return out
}
