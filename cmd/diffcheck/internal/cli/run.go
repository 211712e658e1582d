package cli

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// The parts of a run, in the order in which they run.
const (
	partScenarios   = "scenarios"
	partTranscripts = "transcripts"
	partRegressions = "regressions"
	partCampaign    = "campaign"
)

var runParts = []string{partScenarios, partTranscripts, partRegressions, partCampaign}

// runFlags are the flags of the default run and of the sub-command run.
type runFlags struct {
	duration  time.Duration
	engines   *engineList
	run, skip []string
	profile   string // for scenarios without a profile tag
	watch     bool
	campaign  *randomRun
}

// minCampaign is the shortest time for the campaign of a run, however long the earlier phases took.
const minCampaign = time.Second

func (a *app) defaultCommand() *cobra.Command {
	var f *runFlags
	c := &cobra.Command{
		Use:   "diffcheck",
		Short: "Compare implementations of entity relationships with the specification",
		Long: `Compare implementations of entity relationships with the specification.

Without arguments diffcheck compares the reference model with the engine fast on all embedded scenarios, on transcripts
recorded from released versions of Flecs and Tecs, on traces that once failed, and on random traces. The random traces
get what is left of --duration, at least one second; the other parts always run to their end.
The report begins with the verdict; -v prints every counter. A divergence is reduced, shown, and saved below findings/.

Exit code: 0 if all agree; 1 after a divergence or a failed check, or if nothing could be compared; 2 after wrong usage
or broken input.`,
		Example: `  diffcheck
  diffcheck --duration 5m --seed 17
  diffcheck --json > report.json`,
		RunE: func(c *cobra.Command, _ []string) error { return a.runAll(c.Context(), f, nil) },
	}
	f = a.runFlags(c)
	return c
}

func (a *app) runCommand() *cobra.Command {
	var f *runFlags
	c := &cobra.Command{
		Use:   "run [FILE.feature... | scenarios | transcripts | regressions | campaign]",
		Short: "Run your own feature files, or chosen parts of the default run",
		Long: `Run feature files of your own on both engines and mark each expectation as met or not. docs/steps.md describes the steps.
A scenario without a tag @profile:NAME gets the profile of --of. If you name the folder of a finding, its scenario runs.
With --watch the files run again after each change, until Ctrl-C.

Without files, the command runs the named parts of the default run, or all of them.

-run and -skip take a regular expression and may be repeated. The expression must match a part of the id, name, feature,
rule or path of a scenario, of the path of a transcript, or of the file name of a regression. An expression that matches
nothing is an error. With -run the campaign runs only if you name it.`,
		Example: `  diffcheck run docs/examples/city.feature
  diffcheck run --watch --engine model my.feature
  diffcheck run findings/3f9c2a41
  diffcheck run scenarios
  diffcheck run -run transitive -skip '^beta'
  diffcheck run transcripts -run 'flecs-4.0.5/cleanup'
  diffcheck run campaign --duration 1m --engine model,fast`,
		ValidArgsFunction: cobra.FixedCompletions(runParts, cobra.ShellCompDirectiveDefault),
		RunE: func(c *cobra.Command, args []string) error {
			files, err := filesAmong(args, runParts)
			switch {
			case err != nil:
				return err
			case len(files) > 0:
				return a.runFiles(c.Context(), f, files)
			case f.watch:
				return fmt.Errorf("--watch needs a feature file: diffcheck run --watch my.feature")
			}
			return a.runAll(c.Context(), f, args)
		},
	}
	f = a.runFlags(c)
	c.Flags().StringVar(&f.profile, "of", ownProfile, ofFlag)
	c.Flags().BoolVar(&f.watch, "watch", false, "run the files again when they change")
	c.Flags().StringArrayVar(&f.run, "run", nil, "run only what matches this regular expression")
	c.Flags().StringArrayVar(&f.skip, "skip", nil, "skip what matches this regular expression")
	return c
}

const ofFlag = "profile of scenarios in your own files without a profile tag"

