package suite

import (
	"fmt"
	"strings"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/spec"
)

// mostOfRule bounds how many findings of a cause are tried with each field.
const mostOfRule = 8

// suggest notes the causes that look like a rule of the subject: those that are gone in a profile of its own that differs in one
// field. The reference answers by each in turn, and the subject's answers stay.
func (r *Report) suggest() {
	groups := r.Causes()
	for i := range groups {
		r.CauseList[i].Rule = ruleOf(groups[i][:min(len(groups[i]), mostOfRule)])
	}
}

// ruleOf is the field with the value that explains all findings, as "self_pairs: refuse", or "".
func ruleOf(findings []*Finding) string {
	var answers []*transcript.Transcript
	for _, f := range findings {
		if f.Runs > 0 || f.Divergence.Hangs() {
			return ""
		}
		t := f.answers
		if t == nil || t.Profile.Own != "" || t.Profile.Family != spec.FlecsFamily {
			return ""
		}
		answers = append(answers, t)
	}
	for _, field := range spec.ProfileFields() {
		for _, value := range field.Choices {
			if explains(field.Key, value, answers) {
				return field.Key + ": " + value
			}
		}
	}
	return ""
}

// explains reports whether the reference answers every transcript as the subject does, once the field has the value.
func explains(key, value string, answers []*transcript.Transcript) bool {
	differs := false
	for _, t := range answers {
		own := spec.OwnProfile{Name: "try", Base: t.Profile.Name, Fields: map[string]spec.FieldValue{key: spec.FieldValue(value)}}
		p, err := own.Profile()
		if err != nil {
			return false
		}
		differs = differs || strings.Contains(p.Name, "+")
		tried := *t
		tried.Profile = p
		lines, replayErr := transcript.Replay(&tried, transcript.ReplayOptions{Reference: engines.Model()})
		if replayErr != nil || transcript.Worst(transcript.Agrees, lines) != transcript.Agrees {
			return false
		}
	}
	return differs
}

// ruleText names the causes that look like a rule.
func (r *Report) ruleText(b *strings.Builder) {
	for _, c := range r.CauseList {
		if c.Rule != "" {
			fmt.Fprintf(b, "rule  cause %d is gone in a profile of your own with %s: declare it in hello if you mean it\n", c.Number, c.Rule)
		}
	}
}
