package tecs

import (
	"errors"
	"fmt"
	"strings"

	"github.com/relspec/relspec/spec"
)

// stage holds the changes of a scope until it is committed.
type stage struct {
	depth     int
	iterating int // scopes that are loops over queries
	queue     []command
	waiting   map[Entity]bool // the entities of the queue
	born      map[Entity]bool // that are alive at the end
	quiet     bool            // monitors hear of all changes together
	touched   []touched       // of which they have not heard
}

// command is a change that waits.
type command struct {
	kind    spec.OpKind
	entity  Entity
	part    Part    // of set
	pattern Pattern // of remove
}

func (s *stage) add(c command) {
	if s.waiting == nil {
		s.waiting = map[Entity]bool{}
	}
	s.queue, s.waiting[c.entity] = append(s.queue, c), true
}

// Failure is a staged change that erred when it was applied.
type Failure struct {
	Command int         // its number in the order given, from 0
	Op      spec.OpKind // set, remove, clear or delete
	Entity  Entity
	Part    Part    // that was to be set
	Pattern Pattern // that was to be removed
	Err     error
}

// CommitError tells which staged changes erred when they were applied; the others have been carried out.
type CommitError struct {
	Failures []Failure // in order
}

// Error is one line for each change that erred.
func (c *CommitError) Error() string {
	lines := make([]string, len(c.Failures))
	for i, f := range c.Failures {
		lines[i] = fmt.Sprintf("command %d: %v", f.Command, f.Err)
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the errors to errors.Is and errors.As.
func (c *CommitError) Unwrap() []error {
	list := make([]error, len(c.Failures))
	for i, f := range c.Failures {
		list[i] = f.Err
	}
	return list
}

// Defer begins a scope: changes are staged until as many calls of [World.Commit]. Questions and
// queries see the state before, where spawned entities are not alive yet. But the value of a component that an entity
// has is set at once, unless another change of that entity is staged. A loop over a query is a scope too.
//
// TECS-072.
func (w *World) Defer() {
	w.stage.depth++
	w.base.DeferBegin()
}

// Commit ends a scope, and at the outermost applies the staged changes in order. A change whose entity, or whose
// target, died meanwhile is dropped. Those that err are told by a *[CommitError]. Monitors hear of all of them
// together: of an entity that came to match in between, and no longer does, they hear nothing. Without a scope it is
// an error with the code invalid.
func (w *World) Commit() error {
	if w.stage.depth == 0 {
		return errNoScope
	}
	if err := w.base.DeferEnd(); err != nil {
		return err
	}
	w.stage.depth--
	if w.stage.depth > 0 {
		return nil
	}
	queue := w.stage.queue
	w.stage.queue = nil
	clear(w.stage.waiting)
	w.stage.born, w.stage.quiet = nil, w.profile.NetEvents
	w.touched, w.stage.touched = append(w.touched, w.stage.touched...), nil
	w.settle() // entities that were staged
	var failures []Failure
	for i := range queue {
		if err := w.apply(&queue[i]); err != nil {
			c := &queue[i]
			failures = append(failures, Failure{
				Command: i, Op: c.kind, Entity: c.entity, Part: c.part,
				Pattern: c.pattern, Err: err,
			})
		}
	}
	w.settle()
	w.stage.quiet = false
	w.touched, w.stage.touched = append(w.touched, w.stage.touched...), nil
	w.settle()
	if len(failures) > 0 {
		return &CommitError{failures}
	}
	if w.stage.queue == nil {
		clear(queue)
		w.stage.queue = queue[:0]
	}
	return nil
}

// apply carries out a staged change, unless an entity that it mentions has died.
func (w *World) apply(c *command) error {
	if !w.base.Alive(c.entity) {
		return nil
	}
	switch c.kind { //nolint:exhaustive // the others are never staged
	case spec.OpSet:
		if !c.part.alive(w) {
			return nil
		}
		return w.put(c.entity, c.part)
	case spec.OpRemove:
		if !c.pattern.alive(w) {
			return nil
		}
		return w.take(c.entity, c.pattern)
	case spec.OpClear:
		return w.clear(c.entity)
	case spec.OpDelete:
		return w.despawn(c.entity)
	default:
		return errors.New("tecs: a command of no kind")
	}
}

// IsStagedEntity reports whether an entity is alive at the end of the scope.
func (w *World) IsStagedEntity(e Entity) bool { return w.stage.born[e] }

// IsStaged reports whether changes wait for a commit.
func (w *World) IsStaged() bool { return w.stage.depth > 0 }