// filesAmong returns the arguments if they are files, or nil if they are parts. A mix is an error.
func filesAmong(args, parts []string) ([]string, error) {
	var files []string
	for _, arg := range args {
		switch {
		case slices.Contains(parts, arg):
		case arg == "-" || strings.ContainsAny(arg, "./") || exists(arg):
			files = append(files, arg)
		default:
			return nil, fmt.Errorf("%q is neither a file nor one of %s%s", arg, strings.Join(parts, ", "),
				console.DidYouMean(arg, parts))
		}
	}
	if len(files) > 0 && len(files) < len(args) {
		return nil, fmt.Errorf("name files or parts of the run, not both")
	}
	return files, nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// runFlags defines the flags that the default run shares with the sub-command run.
func (a *app) runFlags(c *cobra.Command) *runFlags {
	f := &runFlags{engines: a.engineFlag(c), campaign: campaignFlags(c)}
	c.Flags().DurationVar(&f.duration, "duration", 20*time.Second,
		"time for the run; random traces get what the other parts leave, at least 1s")
	return f
}

// run is one run: its settings, and its results so far.
type run struct {
	*app
	ctx     context.Context // ends when the user interrupts the run
	engines []oracle.Implementation
	choice  *console.Selection
	begun   time.Time
	report  runReport
}

func (a *app) newRun(f *runFlags) (*run, error) {
	if f.duration <= 0 {
		return nil, fmt.Errorf("--duration must be a time such as 20s")
	}
	choice, err := console.NewSelection(f.run, f.skip)
	if err != nil {
		return nil, err
	}
	if err := f.engines.several(); err != nil {
		return nil, err
	}
	r := &run{app: a, engines: f.engines.chosen, choice: choice, begun: time.Now()}
	r.report = runReport{Suite: spec.SuiteVersion, Engines: namesOfEngines(r.engines), campaignResult: a.newResult()}
	return r, nil
}

func (a *app) runAll(ctx context.Context, f *runFlags, parts []string) error {
	r, err := a.newRun(f)
	if err != nil {
		return err
	}
	if len(parts) == 0 {
		parts = runParts
		if len(f.run) > 0 {
			parts = parts[:3]
		}
	}
	var stop context.CancelFunc
	r.ctx, stop = console.Interruptible(ctx)
	defer stop()
	progress := a.ShowProgress()
	for i, phase := range []func() error{r.scenarios, r.transcripts, r.regressions} {
		part := runParts[i]
		switch {
		case !slices.Contains(parts, part):
			continue
		case r.ctx.Err() != nil:
			r.interrupted("%s were not run", part)
			continue
		}
		progress.Begin(part)
		err := phase()
		if progress.End(); err != nil {
			return err
		}
	}
	if r.ctx.Err() != nil {
		return r.finish()
	}
	if err := r.choice.Unused("scenario, transcript or regression of this run", "diffcheck list"); err != nil {
		return err
	}
	if slices.Contains(parts, partCampaign) {
		if err := a.prepare(f.campaign, r.engines); err != nil {
			return err
		}
		f.campaign.Duration = max(f.duration-time.Since(r.begun), minCampaign)
		if err := a.runCampaign(r.ctx, f.campaign, &r.report.campaignResult); err != nil {
			return err
		}
	}
	return r.finish()
}

// interrupted records what the interrupt skipped.
func (r *run) interrupted(format string, args ...any) {
	r.report.Interrupted++
	r.report.fail("interrupted: "+format, args...)
}

// empty records a failure if a part compared nothing, unless the user's patterns excluded all of
// it.
func (r *run) empty(part string) {
	if r.choice.All() {
		r.report.fail("no %s were compared", part)
	}
}

func (r *run) finish() error {
	r.report.Elapsed = time.Since(r.begun).Seconds()
	r.report.OK = r.report.ok()
	return r.Conclude(&r.report, r.report.OK)
}

func (r *runReport) fail(format string, args ...any) {
	r.Failures = append(r.Failures, strings.TrimRight(fmt.Sprintf(format, args...), "\n"))
}
