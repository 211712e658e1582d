package fast

import (
	"strconv"
	"strings"

	"github.com/relspec/relspec/spec"
)

// element resolves a reference. For a second element, first is the one before it: names of targets resolve in the
// scope that OneOf gives first (ruling 17).
func (c *compiler) element(r *spec.Ref, first *element) (element, *spec.Error) {
	switch r.Kind {
	case spec.RefNone, spec.RefSingleton:
		return element{}, nil
	case spec.RefEntity:
		e, err := c.entity(spec.Handle(r.Name))
		return element{kind: elementConst, entity: e}, err
	case spec.RefName:
		return c.named(r.Name, first)
	case spec.RefWildcard:
		return element{kind: elementStar}, nil
	case spec.RefAny:
		return element{kind: elementAny}, nil
	case spec.RefVariable:
		return c.variable(r.Name)
	case spec.RefLookup:
		return c.lookupVariable(r)
	case spec.RefMember:
		return element{}, errMemberPlace
	case spec.RefNumber:
		e, err := c.entity(spec.Handle("#" + strconv.FormatUint(r.Number, 10))) // P-62
		return element{kind: elementConst, entity: e}, err
	case spec.RefText:
	}
	return element{}, spec.Errorf(spec.CodeInvalid, "a text stands on the right side of a comparison only")
}

func (c *compiler) variable(name string) (element, *spec.Error) {
	if name == spec.This || name == "This" && c.w.profile.ThisAlias {
		return element{kind: elementVar, slot: thisSlot}, nil
	}
	if !c.w.profile.Variables.Has(c.q.kind) {
		return element{}, unsupported("variables in this kind of query")
	}
	slot, ok := c.q.slot(name)
	if !ok {
		slot = uint8(len(c.q.variables))
		if int(slot) > maxVariables {
			return element{}, spec.Errorf(spec.CodeLimit, "a query has at most %d variables", maxVariables)
		}
		hidden := strings.HasPrefix(name, "_")
		c.q.variables = append(c.q.variables, variable{name: name, anonymous: hidden})
		c.q.hidden = c.q.hidden || hidden
	}
	return element{kind: elementVar, slot: slot}, nil
}

func (c *compiler) named(path string, first *element) (element, *spec.Error) {
	if first != nil && first.kind == elementConst && c.w.checkAlive(first.entity) == nil {
		for _, scope := range c.w.oneOfScopes(first.entity) {
			if e, err := c.w.lookup(path, scope, false); err == nil && e != 0 {
				return element{kind: elementConst, entity: e}, nil
			}
		}
	}
	e, err := c.lookup(path)
	switch {
	case err != nil:
		return element{}, err
	case e != 0:
		return element{kind: elementConst, entity: e}, nil
	}
	if _, _, ok := c.splitMember(path); ok {
		return element{}, errMemberPlace
	}
	return element{}, spec.Errorf(spec.CodeUnresolved, "there is no entity named %q", path)
}

// lookup finds what a name in a query means. A wildcard is written as one there, and has no name.
func (c *compiler) lookup(path string) (Entity, *spec.Error) {
	e, err := c.w.lookup(path, 0, true)
	if isPattern(e) {
		e = 0
	}
	return e, err
}

var errMemberPlace = spec.Errorf(spec.CodeInvalid, "a member stands as first element only")

// splitMember splits a path that names no entity into a component and a member of it (FQL-145).
func (c *compiler) splitMember(path string) (owner Entity, name string, ok bool) {
	dot := strings.LastIndexByte(path, '.')
	if dot < 0 || c.w.profile.Members == spec.Nowhere {
		return 0, "", false
	}
	e, err := c.lookup(path[:dot])
	if err != nil || e == 0 {
		return 0, "", false
	}
	record, name := c.w.components[e.Index()], path[dot+1:]
	return e, name, record != nil && c.w.hasMember(record, name)
}
