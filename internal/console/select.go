package console

import (
	"fmt"
	"regexp"
	"slices"
)

// Selection is the selection by -run and -skip. A pattern selects an item if it matches a part of
// one of its names.
type Selection struct {
	patterns []pattern
	names    []string // names that were tested
}

type pattern struct {
	*regexp.Regexp
	flag string // run or skip
	hit  bool   // it matched a name
}

// NewSelection compiles the patterns.
func NewSelection(run, skip []string) (*Selection, error) {
	s := &Selection{}
	for i, text := range slices.Concat(run, skip) {
		p := pattern{flag: "run"}
		if i >= len(run) {
			p.flag = "skip"
		}
		var err error
		if p.Regexp, err = regexp.Compile(text); err != nil {
			return nil, fmt.Errorf("-%s %q is not a regular expression: %w", p.flag, text, err)
		}
		s.patterns = append(s.patterns, p)
	}
	return s, nil
}

// All reports whether everything is selected.
func (s *Selection) All() bool { return len(s.patterns) == 0 }

// Keeps reports whether an item with these names is selected, and notes the patterns that match.
func (s *Selection) Keeps(names ...string) bool {
	chosen, skipped := true, false
	if !s.All() {
		s.names = append(s.names, names...)
		chosen = s.patterns[0].flag == "skip" // the patterns of -run come first
	}
	for i := range s.patterns {
		p := &s.patterns[i]
		if slices.ContainsFunc(names, p.MatchString) {
			p.hit = true
			chosen, skipped = chosen || p.flag == "run", skipped || p.flag == "skip"
		}
	}
	return chosen && !skipped
}

// Unused returns an error for the first pattern that matched no name. what names the items, and list
// the command that lists them.
func (s *Selection) Unused(what, list string) error {
	for _, p := range s.patterns {
		if !p.hit {
			return fmt.Errorf("-%s %q matches no %s%s; %q shows what there is", p.flag, p.String(), what,
				DidYouMean(p.String(), s.names), list)
		}
	}
	return nil
}
