package cli

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/report"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// campaignFlags are the settings of a random campaign.
type campaignFlags struct {
	seed     uint64
	traces   uint64
	workers  int
	findings int
	weights  string
	profiles []string
	save     string

	// The command fuzz alone has the following.
	shard  string
	keep   bool // save the progress in the folder save
	resume bool
	// operations ends the campaign after that many operations; asFound turns off reducing.
	operations uint64
	asFound    bool
}

// maxWorkers is far more than the processors of any machine.
const maxWorkers = 1024

// add defines the flags that all commands with a campaign share.
func (f *campaignFlags) add(c *cobra.Command) {
	c.Flags().Uint64Var(&f.seed, "seed", 0, "seed of the random traces (0: choose one)")
	c.Flags().Uint64Var(&f.traces, "traces", 0, "stop after N random traces (0: no limit)")
	c.Flags().IntVar(&f.workers, "workers", 0, "compare N traces in parallel (0: one per processor)")
	c.Flags().IntVar(&f.findings, "findings", 3, "stop after N different divergences")
	c.Flags().StringVar(&f.weights, "weights", "",
		"content of the traces: presets and key=value separated by commas, or a file with them")
	c.Flags().StringSliceVar(&f.profiles, "profile", spec.Names(fuzz.Turns(spec.Profiles())),
		"profiles of the random traces, used in turn")
	c.Flags().StringVar(&f.save, "save", "findings", "folder for divergences (empty: save nothing)")
}

// campaignSetup is a campaign ready to run.
type campaignSetup struct {
	options    oracle.CampaignOptions
	generators []*fuzz.Generator // of valid traces, one per profile
	usual      bool              // weights are the default
}

// newCampaign checks the flags and returns the campaign that they describe.
func (a *app) newCampaign(f campaignFlags, engines []oracle.Implementation) (*campaignSetup, error) {
	switch {
	case f.findings < 1 || f.workers < 0:
		return nil, console.Usagef("--findings must be at least 1 and --workers at least 0")
	case f.workers > maxWorkers:
		return nil, console.Usagef("--workers must be at most %d", maxWorkers)
	}
	weights, err := a.weights(f.weights)
	if err != nil {
		return nil, err
	}
	setup := &campaignSetup{usual: f.weights == ""}
	makers := map[string]func(uint64) *spec.Trace{}
	var profiles []spec.Profile
	for _, name := range f.profiles {
		profile, err := profileNamed(name)
		if err != nil {
			return nil, console.Usagef("--profile: %w", err)
		}
		profiles = append(profiles, profile)
		if makers[profile.Name] != nil {
			continue // the profile is listed twice, for two turns
		}
		var mixture *fuzz.Mixture
		if setup.usual {
			mixture = fuzz.NewMixture(profile)
		} else {
			mixture = fuzz.NewMixtureOf(profile, weights)
		}
		setup.generators = append(setup.generators, mixture.Usual())
		makers[profile.Name] = mixture.Generate
	}
	part, err := console.ShardOf(f.shard)
	if err != nil {
		return nil, err
	}
	seed := f.seed
	if seed == 0 {
		seed = 1 + rand.Uint64N(1e10)
	}
	setup.options = oracle.CampaignOptions{
		Generate: func(seed uint64, p spec.Profile) *spec.Trace { return makers[p.Name](seed) },
		Seed:     seed, Traces: f.traces, Operations: f.operations, Workers: f.workers,
		Profiles:  profiles,
		Reference: engines[0], Implementations: engines[1:],
		Variants: oracle.Variants(), Run: oracle.RunOptions{Laws: oracle.Laws(), DumpEvery: 4}, LawEvery: 8,
		Alternates: storageChoices(engines[1:]), Findings: f.findings, Shard: part, Resume: f.resume,
		Config: weights.String(), AsFound: f.asFound, Save: f.save, Page: report.FindingPage,
	}
	if f.keep {
		setup.options.Keep = f.save
	}
	return setup, nil
}

// weights parses a list of weights, or the file with that name.
func (a *app) weights(text string) (fuzz.Weights, error) {
	if _, err := fuzz.Preset(text); text != "" && err != nil && !strings.ContainsAny(text, "=,") {
		file, err := a.read(text, 1<<20)
		if err != nil {
			return fuzz.Weights{}, console.Usagef("--weights %q is neither a preset (%s) nor a file: %w%s", text,
				strings.Join(fuzz.PresetNames(), ", "), err, console.DidYouMean(text, fuzz.PresetNames()))
		}
		text = string(file)
	}
	weights, err := fuzz.ParseWeights(text)
	if err != nil {
		return weights, console.Usagef("--weights: %w%s; \"diffcheck list weights\" shows them", err,
			console.DidYouMean(quoted(err.Error()), append(fuzz.WeightKeys(), fuzz.PresetNames()...)))
	}
	return weights, nil
}

// campaignResult is the result of a campaign with its reduced divergences.
type campaignResult struct {
	*oracle.CampaignReport
	divergences []divergence
	uncompared  []string
}

// runCampaign runs a campaign. If the time runs out or the user interrupts it, it reports the
// comparisons so far.
func (a *app) runCampaign(ctx context.Context, setup *campaignSetup, p *console.Progress) (*campaignResult, error) {
	ctx, stop := console.Interruptible(ctx)
	defer stop()
	o := setup.options
	o.ProgressEvery = 200 * time.Millisecond
	o.Progress = func(at oracle.Progress) {
		total := ""
		if o.Duration > 0 {
			total = " of " + console.Seconds(o.Duration)
		}
		p.Update(fmt.Sprintf("%s%s  %s operations, %s, seed %d", console.Seconds(at.Elapsed), total,
			show.Number(at.Operations), show.Plural(at.Findings, "finding", "findings"), o.Seed))
	}
	ran, err := oracle.Campaign(ctx, o)
	if err != nil {
		return nil, err
	}
	result := &campaignResult{CampaignReport: ran, divergences: []divergence{}, uncompared: setup.uncompared(ran)}
	for _, f := range ran.Findings {
		d := newDivergence(f.Reduced, o.Save)
		d.Repeats = f.Repeats
		result.divergences = append(result.divergences, d)
	}
	return result, nil
}
