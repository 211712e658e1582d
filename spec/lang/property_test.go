package lang_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// Terms that a dialect can express are equal after printing and parsing, and texts after parsing
// and printing.
func TestPrintedTermsParse(t *testing.T) {
	for _, dialect := range dialects {
		t.Run(dialect.String(), rapid.MakeCheck(func(t *rapid.T) {
			terms := writer{dialect, t}.terms()
			text, err := lang.Print(dialect, terms)
			if err != nil {
				t.Fatalf("%s for %s", err, jsonOf(t, terms))
			}
			again, err := lang.Parse(dialect, text)
			if err != nil {
				t.Fatalf("%s\n%s", err, lang.Caret(text, err))
			}
			if want, got := jsonOf(t, terms), jsonOf(t, again); want != got {
				t.Fatalf("%s\nwant %s\ngot  %s", text, want, got)
			}
			requireStable(t, dialect, text, again)
			var carried []spec.Term
			if err := json.Unmarshal([]byte(jsonOf(t, again)), &carried); err != nil ||
				jsonOf(t, carried) != jsonOf(t, again) {
				t.Fatalf("%s changes when encoded as JSON: %v", jsonOf(t, again), err)
			}
		}))
	}
}

// Terms of any shape print to text that the dialect parses to its normal form, or are refused.
func TestAnyTermsPrintOrAreRefused(t *testing.T) {
	for _, dialect := range dialects {
		t.Run(dialect.String(), rapid.MakeCheck(func(t *rapid.T) {
			terms := rapid.SliceOfN(anyTerm(2), 1, 2).Draw(t, "terms")
			text, err := lang.Print(dialect, terms, lang.PrintHandlesAsNames())
			if err != nil {
				if err.Code != spec.CodeInvalid {
					t.Fatal(err)
				}
				return
			}
			again, err := lang.Parse(dialect, text)
			if err != nil {
				t.Fatalf("%s for %s\n%s", err, jsonOf(t, terms), lang.Caret(text, err))
			}
			if want, got := jsonOf(t, normal(terms)), jsonOf(t, again); want != got {
				t.Fatalf("%s\nwant %s\ngot  %s", text, want, got)
			}
			requireStable(t, dialect, text, again)
		}))
	}
}

// Checks never panic, and report the same errors for terms as for their text.
func TestAnyTermsAreChecked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		terms := rapid.SliceOfN(anyTerm(3), 0, 3).Draw(t, "terms")
		for _, dialect := range dialects {
			var opts []lang.Option
			if dialect == spec.DialectFlecs3Beta {
				opts = append(opts, lang.WithSets())
			}
			err := lang.Check(terms, opts...)
			text, unsaid := lang.Print(dialect, terms)
			if unsaid != nil {
				continue
			}
			_, checked := lang.ParseChecked(dialect, text)
			switch {
			case err == nil && checked != nil:
				t.Fatalf("%s passes the checks as terms, but not as text: %s", text, checked)
			case err != nil && checked == nil && err.Code == spec.CodeInvalid:
				t.Fatalf("%s passes the checks as text, but not as terms: %s", text, err)
			}
		}
	})
}

// normal converts terms to the normal form described in the package comment.
func normal(terms []spec.Term) []spec.Term {
	terms = spec.CloneTerms(terms)
	for i := range terms {
		terms[i].Walk(func(t *spec.Term) {
			t.First, t.Second, t.Src = normalRef(t.First), normalRef(t.Second), normalRef(t.Src)
			this := spec.VarRef(spec.This)
			switch this.Trav = t.Src.Trav; {
			case t.Kind == spec.TermCompare && t.Src.Kind == spec.RefNone:
				t.Src = this
			case t.Kind == spec.TermMatch && t.Src == this:
				t.Src = spec.Ref{Trav: t.Src.Trav}
			}
			if t.Kind != spec.TermCompare {
				t.Compare = spec.Equal
			}
		})
	}
	return terms
}

