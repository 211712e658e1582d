package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/internal/twin"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/tools/mutation"
)

// asStated is the suffix of the name of a unit that checks the expectations of a scenario.
const asStated = ", as stated"

// mutationWorkload has the checks for a mutant of fast, other than the tests of the package: scenarios,
// regressions, transcripts, and a campaign, each with and without variants, and runs of the typed API.
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

	// model is a model with low limits; nil means the usual limits. With low limits both engines must
	// refuse the same operations. Operations that the model refuses with the usual limits too, because
	// they take too many steps, are an exception, since the engines count steps differently.
	model *oracle.Implementation
	usual *recorded // the same trace with the usual limits
}

// isUneven reports whether, because of a limit other than that of steps, one engine refused an operation
// that the other answered.
func (r *recorded) isUneven(refused map[spec.OpKind]uint64) (bool, error) {
	left := maps.Clone(refused)
	delete(left, spec.OpExplain) // each engine has its own proofs
	if r.model == nil || len(left) == 0 {
		return false, nil
	}
	usual, err := r.usual.recording()
	if err != nil {
		return false, err
	}
	for i := range usual.Outcomes {
		if op := usual.Ops[i].Op; left[op] > 0 && compare.IsExhausted(&usual.Outcomes[i]) {
			if left[op]--; left[op] == 0 {
				delete(left, op)
			}
		}
	}
	return len(left) > 0, nil
}

func (r *recorded) recording() (*runner.Recording, error) {
	if r.known == nil {
		counts := cover.NewCounts()
		reference := engines.Model()
		if r.model != nil {
			reference = *r.model
		}
		known, err := runner.Record(r.trace(), reference, r.run, &counts)
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
			uneven, err := r.isUneven(counts.Exhausted)
			switch {
			case err != nil:
				return err.Error()
			case uneven:
				return fmt.Sprintf("only one engine refused operations because of a limit: %v", counts.Exhausted)
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

// statedUnit runs a scenario's own expectations on an engine.
func statedUnit(s scenario.Scenario, im oracle.Implementation) mutation.Unit {
	return mutation.Unit{Name: s.Key() + asStated, Run: func() string {
		ran := scenario.Run(s, func(p spec.Profile) spec.Engine {
			engine, err := im.New(p)
			if err != nil {
				panic(err) // cannot happen: the engine has all profiles of scenarios
			}
			return engine
		})
		if ran.Status == scenario.Passed {
			return ""
		}
		return ran.Reason
	}}
}

// addScenarios adds the expectations of each scenario, and its operations with the default storage and
// with one of the other storage options, in turn. The expectations come first, so that mutants that they
// detect are counted as killed by them.
func (w *mutationWorkload) addScenarios() error {
	all, err := scenario.Embedded()
	if err != nil {
		return fmt.Errorf("the features are broken: %w", err)
	}
	choices := engines.StorageChoices()
	for i, s := range all {
		w.units = append(w.units, statedUnit(s, engines.Fast()))
		w.add(s.Key(), &recorded{trace: s.Trace}, engines.Fast(), choices[i%len(choices)])
	}
	return nil
}

// addRegressions adds each regression with every variant and with the laws.
func (w *mutationWorkload) addRegressions() error {
	regressions := oracle.Regressions()
	names, err := fs.Glob(regressions, "*.jsonl")
	if err != nil {
		return err
	}
	for _, name := range names {
		text, err := fs.ReadFile(regressions, name)
		if err != nil {
			return err
		}
		trace, err := spec.ReadTrace(bytes.NewReader(text), spec.ReadLimits{})
		if err != nil {
			return fmt.Errorf("regression %s: %w", name, err)
		}
		r := &recorded{trace: func() *spec.Trace { return trace }, run: oracle.RunOptions{Laws: oracle.Laws()}}
		w.add(name, r, append(oracle.WithVariants(engines.Fast()), engines.StorageChoices()...)...)
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

// fewestElements is the limit of the elements of an answer, for runs with low limits.
const fewestElements = 4

// The worlds are compared after every fourth change. One trace in eight runs with the laws, and one in
// four runs again with low limits.
const (
	dumpEvery    = 4
	lawsEvery    = 8
	limitedEvery = 4
)

// addTraces adds the traces of a campaign, with the profiles in turn. In each profile, every trace also
// runs with one of the variants or storage options, in turn.
func (w *mutationWorkload) addTraces() {
	profiles := spec.BuiltProfiles()
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
		if round%limitedEvery == 0 {
			reference, tested := engines.Limited(engines.LowLimits(round/limitedEvery, fewestElements))
			w.add(fmt.Sprintf("trace %d with low limits", i), &recorded{trace: r.trace, model: &reference, usual: r},
				tested)
		}
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
