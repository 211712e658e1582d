package flecs

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// hole is the value of a name in a fragment.
type hole struct {
	id   fact      // an entity is a single id
	list []fact    // the values of a name that stands for several ids
	any  []spec.ID // each use of the name draws one of these
	text string    // the name of an entity, query, observer or iterator
}

// freshWords has the words that stand for another random entity or id at each use.
var freshWords = map[spec.Handle]func(*builder) fact{
	"someone":           func(b *builder) fact { return single(b.plain()) },
	"somebody_new":      func(b *builder) fact { return single(b.fresh()) },
	"some_tag":          func(b *builder) fact { return single(b.of(roleTag)) },
	"some_component":    func(b *builder) fact { return single(b.of(roleComponent)) },
	"some_relationship": func(b *builder) fact { return single(b.of(roleRelationship)) },
	"some_loose":        func(b *builder) fact { return single(b.nonFragmenting()) },
	"some_property":     (*builder).property,
	"some_policy":       (*builder).policy,
	"some_rule":         (*builder).instantiation,
	"some_number":       func(b *builder) fact { return single(b.number()) },
}

// isProperty has the properties of the catalogue.
var isProperty = func() map[spec.Handle]bool {
	out := map[spec.Handle]bool{}
	for _, row := range spec.Properties() {
		out[row.Handle] = true
	}
	return out
}()

// fact returns the value of an id of the template. It returns false if a name has no value, or if
// the trace does not use a property in the id.
func (s *playback) fact(id spec.ID) (fact, bool) {
	if !id.IsPair() {
		return s.named(id.First)
	}
	first, ok := s.entity(id.First)
	second, too := s.entity(id.Second)
	return pair(first, second), ok && too
}

func (s *playback) named(h spec.Handle) (fact, bool) {
	switch h {
	case spec.Wildcard:
		return single(every), true
	case spec.Any:
		return single(anyOf), true
	}
	if of, ok := s.holes[h]; ok {
		if of.any != nil {
			return s.oneOfThese(of.any)
		}
		return of.id, of.list == nil
	}
	if draw, ok := freshWords[h]; ok {
		s.drawn++
		return draw(s.builder), true
	}
	if isProperty[h] && !s.features.Properties.Has(h) {
		return fact{}, false
	}
	r := s.world.Words.Of(h)
	return single(r), r != unknown
}

// oneOfThese draws an id. If the id is the name of a list, it draws a member of the list.
func (s *playback) oneOfThese(ids []spec.ID) (fact, bool) {
	id := ids[s.pick(len(ids))]
	if list := s.holes[id.First].list; len(list) > 0 && !id.IsPair() {
		return list[s.pick(len(list))], true
	}
	return s.fact(id)
}

// entity returns an entity, or a wildcard.
func (s *playback) entity(h spec.Handle) (ref, bool) {
	if h == "" {
		return none, true
	}
	f, ok := s.named(h)
	return f.First, ok && !f.IsPair()
}

// facts returns the values of ids of the template. It returns false if an id has no value, or if an
// element is dead.
func (s *playback) facts(ids []spec.ID) ([]fact, bool) {
	all := true
	out := make([]fact, len(ids))
	for i, id := range ids {
		var ok bool
		out[i], ok = s.fact(id)
		all = all && ok && s.world.IsSound(out[i])
	}
	return out, all
}

func (s *playback) bind(name string, f fact) bool {
	s.holes[spec.Handle(name)] = hole{id: f}
	return true
}

