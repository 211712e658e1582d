package suite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/spec"
)

// maxPerCause bounds how many findings of a cause are tried with each field, and maxPerTie with each
// of those that explain as much.
const (
	maxPerCause = 8
	maxPerTie   = 64
)

// suggest notes the causes that look like a rule of the subject: those that are gone in a profile
// that differs in one field from the one that it declares. The reference answers by each in turn,
// and the subject's answers stay. Where several fields or values explain a cause, those count that
// explain the most findings of all causes: an engine follows one rule more likely than several.
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

// words names rules: "self_pairs: refuse", "traversal: ChildOf or DependsOn".
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

// best are the candidates of which most is true.
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

// rulesOf are the fields with the values that explain all findings.
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

// answersOf are what the subject answered to the traces of findings, but for those that a rule
// cannot be looked for in: they come and go, or hang.
func answersOf(findings []*Finding) (out []*transcript.Transcript) {
	for _, f := range findings {
		t := f.answers
		if f.Runs > 0 || f.Divergence.Hangs() || t == nil ||
			t.Profile.Family != spec.FlecsFamily {
			continue
		}
		out = append(out, t)
	}
	return out
}

// explains reports whether the reference answers every transcript as the subject does, once the field has the value.
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

// contradicts reports whether the subject answered otherwise than the reference, where both may say
// that they have not got it.
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

// ruleText names the causes that look like a rule.
func (r *Report) ruleText(b *strings.Builder) {
	for _, c := range r.CauseList {
		if c.Rule != "" {
			fmt.Fprintf(b, "rule  cause %d is gone in a profile of your own with %s: declare it in hello if you mean it\n", c.Number, c.Rule)
		}
	}
}
