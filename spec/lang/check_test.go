package lang_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// Terms that are refused in any world. The name begins with the statements or clauses that refuse them.
var refusedTerms = []struct {
	name  string
	terms []spec.Term
}{
	{"operator.or-restrictions: not in a chain", list(or(match("A"), not(match("B"))))},
	{"operator.or-restrictions: optional in a chain", list(or(optional(match("A")), match("B")))},
	{"operator.or-restrictions: list in a chain", list(or(match("A"), oper(spec.OrFrom, match("B"))))},
	{
		"operator.or-restrictions: not of a comparison in a chain",
		list(or(match("A"), not(compare("$this", spec.Equal, "B")))),
	},
	{"operator.or-restrictions: mixed sources", list(or(match("A"), on("Game", match("B"))))},
	{"operator.or-restrictions: mixed variables", list(or(on("$x", match("A")), compare("$y", spec.Equal, "B")))},
	{"operator.or-restrictions: mixed children", list(or(on("$x.y", match("A")), on("$x.z", match("B"))))},
	{"operator.or-restrictions: singletons are different sources", list(or(on("$", match("A")), on("$", match("B"))))},
	{"operator.or-restrictions: scope in a chain", list(match("A"), or(match("A"), scope(match("B"))))},
	{"operator.or-restrictions: operator on a chain", list(not(or(match("A"), match("B"))))},
	{"access on a chain", list(with(spec.AccessIn, or(match("A"), match("B"))))},
	{"chain in a chain", list(or(match("A"), or(match("B"), match("C"))))},
	{"chain of one", list(or(match("A")))},
	{"chain of none", list(or())},
	{"chain with an element", list(spec.Term{Kind: spec.TermOr, First: ref("A"), Terms: list(match("A"), match("B"))})},
	{"QRY-313 scope as first term", list(scope(match("A")), match("B"))},
	{"QRY-311 FQL-155 optional scope", list(match("A"), oper(spec.Optional, scope(match("B"))))},
	{"QRY-311 FQL-155 bare scope", list(match("A"), oper(spec.And, scope(match("B"))))},
	{"empty scope", list(match("A"), scope())},
	{"access on a scope", list(match("A"), with(spec.AccessIn, scope(match("B"))))},
	{"scope with a source", list(match("A"), on("B", scope(match("B"))))},
	{"fault in a scope", list(match("A"), scope(match("B"), or(match("A"))))},
	{"QRY-258 left side is an entity", list(compare("A", spec.Equal, "B"))},
	{"QRY-258 left side is a wildcard", list(compare("*", spec.Equal, "B"))},
	{"QRY-258 left side is a lookup", list(compare("$x.y", spec.Equal, "B"))},
	{"QRY-258 left side with traversal", list(over(trav(up), compare("$x", spec.Equal, "B")))},
	{"QRY-260 contains an entity", list(compare("$x", spec.Contains, "B"))},
	{"QRY-260 contains a variable", list(compare("$x", spec.Contains, "$y"))},
	{"QRY-259 right side is a wildcard", list(compare("$x", spec.Equal, "*"))},
	{"QRY-259 right side is missing", list(compare("$x", spec.Equal, ""))},
	{"right side with traversal", list(secondSelf(compare("$x", spec.Equal, "A")))},
	{"QRY-268 optional comparison", list(optional(compare("$x", spec.Equal, "B")))},
	{"QRY-268 list comparison", list(oper(spec.AndFrom, compare("$x", spec.Equal, "B")))},
	{"access on a comparison", list(with(spec.AccessIn, compare("$x", spec.Equal, "B")))},
	{"comparison with a first element", list(spec.Term{Kind: spec.TermCompare, First: ref("A"), Second: ref("B")})},
	{"unknown comparison", list(compare("$x", 3, "B"))},
	{"QRY-291 access of a list", list(with(spec.AccessIn, oper(spec.AndFrom, match("L"))))},
	{"QRY-291 written access of a list", list(with(spec.AccessOut, oper(spec.OrFrom, match("L"))))},
	{"QRY-291 read and written access of a list", list(with(spec.AccessInOut, oper(spec.NotFrom, match("L"))))},
	{"list is a wildcard", list(oper(spec.AndFrom, match("*")))},
	{"list is a variable", list(oper(spec.NotFrom, match("$x")))},
	{"list is a pair", list(oper(spec.OrFrom, match("R", "T")))},
	{"list with traversal", list(firstSelf(oper(spec.OrFrom, match("L"))))},
	{"first element is missing", list(on("A", match("")))},
	{"first element is a singleton", list(match("$"))},
	{"first element is a text", list(match("'A'"))},
	{"second element is a text", list(match("A", "'B'"))},
	{"source is a text", list(on("'A'", match("A")))},
	{"member as second element", list(spec.Term{
		First:  ref("A"),
		Second: spec.Ref{Kind: spec.RefMember, Name: "A", Path: "m"},
	})},
	{"member without second element", list(spec.Term{First: spec.Ref{Kind: spec.RefMember, Name: "A", Path: "m"}})},
	{"member without path", list(spec.Term{First: spec.Ref{Kind: spec.RefMember, Name: "A"}, Second: ref("B")})},
	{"name is empty", list(spec.Term{First: spec.NameRef("")})},
	{"variable is empty", list(spec.Term{First: spec.VarRef("")})},
	{"text.undefined: 0 is no component", list(match("#0"))},
	{"match with terms inside", list(spec.Term{First: ref("A"), Terms: list(match("B"))})},
	{"second element without anything but traversal", list(secondSelf(match("A")))},
	{"no flags", list(over(trav(0), match("A")))},
	{"unknown flags", list(over(trav(1<<6), match("A")))},
	{"two directions", list(over(trav(up|down), match("A")))},
	{"desc alone", list(over(trav(spec.TravDesc), match("A")))},
	{"desc of up", list(over(trav(up|spec.TravDesc), match("A")))},
	{"SET-239 all without direction", list(over(trav(self|all), match("A")))},
	{"relationship without direction", list(over(trav(self, "R"), match("A")))},
	{"depth without direction", list(over(deep(trav(self), 0, 1), match("A")))},
	{"SET-234 depths without a level", list(over(deep(trav(up, "R"), 4, 2), match("A")))},
	{"negative depth", list(over(deep(trav(up, "R"), -1, 2), match("A")))},
	{"wildcard as relationship", list(over(trav(up, "*"), match("A")))},
	{"variable as relationship", list(over(trav(up, "$x"), match("A")))},
	{"unknown kind of term", list(spec.Term{Kind: 9})},
	{"unknown operator", list(oper(9, match("A")))},
	{"unknown reference", list(spec.Term{First: spec.Ref{Kind: 99, Name: "x"}})},
}

