package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/internal/oracle/variant"
	"github.com/relspec/relspec/internal/report"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// divergence is a finding as reports give it, with the block that is printed.
type divergence struct {
	oracle.FindingData
	block string
}

func newDivergence(f *oracle.Finding, dir string) divergence {
	return divergence{f.Data(dir), f.Text(dir)}
}

// same reports whether two findings have become the same by being reduced.
func (d divergence) same(o divergence) bool {
	return d.Implementation == o.Implementation && d.Variant == o.Variant && d.Signature == o.Signature &&
		slices.EqualFunc(d.Trace[1:], o.Trace[1:], func(a, b json.RawMessage) bool { return bytes.Equal(a, b) })
}

// thorough compares worlds after every operation and checks every law.
func thorough() oracle.RunOptions { return oracle.RunOptions{Laws: oracle.Laws()} }

// thoroughUntil is thorough up to when stop says true.
func thoroughUntil(stop func() bool) oracle.RunOptions {
	options := thorough()
	options.Stop = stop
	return options
}

// compareTrace runs a trace on the reference and on every engine as it is, with every law, then on those that agree under
// each variant: a divergence without one need not be shown twelve times more. It ends early when stop, unless nil, says true.
func compareTrace(t *spec.Trace, reference oracle.Implementation, engines []oracle.Implementation, stop func() bool) (*oracle.Result, error) {
	result, err := oracle.RunWithin(runner.HangAfter, t, reference, engines, thoroughUntil(stop))
	if err != nil {
		return nil, err
	}
	var variants []oracle.Implementation
	for _, e := range engines {
		diverges := func(d oracle.Divergence) bool {
			return d.Implementation == e.Name || d.Implementation == reference.Name
		}
		if slices.ContainsFunc(result.Divergences, diverges) {
			continue
		}
		for _, v := range oracle.Variants() {
			variants = append(variants, e.With(v))
		}
	}
	if len(variants) > 0 {
		variants = append(variants, storageChoices(engines)...)
	}
	if len(variants) == 0 || stop != nil && stop() {
		return result, nil
	}
	more, err := oracle.RunWithin(runner.HangAfter, t, reference, variants, thoroughUntil(stop))
	if err != nil {
		return nil, err
	}
	result.Divergences = append(result.Divergences, more.Divergences...)
	for label, n := range more.Counts.Comparisons {
		result.Counts.Comparisons[label] += n
	}
	if result.Counts.Exhausted == nil {
		result.Counts.Exhausted = map[spec.OpKind]uint64{}
	}
	for op, n := range more.Counts.Exhausted {
		result.Counts.Exhausted[op] += n
	}
	return result, nil
}

// reduceFor bounds how long a divergence of a run is reduced.
const reduceFor = 5 * time.Second

// under is the engine that a divergence is about, with its variant. The reference stands for itself.
func under(d *oracle.Divergence, reference oracle.Implementation, engines []oracle.Implementation) oracle.Implementation {
	im := reference
	engines = slices.Concat(engines, storageChoices(engines))
	if i := slices.IndexFunc(engines, func(e oracle.Implementation) bool { return e.Name == d.Implementation }); i >= 0 {
		im = engines[i]
	}
	if v, ok := variant.ByName(d.Variant); ok && d.Variant != "" {
		im = im.With(v)
	}
	return im
}

// divergenceTexts are the blocks of a trace's divergences, the trace as it stands.
func divergenceTexts(t *spec.Trace, reference oracle.Implementation, found []oracle.Divergence) string {
	var blocks []string
	for i := range found {
		f := oracle.Finding{Trace: t, Divergence: found[i], Reference: reference.Name}
		blocks = append(blocks, f.Text(""))
	}
	return strings.Join(blocks, "\n")
}

// keepFound saves a divergence as it was found and names the file, "" where nothing is saved.
func (s *campaignSetup) keepFound(f *oracle.CampaignFinding) (string, error) {
	if s.save == "" {
		return "", nil
	}
	return s.found(f).SaveFound(s.save)
}

func (s *campaignSetup) found(f *oracle.CampaignFinding) *oracle.Finding {
	return &oracle.Finding{Trace: f.Trace, Divergence: f.Divergence, Place: f.Place(), Reference: s.options.Reference.Name}
}

