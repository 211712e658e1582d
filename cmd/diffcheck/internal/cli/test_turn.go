package cli

import (
	"sync"

	"github.com/relspec/relspec/internal/suite"
)

// inTurn lets one call in at a time.
func inTurn(do func(phase, text string)) func(phase, text string) {
	var mu sync.Mutex
	return func(phase, text string) {
		mu.Lock()
		defer mu.Unlock()
		do(phase, text)
	}
}

// inTurnKeep is the choice of a selection for several workers.
func inTurnKeep(choice *selection) func(names ...string) bool {
	var mu sync.Mutex
	return func(names ...string) bool {
		mu.Lock()
		defer mu.Unlock()
		return choice.keeps(names...)
	}
}

// checked is an error for a pattern that fits none of the cases.
func (s *selection) checked(cases []suite.Case) error {
	if s.all() {
		return nil
	}
	for i := range cases {
		s.keeps(cases[i].Name, cases[i].Area)
	}
	return s.unused("case")
}
