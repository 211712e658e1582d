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
	// chunk is how many queries are asked in one trace: held variants prepare all of them.
	chunk = 400
	// mostOfAWorld is how many differences of one world are reduced before the rest of it is left alone.
	mostOfAWorld = 4
	// reduceFor bounds how long one difference is reduced.
	reduceFor = 3 * time.Second
)

// comparison is one world on all engines.
type comparison struct {
	*run
	world     World
	counts    oracle.Counts
	abandoned bool
}

// all asks all queries, some hundred a time.
func (c *comparison) all(ctx context.Context) ([]*oracle.Finding, error) {
	var found []*oracle.Finding
	for part := range slices.Chunk(c.queries, chunk) {
		if ctx.Err() != nil || c.abandoned {
			return found, nil
		}
		more, err := c.part(part, mostOfAWorld-len(found))
		if err != nil {
			return nil, err
		}
		found = append(found, more...)
	}
	return found, nil
}

// part asks some queries; after a difference it leaves out the query that shows it and asks the others again.
func (c *comparison) part(queries []*spec.Query, most int) ([]*oracle.Finding, error) {
	var found []*oracle.Finding
	for {
		trace := c.trace(queries...)
		res, err := oracle.RunWithin(c.o.HangAfter, trace, c.o.Reference, c.o.Implementations, oracle.RunOptions{})
		if err != nil {
			return nil, err
		}
		if len(res.Divergences) == 0 {
			c.counts.Add(res.Counts)
			return found, nil
		}
		d := res.Divergences[0]
		f, err := c.finding(trace, d)
		if err != nil {
			return nil, err
		}
		found = append(found, f)
		at := d.Index - len(c.world.Ops) - len(c.world.Idle)
		if at < 0 || len(found) >= most || d.Hangs() {
			c.counts.Add(res.Counts)
			c.abandoned = true
			return found, nil
		}
		queries = slices.Delete(slices.Clone(queries), at, at+1)
	}
}

// trace makes the world, tries what changes nothing, and asks.
func (c *comparison) trace(queries ...*spec.Query) *spec.Trace {
	ops := slices.Concat(c.world.Ops, c.world.Idle)
	for _, q := range queries {
		ops = append(ops, spec.Operation{Op: spec.OpQuery, Query: q})
	}
	t := spec.NewTrace(c.o.Bound.Profile, ops...)
	t.Header.Origin = fmt.Sprintf("diffcheck exhaust, %s, world %d", c.o.Bound, c.world.Index)
	return t
}

// finding reduces a difference.
func (c *comparison) finding(t *spec.Trace, d oracle.Divergence) (*oracle.Finding, error) {
	im := c.o.Reference
	for _, other := range c.o.Implementations {
		variant := ""
		if other.Variant != nil {
			variant = other.Variant.Name
		}
		if other.Name == d.Implementation && variant == d.Variant {
			im = other
		}
	}
	if d.Hangs() {
		return &oracle.Finding{
			Trace: oracle.UpTo(t, d.Index), Divergence: d, Reference: c.o.Reference.Name, From: len(t.Entries),
			Place: fmt.Sprintf("world %d", c.world.Index), Why: []string{"not reduced, since every try takes as long"},
		}, nil
	}
	fails := oracle.FailsLike(d, c.o.Reference, im, oracle.RunOptions{})
	if d.Op.Query != nil { // most often the query alone shows it
		if small := c.trace(d.Op.Query); fails(small) {
			t = small
		}
	}
	from := len(t.Entries)
	t = oracle.Reduce(t, fails, oracle.ReduceOptions{Timeout: reduceFor, Operations: d.Index + 1})
	f, err := oracle.NewFinding(t, c.o.Reference, im, d.Signature(), oracle.RunOptions{})
	if err != nil {
		return nil, err
	}
	f.From, f.Place = from, fmt.Sprintf("world %d", c.world.Index)
	return f, nil
}
