package store

import (
	"slices"
	"unsafe"
)

const sparsePage = 1024

// Sparse holds one component of some entities outside the tables, so that
// adding and removing it moves nothing else: entities and cells lie densely
// side by side, and pages lead from an entity's index to its row. The owner
// removes deleted entities.
type Sparse struct {
	typ      columnType
	memory   memory
	pages    []*[sparsePage]uint32 // row plus 1
	entities []Entity
	cells    unsafe.Pointer
	capacity int
}

// NewSparse makes an empty set whose cells have a registered type; with
// [TagType] it is a set of entities.
func NewSparse(s *Store, typ TypeIndex) *Sparse { return &Sparse{typ: s.types[typ]} }

// Len is the number of entities.
func (x *Sparse) Len() int { return len(x.entities) }

// Entities is the entity of each row, valid until the next change.
func (x *Sparse) Entities() []Entity { return x.entities }

// Data is the first of Len contiguous cells, nil for a tag.
func (x *Sparse) Data() unsafe.Pointer { return x.cells }

// Row is the row of an entity's index.
func (x *Sparse) Row(index uint32) (int, bool) {
	page := int(index / sparsePage)
	if page >= len(x.pages) || x.pages[page] == nil {
		return 0, false
	}
	row := x.pages[page][index%sparsePage]
	return int(row) - 1, row != 0
}

// Get is the address of an entity's cell, valid until the next change; nil
// for a tag. False if the entity is not in the set.
func (x *Sparse) Get(index uint32) (unsafe.Pointer, bool) {
	row, ok := x.Row(index)
	if !ok || x.cells == nil {
		return nil, ok
	}
	return unsafe.Add(x.cells, uintptr(row)*uintptr(x.typ.size)), true
}

// Add puts an entity in with a zero cell, if it is not there yet, and gives
// the address of its cell.
func (x *Sparse) Add(e Entity) (cell unsafe.Pointer, added bool) {
	if cell, ok := x.Get(e.Index()); ok {
		return cell, false
	}
	page := int(e.Index() / sparsePage)
	for page >= len(x.pages) {
		x.pages = append(x.pages, nil)
	}
	if x.pages[page] == nil {
		x.pages[page] = new([sparsePage]uint32)
	}
	x.entities = append(x.entities, e)
	row := len(x.entities) - 1
	x.pages[page][e.Index()%sparsePage] = uint32(row) + 1
	if x.typ.size == 0 {
		return nil, true
	}
	x.reserve(row + 1)
	cell = unsafe.Add(x.cells, uintptr(row)*uintptr(x.typ.size))
	zeroCells(&x.typ, cell, 1)
	return cell, true
}

// Remove takes an entity out by moving the last row into its place.
func (x *Sparse) Remove(index uint32) bool {
	row, ok := x.Row(index)
	if !ok {
		return false
	}
	last := len(x.entities) - 1
	x.pages[index/sparsePage][index%sparsePage] = 0
	if row != last {
		moved := x.entities[last]
		x.entities[row] = moved
		x.pages[moved.Index()/sparsePage][moved.Index()%sparsePage] = uint32(row) + 1
	}
	x.entities = x.entities[:last]
	if x.cells != nil {
		end := unsafe.Add(x.cells, uintptr(last)*uintptr(x.typ.size))
		if row != last {
			copyCell(&x.typ, unsafe.Add(x.cells, uintptr(row)*uintptr(x.typ.size)), end)
		}
		if x.typ.scan {
			x.typ.zero(end)
		}
	}
	return true
}

// Clone copies the set.
func (x *Sparse) Clone() *Sparse {
	c := *x
	c.pages = clonePages(x.pages, nil)
	c.entities = slices.Clone(x.entities)
	c.memory, c.cells, c.capacity = memory{}, nil, 0
	if x.cells != nil {
		c.cells = c.memory.alloc(&c.typ, x.capacity)
		c.capacity = x.capacity
		copyCells(&c.typ, c.cells, x.cells, len(x.entities))
	}
	return &c
}

func (x *Sparse) reserve(n int) {
	if n <= x.capacity {
		return
	}
	capacity := max(8, 2*x.capacity, n)
	block := x.memory.alloc(&x.typ, capacity)
	copyCells(&x.typ, block, x.cells, min(n-1, len(x.entities)))
	x.memory.release(&x.typ, x.cells, x.capacity)
	x.cells, x.capacity = block, capacity
}
