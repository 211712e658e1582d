package main

import (
	"context"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/tools/mutation"
)

// mutationFlags are those of the command mutation.
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
	list     bool
	worker   bool
}

func mutationCommand(c *console.Console) *cobra.Command {
	var f mutationFlags
	command := &cobra.Command{
		Use:   "mutation",
		Short: "Make every small change of the engine and see that something notices",
		Long: `Make every small change of package fast - a comparison, an operator, a condition, a statement left out - and see whether
scenarios, regressions, transcripts, a short campaign or the packages' own tests notice.

All mutants are compiled into one build, in which the number of a mutant says which acts; a mutant is run on the checks that reach
its place. A survivor that tools/mutation/explained.yaml does not explain makes the exit code 1. --results keeps each result as
soon as it is known, and --resume goes on from there; --sample draws mutants at random, and a larger sample includes a smaller.`,
		Example: `  mutation --sample 300 --results mutation.jsonl --resume
  mutation --run 'fast/internal/change/defer.go'
  mutation --results mutation.jsonl --resume --again --markdown table.md
  mutation --list --run 'store/move.go'`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error { return f.command(command.Context(), c) },
	}
	flags := command.Flags()
	flags.StringVar(&f.run, "run", "", "only mutants whose file:line:column, function or change matches a regular expression")
	flags.StringVar(&f.operator, "operator", "", "only mutants whose operator matches a regular expression")
	flags.IntVar(&f.sample, "sample", 0,
		"try N of them, drawn at random, those that --resume finds among them (0: all)")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the sample and of the traces")
	flags.Uint64Var(&f.traces, "traces", 400, "random traces that a mutant is run on, of all profiles in turn")
	flags.IntVar(&f.parallel, "parallel", 0, "mutants tried at a time (0: one for each processor)")
	flags.DurationVar(&f.total, "total", 0, "begin no further mutant after this time (0: no limit)")
	flags.StringVar(&f.results, "results", "", "file that keeps each result, one JSON object a line")
	flags.BoolVar(&f.resume, "resume", false,
		"skip the mutants whose results the file of --results has for the same sources")
	flags.BoolVar(&f.again, "again", false, "with --resume, try those again that were not killed")
	flags.StringVar(&f.markdown, "markdown", "", "write the tables as Markdown to this file")
	flags.BoolVar(&f.list, "list", false, "list the mutants and run nothing")
	flags.BoolVar(&f.worker, "worker", false, "be the process that runs mutants")
	_ = flags.MarkHidden("worker") // it exists
	return command
}

func (f *mutationFlags) command(ctx context.Context, c *console.Console) error {
	if f.worker {
		debug.SetGCPercent(400) // it makes many small worlds that die young
		all, err := mutationUnits(f.traces, f.seed)
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
	ctx, stop := console.Interruptible(ctx)
	defer stop()
	dir, err := os.MkdirTemp("", "relspec-mutation-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a folder for temporary files
	if f.list {
		in, err := mutation.Instrument(ctx, ".", dir, mutation.Packages()...)
		if err != nil {
			return err
		}
		return c.Print(newMutationList(in.Points, choose))
	}
	return f.mutate(ctx, c, dir, choose)
}

// choice returns the selection of the patterns.
func (f *mutationFlags) choice() (func(*mutation.Point) bool, error) {
	functions, err := regexp.Compile(f.run)
	if err != nil {
		return nil, console.Usagef("--run: %w", err)
	}
	operator, err := regexp.Compile(f.operator)
	if err != nil {
		return nil, console.Usagef("--operator: %w", err)
	}
	return func(p *mutation.Point) bool {
		return functions.MatchString(p.String()) && operator.MatchString(string(p.Operator))
	}, nil
}

// mutate runs the chosen mutants and reports.
func (f *mutationFlags) mutate(
	ctx context.Context, c *console.Console, dir string, choose func(*mutation.Point) bool,
) error {
	known, err := f.known()
	if err != nil {
		return err
	}
	explained, err := mutation.Explained()
	if err != nil {
		return err
	}
	progress := c.ShowProgress()
	progress.Begin("mutation")
	lanes := f.parallel
	if lanes == 0 {
		lanes = runtime.GOMAXPROCS(0)
	}
	out, err := mutation.Run(ctx, mutation.Options{
		Root: ".", Dir: dir, Packages: mutation.Packages(), Command: "./lab",
		Args: []string{
			"mutation", "--worker", "--traces", strconv.FormatUint(f.traces, 10), "--seed",
			strconv.FormatUint(f.seed, 10),
		},
		Choose: choose, Sample: f.sample, Seed: f.seed, Known: known, Again: f.again, Parallel: lanes, Total: f.total,
		Result: func(r *mutation.Result) error {
			if f.results == "" {
				return nil
			}
			return appendResult(f.results, r)
		},
		Progress: progress.Update,
	})
	if err != nil {
		return err
	}
	progress.End()
	report := newMutationReport(out, explained)
	return conclude(c, report, report.OK, f.markdown)
}

// known returns the results that need not be found again.
func (f *mutationFlags) known() ([]mutation.Result, error) {
	if !f.resume {
		return nil, nil
	}
	all, err := readResults[mutation.Result](f.results)
	if err != nil {
		return nil, console.Usagef("--results: %w", err)
	}
	return all, nil
}
