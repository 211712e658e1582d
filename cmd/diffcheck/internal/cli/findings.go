package cli

import (
	"slices"

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

// thorough returns options to compare worlds after every operation and to check every law. The run
// ends early when stop, unless it is nil, returns true.
func thorough(stop func() bool) oracle.RunOptions {
	return oracle.RunOptions{Laws: oracle.Laws(), Stop: stop}
}

// compareTrace compares a trace on the first engine, the reference, and on the others, with every
// law. It then runs each engine that agrees under every variant, and fast with its other storage
// options. It skips the variants of an engine that already differs, because each variant would show
// the same divergence. If stop is not nil and returns true, compareTrace ends early.
func compareTrace(t *spec.Trace, engines []oracle.Implementation, stop func() bool) (*oracle.Result, error) {
	reference, others := engines[0], engines[1:]
	result, err := oracle.RunWithin(runner.HangAfter, t, reference, others, thorough(stop))
	if err != nil {
		return nil, err
	}
	var variants []oracle.Implementation
	for _, e := range others {
		diverges := func(d oracle.Divergence) bool {
			return d.Implementation == e.Name || d.Implementation == reference.Name
		}
		if !slices.ContainsFunc(result.Divergences, diverges) {
			variants = append(variants, oracle.WithVariants(e)[1:]...)
		}
	}
	if len(variants) == 0 || stop != nil && stop() {
		return result, nil
	}
	variants = append(variants, storageChoices(others)...)
	more, err := oracle.RunWithin(runner.HangAfter, t, reference, variants, thorough(stop))
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
func under(d *oracle.Divergence, engines []oracle.Implementation) oracle.Implementation {
	return d.Of(engines[0], slices.Concat(engines[1:], storageChoices(engines[1:])))
}
