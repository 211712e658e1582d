package expected

import (
	"reflect"

	"github.com/relspec/relspec/spec"
)

// Words holds the numbers of the reserved entities that rules use; fields have the names of their
// handles. A number is [Unknown] if the profile lacks the entity.
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
	words := reflect.ValueOf(k).Elem()
	for i := range words.NumField() {
		if f := words.Type().Field(i); f.IsExported() {
			words.Field(i).SetInt(int64(k.Of(spec.Handle(f.Name))))
		}
	}
	return k
}
