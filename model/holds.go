package model

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// match is one way in which a term is true: the id reported, the entity where it was found, and how.
type match struct {
	id    id
	owner entity // who owns the id, or the pair that is the first step of a transitive fact
	how   how
	via   id // the id that owner owns, where it is not the reported one
	or    []match

	stored bool   // owner owns the id that matched: it does not only follow from others
	member string // of the component id.first, where a member was matched
	by     *term  // the term, in a chain the alternative
}

// how a match follows from what entities own.
type how uint8

const (
	held       how = iota // the source has the id, own or inherited
	subclass              // the source has a subclass of the id (QRY-581)
	transitive            // by R(X, Y) and R(Y, Z) (QRY-593)
	reflexive             // by R(X, X) (QRY-609)
)

// where an id that counts may be found.
type where uint8

const (
	inherited where = iota // on the source itself and where inheritance finds it
	own                    // on the source itself only: explicit self (QRY-386, rulings 15 and 30)
	above                  // on an entity that traversal visits: what is had, nothing that follows (ruling 15)
	onBases                // up(IsA): as inherited, without what the source owns (P-37)
)

// view is the world as one query sees it: what the entities hold does not change while it is answered, so each
// entity's holdings are listed once.
type view struct {
	*World
	resolves resolution
	all      bool // as observers see it: what is switched off too, and each pair as it is (P-43, P-52)
	held     [][]holding
	closures map[reach][]entity
}

// reach asks what can be reached from an entity over a relationship, with or without its subclasses.
type reach struct {
	from, over, without entity
	exact               bool
}

func (w *World) view(r resolution) *view {
	return &view{World: w, resolves: r, held: make([][]holding, len(w.entities)), closures: map[reach][]entity{}}
}

func (v *view) holds(e entity) []holding {
	if v.held[e] == nil {
		v.held[e] = append([]holding{}, v.shown(v.holdings(e, inherited))...)
	}
	return v.held[e]
}

// shown leaves out what its owner switched off: queries do not see it (P-43).
func (v *view) shown(hs []holding) []holding {
	return slices.DeleteFunc(hs, func(h holding) bool {
		f, _ := v.owned(h.owner, h.id)
		return f.off && !v.all
	})
}

// pattern is a term under an assignment: entities and wildcards.
type pattern struct {
	id
	member     string // of the component that is first (FQL-143)
	constant   bool   // the relationship or component is written as a constant (ruling 12)
	selfFirst  bool   // no component inheritance (FQL-117)
	selfSecond bool   // no transitivity (FQL-121)
	found      where
}

// matches lists the ways in which p is true of x: at most one without "*", one per distinct id with it (ruling 1).
func (v *view) matches(x entity, p pattern) []match {
	if x <= 0 || !v.alive(x) || !v.alive(p.first) || p.isPair() && !v.alive(p.second) {
		return nil
	}
	var found []match
	switch {
	case p.member != "":
		found = v.members(x, p)
	case !p.isPair():
		found = v.singles(x, p)
	case p.constant:
		found = v.facts(x, p)
	default:
		for _, h := range v.having(x, p) {
			if p.id.matches(h.id) {
				found = append(found, match{id: h.id, owner: h.owner, via: h.id})
			}
		}
	}
	return report(found, p.id)
}

// having lists what x holds of what counts for p.
func (v *view) having(x entity, p pattern) []holding {
	switch p.found {
	case inherited:
		return v.holds(x)
	case own:
		return slices.DeleteFunc(slices.Clone(v.holds(x)), func(h holding) bool { return h.owner != x })
	case above: // QRY-376, ruling 36
		return slices.DeleteFunc(slices.Clone(v.holds(x)), func(h holding) bool {
			return !v.profile.FindsUninherited && v.rule(h.id) == spec.DontInherit
		})
	case onBases:
		return v.shown(v.holdings(x, onBases))
	}
	return nil
}

// report makes the reported ids: "*" where the pattern has "_", each distinct id once, and only the first of all
// without a "*"; the others stay as further allowed answers (rulings 1 and 3).
func report(found []match, asked id) []match {
	var out []match
	for _, m := range found {
		m.stored = m.id == m.via
		if asked.first == anyone {
			m.id.first = wildcard
		}
		if asked.second == anyone {
			m.id.second = wildcard
		}
		same := func(o match) bool { return o.id == m.id }
		if asked.first != wildcard && asked.second != wildcard {
			same = func(match) bool { return true }
		}
		i := slices.IndexFunc(out, same)
		equal := func(o match) bool { return o.id == m.id && o.owner == m.owner }
		switch {
		case i < 0:
			out = append(out, m)
		case !equal(out[i]) && !slices.ContainsFunc(out[i].or, equal):
			out[i].or = append(out[i].or, m)
		}
	}
	return out
}

