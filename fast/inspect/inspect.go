// Package inspect shows a running world in a browser. The page lists entities with their ids and
// values, by parent or by component. It runs queries and shows their plan, matches and time, and
// watches which entities start and stop matching a query. It also shows statistics of the world.
//
//	i := inspect.New(w, inspect.Options{})
//	go http.ListenAndServe("127.0.0.1:7318", i)
//	fmt.Println("look at", i.Address("127.0.0.1:7318"))
//	for {
//		step(w)
//		i.Poll() // answers requests, between two steps
//	}
//
// Only the goroutine that changes a world may read it at any time, so requests wait until this
// goroutine calls [Inspector.Poll]. If there is no request, Poll costs one atomic load. The page
// cannot change the world unless Edit is set in [Options].
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

// Options configures an [Inspector]. A zero field means the default.
type Options struct {
	// Token is a secret that every request must contain, except the request for the page itself.
	// The default is random.
	Token string
	// Rows is the maximum number of rows in an answer: entities, ids or relationships. The default
	// is 500.
	Rows int
	// Patience is how long a request waits for Poll before it fails. The default is 5 s.
	Patience time.Duration
	// Work is how long a query from the page may run in a Poll. The default is 20 ms. If a query
	// takes longer, it ends early, and the answer says so.
	Work time.Duration
	// Names lists host names that are allowed in addition to loopback names such as localhost. They
	// are allowed as the host of a request and as the origin of the page that sends it.
	Names []string
	// Edit allows requests to change ids, values and names, and to delete entities.
	Edit bool
}

// Inspector is an http.Handler that answers requests about a world. Serve it on a loopback address.
type Inspector struct {
	w        *fast.World
	options  Options
	mux      *http.ServeMux
	waiting  atomic.Int64
	requests chan request
	shown    []shown
}

// Query is a query of the program, for [Inspector.Show]: for example a [fast.Query0] or another
// typed query.
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

// New returns an inspector of a world. It does not read the world until a request arrives.
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

// Address returns the URL of the page, with the token, for a server that listens on host, such as
// "127.0.0.1:7318". The page stores the token for its browser tab and removes it from the address
// bar.
func (i *Inspector) Address(host string) string {
	return "http://" + host + "/?token=" + i.options.Token
}

// Show adds a query of the program to the page, under a name. The page shows its text, its plan,
// the number of matches and the time to count them. If the name is in use, q replaces the old
// query; if q is nil, the name is removed. Call Show from the goroutine that calls Poll. While no
// page is open, a shown query costs nothing. Counting matches does not affect change detection (see
// [fast.Query.Changed]).
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

// Poll answers all waiting requests. Call it where the world may be read: between two steps, not
// inside a loop over a query. Without requests it takes a nanosecond or two.
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

// ServeHTTP answers a request. It refuses a request without the token, and a request whose host is
// neither a loopback name nor one of Names in [Options]. If the request has an origin, its host
// must be allowed, too.
func (i *Inspector) ServeHTTP(out http.ResponseWriter, in *http.Request) {
	if !i.mayCome(hostOf(in.Host)) {
		refuse(out, http.StatusForbidden, spec.Errorf(spec.CodeInvalid,
			"the host is not a loopback name; open the page at localhost, or add the host to Names in inspect.Options"))
		return
	}
	if origin := in.Header.Get("Origin"); origin != "" {
		from, err := url.Parse(origin)
		if err != nil || !i.mayCome(from.Hostname()) {
			refuse(out, http.StatusForbidden,
				spec.Errorf(spec.CodeInvalid, "the origin of the request is not a loopback name; open the page at localhost, "+
					"or add the host to Names in inspect.Options"))
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
	if in.Method == http.MethodGet && in.URL.Path == "/" { // the page itself has no data of the world
		head.Set("Content-Security-Policy", policy())
		head.Set("Content-Type", "text/html; charset=utf-8")
		_, _ = out.Write(page) // a closed connection is not an error of the program
		return
	}
	if subtle.ConstantTimeCompare([]byte(in.URL.Query().Get("token")), []byte(i.options.Token)) != 1 {
		refuse(out, http.StatusForbidden, spec.Errorf(spec.CodeInvalid,
			"the token is missing or wrong; open the address that Inspector.Address returns"))
		return
	}
	i.mux.ServeHTTP(out, in)
}

var inlined = regexp.MustCompile(`(?s)<(script|style)>(.*?)</`)

// policy is a Content-Security-Policy under which the page can run only its own script and call
// only its own server.
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

// answer registers the handler for a method and path. ask runs in the next Poll, and its result is
// the answer as JSON.
func (i *Inspector) answer(pattern string, ask func(in *http.Request) (any, error)) {
	i.mux.HandleFunc(pattern, func(out http.ResponseWriter, in *http.Request) {
		in.Body = http.MaxBytesReader(out, in.Body, maxBody)
		_ = in.ParseForm() // outside Poll; if the form is malformed, fields are missing
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
		_ = json.NewEncoder(out).Encode(value) // a closed connection is not an error of the program
	})
}

// maxBody is the maximum size of a form in bytes.
const maxBody = 64 << 10

var errNoPoll = spec.Errorf(spec.CodeLimit, "the program did not call Poll in time; call it once a frame")

// wait runs a function in the next Poll and returns its result. It returns errNoPoll if there is no
// Poll in time.
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
