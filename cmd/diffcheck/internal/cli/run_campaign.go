package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// campaign compares random traces for some time.
func (r *run) campaign(ctx context.Context, flags campaignFlags, left time.Duration) error {
	setup, err := r.newCampaign(flags, r.engines)
	if err != nil {
		return err
	}
	setup.options.Duration = left
	r.progress.Begin(partCampaign)
	result, err := r.runCampaign(ctx, setup, r.progress)
	if err != nil {
		return err
	}
	r.report.Campaign = result.CampaignReport
	r.report.Divergences = result.divergences
	r.report.Failures = append(r.report.Failures, result.uncompared...)
	r.progress.End()
	return nil
}

// enoughOperations is the number of operations per profile after which everything that the default
// weights generate should have occurred.
const enoughOperations = 40_000

// uncompared lists what a campaign should have compared and did not. Only long campaigns with the
// default weights must have seen every kind of operation, query feature, variant and law.
func (s *campaignSetup) uncompared(report *oracle.CampaignReport) []string {
	out := []string{}
	need := func(n uint64, what string) {
		if n == 0 {
			out = append(out, "the campaign compared no "+what)
		}
	}
	c := &report.Counts
	need(c.Total(), "operations")
	need(c.Queries, "queries")
	need(c.Rows, "rows")
	need(c.Dumps, "worlds")
	if c.Total() < enoughOperations*uint64(len(s.options.Profiles)) || !s.usual || len(report.Findings) > 0 {
		return out
	}
	for _, g := range s.generators {
		for _, name := range c.Never(g.Operations(), g.QueryFeatures(), g.Fragments()) {
			if what := "the campaign compared no " + name; !slices.Contains(out, what) {
				out = append(out, what)
			}
		}
	}
	for _, v := range s.options.Variants {
		if !s.applies(v.Needs) || c.Total() < enoughForVariants*uint64(len(s.options.Profiles)) {
			continue
		}
		need(c.Applied[v.Name], "variant "+v.Name)
	}
	for _, im := range s.options.Alternates {
		need(c.Comparisons[im.Label()], "answers of "+im.Label())
	}
	for _, l := range s.options.Run.Laws {
		if !s.applies(l.Needs) {
			continue
		}
		need(c.Applied[l.Name], "law "+l.Name)
	}
	return out
}

// applies reports whether a variant or law applies to one of the profiles.
func (s *campaignSetup) applies(needs func(*spec.Profile) bool) bool {
	return needs == nil || slices.ContainsFunc(s.options.Profiles, func(p spec.Profile) bool { return needs(&p) })
}

// enoughForVariants is like enoughOperations for variants. It is higher because each trace has at
// most one variant, and some variants do not change most traces.
const enoughForVariants = 100_000

// campaignText writes the campaign's row of the table or, if verbose is set, every counter.
func campaignText(w *strings.Builder, report *oracle.CampaignReport, verbose bool) {
	if !verbose {
		c := &report.Counts
		fmt.Fprintf(w, "%-13s %s operations in %s random traces, %s queries, %s rows; seed %d\n", partCampaign,
			show.Number(c.Total()), show.Number(report.Traces), show.Number(c.Queries), show.Number(c.Rows), report.Seed)
		return
	}
	var text strings.Builder
	_ = report.WriteText(&text) // a Builder does not fail
	table, _, _ := strings.Cut(text.String(), "divergences")
	w.WriteString(table)
}
