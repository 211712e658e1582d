package model

import (
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/events"
	"github.com/relspec/relspec/model/rules/query"
)

// moment is a copy of the world with cached answers, as observers see it at one moment. The world
// after one operation is the world before the next, so the moment is reused. Without the reuse the
// events are the same and take longer.
type moment struct {
	world *rules.World // does not change, but the method before appends records of new entities
	w     *World
	ids   *query.Search
	known map[*observer]*events.Snapshot
}

// lookAt returns a moment of world. The world must not change while the moment is in use.
func (w *World) lookAt(world *rules.World) *moment {
	ids := query.NewSearch(world, &query.Query{}, w.work)
	ids.Literal = true
	return &moment{world: world, w: w, ids: remembering(ids), known: map[*observer]*events.Snapshot{}}
}

// by returns the snapshot for one observer.
func (m *moment) by(o *observer) *events.Snapshot {
	s := m.known[o]
	if s == nil {
		s = &events.Snapshot{HasRow: remember(m.w.search(m.world, o.Query).HasRow), IDs: m.ids}
		m.known[o] = s
	}
	return s
}

// before returns the moment before the current operation. Entities that the operation creates get
// empty records in it, so that both moments have the same entity numbers.
func (w *World) before(scope rules.Entity) *moment {
	m := w.seen
	if m == nil {
		m = w.lookAt(earlier(w.rules))
	}
	m.world.Entities = append(m.world.Entities, make([]rules.Record, len(w.rules.Entities)-len(m.world.Entities))...)
	m.world.Handles, m.world.Scope, m.world.Effects = w.rules.Handles, scope, rules.Effects{}
	return m
}

// after returns the moment after the current operation, and keeps it for the next call of before.
func (w *World) after() *moment {
	world := *w.rules
	world.Entities = slices.Clone(w.rules.Entities)
	w.seen = w.lookAt(&world)
	return w.seen
}
