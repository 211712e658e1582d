package lang

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/relspec/relspec/spec"
)

// reads reports whether the dialect reads text as one token of the given kind.
func (p *printer) reads(text string, kind tokenKind) bool {
	l := lexer{dialect: p.dialect, text: text}
	t, textError := l.next()
	return textError == nil && t.kind == kind && t.text == text && utf8.ValidString(text)
}

// name writes a name or path. Names in it that the dialect would read differently are put in
// backquotes.
func (p *printer) name(name string) {
	text, ok := p.dialect.path(name)
	if p.dialect.isWordOf(text) {
		text = backquoted(text)
	}
	if !ok || !p.reads(text, tokenName) {
		p.cannot("the name %s", quote(name))
	}
	p.write(text)
}

// isWordOf reports whether a single name is a keyword in some position. For example, self is a flag
// in A(self).
func (d *dialect) isWordOf(name string) bool {
	_, flag := d.flags[name]
	_, list := d.lists[name]
	return flag || list || name == "_" || name == d.this
}

// path returns a path as text. ok is false if a name in it is empty.
func (d *dialect) path(path string) (text string, ok bool) {
	names := strings.Split(dotted(path), ".")
	ok = !slices.Contains(names, "")
	for i, name := range names {
		if wordLength(name) < len(name) {
			names[i] = backquoted(name)
		}
	}
	if first := names[0]; ok && isDigit(first[0]) && (d.hash || len(names) == 1 && isNumber(first)) {
		names[0] = backquoted(first)
	}
	return strings.Join(names, "."), ok
}

func backquoted(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }

// entity writes the list of a list operator or the relationship of a traversal.
func (p *printer) entity(r *spec.Ref) {
	switch k := r.Kind; {
	case k != spec.RefName && k != spec.RefNumber && k != spec.RefEntity:
		p.cannot("a list or a traversal whose entity is %s", kindName(k))
	case r.Trav != nil:
		p.cannot("a traversal of a list or of a relationship")
	}
	p.bare(r)
}

// element writes a reference with its traversal, if the dialect can express it.
func (p *printer) element(r *spec.Ref, at role) {
	if r.Kind == spec.RefSingleton && at == roleSecond && p.dialect.singletonSecond {
		p.write("$")
	} else {
		p.bare(r)
	}
	if r.Trav == nil {
		return
	}
	switch p.dialect.style {
	case styleColon:
		p.cannot("a traversal of %s", at)
	case styleBar:
		if r.Trav.Flags != spec.TravSelf || r.Trav.Rel != nil || r.Trav.MinDepth != 0 || r.Trav.MaxDepth != 0 {
			p.cannot("a traversal of %s with anything but self", at)
		}
		p.write("|self")
	case styleBracket:
		p.bracket(r)
	}
}

func (p *printer) bracket(r *spec.Ref) {
	if r.Kind == spec.RefWildcard || r.Kind == spec.RefSingleton {
		p.cannot("a traversal of %s", kindName(r.Kind))
	}
	p.write("[", p.flags(r.Trav), "]")
}

// source writes the first item in the parentheses.
func (p *printer) source(r *spec.Ref) {
	if r.Kind == spec.RefNone {
		p.write(p.flags(r.Trav))
		return
	}
	if r.Trav != nil && p.dialect.style == styleColon {
		p.write(p.flags(r.Trav), ":")
	}
	if r.Kind == spec.RefSingleton {
		p.write("$")
	} else {
		p.bare(r)
	}
	switch {
	case r.Trav == nil:
	case p.dialect.style == styleBar:
		p.write("|", p.flags(r.Trav))
	case p.dialect.style == styleBracket:
		p.bracket(r)
	}
}

