package mutants

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Mutant is one error that package fast does not have.
type Mutant struct {
	Name   string
	Class  string // the part of the engine that it is about
	Breaks string // the error of the engine, in words
	// Released names an engine that was released with a defect of this kind, "" where none is known
	// to us.
	Released string `json:",omitempty"`
	// Stands: the mutant stands for its class among those of [Released], where no defect of a
	// release is of that class.
	Stands bool `json:",omitempty"`
	// Profile is the one of its campaigns where that is not every profile of ours in turn: the
	// mutant shows in no other.
	Profile string `json:",omitempty"`
	File    string // below the root of the repository, with slashes
	Old     string // occurs exactly once in the file, but for white space
	New     string
	Where   string // the line of the patch file that begins it
}

// Released lists defects of releases, and one mutant for each class of defects that releases may have.
func Released() []Mutant {
	return slices.DeleteFunc(slices.Clone(All()), func(m Mutant) bool { return m.From() == "" })
}

// From says where the defect is from: the release, or the class that the mutant stands for.
func (m Mutant) From() string {
	if m.Stands {
		return "stands for: " + m.Class
	}
	return m.Released
}

// Find finds a mutant by name.
func Find(name string) (Mutant, bool) {
	all := slices.Concat(All(), Rules())
	i := slices.IndexFunc(all, func(m Mutant) bool { return m.Name == name })
	if i < 0 {
		return Mutant{}, false
	}
	return all[i], true
}

// The commands that look for mutants, as folders of the repository.
const (
	Diffcheck = "cmd/diffcheck"
	Twin      = "tools/mutants/finder"
)

// TypedClass is the class of the mutants in the typed API.
const TypedClass = "typed"

// Finder returns the command that looks for the mutant: the campaign, or the twin for the typed API,
// which no operation of a trace reaches.
func (m Mutant) Finder() string {
	if m.Class == TypedClass {
		return Twin
	}
	return Diffcheck
}

// Apply makes the mutated source of the file. If the text to be replaced is not there exactly once,
// the error says what to mend.
func (m Mutant) Apply(source string) (string, error) {
	found := pattern(m.Old).FindAllStringIndex(source, -1)
	switch {
	case len(found) == 0:
		return "", fmt.Errorf("mutant %s does not apply to %s: %s\nwrite the present text into %s, or try: go run -C tools ./lab mutants --rebase",
			m.Name, m.File, m.missing(source), m.Where)
	case len(found) > 1:
		return "", fmt.Errorf("mutant %s applies %d times to %s, at the lines %d and %d: add lines that stay (a blank before each) in %s",
			m.Name, len(found), m.File, lineOf(source, found[0][0]), lineOf(source, found[1][0]), m.Where)
	}
	return source[:found[0][0]] + strings.TrimSpace(m.New) + source[found[0][1]:], nil
}

// pattern matches a text with any white space in place of its own.
func pattern(text string) *regexp.Regexp {
	words := strings.Fields(text)
	for i := range words {
		words[i] = regexp.QuoteMeta(words[i])
	}
	return regexp.MustCompile(strings.Join(words, `\s+`))
}

func lineOf(source string, at int) int { return 1 + strings.Count(source[:at], "\n") }

// missing names the first line of the old text that the source lacks, and the line of the source
// that is most like it.
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
		return fmt.Sprintf("%q is not there; most like it is line %d, %q", strings.TrimSpace(line), at,
			strings.TrimSpace(text))
	}
	return "its lines do not follow each other any more"
}
