package suite

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/oracle"
)

// collector reduces divergences and keeps one finding for each name.
type collector struct {
	ctx    context.Context // the run; answers after its end are ignored
	open   Open
	o      *Options
	budget budget
	mender *mender
	alike  []*Finding // one for each trace of a known failure with the field `alike`

	mu         sync.Mutex
	findings   map[string]*Finding
	met        map[string]*meeting // key: signature
	unexamined int
}

// meeting counts the divergences with one signature: how many occurred, how many were reduced, and
// how many reductions in a row found nothing new.
type meeting struct{ seen, reduced, stale int }

func newCollector(ctx context.Context, open Open, o *Options) *collector {
	return &collector{
		ctx: ctx, open: open, o: o, findings: map[string]*Finding{}, met: map[string]*meeting{},
		mender: newMender(ctx, o),
	}
}

// over reports whether the run has ended.
func (c *collector) over() bool { return c.ctx.Err() != nil }

// explain reduces the divergences of a failed case. If all of them are known failures, so is the
// case.
func (c *collector) explain(r *CaseResult, seen []sighting, s *Subject) error {
	known := map[string]string{}
	for i := range seen {
		f, err := c.add(seen[i], s, r.Name)
		if err != nil {
			return err
		}
		if f == nil {
			r.Unexamined = true
			continue
		}
		if !slices.Contains(r.Findings, f.Name) {
			r.Findings = append(r.Findings, f.Name)
		}
		known[f.Name] = f.Known
	}
	explainBy(r, known)
	return nil
}

// add returns the finding of a divergence. It reduces the divergence, unless an entry of the known
// failures describes it. origin says where the divergence occurred.
func (c *collector) add(seen sighting, s *Subject, origin string) (*Finding, error) {
	if f := c.described(seen, s, origin); f != nil {
		return f, nil
	}
	return c.addNew(seen, s, origin)
}

// described returns the finding of a divergence that an entry of the known failures describes, or
// nil. Such a divergence is not reduced, so the verdict on it does not depend on the time that is
// left.
func (c *collector) described(seen sighting, s *Subject, origin string) *Finding {
	if seen.divergence.Hangs() || c.over() || len(c.o.Known.Declarations()) == 0 {
		return nil
	}
	f := unreduced(seen, "not reduced: a known failure describes it")
	if f.Known = c.o.Known.behaves(answered(f, s)); f.Known == "" {
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

// addNew reduces a divergence and returns its finding. addNew first saves the divergence as it is,
// in a file that it removes once the finding is saved. If there is no time to reduce the divergence
// and another finding has the same signature, addNew returns nil.
func (c *collector) addNew(seen sighting, s *Subject, origin string) (f *Finding, err error) {
	if c.o.Save != "" {
		raw := &oracle.Finding{Trace: seen.trace, Divergence: seen.divergence, Origin: origin}
		file, failed := raw.SaveFound(c.o.Save)
		if failed != nil {
			return nil, failed
		}
		defer func() { err = errors.Join(err, finding.RemoveFound(file)) }()
	}
	m := c.meeting(&seen.divergence)
	if old := c.sameCrash(&seen.divergence, m); old != nil {
		return old, nil
	}
	f, inTime := c.reduce(seen, s)
	f.Origin = origin
	c.mu.Lock()
	isNew := c.findings[f.Name] == nil
	c.mu.Unlock()
	if isNew {
		c.setKnown(f, s)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	old := c.findings[f.Name]
	if old == nil && f.Known == "" && (!inTime || c.over()) && m.reduced > 0 {
		c.unexamined++
		return nil, nil
	}
	m.reduced++
	m.stale++
	if old != nil {
		old.Seen++
		return old, nil
	}
	c.findings[f.Name] = f
	if f.Known != "" {
		return f, nil
	}
	m.stale = 0
	if c.o.Save != "" {
		err = f.save(c.o.Save, c.o.Command, c.o.Snippets)
	}
	if c.o.Found != nil {
		c.o.Found(f.line())
	}
	return f, err
}

// meeting returns the counts of a signature.
func (c *collector) meeting(d *oracle.Divergence) *meeting {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.met[d.Signature()] == nil {
		c.met[d.Signature()] = &meeting{}
	}
	return c.met[d.Signature()]
}

// sameCrash counts a crash for the existing finding with the same last words, and returns that
// finding. The last words name the finding, so reducing the crash would give the same name.
func (c *collector) sameCrash(d *oracle.Divergence, m *meeting) *Finding {
	c.mu.Lock()
	defer c.mu.Unlock()
	old := c.findings[d.Signature()]
	if old == nil || d.Difference.Words == "" || old.From == 0 {
		return nil
	}
	old.Seen++
	m.reduced, m.stale = m.reduced+1, m.stale+1
	return old
}

// worthwhile reports whether another divergence with the same signature should be reduced. The
// first few always are. After that, the longer nothing new was found, the fewer are reduced.
func (c *collector) worthwhile(d *oracle.Divergence) bool {
	m := c.meeting(d)
	c.mu.Lock()
	defer c.mu.Unlock()
	m.seen++
	return m.reduced < 10 || m.seen%(1+m.stale/5) == 0
}

// setKnown sets the known failure of a reduced finding. It tries the following in this order: a
// pattern matches its name; an entry describes its behaviour; it has the same cause as a trace of
// an entry; its trace agrees when the subject runs with a defect fixed. For timeouts and
// intermittent findings it tries only the patterns.
func (c *collector) setKnown(f *Finding, s *Subject) {
	if e := c.o.Known.ofFinding(f); e != nil {
		f.Known = e.ID
	}
	if f.Known != "" || f.Divergence.Hangs() || f.Runs > 0 || c.over() {
		return
	}
	f.answers = answered(f, s)
	if f.Known = c.o.Known.behaves(f.answers); f.Known != "" {
		return
	}
	if markAlike([]*Finding{f}, c.alike); f.Known != "" {
		return
	}
	ids, err := c.mender.causes(runner.UpTo(f.Trace, f.Divergence.Index))
	switch {
	case c.over():
	case err != nil:
		f.Why = append(f.Why, "not compared with the known failures: "+err.Error())
	default:
		f.Known = ids
	}
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

// budget limits the time that all workers together spend on reducing in a phase, so that reducing
// never starves the rest. The zero value has no limit.
type budget struct {
	mu   sync.Mutex
	ends time.Time // of the phase, or zero
	left time.Duration
}

const reduceShare = 3 // reducing may take one third of a phase

// minReduceTime is the shortest time for which a reduction is started.
const minReduceTime = 20 * time.Millisecond

// begin starts a phase that ends with ctx. A phase without a deadline has no limit. Phases do not
// overlap.
func (b *budget) begin(ctx context.Context, workers int) {
	b.ends, _ = ctx.Deadline()
	b.left = max(time.Until(b.ends), 0) / reduceShare * time.Duration(workers)
}

// limited reports whether the phase has a deadline.
func (b *budget) limited() bool { return !b.ends.IsZero() }

// take reserves time for one reduction: at most limit, unless that is 0, a quarter of what remains,
// and three quarters of the phase, because the reduced finding must run again and be saved. It
// returns false if too little remains.
func (b *budget) take(limit time.Duration) (grant time.Duration, ok bool) {
	if !b.limited() {
		return limit, true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	grant = min(b.left/4, time.Until(b.ends)*3/4)
	if limit > 0 {
		grant = min(grant, limit)
	}
	if grant < minReduceTime {
		return 0, false
	}
	b.left -= grant
	return grant, true
}

// giveBack returns time that was not used.
func (b *budget) giveBack(unused time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.left += max(unused, 0)
}
