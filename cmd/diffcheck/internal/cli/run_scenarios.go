package cli

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/report"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/ledger"
)

// scenarioReport is the result of the scenarios of a run.
type scenarioReport struct {
	Total       int      `json:"total"`
	Agree       int      `json:"agree"`
	Unsupported []string `json:"unsupported,omitempty"` // keys of scenarios that an engine does not support
	Failed      []string `json:"failed,omitempty"`
	NotRun      int      `json:"not_run,omitempty"` // skipped because the run was interrupted
	Statements  int      `json:"statements"`        // cited by scenarios that agree
	Of          int      `json:"statements_of"`     // in the ledger
	// Results maps each engine to its results in the order of the scenarios.
	Results map[string][]report.Result `json:"results"`
}

// scenarios runs the selected scenarios on every engine. It also compares the operations between
// engines, so that answers which a scenario does not state must be equal, too.
func (r *run) scenarios() error {
	all, err := scenario.Load(r.features)
	if err != nil {
		return fmt.Errorf("the embedded feature files cannot be read: %w", err)
	}
	statements, err := ledger.All()
	if err != nil {
		return err
	}
	var chosen []scenario.Scenario
	for _, s := range all {
		if r.choice.Keeps(s.ID, s.Key(), s.Name, s.Feature, s.Rule, s.Path) {
			chosen = append(chosen, s)
		}
	}
	into := &scenarioReport{Total: len(chosen), Of: len(statements), Results: map[string][]report.Result{}}
	cited := map[spec.StatementID]bool{}
	outcomes := make([]scenarioOutcome, len(chosen))
	var workers sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, s := range chosen {
		free <- struct{}{}
		workers.Go(func() {
			outcomes[i] = r.scenario(s)
			<-free
		})
	}
	workers.Wait()
	for i, outcome := range outcomes {
		s := chosen[i]
		if outcome.results == nil {
			into.NotRun++
			continue
		}
		for k, engine := range r.engines {
			into.Results[engine.Name] = append(into.Results[engine.Name], outcome.results[k])
		}
		switch {
		case outcome.failure != "":
			into.Failed = append(into.Failed, s.Key())
			r.report.fail("scenario %s, %s:%d\n%s", s.Key(), s.Path, s.Line, show.Indent(outcome.failure))
		case outcome.unsupported:
			into.Unsupported = append(into.Unsupported, s.Key())
		default:
			into.Agree++
			for _, id := range s.Statements {
				if s, err := ledger.ByID(string(id)); err == nil && s.Overruled == "" {
					cited[id] = true
				}
			}
		}
	}
	into.Statements = len(cited)
	if into.NotRun > 0 {
		r.interrupted("%s not run", show.Plural(into.NotRun, "scenario was", "scenarios were"))
	} else if into.Agree == 0 {
		r.empty("scenarios")
	}
	if into.Total == 0 && !r.choice.All() {
		return nil
	}
	r.report.Scenarios = into
	return nil
}

type scenarioOutcome struct {
	failure     string
	unsupported bool
	results     []report.Result // by engine; nil if the run was interrupted before
}

func (r *run) scenario(s scenario.Scenario) scenarioOutcome {
	var out scenarioOutcome
	if r.ctx.Err() != nil {
		return out
	}
	for _, engine := range r.engines {
		ran := scenario.Run(s, func(p spec.Profile) spec.Engine { return fresh(engine, p) })
		out.results = append(out.results, report.Result{
			Name: s.Key(), Area: strings.TrimSuffix(s.Path, ".feature"), Status: report.Status(ran.Status), Reason: ran.Reason,
		})
		out.unsupported = out.unsupported || ran.Status == scenario.Unsupported
		if ran.Status == scenario.Failed {
			out.failure += engine.Name + ": " + ran.Reason + "\n"
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
		text := fmt.Sprintf("%s and %s differ at operation %d, %s\n%s\n", r.engines[0].Name, d.Label(), d.Index+1,
			d.Difference.Signature(), show.Indent(d.Difference.String()))
		out.failure += text
		if k := slices.Index(r.report.Engines, d.Implementation); k >= 0 {
			out.results[k].Status, out.results[k].Reason = report.Failed, text
		}
	}
	return out
}

func (s *scenarioReport) line(engines []string) string {
	text := fmt.Sprintf("%s of %s agree on %s", show.Number(s.Agree), show.Number(s.Total),
		strings.Join(engines, " and "))
	for _, other := range []struct {
		n    int
		what string
	}{{len(s.Unsupported), "unsupported"}, {s.NotRun, "not run"}, {len(s.Failed), "failed"}} {
		if other.n > 0 {
			text += fmt.Sprintf(", %s %s", show.Number(other.n), other.what)
		}
	}
	return text
}
