package rules

import (
	"strings"

	"github.com/relspec/relspec/spec"
)

// attempt is what an operation, or a consequence of one, wants to do: to an entity, with an id, with a name.
type attempt struct {
	e    Entity
	i    ID
	name string
}

// refusal is a condition under which an attempt is refused, and with it the whole operation: it has no effect then.
type refusal struct {
	code  spec.ErrorCode
	cites []spec.StatementID
	text  string
	when  func(w *World, a attempt) bool
	about func(w *World, a attempt) []any // what the text is about
}

// refused is the first refusal whose condition is met; nil if there is none.
func (w *World) refused(table []refusal, a attempt) *spec.Error {
	for _, r := range table {
		if r.when(w, a) {
			err := spec.Errorf(r.code, r.text, w.named(r.about(w, a))...)
			w.refusal = r.cites
			return err
		}
	}
	return nil
}

// adding is refused for these reasons, in this order. Consequences are checked when they happen.
var adding = []refusal{
	{
		spec.CodeFinal, cites("REL-174", "REL-179"), "%s is Final, nothing can be an instance of it",
		func(w *World, a attempt) bool { return w.isPairOf(a.i, spec.IsA) && w.isFinal(a.i.Second) }, aboutTarget,
	},
	{ // P-19: (LocatedIn, City) on City, and also (LocatedIn, Room) on City if a room is located in the city
		spec.CodeCycle, cites("REL-203"), "%s on %s closes a cycle of an Acyclic relationship",
		func(w *World, a attempt) bool {
			return a.i.IsPair() && w.isAcyclic(a.i.First) && (a.i.Second == a.e || w.Reaches(a.i.Second, a.e, a.i.First))
		}, aboutIDAndEntity,
	},
	{ // ruling 17; REL-235 to REL-239
		spec.CodeOneOf, cites("REL-235"), "%s is not among the targets that OneOf allows",
		func(w *World, a attempt) bool { return a.i.IsPair() && !w.oneOfAllows(a.i) }, aboutID,
	},
	{ // ruling 27
		spec.CodeExists, nil, "%s already has a child named %q",
		func(w *World, a attempt) bool {
			return w.isPairOf(a.i, spec.ChildOf) && w.nameTaken(a.e, w.Entities[a.e].Name, a.i.Second)
		},
		func(w *World, a attempt) []any { return []any{a.i.Second, w.Entities[a.e].Name} },
	},
	{
		spec.CodeInvalid, nil, "here DontInherit is written (OnInstantiate, DontInherit)",
		func(w *World, a attempt) bool {
			return w.isSingle(a.i, spec.DontInheritTag) && w.Profile.Instantiation != spec.Inherit
		}, aboutNothing,
	},
	{ // P-13
		spec.CodeInvalid, nil, "%s is reserved and has no parent",
		func(w *World, a attempt) bool { return w.Entities[a.e].Builtin && w.isPairOf(a.i, spec.ChildOf) }, aboutEntity,
	},
	{ // P-13: the second target would take the place of the first
		spec.CodeInvalid, nil, "%s of %s is fixed",
		func(w *World, a attempt) bool { return w.fixedTarget(a.e, a.i) != ID{} },
		func(w *World, a attempt) []any { return []any{w.fixedTarget(a.e, a.i), a.e} },
	},
	pairsExist,
	{ // ruling 18
		spec.CodeCycle, cites("REL-203"), "%s already has a cycle",
		func(w *World, a attempt) bool {
			return (w.isSingle(a.i, spec.Acyclic) || w.isSingle(a.i, spec.Traversable)) && w.hasCycle(a.e)
		}, aboutEntity,
	},
	{ // ruling 18
		spec.CodeInUse, cites("REL-174"), "%s already has instances",
		func(w *World, a attempt) bool {
			return w.isSingle(a.i, spec.Final) && len(w.Owning(w.pair(spec.IsA, a.e))) > 0
		}, aboutEntity,
	},
}

// removing what the user names is refused for these reasons, before those of dropping.
var removing = []refusal{
	pairsExist,
	{ // ruling 27
		spec.CodeExists, nil, "there is already a root entity named %q",
		func(w *World, a attempt) bool {
			return w.isPairOf(a.i, spec.ChildOf) && w.nameTaken(a.e, w.Entities[a.e].Name, None)
		},
		func(w *World, a attempt) []any { return []any{w.Entities[a.e].Name} },
	},
}

// dropping an id, also as a consequence, is refused for this reason.
var dropping = []refusal{{ // P-13
	spec.CodeInvalid, nil, "%s of %s is fixed",
	func(w *World, a attempt) bool { return w.Fixed(a.e, a.i) }, aboutIDAndEntity,
}}

// pairsExist: a property that decides how pairs are held cannot come or go while there are any (ruling 18).
var pairsExist = refusal{
	spec.CodeInUse, nil, "%s cannot change while pairs of %s exist",
	func(w *World, a attempt) bool {
		switch w.Handle(a.i.First) {
		case spec.Exclusive, spec.Union, spec.PairIsTag, spec.Sparse, spec.DontFragment:
			return !a.i.IsPair() && !w.Fixed(a.e, a.i) && len(w.Owning(ID{a.e, Wildcard})) > 0
		}
		return false
	}, aboutIDAndEntity,
}

// owning one more id is refused for this reason, after what gives way to it is gone.
var owning = []refusal{{ // P-104
	spec.CodeLimit, nil, "%s has %d ids, and an entity has no more",
	func(w *World, a attempt) bool {
		room := w.MaxIDs - len(w.Entities[a.e].Own)
		if w.Entities[a.e].Builtin { // being one counts as well
			room--
		}
		return w.MaxIDs > 0 && room <= 0
	},
	func(w *World, a attempt) []any { return []any{a.e, w.MaxIDs} },
}}

