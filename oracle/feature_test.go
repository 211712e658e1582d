package oracle_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

func TestQueryFeatures(t *testing.T) {
	cases := []struct {
		profile spec.Profile
		query   *spec.Query
		want    []spec.Feature
	}{
		{spec.Flecs3(), text("A, !B, ?C"), []spec.Feature{spec.FeatAnd, spec.FeatNot, spec.FeatOptional, spec.FeatText}},
		{spec.Flecs3(), text("A || B, (R, *), _"), []spec.Feature{spec.FeatAnd, spec.FeatOr, spec.FeatPair, spec.FeatWildcard, spec.FeatAny, spec.FeatText}},
		{spec.Flecs3(), text("(IsA, $x), A(E), B($)"), []spec.Feature{
			spec.FeatAnd, spec.FeatPair, spec.FeatVariable, spec.FeatFixed, spec.FeatSingleton,
			"transitive", "reflexive", spec.FeatIsA, "traversable", spec.FeatText,
		}},
		{spec.Flecs3(), text("A(self|up(ChildOf)), !{ B }"), []spec.Feature{
			spec.FeatAnd, spec.FeatScope, spec.FeatUp, spec.FeatSelf, spec.FeatChildOf, "exclusive",
			"traversable", "instantiation", spec.FeatText,
		}},
		{spec.Flecs3(), text("?A(cascade)"), []spec.Feature{spec.FeatOptional, spec.FeatUp, spec.FeatCascade, spec.FeatText}},
		{spec.Flecs3(), text("A(cascade|desc)"), []spec.Feature{
			spec.FeatAnd, spec.FeatUp, spec.FeatCascade, spec.FeatCascadeDesc, spec.FeatText,
		}},
		{spec.Flecs3(), text("AND | L"), []spec.Feature{spec.FeatAndFrom, spec.FeatText}},
		{spec.Flecs3(), text("OR | L"), []spec.Feature{spec.FeatOrFrom, spec.FeatText}},
		{spec.Flecs3(), text("NOT | L"), []spec.Feature{spec.FeatNotFrom, spec.FeatText}},
		{spec.Flecs3(), text("A, $this != a"), []spec.Feature{spec.FeatAnd, spec.FeatNotEqual, spec.FeatText}},
		{spec.Flecs3(), text(`A, $this ~= "a"`), []spec.Feature{spec.FeatAnd, spec.FeatContains, spec.FeatText}},
		{spec.Flecs3(), text("A,,"), []spec.Feature{spec.FeatText}},
		{spec.Flecs4(), text("A($this.b), $this == a"), []spec.Feature{spec.FeatAnd, spec.FeatEqual, spec.FeatLookup, spec.FeatText}},
		{
			spec.Flecs3(), &spec.Query{Terms: []spec.Term{tag("A")}, Kind: spec.KindCached, OrderBy: &spec.OrderBy{}, GroupBy: "R"},
			[]spec.Feature{spec.FeatAnd, spec.FeatSort, spec.FeatGroup, spec.FeatCached},
		},
		{
			spec.Flecs3(), &spec.Query{Terms: []spec.Term{tag("A")}, OrderBy: &spec.OrderBy{Desc: true}},
			[]spec.Feature{spec.FeatAnd, spec.FeatSort, spec.FeatSortDesc},
		},
	}
	for _, c := range cases {
		got := oracle.QueryFeatures(c.profile, c.query)
		require.ElementsMatch(t, c.want, got, c.query.Expr)
		require.True(t, slices.IsSortedFunc(got, func(a, b spec.Feature) int {
			return slices.Index(spec.Features(), a) - slices.Index(spec.Features(), b)
		}), "%s: %v is not in the order of the catalogue", c.query.Expr, got)
	}
}

