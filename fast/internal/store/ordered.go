package store

import "slices"

// Ordered stores the sources of each target of a relationship in an order that does not depend on
// tables. Each target has a circular list: a head, then its sources. Everything except listing and
// copying takes constant time. Sources and targets are indices, which are never 0; the owner must
// add and remove every pair.
type Ordered struct {
	links  []orderLink // 0 is none
	free   uint32      // the first unused link
	places idMap       // source and target to link; 0 and target to head
	pairs  int
}

// orderLink is a source in the list of its target, or the head of the list.
type orderLink struct {
	index          uint32 // the source, or the target in a head
	next, previous uint32
	length         uint32 // the number of sources in a head, 0 in a source
}

// NewOrdered returns an empty relationship.
func NewOrdered() *Ordered { return &Ordered{links: make([]orderLink, 1)} }

// pairKey returns the key of a pair in an idMap.
func pairKey(source, target uint32) uint64 { return uint64(source)<<32 | uint64(target) }

// Append adds a source at the end of a target's list. The source must not be in it.
func (o *Ordered) Append(source, target uint32) {
	head, ok := o.places.get(pairKey(0, target))
	if !ok {
		head = o.newLink(0, target)
		o.links[head] = orderLink{index: target, next: head, previous: head}
	}
	n := o.newLink(source, target)
	o.links[n] = orderLink{index: source}
	o.links[head].length++
	o.pairs++
	o.tie(n, o.links[head].previous)
}

func (o *Ordered) newLink(source, target uint32) uint32 {
	n := o.free
	if n != 0 {
		o.free = o.links[n].next
	} else {
		n = uint32(len(o.links))
		o.links = append(o.links, orderLink{})
	}
	o.places.put(pairKey(source, target), n)
	return n
}

// Remove removes a source from a target's list, if it is there.
func (o *Ordered) Remove(source, target uint32) {
	n, ok := o.places.get(pairKey(source, target))
	if !ok || source == 0 {
		return
	}
	o.untie(n)
	o.drop(n, source, target)
	o.pairs--
	head, _ := o.places.get(pairKey(0, target))
	if o.links[head].length--; o.links[head].length == 0 {
		o.drop(head, 0, target)
	}
}

func (o *Ordered) drop(n, source, target uint32) {
	o.places.remove(pairKey(source, target))
	o.links[n] = orderLink{next: o.free}
	o.free = n
}

// Has reports whether a source is in a target's list.
func (o *Ordered) Has(source, target uint32) bool {
	_, ok := o.places.get(pairKey(source, target))
	return ok && source != 0
}

// Previous returns the source before a given one in a target's list, or 0 if that is the first.
func (o *Ordered) Previous(source, target uint32) uint32 {
	n, _ := o.places.get(pairKey(source, target))
	if before := &o.links[o.links[n].previous]; before.length == 0 {
		return before.index
	}
	return 0
}

// Move moves a source of a target to the position after another one, or to the front if after is 0.
// If after is not in the list, the source stays in place.
func (o *Ordered) Move(source, target, after uint32) {
	n, ok := o.places.get(pairKey(source, target))
	previous, also := o.places.get(pairKey(after, target))
	if !ok || !also || previous == n {
		return
	}
	o.untie(n)
	o.tie(n, previous)
}

// tie inserts a link after another one.
func (o *Ordered) tie(n, previous uint32) {
	next := o.links[previous].next
	o.links[n].previous, o.links[n].next = previous, next
	o.links[previous].next, o.links[next].previous = n, n
}

// untie takes a link out of its list.
func (o *Ordered) untie(n uint32) {
	l := o.links[n]
	o.links[l.previous].next, o.links[l.next].previous = l.next, l.previous
}

// Sources lists the sources of a target in their order.
func (o *Ordered) Sources(target uint32) []uint32 {
	head, ok := o.places.get(pairKey(0, target))
	if !ok {
		return nil
	}
	sources := make([]uint32, 0, o.links[head].length)
	for n := o.links[head].next; n != head; n = o.links[n].next {
		sources = append(sources, o.links[n].index)
	}
	return sources
}

// Targets lists the targets that have a source, in no particular order.
func (o *Ordered) Targets() (targets []uint32) {
	for _, l := range o.links {
		if l.length > 0 {
			targets = append(targets, l.index)
		}
	}
	return targets
}

// Len returns the number of pairs.
func (o *Ordered) Len() int { return o.pairs }

// Clone copies the relationship.
func (o *Ordered) Clone() *Ordered {
	c := *o
	c.links, c.places = slices.Clone(o.links), o.places.clone()
	return &c
}
