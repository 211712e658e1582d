package cli

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/relspec/relspec/internal/long"
)

// workflow is the part of a GitHub Actions workflow that the tests check.
type workflow struct {
	Name string
	On   map[string]any
	Jobs map[string]steps
	Runs steps // of an action
}

type steps struct {
	Steps []struct{ Uses, Run string }
}

var expression = regexp.MustCompile(`\$\{\{[^}]*\}\}`)

// Every diffcheck command in the workflows uses flags that exist.
func TestWorkflowsUseCommandsThatExist(t *testing.T) {
	root := filepath.Join("..", "..", "..", "..")
	commands := 0
	for pattern, files := range map[string]int{".github/workflows/*.yml": 4, "docs/examples/ci/*.yml": 4, "action.yml": 1} {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		require.NoError(t, err)
		require.Len(t, names, files, pattern)
		for _, name := range names {
			for _, args := range diffcheckCommands(t, name) {
				commands++
				command, rest, err := newBench().rootCommand().Find(args)
				require.NoError(t, err, "%s: %v", name, args)
				require.NoError(t, command.ParseFlags(rest), "%s: %v", name, args)
				if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
					require.Equal(t, args[0], command.Name(), "%s: %v", name, args)
				}
			}
		}
	}
	require.Greater(t, commands, 8)
}

// A command built with the flags of .ci/release prints the version of the release.
func TestAReleaseSaysItsVersion(t *testing.T) {
	long.Only(t, "it links the command")
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "..", ".ci", "release"))
	require.NoError(t, err)
	flags := regexp.MustCompile(`-ldflags="([^"]*)"`).FindSubmatch(text)
	require.NotNil(t, flags, ".ci/release gives the linker no flags")
	program := filepath.Join(t.TempDir(), "diffcheck")
	out, err := exec.CommandContext(t.Context(), "go", "build",
		"-ldflags="+strings.ReplaceAll(string(flags[1]), "$version", "v0.0.0-try"),
		"-o", program, "github.com/relspec/relspec/cmd/diffcheck").CombinedOutput()
	require.NoError(t, err, string(out))
	said, err := exec.CommandContext(t.Context(), program, "--version").Output()
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(said), "diffcheck v0.0.0-try, suite "), string(said))
}

func diffcheckCommands(t *testing.T, name string) [][]string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	var w workflow
	require.NoError(t, yaml.Unmarshal(text, &w), name)
	require.NotEqual(t, len(w.On) > 0, len(w.Runs.Steps) > 0, name)
	var out [][]string
	for _, job := range append(slices.Collect(maps.Values(w.Jobs)), w.Runs) {
		for _, step := range job.Steps {
			line := expression.ReplaceAllString(step.Run, "1")
			line = strings.ReplaceAll(line, "1/1", "0/1") // a shard and their number
			line, _, _ = strings.Cut(line, " > ")
			line = strings.Replace(line, `"$RUNNER_TEMP/diffcheck"`, "diffcheck", 1)
			line = strings.ReplaceAll(line, `${KNOWN:+--known "$KNOWN"}`, "--known known.yaml")
			line = strings.ReplaceAll(strings.ReplaceAll(line, `"node `, "node_"), `"`, "")
			words := strings.Fields(line)
			if len(words) > 0 && slices.Contains([]string{"diffcheck", "bin/diffcheck"}, words[0]) {
				out = append(out, words[1:])
			}
		}
	}
	return out
}
