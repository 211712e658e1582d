package fuzz_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/spec"
)

// text returns a trace as bytes.
func text(t require.TestingT, trace *spec.Trace) string {
	var b bytes.Buffer
	_, err := trace.WriteTo(&b)
	require.NoError(t, err)
	return b.String()
}

// generators returns generators for all profiles, biased and arbitrary, with few and with all features.
func generators(t require.TestingT) []*fuzz.Generator {
	var out []*fuzz.Generator
	for _, p := range spec.Profiles() {
		out = append(out, fuzz.New(p), fuzz.New(p, fuzz.Arbitrary()),
			fuzz.New(p, fuzz.WithFeatures(everything(t))),
			fuzz.New(p, fuzz.WithFeatures(everything(t)), fuzz.Arbitrary(), fuzz.Entities(1, 1)))
	}
	return out
}

func TestDecodeIsTotalDeterministicAndPrefixStable(t *testing.T) {
	all := generators(t)
	rapid.Check(t, func(t *rapid.T) {
		g := all[rapid.IntRange(0, len(all)-1).Draw(t, "generator")]
		data := rapid.SliceOfN(rapid.Byte(), 0, 400).Draw(t, "data")
		whole := g.Decode(data)
		require.Equal(t, text(t, whole), text(t, g.Decode(data)))
		part := g.Decode(data[:rapid.IntRange(0, len(data)).Draw(t, "prefix")])
		require.LessOrEqual(t, len(part.Entries), len(whole.Entries))
		whole.Entries = whole.Entries[:len(part.Entries)]
		require.Equal(t, text(t, part), text(t, whole))
	})
}

// Operations have only the arguments of their row, because adapters refuse others.
func TestOperationsHaveTheArgumentsOfTheirRows(t *testing.T) {
	may := map[spec.OpKind][]string{}
	for _, row := range spec.Operations() {
		may[row.Op] = row.Arguments()
	}
	for i, g := range generators(t) {
		for seed := range traces(8) {
			for _, op := range g.Generate(seed + uint64(i)<<32).Operations() {
				written, err := json.Marshal(op)
				require.NoError(t, err)
				arguments := map[string]any{}
				require.NoError(t, json.Unmarshal(written, &arguments))
				delete(arguments, "op")
				for name := range arguments {
					require.Contains(t, may[op.Op], name, string(written))
				}
			}
		}
	}
}

func TestNoSourceBreaksAGenerator(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for i, g := range generators(t) {
		for seed := range traces(50) {
			g.Generate(seed + uint64(i)<<32)
			data := make([]byte, 500)
			for j := range data {
				data[j] = byte(random.Uint32())
				if j > 0 && seed%3 == 0 && random.IntN(3) > 0 {
					data[j] = data[j-1]
				}
			}
			g.Decode(data)
		}
	}
}

func TestGeneratedTracesRoundTrip(t *testing.T) {
	for _, g := range generators(t) {
		for seed := range traces(6) {
			first := text(t, g.Generate(seed))
			back, err := spec.ReadTrace(bytes.NewReader([]byte(first)), spec.ReadLimits{})
			require.NoError(t, err)
			require.Equal(t, first, text(t, back))
		}
	}
}

func TestASeedIsATrace(t *testing.T) {
	require.Equal(t, text(t, fuzz.Generate(1, spec.Flecs3())), text(t, fuzz.Generate(1, spec.Flecs3())))
	require.NotEqual(t, text(t, fuzz.Generate(1, spec.Flecs3())), text(t, fuzz.Generate(2, spec.Flecs3())))
	require.Equal(t, uint64(9), fuzz.Generate(9, spec.Flecs3()).Header.Seed)
	for _, n := range []int{0, 1, 17, 500} {
		require.Len(t, fuzz.Generate(3, spec.Flecs3(), fuzz.Operations(n)).Entries, n)
	}
	require.Empty(t, fuzz.Decode(nil, spec.Flecs3()).Entries)
	require.Empty(t, fuzz.DecodeCase(nil).Entries)
}

func TestAGeneratorIsSafeForConcurrentUse(t *testing.T) {
	g := fuzz.New(spec.Flecs3())
	want := text(t, g.Generate(5))
	var wait sync.WaitGroup
	got := make([]string, 4)
	for i := range got {
		wait.Go(func() {
			g.Generate(uint64(i))
			got[i] = text(t, g.Generate(5))
		})
	}
	wait.Wait()
	for _, s := range got {
		require.Equal(t, want, s)
	}
}

func TestHandlesAreNeverUsedTwice(t *testing.T) {
	for _, p := range spec.Profiles() {
		w, err := fuzz.ParseWeights("cleanup,invalid=0,declared.invalid=0,snapshot=20,restore=20")
		require.NoError(t, err)
		g := fuzz.New(p, fuzz.WithWeights(w))
		for seed := range uint64(30) {
			made := map[spec.Handle]bool{}
			for _, e := range g.Generate(seed).Entries {
				if e.Op.Op == spec.OpReset {
					clear(made) // reset starts a new world
				}
				if e.Op.Op == spec.OpEntity || e.Op.Op == spec.OpComponent {
					require.False(t, made[e.Op.Entity], "seed %d: %s", seed, e.Op.Entity)
					require.Nil(t, e.Op.Entity.Check())
					made[e.Op.Entity] = true
				}
			}
		}
	}
}

func TestQueriesDoNotShareTerms(t *testing.T) {
	trace := fuzz.Generate(3, spec.Flecs3(), fuzz.Operations(2000))
	before := text(t, trace)
	for i := range trace.Entries {
		if q := trace.Entries[i].Op.Query; q != nil && len(q.Terms) > 0 {
			q.Terms[0] = spec.Term{First: spec.EntityRef("changed")}
			break
		}
	}
	changed := 0
	for i, line := range bytes.Split([]byte(text(t, trace)), []byte("\n")) {
		if !bytes.Equal(line, bytes.Split([]byte(before), []byte("\n"))[i]) {
			changed++
		}
	}
	require.Equal(t, 1, changed)
}
