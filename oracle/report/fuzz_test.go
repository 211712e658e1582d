package report_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/relspec/relspec/oracle/report"
)

// seedRun is a run with a case that is no scenario.
const seedRun = `{"ok":true,"engines":["a","a"],"scenarios":{"results":{"a":[{"name":"x","area":"y","status":"odd"}]}}}`

// FuzzRead: whatever a file holds, reading it gives a run or an error, and what can be read can be shown.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		seedRun,
		`{"ok":false,"info":{"implementation":"<a>"},"cases":[{"name":"x","status":"failed"}],"findings":[{"name":"query rows missing: x",
			"operation":-4,"lines":["-","+ a",""],"trace":[{"format":"relspec-trace","version":1,"profile":"flecs-3"},{"op":"entity","entity":"a"}],
			"picture":{"world":{"entities":[{"entity":"a","ids":["a",["a","a"],["R","b"]]}]},"got":{"entities":[{"entity":"a"},{"entity":"a"}]},
			"rows":[{"state":"extra","entities":["a","z"],"facts":[{"entity":"z","id":["R","a"]},{"entity":"a","id":["R","z"]}]}]}}]}`,
		`{"ok":true,"campaign":{"counts":{"comparisons":{"fast":1}}},"divergences":[{"signature":"s dump","trace":[{"format":"relspec-trace",
			"version":1,"profile":"none"}],"picture":{}}]}`,
	} {
		f.Add([]byte(seed))
	}
	r, err := report.Read(strings.NewReader(seedRun))
	if err == nil {
		err = r.HTML(io.Discard, "") // reads the scenarios, which takes longer than one input may
	}
	if err != nil {
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
