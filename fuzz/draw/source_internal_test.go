package draw

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/spec"
)

// Rapid draws a byte string like native fuzzing, and the bytes produce the same trace.
func TestDrawnDecisionsDecodeToTheSameTrace(t *testing.T) {
	generators := []*fuzz.Generator{fuzz.New(spec.Flecs3()), fuzz.New(spec.Flecs4(), fuzz.Arbitrary())}
	rapid.Check(t, func(t *rapid.T) {
		g := rapid.SampledFrom(generators).Draw(t, "generator")
		s := newSource(t)
		require.Equal(t, g.From(s).Operations(), g.Decode(s.made).Operations())
	})
}
