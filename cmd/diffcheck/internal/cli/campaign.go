package cli

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
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

// randomRun is a random campaign. Most flags set its options; prepare computes the rest.
type randomRun struct {
	oracle.CampaignOptions
	weights    string
	profiles   []string
	generators []*fuzz.Generator // of valid traces, one per profile
}

// maxWorkers is far more than the processors of any machine.
const maxWorkers = 1024

// campaignFlags defines the flags that all commands with a campaign share.
func campaignFlags(c *cobra.Command) *randomRun {
	s, flags := &randomRun{}, c.Flags()
	flags.Uint64Var(&s.Seed, "seed", 0, "seed of the random traces (0: choose one)")
	flags.Uint64Var(&s.Traces, "traces", 0, "stop after N random traces (0: no limit)")
	flags.IntVar(&s.Workers, "workers", 0, "compare N traces in parallel (0: one per processor)")
	flags.IntVar(&s.Findings, "findings", 3, "stop after N different divergences")
	flags.StringVar(&s.weights, "weights", "",
		"content of the traces: presets and key=value separated by commas, or a file with them")
	flags.StringSliceVar(&s.profiles, "profile", spec.Names(fuzz.Turns(spec.Profiles())),
		"profiles of the random traces, used in turn")
	flags.StringVar(&s.Save, "save", "findings", "folder for divergences (empty: save nothing)")
	return s
}

// prepare checks the flags and completes the options.
func (a *app) prepare(s *randomRun, engines []oracle.Implementation) error {
	switch {
	case s.Findings < 1 || s.Workers < 0:
		return fmt.Errorf("--findings must be at least 1 and --workers at least 0")
	case s.Workers > maxWorkers:
		return fmt.Errorf("--workers must be at most %d", maxWorkers)
	case len(s.profiles) == 0:
		return fmt.Errorf("--profile is empty; name the profiles of the traces")
	}
	weights, err := a.weights(s.weights)
	if err != nil {
		return err
	}
	if s.Profiles, err = profilesNamed(s.profiles); err != nil {
		return err
	}
	mixtures := map[string]*fuzz.Mixture{}
	for _, p := range s.Profiles {
		switch {
		case mixtures[p.Name] != nil: // the profile is listed twice, for two turns
			continue
		case s.weights == "":
			mixtures[p.Name] = fuzz.NewMixture(p)
		default:
			mixtures[p.Name] = fuzz.NewMixtureOf(p, weights)
		}
		s.generators = append(s.generators, mixtures[p.Name].Usual())
	}
	if s.Seed == 0 {
		s.Seed = 1 + rand.Uint64N(1e10)
	}
	s.Generate = func(seed uint64, p spec.Profile) *spec.Trace { return mixtures[p.Name].Generate(seed) }
	s.Reference, s.Implementations = engines[0], engines[1:]
	s.Variants, s.Alternates = oracle.Variants(), storageChoices(engines[1:])
	s.Run, s.LawEvery = oracle.RunOptions{Laws: oracle.Laws(), DumpEvery: 4}, 8
	s.Config, s.Page = weights.String(), report.FindingPage
	return nil
}

// weights parses a list of weights, or the file with that name.
func (a *app) weights(text string) (fuzz.Weights, error) {
	if _, err := fuzz.Preset(text); text != "" && err != nil && !strings.ContainsAny(text, "=,") {
		file, err := a.read(text, 1<<20)
		if err != nil {
			return fuzz.Weights{}, fmt.Errorf("--weights %q is neither a preset (%s) nor a file: %w%s", text,
				strings.Join(fuzz.PresetNames(), ", "), err, console.DidYouMean(text, fuzz.PresetNames()))
		}
		text = string(file)
	}
	weights, err := fuzz.ParseWeights(text)
	if err != nil {
		return weights, fmt.Errorf("--weights: %w%s; \"diffcheck list weights\" shows them", err,
			console.DidYouMean(quoted(err.Error()), append(fuzz.WeightKeys(), fuzz.PresetNames()...)))
	}
	return weights, nil
}

// campaignResult is a campaign in the report of a command: its counters, its reduced divergences,
// and what it should have compared and did not.
type campaignResult struct {
	Campaign    *oracle.CampaignReport `json:"campaign,omitempty"`
	Divergences []divergence           `json:"divergences"`
	// Failures are the other reasons why the command fails.
	Failures []string `json:"failures"`
	verbose  bool
}

