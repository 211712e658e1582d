package scenario

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/relspec/relspec/spec"
)

// Patterns for the regular expressions of the step shapes.
const (
	quotedPattern = `"(?:[^"\\]|\\.)*"`
	namePattern   = `(?:[\pL\pN_]+|\*|@[0-9]+|` + quotedPattern + `)`
	idPattern     = `(?:` + namePattern + `|\( ?` + namePattern + ` ?, ?` + namePattern + ` ?\))`
)

var plainName = regexp.MustCompile(`^(?:[\pL\pN_]+|\*|@[0-9]+)$`)

// reservedWords have a meaning in lists and answers. An entity with such a name is written in
// quotes.
var reservedWords = []string{
	"and", "or", "none", "empty", "yes", "no", "every", "asked", "root", "from", "leaving",
	"off", "override",
}

// reader parses the text of a step from left to right and records the entities that it mentions.
// After an error, failed holds the expected form and all further reads return zero values.
type reader struct {
	text      string
	at        int
	mentioned []spec.Handle
	failed    error
}

// Misread is a syntax error in a part of a step. [Compile] and [CompileEach] wrap it.
type Misread struct {
	// Want is the expected form, At the rest of the text.
	Want, At string
}

func (m *Misread) Error() string { return fmt.Sprintf("want %s at %q", m.Want, m.At) }

func (r *reader) fail(want string) {
	if r.failed == nil {
		r.failed = &Misread{want, r.text[r.at:]}
	}
}

func (r *reader) space() {
	for r.at < len(r.text) && r.text[r.at] == ' ' {
		r.at++
	}
}

// rest returns the text that has not been read.
func (r *reader) rest() string {
	r.space()
	return r.text[r.at:]
}

func (r *reader) atEnd() bool { return r.rest() == "" }

// end returns an error if there is unread text.
func (r *reader) end() error {
	if r.failed == nil && !r.atEnd() {
		r.fail("the end of the step")
	}
	return r.failed
}

// accept reads a literal if it is next. If the literal ends in a letter, it must be a whole word:
// accept does not read "is" from "island".
func (r *reader) accept(literal string) bool {
	rest := r.rest()
	if r.failed != nil || !strings.HasPrefix(rest, literal) {
		return false
	}
	if last := literal[len(literal)-1]; last >= 'a' && last <= 'z' {
		next, _ := utf8.DecodeRuneInString(rest[len(literal):])
		if next == '_' || unicode.IsLetter(next) || unicode.IsNumber(next) {
			return false
		}
	}
	r.at += len(literal)
	return true
}

func (r *reader) expect(literal string) {
	if !r.accept(literal) {
		r.fail(strconv.Quote(literal))
	}
}

var (
	nextName   = regexp.MustCompile(`^` + namePattern)
	nextNumber = regexp.MustCompile(`^-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?`)
)

// name reads an entity, a wildcard or a number as a target, and records an entity as mentioned.
func (r *reader) name() spec.Handle {
	found := nextName.FindString(r.rest())
	if found == "" || r.failed != nil {
		r.fail("the name of an entity")
		return ""
	}
	r.at += len(found)
	h, err := unquoteName(found)
	if err != nil {
		r.fail(err.Error())
	}
	if !h.IsNumber() {
		r.mentioned = append(r.mentioned, h)
	}
	return h
}

// id reads Position or (Likes, Alice).
func (r *reader) id() spec.ID { return r.idOf(r.name) }

// idOf reads an id. read reads each element.
func (r *reader) idOf(read func() spec.Handle) spec.ID {
	if !r.accept("(") {
		return spec.Single(read())
	}
	first := read()
	r.expect(",")
	second := read()
	r.expect(")")
	return spec.Pair(first, second)
}

// number reads a whole number.
func (r *reader) number() int {
	found := nextNumber.FindString(r.rest())
	n, err := strconv.Atoi(found)
	if err != nil {
		r.fail("a whole number")
		return 0
	}
	r.at += len(found)
	return n
}

// quoted reads text in quotes: "with \escapes" or 'without'.
func (r *reader) quoted() string {
	rest := r.rest()
	if strings.HasPrefix(rest, "'") {
		if end := strings.Index(rest[1:], "'"); end >= 0 {
			r.at += end + 2
			return rest[1 : end+1]
		}
	}
	prefix, err := strconv.QuotedPrefix(rest)
	if err != nil || rest[0] != '"' {
		r.fail("text in quotes")
		return ""
	}
	r.at += len(prefix)
	text, err := strconv.Unquote(prefix)
	if err != nil {
		r.fail("text in quotes")
	}
	return text
}

// value reads {x: 1.5, name: "Bob", target: Alice, other: none}.
func (r *reader) value() spec.RawValue {
	r.expect("{")
	v := spec.RawValue{}
	for r.failed == nil && !r.accept("}") {
		if len(v) > 0 {
			r.expect(",")
		}
		member := r.member()
		r.expect(":")
		v[member] = r.scalar()
	}
	return v
}

func (r *reader) member() string {
	found := nextName.FindString(r.rest())
	if found == "" {
		r.fail("the name of a member")
		return ""
	}
	r.at += len(found)
	name, err := unquoteName(found)
	if err != nil {
		r.fail(err.Error())
	}
	return string(name)
}

func (r *reader) scalar() any {
	switch rest := r.rest(); {
	case strings.HasPrefix(rest, `"`):
		return r.quoted()
	case r.accept("true"):
		return true
	case r.accept("false"):
		return false
	case r.accept("none"):
		return nil
	case nextNumber.MatchString(rest):
		found := nextNumber.FindString(rest)
		r.at += len(found)
		return json.Number(found)
	}
	return string(r.name())
}

// list reads elements that are separated by commas or "and".
func list[T any](r *reader, element func() T) []T { return separated(r, element, ",", "and") }

// joined reads elements separated by "and" only, for lists after which a comma starts something
// else.
func joined[T any](r *reader, element func() T) []T { return separated(r, element, "and") }

// choice reads elements separated by "or".
func choice[T any](r *reader, element func() T) []T { return separated(r, element, "or") }

func separated[T any](r *reader, element func() T, separators ...string) []T {
	out := []T{element()}
	for r.failed == nil && slices.ContainsFunc(separators, r.accept) {
		out = append(out, element())
	}
	return out
}

func unquoteName(text string) (spec.Handle, error) {
	if !strings.HasPrefix(text, `"`) {
		return spec.Handle(text), nil
	}
	name, err := strconv.Unquote(text)
	return spec.Handle(name), err
}

// nameText formats a handle.
func nameText(h spec.Handle) string {
	if plainName.MatchString(string(h)) && !slices.Contains(reservedWords, string(h)) {
		return string(h)
	}
	return strconv.Quote(string(h))
}

// idText formats an id.
func idText(id spec.ID) string {
	if !id.IsPair() {
		return nameText(id.First)
	}
	return "(" + nameText(id.First) + ", " + nameText(id.Second) + ")"
}

func listText[T any](elements []T, text func(T) string) string {
	return strings.Join(each(elements, text), ", ")
}

func each[T any](elements []T, text func(T) string) []string {
	texts := make([]string, len(elements))
	for i, e := range elements {
		texts[i] = text(e)
	}
	return texts
}
