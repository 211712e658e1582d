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

// exactWorld has ids of every kind that an exact query may have to name.
type exactWorld struct {
	*fast.World
	relationships, tags, entities []fast.Entity
}

func newExactWorld() *exactWorld {
	x := &exactWorld{World: fast.NewWorld()}
	x.relationships = []fast.Entity{
		x.NewRelationship("Likes"), x.NewRelationship("Firm", fast.Exclusive),
		x.NewRelationship("Loose", fast.Exclusive, fast.DontFragment),
		x.NewRelationship("Other", fast.Union), x.NewRelationship("In", fast.Exclusive, fast.Transitive, fast.Acyclic),
		fast.ChildOf, fast.IsA,
	}
	x.tags = []fast.Entity{
		x.NewTag("Red"), x.NewTag("Big"), fast.Register[position](x.World).Entity(),
		fast.Register[velocity](x.World).Entity(), fast.Prefab,
	}
	for i := range 6 {
		x.entities = append(x.entities, x.NewTag(fmt.Sprintf("E%d", i)))
	}
	return x
}

func (x *exactWorld) id(t *rapid.T) fast.ID {
	if own := x.IDs(rapid.SampledFrom(x.entities).Draw(t, "owner")); len(own) > 0 && rapid.Bool().Draw(t, "owned") {
		return rapid.SampledFrom(own).Draw(t, "own")
	}
	if rapid.Bool().Draw(t, "single") {
		return fast.Single(rapid.SampledFrom(x.tags).Draw(t, "tag"))
	}
	return fast.Pair(rapid.SampledFrom(x.relationships).Draw(t, "relationship"),
		rapid.SampledFrom(x.entities[:3]).Draw(t, "target"))
}

// change makes one random change. Refused changes have no effect.
func (x *exactWorld) change(t *rapid.T) {
	at := rapid.IntRange(0, 5).Draw(t, "place")
	e, id := x.entities[at], x.id(t)
	switch rapid.IntRange(0, 11).Draw(t, "change") {
	default:
		_ = x.Add(e, id)
	case 5, 6:
		_ = x.Remove(e, id)
	case 7:
		_ = x.Clear(e)
		_ = x.SetName(e, fmt.Sprintf("E%d", at))
	case 8:
		if x.Delete(e) == nil {
			for i := range x.entities { // other entities may have died with it
				if !x.Alive(x.entities[i]) {
					x.entities[i] = x.Spawn()
				}
			}
		}
	case 9:
		if own := x.IDs(e); len(own) > 0 {
			_ = x.DisableID(e, own[0])
		}
	case 10:
		_ = x.EnableID(e, id)
	case 11:
		_ = x.Override(e, id)
	}
}

// exactTerm is a term of a random query.
type exactTerm struct {
	id   fast.ID
	oper spec.Operator
	text string
}

// term draws a term whose elements may be a wildcard or variable 1.
func (x *exactWorld) term(t *rapid.T) exactTerm {
	id := x.id(t)
	if !id.IsPair() && rapid.IntRange(0, 9).Draw(t, "any") == 0 {
		id = fast.Single(rapid.SampledFrom([]fast.Entity{fast.Wildcard, fast.Any}).Draw(t, "first"))
	}
	if id.IsPair() {
		first, second := id.First(), id.Second()
		switch rapid.IntRange(0, 5).Draw(t, "open") {
		case 0, 1:
			second = fast.Wildcard
		case 2:
			second = fast.Any
		case 3:
			second = fast.Variable(1)
		case 4:
			first = fast.Wildcard
		}
		id = fast.Pair(first, second)
	}
	oper := rapid.SampledFrom([]spec.Operator{spec.And, spec.And, spec.Optional, spec.Optional, spec.Not}).Draw(t,
		"operator")
	sign := map[spec.Operator]string{spec.Not: "!", spec.Optional: "?"}[oper]
	text := x.element(id.First())
	if id.IsPair() {
		text = "(" + text + ", " + x.element(id.Second()) + ")"
	}
	return exactTerm{id, oper, sign + text}
}

func (x *exactWorld) element(e fast.Entity) string {
	switch e {
	case fast.Wildcard:
		return "*"
	case fast.Any:
		return "_"
	case fast.Variable(1):
		return "$1"
	}
	path, _ := x.Path(e, 0)
	return path
}

func (q *exactTerm) term() fast.Term {
	return map[spec.Operator]fast.Term{
		spec.And: q.id, spec.Not: fast.Not(q.id),
		spec.Optional: fast.Optional(q.id),
	}[q.oper]
}

// names reports whether every id of the entity matches a term, with x as the value of the variable.
func names(w *fast.World, terms []exactTerm, e, x fast.Entity) bool {
	covers := func(element, of fast.Entity) bool {
		return element == of || element == fast.Wildcard || element == fast.Any ||
			element == fast.Variable(1) && of == x
	}
	for _, id := range w.IDs(e) {
		named := slices.ContainsFunc(terms, func(q exactTerm) bool {
			return q.oper != spec.Not && q.id.IsPair() == id.IsPair() && covers(q.id.First(), id.First()) &&
				(!id.IsPair() || covers(q.id.Second(), id.Second()))
		})
		if !named {
			return false
		}
	}
	return true
}

