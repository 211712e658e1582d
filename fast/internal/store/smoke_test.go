package store

import (
	"reflect"

	"github.com/stretchr/testify/require"
)

type vector struct{ X, Y float64 }

var (
	typeForVector = reflect.TypeFor[vector]()
	typeForString = reflect.TypeFor[string]()
)

// newWorld returns a store in which the ids 10 and 11 are vectors, 12 is a string, 13 has an odd
// size and no pointers, and ids from 20 are tags. Pairs have the type of their relationship, or
// else of their target.
func newWorld(t require.TestingT, options Options) *Store {
	types := map[uint32]TypeIndex{}
	typeOf := func(id ID) TypeIndex {
		if typ := types[id.First()]; typ != TagType {
			return typ
		}
		return types[id.Second()]
	}
	options.Reserved = 64
	options.TypeOf = typeOf
	s := New(options)
	types[10], types[11] = Register[vector](s), Register[vector](s)
	types[12], types[13] = Register[string](s), Register[[3]uint8](s)
	require.NotEqual(t, types[10], TagType)
	return s
}
