package model

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// parent is the own ChildOf target of e, or none (REL-099, REL-213).
func (w *World) parent(e entity) entity {
	for _, p := range w.targets(e, w.handles[spec.ChildOf]) {
		return p
	}
	return none
}

// child finds the entity with a name among the children of p, or among the root entities (REL-103, REL-104). At the
// root the reserved handles and the wildcards are names as well (P-4).
func (w *World) child(p entity, name string) entity {
	if p == none && spec.Handle(name).IsWildcard() {
		return w.number(spec.Handle(name))
	}
	for n := range w.entities {
		e, r := entity(n), &w.entities[n]
		own := r.name
		if r.builtin {
			own = string(r.handle)
		}
		if r.alive && own == name && w.parent(e) == p {
			return e
		}
	}
	return none
}

// nameTaken: e cannot have the name below parent, or at the root, since another entity has it there.
func (w *World) nameTaken(e entity, name string, parent entity) bool {
	if name == "" {
		return false
	}
	other := w.child(parent, name)
	return other != none && other != e
}

// setName names e, or takes its name away with "" (ruling 27, P-3).
func (w *World) setName(e entity, name string) *spec.Error {
	if err := checkName(name); err != nil {
		return err
	}
	switch {
	case w.entities[e].builtin:
		return spec.Errorf(spec.CodeInvalid, "%s is reserved and keeps its name", w.handle(e))
	case w.nameTaken(e, name, w.parent(e)):
		return spec.Errorf(spec.CodeExists, "a sibling is already named %q", name)
	}
	w.change(e).name = name
	return nil
}

func checkName(name string) *spec.Error {
	bad := strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c == 0x7f || c == 0xfffd })
	if bad || strings.Contains(name, ".") || strings.Contains(name, "::") || len(name) > spec.MaxHandle {
		return spec.Errorf(spec.CodeInvalid, "%q cannot be a name: no separator, no control character, at most %d bytes", name, spec.MaxHandle)
	}
	return nil
}

// lookup follows a path below from, then below its parents up to the root if recursive (REL-105 to REL-108, P-5).
func (w *World) lookup(path string, from entity, recursive bool) entity {
	elements := strings.Split(strings.ReplaceAll(path, "::", "."), ".")
	if slices.Contains(elements, "") {
		return none
	}
	for {
		e := from
		for n, name := range elements {
			if e = w.child(e, name); e == none {
				break
			}
			if n == len(elements)-1 {
				return e
			}
		}
		if from == none || !recursive {
			return none
		}
		from = w.parent(from)
	}
}

// path joins the names from below from to e; ok is false where a name is missing or from is no ancestor (P-6).
func (w *World) path(e, from entity) (string, bool) {
	var names []string
	for ; e != from; e = w.parent(e) {
		if e == none || w.entities[e].name == "" && !w.entities[e].builtin {
			return "", false
		}
		name := w.entities[e].name
		if w.entities[e].builtin {
			name = string(w.entities[e].handle)
		}
		names = append(names, name)
	}
	slices.Reverse(names)
	return strings.Join(names, "."), len(names) > 0
}
