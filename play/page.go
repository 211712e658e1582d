// Package play has the page of the playground, which npm builds from src, and serves it.
//
//   - [Page] finds the built page: in the program, or in a checkout
//   - [Handler] serves it
//   - package wasm is the program that runs in it, package data writes its files about the suite,
//     package measure tells how quick the page is
//
// docs/playground.md is about the page.
package play

import (
	"io/fs"
	"net/http"
	"path"

	"github.com/relspec/relspec/spec"
)

// start is the file that every built page has.
const start = "index.html"

// Page is the folder of the built page. A program that was built with the tag relspec_play has it
// in itself; otherwise it is in the checkout, a nil checkout being none. The error has the code
// unsupported and names the command that builds it.
func Page(checkout fs.FS) (fs.FS, *spec.Error) {
	if page := embedded(); page != nil {
		return page, nil
	}
	if checkout == nil {
		return nil, spec.Errorf(spec.CodeUnsupported,
			"this diffcheck was built without the playground; a release has it, and so has one "+
				"that is built in a checkout with \"make play-binary\"")
	}
	page, err := fs.Sub(checkout, "play/dist")
	if err == nil {
		_, err = fs.Stat(page, start)
	}
	if err != nil {
		return nil, spec.Errorf(spec.CodeUnsupported,
			"the playground is not built in this checkout; \"make play\" builds it, and needs Node 20 with npm")
	}
	return page, nil
}

// Handler serves the files of a page, read only. It answers with the security headers that a page
// of its own needs and lets a browser ask each time whether a file has changed.
func Handler(page fs.FS) http.Handler {
	files := http.FileServerFS(page)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
			return
		}
		h := w.Header()
		h.Set("Cache-Control", "no-cache")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		if kind := contentTypes[path.Ext(r.URL.Path)]; kind != "" {
			h.Set("Content-Type", kind)
		}
		files.ServeHTTP(w, r)
	})
}

// contentTypes are told rather than asked of the system, whose tables differ.
var contentTypes = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".json": "application/json",
	".svg": "image/svg+xml", ".webmanifest": "application/manifest+json", ".bin": "application/octet-stream",
}
