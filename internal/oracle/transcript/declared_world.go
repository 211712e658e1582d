package transcript

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// declaredWorld is the reference's world at a line, for the predicates of declarations: the ids of
// each entity. It is read from a dump, and implements no semantics except following IsA.
type declaredWorld struct {
	profile  spec.Profile
	ids      map[spec.Handle][]spec.ID
	entities []spec.Handle // of the user, in the order of the dump
	user     map[spec.Handle]bool
	members  map[spec.Handle][]spec.Member // by component
	values   map[declaredID]spec.Value
	off      map[declaredID]bool // disabled by a toggle
}

func newDeclaredWorld(p spec.Profile, d *spec.Dump) *declaredWorld {
	w := &declaredWorld{profile: p, ids: map[spec.Handle][]spec.ID{}, user: map[spec.Handle]bool{}}
	w.members, w.values = map[spec.Handle][]spec.Member{}, map[declaredID]spec.Value{}
	w.off = map[declaredID]bool{}
	for _, b := range spec.Builtins(p) {
		w.ids[b.Handle] = b.IDs
	}
	if d == nil {
		return w
	}
	for _, e := range d.Entities {
		ids := make([]spec.ID, len(e.IDs))
		for i, id := range e.IDs {
			ids[i] = id.ID
			w.off[declaredID{e.Handle, id.ID}] = id.Off
			if id.Value != nil {
				w.values[declaredID{e.Handle, id.ID}] = id.Value
			}
		}
		w.members[e.Handle] = e.Members
		w.ids[e.Handle] = ids
		if !spec.IsReserved(e.Handle) {
			w.entities, w.user[e.Handle] = append(w.entities, e.Handle), true
		}
	}
	return w
}

func (w *declaredWorld) owns(e spec.Handle, id spec.ID) bool { return slices.Contains(w.ids[e], id) }

// property reports whether e has a property, alone or as the first element of a pair. Traversable
// implies Acyclic (acyclic.implied).
func (w *declaredWorld) property(e, property spec.Handle) bool {
	return slices.ContainsFunc(w.ids[e], func(id spec.ID) bool {
		return id.First == property || property == spec.Acyclic && id.First == spec.Traversable
	})
}

// hasMember reports whether an id such as (Movement.direction, Left) is true of e: e has the
// component Movement, and its member direction is Left.
func (w *declaredWorld) hasMember(e spec.Handle, id spec.ID) bool {
	component, member, _ := strings.Cut(string(id.First), ".")
	return slices.ContainsFunc(w.values[declaredID{e, spec.Single(spec.Handle(component))}],
		func(v spec.NamedScalar) bool { return v.Name == member && v.Text == string(id.Second) })
}

// rule reports whether e has (OnInstantiate, rule), or the tag that the older profile has instead.
func (w *declaredWorld) rule(e, rule spec.Handle) bool {
	return w.owns(e, spec.Pair(spec.OnInstantiate, rule)) || w.owns(e, spec.Single(rule))
}

// bases returns the entities of which e is an instance, nearest first.
func (w *declaredWorld) bases(e spec.Handle) []spec.Handle {
	out := []spec.Handle{e}
	for i := 0; i < len(out); i++ {
		for _, id := range w.ids[out[i]] {
			if id.First == spec.IsA && !slices.Contains(out, id.Second) {
				out = append(out, id.Second)
			}
		}
	}
	return out[1:]
}

// hidden reports whether e is a prefab, or whether e or one of its bases is disabled.
func (w *declaredWorld) hidden(e spec.Handle) bool {
	return w.property(e, spec.Prefab) || w.disabled(e)
}

func (w *declaredWorld) disabled(e spec.Handle) bool {
	return slices.ContainsFunc(append(w.bases(e), e), func(h spec.Handle) bool { return w.property(h, spec.Disabled) })
}

// uses reports whether an entity of the user owns an id with this first element.
func (w *declaredWorld) uses(first spec.Handle) bool {
	return slices.ContainsFunc(w.entities, func(e spec.Handle) bool { return w.property(e, first) })
}

// severalPairs reports whether e owns more than one pair of a relationship, or of any if it is "".
func (w *declaredWorld) severalPairs(e, relationship spec.Handle) bool {
	pairs := 0
	for _, id := range w.ids[e] {
		if id.IsPair() && (relationship == "" || id.First == relationship) {
			pairs++
		}
	}
	return pairs > 1
}

// instances reports whether some entity is an instance of e.
func (w *declaredWorld) instances(e spec.Handle) bool {
	return slices.ContainsFunc(w.entities, func(x spec.Handle) bool { return w.owns(x, spec.Pair(spec.IsA, e)) })
}

// above reports whether some entity is an instance or a child of e, or has a pair (R, e) with a
// Traversable relationship R.
func (w *declaredWorld) above(e spec.Handle) bool {
	return slices.ContainsFunc(w.entities, func(x spec.Handle) bool {
		return slices.ContainsFunc(w.ids[x], func(id spec.ID) bool {
			return id.Second == e && (id.First == spec.IsA || id.First == spec.ChildOf ||
				w.property(id.First, spec.Traversable))
		})
	})
}

// isEmptyList reports whether e is an empty list: it owns only ids that are not inherited, such as
// the tags that make it a prefab.
func (w *declaredWorld) isEmptyList(e spec.Handle) bool {
	return !slices.ContainsFunc(w.ids[e], func(id spec.ID) bool {
		return id.First != spec.Prefab && id.First != spec.Disabled && !w.rule(id.First, spec.DontInheritTag)
	})
}

// declaredID is an id of an entity.
type declaredID struct {
	entity spec.Handle
	id     spec.ID
}
