package main

import (
	"fmt"
	"slices"

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

// mutationWorkload has the checks for a mutant of fast, other than the tests of the package: scenarios,
// regressions, transcripts, a campaign, and runs of the typed API. Most of them also run with variants or
// with other storage options.
type mutationWorkload struct {
	traces uint64
	seed   uint64
	units  []mutation.Unit
}

// recorded is a trace with the answers of the model, which are recorded at the first use.
type recorded struct {
	trace func() *spec.Trace
	run   oracle.RunOptions
	known *runner.Recording
}

func (r *recorded) recording() (*runner.Recording, error) {
	if r.known == nil {
		counts := cover.NewCounts()
		known, err := runner.Record(r.trace(), engines.Model(), r.run, &counts)
		if err != nil {
			return nil, err
		}
		if known.Broken != nil {
			return nil, fmt.Errorf("the model itself: %s", known.Broken.Difference.Signature())
		}
		r.known = known
	}
	return r.known, nil
}

// add adds a unit for each implementation.
func (w *mutationWorkload) add(name string, r *recorded, ims ...oracle.Implementation) {
	for _, im := range ims {
		w.units = append(w.units, mutation.Unit{Name: name + ", " + im.Label(), Run: func() string {
			rec, err := r.recording()
			if err != nil {
				return err.Error()
			}
			counts := cover.NewCounts()
			if d := rec.Check(im, r.run, &counts); d != nil {
				return fmt.Sprintf("operation %d: %s", d.Index+1, d.Difference.Signature())
			}
			return ""
		}})
	}
}

// mutationUnits makes the checks for a mutant. traces and seed are those of the campaign.
func mutationUnits(traces, seed uint64) ([]mutation.Unit, error) {
	w := &mutationWorkload{traces: traces, seed: seed}
	if err := w.addScenarios(); err != nil {
		return nil, err
	}
	if err := w.addRegressions(); err != nil {
		return nil, err
	}
	if err := w.addTranscripts(); err != nil {
		return nil, err
	}
	w.addTraces()
	w.addTwins()
	return w.units, nil
}

// addScenarios adds the operations of each scenario, with the default storage and with one of the
// other storage options, in turn.
func (w *mutationWorkload) addScenarios() error {
	all, err := scenario.Embedded()
	if err != nil {
		return fmt.Errorf("the features are broken: %w", err)
	}
	choices := engines.StorageChoices()
	for i, s := range all {
		w.add(s.Key(), &recorded{trace: s.Trace}, engines.Fast(), choices[i%len(choices)])
	}
	return nil
}

// addRegressions adds each regression with every variant and with the laws.
func (w *mutationWorkload) addRegressions() error {
	regressions, err := oracle.ReadRegressions(oracle.Regressions())
	if err != nil {
		return err
	}
	for _, one := range regressions {
		r := &recorded{trace: func() *spec.Trace { return one.Trace }, run: oracle.RunOptions{Laws: oracle.Laws()}}
		w.add(one.Name, r, append(oracle.WithVariants(engines.Fast()), engines.StorageChoices()...)...)
	}
	return nil
}

// addTranscripts adds the operations of the transcripts of released Flecs. The recorded answers are not
// used; model and fast must agree.
func (w *mutationWorkload) addTranscripts() error {
	all, err := transcript.All()
	if err != nil {
		return fmt.Errorf("the transcripts are broken: %w", err)
	}
	for _, t := range all {
		w.add(t.File(), &recorded{trace: t.Trace}, engines.Fast())
	}
	return nil
}

// The worlds are compared after every fourth change. One trace in eight runs with the laws.
const (
	dumpEvery = 4
	lawsEvery = 8
)

// addTraces adds the traces of a campaign, with the profiles in turn. In each profile, every trace also
// runs with one of the variants or storage options, in turn.
func (w *mutationWorkload) addTraces() {
	profiles := spec.Profiles()
	mixtures := make([]*fuzz.Mixture, len(profiles))
	for i, p := range profiles {
		mixtures[i] = fuzz.NewMixture(p)
	}
	for i := range w.traces {
		which, round := i%uint64(len(profiles)), i/uint64(len(profiles))
		seed := oracle.TraceSeed(w.seed, i)
		r := &recorded{
			trace: func() *spec.Trace { return mixtures[which].Of(seed).Generate(seed) },
			run:   oracle.RunOptions{DumpEvery: dumpEvery},
		}
		if round%lawsEvery == 0 {
			r.run.Laws = oracle.Laws()
		}
		variants := mutationEngines(profiles[which])
		w.add(fmt.Sprintf("trace %d", i), r, engines.Fast(), variants[round%uint64(len(variants))])
	}
}

// mutationEngines returns fast with each storage option and each variant of a profile.
func mutationEngines(p spec.Profile) []oracle.Implementation {
	return slices.DeleteFunc(append(engines.Alternates(), oracle.WithVariants(engines.Fast())[1:]...),
		func(im oracle.Implementation) bool {
			return im.Variant != nil && (im.Name != engines.Fast().Name || im.Variant.Needs != nil && !im.Variant.Needs(&p))
		})
}

// twinOf is the number of traces for each run of the typed API.
const twinOf = 2

// addTwins adds runs of the typed API.
func (w *mutationWorkload) addTwins() {
	for n := range w.traces / twinOf {
		w.units = append(w.units, mutation.Unit{Name: fmt.Sprintf("typed calls %d", n), Run: func() string {
			if _, d := twin.Run(w.seed, n); d != nil {
				return d.Signature()
			}
			return ""
		}})
	}
}
