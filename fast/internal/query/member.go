package query

import (
	"cmp"
	"reflect"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// C.m as the first element matches if the source has the component C and its member m names an
// alive entity that the second element matches (query.members, FQL-145). Internally the match is
// the pair (C, entity); the reported id is ("C.m", entity). The match depends on the source entity,
// not on its table, and has no value.

// member is the member of a component that a term matches.
type member struct {
	Name   string
	offset uintptr
	ref    bool // holds a reference of the engine that owns the world, see HandleRef
}

// memberOf finds a member of a component that holds an entity: a declared member, or an exported
// field of type [Entity] of a Go type.
func memberOf(w *rules.World, c *rules.Component, name string) (*member, bool) {
	for i, m := range c.Members {
		if m.Name == name && m.Type == spec.Entity {
			return &member{Name: name, offset: c.Offsets[i], ref: true}, true
		}
	}
	t := w.Store.GoType(c.Typ)
	if len(c.Members) > 0 || t.Kind() != reflect.Struct {
		return nil, false
	}
	f, ok := t.FieldByName(name)
	if !ok || !f.IsExported() || f.Type != reflect.TypeFor[Entity]() || len(f.Index) != 1 {
		return nil, false
	}
	return &member{Name: name, offset: f.Offset}, true
}

// hasMember reports whether a component has a member of any type.
func hasMember(w *rules.World, c *rules.Component, name string) bool {
	for _, m := range c.Members {
		if m.Name == name {
			return true
		}
	}
	_, ok := memberOf(w, c, name)
	return ok
}

// firstElement resolves the first element of a term, which may be a member.
func (c *Compiler) firstElement(to *Term, t *spec.Term) (Element, *spec.Error) {
	var owner Entity
	var name string
	switch t.First.Kind {
	case spec.RefMember:
		if !c.W.Profile.Members.Has(c.Q.Kind) {
			return Element{}, rules.Unsupported("members")
		}
		e, err := c.Entity(spec.Handle(t.First.Name))
		if err != nil {
			return Element{}, err
		}
		owner, name = e, t.First.Path
	case spec.RefName:
		if e, err := c.lookup(t.First.Name); err != nil || e != 0 {
			return Element{Kind: ElementConst, Entity: e}, err
		}
		var ok bool
		if owner, name, ok = c.splitMember(t.First.Name); !ok {
			return c.element(&t.First, nil)
		}
	case spec.RefNone, spec.RefEntity, spec.RefWildcard, spec.RefAny, spec.RefVariable, spec.RefLookup,
		spec.RefSingleton, spec.RefText, spec.RefNumber:
		return c.element(&t.First, nil)
	}
	if t.Second.Kind == spec.RefNone || t.Oper != spec.And && t.Oper != spec.Not && t.Oper != spec.Optional {
		return Element{}, spec.Errorf(spec.CodeInvalid,
			"a member needs a second element and cannot be a list; write (Type.member, $x)")
	}
	to.Member = &member{Name: name}
	if c.W.Store.Alive(owner) {
		var ok bool
		if record := c.W.Components[owner.Index()]; record != nil {
			to.Member, ok = memberOf(c.W, record, name)
		}
		if !ok {
			return Element{}, spec.Errorf(spec.CodeInvalid, "%s has no member %q that holds an entity",
				c.W.EntityText(owner), name)
		}
	}
	return Element{Kind: ElementConst, Entity: owner}, nil
}

// collectMember matches a member on a subject.
func (x *Exec) collectMember(m *Match, t store.Table, index uint32) {
	base, ok := x.holder(m, t, index, store.Single(m.FirstID))
	if !ok {
		return
	}
	target := x.memberTarget(m, cmp.Or(base, index))
	second := x.element(m.Second, m.secondID)
	if target == 0 || second != store.Wildcard && second != target || x.isOpen(m.Second) && rules.IsBuiltin(target) {
		return
	}
	x.found = append(x.found, candidate{id: store.Pair(m.FirstID, target), src: base})
}

// memberTarget returns the alive entity that a member of an owner's component names, or 0 if there
// is none.
func (x *Exec) memberTarget(m *Match, owner uint32) uint32 {
	cell, _, ok := x.Store.Get(x.W.Entity(owner), store.Single(m.FirstID))
	if !ok || cell == nil {
		return 0
	}
	at := unsafe.Add(cell, m.Member.offset)
	e := *(*Entity)(at)
	if m.Member.ref {
		e = x.W.EntityOf(*(*rules.HandleRef)(at))
	}
	if !x.Store.Alive(e) || e.Index() <= rules.Any.Index() {
		return 0
	}
	return e.Index()
}

// keepMembers replaces each component in held[from:] by the pair of the component and the entity
// that its member names. It drops pairs that the second element cannot match. entity is the entity
// on which the components were found.
func (x *Exec) keepMembers(m *Match, from int, entity uint32) {
	saved := from
	for _, h := range x.held[from:] {
		target := x.memberTarget(m, cmp.Or(h.Base, entity))
		if target == 0 || m.Second.Kind == ElementConst && target != m.secondID {
			continue
		}
		x.held[saved] = rules.Held{ID: store.Pair(m.FirstID, target), Base: h.Base}
		saved++
	}
	x.held = x.held[:saved]
}
