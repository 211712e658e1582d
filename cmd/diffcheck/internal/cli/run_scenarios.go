package cli

import (
	"fmt"
	"runtime"
	"strings"
	"sync"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/ledger"
)

// scenarioReport is what the scenarios of a run gave.
type scenarioReport struct {
	Total       int      `json:"total"`
	Agree       int      `json:"agree"`
	Unsupported []string `json:"unsupported,omitempty"` // keys of scenarios that an engine does not support
	Failed      []string `json:"failed,omitempty"`
	Statements  int      `json:"statements"`    // cited by scenarios that agree
	Of          int      `json:"statements_of"` // in the ledger
}

// scenarios runs the chosen scenarios on every engine, and their operations on all engines together: what a scenario
// does not state must be alike too.
func (r *run) scenarios() error {
	all, err := scenario.Load(r.features)
	if err != nil {
		return fmt.Errorf("the features are broken: %w", err)
	}
	statements, err := ledger.All()
	if err != nil {
		return err
	}
	var chosen []scenario.Scenario
	for _, s := range all {
		if r.choice.keeps(s.ID, s.Key(), s.Name, s.Feature, s.Rule, s.Path) {
			chosen = append(chosen, s)
		}
	}
	report := &scenarioReport{Total: len(chosen), Of: len(statements)}
	cited := map[spec.StatementID]bool{}
	for i, outcome := range inParallel(chosen, r.scenario) {
		s := chosen[i]
		switch {
		case outcome.failure != "":
			report.Failed = append(report.Failed, s.Key())
			r.report.fail("scenario %s, %s:%d\n%s", s.Key(), s.Path, s.Line, indent(outcome.failure))
		case outcome.unsupported:
			report.Unsupported = append(report.Unsupported, s.Key())
		default:
			report.Agree++
			for _, id := range s.Statements {
				cited[id] = true
			}
		}
	}
	report.Statements = len(cited)
	if report.Agree == 0 {
		r.empty("scenarios")
	}
	if report.Total == 0 && !r.choice.all() {
		r.progress.end("none chosen")
		return nil
	}
	r.report.Scenarios = report
	r.progress.end(report.line(r.report.Engines))
	return nil
}

type scenarioOutcome struct {
	failure     string
	unsupported bool
}

func (r *run) scenario(s scenario.Scenario) scenarioOutcome {
	var out scenarioOutcome
	for _, engine := range r.engines {
		report := scenario.Run(s, func(p spec.Profile) spec.Engine { return fresh(engine, p) })
		switch report.Status {
		case scenario.Passed:
		case scenario.Unsupported:
			out.unsupported = true
		case scenario.Failed:
			out.failure += engine.Name + ": " + report.Reason + "\n"
		}
	}
	if out.failure != "" || out.unsupported {
		return out
	}
	result, err := oracle.Run(s.Trace(), r.engines[0], r.engines[1:], oracle.RunOptions{})
	if err != nil {
		out.failure = err.Error()
		return out
	}
	for _, d := range result.Divergences {
		out.failure += fmt.Sprintf("%s and %s differ at operation %d, %s\n%s\n", r.engines[0].Name, d.Label(), d.Index+1, d.Difference.Signature(), indent(d.Difference.String()))
	}
	return out
}

func (s *scenarioReport) line(engines []string) string {
	text := fmt.Sprintf("%s of %s agree on %s", number(s.Agree), number(s.Total), strings.Join(engines, " and "))
	if n := len(s.Unsupported); n > 0 {
		text += fmt.Sprintf(", %s unsupported", number(n))
	}
	if n := len(s.Failed); n > 0 {
		text += fmt.Sprintf(", %s failed", number(n))
	}
	return text
}

// inParallel applies a function to every item on all processors; results stand in the order of the items.
func inParallel[T, R any](items []T, do func(T) R) []R {
	out := make([]R, len(items))
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(items)) {
		workers.Go(func() {
			for i := range next {
				out[i] = do(items[i])
			}
		})
	}
	for i := range items {
		next <- i
	}
	close(next)
	workers.Wait()
	return out
}
