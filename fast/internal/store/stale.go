package store

import (
	"runtime"
	"sync/atomic"
	"unsafe"
)

// If debug is on, the columns of every table whose rows have changed are moved, and the old memory
// is poisoned. Code that kept an address over a structural change reads poison (zero, if cells
// contain pointers), and if it writes, the next change panics.

const (
	poison      = 0xDB
	staleBlocks = 256 // number of old blocks that are checked
)

// stale is the state of these checks.
type stale struct {
	blocks  []staleBlock // a ring
	next    int
	touched []Table // tables that have changed since their columns were moved
	writers int32
}

// staleBlock is the old memory of a column.
type staleBlock struct {
	bytes []byte
	value byte // the value of every byte
}

// enter and leave surround each change of rows.
func (s *Store) enter() {
	if !atomic.CompareAndSwapInt32(&s.stale.writers, 0, 1) {
		panic("store: two goroutines change the world at the same time; only one may write, while none reads")
	}
	runtime.Gosched() // gives other goroutines a chance to enter
}

func (s *Store) leave() { atomic.StoreInt32(&s.stale.writers, 0) }

// retire poisons the old memory of a column and records it for checks.
func (s *Store) retire(t *columnType, block unsafe.Pointer, n int) {
	if block == nil || n == 0 || t.size == 0 {
		return
	}
	b := staleBlock{bytes: unsafe.Slice((*byte)(block), int(t.size)*n), value: poison}
	if t.scan {
		b.value = 0 // the collector reads it
		zeroCells(t, block, n)
	} else {
		for i := range b.bytes {
			b.bytes[i] = poison
		}
	}
	if len(s.stale.blocks) < staleBlocks {
		s.stale.blocks = append(s.stale.blocks, b)
		return
	}
	s.stale.blocks[s.stale.next] = b
	s.stale.next = (s.stale.next + 1) % staleBlocks
}

// verifyStale panics if the program has written through a stale address.
func (s *Store) verifyStale() {
	for _, b := range s.stale.blocks {
		for _, value := range b.bytes {
			if value != b.value {
				panic("store: a value was written through a pointer from before a structural change; keep entities, not pointers")
			}
		}
	}
}

// touch notes that the rows or ids of a table have changed.
func (s *stale) touch(t Table) {
	if n := len(s.touched); n == 0 || s.touched[n-1] != t {
		s.touched = append(s.touched, t)
	}
}

// moveColumnsAway moves the columns of the tables that have just changed. Addresses into other
// tables stay valid. The column of entities is not moved, because loops read it while deferred
// changes create entities.
func (s *Store) moveColumnsAway() {
	for _, t := range s.stale.touched {
		meta := &s.tables[t]
		if meta.flags&tableInUse == 0 || meta.capacity == 0 {
			continue
		}
		columns, shapes := s.columnsOf(meta)
		for c := 1; c < len(columns); c++ {
			typ := &s.types[shapes[c].typ]
			block, old := s.memory.alloc(typ, int(meta.capacity)), columns[c].pointer()
			copyCells(typ, block, old, int(meta.count))
			columns[c] = addressOf(block)
			if key := shapes[c].key; key != 0 {
				s.setBase(s.keys[key], t, block)
			}
			s.retire(typ, old, int(meta.capacity))
			s.memory.release(typ, old, int(meta.capacity))
		}
	}
	s.stale.touched = s.stale.touched[:0]
}

// Outlive detects writes through addresses into the store that s replaces, in builds with
// relspec_debug. Table numbers of the old store become invalid.
func (s *Store) Outlive(old *Store) {
	if debug {
		s.retireAll(old)
	}
}

// retireAll poisons the columns of a store that is no longer used, and takes over its blocks.
func (s *Store) retireAll(old *Store) {
	s.stale.blocks = append(s.stale.blocks, old.stale.blocks...)
	s.stale.blocks = s.stale.blocks[max(0, len(s.stale.blocks)-staleBlocks):]
	s.stale.next = 0
	for i := range old.tables {
		meta := &old.tables[i]
		if meta.flags&tableInUse == 0 || meta.capacity == 0 {
			continue
		}
		columns, shapes := old.columnsOf(meta)
		for c := 1; c < len(columns); c++ {
			s.retire(&old.types[shapes[c].typ], columns[c].pointer(), int(meta.capacity))
		}
	}
}
