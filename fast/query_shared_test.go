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
	sharedA struct{ Value int64 }
	sharedB struct{ Value int64 }
)

// sharedWorld is a world with random changes of everything that a compiled query may refer to.
type sharedWorld struct {
	w         *fast.World
	relations []fast.Entity
	entities  []fast.Entity
	snapshot  *fast.Snapshot
}

// rows returns the rows of a new query, or its panic.
func (k *sharedWorld) rows(fields int, terms []fast.Term) (rows []string) {
	defer func() {
		if r := recover(); r != nil {
			k.w.AbandonLoops()
			rows = []string{fmt.Sprint("panics: ", r)}
		}
	}()
	note := func(b fast.Batch, values ...int64) {
		rows = append(rows, fmt.Sprint(b.Entities(), values, b.Target(fields)))
	}
	switch fields {
	case 1:
		q := fast.NewQuery1[sharedA](k.w, terms...)
		for b := range q.Batches() {
			note(b.Batch, b.Column().At(0).Value)
		}
		q.Release()
	default:
		q := fast.NewQuery2[sharedA, sharedB](k.w, terms...)
		for b := range q.Batches() {
			first, second := b.Columns()
			note(b.Batch, first.At(0).Value, second.At(0).Value)
		}
		q.Release()
	}
	slices.Sort(rows)
	return rows
}

func (k *sharedWorld) change(t *rapid.T) {
	e := rapid.SampledFrom(k.entities).Draw(t, "entity")
	other := rapid.SampledFrom(k.entities).Draw(t, "other")
	i := rapid.IntRange(0, len(k.relations)-1).Draw(t, "relationship")
	switch rapid.IntRange(0, 11).Draw(t, "change") {
	case 0, 1, 2:
		_ = k.w.AddPair(e, k.relations[i], other)
	case 3:
		_ = fast.Set(k.w, e, sharedA{int64(e.Index())})
	case 4:
		_ = fast.Set(k.w, e, sharedB{int64(other.Index())})
	case 5:
		_ = k.w.Add(k.relations[i], rapid.SampledFrom([]fast.Entity{
			fast.Transitive, fast.Reflexive,
			fast.Exclusive,
		}).Draw(t, "property"))
	case 6:
		_ = k.w.Delete(k.relations[i])
		k.relations[i] = k.w.NewRelationship("")
	case 7:
		_ = k.w.Delete(fast.Register[sharedB](k.w).Entity())
	case 8:
		k.snapshot = k.w.Snapshot()
	case 9:
		if k.snapshot != nil {
			k.w.Restore(k.snapshot)
		}
	case 10:
		_ = k.w.Delete(e)
		k.entities[slices.Index(k.entities, e)] = fast.Spawn1(k.w, sharedA{1})
	default:
		_ = k.w.AddPair(e, fast.IsA, other)
	}
}

// An uncached query, or a released cached one, that is created again after any change returns the
// same as a newly compiled one.
func TestReusedQueriesEqualNewOnes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := &sharedWorld{w: fast.NewWorld()}
		for range 3 {
			k.relations = append(k.relations, k.w.NewRelationship(""))
		}
		for i := range 8 {
			k.entities = append(k.entities, fast.Spawn1(k.w, sharedA{int64(i)}))
		}
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			k.change(t)
			pair := func(name string) fast.ID {
				second := rapid.SampledFrom(append([]fast.Entity{fast.Wildcard, fast.Any, fast.Variable(1)},
					k.entities...)).Draw(t, name)
				return fast.Pair(rapid.SampledFrom(k.relations).Draw(t, "relationship asked"), second)
			}
			id := pair("target asked")
			terms := []fast.Term{fast.Uncached, id}
			switch rapid.IntRange(0, 6).Draw(t, "form") {
			case 0:
				terms = []fast.Term{fast.Rule, id}
			case 1:
				terms = []fast.Term{fast.Uncached, fast.Optional(id)}
			case 2:
				terms = []fast.Term{fast.NotInstanced, fast.Rule, id, fast.Not(pair("not"))}
			case 4: // cached
				terms = []fast.Term{id}
			case 5:
				terms = []fast.Term{fast.Not(id)}
			case 3:
				terms = []fast.Term{
					id, fast.Rule,
					fast.On(rapid.SampledFrom(k.entities).Draw(t, "source"), pair("its")),
				}
			}
			fields := rapid.IntRange(1, 2).Draw(t, "fields")
			made := k.rows(fields, terms)
			fast.ForgetQueries(k.w)
			require.Equal(t, k.rows(fields, terms), made)
			for range 3 { // leaves compiled queries that the next round may reuse
				k.rows(rapid.IntRange(1, 2).Draw(t, "fields"),
					append([]fast.Term{pair("left")},
						[]fast.Term{fast.Rule, fast.Uncached}[:rapid.IntRange(0, 1).Draw(t, "rule")]...))
				k.rows(fields, terms)
			}
		}
	})
}
