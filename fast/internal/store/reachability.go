package store

import (
	"math"
	"sync/atomic"
)

// Reachability answers "is d below a" and "list everything below a" for a relationship. The owner
// adds its facts (child, parent). Reachability builds a spanning forest of the facts: each node has
// one tree parent, and the interval of its subtree in a depth-first order. All other facts, further
// parents and those that close a cycle, are stored beside the forest. If there are none, "is d
// below a" compares intervals and "everything below a" is a slice. Otherwise a search follows the
// further parents of the ancestors of d. Each node refers to its nearest ancestor with further
// parents, so the search visits only those.
//
// For example, with ship in dock, dock in port, and ship in fleet, the tree is port, dock, ship,
// and (ship, fleet) is stored beside it. The intervals tell that ship is in port; the search finds
// that ship is in fleet at its further parent.
//
// Adding a leaf under one of the last nodes of the order, and removing a leaf, usually keep the
// intervals valid, and so do changes beside the forest, unless a node with children gets a further
// parent. Other changes make the intervals dirty. Until [Reachability.Refresh] rebuilds them in
// linear time, answers follow links between nodes, in time proportional to the entities above or
// below; Stale reports when a refresh pays off. Concurrent reads are safe.
type Reachability struct {
	nodes   []intervalNode // nodes[0] is unused
	byID    idMap          // index to node
	unused  []uint32
	further furtherFacts
	order   []uint32 // indices, depth first; 0 in place of a removed leaf
	holes   int
	edge    uint32 // the last node of the order; its interval and those of its ancestors are open
	facts   int
	dirty   bool
	// A root has further parents; one of them may become its tree parent after other changes.
	stuck  bool
	walked atomic.Int64 // steps taken because the intervals were dirty
	pool   marksPool
}

// open is the end of an interval that ends with the order.
const open = math.MaxUint32

type intervalNode struct {
	index      uint32
	parent     uint32 // node numbers; 0 is none
	first      uint32
	next       uint32
	previous   uint32
	begin, end uint32 // the subtree is order[begin:end], the node itself first; equal if the node has no interval
	more       uint32 // the first fact with a further parent, 0 if none
	under      uint32 // the first fact for which this node is the further parent, 0 if none
	// The nearest ancestor with further parents, or the node itself. That ancestor may have lost
	// them since.
	wide uint32
}

// NewReachability returns an index without facts.
func NewReachability() *Reachability { return &Reachability{nodes: make([]intervalNode, 1)} }

// Add adds the fact that parent is directly above child.
func (l *Reachability) Add(child, parent uint32) {
	c, p := l.node(child), l.node(parent)
	l.facts++
	if node := &l.nodes[c]; node.parent == 0 && l.mayLink(c, p) {
		l.link(c, p)
		l.extend(c, p)
		return
	}
	l.further.add(l.nodes, c, p)
	node := &l.nodes[c]
	node.wide = c
	l.dirty = l.dirty || node.first != 0 // the field wide of the nodes below is wrong
	l.stuck = l.stuck || node.parent == 0
}

// mayLink reports whether the root c may get the tree parent p: a quick test shows that the link
// closes no cycle.
func (l *Reachability) mayLink(c, p uint32) bool {
	switch {
	case c == p:
		return false
	case l.nodes[c].first == 0 || l.nodes[p].parent == 0:
		return true
	}
	return !l.dirty && !l.inside(p, c)
}

// inside reports whether the interval of d lies in that of a.
func (l *Reachability) inside(d, a uint32) bool {
	x, y := &l.nodes[d], &l.nodes[a]
	return y.begin < x.begin && x.begin < y.end
}

// extend keeps the intervals valid if the new leaf c comes last. Intervals that end with the order
// stay open. Each is closed once, so a step takes amortised constant time.
func (l *Reachability) extend(c, p uint32) {
	node := &l.nodes[c]
	if l.dirty || node.first != 0 || node.begin != node.end {
		l.dirty = true
		return
	}
	if above := &l.nodes[p]; above.begin == above.end { // a new root
		l.close(0)
		l.enter(p)
	} else if above.end != open {
		l.dirty = true
		return
	}
	l.close(p)
	l.enter(c)
}

// close ends the open intervals below a node, or all of them for 0.
func (l *Reachability) close(p uint32) {
	for n := l.edge; n != p; n = l.nodes[n].parent {
		l.nodes[n].end = uint32(len(l.order))
	}
	l.edge = p
}

// enter appends a node to the order.
func (l *Reachability) enter(n uint32) {
	node := &l.nodes[n]
	node.begin, node.end = uint32(len(l.order)), open
	l.order = append(l.order, node.index)
	if node.wide = n; node.more == 0 {
		node.wide = l.nodes[node.parent].wide
	}
	l.edge = n
}

// Remove removes a fact. Unknown facts are ignored.
func (l *Reachability) Remove(child, parent uint32) {
	c, ok := l.byID.get(uint64(child))
	p, also := l.byID.get(uint64(parent))
	switch {
	case !ok || !also:
		return
	case l.nodes[c].parent == p:
		l.cut(c)
	case !l.further.remove(l.nodes, c, p):
		return
	}
	l.facts--
	l.dropIfAlone(c)
	if c != p {
		l.dropIfAlone(p)
	}
}

