package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/console"
)

func (a *app) fuzzCommand() *cobra.Command {
	var s *randomRun
	var engines *engineList
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
		RunE: func(c *cobra.Command, _ []string) error { return a.fuzz(c, s, engines) },
	}
	s = campaignFlags(c)
	flags := c.Flags()
	flags.DurationVar(&s.Duration, "duration", time.Minute, "stop after this time (0: no limit; needs --traces or --operations)")
	flags.Uint64Var(&s.Operations, "operations", 0, "stop after N compared operations (0: no limit)")
	flags.BoolVar(&s.AsFound, "as-found", false, "do not reduce divergences")
	flags.BoolVar(&s.Resume, "resume", false, "continue from the progress in the folder of --save, if any; needs --seed")
	shardFlag(c, &s.Shard, "trace")
	engines = a.engineFlag(c)
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
	OK bool `json:"ok"`
	campaignResult
}

func (r *fuzzReport) Text(w *strings.Builder) {
	r.problems(w)
	verdict := "PASS  no divergence"
	if !r.OK {
		verdict = "FAIL  " + faults(len(r.Divergences), len(r.Failures))
	}
	fmt.Fprintf(w, "%s  (%s)\n\n", verdict, console.Seconds(r.Campaign.Elapsed))
	campaignText(w, r.Campaign, r.verbose)
}

func (a *app) fuzz(c *cobra.Command, s *randomRun, engines *engineList) error {
	if err := engines.several(); err != nil {
		return err
	}
	switch {
	case s.Duration < 0 || s.Duration == 0 && s.Traces == 0 && s.Operations == 0:
		return fmt.Errorf("a campaign needs an end: set --duration, --traces or --operations")
	case s.Seed == 0 && (s.Shard.Of > 0 || s.Resume):
		return fmt.Errorf("--shard and --resume need the --seed of the campaign")
	case s.Resume && s.Save == "":
		return fmt.Errorf("--resume needs --save with the folder of the campaign")
	}
	if err := a.prepare(s, engines.chosen); err != nil {
		return err
	}
	s.Keep = s.Save
	report := &fuzzReport{campaignResult: a.newResult()}
	if err := a.runCampaign(c.Context(), s, &report.campaignResult); err != nil {
		return err
	}
	report.OK = report.ok()
	return a.Conclude(report, report.OK)
}
