package exhaust

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// Options say what an exhaustion runs on.
type Options struct {
	Bound     Bound
	Reference oracle.Implementation
	// Implementations are compared with the reference, those with a variant too.
	Implementations []oracle.Implementation
	Shard           oracle.Shard
	Workers         int           // default: the number of processors
	Duration        time.Duration // ends before all is done; 0 is never
	Findings        int           // ends after so many different ones; default 10
	HangAfter       time.Duration // an operation that takes longer is a finding; default [oracle.HangAfter]
	// Dir is the folder for findings and the progress file; "" keeps nothing.
	Dir string
	// Resume goes on from the progress file in Dir.
	Resume bool
	// Save options of findings.
	Save oracle.SaveOptions
	// Progress is called after each world; one call at a time.
	Progress func(*Report)
}

// Run compares all engines on every query in every world of the bound. The report is given wherever it is known, also
// where ctx or the duration ends the run; the error says that the options are wrong or that a file cannot be written.
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
		o.HangAfter = oracle.HangAfter
	}
	r := &run{o: o, report: newReport(o.Bound, o.Shard), begun: time.Now(), queries: Queries(o.Bound)}
	if o.Resume {
		report, err := resumed(r.file(), o.Bound, o.Shard)
		if err != nil {
			return nil, err
		}
		r.report = report
	}
	r.report.Queries, r.earlier = len(r.queries), r.report.Seconds
	if o.Duration > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Duration)
		defer cancel()
	}
	return r.run(ctx)
}

// FileOf is the progress file of a shard in a folder.
func FileOf(dir string, s oracle.Shard) string { return filepath.Join(dir, s.FileName("exhaust")) }

type run struct {
	o       Options
	queries []*spec.Query
	begun   time.Time
	earlier float64 // seconds of the runs that this one resumes

	mu     sync.Mutex
	report *Report
	err    error
	cancel context.CancelFunc
}

func (r *run) file() string { return FileOf(r.o.Dir, r.o.Shard) }

func (r *run) run(ctx context.Context) (*Report, error) {
	ctx, r.cancel = context.WithCancel(ctx)
	defer r.cancel()
	work := make(chan World)
	var workers sync.WaitGroup
	for range r.o.Workers {
		workers.Go(func() {
			for w := range work {
				r.compare(ctx, w)
			}
		})
	}
	complete := true
	err := Worlds(r.o.Bound, r.o.Reference, func(w World) bool {
		if !r.o.Shard.Has(w.Index) || r.known(w.Index) {
			return ctx.Err() == nil
		}
		select {
		case work <- w:
		case <-ctx.Done():
			complete = false
		}
		return complete
	})
	close(work)
	workers.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = err
	}
	r.report.Complete = complete && r.err == nil && ctx.Err() == nil
	r.save()
	return r.report, r.err
}

func (r *run) known(index uint64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.report.isDone(index)
}

// save writes the progress file; what goes wrong ends the run.
func (r *run) save() {
	r.report.Seconds = r.earlier + time.Since(r.begun).Seconds()
	if r.o.Dir == "" {
		return
	}
	if err := oracle.WriteProgress(r.file(), r.report); err != nil {
		r.fail(err)
	}
}

func (r *run) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.cancel()
}

// compare asks everything in one world and notes what came of it. A world that was not finished is not noted.
func (r *run) compare(ctx context.Context, w World) {
	c := &comparison{run: r, world: w, counts: oracle.NewCounts()}
	findings, err := c.all(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		r.fail(err)
		return
	}
	for _, f := range findings {
		if err := r.keep(f, w.Index); err != nil {
			r.fail(err)
			return
		}
	}
	if ctx.Err() != nil {
		return
	}
	one := Report{Worlds: 1, Asked: c.counts.Queries, Rows: c.counts.Rows, Dumps: c.counts.Dumps, Counts: c.counts}
	for _, n := range c.counts.Comparisons {
		one.Comparisons += n
	}
	if c.abandoned {
		one.Abandoned = 1
	}
	r.report.add(&one)
	r.report.finished(w.Index)
	r.save()
	if len(r.report.Findings) >= r.o.Findings {
		r.cancel()
	}
	if r.o.Progress != nil {
		r.o.Progress(r.report)
	}
}

// keep saves a finding that is the first of its group.
func (r *run) keep(f *oracle.Finding, world uint64) error {
	first := r.report.found(Finding{
		Group: f.Group(), Hash: f.Hash(), Label: f.Divergence.Label(), Signature: f.Divergence.Difference.Signature(),
		World: world, Text: f.Text(r.o.Dir),
	})
	if !first || r.o.Dir == "" {
		return nil
	}
	return f.Save(r.o.Dir, r.o.Save)
}
