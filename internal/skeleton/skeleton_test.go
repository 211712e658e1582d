package skeleton_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/internal/skeleton"
	"github.com/relspec/relspec/internal/suite"
	"github.com/relspec/relspec/oracle/adapter"
	"github.com/relspec/relspec/spec"
)

// tools lists, for each language, commands that succeed if the language is installed.
var tools = map[string][]string{
	"js":     {"node --version"},
	"python": {"python3 --version"},
	"go":     {"go version"},
	"c":      {"cc --version", "make --version", "cc -E -include jansson.h -x c /dev/null"},
	"cpp":    {"c++ --version", "make --version", "c++ -E -include nlohmann/json.hpp -x c++ /dev/null"},
	"lua":    {`lua -e require("dkjson")`},
}

// built writes and builds the skeleton of a language. It skips the test if the language is not
// installed.
func built(t *testing.T, l *skeleton.Language) (command string) {
	t.Helper()
	if l.Name == "cpp" {
		long.Only(t, "it compiles nlohmann-json")
	}
	for _, tool := range tools[l.Name] {
		words := strings.Fields(tool)
		if err := exec.CommandContext(t.Context(), words[0], words[1:]...).Run(); err != nil {
			require.Empty(t, os.Getenv("RELSPEC_NEED_SKELETONS"), "%s: %v", tool, err)
			t.Skipf("SKIPPED: the skeleton in %s is not tested, because this machine lacks %s: %q failed with %v", l.Title,
				l.Needs, tool, err)
		}
	}
	dir := filepath.Join(t.TempDir(), "adapter")
	_, err := skeleton.Write(l, "flecs-3", dir)
	require.NoError(t, err)
	if l.Build != "" {
		c := exec.CommandContext(t.Context(), "sh", "-c", l.Build)
		c.Dir = dir
		c.Env = append(os.Environ(), "GOWORK=off")
		out, err := c.CombinedOutput()
		require.NoError(t, err, string(out))
		require.NotContains(t, string(out), "warning")
	}
	return l.Command(dir)
}

// Each skeleton runs as it is. It supports what it declares, some scenarios pass, none fails, and
// all languages give the same answers.
func TestSkeletonsRunAtOnce(t *testing.T) {
	long.Only(t, "it builds and tests every skeleton")
	require.Len(t, tools, len(skeleton.Languages()))
	patient := adapter.Options{StartTimeout: 5 * time.Minute, Timeout: 5 * time.Minute}
	passed, tried := 0, 0
	for _, l := range skeleton.Languages() {
		t.Run(l.Name, func(t *testing.T) {
			command := built(t, &l)
			tried++
			o := suite.Options{Workers: 1, Transcripts: 4, Traces: 30, Seed: 1, ReduceFor: -1}
			report, err := suite.Run(t.Context(), suite.Adapter(command, patient), o)
			require.NoError(t, err)
			require.True(t, report.OK, report.Text())
			count := report.Total().Count[suite.Passed]
			require.Greater(t, count, 30)
			require.Greater(t, report.Campaign.Counts.Dumps, uint64(100), "worlds are compared, not only answers")
			if passed == 0 {
				passed = count
			}
			require.Equal(t, passed, count)
		})
	}
	t.Logf("skeletons tested in %d of %d languages", tried, len(skeleton.Languages()))
}

// The skeleton in Go has a test that runs the engine without a process, in the profile that it was
// written for.
func TestTheSkeletonInGoTestsWithoutAProcess(t *testing.T) {
	long.Only(t, "it builds a module")
	l, err := skeleton.ByName("go")
	require.NoError(t, err)
	dir := t.TempDir()
	_, err = skeleton.Write(l, "flecs-4", dir)
	require.NoError(t, err)
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o644))
	for _, args := range [][]string{
		{"mod", "edit", "-go=1.26", "-require=github.com/relspec/relspec@v0.0.0", "-replace=github.com/relspec/relspec=" + root},
		{"test", "-mod=mod", "-vet=off", "-short", "-v", "-run=TestEngine/scenarios/relationships/pairs"},
	} {
		c := exec.CommandContext(t.Context(), "go", args...)
		c.Dir, c.Env = dir, append(os.Environ(), "GOWORK=off", "GOPROXY=off", "GOFLAGS=")
		out, err := c.CombinedOutput()
		require.NoError(t, err, string(out))
		if args[0] == "test" {
			require.Regexp(t, `--- PASS: TestEngine/scenarios/relationships/pairs/\S+\(flecs-4\)`, string(out))
		}
	}
}