func TestRunCountsWhatTheTraceDeclares(t *testing.T) {
	tr := trace(
		entity("R", spec.Single(spec.Symmetric)), entity("S"), add("S", "Union"), entity("a"),
		query(terms(related("a"))), query(terms(spec.Term{First: spec.EntityRef("S"), Second: spec.EntityRef("*")})),
	)
	c := oracle.NewCounts()
	_, err := oracle.Record(tr, sound("model"), oracle.RunOptions{}, &c)
	require.NoError(t, err)
	require.EqualValues(t, 1, c.Features["symmetric"])
	require.EqualValues(t, 1, c.Features["union"])
	require.EqualValues(t, 2, c.Features[spec.FeatEmptyAnswer])
}

func TestCountsAddAndClone(t *testing.T) {
	a := oracle.NewCounts()
	a.Operations[spec.OpAdd], a.Rows = 2, 3
	b := a.Clone()
	a.Add(b)
	require.EqualValues(t, 4, a.Total())
	require.EqualValues(t, 6, a.Rows)
	require.EqualValues(t, 2, b.Total(), "a clone shares nothing")
}

func TestOperationText(t *testing.T) {
	name, group, no := "A", spec.Handle(""), false
	p := spec.Flecs3()
	cases := map[string]spec.Operation{
		`entity a P (R, b) name "A" parent p unscoped`:         {Op: spec.OpEntity, Entity: "a", IDs: []spec.ID{spec.Single("P"), spec.Pair("R", "b")}, Name: &name, Parent: "p", Unscoped: true},
		`component P (x f32, y i64)`:                           component("P", spec.Member{Name: "x", Type: spec.F32}, spec.Member{Name: "y", Type: spec.I64}),
		`set a P {x=1, y="b"}`:                                 {Op: spec.OpSet, Entity: "a", ID: spec.Single("P"), Value: spec.RawValue{"y": "b", "x": 1}},
		`lookup "a.b" from p`:                                  {Op: spec.OpLookup, Path: "a.b", From: "p", Recursive: &no},
		`target a R index 2`:                                   {Op: spec.OpTarget, Entity: "a", Relationship: "R", Index: 2},
		`prepare q  "P"  cached order by none desc group by R`: {Op: spec.OpPrepare, As: "q", Query: &spec.Query{Terms: []spec.Term{tag("P")}, Kind: spec.KindCached, OrderBy: &spec.OrderBy{Desc: true}, GroupBy: "R"}},
		`iterate q $x=a limit 3 skip 1 group none with values`: {Op: spec.OpIterate, On: "q", Vars: map[string]spec.Handle{"x": "a"}, Limit: 3, Skip: 1, Group: &group, Values: true},
		`observe o  "P"  OnAdd OnRemove`:                       {Op: spec.OpObserve, As: "o", Query: terms(tag("P")), Events: []spec.EventKind{spec.OnAdd, spec.OnRemove}},
		`note # seen`:                                          {Op: spec.OpNote, Text: "seen"},
		`query  "[{\"first\":\"not a name\"}]"`:                query(terms(tag("not a name"))),
	}
	for want, op := range cases {
		if op.Op == spec.OpQuery {
			want = `query  "[{"first":"not a name"}]"` // what no dialect can say stands as it is in JSON
		}
		require.Equal(t, want, oracle.OperationText(p, &op))
	}
}

func TestRowText(t *testing.T) {
	g := spec.Handle("b")
	r := spec.Row{This: "a", Vars: map[string]spec.Handle{"y": "", "x": "c"}, Group: &g, Fields: []spec.Field{
		{Set: true, ID: spec.Single("P"), Src: "base", Value: float(spec.F32, 0.5), Or: []spec.FieldChoice{{ID: spec.Single("Q")}}}, {},
	}}
	require.Equal(t, "$this=a  $x=c  $y=none  P@base or Q {x=0.5}  -  group=b", oracle.RowText(r))
	require.Equal(t, "(a row without entity, variables and fields)", oracle.RowText(spec.Row{}))
}
