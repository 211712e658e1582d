package oracle

import (
	"time"

	"github.com/relspec/relspec/spec"
)

// CampaignOptions say what a campaign runs. A trace depends only on Seed and its index, so that any of them can be
// run again alone.
type CampaignOptions struct {
	Generate func(seed uint64, p spec.Profile) *spec.Trace
	Seed     uint64
	First    uint64 // index of the first trace, to resume
	Workers  int    // default: the number of processors
	// Duration and Traces end the campaign; at least one of them is set.
	Duration time.Duration
	Traces   uint64
	Profiles []spec.Profile // taken in turn; default flecs-3

	Reference       Implementation
	Implementations []Implementation
	// Variants run on the first implementation, VariantsPerTrace of them on each trace in turn (default 1).
	Variants         []*Variant
	VariantsPerTrace int
	Run              RunOptions
	// LawEvery checks Run.Laws on each n-th trace only; 0 and 1 are all.
	LawEvery int

	// Findings ends the campaign after so many different ones; default 5.
	Findings int
	// Found is called for each finding as soon as it is known, before anything is reported; one call at a time.
	Found func(*CampaignFinding) error
	// TraceTimeout is how long one trace may take before it is a finding by itself; default 20 s.
	TraceTimeout time.Duration
	// Progress is called about every ProgressEvery (default 1 s) and at the end; one call at a time.
	Progress      func(Progress)
	ProgressEvery time.Duration
}

// Progress is how far a campaign is.
type Progress struct {
	Elapsed    time.Duration
	Total      time.Duration // 0 where the campaign ends by traces
	Traces     uint64
	Operations uint64
	Findings   int
}

// CampaignFinding is a divergence with the generated trace and its place in the campaign.
type CampaignFinding struct {
	Seed       uint64      `json:"seed"`
	Index      uint64      `json:"index"`
	Divergence Divergence  `json:"divergence"`
	Trace      *spec.Trace `json:"-"`
	Operations int         `json:"operations"`
}

// CampaignReport is what a campaign did. Only the time it took differs between two runs over the same traces.
type CampaignReport struct {
	Seed     uint64            `json:"seed"`
	Traces   uint64            `json:"traces"`
	Workers  int               `json:"workers"`
	Elapsed  time.Duration     `json:"elapsed"`
	Counts   Counts            `json:"counts"`
	Findings []CampaignFinding `json:"findings"`
	// Next is the index to resume from: all traces before it were compared.
	Next uint64 `json:"next"`
}
