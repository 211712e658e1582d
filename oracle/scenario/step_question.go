package scenario

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/relspec/relspec/spec"
)

// truth asks whether something holds; under Then it states it.
func (c *compiler) truth(step Step, parts []string) {
	asked := parts[1] != ""
	denied := strings.HasPrefix(parts[3], "does not") || parts[6]+parts[8] != ""
	if asked == (step.Keyword == Then) || asked && denied {
		c.fail("under When it is asked whether something holds, under Then it is stated, with or without not")
		return
	}
	claim := "query " + parts[7] + " has changed"
	switch {
	case strings.HasSuffix(parts[3], "own") || parts[3] == "owns":
		claim = parts[2] + " owns " + parts[4]
	case parts[3] != "":
		claim = parts[2] + " has " + parts[4]
	case parts[5] != "":
		claim = parts[5] + " is alive"
	}
	c.add(c.readPhrase("truth", "it is asked whether "+claim))
	if !asked {
		c.want(c.last(), Answer{Any: []string{yesNo(!denied)}})
	}
}

// answer asks a question; under Then it states the answer, or that of the operation before.
func (c *compiler) answer(step Step, parts []string) {
	if parts[1] == "world is unchanged" {
		c.unchanged(step)
		return
	}
	r := &reader{text: parts[1]}
	op, isQuestion := c.question(r)
	inOrder := r.accept("in order")
	if r.failed == nil && !r.accept("is") && !r.accept("are") {
		r.fail(`"is" or "are"`)
	}
	asked := r.accept("asked")
	if r.failed == nil && (asked == (step.Keyword == Then) || asked && !isQuestion) {
		r.fail("a question that is asked under When or answered under Then")
	}
	var want Answer
	if r.failed == nil && !asked {
		kind := op.Op.Outcome()
		if !isQuestion {
			kind = c.last().Op.Op.Outcome()
		}
		want.InOrder = inOrder
		if kind == spec.OutEvents && len(step.Table) > 0 {
			want.Any = []string{c.eventTable(step.Table, inOrder)}
		} else {
			want.Any = choice(r, func() string {
				if kind == spec.OutFailures {
					return want.failures(r)
				}
				return answerNotation(r, kind, inOrder)
			})
		}
		if inOrder && kind != spec.OutEvents || step.Table != nil && kind != spec.OutEvents {
			r.fail("an order, or a table, where the answer is events")
		}
	} else if step.Table != nil || inOrder {
		r.fail("an order, or a table, where events are stated")
	}
	if err := r.end(); err != nil {
		c.fail("%w", err)
		return
	}
	c.mention(r.mentioned...)
	if isQuestion {
		c.add(op)
	}
	if !asked {
		c.want(c.last(), want)
	}
}

func (c *compiler) unchanged(step Step) {
	if step.Keyword != Then {
		c.fail("that the world is unchanged is stated under Then")
		return
	}
	check := c.last()
	if check.Op.Op.IsRead() {
		c.fail("the step before does not act on the world")
		return
	}
	c.want(check, Changes{})
}

// question reads the subject of a question; ok is false for "answer", which asks nothing.
func (c *compiler) question(r *reader) (op spec.Operation, ok bool) {
	noun := r.member()
	for _, p := range phrases {
		if subject, is := strings.CutPrefix(p.text, "the "+noun+" "); is && p.shape == "answer" {
			op.Op = p.op
			r.phrase(strings.TrimSuffix(strings.TrimSuffix(subject, "is asked"), "are asked"), &op)
			return op, true
		}
	}
	return op, false
}

// eventTable reads a table of events, a row each; its cells are the words of an event.
func (c *compiler) eventTable(table [][]string, inOrder bool) string {
	var log spec.Outcome
	for _, row := range table {
		c.read(strings.TrimSpace(strings.Join(row, " ")), func(r *reader) { r.logged(&log) })
	}
	return logText(&log, inOrder)
}

