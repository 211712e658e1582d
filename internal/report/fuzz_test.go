package report_test

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/relspec/relspec/internal/report"
)

// warm shows a run, once, for which the scenarios are read: that takes longer than one input may.
var warm = sync.OnceValue(func() error {
	r, err := report.Read(strings.NewReader(`{"ok":true,"engines":["a"],"scenarios":{"results":{"a":[{"name":"x","area":"y","status":"odd"}]}}}`))
	if err != nil {
		return err
	}
	return r.HTML(io.Discard, "")
})

// FuzzRead: whatever a file holds, reading it gives a run or an error, and what can be read can be shown.
func FuzzRead(f *testing.F) {
	if err := warm(); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := report.Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		r = report.Join(r, r)
		if err := r.HTML(io.Discard, ""); err != nil {
			t.Fatal(err)
		}
		if err := r.JUnit(io.Discard); err != nil {
			t.Fatal(err)
		}
	})
}
