package finding

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

// Severity orders findings; 0 is the worst. The order is: a wrong deletion, an id that a deletion
// lost or that mentions a dead entity, a crash or an invalid answer, a wrong answer or world, wrong
// events or a wrong order, a wrong refusal.
func (e *Evidence) Severity() int {
	if worst := e.effect(); worst != nil {
		return worst.severity
	}
	switch e.Kind { //nolint:exhaustive // the others are wrong answers or worlds
	case compare.DiffBroken:
		return 2
	case compare.DiffOrder, compare.DiffBatches, compare.DiffEvents:
		return 4
	case compare.DiffError:
		return 5
	}
	return 3
}

// Touches returns the capabilities that the operations need, sorted.
func (e *Evidence) Touches() []string {
	needs, judge := map[string]bool{}, capability.New(e.Profile)
	for i := range e.Operations {
		for _, need := range judge.Lacks(&e.Operations[i], &spec.Info{Capabilities: map[string][]spec.Capability{"": nil}}) {
			needs[need] = true
		}
		judge.Follow(&e.Operations[i])
	}
	return slices.Sorted(maps.Keys(needs))
}

// symptom is what the operation does wrong, and what this says about the cause.
type symptom struct {
	phrase string // follows the operation, as in "add leaves wrong names"
	cause  certainty
}

// certainty says whether findings with the same symptom have the same cause.
type certainty int

const (
	open    certainty = iota // not because of the symptom
	hinted                   // yes, and so do findings that are alike in another way
	decided                  // yes, and no other findings do
)

// phrases are the symptoms that say nothing about the cause.
var phrases = map[compare.DiffKind]string{
	compare.DiffMissing: "misses rows",
	compare.DiffExtra:   "returns extra rows",
	compare.DiffRows:    "returns wrong rows",
	compare.DiffOrder:   "returns rows in the wrong order",
	compare.DiffBatches: "reports changes wrongly",
	compare.DiffEvents:  "sends observers the wrong events",
	compare.DiffDump:    "leaves wrong ids",
	compare.DiffLaw:     "contradicts another answer of the engine",
	compare.DiffError:   "returns a wrong error",
}

func (e *Evidence) symptom() symptom {
	want, got := e.code(e.Want), e.code(e.Got)
	switch {
	case e.Intermittent:
		return symptom{"fails sometimes", decided}
	case e.only(values):
		return symptom{"gives wrong values", decided}
	case e.only(off):
		return symptom{"gives wrong disabled ids", decided}
	case e.only(names):
		return symptom{"gives wrong names", decided}
	case e.Refused != "":
		return symptom{"is refused but changes the world", decided}
	case e.afterFailure():
		return symptom{"continues wrongly after a refused command", decided}
	case e.Words != "":
		return symptom{"crashes: " + e.Words, decided}
	case got.IsHarness():
		return symptom{"breaks with " + string(got), open}
	case want != "" && got == "":
		return symptom{"succeeds, but should return the error " + string(want), decided}
	case e.Op == spec.OpLookup && e.Want == "none", e.Want == "ok" && got == spec.CodeExists:
		return symptom{"finds a name that should not exist", hinted}
	case want != "" && got != want:
		return symptom{"returns the error " + string(got) + " instead of " + string(want), hinted}
	case got != "" && want == "":
		return symptom{"returns the error " + string(got) + ", but should succeed", hinted}
	case e.keepsPair():
		return symptom{"leaves too many pairs", hinted}
	}
	return symptom{cmp.Or(phrases[e.Kind], "returns a wrong answer"), open}
}

// code returns the code of a refusal. For the answer of defer_end, it is that of the last command
// that failed.
func (e *Evidence) code(answer string) spec.ErrorCode {
	if code, is := strings.CutPrefix(answer, show.Refused); is {
		return spec.ErrorCode(code)
	}
	if e.Op == spec.OpDeferEnd && e.Kind == compare.DiffValue && answer != "ok" {
		return spec.ErrorCode(answer[strings.LastIndex(answer, " ")+1:])
	}
	return ""
}

// afterFailure reports whether the difference is in what the engine did after the reference refused
// a command of a deferral: the engine carried out some of the other commands differently, or
// reported only the first failures. The function does not check that the refused command matters: a
// reduced trace has it only if the difference depends on it.
func (e *Evidence) afterFailure() bool {
	if e.Op != spec.OpDeferEnd || e.Kind != compare.DiffDump {
		return e.Op == spec.OpDeferEnd && strings.HasPrefix(e.Want, e.Got+", ")
	}
	commands, depth := 0, 1
	for i := len(e.Operations) - 2; i >= 0 && depth > 0; i-- {
		switch kind := e.Operations[i].Op; {
		case kind == spec.OpDeferBegin:
			depth--
		case kind == spec.OpDeferEnd:
			depth++
		case !kind.IsRead():
			commands++
		}
	}
	return e.Failures > 0 && commands > e.Failures
}

// Title describes the failure in one line: "deleting a relationship deletes unrelated children".
func (e *Evidence) Title() string {
	switch worst := e.effect(); {
	case e.Intermittent:
		return "sometimes: " + e.Signature()
	case e.Words != "":
		return "the engine crashes: " + e.Words
	case worst != nil:
		return e.deletionTitle(worst)
	}
	subject, with := string(e.Op), ""
	if e.query() != nil && e.Kind != compare.DiffError && e.Kind != compare.DiffBroken {
		subject = "a query"
		if e.iteratedBefore() {
			subject = "a query that is iterated again"
		}
		if asks := slices.DeleteFunc(e.asks(), func(c string) bool { return c == string(spec.CapQuery) }); len(asks) > 0 {
			subject += " with " + strings.Join(asks, ", ")
		}
	}
	var properties, after []string
	for _, deed := range e.deeds() {
		if spec.IsReserved(spec.Handle(deed)) {
			properties = append(properties, deed)
		} else if deed != string(e.Op) {
			after = append(after, deed)
		}
	}
	if len(properties) > 0 {
		with = " with " + strings.Join(properties, ", ")
	}
	if len(after) > 0 {
		with += " after " + strings.Join(after, ", ")
	}
	return subject + " " + e.symptom().phrase + with
}

// deletionTitle names the role of the deleted entity, and the cleanup policies.
func (e *Evidence) deletionTitle(worst *effect) string {
	title := "deleting " + cmp.Or(strings.Join(e.roles(), " that is also "), "an entity") + " " + worst.phrase
	if worst == losesEntity {
		title += " " + e.lost()
	}
	policies := map[string]bool{}
	for i := range e.Operations {
		for _, id := range given(&e.Operations[i]) {
			if id.First == spec.OnDelete || id.First == spec.OnDeleteTarget {
				policies[id.String()] = true
			}
		}
	}
	if len(policies) > 0 {
		title += ", with " + strings.Join(slices.Sorted(maps.Keys(policies)), ", ")
	}
	return title
}

// lost describes the entities that only the engine deletes.
func (e *Evidence) lost() string {
	noun, related, target := "children", false, e.deletion().Entity
	for _, handle := range e.worlds().lost {
		child := false
		for i := range e.Operations {
			if string(e.Operations[i].Entity) == handle {
				for _, id := range given(&e.Operations[i]) {
					child = child || id.First == spec.ChildOf
					related = related || id.First == target || id.Second == target
				}
			}
		}
		if !child {
			noun = "entities"
		}
	}
	if !related {
		return "unrelated " + noun
	}
	return noun + " that should stay alive"
}