// answerNotation reads one answer of a kind as canonical text.
func answerNotation(r *reader, kind spec.OutcomeKind, inOrder bool) string {
	if kind != spec.OutBool && r.accept("none") {
		return "none"
	}
	switch kind {
	case spec.OutBool:
		if r.accept("yes") {
			return "yes"
		}
		r.expect("no")
		return "no"
	case spec.OutNumber:
		return strconv.Itoa(r.number())
	case spec.OutEntity:
		return nameText(r.name())
	case spec.OutEntities:
		return below(r)
	case spec.OutPath:
		return sequenceText(list(r, r.name), nameText)
	case spec.OutIDs:
		return setText(list(r, r.id), idText)
	case spec.OutValue:
		return rawText(r.value())
	case spec.OutText:
		return strconv.Quote(r.quoted())
	case spec.OutEvents:
		var log spec.Outcome
		list(r, func() bool { r.logged(&log); return true })
		return logText(&log, inOrder)
	case spec.OutFailures, spec.OutNone, spec.OutRows, spec.OutDump, spec.OutExplanation, spec.OutInfo:
		r.fail("an operation before that has an answer")
	}
	return ""
}

// below reads entities in any order, or, where their depths are said, in this order: "c at 0, g at 1".
func below(r *reader) string {
	var depths []int
	entities := list(r, func() spec.Handle {
		h := r.name()
		if r.accept("at") {
			depths = append(depths, r.number())
		}
		return h
	})
	switch len(depths) {
	case 0:
		return setText(entities, nameText)
	case len(entities):
	default:
		r.fail("the depth of every entity, or of none")
		return ""
	}
	return walkText(entities, depths)
}

// endOfEvent is the text that may follow the entity of an event without id.
var endOfEvent = regexp.MustCompile(`^(?:,|$|(?:and|or|from|leaving)\b)`)

// failures reads which deferred operations failed, or the numbers of the commands; an answer has one form.
func (e *Answer) failures(r *reader) string {
	if r.accept("none") {
		return "none"
	}
	mentioned := r.mentioned
	failures := list(r, r.failure)
	r.mentioned = mentioned // a command that failed makes no entity
	if r.failed != nil {
		return ""
	}
	numbers := 0
	for _, f := range failures {
		if f.Op == "" {
			numbers++
		}
	}
	switch numbers {
	case 0:
		e.Codes = append(e.Codes, setText(failures, codeText))
	case len(failures):
	default:
		r.fail("either the operations that failed or the numbers of commands")
	}
	return failuresText(failures)
}

// failure reads "add Bob (ChildOf, Bob) cycle", an operation with its entity and id, or "2 cycle",
// the number of a command.
func (r *reader) failure() spec.Failure {
	f := spec.Failure{Err: &spec.Error{}}
	if nextNumber.MatchString(r.rest()) {
		f.Command = r.number()
	} else if f.Op = spec.OpKind(r.member()); r.failed == nil && !slices.Contains(spec.OpKinds(), f.Op) {
		r.fail("the number of a command or an operation such as add")
	}
	if f.Op != "" && !r.atCode() && !strings.HasPrefix(r.rest(), "(") {
		f.Entity = r.name()
	}
	if f.Op != "" && !r.atCode() {
		f.ID = r.id()
	}
	if !r.atCode() {
		r.fail("the code of an error")
		return f
	}
	f.Err.Code = spec.ErrorCode(r.member())
	return f
}

// endOfFailure is a word that ends the text of a failure; entities may be named like codes.
var endOfFailure = regexp.MustCompile(`^([a-z_]+) *(?:,|$|and\b|or\b)`)

// atCode reports whether the code of a failure is next, and nothing else of that failure.
func (r *reader) atCode() bool {
	word := endOfFailure.FindStringSubmatch(r.rest())
	return r.failed == nil && word != nil && slices.Contains(spec.ErrorCodes(), spec.ErrorCode(word[1]))
}

// logged reads an event, or "failed" and an act that failed.
func (r *reader) logged(to *spec.Outcome) {
	if !r.accept(failedWord) {
		to.Events = append(to.Events, r.event())
		return
	}
	mentioned := r.mentioned
	f := r.failure()
	r.mentioned = mentioned // a failure makes no entity
	if r.failed == nil && f.Op == "" {
		r.fail("the operation that failed")
	}
	to.Failures = append(to.Failures, f)
}

// eventKind reads OnAdd, OnRemove, OnSet, or an entity that is an event of the program.
func (r *reader) eventKind() spec.EventKind {
	mentioned := r.mentioned
	kind := spec.EventKind(r.name())
	if kind.IsChange() {
		r.mentioned = mentioned
	}
	return kind
}

// event reads "o OnAdd Bob (Likes, Alice) from Base leaving"; the id may be missing.
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