// reduced makes the small trace that is shown and kept in place of the one that was found. Where the divergence does
// not show again, in a trace of its own, the finding stays, as an intermittent one. One that shows without the variant
// under which it was found is shown without.
func (s *campaignSetup) reduced(f *oracle.CampaignFinding) *oracle.Finding {
	reference := s.options.Reference
	im := under(&f.Divergence, reference, s.options.Implementations)
	found := s.found(f)
	if s.asFound {
		found.Why = append(found.Why, "not reduced, as was asked")
		return found
	}
	if f.Divergence.Hangs() {
		found.Trace, found.From = runner.UpTo(f.Trace, f.Divergence.Index), len(f.Trace.Entries)
		found.Why = append(found.Why, "not reduced, since every try takes as long")
		return found
	}
	again, options := s.again(f, im.With(nil))
	if again == nil {
		again, options = s.again(f, im)
	} else {
		im = im.With(nil)
	}
	if again == nil {
		found.Intermittent(1, 1+triesAgain)
		return found
	}
	finding := reduceTo(f.Trace, *again, reference, im, options, oracle.ReduceOptions{Timeout: reduceFor})
	finding.Place = f.Place()
	return finding
}

// triesAgain is how often again runs a trace on the engine as it is under each of the options.
const triesAgain = 2 * finding.Confirmations

// again runs the trace of a finding alone. Looking thoroughly may show it earlier, and then in another form, than the
// campaign saw it; a divergence that is seen so is reduced, with the options that showed it.
func (s *campaignSetup) again(f *oracle.CampaignFinding, im oracle.Implementation) (*oracle.Divergence, oracle.RunOptions) {
	for try := range triesAgain {
		options := []oracle.RunOptions{thorough(), s.options.Run}[try%2]
		result, err := oracle.Run(f.Trace, s.options.Reference, []oracle.Implementation{im}, options)
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
	return nil, oracle.RunOptions{}
}

// tryWithin is how long one operation of a trace that a reduction tries may take.
const tryWithin = time.Second

// reduceTo reduces a trace that shows a divergence. One that no longer shows when it is reduced is intermittent, and its
// trace is kept as it is.
func reduceTo(t *spec.Trace, d oracle.Divergence, reference, im oracle.Implementation, run oracle.RunOptions, options oracle.ReduceOptions) *oracle.Finding {
	if d.Hangs() {
		return &oracle.Finding{
			Trace: runner.UpTo(t, d.Index), Divergence: d, Reference: reference.Name, From: len(t.Entries),
			Why: []string{"not reduced, since every try takes as long"},
		}
	}
	options.Operations = d.Index + 1
	small := oracle.Reduce(t, oracle.FailsLikeWithin(tryWithin, d, reference, im, run), options)
	confirmed, err := oracle.ConfirmedFinding(small, reference, im, d.Signature(), run, nil)
	if err == nil {
		confirmed.From = len(t.Entries)
		return confirmed
	}
	if confirmed, err = oracle.ConfirmedFinding(t, reference, im, d.Signature(), run, nil); err != nil {
		confirmed = &oracle.Finding{Trace: t, Divergence: d, Reference: reference.Name}
		confirmed.Intermittent(1, 1+finding.Confirmations)
	}
	confirmed.Why = append(confirmed.Why, fmt.Sprintf("a smaller trace showed it once, and not again in %d runs", finding.Confirmations))
	return confirmed
}

// saveFinding saves a finding in all its forms.
func saveFinding(f *oracle.Finding, dir string, reference oracle.Implementation) error {
	return f.Save(dir, oracle.SaveOptions{
		Scenario: func(t *spec.Trace) (string, error) {
			return asScenario(t, f.Divergence.Index, f.Hash(), f.Statements, f.Rulings, reference)
		},
		Page: func() ([]byte, error) { return report.FindingPage(f.Data(dir)) },
	})
}

// traceAsScenario prints a trace as a feature in which the reference's answer to the last operation is the expectation.
func traceAsScenario(t *spec.Trace, reference oracle.Implementation) (string, error) {
	return asScenario(t, len(t.Entries)-1, (&oracle.Finding{Trace: t}).Hash(), nil, nil, reference)
}

func asScenario(t *spec.Trace, index int, hash string, statements []spec.StatementID, rulings []string, reference oracle.Implementation) (string, error) {
	profile, err := profileOf(t)
	if err != nil {
		return "", err
	}
	return scenario.OfFinding(t, fresh(reference, profile), index, hash, statements, rulings), nil
}
