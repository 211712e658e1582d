package store

import (
	"math/bits"
	"reflect"
	"strings"
	"unsafe"
)

const (
	smallestBlock = 16
	blockClasses  = 11 // 16 bytes to 16 KiB
	firstPage     = 4 << 10
	lastPage      = 64 << 10
)

// memory allocates the arrays of columns. Small arrays without pointers share pages, so a table
// with a few rows adds no work for the collector. Large arrays, and all with pointers, are
// allocated one by one.
type memory struct {
	free  [blockClasses][]address
	pages []page
	left  uintptr                     // free bytes of the last page
	saved map[unsafe.Pointer]struct{} // the arrays that are not in pages
}

// page is memory that small arrays share. Each page is at least twice as large as the one before,
// until pages have lastPage bytes, so that a small world takes little memory and a large one has
// few pages.
type page struct {
	at    unsafe.Pointer
	bytes uintptr
}

// address is the address of an array, hidden from the collector, which would otherwise spend about
// 25 ns on each of the several addresses of a table. This is sound because Go's collector does not
// move memory, and because memory holds every array by a real pointer (in pages or saved) until it
// is released.
type address uintptr

// pointer returns the address as a pointer. It is one load.
func (a *address) pointer() unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(a)) }

func addressOf(p unsafe.Pointer) address { return address(uintptr(p)) }

// blockClass returns the class of the smallest block of at least n bytes. If the class is
// blockClasses or more, the block is too large to share a page.
func blockClass(n uintptr) int {
	if n <= smallestBlock {
		return 0
	}
	return bits.Len64(uint64(n-1)) - 4
}

// alloc allocates n cells. Cells with pointers are zero; others are not cleared.
func (m *memory) alloc(t *columnType, n int) unsafe.Pointer {
	bytes := uintptr(t.size) * uintptr(n)
	class := blockClass(bytes)
	if t.scan || class >= blockClasses || debug { // a block that is checked for stale writes is not reused
		block := unsafe.Pointer(nil)
		if t.scan {
			block = reflect.MakeSlice(t.slice, n, n).UnsafePointer()
		} else {
			block = rawMemory(bytes)
		}
		if m.saved == nil {
			m.saved = map[unsafe.Pointer]struct{}{}
		}
		m.saved[block] = struct{}{}
		return block
	}
	if list := m.free[class]; len(list) > 0 {
		block := list[len(list)-1]
		m.free[class] = list[:len(list)-1]
		return block.pointer()
	}
	size := uintptr(smallestBlock) << class
	if m.left < size {
		m.left = uintptr(firstPage)
		if n := len(m.pages); n > 0 {
			m.left = min(2*m.pages[n-1].bytes, lastPage)
		}
		m.left = max(m.left, size)
		m.pages = append(m.pages, page{rawMemory(m.left), m.left})
	}
	m.left -= size
	return unsafe.Add(m.pages[len(m.pages)-1].at, m.left)
}

// rawMemory allocates n bytes that the collector does not scan. Unlike make it does not clear them;
// clearing would be half the cost of growing a column. strings.Builder is the only public API for
// this.
func rawMemory(n uintptr) unsafe.Pointer {
	var b strings.Builder
	b.Grow(int(n))
	b.WriteByte(0)
	return unsafe.Pointer(unsafe.StringData(b.String()))
}

// growRaw returns a slice with capacity for n more values, which are not cleared. The type must not
// contain pointers. Growing at least doubles the capacity.
func growRaw[T any](s []T, n int) []T {
	need := len(s) + n
	if need <= cap(s) {
		return s
	}
	capacity := max(need, 2*cap(s), 64)
	data := (*T)(rawMemory(uintptr(capacity) * unsafe.Sizeof(*new(T))))
	grown := unsafe.Slice(data, capacity)
	copy(grown, s)
	return grown[:len(s)]
}

// release frees an array. An array outside the pages is left to the collector.
func (m *memory) release(t *columnType, block unsafe.Pointer, n int) {
	if block == nil || n == 0 {
		return
	}
	class := blockClass(uintptr(t.size) * uintptr(n))
	if t.scan || class >= blockClasses || debug {
		delete(m.saved, block)
		return
	}
	m.free[class] = append(m.free[class], addressOf(block))
}

// holds reports whether memory keeps an array of n cells alive.
func (m *memory) holds(t *columnType, block unsafe.Pointer, n int) bool {
	if t.scan || blockClass(uintptr(t.size)*uintptr(n)) >= blockClasses || debug {
		_, ok := m.saved[block]
		return ok
	}
	for _, page := range m.pages {
		if offset := uintptr(block) - uintptr(page.at); offset < page.bytes {
			return true
		}
	}
	return false
}

// copyCells copies n cells between arrays that do not overlap.
func copyCells(t *columnType, dst, src unsafe.Pointer, n int) {
	switch {
	case n == 0:
	case t.scan:
		t.copy(dst, src, n)
	default:
		size := int(t.size) * n
		copy(unsafe.Slice((*byte)(dst), size), unsafe.Slice((*byte)(src), size))
	}
}

// shape has what inner loops need to know about a column.
type shape struct {
	size uint32
	scan uint32 // index of the type if cells contain pointers, else 0
	typ  TypeIndex
	key  uint32 // the number of the component's key, which has the column's address (see key.go); 0 for a pair

	plain16 bool // 16 bytes without pointers, the most common size
}

func (t *columnType) shape(index TypeIndex, key uint32) shape {
	sh := shape{size: t.size, typ: index, key: key, plain16: t.size == 16 && !t.scan}
	if t.scan {
		sh.scan = uint32(index)
	}
	return sh
}

// copyCell copies one cell. The common sizes are single loads and stores.
func (s *Store) copyCell(sh shape, dst, src unsafe.Pointer) {
	if sh.scan != 0 {
		s.types[sh.scan].move(dst, src)
		return
	}
	switch sh.size {
	case 16:
		*(*[2]uint64)(dst) = *(*[2]uint64)(src)
	case 8:
		*(*uint64)(dst) = *(*uint64)(src)
	case 4:
		*(*uint32)(dst) = *(*uint32)(src)
	default:
		copy(unsafe.Slice((*byte)(dst), sh.size), unsafe.Slice((*byte)(src), sh.size))
	}
}

// zeroCells sets n cells to zero.
func zeroCells(t *columnType, cell unsafe.Pointer, n int) {
	if !t.scan {
		clear(unsafe.Slice((*byte)(cell), int(t.size)*n))
		return
	}
	for i := range n {
		t.zero(unsafe.Add(cell, uintptr(t.size)*uintptr(i)))
	}
}
