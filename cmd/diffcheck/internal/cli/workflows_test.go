package cli

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
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

// manifest is the part of a Kubernetes job that the tests check.
type manifest struct {
	Spec struct {
		CompletionMode string `yaml:"completionMode"`
		Completions    int
		Template       struct {
			Spec struct {
				Containers []struct {
					Args []string
					Env  []struct{ Name, Value string }
				}
			}
		}
	}
}

func readManifest(t *testing.T, text []byte) (m manifest) {
	t.Helper()
	require.NoError(t, yaml.Unmarshal(text, &m))
	return m
}

// Every diffcheck command in the Kubernetes manifests uses flags that exist.
func TestManifestsUseCommandsThatExist(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "..", "docs", "examples", "cluster")
	text, err := os.ReadFile(filepath.Join(folder, "campaign.yaml"))
	require.NoError(t, err)
	job := readManifest(t, text)
	require.Equal(t, "Indexed", job.Spec.CompletionMode)
	container := job.Spec.Template.Spec.Containers[0]
	require.Equal(t, "RELSPEC_SHARDS", container.Env[0].Name)
	require.Equal(t, strconv.Itoa(job.Spec.Completions), container.Env[0].Value)

	text, err = os.ReadFile(filepath.Join(folder, "campaign.sbatch"))
	require.NoError(t, err)
	_, line, found := strings.Cut(string(text), "\ndiffcheck ")
	require.True(t, found)
	for _, args := range [][]string{container.Args, strings.Fields(line)} {
		command, rest, err := newBench().rootCommand().Find(args)
		require.NoError(t, err, args)
		require.Equal(t, "fuzz", command.Name())
		require.NoError(t, command.ParseFlags(rest), args)
		require.Subset(t, args, []string{"--shard", "auto", "--resume", "--seed", "--traces"},
			"a part of one campaign that goes on when it is started again")
	}
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
