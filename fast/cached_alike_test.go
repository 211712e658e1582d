package fast_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast"
)

type (
	alikeA struct{ Value int64 }
	alikeB struct{ Value int64 }
)

// alikeWorld has many tables that differ only in targets. A cached query reuses the matches of one
// such table for the others.
type alikeWorld struct {
	w             *fast.World
	relation      fast.Entity
	passing       fast.Entity
	targets, tags []fast.Entity
	entities      []fast.Entity
}

func newAlikeWorld() *alikeWorld {
	k := &alikeWorld{w: fast.NewWorld(fast.WithTradingTables())}
	k.relation, k.passing = k.w.NewRelationship("R"), k.w.NewTag("")
	for i := range 12 {
		k.targets = append(k.targets, k.w.NewTag(fmt.Sprintf("R%d", i)))
	}
	for i := range 3 {
		k.tags = append(k.tags, k.w.NewTag(fmt.Sprintf("T%d", i)))
	}
	for i := range 30 {
		e := fast.Spawn1(k.w, alikeA{int64(i)})
		if i%3 != 0 {
			_ = fast.Set(k.w, e, alikeB{int64(100 * i)})
		}
		_ = k.w.AddPair(e, k.relation, k.targets[i%len(k.targets)])
		k.entities = append(k.entities, e)
	}
	return k
}

// change changes tables. Refused changes have no effect.
func (k *alikeWorld) change(t *rapid.T) {
	i := rapid.IntRange(0, len(k.entities)-1).Draw(t, "entity")
	e := k.entities[i]
	target, tag := rapid.SampledFrom(k.targets).Draw(t, "target"), rapid.SampledFrom(k.tags).Draw(t, "tag")
	switch rapid.IntRange(0, 11).Draw(t, "change") {
	case 0:
		_ = k.w.RemovePair(e, k.relation, fast.Wildcard)
	case 1, 2:
		_ = k.w.AddPair(e, k.relation, target)
	case 3:
		_ = k.w.Add(e, tag)
	case 4:
		_ = k.w.Remove(e, tag)
	case 5:
		_ = fast.Unset[alikeB](k.w, e)
	case 6:
		_ = fast.Set(k.w, e, alikeB{int64(i)})
	case 7:
		_ = k.w.Delete(target)
		k.targets[slices.Index(k.targets, target)] = k.w.Spawn()
	case 8, 9: // deleting a tag frees its tables, whose numbers are reused
		_ = k.w.Add(e, k.passing)
	case 10:
		_ = k.w.Delete(k.passing)
		k.passing = k.w.NewTag("")
	default:
		_ = k.w.AddPair(e, fast.IsA, k.entities[rapid.IntRange(0, i).Draw(t, "base")])
	}
}

// rows returns the entities of a query with both values.
func (k *alikeWorld) rows(q fast.Query2[alikeA, alikeB]) []string {
	var rows []string
	for batch := range q.Batches() {
		a, b := batch.Columns()
		for i, e := range batch.Entities() {
			rows = append(rows, fmt.Sprint(e, a.At(i).Value, b.At(i).Value))
		}
	}
	slices.Sort(rows)
	return rows
}

// Cached queries over tables that differ only in targets return the same as uncached queries, at
// first and after changes.
func TestCachedMatchesOfSimilarTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := newAlikeWorld()
		terms := [][]fast.Term{nil, {fast.Single(k.tags[0])}, {fast.Not(k.tags[1])}}
		fresh := make([]fast.Query2[alikeA, alikeB], len(terms))
		for i := range terms {
			fresh[i] = fast.NewQuery2[alikeA, alikeB](k.w, append(slices.Clone(terms[i]), fast.Uncached)...)
		}
		for range 3 {
			for range rapid.IntRange(0, 10).Draw(t, "before") {
				k.change(t)
			}
			for i := range terms {
				q := fast.NewQuery2[alikeA, alikeB](k.w, terms[i]...)
				require.Equal(t, k.rows(fresh[i]), k.rows(q))
				for range rapid.IntRange(1, 5).Draw(t, "after") {
					k.change(t)
					require.Equal(t, k.rows(fresh[i]), k.rows(q))
				}
				q.Release()
			}
		}
	})
}
