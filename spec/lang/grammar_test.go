package lang_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// grammarOf reads the grammar of a dialect from the documentation.
func grammarOf(t *testing.T, dialect spec.Dialect) *ebnf {
	t.Helper()
	doc, err := os.ReadFile("../../docs/grammar.md")
	require.NoError(t, err)
	block := regexp.MustCompile("(?s)\n## " + regexp.QuoteMeta(dialect.String()) +
		":.*?```ebnf\n(.*?)```").FindSubmatch(doc)
	require.NotNil(t, block, "docs/grammar.md has a section for each dialect")
	g, err := readEBNF(string(block[1]))
	require.NoError(t, err)
	g.leaves(func(n *node) {
		if n.kind == named {
			require.Contains(t, g.rules, n.text)
		}
	})
	return g
}

// Sentences that the grammar derives are parsed; sentences changed at random are parsed exactly if the grammar
// derives them.
func TestGrammar(t *testing.T) {
	const seed, changes = 1, 2
	sentences := long.Times(1200, 500)
	for _, dialect := range dialects {
		t.Run(dialect.String(), func(t *testing.T) {
			grammar := grammarOf(t, dialect)
			r := newRecognizer(grammar, dialect == spec.DialectFlecs4)
			s := newSpeaker(grammar, rand.New(rand.NewPCG(seed, uint64(dialect))), dialect == spec.DialectFlecs4)
			accepted, refused := 0, 0
			for i := range sentences {
				words := s.sentence([]string{"query", "terms", "terms"}[i%3])
				text := s.join(words)
				if _, err := lang.Parse(dialect, text); err != nil && err.Code != spec.CodeLimit {
					t.Fatalf("seed %d, sentence %d is not parsed: %s\n%s", seed, i, err, lang.Caret(text, err))
				}
				if i%10 == 0 && !r.derives("query", text) {
					t.Fatalf("seed %d, sentence %d is not recognized: %s", seed, i, text)
				}
				if len(words) > 60 {
					continue
				}
				for range changes {
					text := s.change(words)
					_, err := lang.Parse(dialect, text)
					if err != nil && err.Code == spec.CodeLimit {
						continue
					}
					if derived := r.derives("query", text); derived != (err == nil) {
						t.Fatalf("seed %d, sentence %d: the grammar derives %q: %t, but the parser says %v", seed, i,
							text, derived, err)
					}
					if err == nil {
						accepted++
					} else {
						refused++
					}
				}
			}
			t.Logf("seed %d: %d sentences; changed ones: %d accepted, %d refused", seed, sentences, accepted, refused)
			require.Positive(t, accepted)
			require.Positive(t, refused)
		})
	}
}

// speaker makes random sentences of a grammar.
type speaker struct {
	*ebnf
	random   *rand.Rand
	comments bool
	heights  map[*node]int
	words    []string // keywords and symbols of the grammar
}

func newSpeaker(g *ebnf, random *rand.Rand, comments bool) *speaker {
	s := &speaker{ebnf: g, random: random, comments: comments}
	g.leaves(func(n *node) {
		if n.kind == literal {
			s.words = append(s.words, n.text)
		}
		s.words = append(s.words, n.but...)
	})
	slices.Sort(s.words)
	s.words = slices.Compact(s.words)
	for range len(g.rules) {
		s.heights = s.measure()
	}
	return s
}

// measure computes the smallest known depth of a derivation of each expression. It uses the depths
// that the previous call found for the productions, so repeated calls reach deeper derivations.
func (s *speaker) measure() map[*node]int {
	heights := map[*node]int{}
	const unknown = 1000
	var height func(n *node) int
	height = func(n *node) int {
		h := 0
		switch n.kind {
		case named:
			h = unknown
			if known, ok := s.heights[s.rules[n.text]]; ok {
				h = known + 1
			}
		case choice:
			h = unknown
		case sequence, maybe, repeated, literal, characters, eachOnce:
		}
		for _, k := range n.kids {
			inside := height(k)
			switch n.kind {
			case choice:
				h = min(h, inside)
			case sequence:
				h = max(h, inside)
			case eachOnce, maybe, repeated, literal, characters, named:
			}
		}
		heights[n] = h
		return h
	}
	for _, rule := range s.rules {
		height(rule)
	}
	return heights
}

// sentence returns the words of a random sentence.
func (s *speaker) sentence(start string) []string {
	var words []string
	s.speak(&words, &node{kind: named, text: start}, 0)
	return words
}

