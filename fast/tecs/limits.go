package tecs

import (
	"math"

	"github.com/relspec/relspec/spec"
)

// limits limits the number of parts of an entity and the work for monitors. Zero means no limit.
type limits struct {
	parts int
	work  int
}

// steps returns the number of steps that an operation may use for its monitors.
func (l *limits) steps() int {
	if l.work == 0 {
		return math.MaxInt
	}
	return l.work
}

// LimitParts limits the number of components and edges of an entity. [World.Set] and [World.Spawn]
// refuse more with code limit. The default, 0, is the maximum: 65,000, not counting sparse edges.
func (w *World) LimitParts(n int) { w.limits.parts = n }

// LimitWork limits the work of one operation for its monitors; 0 is no limit. A step is one term
// for one entity that has changed or that a monitor finds. An operation that needs more steps is
// still carried out, but monitors miss its changes and may miss later ones until they have searched
// the world again. For each such operation the function of [World.HandleFailures] gets an error
// with code limit. [World.Observe] is refused with that code if the world is too large.
func (w *World) LimitWork(steps int) { w.limits.work = steps }

func (w *World) overworked() *spec.Error {
	return spec.Exhaustedf("monitors take more than %d steps; have fewer", w.limits.work)
}

// lookWork returns the number of steps for finding all members again.
func (m *Monitor) lookWork() int { return m.q.w.core.Living() * m.q.size() }

// compare finds the events for the entities that an operation has changed.
func (w *World) compare(changed []touched) {
	left, missed := w.limits.steps(), false
	for _, m := range w.monitors {
		work := len(changed) * m.q.size()
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

// catchUp updates stale monitors as far as the remaining steps allow.
func (w *World) catchUp(left int) {
	for _, m := range w.monitors {
		if work := m.lookWork(); m.stale && work <= left {
			left -= work
			m.look()
		}
	}
}
