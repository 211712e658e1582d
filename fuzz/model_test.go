package fuzz_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// tally counts the model's answers to generated operations.
type tally struct {
	operations, refused, unsupported int
	answers, empty                   int
}

func ask(g *fuzz.Generator, p spec.Profile, count uint64) tally {
	var n tally
	for seed := range count {
		w := model.New(p)
		for _, e := range g.Generate(seed).Entries {
			out := w.Apply(e.Op)
			n.operations++
			switch {
			case out.Err == nil && out.Kind == spec.OutRows:
				n.answers++
				if len(out.Rows) == 0 {
					n.empty++
				}
			case out.Err == nil:
			case out.Err.Code == spec.CodeUnsupported:
				n.unsupported++
			default:
				n.refused++
			}
		}
	}
	return n
}

func share(n, of int) float64 { return float64(n) / float64(of) }

func TestMostBiasedOperationsSucceed(t *testing.T) {
	for _, p := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
		n := ask(fuzz.New(p), p, traces(40))
		t.Logf("%s: %d operations, %.1f %% refused, %.2f %% unsupported; %d answers, %.1f %% empty", p.Name,
			n.operations,
			100*share(n.refused, n.operations), 100*share(n.unsupported, n.operations), n.answers,
			100*share(n.empty, n.answers))
		require.InDelta(t, 0.07, share(n.refused, n.operations), 0.04)
		require.Less(t, share(n.unsupported, n.operations), 0.01)
		require.Less(t, share(n.empty, n.answers), 0.5, "too many answers are empty, which compares nothing")
	}
}

func TestArbitraryOperationsAreOftenRefused(t *testing.T) {
	for _, p := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
		n := ask(fuzz.New(p, fuzz.Arbitrary()), p, 60) // with fewer traces the share depends on the seeds
		t.Logf("%s: %.1f %% refused", p.Name, 100*share(n.refused, n.operations))
		require.Greater(t, share(n.refused, n.operations), 0.12) // fragments are mostly valid, even here
		require.Less(t, share(n.refused, n.operations), 0.5, "too few operations succeed to build a world")
	}
}

func TestEveryPresetGivesNonEmptyAnswers(t *testing.T) {
	long.Only(t, "runs sixteen traces of each preset")
	if testing.Short() {
		t.Skip("takes long and has one goroutine; with fewer traces the shares depend on the seeds")
	}
	for _, name := range fuzz.PresetNames() {
		w, err := fuzz.Preset(name)
		require.NoError(t, err)
		n := ask(fuzz.New(spec.Flecs3(), fuzz.WithWeights(w)), spec.Flecs3(), 16)
		t.Logf("%s: %.3f refused, %.3f empty of %d", name, share(n.refused, n.operations), share(n.empty, n.answers),
			n.answers)
		require.Less(t, share(n.refused, n.operations), 0.2, name)
		require.NotZero(t, n.answers, name)
		require.Less(t, share(n.empty, n.answers), 0.6, name)
	}
}

func TestWorldsStaySmall(t *testing.T) {
	for _, p := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
		smallest, largest := 1000, 0
		for seed := range max(traces(60), 30) {
			w := model.New(p)
			age := 0 // operations since the last reset
			for _, e := range fuzz.Generate(seed, p).Entries {
				w.Apply(e.Op)
				age++
				if e.Op.Op == spec.OpTeardown || e.Op.Op == spec.OpReset {
					age = 0
				}
				if age >= 40 {
					n := len(w.Apply(spec.Operation{Op: spec.OpDump}).Dump.Entities)
					smallest, largest = min(smallest, n), max(largest, n)
				}
			}
		}
		t.Logf("%s: %d to %d entities", p.Name, smallest, largest)
		require.GreaterOrEqual(t, smallest, 3)
		require.LessOrEqual(t, largest, 36)
		require.GreaterOrEqual(t, largest, 20)
	}
}
