package main

import (
	"github.com/mlange-42/ark/ecs"
	"github.com/relspec/relspec/spec"
)

// Components of Ark are Go types, so the adapter has a pool of types. A handle gets a type when it
// is first used as a component.
type (
	tag[A, B any]      struct{}
	data[A, B any]     struct{ value spec.Value }
	relation[A, B any] struct{ ecs.RelationMarker }
	edge[A, B any]     struct {
		ecs.RelationMarker
		value spec.Value
	}
)

func (d *data[A, B]) place() *spec.Value { return &d.value }
func (d *edge[A, B]) place() *spec.Value { return &d.value }

type (
	d0 struct{}
	d1 struct{}
	d2 struct{}
	d3 struct{}
	d4 struct{}
	d5 struct{}
	d6 struct{}
	d7 struct{}
)

// kind is a Go type of the pool.
type kind struct {
	comp   ecs.Comp
	id     func(*ecs.World) ecs.ID
	mapper func(*ecs.World) mapper
}

// mapper has the methods of ecs.Map that do not depend on its type parameter.
type mapper interface {
	Has(e ecs.Entity) bool
	Remove(e ecs.Entity)
	RemoveBatch(b ecs.Batch, fn func(ecs.Entity))
	GetRelation(e ecs.Entity) ecs.Entity
	SetRelation(e, target ecs.Entity)
	add(e ecs.Entity, target ...ecs.Entity)
	value(e ecs.Entity) *spec.Value // the address of the data; only for types with data
	newBatch(n int, fn func(ecs.Entity), target ...ecs.Entity)
}

type typedMap[T any] struct{ *ecs.Map[T] }

func (m typedMap[T]) add(e ecs.Entity, target ...ecs.Entity) { m.Add(e, new(T), target...) }

func (m typedMap[T]) value(e ecs.Entity) *spec.Value {
	return any(m.Get(e)).(interface{ place() *spec.Value }).place()
}

func (m typedMap[T]) newBatch(n int, fn func(ecs.Entity), target ...ecs.Entity) {
	m.NewBatchFn(n, func(e ecs.Entity, _ *T) { fn(e) }, target...)
}

func kindOf[T any]() kind {
	return kind{
		comp:   ecs.C[T](),
		id:     ecs.ComponentID[T],
		mapper: func(w *ecs.World) mapper { return typedMap[T]{ecs.NewMap[T](w)} },
	}
}

// family is a group of Go types with the same form.
type family int

const (
	tags family = iota
	dataComponents
	relations
	edges
)

var pool [4][]kind

func fill[A, B any]() {
	pool[tags] = append(pool[tags], kindOf[tag[A, B]]())
	pool[dataComponents] = append(pool[dataComponents], kindOf[data[A, B]]())
	pool[relations] = append(pool[relations], kindOf[relation[A, B]]())
	pool[edges] = append(pool[edges], kindOf[edge[A, B]]())
}

func fillRow[A any]() {
	fill[A, d0]()
	fill[A, d1]()
	fill[A, d2]()
	fill[A, d3]()
	fill[A, d4]()
	fill[A, d5]()
	fill[A, d6]()
	fill[A, d7]()
}

func init() {
	fillRow[d0]()
	fillRow[d1]()
	fillRow[d2]()
	fillRow[d3]()
	fillRow[d4]()
	fillRow[d5]()
	fillRow[d6]()
	fillRow[d7]()
}
