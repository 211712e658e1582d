package browser

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Environment variables. With the first, tests fail if there is no browser; the second is a folder
// for screenshots.
const (
	needBrowser   = "RELSPEC_NEED_BROWSER"
	screenshotsIn = "RELSPEC_SCREENSHOTS"
)

// browser is a tab of a headless Chromium.
type browser struct {
	t   *testing.T
	ctx context.Context

	mu       sync.Mutex
	requests []string // requests of pages
	errors   []string // errors in their scripts
}

// chromium is the browser that the tests share; it ends with the tests. It compiles WebAssembly
// only once and quickly: no test runs long enough to gain from a second, optimising compilation.
var chromium = sync.OnceValues(func() (context.Context, error) {
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath(browserName()), chromedp.NoSandbox, chromedp.WindowSize(1500, 1100),
		chromedp.WSURLReadTimeout(time.Minute),
		chromedp.Flag("disable-gpu", true), chromedp.Flag("js-flags", "--liftoff-only"))
	ctx, endProcess := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, endBrowser := chromedp.NewContext(ctx)
	endChromium = func() { endBrowser(); endProcess() }
	return ctx, chromedp.Do(ctx)
})

var endChromium = func() {}

// newBrowser opens a tab that shares no storage, cache or service worker with other tests.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	b, end := openTab(t)
	t.Cleanup(end)
	return b
}

// openTab opens a tab that stays open until end is called.
func openTab(t *testing.T) (b *browser, end func()) {
	t.Helper()
	needsBrowser(t)
	shared, err := chromium()
	require.NoError(t, err)
	ctx, endWait := context.WithTimeout(shared, 10*time.Minute)
	ctx, endTab := chromedp.NewContext(ctx, chromedp.WithNewBrowserContext())
	b = &browser{t: t, ctx: ctx}
	require.NoError(t, chromedp.Listen(ctx, b.event))
	_, err = chromedp.Call(ctx, network.Enable, network.EnableParams{})
	require.NoError(t, err)
	return b, func() { endTab(); endWait() }
}

// browserName returns the path of a Chromium, or "".
func browserName() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome-stable", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			return found
		}
	}
	return ""
}

// needsBrowser skips or fails the test if there is no Chromium.
func needsBrowser(t *testing.T) {
	t.Helper()
	if browserName() != "" {
		return
	}
	if os.Getenv(needBrowser) != "" {
		t.Fatal("there is no chromium on this machine; apt-get install chromium brings one")
	}
	t.Skip("SKIPPED: there is no chromium on this machine, so nothing is tested in a browser")
}

func (b *browser) event(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		b.requests = append(b.requests, e.Request.URL)
	case *runtime.EventExceptionThrown:
		b.errors = append(b.errors, e.ExceptionDetails.Text)
	}
}

// do runs actions in order.
func (b *browser) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 2*time.Minute)
	defer cancel()
	require.NoError(b.t, chromedp.Do(ctx, actions...))
}

// script evaluates an expression in the page.
func script[T any](b *browser, expression string) T {
	b.t.Helper()
	value, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression))
	require.NoError(b.t, err, expression)
	return value
}

// holds waits in the page until an expression is true. It evaluates it whenever the page changes,
// and ten times a second for values that are not in the page.
const holds = `new Promise((done) => {
	const tries = () => {
		let yes = false;
		try { yes = %s; } catch {} // for example, an element that does not exist yet
		if (!yes) return;
		changes.disconnect();
		clearInterval(timer);
		done(true);
	};
	const changes = new MutationObserver(tries);
	const timer = setInterval(tries, 100);
	changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
	tries();
})`

// until waits up to a minute for an expression to become true.
func (b *browser) until(expression, because string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool](fmt.Sprintf(holds, expression),
		chromedp.EvalAwaitPromise)); err != nil {
		require.NoError(b.t, err, "%s: %s\n%s", because, expression,
			script[string](b, `document.querySelector("main")?.innerText ?? "no page"`))
	}
}

