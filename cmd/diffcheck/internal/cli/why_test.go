package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/console"
)

const facts = "Bob    (Likes, Alice)\nAlice  City\n"

// The kind of a world is recognised by its content.
func TestWhyReadsEveryWorld(t *testing.T) {
	b := newBench().withFile("facts.txt", []byte(facts)).withFile("own.feature", []byte(ownFeature)).
		withFile("findings/1/trace.jsonl", []byte(trace))
	b.withFile("two.feature", []byte(strings.Replace(ownFeature, "  Scenario:", "  @first-1\n  Scenario: none\n    Given a tag X\n\n  @second-1\n  Scenario:", 1)))
	for _, c := range []struct{ args, want string }{
		{"facts.txt (Likes,$x)", "Bob matches with $x = Alice\n"},
		{"facts.txt (Likes,$x) Alice", "Alice does not match\n"},
		{"facts.txt (Likes,Bob)", "The query gives no row.\n"},
		{"facts.txt (Likes,$x) --profile flecs-4", "Bob matches"},
		{"own.feature (Likes,*)", "Bob matches\n"},
		{"two.feature:second-1 (Likes,*)", "Bob matches\n"},
		{"two.feature:9 (Likes,*)", "Bob matches\n"},
		{"two.feature X", "X does not match"},
		{"tags-01 T a", "a matches\n"},
		{"city.jsonl City", "ny matches\n"},
		{"findings/1 City", "ny matches\n"},
	} {
		require.Equal(t, console.ExitOK, b.command(append([]string{"why"}, strings.Fields(c.args)...)...), "%s: %s", c.args,
			b.err.String())
		require.Contains(t, b.out.String(), c.want, c.args)
	}
	b.Stdin = strings.NewReader(facts)
	require.Equal(t, console.ExitOK, b.command("why", "-", "City"))
	require.Contains(t, b.out.String(), "Alice matches\n")
}

func TestWhyReportsErrorsWithPositions(t *testing.T) {
	b := newBench().withFile("facts.txt", []byte(facts)).withFile("own.feature", []byte(ownFeature))
	b.withFile("pair.txt", []byte("Bob Likes Alice\n"))
	b.withFile("bad.txt", []byte("Bob  (Likes, Alice\nAlice  City\nBob  ((\n"))
	for _, c := range []struct{ args, want string }{
		{"", "WORLD is missing"},
		{"facts.txt (Likess,$x)", "nothing is named \"Likess\"; did you mean Likes? (line 1, column 2)\n(Likess,$x)\n ^"},
		{"facts.txt (Likes,]", "(line 1, column 8)\n(Likes,]\n       ^"},
		{"facts.txt City bob", `no entity "bob"; did you mean Bob?`},
		{"bad.txt City", "bad.txt:1: want \")\"\n  Bob  (Likes, Alice\n                    ^\nbad.txt:3: "},
		{"pair.txt City", "pair.txt:1: want the end of the step; a pair is written (Likes, Alice)"},
		{"tags-1 City", "did you mean tags-01"},
		{"own.feature:mine City", `own.feature has no scenario "mine"`},
		{"facts.txt City --profile unity", "unknown profile"},
	} {
		require.Equal(t, console.ExitBroken, b.command(append([]string{"why"}, strings.Fields(c.args)...)...), c.args)
		require.Contains(t, b.err.String(), c.want, c.args)
	}
	b.withFile("refused.txt", []byte("a relationship R with Exclusive\nDead gets (R, A)\nDead is deleted\nDead gets (R, A)\n"))
	b.command("why", "refused.txt", "(R, *)")
	require.Contains(t, b.err.String(), "line 4 is refused: ")
}

func TestLargeWorldsAreSummedUp(t *testing.T) {
	many := "Base  P\n"
	for i := range 30 {
		many += "E" + string(rune('a'+i%26)) + string(rune('a'+i/26)) + "  Q\n"
	}
	many += "Near  (R, B)\nFar  P, (R, A)\n"
	b := newBench().withFile("many.txt", []byte(many))
	require.Equal(t, console.ExitOK, b.command("why", "many.txt", "P, (R, B)"), b.err.String())
	require.Contains(t, b.out.String(), "entities do not match; the 3 nearest, -v shows all:\nFar does not match\n")
	require.Equal(t, 3, strings.Count(b.out.String(), " does not match\n"))
	require.Equal(t, console.ExitOK, b.command("why", "many.txt", "Q"))
	require.Contains(t, b.out.String(), "10 more rows; -v shows all\n")
	require.Equal(t, console.ExitOK, b.command("why", "-v", "many.txt", "Q"))
	require.Equal(t, 30, strings.Count(b.out.String(), " matches\n"))
}

func TestThePromptChangesTheWorldAndAsks(t *testing.T) {
	b, dir := newBench().withFile("facts.txt", []byte(facts)), t.TempDir()
	saved, feature := filepath.Join(dir, "w.txt"), filepath.Join(dir, "w.feature")
	ask := func(lines ...string) string {
		b.Stdin = strings.NewReader(strings.Join(lines, "\n") + "\n")
		require.Equal(t, console.ExitOK, b.command("why", "facts.txt"), b.err.String())
		return b.out.String()
	}
	require.Contains(t, ask("Carl (Likes, Alice)", "(Likes, $x)", "why Alice"), "Carl matches with $x = Alice")
	require.NotContains(t, ask("Carl (Likes, Alice)", "undo", "(Likes, $x)"), "Carl matches")
	require.Contains(t, ask("Carl (Likes, Alice)", "world"), facts+"Carl (Likes, Alice)\n")
	require.Contains(t, ask("why Bob"), "ask a query first")
	require.Contains(t, ask("City"), "Alice matches", "the name of an entity is a query")
	require.Contains(t, ask("Bob has (Likes, Bob)"), "✗ not met")
	require.Equal(t, "✓ met\n", ask("Bob does not have (Likes, Bob)"))
	require.Equal(t, "new: Carl, Dora\n", ask("Carl (Likes, Dora)"))
	require.Contains(t, ask("Bob gets (("), "neither a fact nor a query")
	require.Contains(t, ask("(Likes, $x"), "          ^\n")
	require.Contains(t, ask("profile flex-4"), "did you mean flecs-4?")
	require.Contains(t, ask("(Likes, $x)", "profile flecs-4"), "Bob matches with $x = Alice")
	require.Contains(t, ask("help", "undo", "quit", "nonsense ("), "nothing to undo")
	require.Contains(t, ask("Carl City", "save "+saved, "City", "save "+feature, "save "+saved), "choose another name")
	text, err := os.ReadFile(saved)
	require.NoError(t, err)
	require.Equal(t, facts+"Carl City\n", string(text))
	b.open = openFile
	require.Equal(t, console.ExitOK, b.command("run", feature), "%s%s", b.out.String(), b.err.String())
	require.Contains(t, b.out.String(), "PASS")
}

// If a world contains a query, that query is explained first.
func TestTheQueryOfTheWorldComesFirst(t *testing.T) {
	b := newBench()
	b.Stdin = strings.NewReader("City\n")
	require.Equal(t, console.ExitOK, b.command("why", "city.jsonl"))
	require.Contains(t, b.out.String(), "rock matches\n", "!City is its last query")
	require.Contains(t, b.out.String(), "ny matches\n", "and City is asked at the prompt")
}
