package suite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/spec"
)

// maxPerCause is the maximum number of findings of a cause that are tried with each field. If
// several fields explain equally many findings, up to maxPerTie findings are tried with each of
// them.
const (
	maxPerCause = 8
	maxPerTie   = 64
)

// suggest looks for causes that are a different rule rather than a bug: the cause disappears in a
// profile that differs from the declared one in one field. It replays the subject's answers against
// the reference in each such profile. If several fields or values explain a cause, it keeps those
// that explain the most findings over all causes, because one changed rule is more likely than
// several.
func (r *Report) suggest() {
	groups := r.Causes()
	rules := make([][]rule, len(groups))
	explained := map[rule]int{}
	for i, findings := range groups {
		rules[i] = rulesOf(findings[:min(len(findings), maxPerCause)])
		for _, candidate := range rules[i] {
			explained[candidate] += len(findings)
		}
	}
	for i, findings := range groups {
		left := best(rules[i], func(candidate rule) int { return explained[candidate] })
		if len(left) > 1 && len(findings) > maxPerCause {
			rest := answersOf(findings[maxPerCause:min(len(findings), maxPerTie)])
			left = best(left, func(candidate rule) (n int) {
				for _, t := range rest {
					if candidate.explains([]*transcript.Transcript{t}) {
						n++
					}
				}
				return n
			})
		}
		r.CauseList[i].Rule = words(left)
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

// rule is a field of a profile with a value.
type rule struct{ key, value string }

// best returns the candidates for which of(candidate) is largest.
func best(candidates []rule, of func(rule) int) (out []rule) {
	count := 0
	for _, candidate := range candidates {
		switch n := of(candidate); {
		case n > count:
			count, out = n, []rule{candidate}
		case n == count:
			out = append(out, candidate)
		}
	}
	return out
}

// rulesOf returns the fields and values that explain all findings.
func rulesOf(findings []*Finding) (out []rule) {
	answers := answersOf(findings)
	if len(answers) < len(findings) {
		return nil
	}
	for _, field := range spec.ProfileFields() {
		for _, value := range field.Choices {
			if r := (rule{field.Key, value}); r.explains(answers) {
				out = append(out, r)
			}
		}
	}
	return out
}

// answersOf returns the subject's answers to the traces of findings. It skips findings that are
// intermittent or that no answer shows, such as a crash, because no rule explains those.
func answersOf(findings []*Finding) (out []*transcript.Transcript) {
	for _, f := range findings {
		if t := f.answers; f.Runs == 0 && t != nil && t.Profile.Family == spec.FlecsFamily {
			out = append(out, t)
		}
	}
	return out
}

// explains reports whether the reference with this rule gives the subject's answers in every
// transcript.
func (r rule) explains(answers []*transcript.Transcript) bool {
	differs := false
	for _, t := range answers {
		p, err := t.Profile.With(r.key, spec.FieldValue(r.value))
		if err != nil {
			return false
		}
		differs = differs || p.Field(r.key) != t.Profile.Field(r.key)
		tried := *t
		tried.Profile = p
		lines, replayErr := transcript.Replay(&tried, transcript.ReplayOptions{Reference: engines.Model()})
		if replayErr != nil || slices.ContainsFunc(lines, contradicts) {
			return false
		}
	}
	return differs
}

// contradicts reports whether the subject's answer differs from the reference, unless both answer
// unsupported.
func contradicts(l transcript.Replayed) bool {
	switch l.Verdict {
	case transcript.Agrees, transcript.Unanswered:
		return false
	case transcript.NotBuilt:
		return l.Answer != nil || l.Line.Got == nil || l.Line.Got.Err == nil || l.Line.Got.Err.Code != spec.CodeUnsupported
	case transcript.Declared, transcript.NotCompared, transcript.Unexplained:
	}
	return true
}

// ruleText lists the causes that look like a different rule.
func (r *Report) ruleText(b *strings.Builder) {
	for _, c := range r.CauseList {
		if c.Rule != "" {
			fmt.Fprintf(b, "rule  cause %d does not occur in an own profile with %s: declare that profile in hello if this is intended\n", c.Number, c.Rule)
		}
	}
}
