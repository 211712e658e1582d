package expected

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/internal/expected/past"
	"github.com/relspec/relspec/spec"
)

// Ref is the number of an entity in the order of creation, reserved entities first.
type Ref int32

// Refs that are not entities.
const (
	None    Ref = -1 // no second element, no parent, no scope
	Unknown Ref = -2 // a handle that no entity ever had
	Every   Ref = -3 // *
	AnyOf   Ref = -4 // _
)

// Fact is an id: a single element, or a pair.
type Fact struct{ First, Second Ref }

// Single returns the id with one element.
func Single(e Ref) Fact { return Fact{e, None} }

// Pair returns the id of a relationship and a target.
func Pair(first, second Ref) Fact { return Fact{first, second} }

// IsPair reports whether the id has two elements.
func (f Fact) IsPair() bool { return f.Second != None }

// Matches reports whether pattern f matches o, as in remove (ids.patterns).
func (f Fact) Matches(o Fact) bool {
	return f.IsPair() == o.IsPair() && (f.First == Every && f.IsPair() || f.First == o.First) &&
		(f.Second == Every || f.Second == o.Second)
}

// Role is the purpose of an entity. It only guides random choices: any entity may be used as
// anything.
type Role uint8

// The roles. An entity that [World.Happened] creates is plain until [World.Assign] changes that.
const (
	Reserved Role = iota
	Plain
	Tag
	Component
	Relationship
	Roles = iota
)

// Entity is the expected state of an entity.
type Entity struct {
	Handle  spec.Handle
	Name    string
	Role    Role
	Alive   bool
	Members []spec.Member
	Own     []Fact

	marked    []Fact // own ids that instances copy (inheritance.override-mark)
	component bool
	open      bool // a component that is no longer Final by default (final.components)
}

// World is the expected state of a world. Callers must not change its lists.
type World struct {
	Entities []Entity
	Live     []Ref // alive entities of the user
	Dead     []Ref // in the order of their deletion
	Of       [Roles][]Ref
	Scope    Ref
	Words    *Words
	past.Past[World]

	profile *spec.Profile
	number  map[spec.Handle]Ref // entities of the user, including dead ones
}

// New returns a world with the reserved entities of a profile.
func New(p *spec.Profile) *World {
	w := &World{profile: p, Scope: None, number: map[spec.Handle]Ref{}, Words: newWords(p)}
	for _, b := range spec.Builtins(*p) {
		t := Entity{Handle: b.Handle, Name: string(b.Handle), Alive: true}
		for _, id := range b.IDs {
			t.Own = append(t.Own, w.Fact(id))
		}
		w.Entities = append(w.Entities, t)
	}
	if p.NumberTargets {
		for _, h := range Numbers {
			w.Words.number[h] = Ref(len(w.Entities))
			w.Entities = append(w.Entities, Entity{Handle: h, Alive: true})
		}
	}
	return w
}

// Numbers are the numbers that traces use as targets. They count as reserved entities.
var Numbers = [...]spec.Handle{
	"@0", "@3", "@12", "@4294967295", "@1", "@2", "@40", "@41", "@255", "@65536", "@2147483648",
}

// IsNumber reports whether e is a number as a target.
func (w *World) IsNumber(e Ref) bool { return e >= 0 && w.Entities[e].Handle.IsNumber() }

// Clone returns an independent copy. It shares the snapshots, because they never change.
func (w *World) Clone() *World {
	c := *w
	c.Entities = slices.Clone(w.Entities)
	for i := range c.Entities {
		c.Entities[i].Own, c.Entities[i].marked = slices.Clone(w.Entities[i].Own), slices.Clone(w.Entities[i].marked)
	}
	c.Live, c.Dead, c.Past = slices.Clone(w.Live), slices.Clone(w.Dead), w.Past.Clone()
	for i := range c.Of {
		c.Of[i] = slices.Clone(w.Of[i])
	}
	c.number = maps.Clone(w.number)
	return &c
}

// Number returns the entity with a handle, alive or dead.
func (w *World) Number(h spec.Handle) Ref {
	switch h {
	case "":
		return None
	case spec.Wildcard:
		return Every
	case spec.Any:
		return AnyOf
	}
	if e, ok := w.number[h]; ok {
		return e
	}
	return w.Words.Of(h)
}

// Handle returns the handle of an entity. If e is Unknown, or if a restore removed the entity,
// Handle returns "ghost", which no entity has.
func (w *World) Handle(e Ref) spec.Handle {
	switch e {
	case None:
		return ""
	case Every:
		return spec.Wildcard
	case AnyOf:
		return spec.Any
	case Unknown:
	default:
		if int(e) < len(w.Entities) {
			return w.Entities[e].Handle
		}
	}
	return "ghost"
}

// ID returns an id with handles.
func (w *World) ID(f Fact) spec.ID {
	return spec.ID{First: w.Handle(f.First), Second: w.Handle(f.Second)}
}

