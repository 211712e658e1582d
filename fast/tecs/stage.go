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
	waiting   map[Entity]bool // entities with a staged change
	born      map[Entity]bool // entities that become alive at the end
	quiet     bool            // monitors wait for the end of the scope
}

// command is a staged change.
type command struct {
	kind    spec.OpKind
	entity  Entity
	part    Part    // for set
	pattern Pattern // for remove
}

func (s *stage) add(c command) {
	if s.waiting == nil {
		s.waiting = map[Entity]bool{}
	}
	s.queue, s.waiting[c.entity] = append(s.queue, c), true
}

// Failure is the error of a staged change.
type Failure struct {
	Command int         // its number in the order given, from 0
	Op      spec.OpKind // set, remove, clear or delete
	Entity  Entity
	Part    Part    // that was to be set
	Pattern Pattern // that was to be removed
	Err     error
}

// CommitError lists the staged changes that failed when they were applied. The other staged changes
// took effect.
type CommitError struct {
	Failures []Failure // in order
}

// Error returns one line for each failed change.
func (c *CommitError) Error() string {
	lines := make([]string, len(c.Failures))
	for i, f := range c.Failures {
		lines[i] = fmt.Sprintf("command %d: %v", f.Command, f.Err)
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the errors, for errors.Is and errors.As.
func (c *CommitError) Unwrap() []error {
	list := make([]error, len(c.Failures))
	for i, f := range c.Failures {
		list[i] = f.Err
	}
	return list
}

// Defer begins a scope: changes are staged until [World.Commit] was called as often as Defer. In a
// scope, queries and other calls see the state before the scope, and spawned entities are not alive
// yet.
// One kind of change is made at once: setting the value of a component that an entity has, unless
// another change of that entity is staged. A loop over a query is a scope too.
//
// TECS-072.
func (w *World) Defer() {
	w.stage.depth++
	w.base.DeferBegin()
}

// Commit ends a scope. The outermost Commit applies the staged changes in order. It drops a change
// whose entity or target has died, and returns a *[CommitError] with the changes that failed.
// Monitors are notified once of all changes together: an entity that matched only in between is not
// reported. Without a scope the error has code invalid.
//
// Changes that the scope made through [World.Fast] are applied first. If some of them fail, the
// error also wraps the *fast.DeferredError that lists them.
func (w *World) Commit() error {
	if w.stage.depth == 0 {
		return errNoScope
	}
	err := w.base.DeferEnd()
	w.stage.depth--
	if w.stage.depth > 0 {
		return err
	}
	queue := w.stage.queue
	w.stage.queue = nil
	clear(w.stage.waiting)
	w.stage.born, w.stage.quiet = nil, w.profile.NetEvents
	w.settle() // for the entities that were spawned in the scope
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
	w.stage.quiet = false
	w.settle()
	if len(failures) > 0 {
		commit := &CommitError{failures}
		if err == nil {
			return commit
		}
		return errors.Join(err, commit)
	}
	if w.stage.queue == nil {
		clear(queue)
		w.stage.queue = queue[:0]
	}
	return err
}

// postpone stages a removal, a clear or a deletion. If the entity is dead, postpone returns an
// error or, if the profile says so, does nothing.
func (w *World) postpone(c command) error {
	switch {
	case w.base.Alive(c.entity):
		w.stage.add(c)
	case !w.profile.AnswersDead:
		return errDead
	}
	return nil
}

// apply carries out a staged change, unless an entity that it mentions has died.
func (w *World) apply(c *command) error {
	if !w.base.Alive(c.entity) || c.part != nil && !c.part.alive(w) || c.pattern != nil && !c.pattern.alive(w) {
		return nil
	}
	switch c.kind { //nolint:exhaustive // the others are never staged
	case spec.OpSet:
		return w.end(w.give(c.entity, c.part))
	case spec.OpRemove:
		return w.end(c.pattern.take(w, c.entity))
	case spec.OpClear:
		return w.end(w.base.Clear(c.entity))
	case spec.OpDelete:
		return w.end(w.base.Delete(c.entity))
	default:
		return errors.New("tecs: unknown kind of command")
	}
}

// IsStagedEntity reports whether e becomes alive at the end of the scope.
func (w *World) IsStagedEntity(e Entity) bool { return w.stage.born[e] }

// IsStaged reports whether a scope is open, so that changes are staged.
func (w *World) IsStaged() bool { return w.stage.depth > 0 }
