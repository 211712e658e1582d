package spec

// The reserved handles. They exist in every world of the Flecs profiles, are never values of a
// variable, and cannot be deleted (cleanup.reserved). To add one, add a name here and a row below.
const (
	ChildOf   Handle = "ChildOf"
	IsA       Handle = "IsA"
	DependsOn Handle = "DependsOn"
	// The Tag property (REL-168), renamed because users have tags called Tag.
	PairIsTag      Handle = "PairIsTag"
	Exclusive      Handle = "Exclusive"
	Union          Handle = "Union"
	Symmetric      Handle = "Symmetric"
	Transitive     Handle = "Transitive"
	ReflexiveProp  Handle = "Reflexive"
	Acyclic        Handle = "Acyclic"
	Traversable    Handle = "Traversable"
	Final          Handle = "Final"
	With           Handle = "With"
	OneOf          Handle = "OneOf"
	Sparse         Handle = "Sparse"
	DontFragment   Handle = "DontFragment"
	DontInheritTag Handle = "DontInherit"
	OnInstantiate  Handle = "OnInstantiate"
	InheritRule    Handle = "Inherit"
	OverrideRule   Handle = "Override"
	OnDelete       Handle = "OnDelete"
	OnDeleteTarget Handle = "OnDeleteTarget"
	RemoveAction   Handle = "Remove"
	DeleteAction   Handle = "Delete"
	PanicAction    Handle = "Panic"
	Prefab         Handle = "Prefab"
	Disabled       Handle = "Disabled"
	Module         Handle = "Module"
	System         Handle = "System"
	Observer       Handle = "Observer"
	ComponentTag   Handle = "Component"  // for component records, which are not visible as ids (entities.bookkeeping)
	Identifier     Handle = "Identifier" // represents names, which are not visible as ids either (REL-184)
	Ordered        Handle = "Ordered"
	Singleton      Handle = "Singleton"
	// The traits Relationship, Target and Trait of Flecs 4.1, renamed because users have such tags.
	OnlyRelationship Handle = "OnlyRelationship"
	OnlyTarget       Handle = "OnlyTarget"
	IsTrait          Handle = "IsTrait"
	Inheritable      Handle = "Inheritable"
	CanToggle        Handle = "CanToggle"
	OrderedChildren  Handle = "OrderedChildren"
	SlotOf           Handle = "SlotOf"
)