// Each operation behaves as README.md says, whatever the arguments. Invalid input gets an error
// with the right code.
func TestSkeletonsAnswerEveryOperation(t *testing.T) {
	for _, l := range skeleton.Languages() {
		t.Run(l.Name, func(t *testing.T) {
			command := strings.Fields(built(t, &l))
			files, err := skeleton.Files(&l, "flecs-3", "x")
			require.NoError(t, err)
			lines := []string{`{"op":"alive","entity":"a"}`, `{"op":"reset"}`}
			want := []string{"invalid", ""}
			ask := func(code, line string) { lines, want = append(lines, line), append(want, code) }
			for _, row := range spec.Operations() {
				here := strings.Contains(string(files[0].Text), "| yes | `"+string(row.Op)+"` |")
				switch {
				case !here:
					ask("unsupported", `{"op":"`+string(row.Op)+`"}`)
				case len(row.Required()) > 0:
					ask("invalid", `{"op":"`+string(row.Op)+`"}`)
				}
			}
			for code, given := range map[string][]string{
				"syntax": {
					"nonsense", "[]", "7", "{}", `{"op":7}`, `{"op":"alive","entity":7}`,
					`{"op":"entity","entity":"a","idz":[]}`,
					`{"op":"entity","entity":"a","ids":[["b","b","b"]]}`, `{"op":"entity","entity":"a","ids":[[]]}`,
				},
				"invalid": {
					`{"op":"entity","entity":"*"}`, `{"op":"entity","entity":"$a"}`, `{"op":"entity","entity":""}`,
					`{"op":"alive","entity":"_"}`,
					`{"op":"entity","entity":"a","ids":["*"]}`,
				},
				"unresolved": {
					`{"op":"delete","entity":"a"}`, `{"op":"entity","entity":"a","ids":["b"]}`,
					`{"op":"query","terms":[{"first":"a"}]}`,
				},
				"exists": {`{"op":"entity","entity":"IsA"}`},
				"unsupported": {
					`{"op":"fly"}`, `{"op":"reset","profile":"flecs-9"}`,
					`{"op":"reset","options":{"a":1}}`, `{"op":"query","expr":"A"}`,
					`{"op":"query","terms":[{"first":"a","src":"b"}]}`, `{"op":"query","terms":[{"first":"$x"}]}`,
					`{"op":"entity","entity":"a","parent":"b"}`,
				},
				"": {`{"op":"alive","entity":"nobody"}`, `{"op":"note"}`, `{"op":"dump"}`},
			} {
				for _, line := range given {
					ask(code, line)
				}
			}
			ask("", `{"op":"entity","entity":"é \"x\""}`)
			ask("exists", `{"op":"entity","entity":"é \"x\""}`)
			ask("", `{"op":"delete","entity":"é \"x\""}`)
			ask("not_alive", `{"op":"delete","entity":"é \"x\""}`)
			ask("", `{"op":"quit"}`)
			c := exec.CommandContext(t.Context(), command[0], command[1:]...)
			c.Stdin = strings.NewReader(strings.Join(lines, "\n") + "\n")
			out, err := c.Output()
			require.NoError(t, err)
			answers := strings.Split(strings.TrimSpace(string(out)), "\n")
			require.Len(t, answers, len(lines))
			for i, answer := range answers {
				var got struct {
					OK    bool
					Error struct{ Code string }
				}
				require.NoError(t, json.Unmarshal([]byte(answer), &got), answer)
				require.Equal(t, want[i], got.Error.Code, "%s\n%s", lines[i], answer)
				require.Equal(t, want[i] == "", got.OK, answer)
			}
		})
	}
}

// If a file of the skeleton exists already, nothing is written.
func TestWriteReplacesNothing(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main.mjs"), []byte("mine"), 0o600))
	l, err := skeleton.ByName("js")
	require.NoError(t, err)
	_, err = skeleton.Write(l, "flecs-3", dir)
	require.ErrorContains(t, err, "main.mjs exists already")
	all, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, all, 1)
	_, err = skeleton.ByName("cobol")
	require.ErrorContains(t, err, "js, python, go, c, cpp, lua")
}

func TestCommandsNameTheProgramByItsFolder(t *testing.T) {
	l, err := skeleton.ByName("c")
	require.NoError(t, err)
	for dir, want := range map[string]string{
		"a": "./a/adapter", ".": "./adapter", "../b/": "../b/adapter",
		"/tmp/c": "/tmp/c/adapter", "my own": "'./my own/adapter'", "it's mine": `"./it's mine/adapter"`,
	} {
		require.Equal(t, want, l.Command(dir), dir)
	}
}
