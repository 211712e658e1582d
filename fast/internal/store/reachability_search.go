package store

import "sync"

// Below reports whether there is a path of one or more facts from d up to a, and how many steps the
// search took: 0 if the intervals answer the question.
func (l *Reachability) Below(d, a uint32) (below bool, steps int) {
	dn, known := l.byID.get(uint64(d))
	an, also := l.byID.get(uint64(a))
	switch {
	case !known || !also:
		return false, 0
	case !l.dirty && l.inside(dn, an):
		return true, 0
	case !l.dirty && l.IsTree():
		return false, 0
	}
	if below, steps = l.search(dn, an); l.dirty {
		l.walked.Add(int64(steps))
	}
	return below, steps
}

// search goes up from d over the facts beside the forest. If the intervals are clean, it uses them
// within the forest.
func (l *Reachability) search(d, a uint32) (found bool, steps int) {
	m := l.pool.get(len(l.nodes))
	defer l.pool.put(m)
	m.todo = append(m.todo, d)
	for len(m.todo) > 0 && !found {
		n := m.todo[len(m.todo)-1]
		m.todo = m.todo[:len(m.todo)-1]
		if steps++; !l.dirty && l.inside(n, a) {
			return true, steps
		}
		if !l.dirty {
			n = l.nodes[n].wide
		}
		for ; n != 0 && m.add(n); n = l.over(n) {
			steps++
			for f := l.nodes[n].more; f != 0; f = l.further.list[f].nextParent {
				p := l.further.list[f].parent
				found = found || p == a
				m.todo = append(m.todo, p)
				steps++
			}
			if found = found || l.nodes[n].parent == a; found {
				break
			}
		}
	}
	return found, steps
}

// over returns the next node upward that search must visit.
func (l *Reachability) over(n uint32) uint32 {
	if n = l.nodes[n].parent; !l.dirty {
		n = l.nodes[n].wide
	}
	return n
}

// Descendants returns everything below a, depth first, each once, without a itself, with 0 in place
// of removed leaves. ok is false unless the intervals are clean and there are no facts beside the
// forest. The slice is valid until the next change.
func (l *Reachability) Descendants(a uint32) (below []uint32, ok bool) {
	if !l.Clean() {
		return nil, false
	}
	n, known := l.byID.get(uint64(a))
	if !known || l.nodes[n].begin == l.nodes[n].end {
		return nil, true
	}
	return l.order[l.nodes[n].begin+1 : min(l.nodes[n].end, uint32(len(l.order)))], true
}

// Walk appends everything below a, each once. It appends a itself only if a lies on a cycle. It
// takes time proportional to the result and the facts between.
func (l *Reachability) Walk(to []uint32, a uint32) (below []uint32) {
	if list, clean := l.Descendants(a); clean {
		for _, index := range list {
			if index != 0 {
				to = append(to, index)
			}
		}
		return to
	}
	root, known := l.byID.get(uint64(a))
	if !known {
		return to
	}
	start := len(to)
	if l.IsTree() {
		for n := l.nodes[root].first; n != 0; n = l.follow(n, root) {
			to = append(to, l.nodes[n].index)
		}
	} else {
		to = l.spread(to, root)
	}
	if l.dirty {
		l.walked.Add(int64(len(to) - start))
	}
	return to
}

// spread implements Walk if some facts are beside the forest.
func (l *Reachability) spread(to []uint32, root uint32) []uint32 {
	m := l.pool.get(len(l.nodes))
	defer l.pool.put(m)
	visit := func(n uint32) {
		if m.add(n) {
			to = append(to, l.nodes[n].index)
		}
	}
	for n, i := root, 0; ; i++ {
		for c := l.nodes[n].first; c != 0; c = l.nodes[c].next {
			visit(c)
		}
		for f := l.nodes[n].under; f != 0; f = l.further.list[f].nextChild {
			visit(l.further.list[f].child)
		}
		if i == len(m.added) {
			return to
		}
		n = m.added[i]
	}
}

// follow returns the node after n in the depth-first order of the tree of root.
func (l *Reachability) follow(n, root uint32) uint32 {
	if l.nodes[n].first != 0 {
		return l.nodes[n].first
	}
	for n != root && l.nodes[n].next == 0 {
		n = l.nodes[n].parent
	}
	if n == root {
		return 0
	}
	return l.nodes[n].next
}

// Climb appends everything above a node, nearest first, even if the intervals are dirty. If one of
// the nodes has two parents or they form a cycle, it appends nothing and returns false.
func (l *Reachability) Climb(to []uint32, from uint32) (above []uint32, ok bool) {
	n, known := l.byID.get(uint64(from))
	if !known {
		return to, true
	}
	start := len(to)
	for {
		if n, ok = l.onlyParent(n); !ok || len(to)-start > l.facts {
			return to[:start], false
		}
		if n == 0 {
			return to, true
		}
		to = append(to, l.nodes[n].index)
	}
}

// onlyParent returns the parent of a node, or 0 if it has none. It returns false if the node has
// several.
func (l *Reachability) onlyParent(n uint32) (uint32, bool) {
	node := &l.nodes[n]
	switch {
	case node.more == 0:
		return node.parent, true
	case node.parent != 0 || l.further.list[node.more].nextParent != 0:
		return 0, false
	}
	return l.further.list[node.more].parent, true
}

// marks is a set of nodes. Once allocated, clearing it takes time proportional to its elements.
type marks struct {
	bits  []uint64
	added []uint32
	todo  []uint32
}

// add adds a node, and reports whether it is new.
func (m *marks) add(n uint32) bool {
	word, bit := &m.bits[n/64], uint64(1)<<(n%64)
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	m.added = append(m.added, n)
	return true
}

// marksPool has empty sets, for concurrent readers.
type marksPool struct{ pool sync.Pool }

func (p *marksPool) get(nodes int) *marks {
	m, _ := p.pool.Get().(*marks)
	if m == nil {
		m = &marks{}
	}
	if words := (nodes + 63) / 64; len(m.bits) < words {
		m.bits = make([]uint64, words+words/2)
	}
	return m
}

func (p *marksPool) put(m *marks) {
	for _, n := range m.added {
		m.bits[n/64] = 0
	}
	m.added, m.todo = m.added[:0], m.todo[:0]
	p.pool.Put(m)
}
