package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/cmd/diffcheck/internal/planted"
	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/mutants"
)

func TestRecallFindsADefectOfAReleasedEngine(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	code, out, errors := outside("recall", "--root", repositoryRoot, "-run", "^"+builtMutant+"$", "--seeds", "2", "--duration", "1m", "--json")
	require.Equal(t, console.ExitOK, code, out+errors)
	var report planted.RecallReport
	require.NoError(t, json.Unmarshal([]byte(out), &report))
	require.Equal(t, 1, report.Found)
	require.Equal(t, 1, report.Always)
	require.Equal(t, "bitecs 0.4.0 and koota 0.6.6", report.Rows[0].Released)
	require.Len(t, report.Rows[0].Trials, 2)
	require.NotZero(t, report.Median)
	require.GreaterOrEqual(t, report.Most, report.Median)
}

func TestRecallListsWhatWasReleased(t *testing.T) {
	code, out, _ := outside("recall", "--list")
	require.Equal(t, console.ExitOK, code)
	marked := 0
	for _, m := range mutants.All() {
		if m.Released != "" || m.Stands {
			marked++
			require.Contains(t, out, m.Name)
		}
	}
	require.GreaterOrEqual(t, marked, 12)
	require.Equal(t, marked, strings.Count(out, "\n"))
	for _, wrong := range [][]string{{"-run", "nothing is called so"}, {"--seeds", "0"}, {"--duration", "0s"}, {"--root", t.TempDir()}} {
		code, _, _ := outside(append([]string{"recall"}, wrong...)...)
		require.Equal(t, console.ExitBroken, code, wrong)
	}
}
