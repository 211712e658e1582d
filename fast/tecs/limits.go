package tecs

import (
	"math"

	"github.com/relspec/relspec/spec"
)

// limits bound the room of an entity and the work of telling monitors; zero is no limit.
type limits struct {
	parts int
	work  int
}

// steps is how much work an operation may do for its monitors.
func (l *limits) steps() int {
	if l.work == 0 {
		return math.MaxInt
	}
	return l.work
}

// LimitParts says how many components and edges an entity may have; 0 is as many as there is room
// for, which is 65,000 of those that are not sparse. One more is refused with the code limit by
// [World.Set] and [World.Spawn].
func (w *World) LimitParts(n int) { w.limits.parts = n }

// LimitWork bounds what one operation does for its monitors; 0 is no bound. A step is an entity
// that has changed, or that a monitor finds in the world, and a term. An operation that needs more
// steps is done all the same, but monitors miss its changes, and may miss later ones, until they
// have found the entities that match anew; with each operation that they miss the function of
// [World.HandleFailures] hears an error with the code limit. [World.Observe] in a world that is too
// large is refused with that code.
func (w *World) LimitWork(steps int) { w.limits.work = steps }

func (w *World) overworked() *spec.Error {
	return spec.Exhaustedf("monitors take more than %d steps; have fewer", w.limits.work)
}

// lookWork is the steps that finding the members anew takes.
func (m *Monitor) lookWork() int {
	return m.q.w.core.Living() * (len(m.q.include) + len(m.q.exclude))
}

// compare finds the events of the entities that an operation has changed.
func (w *World) compare(changed []touched) {
	left, missed := w.limits.steps(), false
	for _, m := range w.monitors {
		work := len(changed) * (len(m.q.include) + len(m.q.exclude))
		if m.stale || work > left {
			m.stale, missed = true, true
			continue
		}
		left -= work
		for _, t := range changed {
			m.compare(t)
		}
	}
	if missed {
		w.catchUp(left)
		w.failed(w.overworked())
	}
}

// catchUp makes monitors look anew that are out of date, as far as there are steps left for that.
func (w *World) catchUp(left int) {
	for _, m := range w.monitors {
		if work := m.lookWork(); m.stale && work <= left {
			left -= work
			m.look()
		}
	}
}
