package cli

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// saved are the folders and files below a folder of findings.
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

// Workers that reduce to the same finding, or have found what another one reduces to, leave each other's folders alone.
func TestWorkersWithTheSameFindingKeepIt(t *testing.T) {
	b := newBench().withBug()
	setup := &campaignSetup{save: t.TempDir(), options: oracle.CampaignOptions{Reference: b.engines[0], Implementations: b.engines[1:]}}
	lines := `{"format":"relspec-trace","version":1,"profile":"flecs-3"}
{"op":"entity","entity":"T"}
{"op":"entity","entity":"a","ids":["T"]}
{"op":"entity","entity":"b","ids":["T"]}
`
	question := `{"op":"query","terms":[{"first":"T"}]}` + "\n"
	var workers sync.WaitGroup
	errs := make([]error, 24)
	for i := range errs {
		long := strings.Repeat(`{"op":"note","text":"n"}`+"\n", i%4) // the shortest is the reduced one
		trace, err := spec.ReadTrace(strings.NewReader(lines+long+question), spec.ReadLimits{})
		require.NoError(t, err)
		result, err := oracle.Run(trace, b.engines[0], b.engines[1:], oracle.RunOptions{})
		require.NoError(t, err)
		f := &oracle.CampaignFinding{Seed: 1, Index: uint64(i), Trace: trace, Divergence: result.Divergences[0]}
		workers.Go(func() { _, errs[i] = setup.group(f) })
	}
	workers.Wait()
	for i, err := range errs {
		require.NoError(t, err, i)
	}
	require.Len(t, setup.known.byGroup, 1)
	for _, d := range setup.known.byGroup {
		require.Equal(t, []string{filepath.Base(d.Saved)}, saved(t, setup.save))
	}
}

// Every folder that a campaign names at its end is there with its trace, and nothing else is.
func TestNamedFindingsAreThere(t *testing.T) {
	b := newBench()
	b.engines[1] = named("fast", func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpLookup || op.Op == spec.OpQuery && len(out.Rows) > 1 {
			*out = spec.Fail(spec.Errorf(spec.CodeCrash, "no"))
		}
	})
	dir := t.TempDir()
	require.Equal(t, console.ExitDiverged, b.command("fuzz", "--seed", "17", "--traces", "4", "--duration", "0", "--findings", "1000", "--workers", "2", "--save", dir))
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

// A fault that comes and goes is a finding that says so, and the campaign goes on.
func TestAnIntermittentDivergenceIsAFinding(t *testing.T) {
	oneWorker(t)
	b := newBench()
	chance := rand.New(rand.NewPCG(1, 2))
	b.engines[1] = named("fast", func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpAdd && chance.IntN(100) < 3 {
			*out = spec.Fail(spec.Errorf(spec.CodeCrash, "now and then"))
		}
	})
	dir := t.TempDir()
	code := b.command("fuzz", "--seed", "3", "--traces", "2", "--duration", "0", "--findings", "1000", "--workers", "1", "--save", dir)
	require.Equal(t, console.ExitDiverged, code, b.err.String())
	require.Contains(t, b.out.String(), "intermittent: seen in ")
	require.Contains(t, b.out.String(), fmt.Sprintf("%-13s next trace 2\n", "resume"))
}
