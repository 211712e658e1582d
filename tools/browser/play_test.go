package browser

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/playground/link"
	"github.com/relspec/relspec/play"
	"github.com/relspec/relspec/spec"
)

// playPage returns the address of the page served by diffcheck play, which the tests share.
func playPage() string {
	if playing.server == nil {
		playing.server = httptest.NewServer(play.Handler())
	}
	return playing.server.URL + "/"
}

// playing is shared by the tests of the playground: a server, and a tab in which the page is loaded
// once.
var playing struct {
	server *httptest.Server
	player *player
	endTab func()
}

func endPlaying() {
	if playing.server != nil {
		playing.server.Close()
	}
}

// publishedPage serves the page with the engines in WebAssembly, or skips the test.
func publishedPage(t *testing.T) *httptest.Server {
	t.Helper()
	built := filepath.Join(checkout, "play", "dist")
	if _, err := os.Stat(filepath.Join(built, "index.html")); err != nil {
		if os.Getenv(needBrowser) != "" {
			t.Fatal(err)
		}
		t.Skip("SKIPPED: the published playground is not built (make play builds it), so it is not tested in a browser")
	}
	return httptest.NewServer(play.Static(os.DirFS(built)))
}

// player is the playground in a tab.
type player struct {
	*browser
	address string
	example link.State // the initial state of the page
}

// newPlayer shows a state on the shared page, or the page's own example for nil, and waits for the
// answer.
func newPlayer(t *testing.T, s *link.State) *player {
	t.Helper()
	needsBrowser(t)
	p := playing.player
	if p == nil {
		p = &player{address: playPage()}
		p.browser, playing.endTab = openTab(t)
		_, err := chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument,
			page.AddScriptToEvaluateOnNewDocumentParams{Source: plants})
		require.NoError(t, err)
		p.open(nil)
		require.Contains(t, p.text("#verdict"), "both engines agree", "the page begins with an example")
		p.example = p.linked(func(s *link.State) bool { return s.Query != "" })
		playing.player = p
	}
	p.t = t
	t.Cleanup(func() {
		if t.Failed() { // the next test gets a new tab
			playing.endTab()
			playing.player = nil
		}
	})
	if s == nil {
		s = &p.example
	}
	p.wide()
	p.prefers("light")
	script[bool](p.browser, `document.querySelectorAll("dialog[open]").forEach((d) => d.close()) ?? document.querySelectorAll("details").forEach((d) => (d.open = false)) ?? true`)
	p.show(&link.State{Profile: "flecs-3", World: "# " + t.Name()}) // clear the previous state
	p.show(s)
	return p
}

// open loads the page with a state.
func (p *player) open(s *link.State) {
	p.t.Helper()
	address := p.address
	if s != nil {
		fragment, err := s.Fragment()
		require.NoError(p.t, err)
		address += "#" + fragment
	}
	p.load(address)
}

func (p *player) load(address string) {
	p.t.Helper()
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address), chromedp.WaitVisible("html[data-ready]"))
	p.settle()
}

// linked waits until the state in the address satisfies a condition, and returns it.
func (p *player) linked(as func(*link.State) bool) link.State {
	p.t.Helper()
	var s link.State
	require.Eventually(p.t, func() bool {
		var err *spec.Error
		s, err = link.Parse(script[string](p.browser, "location.hash"))
		return err == nil && as(&s)
	}, time.Minute, 50*time.Millisecond, "the state in the address")
	return s
}

// settle waits until the page has answered all input.
func (p *player) settle() {
	p.t.Helper()
	p.until(`document.documentElement.dataset.state === "answered"`, "an answer")
}

func (p *player) text(selector string) string {
	p.t.Helper()
	return script[string](p.browser, fmt.Sprintf(`(() => { const e = document.querySelector(%q); return e === null ? "no such element" : e.innerText; })()`, selector))
}

