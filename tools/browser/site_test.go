package browser

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// If this environment variable is set, the test fails if the site is not built.
const needSite = "RELSPEC_NEED_SITE"

// If this one is set, axe checks every page, which takes some minutes.
const allPages = "RELSPEC_ALL_PAGES"

func TestSiteInABrowser(t *testing.T) {
	built := filepath.Join(checkout, "site", "dist")
	if _, err := os.Stat(filepath.Join(built, "index.html")); err != nil {
		if os.Getenv(needSite) != "" {
			t.Fatal(err)
		}
		t.Skip("SKIPPED: the site is not built (make site builds it), so it is not tested in a browser")
	}
	b := newBrowser(t)
	server := httptest.NewServer(http.FileServer(http.Dir(built)))
	t.Cleanup(server.Close)

	b.do(chromedp.Navigate(server.URL+"/"), chromedp.WaitVisible("h1"))
	b.screenshot("site-1-home.png")
	b.do(chromedp.WaitVisible("#search input"), chromedp.SendKeys("#search input", aStatement))
	found := `[...document.querySelectorAll("#search .pagefind-ui__result-link")].some((e) => e.textContent.includes("` + aStatement + `"))`
	b.until(found, "the search finds the statement")
	b.screenshot("site-2-search.png")

	b.do(chromedp.Navigate(server.URL+"/statements/"+aStatement+"/"), chromedp.WaitVisible(".claim"))
	require.Positive(t, b.shown("pre.gherkin"), "the statement shows its scenarios")
	require.Equal(t, 1, b.shown(`nav a[rel="next"]`))
	b.screenshot("site-3-statement.png")

	// The contents of the specification link to a chapter, whose examples open in the playground.
	// The search finds clauses.
	b.do(chromedp.Navigate(server.URL+"/specification/"), chromedp.Click(`.chapters a[href="/specification/cleanup/"]`),
		chromedp.WaitVisible(`a[rel="next"][href="/specification/change/"]`))
	require.Positive(t, b.shown("a.play"))
	b.do(chromedp.SendKeys("#find", "dead-target"))
	b.until(`document.querySelector("#found a")?.href.endsWith("/specification/cleanup/#cleanup.dead-target")`, "the search finds the clause")
	b.screenshot("site-4-chapter.png")

	// The example of a clause opens in the site's playground and is answered there.
	b.do(chromedp.Navigate(server.URL+"/clauses/"), chromedp.WaitVisible(`a[href="/clauses/toggle.hides/"]`),
		chromedp.Navigate(server.URL+"/clauses/toggle.hides/"), chromedp.WaitVisible("a.button.play"))
	require.Contains(t, script[string](b, `document.querySelector(".clause").innerText`), "A query does not find an id that is off")
	require.Positive(t, b.shown("pre.gherkin"))
	b.screenshot("site-5-clause.png")
	b.do(chromedp.Click("a.button.play"), chromedp.WaitVisible("html[data-ready][data-state=answered]"))
	require.Contains(t, script[string](b, `document.querySelector("#world .cm-content").innerText`),
		"Mass of a is disabled")
	require.NotContains(t, script[string](b, `document.querySelector("#world-problems").innerText`), "not met")

	b.do(chromedp.Navigate(server.URL+"/engines/bitecs/two-ors/"), chromedp.WaitVisible(`a[href^="/play/#v1="]`))
	b.do(chromedp.Navigate(server.URL+"/reports/"), chromedp.WaitVisible(`a[href="/docs/results/benchmarks/"]`))
	b.do(chromedp.Navigate(server.URL+"/specification/limits-and-errors/"), chromedp.WaitVisible("a.cite"))
	require.Positive(t, b.shown("a.cite"), "ids in text lead to their statements")
	b.do(chromedp.Navigate(server.URL+"/engines/"), chromedp.WaitVisible(".engine"))
	data, err := os.ReadFile(filepath.Join(checkout, "site", "bin", "content", "_data", "engines.json"))
	require.NoError(t, err)
	var engines []struct{}
	require.NoError(t, json.Unmarshal(data, &engines))
	require.Equal(t, len(engines), b.shown(".engine"))

	// The form on the home page opens the playground.
	b.do(chromedp.Navigate(server.URL+"/"), chromedp.SetValue("#query", "(LocatedIn, NewYork)"), chromedp.Click("#try button"),
		chromedp.WaitVisible("html[data-ready][data-state=answered]"))
	require.Contains(t, script[string](b, `document.querySelector("#verdict").innerText`), "1 row")

	// Every kind of page is readable with everything unfolded, light and dark, and on a phone.
	for _, page := range [][2]string{
		{"contents", "/specification/"},
		{"chapter", "/specification/cleanup/"},
		{"statements", "/statements/"},
		{"statement", "/statements/" + aStatement + "/"},
		{"clauses", "/clauses/"},
		{"clause", "/clauses/toggle.hides/"},
		{"profiles", "/specification/profiles/"},
		{"board", "/engines/"},
		{"evidence", "/engines/bitecs/two-ors/"},
		{"reports", "/reports/"},
		{"benchmarks", "/docs/results/benchmarks/"},
		{"docs", "/docs/"},
		{"code", "/docs/embed/"},
		{"home", "/"},
	} {
		name, path := page[0], page[1]
		b.wide()
		b.do(chromedp.Navigate(server.URL+path), chromedp.WaitVisible("#main"), chromedp.WaitVisible("#search input"))
		b.pictures("site-" + name)
		script[int](b, `[...document.querySelectorAll("details")].map((e) => (e.open = true)).length`)
		b.legible(name)
		b.fits(name)
	}
	b.do(chromedp.SendKeys("#search input", aStatement))
	b.until(found, "the search finds the statement")
	b.until(`document.querySelector(".pagefind-ui__loading") === null`, "the search has finished")
	b.screenshot("site-2-search-narrow.png")
	b.legible("the search")
	b.fits("the search")
	require.Empty(t, b.errors)
}

