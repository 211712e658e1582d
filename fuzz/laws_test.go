package fuzz_test

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

var (
	lawQueries = flag.Int("law-queries", long.Times(60, 15), "random queries on which each law is checked, for each engine")
	lawSeed    = flag.Uint64("law-seed", 1, "seed of the first trace for the laws")
)

// TestLawsHoldOnRandomQueries checks each law separately on a number of queries:
//
//	go test ./fuzz -run 'TestLawsHoldOnRandomQueries/permutation' -law-queries 100000 -timeout 0
func TestLawsHoldOnRandomQueries(t *testing.T) {
	for _, l := range oracle.Laws() {
		generators := concernedBy(t, l)
		if len(generators) == 0 {
			continue
		}
		t.Run(l.Name, func(t *testing.T) {
			for _, engine := range engines.Tested() {
				queries, seed := 0, *lawSeed
				counted := *l
				counted.Check = func(c oracle.LawCase) (int, *oracle.Difference) {
					n, d := l.Check(c)
					if n > 0 {
						queries++
					}
					return n, d
				}
				for ; queries < *lawQueries; seed++ {
					trace := generators[seed%uint64(len(generators))].Generate(seed)
					res, err := oracle.Run(trace, engine, nil,
						oracle.RunOptions{DumpEvery: -1, Laws: []*oracle.Law{&counted}})
					require.NoError(t, err)
					for _, d := range res.Divergences {
						t.Fatalf("seed %d: %s", seed,
							words(t, trace, engine, d, oracle.RunOptions{Laws: []*oracle.Law{l}}))
					}
				}
				t.Logf("%s: %d queries of %d traces, seeds %d to %d", engine.Name, queries, seed-*lawSeed, *lawSeed,
					seed-1)
			}
		})
	}
}

// concernedBy returns generators for the finished profiles in which a law applies.
func concernedBy(t *testing.T, l *oracle.Law) []*fuzz.Generator {
	var generators []*fuzz.Generator
	for _, p := range spec.Profiles() {
		if p.Family != spec.FlecsFamily || l.Needs != nil && !l.Needs(&p) {
			continue
		}
		preset := "variables,form.text=60"
		if p.Substitution {
			preset = "sets,form.text=30"
		}
		weights, err := fuzz.ParseWeights(preset)
		require.NoError(t, err)
		generators = append(generators, fuzz.New(p, fuzz.WithWeights(weights), fuzz.Entities(4, 14)))
	}
	return generators
}
