package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// The methods of this file say when an operation, or one of its consequences, is refused. The first
// case that applies gives the error. The whole operation then has no effect.

// mayAdd checks whether e may get the id i. Add checks each consequence too, when it happens. Ids
// that e owns already are not checked again (usage.later).
func (w *World) mayAdd(e Entity, i ID) *spec.Error {
	first, second := i.First, i.Second
	switch {
	case second.IsNumber() && w.reservesTargets(first) != None: // pairs.numbers
		return w.refuse(spec.CodeInvalid, nil, "%s has a number as its target, which %s forbids",
			i, w.reservesTargets(first))
	case w.Is(first, spec.Singleton) && e != first: // usage.singleton
		return w.refuse(spec.CodeInvalid, cites("F41-045"), "%s is not for %s: only %s itself can own a Singleton",
			i, e, first)
	case !i.IsPair() && w.Is(first, spec.OnlyRelationship): // usage.relationship
		return w.refuse(spec.CodeInvalid, cites("F41-039"), "%s has OnlyRelationship: it is the first element of pairs", i)
	case i.IsPair() && w.Is(second, spec.OnlyRelationship) && !w.Is(first, spec.IsTrait): // usage.relationship
		return w.refuse(spec.CodeInvalid, cites("F41-040", "F41-042"),
			"%s has OnlyRelationship: it is the target of a relationship with IsTrait only", second)
	case w.Is(first, spec.OnlyTarget): // usage.target
		return w.refuse(spec.CodeInvalid, cites("F41-053", "F41-054"),
			"%s has OnlyTarget: it is the second element of pairs", first)
	case w.isPairOf(i, spec.IsA) && w.IsFinal(second): // final.no-instances
		return w.refuse(spec.CodeFinal, cites("REL-174", "REL-179"), "%s is Final, nothing can be an instance of it", second)
	case w.Profile.RefusesSelfPairs && second == e: // pairs.any-entity
		return w.refuse(spec.CodeInvalid, nil, "%s cannot have a pair with itself in this profile", e)
	// For example, if LocatedIn is Acyclic and a room is located in a city, the city cannot be
	// located in the room or in itself (acyclic.cycle).
	case i.IsPair() && w.isAcyclic(first) && (second == e || w.Reaches(second, e, first)):
		return w.refuse(spec.CodeCycle, cites("REL-203"), "%s on %s closes a cycle of an Acyclic relationship", i, e)
	case i.IsPair() && !w.oneOfAllows(i): // one-of.children
		return w.refuse(spec.CodeOneOf, cites("REL-235"), "%s is not among the targets that OneOf allows", i)
	case w.isPairOf(i, spec.ChildOf) && w.nameTaken(e, w.Entities[e].Name, second): // names.siblings
		return w.refuse(spec.CodeExists, nil, "%s already has a child named %q", second, w.Entities[e].Name)
	case w.isSingle(i, spec.DontInheritTag) && w.Profile.Instantiation != spec.Inherit: // inheritance.rule
		return w.refuse(spec.CodeInvalid, nil, "this profile has no %s; add (OnInstantiate, DontInherit)", i)
	case w.Entities[e].Builtin && w.isPairOf(i, spec.ChildOf): // entities.reserved
		return w.refuse(spec.CodeInvalid, nil, "%s is reserved and has no parent", e)
	case w.fixedTarget(e, i) != ID{}: // entities.reserved: i would replace a fixed pair
		return w.refuse(spec.CodeInvalid, nil, "%s of %s is fixed", w.fixedTarget(e, i), e)
	case i.IsPair():
		return nil
	}
	return w.mayBecome(e, i)
}

// mayBecome checks whether e may get the single id i. If i is a property, existing pairs or owners
// of e can forbid it.
func (w *World) mayBecome(e Entity, i ID) *spec.Error {
	if err := w.mayChange(e, i); err != nil {
		return err
	}
	var (
		property = w.Handle(i.First)
		acyclic  = property == spec.Acyclic || property == spec.Traversable
		sources  = acyclic || property == spec.Symmetric || property == spec.Transitive
	)
	switch {
	case sources && w.numberPair(e) != ID{}: // pairs.numbers
		return w.refuse(spec.CodeInUse, nil, "%s cannot become %s: %s has a number as its target", e, i, w.numberPair(e))
	case acyclic && w.onCycle(e) != None: // acyclic.existing-cycle
		return w.refuse(spec.CodeCycle, cites("REL-203"), "%s already has a cycle through %s", e, w.onCycle(e))
	case property == spec.Singleton && w.otherOwner(e) != None: // usage.singleton
		return w.refuse(spec.CodeInUse, nil, "%s cannot become a Singleton: %s owns it", e, w.otherOwner(e))
	case property == spec.Final: // final.no-instances
		for _, instance := range w.Owning(w.pair(spec.IsA, e)) {
			return w.refuse(spec.CodeInUse, cites("REL-174"), "%s already has the instance %s", e, instance)
		}
	}
	return nil
}

