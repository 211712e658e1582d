package store

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

type vector struct{ X, Y float64 }

var (
	typeForVector = reflect.TypeFor[vector]()
	typeForString = reflect.TypeFor[string]()
)

// newWorld makes a store where single ids 10 and 11 are vectors, 12 a
// string, 13 a pointer-free odd size, and pairs have the type of their
// relationship or else of their target; 20 and up are tags.
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

func TestAddKeepsValuesAndIndex(t *testing.T) {
	s := newWorld(t, Options{})
	e, err := s.Create()
	require.NoError(t, err)
	for _, id := range []ID{Single(10), Pair(30, 40), Single(12), Pair(30, 41), Pair(31, 41), Single(20)} {
		added, err := s.Add(e, id)
		require.NoError(t, err)
		require.True(t, added)
		require.NoError(t, s.Check())
		if id == Single(10) {
			*Value[vector](s, e, id) = vector{1, 2}
		}
		if id == Single(12) {
			*Value[string](s, e, id) = "text"
		}
	}
	table, _, _ := s.Record(e)
	require.Equal(t, []ID{10, 12, 20, Pair(30, 40), Pair(30, 41), Pair(31, 41)}, s.IDs(table))
	require.Equal(t, vector{1, 2}, *Value[vector](s, e, Single(10)))
	require.Equal(t, "text", *Value[string](s, e, Single(12)))
	column, count := s.Find(table, Pair(Wildcard, 41))
	require.Equal(t, []int{4, 2}, []int{column, count})
	require.Equal(t, ErrReserved, s.Delete(MakeEntity(63, 0)))
}
