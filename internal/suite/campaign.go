package suite

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// campaignLength is the number of operations in a generated trace before unsupported operations are
// removed.
const campaignLength = 60

// CampaignResult is the result of a random campaign.
type CampaignResult struct {
	Seed    uint64        `json:"seed"`
	Elapsed time.Duration `json:"elapsed_ns"`
	Traces  uint64        `json:"traces"`
	// Requested is the number of traces that this shard was asked to compare, or 0 if only the time
	// is limited. The campaign compares fewer if the time runs out or if there are too many new
	// findings.
	Requested uint64 `json:"asked,omitempty"`
	Workers   int    `json:"workers"`
	// Operations counts the operations that both sides answered.
	Operations uint64        `json:"operations"`
	Counts     oracle.Counts `json:"counts"`
	// Divergences counts all divergences, including repeated ones. Reduced counts those that were
	// reduced.
	Divergences uint64 `json:"divergences"`
	Reduced     uint64 `json:"reduced"`
	// Late counts answers that timed out once but arrived in time on a retry.
	Late uint64 `json:"late,omitempty"`

	hadNoTime bool // not even one trace was compared
}

// campaign is a running campaign.
type campaign struct {
	o          *Options
	c          *collector
	generators []*fuzz.Generator
	next       atomic.Uint64
	started    time.Time
	before     int // number of new findings before the campaign

	mu     sync.Mutex
	result CampaignResult
	err    error
}

// runCampaign compares random traces of the declared capabilities on all subjects. It ends when the
// time is up, when o.Traces traces were compared, or when there are o.Findings new findings.
func runCampaign(
	ctx context.Context, subjects []*Subject, info spec.Info, c *collector, o *Options,
) (*CampaignResult, error) {
	k := &campaign{o: o, c: c, started: time.Now(), before: c.fresh()}
	k.result = CampaignResult{
		Seed: o.Seed, Workers: len(subjects), Counts: cover.NewCounts(),
		Requested: requested(o.Traces, o.Shard),
	}
	if err := k.prepare(&info); err != nil {
		return nil, err
	}
	if o.Duration > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Duration)
		defer cancel()
	}
	ends, _ := ctx.Deadline()
	c.begin(ends, len(subjects))
	var workers sync.WaitGroup
	for _, s := range subjects {
		workers.Go(func() { k.work(ctx, s) })
	}
	workers.Wait()
	k.result.Elapsed = time.Since(k.started)
	k.result.hadNoTime = k.result.Traces == 0 && len(k.generators) > 0 && ctx.Err() != nil
	for _, n := range k.result.Counts.Comparisons {
		k.result.Operations += n
	}
	return &k.result, k.err
}

// requested returns how many of the traces belong to this shard.
func requested(traces uint64, part oracle.Shard) uint64 {
	return (traces + part.Parts() - 1 - part.Index) / part.Parts()
}

// prepare creates a generator for each profile and each mix that the subject supports.
func (k *campaign) prepare(info *spec.Info) error {
	for _, m := range mixes {
		if !hasAnywhere(info, m.needs) {
			continue
		}
		for _, p := range profiles(info) {
			g, err := m.generator(info, p, campaignLength)
			if err != nil {
				return err
			}
			k.generators = append(k.generators, g)
		}
	}
	return nil
}

func (k *campaign) work(ctx context.Context, s *Subject) {
	for ctx.Err() == nil && len(k.generators) > 0 {
		index := k.o.Shard.At(k.next.Add(1) - 1)
		if k.o.Traces > 0 && index >= k.o.Traces || k.c.fresh()-k.before >= k.o.Findings {
			return
		}
		g := k.generators[index%uint64(len(k.generators))]
		t := Select(g.Generate(oracle.TraceSeed(k.o.Seed, index)), s.Info)
		compared, err := compareTrace(t, s, func() bool { return ctx.Err() != nil })
		if ctx.Err() != nil && len(compared.sightings) == 0 && compared.counts.Total() == 0 {
			return // out of time before anything was compared
		}
		if err == nil {
			err = k.reduce(compared.sightings, s, index)
		}
		k.mu.Lock()
		if err != nil && k.err == nil {
			k.err = err
		}
		k.result.Traces++
		k.result.Counts.Add(compared.counts)
		k.result.Divergences += uint64(len(compared.sightings))
		k.result.Late += uint64(compared.late)
		k.progress()
		stop := k.err != nil
		k.mu.Unlock()
		if stop {
			return
		}
	}
}

// reduce reduces one divergence of each signature in a trace. It skips divergences that known
// failures describe.
func (k *campaign) reduce(seen []sighting, s *Subject, index uint64) error {
	done := map[string]bool{}
	for i := range seen {
		d, origin := &seen[i].divergence, fmt.Sprintf("seed %d/%d", k.o.Seed, index)
		if k.c.described(seen[i], s, origin) != nil || done[d.Signature()] || !k.c.worthwhile(d) {
			continue
		}
		done[d.Signature()] = true
		f, err := k.c.addNew(seen[i], s, origin)
		if err != nil {
			return err
		}
		if f == nil {
			continue
		}
		k.mu.Lock()
		k.result.Reduced++
		k.mu.Unlock()
	}
	return nil
}

func (k *campaign) progress() {
	elapsed, total := fmt.Sprintf("%.1f", time.Since(k.started).Seconds()), ""
	if k.o.Duration > 0 {
		elapsed += fmt.Sprintf(" of %.1f", k.o.Duration.Seconds())
	}
	if k.o.Traces > 0 {
		total = fmt.Sprintf(" of %d", requested(k.o.Traces, k.o.Shard))
	}
	k.o.Progress("campaign", fmt.Sprintf("%s s  %d%s traces, %d divergences, seed %d", elapsed, k.result.Traces, total,
		k.result.Divergences, k.o.Seed))
}
