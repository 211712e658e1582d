package inspect_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/inspect"
)

type Position struct{ X, Y float64 }

// running is a server of an inspected world, and a program that polls it and adds a ship at each step while it is told to.
type running struct {
	t      *testing.T
	url    string
	steps  chan func(w *fast.World)
	server *httptest.Server
}

func run(t *testing.T, options inspect.Options) *running {
	t.Helper()
	w := fast.NewWorld()
	docked := w.NewRelationship("Docked", fast.Exclusive)
	port := w.NewTag("Genoa")
	ship := fast.Spawn1(w, Position{1, 2}, fast.Pair(docked, port))
	require.NoError(t, w.SetName(ship, "Santa"))
	mast := w.SpawnWith(fast.Pair(fast.ChildOf, ship))
	require.NoError(t, w.SetName(mast, "mast"))

	options.Token = "secret"
	i := inspect.New(w, options)
	r := &running{t: t, steps: make(chan func(*fast.World)), server: httptest.NewServer(i)}
	r.url = r.server.URL
	done := make(chan struct{})
	go func() {
		for {
			select {
			case step := <-r.steps:
				step(w)
			case <-done:
				return
			case <-time.After(time.Millisecond):
			}
			i.Poll()
		}
	}()
	t.Cleanup(func() { r.server.CloseClientConnections(); r.server.Close(); close(done) })
	return r
}

func (r *running) get(path string, values ...string) (int, map[string]any) {
	r.t.Helper()
	query := url.Values{"token": {"secret"}}
	for i := 0; i < len(values); i += 2 {
		query.Set(values[i], values[i+1])
	}
	answer, err := http.Get(r.url + path + "?" + query.Encode())
	require.NoError(r.t, err)
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	require.NoError(r.t, err)
	var value map[string]any
	require.NoError(r.t, json.Unmarshal(text, &value), string(text))
	return answer.StatusCode, value
}

func names(items any) []string {
	var all []string
	for _, one := range items.([]any) {
		all = append(all, one.(map[string]any)["name"].(string))
	}
	return all
}

func TestAWorldIsShownAsATree(t *testing.T) {
	r := run(t, inspect.Options{})
	_, roots := r.get("/entities")
	require.Contains(t, names(roots["items"]), "Santa")
	require.NotContains(t, names(roots["items"]), "mast")
	var santa string
	for _, one := range roots["items"].([]any) {
		if one := one.(map[string]any); one["name"] == "Santa" {
			santa = one["entity"].(string)
			assert.EqualValues(t, 1, one["children"])
		}
	}
	_, below := r.get("/entities", "of", santa)
	require.Equal(t, []string{"mast"}, names(below["items"]))

	_, one := r.get("/entity", "of", santa)
	assert.Equal(t, "Santa", one["path"])
	assert.Contains(t, fmt.Sprint(one["ids"]), "map[id:Position value:{X:1 Y:2}]")
	assert.Contains(t, fmt.Sprint(one["ids"]), "(Docked, Genoa)")

	_, stats := r.get("/stats")
	assert.Positive(t, stats["entities"])
	assert.Positive(t, stats["bytes"])
	assert.Equal(t, []any{"ChildOf", "Docked"}, stats["relationships"])
}

func TestQueriesAreAnsweredAndCut(t *testing.T) {
	r := run(t, inspect.Options{Rows: 3})
	_, answer := r.get("/query", "text", "(Docked, $port)")
	assert.Equal(t, []string{"Santa"}, names(answer["rows"]))
	assert.Equal(t, false, answer["cut"])
	assert.NotEmpty(t, answer["plan"])

	r.steps <- func(w *fast.World) { fast.SpawnMany1[Position](w, 10) }
	_, answer = r.get("/query", "text", "Position")
	assert.EqualValues(t, 3, answer["count"])
	assert.Equal(t, true, answer["cut"])

	status, refused := r.get("/query", "text", "(Docked, ")
	assert.Equal(t, http.StatusBadRequest, status)
	assert.Contains(t, refused["error"], "syntax: ")
	for _, of := range []string{"", "x", "99999999", "-1"} {
		status, refused = r.get("/entity", "of", of)
		assert.Equal(t, http.StatusBadRequest, status, of)
		assert.NotEmpty(t, refused["error"])
	}
}

func TestAWatchTellsWhoComesAndGoes(t *testing.T) {
	r := run(t, inspect.Options{})
	answer, err := http.Get(r.url + "/watch?token=secret&text=Position")
	require.NoError(t, err)
	defer func() { _ = answer.Body.Close() }()
	lines := bufio.NewScanner(answer.Body)
	next := func() string {
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok && data != `{"came":[],"left":[]}` {
				return data
			}
		}
		t.Fatal("the stream ended")
		return ""
	}
	assert.Contains(t, next(), `"name":"Santa"`)
	var ship fast.Entity
	r.steps <- func(w *fast.World) { ship = fast.Spawn1(w, Position{}) }
	assert.NotContains(t, next(), "Santa")
	r.steps <- func(w *fast.World) { _ = w.Delete(ship) }
	assert.Contains(t, next(), fmt.Sprintf(`"left":["%d"]`, ship))
}

func TestStrangersAreRefused(t *testing.T) {
	r := run(t, inspect.Options{})
	for _, address := range []string{r.url + "/", r.url + "/stats?token=wrong", r.url + "/query?text=Position"} {
		answer, err := http.Get(address)
		require.NoError(t, err)
		_ = answer.Body.Close()
		assert.Equal(t, http.StatusForbidden, answer.StatusCode, address)
	}
	// A page of another origin may lead its own name to this machine.
	request, err := http.NewRequest(http.MethodGet, r.url+"/stats?token=secret", nil)
	require.NoError(t, err)
	request.Host = "evil.example:7318"
	answer, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	_ = answer.Body.Close()
	assert.Equal(t, http.StatusForbidden, answer.StatusCode)

	post, err := http.Post(r.url+"/stats?token=secret", "", nil)
	require.NoError(t, err)
	_ = post.Body.Close()
	assert.Equal(t, http.StatusMethodNotAllowed, post.StatusCode, "nothing can be changed")
}

func TestAProgramThatDoesNotPollIsNoHang(t *testing.T) {
	i := inspect.New(fast.NewWorld(), inspect.Options{Token: "secret", Patience: 10 * time.Millisecond})
	out := httptest.NewRecorder()
	i.ServeHTTP(out, httptest.NewRequest(http.MethodGet, "http://localhost/stats?token=secret", nil))
	assert.Equal(t, http.StatusServiceUnavailable, out.Code)
	assert.Contains(t, out.Body.String(), "has not called Poll")
	i.Poll() // nobody waits any more
	assert.True(t, strings.HasPrefix(i.Address("localhost:7318"), "http://localhost:7318/?token=secret"))
}

// Nobody looks: a Poll reads a number.
func BenchmarkPoll(b *testing.B) {
	i := inspect.New(fast.NewWorld(), inspect.Options{})
	for b.Loop() {
		i.Poll()
	}
}
