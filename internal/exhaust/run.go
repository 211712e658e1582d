package exhaust

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/internal/oracle/shard"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// Options configures an enumeration: its bound, the engines, and limits.
type Options struct {
	Bound     Bound
	Reference oracle.Implementation
	// Implementations and Storage are compared with the reference. Implementations run under every
	// variant. Storage are further configurations of them, in which all queries are prepared at the
	// start.
	Implementations []oracle.Implementation
	Storage         []oracle.Implementation
	Shard           oracle.Shard
	Workers         int           // default: the number of processors
	Duration        time.Duration // maximum duration; 0 is no limit
	Findings        int           // stop after this number of different findings; default 10
	HangAfter       time.Duration // an operation that takes longer is a finding; default [runner.HangAfter]
	// Dir is the folder for findings and the progress file; "" keeps nothing.
	Dir string
	// Resume continues from the progress file in Dir.
	Resume bool
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
	r := &run{o: o, report: newReport(o.Bound, o.Shard), begun: time.Now(), profile: o.Bound.profile()}
	r.questions = o.Bound.questions()
	if o.Dir != "" {
		unlock, err := o.Shard.Lock(o.Dir, "exhaust")
		if err != nil {
			return nil, err
		}
		defer unlock()
	}
	alphabet, err := fingerprint(r.questions)
	if err != nil {
		return nil, err
	}
	switch {
	case o.Resume:
		if r.report, err = resumed(o.Dir, o.Bound, o.Shard); err != nil {
			return nil, err
		}
		if r.report.Alphabet != alphabet {
			return nil, fmt.Errorf("%s was started by a version of diffcheck with other queries; use that version, or start in another folder", r.file())
		}
	case o.Dir != "":
		if err := shard.SetAside(r.file()); err != nil {
			return nil, err
		}
	}
	r.report.Alphabet = alphabet
	r.report.Queries, r.earlier = len(r.questions), r.report.Seconds
	r.cursors = []Cursor{r.report.From}
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

// fingerprint returns a hash of all questions.
func fingerprint(questions []spec.Operation) (string, error) {
	text, err := json.Marshal(questions)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:4]), err
}

// FileOf returns the path of the progress file of a shard in a folder.
func FileOf(dir string, s oracle.Shard) string { return filepath.Join(dir, s.FileName("exhaust")) }

type run struct {
	o         Options
	profile   spec.Profile
	questions []spec.Operation
	begun     time.Time
	earlier   float64 // seconds of the runs that this one resumes

	mu      sync.Mutex
	report  *Report
	cursors []Cursor // of the families that some worker has not finished
	err     error
	cancel  context.CancelFunc
}

// batch has some worlds of a family, which one worker compares.
type batch struct {
	index  uint64 // of all families
	first  uint64 // the number of its first world
	family *family
	worlds [][]spec.Operation
}

func (r *run) file() string { return FileOf(r.o.Dir, r.o.Shard) }

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
	r.mu.Lock()
	r.save() // so that the run can be resumed from here
	r.mu.Unlock()
	err := r.deal(ctx, work)
	close(work)
	workers.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = err
	}
	r.report.Complete = r.err == nil && ctx.Err() == nil
	r.save()
	return r.report, r.err
}

// perBatch is about how many questions a batch asks: enough to make its fixed costs negligible.
const perBatch = 12_000

// deal passes the unfinished batches of the shard to the workers.
func (r *run) deal(ctx context.Context, work chan<- *batch) error {
	at := r.report.From
	size := max(2, perBatch/len(r.questions))
	skip := at.Family
	for f := range r.o.Bound.families() {
		if skip > 0 {
			skip--
			continue
		}
		if err := f.explore(r.o.Bound, r.o.Reference); err != nil {
			return err
		}
		for worlds := range slices.Chunk(f.worlds, size) {
			b := &batch{index: at.Batch, first: at.World, family: f, worlds: worlds}
			at.Batch++
			at.World += uint64(len(worlds))
			if !r.o.Shard.Has(b.index) || r.known(b.index) {
				continue
			}
			select {
			case work <- b:
			case <-ctx.Done():
				return nil
			}
		}
		at.Family++
		r.mu.Lock()
		r.cursors = append(r.cursors, at)
		r.mu.Unlock()
		if ctx.Err() != nil {
			return nil
		}
	}
	return nil
}

func (r *run) known(index uint64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.report.isDone(index)
}

// save writes the progress file. If that fails, the run ends.
func (r *run) save() {
	r.report.Seconds = r.earlier + time.Since(r.begun).Seconds()
	for len(r.cursors) > 1 && r.cursors[1].Batch <= r.report.Next {
		r.cursors = r.cursors[1:]
	}
	r.report.From = r.cursors[0]
	if r.o.Dir == "" {
		return
	}
	if err := shard.Write(r.file(), r.report); err != nil {
		r.fail(err)
	}
}

func (r *run) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.cancel()
}

// compare compares the worlds of a batch. It records the result only if the batch was finished.
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
	r.report.finished(b.index)
	r.save()
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
