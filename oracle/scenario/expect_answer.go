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

// Answer expects one of several answers that are not rows, as canonical text. Events are a set, unless they are
// expected in order.
type Answer struct {
	Any     []string
	InOrder bool
}

func (e Answer) judge(r ran) []string {
	if r.out.Err != nil {
		return nil // that it failed is said already
	}
	got := answerText(r.out)
	if e.InOrder && r.out.Kind == spec.OutEvents {
		got = sequenceText(r.out.Events, eventText)
	}
	if slices.Contains(e.Any, got) {
		return nil
	}
	return []string{"want " + strings.Join(e.Any, " or "), "got  " + got}
}

// answerText is the canonical text of an answer: equal answers have equal text, sets are sorted.
func answerText(o spec.Outcome) string {
	switch o.Kind {
	case spec.OutNone:
		return "none"
	case spec.OutBool:
		if o.Bool {
			return "yes"
		}
		return "no"
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
		return setText(o.Events, eventText)
	case spec.OutFailures:
		return sequenceText(o.Failures, failureText)
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
	parts := make([]string, len(elements))
	for i, e := range elements {
		parts[i] = text(e)
	}
	slices.Sort(parts)
	return partsText(parts)
}

func sequenceText[T any](elements []T, text func(T) string) string {
	parts := make([]string, len(elements))
	for i, e := range elements {
		parts[i] = text(e)
	}
	return partsText(parts)
}

func partsText(parts []string) string {
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// failureText is a deferred command that erred: its number and the code.
func failureText(f spec.Failure) string { return strconv.Itoa(f.Command) + " " + string(f.Err.Code) }

func eventText(e spec.Event) string {
	text := nameText(spec.Handle(e.Observer)) + " " + string(e.Event) + " " + nameText(e.Entity)
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
