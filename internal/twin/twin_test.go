package twin_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/internal/twin"
)

// Random runs show no difference, and do what runs are there for.
func TestTypedCallsAgreeWithTheModel(t *testing.T) {
	runs := uint64(60)
	if testing.Short() {
		runs = 20
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
	for _, what := range []string{
		"Spawn", "SpawnMany", "World.SpawnMany", "SetScope", "Restore", "a reader of what is gone", "crowd",
		"Save and Load", "Commands.Apply", "Commands.Reset", "Defer", "DeleteAll", "ExchangeAll", "Exchange", "SetAll",
		"Clone", "leave", "write", "Changed", "Batch.Modified", "NewQuery0", "NewQuery8", "Closure", "observed",
	} {
		require.Positive(t, counts[what], what)
	}
}

// Decisions that rapid makes show no difference; it reduces a run that does.
func TestAnyDecisionsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var ended any // by rapid, which has no more decisions while it reduces
		pick := func(n int) int {
			defer func() {
				if ended = recover(); ended != nil {
					panic(ended)
				}
			}()
			return rapid.IntRange(0, n-1).Draw(t, "choice")
		}
		r := twin.Run(rapid.IntRange(0, 60).Draw(t, "steps"), pick)
		if ended != nil {
			panic(ended)
		}
		if r.Difference != nil {
			t.Fatal(r.Difference)
		}
	})
}

func FuzzTyped(f *testing.F) {
	for n := range uint64(8) {
		data := make([]byte, 0, 400)
		for _, pick := twin.Random(2, n); len(data) < cap(data); {
			data = binary.BigEndian.AppendUint16(data, uint16(pick(1<<16)))
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if r := twin.Run(twin.Bytes(data)); r.Difference != nil {
			t.Fatal(r.Difference)
		}
	})
}

// Equal seeds are equal runs.
func TestRunsAreRepeated(t *testing.T) {
	for n := range uint64(3) {
		require.Equal(t, twin.Run(twin.Random(3, n)), twin.Run(twin.Random(3, n)))
	}
	require.Zero(t, twin.Run(twin.Bytes(nil)).Operations)
}
