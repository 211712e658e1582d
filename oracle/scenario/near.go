package scenario

import (
	"regexp"
	"slices"
)

// likeness is how like each other two texts must be, from 0 to 1, so that one may be meant by the other.
const likeness = 0.5

var (
	lowerWord = regexp.MustCompile(`^[a-z]+$`)
	stepWord  = regexp.MustCompile("\"[^\"]*\"|`[^`]*`|\\{.*|\\([^)]*\\)|[\\pL\\pN_]+")
)

// bareFact is an entity with a pair, as a row of facts has them.
var bareFact = regexp.MustCompile(`^([\pL\pN_]+):?\s+(\(.*\))$`)

// Nearest returns the example of a step whose words are most like those of a text that is no step, of those that may
// stand under a keyword ("" is any), or "" if none is like it. Names, ids and quoted texts count for nothing.
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

// stepWords are the words of a text that belong to a step.
func stepWords(text string) []string {
	return slices.DeleteFunc(stepWord.FindAllString(text, -1), func(w string) bool { return !lowerWord.MatchString(w) })
}

// likenessOf is which share of the words that somebody wrote, and half as much of those of an example, have their like
// among the other words.
func likenessOf(written, example []string) float64 {
	if len(written)+len(example) == 0 {
		return 0
	}
	return (2*found(written, example) + found(example, written)) / float64(2*len(written)+len(example))
}

// found sums up how like each word is to the nearest of others.
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

// sameLetters is the share of two words that is the same from their first letters on.
func sameLetters(a, b string) float64 {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return float64(n) / float64(max(len(a), len(b)))
}
