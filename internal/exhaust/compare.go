package exhaust

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

const (
	// maxPerTrace is the number of differences of one engine in one trace after which the rest of
	// the trace is skipped.
	maxPerTrace = 4
	// reduceFor limits the time for reducing one difference.
	reduceFor = 3 * time.Second
)

// comparison compares a batch.
type comparison struct {
	*run
	*batch
	counts    oracle.Counts
	found     []*oracle.Finding
	abandoned uint64 // worlds with so many differences that the rest was skipped
}

// all compares every world of the batch, until ctx is done. If an operation hangs, it skips the
// rest of the batch, because each world may take as long.
func (c *comparison) all(ctx context.Context) error {
	for i, world := range c.worlds {
		jobs, err := c.jobs(world)
		if err != nil {
			return err
		}
		for _, j := range jobs {
			if ctx.Err() != nil {
				return nil
			}
			origin := fmt.Sprintf("world %d", c.first+uint64(i))
			complete, err := c.compare(j, origin)
			if err != nil {
				return err
			}
			if n := len(c.found); n > 0 && c.found[n-1].Divergence.Hangs() {
				c.abandoned += uint64(len(c.worlds) - i)
				return nil
			}
			if !complete {
				c.abandoned++
				break
			}
		}
	}
	return nil
}

// job is a trace with the engines and variants to compare on it.
type job struct {
	trace   *spec.Trace
	engines []oracle.Implementation
}

// jobs returns the traces to compare in one world: 1. every query and every operation; 2. every
// query after each operation that leads to the world, for the variants that prepare queries early;
// 3. every query, for every other variant; 4. the first trace after a reload.
func (c *comparison) jobs(world []spec.Operation) ([]job, error) {
	trace := func(parts ...[]spec.Operation) *spec.Trace {
		return spec.NewTrace(c.profile.Name, slices.Concat(parts...)...)
	}
	excursions, err := c.family.excursions(c.o.Bound, c.o.Reference, world)
	if err != nil {
		return nil, err
	}
	walk, err := c.family.walk(c.o.Bound, c.o.Reference, world, c.questions)
	if err != nil {
		return nil, err
	}
	var held, others []oracle.Implementation
	for _, v := range oracle.Variants() {
		for _, im := range c.o.Implementations {
			switch v.Name {
			case "held", "held cached":
				held = append(held, im.With(v))
			case "snapshot": // excursions contain snapshots
			default:
				others = append(others, im.With(v))
			}
		}
		for _, im := range c.o.Storage {
			if v.Name == "held" {
				others = append(others, im.With(v))
			}
		}
	}
	jobs := []job{
		{trace(world, c.questions, excursions), c.o.Implementations},
		{trace(walk, excursions), held},
		{trace(world, c.questions), others},
	}
	if c.profile.Offers(spec.CapSave) {
		reload := []spec.Operation{{Op: spec.OpReload}}
		jobs = append(jobs, job{trace(world, reload, c.questions, excursions), c.o.Implementations})
	}
	return jobs, nil
}

// compare runs a trace and reduces its differences to findings. It removes a query with a wrong
// answer and runs the trace again, to find what that difference hides. If there are too many
// differences, the result is not complete.
func (c *comparison) compare(j job, origin string) (complete bool, _ error) {
	options := oracle.RunOptions{}
	t, engines := j.trace, j.engines
	t.Header.Origin = fmt.Sprintf("diffcheck exhaust, %s, %s", c.o.Bound, origin)
	for range maxPerTrace {
		res, err := oracle.RunWithin(c.o.HangAfter, t, c.o.Reference, engines, options)
		if err != nil {
			return false, err
		}
		c.counts.Add(res.Counts)
		if len(res.Divergences) == 0 {
			return true, nil
		}
		shown := map[string]bool{}
		for _, d := range res.Divergences {
			if shown[d.Implementation] {
				continue // a variant would show the same difference
			}
			shown[d.Implementation] = true
			f := oracle.ReducedFinding(t, d, c.o.Reference, d.Of(c.o.Reference, engines), options,
				oracle.ReduceOptions{Timeout: reduceFor})
			f.Origin = origin
			c.found = append(c.found, f)
		}
		first := res.Divergences[0]
		if !first.Op.Op.IsRead() || first.Hangs() {
			return false, nil
		}
		t = t.With(slices.Delete(t.Operations(), first.Index, first.Index+1)...)
		engines = slices.DeleteFunc(slices.Clone(engines),
			func(im oracle.Implementation) bool { return !shown[im.Name] })
	}
	return false, nil
}
