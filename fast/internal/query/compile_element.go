package query

import (
	"strconv"
	"strings"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// element resolves a reference. For a second element, first is the first element: names of targets
// are looked up in the scope that OneOf sets (one-of.names).
func (c *Compiler) element(r *spec.Ref, first *Element) (Element, *spec.Error) {
	switch r.Kind {
	case spec.RefNone, spec.RefSingleton:
		return Element{}, nil
	case spec.RefEntity:
		if h := spec.Handle(r.Name); first != nil && first.Kind != ElementNone && h.IsNumber() && c.W.Profile.NumberTargets {
			n, err := h.Number()
			return Element{Kind: ElementConst, Entity: c.W.Number(n)}, err
		}
		e, err := c.Entity(spec.Handle(r.Name))
		return Element{Kind: ElementConst, Entity: e}, err
	case spec.RefName:
		return c.named(r.Name, first)
	case spec.RefWildcard:
		return Element{Kind: ElementStar}, nil
	case spec.RefAny:
		return Element{Kind: ElementAny}, nil
	case spec.RefVariable:
		return c.variable(r.Name)
	case spec.RefLookup:
		return c.lookupVariable(r)
	case spec.RefMember:
		return Element{}, errMemberPosition
	case spec.RefNumber:
		e, err := c.Entity(spec.Handle("#" + strconv.FormatUint(r.Number, 10))) // query.numbers
		return Element{Kind: ElementConst, Entity: e}, err
	case spec.RefText:
	}
	return Element{}, spec.Errorf(spec.CodeInvalid,
		"a text is used as an element; use it only on the right side of a comparison")
}

func (c *Compiler) variable(name string) (Element, *spec.Error) {
	if name == spec.This || name == "This" && c.W.Profile.ThisAlias {
		return Element{Kind: ElementVar, Slot: ThisSlot}, nil
	}
	if !c.W.Profile.Variables.Has(c.Q.Kind) {
		return Element{}, rules.Unsupported("variables")
	}
	slot, ok := c.Q.slot(name)
	if !ok {
		slot = uint8(len(c.Q.Variables))
		if int(slot) > MaxVariables {
			return Element{}, spec.Errorf(spec.CodeLimit, "a query has at most %d variables", MaxVariables)
		}
		hidden := strings.HasPrefix(name, "_")
		c.Q.Variables = append(c.Q.Variables, Variable{Name: name, Anonymous: hidden})
		c.Q.Hidden = c.Q.Hidden || hidden
	}
	return Element{Kind: ElementVar, Slot: slot}, nil
}

func (c *Compiler) named(path string, first *Element) (Element, *spec.Error) {
	if first != nil && first.Kind == ElementConst && c.W.CheckAlive(first.Entity) == nil {
		for _, scope := range c.W.OneOfScopes(first.Entity) {
			if e, err := c.W.Lookup(path, scope, false); err == nil && e != 0 {
				return Element{Kind: ElementConst, Entity: e}, nil
			}
		}
	}
	e, err := c.lookup(path)
	switch {
	case err != nil:
		return Element{}, err
	case e != 0:
		return Element{Kind: ElementConst, Entity: e}, nil
	}
	if _, _, ok := c.splitMember(path); ok {
		return Element{}, errMemberPosition
	}
	return Element{}, Unnamed(c.W, path)
}

// Unnamed returns the error for a name that was not found. If a child somewhere has the name, the
// error says its path.
func Unnamed(w *rules.World, path string) *spec.Error {
	found := w.SuggestPath(path)
	if found == "" {
		return spec.Errorf(spec.CodeUnresolved, "there is no entity named %q", path)
	}
	if text, err := lang.Print(w.Profile.Notation(), []spec.Term{{First: spec.NameRef(found)}}); err == nil {
		found = text
	}
	return spec.Errorf(spec.CodeUnresolved, "there is no entity named %q at the root or in the scope; did you mean %s?",
		path, found)
}

// lookup finds the entity of a name in a query. Wildcards are not found by name.
func (c *Compiler) lookup(path string) (Entity, *spec.Error) {
	e, err := c.W.Lookup(path, 0, true)
	if rules.IsPattern(e) {
		e = 0
	}
	return e, err
}

var errMemberPosition = spec.Errorf(spec.CodeInvalid,
	"a member is used as the second element or source; use it only as the first element")

// splitMember splits a path that names no entity into a component and the name of a member
// (FQL-145).
func (c *Compiler) splitMember(path string) (owner Entity, name string, ok bool) {
	dot := strings.LastIndexByte(path, '.')
	if dot < 0 || c.W.Profile.Members == spec.Nowhere {
		return 0, "", false
	}
	e, err := c.lookup(path[:dot])
	if err != nil || e == 0 {
		return 0, "", false
	}
	record, name := c.W.Components[e.Index()], path[dot+1:]
	return e, name, record != nil && hasMember(c.W, record, name)
}
