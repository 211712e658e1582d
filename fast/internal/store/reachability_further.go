package store

// furtherFacts are the facts that are not in the spanning forest, in lists by child and by parent.
// Adding and removing take constant time.
type furtherFacts struct {
	list   []furtherFact // list[0] is unused
	byFact idMap         // child and parent to position
	unused uint32        // the first unused position, linked by nextParent
	count  int
}

// furtherFact is a fact in terms of node numbers. If child is 0, the position is unused.
type furtherFact struct {
	child, parent            uint32
	nextParent, beforeParent uint32 // facts of the same child
	nextChild, beforeChild   uint32 // facts of the same parent
}

func (f *furtherFacts) add(nodes []intervalNode, child, parent uint32) {
	if len(f.list) == 0 {
		f.list = make([]furtherFact, 1)
	}
	at := f.unused
	if at != 0 {
		f.unused = f.list[at].nextParent
	} else {
		at = uint32(len(f.list))
		f.list = append(f.list, furtherFact{})
	}
	fact := furtherFact{child: child, parent: parent, nextParent: nodes[child].more, nextChild: nodes[parent].under}
	f.list[at] = fact
	if fact.nextParent != 0 {
		f.list[fact.nextParent].beforeParent = at
	}
	if fact.nextChild != 0 {
		f.list[fact.nextChild].beforeChild = at
	}
	nodes[child].more, nodes[parent].under = at, at
	f.byFact.put(pairKey(child, parent), at)
	f.count++
}

// remove removes a fact, and reports whether it was there.
func (f *furtherFacts) remove(nodes []intervalNode, child, parent uint32) bool {
	at, known := f.byFact.get(pairKey(child, parent))
	if !known {
		return false
	}
	fact := f.list[at]
	if fact.beforeParent != 0 {
		f.list[fact.beforeParent].nextParent = fact.nextParent
	} else {
		nodes[child].more = fact.nextParent
	}
	if fact.nextParent != 0 {
		f.list[fact.nextParent].beforeParent = fact.beforeParent
	}
	if fact.beforeChild != 0 {
		f.list[fact.beforeChild].nextChild = fact.nextChild
	} else {
		nodes[parent].under = fact.nextChild
	}
	if fact.nextChild != 0 {
		f.list[fact.nextChild].beforeChild = fact.beforeChild
	}
	f.byFact.remove(pairKey(child, parent))
	f.list[at] = furtherFact{nextParent: f.unused}
	f.unused = at
	f.count--
	return true
}
