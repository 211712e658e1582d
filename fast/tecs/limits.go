package tecs

import "github.com/relspec/relspec/spec"

// limits limits the number of parts of an entity and the work for monitors. Zero means no limit.
type limits struct {
	parts int
	work  int
}

// LimitParts limits the number of components and edges of an entity. [World.Set] and [World.Spawn]
// refuse more with code limit. The default, 0, is the maximum: 65,000, not counting sparse edges.
func (w *World) LimitParts(n int) { w.limits.parts = n }

// LimitWork limits the work of one operation for its monitors; 0 is no limit. A step tests one term
// of a monitor on one entity. An operation tests each entity that it changes; [World.Observe] and
// [World.Restore] test every entity. If an operation needs more steps, it is carried out, but
// monitors do not report its events. For each such operation the function of [World.HandleFailures]
// gets an error with code limit. [World.Observe] is refused with that code if the world is too
// large.
func (w *World) LimitWork(steps int) { w.limits.work = steps }

// checkWork returns an error if monitors take too many steps.
func (w *World) checkWork(steps int) error {
	if w.limits.work == 0 || steps <= w.limits.work {
		return nil
	}
	return spec.Exhaustedf("monitors take more than %d steps; use fewer monitors or terms", w.limits.work)
}

// limitEvents drops the events of an operation, which begin at a position of the queue, if finding
// them took too many steps.
func (w *World) limitEvents(from, steps int) {
	if err := w.checkWork(steps); err != nil {
		w.cascade.queue = w.cascade.queue[:from]
		w.failed(err)
	}
}
