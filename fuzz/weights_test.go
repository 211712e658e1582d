package fuzz_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/spec"
)

func TestWeightKeysAreDistinct(t *testing.T) {
	seen := map[string]bool{}
	for _, key := range fuzz.WeightKeys() {
		require.False(t, seen[key], key)
		require.NotContains(t, key, "=")
		seen[key] = true
	}
	for _, key := range []string{
		"add", "query", "delete", "term.not", "second.wildcard", "fragment.recycle",
		"kind.cached",
	} {
		require.True(t, seen[key], key)
	}
}

func TestPresetsSurviveAsText(t *testing.T) {
	for _, name := range fuzz.PresetNames() {
		require.NotEmpty(t, fuzz.PresetFinds(name))
		w, err := fuzz.Preset(name)
		require.NoError(t, err)
		again, err := fuzz.ParseWeights(w.String())
		require.NoError(t, err, "preset %s", name)
		require.Equal(t, w.String(), again.String())
	}
}

func TestParseWeights(t *testing.T) {
	w, err := fuzz.ParseWeights("cleanup, delete=20 # more of it\n\nterm.not = 30\n# nothing\nquery=0")
	require.NoError(t, err)
	require.Equal(t, 20, w.Get("delete"))
	require.Equal(t, 30, w.Get("term.not"))
	require.Equal(t, 0, w.Get("query"))
	require.Equal(t, 20, w.Get("add.policy"), "from the preset")
	require.Equal(t, fuzz.Weights{}.Get("add"), w.Get("add"), "the default")
	again, err := fuzz.ParseWeights(w.String())
	require.NoError(t, err)
	require.Equal(t, w.String(), again.String())
}

func TestParseWeightsRefuses(t *testing.T) {
	none := "add=0"
	for _, key := range fuzz.WeightKeys() {
		if !strings.Contains(key, ".") {
			none += "," + key + "=0"
		}
	}
	for text, want := range map[string]string{
		"nonsense":          "unknown preset",
		"nonsense=1":        "unknown weight",
		"add=x":             "whole number",
		"add=-1":            "between 0 and",
		"add=1000001":       "between 0 and",
		"=1":                "unknown weight",
		"size.1=0,size.2=0": "",
		none:                "give at least one of them",
	} {
		_, err := fuzz.ParseWeights(text)
		if want == "" {
			require.NoError(t, err, text)
			continue
		}
		require.ErrorContains(t, err, want, text)
	}
}

func TestSetDoesNotChangeCopies(t *testing.T) {
	preset, err := fuzz.Preset("cleanup")
	require.NoError(t, err)
	before := preset.String()
	changed := preset
	require.NoError(t, changed.Set("delete", 999))
	require.Equal(t, 999, changed.Get("delete"))
	require.Equal(t, before, preset.String())
	require.Error(t, changed.Set("nothing", 1))
}

func TestWeightsDecideTheMix(t *testing.T) {
	share := func(text string, kind spec.OpKind) float64 {
		w, err := fuzz.ParseWeights(text)
		require.NoError(t, err)
		g := fuzz.New(spec.Flecs3(), fuzz.WithWeights(w))
		c := counted(g, 60)
		return float64(c.Operations[kind]) / float64(c.Total())
	}
	require.InDelta(t, 0.29, share("default", spec.OpAdd), 0.04)
	require.Zero(t, share("explain=0", spec.OpExplain))
	require.Greater(t, share("delete=300", spec.OpDelete), 2*share("", spec.OpDelete))
	require.Greater(t, share("queries", spec.OpQuery), share("", spec.OpQuery)+0.1)
}

func FuzzParseWeights(f *testing.F) {
	f.Add([]byte("cleanup,delete=20,term.not=30"))
	f.Add([]byte("add=1#x\nquery=2"))
	f.Fuzz(func(t *testing.T, text []byte) {
		w, err := fuzz.ParseWeights(string(text))
		if err != nil {
			return
		}
		again, err := fuzz.ParseWeights(w.String())
		require.NoError(t, err)
		require.Equal(t, w.String(), again.String())
	})
}