// No page of the site violates a rule of axe-core, except contrast, which TestSiteInABrowser
// checks. All pages of statements and of clauses have the same form, so only some of them are
// checked.
func TestSiteIsAccessible(t *testing.T) {
	needsBrowser(t)
	built := filepath.Join(checkout, "site", "dist")
	axe, err := os.ReadFile(filepath.Join(checkout, "site", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		if os.Getenv(needSite) != "" {
			t.Fatal(err)
		}
		t.Skip("SKIPPED: the site is not built (make site builds it), so axe does not check it")
	}
	b := newBrowser(t)
	server := httptest.NewServer(http.FileServer(http.Dir(built)))
	t.Cleanup(server.Close)
	seen, alike := 0, map[string]int{}
	require.NoError(t, filepath.WalkDir(built, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(file) != ".html" {
			return err
		}
		page, _ := filepath.Rel(built, file)
		page = strings.TrimSuffix(filepath.ToSlash(page), "index.html")
		kind, name, _ := strings.Cut(page, "/")
		if every := map[string]int{"statements": 150, "clauses": 25}[kind]; every > 0 && name != "" {
			if alike[kind]++; alike[kind]%every != 1 && os.Getenv(allPages) == "" {
				return nil
			}
		}
		seen++
		b.do(chromedp.Navigate(server.URL+"/"+page), chromedp.WaitReady("body"))
		script[int](b, string(axe)+`; document.querySelectorAll("details").length`)
		b.until(`document.readyState === "complete"`, page)
		script[bool](b, `axe.run({ resultTypes: ["violations"], rules: { "color-contrast": { enabled: false } } }).then(({ violations }) => { window.axed = violations.map((v) => v.id + " " + v.nodes.map((n) => n.target + " " + n.html.slice(0, 90)).slice(0, 3).join(" | ")).join("\n"); }) && true`)
		b.until(`window.axed !== undefined`, page)
		assert.Empty(t, script[string](b, `window.axed`), page)
		return nil
	}))
	require.Greater(t, seen, 100)
}
