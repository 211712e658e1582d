package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/internal/oracle/campaign"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/shard"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// child runs diffcheck in its own process. It kills the process like kill -9 once due returns true,
// unless the process ends before.
func child(t *testing.T, due func() bool, args ...string) (killed bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asCommand+"=1")
	var said bytes.Buffer
	cmd.Stderr = &said
	require.NoError(t, cmd.Start())
	ended := make(chan struct{})
	go func() {
		for {
			select {
			case <-ended:
				return
			case <-time.After(time.Millisecond):
			}
			if due() {
				_ = cmd.Process.Kill()
				return
			}
		}
	}()
	err := cmd.Wait()
	close(ended)
	code := cmd.ProcessState.ExitCode()
	require.True(t, err == nil || code == -1, "%v\n%s", err, said.String())
	return code == -1
}

// progressOf returns the saved progress of a campaign without the times.
func progressOf(t *testing.T, dir string) campaign.Saved {
	t.Helper()
	p := campaign.Saved{Counts: cover.NewCounts()}
	require.NoError(t, shard.Read(campaign.ProgressFile(oracle.Shard{}, dir), &p))
	p.Elapsed = 0
	return p
}

// A campaign that is killed at random moments and resumed has compared every trace exactly once in
// the end.
func TestACampaignThatIsKilledLosesAndRepeatsNothing(t *testing.T) {
	long.Only(t, "it kills and restarts the command several times")
	const traces = 24
	ofProcesses(t)
	args := func(dir string) []string {
		return []string{
			"fuzz", "--seed", "5", "--traces", fmt.Sprint(traces), "--duration", "0", "--save", dir,
			"--resume",
		}
	}
	whole, broken := t.TempDir(), t.TempDir()
	require.False(t, child(t, func() bool { return false }, args(whole)...))
	done := func() uint64 {
		if _, err := os.Stat(campaign.ProgressFile(oracle.Shard{}, broken)); err != nil {
			return 0
		}
		p := progressOf(t, broken)
		return p.Low + uint64(len(p.Done))
	}
	last, kills := uint64(0), 0
	for kills < 6 {
		var late time.Time // some time after the first comparison, a different time in each round
		killed := child(t, func() bool {
			if late.IsZero() && done() > last {
				late = time.Now().Add(time.Duration(kills*kills) * time.Millisecond)
			}
			return !late.IsZero() && time.Now().After(late)
		}, args(broken)...)
		if !killed {
			break
		}
		kills++
		require.GreaterOrEqual(t, done(), last, "nothing is lost")
		require.Equal(t, progressOf(t, broken).Counts.Traces, done(), "each trace is counted once")
		last = done()
	}
	require.Greater(t, kills, 1, "the command was killed before the campaign was complete")
	if kills == 6 {
		require.False(t, child(t, func() bool { return false }, args(broken)...))
	}
	require.Equal(t, progressOf(t, whole), progressOf(t, broken))
	require.True(t, progressOf(t, broken).Complete)
	temporary, err := filepath.Glob(filepath.Join(broken, "*", ".*"))
	require.NoError(t, err)
	require.Empty(t, temporary)
}

