package console

import (
	"fmt"
	"regexp"
	"slices"
)

// Selection is the choice of -run and -skip: regular expressions, found anywhere in one of a thing's names.
type Selection struct {
	run, skip []pattern
	names     []string // that were asked about
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
				return nil, Usagef("-%s %q is no regular expression: %w", list.flag, text, err)
			}
			*list.to = append(*list.to, pattern{Regexp: compiled, flag: list.flag})
		}
	}
	return s, nil
}

// All reports whether nothing is chosen or left out.
func (s *Selection) All() bool { return len(s.run)+len(s.skip) == 0 }

// Keeps reports whether the thing with these names is chosen, and counts which patterns fit it.
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

// Unused is an error for the first pattern that fitted no name.
func (s *Selection) Unused(what string) error {
	for _, list := range [][]pattern{s.run, s.skip} {
		for _, p := range list {
			if p.hits == 0 {
				return fmt.Errorf("-%s %q matches no %s%s; \"diffcheck list\" shows what there is", p.flag, p.String(),
					what, DidYouMean(p.String(), s.names))
			}
		}
	}
	return nil
}
