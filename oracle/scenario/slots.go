package scenario

import (
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/relspec/relspec/spec"
)

// slot is a field of an operation in the text of a form, or a statement about an operation.
type slot struct {
	pattern string // a regular expression for what it reads; "" if anything may follow
	read    func(*reader, *spec.Operation)
	// write returns "" if the operation lacks the field. It is nil for queries, which need a
	// dialect, and for slots that the printer never writes.
	write func(*spec.Operation) string
}

// slots are the slots by the words of the forms.
var slots map[string]slot

func init() { // avoids an init cycle: the slot OPTIONS reads forms
	type op = *spec.Operation
	slots = map[string]slot{
		"ENTITY":       entity(func(o op) *spec.Handle { return &o.Entity }),
		"RELATIONSHIP": entity(func(o op) *spec.Handle { return &o.Relationship }),
		"PARENT":       entity(func(o op) *spec.Handle { return &o.Parent }),
		"FROM":         entity(func(o op) *spec.Handle { return &o.From }),
		"BEFORE":       entity(func(o op) *spec.Handle { return &o.Before }),
		"AFTER":        entity(func(o op) *spec.Handle { return &o.After }),
		"EVENT":        entity(func(o op) *spec.Handle { return &o.Event }),
		"GROUPING":     entity(func(o op) *spec.Handle { return &o.Query.GroupBy }),
		"ON":           field(namePattern, (*reader).member, wordText, func(o op) *string { return &o.On }),
		"AS":           field(namePattern, (*reader).member, wordText, func(o op) *string { return &o.As }),
		"ID":           field(idPattern, (*reader).id, idText, func(o op) *spec.ID { return &o.ID }),
		"IDS":          several(list, (*reader).id, listText, idText, func(o op) *[]spec.ID { return &o.IDs }),
		"MORE":         {"", readMore, func(o op) string { return listText(o.More, nameText) }},
		"INDEX":        number(func(o op) *int { return &o.Index }),
		"DEPTH":        number(func(o op) *int { return &o.MaxDepth }),
		"TAKE":         number(func(o op) *int { return &o.Take }),
		"LIMIT":        number(func(o op) *int { return &o.Limit }),
		"SKIP":         number(func(o op) *int { return &o.Skip }),
		"UNSCOPED":     flag("outside the scope", func(o op) *bool { return &o.Unscoped }),
		"INSTANCED":    flag("instanced", func(o op) *bool { return &o.Query.Instanced }),
		"DETECTING":    flag("detecting changes", func(o op) *bool { return &o.Query.DetectChanges }),
		"VALUES":       flag("with values", func(o op) *bool { return &o.Values }),
		"BATCHES":      flag("with batches", func(o op) *bool { return &o.Batches }),
		"CHANGES":      flag("with changes", func(o op) *bool { return &o.Changes }),
		"UNTOUCHED":    flag("untouched", func(o op) *bool { return &o.Untouched }),
		"MONITORING":   flag("monitoring", func(o op) *bool { return &o.Monitor }),
		"YIELDING":     flag("yielding existing", func(o op) *bool { return &o.YieldExisting }),
		"EVENTS": several(joined, (*reader).eventKind, joinedText, eventKindText,
			func(o op) *[]spec.EventKind { return &o.Events }),
		"ACTS": several(joined, (*reader).act, joinedText, actText, func(o op) *[]spec.Operation { return &o.Acts }),

		"TEXT":        {textPattern, func(r *reader, o op) { o.Text = r.quoted() }, func(o op) string { return quote(o.Text) }},
		"PATH":        {textPattern, func(r *reader, o op) { o.Path = r.quoted() }, func(o op) string { return quote(o.Path) }},
		"NAME":        {textPattern, readName, func(o op) string { return unlessNil(o.Name, quote) }},
		"PAIR":        {idPattern, readPair, func(o op) string { return idText(spec.Pair(o.Relationship, o.Entity)) }},
		"PROFILE":     {"", readProfile, func(o op) string { return o.Profile }},
		"RECURSIVELY": {"", readRecursively, func(o op) string { return unlessNil(o.Recursive, recursively) }},
		"FACT":        {"", readFact, factText},
		"VALUE":       {"", func(r *reader, o op) { o.Value = r.value() }, valueArgument},
		"ELEMENT":     field("", (*reader).element, elementText, func(o op) *spec.Handle { return &o.Entity }),
		"ELEMENTS": field("", func(r *reader) spec.ID { return r.idOf(r.element) },
			func(id spec.ID) string { return idTextOf(id, elementText) }, func(o op) *spec.ID { return &o.ID }),
		"PROPERTY":   {`\p{Lu}[\pL\pN_]*`, readProperty, nil},
		"NEW":        {namePattern, readNew, func(o op) string { return nameText(o.Entity) }},
		"NAMED":      {textPattern, readName, otherName},
		"NOUN":       {"(?:relationship|tag|entity|prefab)", readNoun, func(op) string { return "entity" }},
		"MEMBERS":    {"", readMembers, membersText},
		"FIELDS":     {"", readFields, fieldsText},
		"BEHAVIOURS": {"", readBehaviours, behavioursText},
		"JSON":       {"", readJSON, nil},

		"KIND":    {`(?:a filter|a cached query|a rule|a query)`, readKind, kindText},
		"QUERY":   {"", readQuery, nil},
		"OPTIONS": {"", readOptions, optionsText},
		"SYNTAX":  {"", readSyntax, syntaxText},
		"ORDER":   {"", readOrder, orderText},
		"VARS":    {"", readVars, varsText},
		"GROUP":   {"", readGroup, func(o op) string { return unlessNil(o.Group, handleText) }},

		"INORDER": {"", func(r *reader, _ op) { r.expect("in order"); r.inOrder = true }, nil},
		"ANSWER":  {"", readAnswer, nil},
		"RESULT":  {"", readResult, nil},
		"CODE":    {"", readCode, nil},
		"EFFECTS": {"", readChanges, nil},
	}
	optionForms, actForms = newOptionForms(), newActForms()
}

