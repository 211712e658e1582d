package suite

import (
	"cmp"
	"runtime"
	"slices"
	"time"

	"github.com/relspec/relspec/internal/snippet"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// Options are the settings of a run. The zero value runs everything except a campaign.
type Options struct {
	// Keep selects cases by name and area. nil selects all.
	Keep func(names ...string) bool
	// Known lists known failures, or is nil.
	Known *Known
	// Mended opens the subject with arguments that turn a known bug off ([KnownFailure.Mended]), to
	// see whether a finding disappears. If Mended is nil, that field of the known failures is
	// ignored.
	Mended func(arguments string) Open
	// Parts lists the parts that run. nil means all.
	Parts []Part
	// Without lists capabilities that are treated as not declared.
	Without []spec.Capability
	// Total limits the whole run, including the start of the subject; 0 means no limit. If a
	// campaign follows, the cases get three quarters of it. Reducing takes at most a third of the time for
	// the cases, and a third of the time for the campaign.
	Total time.Duration
	// Duration limits the time of the random campaign; it is cut to the rest of Total. 0 means no
	// limit if Traces is set. If both are 0, no campaign runs.
	Duration time.Duration
	// Traces is the number of traces after which the campaign ends; 0 means no limit.
	Traces uint64
	// Shard selects a part of the cases and of the campaign's traces. The zero Shard selects all.
	Shard oracle.Shard
	// Findings is the number of new findings after which the campaign ends; default 40.
	Findings int
	// Seed is the random seed of the campaign.
	Seed uint64
	// Workers is the number of instances of the subject that are tested concurrently; default: the
	// number of processors.
	Workers int
	// Transcripts is the number of transcripts for each mix, which is a kind of generated trace
	// such as "cleanup"; default 40, negative for none.
	Transcripts int
	// Begin is called once the cases are chosen (Keep was called for each), before the first case
	// runs. It is not called if OwnTraces or OwnScenarios is set. If it returns an error, the run
	// ends.
	Begin func() error
	// OwnTraces are traces to compare instead of the cases and a campaign.
	OwnTraces []*spec.Trace
	// OwnScenarios are scenarios to run instead of the suite's, without a campaign.
	OwnScenarios []scenario.Scenario
	// Save is the folder for findings, or "" to save none. Command is how the subject is started,
	// for reports.
	Save, Command string
	// Snippets are templates for counterexamples in the language of the engine, or nil for none.
	Snippets *snippet.Templates
	// ReduceChecks limits how many smaller traces are tried for a divergence; default 3,000. For a
	// timeout it is a fiftieth of that, because each attempt takes long.
	ReduceChecks int
	// ReduceFor limits the time for reducing one divergence; default 5 min, negative for no limit.
	// Two equal runs have equal findings only if no reduction reaches this limit.
	ReduceFor time.Duration
	// Progress is called now and then by all workers to report the progress of the run. Calls may
	// overlap.
	Progress func(phase, text string)
	// Found is called with each new finding that no known failure explains. Calls do not overlap.
	// It may be nil.
	Found func(line string)
}

// Part is a part of a run.
type Part string

// The parts, in the order in which they run.
const (
	Scenarios   Part = "scenarios"
	Transcripts Part = "transcripts"
	Campaign    Part = "campaign"
)

// has reports whether a part runs.
func (o *Options) has(p Part) bool { return len(o.Parts) == 0 || slices.Contains(o.Parts, p) }

func (o *Options) campaigns() bool {
	return o.has(Campaign) && !o.chosen() && (o.Duration > 0 || o.Traces > 0)
}

// chosen reports whether the user's own cases run instead of the suite's.
func (o *Options) chosen() bool { return len(o.OwnTraces)+len(o.OwnScenarios) > 0 }

// afterCases returns the part of Total that is reserved for the campaign.
func (o *Options) afterCases() time.Duration {
	if o.campaigns() {
		return o.Total / 4
	}
	return 0
}

func (o *Options) defaults() {
	o.Findings = cmp.Or(max(o.Findings, 0), 40)
	o.Workers = cmp.Or(max(o.Workers, 0), runtime.GOMAXPROCS(0))
	o.Transcripts = cmp.Or(o.Transcripts, transcripts)
	o.ReduceFor = cmp.Or(o.ReduceFor, 5*time.Minute)
	o.ReduceChecks = cmp.Or(max(o.ReduceChecks, 0), 3000)
	o.Known = cmp.Or(o.Known, &Known{})
	if o.Keep == nil {
		o.Keep = func(...string) bool { return true }
	}
	if o.Progress == nil {
		o.Progress = func(string, string) {}
	}
}
