package mutation

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"
)

// cover finds the mutants that units and tests reach, without activating any.
func (r *run) cover(ctx context.Context) error {
	r.o.Progress("running all without a mutant")
	tests, err := r.in.BuildTests(ctx)
	if err != nil {
		return err
	}
	if r.binary != "" {
		if err := r.coverUnits(ctx); err != nil {
			return err
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(tests)) {
		s, err := newSuite(ctx, dir, tests[dir])
		if err != nil {
			return err
		}
		r.suites = append(r.suites, s)
		r.out.Tests += len(s.tests)
		r.out.Broken = append(r.out.Broken, s.broken...)
	}
	return nil
}

// coverUnits divides the units among workers.
func (r *run) coverUnits(ctx context.Context) error {
	w := &worker{command: r.command()}
	count := 0
	err := w.ask(ctx, &request{}, requestLimit, func(a *response) { count = a.Unit })
	w.stop()
	if err != nil {
		return err
	}
	shares := make([][]reach, r.lanes())
	errs := make([]error, r.lanes())
	var running sync.WaitGroup
	for lane := range shares {
		running.Go(func() {
			var ask request
			for i := lane; i < count; i += len(shares) {
				ask.Units = append(ask.Units, i)
			}
			shares[lane], errs[lane] = r.coverShare(ctx, &ask)
		})
	}
	running.Wait()
	for i := range shares {
		if errs[i] != nil {
			return errs[i]
		}
		r.units = append(r.units, shares[i]...)
	}
	slices.SortFunc(r.units, func(a, b reach) int { return cmp.Or(cmp.Compare(a.steps, b.steps), a.number-b.number) })
	r.out.Units = len(r.units)
	return nil
}

// coverLimit is the time limit for the first answer of a worker, which must create its units.
const coverLimit = 5 * time.Minute

func (r *run) coverShare(ctx context.Context, ask *request) ([]reach, error) {
	w := &worker{command: r.command()}
	defer w.stop()
	var out []reach
	var wrong error
	err := w.ask(ctx, ask, coverLimit, func(a *response) {
		switch {
		case a.Done:
		case a.Wrong != "":
			wrong = fmt.Errorf("the unit %s fails without a mutant: %s", a.Name, a.Wrong)
		default:
			out = append(out, reach{a.Unit, a.Name, a.Steps, a.Reached})
		}
	})
	if err == nil {
		err = wrong
	}
	return out, err
}
