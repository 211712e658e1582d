package spec

import (
	"slices"
	"strings"
	"sync"
)

// Kinds is the set of query kinds that support something.
type Kinds uint8

// Sets of query kinds.
const (
	InFilter Kinds = 1 << iota
	InCached
	InRule
	Nowhere  Kinds = 0
	AllKinds       = InFilter | InCached | InRule
)

// Has reports whether kind k, which is not KindAuto, is in the set.
func (s Kinds) Has(k QueryKind) bool {
	switch k {
	case KindFilter:
		return s&InFilter != 0
	case KindCached:
		return s&InCached != 0
	case KindRule:
		return s&InRule != 0
	case KindAuto:
		return s == AllKinds
	}
	return false
}

// Instantiation says whether instances inherit, copy or lack an id of their base, unless the id says otherwise.
type Instantiation uint8

// The three rules of instantiation.
const (
	Inherit     Instantiation = iota // found through the base
	Override                         // copied to the instance when IsA is added
	DontInherit                      // neither
)

// Family is the library that a profile describes: the profiles of a family have their operations
// and their worlds in common, and an engine may have a front for each.
type Family uint8

// The families.
const (
	FlecsFamily Family = iota // relationships are entities, with properties that are ids
	TecsFamily                // relationships are declared, and are no entities
)

// Profile is the answer to every question on which the source documents disagree, one field a question. Engines
// ask fields, never names. docs/specification/profiles.md prints the table.
type Profile struct {
	Name    string
	Dialect Dialect
	// Own is the name by which an engine declares the profile as its own, and Base the profile that
	// it differs from; both are "" for the profiles of this project.
	Own, Base string
	// Built: the engines of this version follow it. The others are refused.
	Built bool
	// Family is the library that the profile describes.
	Family Family
	// Operations are those of the protocol that the profile has. Every engine answers the others with CodeUnsupported.
	Operations []OpKind
	// Only lists the capabilities that the profile has, among them those of its reserved handles;
	// nil is every one that the rows of the catalogue give it.
	Only []Capability
	// WalkUp is how many ancestors walk_up may meet unless it is told; 0 is any number (TECS-099).
	WalkUp int
	// OnlyNot: a query without a term that is not "not" has rows: every entity that none of its terms excludes
	// (declared.query).
	OnlyNot bool
	// AnswersDead: a question about a dead entity has an empty answer, and to remove from it or delete it does
	// nothing; otherwise both are refused (declared.dead-entity).
	AnswersDead bool
	// StagedLater: an entity that is made while the world is deferred is alive at the end of the deferral, otherwise at
	// once (declared.staged).
	StagedLater bool
	// ValuesEarly: while the world is deferred, a value takes the place of another at once, unless a command waits for
	// the entity (declared.early-value).
	ValuesEarly bool
	// NetEvents: monitors hear of what a deferral changed from its begin to its end, otherwise of each command
	// (declared.scope-events).
	NetEvents bool
	// RestoreHeard: monitors hear of a restore as if all entities left and came back (declared.restore-events).
	RestoreHeard bool

	// Traversal is the relationship of a bare up, superset or cascade.
	Traversal Handle
	// Instantiation is the rule for an id that declares none (REL-088, FQL-112).
	Instantiation Instantiation
	// RefusesUninherited: a term that traverses IsA is refused if its first element is not
	// inherited, for whatever reason; otherwise only if it carries DontInherit
	// (traversal.uninherited).
	RefusesUninherited bool
	// FindsUninherited: traversal of other relationships finds every id that the visited entities
	// have; otherwise none that is DontInherit (QRY-376, traversal.other-relationships).
	FindsUninherited bool
	// Substitution: a set on any element of a term stands for its candidates, and sets that are not
	// written are implied (flecs-3-beta). Such a world finds every id that is not DontInherit
	// through IsA, by substitution: Apple counts as Food where a term asks for Food if (Apple, IsA,
	// Food). Every candidate of a set with all gives a row, the search on the subject finds the
	// first candidate for each id on its own (traversal.up), and any relationship may be followed
	// up to a written depth (traversal.relationship): see docs/specification/sets.md.
	Substitution bool
	// OrEvery: an Or chain gives the matches of every alternative, not of the first that matches (flecs-3-beta). For
	// example, an entity with Ship and Fast has then two rows for "Ship || Fast".
	OrEvery bool
	// Reflexive: relationships can be declared reflexive (REL-194).
	Reflexive bool
	// ComponentsFinal: components are created Final (REL-179).
	ComponentsFinal bool
	// ThisAlias: "$This" is the default source variable and not an ordinary one (QRY-323).
	ThisAlias bool
	// NegatedContains: a leading '!' in the text of ~= negates (FQL-132).
	NegatedContains bool
	// SingletonSecond: '$' may be the second element of a pair (FQL-094).
	SingletonSecond bool
	// UsageTraits: Singleton, OnlyRelationship, OnlyTarget and IsTrait say who may own an id, and where an
	// entity may stand in one. A Singleton is the source of terms that name none, and '$' is no source
	// (usage.singleton). Ids need CanToggle to be switched off (toggle.trait), and OrderedChildren orders
	// the children of one parent (ordered.children).
	UsageTraits bool
	// SetHearsMore: an observer that asks for OnSet and not for OnAdd hears of tags that come and of ids of Not terms
	// that go; and every OnSet observer hears of the value of a base that an own one no longer hides
	// (observers.on-set-more).
	SetHearsMore bool
	// FilterAccess: the access modifier [filter] exists (FQL-049).
	FilterAccess bool
	// ChangeOptIn: change detection is asked for when a query is created.
	ChangeOptIn bool
	// EntityBatches: a result with a field of another entity holds one entity, unless the query is instanced (QRY-333,
	// QRY-395, iterate.instanced).
	EntityBatches bool
	// UnionWildcard: a term for a Union relationship and any target has one match for each source, which is reported as
	// (R, *) and not as the pair that there is (REL-228, wildcard.union).
	UnionWildcard bool
	// RefusesSelfPairs: a pair of an entity with itself is refused.
	RefusesSelfPairs bool
	// SingleTargets: every relationship of the user is Exclusive, whether it owns that or not.
	SingleTargets bool
	// ZeroesDeadTargets: an entity that loses a pair of a relationship of the user because the
	// target dies comes to own the relationship alone, with the value of the pair where that had
	// its type; a pair of the relationship that is added takes its place.
	ZeroesDeadTargets bool
	// PanicsIfHeld: (OnDelete, Panic) forbids a deletion only while something owns the id, alone or
	// in a pair as its first element.
	PanicsIfHeld bool
	// PanicIsDirect: Panic refuses a deletion that was asked for, not one by a cascade.
	PanicIsDirect bool
	// PanicKeepsRelationship: (OnDeleteTarget, Panic) also forbids to delete the relationship that has
	// it, while something owns a pair of it.
	PanicKeepsRelationship bool
	// StickyProperties: a tag property acts from when it is added until its entity dies, also when
	// it is removed before.
	StickyProperties bool
	// PrefabStays: Prefab does not spread to children (prefab.instances).
	PrefabStays bool
	// OptionalAloneIsEmpty: a query whose terms are all Optional has no rows.
	OptionalAloneIsEmpty bool
	// ListsSnapshot: AndFrom, OrFrom and NotFrom test the ids that the list owned when the query
	// was made; otherwise those that it owns when the query is run (list.when).
	ListsSnapshot bool
	// AutoRule: KindAuto is a rule, otherwise a filter, unless the query needs a cached one
	// (query.auto).
	AutoRule bool

	// Which kinds of query resolve these. Outside them ComponentInheritance, Transitivity and reflexivity (with
	// Transitivity) are simply not applied; everything else is answered with CodeUnsupported.
	ComponentInheritance Kinds
	Transitivity         Kinds
	Variables            Kinds
	Equality             Kinds
	Scopes               Kinds
	LookupVariables      Kinds
	Members              Kinds
	FromLists            Kinds
	Ordering             Kinds // cascade, sorting, grouping
	ChangeDetection      Kinds
	SelfOnElements       Kinds // Unit|self, (R, T|self); with Substitution any set on any element
	SubjectSubstitution  Kinds // a subject without a set is found through IsA as if self|superset were written
	SetsDown             Kinds // sub and subset
	SetsAll              Kinds // all
}

