package model_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// why returns the reason why e does not match, and the nearest match.
func why(t testing.TB, w *model.World, expr string, e spec.Handle) (term, reason, nearest string) {
	t.Helper()
	out := ok(t, w, spec.Operation{
		Op: spec.OpExplain, Query: &spec.Query{Expr: expr, Kind: spec.KindFilter},
		Entity: e,
	})
	require.Empty(t, out.Explanation.Matches)
	require.Len(t, out.Explanation.Misses, 1)
	m := out.Explanation.Misses[0]
	return m.Term, m.Reason.Claim, m.Nearest
}

func TestTheNearestMiss(t *testing.T) {
	w := world(t, spec.Flecs4(), "LocatedIn Transitive", "e (LocatedIn, City)", "City (LocatedIn, Land)",
		"e (Likes, Dogs)", "e (Eats, Cats)",
		"Kept (OnInstantiate, DontInherit)", "Shared (OnInstantiate, Inherit)", "base Kept", "base (Kept, Gold)",
		"base Shared", "e (IsA, base)", "p (Likes, Dogs)", "p T",
		"e (ChildOf, p)", "e Own", "e Off", "Gone", "Birds", "L Own", "L Missing", "c Big", "c (IsA, base)")
	ok(t, w, spec.Operation{Op: spec.OpDisable, Entity: "e", ID: spec.Single("Off")})
	members := []spec.Member{{Name: "to", Type: spec.Entity}}
	name := "Way"
	ok(t, w, spec.Operation{Op: spec.OpComponent, Entity: "Way", Name: &name, Members: members})
	set(t, w, "e", "Way", spec.RawValue{"to": "Land"})
	for expr, want := range map[string]string{
		"(Likes, Birds)":          "e has (Likes, Dogs)",
		"(_, Land)":               "e lacks (_, Land)",
		"Shared(self)":            "e has Shared only from base",
		"Own(up)":                 "e itself has Own, where the term does not look",
		"Kept":                    "its base base has Kept, which is not inherited",
		"(_, Gold)":               "its base base has (Kept, Gold), which is not inherited",
		"Off":                     "e has Off, which is switched off",
		"($r, p)":                 "e has (ChildOf, p), but a variable is never a reserved entity",
		"(Likes, $x), (Eats, $x)": "e has (Eats, Cats), but $x is Dogs",
		"T($this.seat)":           "e has no child seat",
		"Way.to($this, City)":     `to of e names "Land"`,
		"!Own":                    "e has Own",
		"(Eats, *), !{ Own }":     "$this is e",
		"and|L":                   "e lacks Missing",
		"not|L":                   "e has Own",
		"Big || (Likes, Birds)":   "e lacks Big; e has (Likes, Dogs)",
		"Big || Big || Big":       "e lacks Big",
		`$this == "c"`:            `e is named "e"`,
		"T($x), Big($x)":          "p lacks Big",
		"(LocatedIn, Land|self)":  "e has (LocatedIn, City)",
	} {
		_, _, nearest := why(t, w, expr, "e")
		require.Equal(t, want, nearest, expr)
	}
	gone := spec.Operation{
		Op: spec.OpExplain, Entity: "e",
		Query: &spec.Query{Terms: []spec.Term{{First: spec.EntityRef("Likes"), Second: spec.EntityRef("Gone")}}},
	}
	ok(t, w, spec.Operation{Op: spec.OpDelete, Entity: "Gone"})
	require.Equal(t, "Gone was deleted", ok(t, w, gone).Explanation.Misses[0].Nearest)
}

func TestMissesOfKindsWithoutDerivedPairs(t *testing.T) { // QRY-591, QRY-607, QRY-580
	w := world(t, spec.Flecs3(), "LocatedIn Transitive", "e (LocatedIn, City)", "City (LocatedIn, Land)",
		"Sub (IsA, Super)", "e Sub")
	for expr, want := range map[string]string{
		"(LocatedIn, Land)": "e has (LocatedIn, Land) only by transitivity, which a filter query does not resolve",
		"(IsA, e)":          "e has (IsA, e) only by reflexivity, which a filter query does not resolve",
		"Super":             "e has Sub only by component inheritance, which a filter query does not resolve",
	} {
		_, _, nearest := why(t, w, expr, "e")
		require.Equal(t, want, nearest, expr)
	}
}