// Fact returns an id with numbers.
func (w *World) Fact(id spec.ID) Fact { return Fact{w.Number(id.First), w.Number(id.Second)} }

// Reserved returns the number of reserved entities. The user's entities have the numbers from there
// on.
func (w *World) Reserved() int { return len(w.Words.number) }

// IsUser reports whether e is an entity of the user, dead or alive.
func (w *World) IsUser(e Ref) bool {
	return e >= 0 && int(e) < len(w.Entities) && w.Entities[e].Role != Reserved
}

// IsAlive reports whether e is alive. An entity that a restore removed is not.
func (w *World) IsAlive(e Ref) bool { return e >= 0 && int(e) < len(w.Entities) && w.Entities[e].Alive }

// Owns reports whether e owns an id.
func (w *World) Owns(e Ref, f Fact) bool {
	return e >= 0 && int(e) < len(w.Entities) && slices.Contains(w.Entities[e].Own, f)
}

// Is reports whether e has a property.
func (w *World) Is(e, property Ref) bool { return w.Owns(e, Single(property)) }

// Has reports whether e owns an id that begins with first, alone or as a pair.
func (w *World) Has(e, first Ref) bool {
	return e >= 0 && slices.ContainsFunc(w.Entities[e].Own, func(f Fact) bool { return f.First == first })
}

// IsAcyclic reports whether a relationship refuses cycles.
func (w *World) IsAcyclic(r Ref) bool {
	return w.Is(r, w.Words.Acyclic) || w.Is(r, w.Words.Traversable)
}

// IsTraversable reports whether terms may follow a relationship.
func (w *World) IsTraversable(r Ref) bool {
	return w.Is(r, w.Words.Traversable) || w.Is(r, w.Words.Transitive)
}

// IsExclusive reports whether a relationship has one target at most.
func (w *World) IsExclusive(r Ref) bool {
	single := w.profile.SingleTargets && r >= 0 && w.Entities[r].Role != Reserved
	return single || w.Is(r, w.Words.Exclusive) || w.Is(r, w.Words.Union)
}

// Target returns the first own target of a relationship, or None.
func (w *World) Target(e, relationship Ref) Ref {
	if e >= 0 {
		for _, f := range w.Entities[e].Own {
			if f.First == relationship && f.IsPair() {
				return f.Second
			}
		}
	}
	return None
}

// Parent returns the target of ChildOf.
func (w *World) Parent(e Ref) Ref { return w.Target(e, w.Words.ChildOf) }

// Used reports whether an alive entity of the user has a pair of relationship r.
func (w *World) Used(r Ref) bool {
	return slices.ContainsFunc(w.Live, func(e Ref) bool { return w.Target(e, r) != None })
}

// Above returns the entities that can be reached by following pairs of r, nearest first, each once.
// The first is the entity itself.
func (w *World) Above(from, r Ref) []Ref {
	out := []Ref{from}
	for i := 0; i < len(out); i++ {
		if out[i] < 0 {
			continue
		}
		for _, f := range w.Entities[out[i]].Own {
			if f.First == r && f.IsPair() && !slices.Contains(out, f.Second) {
				out = append(out, f.Second)
			}
		}
	}
	return out
}

// Owners returns the alive entities of the user that own an id which matches a pattern, in the
// order of creation.
func (w *World) Owners(pattern Fact) []Ref {
	var out []Ref
	for _, e := range w.Live {
		if slices.ContainsFunc(w.Entities[e].Own, pattern.Matches) {
			out = append(out, e)
		}
	}
	return out
}

// Members returns the members of the component that determines the type of an id (data.type), or
// nil if there is no data.
func (w *World) Members(f Fact) []spec.Member {
	switch {
	case f.First < 0:
		return nil
	case !f.IsPair():
		return w.Entities[f.First].Members
	case w.Is(f.First, w.Words.PairIsTag):
		return nil
	case len(w.Entities[f.First].Members) > 0:
		return w.Entities[f.First].Members
	case f.Second < 0:
		return nil
	}
	return w.Entities[f.Second].Members
}

// NameTaken reports whether another child of parent has the name. If parent is None, it looks at
// the other roots.
func (w *World) NameTaken(name string, parent, except Ref) bool {
	for i := range w.Entities {
		t := &w.Entities[i]
		if Ref(i) != except && t.Alive && t.Name == name && w.Parent(Ref(i)) == parent {
			return true
		}
	}
	return false
}

// maxPath limits the length of paths, because the expected world may contain a cycle.
const maxPath = 20

// Path joins the names from the root down. It returns "" if a name is missing.
func (w *World) Path(e Ref) string {
	path := ""
	for range maxPath {
		if e < 0 || w.Entities[e].Name == "" {
			return ""
		}
		path = w.Entities[e].Name + path
		if e = w.Parent(e); e == None {
			return path
		}
		path = "." + path
	}
	return ""
}
