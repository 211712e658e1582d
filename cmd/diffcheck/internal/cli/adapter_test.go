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

// What an engine declares must be true: no operation of the scenarios and of random traces succeeds that needs a
// capability that is not declared, and each is declared since something that needs it works.
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
		served := servedProfiles()
		for seed := range uint64(30) {
			requireDeclared(t, engine, fuzz.Generate(seed, served[seed%uint64(len(served))]))
		}
	}
}

func requireDeclared(t *testing.T, engine oracle.Implementation, trace *spec.Trace) {
	t.Helper()
	profile, err := profileOf(trace)
	if err != nil {
		return // of a profile that is not built
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

func TestEveryCapabilityHasAProbeThatNeedsIt(t *testing.T) {
	for _, c := range spec.Capabilities() {
		probe, ok := probes[c]
		require.True(t, ok, "%s has no probe", c)
		ops := probe.world
		if probe.query != nil {
			ops = probe.query(spec.KindCached)
		}
		var needs []spec.Capability
		for _, op := range ops {
			schematest.Operation(t, op)
			needs = append(needs, op.Needs()...)
		}
		require.True(t, c == spec.CapRecycling || slices.Contains(needs, c), "the probe of %s needs only %v", c, needs)
	}
	require.Len(t, probes, len(spec.Capabilities()))
}

// Every operation and every operator is part of a probe, or its row says why not.
func TestEveryOperationIsProbed(t *testing.T) {
	probed, operators := map[spec.OpKind]bool{}, map[spec.Feature]bool{}
	for _, p := range probes {
		ops := p.world
		if p.query != nil {
			ops = slices.Concat(ops, p.query(spec.KindCached), p.query(spec.KindRule))
		}
		for _, op := range ops {
			probed[op.Op] = true
			for _, row := range spec.Operators() {
				if op.Query != nil {
					op.Query.Walk(func(term *spec.Term) {
						operators[row.Feature] = operators[row.Feature] || row.In(term)
					})
				}
			}
		}
	}
	for _, row := range spec.Operators() {
		require.NotEqual(t, operators[row.Feature], row.Apart[spec.WalkProbe] != "", "%s: probed, and the reason %q",
			row.Feature, row.Apart[spec.WalkProbe])
	}
	for _, op := range probedWorld() {
		probed[op.Op] = true
	}
	for _, row := range spec.Operations() {
		require.NotEqual(t, probed[row.Op], row.Apart[spec.WalkProbe] != "", "%s: probed, and the reason %q", row.Op,
			row.Apart[spec.WalkProbe])
	}
}

// What the probes find is what the profiles that are served have together, for each kind of query.
func TestTheReferenceDeclaresEverythingOfItsProfiles(t *testing.T) {
	for _, engine := range knownEngines() {
		want := map[string][]spec.Capability{}
		for _, p := range servedProfiles() {
			for of, has := range p.Capabilities() {
				want[of] = append(want[of], has...)
			}
		}
		info := infoOf(engine)
		for of, has := range want {
			slices.Sort(has)
			require.ElementsMatch(t, slices.Compact(has), info.Capabilities[of], "%s declares otherwise for %s",
				engine.Name, of)
		}
	}
}

func TestAnEngineDeclaresOnlyWhatItDoes(t *testing.T) {
	without := named("fast", func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpSnapshot || op.Query != nil && op.Query.Kind == spec.KindCached {
			*out = spec.Fail(spec.Errorf(spec.CodeUnsupported, "no"))
		}
	})
	info := infoOf(without)
	require.NotContains(t, info.Capabilities["world"], spec.CapSnapshot)
	require.Contains(t, info.Capabilities["world"], spec.CapDump)
	require.Empty(t, info.Capabilities["cached"])
	require.Contains(t, info.Capabilities["rule"], spec.CapVariables)
}
