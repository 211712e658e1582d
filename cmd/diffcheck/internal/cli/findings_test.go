package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/spec"
)

// saved returns the folders and files in a folder of findings.
func saved(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

// The findings folder contains exactly the findings that the campaign names at its end, each with
// its trace.
func TestNamedFindingsAreThere(t *testing.T) {
	b := newBench()
	b.engines[1] = named("fast", func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpLookup || op.Op == spec.OpQuery && len(out.Rows) > 1 {
			*out = spec.Fail(spec.Errorf(spec.CodeCrash, "no"))
		}
	})
	dir := t.TempDir()
	require.Equal(t, console.ExitDiverged,
		b.command("fuzz", "--seed", "20", "--traces", "4", "--duration", "0", "--findings", "1000", "--workers", "2",
			"--save", dir))
	names := map[string]bool{}
	for line := range strings.Lines(b.out.String()) {
		if folder, is := strings.CutPrefix(strings.TrimSpace(line), "saved   "); is {
			names[filepath.Base(folder)] = true
			require.FileExists(t, filepath.Join(folder, "trace.jsonl"))
		}
	}
	require.NotEmpty(t, names)
	for _, name := range saved(t, dir) {
		require.True(t, names[name] || strings.Contains(name, "campaign"), name)
	}
}

// An intermittent fault is reported as an intermittent finding, and the campaign continues.
func TestAnIntermittentDivergenceIsAFinding(t *testing.T) {
	oneWorker(t)
	b := newBench()
	adds := 0
	b.engines[1] = named("fast", func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpAdd {
			if adds++; adds == 20 {
				*out = spec.Fail(spec.Errorf(spec.CodeCrash, "now and then"))
			}
		}
	})
	dir := t.TempDir()
	code := b.command("fuzz", "--seed", "3", "--traces", "2", "--duration", "0", "--findings", "1000", "--workers", "1",
		"--save", dir)
	require.Equal(t, console.ExitDiverged, code, b.err.String())
	require.Contains(t, b.out.String(), "intermittent: seen in ")
	require.Contains(t, b.out.String(), " in 2 random traces, ")
}
