package rules

import "github.com/relspec/relspec/spec"

// Reason is a rule by which an operation has a consequence. Package proof has the words for each.
type Reason uint8

// Consequences of an operation, with their subjects in order.
const (
	Replaced   Reason = iota // relationship, entity, id that goes, id that comes
	ComesWith                // relationship, the id that it comes with, entity, id
	Mirrored                 // relationship, target, id that the target gets
	Unmirrored               // relationship, target, id that the target loses
	Prefab                   // child, parent, Prefab
	StartsWith               // entity, id, base whose value it starts with
	Copied                   // entity, id, base that has it to be overridden
	TakenAlong               // entity, its id, the deleted entity
	Dangled                  // entity, id that mentions a deleted entity
	Shared                   // entity, id, base
	Refused                  // message
)

// Step is a consequence of the operation under way: why, and its subjects in the order that its
// Reason says, as the protocol calls it. Rests are the statements by which it follows.
type Step struct {
	Why   Reason
	About []any
	Rests []spec.StatementID
}

// statements are those that license a consequence. A reason without any is a clause of the
// project's own, of which the manuals say nothing.
var statements = map[Reason][]spec.StatementID{
	Replaced:   {"REL-212", "REL-220"},
	ComesWith:  {"REL-231", "REL-232"},
	Mirrored:   {"REL-229"},
	Unmirrored: {"REL-230"},
	TakenAlong: {"REL-130", "REL-131", "REL-138"},
	Dangled:    {"REL-118", "REL-125"},
	Shared:     {"REL-088", "REL-090", "REL-095"},
}

// because notes a consequence, which someone may ask for when the operation is over.
func (w *World) because(why Reason, about ...any) {
	w.Steps = append(w.Steps, Step{why, w.named(about), statements[why]})
}

// NoteRefusal notes why the operation under way has no effect.
func (w *World) NoteRefusal(err *spec.Error) {
	if err.Code == spec.CodeNotAlive {
		w.refusal = cites("REL-118")
	}
	w.Steps = append(w.Steps, Step{Refused, []any{err.Message}, w.refusal})
}

// named puts handles in the place of entities and ids. It does so at once: an entity that an
// operation made is gone if it is refused, and numbers would mean nothing then.
func (w *World) named(about []any) []any {
	for n, a := range about {
		switch a := a.(type) {
		case Entity:
			about[n] = w.Handle(a)
		case ID:
			about[n] = w.SpecID(a)
		}
	}
	return about
}