func (a *app) newResult() campaignResult {
	return campaignResult{Divergences: []divergence{}, Failures: []string{}, verbose: a.Verbose}
}

// ok reports whether there is no reason to fail.
func (r *campaignResult) ok() bool { return len(r.Divergences)+len(r.Failures) == 0 }

// problems writes the divergences and the failures.
func (r *campaignResult) problems(w *strings.Builder) {
	for _, d := range r.Divergences {
		fmt.Fprintln(w, d.block)
	}
	for i, f := range r.Failures {
		if i == maxFailures {
			fmt.Fprintf(w, "FAILURE  and %s more; --json prints all\n\n", show.Number(len(r.Failures)-maxFailures))
			return
		}
		fmt.Fprintf(w, "FAILURE  %s\n\n", f)
	}
}

// maxFailures is how many failures are printed. JSON output has all of them.
const maxFailures = 20

// runCampaign runs a campaign that is prepared, and adds the result to a report. If the time runs
// out or the user interrupts it, the result is what was compared so far.
func (a *app) runCampaign(ctx context.Context, s *randomRun, into *campaignResult) error {
	ctx, stop := console.Interruptible(ctx)
	defer stop()
	p := a.ShowProgress()
	p.Begin(partCampaign)
	s.ProgressEvery = 200 * time.Millisecond
	s.Progress = func(at oracle.Progress) {
		total := ""
		if s.Duration > 0 {
			total = " of " + console.Seconds(s.Duration)
		}
		p.Update(fmt.Sprintf("%s%s  %s operations, %s, seed %d", console.Seconds(at.Elapsed), total,
			show.Number(at.Operations), show.Plural(at.Findings, "finding", "findings"), s.Seed))
	}
	ran, err := oracle.Campaign(ctx, s.CampaignOptions)
	if p.End(); err != nil {
		return err
	}
	into.Campaign, into.Failures = ran, append(into.Failures, s.uncompared(ran)...)
	for _, f := range ran.Findings {
		d := newDivergence(f.Reduced, s.Save)
		d.Repeats = f.Repeats
		into.Divergences = append(into.Divergences, d)
	}
	return nil
}

// enoughOperations is the number of operations per profile after which everything that the default
// weights generate should have occurred. enoughForVariants is the number for variants: each trace
// has at most one variant, and some variants do not change most traces.
const (
	enoughOperations  = 40_000
	enoughForVariants = 100_000
)

// uncompared lists what a campaign should have compared and did not. Only long campaigns with the
// default weights must have seen every kind of operation, query feature, variant and law.
func (s *randomRun) uncompared(report *oracle.CampaignReport) []string {
	var out []string
	need := func(n uint64, what string) {
		if text := "the campaign compared no " + what; n == 0 && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	c := &report.Counts
	need(c.Total(), "operations")
	need(c.Queries, "queries")
	need(c.Rows, "rows")
	need(c.Dumps, "worlds")
	each := c.Total() / uint64(len(s.Profiles))
	if each < enoughOperations || s.weights != "" || len(report.Findings) > 0 {
		return out
	}
	for _, g := range s.generators {
		for _, name := range c.Never(g.Operations(), g.QueryFeatures(), g.Fragments()) {
			need(0, name)
		}
	}
	applies := func(needs func(*spec.Profile) bool) bool {
		return needs == nil || slices.ContainsFunc(s.Profiles, func(p spec.Profile) bool { return needs(&p) })
	}
	for _, v := range s.Variants {
		if each >= enoughForVariants && applies(v.Needs) {
			need(c.Applied[v.Name], "variant "+v.Name)
		}
	}
	for _, im := range s.Alternates {
		need(c.Comparisons[im.Label()], "answers of "+im.Label())
	}
	for _, l := range s.Run.Laws {
		if applies(l.Needs) {
			need(c.Applied[l.Name], "law "+l.Name)
		}
	}
	return out
}

// campaignText writes the campaign's row of the table or, if verbose is set, every counter.
func campaignText(w *strings.Builder, report *oracle.CampaignReport, verbose bool) {
	if !verbose {
		c := &report.Counts
		row(w, partCampaign, "%s operations in %s random traces, %s queries, %s rows; seed %d",
			show.Number(c.Total()), show.Number(report.Traces), show.Number(c.Queries), show.Number(c.Rows), report.Seed)
		return
	}
	var text strings.Builder
	_ = report.WriteText(&text) // a Builder does not fail
	table, _, _ := strings.Cut(text.String(), "divergences")
	w.WriteString(table)
}