// holeProductions has the lines that give values to names.
func holeProductions() []production[action] {
	return []production[action]{
		simply(`an? entity NAME with some (id|pair|data) NAME`, func(p []string) action {
			return func(s *playback, _ *node) bool { return s.declareOwner(p[0], p[1], p[2]) }
		}),
		newProduction(`an? entity NAME together with others(?: with (.+))?`, func(f *fragment, p []string) (action, error) {
			ids, err := f.ids(p[1])
			return func(s *playback, _ *node) bool {
				facts, ok := s.facts(ids)
				s.drawn++
				return ok && s.bind(p[0], single(s.makeTogether(none, facts)))
			}, err
		}),
		newProduction(`an? (fresh |new |)(entity|tag|component|relationship) NAME(?: (beside the tables|with an entity|outside the scope)| with (.+))?`, readDeclaration),
		simply(`another (entity|relationship beside the tables) NAME`, func(p []string) action {
			return func(s *playback, _ *node) bool { return s.declareOther(p[0] == "entity", p[1]) }
		}),
		simply(`an? (clone|instance) NAME of NAME with copies NAME`, func(p []string) action {
			return func(s *playback, _ *node) bool { return s.declareCopy(p[0] == "instance", p[1], p[2], p[3]) }
		}),
		simply(`an instance NAME of NAME`, func(p []string) action {
			return func(s *playback, _ *node) bool {
				base, ok := s.entity(spec.Handle(p[1]))
				return ok && s.world.IsAlive(base) && s.bind(p[0], single(s.instance(base)))
			}
		}),
		simply(`(\d+)(?: to (\d+))? (living |)entities NAME`, func(p []string) action {
			from, to := numbers(p)
			return func(s *playback, _ *node) bool {
				s.holes[spec.Handle(p[3])] = hole{list: s.several(from+s.pick(to-from+1), p[2] != "")}
				return true
			}
		}),
		newProduction(`let (NAME(?:, NAME)*) be (.+)`, readLet),
		simply(`NAME joins NAME`, func(p []string) action {
			return func(s *playback, _ *node) bool {
				f, ok := s.named(spec.Handle(p[0]))
				if to := spec.Handle(p[1]); ok {
					s.holes[to] = hole{list: append(slices.Clip(s.holes[to].list), f)}
				}
				return true
			}
		}),
		simply(`a query NAME is prepared for anything`, func(p []string) action {
			return func(s *playback, _ *node) bool {
				q := s.query()
				s.holes[spec.Handle(p[0])] = hole{text: s.Held[s.hold(q, s.plan.outer())].Name}
				return true
			}
		}),
		simply(`NAME is compared`, func(p []string) action {
			return func(s *playback, _ *node) bool { return s.compare(p[0]) }
		}),
		simply(`NAME is inheritable`, func(p []string) action {
			return func(s *playback, _ *node) bool {
				f, ok := s.named(spec.Handle(p[0]))
				if ok && f.First >= 0 {
					s.inheritable(f.First)
				}
				return ok
			}
		}),
		simply(`all observers are released`,
			func([]string) action { return func(s *playback, _ *node) bool { s.unwatchAll(); return true } }),
	}
}

var roles = map[string]role{
	"entity": rolePlain, "tag": roleTag, "component": roleComponent,
	"relationship": roleRelationship,
}

// readDeclaration parses a line such as "a new relationship r with Transitive". The entity is any
// existing one, a fresh one (new if the world is not full), or a new one. If no new entity can be
// made, the fragment ends.
func readDeclaration(f *fragment, p []string) (action, error) {
	age, r, name, kind := strings.TrimSpace(p[0]), roles[p[1]], p[2], p[3]
	ids, err := f.ids(p[4])
	return func(s *playback, _ *node) bool {
		facts, ok := s.facts(ids)
		if !ok {
			return false
		}
		s.drawn++
		var e ref
		switch {
		case kind == "beside the tables":
			e = s.nonFragmenting()
		case kind == "with an entity":
			if e = s.withMember(); e == none {
				return false
			}
		case age == "new" && !s.canGrow():
			s.over = true
			return true
		case age == "new" && kind != "":
			e = s.birthWith(r, none, facts, true)
		case age == "new":
			e = s.declaredWith(r, facts)
		case age == "fresh":
			e = s.fresh()
		case len(facts) > 0:
			properties := make([]ref, len(facts))
			for i, f := range facts {
				properties[i] = f.First
			}
			e = s.relationshipWith(properties...)
		case r == rolePlain:
			e = s.plain()
		default:
			e = s.of(r)
		}
		return s.bind(name, single(e))
	}, err
}

// withMember returns a component with a member of type entity, or none.
func (b *builder) withMember() ref {
	for _, c := range b.world.Of[roleComponent] {
		if slices.ContainsFunc(b.world.Members(single(c)), func(m spec.Member) bool { return m.Type == spec.Entity }) {
			return c
		}
	}
	return none
}

// declareOwner draws an entity, and an id that it probably owns.
func (s *playback) declareOwner(entity, kind, id string) bool {
	s.drawn++
	e, f := s.owned()
	if kind == "data" {
		e, f = s.typed()
	}
	if kind == "pair" && !f.IsPair() || !s.world.IsUser(f.First) || !s.isSound(e, f) {
		return false
	}
	return s.bind(entity, single(e)) && s.bind(id, f)
}

