package mutation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Options select the mutants and how to run them.
type Options struct {
	Root     string   // of the repository
	Dir      string   // for built files
	Packages []string // packages to mutate, as the go command resolves them in tools
	// Command is the package of a command that calls [Serve] when it runs with Args, and imports
	// the packages. If it is "", only the packages' own tests run.
	Command string
	Args    []string
	// Choose selects points; nil selects all.
	Choose func(*Point) bool
	// Sample is the number of selected mutants to draw, including those with known results; 0 means
	// all. Seed determines the draw and the order, so a run that ends early is a smaller sample.
	Sample int
	Seed   uint64
	// Known are results to reuse if their files have not changed.
	Known    []Result
	Again    bool          // try those of Known again that were not killed
	Parallel int           // mutants tried concurrently; default 1
	Total    time.Duration // start no mutant after this time; 0 for no limit
	// Result is called with each result as soon as it is known. Calls do not overlap. An error ends
	// the run.
	Result func(*Result) error
	// Progress is called with the steps of the run. It may be nil.
	Progress func(string)
}

// Outcome is the result of a run.
type Outcome struct {
	Points  []Point  // all selected mutants
	Drawn   int      // the number of drawn mutants
	Results []Result // in the order of the points, including known results
	Units   int      // number of units of a worker
	Tests   int
	Broken  []string // tests that fail in the instrumented build without a mutant, and are skipped
}

// Run tries mutants. For each mutant it runs the worker's units that reach it, cheapest first, and
// then the tests of the package that reach it. If it is interrupted, it returns the results so far.
func Run(ctx context.Context, o Options) (*Outcome, error) {
	r := &run{o: o, begun: time.Now()}
	if r.o.Progress == nil {
		r.o.Progress = func(string) {}
	}
	r.o.Progress("compiling")
	if err := r.prepare(ctx); err != nil {
		return nil, err
	}
	r.draw()
	if len(r.waiting) > 0 {
		if err := r.cover(ctx); err != nil {
			return nil, err
		}
		r.tryAll(ctx)
	}
	r.out.sort()
	return &r.out, r.err
}

// run is a run in progress; mu guards the fields that its lanes share.
type run struct {
	o      Options
	in     *Instrumented
	binary string
	suites []*suite
	units  []reach // by steps
	begun  time.Time

	mu      sync.Mutex
	waiting []Point
	out     Outcome
	err     error
}

// reach describes the work of a unit without a mutant.
type reach struct {
	number  int
	name    string
	steps   uint64
	reached []byte
}

func (u *reach) reaches(id uint16) bool { return u.reached[id/8]>>(id%8)&1 != 0 }

func (r *run) prepare(ctx context.Context) error {
	var err error
	if r.in, err = Instrument(ctx, r.o.Root, r.o.Dir, r.o.Packages...); err != nil {
		return err
	}
	if r.o.Command != "" {
		r.binary = r.o.Dir + "/worker"
		return r.in.Build(ctx, r.o.Command, r.binary)
	}
	return nil
}

// draw selects the mutants to try and reuses known results.
func (r *run) draw() {
	for _, p := range r.in.Points {
		if r.o.Choose == nil || r.o.Choose(&p) {
			r.out.Points = append(r.out.Points, p)
		}
	}
	known := map[string]*Result{}
	for i := range r.o.Known {
		known[r.o.Known[i].Key()] = &r.o.Known[i]
	}
	var fresh []Point
	for _, p := range r.out.Points {
		have := known[p.Key()]
		switch {
		case have == nil:
			fresh = append(fresh, p)
		case r.o.Again && have.Status != Killed:
			r.waiting = append(r.waiting, p)
		default:
			result := *have
			result.ID = p.ID
			r.out.Results = append(r.out.Results, result)
		}
	}
	seed := r.o.Seed
	slices.SortStableFunc(fresh, func(a, b Point) int { return cmp.Compare(a.lot(seed), b.lot(seed)) })
	if r.o.Sample > 0 {
		fresh = fresh[:min(len(fresh), max(0, r.o.Sample-len(r.waiting)-len(r.out.Results)))]
	}
	r.waiting = append(r.waiting, fresh...)
	r.out.Drawn = len(r.out.Results) + len(r.waiting)
}

