//go:build unix

package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/internal/misbehaving"
	"github.com/relspec/relspec/oracle/adapter"
	"github.com/relspec/relspec/spec"
)

// faulty returns the command line of an adapter that misbehaves in one way.
func faulty(fault string) string {
	return fmt.Sprintf("env '%s=%s' '%s'", misbehaving.Variable, fault, os.Args[0])
}

func TestPatternsThatFitNothingAreRefusedAtTheStart(t *testing.T) {
	for _, flag := range []string{"--run", "--skip"} {
		begun := time.Now()
		code, out, said := outside("test", "--adapter", faulty(misbehaving.None), flag, "no-such-case", "--duration",
			"1h", "--save", t.TempDir())
		require.Equal(t, console.ExitBroken, code)
		require.Empty(t, out)
		require.Contains(t, said, `"no-such-case" matches no case`)
		require.Less(t, time.Since(begun), 30*time.Second)
	}
}

func TestACampaignAlone(t *testing.T) {
	code, out, said := outside("test", "campaign", "--adapter", faulty(misbehaving.None), "--traces", "3", "--seed", "1",
		"--save", t.TempDir(), "--workers", "1")
	require.Equal(t, console.ExitOK, code, out+said)
	require.Contains(t, out, "operations compared in 3 traces")
	require.NotContains(t, out, "unsupported      not run", "there are no cases")
}

func TestCapabilitiesAreLeftOut(t *testing.T) {
	args := []string{
		"test", "transcripts", "--adapter", faulty(misbehaving.None), "--transcripts", "1", "--duration",
		"0", "--save", "",
	}
	_, whole, _ := outside(args...)
	code, out, said := outside(append(args, "--without", "exclusive,star")...)
	require.Equal(t, console.ExitOK, code, out+said)
	require.Contains(t, whole, "generated/exclusive ")
	require.NotContains(t, out, "generated/exclusive ")
	require.Contains(t, out, "declares 7 of ")
	require.Contains(t, out, "without exclusive star\n")
	code, _, said = outside(append(args, "--without", "magic")...)
	require.Equal(t, console.ExitBroken, code)
	require.Contains(t, said, `unknown capability "magic"`)
}

// Text from an adapter is escaped and shortened wherever it is shown or saved.
func TestTextOfAnAdapterIsShownAsEscapes(t *testing.T) {
	oneWorker(t)
	folder := t.TempDir()
	code, out, said := outside("test", "--adapter", faulty(misbehaving.Paints), "--transcripts", "1", "--traces", "1",
		"--seed", "1",
		"--run", "^pairs-01", "--duration", "0", "--workers", "1", "--save", folder)
	require.Equal(t, console.ExitDiverged, code)
	texts := map[string]string{"stdout": out, "stderr": said}
	require.NoError(t, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(path, ".json") || strings.HasSuffix(path, ".jsonl") {
			return err // JSON escapes it anyway
		}
		text, err := os.ReadFile(path)
		texts[filepath.Base(path)] += string(text)
		return err
	}))
	require.Contains(t, out, `owned\x07`)
	for name, text := range texts {
		require.False(t, spec.Hides(text), "%s has hidden characters: %.300q", name, around(text))
		require.NotContains(t, text, strings.Repeat("x", 10_000), name)
	}
	require.Greater(t, len(texts), 4)
}

// around returns the text near the first hidden character.
func around(text string) string {
	at := strings.IndexFunc(text, func(r rune) bool { return spec.Hides(string(r)) })
	return text[max(0, at-100):]
}

// begin starts diffcheck in the background.
func begin(t *testing.T, args ...string) (cmd *exec.Cmd, out *bytes.Buffer) {
	t.Helper()
	cmd, out = exec.Command(os.Args[0], args...), &bytes.Buffer{}
	cmd.Env = append(os.Environ(), asCommand+"=1")
	cmd.Stdout, cmd.Stderr = out, out
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return cmd, out
}

// family waits until an adapter and its child process run, and returns their process ids.
func family(t *testing.T, file string) []int {
	t.Helper()
	var pids []int
	require.Eventually(t, func() bool {
		text, err := os.ReadFile(file)
		pids = nil
		for line := range strings.Lines(string(text)) {
			var pid int
			if _, err := fmt.Sscan(line, &pid); err == nil {
				pids = append(pids, pid)
			}
		}
		return err == nil && len(pids) >= 2
	}, time.Minute, 20*time.Millisecond)
	for _, pid := range pids {
		t.Cleanup(func() { _ = syscall.Kill(pid, syscall.SIGKILL) })
	}
	return pids
}

func lives(pid int) bool {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH)
	}
	return !strings.Contains(string(status), ") Z ")
}

