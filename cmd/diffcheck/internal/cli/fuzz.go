package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/oracle/campaign"
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
divergences are found. Each trace also runs under the variants, which must not change an answer, and must satisfy the laws.

The seed, the index, the profiles and the weights determine a trace. A campaign with --seed can be interrupted at any
time: --resume continues it from the folder of --save, without loss or repetition. --shard i/n takes every n-th trace,
and "diffcheck merge" joins the shards. Divergences are saved when found, then reduced, and grouped by their
probable cause.

Presets of weights:
` + presetsText() + `
"diffcheck list weights" prints every key with its default.`,
		Example: `  diffcheck fuzz --duration 10m
  diffcheck fuzz --seed 17 --traces 1000 --workers 1
  diffcheck fuzz --weights cleanup,delete=20 --profile flecs-4
  diffcheck fuzz --seed 17 --duration 8h --save night --resume
  diffcheck fuzz --seed 17 --traces 100000 --shard 0/4 --save out`,
		Args: arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			return a.fuzz(c.Context(), flags, duration, engines)
		},
	}
	c.Flags().DurationVar(&duration, "duration", time.Minute, "stop after this time (0: no limit; needs --traces or --operations)")
	c.Flags().Uint64Var(&flags.operations, "operations", 0, "stop after N compared operations (0: no limit)")
	c.Flags().BoolVar(&flags.asFound, "as-found", false, "do not reduce divergences")
	c.Flags().StringVar(&flags.shard, "shard", "", console.ShardFlag("trace")+"; needs --seed")
	c.Flags().BoolVar(&flags.resume, "resume", false,
		"continue from the progress in the folder of --save, if any; needs --seed")
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

// fuzzReport is the result of the command fuzz.
type fuzzReport struct {
	OK          bool                   `json:"ok"`
	Campaign    *oracle.CampaignReport `json:"campaign"`
	Divergences []divergence           `json:"divergences"`
	Failures    []string               `json:"failures"`

	verbose bool
}

func (r *fuzzReport) Text(w *strings.Builder) {
	for _, d := range r.Divergences {
		fmt.Fprintln(w, d.block)
	}
	printFailures(w, r.Failures)
	verdict := "PASS  no divergence"
	if !r.OK {
		verdict = "FAIL  " + faults(len(r.Divergences), len(r.Failures))
	}
	fmt.Fprintf(w, "%s  (%s)\n\n", verdict, console.Seconds(r.Campaign.Elapsed))
	campaignText(w, r.Campaign, r.verbose)
}

func (a *app) fuzz(ctx context.Context, flags campaignFlags, duration time.Duration, list string) error {
	engines, err := a.several(list)
	if err != nil {
		return err
	}
	switch {
	case duration < 0 || duration == 0 && flags.traces == 0 && flags.operations == 0:
		return console.Usagef("a campaign needs an end: set --duration, --traces or --operations")
	case flags.seed == 0 && (flags.shard != "" || flags.resume):
		return console.Usagef("--shard and --resume need the --seed of the campaign")
	case flags.resume && flags.save == "":
		return console.Usagef("--resume needs --save with the folder of the campaign")
	}
	flags.keep = flags.save != ""
	flags.resume = flags.resume && a.hasProgress(flags)
	setup, err := a.newCampaign(flags, engines)
	if err != nil {
		return err
	}
	setup.options.Duration = duration
	p := a.ShowProgress()
	p.Begin(partCampaign)
	result, err := a.runCampaign(ctx, setup, p)
	if err != nil {
		return err
	}
	p.End()
	report := &fuzzReport{
		Campaign: result.CampaignReport, Divergences: result.divergences, Failures: result.uncompared, verbose: a.Verbose,
	}
	report.OK = len(report.Divergences)+len(report.Failures) == 0
	return a.Conclude(report, report.OK)
}

// hasProgress reports whether there is a campaign to resume. A job that starts for the first time
// has none.
func (a *app) hasProgress(flags campaignFlags) bool {
	part, err := console.ShardOf(flags.shard)
	if err != nil {
		return false // newCampaign reports the error
	}
	return console.IsThere(campaign.ProgressFile(part, flags.save))
}
