package suite

import (
	"context"
	"runtime"
	"time"

	"github.com/relspec/relspec/spec"
)

// Options say what a run does. The zero value runs everything but a campaign.
type Options struct {
	// Keep chooses cases by name and area; nil is all of them.
	Keep func(names ...string) bool
	// Known are failures that are expected; nil is none.
	Known *Known
	// Mended opens the subject with arguments of [KnownFailure.Mended] behind its command; nil where that is not possible,
	// and only the patterns of Known count.
	Mended func(arguments string) Open
	// Duration of the random campaign; 0 is none.
	Duration time.Duration
	// Traces ends the campaign after so many; 0 is when the time is over.
	Traces uint64
	// Seed of the campaign.
	Seed uint64
	// Workers is how many subjects are tested at a time; default: the number of processors.
	Workers int
	// Transcripts is how many there are for each mix of the generator; default 40, negative is none.
	Transcripts int
	// Extra are traces that are compared like the cases, instead of them and of a campaign.
	Extra []*spec.Trace
	// Save is the folder for findings; "" saves nothing. Command is how the subject is started, for what is written.
	Save, Command string
	// ReduceChecks is how many smaller traces are tried for a divergence at most; default 3,000, and a fiftieth of it where
	// the subject does not answer, since each try then takes long.
	ReduceChecks int
	// ReduceFor ends the reduction of a divergence that takes too long on a subject that is slow; default 5 min, negative is
	// no limit. Only where it ends none do equal runs have equal findings.
	ReduceFor time.Duration
	// Progress is told from time to time how far the run is; one call at a time.
	Progress func(phase, text string)
}

func (o *Options) defaults() {
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
func openAll(ctx context.Context, open Open, n int) (_ []*Subject, err error) {
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
		subjects = append(subjects, s)
	}
	return subjects, nil
}

func closeAll(subjects []*Subject) {
	for _, s := range subjects {
		s.close()
	}
}
