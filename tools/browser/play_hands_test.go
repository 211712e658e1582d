package browser

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	devtools "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/playground/link"
)

// feature is another file that a user drops.
//
//go:embed testdata/tags.feature
var feature string

// trace is a file that a user drops on the page.
const trace = `{"format":"relspec-trace","version":1,"profile":"flecs-3","note":"two cities"}
{"op":"entity","entity":"City","name":"City"}
{"op":"entity","entity":"LocatedIn","name":"LocatedIn","ids":["Transitive"]}
{"op":"entity","entity":"usa","name":"USA"}
{"op":"entity","entity":"ny","name":"NewYork","ids":["City",["LocatedIn","usa"]]}
{"op":"entity","entity":"bob","name":"Bob","ids":[["LocatedIn","ny"]]}
{"op":"entity","entity":"rock"}
{"op":"query","expr":"(LocatedIn, $place), City($place)","kind":"rule"}
{"op":"query","expr":"!City","kind":"filter"}
`

// plants lets a test replace the answer of the engines: page.planted, as text.
const plants = `{
	const real = window.fetch;
	window.fetch = async (...asked) => {
		const answer = await real(...asked);
		const planted = asked[0] === "call" && window.planted !== undefined && (await answer.clone().json()).ok?.drawing !== undefined;
		return planted ? new Response(window.planted) : answer;
	};
}`

// part runs a subtest in the tab of another test.
func (p *player) part(name string, test func()) {
	outer := p.t
	defer func() { p.t = outer }()
	outer.Run(name, func(t *testing.T) {
		p.t = t
		test()
	})
}

// show opens a state by its address, whatever address the page itself writes at the same time.
func (p *player) show(s *link.State) {
	p.t.Helper()
	fragment, err := s.Fragment()
	require.NoError(p.t, err)
	script[bool](p.browser, fmt.Sprintf(`(() => { location.hash = %q; return dispatchEvent(new HashChangeEvent("hashchange")); })()`, fragment))
	p.until(edits("#world", s.World)+" && "+edits("#query", s.Query), "the state of the address")
	p.settle()
}

// edits is true if an editor contains a text. The editor draws only the visible lines.
func edits(editor, text string) string {
	return fmt.Sprintf(`(() => {
		const drawn = [...document.querySelectorAll("%s .cm-line")].map((l) => (l.querySelector(".cm-placeholder") ? "" : l.textContent)).join("\n");
		const text = %q;
		return drawn === text || (drawn.length > 200 && text.startsWith(drawn));
	})()`, editor, text)
}

// This test runs everything that users do with the mouse and keyboard, in one tab.
func TestPlaygroundByHand(t *testing.T) {
	p := newPlayer(t, &link.State{Profile: "flecs-3", World: playedWorld, Query: "(LocatedIn, USA)"})
	p.part("a click in the drawing explains an entity", p.clicksInTheDrawing)
	p.part("order and groups", p.ordersAndGroups)
	p.part("Ctrl+K", p.searchesByKeys)
	p.part("steps", p.stepsForthAndBack)
	p.part("engines that differ", p.showsADifference)
	p.part("a file", p.opensFiles)
	p.part("a trace as world", p.readsTraces)
	p.part("copies and saves", p.copiesAndSaves)
	p.quiet()
}

// press clicks on an element by selector. A click by position could miss, because content that
// loads late moves the elements below it.
func (p *player) press(selector string) {
	p.t.Helper()
	p.until(fmt.Sprintf(`document.querySelector(%q)?.dispatchEvent(new MouseEvent("click", { bubbles: true })) ?? false`, selector), "an element to click on")
}

func (p *player) clicksInTheDrawing() {
	p.press(`#drawing [aria-label="Why Rock"] rect`)
	p.until(`document.querySelector("#proof").innerText.includes("Rock is not")`, "why not")
	require.Equal(p.t, "Rock", script[string](p.browser, `document.querySelector("#why").value`))
	p.press(`#drawing [aria-label="Why Manhattan"] rect`)
	p.until(`document.querySelector("#proof").innerText.includes("Manhattan is in the answer")`, "why")
	p.do(chromedp.Focus(`#drawing [aria-label="Why USA"]`), chromedp.KeyEvent(kb.Enter))
	p.until(`document.querySelector("#proof").innerText.includes("USA is not")`, "the key must run the query")
	p.legible("why not")
}

