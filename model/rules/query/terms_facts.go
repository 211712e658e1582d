package query

import (
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// Match is one way in which a term is true of an entity. It records how the reported id follows
// from an id that an entity owns.
type Match struct {
	ID     ID        // the reported id
	Owner  Entity    // the owner of Via
	Via    ID        // the owned id: ID itself, a subclass of it, or the first transitive step
	How    How       // how ID follows from Via
	Steps  []Holding // the further steps of a transitive fact
	Member string    // the matched member of the component ID.First, if any
	Term   *Term     // the matched term; of a chain, the alternative
	Or     []Match   // other answers that are equally correct
	Listed []Match   // for a list operator, the matches of the ids of the list
	Stored bool      // the owner has ID itself: it does not follow from other ids
}

// How says how a term is true, or why it is ignored.
type How uint8

// The values of How.
const (
	Owned       How = iota // the source has the id, own or inherited
	Subclass               // the source has a subclass of the id (QRY-581)
	Transitive             // by R(X, Y) and R(Y, Z) (QRY-593)
	Substituted            // the source has an id made of candidates of the term's sets (SET-218)
	Reflexive              // by R(X, X) (QRY-609)
	Listed                 // a true list operator or comparison, which has no field
	Ignored                // the term uses an unset variable (variables.unset)
	NoneLeft               // every alternative of a chain is ignored (variables.or)
)

// HasField reports whether m is shown in a field of a row.
func (m *Match) HasField() bool { return m != nil && m.How <= Reflexive }

// Where says which ids of an entity a term considers.
type Where uint8

// The values of Where.
const (
	Anywhere Where = iota // own and inherited ids
	OnSelf                // only own ids: explicit self (QRY-386, traversal.self)
	// Above is for an entity that traversal visits: the ids that it has, but no pairs that follow
	// from them (traversal.visited). In profiles without FindsUninherited, DontInherit ids are left
	// out (traversal.uninherited-later).
	Above
	OnBases // up(IsA): like Anywhere, but without the ids that the source owns (traversal.default)
)

// pattern is a term under an assignment: each element is an entity or a wildcard.
type pattern struct {
	ID
	member     string // the member of the component First (FQL-143)
	constant   bool   // the relationship or component is written as a constant (facts.subclasses)
	selfFirst  bool   // no component inheritance (FQL-117)
	selfSecond bool   // no transitivity and no reflexivity (FQL-121)
	where      Where
	anyTarget  bool // the targets of a Union relationship R are reported as (R, *) (wildcard.union)
}

// matches lists the matches of p on x. With "*" there is one for each distinct id; otherwise there
// is at most one (wildcard.each). Pairs that follow from other facts count only if the relationship
// is a constant: for example, "(LocatedIn, Earth)" finds Bob, who is in a city on Earth, but "($r,
// Earth)" finds only owners of a pair with Earth (facts.transitive).
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

// having lists the ids of x that a term considers, in type order, with their owners. An id that is
// switched off on its owner does not count (toggle.hides): for example, if the Engine of a ship is
// switched off, no term finds it on the instances of the ship, although they inherit it.
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

// switchedOn removes the ids that are switched off on their owner, unless the search is literal.
func (s *Search) switchedOn(hs []Holding) []Holding {
	return slices.DeleteFunc(hs, func(h Holding) bool {
		f, _ := s.Owned(h.Owner, h.ID)
		return f.Off && !s.Literal
	})
}

// members lists the matches of a term with a member: the entity to which the member refers in the
// component of x (FQL-143 to FQL-148, query.members). For example, if ships have a component Course
// with a member named to, "(Course.to, $place)" finds the destination of each ship. A member that
// refers to no entity, or to a dead one, matches nothing.
func (s *Search) members(x Entity, p pattern) []Match {
	var found []Match
	for _, h := range s.having(x, p.where) {
		if h.ID != (ID{First: p.First}) {
			continue
		}
		for _, m := range s.ValueAt(h) {
			t := memberEntity(s.World, m)
			if m.Name == p.member && t != None && (p.Second < 0 || p.Second == t) {
				id := ID{First: p.First, Second: t}
				found = append(found, Match{ID: id, Owner: h.Owner, Via: h.ID, Member: m.Name})
			}
		}
	}
	return found
}

// memberEntity returns the alive entity to which a member refers, or None.
func memberEntity(w *World, m spec.NamedScalar) Entity {
	if e := w.Handles[spec.Handle(m.Text)]; w.Alive(e) {
		return e
	}
	return None
}

// substitutes reports whether sub matches a term for p.First by component inheritance: sub is a
// subclass of p.First, p.First is not Final, and the term does not have "|self" (QRY-584, FQL-117).
func (s *Search) substitutes(sub Entity, p pattern) bool {
	base := p.First
	return s.Inheritance && !p.selfFirst && base > 0 && !s.IsFinal(base) &&
		sub != base && s.SubclassOf(sub, base)
}

// steps lists the pairs of p.First that x has, then the pairs of its subclasses, both in type order
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

// facts lists the pairs of a constant relationship R that hold for x (facts.transitive):
//   - the pairs of R and of its subclasses that x has
//   - if R is Transitive, the pairs that follow by transitivity (QRY-592 to QRY-603)
//   - if R is Reflexive and the target is not a wildcard, R(x, x) (wildcard.stored, QRY-608)
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
		without := None         // the entity whose own ids do not count as steps
		if p.where == OnBases { // up(IsA) ignores the own ids of the source (traversal.default)
			without = x
		}
		listed := map[Holding]bool{} // each target once for each owner (facts.several-bases)
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
	// up without self does not find R(x, x) (traversal.self-up).
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

// Start asks for the transitive steps from an entity over a relationship.
type Start struct {
	From, Over Entity
	Without    Entity // the ids that this entity owns do not count
	Literal    bool   // subclasses of the relationship do not count
}

// Paths lists the shortest path from start to each entity that one or more steps reach, in type
// order of the entities. An entity on a cycle reaches itself. Each path is the derivation of a
// transitive fact.
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
