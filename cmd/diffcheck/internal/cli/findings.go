package cli

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// divergence is a finding in the JSON report, with the block that is printed.
type divergence struct {
	oracle.FindingData
	block string
}

func newDivergence(f *oracle.Finding, dir string) divergence {
	return divergence{f.Data(dir), f.Text(dir)}
}

// thorough compares worlds after every operation and checks every law.
func thorough() oracle.RunOptions { return oracle.RunOptions{Laws: oracle.Laws()} }

// thoroughUntil is like thorough but ends when stop returns true.
func thoroughUntil(stop func() bool) oracle.RunOptions {
	options := thorough()
	options.Stop = stop
	return options
}

// compareTrace runs a trace on the reference and on every engine as it is, with every law. Then it
// runs the engines that agree under each variant; an engine that differs without a variant would
// show the same divergence twelve times more. If stop is not nil and says true, it ends early.
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
	if result.Counts.Exhausted == nil {
		result.Counts.Exhausted = map[spec.OpKind]uint64{}
	}
	for op, n := range more.Counts.Exhausted {
		result.Counts.Exhausted[op] += n
	}
	return result, nil
}

// under is the engine that a divergence is about, with its variant. The reference stands for itself.
func under(
	d *oracle.Divergence, reference oracle.Implementation, engines []oracle.Implementation,
) oracle.Implementation {
	return d.Of(reference, slices.Concat(engines, storageChoices(engines)))
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
