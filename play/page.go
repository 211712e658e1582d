// Package play has the page of the playground, which npm builds from src, and serves it.
//
//   - [Handler] serves the page and answers its calls by the engines of this program
//   - [Static] serves a page that contains the engines as WebAssembly, like the published page
//   - package wasm is the program in the published page
//   - package data writes scenarios.json and statements.json, which the published page reads
//
// docs/playground.md is about the page.
package play

import (
	"bytes"
	"crypto/rand"
	"crypto/subtle"
	"embed"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"path"
	"sync"

	"github.com/relspec/relspec/internal/playground"
)

//go:embed page
var embedded embed.FS

// page returns the page without engines, as "make play" writes it from src.
func page() fs.FS {
	files, err := fs.Sub(embedded, "page")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return files
}

const (
	maxCall   = 8 << 20 // bytes of a call: a world has at most 1 MiB, and JSON may write each byte as six
	maxAtOnce = 2       // concurrent calls; the published page has two workers
)

// Handler serves the page, and answers POST /call with the engines of this program. A call must
// contain the token of the page, so that no other page can use the engines. Handler refuses
// requests from pages of another origin. It also refuses requests whose Host is neither localhost
// nor a loopback address, so that a foreign domain name that resolves to this machine (DNS
// rebinding) cannot reach it.
func Handler() http.Handler {
	files, token, slots := page(), rand.Text(), make(chan struct{}, maxAtOnce)
	mux := http.NewServeMux()
	mux.HandleFunc("POST /call", func(w http.ResponseWriter, r *http.Request) {
		if subtle.ConstantTimeCompare([]byte(r.Header.Get("X-Relspec-Token")), []byte(token)) != 1 {
			http.Error(w, "the call does not have the token of the page; load the page again", http.StatusForbidden)
			return
		}
		text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxCall))
		if err != nil {
			status := http.StatusBadRequest
			if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
				status = http.StatusRequestEntityTooLarge
			}
			http.Error(w, "the call cannot be read: "+err.Error(), status)
			return
		}
		select {
		case slots <- struct{}{}:
			defer func() { <-slots }()
		case <-r.Context().Done():
			return
		}
		w.Header().Set("Content-Type", contentTypes[".json"])
		_, _ = w.Write(playground.Call(text)) // fails only if the page was closed
	})
	mux.HandleFunc("GET /scenarios.json", made(func() (any, error) { return playground.Scenarios() }))
	mux.HandleFunc("GET /statements.json", made(func() (any, error) { return playground.Statements() }))
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		start, err := fs.ReadFile(files, "index.html")
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(bytes.Replace(start, []byte("<html "), []byte(`<html data-token="`+token+`" `), 1))
	})
	mux.Handle("/", Static(files))
	return safe(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		address := net.ParseIP(host)
		if origin := r.Header.Get("Origin"); host != "localhost" && !address.IsLoopback() ||
			origin != "" && origin != "http://"+r.Host {
			http.Error(w, "only the page of this server may send requests; open http://localhost with the port of the server", http.StatusForbidden)
			return
		}
		mux.ServeHTTP(w, r)
	}))
}

// made serves a file that is created at the first request.
func made(what func() (any, error)) http.HandlerFunc {
	text := sync.OnceValues(func() ([]byte, error) {
		v, err := what()
		if err != nil {
			return nil, err
		}
		return json.Marshal(v)
	})
	return func(w http.ResponseWriter, _ *http.Request) {
		b, err := text()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", contentTypes[".json"])
		_, _ = w.Write(b)
	}
}

// Static serves the files of a page, read only.
func Static(page fs.FS) http.Handler {
	files := http.FileServerFS(page)
	return safe(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
			return
		}
		if kind := contentTypes[path.Ext(r.URL.Path)]; kind != "" {
			w.Header().Set("Content-Type", kind)
		}
		files.ServeHTTP(w, r)
	}))
}

// safe adds security headers to the answers of handler. It also sets Cache-Control: no-cache, so
// that browsers check for changed files at each request.
func safe(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-cache")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		handler.ServeHTTP(w, r)
	})
}

// contentTypes maps file extensions to content types. Without it, net/http would use the MIME table
// of the operating system, which differs between machines.
var contentTypes = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".json": "application/json",
	".svg": "image/svg+xml", ".webmanifest": "application/manifest+json", ".bin": "application/octet-stream",
}
