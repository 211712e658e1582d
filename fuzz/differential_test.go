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
		draw.Trace(spec.Tecs()), draw.Trace(spec.Tecs(), fuzz.Arbitrary()),
	}
	rapid.Check(t, func(t *rapid.T) {
		i := rapid.IntRange(0, len(traces)-1).Draw(t, "generator")
		if d := disagreement(t, traces[i].Draw(t, "trace")); d != "" {
			t.Fatal(d)
		}
	})
}

// FuzzDifferential decodes bytes to a trace and compares the engines on it. Run it with:
//
//	go test ./fuzz -run '^$' -fuzz '^FuzzDifferential$' -fuzztime 60s
func FuzzDifferential(f *testing.F) {
	addCases(f, 60)
	f.Fuzz(func(t *testing.T, data []byte) {
		require.Empty(t, disagreement(t, fuzz.DecodeCase(data)))
	})
}

// FuzzDeclared is like FuzzDifferential, for traces with declared relationships. The first byte
// chooses the biased or the arbitrary generator.
func FuzzDeclared(f *testing.F) {
	valid, arbitrary := fuzz.New(spec.Tecs(), fuzz.Operations(1000)),
		fuzz.New(spec.Tecs(), fuzz.Operations(1000), fuzz.Arbitrary())
	for seed := range byte(4) {
		data := make([]byte, 400)
		for i := range data {
			data[i] = byte(i)*(2*seed+7) + seed
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		g := valid
		if len(data) > 0 && data[0] >= 192 {
			g = arbitrary
		}
		require.Empty(t, disagreement(t, g.Decode(data[min(len(data), 1):])))
	})
}

func TestCasesReachEveryProfile(t *testing.T) {
	reached := map[string]bool{}
	for first := range 256 {
		reached[fuzz.DecodeCase([]byte{byte(first), 1, 2, 3}).Header.Profile] = true
	}
	for _, p := range spec.Profiles() {
		require.True(t, reached[p.Name], p.Name)
	}
}
