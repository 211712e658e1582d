package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// A trace on which an engine hangs is kept up to that operation and not tried again, which would hang as well.
func TestATraceThatHangsIsNotReduced(t *testing.T) {
	trace, err := spec.ReadTrace(strings.NewReader(hidesTrace), spec.ReadLimits{})
	require.NoError(t, err)
	d := oracle.Divergence{Implementation: "fast", Index: 2, Op: trace.Entries[2].Op}
	d.Difference = oracle.Difference{Kind: compare.DiffBroken, Op: d.Op.Op, Want: "ok", Got: "refused: timeout"}
	require.True(t, d.Hangs())
	b := newBench()
	b.engines[1].New = func(spec.Profile) (spec.Engine, error) { panic("it must not be started") }
	setup := &campaignSetup{save: t.TempDir(), options: oracle.CampaignOptions{Reference: b.engines[0], Implementations: b.engines[1:]}}
	group, err := setup.group(&oracle.CampaignFinding{Trace: trace, Divergence: d})
	require.NoError(t, err)
	require.NotEmpty(t, group)
	stored, err := filepath.Glob(filepath.Join(setup.save, "*", "trace.jsonl"))
	require.NoError(t, err)
	require.Len(t, stored, 1, "the trace as it was found is replaced")
	text, err := os.ReadFile(stored[0])
	require.NoError(t, err)
	require.Equal(t, 4, strings.Count(string(text), "\n"), "a header and three operations")
	report, err := os.ReadFile(filepath.Join(filepath.Dir(stored[0]), "report.txt"))
	require.NoError(t, err)
	require.Contains(t, string(report), "not reduced")
}
