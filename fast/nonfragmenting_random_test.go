package fast_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// besideWorld has relationships whose targets lie beside tables, and one whose targets do not.
type besideWorld struct {
	*fast.World
	relationships, entities []fast.Entity
}

func newBesideWorld() *besideWorld {
	b := &besideWorld{World: fast.NewWorld()}
	b.relationships = []fast.Entity{
		b.NewRelationship("Loose", fast.Exclusive, fast.DontFragment), b.NewRelationship("Other", fast.Union),
		b.NewRelationship("Firm", fast.Exclusive), b.NewRelationship("In", fast.Exclusive, fast.DontFragment, fast.Transitive),
	}
	for i := range 6 {
		b.entities = append(b.entities, fast.Spawn1(b.World, position{X: float64(i)}))
	}
	b.entities = append(b.entities, b.NewTag("Home"))                          // stays
	b.entities = append(b.entities, fast.Register[velocity](b.World).Entity()) // a target with data has a table of its own
	return b
}

// change does one random thing to the world; what the world refuses has no effect.
func (b *besideWorld) change(t *rapid.T) {
	pick := func(list []fast.Entity, what string) fast.Entity { return rapid.SampledFrom(list).Draw(t, what) }
	e, r, target := pick(b.entities[:6], "entity"), pick(b.relationships, "relationship"), pick(b.entities, "target")
	switch rapid.IntRange(0, 9).Draw(t, "change") {
	default:
		_ = b.AddPair(e, r, target)
	case 4:
		_ = b.RemovePair(e, r, fast.Wildcard)
	case 5:
		_ = b.Delete(e)
	case 6:
		b.entities[rapid.IntRange(0, 5).Draw(t, "place")] = fast.Spawn1(b.World, position{})
	case 7:
		_ = b.Add(e, fast.Single(fast.Prefab))
		instance := b.Spawn()
		if b.AddPair(instance, fast.IsA, e) == nil {
			b.entities[rapid.IntRange(0, 5).Draw(t, "place")] = instance
		}
	case 8:
		_ = b.Add(e, fast.Register[mass](b.World).ID())
	case 9:
		if rapid.IntRange(0, 3).Draw(t, "off") == 0 {
			_ = b.DisableID(e, fast.Pair(r, target))
		}
	}
}

// Typed loops over pairs whose targets lie beside tables give what the rows of the same query are: each entity with the target
// that it has, whatever tables say, and loops over entities alone give these (REL-212, P-40, P-41).
func TestTypedLoopsFindTargetsBesideTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := newBesideWorld()
		type asked struct {
			query spec.Query
			typed fast.Query1[position]
		}
		var queries []asked
		for i, name := range []string{"Loose", "Other", "Firm", "In"} {
			star, one := fast.Pair(b.relationships[i], fast.Wildcard), fast.Pair(b.relationships[i], fast.Any)
			for _, kind := range []spec.QueryKind{spec.KindCached, spec.KindFilter, spec.KindRule} {
				option := map[spec.QueryKind][]fast.Term{spec.KindFilter: {fast.Uncached}, spec.KindRule: {fast.Rule}}[kind]
				add := func(text string, term fast.Term) {
					q := spec.Query{Expr: "position, " + fmt.Sprintf(text, name), Kind: kind}
					queries = append(queries, asked{q, fast.NewQuery1[position](b.World, append(option, term)...)})
				}
				add("(%s, Home)", fast.Pair(b.relationships[i], b.entities[6]))
				add("!(%s, Home)", fast.Not(fast.Pair(b.relationships[i], b.entities[6])))
				if kind == spec.KindRule {
					add("(%s, $x)", fast.Pair(b.relationships[i], fast.Variable(1)))
				}
				add("(%s, *)", star)
				add("(%s, _)", one)
				add("!(%s, *)", fast.Not(star))
				add("?(%s, *)", fast.Optional(star))
			}
		}
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			for range rapid.IntRange(1, 3).Draw(t, "changes") {
				b.change(t)
			}
			for _, q := range queries {
				rows, entities := b.rows(t, q.query)
				var batches, loop []string
				for batch := range q.typed.Batches() {
					for _, e := range batch.Entities() {
						batches = append(batches, fmt.Sprint(e, batch.IsSet(1), batch.ID(1), batch.Target(1), batch.Source(1)))
					}
				}
				for e := range q.typed.All() {
					loop = append(loop, fmt.Sprint(e))
				}
				slices.Sort(batches)
				slices.Sort(loop)
				require.Equal(t, rows, batches, q.query.Expr)
				require.Equal(t, entities, loop, q.query.Expr)
				require.Equal(t, len(rows), q.typed.Len(), q.query.Expr)
			}
		}
	})
}

// rows are the rows of a query that is prepared now, and their entities.
func (b *besideWorld) rows(t require.TestingT, asked spec.Query) (list, entities []string) {
	q, err := b.Prepare(asked)
	require.NoError(t, err)
	rows, err := q.Rows()
	require.NoError(t, err)
	for row := range rows {
		id, target := fast.ID{}, fast.Entity(0)
		if row.IsSet(1) {
			id = row.ID(1)
			target = id.Second()
		}
		list = append(list, fmt.Sprint(row.Entity(), row.IsSet(1), id, target, row.Source(1)))
		entities = append(entities, fmt.Sprint(row.Entity()))
	}
	slices.Sort(list)
	slices.Sort(entities)
	return list, entities
}
