package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// resolveTerm finds what the elements of a term refer to.
func (w *World) resolveTerm(q *query, t *spec.Term, inScope bool) (term, *spec.Error) {
	out := term{written: t, kind: t.Kind, oper: t.Oper, compare: t.Compare, field: -1, traversed: none}
	inScope = inScope || t.Kind == spec.TermScope
	for i := range t.Terms {
		inner, err := w.resolveTerm(q, &t.Terms[i], inScope)
		if err != nil {
			return out, err
		}
		out.terms = append(out.terms, inner)
	}
	if t.Kind == spec.TermOr || t.Kind == spec.TermScope {
		return out, nil
	}
	q.fault = t
	var err *spec.Error
	if out.first, err = w.resolve(q, w.asMember(q, t.First), none, inScope); err != nil {
		return out, err
	}
	switch singleton := t.Second.Kind == spec.RefSingleton || t.Src.Kind == spec.RefSingleton; out.first.kind {
	case spec.RefWildcard, spec.RefAny:
		if singleton {
			return out, spec.Errorf(spec.CodeInvalid, "\"$\" stands for the first element, which is a wildcard")
		}
	case spec.RefMember: // P-61
		if singleton || t.Second.Kind == spec.RefNone || t.Oper > spec.Optional {
			return out, spec.Errorf(spec.CodeInvalid, "a member is the first element of a pair and nothing else")
		}
	case spec.RefNone, spec.RefEntity, spec.RefName, spec.RefVariable, spec.RefLookup, spec.RefSingleton, spec.RefText, spec.RefNumber:
	}
	if t.Second.Kind == spec.RefSingleton {
		out.second = out.first
		out.second.self = t.Second.Trav != nil && t.Second.Trav.Flags == spec.TravSelf
	} else if out.second, err = w.resolve(q, t.Second, out.first.entity, inScope); err != nil {
		return out, err
	}
	src := t.Src
	if src.Kind == spec.RefNone {
		src.Kind, src.Name = spec.RefVariable, spec.This
	}
	if src.Kind == spec.RefSingleton {
		out.src = out.first
	} else if out.src, err = w.resolve(q, src, none, inScope); err != nil {
		return out, err
	}
	return out, w.resolveTraversal(q, &out, t.Src.Trav)
}

// resolveTraversal takes over the traversal flags of the source (QRY-373, QRY-374, rulings 35 and 36).
func (w *World) resolveTraversal(q *query, t *term, trav *spec.Traversal) *spec.Error {
	if trav == nil {
		return nil
	}
	if trav.Flags&(spec.TravDown|spec.TravAll) != 0 || trav.MinDepth != 0 || trav.MaxDepth != 0 {
		return spec.Errorf(spec.CodeUnsupported, "%s has no such traversal", w.profile.Name)
	}
	t.flags = trav.Flags & (spec.TravSelf | spec.TravUp)
	if trav.Flags&spec.TravCascade != 0 { // QRY-384, P-59
		t.flags |= spec.TravUp
	}
	if t.flags&spec.TravUp == 0 {
		return nil
	}
	rel := spec.EntityRef(w.profile.Traversal)
	if trav.Rel != nil {
		rel = *trav.Rel
	}
	e, err := w.resolve(q, rel, none, true)
	if err != nil {
		return err
	}
	if e.kind != spec.RefEntity {
		return spec.Errorf(spec.CodeInvalid, "a traversal follows a relationship that is written as an entity")
	}
	if w.alive(e.entity) && !w.isTraversable(e.entity) {
		return spec.Errorf(spec.CodeNotTraversable, "%s is neither Traversable nor Transitive", w.handle(e.entity))
	}
	constant := t.first.kind == spec.RefEntity || t.first.kind == spec.RefMember
	if w.handle(e.entity) == spec.IsA && constant && t.oper <= spec.Optional && w.alive(t.first.entity) && w.isBarred(t.first.entity) {
		return spec.Errorf(spec.CodeNotTraversable, "%s is not inherited, so IsA is not traversed for it", w.handle(t.first.entity))
	}
	t.traversed = e.entity
	if trav.Flags&spec.TravCascade != 0 {
		if q.order.cascade != none || !t.onThis() {
			q.order.wrong = t.written
		}
		q.order.cascade, q.order.desc = e.entity, trav.Flags&spec.TravDesc != 0
	}
	return nil
}

