package store

import "slices"

const exclusivePage = 1024

// Exclusive stores a relationship with at most one target per source outside the tables: a column
// from source to target and, per target, the list of its sources. It stores Union relationships,
// and those with Exclusive and DontFragment. Everything except listing and copying takes constant
// time. Sources and targets are indices; the owner must remove deleted ones.
type Exclusive struct {
	pages   []*[exclusivePage]exclusiveCell
	targets idMap // target to list
	lists   []exclusiveList
	unused  []uint32
	sources arena[uint32]
	length  int
}

type exclusiveCell struct{ list, position uint32 } // list 0: no target

type exclusiveList struct {
	target uint32
	span
}

// NewExclusive returns an empty relationship.
func NewExclusive() *Exclusive { return &Exclusive{lists: make([]exclusiveList, 1)} }

// Len returns the number of sources that have a target.
func (x *Exclusive) Len() int { return x.length }

// Target returns the target of a source.
func (x *Exclusive) Target(source uint32) (uint32, bool) {
	page := int(source / exclusivePage)
	if page >= len(x.pages) || x.pages[page] == nil {
		return 0, false
	}
	list := x.pages[page][source%exclusivePage].list
	return x.lists[list].target, list != 0
}

// Set sets the target of a source and returns the previous one.
func (x *Exclusive) Set(source, target uint32) (old uint32, had bool) {
	cell := x.cell(source)
	if had = cell.list != 0; had {
		if old = x.lists[cell.list].target; old == target {
			return old, true
		}
		x.leave(cell)
	} else {
		x.length++
	}
	number, ok := x.targets.get(uint64(target))
	if !ok {
		number = x.newList(target)
	}
	cell.list, cell.position = number, x.sources.add(&x.lists[number].span, source)
	return old, had
}

// Remove removes the target of a source and returns it.
func (x *Exclusive) Remove(source uint32) (old uint32, had bool) {
	if old, had = x.Target(source); had {
		cell := x.cell(source)
		x.leave(cell)
		*cell = exclusiveCell{}
		x.length--
	}
	return old, had
}

// Sources returns the sources of a target in no particular order, valid until the next change.
func (x *Exclusive) Sources(target uint32) []uint32 {
	number, ok := x.targets.get(uint64(target))
	if !ok {
		return nil
	}
	return x.sources.of(&x.lists[number].span)
}

// Targets lists the targets that have a source, in no particular order.
func (x *Exclusive) Targets() (targets []uint32) {
	for _, list := range x.lists[1:] {
		if list.length > 0 {
			targets = append(targets, list.target)
		}
	}
	return targets
}

// Clone copies the relationship.
func (x *Exclusive) Clone() *Exclusive {
	c := *x
	c.pages = slices.Clone(x.pages)
	for i, page := range c.pages {
		if page != nil {
			copied := *page
			c.pages[i] = &copied
		}
	}
	c.targets, c.sources = x.targets.clone(), x.sources.clone()
	c.lists, c.unused = slices.Clone(x.lists), slices.Clone(x.unused)
	return &c
}

func (x *Exclusive) cell(source uint32) *exclusiveCell {
	page := int(source / exclusivePage)
	for page >= len(x.pages) {
		x.pages = append(x.pages, nil)
	}
	if x.pages[page] == nil {
		x.pages[page] = new([exclusivePage]exclusiveCell)
	}
	return &x.pages[page][source%exclusivePage]
}

func (x *Exclusive) newList(target uint32) uint32 {
	number := uint32(len(x.lists))
	if n := len(x.unused); n > 0 {
		number = x.unused[n-1]
		x.unused = x.unused[:n-1]
		x.lists[number].target = target
	} else {
		x.lists = append(x.lists, exclusiveList{target: target})
	}
	x.targets.put(uint64(target), number)
	return number
}

func (x *Exclusive) dropList(number uint32) {
	l := &x.lists[number]
	x.targets.remove(uint64(l.target))
	x.sources.drop(&l.span)
	*l = exclusiveList{}
	x.unused = append(x.unused, number)
}

// leave removes a source from its target's list.
func (x *Exclusive) leave(cell *exclusiveCell) {
	l := &x.lists[cell.list]
	if moved, other := x.sources.cut(&l.span, cell.position); other {
		x.cell(moved).position = cell.position
	}
	if l.length == 0 {
		x.dropList(cell.list)
	}
}
