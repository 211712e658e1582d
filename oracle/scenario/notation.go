package scenario

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/relspec/relspec/spec"
)

const (
	quotedPattern = `"(?:[^"\\]|\\.)*"`
	namePattern   = `(?:[\pL\pN_]+|\*|@[0-9]+|` + quotedPattern + `)`
	idPattern     = `(?:` + namePattern + `|\( ?` + namePattern + ` ?, ?` + namePattern + ` ?\))`
)

var (
	plainName  = regexp.MustCompile(`^(?:[\pL\pN_]+|\*|@[0-9]+)$`)
	nextName   = regexp.MustCompile(`^` + namePattern)
	inWord     = regexp.MustCompile(`^[\pL\pN_]`)
	nextNumber = regexp.MustCompile(`^-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?`)
)

// reservedWords have a meaning in lists and answers. An entity with such a name is written in
// quotes.
var reservedWords = []string{
	"and", "or", "none", "empty", "yes", "no", "every", "asked", "root", "from", "leaving",
	"off", "override",
}

// reader parses the text of a step from left to right and records the entities that it mentions.
// After an error, failed holds the expected form and all further reads return zero values.
type reader struct {
	*compiler
	text      string
	at        int
	table     [][]string // the table of the step
	mentioned []spec.Handle
	states    Expectation // the expectation in the step, or nil
	inOrder   bool        // the step says "in order" of events
	failed    error
}

// Misread is a syntax error in a part of a step. [Compile] and [CompileEach] wrap it.
type Misread struct {
	// Want is the expected form, At the rest of the text.
	Want, At string
}

func (m *Misread) Error() string { return fmt.Sprintf("want %s at %q", m.Want, m.At) }

func (r *reader) fail(want string) { r.refuse(&Misread{want, r.text[r.at:]}) }

// refuse records an error that has no position in the text.
func (r *reader) refuse(err error) {
	if r.failed == nil {
		r.failed = err
	}
}

// rest returns the text that has not been read.
func (r *reader) rest() string {
	rest := strings.TrimLeft(r.text[r.at:], " ")
	r.at = len(r.text) - len(rest)
	return rest
}

// next reports whether the rest of the text begins with a prefix.
func (r *reader) next(prefix string) bool { return strings.HasPrefix(r.rest(), prefix) }

// end returns an error if there is unread text.
func (r *reader) end() error {
	if r.rest() != "" {
		r.fail("the end of the step")
	}
	return r.failed
}

// accept reads a literal if it is next. If the literal ends in a letter, it must be a whole word:
// accept does not read "is" from "island".
func (r *reader) accept(literal string) bool {
	after, is := strings.CutPrefix(r.rest(), literal)
	if r.failed != nil || !is {
		return false
	}
	if last := literal[len(literal)-1]; last >= 'a' && last <= 'z' && inWord.MatchString(after) {
		return false
	}
	r.at += len(literal)
	return true
}

// expect reads one of several literals and returns it.
func (r *reader) expect(literals ...string) string {
	i := slices.IndexFunc(literals, r.accept)
	if i < 0 {
		r.fail(strings.Join(each(literals, strconv.Quote), " or "))
		return ""
	}
	return literals[i]
}

// word reads a name of any kind, in quotes or without.
func (r *reader) word(want string) string {
	found := nextName.FindString(r.rest())
	if found == "" || r.failed != nil {
		r.fail(want)
		return ""
	}
	r.at += len(found)
	if found[0] != '"' {
		return found
	}
	name, err := strconv.Unquote(found)
	if err != nil {
		r.fail(err.Error())
	}
	return name
}

func (r *reader) member() string { return r.word("the name of a member") }

// stranger reads the name of an entity and does not record it as mentioned, so Compile does not
// create it.
func (r *reader) stranger() spec.Handle { return spec.Handle(r.word("the name of an entity")) }

