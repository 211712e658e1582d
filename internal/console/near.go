package console

import (
	"slices"
	"strings"
)

// DidYouMean returns the end of a message about an unknown word. It suggests one or two words that
// are similar to the unknown word or contain it. If there are none, it returns "".
func DidYouMean[S ~string](word string, among []S) string {
	best, found := 1+len([]rune(word))/4, []string(nil)
	for _, name := range among {
		other := string(name)
		d := distance(strings.ToLower(word), strings.ToLower(other), best)
		if d < best {
			best, found = d, nil
		}
		if d == best && !slices.Contains(found, other) {
			found = append(found, other)
		}
	}
	for _, name := range among {
		other := string(name)
		if len(found) < 2 && len(word) > 3 && best > 0 && strings.Contains(strings.ToLower(other), strings.ToLower(word)) &&
			!slices.Contains(found, other) {
			found = append(found, other)
		}
	}
	if len(found) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(found[:min(len(found), 2)], " or ") + "?"
}

// distance returns the number of letters that must be changed, removed or added to turn a into b,
// or more than limit.
func distance(a, b string, limit int) int {
	from, to := []rune(a), []rune(b)
	if len(from)-len(to) > limit || len(to)-len(from) > limit {
		return limit + 1
	}
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range from {
		diagonal := row[0]
		row[0] = i + 1
		for j, s := range to {
			change := diagonal
			if r != s {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(to)]
}
