package campaign

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"time"

	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/internal/oracle/hash"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/internal/oracle/shard"
	"github.com/relspec/relspec/internal/oracle/variant"
	"github.com/relspec/relspec/spec"
)

// Options are the engines, profiles and bounds of a campaign. A trace depends only on Seed and its
// index, so that any of them can be run again alone.
type Options struct {
	Generate func(seed uint64, p spec.Profile) *spec.Trace
	Seed     uint64
	First    uint64      // index of the first trace
	Shard    shard.Shard // which of the traces are compared; the zero Shard is all
	Workers  int         // default: the number of processors
	// Duration, Traces and Operations end the campaign; at least one of them is set. Traces is the
	// number for all shards together.
	Duration time.Duration
	Traces   uint64
	// Operations ends it before the next trace once so many were compared, by this run; 0 is no bound.
	Operations uint64
	Profiles   []spec.Profile // taken in turn, one that is named twice twice; default flecs-3

	Reference       runner.Implementation
	Implementations []runner.Implementation
	// Variants run on the first implementation and take turns with Alternates, VariantsPerTrace of them all on each
	// trace (default 1).
	Variants         []*variant.Variant
	Alternates       []runner.Implementation
	VariantsPerTrace int
	Run              runner.Options
	// LawEvery checks Run.Laws on each n-th trace of a profile only, and on the reference on one in
	// four of these: it gives the answers that the implementations are compared with, so that a law
	// that it breaks and they obey shows as a divergence as well. 0 and 1 are all.
	LawEvery uint64

	// Findings ends the campaign after so many different ones; default 5.
	Findings int
	// PerSignature (default 10) is how many findings of each signature are reduced, which decides
	// their group; further ones repeat the first.
	PerSignature uint64
	// AsFound leaves findings as they were found instead of reducing them.
	AsFound bool
	// Save is the folder for findings. The trace as it was found is there at once, and the folder of the reduced
	// finding ([finding.Finding.Save]) replaces it. "" saves nothing. Page, if set, makes the file report.html.
	Save string
	Page func(finding.Data) ([]byte, error)
	// Found is called for each new finding as soon as it is saved, before anything is reported; one call at a time.
	// An error ends the campaign.
	Found func(*Finding) error
	// Keep is the folder of the progress file, which is written between traces; "" keeps
	// none. Resume goes on from it. Config names the other settings that the traces depend on, such
	// as weights; a campaign with another one is not resumed.
	Keep   string
	Resume bool
	Config string
	// TraceTimeout is how long one operation of a trace may take, or a tenth of the whole trace,
	// before that is a finding by itself. The default is a minute, in a campaign of less than three
	// a third of its duration, but not under 20 s: an operation may ask for a hundred thousand
	// rows, on a machine that does other things too. When the campaign is over, a trace that has
	// taken as long is left and not counted.
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

// Finding is a divergence with the generated trace and its place in the campaign. Findings of one
// group are one finding and its repeats.
type Finding struct {
	Seed       uint64            `json:"seed"` // of the campaign
	Index      uint64            `json:"index"`
	Divergence runner.Divergence `json:"divergence"`
	Trace      *spec.Trace       `json:"-"`
	// Reduced is what the finding is shown and saved as: mostly a smaller trace, with the reason of
	// the reference's answer. It says whether the divergence is intermittent.
	Reduced    *finding.Finding `json:"-"`
	Operations int              `json:"operations"` // of the generated trace
	Repeats    uint64           `json:"repeats"`    // other traces that differ in the same way
	Group      string           `json:"group"`      // of the reduced trace
	// After is how long the campaign had run, and Compared how many operations it had compared, when it was found.
	After    time.Duration `json:"after_ns"`
	Compared uint64        `json:"compared"`

	file string // of the trace as it was found
}

// Report is the result of a campaign. Two runs over the same traces differ only in the time they took.
type Report struct {
	Seed     uint64        `json:"seed"`
	Traces   uint64        `json:"traces"`
	Workers  int           `json:"workers"`
	Elapsed  time.Duration `json:"elapsed_ns"`
	Counts   cover.Counts  `json:"counts"`
	Findings []Finding     `json:"findings"` // by index
	// Next is the index to resume from: all traces of the shard before it were compared.
	Next  uint64      `json:"next"`
	Shard shard.Shard `json:"shard"`
}

// TraceSeed is the seed of the trace with an index in a campaign. Successive traces have successive
// seeds, by which kinds of traces can be spread evenly.
func TraceSeed(campaign, index uint64) uint64 { return hash.Mix(campaign) + index }

// Run generates traces and compares them on all workers until the time is over, the number of traces is
// reached, there are enough findings or ctx ends. Findings are reduced, grouped and saved as they are found. The report
// is given in every case; the error says that the options are wrong, that the reference cannot run a profile, that a
// finding cannot be saved, or the error of Found.
func Run(ctx context.Context, o Options) (*Report, error) {
	if o.Generate == nil || o.Reference.New == nil {
		return nil, errors.New("a campaign needs a generator and a reference")
	}
	if o.Duration <= 0 && o.Traces == 0 && o.Operations == 0 {
		return nil, errors.New("a campaign needs a duration, or a number of traces or operations")
	}
	o.defaults()
	if o.Duration > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Duration)
		defer cancel()
	}
	if o.Keep != "" {
		unlock, err := o.Shard.Lock(o.Keep, "campaign")
		if err != nil {
			return nil, err
		}
		defer unlock()
	}
	c := newCampaign(ctx, o)
	if err := c.resume(); err != nil {
		return nil, err
	}
	return c.run()
}

func (o *Options) defaults() {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if len(o.Profiles) == 0 {
		o.Profiles = []spec.Profile{spec.Flecs3()}
	}
	if o.Findings <= 0 {
		o.Findings = 5
	}
	if o.TraceTimeout <= 0 {
		o.TraceTimeout = time.Minute
		if o.Duration > 0 {
			o.TraceTimeout = min(o.TraceTimeout, max(o.Duration/3, 20*time.Second))
		}
	}
	if o.ProgressEvery <= 0 {
		o.ProgressEvery = time.Second
	}
	if o.PerSignature == 0 {
		o.PerSignature = 10
	}
	if o.VariantsPerTrace <= 0 {
		o.VariantsPerTrace = 1
	}
}

// profile and variants of a trace, by its index.
func (o *Options) profile(index uint64) spec.Profile {
	return o.Profiles[index%uint64(len(o.Profiles))]
}

// round counts the traces of one profile: alternates and variants take turns by it in each profile.
func (o *Options) round(index uint64) uint64 {
	turn, at := index/uint64(len(o.Profiles)), index%uint64(len(o.Profiles))
	var all, before uint64
	for i := range o.Profiles {
		if o.Profiles[i].Name == o.Profiles[at].Name {
			all++
			if uint64(i) < at {
				before++
			}
		}
	}
	return turn*all + before
}

func (o *Options) implementations(index uint64) []runner.Implementation {
	out := slices.Clone(o.Implementations)
	turns := slices.Clone(o.Alternates)
	profile := o.profile(index)
	if len(out) > 0 {
		for _, v := range o.Variants {
			turns = append(turns, out[0].With(v))
		}
	}
	turns = slices.DeleteFunc(turns, func(im runner.Implementation) bool {
		return im.Variant != nil && im.Variant.Needs != nil && !im.Variant.Needs(&profile)
	})
	n := min(o.VariantsPerTrace, len(turns))
	first := o.round(index) * uint64(n)
	for k := range n {
		out = append(out, turns[(first+uint64(k))%uint64(len(turns))])
	}
	return out
}
