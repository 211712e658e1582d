package suite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/report"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// CaseResult is how a case ended, as saved runs have it.
type CaseResult = report.Result

// Status is how a case ended in a word.
type Status = report.Status

// The ways to end.
const (
	Passed      = report.Passed
	Failed      = report.Failed
	KnownFails  = report.Known
	Unsupported = report.Unsupported
	NotRun      = report.NotRun
)

// Case is a single test: a scenario, or a transcript, which is a generated trace with the answers of the reference.
type Case struct {
	// Name is that of a scenario with its profile, "pairs-01 (flecs-3)", or of a transcript, "cleanup-t07 (flecs-4)".
	Name string
	// Area is the feature that it is about: the scenario's feature, or "generated/" and the weights of the generator.
	Area string

	scenario *scenario.Scenario
	trace    func() *spec.Trace // nil for scenarios, and where the subject lacks its capability
	world    string             // the profile of the trace
	// lacks has the capabilities of the case that the subject lacks.
	lacks []string
	// otherwise: in the subject's own profile the reference answers otherwise than the scenario
	// states, so that its answers count.
	otherwise bool
	own       bool // it is not of the suite
	skip      bool // Options do not choose it
}

// profile is the name of the profile in whose world a case runs.
func (c *Case) profile() string {
	if c.scenario != nil {
		return c.scenario.Profile
	}
	return c.world
}

// part is the part of a run that a case belongs to.
func (c *Case) part() Part {
	if c.scenario != nil {
		return Scenarios
	}
	return Transcripts
}

// generated begins the areas of transcripts.
const generated = "generated/"

// transcripts is how many transcripts there are for each mix of the generator, and how long they are. They are the
// same for all implementations that declare the same.
const (
	transcripts      = 40
	transcriptLength = 30
)

// cases lists all cases: the scenarios in the order of their files, then the transcripts.
func cases(info *spec.Info, count int) ([]Case, error) {
	all, err := scenario.Embedded()
	if err != nil {
		return nil, fmt.Errorf("the features are broken: %w", err)
	}
	var out []Case
	followed := profiles(info)
	for _, s := range all {
		out = append(out, scenarioCases(&s, info, followed)...)
	}
	if len(followed) == 0 {
		return out, nil
	}
	for _, m := range mixes {
		more, err := transcriptsOf(info, followed, m, count)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}

// scenarioCases are a scenario in its profile, and in those of the subject's own with this base
// that differ from it. There its operations are asked, and the reference says what is right, which
// mostly is what the scenario states. A subject that follows its own profiles alone is not asked in
// that of the scenario, and one that has none of its own is not asked what is about such.
func scenarioCases(s *scenario.Scenario, info *spec.Info, followed []spec.Profile) []Case {
	area := strings.TrimSuffix(s.Path, ".feature")
	var out []Case
	for i := range followed {
		if mine, is := s.Under(followed[i]); is {
			otherwise := scenario.Run(mine, reference).Status != scenario.Passed
			out = append(out, Case{Name: mine.Key(), Area: area, scenario: &mine, otherwise: otherwise})
		}
	}
	if !s.OfOwn() && (len(out) == 0 || slices.Contains(info.Profiles, s.Profile)) {
		out = append(out, Case{Name: s.Key(), Area: area, scenario: s})
	}
	return out
}

// reference is a world of the reference.
func reference(p spec.Profile) spec.Engine {
	engine, err := engines.Model().New(p)
	if err != nil {
		return brokenEngine{spec.Errorf(spec.CodeUnsupported, "%v", err)}
	}
	return engine
}

// transcriptsOf are the transcripts of a mix, in the profiles in turn. They are generated when they are run.
func transcriptsOf(info *spec.Info, followed []spec.Profile, m mix, count int) ([]Case, error) {
	var out []Case
	generators := make([]*fuzz.Generator, len(followed))
	for i := range count {
		p := followed[i%len(followed)]
		c := Case{
			Name: fmt.Sprintf("%s-t%02d (%s)", m.name, i+1, spec.RequestName(p.Name)), Area: generated + m.name,
			world: p.Name,
		}
		if !hasAnywhere(info, m.needs) {
			c.lacks = []string{string(m.needs)}
			out = append(out, c)
			continue
		}
		g := &generators[i%len(followed)]
		if *g == nil {
			var err error
			if *g, err = m.generator(info, p, transcriptLength); err != nil {
				return nil, err
			}
		}
		c.trace = func() *spec.Trace { return Select((*g).Generate(oracle.TraceSeed(1, uint64(i))), *info) }
		out = append(out, c)
	}
	return out, nil
}

// run runs a case on a subject. The divergences of a failure are given to be reduced. After stop, the result
// means nothing unless there are divergences.
func (c *Case) run(s *Subject, stop func() bool) (CaseResult, []sighting) {
	r := CaseResult{Name: c.Name, Area: c.Area, Status: Passed}
	if c.scenario != nil {
		return c.runScenario(s, r, stop)
	}
	if c.trace == nil {
		r.Status, r.Reason = Unsupported, strings.Join(c.lacks, ", ")
		return r, nil
	}
	return c.compareAll(c.trace(), s, r, stop)
}

// maxReason bounds how many lines of a difference the reason of a case shows.
const maxReason = 8

// compareAll compares the operations of a trace with the reference.
func (c *Case) compareAll(t *spec.Trace, s *Subject, r CaseResult, stop func() bool) (CaseResult, []sighting) {
	compared, err := compareTrace(t, s, stop)
	switch {
	case err != nil:
		r.Status, r.Reason = Failed, err.Error()
	case len(compared.sightings) > 0:
		d := &compared.sightings[0].divergence
		lines := d.Difference.Lines
		if n := len(lines) - maxReason; n > 0 {
			lines = append(slices.Clone(lines[:maxReason]), fmt.Sprintf("and %d more lines", n))
		}
		r.Status = Failed
		r.Reason = fmt.Sprintf("operation %d, %s\n%s", d.Index+1, d.Difference.Signature(), strings.Join(lines, "\n"))
	case !compared.cut && compared.counts.Comparisons[s.Info.Implementation] == 0:
		r.Status, r.Reason = Unsupported, "nothing of the trace is supported"
	}
	return r, compared.sightings
}
