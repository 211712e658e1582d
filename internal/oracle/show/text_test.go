package show_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

func TestOperationText(t *testing.T) {
	name, group, no := "A", spec.Handle(""), false
	p := spec.Flecs3()
	cases := map[string]spec.Operation{
		`entity a P (R, b) name "A" parent p unscoped`: {
			Op: spec.OpEntity, Entity: "a",
			IDs: []spec.ID{spec.Single("P"), spec.Pair("R", "b")}, Name: &name, Parent: "p", Unscoped: true,
		},
		`component P (x f32, y i64)`: build.Component("P",
			spec.Member{Name: "x", Type: spec.F32}, spec.Member{Name: "y", Type: spec.I64}),
		`set a P {x=1, y="b"}`: {
			Op: spec.OpSet, Entity: "a", ID: spec.Single("P"),
			Value: spec.RawValue{"y": "b", "x": 1},
		},
		`lookup "a.b" from p`: {
			Op: spec.OpLookup, Path: "a.b", From: "p",
			Recursive: &no,
		},
		`target a R index 2`: {
			Op: spec.OpTarget, Entity: "a", Relationship: "R",
			Index: 2,
		},
		`prepare q  "P"  cached order by none desc group by R`: {
			Op: spec.OpPrepare, As: "q",
			Query: &spec.Query{
				Terms: []spec.Term{build.Tag("P")}, Kind: spec.KindCached,
				OrderBy: &spec.OrderBy{Desc: true}, GroupBy: "R",
			},
		},
		`iterate q $x=a limit 3 skip 1 group none with values`: {
			Op: spec.OpIterate, On: "q",
			Vars: map[string]spec.Handle{"x": "a"}, Limit: 3, Skip: 1, Group: &group, Values: true,
		},
		`observe o  "P"  OnAdd OnRemove`: {
			Op: spec.OpObserve, As: "o",
			Query: build.Terms(build.Tag("P")), Events: []spec.EventKind{spec.OnAdd, spec.OnRemove},
		},
		`note # seen`:               {Op: spec.OpNote, Text: "seen"},
		"query  \"`not one word`\"": build.Query(build.Terms(build.Tag("not one word"))),
		// no dialect can express it, so it is printed as JSON
		`query  "[{"first":"a\nb"}]"`: build.Query(build.Terms(build.Tag("a\nb"))),
	}
	for want, op := range cases {
		require.Equal(t, want, show.Operation(p, &op))
	}
}

func TestRowText(t *testing.T) {
	g := spec.Handle("b")
	r := spec.Row{This: "a", Vars: map[string]spec.Handle{"y": "", "x": "c"}, Group: &g, Fields: []spec.Field{
		{
			Set: true, ID: spec.Single("P"), Src: "base", Value: build.Float(spec.F32, 0.5),
			Or: []spec.FieldChoice{{ID: spec.Single("Q")}},
		}, {},
	}}
	require.Equal(t, "$this=a  $x=c  $y=none  P@base or Q {x=0.5}  -  group=b", show.Row(r))
	require.Equal(t, "(a row without entity, variables and fields)", show.Row(spec.Row{}))
}
