package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/tools/mutation"
)

// mutationFlags has the flags of the command mutation.
type mutationFlags struct {
	run      string
	sample   int
	seed     uint64
	traces   uint64
	total    time.Duration
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
if a scenario, regression, transcript, short campaign, run of the typed API or test of the package fails. The mutants that nothing detects are listed.

All mutants are compiled into one build, and a number selects the active one. A mutant runs only on the checks that execute its line.
--sample draws mutants at random; a larger sample contains the smaller ones.`,
		Example: `  mutation --run 'fast/internal/change/defer.go'
  mutation --sample 150 --seed 3 --total 9m --markdown table.md
  mutation --list --run 'store/move.go'`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error { return f.command(command.Context(), c) },
	}
	flags := command.Flags()
	flags.StringVar(&f.run, "run", "",
		"run only mutants whose file:line:column, operator, function or change matches this regular expression")
	flags.IntVar(&f.sample, "sample", 0, "run a random sample of N mutants (0: all)")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the sample and of the traces")
	flags.Uint64Var(&f.traces, "traces", 400, "run each mutant on N random traces, of all profiles in turn")
	flags.DurationVar(&f.total, "total", 0, "start no mutant after this time (0: no limit)")
	flags.StringVar(&f.markdown, "markdown", "", "write the result as Markdown to this file")
	flags.BoolVar(&f.list, "list", false, "list the mutants and run nothing")
	flags.BoolVar(&f.worker, "worker", false, "be the process that runs mutants")
	_ = flags.MarkHidden("worker") // fails only if the flag does not exist
	return command
}

func (f *mutationFlags) command(ctx context.Context, c *console.Console) error {
	if f.worker {
		all, err := mutationUnits(f.traces, f.seed)
		if err != nil {
			return err
		}
		return mutation.Serve(all, c.Stdin, c.Stdout)
	}
	if f.sample < 0 || f.total < 0 {
		return fmt.Errorf("--sample and --total must be at least 0")
	}
	chosen, err := regexp.Compile(f.run)
	if err != nil {
		return fmt.Errorf("--run: %w", err)
	}
	var points mutationList
	var report *mutationReport
	err = work(ctx, c, "mutation", func(ctx context.Context, dir string, say func(string)) error {
		in, err := mutation.Instrument(ctx, ".", dir, mutation.Packages()...)
		if err != nil {
			return err
		}
		points = f.draw(in.Points, chosen)
		if !f.list {
			report, err = f.mutate(ctx, in, dir, say, points)
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case f.list:
		return c.Print(points)
	case f.markdown != "":
		var text strings.Builder
		report.Text(&text)
		if err := os.WriteFile(f.markdown, []byte("```\n"+text.String()+"```\n"), 0o644); err != nil {
			return err
		}
	}
	return c.Print(report)
}

// draw returns the chosen mutants, or a random sample of them.
func (f *mutationFlags) draw(all []mutation.Point, chosen *regexp.Regexp) []mutation.Point {
	points := slices.DeleteFunc(slices.Clone(all), func(p mutation.Point) bool { return !chosen.MatchString(p.String()) })
	if f.sample > 0 && f.sample < len(points) {
		slices.SortStableFunc(points, func(a, b mutation.Point) int { return cmp.Compare(a.Lot(f.seed), b.Lot(f.seed)) })
		points = points[:f.sample]
	}
	return points
}

// mutate runs mutants, one for each processor at a time.
func (f *mutationFlags) mutate(
	ctx context.Context, in *mutation.Instrumented, dir string, say func(string), points []mutation.Point,
) (*mutationReport, error) {
	say("compiling, and running all without a mutant")
	binary := filepath.Join(dir, "worker")
	if err := in.Build(ctx, "./lab", binary); err != nil {
		return nil, err
	}
	probe, err := mutation.NewProbe(ctx, binary, "mutation", "--worker", "--traces",
		strconv.FormatUint(f.traces, 10), "--seed", strconv.FormatUint(f.seed, 10))
	if err != nil {
		return nil, err
	}
	tests, err := in.AllTests(ctx)
	if err != nil {
		return nil, err
	}
	r := &mutationReport{mutants: len(points), units: len(probe.Units())}
	for _, t := range tests {
		r.tests, r.notRun = r.tests+t.Len(), append(r.notRun, t.Broken...)
	}
	probes := make([]*mutation.Probe, runtime.GOMAXPROCS(0)) // one for each lane
	for i := range probes {
		probes[i] = probe.Another()
		defer probes[i].Close()
	}
	err = inLanes(ctx, len(probes), len(points), deadline(f.total), func(lane, i int) (string, error) {
		p := &points[i]
		say(fmt.Sprintf("%d of %d  %s:%d", i+1, len(points), p.File, p.Line))
		return try(ctx, probes[lane], tests, p.ID)
	}, func(i int, verdict string) error {
		r.tried++
		if verdict == killed {
			r.killed++
		} else {
			r.left = append(r.left, fmt.Sprintf("%-12s %s", verdict, points[i].String()))
		}
		return nil
	})
	slices.Sort(r.left)
	return r, err
}

// The verdicts on a mutant.
const (
	killed     = "killed"
	survived   = "survived"
	notCovered = "not covered"
)

// try runs the units and the tests of the package that reach a mutant, until one detects it.
func try(ctx context.Context, probe *mutation.Probe, tests []*mutation.Tests, id uint16) (string, error) {
	by, covered, err := probe.Detect(ctx, id)
	for i := 0; err == nil && by == "" && i < len(tests); i++ {
		covered = covered || tests[i].Reaches(id)
		by, err = tests[i].Detect(ctx, id)
	}
	switch {
	case by != "":
		return killed, err
	case covered:
		return survived, err
	}
	return notCovered, err
}

// mutationReport is the result of the mutants.
type mutationReport struct {
	mutants, tried, killed int
	left                   []string // those that nothing detects, with their positions
	units, tests           int
	notRun                 []string // tests
}

func (r *mutationReport) Text(w *strings.Builder) {
	for _, line := range r.left {
		w.WriteString(line + "\n")
	}
	fmt.Fprintf(w, "\nkilled        %s of %s, %.1f %%; %s not tried\n", show.Number(r.killed),
		show.Plural(r.tried, "mutant", "mutants"), 100*float64(r.killed)/float64(max(1, r.tried)),
		show.Number(r.mutants-r.tried))
	fmt.Fprintf(w, "run against   %s units of the oracle and %s of the package\n", show.Number(r.units),
		show.Plural(r.tests, "test", "tests"))
	if len(r.notRun) > 0 {
		fmt.Fprintf(w, "not run       %s: fail in the instrumented build without a mutant\n",
			strings.Join(r.notRun, ", "))
	}
}

// mutationList is the output of --list.
type mutationList []mutation.Point

func (l mutationList) Text(w *strings.Builder) {
	for i := range l {
		fmt.Fprintln(w, l[i].String())
	}
}
