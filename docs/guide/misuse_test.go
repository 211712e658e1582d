package guide_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// misuse is a row of a table in misuse.md: what a program does, in its own world, and the error
// that it gets. If the call returns no error, it panics.
type misuse struct {
	does string
	by   func(w *fast.World) any
}

// misuses maps the headings of the page to their tables.
var misuses = map[string][]misuse{
	"Entities and ids":         misusesOfEntities,
	"Names":                    misusesOfNames,
	"Properties":               misusesOfProperties,
	"Loops and deferral":       misusesOfTime,
	"Values":                   misusesOfValues,
	"Spawning and copies":      misusesOfSpawning,
	"Observers and events":     misusesOfObservers,
	"Terms":                    misusesOfTerms,
	"Texts of queries":         misusesOfTexts,
	"Order, groups, changes":   misusesOfOrder,
	"Fields, batches and rows": misusesOfBatches,
}

// debugged is the table of what fast/stale_test.go does with the build tag relspec_debug.
const debugged = "With -tags relspec_debug"

// message returns the message that a misuse produces.
func (m misuse) message() (value any) {
	defer func() {
		if r := recover(); r != nil {
			value = r
		}
	}()
	return m.by(fast.NewWorld())
}

// ignore drops the results of calls that a loop makes.
func ignore(...any) {}

func TestMisuseReturnsTheMessagesOfThePage(t *testing.T) {
	page, row := read(t, "misuse.md"), regexp.MustCompile("(?m)^\\| ([^|]+) \\| `([a-z_]+: .*)` \\|$")
	sections := strings.Split(page, "\n## ")[1:]
	seen := 0
	for _, section := range sections {
		heading, text, _ := strings.Cut(section, "\n")
		if heading == debugged {
			continue
		}
		list := misuses[heading]
		var want, have []string
		for _, m := range list {
			message := m.message()
			if _, refused := message.(*fast.Error); assert.True(t, refused, "%s: got %T %v instead of an error of fast", m.does, message, message) {
				want = append(want, fmt.Sprintf("| %s | `%v` |", m.does, message))
			}
		}
		have = append(have, row.FindAllString(text, -1)...)
		if len(list) > 0 {
			seen++
		}
		assert.Equal(t, strings.Join(want, "\n"), strings.Join(have, "\n"), heading)
	}
	require.Equal(t, len(misuses), seen, "the page has other headings than misuses")
}

func TestEveryTableOfMisuseHasRows(t *testing.T) {
	all := map[string]bool{}
	for heading, list := range misuses {
		require.NotEmpty(t, list, heading)
		for _, m := range list {
			require.False(t, all[m.does], "twice: "+m.does)
			all[m.does] = true
		}
	}
}
