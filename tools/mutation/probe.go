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
	w     *worker
	units []response // without a mutant
	known map[attempted]string
	dead  map[uint16]string // mutants that kill the process
}

// attempted is a unit and a mutant that were run together.
type attempted struct {
	mutant uint16
	unit   int
}

// The limits of a worker. If a unit takes n steps without a mutant, it may take fewestSteps +
// moreSteps*n with one. probeLimit is the time for a unit with a mutant. coverLimit is the time for a
// unit without a mutant; the first answer includes the time to create all units.
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
	for {
		unit, err := p.w.ask(ctx, request{Unit: len(p.units)}, coverLimit)
		switch {
		case err != nil:
			return nil, err
		case unit.Wrong != "":
			return nil, fmt.Errorf("the unit %s fails without a mutant: %s", unit.Name, unit.Wrong)
		case unit.Name == "": // no more units
			return p.Another(), nil
		}
		p.units = append(p.units, unit)
	}
}

// Another returns a probe of the same units with a worker of its own.
func (p *Probe) Another() *Probe {
	return &Probe{
		w: &worker{command: p.w.command}, units: p.units, known: map[attempted]string{}, dead: map[uint16]string{},
	}
}

// Close ends the worker.
func (p *Probe) Close() { p.w.stop() }

// Units returns the names of the units. The other methods take an index into this list.
func (p *Probe) Units() []string {
	names := make([]string, len(p.units))
	for i := range p.units {
		names[i] = p.units[i].Name
	}
	return names
}

// Reaches reports whether a unit executes the position of a mutant.
func (p *Probe) Reaches(unit int, id uint16) bool { return p.units[unit].reaches(id) }

// Detect runs the units that reach a mutant, cheapest first, and returns the first that detects it, or
// "". covered is false if none reaches it.
func (p *Probe) Detect(ctx context.Context, id uint16) (by string, covered bool, _ error) {
	var reaching []int
	for unit := range p.units {
		if p.Reaches(unit, id) {
			reaching = append(reaching, unit)
		}
	}
	slices.SortStableFunc(reaching, func(a, b int) int { return cmp.Compare(p.units[a].Steps, p.units[b].Steps) })
	for _, unit := range reaching {
		if wrong, err := p.Try(ctx, unit, id); wrong != "" || err != nil {
			return p.units[unit].Name + ": " + wrong, true, err
		}
	}
	return "", len(reaching) > 0, nil
}

// Try returns the error of a unit with a mutant, or "". Each pair runs only once. If a worker that
// has tried other mutants dies, or if the unit also fails without the mutant, a new worker tries
// again. If a mutant kills a new worker, it is not tried on other units.
func (p *Probe) Try(ctx context.Context, unit int, id uint16) (string, error) {
	if !p.Reaches(unit, id) {
		return "", nil
	}
	if wrong, dead := p.dead[id]; dead {
		return wrong, nil
	}
	key := attempted{id, unit}
	if wrong, known := p.known[key]; known {
		return wrong, nil
	}
	r := request{Unit: unit, Mutant: id, Limit: fewestSteps + moreSteps*p.units[unit].Steps}
	for {
		fresh := p.w.process == nil || !p.w.process.used
		a, err := p.w.ask(ctx, r, probeLimit)
		switch {
		case errors.Is(err, errDied):
			a.Wrong = fmt.Sprintf("panic: %v", err)
			if fresh {
				p.dead[id] = a.Wrong
			}
		case err != nil:
			return "", err
		case a.Name != p.units[unit].Name:
			return "", fmt.Errorf("the worker has no unit %q, because it was built from other sources", p.units[unit].Name)
		case a.Dirty:
			p.w.stop()
		default:
			p.w.process.used = true
			fresh = true // nothing to try again
		}
		if fresh {
			p.known[key] = a.Wrong
			return a.Wrong, nil
		}
	}
}
