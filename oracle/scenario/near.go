package scenario

import (
	"regexp"
	"slices"
)

// likeness is the smallest similarity, from 0 to 1, with which a step is suggested.
const likeness = 0.5

var (
	lowerWord = regexp.MustCompile(`^[a-z]+$`)
	stepWord  = regexp.MustCompile("\"[^\"]*\"|`[^`]*`|\\{.*|\\([^)]*\\)|[\\pL\\pN_]+")
)

// bareFact matches an entity with a pair, as in a row of facts.
var bareFact = regexp.MustCompile(`^([\pL\pN_]+):?\s+(\(.*\))$`)

// Nearest returns the example of a step that is most similar to a text. It only considers steps
// that may follow the keyword ("" for any), and returns "" if none is similar. Names, ids and
// quoted texts are ignored.
func Nearest(keyword Keyword, text string) string {
	if m := bareFact.FindStringSubmatch(text); m != nil && keyword != "" && keyword != Then {
		return m[1] + " gets " + m[2]
	}
	have, best, highest := stepWords(text), "", likeness
	for _, s := range shapes() {
		if keyword != "" && !slices.Contains(s.keywords, keyword) {
			continue
		}
		for _, example := range s.Examples {
			if like := likenessOf(have, stepWords(example)); like > highest || best == "" && like == highest {
				best, highest = example, like
			}
		}
	}
	return best
}

// stepWords returns the words of a text that belong to the grammar.
func stepWords(text string) []string {
	return slices.DeleteFunc(stepWord.FindAllString(text, -1), func(w string) bool { return !lowerWord.MatchString(w) })
}

// likenessOf returns the similarity of two steps, from 0 to 1: the average over all words of the
// similarity to the nearest word of the other step. The words that the author wrote count twice.
func likenessOf(written, example []string) float64 {
	if len(written)+len(example) == 0 {
		return 0
	}
	return (2*found(written, example) + found(example, written)) / float64(2*len(written)+len(example))
}

// found returns the sum, over words, of the similarity to the nearest of others.
func found(words, others []string) (sum float64) {
	for _, w := range words {
		best := 0.0
		for _, other := range others {
			best = max(best, sameLetters(w, other))
		}
		sum += best
	}
	return sum
}

// sameLetters returns the length of the common prefix as a share of the length of the longer word.
func sameLetters(a, b string) float64 {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return float64(n) / float64(max(len(a), len(b)))
}
