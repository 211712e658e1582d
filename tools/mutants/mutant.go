package mutants

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Mutant is a bug that can be inserted into package fast. Without a file, it changes nothing.
type Mutant struct {
	Name   string
	Class  string // the part of the engine that it is about
	Breaks string // the error of the engine, in words
	// Released names an engine that was released with a similar bug. It is "stands for: " and the class if
	// the mutant represents a class of which no bug of a release is known, and "" if we know of none.
	Released string
	// Profile is the profile of its campaigns, if the mutant can be detected in that profile only.
	Profile string
	File    string // relative to the root of the repository, with slashes
	Old     string // occurs exactly once in the file, ignoring white space
	New     string
	Where   string // file and line of the patch
}

// Released lists the mutants that rebuild bugs of releases, and the mutants that stand for a class
// of which no bug of a release is known.
func Released() []Mutant {
	return slices.DeleteFunc(slices.Clone(All()), func(m Mutant) bool { return m.Released == "" })
}

// The commands that search for mutants, as folders of the repository.
const (
	Diffcheck = "cmd/diffcheck"
	Twin      = "tools/mutants/finder"
)

// TypedClass is the class of the mutants in the typed API.
const TypedClass = "typed"

// Finder returns the command that searches for the mutant: the campaign, or the twin for mutants in
// the typed API, which traces do not use.
func (m Mutant) Finder() string {
	if m.Class == TypedClass {
		return Twin
	}
	return Diffcheck
}

// Apply returns the mutated source of the file. If the old text does not occur exactly once, the
// error says what to fix.
func (m Mutant) Apply(source string) (string, error) {
	found := pattern(m.Old).FindAllStringIndex(source, -1)
	switch {
	case len(found) == 0:
		return "", fmt.Errorf("mutant %s does not apply to %s: %s\nwrite the present text into %s, or try: go run -C tools ./lab mutants --rebase",
			m.Name, m.File, m.missing(source), m.Where)
	case len(found) > 1:
		return "", fmt.Errorf("mutant %s applies %d times to %s, at lines %d and %d; add context lines (beginning with a blank) in %s",
			m.Name, len(found), m.File, lineOf(source, found[0][0]), lineOf(source, found[1][0]), m.Where)
	}
	return source[:found[0][0]] + strings.TrimSpace(m.New) + source[found[0][1]:], nil
}

// pattern matches a text and ignores differences of white space.
func pattern(text string) *regexp.Regexp {
	words := strings.Fields(text)
	for i := range words {
		words[i] = regexp.QuoteMeta(words[i])
	}
	return regexp.MustCompile(strings.Join(words, `\s+`))
}

func lineOf(source string, at int) int { return 1 + strings.Count(source[:at], "\n") }

// missing returns the first line of the old text that the source lacks, and the most similar line
// of the source.
func (m Mutant) missing(source string) string {
	for line := range strings.Lines(m.Old) {
		if pattern(line).MatchString(source) {
			continue
		}
		words := strings.Fields(line)
		best, at, text := 0, 0, ""
		number := 0
		for candidate := range strings.Lines(source) {
			number++
			common := 0
			for _, word := range strings.Fields(candidate) {
				if slices.Contains(words, word) {
					common++
				}
			}
			if common > best {
				best, at, text = common, number, candidate
			}
		}
		return fmt.Sprintf("%q does not occur; the most similar line is %d, %q", strings.TrimSpace(line), at,
			strings.TrimSpace(text))
	}
	return "its lines are no longer consecutive"
}
