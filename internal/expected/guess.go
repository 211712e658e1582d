package expected

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// Allows reports whether adding f to e should succeed. If e or an element of f is Unknown, it
// returns false.
func (w *World) Allows(e Ref, f Fact) bool {
	k := w.Words
	if e < 0 || f.First < 0 || f.Second < None || !w.Owns(e, f) && !w.allowsUsage(e, f) {
		return false
	}
	if w.IsNumber(e) || w.IsNumber(f.First) {
		return false
	}
	if !f.IsPair() {
		return w.allowsProperty(e, f.First)
	}
	switch {
	case w.Owns(e, f):
		return true
	case w.IsNumber(f.Second) && (!w.IsUser(f.First) || w.IsAcyclic(f.First) || w.Is(f.First, k.Symmetric) ||
		w.Is(f.First, k.Transitive)):
		return false
	case f.First == k.IsA && w.IsFinal(f.Second):
		return false
	case f.First == k.ChildOf && w.IsUser(e) && w.Entities[e].Name != "" && w.NameTaken(w.Entities[e].Name, f.Second, e):
		return false
	case w.IsAcyclic(f.First) && (w.Is(f.First, k.Symmetric) || slices.Contains(w.Above(f.Second, f.First), e)):
		return false
	case !w.AllowsTarget(f):
		return false
	case !w.IsUser(e) && f.First == k.ChildOf:
		return false
	case !w.IsUser(e) && w.Has(e, f.First):
		return false
	}
	return true
}

// allowsUsage reports whether the usage traits of the elements of an id allow it on an entity.
func (w *World) allowsUsage(e Ref, f Fact) bool {
	has := func(x Ref, trait spec.Handle) bool {
		property, known := w.Words.number[trait]
		return known && w.Is(x, property)
	}
	switch {
	case has(f.First, spec.Singleton) && e != f.First, has(f.First, spec.OnlyTarget):
		return false
	case f.IsPair():
		return !has(f.Second, spec.OnlyRelationship) || has(f.First, spec.IsTrait)
	}
	return !has(f.First, spec.OnlyRelationship)
}

// AllowsTarget reports whether a new entity may have pair f, according to OneOf and the usage
// traits of the elements of f.
func (w *World) AllowsTarget(f Fact) bool {
	k := w.Words
	if !w.allowsUsage(Unknown, f) {
		return false
	}
	if w.Is(f.First, k.OneOf) && w.Parent(f.Second) != f.First {
		return false
	}
	scope := w.Target(f.First, k.OneOf)
	return scope == None || w.Parent(f.Second) == scope
}

// allowsProperty reports whether a single id may be added to e. If the id is a property, e may have
// been used in a way that forbids it (properties.change).
func (w *World) allowsProperty(e, property Ref) bool {
	k := w.Words
	switch {
	case k.IsStorage(property):
		return w.Is(e, property) || !w.Used(e)
	case property == k.Acyclic || property == k.Traversable || property == k.Symmetric:
		return !w.Used(e)
	case property == k.Transitive:
		return !slices.ContainsFunc(w.Owners(Fact{e, Every}), func(x Ref) bool {
			return slices.ContainsFunc(w.Entities[x].Own, func(f Fact) bool { return f.First == e && w.IsNumber(f.Second) })
		})
	case property >= 0 && property == k.Of(spec.Singleton):
		return !slices.ContainsFunc(w.Live, func(x Ref) bool {
			return x != e && w.Has(x, e)
		})
	case property >= 0 && property == k.Of(spec.OrderedChildren):
		return w.Is(e, property) || !w.hasChildren(e)
	case property == k.Final:
		return !slices.ContainsFunc(w.Live, func(x Ref) bool { return w.Owns(x, Fact{k.IsA, e}) })
	}
	return true
}

// AllowsRemoval reports whether removing f from e should succeed.
func (w *World) AllowsRemoval(e Ref, f Fact) bool {
	if f.First >= 0 && f.First == w.Words.Of(spec.OrderedChildren) && w.hasChildren(e) {
		return false
	}
	return f.IsPair() || !w.Words.IsStorage(f.First) || !w.Used(e)
}

func (w *World) hasChildren(e Ref) bool {
	return slices.ContainsFunc(w.Live, func(x Ref) bool { return w.Owns(x, Fact{w.Words.ChildOf, e}) })
}

// IsOrdered reports whether the sources of (r, target) have an order (ordered.sources,
// ordered.children).
func (w *World) IsOrdered(r, target Ref) bool {
	ofChildren := w.Words.Of(spec.OrderedChildren)
	return r >= 0 && (w.Is(r, w.Words.Of(spec.Ordered)) ||
		r == w.Words.ChildOf && target >= 0 && ofChildren >= 0 && w.Is(target, ofChildren))
}

// IsFinal reports whether nothing can be an instance of e.
func (w *World) IsFinal(e Ref) bool {
	if e < 0 {
		return false
	}
	t := &w.Entities[e]
	return w.Is(e, w.Words.Final) || w.profile.ComponentsFinal && t.component && !t.open
}

// fits reports whether an id that is set has data, and the value has the type of the data.
func (w *World) fits(op *spec.Operation, f Fact) bool {
	if op.Op != spec.OpSet {
		return true
	}
	members := w.Members(f)
	_, err := op.Value.Typed(members)
	return len(members) > 0 && err == nil
}

// allowsName reports whether an entity may be given a name.
func (w *World) allowsName(e Ref, name string) bool {
	return name == "" ||
		spec.Handle(name).Check() == nil && !strings.ContainsAny(name, ".:") && !w.NameTaken(name, w.Parent(e), e)
}
