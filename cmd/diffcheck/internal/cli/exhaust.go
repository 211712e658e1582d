package cli

import (
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

func (a *app) exhaustCommand() *cobra.Command {
	var o exhaust.Options
	var engines *engineList
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
		RunE: func(c *cobra.Command, _ []string) error { return a.exhaust(c, &o, engines) },
	}
	flags, bound := c.Flags(), &o.Bound
	flags.StringVar(&bound.Profile, "profile", "flecs-3", "profile of the worlds")
	flags.IntVar(&bound.Entities, "entities", 2, "entities in a world, 1 to 3")
	flags.IntVar(&bound.Relationships, "relationships", 1, "relationships in a world, 1 or 2")
	flags.IntVar(&bound.Properties, "properties", 1, "properties of one relationship, at most")
	flags.IntVar(&bound.Operations, "operations", 1, "operations that lead to a world, 0 to 5")
	flags.IntVar(&bound.Terms, "terms", 1, "terms in a query, 1 or 2")
	flags.BoolVar(&bound.Wide, "wide", false, "add prefabs, disabled and final entities, more removals and deletions, and every element in every position")
	flags.BoolVar(&bound.All, "all-properties", false,
		"combine all properties and policies instead of the nine most important")
	flags.BoolVar(&bound.AnyOrder, "any-order", false,
		"count worlds as one if they differ only in names and in the order of creation")
	flags.StringVar(&o.Dir, "save", "findings", "folder for findings (empty: save nothing)")
	flags.IntVar(&o.Workers, "workers", 0, "compare N worlds in parallel (0: one per processor)")
	flags.IntVar(&o.Findings, "findings", 5, "stop after N different divergences")
	flags.DurationVar(&o.Duration, "duration", 0, "stop after this time (0: no limit)")
	engines = a.engineFlag(c)
	return c
}

func (a *app) exhaust(c *cobra.Command, o *exhaust.Options, engines *engineList) error {
	if err := engines.several(); err != nil {
		return err
	}
	if o.Workers < 0 || o.Findings < 1 || o.Duration < 0 {
		return fmt.Errorf("--findings must be at least 1, --workers and --duration at least 0")
	}
	if _, err := profilesNamed([]string{o.Bound.Profile}); err != nil {
		return err
	}
	o.Reference, o.Implementations = engines.chosen[0], engines.chosen[1:]
	o.Storage = storageChoices(o.Implementations)
	ctx, stop := console.Interruptible(c.Context())
	defer stop()
	p := a.ShowProgress()
	p.Begin("exhaust")
	o.Progress = func(r *exhaust.Report) {
		p.Update(fmt.Sprintf("%s worlds, %s, %s", show.Number(r.Worlds), elapsed(r),
			show.Plural(len(r.Findings), "finding", "findings")))
	}
	report, err := exhaust.Run(ctx, *o)
	if p.End(); err != nil {
		return err
	}
	ok := len(report.Findings) == 0 && report.Worlds > 0
	return a.Conclude(exhaustReport{OK: ok, Report: report}, ok)
}

func elapsed(r *exhaust.Report) string {
	return console.Seconds(time.Duration(r.Seconds * float64(time.Second)))
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
	row(w, "bound", "%s", r.Bound)
	state := "all compared"
	if !r.Complete {
		state = "not finished"
	}
	row(w, "worlds", "%s, %s", show.Number(r.Worlds), state)
	row(w, "queries", "%s, each in every world", show.Number(r.Queries))
	row(w, "rows", "%s", show.Number(r.Counts.Rows))
	row(w, "compared", "%s answers, %s whole worlds", show.Number(total(r.Counts.Comparisons)), show.Number(r.Counts.Dumps))
	for _, label := range slices.Sorted(maps.Keys(r.Counts.Comparisons)) {
		row(w, "", "%s  %s", label, show.Number(r.Counts.Comparisons[label]))
	}
	row(w, "unsupported", "%s, not compared", show.Number(total(r.Counts.Unsupported)))
	row(w, "time", "%s", elapsed(r.Report))
	if r.Abandoned > 0 {
		row(w, "abandoned", "%s worlds with too many differences", show.Number(r.Abandoned))
	}
	for _, f := range r.Findings {
		row(w, "finding", "%s  %s: %s (%s more)", f.Hash, f.Label, f.Signature, show.Number(f.Repeats))
	}
	row(w, "divergences", "%s", numberOrNone(len(r.Findings)))
}
