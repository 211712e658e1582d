package main

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/tools/mutants"
)

// mutantsRun has the campaigns that wait, and the results of finished campaigns. A lane is a
// goroutine that runs one campaign after another. mu guards the fields that the lanes share.
type mutantsRun struct {
	flags  *mutantsFlags
	joined map[string]*mutants.Joined // for each finder, its build with all mutants; none: one build per mutant
	begun  time.Time
	show   *console.Progress

	mu      sync.Mutex
	waiting []waitingTrial
	report  *mutantsReport
	err     error
}

// waitingTrial is a mutant with the seed of a campaign against it.
type waitingTrial struct {
	mutant mutants.Mutant
	seed   uint64
}

// joinFrom is the number of campaigns from which one build with all mutants is faster than separate
// builds.
const joinFrom = 4

// runMutants runs the campaigns whose results are not known, several in parallel. Each lane has its own
// folder.
func runMutants(
	ctx context.Context, c *console.Console, f *mutantsFlags, chosen []mutants.Mutant, report *mutantsReport,
) error {
	dir, err := os.MkdirTemp("", "relspec-mutants-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a folder for temporary files
	r := &mutantsRun{
		flags: f, joined: map[string]*mutants.Joined{}, begun: time.Now(), show: c.ShowProgress(),
		report: report,
	}
	for _, m := range chosen {
		for i := range uint64(f.seeds) {
			if seed := f.seed + i; !report.has(m.Name, seed) {
				r.waiting = append(r.waiting, waitingTrial{m, seed})
			}
		}
	}
	r.show.Begin("mutants")
	if !r.over() {
		if err := r.join(ctx, chosen, dir); err != nil {
			return err
		}
	}
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
	r.show.End()
	return nil
}

// over reports whether the time for all campaigns is over.
func (r *mutantsRun) over() bool { return r.flags.total > 0 && time.Since(r.begun) >= r.flags.total }

// join makes a build with all mutants for each command, if there are enough campaigns.
func (r *mutantsRun) join(ctx context.Context, chosen []mutants.Mutant, dir string) error {
	for _, command := range [...]string{mutants.Diffcheck, mutants.Twin} {
		trials := 0
		for _, t := range r.waiting {
			if t.mutant.Finder() == command {
				trials++
			}
		}
		if trials < joinFrom {
			continue
		}
		r.show.Update("building")
		list := slices.DeleteFunc(withoutControl(chosen), func(m mutants.Mutant) bool { return m.Finder() != command })
		joined, err := mutants.Join(ctx, ".", command, list, filepath.Join(dir, path.Base(command)))
		if err != nil {
			return err
		}
		r.joined[command] = joined
	}
	return nil
}

// lane runs campaigns until there are none left.
func (r *mutantsRun) lane(ctx context.Context, dir string) {
	for {
		t, more := r.next(ctx)
		if !more {
			return
		}
		result, err := r.one(ctx, t.mutant, t.seed, dir)
		if ctx.Err() != nil {
			return // the campaign was interrupted
		}
		r.done(result, err)
	}
}

// next returns the next campaign. It returns none after an error, an interruption, or the end of --total.
func (r *mutantsRun) next(ctx context.Context) (waitingTrial, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.waiting) == 0 || r.err != nil || r.over() || ctx.Err() != nil {
		return waitingTrial{}, false
	}
	t := r.waiting[0]
	r.waiting = r.waiting[1:]
	r.show.Update(fmt.Sprintf("%d of %d  %s", len(r.report.Results)+1, r.report.Chosen*r.flags.seeds, t.mutant.Name))
	return t, true
}

// one runs the campaign of one seed against a mutant, on the joined build or on a separate build in dir.
func (r *mutantsRun) one(ctx context.Context, m mutants.Mutant, seed uint64, dir string) (*mutantResult, error) {
	f := r.flags
	o := mutants.TryOptions{
		Duration: f.duration, Operations: f.bound, AsFound: f.seeds > 1, Seed: seed, Dir: dir,
		Profile: m.Profile, Finder: m.Finder(),
	}
	binary, inJoined := "", false
	if joined := r.joined[m.Finder()]; joined != nil {
		binary = joined.Binary
		o.Planted, inJoined = joined.Number(m.Name)
	}
	if !inJoined && (binary == "" || !isControl(m.Name)) {
		binary = filepath.Join(dir, "finder")
		if err := mutants.Build(ctx, ".", m.Finder(), withoutControl([]mutants.Mutant{m}), binary); err != nil {
			return nil, err
		}
	}
	trial, err := mutants.Try(ctx, binary, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.Name, err)
	}
	return &mutantResult{Name: m.Name, Class: m.Class, Breaks: m.Breaks, Seed: seed, Trial: *trial}, nil
}

// done saves a result at once.
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
