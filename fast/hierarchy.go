package fast

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Depth is the length of the longest path from an entity over own pairs of a relationship. Pairs
// that lead into a cycle are an error with code cycle. For example, a seat in the cockpit of a ship
// has the depth 2. The cost is proportional to the number of entities above.
//
// Statements: hierarchy.walks.
func (w *World) Depth(e, relationship Entity) (int, error) {
	depth, err := w.core.Depth(e, relationship)
	return depth, asError(err)
}

// WalkUp lists the entities above one, nearest first, following the first own target of a
// relationship and stopping at a cycle. For example, of a bridge with (LinksTo, north) and
// (LinksTo, south) it follows the one whose target was created first, and never comes to the other.
// More than maxDepth entities, if that is not 0, are an error with code limit.
//
// Statements: hierarchy.walks.
func (w *World) WalkUp(e, relationship Entity, maxDepth int) ([]Entity, error) {
	list, err := w.core.WalkUp(e, relationship, maxDepth)
	return list, asError(err)
}

// Traverse lists everything of the user's below an entity, breadth first, each once: its sources
// are at depth 0, and depths up to maxDepth are visited, all if that is 0. For example, with
// maxDepth 1 the children and grandchildren of a ship are listed, and with 0 not the children
// alone, but everything below. The entity itself is never in it.
//
// Statements: hierarchy.walks.
func (w *World) Traverse(e, relationship Entity, maxDepth int) []Entity {
	if !w.core.Store.Alive(e) || !w.core.Store.Alive(relationship) {
		return nil
	}
	var seen rules.Visits
	seen.Add(e.Index())
	var list []uint32
	level := []uint32{e.Index()}
	for depth := 0; len(level) > 0 && (maxDepth == 0 || depth <= maxDepth); depth++ {
		from := len(list)
		for _, at := range level {
			w.core.EachSource(store.Pair(relationship.Index(), at), func(source uint32) {
				if !rules.IsBuiltin(source) && seen.Add(source) {
					list = append(list, source)
				}
			})
		}
		level = list[from:]
		w.core.SortEntities(level)
	}
	return w.core.Alive(list)
}

// Target is the n-th target, from 0 in type order, of the pairs of a relationship that an entity
// owns or inherits; the zero Entity past the last. For example, target 0 of Bob, who likes Carol
// and then comes to like Alice, is Alice if she was created first. The first target of an entity
// without bases costs constant time.
//
// Statements: REL-027, REL-031.
func (w *World) Target(e, relationship Entity, n int) Entity {
	t, _, alive := w.core.Store.Record(e)
	if !alive || !w.core.Store.Alive(relationship) || n < 0 {
		return 0
	}
	pairs := store.Pair(relationship.Index(), store.Wildcard)
	if column, count := w.core.Store.Find(t, pairs); count == 1 && n == 0 && !w.core.HasBases(t) {
		return w.core.Entity(w.core.Actual(w.core.Store.IDs(t)[column], e.Index()).Second())
	}
	var buf [16]uint32
	targets := w.core.Targets(buf[:0], t, e.Index(), pairs)
	if n >= len(targets) {
		return 0
	}
	return w.core.Entity(targets[n])
}

// Targets lists the targets of the pairs of a relationship that an entity owns or inherits, each once, in type order.
//
// Statements: pairs.targets.
func (w *World) Targets(e, relationship Entity) []Entity {
	t, _, alive := w.core.Store.Record(e)
	if !alive || !w.core.Store.Alive(relationship) {
		return nil
	}
	return w.core.Alive(w.core.Targets(nil, t, e.Index(), store.Pair(relationship.Index(), store.Wildcard)))
}

// Sources lists the user's entities that own the pair (relationship, target): in their order if the
// relationship is [Ordered], in time proportional to them, and otherwise by creation. For example,
// a frigate that inherits (DockedTo, Mars) from its base is docked there, and is not among the
// sources.
func (w *World) Sources(relationship, target Entity) []Entity {
	if !w.core.Store.Alive(target) || !w.core.Store.Alive(relationship) {
		return nil
	}
	if list, err := w.core.InOrder(relationship, target); err == nil {
		return list
	}
	sources := w.core.Owners(store.Pair(relationship.Index(), target.Index()))
	return slices.DeleteFunc(sources, func(e Entity) bool { return rules.IsBuiltin(e.Index()) })
}

// Parent is the target of the own ChildOf pair, the zero Entity for a root.
func (w *World) Parent(e Entity) Entity {
	if !w.core.Store.Alive(e) {
		return 0
	}
	return w.core.Entity(w.core.ParentOf(e.Index()))
}