// What else an operation is refused for.
var (
	setting = []refusal{{ // P-10
		spec.CodeInvalid, cites("REL-170"), "%s is a tag and has no data",
		func(w *World, a attempt) bool { return w.TypeOf(a.i) == None }, aboutID,
	}}
	getting = []refusal{{ // P-10; of what was deleted, nobody knows whether it was a tag
		spec.CodeInvalid, cites("REL-170"), "%s is a tag and has no data",
		func(w *World, a attempt) bool { return a.i.First < 0 || !w.MentionsDead(a.i) && w.TypeOf(a.i) == None }, aboutID,
	}}
	touching = []refusal{{
		spec.CodeInvalid, nil, "%[2]s does not own %[1]s",
		func(w *World, a attempt) bool { _, ok := w.Owned(a.e, a.i); return !ok }, aboutIDAndEntity,
	}}
	switching = []refusal{{ // P-43
		spec.CodeInvalid, nil, "%[2]s has no %[1]s of its own to switch",
		func(w *World, a attempt) bool { _, ok := w.Owned(a.e, a.i); return !ok || w.Fixed(a.e, a.i) }, aboutIDAndEntity,
	}}
	overriding = []refusal{{ // P-42
		spec.CodeInvalid, nil, "%s of %s cannot be overridden",
		func(w *World, a attempt) bool { return w.Entities[a.e].Builtin || spec.IsProperty(w.Handle(a.i.First)) }, aboutIDAndEntity,
	}}
	// Reserved entities stay as they are (P-13).
	disabling = []refusal{{spec.CodeInvalid, nil, "%s is reserved", isBuiltin, aboutEntity}}
	clearing  = []refusal{{spec.CodeInvalid, nil, "%s is reserved and cannot be cleared", isBuiltin, aboutEntity}}
	deleting  = []refusal{{spec.CodeInvalid, nil, "%s is reserved and cannot be deleted", isBuiltin, aboutEntity}}
	// A Panic policy forbids a deletion (ruling 20).
	dying = []refusal{{
		spec.CodePolicy, cites("REL-129"), "(OnDelete, Panic) of %s forbids its deletion",
		func(w *World, a attempt) bool { return w.policy(a.e, spec.OnDelete) == spec.PanicAction }, aboutEntity,
	}}
	losing = []refusal{{
		spec.CodePolicy, cites("REL-129"), "(OnDeleteTarget, Panic) of %s forbids the deletion of %s, a target on %s",
		func(w *World, a attempt) bool { return w.policy(a.i.First, spec.OnDeleteTarget) == spec.PanicAction },
		func(_ *World, a attempt) []any { return []any{a.i.First, a.i.Second, a.e} },
	}}
	naming = []refusal{
		{spec.CodeInvalid, nil, "%s is reserved and keeps its name", isBuiltin, aboutEntity}, // P-13
		{ // ruling 27
			spec.CodeExists, nil, "a sibling is already named %q",
			func(w *World, a attempt) bool { return w.nameTaken(a.e, a.name, w.parent(a.e)) },
			func(_ *World, a attempt) []any { return []any{a.name} },
		},
	}
	spelling = []refusal{{ // P-3
		spec.CodeInvalid, nil, "%q cannot be a name: no separator, no control character, at most %d bytes",
		func(_ *World, a attempt) bool {
			bad := strings.ContainsFunc(a.name, func(c rune) bool { return c < ' ' || c == 0x7f || c == 0xfffd })
			return bad || strings.Contains(a.name, ".") || strings.Contains(a.name, "::") || len(a.name) > spec.MaxHandle
		},
		func(_ *World, a attempt) []any { return []any{a.name, spec.MaxHandle} },
	}}
)

func isBuiltin(w *World, a attempt) bool             { return w.Entities[a.e].Builtin }
func aboutNothing(*World, attempt) []any             { return nil }
func aboutEntity(_ *World, a attempt) []any          { return []any{a.e} }
func aboutID(_ *World, a attempt) []any              { return []any{a.i} }
func aboutTarget(_ *World, a attempt) []any          { return []any{a.i.Second} }
func aboutIDAndEntity(_ *World, a attempt) []any     { return []any{a.i, a.e} }
func cites(s ...spec.StatementID) []spec.StatementID { return s }

// oneOfAllows: with OneOf on R, targets are children of R; with (OneOf, X), they are children of X.
func (w *World) oneOfAllows(i ID) bool {
	if w.is(i.First, spec.OneOf) && !w.Owns(i.Second, w.pair(spec.ChildOf, i.First)) {
		return false
	}
	for _, x := range w.Targets(i.First, w.Handles[spec.OneOf]) {
		if !w.Owns(i.Second, w.pair(spec.ChildOf, x)) {
			return false
		}
	}
	return true
}

// fixedTarget is the pair of an exclusive relationship that a builtin owns from the start, in whose place i would come.
func (w *World) fixedTarget(e Entity, i ID) ID {
	for _, f := range w.Entities[e].Initial {
		if f.IsPair() && i.IsPair() && f.First == i.First && w.isExclusive(i.First) {
			return f.ID
		}
	}
	return ID{}
}

// hasCycle reports whether some entity reaches itself over own pairs of r.
func (w *World) hasCycle(r Entity) bool {
	for _, x := range w.All() {
		if w.Reaches(x, x, r) {
			return true
		}
	}
	return false
}
