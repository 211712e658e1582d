package planted

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
	"github.com/relspec/relspec/internal/mutants"
)

// mutantsRun has the mutants that are still to be tried, and the results of those tried. The part that its lanes share is behind mu.
type mutantsRun struct {
	flags   *mutantsFlags
	begun   time.Time
	show    *console.Progress
	mu      sync.Mutex
	waiting []waitingTrial
	report  *MutantsReport
	err     error
}

// waitingTrial is a fault with the seed of a campaign against it.
type waitingTrial struct {
	mutant mutants.Mutant
	seed   uint64
}

// joinFrom is from how many trials on one build with all faults is made.
const joinFrom = 4

// runMutants builds and tries the chosen faults, several at a time, each in a lane with a folder of its own.
func runMutants(ctx context.Context, c *console.Console, f *mutantsFlags, chosen []mutants.Mutant, report *MutantsReport) error {
	dir, err := os.MkdirTemp("", "diffcheck-mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a folder for temporary files
	r := &mutantsRun{flags: f, begun: time.Now(), show: c.ShowProgress(), report: report}
	for _, m := range chosen {
		for i := range uint64(f.seeds) {
			if seed := f.seed + i; !report.has(m.Name, seed) {
				r.waiting = append(r.waiting, waitingTrial{m, seed})
			}
		}
	}
	r.show.Begin("mutants")
	if err := r.join(ctx, chosen, dir); err != nil {
		return err
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
	r.show.End(console.Plural(len(report.Results), "campaign", "campaigns"))
	return nil
}

// join makes the builds that have all faults which a command looks for, where there are enough trials.
func (r *mutantsRun) join(ctx context.Context, chosen []mutants.Mutant, dir string) error {
	r.flags.joined = map[string]*mutants.Joined{}
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
		own := filepath.Join(dir, path.Base(command))
		if err := os.Mkdir(own, 0o755); err != nil {
			return err
		}
		list := slices.DeleteFunc(slices.Clone(chosen), func(m mutants.Mutant) bool { return m.Finder() != command })
		joined, err := mutants.Join(ctx, r.flags.root, command, list, filepath.Join(own, "joined"))
		if err != nil {
			return err
		}
		r.flags.joined[command] = joined
	}
	return nil
}

// lane tries one fault after the other.
func (r *mutantsRun) lane(ctx context.Context, dir string) {
	for {
		t, more := r.next(ctx)
		if !more {
			return
		}
		result, err := r.flags.one(ctx, t.mutant, t.seed, dir)
		if ctx.Err() != nil {
			return // the campaign was cut short
		}
		r.done(result, err)
	}
}

// next takes a fault; there is none after an error, an interruption, or the time for all.
func (r *mutantsRun) next(ctx context.Context) (waitingTrial, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	over := r.flags.total > 0 && time.Since(r.begun) >= r.flags.total
	if len(r.waiting) == 0 || r.err != nil || over || ctx.Err() != nil {
		return waitingTrial{}, false
	}
	t := r.waiting[0]
	r.waiting = r.waiting[1:]
	r.show.Update(fmt.Sprintf("%d of %d  %s", len(r.report.Results)+1, r.report.Chosen*r.flags.seeds, t.mutant.Name))
	return t, true
}

// done keeps a result before anything else happens.
func (r *mutantsRun) done(result *MutantResult, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.report.Results = append(r.report.Results, *result)
		if r.flags.results != "" {
			err = console.AppendResult(r.flags.results, result)
		}
	}
	if r.err == nil {
		r.err = err
	}
}
