package store

import "slices"

// arena stores many growing lists in one array. Each list is a range with capacity for a power of
// two, and freed ranges are reused. Long lists, which are few, have arrays of their own. T must not
// contain pointers.
type arena[T any] struct {
	data  []T
	free  [largeClass][]uint32 // by class: offsets of free ranges
	large [][]T
	gaps  []uint32 // unused positions in large
}

// largeClass is the class of lists with an array of their own.
const largeClass = 10

// span is a list in an arena; the zero span is an empty list.
type span struct {
	offset uint32 // in data, or in large; 0 means not allocated
	length uint32
	class  uint8 // capacity is 1<<class
}

// alloc allocates a range for 1<<class values.
func (a *arena[T]) alloc(class uint8) uint32 {
	if n := len(a.free[class]); n > 0 {
		offset := a.free[class][n-1]
		a.free[class] = a.free[class][:n-1]
		return offset
	}
	offset, n := max(1, len(a.data)), 1<<class // offset 0 means not allocated
	a.data = growRaw(a.data, offset+n-len(a.data))[:offset+n]
	return uint32(offset)
}

// add appends to a list and returns the position.
func (a *arena[T]) add(l *span, value T) uint32 {
	switch {
	case l.class == largeClass:
		list := &a.large[l.offset]
		*list = append(growRaw(*list, 1), value)
		l.length++
		return l.length - 1
	case l.offset == 0:
		l.offset, l.class = a.alloc(0), 0
	case l.length == 1<<l.class:
		a.enlarge(l)
		if l.class == largeClass {
			return a.add(l, value)
		}
	}
	a.data[l.offset+l.length] = value
	l.length++
	return l.length - 1
}

// enlarge moves a list to a range of the next class.
func (a *arena[T]) enlarge(l *span) {
	old := *l
	l.class++
	if l.class < largeClass {
		l.offset = a.alloc(l.class)
		copy(a.data[l.offset:], a.data[old.offset:old.offset+old.length])
	} else {
		if n := len(a.gaps); n > 0 {
			l.offset = a.gaps[n-1]
			a.gaps = a.gaps[:n-1]
		} else {
			l.offset = uint32(max(1, len(a.large)))
			a.large = append(a.large, make([][]T, int(l.offset)+1-len(a.large))...)
		}
		a.large[l.offset] = append(growRaw([]T(nil), 2<<largeClass), a.data[old.offset:old.offset+old.length]...)
	}
	a.free[old.class] = append(a.free[old.class], old.offset)
}

// cut removes a position by moving the last value there. It returns that value, and false if the
// position was the last.
func (a *arena[T]) cut(l *span, at uint32) (moved T, other bool) {
	list := a.of(l)
	l.length--
	moved = list[l.length]
	list[at] = moved
	if l.class == largeClass {
		a.large[l.offset] = list[:l.length]
	}
	return moved, at != l.length
}

// drop frees a list.
func (a *arena[T]) drop(l *span) {
	switch {
	case l.offset == 0:
	case l.class == largeClass:
		a.large[l.offset] = nil
		a.gaps = append(a.gaps, l.offset)
	default:
		a.free[l.class] = append(a.free[l.class], l.offset)
	}
	*l = span{}
}

// of returns the list as a slice, valid until the next add.
func (a *arena[T]) of(l *span) []T {
	if l.class == largeClass {
		return a.large[l.offset]
	}
	return a.data[l.offset : l.offset+l.length]
}

func (a *arena[T]) clone() arena[T] {
	c := arena[T]{data: slices.Clone(a.data), gaps: slices.Clone(a.gaps), large: slices.Clone(a.large)}
	for class := range a.free {
		c.free[class] = slices.Clone(a.free[class])
	}
	for i, list := range c.large {
		c.large[i] = slices.Clone(list)
	}
	return c
}
