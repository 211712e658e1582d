package browser

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// With this environment variable the test fails where "make site" has built nothing.
const needSite = "RELSPEC_NEED_SITE"

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

	// The contents of the specification lead to a chapter, whose examples open in the playground. The search finds
	// clauses.
	b.do(chromedp.Navigate(server.URL+"/specification/"), chromedp.Click(`.chapters a[href="/specification/cleanup/"]`),
		chromedp.WaitVisible(`a[rel="next"][href="/specification/change/"]`))
	require.Positive(t, b.shown("a.play"))
	b.do(chromedp.SendKeys("#find", "dead-target"))
	b.until(`document.querySelector("#found a")?.href.endsWith("/specification/cleanup/#cleanup.dead-target")`, "the search finds the clause")
	b.screenshot("site-4-chapter.png")

	// The example of a clause opens in the playground of the site, and is answered there.
	b.do(chromedp.Navigate(server.URL+"/clauses/"), chromedp.WaitVisible(`a[href="/clauses/toggle.hides/"]`),
		chromedp.Navigate(server.URL+"/clauses/toggle.hides/"), chromedp.WaitVisible("a.button.play"))
	require.Contains(t, script[string](b, `document.querySelector(".clause").innerText`), "switches one owned id off")
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
	require.Equal(t, 7, b.shown(".engine"))

	// Every kind of page, all that is folded opened, can be read light and dark, and on a telephone.
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
	b.until(`document.querySelector(".pagefind-ui__loading") === null`, "all that it has found is there")
	b.screenshot("site-2-search-narrow.png")
	b.legible("the search")
	b.fits("the search")
	require.Empty(t, b.errors)
}
