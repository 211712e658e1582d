package fast

import (
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// Closure answers whether an entity has a pair of one relationship, directly or because the pair
// follows from others: over several steps of a [Transitive] relationship, by inheritance, or with
// itself if the relationship is [Reflexive]. It gives the same answer as the term (relationship,
// target) of a [Rule] query. For example, if Manhattan is located in New York, New York is located
// in the USA, and LocatedIn is Transitive, Has(manhattan, usa) is true, but [World.HasPair] is
// false. Make one with [World.Closure] and keep it. If the relationship is deleted, or
// [World.Restore] or [World.Load] brings back a world without it, Has is false.
//
// Statements: QRY-592.
type Closure struct {
	w        *World
	q        *query.Query
	entity   Entity
	relation store.Relation
}

// Closure returns a Closure of a relationship. If the relationship is transitive, the world from
// then on keeps an index that answers whether one entity is above another; queries use the index,
// too. If each entity on the path has one target, Has takes constant time, however long the path
// is. If an entity has several targets, Has searches them. The index also has the pairs of
// [DontFragment] and [Union] relationships.
//
// Has does not use the index, and costs as much as a query for one entity, if the relationship is
// [Reflexive] or has instances, if any entity of the world has had a base, or if any id is switched
// off. In the profile flecs-3-beta, Has makes a query for each target. Closure panics if the
// relationship is not alive.
func (w *World) Closure(relationship Entity) *Closure {
	if err := w.core.CheckAlive(relationship); err != nil {
		panic(err)
	}
	c := &Closure{w: w, q: closureQuery(w, relationship, Variable(1)), entity: relationship}
	c.restored()
	w.typed.objects = append(w.typed.objects, c)
	return c
}

func (c *Closure) restored() { c.relation = c.w.relationOf(c.entity) }

// Has reports whether the pair with target holds for e. It is false for dead and for reserved
// entities.
func (c *Closure) Has(e, target Entity) bool {
	w := c.w
	t, _, alive := w.core.Store.Record(e)
	if !alive || !w.core.Store.Alive(target) || rules.IsBuiltin(e.Index()) || rules.IsBuiltin(target.Index()) ||
		!w.core.Store.Alive(c.entity) {
		return false
	}
	if w.core.Profile.Substitution {
		return c.holdsConst(e, target)
	}
	const other = rules.TraitReflexive | rules.TraitBase // with these traits, some pairs are not in the index
	f := w.core.Reach[c.entity.Index()]
	if f != nil && w.core.TraitsOf(c.entity.Index())&(rules.TraitTransitive|other) == rules.TraitTransitive &&
		!w.core.Toggles.Any() && !w.core.Instances {
		_, count, first := c.relation.Of(t)
		if first == rules.NonFragmentingMark {
			first, _ = w.core.NonFragmenting.By[c.entity.Index()].Target(e.Index())
		}
		switch {
		case count == 0:
			return false
		case count == 1 && first == target.Index():
			return true
		case count == 1:
			below, _ := f.Below(first, target.Index())
			return below
		}
		return c.w.reaches(f, t, e.Index(), c.entity.Index(), target.Index())
	}
	return c.holds(e, target)
}

// reaches reports whether a pair of a relationship with a target holds for an entity of a table,
// directly or by transitivity.
func (w *World) reaches(f *rules.ReachIndex, t store.Table, index, relationship, target uint32) bool {
	column, count := w.core.Store.Find(t, store.Pair(relationship, store.Wildcard))
	for _, id := range w.core.Store.IDs(t)[column:][:count] {
		first := w.core.Actual(id, index).Second()
		if first == target {
			return true
		}
		if below, _ := f.Below(first, target); below {
			return true
		}
	}
	return false
}

// holds is the slow path of Has: it runs a query for one entity.
func (c *Closure) holds(e, target Entity) bool {
	return holds(c.q, func(x *query.Exec) bool {
		return x.Preset(query.ThisSlot, e.Index()) && x.Preset(1, target.Index())
	})
}

// holdsConst is like holds for a term with a constant target. A constant also matches its
// instances; a variable with this value does not.
func (c *Closure) holdsConst(e, target Entity) bool {
	return holds(closureQuery(c.w, c.entity, target),
		func(x *query.Exec) bool { return x.Preset(query.ThisSlot, e.Index()) })
}

// closureQuery returns a query for (relationship, target) that also matches prefabs and disabled
// entities, which the queries of a program skip. So it must not be one that sharedTyped shares.
func closureQuery(w *World, relationship, target Entity) *query.Query {
	q := compileTyped(w, []Term{Pair(relationship, target), Rule}, nil).q
	q.Prefabs, q.Disabled = true, true
	return q
}

// holds runs a query and reports whether it has a row. First it calls preset, which sets variables
// of the query.
func holds(q *query.Query, preset func(*query.Exec) bool) bool {
	x, hit := q.NewExec(), query.RowExists(false)
	if preset(x) {
		x.Run(&hit)
	}
	x.Release()
	return bool(hit)
}