func (o *Outcome) sort() {
	slices.SortFunc(o.Results, func(a, b Result) int { return int(a.ID) - int(b.ID) })
}

func (r *run) lanes() int { return max(1, r.o.Parallel) }

func (r *run) command() []string { return append([]string{r.binary}, r.o.Args...) }

// tryAll tries the drawn mutants, several concurrently.
func (r *run) tryAll(ctx context.Context) {
	var running sync.WaitGroup
	for range r.lanes() {
		running.Go(func() {
			w := &worker{command: r.command()}
			defer w.stop()
			for {
				p, more := r.next(ctx)
				if !more {
					return
				}
				begun := time.Now()
				result, err := r.try(ctx, w, p)
				if ctx.Err() != nil {
					return // interrupted
				}
				if result != nil {
					result.Seconds = float64(time.Since(begun).Milliseconds()) / 1000
				}
				r.done(result, err)
			}
		})
	}
	running.Wait()
}

func (r *run) next(ctx context.Context) (Point, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	over := r.o.Total > 0 && time.Since(r.begun) >= r.o.Total
	if len(r.waiting) == 0 || r.err != nil || over || ctx.Err() != nil {
		return Point{}, false
	}
	p := r.waiting[0]
	r.waiting = r.waiting[1:]
	r.o.Progress(fmt.Sprintf("%d of %d  %s:%d", len(r.out.Results)+1, r.out.Drawn, p.File, p.Line))
	return p, true
}

// done saves a result at once.
func (r *run) done(result *Result, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.out.Results = append(r.out.Results, *result)
		if r.o.Result != nil {
			err = r.o.Result(result)
		}
	}
	if r.err == nil {
		r.err = err
	}
}

// try determines the result of one mutant.
func (r *run) try(ctx context.Context, w *worker, p Point) (*Result, error) {
	result := &Result{Point: p, Status: NotCovered}
	by, covered, err := r.work(ctx, w, p.ID)
	for i := 0; err == nil && by == "" && i < len(r.suites); i++ {
		var reached bool
		by, reached, err = r.suites[i].try(ctx, p.ID)
		covered = covered || reached
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", p.String(), err)
	case by != "":
		result.Status, result.By = Killed, by
	case covered || p.Operator == Boundary && r.executed(p.ID-1): // the negation is the mutant before it
		result.Status = Survived
	}
	return result, nil
}

// executed reports whether anything reaches a mutant.
func (r *run) executed(id uint16) bool {
	for i := range r.units {
		if r.units[i].reaches(id) {
			return true
		}
	}
	for _, s := range r.suites {
		for i := range s.tests {
			if s.tests[i].reached[id] != 0 {
				return true
			}
		}
	}
	return false
}

// The limits of a worker. With a mutant a unit may take some more steps than without, and no unit
// may take minutes.
const (
	moreSteps    = 20
	fewestSteps  = 300_000
	requestLimit = 2 * time.Minute
)

// work runs the units that reach a mutant. If a worker that has tried other mutants dies or reports
// corrupted state, a new worker runs them again.
func (r *run) work(ctx context.Context, w *worker, id uint16) (by string, covered bool, _ error) {
	ask := request{Mutant: id}
	names := map[int]string{}
	for i := range r.units {
		if u := &r.units[i]; u.reaches(id) {
			ask.Units = append(ask.Units, u.number)
			ask.Limits = append(ask.Limits, fewestSteps+moreSteps*u.steps)
			names[u.number] = u.name
		}
	}
	if len(ask.Units) == 0 {
		return "", false, nil
	}
	for {
		fresh := w.process == nil || w.fresh
		var last response
		err := w.ask(ctx, &ask, requestLimit, func(a *response) { last = *a })
		w.fresh = false
		switch {
		case err == nil && last.Dirty:
			w.stop()
			if fresh { // nothing else can be the cause
				return names[last.Unit] + ": " + last.Wrong, true, nil
			}
		case err == nil && last.Wrong == "":
			return "", true, nil
		case err == nil:
			return names[last.Unit] + ": " + last.Wrong, true, nil
		case !errors.Is(err, errDied):
			return "", true, err
		case fresh:
			return err.Error(), true, nil
		}
	}
}
