package twin_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/internal/twin"
)

// Random runs show no difference, and do everything that a run consists of.
func TestTypedCallsAgreeWithGeneralOnes(t *testing.T) {
	runs := uint64(60)
	if testing.Short() {
		runs = 15
	}
	counts := map[string]int{}
	for n := range runs {
		r := twin.Run(twin.Random(1, n))
		if r.Difference != nil {
			t.Fatalf("run %d: %v", n, r.Difference)
		}
		for what, times := range r.Counts {
			counts[what] += times
		}
	}
	for _, what := range twin.Everything {
		require.Positive(t, counts[what], what)
	}
}

// Any string is a run without a difference.
func TestEveryStringAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "data")
		if r := twin.Run(data); r.Difference != nil {
			t.Fatal(r.Difference)
		}
	})
}

func FuzzTyped(f *testing.F) {
	for n := range uint64(8) {
		data := twin.Random(2, n)
		f.Add(data[:min(200, len(data))])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if r := twin.Run(data); r.Difference != nil {
			t.Fatal(r.Difference)
		}
	})
}

// Equal strings are equal runs.
func TestRunsAreRepeated(t *testing.T) {
	for n := range uint64(5) {
		data := twin.Random(3, n)
		require.Equal(t, twin.Run(data), twin.Run(data))
	}
	require.Zero(t, twin.Run(nil).Operations)
}
