package suite

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/oracle"
)

// collector reduces divergences and keeps one finding for each name.
type collector struct {
	ctx   context.Context // the run; answers after its end are ignored
	open  Open
	o     *Options
	share share
	ends  time.Time // the deadline of the phase, or zero

	mu         sync.Mutex
	findings   map[string]*Finding
	met        map[string]*meeting   // key: signature
	brief      map[*Subject]*Subject // key: worker; its second subject, for reducing timeouts
	unexamined int
	mender     *mender
	alike      []*Finding // one for each trace of a known failure with the field `alike`
}

// meeting counts the divergences with one signature: how many occurred, how many were reduced, and
// how many reductions in a row found nothing new.
type meeting struct{ seen, reduced, stale int }

func newCollector(ctx context.Context, open Open, o *Options) *collector {
	c := &collector{
		ctx: ctx, open: open, o: o, findings: map[string]*Finding{}, met: map[string]*meeting{},
		brief: map[*Subject]*Subject{}, mender: newMender(ctx, o),
	}
	c.share.begin(0, o.Workers)
	return c
}

// begin starts a phase with a deadline, or without one if ends is zero. Phases do not overlap.
func (c *collector) begin(ends time.Time, workers int) {
	c.ends = ends
	if ends.IsZero() {
		c.share.begin(0, workers)
		return
	}
	c.share.begin(max(time.Until(ends), time.Nanosecond), workers)
}

// briefly is the time limit for an answer while a timeout is reduced.
const briefly = time.Second

// add returns the finding of a divergence. It reduces the divergence, unless an entry of the known
// failures describes it. origin says where the divergence occurred.
func (c *collector) add(seen sighting, s *Subject, origin string) (*Finding, error) {
	if f := c.described(seen, s, origin); f != nil {
		return f, nil
	}
	return c.addNew(seen, s, origin)
}

// addNew reduces a divergence and returns its finding. addNew first saves the divergence as it is,
// in a file that it removes once the finding is saved. If there is no time to reduce the divergence
// and another finding has the same signature, addNew returns nil.
func (c *collector) addNew(seen sighting, s *Subject, origin string) (*Finding, error) {
	file, err := c.saveFound(seen, origin)
	if err != nil {
		return nil, err
	}
	if old := c.sameCrash(&seen.divergence); old != nil {
		return old, finding.RemoveFound(file)
	}
	f, inTime := c.reduce(seen, s)
	f.Origin = origin
	if !c.has(f.Name) {
		c.knownAs(f, s)
		c.recordAnswers(f, s)
		if f.Known == "" && (!inTime || c.over()) && c.leaves(seen.divergence.Signature()) {
			return nil, finding.RemoveFound(file)
		}
	}
	f, err = c.keep(f, seen.divergence.Signature())
	return f, errors.Join(err, finding.RemoveFound(file))
}

// described returns the finding of a divergence that an entry of the known failures describes, or
// nil. Such a divergence is not reduced, so the verdict on it does not depend on the time that is
// left.
func (c *collector) described(seen sighting, s *Subject, origin string) *Finding {
	if seen.divergence.Hangs() || c.over() {
		return nil
	}
	f := unreduced(seen, "not reduced: a known failure describes it")
	if f.Known = c.o.Known.behaves(f, s); f.Known == "" {
		return nil
	}
	f.Origin = origin
	c.mu.Lock()
	defer c.mu.Unlock()
	if old := c.findings[f.Name]; old != nil {
		old.Seen++
		return old
	}
	c.findings[f.Name] = f
	return f
}

// sameCrash counts a crash for the existing finding with the same last words, and returns that
// finding. The last words name the finding, so reducing the crash would give the same name.
func (c *collector) sameCrash(d *oracle.Divergence) *Finding {
	c.mu.Lock()
	defer c.mu.Unlock()
	old := c.findings[d.Signature()]
	if old == nil || d.Difference.Words == "" || old.From == 0 {
		return nil
	}
	old.Seen++
	m := c.meetingOf(d.Signature())
	m.reduced, m.stale = m.reduced+1, m.stale+1
	return old
}

func (c *collector) saveFound(seen sighting, origin string) (string, error) {
	if c.o.Save == "" {
		return "", nil
	}
	f := &oracle.Finding{Trace: seen.trace, Divergence: seen.divergence, Origin: origin}
	return f.SaveFound(c.o.Save)
}

// over reports whether the run has ended.
func (c *collector) over() bool { return c.ctx.Err() != nil }

// leaves reports whether a divergence for which there is no time can be left out, because another
// one with its signature was reduced. It counts the divergences that are left out.
func (c *collector) leaves(signature string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.meetingOf(signature).reduced == 0 {
		return false
	}
	c.unexamined++
	return true
}

// reduce reduces a divergence. If there is no time, it returns the divergence as it is, and false.
func (c *collector) reduce(seen sighting, s *Subject) (_ *Finding, inTime bool) {
	grant, back, ok := c.share.take(max(c.o.ReduceFor, 0))
	if !ok {
		return unreduced(seen, c.o.notReduced()), false
	}
	defer back()
	limits := oracle.ReduceOptions{Checks: c.o.ReduceChecks, Timeout: grant}
	if !c.ends.IsZero() {
		left := time.Until(c.ends) * 3 / 4 // keep a quarter to run the reduced finding again and to save it
		if left <= 0 {
			return unreduced(seen, c.o.notReduced()), false
		}
		if grant == 0 || left < grant {
			limits.Timeout = left
		}
	}
	f := c.reduceWithin(seen, s, limits)
	return f, !c.over() && (f.From > 0 || f.Runs > 0 || c.ends.IsZero())
}

