package model

import (
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/events"
	"github.com/relspec/relspec/model/rules/query"
)

// moment is a world at one moment as observers see it. They see the same after an operation as
// before the next one, so that it is remembered until then. The rules do not know of it: if before
// always made one, every event would be the same and take longer.
type moment struct {
	world *rules.World // a copy, which stays as it is
	w     *World
	ids   *query.Search
	known map[*observer]*events.Snapshot
}

// lookAt is the moment at which a world is; the world must not change as long as it is used.
func (w *World) lookAt(world *rules.World) *moment {
	ids := query.NewSearch(world, &query.Query{}, w.work)
	ids.Literal = true
	return &moment{world: world, w: w, ids: remembering(ids), known: map[*observer]*events.Snapshot{}}
}

// by is the snapshot that one observer sees.
func (m *moment) by(o *observer) *events.Snapshot {
	s := m.known[o]
	if s == nil {
		s = &events.Snapshot{HasRow: remember(m.w.search(m.world, o.Query).HasRow), IDs: m.ids}
		m.known[o] = s
	}
	return s
}

// before is the world before the operation under way, which has given its copy entities that were not there yet.
func (w *World) before(scope rules.Entity) *moment {
	m := w.seen
	if m == nil {
		m = w.lookAt(earlier(w.rules))
	}
	m.world.Entities = append(m.world.Entities, make([]rules.Record, len(w.rules.Entities)-len(m.world.Entities))...)
	m.world.Handles, m.world.Scope, m.world.Effects = w.rules.Handles, scope, rules.Effects{}
	return m
}

// after is the world after the operation under way, which is that before the next one.
func (w *World) after() *moment {
	world := *w.rules
	world.Entities = slices.Clone(w.rules.Entities)
	w.seen = w.lookAt(&world)
	return w.seen
}
