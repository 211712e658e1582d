package store

import (
	"maps"
	"slices"
)

// slab allocates ranges of one growing array, so that per-table lists cost an offset instead of a
// slice header and are invisible to the collector. T must not contain pointers.
type slab[T any] struct {
	data []T
	free map[int][]uint32 // by length: offsets of released ranges
}

// alloc returns the offset of n zero values.
func (s *slab[T]) alloc(n int) uint32 {
	if n == 0 {
		return 0
	}
	if list := s.free[n]; len(list) > 0 {
		offset := list[len(list)-1]
		s.free[n] = list[:len(list)-1]
		clear(s.at(offset, n))
		return offset
	}
	offset := len(s.data)
	s.data = growRaw(s.data, n)[:offset+n]
	clear(s.data[offset:])
	return uint32(offset)
}

// at returns a range as a slice, valid until the next alloc.
func (s *slab[T]) at(offset uint32, n int) []T {
	return s.data[offset : int(offset)+n : int(offset)+n]
}

// release frees a range.
func (s *slab[T]) release(offset uint32, n int) {
	if n == 0 {
		return
	}
	if s.free == nil {
		s.free = map[int][]uint32{}
	}
	s.free[n] = append(s.free[n], offset)
}

func (s *slab[T]) clone() slab[T] {
	c := slab[T]{slices.Clone(s.data), maps.Clone(s.free)}
	for n, list := range c.free {
		c.free[n] = slices.Clone(list)
	}
	return c
}

// take returns a new range that begins with n values of another one.
func (s *slab[T]) take(offset uint32, n, capacity int) uint32 {
	to := s.alloc(capacity)
	copy(s.at(to, n), s.at(offset, n))
	return to
}

// move reallocates a range of n values.
func (s *slab[T]) move(offset uint32, n, before, capacity int) uint32 {
	to := s.take(offset, n, capacity)
	s.release(offset, before)
	return to
}
