package lang_test

import (
	"strings"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/relspec/relspec/spec"
)

// writer draws terms in normal form that a dialect can express.
type writer struct {
	dialect spec.Dialect
	t       *rapid.T
}

func (w writer) v3() bool   { return w.dialect == spec.DialectFlecs3 }
func (w writer) v4() bool   { return w.dialect == spec.DialectFlecs4 }
func (w writer) beta() bool { return w.dialect == spec.DialectFlecs3Beta }

func (w writer) number(limit int, label string) int { return rapid.IntRange(0, limit).Draw(w.t, label) }

func (w writer) flip(label string) bool { return rapid.Bool().Draw(w.t, label) }

func (w writer) terms() []spec.Term {
	var terms []spec.Term
	for range w.number(4, "terms") {
		terms = append(terms, w.term(0))
	}
	return terms
}

func (w writer) term(depth int) spec.Term {
	if w.number(5, "chain") > 0 {
		return w.alternative(depth)
	}
	chain := spec.Term{Kind: spec.TermOr}
	for range 2 + w.number(2, "alternatives") {
		chain.Terms = append(chain.Terms, w.alternative(depth+1))
	}
	return chain
}

func (w writer) alternative(depth int) spec.Term {
	var t spec.Term
	kind := w.number(9, "kind")
	switch {
	case kind == 0 && !w.beta():
		t = w.compare()
	case kind == 1 && !w.beta() && depth < 3:
		t.Kind = spec.TermScope
		for range 1 + w.number(2, "scope") {
			t.Terms = append(t.Terms, w.term(depth+1))
		}
	case kind == 2:
		t = w.access(spec.Term{First: w.entity()})
		t.Oper = spec.AndFrom + spec.Operator(w.number(2, "list"))
		t.Src = w.source()
		return t
	default:
		t = w.access(w.match())
	}
	t.Oper = spec.Operator(w.number(2, "operator"))
	return t
}

func (w writer) access(t spec.Term) spec.Term {
	limit := spec.AccessNone
	if w.v4() {
		limit = spec.AccessFilter
	} else if w.beta() {
		limit = spec.AccessInOut
	}
	if w.number(2, "access") == 0 {
		t.Access = spec.Access(w.number(int(limit), "modifier"))
	}
	return t
}

func (w writer) match() spec.Term {
	t := spec.Term{First: w.element("first"), Src: w.source()}
	if w.flip("pair") {
		t.Second = w.element("second")
		if w.v4() && w.number(5, "singleton") == 0 {
			t.Second = ref("$")
		}
		w.self(&t.Second)
	}
	w.self(&t.First)
	return t
}

// self sometimes adds a traversal to an element if the dialect has traversals.
func (w writer) self(r *spec.Ref) {
	wild := r.Kind == spec.RefWildcard || r.Kind == spec.RefSingleton
	switch {
	case w.v3() || w.number(4, "traversed") > 0:
	case w.v4():
		r.Trav = trav(spec.TravSelf)
	case !wild:
		r.Trav = w.traversal()
	}
}

func (w writer) compare() spec.Term {
	t := spec.Term{Kind: spec.TermCompare, Compare: spec.Comparison(w.number(2, "comparison")), Src: w.element("left")}
	if w.flip("text") {
		t.Second = spec.Ref{
			Kind: spec.RefText,
			Name: rapid.SampledFrom([]string{"", "Fo", "!Uss", "a.b", `\n`, "{ü ,|"}).Draw(w.t, "text"),
		}
		return t
	}
	for t.Second.Kind == spec.RefNone || t.Second.Kind == spec.RefWildcard || t.Second.Kind == spec.RefAny {
		t.Second = w.element("right")
	}
	return t
}