// bare writes a reference without its traversal.
func (p *printer) bare(r *spec.Ref) {
	switch r.Kind {
	case spec.RefName:
		p.name(r.Name)
	case spec.RefEntity:
		if p.dialect.hash && spec.Handle(r.Name).IsNumber() {
			p.write(r.Name)
			return
		}
		if !p.handles {
			p.cannot("the handle %s: text has names only", quote(r.Name))
		}
		p.name(r.Name)
	case spec.RefMember:
		if !p.handles || !p.dialect.lookups {
			p.cannot("the handle %s: text has names only", quote(r.Name))
		}
		p.name(r.Name + "." + r.Path)
	case spec.RefWildcard:
		p.write("*")
	case spec.RefAny:
		if !p.dialect.any {
			p.cannot(`the wildcard "_"`)
		}
		p.write("_")
	case spec.RefVariable:
		p.variable(r.Name)
	case spec.RefLookup:
		// A digit may begin the path, because it is not at the start of the token.
		path, ok := p.dialect.path("_." + r.Path)
		text := "$" + r.Name + path[1:]
		if !ok || !p.reads("$"+r.Name, tokenVariable) || !p.reads(text, tokenLookup) {
			p.cannot("the lookup %s", quote("$"+r.Name+"."+r.Path))
		}
		p.write(text)
	case spec.RefNumber:
		p.number(r.Number)
	case spec.RefNone, spec.RefSingleton, spec.RefText:
		p.cannot("an element that is %s", kindName(r.Kind))
	default:
		p.cannot("a reference of an unknown kind")
	}
}

func (p *printer) number(n uint64) {
	if n == 0 {
		p.cannot("the numeric id 0")
	}
	if p.dialect.hash {
		p.write("#")
	}
	p.write(strconv.FormatUint(n, 10))
}

func (p *printer) variable(name string) {
	text := "$" + name
	switch {
	case name == spec.This && p.dialect.this != "":
		text = p.dialect.this
	case name != spec.This && p.dialect.aliases[name], !p.reads(text, tokenVariable):
		p.cannot("the variable %s", quote(text))
	}
	p.write(text)
}

// flags returns the words of a traversal, joined with '|'. Cascade is up with an order (QRY-384).
func (p *printer) flags(t *spec.Traversal) string {
	if t == nil {
		p.cannot("an empty source")
		return ""
	}
	known := spec.TravFlags(0)
	for _, f := range p.dialect.flags {
		known |= f.set
	}
	if t.Flags == 0 || t.Flags&^known != 0 || t.Flags&directions == directions {
		p.cannot("these traversal flags")
	}
	var words []string
	add := func(condition bool, word string) {
		if condition {
			words = append(words, word)
		}
	}
	cascade := t.Flags&spec.TravCascade != 0
	first := cascade && p.dialect.style == styleBracket // as in cascade|super(R), but up(R)|cascade
	direction := p.direction(t)
	add(t.Flags&spec.TravSelf != 0, "self")
	add(t.Flags&spec.TravAll != 0, "all")
	add(first, "cascade")
	add(direction != "", direction)
	add(cascade && !first, "cascade")
	add(t.Flags&spec.TravDesc != 0, "desc")
	return strings.Join(words, "|")
}

// direction returns the word for up or down with its relationship and depths. It returns "" if
// there is no direction or cascade implies it.
func (p *printer) direction(t *spec.Traversal) string {
	depths := t.MinDepth != 0 || t.MaxDepth != 0
	cascade := t.Flags&spec.TravCascade != 0
	if t.Flags&directions == 0 && !cascade && (t.Rel != nil || depths) {
		p.cannot("a relationship or depth without a direction")
	}
	if depths && (p.dialect.style != styleBracket || t.Rel == nil) {
		p.cannot("these depths")
	}
	down := t.Flags&spec.TravDown != 0
	if t.Flags&directions == 0 && !cascade || cascade && !down && t.Rel == nil {
		return ""
	}
	word, long := "up", "up"
	if p.dialect.style == styleBracket {
		word, long = "super", "superset"
		if down {
			word, long = "sub", "subset"
		}
	}
	if t.Rel == nil {
		return long
	}
	rel := printer{dialect: p.dialect, handles: p.handles, err: p.err}
	rel.entity(t.Rel)
	p.err = rel.err
	if p.dialect.style == styleBar {
		return word + " " + rel.out.String()
	}
	return word + "(" + rel.out.String() + p.depths(t) + ")"
}

func (p *printer) depths(t *spec.Traversal) string {
	if t.MinDepth < 0 || t.MaxDepth < 0 || t.MaxDepth == 0 && t.MinDepth > 0 ||
		t.MinDepth > math.MaxInt32 || t.MaxDepth > math.MaxInt32 {
		p.cannot("these depths")
	}
	text := ""
	if t.MinDepth > 0 {
		text += ", " + strconv.Itoa(t.MinDepth)
	}
	if t.MaxDepth > 0 {
		text += ", " + strconv.Itoa(t.MaxDepth)
	}
	return text
}
