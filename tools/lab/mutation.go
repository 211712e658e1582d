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

// mutationFlags has the flags of the command mutation.
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
		Short: "Run mutation tests of the engine",
		Long: `Run mutation tests of package fast. A mutant changes a comparison, an operator or a condition, or removes a statement. It is killed
if a scenario, regression, transcript, short campaign or test of the package fails.

All mutants are compiled into one build, and a number selects the active one. A mutant runs only on the checks that execute its line.
If a survivor is not explained in tools/mutation/explained.yaml, the exit code is 1. --results saves each result at once, and --resume
continues from there. --sample draws mutants at random; a larger sample contains the smaller ones.`,
		Example: `  mutation --sample 300 --results mutation.jsonl --resume
  mutation --run 'fast/internal/change/defer.go'
  mutation --results mutation.jsonl --resume --again --markdown table.md
  mutation --list --run 'store/move.go'`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error { return f.command(command.Context(), c) },
	}
	flags := command.Flags()
	flags.StringVar(&f.run, "run", "", "run only mutants whose file:line:column, function or change matches this regular expression")
	flags.StringVar(&f.operator, "operator", "", "run only mutants whose operator matches this regular expression")
	flags.IntVar(&f.sample, "sample", 0,
		"run a random sample of N mutants, including results of --resume (0: all)")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the sample and of the traces")
	flags.Uint64Var(&f.traces, "traces", 400, "run each mutant on N random traces, of all profiles in turn")
	flags.IntVar(&f.parallel, "parallel", 0, "run N mutants in parallel (0: one per processor)")
	flags.DurationVar(&f.total, "total", 0, "start no mutant after this time (0: no limit)")
	flags.StringVar(&f.results, "results", "", "save each result in this file, one JSON object per line")
	flags.BoolVar(&f.resume, "resume", false,
		"skip the mutants whose results for the same sources are in the file of --results")
	flags.BoolVar(&f.again, "again", false, "with --resume: run mutants again that were not killed")
	flags.StringVar(&f.markdown, "markdown", "", "write the tables as Markdown to this file")
	flags.BoolVar(&f.list, "list", false, "list the mutants and run nothing")
	flags.BoolVar(&f.worker, "worker", false, "be the process that runs mutants")
	_ = flags.MarkHidden("worker") // fails only if the flag does not exist
	return command
}

func (f *mutationFlags) command(ctx context.Context, c *console.Console) error {
	if f.worker {
		debug.SetGCPercent(400) // a worker makes many short-lived worlds
		all, err := mutationUnits(f.traces, f.seed)
		if err != nil {
			return err
		}
		return mutation.Serve(all, c.Stdin, c.Stdout)
	}
	switch {
	case f.sample < 0 || f.parallel < 0 || f.total < 0:
		return console.Usagef("--sample, --parallel and --total must be at least 0")
	case f.resume && f.results == "" || f.again && !f.resume:
		return console.Usagef("--resume needs --results, and --again needs --resume")
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

// choice returns the filter of --run and --operator.
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

// known returns the results that --resume reuses.
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
