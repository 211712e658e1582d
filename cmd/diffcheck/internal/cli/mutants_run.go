package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/relspec/relspec/internal/mutants"
)

// mutantsRun has the mutants that are still to be tried, and the results of those tried. The part that its lanes share is behind mu.
type mutantsRun struct {
	flags   *mutantsFlags
	begun   time.Time
	show    *progress
	mu      sync.Mutex
	waiting []mutants.Mutant
	report  *mutantsReport
	err     error
}

// runMutants builds and tries the chosen faults, several at a time, each in a lane with a folder of its own.
func (a *app) runMutants(ctx context.Context, f *mutantsFlags, chosen []mutants.Mutant, report *mutantsReport) error {
	dir, err := os.MkdirTemp("", "diffcheck-mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a folder for temporary files
	r := &mutantsRun{flags: f, begun: time.Now(), show: a.showProgress(), report: report}
	for _, m := range chosen {
		if !slices.ContainsFunc(report.Results, func(known mutantResult) bool { return known.Name == m.Name }) {
			r.waiting = append(r.waiting, m)
		}
	}
	r.show.begin("mutants")
	lanes := f.parallel
	if lanes == 0 {
		lanes = runtime.GOMAXPROCS(0)
	}
	var running sync.WaitGroup
	for i := range min(lanes, len(r.waiting)) {
		own := filepath.Join(dir, strconv.Itoa(i))
		if err := os.Mkdir(own, 0o755); err != nil {
			return err
		}
		running.Go(func() { r.lane(ctx, own) })
	}
	running.Wait()
	if r.err != nil {
		return r.err
	}
	report.sort(chosen)
	r.show.end(plural(len(report.Results), "campaign", "campaigns"))
	return nil
}

// lane tries one fault after the other.
func (r *mutantsRun) lane(ctx context.Context, dir string) {
	for {
		m, more := r.next(ctx)
		if !more {
			return
		}
		result, err := r.flags.one(ctx, m, dir)
		if ctx.Err() != nil {
			return // the campaign was cut short
		}
		r.done(result, err)
	}
}

// next takes a fault; there is none after an error, an interruption, or the time for all.
func (r *mutantsRun) next(ctx context.Context) (mutants.Mutant, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	over := r.flags.total > 0 && time.Since(r.begun) >= r.flags.total
	if len(r.waiting) == 0 || r.err != nil || over || ctx.Err() != nil {
		return mutants.Mutant{}, false
	}
	m := r.waiting[0]
	r.waiting = r.waiting[1:]
	r.show.update(fmt.Sprintf("%d of %d  %s", len(r.report.Results)+1, r.report.Chosen, m.Name))
	return m, true
}

// done keeps a result before anything else happens.
func (r *mutantsRun) done(result *mutantResult, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.report.Results = append(r.report.Results, *result)
		if r.flags.results != "" {
			err = appendResult(r.flags.results, result)
		}
	}
	if r.err == nil {
		r.err = err
	}
}
