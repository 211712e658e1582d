package lang

import (
	"strings"

	"github.com/relspec/relspec/spec"
)

// ParseData reads query text as data: every term is a fact about an entity, as in
//
//	Position(MyEntity)
//	Velocity(MyEntity)
//
// Terms are separated by line breaks or commas (SET-030, SET-032). Each is a component or pair of
// constants with a constant source; otherwise the error has code invalid. Only flecs-3-beta has
// data; for other dialects the error has code unsupported.
func ParseData(d spec.Dialect, text string, opts ...Option) ([]spec.Term, *spec.Error) {
	dialect, err := dialectOf(d)
	if err != nil {
		return nil, err
	}
	if !dialect.data {
		return nil, spec.Errorf(spec.CodeUnsupported, "query text of %s cannot be data", dialect.name)
	}
	p, err := newParser(dialect, text, opts)
	if err != nil {
		return nil, err
	}
	p.lines = true
	p.advance()
	terms := p.query()
	if p.textError == nil {
		p.facts(terms)
	}
	if p.textError != nil {
		return nil, p.textError.report(text)
	}
	return terms, nil
}

// facts reports an error at the first term that is not a fact about an entity.
func (p *parser) facts(terms []spec.Term) {
	for i := range terms {
		t := &terms[i]
		if t.Kind == spec.TermMatch && t.Oper == spec.And && t.Access == spec.AccessDefault &&
			constant(&t.First) && constant(&t.Src) && (t.Second.Kind == spec.RefNone || constant(&t.Second)) {
			continue
		}
		// All terms before this one are facts and not chains, so each has exactly one offset.
		p.stop(textErrorf(p.offsets[i], spec.CodeInvalid,
			"data is a component or pair of constants with a constant source"))
		return
	}
}

// constant reports whether r names one entity.
func constant(r *spec.Ref) bool {
	return r.Trav == nil && (r.Kind == spec.RefName || r.Kind == spec.RefNumber || r.Kind == spec.RefSingleton)
}

// separated reports whether a term may start here: after a comma, or in data on a new line.
func (p *parser) separated() bool {
	if p.accept(",") {
		return true
	}
	return p.lines && p.token.kind != tokenEnd && strings.Contains(p.text[p.end:p.token.offset], "\n")
}
