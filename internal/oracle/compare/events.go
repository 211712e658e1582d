package compare

import (
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

type stream struct {
	observer string
	entity   spec.Handle
}

// compareEvents compares the events of observers. If one observer reports two events of one entity,
// they must come in the order of the reference. If a deletion deletes a tree, the events of
// children must come before those of their parent (cleanup.event-order). No other order matters.
func compareEvents(op *spec.Operation, want, got *spec.Outcome) *Difference {
	if sameEvents(want.Events, got.Events) {
		return nil
	}
	d := differenceOf(DiffEvents, op, want, got)
	d.Lines = diffLines(texts(want.Events, show.Event), texts(got.Events, show.Event))
	if len(d.Lines) == 0 {
		for _, e := range want.Events {
			d.Lines = append(d.Lines, "- "+show.Event(e))
		}
		for _, e := range got.Events {
			d.Lines = append(d.Lines, "+ "+show.Event(e))
		}
		d.Lines = append(d.Lines, "(the same events in another order)")
	}
	return d
}

func sameEvents(want, got []spec.Event) bool {
	if len(want) != len(got) {
		return false
	}
	if len(want) == 0 {
		return true
	}
	left := map[stream][]int{}
	for i, e := range got {
		k := stream{e.Observer, e.Entity}
		left[k] = append(left[k], i)
	}
	positions := make([]int, len(want)) // in got
	for i, e := range want {
		k := stream{e.Observer, e.Entity}
		if len(left[k]) == 0 || reported(got[left[k][0]]) != reported(e) {
			return false
		}
		positions[i], left[k] = left[k][0], left[k][1:]
	}
	return takenFirst(want, positions)
}

// reported returns an event without the parts that only the reference reports.
func reported(e spec.Event) spec.Event {
	e.Dies, e.Cause = false, ""
	return e
}

// takenFirst reports whether the judged answer has the right order: if the deletion of an entity
// (Cause) deleted another, the event of the other must come first. positions[i] is the position of
// want[i] in the judged answer. An entity can die twice, after a restore or if its handle is
// reused. So only deaths of the cause that come later in want count, because want has the right
// order.
func takenFirst(want []spec.Event, positions []int) bool {
	deaths := map[spec.Handle][]int{} // indices in want
	for i, e := range want {
		if e.Dies {
			deaths[e.Entity] = append(deaths[e.Entity], i)
		}
	}
	for i, e := range want {
		if !e.Dies || e.Cause == "" {
			continue
		}
		for _, j := range deaths[e.Cause] {
			if j > i && positions[i] > positions[j] {
				return false
			}
		}
	}
	return true
}
