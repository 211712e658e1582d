package rules

import (
	"strings"

	"github.com/relspec/relspec/spec"
)

// A refusal is a condition under which an operation or one of its consequences is refused. The whole
// operation then has no effect.
type refusal struct {
	code  spec.ErrorCode
	rests []spec.StatementID // the statements that justify the refusal
	text  string             // the message
	// when returns the arguments of text, or nil if the condition is not met.
	when func(w *World, a attempt) []any
}

// attempt is a requested change of an entity: the id to add or remove, or the name to set.
type attempt struct {
	e    Entity
	i    ID
	name string
}

// refused returns the error of the first row whose condition is met, or nil.
func (w *World) refused(table []refusal, a attempt) *spec.Error {
	for _, r := range table {
		if about := r.when(w, a); about != nil {
			w.refusal = r.rests
			return spec.Errorf(r.code, r.text, w.named(about)...)
		}
	}
	return nil
}

// given returns the arguments of a text if a condition is met, and otherwise nil.
func given(condition bool, about ...any) []any {
	if !condition {
		return nil
	}
	return append([]any{}, about...)
}

// adding lists the reasons for which adding an id is refused. They are checked in this order. Each
// consequence is checked when it happens.
var adding = []refusal{
	{
		spec.CodeInvalid, nil, "%s has a number as its target, which %s forbids", // pairs.numbers
		func(w *World, a attempt) []any {
			why := None
			if a.i.Second.IsNumber() {
				why = w.reservesTargets(a.i.First)
			}
			return given(why != None, a.i, why)
		},
	},
	{
		spec.CodeInvalid, cites("F41-045"), "%s is not for %s: only %s itself can own a Singleton", // usage.singleton
		func(w *World, a attempt) []any {
			s := a.i.First
			return given(w.Is(s, spec.Singleton) && a.e != s, a.i, a.e, s)
		},
	},
	{
		spec.CodeInvalid, cites("F41-039"), "%s has OnlyRelationship: it is the first element of pairs", // usage.relationship
		func(w *World, a attempt) []any {
			return given(!a.i.IsPair() && w.Is(a.i.First, spec.OnlyRelationship), a.i)
		},
	},
	{
		spec.CodeInvalid, cites("F41-040", "F41-042"), "%s has OnlyRelationship: it is the target of a relationship with IsTrait only",
		func(w *World, a attempt) []any {
			limited := a.i.IsPair() && w.Is(a.i.Second, spec.OnlyRelationship)
			return given(limited && !w.Is(a.i.First, spec.IsTrait), a.i.Second)
		},
	},
	{
		spec.CodeInvalid, cites("F41-053", "F41-054"), "%s has OnlyTarget: it is the second element of pairs", // usage.target
		func(w *World, a attempt) []any { return given(w.Is(a.i.First, spec.OnlyTarget), a.i.First) },
	},
	{
		spec.CodeFinal, cites("REL-174", "REL-179"), "%s is Final, nothing can be an instance of it",
		func(w *World, a attempt) []any {
			return given(w.isPairOf(a.i, spec.IsA) && w.IsFinal(a.i.Second), a.i.Second)
		},
	},
	{spec.CodeInvalid, nil, "%s cannot have a pair with itself in this profile", // self_pairs
		func(w *World, a attempt) []any {
			return given(w.Profile.RefusesSelfPairs && a.i.IsPair() && a.i.Second == a.e, a.e)
		}},
	// For example, if LocatedIn is Acyclic and a room is located in a city, the city cannot be
	// located in the room or in itself (acyclic.cycle).
	{
		spec.CodeCycle, cites("REL-203"), "%s on %s closes a cycle of an Acyclic relationship",
		func(w *World, a attempt) []any {
			back := a.i.Second == a.e || w.Reaches(a.i.Second, a.e, a.i.First)
			return given(a.i.IsPair() && w.isAcyclic(a.i.First) && back, a.i, a.e)
		},
	},
	{
		spec.CodeOneOf, cites("REL-235"), "%s is not among the targets that OneOf allows",
		func(w *World, a attempt) []any {
			return given(a.i.IsPair() && !w.oneOfAllows(a.i), a.i)
		},
	},
	{spec.CodeExists, nil, "%s already has a child named %q", // names.siblings
		func(w *World, a attempt) []any {
			name := w.Entities[a.e].Name
			taken := w.isPairOf(a.i, spec.ChildOf) && w.nameTaken(a.e, name, a.i.Second)
			return given(taken, a.i.Second, name)
		}},
	{
		spec.CodeInvalid, nil, "this profile has no %s; add (OnInstantiate, DontInherit)",
		func(w *World, a attempt) []any {
			tag := w.isSingle(a.i, spec.DontInheritTag)
			return given(tag && w.Profile.Instantiation != spec.Inherit, a.i)
		},
	},
	{spec.CodeInvalid, nil, "%s is reserved and has no parent", // entities.reserved
		func(w *World, a attempt) []any {
			return given(w.Entities[a.e].Builtin && w.isPairOf(a.i, spec.ChildOf), a.e)
		}},
	{spec.CodeInvalid, nil, "%s of %s is fixed", // entities.reserved: the new id would replace a fixed one
		func(w *World, a attempt) []any {
			fixed := w.fixedTarget(a.e, a.i)
			return given(fixed != ID{}, fixed, a.e)
		}},
	pairsExist,
	{spec.CodeInUse, nil, "%s cannot become %s: %s has a number as its target", // pairs.numbers
		func(w *World, a attempt) []any {
			switch w.Handle(a.i.First) {
			case spec.Acyclic, spec.Traversable, spec.Symmetric, spec.Transitive:
				i := w.numberPair(a.e)
				return given(!a.i.IsPair() && i != ID{}, a.e, a.i, i)
			}
			return nil
		}},
	{spec.CodeCycle, cites("REL-203"), "%s already has a cycle through %s", // acyclic.existing-cycle
		func(w *World, a attempt) []any {
			if !w.isSingle(a.i, spec.Acyclic) && !w.isSingle(a.i, spec.Traversable) {
				return nil
			}
			x := w.onCycle(a.e)
			return given(x != None, a.e, x)
		}},
	{spec.CodeInUse, nil, "%s cannot become a Singleton: %s owns it", // usage.singleton
		func(w *World, a attempt) []any {
			if !w.isSingle(a.i, spec.Singleton) {
				return nil
			}
			other := w.otherOwner(a.e)
			return given(other != None, a.e, other)
		}},
	{spec.CodeInUse, cites("REL-174"), "%s already has the instance %s", // final.no-instances
		func(w *World, a attempt) []any {
			if !w.isSingle(a.i, spec.Final) {
				return nil
			}
			for _, x := range w.Owning(w.pair(spec.IsA, a.e)) {
				return given(true, a.e, x)
			}
			return nil
		}},
}

