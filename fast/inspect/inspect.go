// Package inspect shows a running world in a browser: its entities by parent or by component, each with its ids and
// values, the queries of the program and such as a person asks, with plan, matches and time,
// statistics, and which entities come to match a query and cease to while the program runs.
//
//	i := inspect.New(w, inspect.Options{})
//	go http.ListenAndServe("127.0.0.1:7318", i)
//	fmt.Println("look at", i.Address("127.0.0.1:7318"))
//	for {
//		step(w)
//		i.Poll() // answers requests, between two steps
//	}
//
// A world belongs to the goroutine that changes it, so that requests wait for [Inspector.Poll]. A
// Poll without a request reads one number. Nothing of the world can be changed from the page unless
// [Options] has Edit.
package inspect

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

//go:embed page.html
var page []byte

// Options are the limits of an [Inspector]. The zero value has the defaults.
type Options struct {
	// Token must be part of every request but that of the page. The default is drawn.
	Token string
	// Rows is how many entities an answer lists at most: 500 unless set.
	Rows int
	// Patience is how long a request waits for Poll before it fails: 5 s unless set.
	Patience time.Duration
	// Work is how long a query may run in a Poll: 20 ms unless set. The answer then says that it is cut.
	Work time.Duration
	// Names are host names that a request may come by, and hosts of pages that may ask, besides those of loopback.
	Names []string
	// Edit allows requests to change the world: ids and values of entities, their names and their end.
	Edit bool
}

// Inspector answers requests about a world. It is an http.Handler; mount it on a port of loopback.
type Inspector struct {
	w        *fast.World
	options  Options
	mux      *http.ServeMux
	waiting  atomic.Int64
	requests chan request
	shown    []shown
}

// Query is a query of the program: [fast.Query0] and the others of typed fields.
type Query interface {
	fmt.Stringer
	Plan() string
	Len() int
}

type shown struct {
	name  string
	query Query
}

type request struct {
	do   func() (any, error)
	done chan answer
}

type answer struct {
	value any
	err   error
}

// New makes an inspector of a world. It costs nothing until a request comes.
func New(w *fast.World, options Options) *Inspector {
	if options.Token == "" {
		random := make([]byte, 18)
		_, _ = rand.Read(random) // never fails
		options.Token = base64.RawURLEncoding.EncodeToString(random)
	}
	options.Rows = orDefault(options.Rows, 500)
	options.Patience = orDefault(options.Patience, 5*time.Second)
	options.Work = orDefault(options.Work, 20*time.Millisecond)
	i := &Inspector{w: w, options: options, mux: http.NewServeMux(), requests: make(chan request)}
	i.answer("GET /stats", i.stats)
	i.answer("GET /entities", i.entities)
	i.answer("GET /entity", i.entity)
	i.answer("GET /components", i.components)
	i.answer("GET /world", i.facts)
	i.answer("GET /query", i.query)
	i.answer("GET /queries", i.queries)
	i.answer("POST /edit", i.edit)
	i.mux.HandleFunc("GET /watch", i.watch)
	return i
}

func orDefault[T ~int | ~int64](value, otherwise T) T {
	if value <= 0 {
		return otherwise
	}
	return value
}

// Address is the page's, with the token, for a server that listens on host. The page keeps the token for its tab and
// takes it out of the address.
func (i *Inspector) Address(host string) string {
	return "http://" + host + "/?token=" + i.options.Token
}

// Show makes the page list a query of the program under a name, with its text, its plan, how many
// matches it has and how long it takes to count them. It is called by the goroutine that calls
// Poll, and costs nothing while nobody looks. To count matches marks nothing as seen or written
// (see [fast.Query.Changed]). A name that is shown already gets the new query; nil takes it from
// the list.
func (i *Inspector) Show(name string, q Query) {
	at := slices.IndexFunc(i.shown, func(s shown) bool { return s.name == name })
	switch {
	case q == nil && at >= 0:
		i.shown = slices.Delete(i.shown, at, at+1)
	case q == nil:
	case at >= 0:
		i.shown[at].query = q
	default:
		i.shown = append(i.shown, shown{name, q})
	}
}

// Poll answers all requests that wait, and is called where the world may be read: between two
// steps, in no loop over a query. Without requests it costs a nanosecond or two.
func (i *Inspector) Poll() {
	for i.waiting.Load() > 0 {
		select {
		case r := <-i.requests:
			i.waiting.Add(-1)
			value, err := r.do()
			r.done <- answer{value, err}
		default:
			return
		}
	}
}

