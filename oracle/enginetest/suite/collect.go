package suite

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
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
	met      map[string]*meeting // by signature
	patient  map[*Subject]*Subject
}

// meeting is how often divergences of one signature were met, and how often the last ones were nothing new.
type meeting struct{ seen, reduced, stale int }

func newCollector(ctx context.Context, open Open, o *Options) *collector {
	return &collector{
		ctx: ctx, open: open, o: o, findings: map[string]*Finding{}, met: map[string]*meeting{},
		patient: map[*Subject]*Subject{},
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
	f, err = c.keep(f, seen.divergence.Signature())
	if err != nil || c.o.Save == "" || raw.Saved == f.Saved {
		return f, err
	}
	return f, os.RemoveAll(raw.Saved)
}

func (c *collector) reduce(seen sighting, s *Subject) (*Finding, error) {
	if seen.divergence.Difference.Kind == oracle.DiffBroken && c.o.Command != "" {
		patient, err := c.patientOne(s)
		if err != nil {
			return nil, err
		}
		s = patient
	}
	f, _, err := reduce(seen, s, c.o.ReduceFor)
	return f, err
}

// patientOne is the subject for divergences that are about time: a worker has one of its own.
func (c *collector) patientOne(s *Subject) (*Subject, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.patient[s] == nil {
		patient, err := c.open(c.ctx, briefly)
		if err != nil {
			return nil, err
		}
		c.patient[s] = patient
	}
	return c.patient[s], nil
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
	if e := c.o.Known.ofFinding(f.Name); e != nil {
		f.Known = e.ID
		return f, nil
	}
	if c.o.Save == "" {
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
	for _, s := range c.patient {
		s.close()
	}
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
