package cli

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/oracle"
)

// runReport is the result of a run.
type runReport struct {
	OK          bool                   `json:"ok"`
	Elapsed     float64                `json:"elapsed_s"`
	Suite       string                 `json:"suite"` // its version
	Engines     []string               `json:"engines"`
	Scenarios   *scenarioReport        `json:"scenarios,omitempty"`
	Transcripts []*transcriptReport    `json:"transcripts,omitempty"`
	Regressions *regressionReport      `json:"regressions,omitempty"`
	Campaign    *oracle.CampaignReport `json:"campaign,omitempty"`
	Divergences []divergence           `json:"divergences"`
	// Interrupted is how many of the failures say what the user's interruption left out.
	Interrupted int `json:"interrupted,omitempty"`
	// Failures are whatever else makes the run fail: scenarios, transcripts, regressions, and missing comparisons.
	Failures []string `json:"failures"`
}

// text prints the failures, then the table.
func (r *runReport) Text(w *strings.Builder) {
	for _, d := range r.Divergences {
		fmt.Fprintln(w, d.block)
	}
	printFailures(w, r.Failures)
	row := func(name, text string) { fmt.Fprintf(w, "%-13s %s\n", name, text) }
	if s := r.Scenarios; s != nil {
		row("scenarios", fmt.Sprintf("%-48s (%s of %s statements)", s.line(r.Engines), show.Number(s.Statements),
			show.Number(s.Of)))
	}
	if len(r.Transcripts) > 0 {
		// The verdicts of the first engine stand for all: where another differs from it, that is a failure.
		for i, v := range r.Transcripts[0].Versions {
			row([]string{"transcripts", ""}[min(i, 1)], v.line())
		}
		if len(r.Transcripts[0].Versions) == 0 {
			row("transcripts", "none")
		}
	}
	if r.Regressions != nil {
		row("regressions", r.Regressions.line())
	}
	if r.Campaign != nil {
		fmt.Fprint(w, campaignText(r.Campaign))
	}
	row("divergences", r.verdict())
}

// mostFailures is how many failures are printed; as data there are all.
const mostFailures = 20

func printFailures(w *strings.Builder, failures []string) {
	for i, f := range failures {
		if i == mostFailures {
			fmt.Fprintf(w, "FAILURE  and %s more; --json gives all\n\n", show.Number(len(failures)-mostFailures))
			return
		}
		fmt.Fprintf(w, "FAILURE  %s\n\n", f)
	}
}

func (v transcriptVersion) line() string {
	text := fmt.Sprintf("flecs %-7s", v.Version)
	for _, verdict := range []transcript.Verdict{
		transcript.Agrees, transcript.Declared, transcript.NotBuilt,
		transcript.Unexplained,
	} {
		if n := v.Files[verdict]; n > 0 || verdict != transcript.Unexplained {
			text += fmt.Sprintf(" %4d %s", n, verdict)
		}
	}
	return text
}

func (r *runReport) verdict() string {
	var parts []string
	if n := len(r.Divergences); n > 0 {
		parts = append(parts, show.Number(n))
	}
	if n := len(r.Failures) - r.Interrupted; n > 0 {
		parts = append(parts, show.Plural(n, "failure", "failures"))
	}
	text := cmp.Or(strings.Join(parts, ", "), "none")
	if r.Interrupted > 0 {
		text += " until the run was interrupted"
	}
	return text
}