func (p *player) ordersAndGroups() {
	p.show(&link.State{
		Profile: "flecs-3",
		World:   "a component P {x i32}\nb P {x: 3}, (Team, Red)\nc P {x: 1}, (Team, Blue)\na P {x: 2}, (Team, Red)\nd P {x: 0}", Query: "P",
	})
	names := func() string {
		return script[string](p.browser, `[...document.querySelectorAll("#rows td.this")].map((e) => e.innerText).join(" ")`)
	}
	p.do(chromedp.Click("#options summary"), chromedp.SendKeys("#order", "P"))
	p.choose("kind", "cached")
	p.settle()
	p.until(`document.querySelector("#options-set").innerText.includes("ordered")`, "the page lacks the selected option")
	require.Equal(p.t, "d c a b", names())
	p.do(chromedp.Click("#desc"))
	p.settle()
	require.Equal(p.t, "b a c d", names())
	p.do(chromedp.Click("#desc"), chromedp.SendKeys("#group", "Team"))
	p.settle()
	require.Equal(p.t, "group $this P",
		strings.Join(script[[]string](p.browser, `[...document.querySelectorAll("#rows th")].map((e) => e.innerText)`),
			" "))
	groups := map[string]string{}
	for _, row := range p.rows() {
		cells := strings.Fields(row)
		groups[cells[0]] += cells[1]
	}
	require.Equal(p.t, map[string]string{"Red": "ab", "Blue": "c", "none": "d"}, groups, "%v", p.rows())
	require.Contains(p.t, p.text("#verdict"), "both engines agree")
	p.legible("options and groups")
	p.do(chromedp.Click("#options summary"))
}

func (p *player) searchesByKeys() {
	p.do(chromedp.Focus("#why"), chromedp.KeyEvent("k", chromedp.KeyModifiers(2)),
		chromedp.WaitVisible("#picker[open] #picker-list li"))
	require.Equal(p.t, "picker-search", script[string](p.browser, "document.activeElement.id"), "the input must have the focus")
	require.Greater(p.t, script[int](p.browser, `document.querySelectorAll("#picker-list li").length`), 50)
	p.do(chromedp.KeyEvent("transitive-01 flecs-4.1"))
	p.until(`document.querySelectorAll("#picker-list li").length === 1`, "an id and a profile must find one scenario")
	p.do(chromedp.KeyEvent(kb.Escape))
	p.until(`!document.querySelector("#picker").open`, "Escape must close the picker")
	require.Empty(p.t, p.text("#origin"), "nothing was chosen")
	p.do(chromedp.KeyEvent("k", chromedp.KeyModifiers(2)), chromedp.WaitVisible("#picker[open] #picker-list li"),
		chromedp.KeyEvent(aStatement+" flecs-3"))
	p.until(`document.querySelectorAll("#picker-list li").length < 50`, "a statement finds scenarios")
	require.Positive(p.t, p.shown("#picker-list li"))
	p.legible("the picker")
	p.do(chromedp.KeyEvent(kb.Escape))
}

func (p *player) stepsForthAndBack() {
	p.show(&link.State{
		Profile: "flecs-3", World: "Alice Person\nBob Person\nBob is deleted\nCarol Person",
		Query: "Person",
	})
	total := script[int](p.browser, `Number(document.querySelector("#at").max)`)
	at := func() int { return script[int](p.browser, `Number(document.querySelector("#at").value)`) }
	disabled := func(id string) bool {
		return script[bool](p.browser, fmt.Sprintf("document.getElementById(%q).disabled", id))
	}
	require.Equal(p.t, total, at())
	require.True(p.t, disabled("forth"), "no operation follows the last one")
	press := func(id string, now int) string {
		p.do(chromedp.Click("#" + id))
		p.until(fmt.Sprintf(`document.querySelector("#step-text").innerText.startsWith("%d of %d")`, now, total), id)
		p.settle()
		return strings.Join(p.rows(), "\n")
	}
	seen := map[int]string{total: strings.Join(p.rows(), "\n")}
	for now := total - 1; now >= 1; now-- {
		seen[now] = press("back", now)
		require.Equal(p.t, 1, p.shown("#world .cm-current-step"), "the line of the operation is marked")
	}
	require.True(p.t, disabled("back"))
	require.Positive(p.t, p.shown("#world .cm-later-step"), "lines that are not applied are pale")
	p.legible("a step")
	for now := 2; now <= total; now++ {
		require.Equal(p.t, seen[now], press("forth", now), "operation %d", now)
	}
	require.Zero(p.t, p.shown("#world .cm-current-step"))
	bobs := 0
	for now := 1; now < total; now++ {
		if strings.Contains(seen[now], "Bob") {
			bobs++
			require.NotContains(p.t, seen[now], "Carol")
		}
	}
	require.Positive(p.t, bobs, "the query must run on the world after the selected operation")
	require.NotContains(p.t, seen[total], "Bob")
	require.Contains(p.t, seen[total], "Carol")
	p.do(chromedp.Focus("#at"), chromedp.KeyEvent(kb.Home))
	p.until(`document.querySelector("#step-text").innerText.startsWith("1 of")`, "the slider, too")
	p.do(chromedp.KeyEvent(kb.End))
	p.until(fmt.Sprintf(`document.querySelector("#step-text").innerText.startsWith("%d of")`, total), "the slider, too")
	p.settle()
}

