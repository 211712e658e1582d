package campaign

import (
	"slices"
	"time"

	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/internal/oracle/reduce"
	"github.com/relspec/relspec/internal/oracle/runner"
)

// reduceFor is the time limit for the reduction of one divergence.
const reduceFor = 5 * time.Second

// confirmRuns limits how often Options.again runs a trace.
const confirmRuns = 2 * finding.Confirmations

// prepare reduces a finding. First it saves the original trace; settle removes that file.
func (c *campaign) prepare(f *Finding) error {
	if c.o.Save != "" {
		var err error
		if f.file, err = c.o.plain(f).SaveFound(c.o.Save); err != nil {
			return err
		}
	}
	f.Reduced = c.o.reduced(f)
	return nil
}

// settle saves a finding with its reduced trace, if it is new, and removes the file of the original
// trace.
func (c *campaign) settle(f *Finding, isNew bool) error {
	if isNew && c.o.Save != "" && f.Reduced != nil {
		var options finding.SaveOptions
		if !f.Divergence.Hangs() { // a scenario runs the trace on the reference, which might hang too
			options = finding.SaveOptions{Reference: c.o.Reference, Page: c.o.Page}
		}
		if err := f.Reduced.Save(c.o.Save, options); err != nil {
			return err
		}
	}
	return finding.RemoveFound(f.file)
}

// prepareEarlier reduces and saves the findings of an earlier run that did not occur again in this
// run.
func (c *campaign) prepareEarlier() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.findings {
		if f.Reduced == nil && c.err == nil {
			if c.err = c.prepare(f); c.err == nil {
				c.err = c.settle(f, true)
			}
		}
	}
}

// plain returns a finding without reduction.
func (o *Options) plain(f *Finding) *finding.Finding {
	return &finding.Finding{Trace: f.Trace, Divergence: f.Divergence, Origin: f.Origin(), Reference: o.Reference.Name}
}

// reduced returns a finding with a reduced trace. If the divergence also occurs without its
// variant, the reduced finding has no variant. If the divergence does not occur when the trace runs
// alone, the finding is intermittent and keeps its trace.
func (o *Options) reduced(f *Finding) *finding.Finding {
	if o.AsFound {
		found := o.plain(f)
		found.Why = append(found.Why, "not reduced, because reducing is turned off")
		return found
	}
	im := f.Divergence.Of(o.Reference, slices.Concat(o.Implementations, o.others()))
	d, options := &f.Divergence, o.Run
	if !d.Hangs() {
		under := im
		im = im.With(nil)
		if d, options = o.again(f, im); d == nil {
			im = under
			d, options = o.again(f, im)
		}
		if d == nil {
			found := o.plain(f)
			found.Intermittent(1, 1+confirmRuns)
			return found
		}
	}
	small := finding.Reduced(f.Trace, *d, o.Reference, im, options, reduce.Options{Timeout: reduceFor})
	small.Origin = f.Origin()
	return small
}

// again runs the trace of a finding alone, up to confirmRuns times, until it diverges. If DumpEvery
// is more than 1, every second run, beginning with the first, compares all worlds, so the
// divergence may occur earlier and with another signature. again returns the divergence, or nil,
// and the options with which it occurred.
func (o *Options) again(f *Finding, im runner.Implementation) (*runner.Divergence, runner.Options) {
	for try := range confirmRuns {
		options := o.Run
		options.Uncounted = true
		if try%2 == 0 && options.DumpEvery > 0 {
			options.DumpEvery = 0
		}
		result, err := runner.Run(f.Trace, o.Reference, []runner.Implementation{im}, options)
		if err != nil || len(result.Divergences) == 0 {
			continue
		}
		for i := range result.Divergences {
			if result.Divergences[i].Signature() == f.Divergence.Signature() {
				return &result.Divergences[i], options
			}
		}
		return &result.Divergences[0], options
	}
	return nil, runner.Options{}
}
