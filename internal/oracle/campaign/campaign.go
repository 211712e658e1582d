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

// Options are the engines, profiles and limits of a campaign. A trace depends only on Generate,
// Seed, Profiles and the index of the trace. So each trace can be run again without the others.
type Options struct {
	Generate func(seed uint64, p spec.Profile) *spec.Trace
	Seed     uint64
	Shard    shard.Shard // which traces to compare; the zero Shard means all
	Workers  int         // default: the number of processors
	// Duration, Traces and Operations end the campaign. At least one of them must be set. Traces is
	// the total of all shards.
	Duration time.Duration
	Traces   uint64
	// Operations ends the campaign after the trace in which this run has compared that many
	// operations; 0 means no limit.
	Operations uint64
	Profiles   []spec.Profile // used in turn, default flecs-3; repeat a profile to use it more often

	Reference       runner.Implementation
	Implementations []runner.Implementation
	// Variants run on the first implementation. Each trace runs with one of the Variants and
	// Alternates, in turn.
	Variants   []*variant.Variant
	Alternates []runner.Implementation
	Run        runner.Options
	// LawEvery checks Run.Laws only on every n-th trace of a profile; 0 and 1 mean all traces. If n
	// is more than 1, the reference is checked only on a quarter of these traces: if only the
	// reference breaks a law, its answers differ from those of the implementations anyway.
	LawEvery uint64

	// Findings ends the campaign after that many different findings; default 5.
	Findings int
	// AsFound turns off the reduction of findings.
	AsFound bool
	// Save is the folder for findings; "" saves nothing. The original trace is saved at once and later
	// replaced by the folder of the reduced finding ([finding.Finding.Save]). Page, if set, makes the
	// file report.html.
	Save string
	Page func(finding.Data) ([]byte, error)
	// Found is called for each new finding after it is saved. Calls do not overlap. If Found
	// returns an error, the campaign ends.
	Found func(*Finding) error
	// Keep is the folder of the progress file, which is written between traces; "" writes none. Resume
	// continues from that file, if there is one. Config describes the other settings that the traces
	// depend on, such as weights. A campaign cannot be resumed with another Config.
	Keep   string
	Resume bool
	Config string
	// TraceTimeout is the time limit for one operation. A whole trace may take ten times as long.
	// An operation or trace that exceeds its limit is a finding. The default is a minute, or a
	// third of the duration of a campaign shorter than three minutes, but at least 20 s, because an
	// operation can ask for 100,000 rows on a busy machine. If a trace has already run for longer
	// than TraceTimeout when the campaign ends, it is abandoned and not counted.
	TraceTimeout time.Duration
	// Progress is called about every ProgressEvery (default 1 s) and at the end. Calls do not overlap.
	Progress      func(Progress)
	ProgressEvery time.Duration
}

// Progress reports how far a campaign is.
type Progress struct {
	Elapsed    time.Duration
	Total      time.Duration // 0 if the campaign has no Duration
	Traces     uint64
	Operations uint64
	Findings   int
}

// Finding is a divergence with the generated trace and its index. Later findings of the same group
// are not listed; they only increase Repeats.
type Finding struct {
	Seed       uint64            `json:"seed"` // of the campaign
	Index      uint64            `json:"index"`
	Divergence runner.Divergence `json:"divergence"`
	Trace      *spec.Trace       `json:"-"`
	// Reduced is the finding that is shown and saved. Its trace is usually smaller than Trace. It
	// also explains the reference's answer, and says whether the divergence is intermittent.
	Reduced    *finding.Finding `json:"-"`
	Operations int              `json:"operations"` // of the generated trace
	Repeats    uint64           `json:"repeats"`    // other traces that differ in the same way
	Group      string           `json:"group"`      // of the reduced trace
	// After is the duration of the campaign, and Compared the number of operations compared, when the
	// divergence was found.
	After    time.Duration `json:"after_ns"`
	Compared uint64        `json:"compared"`

	file string // file with the original trace
}

// Report is the result of a campaign. If the engines are deterministic, two runs over the same
// traces have equal Counts.
type Report struct {
	Seed     uint64        `json:"seed"`
	Traces   uint64        `json:"traces"`
	Workers  int           `json:"workers"`
	Elapsed  time.Duration `json:"elapsed_ns"`
	Counts   cover.Counts  `json:"counts"`
	Findings []Finding     `json:"findings"` // by index
	Shard    shard.Shard   `json:"shard"`
}

// TraceSeed returns the seed of the trace with an index in a campaign. Successive traces have
// successive seeds, so that a generator can spread kinds of traces evenly.
func TraceSeed(campaign, index uint64) uint64 { return hash.Mix(campaign) + index }

// Run generates traces and compares them on all workers. It ends when the time is over, the number
// of traces or findings is reached, or ctx is done. Findings are reduced, grouped and saved when
// they are found. If the options are wrong, the folder Keep is locked, or the progress in it cannot
// be resumed, Run returns only an error. If the campaign ends because the reference cannot run a
// profile, a file cannot be written, or Found fails, Run returns a report and the error.
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
}

// profile returns the profile of the trace with an index.
func (o *Options) profile(index uint64) spec.Profile {
	return o.Profiles[index%uint64(len(o.Profiles))]
}

// round returns the index of a trace among those of its profile. It selects the variant or
// alternate, so that each profile gets all of them in turn.
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

// others returns the alternates, and the first implementation with each variant.
func (o *Options) others() []runner.Implementation {
	out := slices.Clone(o.Alternates)
	if len(o.Implementations) > 0 {
		for _, v := range o.Variants {
			out = append(out, o.Implementations[0].With(v))
		}
	}
	return out
}

// implementations returns the implementations that run a trace.
func (o *Options) implementations(index uint64) []runner.Implementation {
	out, profile := slices.Clone(o.Implementations), o.profile(index)
	turns := slices.DeleteFunc(o.others(), func(im runner.Implementation) bool {
		return im.Variant != nil && im.Variant.Needs != nil && !im.Variant.Needs(&profile)
	})
	if len(turns) == 0 {
		return out
	}
	return append(out, turns[o.round(index)%uint64(len(turns))])
}