// declareOther draws a plain entity, or an exclusive non-fragmenting relationship, that is not the
// value of another name, if there is one.
func (s *playback) declareOther(plain bool, name string) bool {
	s.drawn++
	taken := map[ref]bool{}
	for _, h := range s.holes {
		if h.list == nil && h.any == nil && !h.id.IsPair() {
			taken[h.id.First] = true
		}
	}
	if !plain {
		r := s.anyNonFragmenting(taken)
		return r != none && s.bind(name, single(r))
	}
	x := s.plain()
	all := s.world.Of[rolePlain]
	for i := 0; i < len(all) && taken[x]; i++ {
		x = all[i]
	}
	return s.bind(name, single(x))
}

// declareCopy makes a copy of an entity. The value of the name in copies becomes the list of all
// new entities.
func (s *playback) declareCopy(instance bool, name, from, copies string) bool {
	e, ok := s.entity(spec.Handle(from))
	if !ok || !s.features.Copies || !s.world.IsAlive(e) || !s.world.IsUser(e) {
		return false
	}
	s.drawn++
	op := s.copyOf(e, instance)
	root := s.world.Number(op.Entity)
	if op.Entity == "" || root == unknown {
		return false
	}
	var list []fact
	for _, h := range op.Makes() {
		list = append(list, single(s.world.Number(h)))
	}
	s.holes[spec.Handle(copies)] = hole{list: list}
	return s.bind(name, single(root))
}

// several lists n entities. If living is set, they are any alive entities. Otherwise they are
// always the first plain ones, so that several fragments make a dense world of the same few
// entities.
func (s *playback) several(n int, living bool) []fact {
	all, start := s.world.Live, 0
	if living {
		start = s.pick(max(1, len(all)))
	} else {
		for len(s.world.Of[rolePlain]) < n && s.canGrow() {
			s.fresh()
		}
		all = s.world.Of[rolePlain]
	}
	list := make([]fact, min(n, len(all)))
	for i := range list {
		list[i] = single(all[(start+i)%len(all)])
	}
	return list
}

// value draws the value of a name. It returns false if there is none.
type value func(*playback) (hole, bool)

// readLet reads "let x, y be any of folk".
func readLet(f *fragment, p []string) (action, error) {
	names, text := strings.Split(p[0], ", "), p[len(p)-1]
	give, _, err := readAs(f, f.grammar.values, text)
	return func(s *playback, _ *node) bool {
		all := true
		for _, name := range names {
			h, ok := give(s)
			if ok {
				s.holes[spec.Handle(name)] = h
			} else {
				delete(s.holes, spec.Handle(name))
			}
			all = all && ok
		}
		return all
	}, err
}

var quotedText = regexp.MustCompile(`"[^"]+"`)

// valueProductions has the expressions for values. The last one matches any id.
func valueProductions() []production[value] {
	return []production[value]{
		simply(`one of (".+")`, func(p []string) value {
			texts := quotedText.FindAllString(p[0], -1)
			return func(s *playback) (hole, bool) { return hole{text: strings.Trim(texts[s.pick(len(texts))], `"`)}, true }
		}),
		simply(`the (first|second|last) of NAME`, func(p []string) value {
			return func(s *playback) (hole, bool) { return s.holes[spec.Handle(p[1])].at(p[0]) }
		}),
		simply(`the target of (\w+) on NAME`, func(p []string) value {
			return func(s *playback) (hole, bool) {
				r, ok := s.entity(spec.Handle(p[0]))
				e, too := s.entity(spec.Handle(p[1]))
				if !ok || !too || !s.world.IsAlive(e) {
					return hole{}, false
				}
				t := s.world.Target(e, r)
				return hole{id: single(t)}, t >= 0
			}
		}),
		simply(`the ids of NAME`, func(p []string) value {
			return func(s *playback) (hole, bool) { return s.idsOwned(spec.Handle(p[0])) }
		}),
		simply(`NAME to anything`, func(p []string) value {
			return func(s *playback) (hole, bool) {
				f, ok := s.named(spec.Handle(p[0]))
				if f.IsPair() {
					f.Second = every
				}
				return hole{id: f}, ok
			}
		}),
		newProduction(`any of (.+)`, func(f *fragment, p []string) (value, error) {
			ids, err := f.ids(p[0])
			return func(*playback) (hole, bool) { return hole{any: ids}, true }, err
		}),
		newProduction(`(?:one of )?(.+)`, func(f *fragment, p []string) (value, error) {
			ids, err := f.ids(p[0])
			return func(s *playback) (hole, bool) {
				id, ok := s.oneOfThese(ids)
				return hole{id: id}, ok
			}, err
		}),
	}
}

