package cli

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/console"
)

func TestAGuidedCampaignCountsWays(t *testing.T) {
	code, out, errors := outside("fuzz", "--guide", "--seed", "3", "--traces", "8", "--duration", "0", "--workers", "1", "--save", "")
	require.Equal(t, console.ExitOK, code, errors)
	require.Regexp(t, `fingerprints +[1-9][0-9,]* of plans, [1-9][0-9,]* of changes, [1-9][0-9,]* of storage`, out)
	code, out, errors = outside("fuzz", "--guide", "--guide-corpus", "0", "--seed", "3", "--traces", "4", "--duration", "0", "--save", "", "--json")
	require.Equal(t, console.ExitOK, code, errors)
	require.Contains(t, out, `"fingerprints": {`)
	code, out, _ = outside("fuzz", "--seed", "3", "--traces", "1", "--duration", "0", "--save", "")
	require.Equal(t, console.ExitOK, code)
	require.NotContains(t, out, "fingerprints")
}

func TestAGuidedCampaignIsInOnePiece(t *testing.T) {
	for _, wrong := range [][]string{
		{"--seed", "1", "--shard", "0/2"},
		{"--seed", "1", "--resume"},
		{"--guide-corpus", "-1"},
		{"--guide-corpus", "100001"},
		{"--adapter", "none"},
	} {
		code, _, said := outside(append([]string{"fuzz", "--guide", "--traces", "1", "--duration", "0", "--save", t.TempDir()}, wrong...)...)
		require.Equal(t, console.ExitBroken, code, wrong)
		require.Contains(t, said, "--guide", wrong)
	}
}