// exactPair is a query and the same query with Exact, in one of the forms of queries.
type exactPair struct {
	kind       string
	all, exact func() []string
	matches    func(e fast.Entity) bool // of the exact one; nil if not supported
}

// typed returns the pair of a typed query.
func (x *exactWorld) typed(terms []exactTerm, options ...fast.Term) exactPair {
	ask := func(more ...fast.Term) (fast.Query0, func() []string) {
		list := slices.Concat(options, more)
		variable := false
		for i := range terms {
			list = append(list, terms[i].term())
			variable = variable || terms[i].id.Second() == fast.Variable(1)
		}
		q := fast.NewQuery0(x.World, list...)
		return q, func() []string {
			var rows []string
			n := 0
			for b := range q.Batches() {
				v := fast.Entity(0)
				if variable {
					v = b.Variable(fast.Variable(1))
				}
				for _, e := range b.Entities() {
					if len(more) > 0 || names(x.World, terms, e, v) {
						rows = append(rows, fmt.Sprint(e, " ", v))
					}
				}
				n += b.Len()
			}
			if q.Len() != n {
				panic("Len and Batches differ")
			}
			var parts []fast.Entity
			for _, part := range q.Split(3) {
				for b := range part {
					parts = append(parts, b.Entities()...)
				}
			}
			if len(parts) != n {
				panic("Split and Batches differ")
			}
			slices.Sort(rows)
			return rows
		}
	}
	_, all := ask()
	exact, rows := ask(fast.Exact)
	return exactPair{kind: fmt.Sprint("typed ", options), all: all, exact: rows, matches: exact.Matches}
}

// prepared returns the pair of a prepared query, or false if the kind does not support it.
func (x *exactWorld) prepared(terms []exactTerm, q spec.Query) (exactPair, bool) {
	texts := make([]string, len(terms))
	for i := range terms {
		texts[i] = terms[i].text
	}
	q.Expr = strings.Join(texts, ", ")
	ask := func(options ...fast.QueryOption) (func() []string, bool) {
		prepared, err := x.Prepare(q, options...)
		if err != nil {
			return nil, false
		}
		return func() []string {
			var rows []string
			sequence, err := prepared.Rows()
			if err != nil {
				panic(err)
			}
			for row := range sequence {
				v := row.Variable("1")
				if len(options) > 0 || names(x.World, terms, row.Entity(), v) {
					rows = append(rows, fmt.Sprint(row.Entity(), " ", v))
				}
			}
			slices.Sort(rows)
			return rows
		}, true
	}
	all, ok := ask()
	if !ok {
		return exactPair{}, false
	}
	exact, ok := ask(fast.Exact)
	return exactPair{kind: fmt.Sprint("prepared ", q.Kind), all: all, exact: exact}, ok
}

// pairsOf returns all pairs for the terms.
func (x *exactWorld) pairsOf(terms []exactTerm) []exactPair {
	variable := slices.ContainsFunc(terms, func(q exactTerm) bool { return q.id.Second() == fast.Variable(1) })
	pairs := []exactPair{
		x.typed(terms), x.typed(terms, fast.Uncached), x.typed(terms, fast.Rule), x.typed(terms, fast.NotInstanced),
	}
	if !variable {
		pairs = append(pairs, x.typed(terms, fast.OrderByEntity()), x.typed(terms, fast.GroupBy(x.relationships[0])))
	}
	for _, q := range []spec.Query{
		{Kind: spec.KindCached},
		{Kind: spec.KindFilter},
		{Kind: spec.KindRule},
		{Kind: spec.KindCached, GroupBy: "Firm"},
	} {
		if pair, ok := x.prepared(terms, q); ok {
			pairs = append(pairs, pair)
		}
	}
	return pairs
}

// An exact query returns those rows of the same query without Exact whose entity has no other ids,
// in every form of query, whatever changes in between.
func TestExactQueriesEqualFilteredQueries(t *testing.T) {
	rows, questions := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		x := newExactWorld()
		for range rapid.IntRange(0, 15).Draw(t, "changes before") {
			x.change(t)
		}
		var asked [][]exactTerm
		var pairs []exactPair
		for range rapid.IntRange(1, 3).Draw(t, "queries") {
			terms := rapid.SliceOfN(rapid.Custom(x.term), 1, 4).Draw(t, "terms")
			asked = append(asked, terms)
			pairs = append(pairs, x.pairsOf(terms)...)
		}
		for range rapid.IntRange(1, 5).Draw(t, "rounds") {
			for range rapid.IntRange(0, 6).Draw(t, "changes") {
				x.change(t)
			}
			for i, pair := range pairs {
				want := pair.all()
				require.Equal(t, want, pair.exact(), "%s %v", pair.kind, asked)
				require.Equal(t, want, pair.exact(), "%s %v, again", pair.kind, asked)
				rows, questions = rows+len(want), questions+1
				if pair.matches == nil || i%2 == 1 {
					continue
				}
				for _, e := range x.entities {
					has := slices.ContainsFunc(want,
						func(row string) bool { return strings.HasPrefix(row, e.String()+" ") })
					require.Equal(t, has, pair.matches(e), "%s %v: %s", pair.kind, asked, e)
				}
			}
		}
	})
	require.Greater(t, rows, questions/20, "the queries match too little")
}
