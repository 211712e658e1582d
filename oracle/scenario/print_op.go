package scenario

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/relspec/relspec/spec"
)

// opText returns the step text of an operation. The text need not be exact: the printer compiles
// it, and uses JSON if the result is another operation. ok is false if there is no text at all.
func opText(d spec.Dialect, op spec.Operation) (text string, ok bool) {
	switch op.Op { //nolint:exhaustive // the others have a phrase, or no step text
	case spec.OpComponent, spec.OpEntity, spec.OpClone, spec.OpInstantiate:
		return declarationText(op), true
	case spec.OpRelationship:
		return relationshipText(op), true
	case spec.OpAdd:
		return nameText(op.Entity) + " gets " + idText(op.ID), true
	case spec.OpSet:
		value, ok := rawNotation(op.Value)
		if len(op.Args) > 0 {
			value, ok = argsText(op.Args), true
		}
		return nameText(op.Entity) + " gets " + idText(op.ID) + " " + value, ok
	case spec.OpRemove:
		return nameText(op.Entity) + " loses " + idText(op.ID), true
	case spec.OpRemoveAll:
		return "every entity loses " + idText(op.ID), true
	case spec.OpQuery, spec.OpPrepare, spec.OpObserve:
		return queryText(d, op)
	}
	text, ok = phraseText(&op)
	return text + optionsText(&op), ok
}

// quote quotes text. It uses single quotes if that avoids escapes.
func quote(text string) string {
	escaped := strconv.Quote(text)
	if strings.Contains(escaped, `\`) && !strings.ContainsAny(text, "'\n\r\t") &&
		strings.ToValidUTF8(text, "") == text {
		return "'" + text + "'"
	}
	return escaped
}

func declarationText(op spec.Operation) string {
	article, noun := "an ", "entity "
	if op.Op == spec.OpComponent {
		article, noun = "a ", "component "
	}
	copies := map[spec.OpKind]string{spec.OpClone: " cloned from ", spec.OpInstantiate: " instantiated from "}[op.Op]
	if op.Name == nil && copies == "" {
		article = "an anonymous "
	}
	text := article + noun + nameText(op.Entity)
	if copies != "" {
		text += copies + nameText(op.From)
	}
	if len(op.Members) > 0 {
		text += " {" + listText(op.Members, func(m spec.Member) string {
			return nameText(spec.Handle(m.Name)) + " " + string(m.Type)
		}) + "}"
	}
	for _, detail := range details {
		if value, given := detail.write(&op); given {
			text += strings.TrimRight(" "+detail.words+" "+value, " ")
		}
	}
	return text
}

// queryText returns the step text of operations that prepare or run a query.
func queryText(d spec.Dialect, op spec.Operation) (string, bool) {
	if op.Query == nil || int(op.Query.Kind) >= len(kindTexts) {
		return "", false
	}
	text, ok := termsText(d, op.Query)
	text += optionsText(&op)
	noun := kindTexts[op.Query.Kind]
	if op.Op == spec.OpQuery {
		return noun + " queries " + text, ok
	}
	if op.Op == spec.OpObserve {
		noun = "an observer"
	}
	return noun + " " + nameText(spec.Handle(op.As)) + " is prepared for " + text, ok
}

var kindTexts = []string{
	spec.KindAuto: "a query", spec.KindFilter: "a filter", spec.KindCached: "a cached query", spec.KindRule: "a rule",
}

// termsText returns the query as text in quotes or, for a query of terms, as terms in backquotes.
// If the dialect cannot express the terms, it returns them as JSON.
func termsText(d spec.Dialect, q *spec.Query) (string, bool) {
	if q.IsText() {
		return quote(q.Expr), true
	}
	if text, ok := byHandleText(d, q.Terms); ok {
		return "`" + text + "`", true
	}
	terms := q.Terms
	if terms == nil {
		terms = []spec.Term{}
	}
	b, err := json.Marshal(terms)
	return string(b), err == nil
}