// name reads an entity, a wildcard or a number as a target, and records an entity as mentioned.
func (r *reader) name() spec.Handle {
	h := r.stranger()
	if r.failed == nil && !h.IsNumber() {
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
	if after, single := strings.CutPrefix(rest, "'"); single {
		if text, _, closed := strings.Cut(after, "'"); closed {
			r.at += len(text) + 2
			return text
		}
	}
	prefix, err := strconv.QuotedPrefix(rest)
	if err != nil || rest[0] != '"' {
		r.fail("text in quotes")
		return ""
	}
	r.at += len(prefix)
	text, _ := strconv.Unquote(prefix) // QuotedPrefix has checked it
	return text
}

// value reads {x: 1.5, name: "Bob", target: Alice, other: none}.
func (r *reader) value() spec.RawValue {
	v := spec.RawValue{}
	r.between("{", "}", func() {
		member := r.member()
		r.expect(":")
		v[member] = r.scalar()
	})
	return v
}

func (r *reader) scalar() any {
	switch found := nextNumber.FindString(r.rest()); {
	case r.next(`"`):
		return r.quoted()
	case r.accept("true"):
		return true
	case r.accept("false"):
		return false
	case r.accept("none"):
		return nil
	case found != "":
		r.at += len(found)
		return json.Number(found)
	}
	return string(r.name())
}

// between reads elements that are separated by commas, with a bracket on each side.
func (r *reader) between(open, shut string, element func()) {
	r.expect(open)
	for n := 0; r.failed == nil && !r.accept(shut); n++ {
		if n > 0 {
			r.expect(",")
		}
		element()
	}
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

// nameText formats a handle.
func nameText(h spec.Handle) string {
	if plainName.MatchString(string(h)) && !slices.Contains(reservedWords, string(h)) {
		return string(h)
	}
	return strconv.Quote(string(h))
}

// wordText formats a name that is not an entity.
func wordText(name string) string { return nameText(spec.Handle(name)) }

// idText formats an id.
func idText(id spec.ID) string { return idTextOf(id, nameText) }

// idTextOf formats an id. text formats each element.
func idTextOf(id spec.ID, text func(spec.Handle) string) string {
	if !id.IsPair() {
		return text(id.First)
	}
	return "(" + text(id.First) + ", " + text(id.Second) + ")"
}

// quote quotes text. It uses single quotes if that avoids escapes.
func quote(text string) string {
	escaped := strconv.Quote(text)
	if strings.Contains(escaped, `\`) && !strings.ContainsAny(text, "'\n\r\t") && utf8.ValidString(text) {
		return "'" + text + "'"
	}
	return escaped
}

// Values are compared as text. The text omits members that are zero, false, empty or none, sorts
// members by name, and writes numbers in one form. So a value has the same text whether an engine
// knows its type or not, and a scenario needs to name only the members that matter (data.set:
// members not mentioned are zero).

// valueText formats a value from an engine.
func valueText(v spec.Value) string {
	var parts []string
	for _, m := range v {
		if text := scalarText(m.Scalar); text != "" {
			parts = append(parts, nameText(spec.Handle(m.Name))+": "+text)
		}
	}
	slices.Sort(parts)
	return "{" + strings.Join(parts, ", ") + "}"
}

func valueOrNone(v spec.Value) string {
	if v == nil {
		return none
	}
	return valueText(v)
}

func scalarText(s spec.Scalar) string {
	switch s.Type {
	case spec.F32:
		return numberText(s.Num, 32)
	case spec.F64:
		return numberText(s.Num, 64)
	case spec.I32, spec.I64:
		if s.Int != 0 {
			return strconv.FormatInt(s.Int, 10)
		}
	case spec.Bool:
		if s.Bool {
			return "true"
		}
	case spec.String, spec.Entity:
		if s.Text != "" {
			return strconv.Quote(s.Text)
		}
	}
	return ""
}

func numberText(n float64, bits int) string {
	if n == 0 {
		return ""
	}
	if math.Abs(n) < 1e15 {
		return strconv.FormatFloat(n, 'f', -1, bits)
	}
	return strconv.FormatFloat(n, 'g', -1, bits)
}

// rawNotation formats a value so that [reader.value] reads it back.
func rawNotation(v spec.RawValue) string {
	return "{" + listText(slices.Sorted(maps.Keys(v)), func(name string) string {
		return wordText(name) + ": " + scalarNotation(v[name])
	}) + "}"
}

// scalarNotation formats an element of a value. A list or an object, which no step can state, is
// formatted so that it cannot be read back.
func scalarNotation(raw any) string {
	switch s := raw.(type) {
	case nil:
		return none
	case string:
		return strconv.Quote(s)
	}
	b, _ := json.Marshal(raw)
	return string(b)
}

func listText[T any](elements []T, text func(T) string) string {
	return strings.Join(each(elements, text), ", ")
}

func joinedText[T any](elements []T, text func(T) string) string {
	return strings.Join(each(elements, text), " and ")
}

func each[T, U any](elements []T, of func(T) U) []U {
	out := make([]U, len(elements))
	for i, e := range elements {
		out[i] = of(e)
	}
	return out
}
