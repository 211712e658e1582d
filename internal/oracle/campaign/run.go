package campaign

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

// campaign is a running campaign. Workers take the traces of the shard in order, counted from 0. mu
// guards the fields that they share.
type campaign struct {
	o       Options
	ctx     context.Context
	cancel  context.CancelFunc
	started time.Time
	next    atomic.Uint64
	traces  atomic.Uint64
	ops     atomic.Uint64

	earlier time.Duration // the time of the runs that this one resumes
	first   string        // fingerprint of the first trace

	mu       sync.Mutex
	counts   cover.Counts
	findings map[string]*Finding      // by group
	seen     map[string]*SignatureFor // by signature
	done     map[uint64]bool          // finished traces from low on
	low      uint64                   // all traces below are finished
	savedAt  time.Time                // when the progress file was last written
	saveTime time.Duration            // how long that took
	err      error
	workers  []*worker
	running  sync.WaitGroup
}

// worker compares one trace at a time. at is the current operation of its trace, and steps counts
// the operations on all implementations. They allow supervise to detect a hanging trace.
type worker struct {
	c         *campaign
	number    atomic.Uint64 // number of the trace within the shard
	since     atomic.Int64  // nanoseconds from the start of the campaign, 0 when idle
	at        atomic.Int64
	steps     atomic.Uint64
	trace     atomic.Pointer[spec.Trace]
	what      atomic.Pointer[runner.Implementation]
	abandoned atomic.Bool

	// For supervise: the value of steps that it saw last, and when it changed.
	seen  uint64
	moved time.Duration
}

func newCampaign(ctx context.Context, o Options) *campaign {
	c := &campaign{
		o: o, counts: cover.NewCounts(), findings: map[string]*Finding{}, seen: map[string]*SignatureFor{},
		done: map[uint64]bool{},
	}
	if o.Keep != "" {
		c.first = o.fingerprint()
	}
	c.ctx, c.cancel = context.WithCancel(ctx)
	c.started = time.Now()
	return c
}

func (c *campaign) run() (*Report, error) {
	defer c.cancel()
	for range c.o.Workers {
		c.spawn()
	}
	finished := make(chan struct{})
	go func() {
		c.running.Wait()
		close(finished)
	}()
	c.supervise(finished)
	c.mu.Lock()
	if err := c.keep(); err != nil {
		c.failed(err)
	}
	c.mu.Unlock()
	c.prepareEarlier()
	return c.report()
}

func (c *campaign) spawn() {
	w := &worker{c: c}
	c.mu.Lock()
	c.workers = append(c.workers, w)
	c.mu.Unlock()
	c.running.Add(1)
	go w.loop()
}

// supervise reports progress and detects hanging traces, until all workers have ended.
func (c *campaign) supervise(finished <-chan struct{}) {
	tick := time.NewTicker(min(c.o.ProgressEvery, c.o.TraceTimeout/4))
	defer tick.Stop()
	shown := time.Now()
	for {
		select {
		case <-finished:
			c.progress()
			return
		case <-tick.C:
			c.replaceHanging()
			if time.Since(shown) >= c.o.ProgressEvery {
				shown = time.Now()
				c.progress()
			}
		}
	}
}

func (c *campaign) progress() {
	if c.o.Progress == nil {
		return
	}
	c.mu.Lock()
	n := len(c.findings)
	c.mu.Unlock()
	c.o.Progress(Progress{
		Elapsed: time.Since(c.started), Total: c.o.Duration, Traces: c.traces.Load(), Operations: c.ops.Load(),
		Findings: n,
	})
}

// longest is the time limit of a trace, as a multiple of that of an operation.
const longest = 10

// replaceHanging replaces workers that exceed the time limit. Their goroutines are leaked, because
// Go cannot stop them. If the campaign has ended, a trace that has run for longer than TraceTimeout
// is abandoned too, and does not count.
func (c *campaign) replaceHanging() {
	c.mu.Lock()
	workers := slices.Clone(c.workers)
	c.mu.Unlock()
	for _, w := range workers {
		began, now := time.Duration(w.since.Load()), time.Since(c.started)
		if began == 0 {
			continue
		}
		if steps := w.steps.Load(); steps != w.seen || w.moved < began {
			w.seen, w.moved = steps, now
		}
		hangs := now-w.moved >= c.o.TraceTimeout || now-began >= longest*c.o.TraceTimeout
		late := c.ctx.Err() != nil && now-began >= c.o.TraceTimeout
		if !hangs && !late || !w.abandoned.CompareAndSwap(false, true) {
			continue
		}
		if hangs {
			c.hung(w)
			c.spawn()
		}
		c.running.Done() // for the leaked goroutine
	}
}

func (c *campaign) hung(w *worker) {
	number := w.number.Load()
	t := w.trace.Load()
	im := runner.Implementation{}
	if p := w.what.Load(); p != nil {
		im = *p
	}
	d := runner.TimedOut(t, im, int(w.at.Load())-1, c.o.TraceTimeout)
	f := c.grouped(&Finding{Index: c.o.Shard.At(number), Divergence: d, Trace: t}, cover.NewCounts())
	c.finish(number, cover.NewCounts(), []*Finding{f})
}

