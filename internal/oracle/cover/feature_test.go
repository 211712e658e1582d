package cover_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/spec"
)

func TestQueryFeatures(t *testing.T) {
	cases := []struct {
		profile spec.Profile
		query   *spec.Query
		want    []spec.Feature
	}{
		{
			spec.Flecs3(), build.Text("A, !B, ?C"),
			[]spec.Feature{spec.FeatAnd, spec.FeatNot, spec.FeatOptional, spec.FeatText},
		},
		{
			spec.Flecs3(), build.Text("A || B, (R, *), _"),
			[]spec.Feature{spec.FeatAnd, spec.FeatOr, spec.FeatPair, spec.FeatWildcard, spec.FeatAny, spec.FeatText},
		},
		{spec.Flecs3(), build.Text("(IsA, $x), A(E), B($)"), []spec.Feature{
			spec.FeatAnd, spec.FeatPair, spec.FeatVariable, spec.FeatFixed, spec.FeatSingleton,
			"transitive", "reflexive", spec.FeatIsA, "traversable", spec.FeatText,
		}},
		{spec.Flecs3(), build.Text("A(self|up(ChildOf)), !{ B }"), []spec.Feature{
			spec.FeatAnd, spec.FeatScope, spec.FeatUp, spec.FeatSelf, spec.FeatChildOf, "exclusive",
			"traversable", "instantiation", spec.FeatText,
		}},
		{
			spec.Flecs3(), build.Text("?A(cascade)"),
			[]spec.Feature{spec.FeatOptional, spec.FeatUp, spec.FeatCascade, spec.FeatText},
		},
		{spec.Flecs3(), build.Text("A(cascade|desc)"), []spec.Feature{
			spec.FeatAnd, spec.FeatUp, spec.FeatCascade, spec.FeatCascadeDesc, spec.FeatText,
		}},
		{spec.Flecs3(), build.Text("AND | L"), []spec.Feature{spec.FeatAndFrom, spec.FeatText}},
		{spec.Flecs3(), build.Text("OR | L"), []spec.Feature{spec.FeatOrFrom, spec.FeatText}},
		{spec.Flecs3(), build.Text("NOT | L"), []spec.Feature{spec.FeatNotFrom, spec.FeatText}},
		{spec.Flecs3(), build.Text("A, $this != a"), []spec.Feature{spec.FeatAnd, spec.FeatNotEqual, spec.FeatText}},
		{spec.Flecs3(), build.Text(`A, $this ~= "a"`), []spec.Feature{spec.FeatAnd, spec.FeatContains, spec.FeatText}},
		{spec.Flecs3(), build.Text("A,,"), []spec.Feature{spec.FeatText}},
		{
			spec.Flecs4(), build.Text("A($this.b), $this == a"),
			[]spec.Feature{spec.FeatAnd, spec.FeatEqual, spec.FeatLookup, spec.FeatText},
		},
		{
			spec.Flecs3(), &spec.Query{
				Terms: []spec.Term{build.Tag("A")}, Kind: spec.KindCached,
				OrderBy: &spec.OrderBy{}, GroupBy: "R",
			},
			[]spec.Feature{spec.FeatAnd, spec.FeatSort, spec.FeatGroup, spec.FeatCached},
		},
		{
			spec.Flecs3(), &spec.Query{Terms: []spec.Term{build.Tag("A")}, OrderBy: &spec.OrderBy{Desc: true}},
			[]spec.Feature{spec.FeatAnd, spec.FeatSort, spec.FeatSortDesc},
		},
	}
	for _, c := range cases {
		got := cover.QueryFeatures(c.profile, c.query)
		require.ElementsMatch(t, c.want, got, c.query.Expr)
		require.True(t, slices.IsSortedFunc(got, func(a, b spec.Feature) int {
			return slices.Index(spec.Features(), a) - slices.Index(spec.Features(), b)
		}), "%s: %v is not in the order of the catalogue", c.query.Expr, got)
	}
}

func TestCountsAdd(t *testing.T) {
	a, b := cover.NewCounts(), cover.NewCounts()
	a.Operations[spec.OpAdd], a.Rows = 2, 3
	b.Add(a)
	b.Add(a)
	require.EqualValues(t, 4, b.Total())
	require.EqualValues(t, 6, b.Rows)
	require.EqualValues(t, 2, a.Total(), "counts share nothing")
}

func TestFeaturesThatNoQueryCanCombineAreNotApart(t *testing.T) {
	c := cover.NewCounts()
	features := []spec.Feature{spec.FeatAndFrom, spec.FeatSort, spec.FeatFilter}
	require.Equal(t, []string{"and_from with sort", "and_from with filter"}, c.Apart(features),
		"only cached queries have an order")
}
