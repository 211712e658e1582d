package browser

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/inspect"
)

// cargo is a value that is changed from the page.
type cargo struct{ Tons int }

// A running program, in its own page and in the playground.
func TestALiveWorldInABrowser(t *testing.T) {
	b := newBrowser(t)
	w := fast.NewWorld()
	docked, port := w.NewRelationship("Docked", fast.Exclusive), w.NewTag("Genoa")
	ship := w.SpawnWith(fast.Pair(docked, port))
	require.NoError(t, w.SetName(ship, "Santa"))
	require.NoError(t, w.SetName(w.SpawnWith(fast.Pair(fast.ChildOf, ship)), "mast"))

	tons := fast.Register[cargo](w)
	require.NoError(t, tons.Set(ship, cargo{3}))
	inspector := inspect.New(w, inspect.Options{Edit: true})
	inspector.Show("moored", fast.NewQuery0(w, fast.Text("(Docked, $where)")))
	// The program of a user may be busy: what the page shows before an answer comes is another question's.
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, in *http.Request) {
		time.Sleep(200 * time.Millisecond)
		inspector.ServeHTTP(out, in)
	}))
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

	b.do(chromedp.Navigate(inspector.Address(server.Listener.Addr().String())), chromedp.WaitVisible("#tree li"))
	b.until(`document.getElementById("stats").textContent.includes("entities")`, "the page tells how much there is")
	b.do(chromedp.Click(`button[aria-label="children of Santa"]`), chromedp.WaitVisible("#tree ul li"))
	require.Contains(t, script[string](b, `document.querySelector("#tree ul").innerText`), "mast")

	b.do(chromedp.SendKeys("#text", "(Docked, $port)"), chromedp.Click("#watch"))
	b.until(`document.getElementById("watching").innerText.startsWith("since ")`, "changes are watched")
	require.Contains(t, script[string](b, `document.getElementById("rows").innerText`), "Santa")
	b.do(chromedp.Click("#rows button"), chromedp.WaitVisible("#ids tr"))
	require.Contains(t, script[string](b, `document.getElementById("ids").innerText`), "(Docked, Genoa)")

	steps <- func() { require.NoError(t, w.SetName(w.SpawnWith(fast.Pair(docked, port)), "Pinta")) }
	b.until(`document.getElementById("log").innerText.includes("+ Pinta")`, "who comes to match is told")
	b.until(`document.getElementById("rows").innerText.includes("Pinta")`, "and is in the answer")
	b.until(`document.getElementById("program").innerText.includes("2 in ")`, "the query of the program has it, too")
	steps <- func() { require.NoError(t, tons.Set(ship, cargo{4})) }
	b.until(`document.getElementById("ids").innerText.includes("{Tons:4}")`, "a value that changes is told")
	b.pictures("inspect")
	b.screenshot("inspect-1.png")
	b.legible("the page of package inspect")
	b.fits("the page of package inspect")
	b.screenshot("inspect-2-phone.png")
	require.Empty(t, b.errors)

	b.wide()
	page, address := playPage(t)+"#live=", inspector.Address(server.Listener.Addr().String())
	b.do(chromedp.Navigate(page+url.QueryEscape(address)), chromedp.WaitVisible("#live-tree li")) // a link shows it
	b.do(chromedp.Click("#live-leave"), chromedp.WaitVisible("#world"))
	b.do(chromedp.WaitVisible("html[data-ready]"), chromedp.Click("#running"), chromedp.WaitVisible("#connect-to"),
		chromedp.SendKeys("#connect-to", strings.Replace(address, "token=", "token=x", 1)),
		chromedp.Click("#connect button"))
	b.until(`document.getElementById("connect-problem").textContent.includes("the token is missing or wrong")`,
		"a wrong token is told")
	b.do(chromedp.SetValue("#connect-to", address), chromedp.Click("#connect button"),
		chromedp.WaitNotVisible("#connector"), chromedp.WaitVisible("#live-tree li"))
	b.until(`document.getElementById("live-stats").textContent.includes("may be edited")`, "statistics")
	b.do(chromedp.Click(`#live-tree button[aria-label="children of Santa"]`), chromedp.WaitVisible("#live-tree ul li"))
	require.Contains(t, script[string](b, `document.querySelector("#live-tree ul").innerText`), "mast")

	b.do(chromedp.Click("#live-program button"))
	b.until(`document.querySelector("#live-query .cm-content").innerText === "Docked($this, $where)" && document.getElementById("live-rows").childElementCount === 2`, "a query of the program is asked")
	require.Contains(t, script[string](b, `document.getElementById("live-program").innerText`), "2 matches in ")
	require.Contains(t, script[string](b, `document.getElementById("live-relations").textContent`), "Docked2212",
		"a relationship, its pairs, sources, targets and tables")

	b.do(chromedp.Click("#live-query .cm-content"), chromedp.KeyEvent("a", chromedp.KeyModifiers(2)),
		chromedp.KeyEvent("(Docked, $port)"), chromedp.KeyEvent(kb.Escape), chromedp.Click("#live-watch"))
	b.until(`document.getElementById("live-watching").innerText.startsWith("since ")`, "changes are watched")
	require.Contains(t, script[string](b, `document.getElementById("live-rows").innerText`), "Pinta")
	require.Contains(t, script[string](b, `document.getElementById("live-answered").innerText`), "2 entities in ")
	require.NotEmpty(t, script[string](b, `document.getElementById("live-plan").textContent`))
	require.Zero(t, script[int](b, `document.getElementById("live-log").childElementCount`), "nothing has changed")
	steps <- func() { require.NoError(t, w.SetName(w.SpawnWith(fast.Pair(docked, port)), "Nina")) }
	b.until(`document.getElementById("live-log").innerText.includes("+ Nina")`, "who comes to match is told")
	b.until(`document.getElementById("live-rows").innerText.includes("Nina") && document.getElementById("live-answered").innerText.startsWith("3 entities")`, "and is in the answer")
	b.until(`document.getElementById("live-tree").innerText.includes("Nina") && document.getElementById("live-program").innerText.includes("3 matches")`, "and in the tree")
	require.Contains(t, script[string](b, `document.querySelector("#live-tree ul").innerText`), "mast",
		"which stays open")

	script[string](b, `[...document.querySelectorAll("#live-rows button")].find((e) => e.textContent === "Santa").click() ?? ""`)
	b.do(chromedp.WaitVisible("#live-ids tr"))
	steps <- func() { require.NoError(t, tons.Set(ship, cargo{5})) }
	b.until(`document.getElementById("live-ids").innerText.includes("{Tons:5}") && document.getElementById("live-rows").innerText.includes("{Tons:5}")`, "a value that changes is told")
	b.do(chromedp.Click(`#live-ids button[aria-label="Edit cargo"]`))
	require.JSONEq(t, `{"Tons":5}`, script[string](b, `document.getElementById("live-value").value`))
	b.do(chromedp.SetValue("#live-value", `{"Tons":9}`), chromedp.SetValue("#live-edit select", "set"),
		chromedp.Click("#live-edit button[type=submit]"))
	b.until(`document.getElementById("live-ids").innerText.includes("Tons:9")`, "the value is changed in the program")
	b.do(chromedp.SetValue("#live-id", "(Docked"), chromedp.SetValue("#live-edit select", "remove"),
		chromedp.Click("#live-edit button[type=submit]"))
	b.until(`document.getElementById("live-edited").innerText.includes("syntax")`, "an edit that is refused says so")
	b.do(chromedp.SetValue("#live-id", "(Docked, Genoa)"), chromedp.Click("#live-edit button[type=submit]"))
	b.until(`document.getElementById("live-log").innerText.includes("− Santa")`, "who ceases to match is told")
	b.until(`!document.getElementById("live-rows").innerText.includes("Santa")`, "and is in the answer no more")
	require.Contains(t, script[string](b, `document.querySelector("#live-tree ul").innerText`), "mast",
		"an edit closes nothing")
	server.CloseClientConnections()
	b.until(`document.getElementById("live-watching").innerText.includes("trying again")`, "a lost connection is told")
	steps <- func() { require.NoError(t, w.SetName(w.SpawnWith(fast.Pair(docked, port)), "Rosa")) }
	b.until(`document.getElementById("live-log").innerText.includes("+ Rosa")`,
		"what changed meanwhile is told when the connection is back")
	require.NotContains(t, script[string](b, `document.getElementById("live-log").innerText`), "+ Pinta",
		"what did not is not")
	script[string](b, `document.querySelectorAll("#live-related, #live-programs details").forEach((e) => (e.open = true)) ?? ""`)
	b.pictures("live")
	b.screenshot("live-1.png")
	b.legible("the live world in the playground")
	b.fits("the live world in the playground")
	b.screenshot("live-2-phone.png")
	b.do(chromedp.Click("#live-leave"), chromedp.WaitVisible("#world"))
	require.Empty(t, b.errors)
}