// Component inheritance also applies to pairs: a pair of a subclass of the relationship matches.
func TestAKindThatDoesNotResolveAPair(t *testing.T) { // QRY-580
	w := world(t, spec.Flecs3(), "Eats", "Devours (IsA, Eats)", "e (Devours, Cake)")
	out := ok(t, w, spec.Operation{
		Op: spec.OpExplain, Query: &spec.Query{Expr: "(Eats, Cake)", Kind: spec.KindFilter},
		Entity: "e",
	})
	m := out.Explanation.Misses[0]
	require.Equal(t, "e has (Devours, Cake) only by component inheritance, which a filter query does not resolve",
		m.Nearest)
	require.Equal(t, []spec.StatementID{"QRY-200", "QRY-580"}, m.Reason.Cites)
}

func TestEntitiesExcludedByAllTerms(t *testing.T) { // query.hidden-entities
	w := world(t, spec.Flecs4(), "a Prefab", "a T", "b Disabled", "b T")
	for e, want := range map[spec.Handle]string{
		"a": "it is a Prefab, and no term of the query names Prefab",
		"b": "it is Disabled, and no term of the query names Disabled",
	} {
		term, reason, _ := why(t, w, "T", e)
		require.Empty(t, term)
		require.Equal(t, want, reason)
	}
}

func TestProofsOfLookupsAndMembers(t *testing.T) {
	out := ok(t, fleet(t), spec.Operation{
		Op: spec.OpExplain, Entity: "s1",
		Query: &spec.Query{Expr: "SpaceShip($this.cockpit), (Movement.direction, $d)"},
	})
	terms := out.Explanation.Matches[0].Terms
	require.Contains(t, terms[0].String(), "c1 is the child cockpit of s1  [FQL-139]")
	require.Contains(t, terms[1].String(), "s1 matches as (M.direction, Left)  [FQL-143 FQL-146]")
}

func TestProofsOfIgnoredTermsAndEqualities(t *testing.T) { // variables.unset and operator.equality-binds, variables.or
	w := world(t, spec.Flecs4(), "a T", "b (R, a)", "Lost", "S")
	for expr, want := range map[string][]string{
		"?Lost($x), R($y, $x), T($y)": {
			"?Lost($x) does not match and does not need to  [QRY-243 FQL-025]",
			"R($y, $x) uses a variable that is not set and does not count  [QRY-248 FQL-149]",
			"T($y): a matches as T  [QRY-109 FQL-009]",
		},
		"T($y), $x == $y": {"T($y): a matches", "$x == $y: it makes both a  [QRY-204 FQL-124 QRY-266 FQL-135]"},
		"?Lost($x), R($y, $x) || S($y, $x), T(a)": {
			"?Lost($x) does not match", "has no alternative whose variables are set and does not count  [QRY-248 FQL-149 FQL-151]", "T(a): a matches",
		},
		"T($y), ?Lost($x), $x == $y": {
			"T($y): a", "?Lost($x) does not",
			"$x == $y uses a variable that is not set and does not count  [QRY-248 FQL-149]",
		},
	} {
		out := ok(t, w, spec.Operation{Op: spec.OpExplain, Query: &spec.Query{Expr: expr}})
		require.Len(t, out.Explanation.Matches, 1, expr)
		for n, part := range want {
			require.Contains(t, out.Explanation.Matches[0].Terms[n].String(), part, expr)
		}
	}
	_, reason, nearest := why(t, w, "R($this, $y), $x == $y, T, T($x)", "b")
	require.Equal(t, "nothing matches T", reason)
	require.Equal(t, "b lacks T", nearest)
}

