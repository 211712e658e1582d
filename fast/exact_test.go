package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// exactly lists the results of an exact query: typed, for each kind of storage, and as text.
func exactly(t *testing.T, w *fast.World, expr string, want []fast.Entity, terms ...fast.Term) {
	t.Helper()
	terms = append(terms, fast.Exact)
	for _, option := range []fast.QueryOption{fast.NotInstanced, fast.Uncached, fast.Rule} {
		q := fast.NewQuery0(w, append(terms, option)...)
		var got []fast.Entity
		for e := range q.All() {
			got = append(got, e)
		}
		require.ElementsMatch(t, want, got, "%s %d", expr, option)
		for _, e := range want {
			require.True(t, q.Matches(e), "%s %d", expr, option)
		}
	}
	prepared, err := w.Prepare(spec.Query{Expr: expr, Kind: spec.KindRule}, fast.Exact)
	require.NoError(t, err)
	rows, err := prepared.Rows()
	require.NoError(t, err)
	var got []fast.Entity
	for row := range rows {
		got = append(got, row.Entity())
	}
	require.ElementsMatch(t, want, got, expr)
}

func TestExactMatchesOwnIDs(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
	red, big, likes := fast.Single(w.NewTag("Red")), fast.Single(w.NewTag("Big")), w.NewRelationship("Likes")
	alice, base := w.NewTag("Alice"), w.NewTag("Base")
	require.NoError(t, w.Add(base, big))
	one := func(ids ...fast.ID) fast.Entity { return w.Spawn(as[fast.Initial](ids)...) }
	bare, both := one(red), one(red, big)
	instance, fan := one(red, fast.Pair(fast.IsA, base)), one(red, fast.Pair(likes, alice))
	ofSelf := w.NewTag("Narcissus")
	require.NoError(t, w.AddPair(ofSelf, likes, ofSelf))
	list := func(e ...fast.Entity) []fast.Entity { return e }
	isA := fast.Pair(fast.IsA, fast.Wildcard)

	exactly(t, w, "Red", list(bare), red)
	exactly(t, w, "Red, ?Big", list(bare, both), red, fast.Optional(big))
	exactly(t, w, "Red, !Big", list(bare), red, fast.Not(big))
	exactly(t, w, "Red, !Likes", list(bare), red, fast.Not(likes))
	exactly(t, w, "Red, (IsA, *)", list(instance), red, isA)
	exactly(t, w, "Red, Big, (IsA, *)", list(instance), red, big, isA) // Big is inherited
	exactly(t, w, "Red, (Likes, Alice)", list(fan), red, fast.Pair(likes, alice))
	exactly(t, w, "(Likes, $this)", list(ofSelf), fast.Pair(likes, fast.This))
	exactly(t, w, "Red, Big($this) || (Likes, *)", list(both, fan), red, fast.Text("Big($this) || (Likes, *)"))
	exactly(t, w, "Red, Likes(Alice)", nil, red, fast.On(alice, likes))

	require.NoError(t, w.AddPair(fan, likes, bare))
	exactly(t, w, "Red, (Likes, Alice)", nil, red, fast.Pair(likes, alice))
	exactly(t, w, "Red, (Likes, _)", list(fan), red, fast.Pair(likes, fast.Any))
	exactly(t, w, "Red, (Likes, $1)", nil, red, fast.Pair(likes, fast.Variable(1)))
	require.NoError(t, w.Override(bare, big), "an override is not an owned id")
	exactly(t, w, "Red", list(bare), red)
	require.NoError(t, w.Add(big.First(), fast.CanToggle))
	require.NoError(t, w.DisableID(both, big), "a disabled id is still owned")
	exactly(t, w, "Red", list(bare), red)
	exactly(t, w, "Red, ?Big", list(bare, both), red, fast.Optional(big))
	exactly(t, w, "Red, !Big", list(bare), red, fast.Not(big))
}

