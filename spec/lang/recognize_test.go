package lang_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// lexeme is a token of the recognizer. class is the name of the token, or "" for a symbol.
type lexeme struct{ class, text string }

// symbol is a part of a rule: a nonterminal, a class of lexemes, or a literal.
type symbol struct {
	rule    string
	class   string
	literal string
	but     []string
}

func (s symbol) matches(l lexeme) bool {
	if s.class != "" {
		return s.class == l.class && !slices.Contains(s.but, l.text)
	}
	return s.literal == l.text && (l.class == "" || l.class == "NAME")
}

// recognizer decides whether a grammar derives a text, with Earley's algorithm and regular expressions for tokens. It
// shares no code with the parser.
type recognizer struct {
	rules    map[string][][]symbol
	tokens   map[string]*regexp.Regexp
	symbols  []string
	nullable map[string]bool
	space    *regexp.Regexp
}

func newRecognizer(g *ebnf, comments bool) *recognizer {
	r := &recognizer{
		rules: map[string][][]symbol{}, tokens: map[string]*regexp.Regexp{}, nullable: map[string]bool{},
		space: regexp.MustCompile(`^[ \t\r\n]+`),
	}
	if comments {
		r.space = regexp.MustCompile(`^(?:[ \t\r\n]|//[^\n]*|/\*(?s:.*?)\*/)+`)
	}
	g.leaves(func(n *node) {
		switch {
		case n.kind == literal && !isWord(n.text):
			r.symbols = append(r.symbols, n.text)
		case n.kind == named && isToken(n.text):
			re := regexp.MustCompile("^(?:" + g.pattern(g.rules[n.text]) + ")")
			re.Longest()
			r.tokens[n.text] = re
		}
	})
	for _, name := range g.order {
		if !isToken(name) {
			r.rules[name] = r.alternatives(g.rules[name])
		}
	}
	r.findNullable()
	return r
}

func isWord(s string) bool { return regexp.MustCompile(`^\w+$`).MatchString(s) }

// alternatives converts an expression to sequences of symbols. Nested expressions become rules.
func (r *recognizer) alternatives(n *node) [][]symbol {
	switch n.kind {
	case sequence:
		var s []symbol
		for _, k := range n.kids {
			s = append(s, r.symbol(k))
		}
		return [][]symbol{s}
	case choice:
		var all [][]symbol
		for _, k := range n.kids {
			all = append(all, r.alternatives(k)...)
		}
		return all
	case maybe:
		return append(r.alternatives(n.kids[0]), nil)
	case repeated:
		again := r.fresh()
		var all [][]symbol
		for _, a := range r.alternatives(n.kids[0]) {
			all = append(all, append(slices.Clone(a), again))
		}
		r.rules[again.rule] = append(all, nil)
		return [][]symbol{{again}}
	case eachOnce:
		var parts []symbol
		for _, k := range n.kids {
			parts = append(parts, r.symbol(k))
		}
		return arrangements(nil, parts)
	case literal, named, characters:
	}
	return [][]symbol{{r.symbol(n)}}
}

// arrangements returns the orders of one or more parts, separated by "|".
func arrangements(before, parts []symbol) [][]symbol {
	var all [][]symbol
	for i, p := range parts {
		s := slices.Clone(before)
		if len(before) > 0 {
			s = append(s, symbol{literal: "|"})
		}
		s = append(s, p)
		all = append(all, s)
		all = append(all, arrangements(s, slices.Delete(slices.Clone(parts), i, i+1))...)
	}
	return all
}

func (r *recognizer) symbol(n *node) symbol {
	switch {
	case n.kind == literal:
		return symbol{literal: n.text}
	case n.kind == named && isToken(n.text):
		return symbol{class: n.text, but: n.but}
	case n.kind == named:
		return symbol{rule: n.text}
	}
	s := r.fresh()
	r.rules[s.rule] = r.alternatives(n)
	return s
}

func (r *recognizer) fresh() symbol {
	name := fmt.Sprintf("#%d", len(r.rules))
	r.rules[name] = nil
	return symbol{rule: name}
}

func (r *recognizer) findNullable() {
	for changed := true; changed; {
		changed = false
		for name, alternatives := range r.rules {
			for _, a := range alternatives {
				if !r.nullable[name] && !slices.ContainsFunc(a, func(s symbol) bool { return !r.nullable[s.rule] }) {
					r.nullable[name], changed = true, true
				}
			}
		}
	}
}

// lex splits a text into lexemes, the longest possible at each position.
func (r *recognizer) lex(text string) ([]lexeme, bool) {
	var all []lexeme
	if !utf8.ValidString(text) {
		return nil, false
	}
	for {
		text = text[len(r.space.FindString(text)):]
		if text == "" {
			return all, true
		}
		best := lexeme{}
		for class, re := range r.tokens {
			if t := re.FindString(text); len(t) > len(best.text) {
				best = lexeme{class, t}
			}
		}
		for _, s := range r.symbols {
			if len(s) > len(best.text) && strings.HasPrefix(text, s) {
				best = lexeme{"", s}
			}
		}
		if best.text == "" {
			return nil, false
		}
		all = append(all, best)
		text = text[len(best.text):]
	}
}

// state is a partly matched rule: the symbols before dot were found, starting at origin.
type state struct {
	rule        string
	alternative int
	dot, origin int
}

func (r *recognizer) derives(start, text string) bool {
	input, ok := r.lex(text)
	if !ok {
		return false
	}
	chart := make([]*stateSet, len(input)+1)
	for i := range chart {
		chart[i] = &stateSet{seen: map[state]bool{}}
	}
	r.predict(chart[0], start, 0)
	for i, set := range chart {
		for next := 0; next < len(set.list); next++ {
			s := set.list[next]
			symbols := r.rules[s.rule][s.alternative]
			moved := s
			moved.dot++
			switch {
			case s.dot == len(symbols):
				for _, waiting := range slices.Clone(chart[s.origin].list) {
					w := r.rules[waiting.rule][waiting.alternative]
					if waiting.dot < len(w) && w[waiting.dot].rule == s.rule {
						waiting.dot++
						set.add(waiting)
					}
				}
			case symbols[s.dot].rule != "":
				r.predict(set, symbols[s.dot].rule, i)
				if r.nullable[symbols[s.dot].rule] {
					set.add(moved)
				}
			case i < len(input) && symbols[s.dot].matches(input[i]):
				chart[i+1].add(moved)
			}
		}
	}
	return slices.ContainsFunc(chart[len(input)].list, func(s state) bool {
		return s.rule == start && s.origin == 0 && s.dot == len(r.rules[s.rule][s.alternative])
	})
}

func (r *recognizer) predict(set *stateSet, rule string, at int) {
	for i := range r.rules[rule] {
		set.add(state{rule, i, 0, at})
	}
}

// stateSet keeps the order in which states are found.
type stateSet struct {
	list []state
	seen map[state]bool
}

func (s *stateSet) add(x state) {
	if !s.seen[x] {
		s.seen[x] = true
		s.list = append(s.list, x)
	}
}
