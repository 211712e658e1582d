package suite

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/internal/report"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// CaseResult is the result of a case, as saved runs store it.
type CaseResult = report.Result

// Status is the result of a case in one word.
type Status = report.Status

// The results of a case.
const (
	Passed      = report.Passed
	Failed      = report.Failed
	KnownFails  = report.Known
	Unsupported = report.Unsupported
	NotRun      = report.NotRun
)

// Case is a single test: a scenario, or a transcript (a generated trace with the answers of the
// reference).
type Case struct {
	// Name is the name of the scenario with its profile, such as "pairs-01 (flecs-3)", or of the
	// transcript, such as "cleanup-t07 (flecs-4)".
	Name string
	// Area is the feature that the case tests: the feature of the scenario, or "generated/" and the
	// name of the mix.
	Area string

	scenario *scenario.Scenario // nil for a trace
	trace    func() *spec.Trace
	profile  string
	lacks    string // the capability that the case needs and the subject lacks, or ""
	// otherwise is set if the subject's own profile changes the answers of the scenario. The
	// reference then decides which answers are right.
	otherwise bool
	own       bool // a scenario of the user, not of the suite
	skip      bool // not selected by Options
	index     int  // in the session
	ran       bool
}

// generated is the prefix of the areas of transcripts.
const generated = "generated/"

// transcripts is the number of transcripts for each mix of the generator, and transcriptLength the
// number of operations in each. All implementations that declare the same capabilities get the same
// transcripts.
const (
	transcripts      = 40
	transcriptLength = 30
)

// cases returns all cases: the scenarios in the order of their files, then the transcripts.
func cases(info *spec.Info, count int) ([]Case, error) {
	all, err := scenario.Embedded()
	if err != nil {
		return nil, fmt.Errorf("the embedded feature files cannot be read: %w", err)
	}
	var out []Case
	followed := profiles(info)
	for _, s := range all {
		out = append(out, scenarioCases(&s, info, followed)...)
	}
	for _, m := range mixes {
		more, err := transcriptsOf(info, m, count)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}

// scenarioCases returns the cases of a scenario: one for each of the subject's own profiles that is
// based on the scenario's profile, and one for the scenario's profile itself. It omits the latter
// if the subject declares such own profiles but not the scenario's profile. For example, a scenario
// of flecs-3 has two cases for a subject that declares flecs-3 and mine, a profile based on
// flecs-3. In an own profile the reference decides which answers are right. Usually these are the
// answers that the scenario expects.
func scenarioCases(s *scenario.Scenario, info *spec.Info, followed []spec.Profile) []Case {
	area := strings.TrimSuffix(s.Path, ".feature")
	var out []Case
	for i := range followed {
		if mine, is := s.Under(followed[i]); is {
			otherwise := scenario.Run(mine, reference).Status != scenario.Passed
			out = append(out, Case{
				Name: mine.Key(), Area: area, scenario: &mine, profile: mine.Profile, otherwise: otherwise,
			})
		}
	}
	if !s.OfOwn() && (len(out) == 0 || slices.Contains(info.Profiles, s.Profile)) {
		out = append(out, Case{Name: s.Key(), Area: area, scenario: s, profile: s.Profile})
	}
	return out
}

// reference returns an empty world of the reference.
func reference(p spec.Profile) spec.Engine {
	engine, err := engines.Model().New(p)
	if err != nil {
		return runner.Refusing{Err: spec.Errorf(spec.CodeUnsupported, "%v", err)}
	}
	return engine
}

// transcriptsOf returns the transcripts of a mix, with the profiles in turn. Each transcript is
// generated when it runs.
func transcriptsOf(info *spec.Info, m mix, count int) ([]Case, error) {
	followed := profiles(info)
	if len(followed) == 0 || count <= 0 {
		return nil, nil
	}
	generators, err := m.generators(info, transcriptLength)
	if err != nil {
		return nil, err
	}
	var out []Case
	for i := range count {
		p := followed[i%len(followed)]
		c := Case{
			Name: fmt.Sprintf("%s-t%02d (%s)", m.name, i+1, spec.RequestName(p.Name)), Area: generated + m.name,
			profile: p.Name, lacks: string(m.needs),
		}
		if len(generators) > 0 {
			g := generators[i%len(generators)]
			c.lacks = ""
			c.trace = func() *spec.Trace { return Select(g.Generate(oracle.TraceSeed(1, uint64(i))), *info) }
		}
		out = append(out, c)
	}
	return out, nil
}

// run runs a case on a subject. It returns the divergences of a failed case, so that they can be
// reduced. If ctx has ended and there are no divergences, ignore the result.
func (c *Case) run(ctx context.Context, s *Subject) (r CaseResult, seen []sighting) {
	r = CaseResult{Name: c.Name, Area: c.Area, Status: Passed}
	switch {
	case c.scenario != nil:
		seen = c.runScenario(ctx, s, &r)
	case c.lacks != "":
		r.Status, r.Reason = Unsupported, c.lacks
	default:
		seen = compareAll(ctx, c.trace(), s, &r)
	}
	return r, seen
}

// maxReason is the maximum number of difference lines in the reason of a case.
const maxReason = 8

// compareAll compares all operations of a trace with the reference.
func compareAll(ctx context.Context, t *spec.Trace, s *Subject, r *CaseResult) []sighting {
	compared, err := compareTrace(ctx, t, s)
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
		r.Status, r.Reason = Unsupported, "the engine supports no operation of the trace"
	}
	return compared.sightings
}
