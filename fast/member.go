package fast

import (
	"reflect"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// C.m as the first element matches where the source has the component C, whose member m names an alive entity that the
// second element covers (P-61, FQL-145). Such a match is written as the pair (C, entity) inside; what is reported is
// ("C.m", entity). It depends on the source alone, never on its table, and has no data of its own.

// member is the member of a component that a term matches.
type member struct {
	name   string
	offset uintptr
	ref    bool // holds a reference of the owner of the world, see handleRef
}

// memberOf finds a member of a component that holds an entity: one that was declared, or an exported field of type
// [Entity] of a Go type.
func (w *World) memberOf(c *component, name string) (*member, bool) {
	for i, m := range c.members {
		if m.Name == name && m.Type == spec.Entity {
			return &member{name: name, offset: c.offsets[i], ref: true}, true
		}
	}
	t := w.st.GoType(c.typ)
	if len(c.members) > 0 || t.Kind() != reflect.Struct {
		return nil, false
	}
	f, ok := t.FieldByName(name)
	if !ok || !f.IsExported() || f.Type != reflect.TypeFor[Entity]() || len(f.Index) != 1 {
		return nil, false
	}
	return &member{name: name, offset: f.Offset}, true
}

// hasMember reports whether a component has a member of any type.
func (w *World) hasMember(c *component, name string) bool {
	for _, m := range c.members {
		if m.Name == name {
			return true
		}
	}
	_, ok := w.memberOf(c, name)
	return ok
}

// firstElement resolves the first element of a term, which may be a member.
func (c *compiler) firstElement(to *term, t *spec.Term) (element, *spec.Error) {
	var owner Entity
	var name string
	switch t.First.Kind {
	case spec.RefMember:
		if !c.w.profile.Members.Has(c.q.kind) {
			return element{}, unsupported("members in this kind of query")
		}
		e, err := c.entity(spec.Handle(t.First.Name))
		if err != nil {
			return element{}, err
		}
		owner, name = e, t.First.Path
	case spec.RefName:
		if e, err := c.lookup(t.First.Name); err != nil || e != 0 {
			return element{kind: elementConst, entity: e}, err
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
		return element{}, spec.Errorf(spec.CodeInvalid, "a member is matched with a second element, and never as a list")
	}
	to.member = &member{name: name}
	if c.w.st.Alive(owner) {
		var ok bool
		if record := c.w.components[owner.Index()]; record != nil {
			to.member, ok = c.w.memberOf(record, name)
		}
		if !ok {
			return element{}, spec.Errorf(spec.CodeInvalid, "%s has no member %q that holds an entity", c.w.label(owner), name)
		}
	}
	return element{kind: elementConst, entity: owner}, nil
}

// collectMember matches a member on a subject.
func (x *exec) collectMember(m *match, t store.Table, index uint32) {
	base, ok := x.holder(m, t, index, store.Single(m.firstID))
	if !ok {
		return
	}
	owner := index
	if base != 0 {
		owner = base
	}
	target := x.memberTarget(m, owner)
	second := x.element(m.second, m.secondID)
	if target == 0 || second != store.Wildcard && second != target || x.isOpen(m.second) && isBuiltin(target) {
		return
	}
	x.found = append(x.found, candidate{id: store.Pair(m.firstID, target), src: base})
}

// memberTarget is the alive entity that the member of an owner of the component names, 0 if there is none.
func (x *exec) memberTarget(m *match, owner uint32) uint32 {
	cell, _, ok := x.st.Get(x.w.entity(owner), store.Single(m.firstID))
	if !ok || cell == nil {
		return 0
	}
	at := unsafe.Add(cell, m.member.offset)
	var e Entity
	switch {
	case !m.member.ref:
		e = *(*Entity)(at)
	default:
		e = x.w.entityOf(*(*handleRef)(at))
	}
	if !x.st.Alive(e) || e.Index() <= Any.Index() {
		return 0
	}
	return e.Index()
}

// keepMembers turns the holders of the component in held from a place on, which were found on an entity, into matches of
// the member that its second element could cover.
func (x *exec) keepMembers(m *match, from int, entity uint32) {
	kept := from
	for _, h := range x.held[from:] {
		owner := entity
		if h.base != 0 {
			owner = h.base
		}
		target := x.memberTarget(m, owner)
		if target == 0 || m.second.kind == elementConst && target != m.secondID {
			continue
		}
		x.held[kept] = held{store.Pair(m.firstID, target), h.base}
		kept++
	}
	x.held = x.held[:kept]
}
