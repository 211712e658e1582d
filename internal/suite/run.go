package suite

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// Run tests a subject. It runs the known failures first, then every case that Options select, then
// a campaign. It returns an error if the subject does not start (a [*spec.Error]), if a pattern of
// the known failures matches nothing (an [*UnusedPatternError]), or if a finding cannot be saved.
// If ctx is cancelled, Run reports the cases so far and counts the rest as not run.
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

// Session is a run whose cases the caller runs one by one. It is not safe for concurrent use.
type Session struct {
	ctx       context.Context // the whole run; subjects end with it
	cancel    context.CancelFunc
	casesEnd  time.Time // zero if the cases have no time limit
	o         *Options
	cases     []Case
	subjects  []*Subject
	refused   map[string]string // key: profile; why the subject cannot create a world of it
	collector *collector
	refusals  refusals
	report    *Report
}

// NewSession opens subjects and runs the traces of the known failures. Errors are those of [Run].
func NewSession(ctx context.Context, open Open, o Options) (_ *Session, err error) {
	o.defaults()
	s := &Session{o: &o, ctx: ctx, cancel: func() {}}
	if o.Total > 0 {
		s.ctx, s.cancel = context.WithTimeout(ctx, o.Total)
		s.casesEnd = time.Now().Add(o.Total - o.afterCases())
	}
	if s.subjects, err = openAll(s.ctx, open, o.Workers, o.Without); err != nil {
		s.cancel()
		return nil, err
	}
	for _, subject := range s.subjects {
		subject.refused = &s.refusals
	}
	s.collector = newCollector(s.ctx, open, &o)
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	s.report = newReport(s.subjects[0].Info)
	s.report.Command, s.report.Without = o.Command, o.Without
	if s.cases, err = s.allCases(); err != nil {
		return nil, err
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	s.probe()
	return s, s.known()
}

// check returns an error for a pattern that matches no case, and removes the cases of parts that do
// not run.
func (s *Session) check() error {
	if !s.o.chosen() {
		var names []string
		for i := range s.cases {
			names = append(names, s.cases[i].Name)
		}
		if err := s.o.Known.checkCases(names); err != nil {
			return err
		}
		s.cases = slices.DeleteFunc(s.cases, func(c Case) bool { return !s.o.has(c.part()) })
	}
	for i := range s.cases {
		s.cases[i].skip = !s.o.Keep(s.cases[i].Name, s.cases[i].Area)
	}
	if s.o.Begin != nil && !s.o.chosen() {
		if err := s.o.Begin(); err != nil {
			return err
		}
	}
	s.ofShard()
	return nil
}

// ofShard removes the cases of other shards.
func (s *Session) ofShard() {
	i := uint64(0)
	s.cases = slices.DeleteFunc(s.cases, func(Case) bool {
		i++
		return !s.o.Shard.Has(i - 1)
	})
	if s.o.Shard.Parts() > 1 {
		part := s.o.Shard
		s.report.Shard = &part
	}
}

// Close closes the subjects.
func (s *Session) Close() {
	s.collector.close()
	closeAll(s.subjects)
	s.cancel()
}

// Cases returns the cases of this run's parts and shard, including those that Options.Keep does not
// select.
func (s *Session) Cases() []Case { return s.cases }

// Campaign runs the campaign, if Options ask for one, and adds it to the report.
func (s *Session) Campaign() (err error) {
	info := s.usable()
	if !s.o.campaigns() || s.ctx.Err() != nil || len(s.refused) > 0 && len(info.Profiles) == 0 {
		return nil
	}
	s.report.Campaign, err = runCampaign(s.ctx, s.subjects, info, s.collector, s.o)
	return err
}

// known runs the traces of the known failures. Each trace must still diverge, but must agree if the
// engine is started with the fix. Each pattern must match one of the findings, and each description
// must fit all of them.
func (s *Session) known() error {
	if s.o.Known == nil {
		return nil
	}
	subject := s.subjects[0]
	for i := range s.o.Known.Entries {
		e := &s.o.Known.Entries[i]
		s.o.Progress("known", e.ID)
		var names []string
		all := true // every trace diverged
		for k, t := range e.traces {
			f, shown, err := s.still(e, t, subject)
			switch {
			case s.ctx.Err() != nil:
				return nil
			case err != nil:
				return fmt.Errorf("known failure %s: %s: %w", e.ID, e.Traces[k], err)
			case len(shown) == 0 && e.Class != Flaky:
				s.report.fail("known failure %s: %s no longer fails", e.ID, e.Traces[k])
			case f != nil && e.Class != Flaky && e.Describes() && !s.o.Known.behavesLike(e, f, subject):
				s.report.fail("known failure %s: its description does not fit %s", e.ID, e.Traces[k])
			}
			names, all = append(names, shown...), all && len(shown) > 0
		}
		for _, p := range e.Findings {
			if all && e.Class != Flaky && !slices.ContainsFunc(names, glob(p).MatchString) {
				return &UnusedPatternError{e.ID, p, "finding of its traces: " + strings.Join(names, " | ")}
			}
		}
	}
	return s.collector.mender.check(s.report.fail)
}

// still checks that a trace of a known failure still fails, and returns the last finding. Because
// the failure may be intermittent, the function runs the trace up to [finding.Confirmations] times,
// until a name of the finding matches a pattern of the entry. names has two names for each run that
// failed: the name of a failure in every run, and the name of an intermittent failure.
func (s *Session) still(e *KnownFailure, t *spec.Trace, subject *Subject) (f *Finding, names []string, err error) {
	for range finding.Confirmations {
		d, err := subject.judged(t)
		if err != nil {
			return nil, nil, err
		}
		if d == nil {
			continue
		}
		f = newFinding(&oracle.Finding{Trace: t, Divergence: *d})
		if e.Alike {
			f.Known = e.ID
			s.collector.alike = append(s.collector.alike, f)
		}
		shown := []string{f.Name, intermittentName(d)}
		names = append(names, shown...)
		if len(e.Findings) == 0 || slices.ContainsFunc(shown,
			func(name string) bool { return fits(e.Findings, name) }) {
			break
		}
	}
	return f, names, nil
}

// all runs all cases on all subjects.
func (s *Session) all() error {
	s.collector.begin(s.casesEnd, len(s.subjects))
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

// Case runs one case and adds it to the report.
func (s *Session) Case(c *Case) (CaseResult, error) {
	result, err := s.one(c, s.subjects[0])
	if err == nil {
		s.report.Cases = append(s.report.Cases, result)
	}
	return result, err
}

func (s *Session) allCases() ([]Case, error) {
	if !s.o.chosen() {
		return cases(&s.report.Info, s.o.Transcripts)
	}
	var all []Case
	for i := range s.o.Own {
		all = append(all, scenarioCases(&s.o.Own[i], &s.report.Info, profiles(&s.report.Info))...)
	}
	for i := range all {
		s := all[i].scenario
		all[i].own, all[i].Name = true, fmt.Sprintf("%s (%s)", s.Name, spec.RequestName(s.Profile))
	}
	s.report.own = len(s.o.Own) > 0
	for i, t := range s.o.Extra {
		all = append(all, Case{
			Name: fmt.Sprintf("trace-%d (%s)", i+1, t.Header.Profile), Area: "traces",
			world: t.Header.Profile, trace: func() *spec.Trace { return t },
		})
	}
	return all, nil
}

// one runs a case and sets its known failure.
func (s *Session) one(c *Case, subject *Subject) (CaseResult, error) {
	result := CaseResult{Name: c.Name, Area: c.Area, Status: NotRun}
	refused := s.refused[c.profile()]
	switch {
	case c.skip:
		return result, nil
	case refused != "":
		result.Reason = refused
		return result, nil
	case s.casesOver():
		return s.cutOff(result), nil
	}
	result, seen := c.run(subject, s.casesOver)
	if s.casesOver() && len(seen) == 0 && result.Status != Unsupported {
		return s.cutOff(result), nil
	}
	entry := s.o.Known.ofCase(c.Name)
	switch {
	case entry != nil && result.Status == Failed:
		result.Status, result.Known = KnownFails, entry.ID
		return result, nil
	case entry != nil && entry.Class != Flaky:
		s.report.fail("known failure %s: the case %s no longer fails (%s); remove it from the entry", entry.ID, c.Name, result.Status)
	}
	if result.Status != Failed {
		return result, nil
	}
	return s.explained(c, result, seen, subject)
}

// cutOff returns the result of a case for which there was no time.
func (s *Session) cutOff(r CaseResult) CaseResult {
	r.Status, r.Reason = NotRun, s.ended()
	s.report.cut()
	return r
}

// casesOver reports whether the time for cases has run out.
func (s *Session) casesOver() bool {
	return s.ctx.Err() != nil || !s.casesEnd.IsZero() && !time.Now().Before(s.casesEnd)
}

// interrupted reports whether the run was cancelled by the user, not by its time limit.
func (s *Session) interrupted() bool { return errors.Is(s.ctx.Err(), context.Canceled) }

// interrupted is the reason for what was skipped after a cancellation.
const interrupted = "the run was interrupted"

// ended returns why cases did not run.
func (s *Session) ended() string {
	if s.interrupted() {
		return interrupted
	}
	return fmt.Sprintf("the time ran out (use a longer --duration, or select cases with -run): cases may take %v of %v",
		s.o.Total.Round(time.Millisecond)-s.o.afterCases(), s.o.Total)
}

// explained reduces the divergences of a case. If all of them are known failures, so is the case.
func (s *Session) explained(c *Case, result CaseResult, seen []sighting, subject *Subject) (CaseResult, error) {
	known := map[string]string{}
	for i := range seen {
		f, err := s.collector.add(seen[i], subject, c.Name)
		if err != nil {
			return result, err
		}
		if f == nil {
			result.Unexamined = true
			continue
		}
		if !slices.Contains(result.Findings, f.Name) {
			result.Findings = append(result.Findings, f.Name)
		}
		known[f.Name] = f.Known
	}
	explainBy(&result, known)
	return result, nil
}

// Fresh counts the new findings so far.
func (s *Session) Fresh() int { return s.collector.fresh() }

// notRun adds the cases that were not run to the report, and reports whether there are any.
func (s *Session) notRun() bool {
	ran := map[string]CaseResult{}
	for _, r := range s.report.Cases {
		ran[r.Area+"/"+r.Name] = r
	}
	all := make([]CaseResult, 0, len(s.cases))
	for i := range s.cases {
		c := &s.cases[i]
		r, ok := ran[c.Area+"/"+c.Name]
		if !ok {
			r = CaseResult{Name: c.Name, Area: c.Area, Status: NotRun}
		}
		all = append(all, r)
	}
	s.report.Cases = all
	return len(ran) < len(all)
}

// emptyCampaign returns why the campaign compared nothing. It returns "" if the campaign compared
// something or was not requested.
func (s *Session) emptyCampaign() string {
	c := s.report.Campaign
	switch {
	case !s.o.campaigns() || len(s.refused) > 0 && c == nil || c != nil && c.Operations+c.Divergences > 0:
		return ""
	case s.interrupted():
		return interrupted
	case c == nil || c.hadNoTime:
		return "the time ran out before the end of the first trace (use a longer --duration)"
	}
	return "the engine supports no generated operation"
}

// Report computes the final report. Call it once, at the end.
func (s *Session) Report() *Report {
	rep := s.report
	partial := s.notRun()
	rep.Findings = s.collector.all()
	rep.explainAlike(s.collector.alike)
	rep.Areas, rep.Next = areasOf(rep.Cases), next(rep.Cases)
	if s.o.Known != nil {
		rep.Known = s.o.Known.uses(rep)
	}
	rep.Refused = s.refusals.list()
	rep.countCauses()
	rep.suggest()
	rep.Unexamined, rep.Interrupted = s.collector.unexamined, s.interrupted()
	total := rep.Total()
	if n := rep.cutOff; n > 0 {
		rep.fail("%s: %s not run", s.ended(), show.Plural(n, "chosen case was", "chosen cases were"))
	}
	// a shard may have none of the selected cases
	whole := s.ctx.Err() == nil && rep.cutOff == 0 && len(s.refused) == 0 && rep.Shard == nil && !partial
	if total.Count[Passed]+total.Count[Failed]+total.Count[KnownFails] == 0 && whole && len(s.cases) > 0 {
		rep.fail("nothing was compared: the engine supports none of the selected cases")
	}
	if why := s.emptyCampaign(); why != "" && (whole || len(s.cases) == 0) {
		rep.fail("the campaign compared nothing: %s", why)
	}
	rep.OK = total.Count[Failed] == 0 && len(rep.Failures) == 0 && len(rep.New()) == 0
	return rep
}
