package model

import "github.com/relspec/relspec/spec"

// DefaultWork is the number of steps that one operation may take. A step tries a value for a
// variable, or an entity for a wildcard source; steps for observers and change detection count too.
const DefaultWork = 2_000_000

// Option changes a new world.
type Option func(*World)

// WithLimits sets limits. Fields that are 0 keep their defaults, [spec.DefaultLimits] and
// [DefaultWork].
func WithLimits(l spec.Limits) Option { return func(w *World) { w.limits = l.Or(w.limits) } }

// overworked is the error of an operation that would take more steps than it may.
func (w *World) overworked() *spec.Error {
	if *w.work < 0 {
		return spec.Exhaustedf("this takes more than %d steps; ask for less at once", w.limits.Work)
	}
	return nil
}

// fitsAnswer refuses an answer with more elements than one has.
func (w *World) fitsAnswer(elements int) *spec.Error {
	if elements > w.limits.Elements {
		return spec.Exhaustedf("an answer has at most %d elements; ask for less at once", w.limits.Elements)
	}
	return nil
}

// tell writes events to the log.
func (w *World) tell(notifications []notification) {
	if w.fitsLog(len(notifications)) {
		for _, t := range notifications {
			w.log = append(w.log, t.event)
		}
	}
}

// noteFailures writes to the log which acts of observers have failed.
func (w *World) noteFailures(failures ...spec.Failure) {
	if w.fitsLog(len(failures)) {
		w.failures = append(w.failures, failures...)
	}
}

// fitsLog reports whether the log takes more. Beyond the limit it is lost.
func (w *World) fitsLog(more int) bool {
	if w.lost == nil && len(w.log)+len(w.failures)+more > w.limits.Events {
		w.lose(spec.Exhaustedf("more than %d events waited; they are lost, ask for them more often", w.limits.Events))
	}
	return w.lost == nil
}

// lose empties the log. The next request for events gets the error instead.
func (w *World) lose(why *spec.Error) { w.log, w.failures, w.lost = nil, nil, why }

// size is the count of a snapshot of the world.
func (w *World) size() int {
	n := spec.SnapshotBase
	for _, r := range w.rules.Entities[1:] {
		if !r.Builtin {
			n += 1 + len(r.Own)
		}
	}
	return n
}