// typed replaces the text of an editor. One line is typed by keys, several lines are pasted.
func (p *player) typed(editor, text string) {
	p.t.Helper()
	content := editor + " .cm-content"
	p.do(chromedp.Click(content, chromedp.NodeVisible), chromedp.KeyEvent("a", chromedp.KeyModifiers(2)),
		chromedp.KeyEvent(kb.Delete))
	if strings.Contains(text, "\n") {
		script[bool](p.browser, fmt.Sprintf(`(() => {
			const data = new DataTransfer(); data.setData("text/plain", %q);
			return document.querySelector(%q).dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })) || true;
		})()`, text, content))
	} else {
		p.do(chromedp.KeyEvent(text), chromedp.KeyEvent(kb.Escape))
	}
	p.until(fmt.Sprintf(`[...document.querySelectorAll(%q)].map((l) => l.textContent).join("\n") === %q`,
		content+" .cm-line", text), "the text")
	p.settle()
}

// rows returns the rows of the table with joined cells.
func (p *player) rows() []string {
	p.t.Helper()
	return script[[]string](p.browser, `[...document.querySelectorAll("#rows tbody tr")].map((r) => [...r.cells].map((c) => c.innerText).join(" "))`)
}

// quiet fails if a script threw an error, or if the page sent requests to other servers.
func (p *player) quiet() {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	require.Empty(p.t, p.errors)
	for _, url := range p.requests {
		own := strings.HasPrefix(url, p.address) || strings.HasPrefix(url, "blob:"+p.address) ||
			strings.HasPrefix(url, "data:") || strings.HasPrefix(url, "about:")
		require.True(p.t, own, "the page asked for %s", url)
	}
}

const playedWorld = "a relationship LocatedIn with Transitive\nManhattan (LocatedIn, NewYork)\nNewYork City, (LocatedIn, USA)\nRock"

func TestPlaygroundInABrowser(t *testing.T) {
	p := newPlayer(t, nil)
	require.Contains(t, p.text("#verdict"), "both engines agree")
	p.typed("#world", playedWorld)
	p.typed("#query", "(LocatedIn, USA)")
	require.ElementsMatch(t, []string{"NewYork (LocatedIn, USA)", "Manhattan (LocatedIn, USA)"}, p.rows())
	require.Positive(t, p.shown("#drawing .arrow.matched.derived"), "derived arrows must be dashed")
	require.Contains(t, p.text("#verdict"), "2 rows, both engines agree")

	for _, entity := range []string{"NewYork", "Manhattan"} { // in any order
		script[string](p.browser, fmt.Sprintf(`[...document.querySelectorAll("#rows tbody tr")].find((r) => r.cells[0].innerText === %q).click() ?? ""`, entity))
		p.until(fmt.Sprintf(`document.querySelector("#proof").innerText.includes("%s matches as (LocatedIn, USA)")`,
			entity), "the proof of the row")
	}
	require.Positive(t, p.shown("#proof .cite"))
	require.Positive(t, p.shown("#proof .statements dd"), "statements have their text")

	script[string](p.browser, `document.querySelectorAll("#rows tbody tr")[1].click() ?? ""`)
	second := p.linked(func(s *link.State) bool { return s.Row == 1 })
	proof := strings.Fields(p.rows()[1])[0] + " matches as"
	p.show(&link.State{Profile: "flecs-3", World: playedWorld, Query: "City"})
	p.show(&second)
	p.until(`document.querySelectorAll("#rows tbody tr")[1].getAttribute("aria-selected") === "true"`,
		"the address has the chosen row")
	p.until(fmt.Sprintf(`document.querySelector("#proof").innerText.includes(%q)`, proof), "and its proof is shown")

	p.do(chromedp.SendKeys("#why", "Rock"), chromedp.KeyEvent(kb.Enter))
	p.until(`document.querySelector("#proof").innerText.includes("Rock is not")`, "why not")
	p.quiet()
}

