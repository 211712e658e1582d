package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/misbehaving"
	"github.com/relspec/relspec/internal/playground/link"
)

// Statements that the tests look for. They are not written literally, because ids in a test count
// as citations.
const (
	aStatement       = "REL" + "-131"
	anotherStatement = "QRY" + "-079"
)

// plantedRun tests the adapter with the planted bugs on some traces, and returns the run as JSON.
// The findings are in dir.
func plantedRun(t *testing.T, dir string, traces ...string) string {
	t.Helper()
	args := []string{"test", "--adapter", "'" + os.Args[0] + "'", "--duration", "0", "--save", dir, "--json"}
	for i, trace := range traces {
		path := filepath.Join(t.TempDir(), fmt.Sprintf("%d.jsonl", i))
		require.NoError(t, os.WriteFile(path, []byte(trace), 0o644))
		args = append(args, "--trace", path)
	}
	out, code := diffcheck(t, "", args...)
	require.Equal(t, 1, code, "the bugs are found")
	return out
}

func TestReportInABrowser(t *testing.T) {
	needsBrowser(t)
	page, runs := filepath.Join(t.TempDir(), "report.html"), t.TempDir()
	scenarios, code := diffcheck(t, "", "run", "scenarios", "--json")
	require.Zero(t, code)
	for name, run := range map[string]string{
		"a.json": plantedRun(t, t.TempDir(), misbehaving.StaysTrace, misbehaving.HidesTrace),
		"b.json": scenarios,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(runs, name), []byte(run), 0o644))
	}
	_, code = diffcheck(t, "", "report", runs, "--html", page)
	require.Zero(t, code)
	b := newBrowser(t)

	b.do(chromedp.Navigate("file://"+page), chromedp.WaitVisible("#findings"))
	require.Equal(t, 1, b.shown("#findings .body"), "the first finding is open")
	require.Positive(t, b.shown("#finding-1 svg .arrow.extra"), "its drawing shows the pair that should be gone")
	require.Positive(t, b.shown("#finding-1 .diff .extra"))
	opened := b.picture()
	b.screenshot("report-1-opened.png")

	require.Zero(t, b.shown("#finding-2 .body"))
	// both have the same cause
	script[bool](b, `document.querySelector("#finding-2").parentElement.closest("details").open = true`)
	b.do(chromedp.Click("#finding-2 > summary", chromedp.NodeVisible))
	require.Equal(t, 1, b.shown("#finding-2 .body"), "a click expands a finding")
	require.Positive(t, b.shown("#finding-2 svg .arrow.missing"), "its drawing shows the pair of the missing row")
	require.Positive(t, b.shown("#finding-2 .diff .missing"))
	require.Positive(t, b.shown("#finding-2 .why"))
	b.do(chromedp.ScrollIntoView("#finding-2 .drawing"))
	require.NotEqual(t, opened, b.picture())
	b.screenshot("report-2-expanded.png")

	require.Zero(t, b.shown(".statement.item"), "statements are folded")
	b.do(chromedp.SendKeys("#search", anotherStatement))
	b.do(chromedp.WaitVisible("#" + anotherStatement)) // unpacked by the script
	require.Positive(t, b.shown("#"+anotherStatement+" li a"), "with the cases that cite it")
	require.Equal(t, 1, b.shown("#"+anotherStatement), "the filter opens what it finds")
	require.Less(t, b.shown(".statement.item"), 10)
	require.Zero(t, b.shown("#summary"), "sections without a match must be hidden")
	script[bool](b, `document.querySelector('nav a[href="#summary"]').click() ?? true`)
	b.do(chromedp.WaitVisible("#summary"))
	require.Empty(t, script[string](b, `document.getElementById("search").value`),
		"a link to a hidden section must clear the filter")
	b.do(chromedp.SendKeys("#search", anotherStatement))
	b.do(chromedp.ScrollIntoView("#" + anotherStatement))
	b.screenshot("report-3-filtered.png")

	b.choose("search", "")
	require.Zero(t, b.shown(".statement.item"), "without a filter everything must be folded")
	b.do(chromedp.Click(`.chip input[value="failed"]`))
	require.Positive(t, b.shown("#findings .item"))
	for _, status := range script[[]string](b,
		`[...document.querySelectorAll(".item:not([hidden])")].map((e) => e.dataset.status)`) {
		require.Contains(t, status, ":failed")
	}
	b.choose("implementation", "1")
	require.Zero(t, b.shown("#findings .item"), "the model has no findings")
	b.choose("implementation", "")
	b.do(chromedp.Click(`.chip input[value="failed"]`))

	require.Zero(t, b.shown("#"+aStatement))
	script[string](b, `location.hash = "#`+aStatement+`"`)
	b.do(chromedp.WaitVisible("#" + aStatement))
	b.screenshot("report-4-statement.png")
	script[string](b, `location.hash = "#matrix"`)
	b.pictures("report-matrix")

	b.legible("a report")
	b.fits("a report")
	b.screenshot("report-6-narrow.png")

	b.mu.Lock()
	defer b.mu.Unlock()
	require.Empty(t, b.errors)
	require.NotEmpty(t, b.requests)
	for _, url := range b.requests {
		require.True(t, strings.HasPrefix(url, "file://"), "the page asked for %s", url)
	}
}

// The page in the folder of a finding has no filter. It shows the finding unfolded.
func TestPageOfAFindingInABrowser(t *testing.T) {
	needsBrowser(t)
	dir := t.TempDir()
	plantedRun(t, dir, misbehaving.HidesTrace)
	pages, err := filepath.Glob(filepath.Join(dir, "*", "report.html"))
	require.NoError(t, err)
	require.Len(t, pages, 1)
	b := newBrowser(t)
	b.do(chromedp.Navigate("file://"+pages[0]), chromedp.WaitVisible("#findings"))
	require.Equal(t, 1, b.shown("#finding-1 .body"))
	require.Positive(t, b.shown("#finding-1 .trace .differs"))
	require.Positive(t, b.shown("#finding-1 .diff"))
	require.Positive(t, b.shown("#finding-1 .drawing svg"))
	require.Zero(t, b.shown("#finding-1 .more pre"), "other forms are folded")
	b.do(chromedp.Click("#finding-1 .more > summary", chromedp.NodeVisible))
	require.Equal(t, 1, b.shown("#finding-1 .more pre"))
	b.pictures("finding")
	b.fits("the page of a finding")
	_, fragment, _ := strings.Cut(script[string](b, `document.querySelector('#finding-1 a[href*="#v1="]').href`), "#")
	played, refusal := link.Parse(fragment)
	require.Nil(t, refusal)
	require.NotEmpty(t, played.World, "the page links to the playground")
	require.NotEmpty(t, played.Query)
	b.mu.Lock()
	defer b.mu.Unlock()
	require.Empty(t, b.errors)
	for _, url := range b.requests {
		require.True(t, strings.HasPrefix(url, "file://"), "the page asked for %s", url)
	}
}
