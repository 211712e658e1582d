package mutation

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Probe runs single units of a worker on single mutants, to find out which units detect which
// mutant.
type Probe struct {
	w     *worker
	units []reach // by number
	known map[attempted]string
	dead  map[uint16]string // mutants that kill the process
}

// attempted is a unit and a mutant that were run together.
type attempted struct {
	mutant uint16
	unit   int
}

// probeLimit is the time limit for one unit, which takes milliseconds without a mutant.
const probeLimit = 20 * time.Second

// NewProbe starts a command that calls [Serve], and runs each of its units without a mutant.
func NewProbe(ctx context.Context, binary string, args ...string) (*Probe, error) {
	r := run{binary: binary, o: Options{Args: args}}
	if err := r.coverUnits(ctx); err != nil {
		return nil, err
	}
	p := &Probe{
		w: &worker{command: r.command()}, units: make([]reach, len(r.units)),
		known: map[attempted]string{}, dead: map[uint16]string{},
	}
	for _, u := range r.units {
		p.units[u.number] = u
	}
	return p, nil
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