// reduceWithin reduces a divergence within limits. A timeout is reduced on a subject with a short
// time limit. If the subject answers the reduced trace within its usual time limit, reduceWithin
// keeps the original trace.
func (c *collector) reduceWithin(seen sighting, s *Subject, limits oracle.ReduceOptions) *Finding {
	if !seen.divergence.Hangs() || c.o.Command == "" {
		return reduce(seen, s, limits, c.over)
	}
	brief, err := c.briefOne(s)
	switch {
	case c.over():
		return unreduced(seen, noTime)
	case err != nil:
		return unreduced(seen, "not reduced: the program could not be started again: "+err.Error())
	}
	limits.Checks = max(limits.Checks/50, 1)
	f := reduce(seen, brief, limits, c.over)
	if f.From == 0 {
		return f
	}
	result, err := oracle.Run(f.Trace, engines.Model(), []oracle.Implementation{s.implementation()}, s.runOptions())
	alike := func(d oracle.Divergence) bool { return d.Signature() == seen.divergence.Signature() }
	switch {
	case c.over():
		return unreduced(seen, noTime)
	case err != nil || !slices.ContainsFunc(result.Divergences, alike):
		return unreduced(seen, "not reduced: smaller traces are answered slowly, but in time")
	}
	return f
}

// briefOne returns the worker's second subject, which has a short time limit.
func (c *collector) briefOne(s *Subject) (*Subject, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.brief[s] == nil {
		brief, err := c.open(c.ctx, briefly)
		if err != nil {
			return nil, err
		}
		c.brief[s] = brief
	}
	return c.brief[s], nil
}

// knownAs sets the known failure of a reduced finding. It tries the following in this order: a
// pattern matches its name; an entry describes its behaviour; it has the same cause as a trace of
// an entry; its trace agrees when the subject runs with a defect fixed. For timeouts and
// intermittent findings it tries only the patterns.
func (c *collector) knownAs(f *Finding, s *Subject) {
	if e := c.o.Known.ofFinding(f); e != nil {
		f.Known = e.ID
		return
	}
	if f.Divergence.Hangs() || f.Runs > 0 || c.over() {
		return
	}
	if f.Known = c.o.Known.behaves(f, s); f.Known != "" {
		return
	}
	if f.alikeTo(c.alike); f.Known != "" {
		return
	}
	ids, err := c.mender.causes(runner.UpTo(f.Trace, f.Divergence.Index))
	switch {
	case c.over():
	case err != nil:
		f.Why = append(f.Why, "not compared with the known failures: "+err.Error())
	default:
		f.Known = strings.Join(ids, ", ")
	}
}

// recordAnswers records the subject's answers to a new finding. Later, suggest looks for a profile
// with the same answers.
func (c *collector) recordAnswers(f *Finding, s *Subject) {
	if f.Known != "" || f.Runs > 0 || f.Divergence.Difference.Kind == compare.DiffBroken || c.over() {
		return
	}
	if t, err := answered(f, s); err == nil {
		f.answers = t
	}
}

func (c *collector) has(name string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.findings[name] != nil
}

// keep saves a finding if its name is new, or else counts it. It does not save known findings.
func (c *collector) keep(f *Finding, signature string) (*Finding, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.meetingOf(signature)
	m.reduced++
	if old := c.findings[f.Name]; old != nil {
		old.Seen++
		m.stale++
		return old, nil
	}
	if m.stale++; f.Known == "" {
		m.stale = 0
	}
	c.findings[f.Name] = f
	var err error
	if f.Known == "" && c.o.Save != "" {
		err = f.save(c.o.Save, c.o.Command, c.o.Snippets)
	}
	if f.Known == "" && c.o.Found != nil {
		c.o.Found(f.line())
	}
	return f, err
}

func (c *collector) meetingOf(signature string) *meeting {
	if c.met[signature] == nil {
		c.met[signature] = &meeting{}
	}
	return c.met[signature]
}

// worthwhile reports whether another divergence with the same signature should be reduced. The
// first few always are. After that, the longer nothing new was found, the fewer are reduced.
func (c *collector) worthwhile(d *oracle.Divergence) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.meetingOf(d.Signature())
	m.seen++
	return m.reduced < 10 || m.seen%(1+m.stale/5) == 0
}

// fresh counts the findings that no known failure explains.
func (c *collector) fresh() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := 0
	for _, f := range c.findings {
		if f.Known == "" {
			n++
		}
	}
	return n
}

// all returns the findings: first the new ones, then those of each known failure. Within each part
// they are sorted by length, then by name.
func (c *collector) all() []*Finding {
	out := []*Finding{}
	for _, f := range c.findings {
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b *Finding) int {
		return cmp.Or(cmp.Compare(a.Known, b.Known), cmp.Compare(len(a.Trace.Entries), len(b.Trace.Entries)),
			cmp.Compare(a.Name, b.Name))
	})
	return out
}

func (c *collector) close() {
	for _, s := range c.brief {
		s.close()
	}
	c.mender.close()
}