// reservedRows are in order of creation, with the properties that the documents give them: IsA
// (REL-081, REL-198, REL-202, QRY-599, QRY-611), ChildOf (REL-055, REL-185, REL-201, REL-213,
// REL-138), Prefab, Disabled, Identifier (REL-182 to REL-184), the conditions of cleanup
// (cleanup.one-action: one action per condition). Properties that other properties imply are not
// listed (entities.bookkeeping).
var reservedRows = []Reserved{
	{
		Handle: ChildOf, Capability: CapChildOf, usage: []Handle{OnlyRelationship, IsTrait},
		Covers: "ChildOf: exclusive, acyclic, children are deleted with their parent; parent, children; the ids (ChildOf, parent)",
		own: func(p Profile) []ID {
			return append(singles(PairIsTag, Exclusive, Acyclic, Traversable), notInherited(p),
				Pair(OnDeleteTarget, DeleteAction))
		},
	},
	{
		Handle: IsA, Capability: CapIsA, usage: []Handle{OnlyRelationship, IsTrait},
		Covers: "IsA: instances have the ids of their base",
		own: func(p Profile) []ID {
			ids := singles(PairIsTag, Transitive, Acyclic, Traversable)
			if p.Reflexive {
				ids = append(ids, Single(ReflexiveProp))
			}
			return ids
		},
	},
	{Handle: DependsOn, usage: relationshipOnly, own: always(PairIsTag, Acyclic, Traversable)},

	{
		Handle: PairIsTag, Property: true, Capability: CapPairIsTag,
		Covers:  "PairIsTag: pairs of the relationship have no data",
		Counted: true, Weight: 8, Forms: alone,
	},
	{
		Handle: Exclusive, Property: true, Capability: CapExclusive,
		Covers:  "Exclusive: a new target replaces the old one",
		Feature: "exclusive", Counted: true, Weight: 18, Forms: aloneCore,
	},
	{
		Handle: Union, Property: true, Capability: CapUnion,
		Covers:  "Union: exclusive, and its pairs have no data",
		Feature: "union", Counted: true, Weight: 8, Forms: aloneCore,
	},
	{
		Handle: Symmetric, Property: true, Capability: CapSymmetric,
		Covers:  "Symmetric: (R, b) on a puts (R, a) on b",
		Feature: "symmetric", Counted: true, Weight: 10, Forms: aloneCore,
	},
	{
		Handle: Transitive, Property: true, Capability: CapTransitive,
		Covers:  "Transitive: queries follow the relationship over several steps",
		Feature: "transitive", Counted: true, Weight: 24, Forms: aloneCore,
	},
	{
		Handle: Acyclic, Property: true, Capability: CapAcyclic,
		Covers:  "Acyclic and Traversable: cycles are refused",
		Counted: true, Weight: 6, Forms: alone,
	},
	{
		Handle: Traversable, Property: true, Capability: CapAcyclic, Feature: "traversable", Counted: true, Weight: 8,
		Forms: aloneCore,
	},
	{Handle: Final, Property: true, Capability: CapFinal, Covers: "Final: cannot have instances (IsA)", Weight: 4, Forms: alone},
	{
		Handle: OneOf, Property: true, Capability: CapOneOf,
		Covers:  "OneOf: targets must be children of an entity",
		Counted: true, Weight: 4, Forms: []Form{{Second: SomeEntity}},
	},
	{
		Handle: Sparse, Property: true, Capability: CapSparse,
		Covers:  "Sparse and DontFragment: how an id is stored; answers do not change",
		Feature: "sparse", Counted: true, Weight: 10, Forms: alone,
	},
	{
		Handle: DontFragment, Property: true, Capability: CapSparse, Feature: "dontfragment", Counted: true, Weight: 6,
		Forms: aloneCore,
	},
	{
		Handle: DontInheritTag, Property: true, Capability: CapDontInherit,
		Covers:  "DontInherit: instances do not inherit the id",
		Feature: "instantiation", Counted: true, Weight: 6,
		Forms: []Form{{Core: true, in: Profile.inheritsByDefault}},
	},
	{Handle: RemoveAction},
	{Handle: DeleteAction},
	{Handle: PanicAction},
	{Handle: Module, Property: true},
	{Handle: System, Property: true},
	{Handle: Observer, Property: true},
	{
		Handle: ReflexiveProp, Property: true, Capability: CapReflexive,
		Covers:  "Reflexive: queries match each entity with itself",
		Feature: "reflexive", Counted: true, Weight: 14, Forms: aloneCore,
		in: func(p Profile) bool { return p.Reflexive },
	},
	{
		Handle: With, Property: true, Capability: CapWith, usage: relationshipOnly,
		Covers:  "With: adding an id also adds another id",
		Counted: true, Forms: []Form{{Second: SomeTag}}, own: always(PairIsTag),
	},
	{
		Handle: OnDelete, Property: true, Capability: CapCleanup, usage: relationshipOnly,
		Covers:  "OnDelete and OnDeleteTarget with Remove, Delete, Panic",
		Counted: true, own: always(PairIsTag, Exclusive),
		Forms: []Form{{Second: DeleteAction}, {Second: PanicAction}},
	},
	{
		Handle: OnDeleteTarget, Property: true, Capability: CapCleanup, usage: relationshipOnly, Counted: true,
		own:   always(PairIsTag, Exclusive),
		Forms: []Form{{Second: DeleteAction, Core: true}, {Second: PanicAction}},
	},
	{
		Handle: Prefab, Capability: CapPrefab,
		Covers: "Prefab: queries skip the entity unless they name Prefab",
		own:    func(p Profile) []ID { return []ID{notInherited(p)} },
	},
	{
		Handle: Disabled, Capability: CapDisabled,
		Covers: "Disabled; enable and disable entities",
		own:    func(p Profile) []ID { return []ID{notInherited(p)} },
	},
	{Handle: ComponentTag},
	{Handle: Identifier, own: func(p Profile) []ID { return []ID{notInherited(p)} }},
	{
		Handle: OnInstantiate, Property: true, Capability: CapOnInstantiate, usage: relationshipOnly,
		Covers:  "OnInstantiate with Inherit, Override, DontInherit",
		Feature: "instantiation", Counted: true,
		Forms: []Form{{Second: InheritRule, Core: true}, {Second: DontInheritTag}}, own: always(PairIsTag, Exclusive),
		in: declaresInstantiation,
	},
	{Handle: InheritRule, usage: []Handle{OnlyTarget}, in: declaresInstantiation},
	{Handle: OverrideRule, usage: []Handle{OnlyTarget}, in: declaresInstantiation},
	{
		Handle: Ordered, Property: true, Capability: CapOrdered,
		Covers:  "Ordered: the sources of each target have an order; ordered, reorder",
		Counted: true, Weight: 5, Forms: alone,
	},
	{
		Handle: Singleton, Property: true, Capability: CapSingleton,
		Covers:  "Singleton: only the component's own entity can own it; terms match it there",
		Counted: true, Weight: 2, Forms: alone, in: hasUsageTraits,
	},
	{
		Handle: OnlyRelationship, Property: true, Capability: CapUsage,
		Covers:  "OnlyRelationship, OnlyTarget, IsTrait: the positions of ids in which an entity can be used",
		Counted: true, Weight: 2, Forms: alone, in: hasUsageTraits,
	},
	{
		Handle: OnlyTarget, Property: true, Capability: CapUsage, Weight: 1, Forms: alone,
		in: hasUsageTraits,
	},
	{
		Handle: IsTrait, Property: true, Capability: CapUsage, Counted: true, Weight: 1, Forms: alone,
		in: hasUsageTraits,
	},
	{
		Handle: Inheritable, Property: true, Capability: CapIsA, Weight: 1, Forms: alone,
		in: hasUsageTraits,
	},
	{
		Handle: OrderedChildren, Property: true, Capability: CapOrdered, Weight: 2, Forms: alone,
		in: hasUsageTraits,
	},
	{
		Handle: CanToggle, Property: true, Capability: CapToggle, Counted: true, Weight: 3, Forms: alone,
	},
	{
		Handle: SlotOf, Capability: CapCopies, usage: relationshipOnly, in: hasUsageTraits,
		own: func(p Profile) []ID { return append(singles(PairIsTag), notInherited(p)) },
	},
}

var (
	alone            = []Form{{}}
	relationshipOnly = []Handle{OnlyRelationship}
	aloneCore        = []Form{{Core: true}}
)

func (p Profile) inheritsByDefault() bool    { return p.Instantiation == Inherit }
func hasUsageTraits(p Profile) bool          { return p.UsageTraits }
func declaresInstantiation(p Profile) bool   { return p.Instantiation != Inherit }
func always(hs ...Handle) func(Profile) []ID { return func(Profile) []ID { return singles(hs...) } }

func singles(hs ...Handle) []ID {
	ids := make([]ID, len(hs))
	for i, h := range hs {
		ids[i] = Single(h)
	}
	return ids
}

// notInherited returns the id that makes its entity DontInherit, in the notation of the profile.
func notInherited(p Profile) ID {
	if p.inheritsByDefault() {
		return Single(DontInheritTag)
	}
	return Pair(OnInstantiate, DontInheritTag)
}
