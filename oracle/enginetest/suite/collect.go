package suite

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// collector reduces divergences and keeps one finding for each name.
type collector struct {
	ctx  context.Context
	open Open
	o    *Options

	mu       sync.Mutex
	findings map[string]*Finding
	met      map[string]*meeting   // by signature
	brief    map[*Subject]*Subject // for divergences that are about time, by worker
	mender   *mender
}

// meeting is how often divergences of one signature were met, and how often the last ones were nothing new.
type meeting struct{ seen, reduced, stale int }

func newCollector(ctx context.Context, open Open, o *Options) *collector {
	return &collector{
		ctx: ctx, open: open, o: o, findings: map[string]*Finding{}, met: map[string]*meeting{},
		brief: map[*Subject]*Subject{}, mender: newMender(ctx, o),
	}
}

// briefly is how long an answer may take while a divergence is reduced that is about time.
const briefly = time.Second

// add reduces a divergence and gives its finding. place says where it was seen. The divergence is saved as it was seen
// before anything else happens, and replaced by its reduced form.
func (c *collector) add(seen sighting, s *Subject, place string) (*Finding, error) {
	raw := &Finding{Finding: &oracle.Finding{
		Trace: seen.trace, Divergence: seen.divergence, Reference: oracle.Model().Name, Place: place,
	}}
	if c.o.Save != "" {
		if err := raw.saveTrace(c.o.Save); err != nil {
			return nil, err
		}
	}
	f, err := c.reduce(seen, s)
	if err != nil {
		return nil, err
	}
	f.Place = place
	if !c.has(f.Name) {
		if f.Known, err = c.knownAs(f); err != nil {
			return nil, err
		}
	}
	f, err = c.keep(f, seen.divergence.Signature())
	if err != nil || c.o.Save == "" || raw.Saved == f.Saved {
		return f, err
	}
	return f, os.RemoveAll(raw.Saved)
}

// reduce makes the small trace of a divergence. One that is about time is reduced on a subject that is waited for
// briefly, and kept as it was seen where the small trace is answered after all when there is more time.
func (c *collector) reduce(seen sighting, s *Subject) (*Finding, error) {
	limits := oracle.ReduceOptions{Checks: c.o.ReduceChecks, Timeout: max(c.o.ReduceFor, 0)}
	if !seen.divergence.Hangs() || c.o.Command == "" {
		return reduce(seen, s, limits)
	}
	brief, err := c.briefOne(s)
	if err != nil {
		return nil, err
	}
	limits.Checks = max(limits.Checks/50, 1)
	f, err := reduce(seen, brief, limits)
	if err != nil || f.From == 0 {
		return f, err
	}
	fails := oracle.FailsLike(seen.divergence, oracle.Model(), s.implementation(), s.runOptions())
	if !fails(f.Trace) {
		return asSeen(seen, "the smaller traces are answered, though slowly"), nil
	}
	return f, nil
}

// briefOne is the subject for divergences that are about time: a worker has one of its own.
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

// knownAs is the id of the known failure that a reduced finding shows, or "": the first of which a pattern fits its
// name, or else those that it comes from. That no answer comes is no sign of where it comes from.
func (c *collector) knownAs(f *Finding) (string, error) {
	if e := c.o.Known.ofFinding(f.Name); e != nil {
		return e.ID, nil
	}
	if f.Divergence.Hangs() {
		return "", nil
	}
	ids, err := c.mender.causes(oracle.UpTo(f.Trace, f.Divergence.Index))
	return strings.Join(ids, ", "), err
}

func (c *collector) has(name string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.findings[name] != nil
}

// keep counts a finding, or keeps it where it is the first of its name: known ones are not saved.
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
	m.stale = 0
	c.findings[f.Name] = f
	if f.Known != "" || c.o.Save == "" {
		return f, nil
	}
	return f, f.save(c.o.Save, c.o.Command)
}

func (c *collector) meetingOf(signature string) *meeting {
	if c.met[signature] == nil {
		c.met[signature] = &meeting{}
	}
	return c.met[signature]
}

// worthwhile reports whether one more divergence of a signature is to be reduced: the first ones all, then the fewer
// the longer nothing new came of it.
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

// all are the findings, new ones first, the shortest first, then by name.
func (c *collector) all() []*Finding {
	out := []*Finding{}
	for _, f := range c.findings {
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b *Finding) int {
		return cmp.Or(cmp.Compare(a.Known, b.Known), cmp.Compare(len(a.Trace.Entries), len(b.Trace.Entries)), cmp.Compare(a.Name, b.Name))
	})
	return out
}

func (c *collector) close() {
	for _, s := range c.brief {
		s.close()
	}
	c.mender.close()
}

// saveTrace writes the trace alone.
func (f *Finding) saveTrace(dir string) error {
	f.Saved = filepath.Join(dir, f.Hash())
	if err := os.MkdirAll(f.Saved, 0o755); err != nil {
		return err
	}
	t := spec.NewTrace(f.Trace.Header.Profile, f.Trace.Operations()...)
	t.Header.Origin, t.Header.Note = f.Place, "as it was found, not reduced"
	file, err := os.Create(filepath.Join(f.Saved, "trace.jsonl"))
	if err != nil {
		return err
	}
	if _, err := t.WriteTo(file); err != nil {
		_ = file.Close() // the first error tells more
		return err
	}
	return file.Close()
}
