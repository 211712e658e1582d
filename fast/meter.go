package fast

import (
	"math"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// DefaultWork is how many steps of plans one operation of an engine may take (P-80, P-100).
const DefaultWork = 10_000_000

// meter bounds what an operation takes. An engine sets it; for programs there are no limits but that of ids.
type meter struct {
	on     bool
	limits spec.Limits
	left   int         // steps that the operation may still take
	lost   *spec.Error // why events are lost, until somebody is told (P-102)
}

func unmetered() meter {
	return meter{left: math.MaxInt, limits: spec.Limits{Rows: math.MaxInt, IDs: store.MaxIDs}}
}

// begin gives an operation its steps: each command of a deferral has its own.
func (m *meter) begin() {
	if m.on {
		m.left = m.limits.Work
	}
}

// overworked is the error of an operation that would take more steps than it may.
func (m *meter) overworked() *spec.Error {
	if m.on && m.left < 0 {
		return spec.Exhaustedf("this takes more than %d steps; ask for less at once", m.limits.Work)
	}
	return nil
}

func (m *meter) tooMany() *spec.Error {
	return spec.Exhaustedf("an answer has at most %d rows; ask for less at once", m.limits.Rows)
}

// fits refuses an answer with more elements than one has (P-101).
func (m *meter) fits(elements int) *spec.Error {
	if m.on && elements > m.limits.Elements {
		return spec.Exhaustedf("an answer has at most %d elements; ask for less at once", m.limits.Elements)
	}
	return nil
}

// loses reports whether events are lost: because so many wait, or because observers take too much work.
func (m *meter) loses(events int) bool {
	if !m.on {
		return false
	}
	switch {
	case m.lost != nil:
	case events > m.limits.Events:
		m.lost = spec.Exhaustedf("more than %d events waited; they are lost, ask for them more often", m.limits.Events)
	default:
		m.lost = m.overworked()
	}
	return m.lost != nil
}

// WithLimits sets limits of an engine; those that are 0 keep their defaults, [spec.DefaultLimits] and [DefaultWork]. An
// entity cannot have more than 65,000 ids. The functions of [World] have no other limits than that one.
func WithLimits(l spec.Limits) EngineOption {
	return func(v *variant) { v.limits = l.Or(v.limits) }
}

// limitsOf are the limits of an engine.
func (v *variant) limitsOf() spec.Limits {
	l := v.limits.Or(spec.Limits{Work: DefaultWork}).Or(spec.DefaultLimits())
	l.IDs = min(l.IDs, store.MaxIDs)
	return l
}

// size is what a snapshot counts (P-103).
func (e *Engine) size() int {
	n, st := spec.SnapshotBase+e.made, e.w.st
	for t := range store.Table(st.Tables()) {
		if st.InUse(t) && !st.Has(t, store.Single(hiddenMark)) {
			n += st.Count(t) * len(st.IDs(t))
		}
	}
	return n
}

// iterated is how many elements the open iterators hold (P-101).
func (e *Engine) iterated() (elements int) {
	for _, it := range e.iterators {
		elements += it.elements
	}
	return elements
}

// dumpElements is what an entity counts in a dump (P-101).
func dumpElements(d *spec.DumpEntity) int {
	n := 1 + len(d.Members) + len(d.IDs) + len(d.Overrides)
	for i := range d.IDs {
		n += len(d.IDs[i].Value)
	}
	return n
}
