package oracle

import "github.com/relspec/relspec/spec"

type stream struct {
	observer string
	entity   spec.Handle
}

// compareEvents compares what observers saw: the order counts within one observer and entity only.
func compareEvents(op *spec.Operation, want, got *spec.Outcome) *Difference {
	if sameEvents(want.Events, got.Events) {
		return nil
	}
	d := &Difference{Kind: DiffEvents, Op: op.Op, Want: OutcomeText(*want), Got: OutcomeText(*got)}
	d.Lines = diffLines(texts(want.Events, eventText), texts(got.Events, eventText))
	if len(d.Lines) == 0 {
		for _, e := range want.Events {
			d.Lines = append(d.Lines, "- "+eventText(e))
		}
		for _, e := range got.Events {
			d.Lines = append(d.Lines, "+ "+eventText(e))
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
	left := map[stream][]spec.Event{}
	for _, e := range got {
		k := stream{e.Observer, e.Entity}
		left[k] = append(left[k], e)
	}
	for _, e := range want {
		k := stream{e.Observer, e.Entity}
		if len(left[k]) == 0 || left[k][0] != e {
			return false
		}
		left[k] = left[k][1:]
	}
	return true
}
