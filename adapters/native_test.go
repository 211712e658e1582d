package adapters_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/adapter"
)

// native are the engines that no package registry has. A user builds their adapters from a local
// copy of the engine, or runs them with it. built is a pattern for the resulting file. The command
// of the adapter is program followed by the folder above the one with the file; without program, it
// is the file followed by arguments. The evidence is in the language, with at most the given number
// of operations.
var native = []struct {
	name, make, built, program, arguments, language string
	defects, operations                             int
}{
	{"ark", "make -C adapters/ark ARK=/path/to/ark", "build*/adapter", "", " -shrink", "go", 2, 7},
	{"gaia", "make -C adapters/gaia GAIA=/path/to/gaia-ecs", "build*/adapter", "", "", "cpp", 14, 6},
	{"flecs", "make -C adapters/flecs FLECS=/path/to/flecs/distr", "build*/adapter", "", "", "c", 53, 7},
	{
		"tecs", "unzip /path/to/tecs-starter/dist/tecs-space-example.love 'tecs/*' -d adapters/tecs/build",
		"build*/tecs/init.lua", "luajit tecs/main.lua", "", "lua", 12, 7,
	},
}

// evidenceOf returns the traces of an engine's defects.
func evidenceOf(t *testing.T, name string, defects int) []string {
	t.Helper()
	traces, err := filepath.Glob(name + "/evidence/*/trace.jsonl")
	require.NoError(t, err)
	require.Len(t, traces, defects)
	more, err := filepath.Glob(name + "/evidence/*/trace-*.jsonl")
	require.NoError(t, err)
	return append(traces, more...)
}

// Every trace of the evidence fails with each engine that is built on this machine and has the trace's profile. Engines
// that are not built are skipped.
func TestEvidenceOfNativeEnginesStillFails(t *testing.T) {
	for _, engine := range native {
		t.Run(engine.name, func(t *testing.T) {
			built, err := filepath.Glob(filepath.Join(engine.name, engine.built))
			require.NoError(t, err)
			if len(built) == 0 {
				t.Skipf("SKIPPED: %s is not built, so its adapter is not tested; run: %s", engine.name, engine.make)
			}
			for _, file := range built {
				command := file + engine.arguments
				if engine.program != "" {
					needsTools(t, "the adapter of "+engine.name+" is not tested", strings.Fields(engine.program)[0])
					command = engine.program + " " + filepath.Dir(filepath.Dir(file))
				}
				evidenceStillFails(t, command, evidenceOf(t, engine.name, engine.defects))
			}
		})
	}
}

func evidenceStillFails(t *testing.T, command string, traces []string) {
	t.Helper()
	p, err := adapter.Start(t.Context(), command, patient)
	require.NoError(t, err)
	defer p.Close() //nolint:errcheck // always nil
	im := oracle.Implementation{Name: command, New: p.World, Foreign: true}
	ran := 0
	for _, file := range traces {
		trace := read(t, file)
		of := func(profile string) bool { return named(profile) == named(trace.Header.Profile) }
		if !slices.ContainsFunc(p.Info().Profiles, of) {
			continue
		}
		result, err := oracle.Run(trace, engines.Model(), []oracle.Implementation{im}, oracle.RunOptions{})
		require.NoError(t, err)
		require.Len(t, result.Divergences, 1, file)
		ran++
	}
	require.Positive(t, ran, command)
}

// named returns the name of a profile without the fields of an own profile.
func named(profile string) string {
	name, _, _ := strings.Cut(profile, "=")
	return name
}

// The evidence has everything that a maintainer needs, and its protocol lines equal its trace.
func TestEvidenceOfNativeEnginesIsComplete(t *testing.T) {
	for _, engine := range native {
		for _, file := range evidenceOf(t, engine.name, engine.defects) {
			text := func(name string) string {
				b, err := os.ReadFile(filepath.Join(filepath.Dir(file), name))
				require.NoError(t, err)
				return string(b)
			}
			issue, trace := text("issue.md"), read(t, file)
			for _, part := range []string{
				text("output.txt"), "```" + engine.language + "\n", "## What the documentation says", "The clause of relspec",
			} {
				require.Contains(t, issue, part, file)
			}
			require.LessOrEqual(t, len(trace.Entries), engine.operations, file)
			script := strings.Replace(filepath.Base(file), "trace", "protocol", 1)
			if engine.name == "flecs" {
				script = "protocol.jsonl" // the traces of a defect differ in their profile
			}
			require.Equal(t, trace.Operations(), scripted(t, text(script), len(trace.Entries)), file)
		}
	}
}
