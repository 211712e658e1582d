package site

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/docs/specification"
	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/internal/playground/link"
	"github.com/relspec/relspec/spec/ledger"
)

func TestTheSiteHasEveryStatementWithItsScenarios(t *testing.T) {
	out := t.TempDir()
	transcripts, err := transcript.All()
	require.NoError(t, err)
	var some []*transcript.Transcript // a few transcripts are enough for all rows of the table
	for i := 0; i < len(transcripts); i += 10 {
		some = append(some, transcripts[i])
	}
	require.NoError(t, Write("../..", out, some))
	text, err := os.ReadFile(filepath.Join(out, "_data", "statements.json"))
	require.NoError(t, err)
	var all []statement
	require.NoError(t, json.Unmarshal(text, &all))
	known, err := ledger.All()
	require.NoError(t, err)
	require.Len(t, all, len(known))
	for _, s := range all {
		assert.NotEmpty(t, s.Standing, s.ID)
		assert.NotEmpty(t, s.Title, s.ID)
		for _, sc := range s.Scenarios {
			cited := regexp.MustCompile(`@` + s.ID + `\b`)
			file, err := os.ReadFile(filepath.Join("../..", sc.File))
			require.NoError(t, err)
			assert.Regexp(t, cited, string(file), sc.ID)
			assert.Equal(t, 1, strings.Count(sc.Text, "Scenario"), sc.Text)
			assert.Contains(t, sc.Text, "@"+sc.ID)
			_, unread := link.Parse(sc.Play)
			assert.Nil(t, unread, sc.ID)
		}
	}

	of := all[slices.IndexFunc(all, func(s statement) bool { return s.ID == "REL"+"-187" })].Scenarios
	transitive := of[slices.IndexFunc(of, func(s shown) bool { return s.ID == "transitive-01" })]
	require.Len(t, transitive.Given, 1)
	assert.Contains(t, transitive.Given[0], "| Manhattan   | (LocatedIn, NewYork)     |")

	text, err = os.ReadFile(filepath.Join(out, "_data", "engines.json"))
	require.NoError(t, err)
	var board []engine
	require.NoError(t, json.Unmarshal(text, &board))
	require.GreaterOrEqual(t, len(board), 7, "three versions of Flecs, three adapters and fast")
	for _, e := range board {
		assert.NotEmpty(t, e.Areas, e.Name)
		assert.NotEmpty(t, e.Counts, e.Name)
		if e.Name == "fast" {
			assert.Len(t, e.Counts, 1, "all scenarios pass")
			continue
		}
		assert.NotEmpty(t, e.Failures, e.Name)
		known := map[string]bool{}
		for _, f := range e.Failures {
			known[f.ID] = true
		}
		for _, a := range e.Areas {
			differs := slices.ContainsFunc(a.Counts, func(c count) bool {
				return transcript.Verdict(c.Verdict).Excused()
			})
			assert.Equal(t, differs, len(a.Causes) > 0, "%s %s: an area must name causes exactly if its answers differ", e.Name,
				a.Name)
			for _, id := range a.Causes {
				assert.True(t, known[id], "%s %s: %s must be in the list of the engine", e.Name, a.Name, id)
			}
		}
		for _, f := range e.Failures {
			assert.Regexp(t, `^/(engines|docs)/`, f.Link, "%s: evidence is a page of the site", f.ID)
		}
	}
	declared, err := transcript.Declarations()
	require.NoError(t, err)
	text, err = os.ReadFile(filepath.Join(out, differencesPage))
	require.NoError(t, err)
	for _, d := range declared {
		assert.Equal(t, 1, strings.Count(string(text), "\n| ["+d.ID+"]("), d.ID)
	}
	text, err = os.ReadFile(filepath.Join(out, "docs/transcripts.md"))
	require.NoError(t, err)
	assert.Contains(t, string(text), "]("+siteURL(differencesPage)+")",
		"the page of transcripts links to the table of differences")
	for _, page := range []string{"engines/flecs.md", "engines/bitecs.md", "clauses/final.components.md", "clauses/query.rows.md"} {
		assert.FileExists(t, filepath.Join(out, page))
	}
	text, err = os.ReadFile(filepath.Join(out, "clauses/limits.ids.md"))
	require.NoError(t, err)
	assert.Contains(t, string(text), "Shown by [TestIDsOfAnEntityAreLimited]("+repository+"internal/oracle/runner/limits_test.go).")
	theBookIsThere(t, out)
	text, err = os.ReadFile(filepath.Join(out, "engines/bitecs/two-ors.md"))
	require.NoError(t, err)
	assert.Contains(t, string(text), "[trace.jsonl in the playground](/play/#v1=")
}