func (s *speaker) speak(words *[]string, n *node, depth int) {
	const deep = 25
	switch n.kind {
	case literal:
		*words = append(*words, n.text)
	case named:
		if isToken(n.text) {
			*words = append(*words, s.token(n))
			return
		}
		s.speak(words, s.rules[n.text], depth+1)
	case sequence:
		for _, k := range n.kids {
			s.speak(words, k, depth+1)
		}
	case choice:
		k := n.kids[s.random.IntN(len(n.kids))]
		if depth > deep {
			k = slices.MinFunc(n.kids, func(a, b *node) int { return s.heights[a] - s.heights[b] })
		}
		s.speak(words, k, depth+1)
	case maybe, repeated:
		for depth <= deep && s.random.IntN(2) == 0 {
			s.speak(words, n.kids[0], depth+1)
			if n.kind == maybe {
				return
			}
		}
	case eachOnce:
		order := s.random.Perm(len(n.kids))
		for i, k := range order[:1+s.random.IntN(len(order))] {
			if i > 0 {
				*words = append(*words, "|")
			}
			s.speak(words, n.kids[k], depth+1)
		}
	case characters:
		panic("characters outside a token")
	}
}

// token returns a random token. A name is sometimes a keyword.
func (s *speaker) token(n *node) string {
	for {
		text := s.spell(s.rules[n.text])
		if n.text == "NAME" && s.random.IntN(3) == 0 {
			if w := s.words[s.random.IntN(len(s.words))]; isWord(w) {
				text = w
			}
		}
		if !slices.Contains(n.but, text) {
			return text
		}
	}
}

func (s *speaker) spell(n *node) string {
	const printable = `aZ09 _.$#\/*!(){}[]|,ü中é` + "`:\"\u0301"
	switch n.kind {
	case literal:
		return n.text
	case characters:
		if n.text != "" {
			list := []rune(strings.Join(regexp.MustCompile(n.text).FindAllString(printable, -1), ""))
			return string(list[s.random.IntN(len(list))])
		}
		return string(n.from + rune(s.random.IntN(int(n.to-n.from)+1)))
	case named:
		return s.spell(s.rules[n.text])
	case choice:
		return s.spell(n.kids[s.random.IntN(len(n.kids))])
	case sequence, maybe, repeated, eachOnce:
	}
	text := ""
	for n.kind == sequence || s.random.IntN(2) == 0 {
		for _, k := range n.kids {
			text += s.spell(k)
		}
		if n.kind != repeated {
			break
		}
	}
	return text
}

// join writes words with white space between them where it is needed, and elsewhere at random.
func (s *speaker) join(words []string) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 && wordEnd.MatchString(words[i-1]) && wordStart.MatchString(w) || s.random.IntN(4) == 0 {
			b.WriteString(s.gap())
		}
		b.WriteString(w)
	}
	return b.String()
}

var (
	wordStart = regexp.MustCompile("^[\\w\\p{L}\\p{M}.:`]")
	wordEnd   = regexp.MustCompile("[\\w\\p{L}\\p{M}$.:`]$")
)

func (s *speaker) gap() string {
	gaps := []string{" ", "  ", "\n", "\t", "\r\n"}
	if s.comments {
		gaps = append(gaps, "// x, /*\n", "/* y || \n **/", "/**/")
	}
	return gaps[s.random.IntN(len(gaps))]
}

// change makes a text that is nearly a sentence.
func (s *speaker) change(words []string) string {
	words = slices.Clone(words)
	for range 1 + s.random.IntN(2) {
		i := s.random.IntN(len(words) + 1)
		other := s.words[s.random.IntN(len(s.words))]
		switch s.random.IntN(8) {
		default:
			// Replace a name by a word that is a keyword elsewhere. Grammars often get this wrong.
			if i < len(words) && isWord(words[i]) && isWord(other) {
				words[i] = other
			}
		case 0:
			words = slices.Insert(words, i, other)
		case 1:
			words = slices.Insert(words, i, fmt.Sprint(s.random.IntN(3)))
		case 2:
			if i < len(words) {
				words = slices.Delete(words, i, i+1)
			}
		case 3:
			if i < len(words) {
				words[i] = other
			}
		case 4:
			if i+1 < len(words) {
				words[i], words[i+1] = words[i+1], words[i]
			}
		}
	}
	text := s.join(words)
	if s.random.IntN(4) == 0 && text != "" {
		noise := []rune("|:.$#\"!=~*_ \n/A0`ü\u0301")
		i := s.random.IntN(len(text))
		text = text[:i] + string(noise[s.random.IntN(len(noise))]) + text[i:]
	}
	return text
}
