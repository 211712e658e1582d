package store

import (
	"math/bits"
	"slices"
)

// arena keeps many growing lists in one array: each list is a range with room
// for a power of two, and freed ranges are used again.
type arena[T any] struct {
	data []T
	free [32][]uint32 // offsets of free ranges by class
}

// span is a list in an arena; the zero span is an empty list.
type span struct {
	offset uint32
	length uint32
	class  uint8 // room for 1<<class values, once offset is not 0
}

// alloc gives room for 1<<class values.
func (a *arena[T]) alloc(class uint8) uint32 {
	if n := len(a.free[class]); n > 0 {
		offset := a.free[class][n-1]
		a.free[class] = a.free[class][:n-1]
		return offset
	}
	offset, n := max(1, len(a.data)), 1<<class // offset 0 means no room
	if offset+n > cap(a.data) {
		grown := make([]T, offset, max(64, 2*cap(a.data), offset+n))
		copy(grown, a.data)
		a.data = grown
	}
	a.data = a.data[:offset+n]
	return uint32(offset)
}

// add appends to a list and gives the position.
func (a *arena[T]) add(l *span, value T) uint32 {
	if l.offset == 0 {
		l.offset, l.class = a.alloc(0), 0
	} else if l.length == 1<<l.class {
		grown := a.alloc(l.class + 1)
		copy(a.data[grown:], a.data[l.offset:l.offset+l.length])
		a.free[l.class] = append(a.free[l.class], l.offset)
		l.offset, l.class = grown, l.class+1
	}
	a.data[l.offset+l.length] = value
	l.length++
	return l.length - 1
}

// cut removes a position by moving the last value there, which it returns
// with true if it was another one.
func (a *arena[T]) cut(l *span, at uint32) (moved T, other bool) {
	l.length--
	moved = a.data[l.offset+l.length]
	a.data[l.offset+at] = moved
	return moved, at != l.length
}

// drop gives the room of a list back.
func (a *arena[T]) drop(l *span) {
	if l.offset != 0 {
		a.free[l.class] = append(a.free[l.class], l.offset)
	}
	*l = span{}
}

// of is the list as a slice, valid until the next add.
func (a *arena[T]) of(l *span) []T {
	end := l.offset + l.length
	return a.data[l.offset:end:end]
}

func (a *arena[T]) clone() arena[T] {
	c := arena[T]{data: slices.Clone(a.data)}
	for class := range a.free {
		c.free[class] = slices.Clone(a.free[class])
	}
	return c
}

// classFor is the class of the smallest range for n values, n > 0.
func classFor(n int) uint8 { return uint8(bits.Len(uint(n - 1))) }