// resolve finds what an element refers to. Names are looked up now (QRY-124, P-5); below the entity of OneOf first,
// for the target of such a relationship (ruling 17). Handles of dead entities are fine (ruling 21).
func (w *World) resolve(q *query, r spec.Ref, relationship entity, inScope bool) (elem, *spec.Error) {
	e := elem{kind: r.Kind, variable: -1}
	if r.Trav != nil && r.Trav.Flags == spec.TravSelf {
		e.self = true
	}
	switch r.Kind {
	case spec.RefNone:
	case spec.RefText:
		e.text = r.Name
	case spec.RefWildcard:
		e.entity = wildcard
	case spec.RefAny:
		e.entity = anyone
	case spec.RefVariable, spec.RefLookup: // FQL-138
		e.text = r.Path
		if r.Name == "This" && w.profile.ThisAlias { // QRY-323
			r.Name = spec.This
		}
		e.variable = slices.Index(q.variables, r.Name)
		if e.variable < 0 {
			e.variable = len(q.variables)
			q.variables = append(q.variables, r.Name)
		}
		if !inScope {
			q.outer[e.variable] = true
		}
	case spec.RefEntity, spec.RefNumber:
		h := spec.Handle(r.Name)
		if r.Kind == spec.RefNumber { // P-62
			e.kind, h = spec.RefEntity, spec.Handle(fmt.Sprintf("#%d", r.Number))
		}
		var ok bool
		if e.entity, ok = w.handles[h]; !ok {
			return e, spec.Errorf(spec.CodeUnresolved, "there is no entity %q", string(h))
		}
		q.names(h)
	case spec.RefName:
		e.kind = spec.RefEntity
		if e.entity = w.lookupTarget(r.Name, relationship); e.entity <= none {
			if w.asMember(q, r).Kind == spec.RefMember {
				return e, spec.Errorf(spec.CodeInvalid, "a member stands as first element only")
			}
			return e, spec.Errorf(spec.CodeUnresolved, "nothing is named %q", r.Name)
		}
		q.names(w.handle(e.entity))
	case spec.RefMember:
		var ok bool
		e.text = r.Path
		if e.entity, ok = w.handles[spec.Handle(r.Name)]; !ok {
			return e, spec.Errorf(spec.CodeUnresolved, "there is no component %q", r.Name)
		}
		if w.alive(e.entity) && !slices.Contains(w.entities[e.entity].members, spec.Member{Name: r.Path, Type: spec.Entity}) {
			return e, spec.Errorf(spec.CodeInvalid, "%s has no member %q of type entity", r.Name, r.Path)
		}
	case spec.RefSingleton:
		return e, spec.Errorf(spec.CodeInvalid, "\"$\" stands for a first element only")
	}
	return e, nil
}

// asMember reads a name "C.m", where nothing else is called so, as member m of component C (FQL-145, P-61).
func (w *World) asMember(q *query, r spec.Ref) spec.Ref {
	dot := strings.LastIndex(r.Name, ".")
	if r.Kind != spec.RefName || dot < 0 || !w.profile.Members.Has(q.kind) || w.lookup(r.Name, w.scope, true) != none {
		return r
	}
	c := w.lookup(r.Name[:dot], w.scope, true)
	named := func(m spec.Member) bool { return m.Name == r.Name[dot+1:] }
	if c == none || !slices.ContainsFunc(w.entities[c].members, named) {
		return r
	}
	return spec.Ref{Kind: spec.RefMember, Name: string(w.handle(c)), Path: r.Name[dot+1:], Trav: r.Trav}
}

// varies reports whether e is a variable or found by way of one.
func (e elem) varies() bool { return e.kind == spec.RefVariable || e.kind == spec.RefLookup }

func (w *World) lookupTarget(name string, relationship entity) entity {
	if relationship > 0 {
		scopes := w.targets(relationship, w.handles[spec.OneOf])
		if w.is(relationship, spec.OneOf) {
			scopes = append(scopes, relationship)
		}
		for _, s := range scopes {
			if e := w.lookup(name, s, false); e != none {
				return e
			}
		}
	}
	return w.lookup(name, w.scope, true)
}

// names notes the tags whose mention lifts the exclusion of prefabs and disabled entities (ruling 5).
func (q *query) names(h spec.Handle) {
	q.prefabs = q.prefabs || h == spec.Prefab
	q.disabled = q.disabled || h == spec.Disabled
}