// cut removes a node from its parent. If the node is not a leaf or has further parents, or if a
// root may now get a tree parent, the intervals become dirty.
func (l *Reachability) cut(c uint32) {
	node := &l.nodes[c]
	l.dirty = l.dirty || l.stuck || node.first != 0 || node.more != 0
	if !l.dirty {
		l.vacate(c)
	}
	l.unlink(c)
	node.wide = 0
	if node.more != 0 {
		node.wide, l.stuck = c, true
	}
}

// vacate leaves a hole in the order in place of a leaf.
func (l *Reachability) vacate(c uint32) {
	node := &l.nodes[c]
	if node.begin == node.end {
		return
	}
	if l.edge == c {
		l.edge = node.parent
	}
	l.order[node.begin] = 0
	l.holes++
	l.dirty = 2*l.holes > len(l.order)
	node.begin, node.end = 0, 0
}

// Refresh rebuilds the intervals if they are dirty, in time proportional to the facts, and reports
// whether Descendants can be used.
func (l *Reachability) Refresh() bool {
	if !l.dirty {
		return l.Clean()
	}
	l.promote()
	l.order, l.holes, l.edge = l.order[:0], 0, 0
	l.walked.Store(0)
	for n := range l.nodes {
		if l.nodes[n].index != 0 && l.nodes[n].parent == 0 {
			l.number(uint32(n))
		}
	}
	l.dirty = false
	return l.Clean()
}

// promote makes further parents of roots their tree parents, if that closes no cycle.
func (l *Reachability) promote() {
	if !l.stuck {
		return
	}
	l.stuck = false
	above := make([]uint32, len(l.nodes)) // a node nearer to the root, or the root
	for n := range l.nodes {
		above[n] = l.nodes[n].parent
	}
	root := func(n uint32) uint32 {
		for above[n] != 0 {
			if over := above[above[n]]; over != 0 {
				above[n] = over
			}
			n = above[n]
		}
		return n
	}
	for n := uint32(1); int(n) < len(l.nodes); n++ {
		if l.nodes[n].parent != 0 || l.nodes[n].more == 0 {
			continue
		}
		for f := l.nodes[n].more; f != 0; f = l.further.list[f].nextParent {
			if p := l.further.list[f].parent; root(p) != n {
				l.further.remove(l.nodes, n, p)
				l.link(n, p)
				above[n] = p
				break
			}
		}
		l.stuck = l.stuck || l.nodes[n].parent == 0
	}
}

// number assigns the intervals of a tree without recursion, so that depth has no limit.
func (l *Reachability) number(root uint32) {
	l.close(0)
	for n := root; ; {
		l.enter(n)
		if l.nodes[n].first != 0 {
			n = l.nodes[n].first
			continue
		}
		for n != root && l.nodes[n].next == 0 {
			n = l.nodes[n].parent
		}
		if n == root {
			return
		}
		l.close(l.nodes[n].parent)
		n = l.nodes[n].next
	}
}

// IsTree reports whether there are no facts beside the forest. After Refresh this means that no
// node has two parents and there is no cycle.
func (l *Reachability) IsTree() bool { return l.further.count == 0 }

// Clean reports whether Below takes constant time and Descendants can be used.
func (l *Reachability) Clean() bool { return !l.dirty && l.IsTree() }

// Len returns the number of facts.
func (l *Reachability) Len() int { return l.facts }

// Stale reports whether more steps were taken since the intervals became dirty than Refresh would
// have cost.
func (l *Reachability) Stale() bool { return l.dirty && l.walked.Load() > int64(len(l.nodes)) }

func (l *Reachability) node(index uint32) uint32 {
	if n, ok := l.byID.get(uint64(index)); ok {
		return n
	}
	number := uint32(len(l.nodes))
	if n := len(l.unused); n > 0 {
		number = l.unused[n-1]
		l.unused = l.unused[:n-1]
	} else {
		l.nodes = append(l.nodes, intervalNode{})
	}
	l.nodes[number] = intervalNode{index: index}
	l.byID.put(uint64(index), number)
	return number
}

func (l *Reachability) link(c, p uint32) {
	node := &l.nodes[c]
	node.parent, node.next, node.previous = p, l.nodes[p].first, 0
	if node.next != 0 {
		l.nodes[node.next].previous = c
	}
	l.nodes[p].first = c
}

func (l *Reachability) unlink(c uint32) {
	node := &l.nodes[c]
	if node.previous != 0 {
		l.nodes[node.previous].next = node.next
	} else {
		l.nodes[node.parent].first = node.next
	}
	if node.next != 0 {
		l.nodes[node.next].previous = node.previous
	}
	node.parent, node.next, node.previous = 0, 0, 0
}

// dropIfAlone removes a node without facts.
func (l *Reachability) dropIfAlone(n uint32) {
	node := &l.nodes[n]
	if node.index == 0 || node.parent != 0 || node.first != 0 || node.more != 0 || node.under != 0 {
		return
	}
	if !l.dirty {
		l.vacate(n)
	}
	l.byID.remove(uint64(node.index))
	l.nodes[n] = intervalNode{}
	l.unused = append(l.unused, n)
}
