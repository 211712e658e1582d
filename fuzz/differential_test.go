package fuzz_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/fuzz/draw"
	"github.com/relspec/relspec/spec"
)

func TestEnginesAgreeOnDrawnTraces(t *testing.T) {
	traces := []*rapid.Generator[*spec.Trace]{
		draw.Trace(spec.Flecs3()), draw.Trace(spec.Flecs4()), draw.Trace(spec.Flecs3(), fuzz.Arbitrary()),
	}
	rapid.Check(t, func(t *rapid.T) {
		i := rapid.IntRange(0, len(traces)-1).Draw(t, "generator")
		if d := disagreement(t, traces[i].Draw(t, "trace")); d != "" {
			t.Fatal(d)
		}
	})
}

// FuzzDifferential decodes bytes to a trace and compares the engines on it. Run one target a call:
//
//	go test ./fuzz -run '^$' -fuzz '^FuzzDifferential$' -fuzztime 60s
func FuzzDifferential(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte) {
		require.Empty(t, disagreement(t, fuzz.DecodeCase(data)))
	})
}
