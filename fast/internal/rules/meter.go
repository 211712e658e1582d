package rules

import (
	"math"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Meter bounds the work of an operation. An engine sets it; for programs there are no limits but that of ids.
type Meter struct {
	On     bool
	Limits spec.Limits
	Left   int         // steps that the operation may still take
	Lost   *spec.Error // why events are lost, until somebody is told (limits.events)
}

func unmetered() Meter {
	return Meter{Left: math.MaxInt, Limits: spec.Limits{Rows: math.MaxInt, IDs: store.MaxIDs}}
}

// Begin gives an operation its steps: each command of a deferral has its own.
func (m *Meter) Begin() {
	if m.On {
		m.Left = m.Limits.Work
	}
}

// Overworked is the error of an operation that would take more steps than it may.
func (m *Meter) Overworked() *spec.Error {
	if m.On && m.Left < 0 {
		return spec.Exhaustedf("this takes more than %d steps; ask for less at once", m.Limits.Work)
	}
	return nil
}

// TooMany is the error of an answer with more rows than one has.
func (m *Meter) TooMany() *spec.Error {
	return spec.Exhaustedf("an answer has at most %d rows; ask for less at once", m.Limits.Rows)
}

// Fits refuses an answer with more elements than one has (limits.elements).
func (m *Meter) Fits(elements int) *spec.Error {
	if m.On && elements > m.Limits.Elements {
		return spec.Exhaustedf("an answer has at most %d elements; ask for less at once", m.Limits.Elements)
	}
	return nil
}

// Loses reports whether events are lost: because so many wait, or because observers take too much work.
func (m *Meter) Loses(events int) bool {
	if !m.On {
		return false
	}
	switch {
	case m.Lost != nil:
	case events > m.Limits.Events:
		m.Lost = spec.Exhaustedf("more than %d events waited; they are lost, ask for them more often", m.Limits.Events)
	default:
		m.Lost = m.Overworked()
	}
	return m.Lost != nil
}
