package lang_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// ref parses the notation of these tests: * _ $ $x $x.path #5 'text' name, or "" for no reference.
func ref(s string) spec.Ref {
	switch {
	case s == "" || s == "*" || s == "_":
		return spec.EntityRef(spec.Handle(s))
	case s == "$":
		return spec.Ref{Kind: spec.RefSingleton}
	case s[0] == '$' && strings.Contains(s, "."):
		name, path, _ := strings.Cut(s[1:], ".")
		return spec.Ref{Kind: spec.RefLookup, Name: name, Path: path}
	case s[0] == '$':
		return spec.VarRef(s[1:])
	case s[0] == '#':
		n, _ := strconv.ParseUint(s[1:], 10, 64)
		return spec.Ref{Kind: spec.RefNumber, Number: n}
	case s[0] == '\'':
		return spec.Ref{Kind: spec.RefText, Name: strings.Trim(s, "'")}
	}
	return spec.NameRef(s)
}

func match(first string, second ...string) spec.Term {
	return spec.Term{First: ref(first), Second: ref(strings.Join(second, ""))}
}

func on(src string, t spec.Term) spec.Term {
	t.Src = ref(src)
	return t
}

func with(access spec.Access, t spec.Term) spec.Term {
	t.Access = access
	return t
}

func oper(o spec.Operator, t spec.Term) spec.Term {
	t.Oper = o
	return t
}

func not(t spec.Term) spec.Term { return oper(spec.Not, t) }

func optional(t spec.Term) spec.Term { return oper(spec.Optional, t) }

func compare(left string, c spec.Comparison, right string) spec.Term {
	return spec.Term{Kind: spec.TermCompare, Src: ref(left), Compare: c, Second: ref(right)}
}

func or(terms ...spec.Term) spec.Term { return spec.Term{Kind: spec.TermOr, Terms: terms} }

func scope(terms ...spec.Term) spec.Term {
	return spec.Term{Kind: spec.TermScope, Oper: spec.Not, Terms: terms}
}

func trav(flags spec.TravFlags, rel ...string) *spec.Traversal {
	t := &spec.Traversal{Flags: flags}
	if len(rel) > 0 {
		r := ref(rel[0])
		t.Rel = &r
	}
	return t
}

func deep(t *spec.Traversal, minimum, maximum int) *spec.Traversal {
	t.MinDepth, t.MaxDepth = minimum, maximum
	return t
}

// over adds a traversal to the source of t.
func over(tr *spec.Traversal, t spec.Term) spec.Term {
	t.Src.Trav = tr
	return t
}

// firstSelf and secondSelf add the flag self to an element.
func firstSelf(t spec.Term) spec.Term {
	t.First.Trav = trav(spec.TravSelf)
	return t
}

func secondSelf(t spec.Term) spec.Term {
	t.Second.Trav = trav(spec.TravSelf)
	return t
}

func list(terms ...spec.Term) []spec.Term { return terms }

// statement is a text from a document. Its name begins with the ids of the statements about its syntax.
type statement struct {
	name string
	text string
	want []spec.Term
}

// marshal returns the JSON of terms. nil and empty lists are equal.
func marshal(terms []spec.Term) (string, error) {
	if len(terms) == 0 {
		return "[]", nil
	}
	b, err := json.Marshal(terms)
	return string(b), err
}

func js(t *testing.T, terms []spec.Term) string {
	t.Helper()
	text, err := marshal(terms)
	require.NoError(t, err)
	return text
}

// requireTerms compares terms by their JSON, which contains every field.
func requireTerms(t *testing.T, want, got []spec.Term) {
	t.Helper()
	require.Equal(t, js(t, want), js(t, got))
}

// holds checks that each text parses to its terms, that these pass the checks, and that they are equal after printing
// and parsing.
func holds(t *testing.T, d spec.Dialect, statements []statement) {
	t.Helper()
	for _, s := range statements {
		t.Run(s.name, func(t *testing.T) {
			got, err := lang.ParseChecked(d, s.text)
			if err != nil {
				t.Fatalf("%s\n%s", err, lang.Caret(s.text, err))
			}
			requireTerms(t, s.want, got)
			text, err := lang.Print(d, got)
			if err != nil {
				t.Fatal(err)
			}
			again, err := lang.Parse(d, text)
			if err != nil {
				t.Fatalf("%s\n%s", err, lang.Caret(text, err))
			}
			requireTerms(t, got, again)
		})
	}
}

// same checks that all texts parse to equal terms.
func same(t *testing.T, d spec.Dialect, texts ...string) {
	t.Helper()
	first, err := lang.ParseChecked(d, texts[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range texts[1:] {
		terms, err := lang.ParseChecked(d, text)
		if err != nil {
			t.Fatalf("%s\n%s", err, lang.Caret(text, err))
		}
		requireTerms(t, first, terms)
	}
}
