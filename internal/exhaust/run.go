package exhaust

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// Options configures an enumeration: its bound, the engines, and limits.
type Options struct {
	Bound     Bound
	Reference oracle.Implementation
	// Implementations and Storage are compared with the reference. Implementations run under every
	// variant. Storage are the same engines with other storage; they run only under the variant
	// held.
	Implementations []oracle.Implementation
	Storage         []oracle.Implementation
	Workers         int           // default: the number of processors
	Duration        time.Duration // maximum duration; 0 is no limit
	Findings        int           // stop after this number of different findings; default 10
	HangAfter       time.Duration // an operation that takes longer is a finding; default [runner.HangAfter]
	Dir             string        // folder for findings; "" keeps nothing
	// Progress is called after some worlds, usually several times a second, by one goroutine at a
	// time.
	Progress func(*Report)
}

// Run compares all engines on every query in every world of the bound. If ctx or the duration ends
// the run, it still returns a report. It returns an error if the options are wrong or a file cannot
// be written.
func Run(ctx context.Context, o Options) (*Report, error) {
	if err := o.Bound.Check(); err != nil {
		return nil, err
	}
	if o.Reference.New == nil || len(o.Implementations) == 0 {
		return nil, errors.New("an exhaustion needs a reference and an implementation")
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Findings <= 0 {
		o.Findings = 10
	}
	if o.HangAfter <= 0 {
		o.HangAfter = runner.HangAfter
	}
	r := &run{o: o, begun: time.Now(), profile: o.Bound.profile(), questions: o.Bound.questions()}
	r.report = &Report{
		Bound: o.Bound, Queries: len(r.questions), Counts: cover.NewCounts(), Findings: []Finding{},
	}
	if o.Duration > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Duration)
		defer cancel()
	}
	return r.run(ctx)
}

// questions returns all operations that are asked in each world.
func (b Bound) questions() (out []spec.Operation) {
	for _, q := range Queries(b) {
		out = append(out, spec.Operation{Op: spec.OpQuery, Query: q})
	}
	return out
}

type run struct {
	o         Options
	profile   spec.Profile
	questions []spec.Operation
	begun     time.Time

	mu     sync.Mutex
	report *Report
	err    error
	cancel context.CancelFunc
}

// batch has some worlds of a family, which one worker compares.
type batch struct {
	first  uint64 // the number of its first world, of all families
	family *family
	worlds [][]spec.Operation
}

func (r *run) run(ctx context.Context) (*Report, error) {
	ctx, r.cancel = context.WithCancel(ctx)
	defer r.cancel()
	work := make(chan *batch)
	var workers sync.WaitGroup
	for range r.o.Workers {
		workers.Go(func() {
			for b := range work {
				r.compare(ctx, b)
			}
		})
	}
	err := r.deal(ctx, work)
	close(work)
	workers.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = err
	}
	r.report.Complete = r.err == nil && ctx.Err() == nil
	r.report.Seconds = time.Since(r.begun).Seconds()
	return r.report, r.err
}

// perBatch is about how many questions a batch asks: enough to make its fixed costs negligible.
const perBatch = 12_000

// deal passes the worlds to the workers in batches.
func (r *run) deal(ctx context.Context, work chan<- *batch) error {
	size, first := max(2, perBatch/len(r.questions)), uint64(0)
	for f := range r.o.Bound.families() {
		if err := f.explore(r.o.Bound, r.o.Reference); err != nil {
			return err
		}
		for worlds := range slices.Chunk(f.worlds, size) {
			select {
			case work <- &batch{first: first, family: f, worlds: worlds}:
			case <-ctx.Done():
				return nil
			}
			first += uint64(len(worlds))
		}
		if ctx.Err() != nil {
			return nil
		}
	}
	return nil
}

func (r *run) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.cancel()
}

// compare compares the worlds of a batch. It keeps all findings, but adds the counts to the report
// only if the batch was finished.
func (r *run) compare(ctx context.Context, b *batch) {
	c := &comparison{run: r, batch: b, counts: cover.NewCounts()}
	err := c.all(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := 0; i < len(c.found) && err == nil; i++ {
		err = r.keep(c.found[i])
	}
	if err != nil {
		r.fail(err)
		return
	}
	if ctx.Err() != nil {
		return
	}
	r.report.Worlds += uint64(len(b.worlds))
	r.report.Abandoned += c.abandoned
	r.report.Counts.Add(c.counts)
	r.report.Seconds = time.Since(r.begun).Seconds()
	if len(r.report.Findings) >= r.o.Findings {
		r.cancel()
	}
	if r.o.Progress != nil {
		r.o.Progress(r.report)
	}
}

// keep saves a finding if it is the first of its group.
func (r *run) keep(f *oracle.Finding) error {
	first := r.report.found(Finding{
		Group: f.Group(), Hash: f.Hash(), Label: f.Divergence.Label(), Signature: f.Divergence.Difference.Signature(),
		Origin: f.Origin, Text: f.Text(r.o.Dir),
	})
	if !first || r.o.Dir == "" {
		return nil
	}
	return f.Save(r.o.Dir, oracle.SaveOptions{Reference: r.o.Reference})
}
