package fuzz

import (
	"os"
	"testing"
	"time"

	"github.com/relspec/relspec/spec"
)

func TestScratch(t *testing.T) {
	for _, p := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
		g := New(p)
		start := time.Now()
		n := 0
		bytes := 0
		_ = bytes
		for s := range uint64(2000) {
			n += len(g.Generate(s).Entries)
		}
		d := time.Since(start)
		t.Logf("%s: %d ops in %v = %.0f/s", p.Name, n, d, float64(n)/d.Seconds())
		var c Census
		for s := range uint64(500) {
			c.Count(g.Generate(s))
		}
		c.WriteTo(os.Stdout)
		t.Log(c.MissingFeatures())
	}
	tr := Generate(7, spec.Flecs3())
	tr.WriteTo(os.Stdout)
}
