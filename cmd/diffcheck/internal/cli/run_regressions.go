package cli

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// regressionReport is the result of the archived traces.
type regressionReport struct {
	Total  int      `json:"total"`
	Agree  int      `json:"agree"`
	Failed []string `json:"failed,omitempty"`
}

// regressions replays the selected archived traces with every variant and law.
func (r *run) regressions() error {
	names, err := fs.Glob(r.corpus.regressions, "*.jsonl")
	if err != nil {
		return err
	}
	slices.Sort(names)
	report := &regressionReport{}
	for _, name := range names {
		if !r.choice.Keeps(name) {
			continue
		}
		if r.ctx.Err() != nil {
			r.interrupted("regressions from %s on were not run", name)
			break
		}
		trace, err := readRegression(r.corpus.regressions, name)
		if err != nil {
			return err
		}
		report.Total++
		result, err := compareTrace(trace, r.engines, nil)
		switch {
		case err != nil:
			return fmt.Errorf("regression %s: %w", name, err)
		case len(result.Divergences) == 0:
			report.Agree++
			continue
		}
		report.Failed = append(report.Failed, name)
		var texts []string
		for _, d := range result.Divergences {
			f := oracle.Finding{Trace: trace, Divergence: d, Reference: r.engines[0].Name}
			texts = append(texts, f.Text(""))
		}
		r.report.fail("regression %s\n%s", name, show.Indent(strings.Join(texts, "\n")))
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

func readRegression(files fs.FS, name string) (*spec.Trace, error) {
	file, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // only read
	trace, err := spec.ReadTrace(file, spec.ReadLimits{})
	if err != nil {
		return nil, fmt.Errorf("regression %s: %w", name, err)
	}
	return trace, nil
}