func TestShardsOfACampaignMerge(t *testing.T) {
	long.Only(t, "it runs a campaign in one run and in shards")
	whole := t.TempDir()
	code, _, errors := outside("fuzz", "--seed", "5", "--traces", "12", "--duration", "0", "--save", whole)
	require.Equal(t, console.ExitOK, code, errors)
	var dirs []string
	for i := range 3 {
		dir := t.TempDir()
		dirs = append(dirs, dir)
		code, _, errors := outside("fuzz", "--seed", "5", "--traces", "12", "--duration", "0", "--save", dir, "--shard",
			fmt.Sprintf("%d/3", i))
		require.Equal(t, console.ExitOK, code, errors)
	}
	code, out, errors := outside(append([]string{"merge", "--json"}, dirs...)...)
	require.Equal(t, console.ExitOK, code, errors)
	var merged struct {
		Complete bool
		Campaign struct{ Counts oracle.Counts }
	}
	require.NoError(t, json.Unmarshal([]byte(out), &merged))
	require.True(t, merged.Complete)
	require.Equal(t, progressOf(t, whole).Counts, merged.Campaign.Counts,
		"the shards together compare the same traces as one run")

	code, out, _ = outside("merge", dirs[0], dirs[1])
	require.Equal(t, console.ExitDiverged, code, "a part is missing")
	require.Contains(t, out, "missing or unfinished (continue with --resume): 2/3")
	last, err := campaign.Read(dirs[2], oracle.Shard{Index: 2, Of: 3})
	require.NoError(t, err)
	stopped := &last.Progress
	stopped.Complete = false // as after a killed job
	require.NoError(t, shard.Write(campaign.ProgressFile(stopped.Shard, dirs[2]), stopped))
	code, out, _ = outside(append([]string{"merge"}, dirs...)...)
	require.Equal(t, console.ExitDiverged, code, "one shard is incomplete")
	require.Contains(t, out, "missing or unfinished (continue with --resume): 2/3")
	stopped.Requested = 0 // and as for a job limited by time
	require.NoError(t, shard.Write(campaign.ProgressFile(stopped.Shard, dirs[2]), stopped))
	code, out, _ = outside(append([]string{"merge"}, dirs...)...)
	require.Equal(t, console.ExitOK, code)
	require.Contains(t, out, "all shards are complete")
	for _, wrong := range [][]string{{dirs[0], dirs[0]}, {dirs[0], whole}, {t.TempDir()}} {
		code, _, _ = outside(append([]string{"merge"}, wrong...)...)
		require.Equal(t, console.ExitBroken, code)
	}
}

// If a progress file cannot be read, merge fails. It ignores other files in the folder.
func TestMergeRefusesProgressThatItCannotRead(t *testing.T) {
	dir := t.TempDir()
	code, _, errors := outside("fuzz", "--seed", "5", "--traces", "2", "--duration", "0", "--save", dir)
	require.Equal(t, console.ExitOK, code, errors)
	write := func(name, text string) string {
		t.Helper()
		file := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		return file
	}
	for _, other := range []string{"notes.json", "campaign-notes.json", "campaign-0-of-2-findings.json"} {
		file := write(other, "{")
		code, _, errors = outside("merge", dir)
		require.Equal(t, console.ExitOK, code, errors)
		require.NoError(t, os.Remove(file))
	}
	sound := textOf(t, campaign.ProgressFile(oracle.Shard{}, dir))
	for name, tt := range map[string]struct{ file, text, message string }{
		"cut off": {"campaign-1-of-2.json", sound[:len(sound)/2], "is not a progress file"},
		"a key twice": {
			"campaign-1-of-2.json", `{"format":"relspec-campaign","format":"relspec-campaign"}`,
			`the key "format" occurs twice`,
		},
		"other letters": {
			"campaign-1-of-2.json", strings.Replace(sound, `"format"`, `"Format"`, 1),
			"is not the progress of a campaign",
		},
		"another shard": {"campaign-1-of-2.json", sound, "contains the progress of shard 0/1"},
		"empty":         {"campaign-3-of-4.json", "", "is not a progress file"},
	} {
		t.Run(name, func(t *testing.T) {
			file := write(tt.file, tt.text)
			defer func() { require.NoError(t, os.Remove(file)) }()
			code, _, errors := outside("merge", dir)
			require.Equal(t, console.ExitBroken, code)
			require.Contains(t, errors, file)
			require.Contains(t, errors, tt.message)
		})
	}
}

func TestResumingAnotherCampaignIsRefused(t *testing.T) {
	dir := t.TempDir()
	base := []string{"fuzz", "--traces", "4", "--duration", "0", "--save", dir}
	code, _, errors := outside(append(base, "--seed", "5")...)
	require.Equal(t, console.ExitOK, code, errors)
	for _, other := range [][]string{
		{"--seed", "6"},
		{"--seed", "5", "--weights", "cleanup"},
		{"--seed", "5", "--profile", "flecs-4"},
		{},
	} {
		code, _, _ := outside(append(append(base, "--resume"), other...)...)
		require.Equal(t, console.ExitBroken, code, other)
	}
}

// refusesSnapshots makes the second engine refuse snapshots, so that every divergence reduces to
// the same group.
func (b *bench) refusesSnapshots() *bench {
	b.engines[1] = named("fast", func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpSnapshot {
			*out = spec.Outcome{Err: spec.Errorf(spec.CodeInvalid, "no snapshots here")}
		}
	})
	return b
}

