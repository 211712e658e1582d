package mutation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Probe runs single units of a worker on single mutants, to find out which units detect which
// mutant.
type Probe struct {
	w        *worker
	units    []reach // by number
	cheapest []int   // the numbers of the units, by steps
	known    map[attempted]string
	dead     map[uint16]string // mutants that kill the process
}

// reach describes the work of a unit without a mutant.
type reach struct {
	name    string
	steps   uint64
	reached []byte
}

func (u *reach) reaches(id uint16) bool { return u.reached[id/8]>>(id%8)&1 != 0 }

// attempted is a unit and a mutant that were run together.
type attempted struct {
	mutant uint16
	unit   int
}

// The limits of a worker. If a unit takes n steps without a mutant, it may take fewestSteps +
// moreSteps*n with one. probeLimit is the time for a unit with a mutant. coverLimit is the time for
// the first answer, for which the worker creates its units, and for a unit without a mutant.
const (
	moreSteps   = 20
	fewestSteps = 300_000
	probeLimit  = time.Minute
	coverLimit  = 5 * time.Minute
)

// NewProbe starts a command that calls [Serve], and runs each of its units without a mutant.
func NewProbe(ctx context.Context, binary string, args ...string) (*Probe, error) {
	p := &Probe{w: &worker{command: append([]string{binary}, args...)}}
	defer p.w.stop()
	count := 0
	if err := p.w.ask(ctx, &request{}, coverLimit, func(a *response) { count = a.Unit }); err != nil {
		return nil, err
	}
	p.units = make([]reach, count)
	var all request
	for i := range count {
		all.Units, p.cheapest = append(all.Units, i), append(p.cheapest, i)
	}
	var wrong error
	err := p.w.ask(ctx, &all, coverLimit, func(a *response) {
		switch {
		case a.Done:
		case a.Wrong != "":
			wrong = fmt.Errorf("the unit %s fails without a mutant: %s", a.Name, a.Wrong)
		default:
			p.units[a.Unit] = reach{a.Name, a.Steps, a.Reached}
		}
	})
	if err == nil {
		err = wrong
	}
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(p.cheapest, func(a, b int) int { return cmp.Compare(p.units[a].steps, p.units[b].steps) })
	return p.Another(), nil
}

// Another returns a probe of the same units with a worker of its own.
func (p *Probe) Another() *Probe {
	return &Probe{
		w: &worker{command: p.w.command}, units: p.units, cheapest: p.cheapest,
		known: map[attempted]string{}, dead: map[uint16]string{},
	}
}

// Close ends the worker.
func (p *Probe) Close() { p.w.stop() }

// Units returns the names of the units. The other methods take an index into this list.
func (p *Probe) Units() []string {
	names := make([]string, len(p.units))
	for i := range p.units {
		names[i] = p.units[i].name
	}
	return names
}

// Reaches reports whether a unit executes the position of a mutant.
func (p *Probe) Reaches(unit int, id uint16) bool { return p.units[unit].reaches(id) }

// Detect runs the units that reach a mutant, cheapest first, and returns the first that detects it, or
// "". covered is false if none reaches it.
func (p *Probe) Detect(ctx context.Context, id uint16) (by string, covered bool, _ error) {
	for _, unit := range p.cheapest {
		if !p.Reaches(unit, id) {
			continue
		}
		covered = true
		if wrong, err := p.Try(ctx, unit, id); wrong != "" || err != nil {
			return p.units[unit].name + ": " + wrong, true, err
		}
	}
	return "", covered, nil
}

// Try returns the error of a unit with a mutant, or "". Each pair runs only once. If a worker that
// has tried other mutants dies, or if the unit also fails without the mutant, a new worker tries
// again. If a mutant kills a new worker, it is not tried on other units.
func (p *Probe) Try(ctx context.Context, unit int, id uint16) (string, error) {
	u := &p.units[unit]
	if !u.reaches(id) {
		return "", nil
	}
	if wrong, dead := p.dead[id]; dead {
		return wrong, nil
	}
	key := attempted{id, unit}
	if wrong, known := p.known[key]; known {
		return wrong, nil
	}
	ask := request{Mutant: id, Units: []int{unit}, Limits: []uint64{fewestSteps + moreSteps*u.steps}}
	for {
		fresh := p.w.process == nil || p.w.fresh
		var last response
		err := p.w.ask(ctx, &ask, probeLimit, func(a *response) { last = *a })
		p.w.fresh = false
		switch {
		case err != nil && !errors.Is(err, errDied):
			return "", err
		case err != nil:
			last.Wrong = fmt.Sprintf("panic: %v", err)
		case last.Dirty:
			p.w.stop()
		}
		if err != nil && fresh {
			p.dead[id] = last.Wrong
		}
		if (err == nil && !last.Dirty) || fresh {
			p.known[key] = last.Wrong
			return last.Wrong, nil
		}
	}
}
