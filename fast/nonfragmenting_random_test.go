package fast_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// looseWorld has relationships whose targets are stored outside the tables, and one whose targets
// are stored inside.
type looseWorld struct {
	*fast.World
	relationships, entities []fast.Entity
	many                    fast.Entity // not exclusive
}

func newLooseWorld() *looseWorld {
	b := &looseWorld{World: fast.NewWorld()}
	b.relationships = []fast.Entity{
		b.NewRelationship("Loose", fast.Exclusive, fast.DontFragment), b.NewRelationship("Other", fast.Union),
		b.NewRelationship("Firm", fast.Exclusive),
		b.NewRelationship("In", fast.Exclusive, fast.DontFragment, fast.Transitive),
	}
	b.many = b.NewRelationship("Many")
	for i := range 6 {
		b.entities = append(b.entities, fast.Spawn1(b.World, position{X: float64(i)}))
	}
	b.entities = append(b.entities, b.NewTag("Home")) // this one is never deleted
	// a target with data has its own table
	b.entities = append(b.entities, fast.Register[velocity](b.World).Entity())
	return b
}

// change makes one random change. Refused changes have no effect.
func (b *looseWorld) change(t *rapid.T) {
	pick := func(list []fast.Entity, what string) fast.Entity { return rapid.SampledFrom(list).Draw(t, what) }
	e, r, target := pick(b.entities[:6], "entity"), pick(b.relationships, "relationship"), pick(b.entities, "target")
	switch rapid.IntRange(0, 9).Draw(t, "change") {
	default:
		_ = b.AddPair(e, r, target)
	case 3:
		_ = b.AddPair(e, b.many, target)
	case 4:
		_ = b.RemovePair(e, r, fast.Wildcard)
	case 5:
		_ = b.Delete(e)
	case 6:
		b.entities[rapid.IntRange(0, 5).Draw(t, "place")] = fast.Spawn1(b.World, position{})
	case 7:
		_ = b.Add(e, fast.Prefab)
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

// Typed loops over pairs outside the tables return the same as the rows of the query: each entity
// with its target. Loops over entities return the same entities (REL-212, sparse.no-effect,
// union.one-target).
func TestTypedLoopsFindTargetsBesideTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := newLooseWorld()
		type testCase struct {
			query spec.Query
			typed fast.Query1[position]
		}
		var queries []testCase
		for i, name := range []string{"Loose", "Other", "Firm", "In"} {
			star, one := fast.Pair(b.relationships[i], fast.Wildcard), fast.Pair(b.relationships[i], fast.Any)
			for _, kind := range []spec.QueryKind{spec.KindCached, spec.KindFilter, spec.KindRule} {
				option := map[spec.QueryKind][]fast.Term{
					spec.KindFilter: {fast.Uncached},
					spec.KindRule:   {fast.Rule},
				}[kind]
				add := func(text string, term fast.Term) {
					q := spec.Query{Expr: "position, " + fmt.Sprintf(text, name), Kind: kind}
					queries = append(queries, testCase{q, fast.NewQuery1[position](b.World, append(option, term)...)})
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
			for _, q := range append(queries, queries...) { // later loops may use cached matches
				rows, entities := b.rows(t, q.query, 1)
				var batches, loop []string
				for batch := range q.typed.Batches() {
					for _, e := range batch.Entities() {
						batches = append(batches, fmt.Sprint(e, " ", batch.IsSet(1), batch.ID(1), batch.Target(1),
							batch.Source(1)))
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

// Typed loops that start with the sources of a target outside the tables return the same as the
// rows of the query, whatever the other terms are. A bound variable is equivalent to a written
// target.
func TestTypedLoopsOverSourcesBesideTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := newLooseWorld()
		home, x, y := b.entities[6], fast.Variable(1), fast.Variable(2)
		to := func(r int, target fast.Entity) fast.Term { return fast.Pair(b.relationships[r], target) }
		toHome, weight := to(0, home), fast.Register[mass](b.World).ID()
		type testCase struct {
			text  string
			terms []fast.Term
			bound bool
		}
		list := []testCase{
			{"(Loose, Home), (Other, Home)", []fast.Term{toHome, to(1, home)}, false},
			{"(Other, Home), (Loose, *)", []fast.Term{to(1, home), to(0, fast.Wildcard)}, false},
			{"(Loose, Home), (Firm, *)", []fast.Term{toHome, to(2, fast.Wildcard)}, false},
			{"(Loose, Home), (Firm, _)", []fast.Term{toHome, to(2, fast.Any)}, false},
			{"(Loose, Home), ?mass", []fast.Term{toHome, fast.Optional(weight)}, false},
			{"(Loose, Home), !mass", []fast.Term{toHome, fast.Not(weight)}, false},
			{"mass, (Loose, Home)", []fast.Term{weight, toHome}, false},
			{"(Loose, Home), (Many, *)", []fast.Term{toHome, fast.Pair(b.many, fast.Wildcard)}, false},
			{
				"(Other, Home), (Many, _), (Loose, *)",
				[]fast.Term{to(1, home), fast.Pair(b.many, fast.Any), to(0, fast.Wildcard)},
				false,
			},
			{"(Loose, Home), (Firm, $y)", []fast.Term{toHome, to(2, y)}, false},
			{"(Loose, Home), (Firm, $y), mass($y)", []fast.Term{toHome, to(2, y), fast.On(y, weight)}, false},
			{"(In, Home), (Loose, Home)", []fast.Term{to(3, home), toHome}, false},
			{"(Loose, Home), (Other, Home)", []fast.Term{to(0, x), to(1, x)}, true},
			{"(Loose, Home), mass", []fast.Term{to(0, x), weight}, true},
			{"(Loose, Home), !(Firm, Home)", []fast.Term{to(0, x), fast.Not(to(2, x))}, true},
		}
		kinds := map[spec.QueryKind][]fast.Term{
			spec.KindCached: nil, spec.KindFilter: {fast.Uncached},
			spec.KindRule: {fast.Rule},
		}
		typed := map[spec.QueryKind][]fast.Query1[position]{}
		for kind, options := range kinds {
			for _, a := range list {
				typed[kind] = append(typed[kind],
					fast.NewQuery1[position](b.World, append(slices.Clip(options), a.terms...)...))
			}
		}
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			for range rapid.IntRange(1, 4).Draw(t, "changes") {
				b.change(t)
			}
			for _, e := range b.entities[:6] { // most targets are Home, so that neighbours in a table share it
				for _, r := range b.relationships {
					if target := rapid.SampledFrom([]fast.Entity{0, home, home, b.entities[0]}).Draw(t,
						"target"); b.Alive(e) && b.Alive(target) {
						_ = b.AddPair(e, r, target)
					}
				}
				if b.Alive(e) && rapid.Bool().Draw(t, "Many") {
					_, _ = b.AddPair(e, b.many, home), b.AddPair(e, b.many, b.entities[7])
				}
			}
			for kind, queries := range typed {
				for i, q := range queries {
					if list[i].bound {
						q = q.Bind(x, home)
					}
					asked := spec.Query{Expr: "position, " + list[i].text, Kind: kind}
					if strings.Contains(asked.Expr, "$") {
						asked.Kind = spec.KindRule // text with variables
					}
					want, entities := b.rows(t, asked, len(list[i].terms))
					for _, e := range b.entities {
						require.Equal(t, slices.Contains(entities, fmt.Sprint(e)), q.Matches(e), "%v %s", kind,
							list[i].text)
					}
					require.Equal(t, want, batchRowsOf(q, len(list[i].terms)), "%v %s", kind, list[i].text)
				}
			}
		}
	})
}

// batchRowsOf returns the rows of a typed loop in the format of [looseWorld.rows].
func batchRowsOf(q fast.Query1[position], fields int) (list []string) {
	for batch := range q.Batches() {
		for _, e := range batch.Entities() {
			row := fmt.Sprint(e)
			for field := 1; field <= fields; field++ {
				row += fmt.Sprint(" ", batch.IsSet(field), batch.ID(field), batch.Target(field), batch.Source(field))
			}
			list = append(list, row)
		}
	}
	slices.Sort(list)
	return list
}

// rows returns the rows of a new query, and their entities.
func (b *looseWorld) rows(t require.TestingT, asked spec.Query, fields int) (list, entities []string) {
	q, err := b.Prepare(asked)
	require.NoError(t, err)
	rows, err := q.Rows()
	require.NoError(t, err)
	for row := range rows {
		text := fmt.Sprint(row.Entity())
		for field := 1; field <= fields; field++ {
			var id fast.ID
			if row.IsSet(field) {
				id = row.ID(field)
			}
			text += fmt.Sprint(" ", row.IsSet(field), id, id.Second(), row.Source(field))
		}
		list = append(list, text)
		entities = append(entities, fmt.Sprint(row.Entity()))
	}
	slices.Sort(list)
	slices.Sort(entities)
	return list, entities
}