// Flecs3 is the profile of the Relationships manual v3 and the Queries manual v3.2 (REL, QRY), the default.
func Flecs3() Profile {
	return Profile{
		Name: "flecs-3", Built: true, Operations: flecsOperations, Dialect: DialectFlecs3, Traversal: "IsA",
		Instantiation: Inherit,
		Reflexive:     true, ComponentsFinal: true, ThisAlias: true, EntityBatches: true, UnionWildcard: true,
		AutoRule:             true,
		ComponentInheritance: InRule, Transitivity: InRule, Variables: InRule, Equality: InRule, Scopes: InRule,
		LookupVariables: Nowhere, Members: Nowhere, FromLists: InFilter | InCached, Ordering: InCached,
		ChangeDetection: InCached, SelfOnElements: Nowhere,
	}
}

// Flecs4 is the profile of the Query Language v4.0 with the Relationships manual (FQL, REL).
func Flecs4() Profile {
	return Profile{
		Name: "flecs-4", Built: true, Operations: flecsOperations, Dialect: DialectFlecs4, Traversal: "ChildOf",
		Instantiation:      Override,
		RefusesUninherited: true, FindsUninherited: true,
		Reflexive: true, NegatedContains: true, SingletonSecond: true, FilterAccess: true,
		ChangeOptIn:          true,
		ComponentInheritance: AllKinds, Transitivity: AllKinds, Variables: AllKinds, Equality: AllKinds,
		Scopes: AllKinds, LookupVariables: AllKinds, Members: AllKinds, FromLists: AllKinds, Ordering: InCached,
		ChangeDetection: InCached, SelfOnElements: AllKinds,
	}
}

// Flecs41 is the profile of the manuals of Flecs 4.1 (F41): what they do not say otherwise is as in flecs-4.
func Flecs41() Profile {
	p := Flecs4()
	p.Name = "flecs-4.1"
	p.UsageTraits, p.SingletonSecond, p.SetHearsMore = true, false, true
	return p
}

