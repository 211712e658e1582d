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

// asStated ends the name of a unit that holds an engine against the expectations of a scenario.
const asStated = ", as stated"

// mutationWorkload has the checks that a mutant of fast has to survive, apart from the tests of the
// package: the scenarios, the regressions, the transcripts, a campaign of so many traces, each as
// it stands and in other forms, and runs of the typed API.
type mutationWorkload struct {
	traces uint64
	seed   uint64
	units  []mutation.Unit
}

// recorded is a trace with the answers of the model, which is asked once, when it is needed.
type recorded struct {
	trace func() *spec.Trace
	run   oracle.RunOptions
	known *runner.Recording

	// model is nil for the model with its usual limits. With others only what both engines refuse
	// may be refused, but for what takes the model too many steps, as with its usual limits: each
	// engine counts steps of its own.
	model *oracle.Implementation
	usual *recorded // the same trace with the usual limits
}

// isUneven reports whether one engine refused as too much an operation that the other answered, by
// other limits than that of steps.
func (r *recorded) isUneven(refused map[spec.OpKind]uint64) (bool, error) {
	left := maps.Clone(refused)
	delete(left, spec.OpExplain) // proofs are each engine's own
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
				return fmt.Sprintf("one engine refuses as too much: %v", counts.Exhausted)
			}
			return ""
		}})
	}
}

// mutationUnits makes the checks that a changed engine has to survive; traces are so many of a
// campaign with that seed.
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
				panic(err) // which shows: scenarios are of profiles that the engine has
			}
			return engine
		})
		if ran.Status == scenario.Passed {
			return ""
		}
		return ran.Reason
	}}
}

// addScenarios adds each scenario's own expectations, and its operations as they stand and under
// one of the storage choices, in turn. The expectations come first, so that mutants that they
// notice count as theirs.
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

// addRegressions adds each regression in every form, with the laws.
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

// addTranscripts adds what was asked of released Flecs, which the engines answer alike whatever
// Flecs said.
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

// fewestElements is how many elements of an answer low limits leave.
const fewestElements = 4

// A trace compares the worlds after every fourth change. One in eight is run with the laws, one in
// four once more with low limits.
const (
	dumpEvery    = 4
	lawsEvery    = 8
	limitedEvery = 4
)

// addTraces adds the traces of a campaign: the profiles take turns, and in each profile the forms
// beside the one as it stands.
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

// mutationEngines returns the choices of how fast stores worlds, and the variants that a profile has.
func mutationEngines(p spec.Profile) []oracle.Implementation {
	return slices.DeleteFunc(append(engines.Alternates(), oracle.WithVariants(engines.Fast())[1:]...),
		func(im oracle.Implementation) bool {
			return im.Variant != nil && (im.Name != engines.Fast().Name || im.Variant.Needs != nil && !im.Variant.Needs(&p))
		})
}

// twinOf is how many traces there are for each run of the typed API.
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
