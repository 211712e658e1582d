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
	dumped   map[spec.Handle]spec.DumpEntity
	entities []spec.Handle // of the user, in the order of the dump
}

func newDeclaredWorld(p spec.Profile, d *spec.Dump) *declaredWorld {
	w := &declaredWorld{profile: p, ids: map[spec.Handle][]spec.ID{}, dumped: map[spec.Handle]spec.DumpEntity{}}
	for _, b := range spec.Builtins(p) {
		w.ids[b.Handle] = b.IDs
	}
	if d == nil {
		return w
	}
	for _, e := range d.Entities {
		w.dumped[e.Handle], w.ids[e.Handle] = e, nil
		for _, id := range e.IDs {
			w.ids[e.Handle] = append(w.ids[e.Handle], id.ID)
		}
		if !spec.IsReserved(e.Handle) {
			w.entities = append(w.entities, e.Handle)
		}
	}
	return w
}

// some reports whether an entity of the user passes a test.
func (w *declaredWorld) some(test func(e spec.Handle) bool) bool {
	return slices.ContainsFunc(w.entities, test)
}

// of returns the value of an id of e, and whether the id is switched off.
func (w *declaredWorld) of(e spec.Handle, id spec.ID) spec.DumpID {
	for _, x := range w.dumped[e].IDs {
		if x.ID == id {
			return x
		}
	}
	return spec.DumpID{}
}

func (w *declaredWorld) owns(e spec.Handle, id spec.ID) bool { return slices.Contains(w.ids[e], id) }

// tagged reports whether e owns a tag.
func (w *declaredWorld) tagged(e, tag spec.Handle) bool { return w.owns(e, spec.Single(tag)) }

// property reports whether e has a property, alone or as the first element of a pair. Traversable
// implies Acyclic (acyclic.implied).
func (w *declaredWorld) property(e, property spec.Handle) bool {
	return slices.ContainsFunc(w.ids[e], func(id spec.ID) bool {
		return id.First == property || property == spec.Acyclic && id.First == spec.Traversable
	})
}

// pairs returns the pairs of a relationship that e owns, or all its pairs if relationship is "".
func (w *declaredWorld) pairs(e, relationship spec.Handle) []spec.ID {
	return slices.DeleteFunc(slices.Clone(w.ids[e]), func(id spec.ID) bool {
		return !id.IsPair() || relationship != "" && id.First != relationship
	})
}

// hasMember reports whether an id such as (Movement.direction, Left) is true of e: e has the
// component Movement, and its member direction is Left.
func (w *declaredWorld) hasMember(e spec.Handle, id spec.ID) bool {
	component, member, _ := strings.Cut(string(id.First), ".")
	return slices.ContainsFunc(w.of(e, spec.Single(spec.Handle(component))).Value,
		func(v spec.NamedScalar) bool { return v.Name == member && v.Text == string(id.Second) })
}

// rule reports whether e has (OnInstantiate, rule), or the tag that the older profile has instead.
func (w *declaredWorld) rule(e, rule spec.Handle) bool {
	return w.owns(e, spec.Pair(spec.OnInstantiate, rule)) || w.tagged(e, rule)
}

// lineage returns e, then its bases, then their bases, and so on.
func (w *declaredWorld) lineage(e spec.Handle) []spec.Handle {
	out := []spec.Handle{e}
	for i := 0; i < len(out); i++ {
		for _, id := range w.pairs(out[i], spec.IsA) {
			if !slices.Contains(out, id.Second) {
				out = append(out, id.Second)
			}
		}
	}
	return out
}

// bases returns the entities of which e is an instance, nearest first.
func (w *declaredWorld) bases(e spec.Handle) []spec.Handle { return w.lineage(e)[1:] }

// is reports whether a component is another one or a subclass of it.
func (w *declaredWorld) is(component, of spec.Handle) bool {
	return component == of || slices.Contains(w.bases(component), of)
}

// hidden reports whether e is a prefab, or whether e or one of its bases is disabled.
func (w *declaredWorld) hidden(e spec.Handle) bool {
	return w.property(e, spec.Prefab) || w.disabled(e)
}

func (w *declaredWorld) disabled(e spec.Handle) bool {
	return slices.ContainsFunc(w.lineage(e), func(h spec.Handle) bool { return w.property(h, spec.Disabled) })
}

// instances reports whether some entity is an instance of e.
func (w *declaredWorld) instances(e spec.Handle) bool {
	return w.some(func(x spec.Handle) bool { return w.owns(x, spec.Pair(spec.IsA, e)) })
}

// above reports whether some entity is an instance or a child of e, or has a pair (R, e) with a
// Traversable relationship R.
func (w *declaredWorld) above(e spec.Handle) bool {
	return w.some(func(x spec.Handle) bool {
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