var names = []string{
	"Position", "A", "a.b.c", "_x", "x1", "self", "up", "cascade", "desc", "parent", "down", "super", "sub", "all",
	"superset",
	"subset", "in", "AND", "OR", "NOT", "and", "or", "not", "this", "This", "3D", "1.2", "A.1", "_", "*", "5", "Tag A",
	"größe", "a.self",
}

func (w writer) name() string {
	if w.number(2, "any name") > 0 {
		return rapid.SampledFrom(names).Draw(w.t, "name")
	}
	return w.path()
}

// path draws valid names, joined by '.'.
func (w writer) path() string {
	return strings.Join(rapid.SliceOfN(legalName(), 1, 3).Draw(w.t, "path"), ".")
}

// legalName draws a valid name (names.form).
func legalName() *rapid.Generator[string] {
	const letters = "aB_1" + "`:\"'#$*?!|/\\ ()[]{},=~-<>" + "\u00fc\u0301\u4e16\u0660\u00a0\u2028\u202e\U0001f680"
	return rapid.Custom(func(t *rapid.T) string {
		picked := rapid.SliceOfN(rapid.SampledFrom([]rune(letters)), 1, 6)
		return string(picked.Filter(func(name []rune) bool { return isLegal(string(name)) }).Draw(t, "letters"))
	})
}

// isLegal repeats the definition of names.form.
func isLegal(name string) bool {
	control := func(c rune) bool { return c < 0x20 || c == 0x7f || c == utf8.RuneError }
	return name != "" && len(name) <= 256 && !strings.Contains(name, ".") && !strings.Contains(name, "::") &&
		strings.IndexFunc(name, control) < 0
}

func (w writer) entity() spec.Ref {
	if w.number(4, "number") == 0 {
		return spec.Ref{Kind: spec.RefNumber, Number: rapid.Uint64Range(1, 1<<64-1).Draw(w.t, "id")}
	}
	return spec.NameRef(w.name())
}

func (w writer) variable() string {
	pool := []string{"this", "x", "planet", "_", "_x", "1", "THIS", "größe"}
	if w.v4() {
		pool = append(pool, "This")
	}
	return rapid.SampledFrom(pool).Draw(w.t, "variable")
}

func (w writer) element(label string) spec.Ref {
	switch kind := w.number(9, label); {
	case kind == 0:
		return ref("*")
	case kind == 1 && !w.beta():
		return ref("_")
	case kind == 2 && w.v4():
		return spec.Ref{Kind: spec.RefLookup, Name: w.variable(), Path: w.name()}
	case kind < 5:
		return spec.VarRef(w.variable())
	}
	return w.entity()
}

func (w writer) source() spec.Ref {
	if w.flip("no source") {
		return spec.Ref{}
	}
	r := w.element("source")
	switch {
	case w.number(6, "dollar") == 0:
		r = ref("$")
	case r.Kind == spec.RefVariable && r.Name == spec.This:
		r = spec.Ref{}
	}
	wild := r.Kind == spec.RefWildcard || r.Kind == spec.RefSingleton
	if w.flip("source traversed") && (!w.beta() || !wild) {
		r.Trav = w.traversal()
	}
	return r
}

func (w writer) traversal() *spec.Traversal {
	t := &spec.Traversal{}
	if w.flip("self") {
		t.Flags |= spec.TravSelf
	}
	direction := spec.TravUp
	if w.beta() {
		if w.flip("down") {
			direction = spec.TravDown
		}
		if w.flip("all") {
			t.Flags |= spec.TravAll
		}
	} else if w.flip("desc") {
		t.Flags |= spec.TravDesc
	}
	if w.flip("directed") || t.Flags == 0 {
		t.Flags |= direction
		if w.flip("cascade") {
			t.Flags |= spec.TravCascade
		}
		if w.flip("relationship") {
			r := w.entity()
			t.Rel = &r
			if w.beta() && w.flip("depth") {
				t.MaxDepth = 1 + w.number(999, "max")
				t.MinDepth = w.number(4, "min")
			}
		}
	}
	return t
}