func (w *worker) loop() {
	c := w.c
	defer func() {
		if w.abandoned.CompareAndSwap(false, true) {
			c.running.Done()
		}
	}()
	for c.ctx.Err() == nil {
		number := c.next.Add(1) - 1
		index := c.o.Shard.At(number)
		if c.o.Traces > 0 && index >= c.o.Traces || c.o.Operations > 0 && c.ops.Load() >= c.o.Operations {
			return
		}
		if c.isDone(number) {
			continue
		}
		w.number.Store(number)
		w.since.Store(int64(time.Since(c.started)) | 1)
		counts, found, complete := w.compare(index)
		w.since.Store(0)
		if w.abandoned.Load() || !complete {
			return
		}
		c.finish(number, counts, found)
	}
}

// If Options.LawEvery is more than 1, the laws are checked on the reference only for every
// referenceLaws-th trace with laws.
const referenceLaws = 4

// next generates the trace with an index.
func (o *Options) next(index uint64) *spec.Trace {
	return o.Generate(TraceSeed(o.Seed, index), o.profile(index))
}

// compare runs one trace on all implementations. It returns the counts, the findings, and whether
// the trace was compared to its end.
func (w *worker) compare(index uint64) (cover.Counts, []*Finding, bool) {
	c, o := w.c, &w.c.o
	t := o.next(index)
	w.trace.Store(t)
	opts := o.Run
	opts.Foreign = opts.Foreign || runner.AnyForeign(o.implementations(index))
	if o.LawEvery > 1 && o.round(index)%o.LawEvery != 0 {
		opts.Laws = nil
	}
	opts.Stop = func() bool {
		w.at.Add(1)
		w.steps.Add(1)
		return w.at.Load()&15 == 0 && c.ctx.Err() != nil || w.abandoned.Load()
	}
	counts := cover.NewCounts()
	w.begin(o.Reference)
	recorded := opts
	if o.LawEvery > 1 && o.round(index)%(o.LawEvery*referenceLaws) != 0 {
		recorded.Laws = nil
	}
	rec, err := runner.Record(t, o.Reference, recorded, &counts)
	if err != nil {
		c.fail(err)
		return counts, nil, false
	}
	var diverged []runner.Divergence
	if rec.Broken != nil {
		diverged = append(diverged, *rec.Broken)
	}
	wrong := map[string]bool{} // implementations that diverge without a variant
	for _, im := range o.implementations(index) {
		if im.Variant != nil && wrong[im.Name] {
			continue // the variant would show the same divergence
		}
		w.begin(im)
		if d := rec.Check(im, opts, &counts); d != nil {
			wrong[im.Name] = true
			diverged = append(diverged, *d)
		}
	}
	if w.abandoned.Load() {
		return counts, nil, false
	}
	var found []*Finding
	for _, d := range diverged {
		shown, d := w.plainly(t, d)
		if w.abandoned.Load() {
			return counts, nil, false
		}
		w.since.Store(0) // the time limit of a trace does not apply to its reduction
		found = append(found, c.grouped(&Finding{Index: index, Divergence: d, Trace: shown}, counts))
	}
	if c.ctx.Err() != nil && len(found) == 0 {
		return counts, nil, false
	}
	c.traces.Add(1)
	c.ops.Add(counts.Total())
	return counts, found, true
}

// plainly replaces the divergence of a variant or law by a divergence on the trace of
// [runner.Divergence.Plain], if there is one.
func (w *worker) plainly(t *spec.Trace, d runner.Divergence) (*spec.Trace, runner.Divergence) {
	plain := d.Plain(t)
	if plain == nil {
		return t, d
	}
	for _, im := range slices.Concat(w.c.o.Implementations, w.c.o.Alternates) {
		if im.Variant != nil || im.Name != d.Implementation {
			continue
		}
		opts := w.c.o.Run
		opts.Laws, opts.Uncounted = nil, true
		res, err := runner.Run(plain, w.c.o.Reference, []runner.Implementation{im}, opts)
		if err == nil && len(res.Divergences) == 1 && res.Divergences[0].Implementation == im.Name {
			plain.Header.Note = "as asked by " + d.Label()
			return plain, res.Divergences[0]
		}
	}
	return t, d
}

func (w *worker) begin(im runner.Implementation) {
	w.at.Store(0)
	w.what.Store(&im)
	w.steps.Add(1)
}

func (c *campaign) report() (*Report, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := &Report{
		Seed: c.o.Seed, Traces: c.counts.Traces, Workers: c.o.Workers, Elapsed: c.earlier + time.Since(c.started),
		Counts: c.counts, Findings: []Finding{}, Shard: c.o.Shard,
	}
	for _, key := range slices.Sorted(maps.Keys(c.findings)) {
		r.Findings = append(r.Findings, *c.findings[key])
	}
	slices.SortStableFunc(r.Findings, func(a, b Finding) int { return cmp.Compare(a.Index, b.Index) })
	return r, c.err
}
