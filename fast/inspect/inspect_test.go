package inspect_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/inspect"
	"github.com/relspec/relspec/spec"
)

type Position struct{ X, Y float64 }

// running is a server for an inspected world, and a program that polls it and, while enabled, adds
// a ship at each step.
type running struct {
	t      *testing.T
	url    string
	steps  chan func(w *fast.World)
	server *httptest.Server
	i      *inspect.Inspector
}

func run(t *testing.T, options inspect.Options) *running {
	t.Helper()
	w := fast.NewWorld()
	docked := w.NewRelationship("Docked", fast.Exclusive)
	port := w.NewTag("Genoa")
	ship := fast.Spawn1(w, Position{1, 2}, fast.Pair(docked, port))
	require.NoError(t, w.SetName(ship, "Santa"))
	mast := w.Spawn(fast.Pair(fast.ChildOf, ship))
	require.NoError(t, w.SetName(mast, "mast"))

	options.Token = "secret"
	i := inspect.New(w, options)
	r := &running{t: t, steps: make(chan func(*fast.World)), server: httptest.NewServer(i), i: i}
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
	assert.Contains(t, fmt.Sprint(one["ids"]), `map[id:Position json:{"X":1,"Y":2} value:{X:1 Y:2}]`)
	assert.Contains(t, fmt.Sprint(one["ids"]), "(Docked, Genoa)")

	_, stats := r.get("/stats")
	assert.Positive(t, stats["entities"])
	assert.Positive(t, stats["bytes"])
	assert.Equal(t, []string{"ChildOf", "Docked"}, names(stats["relationships"]))
	assert.Contains(t, stats["relationships"],
		map[string]any{"name": "Docked", "pairs": 1.0, "sources": 1.0, "targets": 1.0, "tables": 1.0})
}

func TestEntitiesAreFoundByNameAndById(t *testing.T) {
	r := run(t, inspect.Options{})
	_, found := r.get("/entities", "name", "ANT")
	require.Equal(t, []string{"Santa"}, names(found["items"]))
	r.steps <- func(w *fast.World) { fast.SpawnMany1[Position](w, 2) }
	_, found = r.get("/components")
	require.Equal(t, map[string]any{"id": "Position", "count": 3.0}, found["components"].([]any)[0])
	require.Len(t, found["components"], 4, "(Docked, Genoa), (ChildOf, Santa), Exclusive, Position")
}

