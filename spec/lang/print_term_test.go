package lang_test

import (
	"testing"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// A term is printed with handles as names, and as JSON if the dialect cannot write it.
func TestPrintTerm(t *testing.T) {
	for _, c := range []struct {
		term spec.Term
		want string
	}{
		{spec.Term{First: spec.EntityRef("Likes"), Second: spec.EntityRef("Dogs")}, "(Likes, Dogs)"},
		{spec.Term{Oper: spec.Not, First: spec.EntityRef("Ship"), Src: spec.VarRef("x")}, "!Ship($x)"},
		{spec.Term{First: spec.EntityRef("~000001")}, "`~000001`"},
		{spec.Term{First: spec.EntityRef("a\nb")}, `{"first":"a\nb"}`},
	} {
		if got := lang.PrintTerm(spec.DialectFlecs4, &c.term); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}
