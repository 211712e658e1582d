package expected

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// facts returns the terms of a text that defines data, or nil if the text is not valid.
func facts(d spec.Dialect, text string) []spec.Term {
	terms, err := lang.ParseData(d, text)
	if err != nil {
		return nil
	}
	return terms
}

// named returns the last name of a path as a handle. Most entities have a name that equals their
// handle.
func named(r *spec.Ref) spec.Handle {
	return spec.Handle(r.Name[strings.LastIndexByte(r.Name, '.')+1:])
}

// define applies a text that defines data: it creates the new subjects in the scope and adds their
// ids. If guess is set and a fact is likely to be refused, nothing changes.
func (w *World) define(text string, guess bool) {
	c, data := w.Clone(), facts(w.profile.Dialect, text)
	for _, t := range data {
		if c.find(t.Src.Name) == Unknown && !c.createSubject(t.Src.Name) {
			return
		}
	}
	for _, t := range data {
		e, f := c.find(t.Src.Name), Single(c.find(t.First.Name))
		if t.Second.Kind != spec.RefNone {
			f.Second = c.find(t.Second.Name)
		}
		if !c.IsSound(f) || guess && !c.Allows(e, f) {
			return
		}
		c.add(e, f)
	}
	*w = *c
}

// find returns the entity with a path. It looks in the scope, then in the parents of the scope,
// then at the root. If there is none, it returns [Unknown].
func (w *World) find(path string) Ref {
	up := w.Scope
	for range maxPath {
		if e := w.findBelow(up, path); e != Unknown || up == None {
			return e
		}
		up = w.Parent(up)
	}
	return Unknown
}

func (w *World) findBelow(up Ref, path string) Ref {
	if up != None {
		path = w.Path(up) + "." + path
	}
	i := slices.IndexFunc(w.Entities, func(t Entity) bool {
		return t.Alive && path != "" && w.Path(w.Number(t.Handle)) == path
	})
	if i < 0 {
		return Unknown
	}
	return Ref(i)
}

// createSubject creates the subject of a fact with a name. It reports false if the name is a path
// or the handle of an entity.
func (w *World) createSubject(name string) bool {
	if strings.Contains(name, ".") || w.Number(spec.Handle(name)) != Unknown {
		return false
	}
	w.create(&spec.Operation{Op: spec.OpEntity, Entity: spec.Handle(name), Name: &name})
	return true
}
