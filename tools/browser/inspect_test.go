package browser

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/inspect"
	"github.com/relspec/relspec/internal/playground"
	"github.com/relspec/relspec/internal/playground/link"
)

// cargo is a value that the page changes.
type cargo struct{ Tons int }

// The page shows a running program.
func TestALiveWorldInABrowser(t *testing.T) {
	b := newBrowser(t)
	w := fast.NewWorld()
	docked, port := w.NewRelationship("Docked", fast.Exclusive), w.NewTag("Genoa")
	ship := w.Spawn(fast.Pair(docked, port))
	require.NoError(t, w.SetName(ship, "Santa"))
	require.NoError(t, w.SetName(w.Spawn(fast.Pair(fast.ChildOf, ship)), "mast"))

	tons := fast.Register[cargo](w)
	require.NoError(t, tons.Set(ship, cargo{3}))
	inspector := inspect.New(w, inspect.Options{Edit: true})
	inspector.Show("moored", fast.NewQuery0(w, fast.Text("(Docked, $where)")))
	// The program may be busy: what the page shows before an answer arrives belongs to an earlier
	// query.
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

	address := inspector.Address(server.Listener.Addr().String())
	b.do(chromedp.Navigate(strings.Replace(address, "token=", "token=x", 1)))
	b.until(`document.body.innerText.includes("the token is missing or wrong")`, "the page must reject a wrong token")
	b.do(chromedp.Navigate(address), chromedp.WaitVisible("#tree li"))
	b.until(`document.getElementById("stats").textContent.includes("may be edited")`, "statistics")
	require.NotContains(t, script[string](b, `location.href`), "token", "the token leaves the address")
	b.do(chromedp.Reload(), chromedp.WaitVisible("#tree li"))
	b.do(chromedp.SetValue("#by", "component"), chromedp.WaitVisible(`button[aria-label="children of cargo: 1"]`))
	b.do(chromedp.Click(`button[aria-label="children of cargo: 1"]`), chromedp.WaitVisible("#tree ul li"))
	require.Equal(t, "Santa", script[string](b, `document.querySelector("#tree ul").innerText.trim()`))
	b.do(chromedp.SetValue("#by", "parent"), chromedp.SendKeys("#filter", "MAS"))
	b.until(`document.getElementById("tree").innerText.trim() === "mast"`, "the filter must find an entity by its name")
	b.do(chromedp.SendKeys("#filter", "\b\b\b"), chromedp.WaitVisible(`button[aria-label="children of Santa"]`))

	b.do(chromedp.Click(`button[aria-label="children of Santa"]`), chromedp.WaitVisible("#tree ul li"))
	require.Contains(t, script[string](b, `document.querySelector("#tree ul").innerText`), "mast")

	b.do(chromedp.Click("#program button"))
	b.until(`document.getElementById("text").value === "Docked($this, $where)" && document.getElementById("rows").childElementCount === 1`, "the button must run a query of the program")
	require.Contains(t, script[string](b, `document.getElementById("program").innerText`), "1 match in ")
	require.Contains(t, script[string](b, `document.getElementById("relations").textContent`), "Docked1112",
		"the relationship and its numbers of pairs, sources, targets and tables")

	script[string](b, `(window.open = (address) => { window.opened = address; }) && ""`)
	b.do(chromedp.Click("#play"))
	b.until(`Boolean(window.opened)`, "the world must open in the playground")
	_, fragment, _ := strings.Cut(script[string](b, `window.opened`), "#")
	state, refusal := link.Parse(fragment)
	require.Nil(t, refusal)
	answered, refusal := playground.Answer(&state)
	require.Nil(t, refusal)
	require.Empty(t, answered.Problems, state.World)
	require.Len(t, answered.Answer.Rows, 1, "the playground must answer the query like the program")

	b.do(chromedp.SetValue("#text", "(Docked, $port)"), chromedp.Click("#watch"))
	b.until(`document.getElementById("watching").innerText.startsWith("since ")`, "changes are watched")
	require.Contains(t, script[string](b, `document.getElementById("rows").innerText`), "Santa")
	require.Contains(t, script[string](b, `document.getElementById("answered").innerText`), "1 entity in ")
	require.NotEmpty(t, script[string](b, `document.getElementById("plan").textContent`))
	require.Zero(t, script[int](b, `document.getElementById("log").childElementCount`), "nothing has changed")
	b.do(chromedp.Click("#rows button"), chromedp.WaitVisible("#ids tr"))
	require.Contains(t, script[string](b, `document.getElementById("ids").innerText`), "(Docked, Genoa)")

	steps <- func() { require.NoError(t, w.SetName(w.Spawn(fast.Pair(docked, port)), "Pinta")) }
	b.until(`document.getElementById("log").innerText.includes("+ Pinta")`, "the log lacks an entity that starts to match")
	b.until(`document.getElementById("rows").innerText.includes("Pinta") && document.getElementById("answered").innerText.startsWith("2 entities")`, "the answer lacks the entity")
	b.until(`document.getElementById("tree").innerText.includes("Pinta") && document.getElementById("program").innerText.includes("2 matches in ")`, "the tree or the query of the program lacks the entity")
	require.Contains(t, script[string](b, `document.querySelector("#tree ul").innerText`), "mast", "which stays open")
	steps <- func() { require.NoError(t, tons.Set(ship, cargo{4})) }
	b.until(`document.getElementById("ids").innerText.includes("{Tons:4}") && document.getElementById("rows").innerText.includes("{Tons:4}")`, "the page lacks the new value")

	b.do(chromedp.Click(`#ids button[aria-label="Edit cargo"]`))
	require.JSONEq(t, `{"Tons":4}`, script[string](b, `document.getElementById("value").value`))
	b.do(chromedp.SetValue("#value", `{"Tons":9}`), chromedp.SetValue("#edit select", "set"),
		chromedp.Click("#edit button"))
	b.until(`document.getElementById("ids").innerText.includes("Tons:9")`, "the program must have the new value")
	b.do(chromedp.SetValue("#id", "(Docked"), chromedp.SetValue("#edit select", "remove"),
		chromedp.Click("#edit button"))
	b.until(`document.getElementById("edited").innerText.includes("syntax")`, "the page lacks the error of a refused edit")
	b.do(chromedp.SetValue("#id", "(Docked, Genoa)"), chromedp.Click("#edit button"))
	b.until(`document.getElementById("log").innerText.includes("− Santa")`, "the log lacks an entity that stops matching")
	b.until(`!document.getElementById("rows").innerText.includes("Santa")`, "the answer still has the entity")
	require.Contains(t, script[string](b, `document.querySelector("#tree ul").innerText`), "mast", "an edit closes nothing")
	script[string](b, `document.getElementById("delete").click() ?? ""`)
	b.until(`document.getElementById("shown").hidden && !document.getElementById("tree").innerText.includes("Santa")`,
		"a deleted entity is gone")
	b.do(chromedp.Click("#rows button"), chromedp.WaitVisible("#ids tr"))

	server.CloseClientConnections()
	b.until(`document.getElementById("watching").innerText.includes("trying again")`, "the page must report a lost connection")
	steps <- func() { require.NoError(t, w.SetName(w.Spawn(fast.Pair(docked, port)), "Rosa")) }
	b.until(`document.getElementById("log").innerText.includes("+ Rosa")`,
		"the page lacks changes made while it was disconnected")
	require.NotContains(t, strings.SplitAfter(script[string](b, `document.getElementById("log").innerText`), "+ Pinta")[1],
		"+ Pinta", "the log must not repeat an entity")
	script[string](b, `document.querySelectorAll("details").forEach((e) => (e.open = true)) ?? ""`)
	b.pictures("inspect")
	b.screenshot("inspect-1.png")
	b.legible("the page of package inspect")
	b.fits("the page of package inspect")
	b.screenshot("inspect-2-phone.png")
	require.Empty(t, b.errors)
}
