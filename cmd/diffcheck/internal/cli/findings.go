package cli

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// divergence is a finding in the JSON report, with its printed text.
type divergence struct {
	oracle.FindingData
	block string
}

func newDivergence(f *oracle.Finding, dir string) divergence {
	return divergence{f.Data(dir), f.Text(dir)}
}

// thorough returns options to compare worlds after every operation and to check every law.
func thorough() oracle.RunOptions { return oracle.RunOptions{Laws: oracle.Laws()} }

// thoroughUntil is like thorough but ends when stop returns true.
func thoroughUntil(stop func() bool) oracle.RunOptions {
	options := thorough()
	options.Stop = stop
	return options
}

// compareTrace compares a trace on the reference and on every engine, with every law. It then runs
// each engine that agrees under every variant, and fast with its other storage options. It skips the
// variants of an engine that already differs, because each variant would show the same divergence. If
// stop is not nil and returns true, compareTrace ends early.
func compareTrace(
	t *spec.Trace, reference oracle.Implementation, engines []oracle.Implementation, stop func() bool,
) (*oracle.Result, error) {
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
	for op, n := range more.Counts.Exhausted {
		result.Counts.PassOver(op, n)
	}
	return result, nil
}

// under returns the engine of a divergence, wrapped in its variant.
func under(
	d *oracle.Divergence, reference oracle.Implementation, engines []oracle.Implementation,
) oracle.Implementation {
	return d.Of(reference, slices.Concat(engines, storageChoices(engines)))
}

// divergenceTexts returns the text of each divergence with the trace, not reduced.
func divergenceTexts(t *spec.Trace, reference oracle.Implementation, found []oracle.Divergence) string {
	var blocks []string
	for i := range found {
		f := oracle.Finding{Trace: t, Divergence: found[i], Reference: reference.Name}
		blocks = append(blocks, f.Text(""))
	}
	return strings.Join(blocks, "\n")
}
