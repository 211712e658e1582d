package lang_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

func FuzzParseFlecs3(f *testing.F) { fuzz(f, spec.DialectFlecs3) }

func FuzzParseFlecs4(f *testing.F) { fuzz(f, spec.DialectFlecs4) }

func FuzzParseBeta(f *testing.F) { fuzz(f, spec.DialectFlecs3Beta) }

// fuzz parses bytes as query text: parsing does not panic, an error has a position, and the terms are equal after
// printing and parsing. If the bytes are a valid name, it also prints and parses the name.
func fuzz(f *testing.F, dialect spec.Dialect) {
	for _, text := range seeds {
		f.Add([]byte(text))
	}
	for _, text := range badSeeds(dialect) {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		text := string(data)
		if isLegal(text) {
			requireSayable(t, dialect, text)
		}
		terms, err := lang.Parse(dialect, text)
		if err != nil {
			requirePosition(t, text, err)
			return
		}
		if _, err := lang.ParseChecked(dialect, text); err != nil {
			requirePosition(t, text, err)
			require.NotEqual(t, spec.CodeSyntax, err.Code)
		}
		printed, err := lang.Print(dialect, terms)
		if err != nil {
			t.Fatalf("%q: %s", text, err)
		}
		again, err := lang.Parse(dialect, printed)
		if err != nil {
			t.Fatalf("%q was printed as %q: %s", text, printed, err)
		}
		requireTerms(t, terms, again)
		_, _ = lang.ParseData(dialect, text)
	})
}

// requireSayable prints a name in every position of a term.
func requireSayable(t *testing.T, dialect spec.Dialect, name string) {
	t.Helper()
	entity, path := spec.NameRef(name), spec.NameRef("a."+name+"."+name)
	source := entity
	source.Trav = &spec.Traversal{Flags: spec.TravUp, Rel: &path}
	terms := []spec.Term{
		{First: entity},
		{First: path, Second: entity, Src: source},
		{Oper: spec.AndFrom, First: entity, Src: path},
	}
	if dialect == spec.DialectFlecs4 {
		terms = append(terms, spec.Term{
			First:  entity,
			Second: spec.Ref{Kind: spec.RefLookup, Name: "x", Path: path.Name},
		})
	}
	text, err := lang.Print(dialect, terms)
	if err != nil {
		t.Fatalf("%q: %s", name, err)
	}
	again, err := lang.Parse(dialect, text)
	if err != nil {
		t.Fatalf("%q was printed as %q: %s", name, text, err)
	}
	requireTerms(t, terms, again)
}

// badSeeds returns the invalid texts of the tests.
func badSeeds(dialect spec.Dialect) []string {
	file, err := os.ReadFile("testdata/bad/" + dialect.String() + ".txt")
	if err != nil {
		return nil
	}
	var texts []string
	for line := range strings.Lines(string(file)) {
		if parts := strings.Split(line, "\t"); len(parts) > 1 {
			if text, err := strconv.Unquote(parts[1]); err == nil {
				texts = append(texts, text)
			}
		}
	}
	return texts
}

func requirePosition(t *testing.T, text string, err *spec.Error) {
	t.Helper()
	if err.Code == spec.CodeLimit && err.Line == 0 {
		return
	}
	lines := strings.Split(text, "\n")
	require.Positive(t, err.Line)
	require.LessOrEqual(t, err.Line, len(lines))
	require.Positive(t, err.Column)
	require.LessOrEqual(t, err.Column, len([]rune(lines[err.Line-1]))+1)
	require.Equal(t, 2, len(strings.Split(lang.Caret(text, err), "\n")))
}

// seeds are examples from all documents. Every dialect gets all of them.
var seeds = []string{
	"Position, [in] Velocity",
	"Npc, Platoon_01",
	"100, 101",
	"(Likes, Apples), (Likes, Pairs)",
	"(Likes, *), (Likes, _), (*, *)",
	"Position, Velocity || Speed, Mass",
	"Position, !Velocity, ?Mass",
	"SpaceShip, ?(DockedTo, $planet), Planet($planet)",
	"$this == Foo", "$this != Foo", `$this == "Foo"`, `$this ~= "Fo"`,
	"AND | type_list, OR | type_list, NOT | type_list",
	"Position, !{ Mass, Velocity || Speed, !Rotation }",
	"Position($this), !{ ChildOf($child, $this), Position($child) }",
	"Position($This), Velocity($This), SimTime(Game)",
	"(Color, Diffuse), Color(Game, Sky)",
	"Player, Position, Input($)",
	"Position(self|up(IsA))", "Position(up(ChildOf))", "Position, ?Position(parent|cascade)",
	"Window(parent:my_widget)",
	"Serializable($Component), $Component($This)",
	"(LocatedIn, $Place), City($Place)",
	"// comment\nSpaceShip, (DockedTo, $planet), Planet($planet) /* end */",
	"Position, and|MyType, or|MyType, not|MyType",
	"[inout] Position, [filter] Velocity",
	"TimeOfDay($this, $)",
	"Transform($this), Transform($this|up ChildOf)", "Transform, Transform(cascade|desc)", "Style(self|up IsA)",
	"Unit|self($this), LocatedIn($this, SanFrancisco|self)",
	"SpaceShip($this), $this == UssEnterprise || $this == Voyager",
	`SpaceShip($this), $this ~= "!Uss"`,
	"SpaceShip($this), !Powered($this.cockpit)",
	"(Movement.direction, Left), Movement.direction($this, #100)",
	"(Likes, $animal) || (Eats, $food),\nFriendly($animal), // Evaluated if (Likes, $animal) matched\nHealthy($food)",
	"flecs.components.transform.Position, flecs::core::ChildOf",
	"Position(MyEntity)\nVelocity(MyEntity)",
	"Likes(This, Alice), Game($)",
	"Position(super(ChildOf, 2, 4)), Transform(all|super(ChildOf))",
	"Position(Bob[super(ChildOf)]), (Likes, Alice[super(ChildOf)])",
	"Component[self|all|subset] (self|superset)",
	"(LocatedIn, SanFrancisco[self|sub(LocatedIn)])",
	"(*, *) || *",
	"`Tag A`, (`2nd`, `a``b`), Größe(`self`), a.`*`::`_`", "`and`|self, $x.`Bay 2`, $größe", "a:`b c`", "Tag A", "a`b",
	"::x", "100",
}
