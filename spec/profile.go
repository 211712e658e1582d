package spec

import (
	"slices"
	"strings"
	"sync"
)

// Kinds is a set of query kinds, for example the kinds that support variables.
type Kinds uint8

// Sets of query kinds.
const (
	InFilter Kinds = 1 << iota
	InCached
	InRule
	Nowhere  Kinds = 0
	AllKinds       = InFilter | InCached | InRule
)

// Has reports whether kind k is in the set. KindAuto is in the set if all kinds are.
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

// Instantiation is the inheritance rule of ids that declare none: whether instances inherit the id
// of their base, copy it, or do not get it.
type Instantiation uint8

// The three rules of instantiation.
const (
	Inherit     Instantiation = iota // found through the base
	Override                         // copied to the instance when IsA is added
	DontInherit                      // neither
)

// Family is the library that a profile describes. Profiles of a family have nearly the same
// operations and the same kind of world. An engine may have a separate API for each family.
type Family uint8

// The families.
const (
	FlecsFamily Family = iota // relationships are entities, with properties that are ids
	TecsFamily                // relationships are declared and are not entities
)

// Profile answers every question on which the source documents disagree, with one field per
// question. Engines test fields, never names. docs/specification/profiles.md prints the table.
type Profile struct {
	Name    string
	Dialect Dialect
	// Own is the name of a profile that an engine declares, and Base the profile of this project
	// from which it differs. Both are "" for the profiles of this project.
	Own, Base string
	// Family is the library that the profile describes.
	Family Family
	// Operations are the operations of the profile. Every engine answers others with
	// CodeUnsupported.
	Operations []OpKind
	// Only lists the capabilities of the profile, including those of its reserved handles. nil
	// means every capability whose row in the catalogue includes the profile.
	Only []Capability
	// WalkUp is the default maximum number of ancestors of walk_up; 0 means no limit (TECS-099).
	WalkUp int
	// OnlyNot: a query whose terms are all negated has rows: every entity that its terms do not
	// exclude (declared.query).
	OnlyNot bool
	// AnswersDead: a question about a dead entity has an empty answer, and removing from it or
	// deleting it does nothing. Otherwise both are refused (declared.dead-entity).
	AnswersDead bool
	// StagedLater: an entity that is created while changes are deferred becomes alive at the end of
	// the deferral, otherwise at once (declared.staged).
	StagedLater bool
	// ValuesEarly: while changes are deferred, a value replaces another at once, unless a command
	// for the entity is queued (declared.early-value).
	ValuesEarly bool
	// NetEvents: monitors are notified of the net change of a deferral, otherwise of each command
	// (declared.scope-events).
	NetEvents bool
	// RestoreEvents: monitors are notified of a restore as if all entities left and came back
	// (declared.restore-events).
	RestoreEvents bool

	// Traversal is the relationship that up, superset and cascade follow if the query names none.
	Traversal Handle
	// Instantiation is the rule for an id that declares none (REL-088, FQL-112).
	Instantiation Instantiation
	// RefusesUninherited: a term that traverses IsA is refused if its first element is not
	// inherited, for whatever reason. Otherwise it is refused only if the element has DontInherit
	// (traversal.uninherited).
	RefusesUninherited bool
	// FindsUninherited: traversal of a relationship other than IsA finds every id that the visited
	// entities have. Otherwise it does not find DontInherit ids (QRY-376,
	// traversal.other-relationships).
	FindsUninherited bool
	// Substitution: a set on an element of a term stands for the candidates of the element, and an
	// element without a set has a default set (flecs-3-beta). For example, Apple counts as Food in
	// a term for Food if Apple has (IsA, Food). The field also decides the following:
	//
	//   - IsA finds every id except DontInherit ids.
	//   - Every candidate of a set with all gives a row.
	//   - The search on the subject finds the first candidate for each id separately
	//     (traversal.up).
	//   - A term may follow any relationship up to a written depth (traversal.relationship).
	//
	// See docs/specification/sets.md.
	Substitution bool
	// OrEvery: an Or chain gives the matches of every alternative, not only of the first that
	// matches (flecs-3-beta). For example, an entity with Ship and Fast then has two rows for "Ship
	// || Fast".
	OrEvery bool
	// Reflexive: relationships can be declared reflexive (REL-194).
	Reflexive bool
	// ComponentsFinal: components are created Final (REL-179).
	ComponentsFinal bool
	// ThisAlias: "$This" is the default source variable, not an ordinary one (QRY-323).
	ThisAlias bool
	// NegatedContains: a leading '!' in the text of ~= negates (FQL-132).
	NegatedContains bool
	// SingletonSecond: '$' may be the second element of a pair (FQL-094).
	SingletonSecond bool
	// UsageTraits: Singleton, OnlyRelationship, OnlyTarget and IsTrait restrict who may own an id,
	// and at which position an entity may be in one. If a term for a Singleton has no written
	// source, the source is the Singleton itself, and '$' is not a source (usage.singleton).
	// Disabling an id requires CanToggle (toggle.trait). OrderedChildren orders the children of one
	// parent (ordered.children).
	UsageTraits bool
	// NumberTargets: the target of a pair may be a number, (R, @3), which is not an entity
	// (pairs.numbers).
	NumberTargets bool
	// OnSetMore: an observer that listens to OnSet and not to OnAdd is also notified of tags that
	// are added and of ids of Not terms that are removed. Every OnSet observer is also notified of
	// a base's value that becomes visible when the instance loses its own (observers.on-set-more).
	OnSetMore bool
	// FilterAccess: the access modifier [filter] exists (FQL-049).
	FilterAccess bool
	// ChangeOptIn: change detection must be requested when a query is created.
	ChangeOptIn bool
	// EntityBatches: a result with a field of another entity has one entity, unless the query is
	// instanced (QRY-333, QRY-395, iterate.instanced).
	EntityBatches bool
	// UnionWildcard: a term for a Union relationship and any target has one match for each source,
	// reported as (R, *) instead of the stored pair (REL-228, wildcard.union).
	UnionWildcard bool
	// RefusesSelfPairs: a pair of an entity with itself is refused.
	RefusesSelfPairs bool
	// SingleTargets: every relationship of the user is Exclusive, even without the property.
	SingleTargets bool
	// ZeroesDeadTargets: if the target of a pair of a user's relationship dies, the source then
	// owns the relationship as a tag, with the value of the pair if both have the same type. Adding
	// a pair of the relationship later replaces the tag.
	ZeroesDeadTargets bool
	// PanicsIfHeld: an entity with (OnDelete, Panic) cannot be deleted while some entity owns it as
	// a tag or as the first element of a pair. If the field is false, the entity can never be
	// deleted.
	PanicsIfHeld bool
	// PanicIsDirect: Panic refuses only deletions by the caller, not those of a cascade.
	PanicIsDirect bool
	// PanicKeepsRelationship: a relationship with (OnDeleteTarget, Panic) cannot itself be deleted
	// while some entity owns a pair of the relationship.
	PanicKeepsRelationship bool
	// PrefabChildrenPlain: Prefab does not spread to children (prefab.instances).
	PrefabChildrenPlain bool
	// OptionalAloneIsEmpty: a query whose terms are all Optional has no rows.
	OptionalAloneIsEmpty bool
	// ListsSnapshot: AndFrom, OrFrom and NotFrom test the ids that the list owned when the query
	// was created. Otherwise they test the ids that the list owns when the query runs (list.when).
	ListsSnapshot bool
	// AutoRule: KindAuto means a rule, otherwise a filter. In both cases it means a cached query if
	// the query needs one, for example because it is sorted (query.auto).
	AutoRule bool

	// The kinds of query that support each feature. Other kinds ignore ComponentInheritance,
	// SubjectSubstitution, Transitivity, and reflexivity, which goes with Transitivity. They answer
	// CodeUnsupported for every other feature.
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

// Flecs3 is the profile of the Relationships manual v3 and the Queries manual v3.2 (REL, QRY). It
// is the default of the protocol; worlds of package fast have Flecs41 by default.
func Flecs3() Profile {
	return Profile{
		Name: "flecs-3", Operations: flecsOperations, Dialect: DialectFlecs3, Traversal: "IsA",
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
		Name: "flecs-4", Operations: flecsOperations, Dialect: DialectFlecs4, Traversal: "ChildOf",
		Instantiation:      Override,
		RefusesUninherited: true, FindsUninherited: true,
		Reflexive: true, NegatedContains: true, SingletonSecond: true, FilterAccess: true,
		ChangeOptIn:          true,
		ComponentInheritance: AllKinds, Transitivity: AllKinds, Variables: AllKinds, Equality: AllKinds,
		Scopes: AllKinds, LookupVariables: AllKinds, Members: AllKinds, FromLists: AllKinds, Ordering: InCached,
		ChangeDetection: InCached, SelfOnElements: AllKinds,
	}
}

// Flecs41 is the profile of the manuals of Flecs 4.1 (F41). Whatever these manuals do not mention
// is as in flecs-4.
func Flecs41() Profile {
	p := Flecs4()
	p.Name = "flecs-4.1"
	p.UsageTraits, p.SingletonSecond, p.OnSetMore, p.NumberTargets = true, false, true, true
	return p
}

// Flecs3Beta is the profile of the Queries manual of the v3.0 beta (SET).
func Flecs3Beta() Profile {
	return Profile{
		Name: "flecs-3-beta", Operations: betaOperations, Dialect: DialectFlecs3Beta, Traversal: "IsA",
		Instantiation: Inherit,
		Substitution:  true, OrEvery: true, ComponentsFinal: true, ThisAlias: true, EntityBatches: true,
		UnionWildcard:        true,
		AutoRule:             true,
		ComponentInheritance: InRule, Transitivity: InRule, Variables: InRule, FromLists: AllKinds,
		Ordering: InCached, ChangeDetection: InCached, SelfOnElements: AllKinds,
		SubjectSubstitution: InFilter | InRule, SetsDown: InFilter | InRule, SetsAll: InFilter | InRule,
	}
}

// Tecs is the profile of the Relationships manual of Tecs (TECS), another library. Its
// relationships are declared, and an entity is in an answer once, however many targets it has.
func Tecs() Profile {
	return Profile{
		Name: "tecs", Family: TecsFamily, WalkUp: 100,
		OnlyNot: true, AnswersDead: true, StagedLater: true, ValuesEarly: true, NetEvents: true, RestoreEvents: true,
		Operations: []OpKind{
			OpHello, OpReset, OpQuit, OpNote, OpRelationship, OpTables, OpComponent, OpEntity, OpDelete, OpClear,
			OpAlive, OpCount, OpRemove, OpSet, OpGet, OpHas, OpTarget, OpTargets, OpSources, OpWalkUp, OpTraverse,
			OpDeferBegin, OpDeferEnd, OpSnapshot, OpRestore, OpDump, OpQuery, OpPrepare, OpIterate, OpRelease,
			OpExplain, OpObserve, OpEvents,
		},
		Only: []Capability{
			CapEntities, CapRecycling, CapComponents, CapPairs, CapPairData, CapWildcards, CapDeclared, CapChildOf,
			CapHierarchy, CapSnapshot, CapDump, CapDefer, CapObservers, CapExplain, CapQuery, CapNot, CapPrepared,
		},
	}
}

// The operations of the Flecs family. Only the beta has define (SET-030).
var (
	flecsOperations = allBut(OpRelationship, OpTables, OpDefine)
	betaOperations  = allBut(OpRelationship, OpTables)
)

// Has reports whether the profile has operations of this kind.
func (p Profile) Has(k OpKind) bool { return slices.Contains(p.Operations, k) }

// Notation returns the dialect in which terms are printed for people: the dialect of the profile
// or, if the profile has no query text, the dialect of flecs-3.
func (p Profile) Notation() Dialect {
	if p.Dialect == DialectDefault {
		return DialectFlecs3
	}
	return p.Dialect
}

// Offers reports whether the profile has a capability.
func (p Profile) Offers(c Capability) bool { return p.Only == nil || slices.Contains(p.Only, c) }

// makers has the constructors of all profiles, the default first. To add a profile, add a row here.
var makers = [...]func() Profile{Flecs3, Flecs4, Flecs41, Flecs3Beta, Tecs}

// Profiles lists all profiles of this version, the default first.
func Profiles() []Profile {
	out := make([]Profile, len(makers))
	for i, made := range makers {
		out[i] = made()
	}
	return out
}

// makerOf maps the names of profiles to their constructors.
var makerOf = sync.OnceValue(func() map[string]func() Profile {
	out := map[string]func() Profile{"": makers[0]}
	for _, made := range makers {
		out[made().Name] = made
	}
	return out
})

// ProfilesOf lists the profiles of a family.
func ProfilesOf(f Family) []Profile {
	return slices.DeleteFunc(Profiles(), func(p Profile) bool { return p.Family != f })
}

// Names lists the names of profiles.
func Names(profiles []Profile) []string {
	out := make([]string, len(profiles))
	for i := range profiles {
		out[i] = profiles[i].Name
	}
	return out
}

// ProfileByName returns a profile by name; "" is the default. A profile that an engine defines is
// found by its full name ([OwnProfile]).
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
