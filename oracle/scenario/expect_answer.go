package scenario

import (
	"slices"
	"strconv"
	"strings"

	"github.com/relspec/relspec/spec"
)

// Refused expects an operation to fail with a code and to change nothing.
type Refused struct{ Code spec.ErrorCode }

func (e Refused) judge(r ran) []string {
	if r.out.Err == nil {
		return []string{"want it to fail with " + string(e.Code), "it succeeded"}
	}
	if r.out.Err.Code != e.Code {
		return []string{"want it to fail with " + string(e.Code), "it failed with " + r.out.Err.Error()}
	}
	return nil
}

// Answer expects one of several answers, as canonical text. Rows use [Result] instead. Events are
// compared as a set, unless the step says "in order".
type Answer struct {
	Any     []string
	InOrder bool
	// Codes are the answers of Any about failed deferred operations, as error codes only. They
	// apply to an engine that reports only the numbers of commands (deferral.failures).
	Codes []string
}

func (e Answer) judge(r ran) []string {
	if r.out.Err != nil {
		return nil // the failure has been reported
	}
	got := answerText(r.out)
	if e.InOrder && r.out.Kind == spec.OutEvents {
		got = logText(&r.out, true)
	}
	if r.out.Kind == spec.OutFailures {
		got = e.failuresText(r.out.Failures)
	}
	if len(r.out.Depths) > 0 && slices.Contains(e.Any, walkText(r.out.Entities, r.out.Depths)) {
		return nil
	}
	if slices.Contains(e.Any, got) ||
		saysNumbersOnly(r.out.Failures) && slices.Contains(e.Codes, setText(r.out.Failures, codeText)) {
		return nil
	}
	return []string{"want " + strings.Join(e.Any, " or "), "got  " + got}
}

// answerText returns the canonical text of an answer. Equal answers have equal text. Sets are
// sorted.
func answerText(o spec.Outcome) string {
	switch o.Kind {
	case spec.OutNone:
		return "none"
	case spec.OutBool:
		return yesNo(o.Bool)
	case spec.OutNumber:
		return strconv.FormatInt(o.Number, 10)
	case spec.OutEntity:
		return handleText(o.Entity)
	case spec.OutEntities:
		return setText(o.Entities, nameText)
	case spec.OutPath:
		return sequenceText(o.Entities, nameText)
	case spec.OutIDs:
		return setText(o.IDs, idText)
	case spec.OutValue:
		if o.Value == nil {
			return "none"
		}
		return valueText(o.Value)
	case spec.OutText:
		if o.Text == nil {
			return "none"
		}
		return strconv.Quote(*o.Text)
	case spec.OutEvents:
		return logText(&o, false)
	case spec.OutFailures:
		return failuresText(o.Failures)
	case spec.OutRows, spec.OutDump, spec.OutExplanation, spec.OutInfo:
		return "an answer that only a table can state"
	}
	return "none"
}

func handleText(h spec.Handle) string {
	if h == "" {
		return "none"
	}
	return nameText(h)
}

func setText[T any](elements []T, text func(T) string) string {
	parts := each(elements, text)
	slices.Sort(parts)
	return partsText(parts)
}

func sequenceText[T any](elements []T, text func(T) string) string {
	return partsText(each(elements, text))
}

// walkText formats entities with their depths: "c at 0, g at 1".
func walkText(entities []spec.Handle, depths []int) string {
	parts := make([]string, len(entities))
	for i, h := range entities {
		parts[i] = nameText(h)
		if i < len(depths) { // a wrong engine may return fewer
			parts[i] += " at " + strconv.Itoa(depths[i])
		}
	}
	return partsText(parts)
}

func partsText(parts []string) string {
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// failuresText formats the failures in the expected form: by the numbers of commands if no answer
// has codes.
func (e Answer) failuresText(failures []spec.Failure) string {
	if len(e.Codes) == 0 {
		return sequenceText(failures, commandText)
	}
	return failuresText(failures)
}

// failuresText lists the failures, sorted. If the engine reports only command numbers, it lists
// those in their order.
func failuresText(failures []spec.Failure) string {
	if saysNumbersOnly(failures) {
		return sequenceText(failures, commandText)
	}
	return setText(failures, failureText)
}

// saysNumbersOnly reports whether a failure lacks the operation that failed.
func saysNumbersOnly(failures []spec.Failure) bool {
	return slices.ContainsFunc(failures, func(f spec.Failure) bool { return f.Op == "" })
}

// failureText formats a deferred operation that failed, with the code: "add Bob (ChildOf, Bob)
// cycle".
func failureText(f spec.Failure) string {
	text := string(f.Op)
	if f.Entity != "" {
		text += " " + nameText(f.Entity)
	}
	if !f.ID.IsZero() {
		text += " " + idText(f.ID)
	}
	return text + " " + codeText(f)
}

// logText formats the events of observers and their failed acts, sorted: "o OnAdd Bob Npc, failed
// delete Ann policy".
func logText(o *spec.Outcome, inOrder bool) string {
	parts := each(o.Events, eventText)
	if !inOrder {
		slices.Sort(parts)
	}
	failed := each(o.Failures, func(f spec.Failure) string { return failedWord + " " + failureText(f) })
	slices.Sort(failed)
	return partsText(append(parts, failed...))
}

// failedWord is the prefix of a failed act among events.
const failedWord = "failed"

// commandText formats a failed deferred command: its number and the code, such as "2 cycle".
func commandText(f spec.Failure) string { return strconv.Itoa(f.Command) + " " + codeText(f) }

func codeText(f spec.Failure) string { return string(f.Err.Code) }

func eventText(e spec.Event) string {
	text := nameText(spec.Handle(e.Observer)) + " " + nameText(spec.Handle(e.Event)) + " " + nameText(e.Entity)
	if !e.ID.IsZero() {
		text += " " + idText(e.ID)
	}
	if e.Src != "" {
		text += " from " + nameText(e.Src)
	}
	if e.Leave {
		text += " leaving"
	}
	return text
}
