package store

import (
	"slices"
	"sync/atomic"
)

// Reachability answers "is d below a" in constant time and "everything below a" as
// one slice, for a relationship whose facts (child, parent) form a forest:
// each node has the interval of its subtree in a depth-first order. The owner
// feeds it every fact.
//
// A new leaf under the last nodes of the order, and a leaf that goes, keep
// the labels; other changes make them dirty. Then Below walks up and Walk
// down along links between nodes, in time proportional to the depth and to
// the result, until [Reachability.Refresh] labels anew in linear time; Stale says
// when that pays. While the facts are no forest (a node with two parents, a
// cycle), ok is false and the owner must search the facts. Reading changes
// nothing.
type Reachability struct {
	nodes  []intervalNode // nodes[0] is unused
	byID   idMap          // index to node
	unused []uint32
	extra  []intervalFact // second and further parents
	order  []uint32       // indices, depth first; 0 where a leaf has gone
	holes  int
	facts  int
	dirty  bool
	cyclic bool
	walked atomic.Int64 // steps taken for want of labels
}

type intervalNode struct {
	index      uint32
	parent     uint32 // node numbers; 0 is none
	first      uint32
	next       uint32
	previous   uint32
	begin, end uint32 // the subtree is order[begin:end], the node itself first
}

type intervalFact struct{ child, parent uint32 }

// NewReachability makes labels without facts.
func NewReachability() *Reachability { return &Reachability{nodes: make([]intervalNode, 1)} }

// Add takes in the fact that parent is directly above child.
func (l *Reachability) Add(child, parent uint32) {
	c, p := l.node(child), l.node(parent)
	l.facts++
	if l.nodes[c].parent != 0 {
		l.extra = append(l.extra, intervalFact{child, parent})
		return
	}
	l.link(c, p)
	l.extend(c, p)
}

// extend keeps the labels of a clean forest if the new leaf c comes last.
func (l *Reachability) extend(c, p uint32) {
	node, at := &l.nodes[c], uint32(len(l.order))
	fresh := node.first == 0 && node.begin == node.end && c != p
	if l.dirty || l.cyclic || !fresh {
		l.dirty = true
		return
	}
	if l.nodes[p].begin == l.nodes[p].end { // a new root
		l.nodes[p].begin, l.nodes[p].end = at, at+1
		l.order = append(l.order, l.nodes[p].index)
		at++
	}
	if l.nodes[p].end != at {
		l.dirty = true
		return
	}
	node.begin, node.end = at, at+1
	l.order = append(l.order, node.index)
	for a := p; a != 0; a = l.nodes[a].parent {
		l.nodes[a].end = at + 1
	}
}

// Remove takes a fact back; unknown ones are ignored.
func (l *Reachability) Remove(child, parent uint32) {
	if i := slices.Index(l.extra, intervalFact{child, parent}); i >= 0 {
		l.extra = slices.Delete(l.extra, i, i+1)
		l.facts--
		if p, ok := l.byID.get(uint64(parent)); ok {
			l.dropIfAlone(p)
		}
		return
	}
	c, ok := l.byID.get(uint64(child))
	if !ok || l.nodes[c].parent == 0 || l.nodes[l.nodes[c].parent].index != parent {
		return
	}
	p := l.nodes[c].parent
	l.facts--
	l.dirty = l.dirty || l.cyclic || l.nodes[c].first != 0
	l.cyclic = false // or not; Refresh will tell
	l.unlink(c)
	if i := slices.IndexFunc(l.extra, func(f intervalFact) bool { return f.child == child }); i >= 0 {
		other := l.node(l.extra[i].parent)
		l.extra = slices.Delete(l.extra, i, i+1)
		l.link(c, other)
		l.dirty = true
	}
	l.dropIfAlone(c)
	l.dropIfAlone(p)
}

// Refresh labels anew if that is needed, in time proportional to the facts,
// and reports whether Descendants can be used.
func (l *Reachability) Refresh() bool {
	if !l.dirty {
		return l.Clean()
	}
	l.order, l.holes = l.order[:0], 0
	l.walked.Store(0)
	for n := range l.nodes {
		if l.nodes[n].index != 0 && l.nodes[n].parent == 0 {
			l.number(uint32(n))
		}
	}
	// Nodes that no root leads to lie on or below a cycle.
	l.cyclic = len(l.order) != len(l.nodes)-1-len(l.unused)
	l.dirty = false
	return l.Clean()
}

// number visits a tree without recursion, so that depth has no limit.
func (l *Reachability) number(root uint32) {
	for n := root; ; {
		l.nodes[n].begin = uint32(len(l.order))
		l.order = append(l.order, l.nodes[n].index)
		if l.nodes[n].first != 0 {
			n = l.nodes[n].first
			continue
		}
		for {
			l.nodes[n].end = uint32(len(l.order))
			if n == root {
				return
			}
			if l.nodes[n].next != 0 {
				n = l.nodes[n].next
				break
			}
			n = l.nodes[n].parent
		}
	}
}

