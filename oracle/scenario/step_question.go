package scenario

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/relspec/relspec/spec"
)

// truth asks a yes/no question under When, and states the answer under Then.
func (c *compiler) truth(step Step, parts []string) {
	asked := parts[1] != ""
	denied := strings.HasPrefix(parts[3], "does not") || parts[6]+parts[8] != ""
	if asked == (step.Keyword == Then) || asked && denied {
		c.fail(`under When write "it is asked whether ...", under Then the statement itself, with or without not`)
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

// answer asks a question under When. Under Then it states the answer to it, or to the previous
// operation.
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
			r.fail("an answer without an order or a table, which only events have")
		}
	} else if step.Table != nil || inOrder {
		r.fail("a question without an order or a table, which only stated events have")
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
		c.fail(`use "the world is unchanged" under Then`)
		return
	}
	check := c.last()
	if check.Op.Op.IsRead() {
		c.fail("the previous step does not change the world")
		return
	}
	c.want(check, Changes{})
}

// question parses the subject of a question. ok is false for "answer", which asks nothing.
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

// eventTable parses a table of events, one per row. Its cells are the words of an event.
func (c *compiler) eventTable(table [][]string, inOrder bool) string {
	var log spec.Outcome
	for _, row := range table {
		c.read(strings.TrimSpace(strings.Join(row, " ")), func(r *reader) { r.logged(&log) })
	}
	return logText(&log, inOrder)
}

// answerNotation parses one answer of a kind and returns its canonical text.
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
		r.fail("a previous operation that has an answer")
	}
	return ""
}

// below parses entities in any order or, with depths, in this order: "c at 0, g at 1".
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

// endOfEvent matches what may follow the entity of an event without id.
var endOfEvent = regexp.MustCompile(`^(?:,|$|(?:and|or|from|leaving)\b)`)

// failures parses the deferred operations that failed, or the numbers of their commands. An answer
// uses one of the two forms.
func (e *Answer) failures(r *reader) string {
	if r.accept("none") {
		return "none"
	}
	mentioned := r.mentioned
	failures := list(r, r.failure)
	r.mentioned = mentioned // a failed command creates no entity
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

// failure parses "add Bob (ChildOf, Bob) cycle", an operation with its entity and id, or "2 cycle",
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

// endOfFailure matches a word at the end of a failure. It is needed because entities may have the
// names of codes.
var endOfFailure = regexp.MustCompile(`^([a-z_]+) *(?:,|$|and\b|or\b)`)

// atCode reports whether only the code of a failure follows.
func (r *reader) atCode() bool {
	word := endOfFailure.FindStringSubmatch(r.rest())
	return r.failed == nil && word != nil && slices.Contains(spec.ErrorCodes(), spec.ErrorCode(word[1]))
}

// logged parses an event, or "failed" and a failed act.
func (r *reader) logged(to *spec.Outcome) {
	if !r.accept(failedWord) {
		to.Events = append(to.Events, r.event())
		return
	}
	mentioned := r.mentioned
	f := r.failure()
	r.mentioned = mentioned // a failure creates no entity
	if r.failed == nil && f.Op == "" {
		r.fail("the operation that failed")
	}
	to.Failures = append(to.Failures, f)
}

// eventKind parses OnAdd, OnRemove, OnSet, or an entity that is a custom event.
func (r *reader) eventKind() spec.EventKind {
	mentioned := r.mentioned
	kind := spec.EventKind(r.name())
	if kind.IsChange() {
		r.mentioned = mentioned
	}
	return kind
}

// event parses "o OnAdd Bob (Likes, Alice) from Base leaving". The id is optional.
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
