package lang_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// kind is the kind of a node in an EBNF expression.
type kind int

const (
	sequence   kind = iota
	choice          // one of kids
	maybe           // kids[0] or nothing
	repeated        // kids[0] any number of times
	literal         // text
	characters      // text is a class of characters; sample has some of them
	named           // text is the name of a production; the texts in but are excluded
	eachOnce        // kids, each at most once, in any order, separated by "|"
)

type node struct {
	kind kind
	text string
	kids []*node
	but  []string
	from rune // first and last of a range
	to   rune
}

// classes are the characters that docs/grammar.md describes in words.
var classes = map[string]string{
	"CHARACTER": `[^"\x00-\x1f\x7f]`, "QUOTABLE": "[^`.:\\x00-\\x1f\\x7f]", "UNICODE": `[\p{L}\p{M}]`,
}

// ebnf is a grammar as docs/grammar.md writes it. Productions in capitals are tokens.
type ebnf struct {
	rules map[string]*node
	order []string
}

var ebnfToken = regexp.MustCompile(`^(?:\s+|"[^"]*"|'[^']*'|[A-Za-z]+|\.\.|[=;|\[\]{}()\-,])`)

func readEBNF(text string) (g *ebnf, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	r := &ebnfReader{}
	for text != "" {
		t := ebnfToken.FindString(text)
		if t == "" {
			return nil, fmt.Errorf("no EBNF: %.20q", text)
		}
		if strings.TrimSpace(t) != "" {
			r.tokens = append(r.tokens, t)
		}
		text = text[len(t):]
	}
	g = &ebnf{rules: map[string]*node{}}
	for len(r.tokens) > 0 {
		name := r.next()
		r.expect("=")
		g.rules[name] = r.choice()
		g.order = append(g.order, name)
		r.expect(";")
	}
	return g, nil
}

type ebnfReader struct{ tokens []string }

func (r *ebnfReader) peek() string {
	if len(r.tokens) == 0 {
		return ""
	}
	return r.tokens[0]
}

func (r *ebnfReader) next() string {
	t := r.peek()
	if t == "" {
		panic("unexpected end")
	}
	r.tokens = r.tokens[1:]
	return t
}

func (r *ebnfReader) expect(t string) {
	if found := r.next(); found != t {
		panic(fmt.Sprintf("expected %s, found %s before %v", t, found, r.tokens))
	}
}

func (r *ebnfReader) choice() *node {
	kids := []*node{r.sequence()}
	for r.peek() == "|" {
		r.next()
		kids = append(kids, r.sequence())
	}
	if len(kids) == 1 {
		return kids[0]
	}
	return &node{kind: choice, kids: kids}
}

func (r *ebnfReader) sequence() *node {
	n := &node{kind: sequence}
	for !slices.Contains([]string{"|", "]", "}", ")", ",", ";", ""}, r.peek()) {
		n.kids = append(n.kids, r.item())
	}
	return n
}

func (r *ebnfReader) item() *node {
	switch t := r.next(); {
	case t == "[" || t == "{" || t == "(":
		inside := r.choice()
		r.expect(map[string]string{"[": "]", "{": "}", "(": ")"}[t])
		switch t {
		case "[":
			return &node{kind: maybe, kids: []*node{inside}}
		case "{":
			return &node{kind: repeated, kids: []*node{inside}}
		}
		return inside
	case t == "each":
		n := &node{kind: eachOnce}
		r.expect("(")
		for {
			n.kids = append(n.kids, r.choice())
			if r.next() == ")" {
				return n
			}
		}
	case t[0] == '"' || t[0] == '\'':
		text := t[1 : len(t)-1]
		if r.peek() != ".." {
			return &node{kind: literal, text: text}
		}
		r.next()
		to := r.next()
		return &node{kind: characters, from: rune(text[0]), to: rune(to[1])}
	case classes[t] != "":
		return &node{kind: characters, text: classes[t]}
	default:
		n := &node{kind: named, text: t}
		if r.peek() == "-" {
			r.next()
			n.but = texts(r.item())
		}
		return n
	}
}

// texts returns the literals of an exception.
func texts(n *node) []string {
	if n.kind == literal {
		return []string{n.text}
	}
	var all []string
	for _, k := range n.kids {
		all = append(all, texts(k)...)
	}
	return all
}

func isToken(name string) bool { return strings.IndexFunc(name, unicode.IsLower) < 0 }

// pattern returns the regular expression of a token.
func (g *ebnf) pattern(n *node) string {
	var parts []string
	for _, k := range n.kids {
		parts = append(parts, g.pattern(k))
	}
	switch n.kind {
	case literal:
		return regexp.QuoteMeta(n.text)
	case characters:
		if n.text != "" {
			return n.text
		}
		return fmt.Sprintf("[%c-%c]", n.from, n.to)
	case named:
		return g.pattern(g.rules[n.text])
	case choice:
		return "(?:" + strings.Join(parts, "|") + ")"
	case maybe:
		return "(?:" + parts[0] + ")?"
	case repeated:
		return "(?:" + parts[0] + ")*"
	case sequence:
		return strings.Join(parts, "")
	case eachOnce:
	}
	panic("no part of a token")
}

// leaves calls fn for the literals and names of all productions but those of tokens.
func (g *ebnf) leaves(fn func(*node)) {
	var walk func(n *node)
	walk = func(n *node) {
		if n.kind == literal || n.kind == named {
			fn(n)
		}
		for _, k := range n.kids {
			walk(k)
		}
	}
	for _, name := range g.order {
		if !isToken(name) {
			walk(g.rules[name])
		}
	}
}
