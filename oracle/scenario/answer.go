package scenario

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/relspec/relspec/spec"
)

// Refused expects an operation to fail with a code and to change nothing.
type Refused struct{ Code spec.ErrorCode }

func (e Refused) judge(r ran) []string {
	want := "want it to fail with " + string(e.Code)
	switch {
	case r.out.Err == nil:
		return []string{want, "it succeeded"}
	case r.out.Err.Code != e.Code:
		return []string{want, "it failed with " + r.out.Err.Error()}
	}
	return nil
}

func readCode(r *reader, _ *spec.Operation) {
	code := spec.ErrorCode(r.rest())
	if !slices.Contains(spec.ErrorCodes(), code) {
		r.fail("the code of an error")
	}
	r.at = len(r.text)
	r.states = Refused{code}
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
	got := answerText(r.out, e.InOrder)
	if r.out.Kind == spec.OutFailures && len(e.Codes) == 0 {
		got = sequenceText(r.out.Failures, commandText) // no answer has codes
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

// answerNotation is how an answer of a kind is written. Equal answers have equal text.
type answerNotation struct {
	read func(*reader, *spec.Outcome)
	text func(spec.Outcome) string
}

const none = "none"

var answers = map[spec.OutcomeKind]answerNotation{
	spec.OutNone: {
		func(r *reader, _ *spec.Outcome) { r.fail("a previous operation that has an answer") },
		func(spec.Outcome) string { return none },
	},
	spec.OutBool: {
		func(r *reader, o *spec.Outcome) {
			if o.Bool = r.accept("yes"); !o.Bool {
				r.expect("no")
			}
		},
		func(o spec.Outcome) string { return yesNo(o.Bool) },
	},
	spec.OutNumber: {
		func(r *reader, o *spec.Outcome) { o.Number = int64(r.number()) },
		func(o spec.Outcome) string { return strconv.FormatInt(o.Number, 10) },
	},
	spec.OutEntity: {
		func(r *reader, o *spec.Outcome) { o.Entity = r.name() },
		func(o spec.Outcome) string { return handleText(o.Entity) },
	},
	spec.OutEntities: {readWalk, func(o spec.Outcome) string { return setText(o.Entities, nameText) }},
	spec.OutPath: {
		func(r *reader, o *spec.Outcome) { o.Entities = list(r, r.name) },
		func(o spec.Outcome) string { return sequenceText(o.Entities, nameText) },
	},
	spec.OutIDs: {
		func(r *reader, o *spec.Outcome) { o.IDs = list(r, r.id) },
		func(o spec.Outcome) string { return setText(o.IDs, idText) },
	},
	spec.OutValue: {
		func(r *reader, o *spec.Outcome) { o.Value = r.value().Untyped() },
		func(o spec.Outcome) string {
			if o.Value == nil {
				return none
			}
			return valueText(o.Value)
		},
	},
	spec.OutText: {
		func(r *reader, o *spec.Outcome) { o.Text = new(r.quoted()) },
		func(o spec.Outcome) string {
			if o.Text == nil {
				return none
			}
			return strconv.Quote(*o.Text)
		},
	},
	spec.OutEvents: {
		func(r *reader, o *spec.Outcome) { list(r, func() bool { r.logged(o); return true }) },
		func(o spec.Outcome) string { return logText(o, false) },
	},
	spec.OutFailures: {readFailures, func(o spec.Outcome) string { return failuresText(o.Failures) }},
}

// answerText returns the canonical text of an answer.
func answerText(o spec.Outcome, inOrder bool) string {
	notation, ok := answers[o.Kind]
	switch {
	case !ok:
		return "an answer that only a table can state"
	case inOrder && o.Kind == spec.OutEvents:
		return logText(o, true)
	}
	return notation.text(o)
}

// readAnswer reads alternative answers to a question or, without a question, to the previous
// operation.
func readAnswer(r *reader, op *spec.Operation) {
	kind := op.Op.Outcome()
	if op.Op == "" && len(r.checks) > 0 {
		kind = r.checks[len(r.checks)-1].Op.Op.Outcome()
	}
	e := Answer{InOrder: r.inOrder}
	switch log := (spec.Outcome{Kind: kind}); {
	case kind != spec.OutEvents && (r.inOrder || r.table != nil):
		r.fail("an answer without an order or a table, which only events have")
	case len(r.table) > 0:
		for _, row := range r.table {
			words := strings.TrimSpace(strings.Join(row, " "))
			r.mentioned = append(r.mentioned, r.cell(words, func(r *reader) { r.logged(&log) })...)
		}
		e.Any = []string{answerText(log, r.inOrder)}
	default:
		e.Any = choice(r, func() string { return e.alternative(r, kind) })
	}
	r.states = e
}

func (e *Answer) alternative(r *reader, kind spec.OutcomeKind) string {
	if kind != spec.OutBool && r.accept(none) {
		return none
	}
	notation, ok := answers[kind]
	if !ok {
		notation = answers[spec.OutNone]
	}
	out := spec.Outcome{Kind: kind}
	notation.read(r, &out)
	if len(out.Failures) > 0 && kind == spec.OutFailures && !saysNumbersOnly(out.Failures) {
		e.Codes = append(e.Codes, setText(out.Failures, codeText))
	}
	if len(out.Depths) > 0 {
		return walkText(out.Entities, out.Depths)
	}
	return answerText(out, e.InOrder)
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func handleText(h spec.Handle) string {
	if h == "" {
		return none
	}
	return nameText(h)
}

func setText[T any](elements []T, text func(T) string) string {
	return partsText(slices.Sorted(slices.Values(each(elements, text))))
}

func sequenceText[T any](elements []T, text func(T) string) string {
	return partsText(each(elements, text))
}

func partsText(parts []string) string {
	if len(parts) == 0 {
		return none
	}
	return strings.Join(parts, ", ")
}

// readWalk reads entities in any order or, with depths, in this order: "c at 0, g at 1".
func readWalk(r *reader, o *spec.Outcome) {
	o.Entities = list(r, func() spec.Handle {
		h := r.name()
		if r.accept("at") {
			o.Depths = append(o.Depths, r.number())
		}
		return h
	})
	if len(o.Depths) > 0 && len(o.Depths) != len(o.Entities) {
		r.fail("the depth of every entity, or of none")
	}
}

// walkText formats entities with their depths: "c at 0, g at 1".
func walkText(entities []spec.Handle, depths []int) string {
	parts := each(entities, nameText)
	for i, depth := range depths[:min(len(depths), len(parts))] { // a wrong engine may return fewer or more
		parts[i] += " at " + strconv.Itoa(depth)
	}
	return partsText(parts)
}

// endOfEvent matches what may follow the entity of an event without id.
var endOfEvent = regexp.MustCompile(`^(?:,|$|(?:and|or|from|leaving)\b)`)

// event reads "o OnAdd Bob (Likes, Alice) from Base leaving". The id is optional.
func (r *reader) event() spec.Event {
	e := spec.Event{Observer: r.member(), Event: r.eventKind(), Entity: r.name()}
	if !endOfEvent.MatchString(r.rest()) {
		e.ID = r.id()
	}
	if r.accept("from") {
		e.Src = r.name()
	}
	e.Leave = r.accept("leaving")
	return e
}

func eventText(e spec.Event) string {
	text := wordText(e.Observer) + " " + eventKindText(e.Event) + " " + nameText(e.Entity)
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

// failedWord is the prefix of a failed act among events.
const failedWord = "failed"

// logged reads an event, or "failed" and a failed act.
func (r *reader) logged(to *spec.Outcome) {
	if !r.accept(failedWord) {
		to.Events = append(to.Events, r.event())
		return
	}
	f := r.failure()
	if f.Op == "" {
		r.fail("the operation that failed")
	}
	to.Failures = append(to.Failures, f)
}

// logText formats the events of observers and their failed acts, sorted: "o OnAdd Bob Npc, failed
// delete Ann policy".
func logText(o spec.Outcome, inOrder bool) string {
	parts := each(o.Events, eventText)
	if !inOrder {
		slices.Sort(parts)
	}
	failed := each(o.Failures, func(f spec.Failure) string { return failedWord + " " + failureText(f) })
	slices.Sort(failed)
	return partsText(append(parts, failed...))
}

// readFailures reads the deferred operations that failed, or the numbers of their commands. An
// answer uses one of the two forms.
func readFailures(r *reader, o *spec.Outcome) {
	o.Failures = list(r, r.failure)
	if saysNumbersOnly(o.Failures) && slices.ContainsFunc(o.Failures, func(f spec.Failure) bool { return f.Op != "" }) {
		r.fail("either the operations that failed or the numbers of commands")
	}
}

// saysNumbersOnly reports whether a failure lacks the operation that failed.
func saysNumbersOnly(failures []spec.Failure) bool {
	return slices.ContainsFunc(failures, func(f spec.Failure) bool { return f.Op == "" })
}

// failuresText lists the failures, sorted. If the engine reports only command numbers, it lists
// those in their order.
func failuresText(failures []spec.Failure) string {
	if saysNumbersOnly(failures) {
		return sequenceText(failures, commandText)
	}
	return setText(failures, failureText)
}

// endOfFailure matches a word at the end of a failure. It is needed because entities may have the
// names of codes.
var endOfFailure = regexp.MustCompile(`^([a-z_]+) *(?:,|$|and\b|or\b)`)

// atCode reports whether only the code of a failure follows.
func (r *reader) atCode() bool {
	word := endOfFailure.FindStringSubmatch(r.rest())
	return r.failed == nil && word != nil && slices.Contains(spec.ErrorCodes(), spec.ErrorCode(word[1]))
}

// failure reads "add Bob (ChildOf, Bob) cycle", an operation with its entity and id, or "2 cycle",
// the number of a command. A failed command creates no entity.
func (r *reader) failure() spec.Failure {
	f := spec.Failure{Err: &spec.Error{}}
	if nextNumber.MatchString(r.rest()) {
		f.Command = r.number()
	} else {
		if f.Op = spec.OpKind(r.member()); !f.Op.Known() {
			r.fail("the number of a command or an operation such as add")
		}
		if !r.atCode() && !r.next("(") {
			f.Entity = r.stranger()
		}
		if !r.atCode() {
			f.ID = r.idOf(r.stranger)
		}
	}
	if !r.atCode() {
		r.fail("the code of an error")
		return f
	}
	f.Err.Code = spec.ErrorCode(r.member())
	return f
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

// commandText formats a failed deferred command: its number and the code, such as "2 cycle".
func commandText(f spec.Failure) string { return strconv.Itoa(f.Command) + " " + codeText(f) }

func codeText(f spec.Failure) string { return string(f.Err.Code) }