// When the command ends, so do the adapters and the processes they started. If a signal ends it, it
// still prints the table.
func TestAdaptersEndWithTheCommand(t *testing.T) {
	signals := []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL, syscall.SIGINT, syscall.SIGHUP}
	for _, s := range signals[:long.Times(4, 2)] { // a short run omits SIGINT and SIGHUP, handled like SIGTERM
		t.Run(s.String(), func(t *testing.T) {
			if signal.Ignored(s) {
				t.Skipf("SKIPPED: this process was started to ignore %s, as nohup does", s)
			}
			pids := filepath.Join(t.TempDir(), "pids")
			t.Setenv(misbehaving.PidFile, pids)
			cmd, out := begin(t, "test", "--adapter", faulty(misbehaving.Stubborn), "--workers", "1", "--duration",
				"10m", "--save", t.TempDir())
			members := family(t, pids)
			require.NoError(t, cmd.Process.Signal(s))
			err := cmd.Wait()
			for _, pid := range members {
				require.Eventually(t, func() bool { return !lives(pid) }, 20*time.Second, 10*time.Millisecond,
					"%d lives on", pid)
			}
			if s != syscall.SIGKILL {
				require.Error(t, err)
				require.Equal(t, console.ExitDiverged, cmd.ProcessState.ExitCode(), out.String())
				require.Contains(t, out.String(), "FAILURE  the run was interrupted: ")
				require.Contains(t, out.String(), "\ntotal ")
			}
		})
	}
}

// Ctrl-C during the scenarios of the default run prints what was compared. If the scenarios end
// before Ctrl-C arrives, the test tries again with a shorter wait.
func TestAnInterruptedRunPrintsItsTable(t *testing.T) {
	var cmd *exec.Cmd
	var out *bytes.Buffer
	for wait := time.Second; wait > 50*time.Millisecond; wait /= 2 {
		cmd, out = begin(t, "run", "scenarios", "regressions", "--save", t.TempDir())
		time.Sleep(wait)
		_ = cmd.Process.Signal(os.Interrupt)
		if _ = cmd.Wait(); cmd.ProcessState.ExitCode() != 0 {
			break
		}
	}
	require.NotEqual(t, -1, cmd.ProcessState.ExitCode(), "it was killed by the signal")
	require.Regexp(t, `FAILURE  interrupted: [0-9,]+ scenarios were not run`, out.String())
	require.Contains(t, out.String(), "\nscenarios  ")
	require.Contains(t, out.String(), "STOP  model and fast agree until the run was interrupted")
}

// A program that does not answer hello is a timeout, however short the run is.
func TestAHungAdapterIsATimeoutWhateverTheDuration(t *testing.T) {
	for _, duration := range []string{"1s", "300ms"} {
		code, _, said := outside("test", "--adapter", "sleep 100", "--duration", duration, "--save", "")
		require.Equal(t, console.ExitBroken, code)
		require.Regexp(t, `the adapter "sleep 100" cannot be tested: timeout: no answer within [0-9.]+m?s to hello: does it flush`, said)
	}
	f := testFlags{limits: adapter.Options{Timeout: 10 * time.Second, StartTimeout: time.Second}}
	f.Command, f.Total = "sleep 100", time.Minute
	require.NoError(t, newBench().prepareTest(&f))
	require.Equal(t, 15*time.Second, f.limits.MaxTimeout,
		"no answer may take longer than a quarter of the run, even on a retry")
}

func TestAFeatureOfOnesOwnTestsAnAdapter(t *testing.T) {
	name := filepath.Join(t.TempDir(), "own.feature")
	require.NoError(t, os.WriteFile(name, []byte(ownFeature), 0o600))
	args := []string{"test", name, "--adapter", faulty(misbehaving.None), "--workers", "1", "--save", ""}
	code, out, said := outside(args...)
	require.Equal(t, console.ExitDiverged, code, out+said)
	require.Contains(t, out, "✗ Alice and Bob (flecs-3)")
	require.Contains(t, out, ":6: Alice has (Likes, Bob)")
	require.Contains(t, out, "the reference gives the same answer as the engine")
	require.NoError(t, os.WriteFile(name, []byte(strings.Replace(ownFeature, "    And Alice has (Likes, Bob)\n", "", 1)), 0o600))
	code, out, said = outside(args...)
	require.Equal(t, console.ExitOK, code, out+said)
	require.Contains(t, out, "✓ Alice and Bob (flecs-3)")
}

// A run writes its report in every format, and prints findings as they occur.
func TestOneRunWritesEveryForm(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	code, out, said := outside("test", "campaign", "--adapter", faulty(misbehaving.Crashes), "--traces", "3", "--seed", "1",
		"--workers", "1", "--save", "", "--report", dir)
	require.Equal(t, console.ExitDiverged, code, out+said)
	require.Contains(t, said, "found         ")
	for name, want := range map[string]string{
		"report.txt": "NEW  ", "run.json": `"findings"`, "junit.xml": "<testsuite", "report.html": "<html",
	} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		require.Contains(t, string(text), want, name)
	}
	text, err := os.ReadFile(filepath.Join(dir, "report.txt"))
	require.NoError(t, err)
	require.Equal(t, out, string(text))
}
