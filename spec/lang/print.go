package lang

import (
	"strings"

	"github.com/relspec/relspec/spec"
)

// PrintOption changes how [Print] works.
type PrintOption func(*printer)

// PrintHandlesAsNames prints handles as if they were names, because query text has no handles.
// Parsing the text gives names. Such a name means the same entity as the handle only if the entity
// is named like its handle, as reserved entities are.
func PrintHandlesAsNames() PrintOption {
	return func(p *printer) { p.handles = true }
}

// Print writes terms in dialect d. [Parse] reads the text back as the same terms in normal form
// (see the package comment). For example, "Likes($this, Dogs)" becomes "(Likes, Dogs)". Terms need
// not pass [Check]. If the dialect cannot express a term, the error has code invalid: for handles
// without [PrintHandlesAsNames], names that no entity can have, variables that are not identifiers,
// and forms that the dialect lacks. A name that would not be read as a name is put in backquotes.
func Print(d spec.Dialect, terms []spec.Term, opts ...PrintOption) (string, *spec.Error) {
	dialect, err := dialectOf(d)
	if err != nil {
		return "", err
	}
	p := printer{dialect: dialect}
	for _, set := range opts {
		set(&p)
	}
	p.terms(terms)
	if p.err != nil {
		return "", p.err
	}
	return p.out.String(), nil
}

// PrintTerm prints one term with [PrintHandlesAsNames], or as JSON if the dialect cannot express
// it.
func PrintTerm(d spec.Dialect, t *spec.Term) string {
	text, err := Print(d, []spec.Term{*t}, PrintHandlesAsNames())
	if err != nil {
		b, _ := t.MarshalJSON()
		return string(b)
	}
	return text
}

// printer writes until the dialect cannot express something; err then says what.
type printer struct {
	dialect *dialect
	handles bool
	out     strings.Builder
	err     *spec.Error
}

// cannot records that the dialect cannot express a term.
func (p *printer) cannot(format string, args ...any) {
	if p.err == nil {
		p.err = spec.Errorf(spec.CodeInvalid, p.dialect.name+" cannot write "+format, args...)
	}
}

func (p *printer) write(parts ...string) {
	for _, s := range parts {
		p.out.WriteString(s)
	}
}

func (p *printer) terms(terms []spec.Term) {
	for i := range terms {
		if i > 0 {
			p.write(", ")
		}
		p.term(&terms[i])
	}
}

func (p *printer) term(t *spec.Term) {
	if p.err != nil {
		return
	}
	switch t.Kind {
	case spec.TermMatch:
		p.match(t)
	case spec.TermCompare:
		p.compare(t)
	case spec.TermOr:
		p.chain(t)
	case spec.TermScope:
		p.scope(t)
	default:
		p.cannot("a term of an unknown kind")
	}
}

// prefix writes the operator and, before it, the access modifier.
func (p *printer) prefix(t *spec.Term) {
	if t.Access != spec.AccessDefault {
		word := wordFor(p.dialect.access, t.Access)
		if word == "" {
			p.cannot("the access modifier %s", t.Access)
		}
		p.write("[", word, "] ")
	}
	switch t.Oper {
	case spec.And:
	case spec.Not:
		p.write("!")
	case spec.Optional:
		p.write("?")
	case spec.AndFrom, spec.OrFrom, spec.NotFrom:
		bar := " | "
		if p.dialect.tight {
			bar = "|"
		}
		p.write(wordFor(p.dialect.lists, t.Oper), bar)
	default:
		p.cannot("an unknown operator")
	}
}

// wordFor returns the word of a table for a value, or "".
func wordFor[V comparable](table map[string]V, value V) string {
	for word, v := range table {
		if v == value {
			return word
		}
	}
	return ""
}

func (p *printer) match(t *spec.Term) {
	if t.Terms != nil {
		p.cannot("a match that contains terms")
	}
	p.prefix(t)
	source := plain(t.Src)
	implicit := source.Kind == spec.RefNone && source.Trav == nil
	pair := t.Second.Kind != spec.RefNone || t.Second.Trav != nil
	switch {
	case t.Oper.IsList():
		if pair {
			p.cannot("a list with a second element")
		}
		p.entity(&t.First)
	case pair && implicit:
		p.write("(")
		p.element(&t.First, roleFirst)
		p.write(", ")
		p.element(&t.Second, roleSecond)
		p.write(")")
		return
	default:
		p.element(&t.First, roleFirst)
	}
	if implicit {
		return
	}
	p.write("(")
	p.source(&source)
	if pair {
		p.write(", ")
		p.element(&t.Second, roleSecond)
	}
	p.write(")")
}

func (p *printer) compare(t *spec.Term) {
	if !p.dialect.has(t.Compare.String()) {
		p.cannot("comparisons")
	}
	if t.First.Kind != spec.RefNone || t.First.Trav != nil || t.Terms != nil {
		p.cannot("a comparison with more than two sides")
	}
	if t.Access != spec.AccessDefault {
		p.cannot("a comparison with an access modifier")
	}
	if t.Oper.IsList() {
		p.cannot("a comparison with a list operator")
	}
	p.prefix(t)
	left := t.Src
	if left.Kind == spec.RefNone {
		left.Kind, left.Name = spec.RefVariable, spec.This
	}
	p.side(&left)
	p.write(" ", t.Compare.String(), " ")
	p.operand(&t.Second)
}

// side writes an element without traversal.
func (p *printer) side(r *spec.Ref) {
	if r.Trav != nil {
		p.cannot("a comparison with a traversal")
	}
	p.element(r, roleFirst)
}

func (p *printer) operand(r *spec.Ref) {
	switch r.Kind {
	case spec.RefText:
		text := `"` + r.Name + `"`
		if r.Trav != nil || !p.reads(text, tokenText) {
			p.cannot("the text %s", quote(r.Name))
		}
		p.write(text)
	case spec.RefNone, spec.RefWildcard, spec.RefAny, spec.RefSingleton, spec.RefMember:
		p.cannot("a comparison whose right side is %s", kindName(r.Kind))
	case spec.RefEntity, spec.RefName, spec.RefNumber, spec.RefVariable, spec.RefLookup:
		p.side(r)
	default:
		p.cannot("a reference of an unknown kind")
	}
}

func (p *printer) chain(t *spec.Term) {
	if t.Oper != spec.And || t.Access != spec.AccessDefault || !bare(t) || len(t.Terms) < 2 {
		p.cannot("a chain with fewer than two alternatives or with an operator")
	}
	for i := range t.Terms {
		if i > 0 {
			p.write(" || ")
		}
		if t.Terms[i].Kind == spec.TermOr {
			p.cannot("a chain in a chain")
		}
		p.term(&t.Terms[i])
	}
}

func (p *printer) scope(t *spec.Term) {
	if !p.dialect.has("{") {
		p.cannot("scopes")
	}
	if t.Access != spec.AccessDefault || t.Oper.IsList() || !bare(t) || len(t.Terms) == 0 {
		p.cannot("a scope without terms, or with anything but terms and an operator")
	}
	p.prefix(t)
	p.write("{ ")
	p.terms(t.Terms)
	p.write(" }")
}