// idsOwned lists the ids of an entity that do not begin with a reserved one.
func (s *playback) idsOwned(name spec.Handle) (hole, bool) {
	e, ok := s.entity(name)
	if !ok || !s.world.IsAlive(e) {
		return hole{}, false
	}
	list := []fact{}
	for _, f := range s.world.Entities[e].Own {
		if s.world.IsUser(f.First) {
			list = append(list, f)
		}
	}
	return hole{list: list}, true
}

// at returns a member of a list, or an element of an id.
func (h hole) at(which string) (hole, bool) {
	list := h.list
	if list == nil {
		list = []fact{single(h.id.First)}
		if h.id.IsPair() {
			list = append(list, single(h.id.Second))
		}
	}
	i := map[string]int{"first": 0, "second": 1, "last": len(list) - 1}[which]
	if i >= len(list) || i < 0 {
		return hole{}, false
	}
	return hole{id: list[i]}, true
}

// condition decides whether lines of a fragment are played.
type condition func(*playback) bool

// readCondition parses a condition, with or without "not" before it.
func (f *fragment) readCondition(text string) (condition, error) {
	rest, not := strings.CutPrefix(text, "not ")
	holds, known, err := readAs(f, f.grammar.conditions, rest)
	if _, isFeature := (&Features{}).Has(rest); !known && isFeature {
		holds, known = func(s *playback) bool { on, _ := s.features.Has(rest); return on }, true
	}
	if !known {
		return nil, fmt.Errorf("unknown condition %q", rest)
	}
	return func(s *playback) bool { return holds(s) != not }, err
}

func conditionProductions() []production[condition] {
	return []production[condition]{
		simply(`nothing is deferred`, func([]string) condition { return func(s *playback) bool { return s.Deferred == 0 } }),
		simply(`the world is small`, func([]string) condition { return func(s *playback) bool { return s.Max <= maxWatched } }),
		simply(`instances inherit by default`, func([]string) condition {
			return func(s *playback) bool { return s.Profile.Instantiation == spec.Inherit }
		}),
		simply(`there is room for (\d+)()`, func(p []string) condition {
			n, _ := numbers(p)
			return func(s *playback) bool { return len(s.world.Live)+n <= s.Max }
		}),
		simply(`NAME is kept`, func([]string) condition { return func(s *playback) bool { return s.hasSnapshot } }),
		simply(`NAME is alive`, func(p []string) condition {
			return func(s *playback) bool { f, ok := s.named(spec.Handle(p[0])); return ok && s.world.IsSound(f) }
		}),
		simply(`NAME has data`, func(p []string) condition {
			return func(s *playback) bool { f, ok := s.named(spec.Handle(p[0])); return ok && len(s.world.Members(f)) > 0 }
		}),
		simply(`NAME is a pair`, func(p []string) condition {
			return func(s *playback) bool { f, _ := s.named(spec.Handle(p[0])); return f.IsPair() }
		}),
		simply(`NAME can be followed`, func(p []string) condition {
			return func(s *playback) bool {
				r, ok := s.entity(spec.Handle(p[0]))
				return ok && r >= 0 && s.world.IsTraversable(r)
			}
		}),
		newProduction(`NAME owns (.+)`, func(f *fragment, p []string) (condition, error) {
			ids, err := f.ids(p[1])
			return func(s *playback) bool {
				e, ok := s.entity(spec.Handle(p[0]))
				own, too := s.facts(ids)
				return ok && too && s.world.IsAlive(e) && s.world.Owns(e, own[0])
			}, err
		}),
		simply(`NAME is (\w+)`, func(p []string) condition {
			return func(s *playback) bool {
				a, ok := s.named(spec.Handle(p[0]))
				b, too := s.named(spec.Handle(p[1]))
				return ok && too && (a == b ||
					isProperty[spec.Handle(p[1])] && a.First >= 0 && s.world.Owns(a.First, b))
			}
		}),
	}
}
