package cli

import (
	"fmt"
	"strings"

	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/oracle/transcript"
)

// runReport is the result of a run.
type runReport struct {
	OK          bool                `json:"ok"`
	Elapsed     float64             `json:"elapsed_s"`
	Suite       string              `json:"suite"` // version of the suite
	Engines     []string            `json:"engines"`
	Scenarios   *scenarioReport     `json:"scenarios,omitempty"`
	Transcripts []*transcriptReport `json:"transcripts,omitempty"`
	Regressions *regressionReport   `json:"regressions,omitempty"`
	campaignResult
	// Interrupted is the number of failures that only say what was skipped because the user
	// interrupted the run.
	Interrupted int `json:"interrupted,omitempty"`
}

// Text prints the divergences and failures, then the verdict, what was compared, and what to do next.
func (r *runReport) Text(w *strings.Builder) {
	r.problems(w)
	fmt.Fprintf(w, "%s  (%.1f s)\n\n", r.verdict(), r.Elapsed)
	if s := r.Scenarios; s != nil {
		row(w, "scenarios", "%-48s (%s of %s statements)", s.line(r.Engines), show.Number(s.Statements), show.Number(s.Of))
	}
	if len(r.Transcripts) > 0 {
		// Only the verdicts of the first engine are printed: if another engine has other verdicts,
		// that is a failure.
		for i, v := range r.Transcripts[0].Versions {
			row(w, []string{"transcripts", ""}[min(i, 1)], "%s", v.line())
		}
		if len(r.Transcripts[0].Versions) == 0 {
			row(w, "transcripts", "none")
		}
	}
	if n := r.Regressions; n != nil {
		row(w, "regressions", "%s of %s agree", show.Number(n.Agree), show.Number(n.Total))
	}
	if r.Campaign != nil {
		campaignText(w, r.Campaign, r.verbose)
	}
	fmt.Fprintf(w, "\nnext  %s\n", r.next())
}

// row writes a row of a table.
func row(w *strings.Builder, name, format string, args ...any) {
	fmt.Fprintf(w, "%-13s %s\n", name, fmt.Sprintf(format, args...))
}

// next suggests what to do after the run.
func (r *runReport) next() string {
	switch {
	case len(r.Divergences) > 0 && r.Divergences[0].Saved != "":
		return fmt.Sprintf("diffcheck why %s   query the world in which they differ", r.Divergences[0].Saved)
	case r.Scenarios != nil && len(r.Scenarios.Failed) > 0:
		id, _, _ := strings.Cut(r.Scenarios.Failed[0], " ")
		return fmt.Sprintf("diffcheck why %s   query the world of the scenario", id)
	case !r.OK:
		return "fix the failures above; --json prints all of them"
	case r.verbose:
		return "diffcheck why transitive-01   explains why a query returns a row"
	}
	return "diffcheck why transitive-01   explains why a query returns a row; -v prints every counter"
}

func (v transcriptVersion) line() string {
	text := fmt.Sprintf("%s %-10s", strings.ToLower(transcript.EngineOf(v.Version)), v.Version)
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
	until, engines := "", strings.Join(r.Engines, " and ")
	if r.Interrupted > 0 {
		until = " until the run was interrupted"
	}
	if text := faults(len(r.Divergences), len(r.Failures)-r.Interrupted); text != "" {
		return fmt.Sprintf("FAIL  %s on %s%s", text, engines, until)
	}
	if until != "" {
		return "STOP  " + engines + " agree" + until
	}
	return "PASS  " + engines + " agree on everything compared"
}

// faults counts divergences and failures, and omits counts of zero.
func faults(divergences, failures int) string {
	var parts []string
	if divergences > 0 {
		parts = append(parts, show.Plural(divergences, "divergence", "divergences"))
	}
	if failures > 0 {
		parts = append(parts, show.Plural(failures, "failure", "failures"))
	}
	return strings.Join(parts, " and ")
}
