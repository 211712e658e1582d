package fuzz_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/spec"
)

// guided makes traces, told by an engine of which each kind of operation at a place of a hundred is a way; fresh is how many of them the
// generator makes of their seed alone.
func guided(t *testing.T, corpus, traces int) (all []*spec.Trace, fresh int, seen map[spec.Way]int) {
	t.Helper()
	p := spec.Flecs3()
	mixture := fuzz.NewMixture(p)
	g := fuzz.NewGuide(func(seed uint64, _ spec.Profile) *fuzz.Generator { return mixture.Of(seed) }, corpus)
	for i := range traces {
		seed := uint64(1000 + 7*i)
		trace, took := g.Next(seed, p)
		var ways []spec.Fingerprint
		for n := range trace.Entries {
			op := trace.Entries[n].Op.Op
			ways = append(ways, spec.Fingerprint{Way: spec.WayChange, Number: uint64(n%100)<<8 | uint64(len(op))})
		}
		took(ways)
		if made := mixture.Generate(seed); len(made.Entries) == len(trace.Entries) && made.Entries[1].Op.Entity == trace.Entries[1].Op.Entity &&
			made.Entries[len(made.Entries)/8].Op.Op == trace.Entries[len(made.Entries)/8].Op.Op {
			fresh++
		}
		all = append(all, trace)
	}
	return all, fresh, g.Seen()
}

func TestAGuideIsDeterministicAndVaries(t *testing.T) {
	first, fresh, seen := guided(t, 8, 60)
	again, _, seenAgain := guided(t, 8, 60)
	require.Equal(t, first, again)
	require.Equal(t, seen, seenAgain)
	require.Positive(t, seen[spec.WayChange])
	require.Zero(t, seen[spec.WayPlan])
	require.Greater(t, fresh, 60/6)
	require.Less(t, fresh, 60/2)
}

func TestAGuideThatKeepsNothingIsBlind(t *testing.T) {
	_, fresh, seen := guided(t, 0, 40)
	require.Equal(t, 40, fresh)
	require.Positive(t, seen[spec.WayChange])
}