// A derived id does not count as named: (In, USA) follows from (In, Utah), which must be named
// itself.
func TestExactNeedsTheIDItself(t *testing.T) {
	w := fast.NewWorld()
	in := w.NewRelationship("In", fast.Transitive, fast.Exclusive, fast.Acyclic)
	usa := w.NewTag("USA")
	utah := w.Spawn(fast.Pair(in, usa))
	town := w.Spawn(fast.Pair(in, utah))
	require.NoError(t, w.SetName(utah, "Utah"))
	exactly(t, w, "(In, USA)", []fast.Entity{utah}, fast.Pair(in, usa), fast.Rule)
	exactly(t, w, "(In, USA), ?(In, _)", []fast.Entity{utah, town}, fast.Pair(in, usa),
		fast.Optional(fast.Pair(in, fast.Any)), fast.Rule)
	exactly(t, w, "(In, $1)", []fast.Entity{utah, town}, fast.Pair(in, fast.Variable(1)), fast.Rule)
}

// A match above does not name an id of the entity, and neither does the relationship that leads
// there.
func TestExactWithUp(t *testing.T) {
	both(t, func(t *testing.T, terms ...fast.Term) {
		w := fast.NewWorld()
		m := fast.Register[mass](w)
		root := fast.Spawn1(w, mass{1})
		leaf := fast.Spawn1(w, position{}, fast.Pair(fast.ChildOf, root))
		up := fast.Field[mass](fast.Up(fast.ChildOf, m.ID()))
		require.Zero(t, fast.NewQuery2[position, mass](w, append(terms, up, fast.Exact)...).Len())
		q := fast.NewQuery2[position, mass](w, append(terms, up, fast.Pair(fast.ChildOf, fast.Wildcard), fast.Exact)...)
		require.True(t, q.Matches(leaf))
		require.NoError(t, m.Set(leaf, mass{2}))
		require.Zero(t, q.Len())
		alone := fast.NewQuery1[mass](w, append(terms, up, fast.Exact)...)
		require.Zero(t, alone.Len())
	})
}

// Orders, parts, bulk changes and change detection use only the entities that match exactly.
func TestExactInEveryUse(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
	dead := fast.Single(w.NewTag("Dead"))
	q := fast.NewQuery1[mass](w, fast.ReadOnly[mass](), fast.OrderBy[mass](), fast.Exact)
	for i := range 10 {
		e := fast.Spawn1(w, mass{float64(10 - i)})
		if i%2 == 0 {
			require.NoError(t, w.Add(e, dead))
		}
	}
	var seen []float64
	for _, m := range q.All() {
		seen = append(seen, m.Kilograms)
	}
	require.Equal(t, []float64{1, 3, 5, 7, 9}, seen)
	n := 0
	for _, part := range q.Split(3) {
		for b := range part {
			n += b.Len()
		}
	}
	require.Equal(t, 5, n)

	require.True(t, q.Changed())
	for range q.All() {
		continue // marks the batch as seen
	}
	require.False(t, q.Changed())
	other := fast.Spawn2(w, mass{}, velocity{})
	require.NoError(t, fast.Set(w, other, mass{4}))
	require.False(t, q.Changed(), "a change of an entity that does not match")
	require.NoError(t, fast.Unset[velocity](w, other))
	require.True(t, q.Changed())
	require.Equal(t, 6, q.Len())

	changed, err := fast.NewQuery1[mass](w, fast.Exact, fast.Uncached).AddAll(dead)
	require.NoError(t, err)
	require.Equal(t, 6, changed)
	require.Zero(t, q.Len())
	require.Equal(t, 11, fast.NewQuery1[mass](w, dead, fast.Exact).Len())
}

func TestExactIsRefusedWhereItHasNoMeaning(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
	m := fast.Register[mass](w)
	require.Equal(t, spec.CodeUnsupported, panicCode(func() {
		fast.Observe(w, fast.OnSet, func(fast.Entity, *mass) {}, fast.Exact)
	}))
	_, err := w.Prepare(spec.Query{Expr: "mass"}, fast.Uncached)
	require.Equal(t, spec.CodeInvalid, code(err))
	w.NewTag("Bob")
	_, err = w.Prepare(spec.Query{Expr: "mass(Bob)"}, fast.Exact)
	require.Equal(t, spec.CodeInvalid, code(err))
	_, err = w.Prepare(spec.Query{Expr: "AND | Bob", Kind: spec.KindCached}, fast.Exact)
	require.Equal(t, spec.CodeUnsupported, code(err))
	require.Equal(t, spec.CodeInvalid, panicCode(func() { fast.Not(fast.Exact) }))
	q := fast.NewQuery0(w, m.ID(), fast.Exact)
	require.Equal(t, "mass($this), and no other id", q.String())
	require.Contains(t, q.Plan(), "unless an id is owned that no term names")
}
