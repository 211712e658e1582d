package fast

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// NewRelationshipOf is [World.NewRelationship] for a relationship whose pairs have values of the Go type T, whatever their
// targets are; [SetID] and [GetID] write and read them. Unlike [Register], it makes another relationship at each call, so that
// several relationships can have values of one type: likes and fears may both be of the type float64. With a T that has no
// size the pairs have no values.
//
// Errors have the codes exists (a root entity has the name) and invalid (properties that exclude each other).
func NewRelationshipOf[T any](w *World, name string, properties ...Entity) (Entity, error) {
	b := rules.Birth{Name: name, Unscoped: true}
	for _, p := range properties {
		b.IDs = append(b.IDs, rules.Elements{First: p})
	}
	e, err := w.core.DeclareAs(b, func(e Entity) {
		w.core.SetComponent(e, &rules.Component{Typ: store.Register[T](w.core.Store)})
	})
	return e, asError(err)
}