// singles: x has the id, or a subclass of it where component inheritance applies (QRY-581 to QRY-585, FQL-115);
// a wildcard stands for any single id, a variable component for just itself (ruling 12).
func (v *view) singles(x entity, p pattern) []match {
	var found []match
	for _, h := range v.having(x, p) {
		switch {
		case h.isPair():
		case p.id.matches(h.id):
			found = append(found, match{id: h.id, owner: h.owner, via: h.id})
		case p.constant && v.inherits(h.first, p.first, p):
			found = append(found, match{id: h.id, owner: h.owner, via: h.id, how: subclass})
		}
	}
	return found
}

// members: x has the component, and its member names an alive entity (FQL-143 to FQL-148, P-61).
func (v *view) members(x entity, p pattern) []match {
	var found []match
	for _, h := range v.having(x, p) {
		if h.id != (id{first: p.first}) {
			continue
		}
		f, _ := v.owned(h.owner, h.id)
		for _, m := range f.value {
			if t := v.named(m); m.Name == p.member && t != none && (p.second < 0 || p.second == t) {
				found = append(found, match{id: id{p.first, t}, owner: h.owner, via: h.id, member: m.Name})
			}
		}
	}
	return found
}

// inherits reports whether a term for base is also true of sub by component inheritance.
func (v *view) inherits(sub, base entity, p pattern) bool {
	return v.resolves.inheritance && !p.selfFirst && base > 0 && !v.isFinal(base) && sub != base && v.subclassOf(sub, base)
}

// steps lists the pairs of relationship p.first that x has, subclasses of the relationship included and after it,
// each by target (ruling 12, P-26).
func (v *view) steps(x entity, p pattern) []holding {
	var own, subs []holding
	for _, h := range v.having(x, p) {
		switch {
		case !h.isPair():
		case h.first == p.first:
			own = append(own, h)
		case v.inherits(h.first, p.first, p):
			subs = append(subs, h)
		}
	}
	return append(own, subs...)
}

// facts: the pairs of a constant relationship R that hold for x (ruling 12): those it has; if R is Transitive, all
// that follow by composition (QRY-592 to QRY-603); if R is Reflexive, R(x, x), but never for a wildcard (QRY-608).
func (v *view) facts(x entity, p pattern) []match {
	var found []match
	add := func(t entity, h holding, how how) {
		m := match{id: id{p.first, t}, owner: h.owner, via: h.id, how: how}
		found = append(found, m)
	}
	steps := v.steps(x, p)
	for _, h := range steps {
		if p.second < 0 || p.second == h.second {
			add(h.second, h, held)
		}
	}
	applies := v.resolves.transitivity && p.found != above && !p.selfSecond
	if applies && v.is(p.first, spec.Transitive) {
		listed := map[fromTo]bool{}
		for _, h := range steps {
			for _, t := range v.closure(h.second, x, p) {
				if (p.second < 0 || p.second == t) && !listed[fromTo{h.owner, t}] {
					listed[fromTo{h.owner, t}] = true
					add(t, h, transitive)
				}
			}
		}
	}
	reflects := applies && p.found != onBases && v.profile.Reflexive // up alone does not find it (ruling 30)
	if reflects && p.second == x && v.is(p.first, spec.ReflexiveProp) {
		found = append(found, match{id: id{p.first, x}, owner: x, how: reflexive})
	}
	if p.second < 0 { // several targets: in type order
		slices.SortStableFunc(found, func(a, b match) int { return compareIDs(a.id, b.id) })
	}
	return found
}

type fromTo struct{ owner, target entity }

// closure lists what can be reached from x over one or more steps of p.first, in type order. Explicit traversal decides
// where the first step, the one from start, may be found; of up(IsA), what start owns is left out throughout (P-37).
func (v *view) closure(x, start entity, p pattern) []entity {
	without := none
	if p.found == onBases {
		without = start
	}
	key := reach{x, p.first, without, p.selfFirst}
	if known, ok := v.closures[key]; ok {
		return known
	}
	out := []entity{}
	todo := []entity{x}
	for n := 0; n < len(todo); n++ {
		p.found = inherited
		if todo[n] == without {
			p.found = onBases
		}
		for _, h := range v.steps(todo[n], p) {
			if !slices.Contains(out, h.second) {
				out = append(out, h.second)
				todo = append(todo, h.second)
			}
		}
	}
	slices.Sort(out)
	v.closures[key] = out
	return out
}