// shown returns the number of visible elements that match a selector.
func (b *browser) shown(selector string) int {
	b.t.Helper()
	return script[int](b, fmt.Sprintf("[...document.querySelectorAll(%q)].filter((e) => e.checkVisibility()).length",
		selector))
}

// choose sets a form control as a user would.
func (b *browser) choose(id, value string) {
	b.t.Helper()
	script[bool](b, fmt.Sprintf("(() => { const e = document.getElementById(%q); e.value = %q; return e.dispatchEvent(new Event('input')); })()", id, value))
}

// prefers switches the page to the light or dark scheme, and turns off animations.
func (b *browser) prefers(scheme string) {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia,
		emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
		}})
	require.NoError(b.t, err)
}

// hardToRead is a script that lists texts with little contrast and controls without a name.
//
//go:embed testdata/legible.js
var hardToRead string

// legible fails if a text, light or dark, has little contrast, or if a control has no name.
func (b *browser) legible(where string) {
	b.t.Helper()
	var brightness []int
	for _, scheme := range []string{"dark", "light"} {
		b.prefers(scheme)
		assert.Empty(b.t, script[[]string](b, hardToRead), "%s, %s", where, scheme)
		brightness = append(brightness, script[int](b,
			`getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g).slice(0, 3).reduce((sum, c) => sum + Number(c), 0)`))
	}
	require.Less(b.t, brightness[0], 3*64, "%s is dark", where)
	require.Greater(b.t, brightness[1], 3*192, "%s is light", where)
}

// fits fails if the page is wider than a phone.
func (b *browser) fits(where string) {
	b.t.Helper()
	b.narrow()
	if wide := script[int](b, "document.documentElement.scrollWidth"); wide > 390 {
		assert.Fail(b.t, where+" is wider than a telephone", "%d: %v", wide, script[[]string](b, `[...document.querySelectorAll("body *")]
			.filter((e) => e.getBoundingClientRect().right > 391 && !e.closest("pre, .wide, svg")).map((e) => e.outerHTML.slice(0, 100))`))
	}
}

// narrow makes the page as wide as a phone.
func (b *browser) narrow() {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetDeviceMetricsOverride,
		emulation.SetDeviceMetricsOverrideParams{Width: 390, Height: 1000, DeviceScaleFactor: 1, Mobile: true})
	require.NoError(b.t, err)
}

// wide restores the width of the page.
func (b *browser) wide() {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetDeviceMetricsOverride,
		emulation.SetDeviceMetricsOverrideParams{Width: 1440, Height: 1300, DeviceScaleFactor: 1})
	require.NoError(b.t, err)
}

// picture returns a screenshot of the tab.
func (b *browser) picture() []byte {
	b.t.Helper()
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	require.NoError(b.t, err)
	return png
}

// screenshot saves a screenshot of the tab if requested, after transitions have ended.
func (b *browser) screenshot(name string) {
	b.t.Helper()
	if dir := os.Getenv(screenshotsIn); dir != "" {
		b.until(`document.getAnimations().every((a) => a.playState !== "running")`, "nothing moves")
		require.NoError(b.t, os.WriteFile(filepath.Join(dir, name), b.picture(), 0o644))
	}
}

// pictures saves screenshots of a page if requested: wide and narrow, light and dark.
func (b *browser) pictures(name string) {
	b.t.Helper()
	if os.Getenv(screenshotsIn) == "" {
		return
	}
	for _, scheme := range []string{"light", "dark"} {
		b.prefers(scheme)
		b.narrow()
		b.toHash()
		b.screenshot(name + "-narrow-" + scheme + ".png")
		b.wide()
		b.toHash()
		b.screenshot(name + "-wide-" + scheme + ".png")
	}
}

// toHash scrolls to the anchor in the address again, after a change of the width.
func (b *browser) toHash() {
	script[bool](b, `(document.getElementById(location.hash.slice(1))?.scrollIntoView(), true)`)
}
