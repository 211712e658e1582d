package model_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// world builds a world from lines such as "Bob (Likes, Alice)" or "Bob Position"; entities are named like their
// handles and created on first mention.
func world(t testing.TB, p spec.Profile, facts ...string) *model.World {
	t.Helper()
	w := model.New(p)
	known := map[string]bool{}
	for _, b := range spec.Builtins(p) {
		known[string(b.Handle)] = true
	}
	mention := func(h string) {
		if !known[h] {
			known[h] = true
			ok(t, w, spec.Operation{Op: spec.OpEntity, Entity: spec.Handle(h), Name: &h})
		}
	}
	for _, f := range facts {
		e, rest, found := strings.Cut(f, " ")
		mention(e)
		if !found {
			continue
		}
		var id spec.ID
		if r, target, isPair := strings.Cut(strings.Trim(rest, "()"), ", "); isPair {
			mention(r)
			mention(target)
			id = spec.Pair(spec.Handle(r), spec.Handle(target))
		} else {
			mention(rest)
			id = spec.Single(spec.Handle(rest))
		}
		ok(t, w, spec.Operation{Op: spec.OpAdd, Entity: spec.Handle(e), ID: id})
	}
	return w
}

func ok(t testing.TB, w spec.Engine, op spec.Operation) spec.Outcome {
	t.Helper()
	out := w.Apply(op)
	require.Nil(t, out.Err, "%s: %v", op.Op, out.Err)
	return out
}

