package model

import "github.com/relspec/relspec/spec"

// DefaultWork is the number of steps that one operation may take. A step tries a value for a
// variable or an entity for a wildcard source. In profiles with sets, a step also visits an entity
// along a relationship. Steps for observers and change detection count too.
const DefaultWork = 2_000_000

// Option configures a new world.
type Option func(*World)

// WithLimits sets limits. Fields that are 0 keep their defaults, [spec.DefaultLimits] and
// [DefaultWork].
func WithLimits(l spec.Limits) Option { return func(w *World) { w.limits = l.Or(w.limits) } }

// overworked returns an error if the operation has used up its steps.
func (w *World) overworked() *spec.Error {
	if *w.work < 0 {
		return spec.Exhaustedf("this takes more than %d steps; ask for less at once", w.limits.Work)
	}
	return nil
}

// fitsAnswer returns an error if an answer has too many elements.
func (w *World) fitsAnswer(elements int) *spec.Error {
	if elements > w.limits.Elements {
		return spec.Exhaustedf("an answer has at most %d elements; ask for less at once", w.limits.Elements)
	}
	return nil
}

// appendEvents appends events to the log.
func (w *World) appendEvents(notifications []notification) {
	if w.fitsLog(len(notifications)) {
		for _, t := range notifications {
			w.log = append(w.log, t.event)
		}
	}
}

// noteFailures appends failed acts of observers to the log.
func (w *World) noteFailures(failures ...spec.Failure) {
	if w.fitsLog(len(failures)) {
		w.failures = append(w.failures, failures...)
	}
}

// fitsLog reports whether the log has room for more entries. If there is no room, the whole
// log is lost.
func (w *World) fitsLog(more int) bool {
	if w.lost == nil && len(w.log)+len(w.failures)+more > w.limits.Events {
		w.lose(spec.Exhaustedf("more than %d events were waiting and are lost; fetch events more often",
			w.limits.Events))
	}
	return w.lost == nil
}

// lose empties the log. The next request for events returns the error instead.
func (w *World) lose(why *spec.Error) { w.log, w.failures, w.lost = nil, nil, why }

// size returns the number of elements of a snapshot of the world.
func (w *World) size() int {
	n := spec.SnapshotBase
	for _, r := range w.rules.Entities[1:] {
		if !r.Builtin {
			n += 1 + len(r.Own)
		}
	}
	return n
}
