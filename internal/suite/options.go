package suite

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/relspec/relspec/internal/snippet"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// Options are the settings of a run. The zero value runs everything but a campaign.
type Options struct {
	// Keep chooses cases by name and area; nil is all of them.
	Keep func(names ...string) bool
	// Known are failures that are expected; nil is none.
	Known *Known
	// Mended opens the subject with arguments of [KnownFailure.Mended] behind its command; nil
	// where that is not possible, and only the patterns of Known count.
	Mended func(arguments string) Open
	// Parts are the parts that are run; nil is everything.
	Parts []Part
	// Without are capabilities that count as not declared.
	Without []spec.Capability
	// Total bounds the whole run, from the start of the first subject on and whatever the subjects
	// do; 0 is no bound. The cases have three quarters of it where a campaign follows. The time for
	// reducing in each phase is bounded, too.
	Total time.Duration
	// Duration of the random campaign, or the rest of Total where that is less; 0 is none.
	Duration time.Duration
	// Traces ends the campaign after so many; 0 is when the time is over.
	Traces uint64
	// Shard is the part of the cases and of the traces of the campaign that is run; the zero Shard is everything.
	Shard oracle.Shard
	// Findings ends the campaign after so many new ones; default 40.
	Findings int
	// Seed of the campaign.
	Seed uint64
	// Workers is how many subjects are tested at a time; default: the number of processors.
	Workers int
	// Transcripts is how many there are for each mix of the generator; default 40, negative is none.
	Transcripts int
	// Begin is called when Keep was asked about every case, before anything is tested. An error ends the run.
	Begin func() error
	// Extra are traces that are compared like the cases, instead of them and of a campaign.
	Extra []*spec.Trace
	// Own are scenarios that are run instead of the suite's, without a campaign.
	Own []scenario.Scenario
	// Save is the folder for findings; "" saves nothing. Command is how the subject is started, for reports.
	Save, Command string
	// Snippets are templates for counterexamples in the language of the engine; nil writes none.
	Snippets *snippet.Templates
	// ReduceChecks is how many smaller traces are tried for a divergence at most; default 3,000,
	// and a fiftieth of it where the subject does not answer, since each try then takes long.
	ReduceChecks int
	// ReduceFor ends the reduction of a divergence that takes too long on a subject that is slow;
	// default 5 min, negative is no limit. Only where it ends none do equal runs have equal
	// findings.
	ReduceFor time.Duration
	// Progress is told from time to time how far the run is, by all workers.
	Progress func(phase, text string)
	// Found is told each new finding that no known failure explains, one call at a time; nil tells no one.
	Found func(line string)
}

// Part is a part of a run.
type Part string

// The parts, in their order.
const (
	Scenarios   Part = "scenarios"
	Transcripts Part = "transcripts"
	Campaign    Part = "campaign"
)

// has reports whether a part is run.
func (o *Options) has(p Part) bool { return len(o.Parts) == 0 || slices.Contains(o.Parts, p) }

// campaigns reports whether a campaign follows the cases.
func (o *Options) campaigns() bool {
	return o.has(Campaign) && !o.chosen() && (o.Duration > 0 || o.Traces > 0)
}

// chosen reports whether cases from outside are run instead of the suite.
func (o *Options) chosen() bool { return len(o.Extra)+len(o.Own) > 0 }

// afterCases is the part of Total that is kept for a campaign.
func (o *Options) afterCases() time.Duration {
	if o.campaigns() {
		return o.Total / 4
	}
	return 0
}

func (o *Options) defaults() {
	if o.Findings <= 0 {
		o.Findings = 40
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Transcripts == 0 {
		o.Transcripts = transcripts
	}
	if o.ReduceFor == 0 {
		o.ReduceFor = 5 * time.Minute
	}
	if o.ReduceChecks <= 0 {
		o.ReduceChecks = 3000
	}
	if o.Keep == nil {
		o.Keep = func(...string) bool { return true }
	}
	if o.Progress == nil {
		o.Progress = func(string, string) {}
	}
}

// openAll opens a subject for each worker.
func openAll(ctx context.Context, open Open, n int, lacking []spec.Capability) (_ []*Subject, err error) {
	var subjects []*Subject
	defer func() {
		if err != nil {
			closeAll(subjects)
		}
	}()
	for range n {
		s, err := open(ctx, 0)
		if err != nil {
			return nil, err
		}
		s.Info = without(s.Info, lacking)
		subjects = append(subjects, s)
	}
	return subjects, nil
}

// closeAll ends subjects, all at once: each may take its time.
func closeAll(subjects []*Subject) {
	var ending sync.WaitGroup
	for _, s := range subjects {
		ending.Go(s.close)
	}
	ending.Wait()
}