// The answer comes from a test of package playground, in which the second engine is wrong. The
// built-in engines agree.
func (p *player) showsADifference() {
	answer, err := os.ReadFile(filepath.Join(checkout, "internal", "playground", "testdata", "golden", "differ.json"))
	require.NoError(p.t, err)
	script[bool](p.browser, fmt.Sprintf("(window.planted = %q) !== ''", answer))
	p.show(&link.State{
		Profile: "flecs-3", World: playedWorld + "\nManhattan has (LocatedIn, NewYork)",
		Query: "(LocatedIn, USA)",
	})
	require.Equal(p.t, "the engines differ", p.text("#verdict"))
	require.Equal(p.t, 1, p.shown("#verdict.bad"))
	require.Subset(p.t, p.rows(), []string{
		"model only Manhattan (LocatedIn, USA)", "fast only Rock (LocatedIn, USA)",
		"both NewYork (LocatedIn, USA)",
	})
	require.Contains(p.t, p.text("#rows .difference"), "Rock")
	require.Contains(p.t, p.text("#world-problems"), "fast gives another answer: false", "so does an operation")
	require.Positive(p.t, p.shown("#drawing .arrow.missing"))
	require.Positive(p.t, p.shown("#drawing .arrow.extra"))
	require.Contains(p.t, p.text("#legend"), "only the model")
	require.Contains(p.t, p.text("#legend"), "only fast")
	require.Contains(p.t, p.text("#vocabulary .difference"), "Stone", "the worlds differ, too")
	p.screenshot("play-differ.png")
	p.legible("engines that differ")
	script[bool](p.browser, "delete window.planted")
	p.show(&link.State{Profile: "flecs-3", World: playedWorld, Query: "(LocatedIn, USA)"})
	require.Contains(p.t, p.text("#verdict"), "both engines agree")
}

// chosen presses the button that opens a file, and selects a file with the text.
func (p *player) chosen(name, text string) {
	p.t.Helper()
	file := filepath.Join(p.t.TempDir(), name)
	require.NoError(p.t, os.WriteFile(file, []byte(text), 0o644))
	ctx, cancel := context.WithTimeout(p.ctx, time.Minute)
	defer cancel()
	asked, err := chromedp.Run(ctx, chromedp.WaitEvent(page.FileChooserOpened, nil, chromedp.Click("#open")))
	require.NoError(p.t, err)
	_, err = chromedp.Call(p.ctx, dom.SetFileInputFiles,
		dom.SetFileInputFilesParams{Files: []string{file}, BackendNodeID: asked.BackendNodeID})
	require.NoError(p.t, err)
}

