package lang_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

const (
	self    = spec.TravSelf
	up      = spec.TravUp
	down    = spec.TravDown
	all     = spec.TravAll
	cascade = spec.TravCascade
)

func firstOver(tr *spec.Traversal, t spec.Term) spec.Term {
	t.First.Trav = tr
	return t
}

func secondOver(tr *spec.Traversal, t spec.Term) spec.Term {
	t.Second.Trav = tr
	return t
}

func TestBetaStatements(t *testing.T) { holds(t, spec.DialectFlecs3Beta, betaStatements) }

var betaStatements = []statement{
	{"SET-028 SET-110 terms", "Position, Velocity, NPC, (Likes, Apples)", list(
		match("Position"), match("Velocity"), match("NPC"), match("Likes", "Apples"),
	)},
	{"SET-113 path", "flecs.components.transform.Position", list(match("flecs.components.transform.Position"))},
	{"SET-119 not", "Position, !Velocity", list(match("Position"), not(match("Velocity")))},
	{"SET-123 optional", "Position, ?Velocity", list(match("Position"), optional(match("Velocity")))},
	{"SET-131 or", "Position || Mass, Speed || Velocity", list(
		or(match("Position"), match("Mass")), or(match("Speed"), match("Velocity")),
	)},
	{"SET-138 orfrom", "OR | Ingredients", list(oper(spec.OrFrom, match("Ingredients")))},
	{"SET-139 andfrom and notfrom", "AND | Ingredients, NOT | Ingredients", list(
		oper(spec.AndFrom, match("Ingredients")), oper(spec.NotFrom, match("Ingredients")),
	)},
	{"SET-142 access", "Position, [in] Velocity", list(match("Position"), with(spec.AccessIn, match("Velocity")))},
	{"subject", "Position(Bob)", list(on("Bob", match("Position")))},
	{"object", "Likes(Bob, Alice), Likes(Bob, This), This", list(
		on("Bob", match("Likes", "Alice")), on("Bob", match("Likes", "$this")), match("$this"),
	)},
	{"wildcards", "(Likes, *), (*, Alice), (*, *) || *", list(
		match("Likes", "*"), match("*", "Alice"), or(match("*", "*"), match("*")),
	)},
	{"SET-176 singleton", "Game($)", list(on("$", match("Game")))},
	{"SET-205 variables", "(Likes, $X), ($R, $X), $C", list(match("Likes", "$X"), match("$R", "$X"), match("$C"))},
	{"variable subject", "(Likes, $Friend), Likes($Friend, $Enemy), (Enemy, $Enemy)", list(
		match("Likes", "$Friend"), on("$Friend", match("Likes", "$Enemy")), match("Enemy", "$Enemy"),
	)},
	{"SET-222 super", "Position(super(ChildOf))", list(over(trav(up, "ChildOf"), match("Position")))},
	{"SET-227 parent", "Position(parent)", list(over(trav(up, "ChildOf"), match("Position")))},
	{
		"SET-229 self and super", "Position(self|super(ChildOf))",
		list(over(trav(self|up, "ChildOf"), match("Position"))),
	},
	{"SET-233 depth", "Position(super(ChildOf, 3))", list(over(deep(trav(up, "ChildOf"), 0, 3), match("Position")))},
	{
		"SET-234 depths", "Position(super(ChildOf, 2, 4))",
		list(over(deep(trav(up, "ChildOf"), 2, 4), match("Position"))),
	},
	{"cascade", "Transform, ?Transform(cascade|super(ChildOf))", list(
		match("Transform"), optional(over(trav(up|cascade, "ChildOf"), match("Transform"))),
	)},
	{"SET-239 all", "Transform(all|super(ChildOf))", list(over(trav(all|up, "ChildOf"), match("Transform")))},
	{
		"SET-241 other subject", "Position(Bob[super(ChildOf)])",
		list(over(trav(up, "ChildOf"), on("Bob", match("Position")))),
	},
	{
		"substituted object", "(Likes, Alice[super(ChildOf)])",
		list(secondOver(trav(up, "ChildOf"), match("Likes", "Alice"))),
	},
	{"sub", "(LocatedIn, SanFrancisco[self|sub(LocatedIn)])", list(
		secondOver(trav(self|down, "LocatedIn"), match("LocatedIn", "SanFrancisco")),
	)},
	{"predicate", "Artwork[self|all|sub(IsA)]", list(firstOver(trav(self|all|down, "IsA"), match("Artwork")))},
	{"subset", "Artwork[self|all|subset]", list(firstOver(trav(self|all|down), match("Artwork")))},
	{"superset", "MaxSpeed(self|superset)", list(over(trav(self|up), match("MaxSpeed")))},
	{"SET-283 SET-284 all substitutions", "Component[self|all|subset] (self|superset)", list(
		over(trav(self|up), firstOver(trav(self|all|down), match("Component"))),
	)},
	{"numbers", "100, (5, 6[self])", list(match("#100"), secondSelf(match("#5", "#6")))},
	{"cascade down", "P(cascade|sub(R, 2))", list(over(deep(trav(down|cascade, "R"), 0, 2), match("P")))},
	{"one trailing comma", "Position,", list(match("Position"))},
	{"empty", "", nil},
}

