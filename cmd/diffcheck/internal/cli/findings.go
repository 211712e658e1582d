package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/report"
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

// compare runs a trace on the reference and on every engine as it is, with every law, then on those that agree under
// each variant: what is wrong without one need not be shown twelve times more.
func compare(t *spec.Trace, reference oracle.Implementation, engines []oracle.Implementation) (*oracle.Result, error) {
	result, err := oracle.RunWithin(oracle.HangAfter, t, reference, engines, thorough())
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
	if len(variants) == 0 {
		return result, nil
	}
	more, err := oracle.RunWithin(oracle.HangAfter, t, reference, variants, thorough())
	if err != nil {
		return nil, err
	}
	result.Divergences = append(result.Divergences, more.Divergences...)
	for label, n := range more.Counts.Comparisons {
		result.Counts.Comparisons[label] += n
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
	if v, ok := oracle.VariantByName(d.Variant); ok && d.Variant != "" {
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

// keepRaw saves a divergence as it was found.
func (s *campaignSetup) keepRaw(f *oracle.CampaignFinding) error {
	if s.save == "" {
		return nil
	}
	return s.raw(f).Save(s.save, oracle.SaveOptions{})
}

func (s *campaignSetup) raw(f *oracle.CampaignFinding) *oracle.Finding {
	return &oracle.Finding{Trace: f.Trace, Divergence: f.Divergence, Place: f.Place(), Reference: s.options.Reference.Name}
}

// reduced makes the small trace that is shown and kept in place of the one that was found. Where the divergence does
// not show again, in a trace of its own, what was found stays. What shows without the variant under which it was found
// is shown without.
func (s *campaignSetup) reduced(f *oracle.CampaignFinding) (divergence, error) {
	reference := s.options.Reference
	im := under(&f.Divergence, reference, s.options.Implementations)
	raw := s.raw(f)
	if f.Divergence.Hangs() {
		raw.Trace, raw.From = oracle.UpTo(f.Trace, f.Divergence.Index), len(f.Trace.Entries)
		return s.asItIs(f, raw, "not reduced, since every try takes as long")
	}
	again, options := s.again(f, im.With(nil))
	if again == nil {
		again, options = s.again(f, im)
	} else {
		im = im.With(nil)
	}
	if again == nil {
		return s.asItIs(f, raw, "the divergence does not show when the trace is run again alone")
	}
	finding, err := reduceTo(f.Trace, *again, reference, im, options, oracle.ReduceOptions{Timeout: reduceFor})
	if err != nil {
		return divergence{}, err
	}
	finding.Place = f.Place()
	if s.save == "" {
		return newDivergence(finding, ""), nil
	}
	if err := saveFinding(finding, s.save, reference); err != nil {
		return divergence{}, err
	}
	return newDivergence(finding, s.save), s.dropRaw(f, finding)
}

// asItIs keeps a finding that was not reduced, and says why.
func (s *campaignSetup) asItIs(f *oracle.CampaignFinding, finding *oracle.Finding, why string) (divergence, error) {
	finding.Why = append(finding.Why, why)
	if s.save == "" {
		return newDivergence(finding, ""), nil
	}
	if err := finding.Save(s.save, oracle.SaveOptions{}); err != nil {
		return divergence{}, err
	}
	return newDivergence(finding, s.save), s.dropRaw(f, finding)
}

// dropRaw removes the folder of a divergence as it was found, where another has taken its place.
func (s *campaignSetup) dropRaw(f *oracle.CampaignFinding, finding *oracle.Finding) error {
	raw := s.raw(f).Hash()
	if raw == finding.Hash() {
		return nil
	}
	return os.RemoveAll(filepath.Join(s.save, raw))
}

// again runs the trace of a finding alone. Looking thoroughly may show it earlier, and then in another form, than the
// campaign saw it; what is seen so is reduced, with the options that showed it.
func (s *campaignSetup) again(f *oracle.CampaignFinding, im oracle.Implementation) (*oracle.Divergence, oracle.RunOptions) {
	for _, options := range []oracle.RunOptions{thorough(), s.options.Run} {
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

// reduceTo reduces a trace that shows a divergence.
func reduceTo(t *spec.Trace, d oracle.Divergence, reference, im oracle.Implementation, run oracle.RunOptions, options oracle.ReduceOptions) (*oracle.Finding, error) {
	if d.Hangs() {
		return &oracle.Finding{
			Trace: oracle.UpTo(t, d.Index), Divergence: d, Reference: reference.Name, From: len(t.Entries),
			Why: []string{"not reduced, since every try takes as long"},
		}, nil
	}
	options.Operations = d.Index + 1
	small := oracle.Reduce(t, oracle.FailsLikeWithin(tryWithin, d, reference, im, run), options)
	finding, err := oracle.NewFinding(small, reference, im, d.Signature(), run)
	if err != nil {
		return nil, err
	}
	finding.From = len(t.Entries)
	return finding, nil
}

// saveFinding saves a finding in all its forms.
func saveFinding(f *oracle.Finding, dir string, reference oracle.Implementation) error {
	return f.Save(dir, oracle.SaveOptions{
		Scenario: func(t *spec.Trace) (string, error) {
			return asScenario(t, f.Divergence.Index, f.Hash(), f.Statements, reference)
		},
		Page: func() ([]byte, error) { return report.FindingPage(f.Data(dir)) },
	})
}

// traceAsScenario prints a trace as a feature in which the reference's answer to the last operation is what is wanted.
func traceAsScenario(t *spec.Trace, reference oracle.Implementation) (string, error) {
	return asScenario(t, len(t.Entries)-1, (&oracle.Finding{Trace: t}).Hash(), nil, reference)
}

func asScenario(t *spec.Trace, index int, hash string, statements []spec.StatementID, reference oracle.Implementation) (string, error) {
	profile, err := profileOf(t)
	if err != nil {
		return "", err
	}
	return scenario.OfFinding(t, fresh(reference, profile), index, hash, statements), nil
}