// rows asks a rule and gives its rows as text, sorted: this, variables, then the fields that are set.
func rows(t testing.TB, w spec.Engine, expr string) []string {
	t.Helper()
	out := ok(t, w, spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Expr: expr, Text: true, Kind: spec.KindRule}})
	var lines []string
	for _, r := range out.Rows {
		line := string(r.This)
		var vars []string
		for v, e := range r.Vars {
			vars = append(vars, fmt.Sprintf(" $%s=%s", v, e))
		}
		slices.Sort(vars)
		line += strings.Join(vars, "")
		for _, f := range r.Fields {
			switch {
			case !f.Set:
				line += " -"
			case f.Src != "":
				line += " " + f.ID.String() + "@" + string(f.Src)
			default:
				line += " " + f.ID.String()
			}
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}

func TestQueriesOfTheDocuments(t *testing.T) {
	city := []string{
		"LocatedIn Transitive", "Manhattan (LocatedIn, NewYork)", "CentralPark (LocatedIn, Manhattan)",
		"Bob (LocatedIn, CentralPark)", "NewYork City", "Rock",
	}
	ships := []string{
		"earth Planet", "moon", "s1 SpaceShip", "s1 (DockedTo, earth)", "s2 SpaceShip",
		"s2 (DockedTo, moon)", "s3 SpaceShip",
	}
	food := []string{"x (Likes, Dogs)", "x (Likes, Pizza)", "x (Eats, Pizza)", "x (Eats, Salad)", "Salad Healthy"}
	units := []string{"MeleeUnit (IsA, Unit)", "u1 MeleeUnit", "u3 Unit", "u4 Other"}
	cases := []struct {
		name  string
		facts []string
		expr  string
		want  []string
	}{
		{
			"QRY-601", city, "(LocatedIn, NewYork)",
			[]string{"Bob (LocatedIn, NewYork)", "CentralPark (LocatedIn, NewYork)", "Manhattan (LocatedIn, NewYork)"},
		},
		{"QRY-603", city, "(LocatedIn, $p), City($p)", []string{
			"Bob $p=NewYork (LocatedIn, NewYork) City@NewYork",
			"CentralPark $p=NewYork (LocatedIn, NewYork) City@NewYork",
			"Manhattan $p=NewYork (LocatedIn, NewYork) City@NewYork",
		}},
		{
			"QRY-613",
			[]string{"Oak (IsA, Tree)", "Rock"},
			"(IsA, Tree)",
			[]string{"Oak (IsA, Tree)", "Tree (IsA, Tree)"},
		},
		{"a wildcard finds less", []string{"Oak (IsA, Tree)", "Rock"}, "!(IsA, *)", []string{"IsA-less"}},
		{"QRY-249", ships, "SpaceShip, ?(DockedTo, $p), Planet($p)", []string{
			"s1 $p=earth SpaceShip (DockedTo, earth) Planet@earth", "s3 $p= SpaceShip - -",
		}},
		{
			"FQL-101", food, "Eats($this, $f), !Likes($this, $f), Healthy($f)",
			[]string{"x $f=Salad (Eats, Salad) - Healthy@Salad"},
		},
		{"FQL-074", food, "(Likes, $f), (Eats, $f)", []string{"x $f=Pizza (Likes, Pizza) (Eats, Pizza)"}},
		{"QRY-588", units, "Unit", []string{"u1 MeleeUnit", "u3 Unit"}},
		{"QRY-301", []string{"a P", "a V", "b P", "b S", "c P"}, "P, !{ V || S }", []string{"c P"}},
		{
			"QRY-304",
			[]string{"p P", "c (ChildOf, p)", "c P", "q P", "d (ChildOf, q)"},
			"P($this), !{ ChildOf($c, $this), P($c) }",
			[]string{"c P", "q P"},
		},
		{"Or, first alternative", []string{"a A", "a B", "b B"}, "A || B", []string{"a A", "b B"}},
		{"any", []string{"a (R, x)", "a (R, y)"}, "(R, _)", []string{"a (R, *)"}},
		{"scope.variables", []string{"e A", "b B"}, "A(e), !{B}", nil},
		{"scope.variables, none", []string{"e A", "B"}, "A(e), !{B}", []string{" A@e"}},
		{"wildcard source", []string{"a P", "b P"}, "P(*)", []string{" P@a", " P@b"}},
		{"fixed source", []string{"a P", "G T"}, "P, T(G)", []string{"a P T@G"}},
		{"singleton", []string{"a P", "T T"}, "P, T($)", []string{"a P T@T"}},
		{"equality", []string{"a P", "b P"}, "P, $this != a", []string{"b P"}},
		{"two variables", []string{"a A", "b A", "c A"}, "A($x), A($y), $x != $y", []string{
			" $x=a $y=b A@a A@b", " $x=a $y=c A@a A@c", " $x=b $y=a A@b A@a",
			" $x=b $y=c A@b A@c", " $x=c $y=a A@c A@a", " $x=c $y=b A@c A@b",
		}},
		{"QRY-411", []string{"p P", "c P", "c (ChildOf, p)"}, "P, P(up(ChildOf))", []string{"c P P@p"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := rows(t, world(t, spec.Flecs3(), c.facts...), c.expr)
			if c.name == "a wildcard finds less" {
				require.Equal(t, []string{"Rock -", "Tree -"}, got)
				return
			}
			require.Equal(t, c.want, got)
		})
	}
}

func TestThreeVariablesOnFiftyEntities(t *testing.T) {
	var facts []string
	for i := range 47 {
		facts = append(facts, fmt.Sprintf("e%d (R%d, e%d)", i, i%3, (i*7)%47))
	}
	w := world(t, spec.Flecs3(), facts...)
	require.Len(t, rows(t, w, "$r($x, $y)"), 47)
}

func BenchmarkThreeVariables(b *testing.B) {
	var facts []string
	for i := range 47 {
		facts = append(facts, fmt.Sprintf("e%d (R%d, e%d)", i, i%3, (i*7)%47))
	}
	w := world(b, spec.Flecs3(), facts...)
	op := spec.Operation{
		Op:    spec.OpQuery,
		Query: &spec.Query{Expr: "$r($x, $y), $r($y, $z)", Text: true, Kind: spec.KindRule},
	}
	for b.Loop() {
		w.Apply(op)
	}
}

func TestExplainProvesAndRefuses(t *testing.T) {
	w := world(t, spec.Flecs3(), "LocatedIn Transitive", "Manhattan (LocatedIn, NewYork)", "Bob (LocatedIn, Manhattan)",
		"NewYork City", "Rock")
	q := &spec.Query{Expr: "(LocatedIn, $place), City($place)", Text: true, Kind: spec.KindRule}
	out := ok(t, w, spec.Operation{Op: spec.OpExplain, Query: q})
	require.Len(t, out.Explanation.Matches, 2)
	text := out.Explanation.Matches[1].Terms[0].String()
	require.Contains(t, text, "Bob has (LocatedIn, Manhattan)")
	require.Contains(t, text, "Manhattan has (LocatedIn, NewYork)")
	require.Contains(t, text, "QRY-592")
	out = ok(t, w, spec.Operation{Op: spec.OpExplain, Query: q, Entity: "Rock"})
	require.Empty(t, out.Explanation.Matches)
	require.Equal(t, "(LocatedIn, $place)", out.Explanation.Misses[0].Term)
}

func TestAFailedOperationHasNoEffect(t *testing.T) {
	w := world(t, spec.Flecs3(), "R (OnDeleteTarget, Panic)", "p", "c (ChildOf, p)", "t (ChildOf, c)", "x (R, t)",
		"A (With, B)", "B (OneOf, p)")
	before := ok(t, w, spec.Operation{Op: spec.OpDump}).Dump
	for _, op := range []spec.Operation{
		{Op: spec.OpDelete, Entity: "p"},
		{Op: spec.OpAdd, Entity: "x", ID: spec.Pair("A", "t")},
		{Op: spec.OpAdd, Entity: "p", ID: spec.Pair("ChildOf", "t")},
		{Op: spec.OpEntity, Entity: "new", IDs: []spec.ID{spec.Single("R"), spec.Pair("IsA", "new")}},
	} {
		require.NotNil(t, w.Apply(op).Err, op.Op)
		require.Equal(t, before, ok(t, w, spec.Operation{Op: spec.OpDump}).Dump)
	}
}

func TestARestoredWorldCanBeRestoredAgain(t *testing.T) {
	w := world(t, spec.Flecs3(), "a A")
	snap := func(op spec.OpKind, name string) { ok(t, w, spec.Operation{Op: op, As: name}) }
	snap(spec.OpSnapshot, "s")
	ok(t, w, spec.Operation{Op: spec.OpEntity, Entity: "later"})
	snap(spec.OpRestore, "s")
	snap(spec.OpSnapshot, "again")
	snap(spec.OpRestore, "again")
	ok(t, w, spec.Operation{Op: spec.OpRemove, Entity: "a", ID: spec.Single("A")})
	ok(t, w, spec.Operation{Op: spec.OpAdd, Entity: "a", ID: spec.Single("A")})
	require.False(t, ok(t, w, spec.Operation{Op: spec.OpAlive, Entity: "later"}).Bool)
	ok(t, w, spec.Operation{Op: spec.OpEntity, Entity: "later"})
}

func TestUnionHasOneTargetAndRemovesAny(t *testing.T) { // REL-220, REL-223, REL-226
	w := world(t, spec.Flecs3(), "Movement Union", "e (Movement, Running)", "e (Movement, Walking)",
		"f (Movement, Running)")
	require.Equal(t, []string{"e (Movement, *)", "f (Movement, *)"}, rows(t, w, "(Movement, *)")) // REL-228
	require.Equal(t, []string{"e (Movement, Walking)"}, rows(t, w, "(Movement, Walking)"))
	ok(t, w, spec.Operation{Op: spec.OpRemove, Entity: "e", ID: spec.Pair("Movement", "Running")})
	require.Equal(t, []string{"f (Movement, *)"}, rows(t, w, "(Movement, *)"))
}

func TestFlagsOfOneTermDoNotReachAnother(t *testing.T) {
	w := world(t, spec.Flecs4(), "R Transitive", "R (OnInstantiate, Inherit)", "d (R, a)", "a (IsA, b)", "b (R, c)",
		"c (R, a)")
	require.Equal(t, []string{
		"a (R, *)@b (R, a)@b",
		"a (R, *)@b (R, c)@b",
	}, rows(t, w, "R(up IsA, _), (R, *)"))
	require.Equal(t, []string{
		"b (R, *) (R, a)",
		"b (R, *) (R, c)",
		"c (R, *) (R, a)",
		"c (R, *) (R, c)",
		"d (R, *) (R, a)",
		"d (R, *) (R, c)",
	}, rows(t, w, "R(self, _), (R, *)"))
}
