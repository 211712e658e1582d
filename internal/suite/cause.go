package suite

import (
	"cmp"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/spec"
)

// byCause groups findings by their most likely cause, as package finding determines it. The most
// severe cause comes first and, among causes of equal severity, the one that touches the most
// capabilities. Within a cause the most severe finding comes first, then the shortest. The groups
// affect how findings are displayed, and [Cause.Rule].
func byCause(all []*Finding) [][]*Finding {
	evidence := make([]*finding.Evidence, len(all))
	of := map[*Finding]*finding.Evidence{}
	for i, f := range all {
		evidence[i] = f.Evidence()
		of[f] = evidence[i]
	}
	var out [][]*Finding
	for i, n := range finding.Causes(evidence) {
		if n == len(out) {
			out = append(out, nil)
		}
		out[n] = append(out[n], all[i])
	}
	worse := func(a, b *Finding) int { return of[a].Severity() - of[b].Severity() }
	touched := map[*Finding]int{} // key: the first finding of a group
	for _, group := range out {
		slices.SortStableFunc(group, worse)
		met := map[string]bool{}
		for _, f := range group {
			for _, c := range of[f].Touches() {
				met[c] = true
			}
		}
		touched[group[0]] = len(met)
	}
	slices.SortStableFunc(out, func(a, b []*Finding) int {
		return cmp.Or(worse(a[0], b[0]), touched[b[0]]-touched[a[0]])
	})
	return out
}

// Cause is a group of new findings that probably have the same cause.
type Cause struct {
	// Number is the number of the cause in findings, from 1.
	Number int `json:"cause"`
	// Title describes the failure, taken from the first finding.
	Title string `json:"title"`
	// Name is the name of the first finding.
	Name     string `json:"name"`
	Findings int    `json:"findings"`
	// Seen counts the divergences behind its findings.
	Seen int `json:"seen"`
	// Cases counts the cases that fail only because of this cause.
	Cases int `json:"cases"`
	// Rule is a field of an own profile and its value, such as "self_pairs: refuse". In a profile
	// with that value, the cause does not occur. It is "" if there is no such field.
	Rule string `json:"rule,omitempty"`

	group []*Finding // the most severe first
}

// countCauses numbers the causes of the new findings and counts the cases that fail because of
// each.
func (r *Report) countCauses() {
	of := map[string]int{} // key: the name of a new finding
	for i, group := range byCause(r.New()) {
		c := Cause{
			Number: i + 1, Title: group[0].Evidence().Title(), Name: group[0].Name, Findings: len(group), group: group,
		}
		for _, f := range group {
			f.Cause, of[f.Name] = c.Number, c.Number
			c.Seen += f.Seen
		}
		r.CauseList = append(r.CauseList, c)
	}
	for _, c := range r.Cases {
		causes := map[int]bool{}
		for _, name := range c.Findings {
			causes[of[name]] = true
		}
		delete(causes, 0)
		for n := range causes {
			if len(causes) == 1 && c.Status == Failed {
				r.CauseList[n-1].Cases++
			}
		}
	}
}

// rule is a field of a profile with a value.
type rule struct{ key, value string }

// suggest looks for causes that are a different rule rather than a bug: the cause disappears in a
// profile that differs from the declared one in one field. It replays the subject's answers against
// the reference in each such profile. If several fields or values explain a cause, it keeps those
// that explain the most findings over all causes, because one changed rule is more likely than
// several.
func (r *Report) suggest() {
	rules := make([][]rule, len(r.CauseList))
	explained := map[rule]int{}
	for i, c := range r.CauseList {
		answers, ok := answersOf(c.group)
		if !ok {
			continue
		}
		for _, field := range spec.ProfileFields() {
			for _, value := range field.Choices {
				candidate := rule{field.Key, value}
				if n := candidate.explains(answers); n >= min(len(answers), mustExplain) {
					rules[i] = append(rules[i], candidate)
					explained[candidate] += n
				}
			}
		}
	}
	for i := range rules {
		most := 0
		for _, candidate := range rules[i] {
			most = max(most, explained[candidate])
		}
		r.CauseList[i].Rule = words(slices.DeleteFunc(rules[i], func(c rule) bool { return explained[c] < most }))
	}
}

// words formats rules, for example "self_pairs: refuse" or "traversal: ChildOf or DependsOn".
func words(rules []rule) string {
	var b strings.Builder
	for i, r := range rules {
		if i > 0 {
			b.WriteString(" or ")
		}
		if i == 0 || rules[i-1].key != r.key {
			b.WriteString(r.key + ": ")
		}
		b.WriteString(r.value)
	}
	return b.String()
}

// A rule must explain the first findings of a cause, and is tried on some others.
const (
	mustExplain = 8
	maxExplain  = 64
)

// answersOf returns the subject's answers to the traces of a cause. It returns false if one of the
// first findings is intermittent or is no wrong answer, such as a crash, because no rule explains
// those.
func answersOf(group []*Finding) (out []*transcript.Transcript, ok bool) {
	for i, f := range group[:min(len(group), maxExplain)] {
		switch t := f.answers; {
		case f.Runs == 0 && f.Divergence.Difference.Kind != compare.DiffBroken && t != nil &&
			t.Profile.Family == spec.FlecsFamily:
			out = append(out, t)
		case i < mustExplain:
			return nil, false
		}
	}
	return out, true
}

// explains counts the transcripts in which the reference with this rule gives the subject's
// answers. It returns 0 if the rule does not explain each of the first ones, or changes nothing.
func (r rule) explains(answers []*transcript.Transcript) (n int) {
	differs := false
	for i, t := range answers {
		p, err := t.Profile.With(r.key, spec.FieldValue(r.value))
		if err != nil {
			return 0
		}
		differs = differs || p.Field(r.key) != t.Profile.Field(r.key)
		tried := *t
		tried.Profile = p
		lines, replayErr := transcript.Replay(&tried, transcript.ReplayOptions{Reference: engines.Model()})
		switch {
		case replayErr == nil && !slices.ContainsFunc(lines, contradicts):
			n++
		case i < mustExplain:
			return 0
		}
	}
	if !differs {
		return 0
	}
	return n
}

// contradicts reports whether the subject's answer differs from the reference, unless both answer
// unsupported.
func contradicts(l transcript.Replayed) bool {
	switch l.Verdict {
	case transcript.Agrees, transcript.Unanswered:
		return false
	case transcript.NotBuilt:
		return l.Answer != nil || l.Line.Got == nil || l.Line.Got.Err == nil || l.Line.Got.Err.Code != spec.CodeUnsupported
	case transcript.Declared, transcript.Refused, transcript.Undefined, transcript.Unexplained:
	}
	return true
}
