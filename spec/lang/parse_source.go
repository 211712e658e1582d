package lang

import (
	"maps"

	"github.com/relspec/relspec/spec"
)

// source parses the first item in the parentheses of a term: a subject, traversal flags, or both.
// At this position a word such as self is a flag, not a name.
func (p *parser) source() spec.Ref {
	var r spec.Ref
	if p.atFlag() {
		trav := p.flags()
		if p.dialect.style == styleColon && p.accept(":") {
			r = p.subject()
		}
		r.Trav = trav
		return plain(r)
	}
	r = p.subject()
	if p.dialect.style == styleColon && p.accept(":") || p.dialect.style == styleBar && p.accept("|") {
		r.Trav = p.flags()
	}
	return plain(r)
}

// plain removes the variable of the default source, so that Position and Position($this) are equal
// terms.
func plain(r spec.Ref) spec.Ref {
	if r.Kind == spec.RefVariable && r.Name == spec.This {
		r.Kind, r.Name = spec.RefNone, ""
	}
	return r
}

// subject is "$" (QRY-363, FQL-092) or an element that is not a flag.
func (p *parser) subject() spec.Ref {
	if p.accept("$") {
		return spec.Ref{Kind: spec.RefSingleton}
	}
	switch {
	case p.atFlag():
		p.failf(spec.CodeSyntax, "%q is a traversal flag; quote an entity of that name with backquotes", p.token.text)
	case p.atZero():
		p.failf(spec.CodeSyntax, "0 is not an entity; leave the source out to ask about $this")
	case p.at(")"):
		p.expected("a source or traversal flags (leave the parentheses out to ask about $this)")
	}
	return p.element("a source or traversal flags")
}

// written returns the flags that can be written.
func (d *dialect) written() map[string]flag {
	written := maps.Clone(d.flags)
	maps.DeleteFunc(written, func(_ string, f flag) bool { return f.reserved != "" })
	return written
}

func (p *parser) atFlag() bool {
	if p.token.kind != tokenName {
		return false
	}
	_, ok := p.dialect.flags[p.token.text]
	return ok
}

// flags is flag { "|" flag }: each at most once, with one relationship at most (QRY-432, FQL-109,
// SET-229).
func (p *parser) flags() *spec.Traversal {
	trav := &spec.Traversal{}
	var groups spec.TravFlags
	var written []string
	directed := -1 // the index of the last flag that can have a relationship
	for {
		flag, ok := p.dialect.flags[p.token.text]
		switch {
		case p.token.kind != tokenName || !ok:
			p.expected("a traversal flag (" + words(p.dialect.written()) + ")")
			return trav
		case flag.reserved != "":
			p.failf(spec.CodeSyntax, "%q %s", p.token.text, flag.reserved)
		case groups&flag.group != 0:
			p.failf(spec.CodeSyntax, "%q contradicts or repeats an earlier flag", p.token.text)
		}
		groups |= flag.group
		trav.Flags |= flag.set
		if flag.rel == relOptional {
			directed = len(written)
		}
		written = append(written, p.token.text)
		p.flag(flag, trav)
		if !p.accept("|") {
			break
		}
	}
	if directed >= 0 && trav.Rel == nil {
		p.relationshipLater(written, directed)
	}
	// Cascade implies up (QRY-384, FQL-107), unless it follows a downward flag.
	if trav.Flags&(spec.TravCascade|spec.TravDown) == spec.TravCascade {
		trav.Flags |= spec.TravUp
	}
	return trav
}

// flag reads a flag word and its relationship, if it has one.
func (p *parser) flag(f flag, trav *spec.Traversal) {
	word := p.token.text
	p.advance()
	var rel spec.Ref
	switch {
	case f.implied != "":
		rel = spec.NameRef(f.implied)
	case f.rel == relNone:
		return
	case p.dialect.style == styleBar:
		if p.token.kind != tokenName && p.token.kind != tokenNumber {
			return
		}
		rel = p.entity("a relationship")
	case p.accept("("):
		rel = p.entity("a relationship")
		if f.rel == relRequired {
			p.depths(trav)
		}
		p.expect(")")
	default:
		if f.rel == relRequired {
			p.expected(`"(" and the relationship of ` + word)
		}
		return
	}
	if trav.Rel != nil {
		p.failf(spec.CodeSyntax, "%q gives a second relationship; one is enough", word)
	}
	trav.Rel = &rel
}

// depths is [ "," [ min "," ] max ] (SET-233, SET-234).
func (p *parser) depths(trav *spec.Traversal) {
	if !p.accept(",") {
		return
	}
	trav.MaxDepth = p.depth()
	if p.accept(",") {
		trav.MinDepth, trav.MaxDepth = trav.MaxDepth, p.depth()
	}
}

func (p *parser) depth() int {
	if p.token.kind != tokenNumber || p.atZero() {
		p.expected("a depth of at least 1")
		return 0
	}
	if p.token.number > uint64(p.limits.Depth) {
		p.failf(spec.CodeLimit, "a depth is at most %d", p.limits.Depth)
		return 0
	}
	depth := int(p.token.number)
	p.advance()
	return depth
}