// Flecs3Beta is the profile of the Queries manual of the v3.0 beta (SET).
func Flecs3Beta() Profile {
	return Profile{
		Name: "flecs-3-beta", Built: true, Operations: betaOperations, Dialect: DialectFlecs3Beta, Traversal: "IsA",
		Instantiation: Inherit,
		Substitution:  true, OrEvery: true, ComponentsFinal: true, ThisAlias: true, EntityBatches: true,
		UnionWildcard:        true,
		AutoRule:             true,
		ComponentInheritance: InRule, Transitivity: InRule, Variables: InRule, FromLists: AllKinds,
		Ordering: InCached, ChangeDetection: InCached, SelfOnElements: AllKinds,
		SubjectSubstitution: InFilter | InRule, SetsDown: InFilter | InRule, SetsAll: InFilter | InRule,
	}
}

// Tecs is the profile of the Relationships manual of Tecs (TECS): another library, in which relationships are declared
// and an entity is in an answer once, however many targets it has.
func Tecs() Profile {
	return Profile{
		Name: "tecs", Built: true, Family: TecsFamily, WalkUp: 100,
		OnlyNot: true, AnswersDead: true, StagedLater: true, ValuesEarly: true, NetEvents: true, RestoreHeard: true,
		Operations: []OpKind{
			OpHello, OpReset, OpQuit, OpNote, OpRelationship, OpTables, OpComponent, OpEntity, OpDelete, OpClear,
			OpAlive,
			OpCount, OpRemove, OpSet, OpGet, OpHas, OpTarget, OpTargets, OpSources, OpWalkUp, OpTraverse, OpDeferBegin,
			OpDeferEnd, OpSnapshot, OpRestore, OpDump, OpQuery, OpPrepare, OpIterate, OpRelease, OpExplain, OpObserve,
			OpEvents,
		},
		Only: []Capability{
			CapEntities, CapRecycling, CapComponents, CapPairs, CapPairData, CapWildcards, CapDeclared, CapChildOf,
			CapHierarchy,
			CapSnapshot, CapDump, CapDefer, CapObservers, CapExplain, CapQuery, CapNot, CapPrepared,
		},
	}
}

// The operations of the Flecs family; define is the beta's (SET-030).
var (
	flecsOperations = allBut(OpRelationship, OpTables, OpDefine)
	betaOperations  = allBut(OpRelationship, OpTables)
)

// Has reports whether an operation of this kind is one of the profile.
func (p Profile) Has(k OpKind) bool { return slices.Contains(p.Operations, k) }

// Notation is the dialect in which the terms of queries are written for people: the profile's own,
// or, where it has no query text, that of flecs-3.
func (p Profile) Notation() Dialect {
	if p.Dialect == DialectDefault {
		return DialectFlecs3
	}
	return p.Dialect
}

// Offers reports whether the profile does not leave a capability out.
func (p Profile) Offers(c Capability) bool { return p.Only == nil || slices.Contains(p.Only, c) }

// makers make the profiles that this version knows, the default first. A new one is a row here.
var makers = [...]func() Profile{Flecs3, Flecs4, Flecs41, Flecs3Beta, Tecs}

// Profiles lists the profiles that this version knows, the default first.
func Profiles() []Profile {
	out := make([]Profile, len(makers))
	for i, made := range makers {
		out[i] = made()
	}
	return out
}

// makerOf has the makers by the name of what they make.
var makerOf = sync.OnceValue(func() map[string]func() Profile {
	out := map[string]func() Profile{"": makers[0]}
	for _, made := range makers {
		out[made().Name] = made
	}
	return out
})

// ProfilesOf lists the profiles of a family, built or not.
func ProfilesOf(f Family) []Profile {
	return slices.DeleteFunc(Profiles(), func(p Profile) bool { return p.Family != f })
}

// BuiltProfiles lists the profiles that the engines of this version follow; these are generated, enumerated and served.
func BuiltProfiles() []Profile {
	return slices.DeleteFunc(Profiles(), func(p Profile) bool { return !p.Built })
}

// BuiltOperations lists the operations that a built profile has, in the order of the documentation.
func BuiltOperations() []OpKind {
	return slices.DeleteFunc(OpKinds(), func(k OpKind) bool {
		return !slices.ContainsFunc(BuiltProfiles(), func(p Profile) bool { return p.Has(k) })
	})
}

// Names lists the names of profiles.
func Names(profiles []Profile) []string {
	out := make([]string, len(profiles))
	for i := range profiles {
		out[i] = profiles[i].Name
	}
	return out
}

// ProfileByName finds a profile; "" is the default. A profile of an engine's own is found by its
// full name ([OwnProfile]).
func ProfileByName(name string) (Profile, *Error) {
	if strings.Contains(name, "=") {
		return readOwn(name)
	}
	made, is := makerOf()[name]
	if !is {
		return Profile{}, Errorf(CodeInvalid, "unknown profile %q, want one of %s", name,
			strings.Join(Names(Profiles()), ", "))
	}
	return made(), nil
}
