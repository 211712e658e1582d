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
	s, err := NewSession(ctx, open, o)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if err := s.all(); err != nil {
		return nil, err
	}
	if err := s.Campaign(); err != nil {
		return nil, err
	}
	return s.Report(), nil
}

// Session is a run under way, for those who want to run cases one by one. Its methods are for one goroutine.
type Session struct {
	ctx       context.Context
	o         *Options
	cases     []Case
	subjects  []*Subject
	collector *collector
	report    *Report
}

// NewSession opens subjects and runs the traces of the known failures. Errors are those of [Run].
func NewSession(ctx context.Context, open Open, o Options) (_ *Session, err error) {
	o.defaults()
	subjects, err := openAll(ctx, open, o.Workers)
	if err != nil {
		return nil, err
	}
	s := &Session{ctx: ctx, o: &o, subjects: subjects, collector: newCollector(ctx, open, &o)}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	s.report = newReport(subjects[0].Info)
	s.report.Command = o.Command
	if s.cases, err = s.allCases(); err != nil {
		return nil, err
	}
	if len(o.Extra) == 0 {
		names := make([]string, len(s.cases))
		for i := range s.cases {
			names[i] = s.cases[i].Name
		}
		if err := o.Known.checkCases(names); err != nil {
			return nil, err
		}
	}
	return s, s.known()
}

// Close ends the subjects.
func (s *Session) Close() {
	s.collector.close()
	closeAll(s.subjects)
}

// Cases lists all cases, also those that Options leave out.
func (s *Session) Cases() []Case { return s.cases }

// Campaign runs the campaign, if the options want one, and notes it in the report.
func (s *Session) Campaign() (err error) {
	if s.o.Duration <= 0 && s.o.Traces == 0 || len(s.o.Extra) > 0 || s.ctx.Err() != nil {
		return nil
	}
	s.report.Campaign, err = runCampaign(s.ctx, s.subjects, s.collector, s.o)
	return err
}

// known runs the traces of the known failures: each must still diverge, but not once it is mended, and each pattern
// must fit one of them.
func (s *Session) known() error {
	if s.o.Known == nil {
		return nil
	}
	subject := s.subjects[0]
	for i := range s.o.Known.Entries {
		e := &s.o.Known.Entries[i]
		s.o.Progress("known", e.ID)
		var names []string
		for k, t := range e.traces {
			result, err := oracle.Run(t, oracle.Model(), []oracle.Implementation{subject.implementation()}, subject.runOptions())
			if err != nil {
				return fmt.Errorf("known failure %s: %s: %w", e.ID, e.Traces[k], err)
			}
			if len(result.Divergences) == 0 {
				s.report.fail("known failure %s: %s no longer fails", e.ID, e.Traces[k])
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
	return s.collector.mender.check(s.report.fail)
}

// all runs all cases on all subjects.
func (s *Session) all() error {
	results, errs := make([]CaseResult, len(s.cases)), make([]error, len(s.subjects))
	var next atomic.Int64
	var workers sync.WaitGroup
	for w, subject := range s.subjects {
		workers.Go(func() {
			for errs[w] == nil {
				i := int(next.Add(1)) - 1
				if i >= len(s.cases) {
					return
				}
				results[i], errs[w] = s.one(&s.cases[i], subject)
				s.o.Progress("cases", fmt.Sprintf("%d of %d", i+1, len(s.cases)))
			}
		})
	}
	workers.Wait()
	s.report.Cases = results
	return errors.Join(errs...)
}

// Case runs one case and notes it in the report.
func (s *Session) Case(c *Case) (CaseResult, error) {
	result, err := s.one(c, s.subjects[0])
	if err == nil {
		s.report.Cases = append(s.report.Cases, result)
	}
	return result, err
}

func (s *Session) allCases() ([]Case, error) {
	if len(s.o.Extra) == 0 {
		return cases(&s.report.Info, s.o.Transcripts)
	}
	var all []Case
	for i, t := range s.o.Extra {
		all = append(all, Case{Name: fmt.Sprintf("trace-%d (%s)", i+1, t.Header.Profile), Area: "traces", trace: t})
	}
	return all, nil
}

// one runs a case and says what is known of its failure.
func (s *Session) one(c *Case, subject *Subject) (CaseResult, error) {
	if !s.o.Keep(c.Name, c.Area) || s.ctx.Err() != nil {
		return CaseResult{Name: c.Name, Area: c.Area, Status: NotRun}, nil
	}
	result, seen := c.run(subject)
	entry := s.o.Known.ofCase(c.Name)
	switch {
	case entry != nil && result.Status == Failed:
		result.Status, result.Known = KnownFails, entry.ID
		return result, nil
	case entry != nil:
		s.report.fail("known failure %s: the case %s no longer fails, it is %s", entry.ID, c.Name, result.Status)
	}
	if result.Status != Failed {
		return result, nil
	}
	ids := []string{}
	explained := len(seen) > 0
	for i := range seen {
		f, err := s.collector.add(seen[i], subject, c.Name)
		if err != nil {
			return result, err
		}
		if !slices.Contains(result.Findings, f.Name) {
			result.Findings = append(result.Findings, f.Name)
		}
		explained = explained && f.Known != ""
		for id := range strings.SplitSeq(f.Known, ", ") {
			if id != "" && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	if explained {
		result.Status, result.Known = KnownFails, strings.Join(ids, ", ")
	}
	return result, nil
}

// Report counts and decides.
func (s *Session) Report() *Report {
	rep := s.report
	rep.Findings = s.collector.all()
	rep.Areas, rep.Next = areasOf(rep.Cases), next(rep.Cases)
	if s.o.Known != nil {
		rep.Known = s.o.Known.uses(rep)
	}
	total := rep.Total()
	if total.Count[Passed]+total.Count[Failed]+total.Count[KnownFails] == 0 && s.ctx.Err() == nil {
		rep.fail("nothing was compared: no chosen case is supported")
	}
	if c := rep.Campaign; c != nil && c.Operations == 0 && s.ctx.Err() == nil {
		rep.fail("the campaign compared nothing: no generated operation is supported")
	}
	rep.OK = total.Count[Failed] == 0 && len(rep.Failures) == 0 && s.collector.fresh() == 0
	return rep
}
