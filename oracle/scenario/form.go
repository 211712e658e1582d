package scenario

import (
	"regexp"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// form is one wording of a step: its operation and its text. Words in capitals are [slots], words
// with "/" are alternatives, of which the printer writes the first, and a part in brackets is
// omitted if its fields are not set. "+" after the last word means a list: one operation for each
// element.
//
// The compiler reads operations with the forms, and the printer writes them.
type form struct {
	op     spec.OpKind // "" if the step has no operation and only checks an answer
	text   string
	states Expectation // the expected answer, if the text alone determines it, as in "the result is empty"
	parts  []part      // of the text
}

// part is a part in brackets, or the text between two of them.
type part struct {
	optional bool
	words    []word
}

// word is a slot, or one of several literals.
type word struct {
	literals []string
	slot     *slot
	repeated bool
}

var formPart = regexp.MustCompile(`\[[^\]]*\]|[^\[\]]+`)

// parse parses the text of the form.
func (f *form) parse() {
	for _, text := range formPart.FindAllString(f.text, -1) {
		p := part{optional: text[0] == '['}
		for _, text := range strings.Fields(strings.Trim(text, "[]")) {
			name, repeated := strings.CutSuffix(text, "+")
			w := word{repeated: repeated}
			if s, isSlot := slots[name]; isSlot {
				w.slot = &s
			} else {
				w.literals = strings.Split(text, "/")
			}
			p.words = append(p.words, w)
		}
		f.parts = append(f.parts, p)
	}
}

// pattern returns a regular expression for the form. From the first optional part on that is not
// at the beginning, or from the first slot without a pattern on, it matches any text. So a step with
// an error there still finds its form, and the reader can say what is wrong.
func (f *form) pattern() (pattern string) {
	for i, p := range f.parts {
		words := each(p.words, word.pattern)
		switch open := slices.Index(words, ""); {
		case i > 0 && p.optional:
			return pattern + ".*"
		case open >= 0:
			return pattern + strings.Join(words[:open], " ") + ".*"
		case p.optional:
			pattern = "(?:" + strings.Join(words, " ") + " )?"
		default:
			pattern += strings.Join(words, " ")
		}
	}
	return pattern
}

func (w word) pattern() string {
	switch {
	case w.repeated:
		return ""
	case w.slot != nil:
		return w.slot.pattern
	}
	return "(?:" + strings.Join(each(w.literals, regexp.QuoteMeta), "|") + ")"
}

// read reads the form into op, which already has the fields that are known before the text is read.
// An optional part is skipped if nothing of it fits. At the beginning it is skipped even if some of
// its words fit: for the form "[ID of] ENTITY" and the text "Bob", read first takes Bob for the ID
// and then starts again.
func (f *form) read(r *reader, op *spec.Operation) []spec.Operation {
	if f.op != "" {
		op.Op = f.op
	}
	if f.states != nil {
		r.states = f.states
	}
	var saved spec.Operation
	for i, p := range f.parts {
		r.rest()
		before := *r
		if p.optional {
			saved = *op
		}
		for _, w := range p.words {
			if w.repeated {
				return list(r, func() spec.Operation {
					next := *op
					w.slot.read(r, &next)
					return next
				})
			}
			if w.read(r, op); r.failed == nil {
				continue
			}
			if !p.optional || i > 0 && r.at > before.at {
				return nil
			}
			*r, *op = before, saved
			break
		}
	}
	if op.Op == "" {
		return nil
	}
	return []spec.Operation{*op}
}

func (w word) read(r *reader, op *spec.Operation) {
	if w.slot != nil {
		w.slot.read(r, op)
	} else {
		r.expect(w.literals...)
	}
}

// readForm reads with the first form that fits. If whole is set, the form must read all of the text.
// If none fits, the error lists what was expected at the furthest position that any form reached.
func (r *reader) readForm(forms []form, op spec.Operation, whole bool) []spec.Operation {
	var wants []string
	start, furthest := *r, -1
	var next spec.Operation
	for i := range forms {
		f := &forms[i]
		*r, next = start, op
		if f.op == spec.OpRelationship && !r.profile.Has(f.op) {
			continue // in this profile a relationship is created like any other entity
		}
		ops := f.read(r, &next)
		if whole {
			_ = r.end()
		}
		if r.failed == nil {
			return ops
		}
		misread, is := r.failed.(*Misread) //nolint:errorlint // the reader does not wrap it
		if !is {
			return nil
		}
		at := len(r.text) - len(misread.At)
		if at > furthest {
			furthest, wants = at, nil
		}
		if at == furthest {
			wants = with(wants, misread.Want)
		}
	}
	*r = start
	r.at = max(furthest, r.at)
	r.fail(strings.Join(wants, " or "))
	return nil
}

// write formats an operation. query is the text of its query. The text may not express
// all of op. Therefore the printer compiles it, and uses it only if the result is op again.
func (f *form) write(op *spec.Operation, query string) (text string) {
	for _, p := range f.parts {
		if part, given := p.write(op, query); given || !p.optional {
			text = spaced(text, part)
		}
	}
	return text
}

// write also returns whether the operation has all fields of the part.
func (p part) write(op *spec.Operation, query string) (text string, given bool) {
	given = true
	for _, w := range p.words {
		next := query
		switch {
		case w.slot == nil:
			next = w.literals[0]
		case w.slot.write != nil:
			next = w.slot.write(op)
		case query == "":
			return text, false // the operation lacks its query
		}
		given = given && next != ""
		if next == "" && w.slot.pattern == namePattern && !p.optional {
			next = nameText("")
		}
		text = spaced(text, next)
	}
	return text, given
}

// spaced appends a word to a text. It adds a space between them, unless the word begins with a comma,
// as options do.
func spaced(text, word string) string {
	if text == "" || word == "" || word[0] == ',' {
		return text + word
	}
	return text + " " + word
}