// This test covers the aids for writing and reading: completion, colours, the plan, order, access,
// keys.
func TestPlaygroundHelps(t *testing.T) {
	p := newPlayer(t, &link.State{Profile: "flecs-3", World: playedWorld, Query: "(LocatedIn, USA)"})
	completed := func(typed, want string) {
		t.Helper()
		p.do(chromedp.Click("#query .cm-content", chromedp.NodeVisible),
			chromedp.KeyEvent("a", chromedp.KeyModifiers(2)), chromedp.KeyEvent(kb.Delete), chromedp.KeyEvent(typed))
		p.until(fmt.Sprintf(`[...document.querySelectorAll(".cm-tooltip-autocomplete li")].some((e) => e.innerText === %q)`, want), "the completion "+want)
		p.do(chromedp.KeyEvent(kb.Escape))
	}
	completed("(Locat", "LocatedIn")
	completed("(Transi", "Transitive")
	completed("City(casc", "cascade")
	completed("(LocatedIn, $there), City($th", "$there")
	p.until(`document.querySelectorAll("#query .cm-line span").length > 3`, "words have colours")

	p.show(&link.State{
		Profile: "flecs-3", World: "a component P {x i32}\nb P {x: 3}\nc P {x: 1}\na P {x: 2}",
		Query: "[in] P", Kind: "cached", OrderBy: "P",
	})
	order := func() string {
		return script[string](p.browser, `[...document.querySelectorAll("#rows td.this")].map((e) => e.innerText).join(" ")`)
	}
	require.Equal(t, "c a b", order())
	require.Equal(t, "in", p.text("#rows .access"))
	p.do(chromedp.Click("#options summary"), chromedp.Click("#desc"))
	p.until(`[...document.querySelectorAll("#rows td.this")].map((e) => e.innerText).join(" ") === "b a c"`,
		"the other way round")
	p.until(`document.querySelector("#plan").textContent.includes("P")`, "the plan of fast")

	p.do(chromedp.Focus(`#rows tbody tr[tabindex="0"]`), chromedp.KeyEvent(kb.ArrowDown))
	p.until(`document.querySelector('#rows tr[aria-selected="true"] td.this').innerText === "a"`,
		"a row is chosen by keys")
	p.until(`document.querySelector("#proof").innerText.includes("a matches as P")`, "its proof")
	p.legible("a plan")
	p.quiet()
}

func TestPlaygroundShowsWhatIsWrong(t *testing.T) {
	p := newPlayer(t, &link.State{
		Profile: "flecs-3", World: "Bob (Likes Alice)\nBob (ChildOf, Bob)\n",
		Query: "Person,, City",
	})
	require.Contains(t, p.text("#world-problems"), "line 1, 12")
	require.Contains(t, p.text("#world-problems"), "cycle")
	require.Contains(t, p.text("#query-problem"), "syntax")
	require.Positive(t, p.shown("#query .cm-lintRange-error, #query .cm-lintPoint-error"))
	require.Positive(t, p.shown("#world .cm-lintRange-error, #world .cm-lintPoint-error"))
	require.Equal(t, "8", script[string](p.browser,
		`(() => { const d = document.querySelector("#query .cm-lintRange-error, #query .cm-lintPoint-error"); const r = document.createRange(); r.setStart(document.querySelector("#query .cm-line"), 0); r.setEndBefore(d); return String(r.toString().length + 1); })()`))
	p.legible("errors")
	p.quiet()
}

// The tour asks questions. Without a query the page lists steps and expectations. A button corrects
// a misspelt name.
func TestPlaygroundLeadsAround(t *testing.T) {
	p := newPlayer(t, nil)
	p.open(nil)
	require.Contains(t, p.text("#origin"), "Why is Bob in the USA?")
	require.Equal(t, []string{"Bob Person (LocatedIn, USA)"}, p.rows())
	script[bool](p.browser, `(() => { const t = document.querySelector("#tour"); t.value = "1"; return t.dispatchEvent(new Event("change")); })()`)
	p.until(`document.querySelector("#origin").innerText === "What is deleted with its parent?"`, "the second stop")
	p.until(`[...document.querySelectorAll("#rows tbody tr")].map((r) => r.cells[0].innerText).join() === "Anchor"`, "its rows")
	p.legible("the tour")

	p.show(&link.State{Profile: "flecs-3", World: "NewYork City\nNewYork has City\nNewYork has Town"})
	require.Equal(t, "1 of 2 expectations met", p.text("#verdict"))
	require.Equal(t, 1, p.shown("#rows .met"))
	require.Equal(t, 1, p.shown("#rows .unmet"))
	p.legible("steps")

	p.show(&link.State{Profile: "flecs-3", World: "NewYork City", Query: "City"})
	p.do(chromedp.Focus("#query .cm-content"), chromedp.KeyEvent(kb.End), chromedp.KeyEvent("x"), chromedp.KeyEvent(kb.Escape))
	p.until(`document.querySelector("#verdict").innerText === "both engines refuse the query"`, "Cityx is no name")
	require.Equal(t, 1, p.shown("#rows.stale table"), "the rows of the previous query must stay")
	p.legible("rows of a query before")
	p.press("#query-problem button")
	p.until(`document.querySelector("#query .cm-content").innerText === "City"`, "the name must be corrected")
	p.settle()
	require.Equal(t, 0, p.shown("#rows.stale"))
	p.quiet()
}