// ServeHTTP answers a request with the token, by a name of loopback. A page of another origin may
// ask if its host is one of loopback, too.
func (i *Inspector) ServeHTTP(out http.ResponseWriter, in *http.Request) {
	if !i.mayCome(hostOf(in.Host)) {
		refuse(out, http.StatusForbidden, spec.Errorf(spec.CodeInvalid,
			"the host is not a loopback name; open the page at localhost"))
		return
	}
	if origin := in.Header.Get("Origin"); origin != "" {
		from, err := url.Parse(origin)
		if err != nil || !i.mayCome(from.Hostname()) {
			refuse(out, http.StatusForbidden,
				spec.Errorf(spec.CodeInvalid, "the page is not from a loopback address; open it at localhost"))
			return
		}
		out.Header().Set("Access-Control-Allow-Origin", origin)
		out.Header().Set("Vary", "Origin")
	}
	head := out.Header()
	head.Set("Cache-Control", "no-store")
	head.Set("Referrer-Policy", "no-referrer")
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("X-Frame-Options", "DENY")
	head.Set("Cross-Origin-Opener-Policy", "same-origin")
	if in.Method == http.MethodGet && in.URL.Path == "/" { // says nothing of the world
		head.Set("Content-Security-Policy", policy())
		head.Set("Content-Type", "text/html; charset=utf-8")
		_, _ = out.Write(page) // a browser that is gone is no error of the program
		return
	}
	if subtle.ConstantTimeCompare([]byte(in.URL.Query().Get("token")), []byte(i.options.Token)) != 1 {
		refuse(out, http.StatusForbidden, spec.Errorf(spec.CodeInvalid,
			"the token is missing or wrong; the program prints the address with it"))
		return
	}
	i.mux.ServeHTTP(out, in)
}

var inlined = regexp.MustCompile(`(?s)<(script|style)>(.*?)</`)

// policy lets the page run its own script and ask its own server, and nothing else.
var policy = sync.OnceValue(func() string {
	text := "default-src 'none'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	for _, part := range inlined.FindAllSubmatch(page, -1) {
		sum := sha256.Sum256(part[2])
		text += fmt.Sprintf("; %s-src 'sha256-%s'", part[1], base64.StdEncoding.EncodeToString(sum[:]))
	}
	return text
})

func hostOf(address string) string {
	if host, _, err := net.SplitHostPort(address); err == nil {
		return host
	}
	return address
}

func (i *Inspector) mayCome(host string) bool {
	return slices.Contains([]string{"localhost", "127.0.0.1", "::1", "[::1]"}, host) ||
		slices.Contains(i.options.Names, host)
}

// answer registers a question about the world.
func (i *Inspector) answer(pattern string, ask func(in *http.Request) (any, error)) {
	i.mux.HandleFunc(pattern, func(out http.ResponseWriter, in *http.Request) {
		in.Body = http.MaxBytesReader(out, in.Body, maxBody)
		_ = in.ParseForm() // here, not in a Poll; a form that is wrong lacks the field
		value, err := i.wait(in.Context(), func() (any, error) { return ask(in) })
		if err != nil {
			status := http.StatusBadRequest
			switch {
			case errors.Is(err, errNoPoll):
				status = http.StatusServiceUnavailable
			case errors.Is(err, errReadOnly):
				status = http.StatusForbidden
			}
			refuse(out, status, err)
			return
		}
		out.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(out).Encode(value) // a browser that is gone is no error of the program
	})
}

// maxBody is how many bytes the form of a request has at most.
const maxBody = 64 << 10

var errNoPoll = spec.Errorf(spec.CodeLimit, "the program did not call Poll in time; call it once a frame")

// wait runs a question in the next Poll.
func (i *Inspector) wait(ctx context.Context, do func() (any, error)) (any, error) {
	ctx, cancel := context.WithTimeout(ctx, i.options.Patience)
	defer cancel()
	r := request{do: do, done: make(chan answer, 1)}
	i.waiting.Add(1)
	select {
	case i.requests <- r:
	case <-ctx.Done():
		i.waiting.Add(-1)
		return nil, errNoPoll
	}
	a := <-r.done
	return a.value, a.err
}

func refuse(out http.ResponseWriter, status int, err error) {
	out.Header().Set("Content-Type", "application/json")
	out.WriteHeader(status)
	code := spec.CodeInvalid
	if coded := (*spec.Error)(nil); errors.As(err, &coded) {
		code = coded.Code
	}
	_ = json.NewEncoder(out).Encode(map[string]string{"error": err.Error(), "code": string(code)})
}
