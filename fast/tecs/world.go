package tecs

import (
	"maps"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/internal/bridge"
	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/spec"
)

// Entity is a handle of an entity. The handle of a despawned entity is never alive again, even if
// its index is reused.
type Entity = fast.Entity

// World is a set of entities with components and relationships. While one goroutine writes, no
// other may use it.
type World struct {
	// ChildOf is the builtin relationship of hierarchies: exclusive, sparse, with reverse index and
	// cascade delete. Despawning a parent despawns its children. Unlike the ChildOf of package fast
	// it may form a cycle.
	//
	// TECS-039, TECS-048.
	ChildOf *Relationship

	base *fast.World
	core *change.World

	relationships []*Relationship
	sparse        []*Relationship // relationships whose edges or values are in maps, which settle updates
	tags          []*Tag
	components    map[Entity]bool // components of Go types
	typed         []func()        // register the components of Go types again after a restore
	declared      int             // increases when the entity of a relationship or component may have changed

	profile  spec.Profile
	own      map[Entity]bool // the entities that represent relationships and components; nil if stale
	stage    stage
	touched  []touched // entities that the operation changed, or the whole scope while monitors wait for its end
	followed int       // how many entities of touched settle has handled
	monitors []*Monitor
	cascade  cascade
	free     [][]Entity // empty lists for reuse
	limits   limits
}

// touched is an entity that an operation has changed, recorded while it was alive.
type touched struct {
	entity Entity
	order  uint64 // position in the order of creation
}

// NewWorld creates a world that has only the relationship ChildOf. The options are those of package
// fast, but a profile is ignored.
func NewWorld(options ...fast.Option) *World {
	w := &World{base: fast.NewWorld(append(options, fast.WithProfile(spec.Flecs3()))...), components: map[Entity]bool{}}
	w.core, w.profile = bridge.Core(w.base), spec.Tecs()
	w.cascade.limit = DefaultEvents
	childOf, err := w.NewRelationship(Options{
		Name: "ChildOf", Exclusive: true, Sparse: true, ReverseIndex: true, CascadeDelete: true,
	})
	if err != nil {
		panic(err) // cannot happen in an empty world
	}
	w.ChildOf = childOf
	return w
}

// Follow sets a profile that differs from [spec.Tecs]. The world uses its fields about queries
// without Include, dead entities, scopes and restoration. Call it before any other method.
func (w *World) Follow(p spec.Profile) { w.profile = p }

// Fast returns the world that stores the tables, to read components, tags and entities. In a scope
// ([World.Defer]), that world defers its own changes and applies them before the staged ones.
func (w *World) Fast() *fast.World { return w.base }

// Spawn makes an entity with components and edges, set in order. If a part is refused, Spawn
// returns the error of [World.Set] and makes no entity. In a scope ([World.Defer]), the entity
// becomes alive and gets its parts when the scope ends. Until then, other staged changes may
// already mention it.
func (w *World) Spawn(parts ...Part) (Entity, error) {
	for _, p := range parts {
		if err := p.check(w); err != nil {
			return 0, err
		}
	}
	e := w.base.Spawn()
	for _, p := range parts {
		if w.stage.depth > 0 {
			w.stage.add(command{kind: spec.OpSet, entity: e, part: p})
			continue
		}
		if err := w.give(e, p); err != nil {
			_ = w.base.Delete(e) // cannot fail: it is alive and no policy protects it
			w.settle()
			return 0, err
		}
	}
	if w.stage.depth > 0 && w.profile.StagedLater {
		if w.stage.born == nil {
			w.stage.born = map[Entity]bool{}
		}
		w.stage.born[e], w.stage.quiet = true, true
	}
	w.settle()
	return e, nil
}

// Despawn deletes e, its edges and all edges to it, in one operation. If the relationship of an
// edge to e has CascadeDelete, the source is despawned too, and so on; other sources stay alive. If
// e is dead, Despawn does nothing. The cost is proportional to the number of deleted edges.
//
// TECS-003, TECS-070, TECS-144.
func (w *World) Despawn(e Entity) error {
	if !w.base.Alive(e) || w.stage.depth > 0 {
		return w.postpone(command{kind: spec.OpDelete, entity: e})
	}
	return w.end(w.base.Delete(e))
}

// Alive reports whether e is alive: it was not despawned, and the scope in which it was spawned has
// ended.
func (w *World) Alive(e Entity) bool { return w.base.Alive(e) && !w.IsStagedEntity(e) }

// Clear removes all components and edges of e. Edges to e remain: ships stay docked at a port that
// is cleared. If e is dead, Clear does nothing.
func (w *World) Clear(e Entity) error {
	if !w.base.Alive(e) || w.stage.depth > 0 {
		return w.postpone(command{kind: spec.OpClear, entity: e})
	}
	return w.end(w.base.Clear(e))
}

// Tables returns the number of tables (archetypes) that have entities. Entities share a table if
// they have the same components, edges of the same relationships, and the same targets of dense
// relationships: children of 100 parents are in one table if their relationship is sparse, and in
// 100 if it is dense. The cost is proportional to the number of tables.
//
// TECS-033, TECS-037.
func (w *World) Tables() int {
	declared := map[int]int{} // by table: entities of relationships and components, and staged entities
	count := func(e Entity) {
		if t, ok := w.base.TableOf(e); ok {
			declared[t.Number]++
		}
	}
	w.isOwn(0)
	for e := range w.own {
		count(e)
	}
	for e := range w.stage.born {
		count(e)
	}
	n := 0
	for _, t := range w.base.Tables() {
		if t.Entities > declared[t.Number] {
			n++
		}
	}
	return n
}

// isOwn reports whether an entity represents a relationship or component.
func (w *World) isOwn(e Entity) bool {
	if w.own == nil {
		w.own = maps.Clone(w.components)
		for _, r := range w.relationships {
			w.own[r.entity] = true
		}
		for _, t := range w.tags {
			w.own[t.entity] = true
		}
	}
	return w.own[e]
}

// recordTouched makes the world record which entities an operation changes. Monitors need this
// list, and so do relationships whose edges or values are in maps.
func (w *World) recordTouched() {
	if w.core.Touched != nil {
		return
	}
	w.core.Touched = func(index uint32) {
		w.touched = append(w.touched, touched{w.core.Entity(index), w.core.CreationOf(index)})
	}
}

// settle ends an operation: it removes stale edges outside the tables, then notifies monitors,
// unless they wait for the end of a scope.
func (w *World) settle() {
	for ; w.followed < len(w.touched); w.followed++ { // the list grows when edges to dead entities are removed
		e := w.touched[w.followed].entity
		alive := w.base.Alive(e)
		for _, r := range w.sparse {
			r.edges.follow(e, alive)
		}
	}
	if len(w.touched) > 0 && !w.stage.quiet {
		w.notify()
	}
}

// end ends an operation and returns its error.
func (w *World) end(err error) error {
	w.settle()
	return err
}

// untouch forgets the entities that an operation has changed.
func (w *World) untouch() { w.touched, w.followed = w.touched[:0], 0 }

// order returns the position of an alive entity in the order of creation.
func (w *World) order(e Entity) uint64 { return w.core.CreationOf(e.Index()) }
