package cli

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/adapter"
	"github.com/relspec/relspec/oracle/adapter/schematest"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

func TestAdapterServesTheModelToTheClient(t *testing.T) {
	oneWorker(t)
	process, err := adapter.Start(context.Background(), "'"+os.Args[0]+"' adapter --engine model",
		adapter.Options{Env: []string{asCommand + "=1"}})
	require.NoError(t, err)
	defer func() { require.NoError(t, process.Close()) }()
	require.Equal(t, "relspec/model", process.Info().Implementation)
	require.Contains(t, process.Info().Profiles, "flecs-4")

	remote := oracle.Implementation{Name: "remote", New: func(p spec.Profile) (spec.Engine, error) {
		engine, err := process.World(p)
		return schematest.Engine(t, engine), err
	}}
	var compared uint64
	for seed := range uint64(4) {
		profile := spec.Profiles()[seed%2]
		result, err := oracle.Run(fuzz.Generate(seed, profile), named("model", nil), []oracle.Implementation{remote},
			oracle.RunOptions{})
		require.NoError(t, err)
		require.Empty(t, result.Divergences)
		compared += result.Counts.Comparisons["remote"]
	}
	require.Greater(t, compared, uint64(500))
}

func TestAdapterCommandSpeaksTheProtocol(t *testing.T) {
	b := newBench()
	b.Stdin = strings.NewReader(`{"op":"hello"}` + "\n" + `{"op":"reset","profile":"flecs-4"}` + "\n" +
		`{"op":"entity","entity":"a"}` + "\n" + "nonsense\n")
	require.Equal(t, console.ExitOK, b.command("adapter", "--engine", "fast"))
	lines := strings.Split(strings.TrimSpace(b.out.String()), "\n")
	require.Len(t, lines, 4)
	require.Equal(t, `{"ok":true}`, lines[2])
	require.Contains(t, lines[3], `"code":"syntax"`)
	for _, line := range lines {
		require.NoError(t, schematest.Validate(schematest.Response, []byte(line)))
	}
	require.Empty(t, b.err.String())
}

// Engines declare every capability that they have: no operation of the scenarios or of random
// traces succeeds if it needs a capability that is not declared. The opposite (compare.declared) is
// checked by every run.
func TestDeclaredCapabilitiesAreTrue(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every scenario on one goroutine")
	}
	for _, engine := range knownEngines() {
		info := infoOf(engine)
		declared := slices.Concat(info.Capabilities["world"], info.Capabilities["filter"], info.Capabilities["cached"],
			info.Capabilities["rule"])
		require.Contains(t, declared, spec.CapTransitive, engine.Name)
		all, err := scenario.Embedded()
		require.NoError(t, err)
		for _, s := range all {
			requireDeclared(t, engine, s.Trace())
		}
		served := spec.Profiles()
		for seed := range uint64(30) {
			requireDeclared(t, engine, fuzz.Generate(seed, served[seed%uint64(len(served))]))
		}
	}
}

func requireDeclared(t *testing.T, engine oracle.Implementation, trace *spec.Trace) {
	t.Helper()
	profile, err := profileOf(trace)
	if err != nil {
		return // the profile is unfinished
	}
	world := fresh(engine, profile)
	info := world.Apply(spec.Operation{Op: spec.OpHello}).Info
	declared := slices.Concat(info.Capabilities["world"], info.Capabilities["filter"], info.Capabilities["cached"],
		info.Capabilities["rule"])
	for _, op := range trace.Operations() {
		if world.Apply(op).Err != nil {
			continue
		}
		for _, c := range op.Needs() {
			require.True(t, slices.Contains(declared, c), "%s: %s succeeds, but %s is not declared", engine.Name,
				oracle.OperationText(profile, &op), c)
		}
	}
}
