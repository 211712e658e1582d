package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// Parent returns the target of the ChildOf pair that e owns, or None (hierarchy.child-of; REL-099,
// REL-213).
func (w *World) Parent(e Entity) Entity {
	for _, p := range w.Targets(e, w.Handles[spec.ChildOf]) {
		return p
	}
	return None
}

// Children lists the user entities whose parent is e, in type order.
func (w *World) Children(e Entity) []Entity { return w.Owners(w.pair(spec.ChildOf, e)) }

// nameOf returns the name of an entity. The name of a builtin is its handle. An entity without a
// name can be found only by its handle.
func (w *World) nameOf(e Entity) string {
	if w.Entities[e].Builtin {
		return string(w.Entities[e].Handle)
	}
	return w.Entities[e].Name
}

// child returns the child of p with a name or, if p is None, the root with that name (REL-103,
// REL-104). At the root, reserved handles and wildcards count as names (names.reserved).
func (w *World) child(p Entity, name string) Entity {
	if p == None && spec.Handle(name).IsWildcard() {
		return w.number(spec.Handle(name))
	}
	for n := range w.Entities {
		if e := Entity(n); w.Entities[e].Alive && w.nameOf(e) == name && w.Parent(e) == p {
			return e
		}
	}
	return None
}

// nameTaken reports whether another child of parent has the name. For example, two ships may each
// have a child named bridge, but one ship may not have two.
func (w *World) nameTaken(e Entity, name string, parent Entity) bool {
	if name == "" {
		return false
	}
	other := w.child(parent, name)
	return other != None && other != e
}

// SetName names e. The name "" removes the name (names.siblings, names.form).
func (w *World) SetName(e Entity, name string) *spec.Error {
	err := w.CheckName(name)
	if err == nil {
		err = w.mayBeNamed(e, name)
	}
	if err == nil {
		w.Change(e).Name = name
	}
	return err
}

// Lookup follows a path down from an entity. If it finds nothing and recursive is true, it tries
// again from each parent, up to the root. For example, from the scope Fleet.Red, Lookup searches
// for "Flagship.Bridge" in Red, then in Fleet, then at the root (REL-105 to REL-108, names.lookup).
func (w *World) Lookup(path string, from Entity, recursive bool) Entity {
	elements := strings.Split(strings.ReplaceAll(path, "::", "."), ".")
	if slices.Contains(elements, "") {
		return None
	}
	for {
		e := from
		for n, name := range elements {
			if e = w.child(e, name); e == None {
				break
			}
			if n == len(elements)-1 {
				return e
			}
		}
		if from == None || !recursive {
			return None
		}
		from = w.Parent(from)
	}
}

// LookupTarget looks up the name of a target, from the scope. If the relationship is OneOf, the
// children that it allows come first (one-of.names): for example, if Paint is OneOf, the Red of
// (Paint, Red) is the child Red of Paint, even if the scope has another Red.
func (w *World) LookupTarget(name string, relationship Entity) Entity {
	if relationship > 0 {
		for _, s := range w.oneOfScopes(relationship) {
			if e := w.Lookup(name, s, false); e != None {
				return e
			}
		}
	}
	return w.Lookup(name, w.Scope, true)
}

// Unnamed returns the error for a name or path that a query uses and no entity has. If the paths of
// some entities end with it, ignoring case if necessary, the error suggests the shortest of these
// paths. For example, if there is no root named seat, the error may suggest ship.cockpit.seat.
func (w *World) Unnamed(path string) *spec.Error {
	found := ""
	for _, like := range []func(string) string{func(s string) string { return s }, strings.ToLower} {
		ends := like("." + strings.ReplaceAll(path, "::", "."))
		for _, e := range w.Users() {
			whole, ok := w.Path(e, None)
			if !ok || !strings.HasSuffix(like("."+whole), ends) {
				continue
			}
			order := cmp.Or(len(whole)-len(found), strings.Compare(whole, found))
			if found == "" || order < 0 {
				found = whole
			}
		}
		if found != "" {
			break
		}
	}
	if found == "" {
		return spec.Errorf(spec.CodeUnresolved, "nothing is named %q", path)
	}
	return spec.Errorf(spec.CodeUnresolved,
		"nothing is named %q in the scope or at the root; did you mean %q?", path, found)
}

// Path returns the path that leads from an ancestor to e. If from is None, the path starts at the
// root. ok is false if from is not an ancestor or if an entity on the path has no name
// (names.path).
func (w *World) Path(e, from Entity) (path string, ok bool) {
	var names []string
	for ; e != from; e = w.Parent(e) {
		if e == None || w.nameOf(e) == "" {
			return "", false
		}
		names = append(names, w.nameOf(e))
	}
	slices.Reverse(names)
	return strings.Join(names, "."), len(names) > 0
}

// Depth returns the length of the longest path up from e over own pairs of r. For example, a seat
// in the cockpit of a ship has depth 2 of ChildOf. If a path enters a cycle, acyclic is false
// (hierarchy.walks, hierarchy.walks-any).
func (w *World) Depth(e, r Entity) (n int, acyclic bool) {
	const inProgress = -1
	known := map[Entity]int{}
	acyclic = true
	var walk func(x Entity) int
	walk = func(x Entity) int {
		if d, ok := known[x]; ok {
			acyclic = acyclic && d != inProgress
			return d
		}
		known[x] = inProgress
		longest := 0
		for _, t := range w.Targets(x, r) {
			longest = max(longest, 1+walk(t))
		}
		known[x] = longest
		return longest
	}
	n = walk(e)
	return n, acyclic
}

// WalkUp lists the entities above e, nearest first. It follows the first own target of r, and ends
// at an entity without targets or where a cycle closes (hierarchy.walks). If limit is not 0 and the
// walk has more steps, WalkUp returns an error.
func (w *World) WalkUp(e, r Entity, limit int) ([]Entity, *spec.Error) {
	seen := []Entity{e}
	for x := e; ; {
		targets := w.Targets(x, r)
		switch {
		case len(targets) == 0 || slices.Contains(seen, targets[0]):
			return seen[1:], nil
		case limit > 0 && len(seen) > limit:
			return nil, spec.Errorf(spec.CodeLimit,
				"more than %d steps up from %s", limit, w.Handle(e))
		}
		x = targets[0]
		seen = append(seen, x)
	}
}

// Below lists the user entities that lead to e over own pairs of r, level by level. The sources of
// (r, e) have depth 0. If maxDepth is not 0, deeper entities are omitted (REL-074, pairs.targets).
func (w *World) Below(e, r Entity, maxDepth int) []Entity {
	level, seen := []Entity{e}, []Entity{e}
	for depth := 0; len(level) > 0 && (maxDepth == 0 || depth <= maxDepth); depth++ {
		var next []Entity
		for _, x := range w.Users() {
			leads := func(t Entity) bool { return w.Owns(x, ID{r, t}) }
			if !slices.Contains(seen, x) && slices.ContainsFunc(level, leads) {
				next, seen = append(next, x), append(seen, x)
			}
		}
		level = next
	}
	return seen[1:]
}
