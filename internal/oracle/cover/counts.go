package cover

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/spec"
)

// Counts says what traces contain and what was compared. The values of all maps are numbers of
// occurrences; a missing key means zero.
type Counts struct {
	Traces     uint64                  `json:"traces"`
	Operations map[spec.OpKind]uint64  `json:"operations"` // of the traces, by kind
	Queries    uint64                  `json:"queries"`
	Features   map[spec.Feature]uint64 `json:"features"` // queries that use a feature
	// Pairs counts the queries that use two features together, by "and + not".
	Pairs map[string]uint64 `json:"pairs"`
	// Properties counts the ids in operations that add, remove, set or read them. The keys are
	// properties of the id ("Exclusive") and pairs of properties ("Exclusive + Symmetric").
	Properties map[string]uint64 `json:"properties"`
	// Fragments counts the fragments of the generator in the traces, by name (docs/fragments.md).
	Fragments map[string]uint64         `json:"fragments"`
	Rows      uint64                    `json:"rows"`    // of the reference
	Dumps     uint64                    `json:"dumps"`   // worlds compared
	Refused   map[spec.ErrorCode]uint64 `json:"refused"` // by the reference, by code
	// Unsupported counts operations that were not compared because one side does not support them, by
	// operation and message. Stopped counts the traces that ended early because such an operation
	// changes the world.
	Unsupported map[string]uint64 `json:"unsupported"`
	Stopped     uint64            `json:"stopped"`
	// Exhausted counts answers that were not compared because one side refused the operation as too
	// much work or the answer as too long (limits.work), by operation. Answers that depend on such
	// an answer are neither compared nor counted.
	Exhausted map[spec.OpKind]uint64 `json:"exhausted,omitempty"`
	// Comparisons counts outcomes compared for each implementation, by [runner.Implementation.Label].
	Comparisons map[string]uint64 `json:"comparisons"`
	// Applied counts the traces that each variant rewrote and how often each law was checked.
	Applied map[string]uint64 `json:"applied"`
	// NotRun counts the traces that a variant could not rewrite, or whose comparison stopped early
	// because an operation could not be compared.
	NotRun map[string]uint64 `json:"not_run"`
}

// NewCounts returns empty counts.
func NewCounts() Counts {
	return Counts{
		Operations: map[spec.OpKind]uint64{}, Features: map[spec.Feature]uint64{}, Refused: map[spec.ErrorCode]uint64{},
		Unsupported: map[string]uint64{}, Comparisons: map[string]uint64{}, Applied: map[string]uint64{},
		NotRun: map[string]uint64{}, Pairs: map[string]uint64{}, Properties: map[string]uint64{},
		Fragments: map[string]uint64{},
	}
}

// Total returns the number of operations of all kinds.
func (c *Counts) Total() uint64 { return sum(c.Operations) }

// Add adds the counts of another run.
func (c *Counts) Add(o Counts) {
	c.Traces += o.Traces
	c.Queries += o.Queries
	c.Rows += o.Rows
	c.Dumps += o.Dumps
	c.Stopped += o.Stopped
	addMap(c.Operations, o.Operations)
	addMap(c.Features, o.Features)
	addMap(c.Pairs, o.Pairs)
	addMap(c.Properties, o.Properties)
	addMap(c.Fragments, o.Fragments)
	addMap(c.Refused, o.Refused)
	for op, n := range o.Exhausted {
		c.PassOver(op, n)
	}
	for _, reason := range slices.Sorted(maps.Keys(o.Unsupported)) {
		c.skipped(reason, o.Unsupported[reason])
	}
	addMap(c.Comparisons, o.Comparisons)
	addMap(c.Applied, o.Applied)
	addMap(c.NotRun, o.NotRun)
}

// PassOver counts n exhausted answers.
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

// maxReasons is the number of keys of Unsupported after which further reasons count as "other".
const maxReasons = 200

// Skipped counts an answer that was not compared, with the reason.
func (c *Counts) Skipped(reason string) { c.skipped(reason, 1) }

func (c *Counts) skipped(reason string, n uint64) {
	if _, ok := c.Unsupported[reason]; !ok && len(c.Unsupported) >= maxReasons {
		reason = "other"
	}
	c.Unsupported[reason] += n
}
