package change

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Emission is an event that the program defines, see fast.Emission.
type Emission struct {
	Event, Entity Entity
	IDs           []rules.Elements
	Value         any
	Along         Entity
}

// Emit delivers an event of the program as one operation, or queues it while changes are deferred.
func (w *World) Emit(m *Emission) *spec.Error {
	if err := w.checkEmission(m); err != nil {
		return err
	}
	if w.Deferral.Depth == 0 {
		return w.Operate(func() *spec.Error { return w.emit(m) })
	}
	RunLater(w, m.Entity, 0, *m)
	return nil
}

func (w *World) checkEmission(m *Emission) *spec.Error {
	if err := w.CheckHooks(false); err != nil {
		return err
	}
	for _, e := range []Entity{m.Event, m.Entity} {
		if err := w.CheckAlive(e); err != nil {
			return err
		}
	}
	for _, id := range m.IDs {
		if _, err := w.Exact(id); err != nil {
			return err
		}
	}
	if m.Along != 0 && !w.CanTraverse(m.Along) {
		return spec.Errorf(spec.CodeNotTraversable,
			"the relationship of Along is neither Traversable nor Transitive; add one of them to it")
	}
	return nil
}

// Apply delivers a queued emission, unless its entities have died.
func (m Emission) Apply(w *World, _ Entity, _ store.ID) *spec.Error {
	if w.checkEmission(&m) != nil {
		return nil
	}
	return w.emit(&m)
}

// emit appends the emitted events after the other events of the operation: first the events of the
// entity, then the events of the entities below it, level by level, oldest first, each entity once.
// The events of an entity are sorted by the order of the ids of m, then by that of the observers.
func (w *World) emit(m *Emission) *spec.Error {
	v := &w.Observers
	if w.Listener == nil {
		return nil // there are no observers
	}
	var seen rules.Visits
	seen.Add(m.Entity.Index())
	for level := []uint32{m.Entity.Index()}; len(level) > 0; {
		for _, index := range level {
			v.emitOf(m, w.Entity(index))
		}
		if m.Along == 0 || w.Meter.Loses(len(v.emitted)) {
			break
		}
		var next []uint32
		for _, index := range level {
			next = w.appendSources(next, store.Pair(m.Along.Index(), index), &seen)
		}
		w.SortEntities(next)
		level = next
	}
	return nil
}

// emitOf appends the events of one entity.
func (v *Observers) emitOf(m *Emission, e Entity) {
	ids := m.IDs
	if len(ids) == 0 {
		ids = []rules.Elements{{}}
	}
	for _, id := range ids {
		for _, o := range v.List {
			if !slices.Contains(o.emitted, m.Event) || !o.covers(id, e) || !o.test.Matches(e) {
				continue
			}
			event := Event{Observer: o, Emitted: m.Event, Entity: e, ID: id, Payload: m.Value}
			if e != m.Entity {
				event.Source = m.Entity
			}
			v.emitted = append(v.emitted, event)
		}
	}
}

// covers reports whether an id without wildcards matches a term that can trigger an observer for an
// entity. Every observer of the entity covers the zero id.
func (o *Observer) covers(id rules.Elements, e Entity) bool {
	if !o.reports(e) {
		return false
	}
	if id.First == 0 {
		return true
	}
	exact, _ := o.w.Exact(id) // checkEmission has refused others
	return slices.ContainsFunc(o.triggers, func(t trigger) bool {
		pattern, ok := t.term.OpenID(&o.w.World)
		return ok && !t.not && (o.sources == nil || t.term.Src.Entity == e) && exact.Matches(pattern)
	})
}
