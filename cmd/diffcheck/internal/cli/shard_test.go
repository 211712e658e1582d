//go:build unix

package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/internal/misbehaving"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/report"
)

// job is diffcheck in its own process, as a scheduler starts it.
type job struct {
	*exec.Cmd
	out, said bytes.Buffer
}

// startJob starts diffcheck in a process of its own.
func startJob(t *testing.T, args ...string) *job {
	t.Helper()
	j := &job{Cmd: exec.Command(os.Args[0], args...)}
	j.Env = append(os.Environ(), asCommand+"=1")
	j.Stdout, j.Stderr = &j.out, &j.said
	require.NoError(t, j.Start())
	return j
}

// ends waits for a job and checks its exit code.
func (j *job) ends(t *testing.T, code int) {
	t.Helper()
	_ = j.Wait() // the exit code is checked below
	require.Equal(t, code, j.ProcessState.ExitCode(), j.out.String()+j.said.String())
}

// A test that is divided among three processes has the same result as one process, once their
// outputs are joined.
func TestTheShardsOfATestAreTheTest(t *testing.T) {
	long.Only(t, "it starts a process for each part")
	oneWorker(t)
	dir := t.TempDir()
	args := []string{
		"test", "scenarios", "campaign", "--adapter", faulty(misbehaving.None), "--run", "^exclusive", "--traces", "6",
		"--seed", "1",
		"--duration", "0", "--workers", "1", "--save", "", "--json",
	}
	alone := startJob(t, args...)
	alone.ends(t, console.ExitOK)
	var files []string
	var all []*job
	for i := range 3 {
		all = append(all, startJob(t, append(args, "--shard", fmt.Sprintf("%d/3", i))...))
		files = append(files, filepath.Join(dir, fmt.Sprintf("part-%d.json", i)))
	}
	for i, j := range all {
		j.ends(t, console.ExitOK)
		require.NoError(t, os.WriteFile(files[i], j.out.Bytes(), 0o600))
	}
	whole, err := report.Read(&alone.out)
	require.NoError(t, err)
	b := newBench()
	run, err := b.readRuns(files)
	require.NoError(t, err)
	require.True(t, run.OK())
	require.ElementsMatch(t, whole.Implementations[0].Results, run.Implementations[0].Results)
	require.Positive(t, whole.Count(report.Passed))
	counts := cover.NewCounts()
	for _, c := range run.Campaigns {
		counts.Add(c.Counts)
	}
	require.Equal(t, whole.Campaigns[0].Counts, counts)
}

func TestAShardNeedsASeed(t *testing.T) {
	for _, args := range [][]string{{"fuzz", "--shard", "0/2"}, {"test", "--shard", "0/2", "--adapter", "x"}} {
		code, _, said := outside(args...)
		require.Equal(t, console.ExitBroken, code)
		require.Contains(t, said, "--seed of the campaign")
	}
}