func TestCheckRefuses(t *testing.T) {
	for _, c := range refusedTerms {
		t.Run(c.name, func(t *testing.T) {
			err := lang.Check(c.terms)
			require.NotNil(t, err)
			require.Equal(t, spec.CodeInvalid, err.Code, err.Message)
			require.Zero(t, err.Line)
		})
	}
}

func TestCheckAccepts(t *testing.T) {
	entity := spec.Term{First: spec.EntityRef("#1"), Second: spec.EntityRef("e"), Src: spec.EntityRef("#2")}
	for name, terms := range map[string][]spec.Term{
		"query.without-this: empty query": nil,
		"operator.or-restrictions: != in a chain": list(or(compare("$x", spec.NotEqual, "A"),
			compare("$x", spec.NotEqual, "B"))),
		"comparison without source":   list(spec.Term{Kind: spec.TermCompare, Second: ref("A")}),
		"QRY-268 not of a comparison": list(not(compare("$this", spec.Equal, "A"))),
		"source written in part of a chain": list(or(match("A"), on("$this", match("B")),
			compare("$this", spec.Equal, "C"))),
		"singleton and its component in a chain": list(or(on("$", match("A")), on("A", match("B")))),
		"traversals of one source in a chain":    list(or(match("A"), over(trav(up), match("B")))),
		"scope in a scope, first there":          list(match("A"), scope(scope(match("B")))),
		"handles":                                list(entity),
		"QRY-291 list with access none":          list(with(spec.AccessNone, oper(spec.NotFrom, match("L")))),
		"access on alternatives":                 list(or(with(spec.AccessIn, match("A")), match("B"))),
		"a member and its value": list(spec.Term{First: spec.Ref{
			Kind: spec.RefMember, Name: "A",
			Path: "m",
		}, Second: ref("*")}),
		"operator.unbound-comparison is checked when the query is evaluated": list(compare("$x", spec.NotEqual, "$y")),
		"down and depth from a level on":                                     list(over(deep(trav(down|all, "R"), 2, 0), match("A"))),
		"cascade with a relationship":                                        list(over(trav(cascade, "R"), match("A"))),
		"wildcard.source: wildcard sources with wildcard":                    list(on("*", match("_", "*")), on("_", match("*"))),
	} {
		t.Run(name, func(t *testing.T) { require.Nil(t, lang.Check(terms)) })
	}
}

// The error of a text has the position of the wrong term.
func TestParseCheckedReportsThePosition(t *testing.T) {
	for text, column := range map[string]int{
		"!{A}, B":                        1,
		"A, ?{B}":                        4,
		"A, B || !C":                     9,
		"A || B, C || D, A == B":         17,
		"A, !{ B, C || D, [in] AND | L}": 18,
		"A, !{ !{ B }, A || B(x) }, C":   20,
		"A(desc)":                        1,
		"$x ~= 100":                      1,
	} {
		_, err := lang.ParseChecked(spec.DialectFlecs3, text)
		require.NotNil(t, err, text)
		require.Equal(t, spec.CodeInvalid, err.Code, text)
		require.Equal(t, column, err.Column, text)
		require.Equal(t, 1, err.Line, text)
		terms, parsed := lang.Parse(spec.DialectFlecs3, text)
		require.Nil(t, parsed, text)
		require.NotNil(t, lang.Check(terms), text)
	}
}
