package rules

import "github.com/relspec/relspec/spec"

// Reason is a rule by which an operation has a consequence. Package proof has the text of each.
type Reason uint8

// The reasons. The comments list the subjects of a step, in order.
const (
	Replaced   Reason = iota // relationship, entity, removed id, added id
	ComesWith                // relationship, target of With, entity, id
	Mirrored                 // relationship, target, id that the target gets
	Unmirrored               // relationship, target, id that the target loses
	Prefab                   // child, parent, Prefab
	StartsWith               // entity, id, base that gives the initial value
	Copied                   // entity, id, base that owns or marks it
	TakenAlong               // entity, its id, the deleted entity that the id mentions
	Dangled                  // entity, id that mentions a deleted entity
	Shared                   // entity, id, base
	Refused                  // message
)

// Step is a consequence of the current operation.
type Step struct {
	Why   Reason
	About []any // the subjects, as handles and ids of the protocol
	Rests []spec.StatementID
}

// statements lists the statements that justify each consequence. A reason that is missing here
// follows from a clause of this project; the manuals do not mention it.
var statements = map[Reason][]spec.StatementID{
	Replaced:   {"REL-212", "REL-220"},
	ComesWith:  {"REL-231", "REL-232"},
	Mirrored:   {"REL-229"},
	Unmirrored: {"REL-230"},
	TakenAlong: {"REL-130", "REL-131", "REL-138"},
	Dangled:    {"REL-118", "REL-125"},
	Shared:     {"REL-088", "REL-090", "REL-095"},
}

// because records a consequence.
func (w *World) because(why Reason, about ...any) {
	w.Steps = append(w.Steps, Step{why, w.named(about), statements[why]})
}

// NoteRefusal records why the current operation was refused.
func (w *World) NoteRefusal(err *spec.Error) {
	if err.Code == spec.CodeNotAlive {
		w.refusal = cites("REL-118")
	}
	w.Steps = append(w.Steps, Step{Refused, []any{err.Message}, w.refusal})
}

// named replaces entities and ids by their handles. It must run before the operation ends, because
// undoing a refused operation removes the entities that it created.
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
