package fuzz_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/fuzz/content"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

func TestACampaignCoversWhatItsGeneratorExpects(t *testing.T) {
	for _, p := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
		g := fuzz.New(p)
		counts := cover.NewCounts()
		for seed := range uint64(60) { // many traces, because some features are rare
			res, err := oracle.Run(g.Generate(seed), reference, nil, oracle.RunOptions{DumpEvery: -1})
			require.NoError(t, err)
			counts.Add(res.Counts)
		}
		require.Empty(t, counts.Never(g.Operations(), g.QueryFeatures(), nil), p.Name)
		require.Greater(t, len(g.Operations()), 35)
		require.Greater(t, len(g.QueryFeatures()), 20)
	}
}

func TestExpectationsFollowFeaturesAndWeights(t *testing.T) {
	all := fuzz.New(spec.Flecs4(), fuzz.WithFeatures(everything(t)))
	ofSets := fuzz.New(spec.Flecs3Beta(), fuzz.WithFeatures(everything(t))).QueryFeatures()
	require.ElementsMatch(t, spec.Features(), union(all.QueryFeatures(), ofSets))
	require.Contains(t, ofSets, spec.FeatMinDepth)
	require.NotContains(t, all.QueryFeatures(), spec.FeatMinDepth)
	require.Contains(t, all.Operations(), spec.OpChanged)
	require.NotContains(t, fuzz.New(spec.Flecs4(), fuzz.WithFeatures(content.Features{})).Operations(), spec.OpChanged)
	w, err := fuzz.ParseWeights("term.not=0,count=0,kind.rule=0")
	require.NoError(t, err)
	few := fuzz.New(spec.Flecs3(), fuzz.WithWeights(w))
	require.NotContains(t, few.QueryFeatures(), spec.FeatNot)
	require.NotContains(t, few.QueryFeatures(), spec.FeatRule)
	require.NotContains(t, few.Operations(), spec.OpCount)
	require.NotContains(t, fuzz.New(spec.Flecs3Beta()).QueryFeatures(), "reflexive")
}

// union returns the elements of both lists.
func union(a, b []spec.Feature) []spec.Feature {
	both := slices.Concat(a, b)
	slices.Sort(both)
	return slices.Compact(both)
}
