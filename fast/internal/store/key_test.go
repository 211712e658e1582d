package store

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The memory for a tag or relationship in few tables, and for its reader, does not depend on the
// number of all tables.
func TestKeysOfFewTablesTakeLittleMemory(t *testing.T) {
	const many, readers = 20_000, 500
	s := newWorld(t, Options{})
	var relations []Relation
	first := create(t, s).Index()
	for range readers {
		relations = append(relations, s.Relation(create(t, s).Index()))
	}
	for range many {
		tag := create(t, s)
		create(t, s, Single(10), Single(tag.Index()))
	}
	own := 0
	for _, k := range s.keys {
		if k.storage == keyFlat {
			own++
		}
	}
	require.Equal(t, 1, own, "only the component is in enough tables for a flat array")
	target := create(t, s).Index()
	for i, r := range relations {
		e := create(t, s, Pair(first+1+uint32(i), target))
		require.Equal(t, target, r.Target(e))
		require.True(t, r.Has(e, target))
		require.False(t, r.Has(e, first))
		require.Zero(t, relations[(i+1)%readers].Target(e))
	}
	require.NoError(t, s.checkKeys())
}

// A key finds the same tables whether it stores nothing, a list, a map or a flat array.
func TestKeyInEveryStorage(t *testing.T) {
	s := newWorld(t, Options{SmallFlat: 2})
	relationship := create(t, s).Index()
	relation, storages := s.Relation(relationship), map[string]bool{}
	type source struct {
		e      Entity
		target uint32
	}
	var sources []source
	for i := range 400 {
		from := source{target: 0}
		ids := []ID{Single(create(t, s).Index())}
		if i > 50 && (i < 55 || i%9 == 0) || i > 200 {
			from.target = 40 + uint32(i%2)
			ids = append(ids, Pair(relationship, from.target))
		}
		from.e = create(t, s, ids...)
		sources = append(sources, from)
		for _, from := range sources {
			require.Equal(t, from.target, relation.Target(from.e))
		}
		require.NoError(t, s.checkKeys())
		storages[storage(relation.k)] = true
	}
	require.Len(t, storages, 4, "%v", storages)
	require.NoError(t, s.Clone().checkKeys())
}

// A key that was in many tables and then in none finds no earlier table.
func TestKeyThatWasInManyTables(t *testing.T) {
	s := newWorld(t, Options{SmallFlat: 2})
	relationship := create(t, s).Index()
	relation := s.Relation(relationship)
	var sources []Entity
	for range 300 {
		sources = append(sources, create(t, s, Single(create(t, s).Index())))
	}
	for round := range 3 {
		seen := map[string]bool{}
		for number := range 1 + 4*fewTables {
			require.Zero(t, relation.Target(sources[number]), "round %d", round)
			_, err := s.Add(sources[number], Pair(relationship, 40))
			require.NoError(t, err)
			seen[storage(relation.k)] = true
		}
		require.True(t, seen["list"] && seen["map"], "%v", seen)
		for number := range 1 + 4*fewTables {
			_, err := s.Remove(sources[number], Pair(relationship, 40))
			require.NoError(t, err)
		}
		s.Shrink()
		require.Equal(t, "none", storage(relation.k))
		require.NoError(t, s.checkKeys())
	}
}

// A finder finds the same cells in every storage of its key.
func TestFinderInEveryStorage(t *testing.T) {
	s := newWorld(t, Options{SmallFlat: 2})
	component, storages := Single(10), map[string]bool{}
	has := map[Entity]bool{}
	for i := range 400 {
		with := i > 50 && (i < 55 || i%9 == 0) || i > 200
		ids := []ID{Single(create(t, s).Index())}
		if with {
			ids = append(ids, component)
		}
		has[create(t, s, ids...)] = with
		f := s.Finder(component.First())
		for e, with := range has {
			cell, _, _ := s.Get(e, component)
			require.Equal(t, with, cell != nil)
			require.Equal(t, with, f.Has(e.Index()))
			require.Equal(t, cell, f.At(e.Index()))
			if peeked := f.Peek(e.Index()); peeked != nil || storage(f.k) == "flat" {
				require.Equal(t, cell, peeked)
			}
		}
		storages[storage(f.k)] = true
	}
	require.Len(t, storages, 4, "%v", storages)
}

func storage(k *key) string {
	switch {
	case k.storage == keyFlat:
		return "flat"
	case k.storage == keyAbsent:
		return "none"
	case k.rest.words == nil:
		return "list"
	}
	return "map"
}
