package fast

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Depth returns the length of the longest path that leads from e to the targets of its own pairs of
// a relationship, to their targets, and so on. For example, a seat in the cockpit of a ship has
// depth 2 along ChildOf. The error has code not_alive for a dead e, and cycle if a path leads into
// a cycle. The cost is proportional to the number of entities above e.
//
// Statements: hierarchy.walks.
func (w *World) Depth(e, relationship Entity) (int, error) {
	depth, err := w.core.Depth(e, relationship)
	return depth, asError(err)
}

// WalkUp lists the entities above e, nearest first. At each entity it follows the first own target
// of the relationship in type order; it stops at a cycle. For example, if a bridge has (LinksTo,
// north) and (LinksTo, south), WalkUp follows the target that was created first and never visits
// the other. The error has code not_alive for a dead e, and limit if there are more than maxDepth
// entities; maxDepth 0 is no limit.
//
// Statements: hierarchy.walks.
func (w *World) WalkUp(e, relationship Entity, maxDepth int) ([]Entity, error) {
	list, err := w.core.WalkUp(e, relationship, maxDepth)
	return list, asError(err)
}

// Traverse lists the entities of the program below e, breadth first, each once. The sources of e
// are at depth 0. Traverse visits depths up to maxDepth, or all depths if maxDepth is 0. For
// example, with maxDepth 1 it lists the children and grandchildren of a ship; with 0 it lists
// everything below the ship. The list never contains e.
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

// Target returns the n-th target, counted from 0, of the pairs of a relationship that e owns or
// inherits, or the zero Entity if there are fewer targets. Targets are in the order in which they
// were created. For example, if Alice was created before Carol, and Bob gets (Likes, Carol) and
// later (Likes, Alice), target 0 is Alice. If e has no bases and one target, Target takes constant
// time.
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

// Targets lists the targets of the pairs of a relationship that an entity owns or inherits, each
// once, in the order in which they were created.
//
// Statements: pairs.targets.
func (w *World) Targets(e, relationship Entity) []Entity {
	t, _, alive := w.core.Store.Record(e)
	if !alive || !w.core.Store.Alive(relationship) {
		return nil
	}
	return w.core.Alive(w.core.Targets(nil, t, e.Index(), store.Pair(relationship.Index(), store.Wildcard)))
}

// Sources lists the entities of the program that own the pair (relationship, target). For example,
// a frigate that inherits (DockedTo, Mars) is not among the sources. If the pair has an order (see
// [World.MoveBefore]), the list is in that order and costs time proportional to its length.
// Otherwise the list is in order of creation.
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

// Parent returns the target of the ChildOf pair that e owns, or the zero Entity if e is a root.
func (w *World) Parent(e Entity) Entity {
	if !w.core.Store.Alive(e) {
		return 0
	}
	return w.core.Entity(w.core.ParentOf(e.Index()))
}

// Children lists the entities of the program that own (ChildOf, e), in the order of
// [World.Sources].
func (w *World) Children(e Entity) []Entity { return w.Sources(ChildOf, e) }

// MoveBefore moves e directly before other in the order in which [World.Sources] lists the sources
// of a pair. A pair has an order if its relationship is [Ordered], or if it is (ChildOf, parent)
// and the parent has [OrderedChildren]. Both entities must own the pair. If e and other are the
// same entity, nothing changes. When an entity gets the pair, it becomes the last one; adding the
// pair again does not move it.
//
// The error has code not_alive; or invalid for a wildcard, for an id without an order, and for an
// entity that does not own the pair. MoveBefore takes constant time, is allowed in loops, and can
// be deferred. Observers are not notified.
func (w *World) MoveBefore(e Entity, pair ID, other Entity) error {
	return w.reorder(e, pair, other, false)
}

// MoveAfter moves e directly after other; see [World.MoveBefore].
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

// SetName sets the name of e; "" removes it. Siblings have different names: each of two ships may
// have a child "Bridge", but only one root entity can have that name. The error has code exists if
// a sibling has the name, invalid if the text cannot be a name or e is reserved, or not_alive.
func (w *World) SetName(e Entity, name string) error {
	return asError(w.core.SetName(e, name))
}

// Name returns the name of e, or "" if e has none or is not alive. While observers are notified of
// a deletion, Name and [World.TextOf] still return the names of the deleted entities.
func (w *World) Name(e Entity) string {
	if !w.core.Store.Alive(e) {
		return w.core.Departed[e]
	}
	return w.core.NameOf(e.Index())
}

// Find returns the entity with a path: names separated by "." or "::", such as "fleet.flagship". It
// searches below the current scope, then below the parent of the scope, and so on up to the root.
// The error has code unresolved if no entity has the path, and invalid if the path or a name in it
// is empty.
//
// Statements: names.lookup.
func (w *World) Find(path string) (Entity, error) { return w.find(0, path, true) }

// FindBelow returns the entity with a path that starts at from. For example, FindBelow(ship,
// "turret.barrel") finds only a part of the ship. Errors are those of [World.Find], and not_alive.
func (w *World) FindBelow(from Entity, path string) (Entity, error) {
	if err := w.core.CheckAlive(from); err != nil {
		return 0, err
	}
	return w.find(from, path, false)
}

func (w *World) find(from Entity, path string, recursive bool) (Entity, error) {
	if slices.Contains(strings.Split(strings.ReplaceAll(path, "::", "."), "."), "") {
		return 0, spec.Errorf(spec.CodeInvalid, "the path %q has an empty name; remove the extra separator, or pass a name", path)
	}
	e, err := w.core.Lookup(path, from, recursive)
	if err == nil && e == 0 {
		err = spec.Errorf(spec.CodeUnresolved, "no entity has the path %q", path)
		if like := w.core.SuggestPath(path); recursive && like != "" {
			err = spec.Errorf(spec.CodeUnresolved, "no entity has the path %q; did you mean %s?", path, like)
		}
	}
	return e, asError(err)
}

// Path returns the names on the path from the root to e, joined with ".". If from is not zero, the
// path begins below from. Path returns false if an entity on the path has no name or from is not an
// ancestor of e. For example, if a seat has a name and its cockpit has none, the seat has a path
// from the cockpit but not from the root.
//
// Statements: names.path.
func (w *World) Path(e, from Entity) (string, bool) { return w.core.PathOf(e, from) }

// SetScope makes e the scope: the parent of entities that are made from now on. It returns the
// previous scope. The zero Entity ends the scope, and so does the deletion of e. For example, with
// a fleet as scope, [World.Spawn] and [Spawn1] make children of the fleet. [Register],
// [World.NewTag] and [World.NewRelationship] still make root entities, a [World.Clone] has the
// parent of its original, and [World.Instantiate] makes a root unless an id gives it a parent. If e
// is dead, the error has code not_alive.
//
// Statements: REL-110, REL-111.
func (w *World) SetScope(e Entity) (Entity, error) {
	if e != 0 {
		if err := w.core.CheckAlive(e); err != nil {
			return 0, err
		}
	}
	before := w.core.Scope
	w.core.SetScope(e)
	return before, nil
}

// Scope returns the current scope, or the zero Entity if there is none.
func (w *World) Scope() Entity { return w.core.Scope }
