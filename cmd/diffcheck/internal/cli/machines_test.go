//go:build unix

package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/internal/misbehaving"
	"github.com/relspec/relspec/internal/oracle/campaign"
	"github.com/relspec/relspec/internal/oracle/shard"
	"github.com/relspec/relspec/internal/report"
	"github.com/relspec/relspec/oracle"
)

// examples are the files that docs/ci.md shows for schedulers.
var examples = filepath.Join("..", "..", "..", "..", "docs", "examples")

// fewer replaces a text of an example, so that it does little.
func fewer(t *testing.T, example, text, instead string) string {
	t.Helper()
	require.Equal(t, 1, strings.Count(example, text), text)
	return strings.Replace(example, text, instead, 1)
}

// startScript starts a script as a scheduler does: with bash, in a folder, with diffcheck on the
// path and variables "NAME=value".
func startScript(t *testing.T, folder, script string, set ...string) *job {
	t.Helper()
	bin := t.TempDir()
	program := fmt.Sprintf("#!/bin/sh\nexec env %s=1 '%s' \"$@\"\n", asCommand, os.Args[0])
	require.NoError(t, os.WriteFile(filepath.Join(bin, "diffcheck"), []byte(program),
		0o700)) //nolint:gosec // it is run
	j := &job{Cmd: exec.Command("bash", "-e", "-c", script)}
	j.Dir, j.Env = folder, append(append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH")), set...)
	j.Stdout, j.Stderr = &j.out, &j.said
	require.NoError(t, j.Start())
	return j
}

// matrix is what the workflow for shards says.
type matrix struct {
	Env  map[string]string
	Jobs map[string]struct {
		Strategy struct{ Matrix map[string][]int }
		Steps    []struct {
			Name, Run string
			Env       map[string]string
		}
	}
}

// A matrix of GitHub tests an engine: each job runs the example's commands in a checkout of its
// own, with what GitHub sets for it, and a further job has what all of them left.
func TestJobsOfAMatrixAreTheTest(t *testing.T) {
	long.Only(t, "it starts a process for each job of the example")
	oneWorker(t)
	text, err := os.ReadFile(filepath.Join(examples, "ci", "relspec-shards.yml"))
	require.NoError(t, err)
	little := "--seed 1 --traces 8 --transcripts 4 --run ^exclusive --workers 1 --save ''"
	var w matrix
	require.NoError(t, yaml.Unmarshal([]byte(fewer(t, string(text), "--seed 1 --traces 4000", little)), &w))
	part := w.Jobs["part"]
	total := len(part.Strategy.Matrix["machine"])
	require.Greater(t, total, 1)
	known := filepath.Join(t.TempDir(), w.Env["KNOWN"])
	require.NoError(t, os.WriteFile(known, []byte("known: []\n"), 0o600))
	environment := []string{"CI=true", "GITHUB_ACTIONS=true", "ADAPTER=" + vicious(misbehaving.None), "KNOWN=" + known}

	var jobs []*job
	var checkouts []string
	for index := range total {
		said := strings.NewReplacer("${{ strategy.job-index }}", strconv.Itoa(index), "${{ strategy.job-total }}",
			strconv.Itoa(total))
		checkout := t.TempDir()
		checkouts = append(checkouts, checkout)
		require.NoError(t, os.Mkdir(filepath.Join(checkout, "runs"), 0o700))
		for _, step := range part.Steps {
			if step.Name != "Test" {
				continue
			}
			set := append([]string{"GITHUB_JOB=part"}, environment...)
			for name, value := range step.Env {
				set = append(set, name+"="+said.Replace(value))
			}
			jobs = append(jobs, startScript(t, checkout, said.Replace(step.Run), set...))
		}
	}
	alone := startScript(t, t.TempDir(),
		`diffcheck test --adapter "$ADAPTER" --known "$KNOWN" --duration 0 --json `+little, environment...)
	require.Len(t, jobs, total)
	all := t.TempDir() // what the jobs leave, side by side
	for i, j := range jobs {
		j.ends(t, console.ExitOK)
		require.NoError(t, os.CopyFS(all, os.DirFS(checkouts[i])))
	}
	alone.ends(t, console.ExitOK)
	whole, err := report.Read(&alone.out)
	require.NoError(t, err)

	merges := 0
	for _, step := range w.Jobs["merge"].Steps {
		if command, is := strings.CutPrefix(step.Run, "diffcheck "); is {
			j := startScript(t, all, strings.Replace(step.Run, "merge ", "merge --json ", 1), environment...)
			j.ends(t, console.ExitOK)
			if strings.HasPrefix(command, "merge ") {
				merges++
				require.Equal(t, 8, joined(t, whole, j.out.String(), total))
			}
		}
	}
	require.Equal(t, 1, merges)
	require.FileExists(t, filepath.Join(all, "report.html"))
	require.FileExists(t, filepath.Join(all, "junit.xml"))
	require.NoError(t, os.Remove(filepath.Join(all, "runs", "1.json"))) // a job whose machine was lost
	lost := startScript(t, all, "diffcheck merge runs/*.json")
	lost.ends(t, console.ExitDiverged)
	require.Contains(t, lost.out.String(), fmt.Sprintf("MISSING       shard 1/%d\n", total))
}

// Schedulers run one campaign as jobs on a volume that they share, all at a time. One job is killed
// in the middle and started again, as its scheduler does. What "merge" makes of the volume is the
// campaign of one machine.
func TestJobsOfWhichOneIsKilledAreTheCampaign(t *testing.T) {
	long.Only(t, "it starts a process for each job of two examples")
	ofProcesses(t)
	const traces = "512" // so many that a job notes its progress before its end
	alone := t.TempDir()
	code, _, errors := outside("fuzz", "--seed", "5", "--traces", traces, "--duration", "0", "--save", alone)
	require.Equal(t, console.ExitOK, code, errors)
	whole := progressOf(t, alone)
	require.EqualValues(t, traces, fmt.Sprint(whole.Counts.Traces))
	t.Run("array of Slurm", func(t *testing.T) {
		text, err := os.ReadFile(filepath.Join(examples, "cluster", "campaign.sbatch"))
		require.NoError(t, err)
		script := fewer(t, string(text), "--traces 1000000", "--traces "+traces)
		tasks := regexp.MustCompile(`(?m)^#SBATCH --array=0-(\d+)$`).FindStringSubmatch(script)
		require.NotNil(t, tasks)
		last, err := strconv.Atoi(tasks[1])
		require.NoError(t, err)
		home := t.TempDir()
		s := scheduled{jobs: last + 1, victim: 3, volume: filepath.Join(home, "relspec-out")}
		s.start = func(index int, set ...string) *job {
			return startScript(t, t.TempDir(), script,
				append(set, "HOME="+home, fmt.Sprintf("SLURM_ARRAY_TASK_ID=%d", index),
					fmt.Sprintf("SLURM_ARRAY_TASK_COUNT=%d", s.jobs), "SLURM_ARRAY_TASK_MIN=0",
					fmt.Sprintf("SLURM_ARRAY_TASK_MAX=%d", last), "SLURM_ARRAY_TASK_STEP=1")...)
		}
		s.is(t, whole)
	})
	t.Run("indexed job of Kubernetes", func(t *testing.T) {
		text, err := os.ReadFile(filepath.Join(examples, "cluster", "campaign.yaml"))
		require.NoError(t, err)
		volume := t.TempDir()
		manifest := readManifest(t, []byte(fewer(t, fewer(t, string(text), `"1000000"`, `"`+traces+`"`),
			"--save, /out,", "--save, '"+volume+"',")))
		container := manifest.Spec.Template.Spec.Containers[0]
		s := scheduled{jobs: manifest.Spec.Completions, victim: 2, volume: volume}
		s.start = func(index int, set ...string) *job {
			set = append(set, fmt.Sprintf("JOB_COMPLETION_INDEX=%d", index))
			for _, e := range container.Env {
				set = append(set, e.Name+"="+e.Value)
			}
			return startJob(t, set, container.Args...)
		}
		s.is(t, whole)
	})
}

// scheduled is a campaign of several jobs.
type scheduled struct {
	jobs, victim int
	volume       string
	start        func(index int, set ...string) *job
}

// is runs the jobs and wants that they are the whole.
func (s *scheduled) is(t *testing.T, whole campaign.Saved) {
	t.Helper()
	file := campaign.ProgressFile(shard.Shard{Index: uint64(s.victim), Of: uint64(s.jobs)}, s.volume)
	var all []*job
	for i := range s.jobs {
		if i == s.victim {
			all = append(all, s.start(i, diesIn+"="+file))
			continue
		}
		all = append(all, s.start(i))
	}
	_ = all[s.victim].Wait() // the code says it, as it is or in the words of bash
	require.Contains(t, []int{-1, 128 + int(syscall.SIGKILL)}, all[s.victim].ProcessState.ExitCode(), "it was killed")
	require.NotZero(t, doneIn(file))
	require.Less(t, doneIn(file), whole.Counts.Traces/uint64(s.jobs), "it was killed before its end")
	all[s.victim] = s.start(s.victim)
	for _, j := range all {
		j.ends(t, console.ExitOK)
	}
	before, err := filepath.Glob(filepath.Join(s.volume, "*.before"))
	require.NoError(t, err)
	require.Empty(t, before, "it went on, and did not begin anew")
	code, out, errors := outside("merge", "--json", s.volume)
	require.Equal(t, console.ExitOK, code, errors)
	var merged struct {
		Complete bool
		Shards   int
		Campaign struct{ Counts oracle.Counts }
	}
	require.NoError(t, json.Unmarshal([]byte(out), &merged))
	require.True(t, merged.Complete)
	require.Equal(t, s.jobs, merged.Shards)
	require.Equal(t, whole.Counts, merged.Campaign.Counts)
}
