package model_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// gallery returns a world with hierarchies of kinds, places and rooms.
func gallery(t testing.TB) *model.World {
	return world(t, spec.Flecs3Beta(), "LocatedIn Transitive", "Painting (IsA, Artwork)", "Portrait (IsA, Painting)",
		"Mona Portrait",
		"Paris (LocatedIn, France)", "Louvre (LocatedIn, Paris)", "copy (IsA, Mona)", "Inside Acyclic", "wing Guarded",
		"hall (Inside, wing)", "room (Inside, hall)")
}

// reasons formats a proof: claims with their statements, and their premises indented.
func reasons(proofs []spec.Proof, indent string) []string {
	var out []string
	for _, p := range proofs {
		out = append(out, strings.TrimSpace(indent+p.Claim+" "+fmt.Sprint(p.Cites)))
		out = append(out, reasons(p.Because, indent)...)
	}
	return out
}

// The proof of a row names the matching candidates of each element, and cites the document
// about sets.
func TestProofsOfSets(t *testing.T) {
	w := gallery(t)
	for expr, want := range map[string][]string{
		"Artwork(Mona)": {
			"Artwork(Mona): Mona matches as Portrait [SET-268 SET-269]", "Mona has Portrait []",
			"Portrait stands for Artwork [SET-218]",
		},
		"Guarded(room[super(Inside)])": {
			"Guarded(room[super(Inside)]): room matches as Guarded [SET-153]",
			"wing has Guarded, and room finds it along Inside [SET-222 SET-240]",
		},
		"Portrait(copy)": {
			"Portrait(copy): copy matches as Portrait [SET-153]",
			"Mona has Portrait, and copy gets it from there [SET-268 SET-278]",
		},
		"LocatedIn(Louvre, France)": {
			"LocatedIn(Louvre, France): Louvre matches as (LocatedIn, Paris) [SET-250 SET-256]",
			"Louvre has (LocatedIn, Paris) []",
			"Paris leads to France [SET-250 SET-256]",
		},
	} {
		query := spec.Query{Expr: expr, Text: true, Kind: spec.KindRule}
		out := ok(t, w, spec.Operation{Op: spec.OpExplain, Query: &query})
		require.Len(t, out.Explanation.Matches, 1, expr)
		require.Equal(t, want, reasons(out.Explanation.Matches[0].Terms, ""), expr)
	}
}

func TestTheNearestMissWithSets(t *testing.T) {
	w := gallery(t)
	for expr, want := range map[string]string{
		"Artwork(Mona)":                   "Mona has Portrait only by substitution, which a filter query does not resolve",
		"LocatedIn(Louvre, France)":       "Louvre has (LocatedIn, Paris) only by transitivity, which a filter query does not resolve",
		"Portrait(copy[self])":            "Mona has Portrait, where the term does not look",
		"Guarded(room[super(Inside, 1)])": "room lacks Guarded",
		"Guarded(wing[super(Inside)])":    "wing has Guarded, where the term does not look",
	} {
		out := ok(t, w, spec.Operation{
			Op:    spec.OpExplain,
			Query: &spec.Query{Expr: expr, Text: true, Kind: spec.KindFilter},
		})
		require.Empty(t, out.Explanation.Matches, expr)
		require.Len(t, out.Explanation.Misses, 1, expr)
		require.Equal(t, want, out.Explanation.Misses[0].Nearest, expr)
	}
}

// A prepared query follows changes of the pairs it traverses. If the relationship later allows
// cycles, the traversal finds nothing.
func TestPreparedSetsFollowTheWorld(t *testing.T) {
	w := world(t, spec.Flecs3Beta(), "Above Acyclic", "low (Above, mid)", "mid (Above, top)", "top Light")
	ok(t, w, spec.Operation{
		Op: spec.OpPrepare, As: "q",
		Query: &spec.Query{Expr: "Light(super(Above))", Text: true, Kind: spec.KindCached},
	})
	found := func() (out []spec.Handle) {
		for _, r := range ok(t, w, spec.Operation{Op: spec.OpIterate, On: "q"}).Rows {
			out = append(out, r.This)
		}
		return out
	}
	require.Equal(t, []spec.Handle{"low", "mid"}, found())
	ok(t, w, spec.Operation{Op: spec.OpRemove, Entity: "mid", ID: spec.Pair("Above", "top")})
	require.Empty(t, found())
	ok(t, w, spec.Operation{Op: spec.OpAdd, Entity: "low", ID: spec.Pair("Above", "top")})
	require.Equal(t, []spec.Handle{"low"}, found())
	ok(t, w, spec.Operation{Op: spec.OpDisable, Entity: "low", ID: spec.Pair("Above", "top")})
	require.Empty(t, found(), "traversal skips a disabled pair")
	ok(t, w, spec.Operation{Op: spec.OpEnable, Entity: "low", ID: spec.Pair("Above", "top")})
	ok(t, w, spec.Operation{Op: spec.OpRemove, Entity: "Above", ID: spec.Single("Acyclic")})
	require.Empty(t, found())
}

// define applies everything or nothing, and cannot be deferred.
func TestDefine(t *testing.T) {
	w := world(t, spec.Flecs3Beta(), "Likes", "Tall", "place")
	define := func(text string) spec.Outcome { return w.Apply(spec.Operation{Op: spec.OpDefine, Text: text}) }
	ok(t, w, spec.Operation{Op: spec.OpScope, Entity: "place"})
	out := define("Likes(Bob, Alice), Tall(Alice)")
	require.Nil(t, out.Err)
	require.Equal(t, []spec.Handle{"Bob", "Alice"}, out.Entities)
	require.Equal(t, "place.Bob", *ok(t, w, spec.Operation{Op: spec.OpPath, Entity: "Bob"}).Text)
	require.Empty(t, define("").Entities)

	for text, code := range map[string]spec.ErrorCode{
		"Tall(Carl)\nLikes(Carl, Nobody)": spec.CodeUnresolved, "Tall(else.Carl)": spec.CodeInvalid,
		"Tall(Carl) Tall(Bob)":        spec.CodeSyntax,
		"Tall(Carl)\nIsA(Carl, Carl)": spec.CodeCycle,
	} {
		require.Equal(t, code, define(text).Err.Code, text)
		require.Equal(t, spec.CodeUnresolved, w.Apply(spec.Operation{Op: spec.OpIDs, Entity: "Carl"}).Err.Code, text)
	}
	ok(t, w, spec.Operation{Op: spec.OpSetName, Entity: "Bob", Name: new(string)})
	require.Equal(t, spec.CodeExists, define("Tall(Bob)").Err.Code, "the handle is taken, but no entity has the name")
	ok(t, w, spec.Operation{Op: spec.OpDeferBegin})
	require.Equal(t, spec.CodeInvalid, define("Tall(Alice)").Err.Code)
	ok(t, w, spec.Operation{Op: spec.OpDeferEnd})
	require.Equal(t, spec.CodeUnsupported,
		model.New(spec.Flecs3()).Apply(spec.Operation{Op: spec.OpDefine, Text: "A(B)"}).Err.Code)
}
