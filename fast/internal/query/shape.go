package query

import (
	"github.com/relspec/relspec/fast/internal/rules"
)

// Mixed is a number that other numbers are mixed into, one after the other.
type Mixed uint64

// With mixes a number in.
func (m Mixed) With(n uint64) Mixed {
	h := (uint64(m) ^ n) * 0x9E3779B97F4A7C15
	return Mixed(h ^ h>>29)
}

// WithText mixes a word in.
func (m Mixed) WithText(word string) Mixed {
	for i := range len(word) {
		m = m.With(uint64(word[i]))
	}
	return m
}

// Shape mixes the plan that the query would have now into whole, without the names and numbers of entities in it, and gives each two steps that
// follow each other as a part.
func (q *Query) Shape(part func(Mixed), whole *Mixed) {
	x := q.NewExec()
	defer x.Release()
	x.PlanFor(0)
	if o := q.Ordering; o != nil {
		*whole = whole.with(o.Sorts, o.Desc, o.Groups, o.Cascades, o.Deepest, o.Field >= 0)
	}
	*whole = whole.with(q.Cache != nil, x.AnyBases, x.Toggled, q.Detects, q.Hidden)
	before := Mixed(0)
	for i := range x.steps {
		step := x.steps[i].shape(x)
		part(before.With(uint64(step)))
		*whole = whole.With(uint64(step))
		before = step
	}
}

// with mixes facts in.
func (m Mixed) with(facts ...bool) Mixed {
	n := uint64(1)
	for _, fact := range facts {
		n <<= 1
		if fact {
			n |= 1
		}
	}
	return m.With(n)
}

// shape is a step without the names and numbers of entities in it.
func (s *Step) shape(x *Exec) Mixed {
	m := Mixed(s.Kind)
	for i := range s.Terms {
		m = m.With(uint64(s.Terms[i].shape(x)))
	}
	return m
}

func (m *Match) shape(x *Exec) Mixed {
	h := Mixed(0).WithText(string(m.node.Oper)).with(
		m.Dead, m.transitive, m.reflexive, m.inherited, m.anyTarget, m.skipOwn, m.single, m.storedPair, m.lists != nil, m.Compares, m.Member != nil,
		m.firstSelf, m.SecondSelf,
	)
	h = h.With(uint64(min(len(m.subclasses), 2)))
	for _, e := range [...]Element{m.First, m.Second, m.Src} {
		h = h.With(x.shapeOf(e))
	}
	if t := m.Traversal; t != nil {
		h = h.with(t.Self, t.Up).With(x.shapeOf(Element{Kind: ElementConst, Entity: t.Relation}))
	}
	for _, s := range [...]*Set{m.Sets.First, m.Sets.Second, m.Sets.Src} {
		if s != nil {
			h = h.with(s.Self, s.Up, s.Down, s.All)
		}
	}
	return h
}

// shapedTraits are the traits that decide how the ids of an element are looked for.
const shapedTraits = rules.TraitExclusive | rules.TraitUnion | rules.TraitTransitive | rules.TraitReflexive | rules.TraitAcyclic |
	rules.TraitInherited | rules.TraitNonFragmenting | rules.TraitBase | rules.TraitComponent

// shapeOf is an element without the entity of the program in it.
func (x *Exec) shapeOf(e Element) uint64 {
	m := Mixed(e.Kind)
	switch index := e.Entity.Index(); e.Kind {
	case ElementVar, ElementLookup:
		m = m.With(uint64(e.Slot))
	case ElementConst:
		if rules.IsBuiltin(index) {
			m = m.With(uint64(index))
		} else if x.Store.Alive(e.Entity) {
			m = m.With(uint64(x.W.TraitsOf(index) & shapedTraits))
		}
	case ElementNone, ElementStar, ElementAny:
	}
	return uint64(m)
}

// CacheState says in which way the kept matches of a query are out of date, and how it keeps them; 0 if it keeps none.
func (q *Query) CacheState() Mixed {
	c, w := q.Cache, q.W
	if c == nil {
		return 0
	}
	m := Mixed(1).with(
		c.valid, c.epoch == w.Epoch, c.traits == w.TraitChanges, c.tables == w.TableLog.End(), c.bases == w.BaseLog.End(),
		c.singles, c.plain, c.distant, c.fixedHolds(q), q.cacheable(), Hides(&w.Toggles, q), c.heads != nil, q.Ordering != nil,
	)
	return m.With(uint64(min(len(c.matches), 2))).with(w.Instances, w.NonFragmenting.Any())
}
