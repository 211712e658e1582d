package cli

import (
	"context"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/mutation"
)

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

func (a *app) mutationCommand() *cobra.Command {
	var f mutationFlags
	c := &cobra.Command{
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
		RunE: func(c *cobra.Command, _ []string) error { return a.mutation(c.Context(), &f) },
	}
	flags := c.Flags()
	flags.StringVar(&f.run, "run", "", "only mutants whose file:line:column, function or change a regular expression fits")
	flags.StringVar(&f.operator, "operator", "", "only mutants whose operator a regular expression fits")
	flags.IntVar(&f.sample, "sample", 0, "so many of them, drawn at random, those that --resume finds among them; 0 is all")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the sample and of the traces")
	flags.Uint64Var(&f.traces, "traces", 200, "random traces that a mutant is run on")
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
	return c
}

func (a *app) mutation(ctx context.Context, f *mutationFlags) error {
	if f.worker {
		units, err := a.mutationUnits(f.traces, f.seed)
		if err != nil {
			return err
		}
		return mutation.Serve(units, a.stdin, a.stdout)
	}
	switch {
	case f.sample < 0 || f.parallel < 0 || f.total < 0:
		return usagef("--sample, --parallel and --total are at least 0")
	case f.resume && f.results == "" || f.again && !f.resume:
		return usagef("--resume needs the file of --results, and --again needs --resume")
	}
	choose, err := f.choice()
	if err != nil {
		return err
	}
	if f.root, err = rootOf(f.root); err != nil {
		return err
	}
	ctx, stop := interruptible(ctx)
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
		return a.print(newMutationList(in.Points, choose))
	}
	return a.mutate(ctx, f, dir, choose)
}

// choice is the selection of the patterns.
func (f *mutationFlags) choice() (func(*mutation.Point) bool, error) {
	place, err := regexp.Compile(f.run)
	if err != nil {
		return nil, usagef("-run: %w", err)
	}
	operator, err := regexp.Compile(f.operator)
	if err != nil {
		return nil, usagef("--operator: %w", err)
	}
	return func(p *mutation.Point) bool {
		return place.MatchString(p.String()) && operator.MatchString(string(p.Operator))
	}, nil
}

// mutate runs the chosen mutants and reports.
func (a *app) mutate(ctx context.Context, f *mutationFlags, dir string, choose func(*mutation.Point) bool) error {
	known, err := f.known()
	if err != nil {
		return err
	}
	explained, err := mutation.Explained()
	if err != nil {
		return err
	}
	show := a.showProgress()
	show.begin("mutation")
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
			return appendResult(f.results, r)
		},
		Progress: show.update,
	})
	if err != nil {
		return err
	}
	show.end(plural(len(out.Results), "mutant", "mutants"))
	report := newMutationReport(out, explained)
	return a.conclude(report, report.OK, f.markdown)
}

// known are the results that need not be found again.
func (f *mutationFlags) known() ([]mutation.Result, error) {
	if !f.resume {
		return nil, nil
	}
	all, err := readResults[mutation.Result](f.results)
	if err != nil {
		return nil, usagef("--results: %w", err)
	}
	return all, nil
}
