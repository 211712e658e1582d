package store

import (
	"runtime"
	"sync/atomic"
	"unsafe"
)

// Where debug is on, the columns of every table whose rows have changed move to other memory, and
// the memory that they leave is poisoned: whoever kept an address over a change of structure reads
// poison (zero, where cells hold pointers), and a value that it writes is noticed at the next
// change.

const (
	poison      = 0xDB
	staleBlocks = 256  // that are watched
	staleTables = 2000 // how many tables there may be
)

// stale is the state of these checks.
type stale struct {
	blocks   []staleBlock // a ring
	next     int
	versions []uint32 // of the tables, when their columns moved last
	writers  int32
}

// staleBlock is an array that a column has left.
type staleBlock struct {
	bytes []byte
	value byte // of each of them
}

// enter and leave are around each change of rows.
func (s *Store) enter() {
	if !atomic.CompareAndSwapInt32(&s.stale.writers, 0, 1) {
		panic("store: two goroutines change the world at the same time; only one may write, while none reads")
	}
	runtime.Gosched() // so that the other one has a chance to come
}

func (s *Store) leave() { atomic.StoreInt32(&s.stale.writers, 0) }

// retire poisons an array that a column has left, and watches it.
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

// verifyStale panics if a program has written through an address that it has kept.
func (s *Store) verifyStale() {
	for _, b := range s.stale.blocks {
		for _, value := range b.bytes {
			if value != b.value {
				panic("store: a value was written through an address from before a change of structure; keep entities, not addresses")
			}
		}
	}
}

// noteVersions takes the tables for unchanged, in a store that has just been made.
func (s *Store) noteVersions() {
	if debug {
		s.stale.versions = s.stale.versions[:0]
		for i := range s.tables {
			s.stale.versions = append(s.stale.versions, s.tables[i].version)
		}
	}
}

// moveColumnsAway gives the tables whose rows have just changed other columns; of those that have
// not, addresses stay good. The entities stay where they are: loops go over them while deferred
// changes make entities.
func (s *Store) moveColumnsAway() {
	if len(s.tables) > staleTables {
		return
	}
	for len(s.stale.versions) < len(s.tables) {
		s.stale.versions = append(s.stale.versions, 0)
	}
	for i := range s.tables {
		meta := &s.tables[i]
		if meta.version == s.stale.versions[i] || meta.flags&tableInUse == 0 || meta.capacity == 0 {
			continue
		}
		s.stale.versions[i] = meta.version
		columns, shapes := s.columnsOf(meta)
		for c := 1; c < len(columns); c++ {
			typ := &s.types[shapes[c].typ]
			block, old := s.memory.alloc(typ, int(meta.capacity)), columns[c].pointer()
			copyCells(typ, block, old, int(meta.count))
			columns[c] = addressOf(block)
			if key := shapes[c].key; key != 0 {
				s.setBase(s.keys[key], Table(i), block)
			}
			s.retire(typ, old, int(meta.capacity))
			s.memory.release(typ, old, int(meta.capacity))
		}
	}
}

// Outlive makes writes through addresses into the store that this one replaces
// noticed, in builds with relspec_debug. Versions, marks and numbers of tables
// are those of this store: what is kept by them is void.
func (s *Store) Outlive(old *Store) {
	if debug {
		s.retireAll(old)
	}
}

// retireAll poisons the columns of a store that is no longer used, and goes on watching its blocks.
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
