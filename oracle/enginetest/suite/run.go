package suite

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/relspec/relspec/oracle"
)

// Run tests a subject: known failures first, then every case that Options choose, then a campaign. The error says
// that it could not be tested: it does not start (a [*spec.Error]), a pattern of the known failures fits nothing (an
// [*UnusedPatternError]), a finding cannot be saved. When ctx is done, what was tested until then is reported; the
// rest counts as not run.
func Run(ctx context.Context, open Open, o Options) (*Report, error) {
	o.defaults()
	subjects, err := openAll(ctx, open, o.Workers)
	if err != nil {
		return nil, err
	}
	defer closeAll(subjects)
	r := &run{ctx: ctx, o: &o, subjects: subjects, collector: newCollector(ctx, open, &o)}
	defer r.collector.close()
	r.report = newReport(subjects[0].Info)
	if err := r.known(); err != nil {
		return nil, err
	}
	if err := r.cases(); err != nil {
		return nil, err
	}
	if (o.Duration > 0 || o.Traces > 0) && len(o.Extra) == 0 && ctx.Err() == nil {
		if r.report.Campaign, err = runCampaign(ctx, subjects, r.collector, &o); err != nil {
			return nil, err
		}
	}
	r.finish()
	return r.report, nil
}

// run is a run under way.
type run struct {
	ctx       context.Context
	o         *Options
	subjects  []*Subject
	collector *collector
	report    *Report
}

// known runs the traces of the known failures: each must still diverge, and each pattern must fit one of them.
func (r *run) known() error {
	if r.o.Known == nil {
		return nil
	}
	s := r.subjects[0]
	for i := range r.o.Known.Entries {
		e := &r.o.Known.Entries[i]
		r.o.Progress("known", e.ID)
		var names []string
		for k, t := range e.traces {
			result, err := oracle.Run(t, oracle.Model(), []oracle.Implementation{s.implementation()}, s.runOptions())
			if err != nil {
				return fmt.Errorf("known failure %s: %s: %w", e.ID, e.Traces[k], err)
			}
			if len(result.Divergences) == 0 {
				r.report.fail("known failure %s: %s no longer fails", e.ID, e.Traces[k])
				continue
			}
			names = append(names, nameOf(&oracle.Finding{Trace: t, Divergence: result.Divergences[0]}))
		}
		for _, p := range e.Findings {
			if len(names) == len(e.traces) && !slices.ContainsFunc(names, glob(p).MatchString) {
				return &UnusedPatternError{e.ID, p, "finding of its traces: " + strings.Join(names, " | ")}
			}
		}
	}
	return nil
}

// cases runs all cases that are chosen.
func (r *run) cases() error {
	all, err := r.allCases()
	if err != nil {
		return err
	}
	names := make([]string, len(all))
	for i := range all {
		names[i] = all[i].Name
	}
	if len(r.o.Extra) == 0 {
		if err := r.o.Known.checkCases(names); err != nil {
			return err
		}
	}
	results, errs := make([]CaseResult, len(all)), make([]error, len(r.subjects))
	var next atomic.Int64
	var workers sync.WaitGroup
	for w, s := range r.subjects {
		workers.Go(func() {
			for errs[w] == nil {
				i := int(next.Add(1)) - 1
				if i >= len(all) {
					return
				}
				results[i], errs[w] = r.one(&all[i], s)
				r.o.Progress("cases", fmt.Sprintf("%d of %d", i+1, len(all)))
			}
		})
	}
	workers.Wait()
	r.report.Cases = results
	return errors.Join(errs...)
}

func (r *run) allCases() ([]Case, error) {
	if len(r.o.Extra) == 0 {
		return cases(&r.report.Info, r.o.Transcripts)
	}
	var all []Case
	for i, t := range r.o.Extra {
		all = append(all, Case{Name: fmt.Sprintf("trace-%d (%s)", i+1, t.Header.Profile), Area: "traces", trace: t})
	}
	return all, nil
}

// one runs a case and says what is known of its failure.
func (r *run) one(c *Case, s *Subject) (CaseResult, error) {
	if !r.o.Keep(c.Name, c.Area) || r.ctx.Err() != nil {
		return CaseResult{Name: c.Name, Area: c.Area, Status: NotRun}, nil
	}
	result, seen := c.run(s)
	entry := r.o.Known.ofCase(c.Name)
	switch {
	case entry != nil && result.Status == Failed:
		result.Status, result.Known = KnownFails, entry.ID
		return result, nil
	case entry != nil:
		r.report.fail("known failure %s: the case %s no longer fails, it is %s", entry.ID, c.Name, result.Status)
	}
	if result.Status != Failed {
		return result, nil
	}
	ids := []string{}
	explained := len(seen) > 0
	for i := range seen {
		f, err := r.collector.add(seen[i], s, c.Name)
		if err != nil {
			return result, err
		}
		if !slices.Contains(result.Findings, f.Name) {
			result.Findings = append(result.Findings, f.Name)
		}
		explained = explained && f.Known != ""
		if f.Known != "" && !slices.Contains(ids, f.Known) {
			ids = append(ids, f.Known)
		}
	}
	if explained {
		result.Status, result.Known = KnownFails, strings.Join(ids, ", ")
	}
	return result, nil
}

// finish counts and decides.
func (r *run) finish() {
	rep := r.report
	rep.Findings = r.collector.all()
	rep.Areas = areasOf(rep.Cases)
	rep.Command = r.o.Command
	if r.o.Known != nil {
		rep.Known = r.o.Known.uses(rep)
	}
	total := rep.Total()
	if total.Count[Passed]+total.Count[Failed]+total.Count[KnownFails] == 0 && r.ctx.Err() == nil {
		rep.fail("nothing was compared: no chosen case is supported")
	}
	if c := rep.Campaign; c != nil && c.Operations == 0 && r.ctx.Err() == nil {
		rep.fail("the campaign compared nothing: no generated operation is supported")
	}
	rep.OK = total.Count[Failed] == 0 && len(rep.Failures) == 0 && r.collector.fresh() == 0
}
