package cli

import (
	"net/http/httptest"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/inspect"
)

func TestALiveWorldInABrowser(t *testing.T) {
	b := newBrowser(t)
	w := fast.NewWorld()
	docked, port := w.NewRelationship("Docked", fast.Exclusive), w.NewTag("Genoa")
	ship := w.SpawnWith(fast.Pair(docked, port))
	require.NoError(t, w.SetName(ship, "Santa"))
	require.NoError(t, w.SetName(w.SpawnWith(fast.Pair(fast.ChildOf, ship)), "mast"))

	inspector := inspect.New(w, inspect.Options{})
	server := httptest.NewServer(inspector)
	steps, done := make(chan func()), make(chan struct{})
	go func() { // the program
		for {
			select {
			case step := <-steps:
				step()
			case <-done:
				return
			case <-time.After(time.Millisecond):
			}
			inspector.Poll()
		}
	}()
	t.Cleanup(func() { server.CloseClientConnections(); server.Close(); close(done) })
	until := func(expression, because string) {
		t.Helper()
		require.Eventually(t, func() bool { return script[bool](b, expression) }, time.Minute, 20*time.Millisecond, because)
	}

	b.do(chromedp.Navigate(inspector.Address(server.Listener.Addr().String())), chromedp.WaitVisible("#tree li"))
	until(`document.getElementById("stats").textContent.includes("entities")`, "the page tells how much there is")
	b.do(chromedp.Click(`button[aria-label="children of Santa"]`), chromedp.WaitVisible("#tree ul li"))
	require.Contains(t, script[string](b, `document.querySelector("#tree ul").innerText`), "mast")

	b.do(chromedp.SendKeys("#text", "(Docked, $port)"), chromedp.Click("#watch"), chromedp.WaitVisible("#rows tr"))
	require.Contains(t, script[string](b, `document.getElementById("rows").innerText`), "Santa")
	b.do(chromedp.Click("#rows button"), chromedp.WaitVisible("#ids tr"))
	require.Contains(t, script[string](b, `document.getElementById("ids").innerText`), "(Docked, Genoa)")

	b.do(chromedp.WaitVisible("#changes"))
	steps <- func() { require.NoError(t, w.SetName(w.SpawnWith(fast.Pair(docked, port)), "Pinta")) }
	until(`document.getElementById("log").innerText.includes("+ Pinta")`, "who comes to match is told")
	b.screenshot("inspect-1.png")
	b.narrow()
	require.LessOrEqual(t, script[int](b, "document.documentElement.scrollWidth"), 390)
	b.screenshot("inspect-2-phone.png")
	require.Empty(t, b.errors)
}
