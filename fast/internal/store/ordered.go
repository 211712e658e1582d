package store

import "slices"

// Ordered stores the sources of each target of a relationship in an order that does not depend on
// tables. Each target has a linked list. Everything except listing, counting and copying takes
// constant time. Sources and targets are indices; the owner must add and remove every pair.
type Ordered struct {
	links  []orderLink // 0 is none
	free   uint32      // the first unused link
	pairs  idMap       // source and target to link
	ends   []chain
	unused []uint32
	chains idMap // target to its position in ends
}

// orderLink is a source in the list of its target; 0 is none.
type orderLink struct{ source, chain, next, previous uint32 }

// chain is the list of a target's sources.
type chain struct{ target, first, last, length uint32 }

// NewOrdered returns an empty relationship.
func NewOrdered() *Ordered { return &Ordered{links: make([]orderLink, 1), ends: make([]chain, 1)} }

// pairKey returns the key of a pair in an idMap.
func pairKey(source, target uint32) uint64 { return uint64(source)<<32 | uint64(target) }

// Append adds a source at the end of a target's list. The source must not be in it.
func (o *Ordered) Append(source, target uint32) {
	c, ok := o.chains.get(uint64(target))
	if !ok {
		if n := len(o.unused); n > 0 {
			c, o.unused = o.unused[n-1], o.unused[:n-1]
		} else {
			c = uint32(len(o.ends))
			o.ends = append(o.ends, chain{})
		}
		o.ends[c] = chain{target: target}
		o.chains.put(uint64(target), c)
	}
	n := o.free
	if n != 0 {
		o.free = o.links[n].next
	} else {
		n = uint32(len(o.links))
		o.links = append(o.links, orderLink{})
	}
	o.links[n] = orderLink{source: source, chain: c}
	o.pairs.put(pairKey(source, target), n)
	o.ends[c].length++
	o.tie(n, o.ends[c].last)
}

// Remove removes a source from a target's list, if it is there.
func (o *Ordered) Remove(source, target uint32) {
	n, ok := o.pairs.get(pairKey(source, target))
	if !ok {
		return
	}
	o.untie(n)
	o.pairs.remove(pairKey(source, target))
	c := o.links[n].chain
	if o.ends[c].length--; o.ends[c].length == 0 {
		o.chains.remove(uint64(target))
		o.unused = append(o.unused, c)
	}
	o.links[n] = orderLink{next: o.free}
	o.free = n
}

// Has reports whether a source is in a target's list.
func (o *Ordered) Has(source, target uint32) bool {
	_, ok := o.pairs.get(pairKey(source, target))
	return ok
}

// Previous returns the source before a given one in a target's list, or 0 if that is the first.
func (o *Ordered) Previous(source, target uint32) uint32 {
	n, _ := o.pairs.get(pairKey(source, target))
	return o.links[o.links[n].previous].source
}

// Move moves a source of a target to the position after another one, or to the front if after is 0.
// If after is not in the list, the source stays in place.
func (o *Ordered) Move(source, target, after uint32) {
	n, ok := o.pairs.get(pairKey(source, target))
	if !ok {
		return
	}
	previous := uint32(0)
	if after != 0 {
		if previous, ok = o.pairs.get(pairKey(after, target)); !ok || previous == n {
			return
		}
	}
	o.untie(n)
	o.tie(n, previous)
}

// tie inserts an unlinked link after another one of its chain, or at the front for 0.
func (o *Ordered) tie(n, previous uint32) {
	c := &o.ends[o.links[n].chain]
	next := c.first
	if previous != 0 {
		next = o.links[previous].next
		o.links[previous].next = n
	} else {
		c.first = n
	}
	if next != 0 {
		o.links[next].previous = n
	} else {
		c.last = n
	}
	o.links[n].previous, o.links[n].next = previous, next
}

// untie unlinks a link from its neighbours.
func (o *Ordered) untie(n uint32) {
	l := o.links[n]
	c := &o.ends[l.chain]
	if l.previous != 0 {
		o.links[l.previous].next = l.next
	} else {
		c.first = l.next
	}
	if l.next != 0 {
		o.links[l.next].previous = l.previous
	} else {
		c.last = l.previous
	}
}

// Sources lists the sources of a target in their order.
func (o *Ordered) Sources(target uint32) []uint32 {
	c, ok := o.chains.get(uint64(target))
	if !ok {
		return nil
	}
	sources := make([]uint32, 0, o.ends[c].length)
	for n := o.ends[c].first; n != 0; n = o.links[n].next {
		sources = append(sources, o.links[n].source)
	}
	return sources
}

// Targets lists the targets that have a source, in no particular order.
func (o *Ordered) Targets() (targets []uint32) {
	for _, c := range o.ends[1:] {
		if c.length > 0 {
			targets = append(targets, c.target)
		}
	}
	return targets
}

// Len returns the number of pairs.
func (o *Ordered) Len() (n int) {
	for _, c := range o.ends[1:] {
		n += int(c.length)
	}
	return n
}

// Clone copies the relationship.
func (o *Ordered) Clone() *Ordered {
	c := *o
	c.links, c.ends, c.unused = slices.Clone(o.links), slices.Clone(o.ends), slices.Clone(o.unused)
	c.pairs, c.chains = o.pairs.clone(), o.chains.clone()
	return &c
}
