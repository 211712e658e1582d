package fuzz_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/spec"
)

// count counts a trace without running it.
func count(c *cover.Counts, t *spec.Trace) {
	p, err := spec.ProfileByName(t.Header.Profile)
	if err != nil {
		panic(err)
	}
	census := cover.NewCensus(p, c)
	for i := range t.Entries {
		census.Count(&t.Entries[i].Op, &spec.Outcome{})
	}
	for name, n := range t.Fragments {
		c.Fragments[name] += n
	}
}

func counted(g *fuzz.Generator, traces uint64) *cover.Counts {
	c := cover.NewCounts()
	for seed := range traces {
		count(&c, g.Generate(seed))
	}
	return &c
}

func TestEveryOperationIsReached(t *testing.T) {
	never := []spec.OpKind{spec.OpHello, spec.OpQuit, spec.OpNote}
	for _, p := range spec.Profiles() {
		c := counted(fuzz.New(p, fuzz.WithFeatures(everything(t))), 100)
		for _, kind := range p.Operations {
			require.Equal(t, !slices.Contains(never, kind), c.Operations[kind] > 0, "%s in %s", kind, p.Name)
		}
	}
}

func TestEveryFeatureAndFragmentIsReached(t *testing.T) {
	profiles := spec.Profiles()
	for _, p := range profiles[:long.Times(len(profiles), 1)] {
		for _, g := range []*fuzz.Generator{fuzz.New(p), fuzz.New(p, fuzz.WithFeatures(everything(t)))} {
			require.NotEmpty(t, g.Fragments())
			c, never := cover.NewCounts(), g.Fragments()
			for seed := uint64(0); seed < 900 && len(never) > 0; seed++ {
				count(&c, g.Generate(seed))
				never = c.Never(nil, g.QueryFeatures(), g.Fragments())
			}
			require.Empty(t, never, p.Name)
		}
	}
}

func TestQueryFeaturesMeetEachOther(t *testing.T) {
	if testing.Short() {
		t.Skip("needs many traces")
	}
	p := spec.Flecs4()
	g, c := fuzz.New(p, fuzz.WithFeatures(everything(t))), cover.NewCounts()
	var apart []string
	for part := range uint64(10) { // a thousand traces contain the rarest pairs with any seed
		for seed := range uint64(500) {
			count(&c, g.Generate(part<<32+seed))
		}
		apart = c.Apart(g.QueryFeatures())
		if len(apart) == 0 {
			break
		}
	}
	require.Empty(t, apart)
}
