package fast_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// A text in a typed query means the same as in Prepare.
func TestTextInATypedQueryEqualsPrepare(t *testing.T) {
	for _, profile := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
		w := fast.NewWorld(fast.WithProfile(profile))
		e := named(w, "T0", "T1", "R", "Likes", "Bob", "Alice")
		check(w.Add(e[2], fast.Transitive))
		p := fast.Register[position](w)
		for i := range 24 {
			x := fast.Spawn1(w, position{float64(i), 0})
			for bit := range 2 {
				if i>>bit&1 != 0 {
					check(w.Add(x, e[bit]))
				}
			}
			check(w.AddPair(x, e[3], e[4+i%2]))
			if i > 3 {
				check(w.AddPair(x, e[2], e[4+i%2]))
			}
		}
		check(w.AddPair(e[4], e[2], e[5]), w.Add(e[5], e[0]))
		for _, text := range []string{
			"T0", "!T0", "?T0, T1", "T0 || T1", "(Likes, *)", "(Likes, _)", "(R, Alice)", "(R, $x), T0($x)",
			"(Likes, $x), !{ (R, $x) }",
			"(Likes, $x), $x != Bob", "T0, position(Bob)", "(Likes, $_x), (R, $_y)",
		} {
			kind := spec.KindRule
			if profile.Name == spec.Flecs4().Name {
				kind = spec.KindCached
			}
			q, err := w.Prepare(spec.Query{Expr: "position, " + text, Kind: kind})
			require.NoError(t, err, text)
			var want, got []fast.Entity
			rows, err := q.Rows()
			require.NoError(t, err)
			for row := range rows {
				want = append(want, row.Entity())
			}
			terms := []fast.Term{fast.Text(text)}
			if kind == spec.KindRule {
				terms = append(terms, fast.Rule)
			}
			for entity, at := range fast.NewQuery1[position](w, terms...).All() {
				require.Equal(t, p.Get(entity), at)
				got = append(got, entity)
			}
			slices.Sort(want)
			slices.Sort(got)
			require.Equal(t, want, got, text)
		}
	}
}

// Texts and other terms can be mixed. The terms of a text are numbered, too, and its variables are
// found by name.
func TestTextAmongTerms(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
	e := named(w, "Likes", "Eats", "Bob", "Pie")
	p := fast.Register[position](w)
	x := fast.Spawn2(w, position{1, 2}, mass{3}, fast.Pair(e[0], e[2]), fast.Pair(e[1], e[3]))
	q := fast.NewQuery2[position, mass](w, fast.Pair(e[0], fast.Variable(2)),
		fast.Text("(Likes, $who), $who != Pie, (Eats, $what)"), fast.Pair(e[1], fast.Wildcard),
		fast.Field[position](fast.Text("[in] position")))
	who, what := q.Variable("who"), q.Variable("what")
	turns := 0
	for batch := range q.Batches() {
		turns++
		require.Equal(t, e[2], batch.Variable(who))
		require.Equal(t, e[3], batch.Variable(what))
		require.Equal(t, e[2], batch.Variable(fast.Variable(2)))
		require.Equal(t, fast.Pair(e[0], e[2]), batch.ID(3))
		require.Equal(t, fast.Pair(e[1], e[3]), batch.ID(4))
		require.Equal(t, fast.Pair(e[1], e[3]), batch.ID(5))
		require.Equal(t, []fast.Entity{x}, batch.Entities())
	}
	require.Equal(t, 1, turns)
	require.Zero(t, q.Bind(who, e[3]).Len())
	require.Equal(t, 1, q.Bind(who, e[2]).Bind(what, e[3]).Bind(fast.Variable(2), e[2]).Bind(fast.This, x).Len())
	require.Equal(t, fast.This, q.Variable("this"))
	require.Contains(t, q.Plan(), "(")

	above := fast.NewQuery2[position, mass](w, fast.Field[mass](fast.Text("mass(up(ChildOf))")))
	child := fast.Spawn1(w, position{}, fast.Pair(fast.ChildOf, x))
	row, ok := above.Get(child)
	require.True(t, ok)
	require.Equal(t, fast.Get[mass](w, x), row.B)
	require.NotNil(t, p.Get(child))
}

