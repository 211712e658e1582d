package fuzz_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/engine"
	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/fuzz/content"
	"github.com/relspec/relspec/spec"
)

// everything turns every feature on.
func everything(t require.TestingT) content.Features {
	var f content.Features
	for _, name := range content.FeatureNames() {
		require.NoError(t, f.Set(name, true))
	}
	return f
}

func TestEveryFeatureHasAName(t *testing.T) {
	require.Equal(t, content.FeatureNames(), everything(t).Enabled())
	f := everything(t)
	require.NoError(t, f.Set("lists", false))
	require.NotContains(t, f.Enabled(), "lists")
	require.ErrorContains(t, f.Set("nothing", true), "unknown feature")
}

func TestDisabledFeaturesAreNotGenerated(t *testing.T) {
	off := map[string][]spec.OpKind{
		"snapshots": {spec.OpSnapshot}, "overrides": {spec.OpOverride}, "modified": {spec.OpModified},
		"walks": {spec.OpWalkUp, spec.OpTraverse, spec.OpDepth}, "explain": {spec.OpExplain, spec.OpPlan},
		"deferral": {spec.OpDeferBegin, spec.OpDeferEnd}, "observers": {spec.OpObserve, spec.OpEvents},
		"iterators": {spec.OpIterBegin, spec.OpIterNext, spec.OpIterEnd}, "changes": {spec.OpChanged},
	}
	count := func(f content.Features) map[spec.OpKind]int {
		operations := map[spec.OpKind]int{}
		g := fuzz.New(spec.Flecs4(), fuzz.WithFeatures(f))
		for seed := range uint64(60) {
			for _, e := range g.Generate(seed).Entries {
				operations[e.Op.Op]++
			}
		}
		return operations
	}
	with := count(everything(t))
	for name, kinds := range off {
		f := everything(t)
		require.NoError(t, f.Set(name, false))
		without := count(f)
		for _, kind := range kinds {
			require.NotZero(t, with[kind], "%s with %s", kind, name)
			require.Zero(t, without[kind], "%s without %s", kind, name)
		}
	}
}

func TestDefaultFeaturesAreDeclaredByFast(t *testing.T) {
	for _, p := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
		info := engine.New(p).Apply(spec.Operation{Op: spec.OpHello}).Info
		require.NotNil(t, info)
		require.Subset(t, content.FeaturesOf(info).Enabled(), content.DefaultFeatures(p).Enabled())
	}
}

func TestFeaturesOfAnImplementation(t *testing.T) {
	info := &spec.Info{Capabilities: map[string][]spec.Capability{
		"world": {spec.CapSymmetric, spec.CapDefer}, "rule": {spec.CapEquality},
	}}
	require.Equal(t, []string{"deferral", "symmetric", "equality"}, content.FeaturesOf(info).Enabled())
	require.Empty(t, content.FeaturesOf(&spec.Info{}).Enabled())
}
