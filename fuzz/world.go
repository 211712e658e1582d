package fuzz

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// ref numbers an entity of the generated world in the order of creation, reserved ones first.
type ref int16

const (
	nobody   ref = -1 // no second element, no parent, no scope
	stranger ref = -2 // a handle that nothing ever had
	every    ref = -3 // *
	anyOf    ref = -4 // _
)

// fact is an id: a single element, or a pair.
type fact struct{ first, second ref }

func single(e ref) fact { return fact{e, nobody} }

func (f fact) isPair() bool { return f.second != nobody }

// matches reports whether pattern f covers o, as remove does (ruling P-8).
func (f fact) matches(o fact) bool {
	return f.isPair() == o.isPair() && (f.first == every && f.isPair() || f.first == o.first) &&
		(f.second == every || f.second == o.second)
}

// role is what an entity was made for. It only guides choices: any entity may be anything.
type role uint8

const (
	roleReserved role = iota
	rolePlain
	roleTag
	roleComponent
	roleRelationship
)

// thing is an entity as far as the generator follows it.
type thing struct {
	handle    spec.Handle
	name      string
	role      role
	alive     bool
	component bool
	open      bool // a component that is no longer Final by default (P-12)
	members   []spec.Member
	own       []fact
}

// world is what the generator believes the engines' world to be: enough to aim operations at what is there. It is
// no third engine: where it is wrong, an operation is refused or matches nothing, and both engines must say so.
type world struct {
	profile *spec.Profile
	words   *words
	things  []thing
	live    []ref // the user's alive entities
	dead    []ref // in the order of their deletion
	roles   [roleRelationship + 1][]ref
	scope   ref
	flat    bool // nothing becomes an instance
}

// words are the numbers of the reserved entities that the generator knows; stranger where the profile lacks one.
type words struct {
	childOf, isA, pairIsTag, exclusive, union, symmetric, transitive, reflexive, acyclic, traversable, final   ref
	with, oneOf, sparse, dontFragment, dontInherit, onInstantiate, inherit, override, onDelete, onDeleteTarget ref
	remove, delete, panic, prefab, disabled                                                                    ref

	of func(spec.Handle) ref // any of them
}

// newWorld is a world with the reserved entities of a profile.
func newWorld(p *spec.Profile) (*world, *words) {
	w := &world{profile: p, scope: nobody}
	number := map[spec.Handle]ref{}
	for i, b := range spec.Builtins(*p) {
		number[b.Handle] = ref(i)
		w.things = append(w.things, thing{handle: b.Handle, name: string(b.Handle), alive: true})
	}
	for i, b := range spec.Builtins(*p) {
		for _, id := range b.IDs {
			f := single(number[id.First])
			if id.IsPair() {
				f.second = number[id.Second]
			}
			w.things[i].own = append(w.things[i].own, f)
		}
	}
	get := func(h spec.Handle) ref {
		if e, ok := number[h]; ok {
			return e
		}
		return stranger
	}
	w.words = &words{
		of:      get,
		childOf: get(spec.ChildOf), isA: get(spec.IsA), pairIsTag: get(spec.PairIsTag), exclusive: get(spec.Exclusive),
		union: get(spec.Union), symmetric: get(spec.Symmetric), transitive: get(spec.Transitive),
		reflexive: get(spec.ReflexiveProp), acyclic: get(spec.Acyclic), traversable: get(spec.Traversable),
		final: get(spec.Final), with: get(spec.With), oneOf: get(spec.OneOf), sparse: get(spec.Sparse),
		dontFragment: get(spec.DontFragment), dontInherit: get(spec.DontInheritTag),
		onInstantiate: get(spec.OnInstantiate), inherit: get(spec.InheritRule), override: get(spec.OverrideRule),
		onDelete: get(spec.OnDelete), onDeleteTarget: get(spec.OnDeleteTarget), remove: get(spec.RemoveAction),
		delete: get(spec.DeleteAction), panic: get(spec.PanicAction), prefab: get(spec.Prefab),
		disabled: get(spec.Disabled),
	}
	return w, w.words
}