func (p *player) opensFiles() {
	_, err := chromedp.Call(p.ctx, page.SetInterceptFileChooserDialog,
		page.SetInterceptFileChooserDialogParams{Enabled: true})
	require.NoError(p.t, err)
	world := func() string { return p.text("#world .cm-content") }
	p.chosen("city.jsonl", trace)
	p.until(`document.querySelector("#query .cm-content").innerText === "!City"`, "the query of the trace")
	p.settle()
	require.Contains(p.t, world(), "LocatedIn")
	require.Contains(p.t, world(), "Bob")
	require.NotEmpty(p.t, p.rows())
	require.Empty(p.t, script[string](p.browser, `document.querySelector("#file").value`),
		"the same file can be opened again")

	p.chosen("tags.feature", feature)
	p.until(`document.querySelector("#query .cm-content").innerText === "T"`, "the query of the first scenario")
	p.settle()
	require.Contains(p.t, world(), "a gets T")
	require.Equal(p.t, []string{"a T"}, p.rows())

	p.chosen("letter.txt", "Dear reader\n")
	p.until(`document.querySelector("#toast.shown") !== null && /^the file (has no scenario|is neither)/.test(document.querySelector("#toast").innerText)`, "another file is refused")
	require.Contains(p.t, world(), "a gets T", "and the world stays")
}

func (p *player) readsTraces() {
	p.typed("#query", "T")
	p.typed("#world", `{"op":"entity","entity":"T"}`+"\n"+`{"op":"entity","entity":"a","ids":["T"]}`+"\n"+`{"op":"entity","entity":"b"}`)
	require.Equal(p.t, []string{"a T"}, p.rows())
	require.Empty(p.t, p.text("#world-problems"))
	p.typed("#world", `{"op":"entity","entity":"T"}`+"\n"+`{"op":"entty"}`)
	require.Contains(p.t, p.text("#world-problems"), "line 2")
}

func (p *player) copiesAndSaves() {
	own := chromedp.FromContext(p.ctx).BrowserContextID
	for _, name := range []string{"clipboard-read", "clipboard-write"} {
		_, err := chromedp.CallBrowser(p.ctx, devtools.SetPermission, devtools.SetPermissionParams{
			Permission: &devtools.PermissionDescriptor{Name: name}, Setting: devtools.PermissionSettingGranted,
			Origin: strings.TrimSuffix(p.address, "/"), BrowserContextID: own,
		})
		require.NoError(p.t, err)
	}
	folder := p.t.TempDir()
	_, err := chromedp.CallBrowser(p.ctx, devtools.SetDownloadBehavior, devtools.SetDownloadBehaviorParams{
		Behavior: devtools.SetDownloadBehaviorBehaviorAllow, DownloadPath: folder, BrowserContextID: own,
	})
	require.NoError(p.t, err)
	p.show(&link.State{Profile: "flecs-3", World: playedWorld, Query: "(LocatedIn, USA)"})
	p.do(chromedp.Click("#export"), chromedp.WaitVisible("#exported"))
	for form, name := range map[string]string{
		"scenario": "playground.feature", "trace": "playground.jsonl",
		"protocol": "requests.jsonl", "go": "playground_test.go",
	} {
		p.do(chromedp.Click(`#forms [data-form="` + form + `"]`))
		p.until(`document.querySelector("#exported").dataset.form === "`+form+`" && document.querySelector("#download").innerText === "Save `+name+`"`, form)
		shown := script[string](p.browser, `document.querySelector("#exported").textContent`)
		script[string](p.browser, `document.querySelector("#toast").innerText = ""`)
		p.do(chromedp.Click("#copy"))
		require.Eventually(p.t, func() bool { return p.clipboard() == shown }, time.Minute, 10*time.Millisecond,
			"the visible text must be copied: %s", form)
		p.until(`document.querySelector("#toast").textContent === "Copied."`, "no message about the copied text")
		p.do(chromedp.Click("#download"))
		require.Eventually(p.t, func() bool {
			saved, err := os.ReadFile(filepath.Join(folder, name))
			return err == nil && string(saved) == shown
		}, time.Minute, 10*time.Millisecond, "%s is saved", name)
	}
	p.legible("an export")
	p.do(chromedp.Click("#exporter [data-close]"), chromedp.Click("#share"))
	p.until(`document.querySelector("#toast").innerText === "Link copied."`, "no message about the copied text")
	copied, refusal := link.Parse(p.clipboard()[len(p.address):])
	require.Nil(p.t, refusal)
	require.Equal(p.t, link.State{Profile: "flecs-3", World: playedWorld, Query: "(LocatedIn, USA)"}, copied)
}

// clipboard returns the text in the clipboard.
func (p *player) clipboard() string {
	p.t.Helper()
	text, err := chromedp.Run(p.ctx, chromedp.Evaluate[string]("navigator.clipboard.readText()",
		chromedp.EvalAwaitPromise))
	require.NoError(p.t, err)
	return text
}
