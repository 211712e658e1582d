package tecs

import (
	"iter"
	"slices"

	"github.com/relspec/relspec/spec"
)

// MaxDepth is the default limit of ancestors for [World.WalkUp].
const MaxDepth = 100

// reversible returns an error if [World.Sources] and similar calls are refused: the relationship
// has no reverse index or is of another world, or e is dead and the profile does not answer for
// dead entities.
func (w *World) reversible(e Entity, r *Relationship) *spec.Error {
	if err := r.checkIn(w); err != nil {
		return err
	}
	switch {
	case !w.base.Alive(e) && !w.profile.AnswersDead:
		return errDead
	case !r.options.ReverseIndex:
		return errNoReverse
	}
	return nil
}

// Sources calls f once for each entity that has an edge to target when the call begins, in no
// particular order. f may change the world. Tecs names this call world:targets. If the relationship
// has no reverse index, the error has code invalid. The cost is proportional to the number of
// sources.
//
// TECS-081, TECS-104, TECS-126.
func (w *World) Sources(target Entity, r *Relationship, f func(source Entity)) error {
	return SourcesWith(w, target, r, func(source Entity, f func(Entity)) { f(source) }, f)
}

// SourcesWith is like [World.Sources] and passes context to f. With a package-level function as f,
// the call does not allocate.
//
// TECS-082, TECS-084, TECS-127.
func SourcesWith[C any](w *World, target Entity, r *Relationship, f func(source Entity, context C), context C) error {
	if err := w.reversible(target, r); err != nil {
		return err
	}
	if !w.base.Alive(target) {
		return nil // the edges may be those of an entity that reuses its index
	}
	list := r.edges.sources(w.freeList(), target)
	for _, e := range list {
		f(e, context)
	}
	w.giveBack(list)
	return nil
}

// freeList returns an empty list from a pool.
func (w *World) freeList() []Entity {
	n := len(w.free)
	if n == 0 {
		return nil
	}
	list := w.free[n-1]
	w.free = w.free[:n-1]
	return list[:0]
}

func (w *World) giveBack(list []Entity) { w.free = append(w.free, list) }

// Traverse iterates over the entities below root, depth first, as depth and entity: each entity is
// followed by those below it, then by its next sibling. Siblings are in order of creation. The
// sources of root are at depth 0; root itself is not returned. An entity that several paths lead
// to, or that is on a cycle, is returned once, at its first position. Errors are those of
// [World.Sources].
//
// For example, with a and b below root and c below a, Traverse returns 0 a, 1 c, 0 b.
//
// TECS-086, TECS-087, TECS-088, TECS-089, TECS-090, TECS-128.
func (w *World) Traverse(root Entity, r *Relationship) (iter.Seq2[int, Entity], error) {
	if err := w.reversible(root, r); err != nil {
		return nil, err
	}
	return func(yield func(int, Entity) bool) {
		seen := map[Entity]bool{root: true}
		stack := w.below(nil, root, r, 0)
		for len(stack) > 0 {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if seen[at.entity] || !w.base.Alive(at.entity) {
				continue
			}
			seen[at.entity] = true
			if !yield(at.depth, at.entity) {
				return
			}
			stack = w.below(stack, at.entity, r, at.depth+1)
		}
	}, nil
}

// TraverseWithin is like [World.Traverse] down to a depth: with depth 0 it returns the sources of
// root only. It returns every entity within that depth. If several paths lead to an entity, it is
// returned at the position of a shortest path. The world is searched when the loop begins.
func (w *World) TraverseWithin(root Entity, r *Relationship, depth int) (iter.Seq2[int, Entity], error) {
	if err := w.reversible(root, r); err != nil {
		return nil, err
	}
	return func(yield func(int, Entity) bool) {
		below := map[Entity][]visit{} // by entity: the sources, the first on top of the stack
		seen := map[Entity]bool{root: true}
		level := []Entity{root}
		for at := 0; at <= depth && len(level) > 0; at++ {
			var next []Entity
			for _, e := range level {
				for _, v := range slices.Backward(w.below(nil, e, r, at)) {
					if !seen[v.entity] {
						seen[v.entity] = true
						below[e] = append(below[e], v)
						next = append(next, v.entity)
					}
				}
				slices.Reverse(below[e])
			}
			level = next
		}
		for stack := below[root]; len(stack) > 0; {
			at := stack[len(stack)-1]
			if !yield(at.depth, at.entity) {
				return
			}
			stack = append(stack[:len(stack)-1], below[at.entity]...)
		}
	}, nil
}

type visit struct {
	entity Entity
	depth  int
}

// below pushes the sources of an entity, the first on top.
func (w *World) below(stack []visit, target Entity, r *Relationship, depth int) []visit {
	if !w.base.Alive(target) {
		return stack
	}
	list := r.edges.sources(w.freeList(), target)
	slices.SortFunc(list, w.ordered)
	for _, e := range slices.Backward(list) {
		stack = append(stack, visit{e, depth})
	}
	w.giveBack(list)
	return stack
}

// WalkUp calls f for each ancestor of e, nearest first, starting with depth 1. At each entity it
// follows the target that was created first, until there is none or f returns false. If there are
// more than maxDepth ancestors, or a cycle, WalkUp calls f for the first maxDepth and returns an
// error with code limit. A maxDepth of 0 means [MaxDepth]: a chain of 100 ancestors is walked to
// its end, and one of 101 is an error. Other errors are those of [World.Sources].
//
// TECS-091, TECS-099, TECS-100, TECS-103, TECS-129.
func (w *World) WalkUp(e Entity, r *Relationship, f func(ancestor Entity, depth int) bool, maxDepth int) error {
	return WalkUpWith(w, e, r, func(ancestor Entity, depth int, f func(Entity, int) bool) bool {
		return f(ancestor, depth)
	}, f, maxDepth)
}

// WalkUpWith is like [World.WalkUp] and passes context to f. With a package-level function as f,
// the call does not allocate.
//
// TECS-095, TECS-096.
func WalkUpWith[C any](
	w *World, e Entity, r *Relationship, f func(ancestor Entity, depth int, context C) bool, context C, maxDepth int,
) error {
	if err := w.reversible(e, r); err != nil {
		return err
	}
	if maxDepth == 0 {
		maxDepth = MaxDepth
	}
	at := w.Target(e, r)
	for depth := 1; at != 0; depth++ {
		if depth > maxDepth {
			return spec.Errorf(spec.CodeLimit, "there are more than %d ancestors, or a cycle", maxDepth)
		}
		if !f(at, depth, context) {
			return nil
		}
		at = w.Target(at, r)
	}
	return nil
}
