package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/oracle"
)

func (a *app) fuzzCommand() *cobra.Command {
	var flags campaignFlags
	var duration time.Duration
	var engines string
	c := &cobra.Command{
		Use:   "fuzz",
		Short: "Compare engines on random traces",
		Long: `Compare engines on random traces until the time is over, the number of traces is reached, or enough different
divergences are found. Each trace also runs under variants of the engine that must not matter, and is checked for laws.

A trace depends on the seed, the profile and the weights alone. --first resumes a campaign: the report says where all
traces before were compared. Divergences are saved as soon as they are found, then reduced.

Presets of weights:
` + presetsText() + `
"diffcheck list weights" prints every key with its default.`,
		Example: `  diffcheck fuzz --duration 10m
  diffcheck fuzz --seed 17 --traces 1000 --workers 1
  diffcheck fuzz --weights cleanup,delete=20 --profile flecs-4`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return a.fuzz(c.Context(), flags, duration, engines) },
	}
	c.Flags().DurationVar(&duration, "duration", time.Minute, "how long; 0 is until --traces")
	c.Flags().Uint64Var(&flags.first, "first", 0, "index of the first trace, to resume")
	c.Flags().StringVar(&engines, "engine", a.engineNames(), engineFlag)
	flags.add(c)
	return c
}

func presetsText() string {
	var b strings.Builder
	for _, name := range fuzz.PresetNames() {
		fmt.Fprintf(&b, "  %-12s %s\n", name, fuzz.PresetFinds(name))
	}
	return b.String()
}

// fuzzReport is what a campaign of its own gave.
type fuzzReport struct {
	OK          bool                   `json:"ok"`
	Campaign    *oracle.CampaignReport `json:"campaign"`
	Divergences []divergence           `json:"divergences"`
	Failures    []string               `json:"failures"`
}

func (r *fuzzReport) text(w *strings.Builder) {
	for _, d := range r.Divergences {
		fmt.Fprintln(w, d.block)
	}
	printFailures(w, r.Failures)
	fmt.Fprint(w, campaignText(r.Campaign))
	fmt.Fprintf(w, "%-13s next trace %d\n", "resume", r.Campaign.Next)
	verdict := "none"
	if n := len(r.Divergences); n > 0 {
		verdict = number(n)
	}
	fmt.Fprintf(w, "%-13s %s\n", "divergences", verdict)
}

func (a *app) fuzz(ctx context.Context, flags campaignFlags, duration time.Duration, list string) error {
	engines, err := a.named(list)
	if err != nil {
		return err
	}
	switch {
	case len(engines) < 2:
		return usagef("a campaign compares at least two engines")
	case duration < 0 || duration == 0 && flags.traces == 0:
		return usagef("a campaign ends by --duration or by --traces")
	}
	setup, err := a.newCampaign(flags, engines)
	if err != nil {
		return err
	}
	setup.options.Duration = duration
	p := newProgress(a.stderr)
	p.begin(partCampaign)
	result, err := a.runCampaign(ctx, setup, p)
	if err != nil {
		return err
	}
	p.end(fmt.Sprintf("%s operations in %s traces", number(int(result.Counts.Total())), number(int(result.Traces))))
	report := &fuzzReport{Campaign: result.CampaignReport, Divergences: result.divergences, Failures: result.uncompared}
	report.OK = len(report.Divergences)+len(report.Failures) == 0
	if err := a.print(report); err != nil {
		return err
	}
	if !report.OK {
		return errDiverged
	}
	return nil
}
