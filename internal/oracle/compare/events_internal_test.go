package compare

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/relspec/relspec/spec"
)

// What a cascade takes is told before its taker, at each of their deaths.
func TestTheTakenAreToldBeforeTheirTaker(t *testing.T) {
	taken := spec.Event{Observer: "o", Event: spec.OnRemove, Entity: "c", Dies: true, Cause: "b"}
	cause := spec.Event{Observer: "o", Event: spec.OnRemove, Entity: "b", Dies: true}
	events := func(events ...spec.Event) []spec.Event {
		answer := make([]spec.Event, len(events))
		for i, e := range events {
			answer[i] = seen(e)
		}
		return answer
	}
	once, twice := []spec.Event{taken, cause}, []spec.Event{taken, cause, taken, cause}
	assert.True(t, sameEvents(once, events(taken, cause)))
	assert.False(t, sameEvents(once, events(cause, taken)))
	assert.True(t, sameEvents(twice, events(taken, cause, taken, cause)))
	assert.False(t, sameEvents(twice, events(taken, cause, cause, taken)))
	assert.False(t, sameEvents(twice, events(cause, taken, taken, cause)))
}
