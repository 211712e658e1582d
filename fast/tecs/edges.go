package tecs

import (
	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/internal/store"
)

// edges stores the edges of a relationship. Sources and targets are alive, unless a method says
// otherwise. A value is nil if the relationship has no data.
type edges interface {
	// any returns the id or pattern that an entity has if it has any edge.
	any() fast.ID
	// has reports whether an edge exists. The target may be dead.
	has(e, target Entity) bool
	// first returns the target that was created first, or the zero Entity.
	first(e Entity) Entity
	// targets lists the targets in the order of their creation.
	targets(e Entity) []Entity
	// sources appends the sources in no particular order.
	sources(to []Entity, target Entity) []Entity
	// extraEdges returns the number of edges of an entity that have no id of their own in its
	// table.
	extraEdges(e Entity) int
	// value returns the value of an existing edge.
	value(e, target Entity) any
	// set adds an edge, or replaces the value of an existing one. If the relationship is exclusive,
	// it removes any other edge.
	set(e, target Entity, value any) error
	// remove removes an edge if it exists; removeAll removes all edges of a source.
	remove(e, target Entity) error
	removeAll(e Entity) error
	// follow removes the edges outside the tables that are stale after a change or the death of an
	// entity.
	follow(e Entity, alive bool)
	// save copies the edges outside the tables, or returns nil.
	save() any
	// restore is called when the relationship gets an entity, also by a restore of the world. It
	// restores the edges outside the tables; nil means none.
	restore(saved any)
}

// pairs stores edges as pairs of the underlying world: in its tables, or as non-fragmenting pairs.
type pairs struct {
	r      *Relationship
	reader *fast.Relationship
}

func (p *pairs) restore(any) { p.reader = p.r.w.base.Relationship(p.r.entity) }

func (p *pairs) any() fast.ID { return fast.Pair(p.r.entity, fast.Any) }

func (p *pairs) id(target Entity) fast.ID { return fast.Pair(p.r.entity, target) }

func (p *pairs) has(e, target Entity) bool { return p.r.w.base.Owns(e, p.id(target)) }

func (p *pairs) first(e Entity) Entity { return p.reader.Target(e) }

func (p *pairs) targets(e Entity) []Entity { return p.r.w.base.Targets(e, p.r.entity) }

func (p *pairs) sources(to []Entity, target Entity) []Entity {
	core, first := p.r.w.core, p.r.entity.Index()
	if x := core.NonFragmenting.By[first]; x != nil {
		for _, index := range x.Sources(target.Index()) {
			to = append(to, core.Entity(index))
		}
	}
	for _, posting := range core.Store.Lookup(store.Pair(first, target.Index())) {
		to = append(to, core.Store.Entities(posting.Table)...)
	}
	return to
}

// extraEdges returns 0: the table of a source has an id for each pair, or one for its only
// non-fragmenting pair.
func (p *pairs) extraEdges(Entity) int { return 0 }

func (p *pairs) add(e, target Entity) error { return p.r.w.base.AddPair(e, p.r.entity, target) }

func (p *pairs) remove(e, target Entity) error { return p.r.w.base.RemovePair(e, p.r.entity, target) }

func (p *pairs) removeAll(e Entity) error {
	return p.r.w.base.RemovePair(e, p.r.entity, fast.Wildcard)
}

// denseEdges stores edges in the tables, with their values in columns. Sources with different
// targets are in different tables.
type denseEdges struct{ pairs }

func (d *denseEdges) value(e, target Entity) any {
	if d.r.data == nil {
		return nil
	}
	return d.r.data.get(d.r.w.base, e, d.id(target))
}

func (d *denseEdges) set(e, target Entity, value any) error {
	if value == nil {
		return d.add(e, target)
	}
	return d.r.data.set(d.r.w.base, e, d.id(target), value)
}

func (d *denseEdges) follow(Entity, bool) {}
func (d *denseEdges) save() any           { return nil }

// oneSparse stores the edges of an exclusive sparse relationship: as non-fragmenting pairs, with
// the values in a map.
type oneSparse struct {
	pairs
	values map[Entity]sparseEdge // by source
}

// sparseEdge is an edge outside the tables.
type sparseEdge struct {
	target Entity
	value  any
}

func (o *oneSparse) value(e, _ Entity) any { return o.values[e].value }

func (o *oneSparse) set(e, target Entity, value any) error {
	if err := o.add(e, target); err != nil || value == nil {
		return err
	}
	if o.values == nil {
		o.values = map[Entity]sparseEdge{}
	}
	o.values[e] = sparseEdge{target, o.r.data.copy(value)}
	return nil
}

func (o *oneSparse) follow(e Entity, alive bool) {
	if v, ok := o.values[e]; ok && (!alive || o.first(e) != v.target) {
		delete(o.values, e)
	}
}

func (o *oneSparse) save() any {
	saved := make(map[Entity]sparseEdge, len(o.values))
	for e, v := range o.values {
		saved[e] = sparseEdge{v.target, o.r.copy(v.value)}
	}
	return saved
}

func (o *oneSparse) restore(saved any) {
	o.pairs.restore(nil)
	if o.values = nil; saved != nil {
		o.values = saved.(map[Entity]sparseEdge)
		o.values = o.save().(map[Entity]sparseEdge) // a copy
	}
}

// ordered compares two alive entities by the order of their creation.
func (w *World) ordered(a, b Entity) int { return w.core.CompareEntities(a.Index(), b.Index()) }