// mayChange checks whether e may get or lose i. A property that decides how pairs of e are stored
// cannot change while such pairs exist (properties.change, data.type-fixed, ordered.property). For
// example, DockedTo cannot become Exclusive while a ship is docked.
func (w *World) mayChange(e Entity, i ID) *spec.Error {
	if i.IsPair() {
		return nil
	}
	children := w.pair(spec.ChildOf, e)
	switch w.Handle(i.First) {
	case spec.Exclusive, spec.Union, spec.PairIsTag, spec.Sparse, spec.DontFragment, spec.Ordered:
		if !w.Fixed(e, i) && len(w.Owning(ID{e, Wildcard})) > 0 {
			return w.refuse(spec.CodeInUse, nil, "%s cannot change while pairs of %s exist", i, e)
		}
	case spec.OrderedChildren: // ordered.children
		if len(w.Owning(children)) > 0 {
			return w.refuse(spec.CodeInUse, nil, "%s cannot change while pairs of %s exist", i, children)
		}
	}
	return nil
}

// mayOwnMore limits the number of ids of e. Add checks it last, after a replaced pair was removed.
// For a reserved entity, being reserved counts as one id (limits.ids).
func (w *World) mayOwnMore(e Entity) *spec.Error {
	owned := len(w.Entities[e].Own)
	if w.Entities[e].Builtin {
		owned++
	}
	if w.MaxIDs > 0 && owned >= w.MaxIDs {
		return w.refuse(spec.CodeLimit, nil, "%s already has %d ids, the maximum for an entity", e, w.MaxIDs)
	}
	return nil
}

// mayRemove checks whether the user may remove i from e. Afterwards drop checks mayDrop.
func (w *World) mayRemove(e Entity, i ID) *spec.Error {
	if err := w.mayChange(e, i); err != nil {
		return err
	}
	name := w.Entities[e].Name
	if w.isPairOf(i, spec.ChildOf) && w.nameTaken(e, name, None) { // names.siblings
		return w.refuse(spec.CodeExists, nil, "there is already a root entity named %q", name)
	}
	return nil
}

// mayDrop forbids every removal of an id that a builtin owns from the start (entities.reserved).
func (w *World) mayDrop(e Entity, i ID) *spec.Error {
	if w.Fixed(e, i) {
		return w.refuse(spec.CodeInvalid, nil, "%s of %s is fixed", i, e)
	}
	return nil
}

// numberPair returns a pair of r with a number as its target, or the zero ID.
func (w *World) numberPair(r Entity) ID {
	for _, e := range w.All() {
		for _, t := range w.Targets(e, r) {
			if t.IsNumber() {
				return ID{r, t}
			}
		}
	}
	return ID{}
}

// mayHaveData refuses to read or write the data of a tag (data.set-refused), or of a pattern
// whose first element is a wildcard. If an element of i is dead, the type of i is unknown, and i
// is not refused.
func (w *World) mayHaveData(i ID) *spec.Error {
	if i.First < 0 || !w.MentionsDead(i) && w.TypeOf(i) == None {
		return w.refuse(spec.CodeInvalid, cites("REL-170"), "%s is a tag and has no data", i)
	}
	return nil
}

// mayModify checks whether modified may name i on e: e must own i.
func (w *World) mayModify(e Entity, i ID) *spec.Error {
	if _, owned := w.Owned(e, i); !owned {
		return w.refuse(spec.CodeInvalid, nil, "%s does not own %s", e, i)
	}
	return nil
}

// maySwitch checks whether i can be enabled or disabled on e.
func (w *World) maySwitch(e Entity, i ID) *spec.Error {
	_, owned := w.Owned(e, i)
	switch {
	case !owned || w.Fixed(e, i): // toggle.refused
		return w.refuse(spec.CodeInvalid, nil, "%s has no %s of its own to switch", e, i)
	case w.Profile.UsageTraits && !w.Is(i.First, spec.CanToggle): // toggle.trait
		return w.refuse(spec.CodeInvalid, cites("F41-001"), "%s cannot be switched: %s lacks CanToggle", i, i.First)
	}
	return nil
}

// mayOverride checks whether instances of e may get their own copy of i
// (inheritance.override-mark).
func (w *World) mayOverride(e Entity, i ID) *spec.Error {
	if w.Entities[e].Builtin || spec.IsProperty(w.Handle(i.First)) {
		return w.refuse(spec.CodeInvalid, nil, "%s of %s cannot be overridden", i, e)
	}
	return nil
}

// notReserved refuses a change of a reserved entity (entities.reserved). text is the message; its
// "%s" stands for the entity.
func (w *World) notReserved(e Entity, text string) *spec.Error {
	if w.Entities[e].Builtin {
		return w.refuse(spec.CodeInvalid, nil, text, e)
	}
	return nil
}

