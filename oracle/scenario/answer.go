package scenario

import (
	"cmp"
	"fmt"
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
	// If Any is about failed deferred operations, Codes has the same answers as error codes only.
	// They are used for an engine that reports only the numbers of commands (deferral.failures).
	Codes []string
}

func (e Answer) judge(r ran) []string {
	if r.out.Err != nil {
		return nil // the failure has been reported
	}
	got := answerText(r.out, e.InOrder)
	if r.out.Kind == spec.OutFailures && len(e.Codes) == 0 {
		got = set.text(each(r.out.Failures, commandText), false) // no answer has codes
	}
	codes := set.text(each(r.out.Failures, func(f spec.Failure) string { return string(f.Err.Code) }), false)
	if slices.Contains(e.Any, got) || len(r.out.Depths) > 0 && slices.Contains(e.Any, walkText(r.out)) ||
		saysNumbersOnly(r.out.Failures) && slices.Contains(e.Codes, codes) {
		return nil
	}
	return []string{"want " + strings.Join(e.Any, " or "), "got  " + got}
}

// arrangement says how the elements of an answer are ordered.
type arrangement uint8

const none = "none"

const (
	single arrangement = iota
	sequence
	set
	eventLog // events, which may come in any order, and failed acts
)

// text returns the canonical text of an answer with these elements.
func (a arrangement) text(elements []string, inOrder bool) string {
	if len(elements) == 0 {
		return none
	}
	switch {
	case a == eventLog:
		slices.SortStableFunc(elements, func(a, b string) int {
			failed, too := strings.HasPrefix(a, failedAct), strings.HasPrefix(b, failedAct)
			switch {
			case failed && !too:
				return 1
			case !failed && too:
				return -1
			case inOrder && !failed:
				return 0
			}
			return strings.Compare(a, b)
		})
	case a == set && !slices.ContainsFunc(elements, ordered.MatchString):
		slices.Sort(elements)
	}
	return strings.Join(elements, ", ")
}

// ordered matches an element of a set that comes in order: an entity with its depth, or the number
// of a command with its error. All elements match, or none.
var ordered = regexp.MustCompile(`^-?[0-9]+ | at -?[0-9]+$`)

// answers has the notations of answers by their kinds: how their elements are arranged, read from a
// step, and taken from an outcome.
var answers = map[spec.OutcomeKind]struct {
	arrangement
	read func(*reader) string
	of   func(spec.Outcome) []string
}{
	spec.OutBool:   {single, cellYesNo, func(o spec.Outcome) []string { return []string{yesNo(o.Bool)} }},
	spec.OutNumber: {single, cellNumber, func(o spec.Outcome) []string { return []string{fmt.Sprint(o.Number)} }},
	spec.OutEntity: {single, cellName, func(o spec.Outcome) []string { return []string{handleText(o.Entity)} }},
	spec.OutValue:  {single, cellValue, func(o spec.Outcome) []string { return []string{valueOrNone(o.Value)} }},
	spec.OutText: {single, func(r *reader) string { return strconv.Quote(r.quoted()) }, func(o spec.Outcome) []string {
		return []string{cmp.Or(unlessNil(o.Text, strconv.Quote), none)}
	}},
	spec.OutIDs:      {set, cellID, func(o spec.Outcome) []string { return each(o.IDs, idText) }},
	spec.OutPath:     {sequence, cellName, func(o spec.Outcome) []string { return each(o.Entities, nameText) }},
	spec.OutEntities: {set, readWalked, func(o spec.Outcome) []string { return each(o.Entities, nameText) }},
	spec.OutEvents: {eventLog, readEvent, func(o spec.Outcome) []string {
		failed := each(o.Failures, func(f spec.Failure) string { return failedAct + failureText(f) })
		return append(each(o.Events, eventText), failed...)
	}},
	spec.OutFailures: {set, func(r *reader) string { return failureText(r.failure()) }, func(o spec.Outcome) []string {
		if saysNumbersOnly(o.Failures) {
			return each(o.Failures, commandText)
		}
		return each(o.Failures, failureText)
	}},
	spec.OutNone: {single, func(r *reader) string {
		r.fail("a previous operation that has an answer")
		return ""
	}, func(spec.Outcome) []string { return nil }},
}

// answerText returns the canonical text of an answer.
func answerText(o spec.Outcome, inOrder bool) string {
	notation, ok := answers[o.Kind]
	if !ok {
		return "an answer that only a table can state"
	}
	return notation.text(notation.of(o), inOrder)
}

