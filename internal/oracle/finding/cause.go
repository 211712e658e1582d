package finding

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/spec"
)

// Evidence is the part of a reduced finding that hints at its cause.
type Evidence struct {
	// Operations are the operations of its trace, up to the one that differs.
	Operations []spec.Operation
	Profile    spec.Profile
	*compare.Difference
	// Intermittent is set if the divergence occurs only in some runs, so that its trace says
	// little.
	Intermittent bool
}

// Evidence returns the evidence of a finding.
func (f *Finding) Evidence() *Evidence {
	p, err := spec.ProfileByName(f.Trace.Header.Profile)
	if err != nil {
		p = spec.Flecs3()
	}
	return &Evidence{
		f.Trace.Operations()[:min(f.Divergence.Index+1, len(f.Trace.Entries))], p, &f.Divergence.Difference, f.Runs > 0,
	}
}

// Group names the kind of error that a reduced finding shows. Findings of one group most likely
// have the same cause: their profile, implementation and difference are equal, and so is all that
// [Causes] looks at. Unlike Causes, Group does not need the other findings.
func (f *Finding) Group() string {
	s, d := f.Evidence().signs(), &f.Divergence
	return shortHash(slices.Concat(
		[]string{f.Trace.Header.Profile, d.Implementation, d.Law, d.Difference.Signature(), s.about},
		s.keys, s.deeds, s.asks)...)
}

// Causes groups the findings of one engine by their most likely cause. It returns the number of the
// group for each finding, from 0 in order of first occurrence. Two findings share a group if they
// have the same telling symptom, such as wrong values or a missing refusal, or if their operations,
// or else their queries, need the same (see signs). A finding also joins the group of a slightly
// smaller one whose operations and query it contains. The result is a guess. It affects which
// findings are shown together, and which new findings count as a known failure that has the field
// "alike".
func Causes(all []*Evidence) []int {
	found, group := make([]signs, len(all)), make([]int, len(all))
	for i, e := range all {
		found[i], group[i] = e.signs(), i
	}
	for i := range found {
		for k := range found {
			if from, to := group[k], group[i]; from != to && found[i].suggests(&found[k]) {
				for n := range group {
					if group[n] == from {
						group[n] = to
					}
				}
			}
		}
	}
	number := map[int]int{}
	for i, g := range group {
		if _, met := number[g]; !met {
			number[g] = len(number)
		}
		group[i] = number[g]
	}
	return group
}

// signs are features that findings of one cause share.
type signs struct {
	keys  []string // findings with a common key have the same cause
	deeds []string // see [Evidence.deeds], sorted
	asks  []string // see [Evidence.asks]
	// about says what the difference concerns, if that is a broken answer, change detection, the
	// state that a query keeps between two iterations, or a deletion; otherwise it is "". Equal
	// deeds or questions join two findings only if about is equal, too.
	about string
}

func (e *Evidence) signs() signs {
	what := e.symptom()
	if what.cause == decided {
		return signs{keys: []string{what.phrase}}
	}
	s := signs{deeds: e.deeds(), asks: e.asks(), about: e.about()}
	if what.cause == hinted {
		s.keys = append(s.keys, what.phrase)
	}
	if len(s.deeds) > 0 {
		s.keys = append(s.keys, "deeds "+s.about+strings.Join(s.deeds, ", "))
	} else {
		s.keys = append(s.keys, "asks "+s.about+strings.Join(s.asks, ", "))
	}
	return s
}

// suggests reports whether another finding probably has the same cause: they have a common key, or
// the other contains all deeds and questions, and little more. A reduced trace has nothing
// superfluous, so the larger one probably reaches the same bug in another way. With more than two
// additional words it counts as another bug; if the smaller finding has no deeds, the limit is one,
// and its query must need more than plain terms, or be iterated again.
func (s *signs) suggests(larger *signs) bool {
	if slices.ContainsFunc(s.keys, func(key string) bool { return slices.Contains(larger.keys, key) }) {
		return true
	}
	more := len(larger.deeds) + len(larger.asks) - len(s.deeds) - len(s.asks)
	return s.about == larger.about && more <= min(2, 1+len(s.deeds)) &&
		within(s.deeds, larger.deeds) && within(s.asks, larger.asks) &&
		(len(s.deeds) > 0 || len(s.asks) > 1 || s.about == aboutHeld)
}

func within(some, all []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(all, s) })
}
