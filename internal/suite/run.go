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
// the known failures matches nothing, or if a finding cannot be saved.
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
	casesCtx  context.Context // ends with the time for the cases
	cancel    context.CancelFunc
	endCases  context.CancelFunc
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
	s := &Session{o: &o, refused: map[string]string{}}
	s.ctx, s.cancel = limited(ctx, o.Total)
	s.casesCtx, s.endCases = limited(s.ctx, o.Total-o.afterCases())
	s.collector = newCollector(s.ctx, open, &o)
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	for range o.Workers {
		subject, err := open(s.ctx, 0)
		if err != nil {
			return nil, err
		}
		subject.Info, subject.refused = without(subject.Info, o.Without), &s.refusals
		s.subjects = append(s.subjects, subject)
	}
	info := s.subjects[0].Info
	s.report = &Report{
		Suite: spec.SuiteVersion, Info: info, Declared: declared(&info), Command: o.Command, Without: o.Without,
		Cases: []CaseResult{}, Findings: []*Finding{}, Failures: []string{},
	}
	if s.cases, err = s.allCases(); err != nil {
		return nil, err
	}
	if err := s.choose(); err != nil {
		return nil, err
	}
	s.probe()
	return s, s.known()
}

// allCases returns the cases of the suite, or the user's own cases.
func (s *Session) allCases() ([]Case, error) {
	if !s.o.chosen() {
		return cases(&s.report.Info, s.o.Transcripts)
	}
	var all []Case
	for i := range s.o.OwnScenarios {
		all = append(all, scenarioCases(&s.o.OwnScenarios[i], &s.report.Info, profiles(&s.report.Info))...)
	}
	for i := range all {
		all[i].own, all[i].Name = true, fmt.Sprintf("%s (%s)", all[i].scenario.Name, spec.RequestName(all[i].profile))
	}
	s.report.own = len(s.o.OwnScenarios) > 0
	for i, t := range s.o.OwnTraces {
		all = append(all, Case{
			Name: fmt.Sprintf("trace-%d (%s)", i+1, t.Header.Profile), Area: "traces",
			profile: t.Header.Profile, trace: func() *spec.Trace { return t },
		})
	}
	return all, nil
}

// choose removes the cases of parts that do not run and of other shards, and marks those that
// Options.Keep does not select. It returns an error for a pattern that matches no case.
func (s *Session) choose() error {
	chosen := s.o.chosen()
	if !chosen {
		if err := s.o.Known.checkCases(s.cases); err != nil {
			return err
		}
		s.cases = slices.DeleteFunc(s.cases, func(c Case) bool {
			return c.scenario != nil && !s.o.has(Scenarios) || c.scenario == nil && !s.o.has(Transcripts)
		})
	}
	for i := range s.cases {
		s.cases[i].skip = !s.o.Keep(s.cases[i].Name, s.cases[i].Area)
	}
	if s.o.Begin != nil && !chosen {
		if err := s.o.Begin(); err != nil {
			return err
		}
	}
	if s.o.Shard.Parts() > 1 {
		s.report.Shard = &s.o.Shard
	}
	i := uint64(0)
	s.cases = slices.DeleteFunc(s.cases, func(Case) bool {
		i++
		return !s.o.Shard.Has(i - 1)
	})
	for i := range s.cases {
		c := &s.cases[i]
		c.index = i
		s.report.Cases = append(s.report.Cases, CaseResult{Name: c.Name, Area: c.Area, Status: NotRun})
	}
	return nil
}

// probe resets the subject to each profile that it declares. If that fails, and fails again with a
// longer time limit, the cases of the profile are skipped, and the report has the reason.
func (s *Session) probe() {
	subject := s.subjects[0]
	for _, p := range profiles(&subject.Info) {
		_, err := subject.New(p)
		if err != nil {
			subject.setPatience(longer)
			_, err = subject.New(p)
		}
		if err == nil || s.ctx.Err() != nil {
			continue
		}
		s.refused[p.Name] = fmt.Sprintf("reset to %s returned %v", p.Name, err)
		s.report.fail(`the engine declares the profile %s but cannot create a world of it: {"op":"reset","profile":%q} `+
			`returned %v. Every test begins with reset: empty the world and answer {"ok":true}, or remove the profile `+
			"from the answer to hello", p.Name, p.Name, err)
	}
}

// Close closes the subjects concurrently, because each may take some time.
func (s *Session) Close() {
	s.collector.mender.close()
	var ending sync.WaitGroup
	for _, subject := range s.subjects {
		ending.Go(subject.close)
	}
	ending.Wait()
	s.endCases()
	s.cancel()
}

// limited returns a context that ends after a time. 0 means no limit.
func limited(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, d)
}

// Cases returns the cases of this run's parts and shard, including those that Options.Keep does not
// select.
func (s *Session) Cases() []Case { return s.cases }

// Campaign runs the campaign, if Options ask for one, and adds it to the report.
func (s *Session) Campaign() (err error) {
	info := s.subjects[0].Info
	if len(s.refused) > 0 {
		info.Profiles = nil
		for _, p := range profiles(&s.subjects[0].Info) {
			if s.refused[p.Name] == "" {
				info.Profiles = append(info.Profiles, p.Name)
			}
		}
	}
	if !s.o.campaigns() || s.ctx.Err() != nil || len(s.refused) > 0 && len(info.Profiles) == 0 {
		return nil
	}
	s.report.Campaign, err = runCampaign(s.ctx, s.subjects, &info, s.collector, s.o)
	return err
}