// A slow query is cut off. Without limits it can be cancelled, and the page then answers again.
// With diffcheck play the call ends when the page cancels it; there the test uses a fake, because
// no engine on this machine is reliably slow.
func TestPlaygroundCutsAndCancels(t *testing.T) {
	needsBrowser(t)
	engines := play.Handler()
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, in *http.Request) {
		text, _ := io.ReadAll(in.Body)
		if strings.Contains(string(text), `"long":true`) && strings.Contains(string(text), `T($a)`) {
			<-in.Context().Done()
			return
		}
		in.Body = io.NopCloser(bytes.NewReader(text))
		engines.ServeHTTP(out, in)
	}))
	t.Cleanup(server.Close)
	cancels(t, server)
}

func TestPublishedPlaygroundCutsAndCancels(t *testing.T) {
	needsBrowser(t)
	server := publishedPage(t)
	t.Cleanup(server.Close)
	cancels(t, server)
}

func cancels(t *testing.T, server *httptest.Server) {
	t.Helper()
	var world strings.Builder
	for i := range 60 {
		fmt.Fprintf(&world, "e%d  T\n", i)
	}
	p := &player{browser: newBrowser(t), address: server.URL + "/"}
	p.open(&link.State{
		Profile: "flecs-3", World: world.String(), Query: "T($a), T($b), T($c), T($d), T($e)",
		Kind: "rule",
	})
	require.Contains(t, p.text("#verdict"), "stopped at the limits")
	began := time.Now()
	p.do(chromedp.Click("#rows button", chromedp.NodeVisible), chromedp.WaitVisible("#cancel"))
	require.Less(t, script[float64](p.browser,
		`(() => { const t = performance.now(); document.body.offsetHeight; return performance.now() - t; })()`), 500.0,
		"the page is not frozen")
	p.do(chromedp.Click("#cancel"))
	p.until(`document.querySelector("#verdict").innerText === "Cancelled"`, "the engines must answer again")
	require.Less(t, time.Since(began), time.Minute)
	p.typed("#query", "T")
	require.Contains(t, p.text("#verdict"), "60 rows")
	p.quiet()
}

func TestPlaygroundSwitchesProfiles(t *testing.T) {
	p := newPlayer(t, &link.State{
		Profile: "flecs-3", World: "a tag Fruit\nApple (IsA, Fruit)\nBasket Apple\n",
		Query: "Fruit", Kind: "filter",
	})
	p.until(`document.querySelectorAll("#compared .profile").length >= 4`, "the profiles side by side")
	p.until(`document.querySelector("#compared-verdict").innerText.includes("in flecs-4 1 row ")`, "and how many rows")
	require.Regexp(t, `^because Fruit`, p.text("#compared .profile:not(.current) li p"), "with the reason")
	before := p.rows()
	switched := `[...document.querySelectorAll("#compared .profile:not(.current)")].find((e) => e.querySelector("li") !== null)`
	name := script[string](p.browser, switched+`.querySelector("h3").innerText`)
	script[string](p.browser, switched+`.querySelector("button").click() ?? ""`)
	p.settle()
	require.NotEqual(t, before, p.rows())
	require.Equal(t, name, script[string](p.browser,
		`[...document.querySelectorAll("#profiles button")].find((b) => b.getAttribute("aria-checked") === "true").textContent`))
	p.quiet()
}

