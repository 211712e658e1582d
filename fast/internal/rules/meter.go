package rules

import (
	"math"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Meter limits the work of an operation. Only engines set limits; in other worlds, only the number
// of ids of an entity is limited.
type Meter struct {
	On     bool
	Limits spec.Limits
	Left   int         // steps that the operation may still take
	Lost   *spec.Error // why events were lost, until it has been reported (limits.events)
}

func unmetered() Meter {
	return Meter{Left: math.MaxInt, Limits: spec.Limits{Rows: math.MaxInt, IDs: store.MaxIDs}}
}

// Begin resets the steps that are left. It is called for each operation and each deferred command.
func (m *Meter) Begin() {
	if m.On {
		m.Left = m.Limits.Work
	}
}

// Overworked returns an error if the operation has exceeded its steps.
func (m *Meter) Overworked() *spec.Error {
	if m.On && m.Left < 0 {
		return spec.Exhaustedf("this takes more than %d steps; ask for less at once", m.Limits.Work)
	}
	return nil
}

// TooMany returns the error for an answer with too many rows.
func (m *Meter) TooMany() *spec.Error {
	return spec.Exhaustedf("an answer has at most %d rows; ask for less at once", m.Limits.Rows)
}

// Fits returns an error if an answer has too many elements (limits.elements).
func (m *Meter) Fits(elements int) *spec.Error {
	if m.On && elements > m.Limits.Elements {
		return spec.Exhaustedf("an answer has at most %d elements; ask for less at once", m.Limits.Elements)
	}
	return nil
}

// Loses reports whether events are lost, because too many are waiting or because observers take too
// much work. It stores the reason in Lost.
func (m *Meter) Loses(events int) bool {
	if !m.On {
		return false
	}
	switch {
	case m.Lost != nil:
	case events > m.Limits.Events:
		m.Lost = spec.Exhaustedf("more than %d events were waiting and are lost; fetch events more often",
			m.Limits.Events)
	default:
		m.Lost = m.Overworked()
	}
	return m.Lost != nil
}
