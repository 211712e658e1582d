package book_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec/features"
	"github.com/relspec/relspec/tools/book"
)

const folder = "../../docs/specification"

// The pages of the book are up to date: every scenario, table and link is current. "go run -C tools
// ./lab book" updates them.
func TestTheBookIsUpToDate(t *testing.T) {
	pages, err := book.Write(os.DirFS(folder), features.FS)
	require.NoError(t, err)
	for name, want := range pages {
		text, err := os.ReadFile(folder + "/" + name)
		require.NoError(t, err)
		require.Equal(t, want, string(text), "%s is stale: run go run -C tools ./lab book", name)
	}
}

const scenarios = `@profile:flecs-3 @profile:flecs-4
Feature: Pairs

  Background:
    Given a relationship Likes

  @likes-01 @REL-001
  Scenario: Bob likes Alice
    Given Bob gets (Likes, Alice)
    Then Bob has (Likes, Alice)

  @likes-02
  Scenario: Nobody likes Bob
    Then the sources of (Likes, Bob) are none
`

func write(page string) (string, error) {
	files := fstest.MapFS{"a/likes.feature": {Data: []byte(scenarios)}}
	pages := fstest.MapFS{"page.md": {Data: []byte(page)}}
	out, err := book.Write(pages, files)
	return out["page.md"], err
}

const page = `# Page

### likes.one: Bob likes Alice
See [itself](#likes.one).

<!-- example: likes-01 -->
<!-- profile: reflexive -->
`

func TestExamplesAndAnswersOfProfilesAreWritten(t *testing.T) {
	text, err := write(page)
	require.NoError(t, err)
	require.Contains(t, text, "<a id=\"likes.one\"></a>\n### likes.one: Bob likes Alice\n")
	require.Contains(t, text, "(../../spec/features/a/likes.feature), flecs-3, flecs-4\n\n```gherkin\nBackground:\n  Given a relationship Likes\n\n"+
		"Scenario: Bob likes Alice\n  Given Bob gets (Likes, Alice)\n  Then Bob has (Likes, Alice)\n```\n\n<!-- end -->\n")
	require.Contains(t, text, "([`reflexive`](profiles.md)) | yes | yes | yes | no |\n")
	again, err := write(text)
	require.NoError(t, err)
	require.Equal(t, text, again)
	stale, err := write(strings.Replace(text, "Bob has", "Bob lacks", 1))
	require.NoError(t, err)
	require.Equal(t, text, stale)
}

func TestWhatIsWrongWithAPageIsSaid(t *testing.T) {
	for wrong, change := range map[string][2]string{
		"no scenario has the id likes-03":          {"likes-01", "likes-03"},
		"clause likes.one has no example; add one": {"<!-- example: likes-01 -->\n", ""},
		"clause likes.one is also in page.md": {
			"# Page",
			"### likes.one: Twice\n<!-- example: likes-02 -->\n",
		},
		"the link to (#likes.two)":         {"(#likes.one)", "(#likes.two)"},
		"the link to (other.md#likes.one)": {"(#likes.one)", "(other.md#likes.one)"},
		"a profile has no field reflexion": {"reflexive", "reflexion"},
		"REL-999":                          {"See", "REL-999"},
		`the heading "Bob likes Alice" has no clause; write ### chapter.name: Title`: {"### likes.one: ", "### "},
	} {
		_, err := write(strings.Replace(page, change[0], change[1], 1))
		require.ErrorContains(t, err, wrong)
	}
}
