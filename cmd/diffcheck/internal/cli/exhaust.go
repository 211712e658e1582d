package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/exhaust"
	"github.com/relspec/relspec/internal/oracle/show"
)

type exhaustFlags struct {
	bound    exhaust.Bound
	engines  string
	save     string
	workers  int
	findings int
	duration time.Duration
}

func (a *app) exhaustCommand() *cobra.Command {
	var f exhaustFlags
	c := &cobra.Command{
		Use:   "exhaust",
		Short: "Compare engines on every world and every query up to a bound",
		Long: `Compare engines, under every variant, on every world and every query up to a bound.

A world has one to three entities and one or two relationships with every combination of properties. The search visits
every world that --operations operations can reach. Worlds that differ only in names are visited once. Every operation
is tried in every world. A query has one or two terms: tags, pairs, *, _, variables, fixed sources, traversal,
cascade, Not, Optional, AndFrom, OrFrom, NotFrom, Or, scopes, comparisons. --wide adds prefabs,
disabled and final entities, removals by wildcard, deletions of relationships, and every element in every position.

docs/results lists the largest bounds that were finished.`,
		Example: `  diffcheck exhaust
  diffcheck exhaust --entities 3 --properties 2 --operations 2 --save out`,
		Args: arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			if _, err := profileNamed(f.bound.Profile); err != nil {
				return console.Usagef("--profile: %w", err)
			}
			return a.exhaust(c.Context(), &f)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.bound.Profile, "profile", "flecs-3", "profile of the worlds")
	flags.IntVar(&f.bound.Entities, "entities", 2, "entities in a world, 1 to 3")
	flags.IntVar(&f.bound.Relationships, "relationships", 1, "relationships in a world, 1 or 2")
	flags.IntVar(&f.bound.Properties, "properties", 1, "properties of one relationship, at most")
	flags.IntVar(&f.bound.Operations, "operations", 1, "operations that lead to a world, 0 to 5")
	flags.IntVar(&f.bound.Terms, "terms", 1, "terms in a query, 1 or 2")
	flags.BoolVar(&f.bound.Wide, "wide", false, "add prefabs, disabled and final entities, more removals and deletions, and every element in every position")
	flags.BoolVar(&f.bound.All, "all-properties", false,
		"combine all properties and policies instead of the nine most important")
	flags.BoolVar(&f.bound.AnyOrder, "any-order", false,
		"count worlds as one if they differ only in names and in the order of creation")
	flags.StringVar(&f.engines, "engine", a.engineNames(), engineFlag)
	flags.StringVar(&f.save, "save", "findings", "folder for findings (empty: save nothing)")
	flags.IntVar(&f.workers, "workers", 0, "compare N worlds in parallel (0: one per processor)")
	flags.IntVar(&f.findings, "findings", 5, "stop after N different divergences")
	flags.DurationVar(&f.duration, "duration", 0, "stop after this time (0: no limit)")
	return c
}

func (a *app) exhaust(ctx context.Context, f *exhaustFlags) error {
	options, err := a.exhaustOptions(f)
	if err != nil {
		return err
	}
	ctx, stop := console.Interruptible(ctx)
	defer stop()
	p := a.ShowProgress()
	p.Begin("exhaust")
	options.Progress = func(r *exhaust.Report) {
		p.Update(fmt.Sprintf("%s worlds, %s, %s", show.Number(r.Worlds),
			console.Seconds(time.Duration(r.Seconds*float64(time.Second))),
			show.Plural(len(r.Findings), "finding", "findings")))
	}
	report, err := exhaust.Run(ctx, *options)
	if err != nil {
		return err
	}
	p.End()
	ok := len(report.Findings) == 0 && report.Worlds > 0
	return a.Conclude(exhaustReport{OK: ok, Report: report}, ok)
}

func (a *app) exhaustOptions(f *exhaustFlags) (*exhaust.Options, error) {
	engines, err := a.several(f.engines)
	if err != nil {
		return nil, err
	}
	if f.workers < 0 || f.findings < 1 || f.duration < 0 {
		return nil, console.Usagef("--findings must be at least 1, --workers and --duration at least 0")
	}
	if err := f.bound.Check(); err != nil {
		return nil, console.Usagef("%w", err)
	}
	return &exhaust.Options{
		Bound: f.bound, Reference: engines[0], Implementations: engines[1:], Storage: storageChoices(engines[1:]),
		Workers: f.workers, Duration: f.duration, Findings: f.findings, Dir: f.save,
	}, nil
}

// exhaustReport is the printed result of an exhaustive search.
type exhaustReport struct {
	OK bool `json:"ok"`
	*exhaust.Report
}

func (r exhaustReport) Text(w *strings.Builder) {
	for _, f := range r.Findings {
		fmt.Fprintln(w, f.Text)
	}
	row := func(name, format string, args ...any) {
		fmt.Fprintf(w, "%-13s %s\n", name, fmt.Sprintf(format, args...))
	}
	row("bound", "%s", r.Bound)
	state := "all compared"
	if !r.Complete {
		state = "not finished"
	}
	row("worlds", "%s, %s", show.Number(r.Worlds), state)
	row("queries", "%s, each in every world", show.Number(r.Queries))
	row("rows", "%s", show.Number(r.Counts.Rows))
	row("compared", "%s answers, %s whole worlds", show.Number(total(r.Counts.Comparisons)),
		show.Number(r.Counts.Dumps))
	for _, label := range slices.Sorted(maps.Keys(r.Counts.Comparisons)) {
		row("", "%s  %s", label, show.Number(r.Counts.Comparisons[label]))
	}
	row("unsupported", "%s, not compared", show.Number(total(r.Counts.Unsupported)))
	row("time", "%s", console.Seconds(time.Duration(r.Seconds*float64(time.Second))))
	if r.Abandoned > 0 {
		row("abandoned", "%s worlds with too many differences", show.Number(r.Abandoned))
	}
	for _, f := range r.Findings {
		row("finding", "%s  %s: %s (%s more)", f.Hash, f.Label, f.Signature, show.Number(f.Repeats))
	}
	row("divergences", "%s", numberOrNone(len(r.Findings)))
}