// A link to a scenario opens it. Later changes go to the address, and can be opened again even if
// the server is gone.
func TestPlaygroundOpensItsLinksWithoutItsServer(t *testing.T) {
	needsBrowser(t)
	server := publishedPage(t)
	t.Cleanup(server.Close)
	p := &player{browser: newBrowser(t), address: server.URL + "/"}
	p.load(p.address + "#scenario=transitive-01")
	require.Contains(t, p.text("#origin"), "transitive-01")
	require.NotEmpty(t, p.rows())

	p.show(&link.State{Profile: "flecs-4", World: playedWorld, Query: "LocatedIn($this, $x)", Why: "Rock"})
	p.until(`document.querySelector("#proof").innerText.includes("Rock is not")`, "why not")
	p.do(chromedp.Click("#options summary"), chromedp.SendKeys("#vars", "x = USA"))
	p.settle()
	rows := p.rows()
	require.NotEmpty(t, rows)
	s := p.linked(func(s *link.State) bool { return s.Vars["x"] == "USA" })
	require.Equal(t, link.State{
		Profile: "flecs-4", World: playedWorld, Query: "LocatedIn($this, $x)", Why: "Rock",
		Vars: map[string]string{"x": "USA"},
	}, s)

	p.until(`navigator.serviceWorker.controller !== null`, "the page is stored")
	server.CloseClientConnections()
	server.Close()
	p.open(&s)
	require.Equal(t, rows, p.rows())
	require.Equal(t, "x = USA", script[string](p.browser, `document.querySelector("#vars").value`))
	p.until(`document.querySelector("#proof").innerText.includes("Rock is not")`, "why not")
	p.until(`document.querySelectorAll("#proof .statements dd").length > 0`, "the texts of the statements")
	p.do(chromedp.Click("#scenarios"), chromedp.WaitVisible("#picker-list li"))
	p.quiet()
}

func TestPlaygroundOpensScenarios(t *testing.T) {
	p := newPlayer(t, nil)
	p.do(chromedp.Click("#scenarios"), chromedp.WaitVisible("#picker-list li"),
		chromedp.SendKeys("#picker-search", "transitive"))
	p.until(`document.querySelectorAll("#picker-list li").length > 3 && document.querySelector("#picker-list").innerText.toLowerCase().includes("transitive")`, "scenarios")
	p.screenshot("play-picker.png")
	p.do(chromedp.KeyEvent(kb.ArrowDown))
	// Send an event instead of a key: the protocol would send the character to the focused button
	// after the dialog closes.
	script[bool](p.browser, `document.querySelector("#picker-search").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true })) || true`)
	p.until(`document.querySelector("#origin").innerText !== ""`, "the scenario")
	p.settle()
	require.NotEmpty(t, p.text("#origin"))
	require.NotContains(t, p.text("#world-problems"), "not met")
	total := script[int](p.browser, `Number(document.querySelector("#at").max)`)
	require.Greater(t, total, 1)
	p.do(chromedp.Click("#back"))
	p.settle()
	p.until(fmt.Sprintf(`document.querySelector("#step-text").innerText.startsWith("%d of %d")`, total-1, total),
		"one operation less")
	require.Positive(t, p.shown("#world .cm-current-step"))
	p.quiet()
}

// Exports run: the trace and the protocol with the command, the scenario on both engines, the Go
// test in its own module.
func TestPlaygroundExportsWhatReplays(t *testing.T) {
	p := newPlayer(t, &link.State{Profile: "flecs-3", World: playedWorld, Query: "(LocatedIn, $where)", Kind: "rule"})
	p.do(chromedp.Click("#export"), chromedp.WaitVisible("#exported"))
	exported := map[string]string{}
	for _, form := range []string{"scenario", "trace", "protocol", "go"} {
		p.do(chromedp.Click(`#forms [data-form="` + form + `"]`))
		p.until(`document.querySelector('#forms [data-form="`+form+`"]').getAttribute("aria-checked") === "true" && document.querySelector("#exported").innerText.length > 40 && document.querySelector("#exported").dataset.form === "`+form+`"`, form)
		exported[form] = p.text("#exported")
	}
	p.screenshot("play-export.png")
	trace := filepath.Join(t.TempDir(), "out.jsonl")
	require.NoError(t, os.WriteFile(trace, []byte(exported["trace"]), 0o644))
	out, code := diffcheck(t, "", "replay", trace, "--outcomes")
	require.Zero(t, code)
	require.Contains(t, out, "$where")
	out, code = diffcheck(t, exported["protocol"], "adapter", "--engine", "fast")
	require.Zero(t, code)
	require.NotContains(t, out, `"ok":false`)
	p.quiet()

	p.part("the scenario", func() {
		agree, err := runsAsScenario(exported["scenario"])
		require.NoError(p.t, err)
		require.True(p.t, agree)
		wrong := strings.Replace(exported["scenario"], "| Manhattan | USA", "| Manhattan | Rock", 1)
		require.NotEqual(p.t, exported["scenario"], wrong)
		agree, err = runsAsScenario(wrong)
		require.NoError(p.t, err)
		require.False(p.t, agree, "a wrong expectation fails")
	})
	p.part("the Go test", func() { runsInAModule(p.t, exported["go"]) })
}