// A query with two Up terms drops the children whose parent matches only one of them. The other
// children keep their parent as the source.
func TestSourcesOfSeveralUpTerms(t *testing.T) {
	w := fast.NewWorld()
	e := named(w, "A", "B")
	parents := map[fast.Entity]fast.Entity{}
	for i := range 6 {
		parent := w.Spawn()
		require.NoError(t, w.Add(parent, e[0]))
		child := fast.Spawn1(w, position{float64(i), 0}, fast.Pair(fast.ChildOf, parent))
		if i%3 == 2 {
			require.NoError(t, w.Add(parent, e[1]))
			parents[child] = parent
		}
	}
	q := fast.NewQuery1[position](w, fast.Up(fast.ChildOf, e[0]), fast.Up(fast.ChildOf, e[1]))
	got := map[fast.Entity]fast.Entity{}
	for batch := range q.Batches() {
		require.Equal(t, batch.Source(1), batch.Source(2))
		for _, child := range batch.Entities() {
			got[child] = batch.Source(2)
		}
	}
	require.Equal(t, parents, got)
}

// Misuse of terms is refused. docs/guide/misuse_queries_test.go has more cases, with their messages.
func TestTermsRefuse(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
	p := fast.Register[position](w)
	text := fast.Text("position")
	q := fast.NewQuery1[position](w, fast.Text("(ChildOf, $x)"))
	e := w.Spawn()
	cases := map[string]struct {
		code spec.ErrorCode
		do   func()
	}{
		"an uncached cascade": {
			spec.CodeUnsupported,
			func() { fast.NewQuery0(w, fast.Text("position(cascade(ChildOf))"), fast.Uncached) },
		},
		"Not of a text":       {spec.CodeInvalid, func() { fast.Not(text) }},
		"On of a text":        {spec.CodeInvalid, func() { fast.On(e, text) }},
		"Up of a text":        {spec.CodeInvalid, func() { fast.Up(fast.ChildOf, text) }},
		"only a comparison":   {spec.CodeInvalid, func() { fast.NewQuery0(w, fast.Text("$this == position")) }},
		"a variable \"\"":     {spec.CodeUnresolved, func() { q.Variable("") }},
		"a wildcard as $this": {spec.CodeInvalid, func() { q.Bind(fast.This, fast.Wildcard) }},
		"a text of the wrong type": {spec.CodeInvalid, func() {
			fast.Spawn1(w, mass{1})
			for range fast.NewQuery1[position](w, fast.Field[position](fast.Text("mass"))).All() {
			}
		}},
	}
	for name, c := range cases {
		require.Equal(t, c.code, panicCode(c.do), name)
		w.AbandonLoops()
	}
	require.Equal(t, 0, q.Len())
	require.False(t, fast.NewQuery0(w, p.ID()).Matches(e))
	require.NoError(t, w.Delete(e))
	require.False(t, fast.NewQuery0(w, fast.Not(p.ID()), fast.Wildcard).Matches(e), "dead")
}

// Without instancing, a batch with a field from another entity has one entity. Nothing else changes
// (QRY-333, QRY-395, QRY-397, QRY-442).
func TestNotInstancedBatches(t *testing.T) {
	for _, extra := range [][]fast.Term{nil, {fast.Uncached}, {fast.OrderByEntity()}} {
		w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
		game := fast.Spawn1(w, velocity{7, 8})
		base := fast.Spawn1(w, mass{10}, fast.Prefab)
		for i := range 3 {
			fast.Spawn1(w, position{float64(i), 0}, fast.Pair(fast.IsA, base))
			fast.Spawn2(w, position{float64(i), 0}, mass{20})
		}
		q := fast.NewQuery2[position, mass](w, append(extra, fast.NotInstanced)...)
		shared, count := 0, 0
		for batch := range q.Batches() {
			p, m := batch.Fields()
			require.Len(t, m, len(p))
			if _, column := batch.Columns(); column.IsShared() {
				require.Len(t, p, 1)
				require.Equal(t, base, batch.Source(1))
				shared++
			}
			count += len(p)
		}
		require.Equal(t, 3, shared)
		require.Equal(t, 6, count)
		require.Equal(t, 6, q.Len())

		v := fast.Register[velocity](w)
		fixed := fast.NewQuery2[position, velocity](w,
			append(extra, fast.NotInstanced, fast.Field[velocity](fast.On(game, v.ID())))...)
		for batch := range fixed.Batches() {
			p, v := batch.Fields()
			require.Len(t, p, 1)
			require.Equal(t, []velocity{{7, 8}}, v)
		}
		require.Equal(t, 6, fixed.Len())
		whole := fast.NewQuery2[position, mass](w, extra...)
		require.Equal(t, spec.CodeInvalid, panicCode(func() {
			for batch := range whole.Bind(fast.This, found(fast.NewQuery1[position](w))[0]).Batches() {
				batch.Fields()
			}
		}))
	}
}