// clone is a deep copy.
func (w *world) clone() *world {
	c := *w
	c.things = slices.Clone(w.things)
	for i := range c.things {
		c.things[i].own = slices.Clone(w.things[i].own)
	}
	c.live, c.dead = slices.Clone(w.live), slices.Clone(w.dead)
	for i := range c.roles {
		c.roles[i] = slices.Clone(w.roles[i])
	}
	return &c
}

// create adds an alive entity.
func (w *world) create(t thing) ref {
	e := ref(len(w.things))
	t.alive = true
	w.things = append(w.things, t)
	w.live = append(w.live, e)
	w.roles[t.role] = append(w.roles[t.role], e)
	return e
}

func (w *world) handle(e ref) spec.Handle {
	switch e {
	case nobody:
		return ""
	case stranger:
		return "ghost"
	case every:
		return spec.Wildcard
	case anyOf:
		return spec.Any
	}
	return w.things[e].handle
}

func (w *world) id(f fact) spec.ID {
	return spec.ID{First: w.handle(f.first), Second: w.handle(f.second)}
}

func (w *world) isUser(e ref) bool { return e >= 0 && w.things[e].role != roleReserved }

func (w *world) owns(e ref, f fact) bool { return e >= 0 && slices.Contains(w.things[e].own, f) }

// is reports whether e has a property.
func (w *world) is(e, property ref) bool { return w.owns(e, single(property)) }

func (w *world) isAcyclic(r ref) bool {
	return w.is(r, w.words.acyclic) || w.is(r, w.words.traversable)
}

func (w *world) isTraversable(r ref) bool {
	return w.is(r, w.words.traversable) || w.is(r, w.words.transitive)
}

func (w *world) isExclusive(r ref) bool { return w.is(r, w.words.exclusive) || w.is(r, w.words.union) }

// target is the first own target of a relationship, or nobody.
func (w *world) target(e, relationship ref) ref {
	if e >= 0 {
		for _, f := range w.things[e].own {
			if f.first == relationship && f.isPair() {
				return f.second
			}
		}
	}
	return nobody
}

func (w *world) parent(e ref) ref { return w.target(e, w.words.childOf) }

// used reports whether an alive entity has a pair of relationship r.
func (w *world) used(r ref) bool {
	return slices.ContainsFunc(w.live, func(e ref) bool { return w.target(e, r) != nobody })
}

// reaches reports whether to is from, or can be reached from it over own pairs of r.
func (w *world) reaches(from, to, r ref) bool {
	seen := []ref{from}
	for i := 0; i < len(seen); i++ {
		if seen[i] == to {
			return true
		}
		if seen[i] < 0 {
			continue
		}
		for _, f := range w.things[seen[i]].own {
			if f.first == r && f.isPair() && !slices.Contains(seen, f.second) {
				seen = append(seen, f.second)
			}
		}
	}
	return false
}

// members are those of the component that types an id (P-11); nil where it has no data.
func (w *world) members(f fact) []spec.Member {
	switch {
	case f.first < 0:
		return nil
	case !f.isPair():
		return w.things[f.first].members
	case w.is(f.first, w.words.pairIsTag):
		return nil
	case len(w.things[f.first].members) > 0:
		return w.things[f.first].members
	case f.second < 0:
		return nil
	}
	return w.things[f.second].members
}

// nameTaken reports whether another child of parent, or another root for nobody, has the name.
func (w *world) nameTaken(name string, parent, except ref) bool {
	for i := range w.things {
		t := &w.things[i]
		if ref(i) != except && t.alive && t.name == name && w.parent(ref(i)) == parent {
			return true
		}
	}
	return false
}

// maxPath bounds paths: what the generator believes of the world may have a cycle.
const maxPath = 20

// path joins the names from the root; "" where one is missing.
func (w *world) path(e ref) string {
	path := ""
	for range maxPath {
		if e < 0 || w.things[e].name == "" {
			return ""
		}
		path = w.things[e].name + path
		if e = w.parent(e); e == nobody {
			return path
		}
		path = "." + path
	}
	return ""
}
