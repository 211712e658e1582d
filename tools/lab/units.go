package main

import (
	"fmt"
	"slices"
	"sync"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/internal/twin"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/tools/mutation"
)

// mutationUnits makes the checks for a mutant of fast, other than the tests of the package: scenarios,
// regressions, transcripts, a campaign with a number of traces and a seed, and runs of the typed API. Most
// of them also run with variants or with other storage options.
func mutationUnits(traces, seed uint64) ([]mutation.Unit, error) {
	scenarios, err := scenarioUnits()
	if err != nil {
		return nil, fmt.Errorf("the features are broken: %w", err)
	}
	regressions, err := regressionUnits()
	if err != nil {
		return nil, fmt.Errorf("the regressions are broken: %w", err)
	}
	transcripts, err := transcriptUnits()
	if err != nil {
		return nil, fmt.Errorf("the transcripts are broken: %w", err)
	}
	return slices.Concat(scenarios, regressions, transcripts, traceUnits(traces, seed), twinUnits(traces/2, seed)), nil
}

// compare makes a unit for each implementation, which compares it with the model on a trace. The answers
// of the model are recorded at the first use.
func compare(
	name string, trace func() *spec.Trace, run oracle.RunOptions, ims ...oracle.Implementation,
) (units []mutation.Unit) {
	record := sync.OnceValues(func() (*runner.Recording, error) {
		counts := cover.NewCounts()
		known, err := runner.Record(trace(), engines.Model(), run, &counts)
		if err == nil && known.Broken != nil {
			err = fmt.Errorf("the model itself: %s", known.Broken.Difference.Signature())
		}
		return known, err
	})
	for _, im := range ims {
		units = append(units, mutation.Unit{Name: name + ", " + im.Label(), Run: func() string {
			known, err := record()
			if err != nil {
				return err.Error()
			}
			counts := cover.NewCounts()
			if d := known.Check(im, run, &counts); d != nil {
				return fmt.Sprintf("operation %d: %s", d.Index+1, d.Difference.Signature())
			}
			return ""
		}})
	}
	return units
}

// scenarioUnits run the operations of each scenario, with the default storage and with one of the other
// storage options, in turn.
func scenarioUnits() (units []mutation.Unit, _ error) {
	all, err := scenario.Embedded()
	choices := engines.StorageChoices()
	for i, s := range all {
		units = append(units, compare(s.Key(), s.Trace, oracle.RunOptions{}, engines.Fast(), choices[i%len(choices)])...)
	}
	return units, err
}

// regressionUnits run each regression with every variant and with the laws.
func regressionUnits() (units []mutation.Unit, _ error) {
	regressions, err := oracle.ReadRegressions(oracle.Regressions())
	for _, one := range regressions {
		units = append(units, compare(one.Name, func() *spec.Trace { return one.Trace },
			oracle.RunOptions{Laws: oracle.Laws()},
			append(oracle.WithVariants(engines.Fast()), engines.StorageChoices()...)...)...)
	}
	return units, err
}

// transcriptUnits run the operations of the transcripts of released Flecs. The recorded answers are not
// used; model and fast must agree.
func transcriptUnits() (units []mutation.Unit, _ error) {
	all, err := transcript.All()
	for _, t := range all {
		units = append(units, compare(t.File(), t.Trace, oracle.RunOptions{}, engines.Fast())...)
	}
	return units, err
}

// The worlds are compared after every fourth change. One trace in eight runs with the laws.
const (
	dumpEvery = 4
	lawsEvery = 8
)

// traceUnits run the traces of a campaign, with the profiles in turn. In each profile, every trace also
// runs with one of the variants or storage options, in turn.
func traceUnits(traces, campaign uint64) (units []mutation.Unit) {
	profiles := spec.Profiles()
	mixtures := make([]*fuzz.Mixture, len(profiles))
	for i, p := range profiles {
		mixtures[i] = fuzz.NewMixture(p)
	}
	for i := range traces {
		which, round := i%uint64(len(profiles)), i/uint64(len(profiles))
		seed := oracle.TraceSeed(campaign, i)
		run := oracle.RunOptions{DumpEvery: dumpEvery}
		if round%lawsEvery == 0 {
			run.Laws = oracle.Laws()
		}
		trace := func() *spec.Trace { return mixtures[which].Of(seed).Generate(seed) }
		variants := mutationEngines(profiles[which])
		units = append(units, compare(fmt.Sprintf("trace %d", i), trace, run, engines.Fast(),
			variants[round%uint64(len(variants))])...)
	}
	return units
}

// mutationEngines returns fast with each storage option and each variant of a profile.
func mutationEngines(p spec.Profile) []oracle.Implementation {
	return slices.DeleteFunc(append(engines.Alternates(), oracle.WithVariants(engines.Fast())[1:]...),
		func(im oracle.Implementation) bool {
			return im.Variant != nil && (im.Name != engines.Fast().Name || im.Variant.Needs != nil && !im.Variant.Needs(&p))
		})
}

// twinUnits run the typed API.
func twinUnits(runs, seed uint64) (units []mutation.Unit) {
	for n := range runs {
		units = append(units, mutation.Unit{Name: fmt.Sprintf("typed calls %d", n), Run: func() string {
			if _, d := twin.Run(seed, n); d != nil {
				return d.Signature()
			}
			return ""
		}})
	}
	return units
}
