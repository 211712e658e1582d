package cli

import (
	"context"
	"fmt"
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

func runParts() []string {
	return []string{partScenarios, partTranscripts, partRegressions, partCampaign}
}

// runFlags are the flags of the default run and of the sub-command run.
type runFlags struct {
	duration  time.Duration
	engines   string
	run, skip []string
	profile   string // for scenarios without a profile tag
	watch     bool
	campaign  campaignFlags
}

// minCampaign is the shortest time for the campaign of a run, however long the earlier phases took.
const minCampaign = time.Second

const defaultDuration = 20 * time.Second

func (a *app) defaultCommand() *cobra.Command {
	var flags runFlags
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
		RunE: func(c *cobra.Command, _ []string) error { return a.runAll(c.Context(), flags, nil) },
	}
	a.addRunFlags(c, &flags)
	return c
}

func (a *app) runCommand() *cobra.Command {
	var flags runFlags
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
		ValidArgsFunction: partsOrFiles(runParts()),
		RunE: func(c *cobra.Command, args []string) error {
			files, err := filesAmong(args, runParts())
			if err != nil {
				return err
			}
			if len(files) > 0 {
				return a.runFiles(c.Context(), flags, files)
			}
			if flags.watch {
				return console.Usagef("--watch needs a feature file: diffcheck run --watch my.feature")
			}
			return a.runAll(c.Context(), flags, args)
		},
	}
	a.addRunFlags(c, &flags)
	c.Flags().StringVar(&flags.profile, "of", ownProfile, ofFlag)
	c.Flags().BoolVar(&flags.watch, "watch", false, "run the files again when they change")
	c.Flags().StringArrayVar(&flags.run, "run", nil, "run only what matches this regular expression")
	c.Flags().StringArrayVar(&flags.skip, "skip", nil, "skip what matches this regular expression")
	return c
}

const ofFlag = "profile of scenarios in your own files without a profile tag"

// partsOrFiles completes the names of parts and of files.
func partsOrFiles(parts []string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return parts, cobra.ShellCompDirectiveDefault
	}
}

// filesAmong returns the arguments if they are files, or nil if they are parts. A mix is an error.
func filesAmong(args, parts []string) ([]string, error) {
	var files []string
	for _, arg := range args {
		switch {
		case slices.Contains(parts, arg):
		case arg == "-" || strings.ContainsAny(arg, "./") || console.IsThere(arg):
			files = append(files, arg)
		default:
			return nil, console.Usagef("%q is neither a file nor one of %s%s", arg, strings.Join(parts, ", "),
				console.DidYouMean(arg, parts))
		}
	}
	if len(files) > 0 && len(files) < len(args) {
		return nil, console.Usagef("name files or parts of the run, not both")
	}
	return files, nil
}

func (a *app) addRunFlags(c *cobra.Command, flags *runFlags) {
	c.Flags().DurationVar(&flags.duration, "duration", defaultDuration,
		"time for the run; random traces get what the other parts leave, at least 1s")
	c.Flags().StringVar(&flags.engines, "engine", a.engineNames(), engineFlag)
	flags.campaign.add(c)
}

// run is one run: its settings, and its results so far.
type run struct {
	*app
	ctx      context.Context // ends when the user interrupts the run
	engines  []oracle.Implementation
	choice   *console.Selection
	parts    []string
	begun    time.Time
	progress *console.Progress
	report   runReport
}

func (a *app) runAll(ctx context.Context, flags runFlags, parts []string) error {
	r, err := a.newRun(flags, parts)
	if err != nil {
		return err
	}
	var stop context.CancelFunc
	r.ctx, stop = console.Interruptible(ctx)
	defer stop()
	phases := []struct {
		part string
		do   func() error
	}{
		{partScenarios, r.scenarios},
		{partTranscripts, r.transcripts},
		{partRegressions, r.regressions},
	}
	for _, phase := range phases {
		if slices.Contains(r.parts, phase.part) && !r.skips(phase.part) {
			r.progress.Begin(phase.part)
			err := phase.do()
			if r.progress.End(); err != nil {
				return err
			}
		}
	}
	if r.ctx.Err() != nil {
		return r.finish()
	}
	if err := r.choice.Unused("scenario, transcript or regression of this run", "diffcheck list"); err != nil {
		return err
	}
	if slices.Contains(r.parts, partCampaign) {
		left := max(flags.duration-time.Since(r.begun), minCampaign)
		if err := r.campaign(r.ctx, flags.campaign, left); err != nil {
			return err
		}
	}
	return r.finish()
}

func (a *app) newRun(flags runFlags, parts []string) (*run, error) {
	if flags.duration <= 0 {
		return nil, console.Usagef("--duration must be a time such as 20s")
	}
	choice, err := console.NewSelection(flags.run, flags.skip)
	if err != nil {
		return nil, err
	}
	engines, err := a.several(flags.engines)
	if err != nil {
		return nil, err
	}
	if len(parts) == 0 {
		parts = runParts()
		if len(flags.run) > 0 {
			parts = parts[:3]
		}
	}
	r := &run{app: a, engines: engines, choice: choice, parts: parts, begun: time.Now(), progress: a.ShowProgress()}
	r.report.Divergences, r.report.Failures = []divergence{}, []string{}
	r.report.Suite, r.report.Engines = spec.SuiteVersion, namesOfEngines(engines)
	return r, nil
}

// skips reports whether a part is skipped because the run was interrupted, and records it.
func (r *run) skips(part string) bool {
	if r.ctx.Err() == nil {
		return false
	}
	r.interrupted("%s were not run", part)
	return true
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
	r.report.OK = len(r.report.Failures)+len(r.report.Divergences) == 0
	r.report.verbose = r.Verbose
	return r.Conclude(&r.report, r.report.OK)
}

func (r *runReport) fail(format string, args ...any) {
	r.Failures = append(r.Failures, strings.TrimRight(fmt.Sprintf(format, args...), "\n"))
}