// theBookIsThere compares the pages of the site with the book.
func theBookIsThere(t *testing.T, out string) {
	t.Helper()
	clauses := specification.Clauses()
	text, err := os.ReadFile(filepath.Join(out, "clauses.json"))
	require.NoError(t, err)
	var found []chapterClause
	require.NoError(t, json.Unmarshal(text, &found))
	require.Len(t, found, len(clauses))
	pages := map[string]string{}
	for i, c := range clauses {
		name, _, _ := strings.Cut(strings.TrimPrefix(c.Address, bookFolder), ".md#")
		if pages[name] == "" {
			page, err := os.ReadFile(filepath.Join(out, "specification", name+".md"))
			require.NoError(t, err)
			pages[name] = string(page)
		}
		require.Equal(t, chapterClause{c.Name, c.Title, "/specification/" + name + "/#" + c.Name}, found[i])
		require.Contains(t, pages[name], "<a id=\""+c.Name+"\"></a>\n### "+c.Title+" "+c.Name+"\n")
		for _, id := range c.Examples {
			at := strings.Index(pages[name], "*Example* [`"+id+"`](")
			require.Positive(t, at, id)
			line, _, _ := strings.Cut(pages[name][at:], "\n")
			opened := playLink.FindAllStringSubmatch(line, -1)
			require.NotEmpty(t, opened, "%s: %s", id, line)
			for _, l := range opened {
				_, unread := link.Parse(l[1])
				require.Nil(t, unread, id)
			}
		}
	}
	require.Contains(t, pages["cleanup"], "\nat: 6\n", "the contents precede the chapters")
	require.NotContains(t, pages["cleanup"], "<!-- ")
	require.Contains(t, pages["cleanup"], "(/specification/query-terms/#query.members)")
}

var playLink = regexp.MustCompile(`<a class="play" href="/play/#([^"]+)">`)

func TestAClauseNamesTheEnginesThatDiffer(t *testing.T) {
	b := &bookWriter{failures: map[string][]engineFailure{
		"operator.not": {{Engine: "E", By: "operator.not, REL" + "-001", Link: "/engines/e/", Reason: "Wrong."}},
	}}
	assert.Equal(t, "### T operator.not\nRule.\n**Engines that differ**\n\n- [E](/engines/e/): Wrong.\n\n## Next",
		b.page("### operator.not: T\nRule.\n## Next"))
}

// Every clause has a page, and its scenarios open in the playground.
func TestTheSiteHasEveryClauseWithItsExamples(t *testing.T) {
	statements := []*statement{
		{Statement: ledger.Statement{ID: "REL" + "-131"}},
		{Statement: ledger.Statement{ID: "X", Overruled: "union.one-target"}},
	}
	engines := []engine{{Failures: []engineFailure{
		{Engine: "E", By: "operator.not and variables.unset, final.components"},
		{Engine: "F", By: "Flecs defect"},
	}}}
	g := &generator{root: os.DirFS("../..")}
	scenarios := g.scenarios()
	all := g.clauses(scenarios, statements, engines)
	require.NoError(t, g.err)
	require.Greater(t, len(all), 100)
	byName := map[string]*clause{}
	for _, c := range all {
		byName[c.Name] = c
		assert.NotEmpty(t, c.text, c.Name)
		assert.True(t, len(c.Scenarios) > 0 || strings.Contains(c.text, "> Shown by [Test"), c.Name)
		for _, sc := range c.Scenarios {
			state, unread := link.Parse(sc.Play)
			require.Nil(t, unread, sc.ID)
			assert.NotEmpty(t, state.World+state.Query, sc.ID)
		}
	}
	require.Equal(t, []overruling{{"X", false}}, byName["union.one-target"].Overrules)
	require.Contains(t, statements[0].Clauses, "cleanup.on-delete-target")
	for _, name := range []string{"operator.not", "variables.unset", "final.components"} {
		require.Len(t, byName[name].Failures, 1, name)
	}
	require.NotEmpty(t, byName["properties.consequences"].Traces, "a regression that cites the clause")

	statements[1].Overruled = "union.no-such"
	g.clauses(scenarios, statements, nil)
	require.ErrorContains(t, g.err, "unknown clause union.no-such")
}

func TestReportsAreListed(t *testing.T) {
	g := &generator{root: os.DirFS("../..")}
	all := g.reports()
	require.NoError(t, g.err)
	require.GreaterOrEqual(t, len(all), 9)
	for _, r := range all {
		assert.NotEmpty(t, r["title"], r["url"])
		assert.Regexp(t, `^\d{4}-\d\d-\d\d`, r["date"], r["url"])
		assert.Contains(t, r["command"], "go run ", r["url"])
	}
}

func TestLinksOfAPageLeadSomewhere(t *testing.T) {
	g := &generator{root: os.DirFS("../.."), pages: map[string]string{
		"docs/embed.md":        "docs/embed.md",
		"docs/guide/README.md": siteName("docs/guide/README.md"),
	}}
	for link, want := range map[string]string{
		"[x](../embed.md#saving)":        "[x](/docs/embed/#saving)",
		"[x](README.md)":                 "[x](/docs/guide/)",
		"[x](../../fast/doc.go)":         "[x](" + repository + "fast/doc.go)",
		"[x](https://example.org/a.md)":  "[x](https://example.org/a.md)",
		"`w.Field[T](t)` and [x](#here)": "`w.Field[T](t)` and [x](#here)",
	} {
		page := g.page("docs/guide/README.md", "# Title\n\n"+link+"\n")
		require.NoError(t, g.err, link)
		assert.Contains(t, page, want+"\n")
		assert.Contains(t, page, "title: \"Title\"\n")
	}
	g.page("docs/guide/README.md", "# Title\n\n[x](missing.md)\n")
	assert.ErrorContains(t, g.err, "missing.md has no target")
}