func TestBetaEquivalences(t *testing.T) {
	for name, texts := range map[string][]string{
		"SET-159 SET-160 default subject": {
			"Position, Velocity", "Position(This), Velocity($This)",
			"Position($this), Velocity",
		},
		"SET-161 SET-163 object":  {"(Likes, Alice)", "Likes(This, Alice)"},
		"SET-227 parent":          {"Position(parent)", "Position(super(ChildOf))"},
		"SET-240 default subject": {"Position(super(R))", "Position(This[super(R)])"},
		"SET-272 long forms":      {"A(self|superset)", "A(superset|self)"},
		"cascade is up":           {"A(cascade)", "A(cascade|superset)"},
	} {
		t.Run(name, func(t *testing.T) { same(t, spec.DialectFlecs3Beta, texts...) })
	}
}

func TestParseData(t *testing.T) {
	terms, err := lang.ParseData(spec.DialectFlecs3Beta, "Position(MyEntity)\nVelocity(MyEntity)\n")
	require.Nil(t, err, "SET-030 SET-031 SET-032")
	requireTerms(t, list(on("MyEntity", match("Position")), on("MyEntity", match("Velocity"))), terms)

	terms, err = lang.ParseData(spec.DialectFlecs3Beta, "Likes(Bob,\n  Alice), Tall(Bob)\n\n1(2)")
	require.Nil(t, err)
	requireTerms(t, list(on("Bob", match("Likes", "Alice")), on("Bob", match("Tall")), on("#2", match("#1"))), terms)

	for text, code := range map[string]spec.ErrorCode{
		"Position(A) Velocity(A)":    spec.CodeSyntax,
		"Position":                   spec.CodeInvalid,
		"Position($x)":               spec.CodeInvalid,
		"Position(A)\nLikes(A, *)":   spec.CodeInvalid,
		"!Position(A)":               spec.CodeInvalid,
		"[in] Position(A)":           spec.CodeInvalid,
		"Position(A[super(R)])":      spec.CodeInvalid,
		"Position(A) || Velocity(A)": spec.CodeInvalid,
		"OR | L(A)":                  spec.CodeInvalid,
	} {
		_, err := lang.ParseData(spec.DialectFlecs3Beta, text)
		require.NotNil(t, err, text)
		require.Equal(t, code, err.Code, text)
		require.Positive(t, err.Line, text)
	}
	_, err = lang.ParseData(spec.DialectFlecs3, "Position(A)")
	require.Equal(t, spec.CodeUnsupported, err.Code)
}
