package console

import (
	"fmt"
	"regexp"
	"slices"
)

// Selection is the selection by -run and -skip. A pattern selects an item if it matches a part of
// one of its names.
type Selection struct {
	run, skip []pattern
	names     []string // names that were tested
}

type pattern struct {
	*regexp.Regexp
	flag string
	hits int
}

// NewSelection compiles the patterns.
func NewSelection(run, skip []string) (*Selection, error) {
	s := &Selection{}
	for _, list := range []struct {
		flag  string
		texts []string
		to    *[]pattern
	}{{"run", run, &s.run}, {"skip", skip, &s.skip}} {
		for _, text := range list.texts {
			compiled, err := regexp.Compile(text)
			if err != nil {
				return nil, Usagef("-%s %q is not a regular expression: %w", list.flag, text, err)
			}
			*list.to = append(*list.to, pattern{Regexp: compiled, flag: list.flag})
		}
	}
	return s, nil
}

// All reports whether everything is selected.
func (s *Selection) All() bool { return len(s.run)+len(s.skip) == 0 }

// Keeps reports whether an item with these names is selected, and counts the matches of each
// pattern.
func (s *Selection) Keeps(names ...string) bool {
	if !s.All() {
		s.names = append(s.names, names...)
	}
	chosen, skipped := len(s.run) == 0, false
	for i := range s.run {
		chosen = s.run[i].fits(names) || chosen
	}
	for i := range s.skip {
		skipped = s.skip[i].fits(names) || skipped
	}
	return chosen && !skipped
}

func (p *pattern) fits(names []string) bool {
	if !slices.ContainsFunc(names, p.MatchString) {
		return false
	}
	p.hits++
	return true
}

// Unused returns an error for the first pattern that matched no name. what names the items, and list
// the command that lists them.
func (s *Selection) Unused(what, list string) error {
	for _, p := range slices.Concat(s.run, s.skip) {
		if p.hits == 0 {
			return fmt.Errorf("-%s %q matches no %s%s; %q shows what there is", p.flag, p.String(), what,
				DidYouMean(p.String(), s.names), list)
		}
	}
	return nil
}
