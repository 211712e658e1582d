package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/console"
)

const repositoryRoot = "../../../.."

// builtMutant is the mutant that all tests build: compiled once, its packages come from the build cache. It is marked as a defect
// of a released engine, which recall chooses.
const builtMutant = "chains-merged"

func TestMutantsFindsAMutantAndTheControlIsClean(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command twice")
	}
	results := filepath.Join(t.TempDir(), "results.jsonl")
	table := filepath.Join(t.TempDir(), "table.md")
	require.NoError(t, os.WriteFile(table, []byte("an older table\n"), 0o644))
	code, out, errors := outside("mutants", "--root", repositoryRoot, "-run", "^"+builtMutant+"$", "--duration", "1m", "--results", results)
	require.Equal(t, console.ExitOK, code, out+errors)
	require.Contains(t, out, "found         1 of 1")
	args := []string{ // nothing ends the campaign of the control but its time
		"mutants", "--root", repositoryRoot, "-run", "^" + builtMutant + "$|^control$", "--duration", "1s", "--results", results,
		"--resume", "--markdown", table,
	}
	code, out, errors = outside(args...)
	require.Equal(t, console.ExitOK, code, out+errors)
	require.Contains(t, out, "found         1 of 1")
	require.Contains(t, out, "control       shows nothing")
	text, err := os.ReadFile(table)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(text), "```\nfound         1 of 1"))
	require.Contains(t, string(text), "| "+builtMutant+" |")
	require.NotContains(t, string(text), "an older table")
	code, again, errors := outside(args...)
	require.Equal(t, console.ExitOK, code, errors)
	require.Equal(t, out, again, "everything is known already")
}

func TestMutantsListsTheCatalogue(t *testing.T) {
	code, out, _ := outside("mutants", "--list", "-run", "caching")
	require.Equal(t, console.ExitOK, code)
	require.Contains(t, out, "base-change-missed")
	for _, wrong := range [][]string{
		{"-run", "nothing is called so"},
		{"--resume"},
		{"--duration", "0s"},
		{"--parallel", "-1"},
		{"--build", "planted"}, // all of them at once
		{"--root", t.TempDir()},
	} {
		code, _, _ := outside(append([]string{"mutants"}, wrong...)...)
		require.Equal(t, console.ExitBroken, code, wrong)
	}
}

func TestMutantsLeavesACommandThatHasAMutant(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	planted := filepath.Join(t.TempDir(), "planted")
	code, _, errors := outside("mutants", "--root", repositoryRoot, "-run", "^"+builtMutant+"$", "--build", planted)
	require.Equal(t, console.ExitOK, code, errors)
	trace := filepath.Join(t.TempDir(), "trace.jsonl")
	require.NoError(t, os.WriteFile(trace, []byte(`{"format":"relspec-trace","version":1,"profile":"flecs-3"}
{"op":"entity","entity":"P"}
{"op":"entity","entity":"Q"}
{"op":"entity","entity":"a","ids":["P"]}
{"op":"query","terms":[{"or":[{"first":"P"},{"first":"P"}]},{"or":[{"first":"Q"},{"first":"Q"}]}]}
`), 0o644))
	out, err := exec.CommandContext(t.Context(), planted, "replay", trace).Output()
	require.Error(t, err, "the fault shows")
	require.Contains(t, string(out), "DIVERGENCE")
}
