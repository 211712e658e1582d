package report_test

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/relspec/relspec/internal/report"
)

// warm renders a run once, so that the scenarios are loaded. Loading takes longer than the fuzzer
// allows for one input.
var warm = sync.OnceValue(func() error {
	r, err := report.Read(strings.NewReader(`{"ok":true,"engines":["a"],"scenarios":{"results":{"a":[{"name":"x","area":"y","status":"odd"}]}}}`))
	if err != nil {
		return err
	}
	return r.HTML(io.Discard, "")
})

// FuzzRead checks that Read returns a run or an error for any input, and that every run can be
// rendered.
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