// mayCopy refuses to copy reserved entities and components (prefab.clone).
func (w *World) mayCopy(e Entity) *spec.Error {
	err := w.notReserved(e, "%s is reserved and cannot be copied")
	if err == nil && w.Entities[e].Component {
		err = w.refuse(spec.CodeInvalid, nil, "%s is a component and cannot be copied", e)
	}
	return err
}

// mayDie checks the policies that forbid deleting e (cleanup.panic). (OnDelete, Panic) forbids
// deleting its owner e; in profiles with PanicsIfHeld, only while an entity owns e or a pair (e,
// *). In profiles with PanicKeepsRelationship, (OnDeleteTarget, Panic) forbids deleting a
// relationship while it has pairs.
func (w *World) mayDie(e Entity) *spec.Error {
	inPairs := func() bool { return len(w.Owning(ID{e, Wildcard})) > 0 }
	held := func() bool { return inPairs() || len(w.Owning(ID{First: e})) > 0 }
	switch {
	case w.policy(e, spec.OnDelete) == spec.PanicAction && (!w.Profile.PanicsIfHeld || held()):
		return w.refuse(spec.CodePolicy, cites("REL-129"), "(OnDelete, Panic) of %s forbids its deletion", e)
	case w.Profile.PanicKeepsRelationship && w.policy(e, spec.OnDeleteTarget) == spec.PanicAction && inPairs():
		return w.refuse(spec.CodePolicy, cites("REL-129"),
			"(OnDeleteTarget, Panic) of %s forbids its deletion while it has pairs", e)
	}
	return nil
}

// mayLose checks whether the target of the pair i of e may be deleted: (OnDeleteTarget, Panic) of a
// relationship forbids deleting its targets (cleanup.panic).
func (w *World) mayLose(e Entity, i ID) *spec.Error {
	if w.policy(i.First, spec.OnDeleteTarget) == spec.PanicAction {
		return w.refuse(spec.CodePolicy, cites("REL-129"),
			"(OnDeleteTarget, Panic) of %s forbids the deletion of %s, a target on %s", i.First, i.Second, e)
	}
	return nil
}

// mayBeNamed checks whether e may get a name: siblings have different names (names.siblings).
func (w *World) mayBeNamed(e Entity, name string) *spec.Error {
	err := w.notReserved(e, "%s is reserved and keeps its name")
	if err == nil && w.nameTaken(e, name, w.Parent(e)) {
		err = w.refuse(spec.CodeExists, nil, "a sibling is already named %q", name)
	}
	return err
}

// CheckName returns an error if a text cannot be a name, for example because it is a path
// (names.form).
func (w *World) CheckName(name string) *spec.Error {
	isControl := func(c rune) bool { return c < ' ' || c == 0x7f || c == 0xfffd }
	isPath := strings.Contains(name, ".") || strings.Contains(name, "::")
	if isPath || strings.ContainsFunc(name, isControl) || len(name) > spec.MaxHandle {
		return w.refuse(spec.CodeInvalid, nil,
			"%q cannot be a name: no separator, no control character, at most %d bytes", name, spec.MaxHandle)
	}
	return nil
}

// refuse returns an error, and records the statements from which the refusal follows.
func (w *World) refuse(code spec.ErrorCode, rests []spec.StatementID, text string, about ...any) *spec.Error {
	w.refusal = rests
	return spec.Errorf(code, text, w.named(about)...)
}

// because records a consequence of the operation for explanations, and the statements from which
// it follows. If there are no statements, the manuals do not mention the consequence: it follows
// from a clause.
func (w *World) because(rests []spec.StatementID, text string, about ...any) {
	w.Steps = append(w.Steps, Step{text, w.named(about), rests})
}

// Step is a consequence of the current operation, or the reason of its refusal.
type Step struct {
	text  string
	about []any // the arguments of the text, as handles and ids of the protocol
	rests []spec.StatementID
}

// NoteRefusal records why the current operation was refused.
func (w *World) NoteRefusal(err *spec.Error) {
	if err.Code == spec.CodeNotAlive {
		w.refusal = cites("REL-118")
	}
	w.because(w.refusal, "refused: %s", err.Message)
}

// Reasons lists the consequences of the current operation in the order in which they happened, each
// once: for example, which ids it replaced, copied or mirrored, which entities it deleted with
// others, from which base its answer comes, or why it was refused.
func (w *World) Reasons() []spec.Proof {
	var out []spec.Proof
	for _, s := range w.Steps {
		p := spec.Proof{Claim: fmt.Sprintf(s.text, s.about...), Cites: s.rests}
		if !slices.ContainsFunc(out, func(o spec.Proof) bool { return o.Claim == p.Claim }) {
			out = append(out, p)
		}
	}
	return out
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

// cites lists the statements of a refusal or a consequence.
func cites(s ...spec.StatementID) []spec.StatementID { return s }