// Children lists the user's entities that own (ChildOf, e), in the order that [World.Sources] has.
func (w *World) Children(e Entity) []Entity { return w.Sources(ChildOf, e) }

// MoveBefore puts an entity that owns a pair of an [Ordered] relationship right before another one
// that owns it, in the order in which [World.Sources] lists them; MoveAfter puts it right after
// that one. An entity stays where it is beside itself. A pair that an entity gets puts it at the
// end; one that it owns already leaves it in its place. For example, adding (ChildOf, menu) to the
// first entry of a menu again does not make it the last; MoveAfter does.
//
// Errors have the code not_alive, or invalid for a wildcard, for an id whose relationship is not
// Ordered, and for an entity that does not own the pair. Both take constant time, are allowed in
// loops, and wait while changes are deferred. Observers hear nothing.
func (w *World) MoveBefore(e Entity, pair ID, other Entity) error {
	return w.reorder(e, pair, other, false)
}

// MoveAfter is [World.MoveBefore] on the other side.
func (w *World) MoveAfter(e Entity, pair ID, other Entity) error {
	return w.reorder(e, pair, other, true)
}

func (w *World) reorder(e Entity, pair ID, other Entity, after bool) error {
	if err := w.core.CheckAlive(e); err != nil {
		return err
	}
	id, err := w.exactID(pair)
	if err == nil {
		err = w.core.CheckAlive(other)
	}
	if err == nil {
		err = w.core.Reorder(e, id, other, after)
	}
	return asError(err)
}

// SetName gives an entity a name among its siblings; "" takes it away. A name that a sibling has is
// an error with code exists, a text that is no name one with code invalid. For example, each of two
// ships may have a child "Bridge", but only one root entity has that name.
func (w *World) SetName(e Entity, name string) error {
	return asError(w.core.SetName(e, name))
}

// Name is the name of an entity, "" if it has none or is not alive. In callbacks that hear of a
// deletion, those that it has deleted have the names that they had, also for [World.TextOf];
// afterwards they have none.
func (w *World) Name(e Entity) string {
	if !w.core.Store.Alive(e) {
		return w.core.Departed[e]
	}
	return w.core.NameOf(e.Index())
}

// Find finds an entity by a path whose names are separated by "." or "::". It looks below the current
// scope; if nothing is there, below the parent of that, and so on up to the root. The error says why
// there is none: unresolved if no entity has the path, and invalid for an empty path and for one with
// an empty name in it.
//
// Statements: names.lookup.
func (w *World) Find(path string) (Entity, error) { return w.find(0, path, true) }

// FindBelow is [World.Find] for a path from an entity down. For example, FindBelow(ship,
// "turret.barrel") is a part of the ship, and never the barrel of another.
func (w *World) FindBelow(from Entity, path string) (Entity, error) {
	if err := w.core.CheckAlive(from); err != nil {
		return 0, err
	}
	return w.find(from, path, false)
}

func (w *World) find(from Entity, path string, recursive bool) (Entity, error) {
	if slices.Contains(strings.Split(strings.ReplaceAll(path, "::", "."), "."), "") {
		return 0, spec.Errorf(spec.CodeInvalid, "the path %q has an empty name", path)
	}
	e, err := w.core.Lookup(path, from, recursive)
	if err == nil && e == 0 {
		err = spec.Errorf(spec.CodeUnresolved, "no entity has the path %q", path)
		if like := w.core.Elsewhere(path); recursive && like != "" {
			err = spec.Errorf(spec.CodeUnresolved, "no entity has the path %q; did you mean %s?", path, like)
		}
	}
	return e, asError(err)
}

// Path joins the names from the root, or from below an ancestor, with "."; false if one of them has
// no name or the ancestor is none. For example, if a seat has a name and its cockpit has none, the
// seat has a path from the cockpit, and none from the root.
//
// Statements: names.path.
func (w *World) Path(e, from Entity) (string, bool) { return w.core.PathOf(e, from) }

// SetScope makes an entity the parent of new entities from now on, the zero Entity none, and
// returns the scope before. For example, with a fleet as the scope, [World.Spawn] and
// [Spawn1] make children of the fleet; [Register], [World.NewTag] and [World.NewRelationship]
// still make roots.
//
// Statements: REL-110, REL-111.
func (w *World) SetScope(e Entity) (Entity, error) {
	if e != 0 {
		if err := w.core.CheckAlive(e); err != nil {
			return 0, err
		}
	}
	before := w.core.Scope
	w.core.Scope = e
	return before, nil
}

// Scope is the current scope, the zero Entity if there is none.
func (w *World) Scope() Entity { return w.core.Scope }
