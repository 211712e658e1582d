package planted

import (
	"context"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/mutation"
)

// Units makes the checks that a changed engine has to survive: traces are so many of a campaign with that seed.
type Units = func(traces, seed uint64) ([]mutation.Unit, error)

// AsStated ends the name of a unit that holds an engine against the expectations of a scenario.
const AsStated = ", as stated"

// mutationFlags are those of the sub-command mutation.
type mutationFlags struct {
	run      string
	operator string
	sample   int
	seed     uint64
	traces   uint64
	parallel int
	total    time.Duration
	results  string
	resume   bool
	again    bool
	markdown string
	root     string
	list     bool
	worker   bool
}

// Mutation is the sub-command that changes the engine in every small way. units makes the checks that a changed engine has to survive.
func Mutation(c *console.Console, units Units) *cobra.Command {
	var f mutationFlags
	command := &cobra.Command{
		Use:   "mutation",
		Short: "Change the engine in every small way and see that something notices",
		Long: `Change the engine fast in every small way - a comparison, an operator, a condition, a statement left out - and see
whether scenarios, regressions, a short campaign or the package's own tests notice.

It runs in a checkout of the repository and needs the go command. All mutants are compiled into one build, in which the
number of a mutant says which acts; a mutant is run on what reaches its place. What survives without being explained in
internal/mutation/explained.yaml makes the exit code 1. With --results each result is kept as soon as it is known, and
--resume goes on from there; --sample draws mutants at random, and a larger sample goes on from a smaller.`,
		Example: `  diffcheck mutation --sample 300 --results mutation.jsonl --resume
  diffcheck mutation -run 'fast/internal/change/defer.go'
  diffcheck mutation --results mutation.jsonl --resume --again --markdown table.md
  diffcheck mutation --list -run 'store/move.go'`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error { return mutationOf(command.Context(), c, &f, units) },
	}
	flags := command.Flags()
	flags.StringVar(&f.run, "run", "", "only mutants whose file:line:column, function or change a regular expression fits")
	flags.StringVar(&f.operator, "operator", "", "only mutants whose operator a regular expression fits")
	flags.IntVar(&f.sample, "sample", 0, "so many of them, drawn at random, those that --resume finds among them; 0 is all")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the sample and of the traces")
	flags.Uint64Var(&f.traces, "traces", 400, "random traces that a mutant is run on, of all profiles in turn")
	flags.IntVar(&f.parallel, "parallel", 0, "mutants tried at a time; 0 is one for each processor")
	flags.DurationVar(&f.total, "total", 0, "begin no further mutant after this time; 0 is no limit")
	flags.StringVar(&f.results, "results", "", "file that keeps each result, one JSON object a line")
	flags.BoolVar(&f.resume, "resume", false, "leave out what the file of --results has, as far as the sources are the same")
	flags.BoolVar(&f.again, "again", false, "with --resume, try those again that were not killed")
	flags.StringVar(&f.markdown, "markdown", "", "file for the tables as Markdown")
	flags.StringVar(&f.root, "root", "", "root of the repository; empty finds it around the working directory")
	flags.BoolVar(&f.list, "list", false, "list the mutants and run nothing")
	flags.BoolVar(&f.worker, "worker", false, "be the process that runs mutants")
	_ = flags.MarkHidden("worker") // it exists
	return command
}

func mutationOf(ctx context.Context, c *console.Console, f *mutationFlags, units Units) error {
	if f.worker {
		all, err := units(f.traces, f.seed)
		if err != nil {
			return err
		}
		return mutation.Serve(all, c.Stdin, c.Stdout)
	}
	switch {
	case f.sample < 0 || f.parallel < 0 || f.total < 0:
		return console.Usagef("--sample, --parallel and --total are at least 0")
	case f.resume && f.results == "" || f.again && !f.resume:
		return console.Usagef("--resume needs the file of --results, and --again needs --resume")
	}
	choose, err := f.choice()
	if err != nil {
		return err
	}
	if f.root, err = rootOf(f.root); err != nil {
		return err
	}
	ctx, stop := console.Interruptible(ctx)
	defer stop()
	dir, err := os.MkdirTemp("", "diffcheck-mutation")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a folder for temporary files
	if f.list {
		in, err := mutation.Instrument(ctx, f.root, dir, mutation.Packages()...)
		if err != nil {
			return err
		}
		return c.Print(newMutationList(in.Points, choose))
	}
	return mutate(ctx, c, f, dir, choose)
}

// choice is the selection of the patterns.
func (f *mutationFlags) choice() (func(*mutation.Point) bool, error) {
	place, err := regexp.Compile(f.run)
	if err != nil {
		return nil, console.Usagef("-run: %w", err)
	}
	operator, err := regexp.Compile(f.operator)
	if err != nil {
		return nil, console.Usagef("--operator: %w", err)
	}
	return func(p *mutation.Point) bool {
		return place.MatchString(p.String()) && operator.MatchString(string(p.Operator))
	}, nil
}

// mutate runs the chosen mutants and reports.
func mutate(ctx context.Context, c *console.Console, f *mutationFlags, dir string, choose func(*mutation.Point) bool) error {
	known, err := f.known()
	if err != nil {
		return err
	}
	explained, err := mutation.Explained()
	if err != nil {
		return err
	}
	show := c.ShowProgress()
	show.Begin("mutation")
	lanes := f.parallel
	if lanes == 0 {
		lanes = runtime.GOMAXPROCS(0)
	}
	out, err := mutation.Run(ctx, mutation.Options{
		Root: f.root, Dir: dir, Packages: mutation.Packages(), Command: "./cmd/diffcheck",
		Args: []string{
			"mutation", "--worker", "--traces", strconv.FormatUint(f.traces, 10), "--seed", strconv.FormatUint(f.seed, 10),
		},
		Choose: choose, Sample: f.sample, Seed: f.seed, Known: known, Again: f.again, Parallel: lanes, Total: f.total,
		Result: func(r *mutation.Result) error {
			if f.results == "" {
				return nil
			}
			return console.AppendResult(f.results, r)
		},
		Progress: show.Update,
	})
	if err != nil {
		return err
	}
	show.End(console.Plural(len(out.Results), "mutant", "mutants"))
	report := newMutationReport(out, explained)
	return c.Conclude(report, report.OK, f.markdown)
}

// known are the results that need not be found again.
func (f *mutationFlags) known() ([]mutation.Result, error) {
	if !f.resume {
		return nil, nil
	}
	all, err := console.ReadResults[mutation.Result](f.results)
	if err != nil {
		return nil, console.Usagef("--results: %w", err)
	}
	return all, nil
}
