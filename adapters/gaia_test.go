package adapters_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/adapter"
)

// gaiaEvidence are the traces of the defects of gaia-ecs.
func gaiaEvidence(t *testing.T) []string {
	t.Helper()
	traces, err := filepath.Glob("gaia/evidence/*/trace.jsonl")
	require.NoError(t, err)
	require.Len(t, traces, 10)
	return traces
}

// Every trace of the evidence fails with a gaia-ecs that somebody has built here. The library is in
// no registry of packages, so other machines skip this.
func TestEvidenceOfGaiaStillFails(t *testing.T) {
	if _, err := os.Stat("gaia/build/adapter"); err != nil {
		t.Skip("SKIPPED: gaia-ecs is not built, so its adapter is not tested; " +
			"run: make -C adapters/gaia GAIA=/path/to/gaia-ecs")
	}
	p, err := adapter.Start(t.Context(), "gaia/build/adapter", patient)
	require.NoError(t, err)
	defer p.Close() //nolint:errcheck // always nil
	im := oracle.Implementation{Name: "gaia-ecs", New: p.World, Foreign: true}
	for _, file := range gaiaEvidence(t) {
		result, err := oracle.Run(read(t, file), engines.Model(), []oracle.Implementation{im}, oracle.RunOptions{})
		require.NoError(t, err)
		require.Len(t, result.Divergences, 1, file)
	}
}

// The evidence of gaia-ecs says all that a maintainer needs, and its protocol lines are its trace.
func TestEvidenceOfGaiaIsComplete(t *testing.T) {
	for _, file := range gaiaEvidence(t) {
		text := func(name string) string {
			b, err := os.ReadFile(filepath.Join(filepath.Dir(file), name))
			require.NoError(t, err)
			return string(b)
		}
		issue, trace := text("issue.md"), read(t, file)
		for _, part := range []string{
			text("output.txt"), "```cpp\n", "## What the documentation says", "The clause of relspec",
		} {
			require.Contains(t, issue, part, file)
		}
		require.LessOrEqual(t, len(trace.Entries), 5, file)
		require.Equal(t, trace.Operations(), scripted(t, text("protocol.jsonl"), len(trace.Entries)), file)
	}
}
