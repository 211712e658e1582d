package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
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
		debug.SetGCPercent(400) // a worker makes many short-lived worlds
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
	ctx, stop := console.Interruptible(ctx)
	defer stop()
	dir, err := os.MkdirTemp("", "relspec-mutation-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a folder for temporary files
	in, err := mutation.Instrument(ctx, ".", dir, mutation.Packages()...)
	if err != nil {
		return err
	}
	points := f.draw(in.Points, chosen)
	if f.list {
		return c.Print(mutationList(points))
	}
	return f.mutate(ctx, c, in, dir, points)
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

// mutate runs mutants, one for each processor at a time, and reports.
func (f *mutationFlags) mutate(
	ctx context.Context, c *console.Console, in *mutation.Instrumented, dir string, points []mutation.Point,
) error {
	progress := c.ShowProgress()
	progress.Begin("mutation")
	progress.Update("compiling, and running all without a mutant")
	binary := filepath.Join(dir, "worker")
	if err := in.Build(ctx, "./lab", binary); err != nil {
		return err
	}
	probe, err := mutation.NewProbe(ctx, binary, "mutation", "--worker", "--traces",
		strconv.FormatUint(f.traces, 10), "--seed", strconv.FormatUint(f.seed, 10))
	if err != nil {
		return err
	}
	tests, err := in.AllTests(ctx)
	if err != nil {
		return err
	}
	m := &mutationRun{
		points: points, tests: tests, progress: progress.Update,
		mutationReport: mutationReport{Mutants: len(points), Units: len(probe.Units()), Left: []string{}},
	}
	for _, t := range tests {
		m.Tests, m.NotRun = m.Tests+t.Len(), append(m.NotRun, t.Broken...)
	}
	if f.total > 0 {
		m.until = time.Now().Add(f.total)
	}
	var running sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		running.Go(func() { m.lane(ctx, probe.Another()) })
	}
	running.Wait()
	progress.End()
	if m.err != nil {
		return m.err
	}
	slices.Sort(m.Left)
	if f.markdown != "" {
		var text strings.Builder
		m.Text(&text)
		if err := os.WriteFile(f.markdown, []byte("```\n"+text.String()+"```\n"), 0o644); err != nil {
			return err
		}
	}
	return c.Print(&m.mutationReport)
}

// mutationRun is a run in progress; mu guards what its lanes share.
type mutationRun struct {
	points   []mutation.Point
	tests    []*mutation.Tests
	until    time.Time // the zero time means no limit
	progress func(string)

	mu   sync.Mutex
	next int
	err  error
	mutationReport
}

// lane tries mutants until none is left.
func (m *mutationRun) lane(ctx context.Context, probe *mutation.Probe) {
	defer probe.Close()
	for {
		p := m.take(ctx)
		if p == nil {
			return
		}
		by, covered, err := m.try(ctx, probe, p.ID)
		if ctx.Err() != nil {
			return // interrupted
		}
		m.done(p, by, covered, err)
	}
}

func (m *mutationRun) take(ctx context.Context) *mutation.Point {
	m.mu.Lock()
	defer m.mu.Unlock()
	over := !m.until.IsZero() && time.Now().After(m.until)
	if m.next == len(m.points) || m.err != nil || over || ctx.Err() != nil {
		return nil
	}
	p := &m.points[m.next]
	m.next++
	m.progress(fmt.Sprintf("%d of %d  %s:%d", m.next, len(m.points), p.File, p.Line))
	return p
}

// try returns the first unit, or test of the package, that detects a mutant.
func (m *mutationRun) try(ctx context.Context, probe *mutation.Probe, id uint16) (by string, covered bool, err error) {
	by, covered, err = probe.Detect(ctx, id)
	for i := 0; err == nil && by == "" && i < len(m.tests); i++ {
		covered = covered || m.tests[i].Reaches(id)
		by, err = m.tests[i].Detect(ctx, id)
	}
	return by, covered, err
}

func (m *mutationRun) done(p *mutation.Point, by string, covered bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err = cmp.Or(m.err, err); err != nil {
		return
	}
	m.Tried++
	switch {
	case by != "":
		m.Killed++
	case covered:
		m.Left = append(m.Left, "survived     "+p.String())
	default:
		m.Left = append(m.Left, "not covered  "+p.String())
	}
}

// mutationReport is the result of the mutants.
type mutationReport struct {
	Mutants int      `json:"mutants"` // selected mutants
	Tried   int      `json:"tried"`
	Killed  int      `json:"killed"`
	Left    []string `json:"left"` // those that nothing detects, with their positions
	Units   int      `json:"units"`
	Tests   int      `json:"tests"`
	NotRun  []string `json:"not_run,omitempty"` // tests
}

func (r *mutationReport) Text(w *strings.Builder) {
	for _, line := range r.Left {
		w.WriteString(line + "\n")
	}
	fmt.Fprintf(w, "\nkilled        %s of %s, %.1f %%; %s not tried\n", show.Number(r.Killed),
		show.Plural(r.Tried, "mutant", "mutants"), 100*float64(r.Killed)/float64(max(1, r.Tried)),
		show.Number(r.Mutants-r.Tried))
	fmt.Fprintf(w, "run against   %s units of the oracle and %s of the package\n", show.Number(r.Units),
		show.Plural(r.Tests, "test", "tests"))
	if len(r.NotRun) > 0 {
		fmt.Fprintf(w, "not run       %s: fail in the instrumented build without a mutant\n",
			strings.Join(r.NotRun, ", "))
	}
}

// mutationList is the output of --list.
type mutationList []mutation.Point

func (l mutationList) Text(w *strings.Builder) {
	for i := range l {
		fmt.Fprintln(w, l[i].String())
	}
}
