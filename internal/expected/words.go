package expected

import "github.com/relspec/relspec/spec"

// Words holds the numbers of the reserved entities that rules use. A number is [Unknown] if the
// profile lacks the entity.
type Words struct {
	ChildOf, IsA, PairIsTag, Exclusive, Union, Symmetric, Transitive, Reflexive, Acyclic, Traversable, Final   Ref
	With, OneOf, Sparse, DontFragment, DontInherit, OnInstantiate, Inherit, Override, OnDelete, OnDeleteTarget Ref
	Remove, Delete, Panic, Prefab, Disabled                                                                    Ref

	number map[spec.Handle]Ref
}

// Of returns the number of a reserved handle.
func (k *Words) Of(h spec.Handle) Ref {
	if e, ok := k.number[h]; ok {
		return e
	}
	return Unknown
}

// IsStorage reports whether a property decides how pairs are stored. Such a property cannot change
// while there are pairs.
func (k *Words) IsStorage(property Ref) bool {
	return property != Unknown && (property == k.Exclusive || property == k.Union || property == k.PairIsTag ||
		property == k.Sparse || property == k.DontFragment || property == k.Of(spec.Ordered))
}

func newWords(p *spec.Profile) *Words {
	k := &Words{number: map[spec.Handle]Ref{}}
	for i, b := range spec.Builtins(*p) {
		k.number[b.Handle] = Ref(i)
	}
	for h, to := range map[spec.Handle]*Ref{
		spec.ChildOf: &k.ChildOf, spec.IsA: &k.IsA, spec.PairIsTag: &k.PairIsTag, spec.Exclusive: &k.Exclusive,
		spec.Union: &k.Union, spec.Symmetric: &k.Symmetric, spec.Transitive: &k.Transitive,
		spec.ReflexiveProp: &k.Reflexive,
		spec.Acyclic:       &k.Acyclic, spec.Traversable: &k.Traversable, spec.Final: &k.Final, spec.With: &k.With,
		spec.OneOf: &k.OneOf, spec.Sparse: &k.Sparse, spec.DontFragment: &k.DontFragment,
		spec.DontInheritTag: &k.DontInherit,
		spec.OnInstantiate:  &k.OnInstantiate, spec.InheritRule: &k.Inherit, spec.OverrideRule: &k.Override,
		spec.OnDelete: &k.OnDelete, spec.OnDeleteTarget: &k.OnDeleteTarget, spec.RemoveAction: &k.Remove,
		spec.DeleteAction: &k.Delete, spec.PanicAction: &k.Panic, spec.Prefab: &k.Prefab, spec.Disabled: &k.Disabled,
	} {
		*to = k.Of(h)
	}
	return k
}