// Several terms may fail. A term fails if some of the other terms have solutions together, and none
// of them satisfies the term.
func TestAllTermsThatFail(t *testing.T) {
	w := world(t, spec.Flecs4(), "e (Likes, Dogs)", "e (Likes, Birds)", "e (Eats, Cats)", "e T", "Dogs T", "Birds U",
		"b V", "b Sees", "a Prefab", "a T")
	for expr, want := range map[string][]int{
		"T":                                   nil, // the entity matches
		"U, V":                                {1, 2},
		"T, U":                                {2},
		"(Likes, $x), (Eats, $x)":             {1, 2},
		"(Likes, $x), T($x), U($x)":           {2, 3},
		"(Likes, $x), !T($x), !U($x)":         {2, 3},
		"(Eats, $x), !T($x), !U($x), V":       {4}, // the first two terms leave Cats, which neither Not term excludes
		"(Likes, $x), $x != Dogs, T($x)":      {1, 2, 3},
		"T, !{ (Likes, $x), U($x) }":          {2},
		"?(Eats, $x), T($x), T":               {2},
		"?(Sees, $x), !T($x), V":              {3}, // terms are not tested on hidden entities
		"U || V, T":                           {1},
		"U || (Likes, $x), V($x)":             {2},
		"$x == Dogs, (Eats, $x)":              {1, 2},
		"T, T, T, T, T, T, T, T, U":           nil, // too many terms to test every subset
		"U, !V, T($this), T, T, !V, !V, !V":   {1},
		"(Likes, $x), $y == $x, U($y), T($y)": {3, 4},
	} {
		op := spec.Operation{Op: spec.OpExplain, Entity: "e", Query: &spec.Query{Expr: expr}}
		require.Equal(t, want, w.Failing(op), expr)
		if m := ok(t, w, op).Explanation.Misses; want != nil {
			require.Contains(t, want, m[0].TermNumber, expr)
		}
	}
	require.Equal(t, []int{0}, w.Failing(spec.Operation{
		Op: spec.OpExplain, Entity: "a",
		Query: &spec.Query{Expr: "U"},
	}))
	require.Equal(t, []int{2}, w.Failing(spec.Operation{Op: spec.OpExplain, Query: &spec.Query{Expr: "T(e), U(e)"}}))
}

// A pair that no entity owns is explained by the property from which it follows.
func TestProofsOfReflexivePairs(t *testing.T) {
	w := world(t, spec.Flecs4(), "R Reflexive", "a T", "L T", "L (R, a)")
	for expr, want := range map[string]string{
		"(R, a)":   "(R, a): a matches as (R, a)  [REL-194 QRY-609]\n  R is Reflexive: everything has it with itself",
		"(IsA, a)": "(IsA, a): a matches as (IsA, a)  [REL-194 QRY-609]\n  IsA is Reflexive: everything has it with itself",
		"and|L":    "and|L holds for the ids that the list has now  [QRY-207 FQL-029]\n  a has T\n  R is Reflexive: everything has it with itself",
	} {
		out := ok(t, w, spec.Operation{Op: spec.OpExplain, Entity: "a", Query: &spec.Query{Expr: expr}})
		require.Equal(t, want, out.Explanation.Matches[0].Terms[0].String(), expr)
	}
}

// fleet returns a flecs-4 world of ships with components that have members.
func fleet(t testing.TB) *model.World {
	t.Helper()
	w := world(t, spec.Flecs4(), "s1 SpaceShip", "s2 SpaceShip", "s3 SpaceShip", "Left", "Right")
	add := func(h spec.Handle, parent spec.Handle, name string, ids ...spec.ID) {
		ok(t, w, spec.Operation{Op: spec.OpEntity, Entity: h, Parent: parent, Name: &name, IDs: ids})
	}
	add("c1", "s1", "cockpit", spec.Single("SpaceShip"))
	add("c2", "s2", "cockpit")
	add("k2", "c2", "seat", spec.Single("SpaceShip"))
	movement, hull := "Movement", "Hull"
	ok(t, w, spec.Operation{
		Op: spec.OpComponent, Entity: "M", Name: &movement,
		Members: []spec.Member{{Name: "direction", Type: spec.Entity}, {Name: "speed", Type: spec.F32}},
	})
	ok(t, w, spec.Operation{
		Op: spec.OpComponent, Entity: "H", Name: &hull,
		Members: []spec.Member{{Name: "mass", Type: spec.I32}},
	})
	set(t, w, "s1", "M", spec.RawValue{"direction": "Left"})
	set(t, w, "s2", "M", spec.RawValue{"direction": "Right"})
	set(t, w, "s3", "M", spec.RawValue{"speed": 1.0})
	return w
}

func set(t testing.TB, w spec.Engine, e, c spec.Handle, v spec.RawValue) {
	t.Helper()
	ok(t, w, spec.Operation{Op: spec.OpSet, Entity: e, ID: spec.Single(c), Value: v})
}