const textPattern = `(?:` + quotedPattern + `|'[^']*')`

func field[T comparable](
	pattern string, read func(*reader) T, text func(T) string, of func(*spec.Operation) *T,
) slot {
	return slot{
		pattern,
		func(r *reader, op *spec.Operation) {
			if value := read(r); r.failed == nil {
				*of(op) = value
			}
		},
		func(op *spec.Operation) string {
			var none T
			if *of(op) == none {
				return ""
			}
			return text(*of(op))
		},
	}
}

func entity(of func(*spec.Operation) *spec.Handle) slot {
	return field(namePattern, (*reader).name, nameText, of)
}

func number(of func(*spec.Operation) *int) slot { return field("", (*reader).number, strconv.Itoa, of) }

// flag is a slot for a field that is set by fixed words.
func flag(words string, of func(*spec.Operation) *bool) slot {
	read := func(r *reader) bool { r.expect(words); return true }
	return field("", read, func(bool) string { return words }, of)
}

// several is a slot for a list.
func several[T any](
	elements func(*reader, func() T) []T, read func(*reader) T,
	texts func([]T, func(T) string) string, text func(T) string, of func(*spec.Operation) *[]T,
) slot {
	return slot{
		"",
		func(r *reader, op *spec.Operation) {
			*of(op) = append(*of(op), elements(r, func() T { return read(r) })...)
		},
		func(op *spec.Operation) string { return texts(*of(op), text) },
	}
}

func valueArgument(op *spec.Operation) string {
	if op.Value == nil {
		return ""
	}
	return rawNotation(op.Value)
}

func unlessNil[T any](value *T, text func(T) string) string {
	if value == nil {
		return ""
	}
	return text(*value)
}

func readName(r *reader, op *spec.Operation) { op.Name = new(r.quoted()) }

func readPair(r *reader, op *spec.Operation) {
	id := r.id()
	if op.Relationship, op.Entity = id.First, id.Second; !id.IsPair() {
		r.fail("a pair")
	}
}

func readProfile(r *reader, op *spec.Operation) {
	op.Profile = r.rest()
	if _, err := spec.ProfileByName(op.Profile); err != nil {
		r.fail("a profile (" + err.Message + ")")
	}
	r.at = len(r.text)
}

