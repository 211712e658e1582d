package spec

// The reserved handles. They exist in every world of the Flecs profiles, never answer a variable, and cannot be
// deleted (ruling 20).
const (
	ChildOf        Handle = "ChildOf"
	IsA            Handle = "IsA"
	DependsOn      Handle = "DependsOn"
	PairIsTag      Handle = "PairIsTag" // the Tag property (REL-168), under another name since users have tags called Tag
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
	ComponentTag   Handle = "Component"  // stands for component records, which are not visible as ids (ruling 4)
	Identifier     Handle = "Identifier" // stands for names, likewise (REL-184)
)

// Builtin is a reserved entity with the ids that it has in a fresh world.
type Builtin struct {
	Handle Handle
	IDs    []ID
}

// Builtins lists the reserved entities of a profile, in the order in which they are created, with the properties
// that the documents give them: IsA (REL-081, REL-198, REL-202, QRY-599, QRY-611), ChildOf (REL-055, REL-185,
// REL-201, REL-213, REL-138), Prefab, Disabled, Identifier (REL-182 to REL-184), the conditions of cleanup (ruling 20: one
// action per condition). Properties that other properties imply are not listed (ruling 4).
func Builtins(p Profile) []Builtin {
	single := func(hs ...Handle) []ID {
		ids := make([]ID, len(hs))
		for i, h := range hs {
			ids[i] = Single(h)
		}
		return ids
	}
	dontInherit := Single(DontInheritTag)
	if p.Instantiation != Inherit {
		dontInherit = Pair(OnInstantiate, DontInheritTag)
	}
	isa := single(PairIsTag, Transitive, Acyclic, Traversable)
	if p.Reflexive {
		isa = append(isa, Single(ReflexiveProp))
	}
	out := []Builtin{
		{ChildOf, append(single(PairIsTag, Exclusive, Acyclic, Traversable), dontInherit, Pair(OnDeleteTarget, DeleteAction))},
		{IsA, isa},
		{DependsOn, single(PairIsTag, Acyclic, Traversable)},
	}
	for _, h := range []Handle{
		PairIsTag, Exclusive, Union, Symmetric, Transitive, Acyclic, Traversable, Final, OneOf, Sparse, DontFragment,
		DontInheritTag, RemoveAction, DeleteAction, PanicAction, Module, System, Observer,
	} {
		out = append(out, Builtin{Handle: h})
	}
	if p.Reflexive {
		out = append(out, Builtin{Handle: ReflexiveProp})
	}
	out = append(out,
		Builtin{With, single(PairIsTag)},
		Builtin{OnDelete, single(PairIsTag, Exclusive)},
		Builtin{OnDeleteTarget, single(PairIsTag, Exclusive)},
		Builtin{Prefab, []ID{dontInherit}},
		Builtin{Disabled, []ID{dontInherit}},
		Builtin{Handle: ComponentTag},
		Builtin{Identifier, []ID{dontInherit}},
	)
	if p.Instantiation != Inherit {
		out = append(out,
			Builtin{OnInstantiate, single(PairIsTag, Exclusive)},
			Builtin{Handle: InheritRule},
			Builtin{Handle: OverrideRule},
		)
	}
	return out
}

// IsProperty reports whether h is one of the reserved properties, which are never inherited or copied, alone or
// as the first element of a pair (ruling 14).
func IsProperty(h Handle) bool {
	switch h {
	case PairIsTag, Exclusive, Union, Symmetric, Transitive, ReflexiveProp, Acyclic, Traversable, Final, With, OneOf,
		Sparse, DontFragment, DontInheritTag, OnInstantiate, OnDelete, OnDeleteTarget, Module, System, Observer:
		return true
	}
	return false
}

// IsReserved reports whether h is reserved. The handles of every profile are reserved in all of them, so that a trace
// means the same everywhere (P-2).
func IsReserved(h Handle) bool { return reservedHandles[h] }

var reservedHandles = func() map[Handle]bool {
	out := map[Handle]bool{}
	for _, p := range Profiles() {
		for _, b := range Builtins(p) {
			out[b.Handle] = true
		}
	}
	return out
}()
