package tecs

import (
	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/internal/store"
)

// edges is where the edges of a relationship lie. Sources and targets are alive, unless a method
// says otherwise; a value is nil where the relationship has no data.
type edges interface {
	// reset is called when the relationship has got another entity.
	reset()
	// any is the id, with a wildcard perhaps, that an entity has if it has any edge.
	any() fast.ID
	// has reports whether there is an edge; the target may be dead.
	has(e, target Entity) bool
	// first is the target that was created first, the zero Entity for none.
	first(e Entity) Entity
	// targets appends the targets in the order of their creation.
	targets(to []Entity, e Entity) []Entity
	// sources appends the sources in no particular order.
	sources(to []Entity, target Entity) []Entity
	// extraEdges is how many more edges an entity has than its table shows.
	extraEdges(e Entity) int
	// value is the value of an edge that there is.
	value(e, target Entity) any
	// set makes an edge, or replaces the value of the one that there is. Of an exclusive
	// relationship, any other edge goes.
	set(e, target Entity, value any) error
	// remove ends an edge if there is one, removeAll all of a source.
	remove(e, target Entity) error
	removeAll(e Entity) error
	// follow drops the edges beside the tables that a change of an entity, or its death, has made stale.
	follow(e Entity, alive bool)
	// save copies the edges beside the tables, restore brings them back; nil is none.
	save() any
	restore(saved any)
}

// pairs are edges that are pairs of the world behind: in its tables, or in its storage for pairs that do not fragment.
type pairs struct {
	r      *Relationship
	reader *fast.Relationship
}

func (p *pairs) reset() { p.reader = p.r.w.base.Relationship(p.r.entity) }

func (p *pairs) any() fast.ID { return fast.Pair(p.r.entity, fast.Any) }

func (p *pairs) id(target Entity) fast.ID { return fast.Pair(p.r.entity, target) }

func (p *pairs) has(e, target Entity) bool { return p.r.w.base.Owns(e, p.id(target)) }

func (p *pairs) first(e Entity) Entity { return p.reader.Target(e) }

func (p *pairs) targets(to []Entity, e Entity) []Entity {
	return append(to, p.r.w.base.Targets(e, p.r.entity)...)
}

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

// extraEdges is 0: the table of a source has an id for each pair, or one for the only pair that does not fragment.
func (p *pairs) extraEdges(Entity) int { return 0 }

func (p *pairs) add(e, target Entity) error { return p.r.w.base.AddPair(e, p.r.entity, target) }

func (p *pairs) remove(e, target Entity) error { return p.r.w.base.RemovePair(e, p.r.entity, target) }

func (p *pairs) removeAll(e Entity) error {
	return p.r.w.base.RemovePair(e, p.r.entity, fast.Wildcard)
}

// denseEdges lie in the tables, with their values in columns: a table for each target.
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
func (d *denseEdges) restore(any)         {}

// oneSparse is for a sparse relationship that is exclusive: its pairs do not fragment, and their
// values lie beside them.
type oneSparse struct {
	pairs
	values map[Entity]targetValue // by source
}

type targetValue struct {
	target Entity
	value  any
}

func (o *oneSparse) value(e, _ Entity) any { return o.values[e].value }

func (o *oneSparse) set(e, target Entity, value any) error {
	if err := o.add(e, target); err != nil || value == nil {
		return err
	}
	if o.values == nil {
		o.values = map[Entity]targetValue{}
	}
	o.values[e] = targetValue{target, o.r.data.copy(value)}
	return nil
}

func (o *oneSparse) follow(e Entity, alive bool) {
	if v, ok := o.values[e]; ok && (!alive || o.first(e) != v.target) {
		delete(o.values, e)
	}
}

func (o *oneSparse) save() any {
	saved := make(map[Entity]targetValue, len(o.values))
	for e, v := range o.values {
		saved[e] = targetValue{v.target, o.r.copy(v.value)}
	}
	return saved
}

func (o *oneSparse) restore(saved any) {
	o.values = nil
	if saved != nil {
		o.values = (&oneSparse{pairs: o.pairs, values: saved.(map[Entity]targetValue)}).save().(map[Entity]targetValue)
	}
}

// ordered compares two alive entities by the order of their creation.
func (w *World) ordered(a, b Entity) int { return w.core.CompareEntities(a.Index(), b.Index()) }
