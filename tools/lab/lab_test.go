package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/console"
	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/tools/mutants"
)

func TestMain(m *testing.M) {
	if err := toRoot(); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// lab runs the command and returns its exit code and output.
func lab(args ...string) (code int, out, said string) {
	var stdout, stderr bytes.Buffer
	code = run(args, &console.Console{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr})
	return code, stdout.String(), stderr.String()
}

// builtMutant is the mutant that all tests build, so that the build cache has its packages after
// the first test.
const builtMutant = "chains-merged"

func TestMutantsFindsAMutantAndTheControlIsClean(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command twice")
	}
	results := filepath.Join(t.TempDir(), "results.jsonl")
	table := filepath.Join(t.TempDir(), "table.md")
	code, out, said := lab("mutants", "--released", "--run", "^"+builtMutant+"$", "--duration", "1m", "--results",
		results)
	require.Equal(t, console.ExitOK, code, out+said)
	require.Contains(t, out, "found         1 of 1")
	args := []string{ // the campaign of the control ends when its time is over
		"mutants", "--run", "^" + builtMutant + "$|^control$", "--duration", "1s", "--results", results, "--resume",
		"--markdown", table,
	}
	code, out, said = lab(args...)
	require.Equal(t, console.ExitOK, code, out+said)
	require.Contains(t, out, "found         1 of 1")
	require.Contains(t, out, "control       shows nothing")
	text, err := os.ReadFile(table)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(text), "```\nfound         1 of 1"))
	require.Contains(t, string(text), "| released | 1 | 1 |")
	code, again, said := lab(append(args, "--total", "1ns")...)
	require.Equal(t, console.ExitOK, code, said)
	require.Equal(t, out, again, "everything is known already")
}

func TestMutantsListsTheCatalogue(t *testing.T) {
	code, out, _ := lab("mutants", "--list", "--run", "caching")
	require.Equal(t, console.ExitOK, code)
	require.Contains(t, out, "base-change-missed")
	code, out, _ = lab("mutants", "--list", "--released", "--skip", "control")
	require.Equal(t, console.ExitOK, code)
	require.Equal(t, len(mutants.Released()), strings.Count(out, "\n"))
	require.Contains(t, out, "(bitecs 0.4.0 and koota 0.6.6)")
	for _, wrong := range [][]string{
		{"--run", "nothing is called so"},
		{"--resume"},
		{"--duration", "0s"},
		{"--build", "planted"}, // --build builds all planted mutants together, and accepts no name
	} {
		code, _, _ := lab(append([]string{"mutants"}, wrong...)...)
		require.Equal(t, console.ExitBroken, code, wrong)
	}
}

func TestMutantsLeavesACommandThatHasAMutant(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	planted := filepath.Join(t.TempDir(), "planted")
	code, _, said := lab("mutants", "--run", "^"+builtMutant+"$", "--build", planted)
	require.Equal(t, console.ExitOK, code, said)
	trace := filepath.Join(t.TempDir(), "trace.jsonl")
	require.NoError(t, os.WriteFile(trace, []byte(`{"format":"relspec-trace","version":1,"profile":"flecs-3"}
{"op":"entity","entity":"P"}
{"op":"entity","entity":"Q"}
{"op":"entity","entity":"a","ids":["P"]}
{"op":"query","terms":[{"or":[{"first":"P"},{"first":"P"}]},{"or":[{"first":"Q"},{"first":"Q"}]}]}
`), 0o644))
	out, err := exec.CommandContext(t.Context(), planted, "replay", trace).Output()
	require.Error(t, err, "the mutant shows")
	require.Contains(t, string(out), "DIVERGENCE")
}

func TestMutationListsMutantsAndRefusesNonsense(t *testing.T) {
	code, out, said := lab("mutation", "--list", "--run", "change/defer.go.*remove-statement")
	require.Equal(t, console.ExitOK, code, said)
	require.Contains(t, out, "fast/internal/change/defer.go:")
	require.NotContains(t, out, "conditionals-negation")
	for _, wrong := range [][]string{
		{"--sample", "-1"},
		{"--run", "("},
		{"--resume"},
	} {
		code, _, _ := lab(append([]string{"mutation"}, wrong...)...)
		require.Equal(t, console.ExitBroken, code, wrong)
	}
}

func TestLabNeedsACheckout(t *testing.T) {
	t.Chdir(t.TempDir())
	code, _, said := lab("mutants", "--list")
	require.Equal(t, console.ExitBroken, code)
	require.Contains(t, said, "go run -C tools ./lab")
}