// known runs the traces of the known failures. Each trace must still diverge, but must agree if the
// engine is started with the fix. Each pattern must match one of the findings, and each description
// must fit all of them.
func (s *Session) known() error {
	for i := range s.o.Known.Entries {
		e := &s.o.Known.Entries[i]
		s.o.Progress("known", e.ID)
		var names []string
		all := true // every trace diverged
		for k, t := range e.traces {
			f, shown, err := s.still(e, t)
			switch {
			case s.ctx.Err() != nil:
				return nil
			case err != nil:
				return fmt.Errorf("known failure %s: %s: %w", e.ID, e.Traces[k], err)
			case len(shown) == 0 && e.Class != Flaky:
				s.report.fail("known failure %s: %s no longer fails", e.ID, e.Traces[k])
			case f != nil && e.Class != Flaky && e.Describes() && !s.o.Known.behavesLike(e, f.answers):
				s.report.fail("known failure %s: its description does not fit %s", e.ID, e.Traces[k])
			}
			names, all = append(names, shown...), all && len(shown) > 0
		}
		for _, p := range e.Findings {
			if all && e.Class != Flaky && !slices.ContainsFunc(names, glob(p).MatchString) {
				return e.unused(p, "finding of its traces: "+strings.Join(names, " | "))
			}
		}
	}
	return s.collector.mender.check(s.report.fail)
}

// still checks that a trace of a known failure still fails, and returns the last finding. Because
// the failure may be intermittent, the function runs the trace up to [finding.Confirmations] times,
// until a name of the finding matches a pattern of the entry. names has two names for each run that
// failed: the name of a failure in every run, and the name of an intermittent failure.
func (s *Session) still(e *KnownFailure, t *spec.Trace) (f *Finding, names []string, err error) {
	for range finding.Confirmations {
		d, err := s.subjects[0].first(t)
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
	if f != nil && e.Describes() {
		f.answers = answered(f, s.subjects[0])
	}
	return f, names, nil
}

// all runs all cases on all subjects.
func (s *Session) all() error {
	s.collector.budget.begin(s.casesCtx, len(s.subjects))
	return parallel(s.subjects, func(i uint64, subject *Subject) (more bool, err error) {
		if i >= uint64(len(s.cases)) {
			return false, nil
		}
		err = s.one(&s.cases[i], subject)
		s.o.Progress("cases", fmt.Sprintf("%d of %d", i+1, len(s.cases)))
		return true, err
	})
}

// parallel calls do with 0, 1, 2 and so on, each time with a free subject, until do returns false or
// an error.
func parallel(subjects []*Subject, do func(i uint64, s *Subject) (more bool, err error)) error {
	errs := make([]error, len(subjects))
	var next atomic.Uint64
	var failed atomic.Bool
	var workers sync.WaitGroup
	for w, s := range subjects {
		workers.Go(func() {
			for more := true; more && !failed.Load(); {
				if more, errs[w] = do(next.Add(1)-1, s); errs[w] != nil {
					failed.Store(true)
				}
			}
		})
	}
	workers.Wait()
	return errors.Join(errs...)
}

// Case runs one of the session's cases and adds it to the report.
func (s *Session) Case(c *Case) (CaseResult, error) {
	err := s.one(c, s.subjects[0])
	return s.report.Cases[c.index], err
}

// one runs a case, reduces its divergences, and sets the known failures that explain it.
func (s *Session) one(c *Case, subject *Subject) (err error) {
	s.cases[c.index].ran = true
	result := &s.report.Cases[c.index]
	switch {
	case c.skip:
		return nil
	case s.refused[c.profile] != "":
		result.Reason = s.refused[c.profile]
		return nil
	}
	var seen []sighting
	if s.casesCtx.Err() == nil {
		*result, seen = c.run(s.casesCtx, subject)
	}
	if s.casesCtx.Err() != nil && len(seen) == 0 && result.Status != Unsupported {
		result.Status, result.Reason = NotRun, s.ended()
		s.report.cut()
		return nil
	}
	entry := s.o.Known.ofCase(c.Name)
	switch {
	case entry != nil && result.Status == Failed:
		result.Status, result.Known = KnownFails, entry.ID
	case entry != nil && entry.Class != Flaky:
		s.report.fail("known failure %s: the case %s no longer fails (%s); remove it from the entry", entry.ID, c.Name,
			result.Status)
	case result.Status == Failed:
		return s.collector.explain(result, seen, subject)
	}
	return nil
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

// Fresh counts the new findings so far.
func (s *Session) Fresh() int { return s.collector.fresh() }

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
	rep.Findings = s.collector.all()
	rep.explainAlike(s.collector.alike)
	rep.Areas, rep.Next = areasOf(rep.Cases), next(rep.Cases)
	rep.Known, rep.Refused = s.o.Known.uses(rep), s.refusals.list()
	rep.countCauses()
	rep.suggest()
	rep.Unexamined, rep.Interrupted = s.collector.unexamined, s.interrupted()
	total := rep.Total().Count
	if n := rep.cutOff; n > 0 {
		rep.fail("%s: %s not run", s.ended(), show.Plural(n, "chosen case was", "chosen cases were"))
	}
	// a shard may have none of the selected cases
	whole := s.ctx.Err() == nil && rep.cutOff == 0 && len(s.refused) == 0 && rep.Shard == nil &&
		!slices.ContainsFunc(s.cases, func(c Case) bool { return !c.ran })
	if total[Passed]+total[Failed]+total[KnownFails] == 0 && whole && len(s.cases) > 0 {
		rep.fail("nothing was compared: the engine supports none of the selected cases")
	}
	if why := s.emptyCampaign(); why != "" && (whole || len(s.cases) == 0) {
		rep.fail("the campaign compared nothing: %s", why)
	}
	rep.OK = total[Failed] == 0 && len(rep.Failures) == 0 && len(rep.New()) == 0
	return rep
}
