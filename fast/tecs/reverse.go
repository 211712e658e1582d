package tecs

import (
	"iter"
	"slices"

	"github.com/relspec/relspec/spec"
)

// MaxDepth is how many ancestors [World.WalkUp] may meet unless it is told.
const MaxDepth = 100

// reversible refuses questions against the direction of edges for a relationship without reverse index.
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

// Sources calls f once for every entity that has an edge to the target, in no particular order.
// Tecs calls it world:targets. The sources are those that there were when the call began; f may
// change the world. The error invalid says that the relationship has no reverse
// index. The cost is proportional to the sources.
//
// TECS-081, TECS-104, TECS-126.
func (w *World) Sources(target Entity, r *Relationship, f func(source Entity)) error {
	return SourcesWith(w, target, r, func(source Entity, f func(Entity)) { f(source) }, f)
}

// SourcesWith is [World.Sources] with a context, which is handed to f unchanged, so that f can be a
// function of a package and the call allocates nothing.
//
// TECS-082, TECS-084, TECS-127.
func SourcesWith[C any](w *World, target Entity, r *Relationship, f func(source Entity, context C), context C) error {
	if err := w.reversible(target, r); err != nil {
		return err
	}
	if !w.base.Alive(target) {
		return nil // its number may be that of another
	}
	list := r.edges.sources(w.freeList(), target)
	for _, e := range list {
		f(e, context)
	}
	w.giveBack(list)
	return nil
}

// freeList is an empty list to be used until it is given back.
func (w *World) freeList() []Entity {
	n := len(w.rooms)
	if n == 0 {
		return nil
	}
	list := w.rooms[n-1]
	w.rooms = w.rooms[:n-1]
	return list[:0]
}

func (w *World) giveBack(list []Entity) { w.rooms = append(w.rooms, list) }

// Traverse gives the entities below one, depth first, as depth and entity: an entity comes before
// those below it, and all of these before its next sibling. Siblings come in the order of their
// creation; the sources of root are at depth 0, and root is not given. Where several ways lead to
// an entity, also round a cycle, it is given once, at its first place in that order. Errors are
// those of [World.Sources].
//
// For example, with a and b below root and c below a, it gives 0 a, 1 c, 0 b.
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

// TraverseWithin is [World.Traverse] that does not go below a depth: with depth 0 it gives the
// sources of root alone. It gives every entity that some way of that length leads to, and where
// there are several, below one on a shortest way. The walk is that of the moment when the loop
// begins.
func (w *World) TraverseWithin(root Entity, r *Relationship, depth int) (iter.Seq2[int, Entity], error) {
	if err := w.reversible(root, r); err != nil {
		return nil, err
	}
	return func(yield func(int, Entity) bool) {
		below := map[Entity][]visit{} // the last on top
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

// WalkUp calls f for each ancestor of an entity, the nearest first at depth 1: it follows the
// target that was created first, again and again, until there is none or f returns false. With more
// than maxDepth ancestors, or [MaxDepth] if that is 0, it calls f for those and then errs with the
// code limit; so it does round a cycle. Other errors are those of [World.Sources].
//
// For example, a chain of exactly 100 ancestors is walked to its end, and one of 101 is an error.
//
// TECS-091, TECS-099, TECS-100, TECS-103, TECS-129.
func (w *World) WalkUp(e Entity, r *Relationship, f func(ancestor Entity, depth int) bool, maxDepth int) error {
	return WalkUpWith(w, e, r, func(ancestor Entity, depth int, f func(Entity, int) bool) bool {
		return f(ancestor, depth)
	}, f, maxDepth)
}

// WalkUpWith is [World.WalkUp] with a context, which is handed to f unchanged, so that f can be a
// function of a package and the call allocates nothing.
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
