package cli

import (
	"sync"

	"github.com/relspec/relspec/internal/console"
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
func inTurnKeep(choice *console.Selection) func(names ...string) bool {
	var mu sync.Mutex
	return func(names ...string) bool {
		mu.Lock()
		defer mu.Unlock()
		return choice.Keeps(names...)
	}
}

// checkedBy gives an error for a pattern of a selection that fits none of the cases.
func checkedBy(choice *console.Selection) func(cases []suite.Case) error {
	return func(cases []suite.Case) error {
		if choice.All() {
			return nil
		}
		for i := range cases {
			choice.Keeps(cases[i].Name, cases[i].Area)
		}
		return choice.Unused("case")
	}
}