func readRecursively(r *reader, op *spec.Operation) {
	op.Recursive = new(!r.accept("not"))
	r.expect("recursively")
}

func recursively(is bool) string {
	if is {
		return "recursively"
	}
	return "not recursively"
}

// readFact reads an id that an entity gets, with or without a value: Position {x: 1}, or
// (Follows, Alice) [0.3, none] with the data of an edge by position.
func readFact(r *reader, op *spec.Operation) {
	op.Op, op.ID = spec.OpAdd, r.id()
	switch {
	case r.next("{"):
		op.Op, op.Value = spec.OpSet, r.value()
	case r.next("["):
		op.Op, op.Args = spec.OpSet, []spec.Scalar{}
		r.between("[", "]", func() { op.Args = append(op.Args, r.untyped()) })
	case !r.profile.Has(spec.OpAdd):
		op.Op = spec.OpSet
	}
}

func factText(op *spec.Operation) string {
	switch text := idText(op.ID); {
	case op.Op == spec.OpAdd:
		return text
	case op.Args != nil:
		return text + " [" + listText(op.Args, untypedText) + "]"
	default:
		return text + " " + rawNotation(op.Value)
	}
}

// readProperty reads a tag after "is". The name must begin with a capital, so that a participle
// such as "deleted" does not fit.
func readProperty(r *reader, op *spec.Operation) {
	if first, _ := utf8.DecodeRuneInString(r.rest()); !unicode.IsUpper(first) {
		r.fail("a tag")
	}
	op.ID = spec.Single(r.name())
}

// readJSON reads an operation. It creates nothing that the operation mentions.
func readJSON(r *reader, op *spec.Operation) {
	if err := spec.ReadJSON([]byte(r.rest()), op); err != nil {
		r.refuse(err)
	}
	r.at = len(r.text)
}

// act reads an operation that an observer carries out: "remove $this ($first, $second)", "set Bob
// Position {x: 1}", "set_name $this "Bob"", "release o".
func (r *reader) act() spec.Operation {
	if ops := r.readForm(actForms, spec.Operation{}, false); ops != nil {
		return ops[0]
	}
	return spec.Operation{}
}

func actText(op spec.Operation) string {
	for i := range actForms {
		if actForms[i].op == op.Op {
			return actForms[i].write(&op, "")
		}
	}
	return ""
}

// actForms are the forms of acts: the name of an operation, then its arguments.
var actForms []form

// actSlots are the slots of the arguments.
var actSlots = map[string]string{"query": "ON", "entity": "ELEMENT", "id": "ELEMENTS", "value": "VALUE", "name": "NAME"}

func newActForms() (forms []form) {
	for i := range spec.Operations() {
		row := &spec.Operations()[i]
		if !row.Op.MayAct() {
			continue
		}
		f := form{op: row.Op, text: string(row.Op)}
		for i, argument := range row.Arguments() {
			switch slot := actSlots[argument]; {
			case slot == "":
			case i == 0:
				f.text += " " + slot
			default: // optional here; the engine refuses an act that lacks an argument
				f.text += " [" + slot + "]"
			}
		}
		f.parse()
		forms = append(forms, f)
	}
	return forms
}

// element reads the name of an entity, or a placeholder for a part of the event.
func (r *reader) element() spec.Handle {
	if r.next("and ") {
		r.fail("an entity") // the act has no more arguments
	}
	if !r.accept("$") {
		return r.name()
	}
	h := spec.Handle("$" + r.member())
	if r.failed == nil && !h.IsOfEvent() {
		r.fail("$this, $src, $first or $second")
	}
	return h
}

func elementText(h spec.Handle) string {
	if h.IsOfEvent() {
		return string(h)
	}
	return nameText(h)
}

// eventKind reads OnAdd, OnRemove, OnSet, or an entity that is a custom event.
func (r *reader) eventKind() spec.EventKind {
	mentioned := r.mentioned
	kind := spec.EventKind(r.name())
	if kind.IsChange() {
		r.mentioned = mentioned
	}
	return kind
}

func eventKindText(kind spec.EventKind) string { return nameText(spec.Handle(kind)) }