// IsTree reports whether no node has two parents. (A cycle is found by
// Refresh only.)
func (l *Reachability) IsTree() bool { return len(l.extra) == 0 && !l.cyclic }

// Clean reports whether Below takes constant time and Descendants can be used.
func (l *Reachability) Clean() bool { return !l.dirty && l.IsTree() }

// Len is the number of facts.
func (l *Reachability) Len() int { return l.facts }

// Below reports whether there is a path of one or more facts from d up to a.
// ok is false if the facts are no forest. It takes constant time when clean,
// otherwise time proportional to the depth of d.
func (l *Reachability) Below(d, a uint32) (below, ok bool) {
	dn, known := l.byID.get(uint64(d))
	an, also := l.byID.get(uint64(a))
	switch {
	case !l.IsTree():
		return false, false
	case !known || !also:
		return false, true
	case !l.dirty:
		x, y := &l.nodes[dn], &l.nodes[an]
		return y.begin < x.begin && x.begin < y.end, true
	}
	steps := 0
	defer func() { l.walked.Add(int64(steps)) }()
	for n := l.nodes[dn].parent; n != 0; n = l.nodes[n].parent {
		if n == an {
			return true, true
		}
		if steps++; steps > l.facts { // a cycle that a is not on
			return false, false
		}
	}
	return false, true
}

// Stale reports whether so much has been walked since the labels became dirty
// that Refresh would have cost less.
func (l *Reachability) Stale() bool { return l.dirty && l.walked.Load() > int64(len(l.nodes)) }

// Descendants is everything below a, depth first, each once, without a, and
// with 0 in some places. ok is false unless the labels are clean. The slice is
// valid until the next change.
func (l *Reachability) Descendants(a uint32) (below []uint32, ok bool) {
	if !l.Clean() {
		return nil, false
	}
	n, known := l.byID.get(uint64(a))
	if !known || l.nodes[n].begin == l.nodes[n].end {
		return nil, true
	}
	return l.order[l.nodes[n].begin+1 : l.nodes[n].end], true
}

// Walk appends everything below a, depth first, each once, without a, whether
// the labels are clean or not. ok is false if the facts are no forest.
func (l *Reachability) Walk(to []uint32, a uint32) (below []uint32, ok bool) {
	if list, clean := l.Descendants(a); clean {
		for _, index := range list {
			if index != 0 {
				to = append(to, index)
			}
		}
		return to, true
	}
	root, known := l.byID.get(uint64(a))
	if !known || !l.IsTree() {
		return to, l.IsTree()
	}
	start := len(to)
	for n := l.nodes[root].first; n != 0; n = l.follow(n, root) {
		if to = append(to, l.nodes[n].index); len(to)-start > l.facts {
			return to[:start], false // a cycle
		}
	}
	l.walked.Add(int64(len(to) - start))
	return to, true
}

// follow is the node after n in the depth-first order of the tree of root.
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

// Climb appends everything above a node, nearest first, whether the labels are
// clean or not. ok is false, and nothing appended, if the facts are no forest.
func (l *Reachability) Climb(to []uint32, from uint32) (above []uint32, ok bool) {
	if !l.IsTree() {
		return to, false
	}
	n, known := l.byID.get(uint64(from))
	if !known {
		return to, true
	}
	start := len(to)
	for n = l.nodes[n].parent; n != 0; n = l.nodes[n].parent {
		if to = append(to, l.nodes[n].index); len(to)-start > l.facts {
			return to[:start], false // a cycle
		}
	}
	return to, true
}

// Clone copies the labels.
func (l *Reachability) Clone() *Reachability {
	return &Reachability{
		nodes: slices.Clone(l.nodes), byID: l.byID.clone(), unused: slices.Clone(l.unused),
		extra: slices.Clone(l.extra), order: slices.Clone(l.order), holes: l.holes,
		facts: l.facts, dirty: l.dirty, cyclic: l.cyclic,
	}
}

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

// dropIfAlone forgets a node without facts.
func (l *Reachability) dropIfAlone(n uint32) {
	node := &l.nodes[n]
	if node.index == 0 || node.parent != 0 || node.first != 0 {
		return
	}
	for _, f := range l.extra {
		if f.parent == node.index {
			return
		}
	}
	if !l.dirty && node.begin < node.end {
		l.order[node.begin] = 0
		l.holes++
		l.dirty = 2*l.holes > len(l.order)
	}
	l.byID.remove(uint64(node.index))
	l.nodes[n] = intervalNode{}
	l.unused = append(l.unused, n)
}
