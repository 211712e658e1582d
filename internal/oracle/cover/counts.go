package cover

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/spec"
)

// Counts says how much was compared. All maps count; a key that is missing counts zero.
type Counts struct {
	Traces     uint64                  `json:"traces"`
	Operations map[spec.OpKind]uint64  `json:"operations"` // of the traces, by kind
	Queries    uint64                  `json:"queries"`
	Features   map[spec.Feature]uint64 `json:"features"` // queries that use a feature
	Pairs      FeaturePairs            `json:"pairs"`    // queries that use two features together
	// Properties counts the ids that operations add, remove, set or ask about by a property that it
	// was given ("Exclusive"), and by two of them ("Exclusive + Symmetric").
	Properties map[string]uint64 `json:"properties"`
	// Fragments counts the fragments that the traces were made of, by name (docs/fragments.md).
	Fragments map[string]uint64         `json:"fragments"`
	Rows      uint64                    `json:"rows"`    // of the reference
	Dumps     uint64                    `json:"dumps"`   // worlds compared
	Refused   map[spec.ErrorCode]uint64 `json:"refused"` // by the reference, by code
	// Unsupported counts operations that were not compared since one side does not support them, by operation and
	// message; Stopped counts the traces that could not go on because such an operation changes the world.
	Unsupported map[string]uint64 `json:"unsupported"`
	Stopped     uint64            `json:"stopped"`
	// Exhausted counts answers that were not compared since one side refused them as too much work
	// or too long (limits.work), by operation. An answer that rests on such a one is not compared
	// and not counted.
	Exhausted map[spec.OpKind]uint64 `json:"exhausted,omitempty"`
	// Comparisons counts outcomes compared for each implementation, by [runner.Implementation.Label].
	Comparisons map[string]uint64 `json:"comparisons"`
	// Applied counts the traces that each variant rewrote and how often each law was checked.
	Applied map[string]uint64 `json:"applied"`
	// NotRun counts the traces that a variant had nothing to say about.
	NotRun map[string]uint64 `json:"not_run"`
}

// NewCounts makes counts that can be added to.
func NewCounts() Counts {
	return Counts{
		Operations: map[spec.OpKind]uint64{}, Features: map[spec.Feature]uint64{}, Refused: map[spec.ErrorCode]uint64{},
		Unsupported: map[string]uint64{}, Comparisons: map[string]uint64{}, Applied: map[string]uint64{},
		NotRun: map[string]uint64{}, Pairs: NewFeaturePairs(), Properties: map[string]uint64{},
		Fragments: map[string]uint64{},
	}
}

// Total is the number of operations of all kinds.
func (c *Counts) Total() uint64 {
	var n uint64
	for _, k := range c.Operations {
		n += k
	}
	return n
}

// Add adds the counts of another run.
func (c *Counts) Add(o Counts) {
	c.Traces += o.Traces
	c.Queries += o.Queries
	c.Rows += o.Rows
	c.Dumps += o.Dumps
	c.Stopped += o.Stopped
	addMap(c.Operations, o.Operations)
	addMap(c.Features, o.Features)
	c.Pairs.add(o.Pairs)
	addMap(c.Properties, o.Properties)
	addMap(c.Fragments, o.Fragments)
	addMap(c.Refused, o.Refused)
	for op, n := range o.Exhausted {
		c.PassOver(op, n)
	}
	for _, reason := range slices.Sorted(maps.Keys(o.Unsupported)) { // bounded, however long a campaign lasts
		if _, ok := c.Unsupported[reason]; !ok && len(c.Unsupported) >= maxReasons {
			c.Unsupported["other"] += o.Unsupported[reason]
			continue
		}
		c.Unsupported[reason] += o.Unsupported[reason]
	}
	addMap(c.Comparisons, o.Comparisons)
	addMap(c.Applied, o.Applied)
	addMap(c.NotRun, o.NotRun)
}

// PassOver counts answers that were too much for one side. Where there are none the map stays nil, as it is read.
func (c *Counts) PassOver(op spec.OpKind, n uint64) {
	if c.Exhausted == nil {
		c.Exhausted = map[spec.OpKind]uint64{}
	}
	c.Exhausted[op] += n
}

func addMap[K comparable](to, from map[K]uint64) {
	for k, n := range from {
		to[k] += n
	}
}

// maxReasons bounds the number of different messages that are counted apart.
const maxReasons = 200

// Skipped counts an answer that was not compared, with the reason.
func (c *Counts) Skipped(reason string) {
	if _, ok := c.Unsupported[reason]; !ok && len(c.Unsupported) >= maxReasons {
		reason = "other"
	}
	c.Unsupported[reason]++
}