// owning limits the number of ids. It is checked last, after a replaced pair was removed. For a
// reserved entity, being reserved counts as one id (limits.ids).
var owning = []refusal{
	{
		spec.CodeLimit, nil, "%s already has %d ids, the maximum for an entity",
		func(w *World, a attempt) []any {
			left := w.MaxIDs - len(w.Entities[a.e].Own)
			if w.Entities[a.e].Builtin {
				left--
			}
			return given(w.MaxIDs > 0 && left <= 0, a.e, w.MaxIDs)
		},
	},
}

// removing lists the additional reasons for which the user cannot remove an id. They are checked
// before dropping.
var removing = []refusal{
	pairsExist,
	{spec.CodeExists, nil, "there is already a root entity named %q", // names.siblings
		func(w *World, a attempt) []any {
			name := w.Entities[a.e].Name
			return given(w.isPairOf(a.i, spec.ChildOf) && w.nameTaken(a.e, name, None), name)
		}},
}

// dropping forbids every removal of an id that a builtin owns from the start (entities.reserved).
var dropping = []refusal{
	{
		spec.CodeInvalid, nil, "%s of %s is fixed",
		func(w *World, a attempt) []any { return given(w.Fixed(a.e, a.i), a.i, a.e) },
	},
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

// pairsExist forbids adding or removing a property that decides how pairs are stored while such
// pairs exist (properties.change). For example, DockedTo cannot become Exclusive while a ship is
// docked.
var pairsExist = refusal{
	spec.CodeInUse, nil, "%s cannot change while pairs of %s exist",
	func(w *World, a attempt) []any {
		switch w.Handle(a.i.First) {
		case spec.Exclusive, spec.Union, spec.PairIsTag,
			spec.Sparse, spec.DontFragment, spec.Ordered:
			changes := !a.i.IsPair() && !w.Fixed(a.e, a.i)
			return given(changes && len(w.Owning(ID{a.e, Wildcard})) > 0, a.i, a.e)
		case spec.OrderedChildren: // ordered.children
			children := ID{w.Handles[spec.ChildOf], a.e}
			return given(!a.i.IsPair() && len(w.Owning(children)) > 0, a.i, children)
		}
		return nil
	},
}

// The other refusals, each for one reason.
var (
	// A tag has no data (data.set-refused). If an element of the id is dead, its type is unknown, and
	// the id is not refused.
	data = []refusal{{
		spec.CodeInvalid, cites("REL-170"), "%s is a tag and has no data",
		func(w *World, a attempt) []any {
			return given(a.i.First < 0 || !w.MentionsDead(a.i) && w.TypeOf(a.i) == None, a.i)
		},
	}}
	touching = []refusal{{
		spec.CodeInvalid, nil, "%s does not own %s",
		func(w *World, a attempt) []any {
			_, owned := w.Owned(a.e, a.i)
			return given(!owned, a.e, a.i)
		},
	}}
	switching = []refusal{
		{spec.CodeInvalid, nil, "%s has no %s of its own to switch", // toggle.refused
			func(w *World, a attempt) []any {
				_, owned := w.Owned(a.e, a.i)
				return given(!owned || w.Fixed(a.e, a.i), a.e, a.i)
			}},
		{spec.CodeInvalid, cites("F41-001"), "%s cannot be switched: %s lacks CanToggle", // toggle.trait
			func(w *World, a attempt) []any {
				return given(w.Profile.UsageTraits && !w.Is(a.i.First, spec.CanToggle), a.i, a.i.First)
			}},
	}
	overriding = []refusal{{spec.CodeInvalid, nil, "%s of %s cannot be overridden", // inheritance.override-mark
		func(w *World, a attempt) []any {
			return given(w.Entities[a.e].Builtin || spec.IsProperty(w.Handle(a.i.First)), a.i, a.e)
		}}}

	// Reserved entities stay as they are (entities.reserved).
	disabling = ofBuiltins("%s is reserved")
	clearing  = ofBuiltins("%s is reserved and cannot be cleared")
	deleting  = ofBuiltins("%s is reserved and cannot be deleted")

	// Reserved entities and components are not copied (prefab.clone).
	copying = []refusal{
		{spec.CodeInvalid, nil, "%s is reserved and cannot be copied", isBuiltin},
		{spec.CodeInvalid, nil, "%s is a component and cannot be copied", func(w *World, a attempt) []any {
			return given(w.Entities[a.e].Component, a.e)
		}},
	}

	// (OnDelete, Panic) forbids deleting its owner, in some profiles only while an entity owns an
	// id with it. (OnDeleteTarget, Panic) of a relationship forbids deleting its targets and, in
	// some profiles, the relationship itself while it has pairs (cleanup.panic).
	dying = []refusal{{
		spec.CodePolicy, cites("REL-129"), "(OnDelete, Panic) of %s forbids its deletion",
		func(w *World, a attempt) []any {
			if w.policy(a.e, spec.OnDelete) != spec.PanicAction {
				return nil
			}
			held := len(w.Owning(ID{First: a.e})) > 0 || len(w.Owning(ID{a.e, Wildcard})) > 0
			return given(held || !w.Profile.PanicsIfHeld, a.e)
		},
	}, {
		spec.CodePolicy, cites("REL-129"), "(OnDeleteTarget, Panic) of %s forbids its deletion while it has pairs",
		func(w *World, a attempt) []any {
			forbids := w.Profile.PanicKeepsRelationship && w.policy(a.e, spec.OnDeleteTarget) == spec.PanicAction
			return given(forbids && len(w.Owning(ID{a.e, Wildcard})) > 0, a.e)
		},
	}}
	losing = []refusal{{
		spec.CodePolicy, cites("REL-129"),
		"(OnDeleteTarget, Panic) of %s forbids the deletion of %s, a target on %s",
		func(w *World, a attempt) []any {
			forbids := w.policy(a.i.First, spec.OnDeleteTarget) == spec.PanicAction
			return given(forbids, a.i.First, a.i.Second, a.e)
		},
	}}

	// Siblings have different names (names.siblings), and a name is not a path (names.form).
	naming = []refusal{
		{spec.CodeInvalid, nil, "%s is reserved and keeps its name", isBuiltin},
		{
			spec.CodeExists, nil, "a sibling is already named %q",
			func(w *World, a attempt) []any {
				return given(w.nameTaken(a.e, a.name, w.Parent(a.e)), a.name)
			},
		},
	}
	spelling = []refusal{{
		spec.CodeInvalid, nil,
		"%q cannot be a name: no separator, no control character, at most %d bytes",
		func(_ *World, a attempt) []any {
			isControl := func(c rune) bool { return c < ' ' || c == 0x7f || c == 0xfffd }
			wrong := strings.ContainsFunc(a.name, isControl) ||
				strings.Contains(a.name, ".") || strings.Contains(a.name, "::")
			return given(wrong || len(a.name) > spec.MaxHandle, a.name, spec.MaxHandle)
		},
	}}
)

func ofBuiltins(text string) []refusal {
	return []refusal{{spec.CodeInvalid, nil, text, isBuiltin}}
}

func isBuiltin(w *World, a attempt) []any { return given(w.Entities[a.e].Builtin, a.e) }

// cites returns the statements of a row.
func cites(s ...spec.StatementID) []spec.StatementID { return s }
