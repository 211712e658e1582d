package compare

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/relspec/relspec/spec"
)

// What a cascade takes is told before its taker, at each of their deaths.
func TestTheTakenAreToldBeforeTheirTaker(t *testing.T) {
	taken := spec.Event{Observer: "o", Event: spec.OnRemove, Entity: "c", Dies: true, Taker: "b"}
	taker := spec.Event{Observer: "o", Event: spec.OnRemove, Entity: "b", Dies: true}
	told := func(events ...spec.Event) []spec.Event {
		answer := make([]spec.Event, len(events))
		for i, e := range events {
			answer[i] = seen(e)
		}
		return answer
	}
	once, twice := []spec.Event{taken, taker}, []spec.Event{taken, taker, taken, taker}
	assert.True(t, sameEvents(once, told(taken, taker)))
	assert.False(t, sameEvents(once, told(taker, taken)))
	assert.True(t, sameEvents(twice, told(taken, taker, taken, taker)))
	assert.False(t, sameEvents(twice, told(taken, taker, taker, taken)))
	assert.False(t, sameEvents(twice, told(taker, taken, taken, taker)))
}