func normalRef(r spec.Ref) spec.Ref {
	switch r.Kind {
	case spec.RefEntity, spec.RefName:
		r.Kind, r.Name = spec.RefName, strings.ReplaceAll(r.Name, "::", ".")
	case spec.RefMember:
		r = spec.Ref{Kind: spec.RefName, Name: strings.ReplaceAll(r.Name+"."+r.Path, "::", "."), Trav: r.Trav}
	case spec.RefLookup:
		r.Path = strings.ReplaceAll(r.Path, "::", ".")
	case spec.RefNone, spec.RefWildcard, spec.RefAny, spec.RefVariable, spec.RefSingleton, spec.RefText, spec.RefNumber:
	}
	if r.Trav != nil {
		if r.Trav.Rel != nil {
			*r.Trav.Rel = normalRef(*r.Trav.Rel)
		}
		if r.Trav.Flags&(spec.TravCascade|spec.TravDown) == spec.TravCascade {
			r.Trav.Flags |= spec.TravUp
		}
	}
	return r
}

func requireStable(t *rapid.T, dialect spec.Dialect, text string, terms []spec.Term) {
	printed, err := lang.Print(dialect, terms)
	if err != nil || printed != text {
		t.Fatalf("printed %q, then %q (%v)", text, printed, err)
	}
}

func jsonOf(t *rapid.T, terms []spec.Term) string {
	b, err := marshal(terms)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// anyTerm draws terms without regard to what makes sense.
func anyTerm(depth int) *rapid.Generator[spec.Term] {
	return rapid.Custom(func(t *rapid.T) spec.Term {
		term := spec.Term{
			Kind:    spec.TermKind(rapid.SampledFrom([]int{0, 0, 0, 0, 1, 2, 3}).Draw(t, "kind")),
			Oper:    spec.Operator(rapid.SampledFrom([]int{0, 0, 0, 1, 2, 3, 4, 5}).Draw(t, "operator")),
			Access:  spec.Access(rapid.SampledFrom([]int{0, 0, 0, 0, 1, 2, 3, 4, 5}).Draw(t, "access")),
			Compare: spec.Comparison(rapid.IntRange(0, 2).Draw(t, "comparison")),
		}
		empty := rapid.Just(spec.Ref{})
		some := anyRef()
		sometimes := rapid.OneOf(empty, empty, some)
		switch term.Kind {
		case spec.TermMatch:
			term.First, term.Second, term.Src = some.Draw(t, "first"), sometimes.Draw(t, "second"),
				sometimes.Draw(t, "source")
		case spec.TermCompare:
			term.Second, term.Src = some.Draw(t, "right"), sometimes.Draw(t, "left")
		case spec.TermOr, spec.TermScope:
			term.Compare = 0
			if depth > 0 {
				term.Terms = rapid.SliceOfN(anyTerm(depth-1), 0, 3).Draw(t, "terms")
			}
		}
		return term
	})
}

func anyRef() *rapid.Generator[spec.Ref] {
	return rapid.Custom(func(t *rapid.T) spec.Ref {
		r := spec.Ref{Kind: spec.RefKind(rapid.IntRange(0, int(spec.RefNumber)).Draw(t, "kind"))}
		name := rapid.SampledFrom(append([]string{
			"", "A::B", "a b", "x\"y", "ü", "*", "_", "5", "0", "$x", "A.",
			"x\x00", "\xff",
		}, names...))
		switch r.Kind {
		case spec.RefEntity, spec.RefName, spec.RefVariable, spec.RefText:
			r.Name = name.Draw(t, "name")
		case spec.RefLookup, spec.RefMember:
			r.Name, r.Path = name.Draw(t, "name"), name.Draw(t, "path")
		case spec.RefNumber:
			r.Number = rapid.Uint64Range(0, 9).Draw(t, "number")
		case spec.RefNone, spec.RefWildcard, spec.RefAny, spec.RefSingleton:
		}
		if rapid.IntRange(0, 3).Draw(t, "traversed") == 0 {
			r.Trav = &spec.Traversal{Flags: spec.TravFlags(rapid.IntRange(0, 63).Draw(t, "flags"))}
			if rapid.Bool().Draw(t, "relationship") {
				r.Trav.Rel = &spec.Ref{Kind: spec.RefName, Name: name.Draw(t, "relationship")}
			}
			if rapid.IntRange(0, 3).Draw(t, "deep") == 0 {
				r.Trav.MinDepth, r.Trav.MaxDepth = rapid.IntRange(-1, 3).Draw(t, "min"),
					rapid.IntRange(-1, 3).Draw(t, "max")
			}
		}
		return r
	})
}