// The playground reads the world as the engine has it.
func TestAWorldIsWrittenAsFacts(t *testing.T) {
	r := run(t, inspect.Options{})
	r.steps <- func(w *fast.World) {
		santa, _ := w.Find("Santa")
		_ = w.SetName(w.Spawn(fast.Pair(fast.ChildOf, w.Spawn(fast.Pair(fast.IsA, santa)))), "Santa")
	}
	_, answer := r.get("/world")
	assert.Equal(t, "flecs-4.1", answer["profile"])
	assert.Equal(t, `an entity Genoa
an entity Position
"mast"  (ChildOf, Santa)
Santae70  (ChildOf, "e69")
Docked  Exclusive
Santa  Position, (Docked, Genoa)
"e69"  Position, (IsA, Santa), (Docked, Genoa)
`, answer["world"])
	r.steps <- func(w *fast.World) { fast.SpawnMany1[Position](w, 20_000) }
	status, refused := r.get("/world")
	assert.Equal(t, http.StatusBadRequest, status)
	assert.Equal(t, "limit", refused["code"])
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

func TestQueriesOfTheProgramAreListed(t *testing.T) {
	r := run(t, inspect.Options{})
	_, none := r.get("/queries")
	require.Empty(t, none["queries"])
	r.steps <- func(w *fast.World) {
		r.i.Show("docked", fast.NewQuery0(w, fast.Text("(Docked, $port)")))
		r.i.Show("placed", fast.NewQuery1[Position](w))
	}
	_, both := r.get("/queries")
	require.Equal(t, []string{"docked", "placed"}, names(both["queries"]))
	first := both["queries"].([]any)[0].(map[string]any)
	assert.Equal(t, "Docked($this, $port)", first["text"])
	assert.EqualValues(t, 1, first["count"])
	assert.NotEmpty(t, first["plan"])
	assert.Contains(t, first, "us")
	_, again := r.get("/query", "text", first["text"].(string))
	assert.EqualValues(t, 1, again["count"], "the text of the query is a valid query: %v", again)

	r.steps <- func(w *fast.World) {
		fast.Spawn1(w, Position{})
		r.i.Show("docked", nil)
		r.i.Show("never", nil)
	}
	_, one := r.get("/queries")
	require.Equal(t, []string{"placed"}, names(one["queries"]))
	assert.EqualValues(t, 2, one["queries"].([]any)[0].(map[string]any)["count"])
	r.steps <- func(w *fast.World) { r.i.Show("placed", fast.NewQuery0(w, fast.Text("!Position"))) }
	_, other := r.get("/queries")
	require.Contains(t, other["queries"].([]any)[0].(map[string]any)["text"], "!Position")
}

// Queries from the page write no values, so change detection of the program sees none.
func TestInspectionChangesNothing(t *testing.T) {
	r := run(t, inspect.Options{})
	var reads *fast.Query
	var own fast.Query1[Position]
	changed := make(chan bool, 2)
	look := func(*fast.World) {
		yes, err := reads.Changed()
		require.NoError(t, err)
		changed <- yes
		changed <- own.Changed()
	}
	r.steps <- func(w *fast.World) {
		q, err := w.Prepare(spec.Query{Expr: "[in] Position", Kind: spec.KindCached, DetectChanges: true})
		require.NoError(t, err)
		reads, own = q, fast.NewQuery1[Position](w, fast.ReadOnly[Position](), fast.DetectChanges)
		r.i.Show("own", own)
		_, err = reads.Changed()
		require.NoError(t, err)
		own.Changed()
		require.NoError(t, reads.ClearChanged())
		for range own.All() {
		}
		look(w)
	}
	require.False(t, <-changed)
	require.False(t, <-changed)
	for _, kind := range []string{"", "1"} {
		_, answer := r.get("/query", "text", "Position", "rule", kind)
		require.EqualValues(t, 1, answer["count"])
	}
	r.get("/queries")
	r.steps <- look
	require.False(t, <-changed, "nothing was written")
	require.False(t, <-changed, "nothing was written")
	r.steps <- func(w *fast.World) {
		fast.Spawn1(w, Position{})
		look(w)
	}
	require.True(t, <-changed)
	require.True(t, <-changed)
	r.get("/queries")
	r.steps <- look
	require.True(t, <-changed)
	require.True(t, <-changed, "counting a query of the program must not count as a loop")
}

func TestAWatchReportsEntitiesThatEnterAndLeave(t *testing.T) {
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
	page, err := http.Get(r.url + "/")
	require.NoError(t, err)
	_ = page.Body.Close()
	assert.Equal(t, http.StatusOK, page.StatusCode, "the page itself contains nothing of the world")
	assert.Equal(t, "DENY", page.Header.Get("X-Frame-Options"))
	assert.Contains(t, page.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'; style-src 'sha256-")
	for _, address := range []string{r.url + "/world", r.url + "/stats?token=wrong", r.url + "/query?text=Position"} {
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
	assert.Equal(t, http.StatusMethodNotAllowed, post.StatusCode, "the world must be read-only")
}

func (r *running) edit(values ...string) (int, map[string]any) {
	r.t.Helper()
	form := url.Values{}
	for i := 0; i < len(values); i += 2 {
		form.Set(values[i], values[i+1])
	}
	answer, err := http.PostForm(r.url+"/edit?token=secret", form)
	require.NoError(r.t, err)
	defer func() { _ = answer.Body.Close() }()
	var value map[string]any
	require.NoError(r.t, json.NewDecoder(answer.Body).Decode(&value))
	return answer.StatusCode, value
}

func TestAnEditChangesTheWorldWhereItIsAllowed(t *testing.T) {
	r := run(t, inspect.Options{Edit: true})
	_, stats := r.get("/stats")
	assert.Equal(t, true, stats["edit"])
	_, answer := r.get("/query", "text", "(Docked, $port)")
	santa := answer["rows"].([]any)[0].(map[string]any)["entity"].(string)

	_, one := r.edit("do", "set", "of", santa, "id", "Position", "value", `{"Y": 7}`)
	assert.Contains(t, fmt.Sprint(one["ids"]), "value:{X:1 Y:7}", "members that the request omits do not change")
	_, one = r.edit("do", "remove", "of", santa, "id", "(Docked, Genoa)")
	assert.NotContains(t, fmt.Sprint(one["ids"]), "Docked")
	_, one = r.edit("do", "add", "of", santa, "id", " (Docked,Genoa) ")
	assert.Contains(t, fmt.Sprint(one["ids"]), "(Docked, Genoa)")
	_, one = r.edit("do", "name", "of", santa, "value", "Maria")
	assert.Equal(t, "Maria", one["path"])

	for code, values := range map[string][]string{
		"unresolved": {"do", "add", "of", santa, "id", "Nothing"},
		"syntax":     {"do", "add", "of", santa, "id", "(Docked"},
		"invalid":    {"do", "set", "of", santa, "id", "Position", "value", `{"Y": "far"}`},
		"cycle":      {"do", "add", "of", santa, "id", "(ChildOf, Maria)"},
		"not_alive":  {"do", "add", "of", "99999999", "id", "Genoa"},
	} {
		status, refused := r.edit(values...)
		assert.Equal(t, http.StatusBadRequest, status, code)
		assert.Equal(t, code, refused["code"], "%v", refused)
	}
	_, refused := r.edit("do", "paint", "of", santa)
	assert.Equal(t, "invalid", refused["code"])
	_, refused = r.edit("do", "name", "of", santa, "value", strings.Repeat("x", 1<<17))
	assert.Equal(t, "invalid", refused["code"], "a form that is too long is refused")

	_, one = r.edit("do", "delete", "of", santa)
	assert.Equal(t, map[string]any{"gone": true}, one)
	_, answer = r.get("/query", "text", "(Docked, $port)")
	assert.EqualValues(t, 0, answer["count"])
}

// An edit of a slice or map must not write into the value that the entity has, or inherits.
func TestAnEditCopiesWhatValuesShare(t *testing.T) {
	type Cargo struct {
		Crates []int
		Owner  map[string]int
		Number int
	}
	r := run(t, inspect.Options{Edit: true})
	var base, ship fast.Entity
	var cargo *fast.Component[Cargo]
	r.steps <- func(w *fast.World) {
		cargo = fast.Register[Cargo](w)
		assert.NoError(t, w.AddPair(cargo.Entity(), fast.OnInstantiate, fast.Inherit))
		base = fast.Spawn1(w, Cargo{[]int{1, 2}, map[string]int{"Ann": 1}, 5})
		ship = w.Spawn(fast.Pair(fast.IsA, base), fast.Named("heir"))
	}
	heir := ask(r, func(*fast.World) string { return strconv.FormatUint(uint64(ship), 10) })
	name := ask(r, func(w *fast.World) string { return w.TextOf(cargo.ID()) })
	status, _ := r.edit("do", "set", "of", heir, "id", name, "value", `{"Crates": [9], "Owner": {"Ann": 2}, "Number": "x"}`)
	assert.Equal(t, http.StatusBadRequest, status)
	status, one := r.edit("do", "set", "of", heir, "id", name, "value", `{"Crates": [7], "Owner": {"Ann": 3}}`)
	assert.Equal(t, http.StatusOK, status, "%v", one)
	assert.Equal(t, Cargo{[]int{1, 2}, map[string]int{"Ann": 1}, 5}, ask(r, func(*fast.World) Cargo { return *cargo.Get(base) }))
	assert.Equal(t, Cargo{[]int{7}, map[string]int{"Ann": 3}, 5}, ask(r, func(*fast.World) Cargo { return *cargo.Get(ship) }))
}

// ask asks something of the world in the goroutine of the program.
func ask[T any](r *running, f func(w *fast.World) T) T {
	answer := make(chan T, 1)
	r.steps <- func(w *fast.World) { answer <- f(w) }
	return <-answer
}

func TestAWorldIsReadOnlyUnlessItSaysOtherwise(t *testing.T) {
	r := run(t, inspect.Options{})
	status, refused := r.edit("do", "delete", "of", "1")
	assert.Equal(t, http.StatusForbidden, status)
	assert.Equal(t, "unsupported", refused["code"])
	_, stats := r.get("/stats")
	assert.Equal(t, false, stats["edit"])
}

func TestPagesOfLoopbackMayAsk(t *testing.T) {
	r := run(t, inspect.Options{Names: []string{"play.example"}})
	for origin, status := range map[string]int{
		"http://127.0.0.1:7317": http.StatusOK, "https://play.example": http.StatusOK,
		"https://evil.example": http.StatusForbidden, "null": http.StatusForbidden,
	} {
		request, err := http.NewRequest(http.MethodGet, r.url+"/stats?token=secret", nil)
		require.NoError(t, err)
		request.Header.Set("Origin", origin)
		answer, err := http.DefaultClient.Do(request)
		require.NoError(t, err)
		_ = answer.Body.Close()
		assert.Equal(t, status, answer.StatusCode, origin)
		if status == http.StatusOK {
			assert.Equal(t, origin, answer.Header.Get("Access-Control-Allow-Origin"))
		} else {
			assert.Empty(t, answer.Header.Get("Access-Control-Allow-Origin"))
		}
	}
}

func TestAProgramThatDoesNotPollIsNoHang(t *testing.T) {
	i := inspect.New(fast.NewWorld(), inspect.Options{Token: "secret", Patience: 10 * time.Millisecond})
	out := httptest.NewRecorder()
	i.ServeHTTP(out, httptest.NewRequest(http.MethodGet, "http://localhost/stats?token=secret", nil))
	assert.Equal(t, http.StatusServiceUnavailable, out.Code)
	assert.Contains(t, out.Body.String(), "did not call Poll")
	i.Poll() // no request waits any more
	assert.True(t, strings.HasPrefix(i.Address("localhost:7318"), "http://localhost:7318/?token=secret"))
}

// A Poll without requests.
func BenchmarkPoll(b *testing.B) {
	i := inspect.New(fast.NewWorld(), inspect.Options{})
	for b.Loop() {
		i.Poll()
	}
}

// A step of 1,000 entities in a program that polls, without requests, and in one that does not
// poll.
func BenchmarkStep(b *testing.B) {
	for name, polls := range map[string]bool{"polls": true, "bare": false} {
		b.Run(name, func(b *testing.B) {
			w := fast.NewWorld()
			fast.SpawnMany1[Position](w, 1000)
			moving := fast.NewQuery1[Position](w)
			i := inspect.New(w, inspect.Options{})
			for b.Loop() {
				for batch := range moving.Batches() {
					positions := batch.Field()
					for k := range positions {
						positions[k].X++
					}
				}
				if polls {
					i.Poll()
				}
			}
		})
	}
}
