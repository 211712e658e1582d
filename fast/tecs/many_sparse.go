package tecs

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/fast"
)

// manySparse stores the edges of a sparse relationship with several targets. An entity with an edge
// has the relationship's entity as a tag in its table. The edges are in maps, by source and by
// target.
type manySparse struct {
	r       *Relationship
	forward map[Entity][]sparseEdge // by source, in the order of creation of the targets
	reverse map[Entity]*sourceSet   // by target
}

// sourceSet is the set of sources of a target, with the position of each, so that one can be
// removed in constant time.
type sourceSet struct {
	list []Entity
	at   map[Entity]int
}

func (s *sourceSet) add(e Entity) {
	s.at[e] = len(s.list)
	s.list = append(s.list, e)
}

func (s *sourceSet) remove(e Entity) {
	at, ok := s.at[e]
	if !ok {
		return
	}
	last := s.list[len(s.list)-1]
	s.list[at], s.at[last] = last, at
	s.list = s.list[:len(s.list)-1]
	delete(s.at, e)
}

func (m *manySparse) any() fast.ID { return fast.Single(m.r.entity) }

// find returns the position of an edge, or where it would be inserted.
func (m *manySparse) find(e, target Entity) (int, bool) {
	return slices.BinarySearchFunc(m.forward[e], target, func(edge sparseEdge, target Entity) int {
		return m.r.w.ordered(edge.target, target)
	})
}

func (m *manySparse) has(e, target Entity) bool {
	if !m.r.w.base.Alive(target) {
		return false
	}
	_, ok := m.find(e, target)
	return ok
}

func (m *manySparse) first(e Entity) Entity {
	if list := m.forward[e]; len(list) > 0 {
		return list[0].target
	}
	return 0
}

func (m *manySparse) targets(e Entity) (targets []Entity) {
	for _, edge := range m.forward[e] {
		targets = append(targets, edge.target)
	}
	return targets
}

func (m *manySparse) sources(to []Entity, target Entity) []Entity {
	if s := m.reverse[target]; s != nil {
		to = append(to, s.list...)
	}
	return to
}

func (m *manySparse) value(e, target Entity) any {
	at, _ := m.find(e, target)
	return m.forward[e][at].value
}

func (m *manySparse) extraEdges(e Entity) int { return max(0, len(m.forward[e])-1) }

func (m *manySparse) set(e, target Entity, value any) error {
	if value != nil {
		value = m.r.data.copy(value)
	}
	at, ok := m.find(e, target)
	if ok {
		m.forward[e][at].value = value
		return nil
	}
	if err := m.r.w.base.Add(e, m.any()); err != nil {
		return err
	}
	m.forward[e] = slices.Insert(m.forward[e], at, sparseEdge{target, value})
	s := m.reverse[target]
	if s == nil {
		s = &sourceSet{at: map[Entity]int{}}
		m.reverse[target] = s
	}
	s.add(e)
	return nil
}

func (m *manySparse) remove(e, target Entity) error {
	if !m.has(e, target) {
		return nil
	}
	at, _ := m.find(e, target)
	m.forward[e] = slices.Delete(m.forward[e], at, at+1)
	m.forget(target, e)
	if len(m.forward[e]) > 0 {
		return nil
	}
	delete(m.forward, e)
	return m.r.w.base.Remove(e, m.any())
}

func (m *manySparse) removeAll(e Entity) error {
	m.dropSource(e)
	return m.r.w.base.Remove(e, m.any())
}

// dropSource removes the edges of a source.
func (m *manySparse) dropSource(e Entity) {
	for _, edge := range m.forward[e] {
		m.forget(edge.target, e)
	}
	delete(m.forward, e)
}

// forget removes a source from the sources of a target.
func (m *manySparse) forget(target, source Entity) {
	s := m.reverse[target]
	if s == nil {
		return
	}
	if s.remove(source); len(s.list) == 0 {
		delete(m.reverse, target)
	}
}

// follow removes the edges of an entity that has lost the tag, and the edges to an entity that has
// died.
func (m *manySparse) follow(e Entity, alive bool) {
	if !alive || !m.r.w.base.Owns(e, m.any()) {
		m.dropSource(e)
	}
	s := m.reverse[e]
	if alive || s == nil {
		return
	}
	for _, source := range s.list {
		list := slices.DeleteFunc(m.forward[source], func(edge sparseEdge) bool { return edge.target == e })
		if m.forward[source] = list; len(list) > 0 {
			continue
		}
		delete(m.forward, source)
		if m.r.w.base.Alive(source) {
			_ = m.r.w.base.Remove(source, m.any()) // cannot fail: the tag is ours and has no policies
		}
	}
	delete(m.reverse, e)
}

func (m *manySparse) save() any { return m.clone() }

func (m *manySparse) restore(saved any) {
	m.forward, m.reverse = map[Entity][]sparseEdge{}, map[Entity]*sourceSet{}
	if saved != nil {
		*m = *saved.(*manySparse).clone()
	}
}

func (m *manySparse) clone() *manySparse {
	c := &manySparse{r: m.r, forward: maps.Clone(m.forward), reverse: maps.Clone(m.reverse)}
	for e, list := range c.forward {
		list = slices.Clone(list)
		for i := range list {
			if list[i].value != nil {
				list[i].value = m.r.copy(list[i].value)
			}
		}
		c.forward[e] = list
	}
	for target, s := range c.reverse {
		c.reverse[target] = &sourceSet{slices.Clone(s.list), maps.Clone(s.at)}
	}
	return c
}
