package oracle

import "github.com/relspec/relspec/spec"

// Counts says how much was compared. All maps count; a key that is missing counts zero.
type Counts struct {
	Traces     uint64                    `json:"traces"`
	Operations map[spec.OpKind]uint64    `json:"operations"` // compared with at least one implementation, by kind
	Queries    uint64                    `json:"queries"`
	Features   map[Feature]uint64        `json:"features"` // queries that use a feature
	Rows       uint64                    `json:"rows"`     // of the reference
	Dumps      uint64                    `json:"dumps"`
	Refused    map[spec.ErrorCode]uint64 `json:"refused"` // by the reference, by code
	// Unsupported counts operations that were not compared since one side does not support them, by
	// "implementation: operation: message".
	Unsupported map[string]uint64 `json:"unsupported"`
	// Comparisons counts outcomes compared for each implementation, by [Implementation.Label].
	Comparisons map[string]uint64 `json:"comparisons"`
	// Applied counts what each variant changed and how often each law was checked.
	Applied map[string]uint64 `json:"applied"`
	// NotRun counts the traces that a variant had nothing to say about.
	NotRun map[string]uint64 `json:"not_run"`
}