// runsInAModule runs a test in a module that replaces relspec by this checkout, as an embedding
// program would.
func runsInAModule(t *testing.T, source string) {
	t.Helper()
	root, err := filepath.Abs(checkout)
	require.NoError(t, err)
	module, err := os.ReadFile(filepath.Join(root, "go.mod"))
	require.NoError(t, err)
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	require.NoError(t, err)
	const own = "module github.com/relspec/relspec\n"
	require.Contains(t, string(module), own)
	head := "module played\n\nrequire github.com/relspec/relspec v0.0.0\n\nreplace github.com/relspec/relspec => " +
		root + "\n"
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": strings.Replace(string(module), own, head, 1),
		"go.sum": string(sums), "playground_test.go": source,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	command := func(args ...string) (string, error) {
		c := exec.Command("go", args...)
		c.Dir, c.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod "+os.Getenv("GOFLAGS"), "GOWORK=off", "GOPROXY=off")
		out, err := c.CombinedOutput()
		return string(out), err
	}
	if out, err := command("list", "-deps", "github.com/relspec/relspec/oracle/enginetest"); err != nil {
		if os.Getenv(needBrowser) != "" {
			t.Fatal(err, out)
		}
		t.Skip("SKIPPED: the go command or a module is missing, so that the exported Go test is not run: " +
			err.Error() + "\n" + out)
	}
	out, err := command("test", "-vet=off", "-v", ".")
	require.NoError(t, err, out)
	require.Contains(t, out, "--- PASS: TestPlayground_")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "playground_test.go"),
		[]byte(strings.Replace(source, `"op":`, `"no":`, 1)), 0o644))
	out, err = command("test", "-vet=off", ".")
	require.Error(t, err, "a trace that cannot be run fails\n%s", out)
}

// This test prints the times promised by the issue. It does not check them under load, because
// other tests run at the same time.
func TestPlaygroundIsQuick(t *testing.T) {
	var world strings.Builder
	for i := range 50 {
		fmt.Fprintf(&world, "e%d  T, (R, e%d)\n", i, (i*7+1)%50)
	}
	p := newPlayer(t, &link.State{Profile: "flecs-3", World: world.String(), Query: "T, (R, $x)"})
	cold := script[float64](p.browser, `performance.getEntriesByName("first-answer")[0].startTime`)
	var typed []float64
	for _, query := range []string{"T, (R, $y)", "T, (R, $y), T($y)", "(R, $y), !(R, e3)", "T"} {
		p.typed("#query", query)
		typed = append(typed, script[float64](p.browser, `performance.getEntriesByName("answer").at(-1).duration`))
	}
	t.Logf("first answer of a cold visit after %.0f ms, while typing %.0f ms", cold, typed)
	require.Less(t, cold, 30_000.0)
	for _, ms := range typed {
		require.Less(t, ms, 3_000.0)
	}
}

// Screenshots of the page: wide and narrow, light and dark. Nothing is wider than the window.
func TestPlaygroundScreenshots(t *testing.T) {
	p := newPlayer(t, nil)
	for _, size := range []struct {
		name          string
		width, height int64
		mobile        bool
	}{{"wide", 1440, 1500, false}, {"narrow", 390, 2600, true}} {
		for _, scheme := range []string{"light", "dark"} {
			_, err := chromedp.Call(p.ctx, emulation.SetDeviceMetricsOverride,
				emulation.SetDeviceMetricsOverrideParams{
					Width: size.width, Height: size.height, DeviceScaleFactor: 1,
					Mobile: size.mobile,
				})
			require.NoError(t, err)
			_, err = chromedp.Call(p.ctx, emulation.SetEmulatedMedia,
				emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{
					Name:  "prefers-color-scheme",
					Value: scheme,
				}}})
			require.NoError(t, err)
			p.until(`document.querySelectorAll("#compared .profile").length >= 4`, "all parts")
			require.LessOrEqual(t, script[int64](p.browser, "document.documentElement.scrollWidth"), size.width,
				"nothing is wider than the window")
			p.screenshot(fmt.Sprintf("play-%s-%s.png", size.name, scheme))
		}
	}
	p.quiet()
}