// readAnswer reads alternative answers to a question or, without a question, to the previous
// operation.
func readAnswer(r *reader, op *spec.Operation) {
	kind := op.Op.Outcome()
	if op.Op == "" && len(r.checks) > 0 {
		kind = r.checks[len(r.checks)-1].Op.Op.Outcome()
	}
	notation, ok := answers[kind]
	if !ok {
		notation = answers[spec.OutNone]
	}
	e := Answer{InOrder: r.inOrder}
	switch {
	case r.accept("asked"):
		r.fail("a question that is asked under When or answered under Then")
	case kind != spec.OutEvents && (r.inOrder || r.table != nil):
		r.fail("an answer without an order or a table, which only events have")
	case len(r.table) > 0:
		var events []string
		for _, row := range r.table {
			words := strings.TrimSpace(strings.Join(row, " "))
			r.mentioned = append(r.mentioned, r.cell(words, func(r *reader) { events = append(events, readEvent(r)) })...)
		}
		e.Any = []string{notation.text(events, r.inOrder)}
	default:
		e.Any = choice(r, func() string {
			if kind != spec.OutBool && r.accept(none) {
				return none
			}
			if notation.arrangement == single {
				return notation.read(r)
			}
			elements := list(r, func() string { return notation.read(r) })
			switch n := len(slices.DeleteFunc(slices.Clone(elements), ordered.MatchString)); {
			case notation.arrangement == set && n > 0 && n < len(elements):
				r.fail("the depths of all entities or of none, and either the operations that failed or the numbers of commands")
			case kind == spec.OutFailures && n > 0:
				e.Codes = append(e.Codes, set.text(each(elements, lastWord), false))
			}
			return notation.text(elements, r.inOrder)
		})
	}
	r.states = e
}

func lastWord(text string) string { return text[strings.LastIndex(text, " ")+1:] }

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

// readWalked reads an entity, with or without its depth: "c at 0".
func readWalked(r *reader) string {
	text := cellName(r)
	if r.accept("at") {
		text += " at " + cellNumber(r)
	}
	return text
}

// walkText formats entities with their depths.
func walkText(o spec.Outcome) string {
	parts := each(o.Entities, nameText)
	for i, depth := range o.Depths[:min(len(o.Depths), len(parts))] { // a wrong engine may return fewer or more
		parts[i] += " at " + strconv.Itoa(depth)
	}
	return sequence.text(parts, true)
}

// failedAct begins a failed act among events.
const failedAct = "failed "

// endOfEvent matches what may follow the entity of an event without id.
var endOfEvent = regexp.MustCompile(`^(?:,|$|(?:and|or|from|leaving)\b)`)

// readEvent reads "o OnAdd Bob (Likes, Alice) from Base leaving", with or without the id, or a
// failed act: "failed delete Ann policy".
func readEvent(r *reader) string {
	if r.accept(failedAct) {
		f := r.failure()
		if f.Op == "" {
			r.fail("the operation that failed")
		}
		return failedAct + failureText(f)
	}
	e := spec.Event{Observer: r.member(), Event: r.eventKind(), Entity: r.name()}
	if !endOfEvent.MatchString(r.rest()) {
		e.ID = r.id()
	}
	if r.accept("from") {
		e.Src = r.name()
	}
	e.Leave = r.accept("leaving")
	return eventText(e)
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

// saysNumbersOnly reports whether some failure does not name the operation that failed.
func saysNumbersOnly(failures []spec.Failure) bool {
	return slices.ContainsFunc(failures, func(f spec.Failure) bool { return f.Op == "" })
}

// endOfFailure matches a word at the end of a failure. Without it, an entity whose name is a code,
// such as cycle, would be read as the code.
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
	}
	f.Err.Code = spec.ErrorCode(r.member())
	return f
}

// failureText formats a deferred operation that failed, with the code: "add Bob (ChildOf, Bob)
// cycle". If its operation is unknown, it is written as the number of its command: "2 cycle".
func failureText(f spec.Failure) string {
	if f.Op == "" {
		return commandText(f)
	}
	text := string(f.Op)
	if f.Entity != "" {
		text += " " + nameText(f.Entity)
	}
	if !f.ID.IsZero() {
		text += " " + idText(f.ID)
	}
	return text + " " + string(f.Err.Code)
}

func commandText(f spec.Failure) string { return strconv.Itoa(f.Command) + " " + string(f.Err.Code) }
