package main

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

	"github.com/relspec/relspec/internal/playground/link"
)

func TestTheSiteHasEveryStatementWithItsScenarios(t *testing.T) {
	out := t.TempDir()
	require.NoError(t, write("../..", out))
	text, err := os.ReadFile(filepath.Join(out, "_data", "statements.json"))
	require.NoError(t, err)
	var all []statement
	require.NoError(t, json.Unmarshal(text, &all))
	require.Len(t, all, 1542)
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
	require.Len(t, board, 6, "three versions of Flecs and three adapters")
	for _, e := range board {
		assert.NotEmpty(t, e.Areas, e.Name)
		assert.NotEmpty(t, e.Counts, e.Name)
		assert.NotEmpty(t, e.Failures, e.Name)
	}
}

func TestLinksOfAPageLeadSomewhere(t *testing.T) {
	pages := map[string]string{"docs/embed.md": "docs/embed.md", "docs/guide/README.md": siteName("docs/guide/README.md")}
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
