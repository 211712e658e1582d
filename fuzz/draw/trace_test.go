package draw_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/fuzz/draw"
	"github.com/relspec/relspec/spec"
)

func TestDrawnTracesAreAsMixedAsGeneratedOnes(t *testing.T) {
	kinds, total := map[spec.OpKind]int{}, 0
	traces := draw.Trace(spec.Flecs3())
	for seed := range 200 {
		for _, e := range traces.Example(seed).Entries {
			kinds[e.Op.Op]++
			total++
		}
	}
	share := func(kind spec.OpKind) float64 { return float64(kinds[kind]) / float64(total) }
	t.Logf("%d operations: add %.3f, query %.3f, delete %.3f", total, share(spec.OpAdd), share(spec.OpQuery),
		share(spec.OpDelete))
	require.InDelta(t, 0.27, share(spec.OpAdd), 0.08)
	require.InDelta(t, 0.15, share(spec.OpQuery), 0.07)
	require.Greater(t, share(spec.OpDelete), 0.01)
}

func TestDrawnTracesFollowOptions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trace := draw.Trace(spec.Flecs4(), fuzz.Operations(5)).Draw(t, "trace")
		require.LessOrEqual(t, len(trace.Entries), 5)
		require.Equal(t, "flecs-4", trace.Header.Profile)
	})
}

func ExampleTrace() {
	trace := draw.Trace(spec.Flecs3()).Example(1)
	fmt.Println(trace.Header.Profile, len(trace.Entries) > 0)
	// Output: flecs-3 true
}
