package suite

import (
	"context"
	"fmt"
	"sync"
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
	started    time.Time

	mu     sync.Mutex
	result CampaignResult
}

// runCampaign compares random traces of the declared capabilities on all subjects. It ends when the
// time is up, when o.Traces traces were compared, or when there are o.Findings new findings.
func runCampaign(
	ctx context.Context, subjects []*Subject, info *spec.Info, c *collector, o *Options,
) (*CampaignResult, error) {
	k := &campaign{o: o, c: c, started: time.Now()}
	k.result = CampaignResult{
		Seed: o.Seed, Workers: len(subjects), Counts: cover.NewCounts(),
		Requested: requested(o.Traces, o.Shard),
	}
	for _, m := range mixes {
		generators, err := m.generators(info, campaignLength)
		if err != nil {
			return nil, err
		}
		k.generators = append(k.generators, generators...)
	}
	ctx, cancel := limited(ctx, o.Duration)
	defer cancel()
	c.budget.begin(ctx, len(subjects))
	before := c.fresh()
	err := parallel(subjects, func(n uint64, s *Subject) (more bool, err error) {
		index := o.Shard.At(n)
		if ctx.Err() != nil || len(k.generators) == 0 || o.Traces > 0 && index >= o.Traces ||
			c.fresh()-before >= o.Findings {
			return false, nil
		}
		return true, k.trace(ctx, index, s)
	})
	k.result.Elapsed = time.Since(k.started)
	k.result.hadNoTime = k.result.Traces == 0 && len(k.generators) > 0 && ctx.Err() != nil
	for _, n := range k.result.Counts.Comparisons {
		k.result.Operations += n
	}
	return &k.result, err
}

// requested returns how many of the traces belong to this shard.
func requested(traces uint64, part oracle.Shard) uint64 {
	return (traces + part.Parts() - 1 - part.Index) / part.Parts()
}

// trace generates and compares one trace. It reduces one divergence of each signature, except those
// that known failures describe.
func (k *campaign) trace(ctx context.Context, index uint64, s *Subject) error {
	g := k.generators[index%uint64(len(k.generators))]
	t := Select(g.Generate(oracle.TraceSeed(k.o.Seed, index)), s.Info)
	compared, err := compareTrace(ctx, t, s)
	if err != nil || ctx.Err() != nil && len(compared.sightings) == 0 && compared.counts.Total() == 0 {
		return err // out of time before anything was compared
	}
	done, reduced := map[string]bool{}, uint64(0)
	for _, seen := range compared.sightings {
		d, origin := &seen.divergence, fmt.Sprintf("seed %d/%d", k.o.Seed, index)
		if k.c.described(seen, s, origin) != nil || done[d.Signature()] || !k.c.worthwhile(d) {
			continue
		}
		done[d.Signature()] = true
		f, err := k.c.addNew(seen, s, origin)
		if err != nil {
			return err
		}
		if f != nil {
			reduced++
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.result.Traces++
	k.result.Counts.Add(compared.counts)
	k.result.Divergences += uint64(len(compared.sightings))
	k.result.Reduced += reduced
	k.result.Late += uint64(compared.late)
	k.progress()
	return nil
}

func (k *campaign) progress() {
	elapsed, total := fmt.Sprintf("%.1f", time.Since(k.started).Seconds()), ""
	if k.o.Duration > 0 {
		elapsed += fmt.Sprintf(" of %.1f", k.o.Duration.Seconds())
	}
	if k.o.Traces > 0 {
		total = fmt.Sprintf(" of %d", k.result.Requested)
	}
	k.o.Progress("campaign", fmt.Sprintf("%s s  %d%s traces, %d divergences, seed %d", elapsed, k.result.Traces, total,
		k.result.Divergences, k.o.Seed))
}