// If several shards find the same fault, merge keeps one finding in one folder.
func TestMergeJoinsFindings(t *testing.T) {
	out := t.TempDir()
	var dirs []string
	for i := range 2 {
		dir := t.TempDir()
		dirs = append(dirs, dir)
		code := newBench().refusesSnapshots().command("fuzz", "--seed", "5", "--traces", "8", "--duration", "0",
			"--findings", "50",
			"--profile", "flecs-3", "--save", dir, "--shard", fmt.Sprintf("%d/2", i))
		require.Equal(t, console.ExitDiverged, code)
	}
	b := newBench()
	require.Equal(t, console.ExitDiverged, b.command(append([]string{"merge", "--save", out}, dirs...)...),
		b.err.String())
	require.Contains(t, b.out.String(), "finding ")
	folders, err := filepath.Glob(filepath.Join(out, "*", "trace.jsonl"))
	require.NoError(t, err)
	require.Len(t, folders, 1)
	groups := map[string]bool{}
	var parts []*campaign.Part
	for _, dir := range dirs {
		more, err := campaign.ReadAll(dir)
		require.NoError(t, err)
		parts = append(parts, more...)
	}
	report, open, err := campaign.Merge(parts)
	require.NoError(t, err)
	require.Empty(t, open)
	for _, f := range report.Findings {
		require.False(t, groups[f.Group], "each group once")
		groups[f.Group] = true
	}
	alone := len(parts[0].Findings) + len(parts[1].Findings)
	require.Less(t, len(report.Findings), alone, "both shards have the same finding")
}

// textOf returns the text of a file.
func textOf(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	return string(text)
}

// If a file cannot be written, read or resumed, the command says so and leaves the saved progress
// as it is. Once the problem is fixed, the campaign can be resumed.
func TestAFolderThatCannotBeUsedLosesNothing(t *testing.T) {
	dir := t.TempDir()
	file := campaign.ProgressFile(oracle.Shard{}, dir)
	to := func(traces int) []string {
		return []string{
			"fuzz", "--seed", "5", "--traces", fmt.Sprint(traces), "--duration", "0", "--save", dir,
			"--resume",
		}
	}
	code, _, errors := outside(to(2)...)
	require.Equal(t, console.ExitOK, code, errors)
	before := textOf(t, file)

	refused := func(says string, args ...string) {
		t.Helper()
		code, _, errors := outside(args...)
		require.Equal(t, console.ExitBroken, code)
		require.Contains(t, errors, says)
	}
	unlock, err := oracle.Shard{}.Lock(dir, "campaign")
	require.NoError(t, err)
	refused("another process", to(4)...)
	unlock()

	full := filepath.Join(dir, ".campaign.json.tmp") // writing fails because there is a folder with this name
	require.NoError(t, os.Mkdir(full, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(full, "x"), nil, 0o644))
	refused(".campaign.json.tmp", to(4)...)
	require.Equal(t, before, textOf(t, file))
	require.NoError(t, os.RemoveAll(full))

	require.NoError(t, os.WriteFile(file, []byte(before[:len(before)/2]), 0o644))
	refused("not a progress file that can be resumed", to(4)...)
	require.Equal(t, before[:len(before)/2], textOf(t, file))

	other := progressOf(t, folderWith(t, before))
	other.Traces = "00000000"
	require.NoError(t, shard.Write(file, other))
	refused("generates other traces", to(4)...)

	require.NoError(t, os.WriteFile(file, []byte(before), 0o644))
	code, _, errors = outside(to(4)...)
	require.Equal(t, console.ExitOK, code, errors)
	require.EqualValues(t, 4, progressOf(t, dir).Low)

	code, _, errors = outside(to(2)[:9]...)
	require.Equal(t, console.ExitOK, code, errors)
	require.FileExists(t, file+".before", "a run without --resume renames the old progress file")
}

// folderWith returns a folder with the progress of a campaign.
func folderWith(t *testing.T, progress string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(campaign.ProgressFile(oracle.Shard{}, dir), []byte(progress), 0o644))
	return dir
}
