package rules

import "github.com/relspec/relspec/spec"

// Reason is a rule by which something follows: a consequence of an operation, or a step of the proof of a row or of its
// absence. Package proof has the words for each.
type Reason uint8

// Consequences of an operation.
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

// Steps in the proof of a row.
const (
	UnsetVariable   Reason = iota + 32 // the term uses a variable that is not set
	NoAlternative                      // no alternative of the chain has all its variables set
	MadeEqual                          // an equality makes two variables the same
	NoField                            // a comparison in the chain came true
	FoundUp                            // traversal finds it on another entity
	FoundOnBase                        // inheritance finds it on a base
	ChildLookedUp                      // a lookup variable is the child of that name
	FoundInSet                         // the set of the subject leads to another entity
	FoundBySuperset                    // the subject's bases are searched
	StandsFor                          // a candidate of a set stands for an element
	LeadsTo                            // pairs of a Transitive relationship lead to the object
)

// Reasons for the absence of a row.
const (
	ExcludedPrefab Reason = iota + 64
	SetElsewhere          // $this is set to another entity
	NoChild               // a lookup variable finds no child
	WasDeleted            // the source or an element
	KindWithoutInheritance
	KindWithoutTransitivity
	KindWithoutReflexivity
	OnItself     // the source itself has it, where the term does not look
	OnAnother    // only another entity has it, where the term does not look
	MemberNames  // the member names another entity
	NotFoundUp   // an entity above has it, and it is not inherited
	NotInherited // a base has it, and its rule is DontInherit
	NotCopied    // a base has it, and its rule is Override
	OutsideSet   // the entity that has it is no candidate of the term's sets
	KindWithoutSubstitution
)

// Step is a consequence of the operation under way: why, and its subjects in the order that its Reason says, as the
// protocol calls it. Rests are the statements by which it follows.
type Step struct {
	Why   Reason
	About []any
	Rests []spec.StatementID
}

// Statements are those that license a consequence. A reason without any is a ruling, of which the manuals say nothing.
func (r Reason) Statements() []spec.StatementID { return statements[r] }

var statements = map[Reason][]spec.StatementID{
	Replaced:   {"REL-212", "REL-220"},
	ComesWith:  {"REL-231", "REL-232"},
	Mirrored:   {"REL-229"},
	Unmirrored: {"REL-230"},
	TakenAlong: {"REL-130", "REL-131", "REL-138"},
	Dangled:    {"REL-118", "REL-125"},
	Shared:     {"REL-088", "REL-090", "REL-095"},

	UnsetVariable: {"QRY-248", "FQL-149"},
	NoAlternative: {"QRY-248", "FQL-149", "FQL-151"},
	MadeEqual:     {"QRY-266", "FQL-135"},
	NoField:       {"QRY-269"},
	FoundUp:       {"QRY-365", "FQL-102"},
	FoundOnBase:   {"REL-088", "REL-095", "QRY-389"},
	ChildLookedUp: {"FQL-139"},

	FoundInSet: {"SET-222", "SET-240"}, FoundBySuperset: {"SET-268", "SET-278"}, StandsFor: {"SET-218"}, LeadsTo: {"SET-250", "SET-256"},
	OutsideSet: {"SET-225"}, KindWithoutSubstitution: {"SET-286"},

	ExcludedPrefab: {"QRY-285", "FQL-030"}, SetElsewhere: {"QRY-472"}, NoChild: {"FQL-141"}, WasDeleted: {"REL-118"},
	KindWithoutInheritance: {"QRY-580"}, KindWithoutTransitivity: {"QRY-591"}, KindWithoutReflexivity: {"QRY-607"},
	OnItself: {"QRY-387"}, OnAnother: {"QRY-386"}, MemberNames: {"FQL-146"}, NotFoundUp: {"QRY-376"},
	NotInherited: {"REL-180"}, NotCopied: {"FQL-112"},
}

// because notes a consequence, which someone may ask for when the operation is over.
func (w *World) because(why Reason, about ...any) {
	w.Steps = append(w.Steps, Step{why, w.named(about), why.Statements()})
}

// NoteRefusal notes why the operation under way has no effect.
func (w *World) NoteRefusal(err *spec.Error) {
	if err.Code == spec.CodeNotAlive {
		w.refusal = cites("REL-118")
	}
	w.Steps = append(w.Steps, Step{Refused, []any{err.Message}, w.refusal})
}

// named puts handles in the place of entities and ids. It does so at once: what an operation made is gone if it is refused,
// and numbers would mean nothing then.
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
