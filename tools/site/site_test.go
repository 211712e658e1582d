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

	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/internal/playground/link"
	"github.com/relspec/relspec/spec/ledger"
)

func TestTheSiteHasEveryStatementWithItsScenarios(t *testing.T) {
	out := t.TempDir()
	transcripts, err := transcript.All()
	require.NoError(t, err)
	var some []*transcript.Transcript // a board of few has the same rows
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
			differs := slices.ContainsFunc(a.Counts,
				func(c count) bool { return c.Verdict == string(transcript.Declared) })
			assert.Equal(t, differs, len(a.Causes) > 0, "%s %s: an area whose answers differ names the reasons", e.Name,
				a.Name)
			for _, id := range a.Causes {
				assert.True(t, known[id], "%s %s: %s is in the list of the engine", e.Name, a.Name, id)
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
	for _, page := range []string{"engines/flecs.md", "engines/bitecs.md", "rulings/P-12.md", "rulings/12.md"} {
		assert.FileExists(t, filepath.Join(out, page))
	}
	text, err = os.ReadFile(filepath.Join(out, "rulings/P-104.md"))
	require.NoError(t, err)
	assert.Contains(t, string(text), "Shown by [TestAnEntityHasAtMostSoManyIDs]("+repository+"internal/oracle/runner/limits_test.go).")
	text, err = os.ReadFile(filepath.Join(out, "engines/bitecs/two-ors.md"))
	require.NoError(t, err)
	assert.Contains(t, string(text), "[trace.jsonl in the playground](/play/#v1=")
}

// Every ruling has a page, and the scenarios that are tagged with it open in the playground.
func TestTheSiteHasEveryRulingWithItsExamples(t *testing.T) {
	statements := []*statement{
		{Statement: ledger.Statement{ID: "REL" + "-056"}},
		{Statement: ledger.Statement{ID: "X", Overruled: "P-41"}},
	}
	engines := []engine{{Failures: []engineFailure{
		{Engine: "E", By: "rulings 7 and 8, P-12"},
		{Engine: "F", By: "Flecs defect"},
	}}}
	scenarios, err := scenariosOf("../..")
	require.NoError(t, err)
	all, err := rulings("../..", scenarios, statements, engines)
	require.NoError(t, err)
	require.Greater(t, len(all), 100)
	byID := map[string]*ruling{}
	for _, r := range all {
		byID[r.ID] = r
		assert.NotEmpty(t, r.text, r.ID)
		assert.NotEmpty(t, r.Begins, r.ID)
		assert.Equal(t, strings.Count(r.Begins, "("), strings.Count(r.Begins, ")"), "%s: %s", r.ID, r.Begins)
		assert.NotEmpty(t, r.Section, r.ID)
		assert.Equal(t, len(r.Scenarios) > 0, r.unshown == "", r.ID)
		for _, test := range testLink.FindAllStringSubmatch(r.unshown, -1) {
			file, err := os.ReadFile(filepath.Join("../../docs", test[2]))
			require.NoError(t, err, r.ID)
			assert.Contains(t, string(file), "\nfunc "+test[1]+"(", r.ID)
		}
		for _, sc := range r.Scenarios {
			assert.Contains(t, sc.Text, "@ruling:"+r.ID)
			state, unread := link.Parse(sc.Play)
			require.Nil(t, unread, sc.ID)
			assert.NotEmpty(t, state.World+state.Query, sc.ID)
		}
	}
	require.Equal(t, "ruling 12", byID["12"].Name)
	require.Equal(t, "Logic", byID["12"].Section)
	require.Contains(t, byID["S-10"].text, "| subject |", "a table belongs to its ruling")
	require.NotContains(t, byID["P-34"].text, "Consequences")
	require.Equal(t, []overruling{{"X", false}}, byID["P-41"].Overrules)
	require.Equal(t, []string{"P-2"}, statements[0].Rulings)
	for _, id := range []string{"7", "8", "P-12"} {
		require.Len(t, byID[id].Failures, 1, id)
	}
	require.NotEmpty(t, byID["P-18"].Traces, "a regression that cites the ruling")

	statements[1].Overruled = "P-999"
	_, err = rulings("../..", scenarios, statements, nil)
	require.ErrorContains(t, err, "there is no ruling P-999")
}

var testLink = regexp.MustCompile(`\[(\w+)\]\(([^)]+)\)`)

// A ruling without a scenario needs a line that says why, and a line needs a ruling without a scenario.
func TestARulingHasAScenarioOrAReason(t *testing.T) {
	statements := []*statement{}
	scenarios, err := scenariosOf("../..")
	require.NoError(t, err)
	of := func(more string, scenarios []cited) error {
		root := t.TempDir()
		for _, page := range pagesOfRulings {
			text, err := os.ReadFile(filepath.Join("../..", page))
			require.NoError(t, err)
			if page == pageOfUnshown {
				text = append(text, more...)
			}
			require.NoError(t, writeFile(filepath.Join(root, page), string(text)))
		}
		_, err := rulings(root, scenarios, statements, nil)
		return err
	}
	require.NoError(t, of("", scenarios))
	require.ErrorContains(t, of("- **P-9999** Everything is new.\n", scenarios),
		"docs/rulings.md: the ruling P-9999 has neither")
	require.NoError(t, of("- **P-9999** Everything is new.\n\n| P-9999 | It is new. | [TestX](x_test.go) |\n",
		scenarios))
	require.ErrorContains(t, of("| P-9998 | It is new. | [TestX](x_test.go) |\n", scenarios),
		"there is no ruling P-9998")
	require.ErrorContains(t, of("| P-9 | It is new. | [TestX](x_test.go) |\n", scenarios),
		"the ruling P-9 has a scenario")
	untagged := slices.DeleteFunc(slices.Clone(scenarios),
		func(c cited) bool { return slices.Contains(c.Rulings, "T-14") })
	require.ErrorContains(t, of("", untagged), "docs/tecs.md: the ruling T-14 has neither")
}

func TestReportsAreListed(t *testing.T) {
	all, err := reports("../..")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(all), 9)
	for _, r := range all {
		assert.NotEmpty(t, r.Title, r.URL)
		assert.Regexp(t, `^\d{4}-\d\d-\d\d`, r.Date, r.URL)
		assert.Contains(t, r.Command, "go run ", r.URL)
	}
}

func TestLinksOfAPageLeadSomewhere(t *testing.T) {
	pages := map[string]string{
		"docs/embed.md":        "docs/embed.md",
		"docs/guide/README.md": siteName("docs/guide/README.md"),
	}
	for link, want := range map[string]string{
		"[x](../embed.md#saving)":        "[x](/docs/embed/#saving)",
		"[x](README.md)":                 "[x](/docs/guide/)",
		"[x](../../fast/doc.go)":         "[x](" + repository + "fast/doc.go)",
		"[x](https://example.org/a.md)":  "[x](https://example.org/a.md)",
		"`w.Field[T](t)` and [x](#here)": "`w.Field[T](t)` and [x](#here)",
	} {
		page, err := sitePage("../..", "docs/guide/README.md", "# Title\n\n"+link+"\n", pages)
		require.NoError(t, err, link)
		assert.Contains(t, page, want+"\n")
		assert.Contains(t, page, "title: \"Title\"\n")
	}
	_, err := sitePage("../..", "docs/guide/README.md", "# Title\n\n[x](missing.md)\n", pages)
	assert.ErrorContains(t, err, "missing.md leads nowhere")
}
