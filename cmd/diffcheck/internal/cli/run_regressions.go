package cli

import (
	"fmt"
	"strings"

	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/oracle"
)

// regressionReport is the result of the archived traces.
type regressionReport struct {
	Total  int      `json:"total"`
	Agree  int      `json:"agree"`
	Failed []string `json:"failed,omitempty"`
}

// regressions replays the selected archived traces with every variant and law.
func (r *run) regressions() error {
	all, err := oracle.ReadRegressions(r.corpus.regressions)
	if err != nil {
		return err
	}
	report := &regressionReport{}
	for _, one := range all {
		if !r.choice.Keeps(one.Name) {
			continue
		}
		if r.ctx.Err() != nil {
			r.interrupted("regressions from %s on were not run", one.Name)
			break
		}
		report.Total++
		result, err := compareTrace(one.Trace, r.engines, nil)
		switch {
		case err != nil:
			return fmt.Errorf("regression %s: %w", one.Name, err)
		case len(result.Divergences) == 0:
			report.Agree++
			continue
		}
		report.Failed = append(report.Failed, one.Name)
		var texts []string
		for _, d := range result.Divergences {
			f := oracle.Finding{Trace: one.Trace, Divergence: d, Reference: r.engines[0].Name}
			texts = append(texts, f.Text(""))
		}
		r.report.fail("regression %s\n%s", one.Name, show.Indent(strings.Join(texts, "\n")))
	}
	if report.Total == 0 && r.ctx.Err() == nil {
		r.empty("regressions")
	}
	if report.Total == 0 && !r.choice.All() {
		return nil
	}
	r.report.Regressions = report
	return nil
}
