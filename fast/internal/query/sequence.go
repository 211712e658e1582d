package query

import (
	"slices"
	"sort"
	"sync/atomic"

	"github.com/relspec/relspec/fast/internal/rules"
)

// Sequence is an ordered list of entities; the caller decides the order. It consists of runs of at
// most runLength entities, and stores the run number of each entity. Most insertions and removals
// search the runs by halving and then shift at most runLength entities; if a run is split or
// becomes empty, the list of runs is shifted, too. While a loop is registered in loops, the
// sequence must not be modified.
type Sequence struct {
	runs   []*run
	byRun  []*run   // by run number
	unused []uint32 // free run numbers
	where  []uint32 // by entity: the number of its run plus 1; 0 for none
	length int
	loops  atomic.Int32
}

// run is a part of a sequence, never empty.
type run struct {
	number uint32
	items  []uint32
}

// runLength is small, so that the worlds of random tests have full runs.
const runLength = 128

// newSequence returns the sequence of a sorted list.
func newSequence(sorted []uint32) *Sequence {
	s := &Sequence{length: len(sorted)}
	const filled = runLength / 2
	for len(sorted) > 0 {
		n := min(filled, len(sorted))
		s.newRun(len(s.runs), sorted[:n])
		sorted = sorted[n:]
	}
	return s
}

// newRun inserts a run of some entities at a position.
func (s *Sequence) newRun(at int, items []uint32) {
	r := &run{items: append(make([]uint32, 0, runLength), items...)}
	if n := len(s.unused); n > 0 {
		r.number = s.unused[n-1]
		s.unused = s.unused[:n-1]
		s.byRun[r.number] = r
	} else {
		r.number = uint32(len(s.byRun))
		s.byRun = append(s.byRun, r)
	}
	s.runs = slices.Insert(s.runs, at, r)
	for _, index := range items {
		s.setRun(index, r)
	}
}

// setRun records the run that has an entity.
func (s *Sequence) setRun(index uint32, r *run) {
	if missing := int(index) + 1 - len(s.where); missing > 0 {
		s.where = append(s.where, make([]uint32, max(missing, len(s.where)/2))...)
	}
	s.where[index] = r.number + 1
}

// has reports whether an entity is in the sequence.
func (s *Sequence) has(index uint32) bool { return int(index) < len(s.where) && s.where[index] != 0 }

// remove removes an entity. It returns false if the entity is not in the sequence.
func (s *Sequence) remove(index uint32) bool {
	if !s.has(index) {
		return false
	}
	r := s.byRun[s.where[index]-1]
	at := slices.Index(r.items, index)
	r.items = slices.Delete(r.items, at, at+1)
	s.where[index] = 0
	s.length--
	if len(r.items) == 0 {
		at := slices.Index(s.runs, r)
		s.runs = slices.Delete(s.runs, at, at+1)
		s.byRun[r.number] = nil
		s.unused = append(s.unused, r.number)
	}
	return true
}

// insert inserts an entity that is not in the sequence. before(other) reports whether the new
// entity comes before other. If it never does, the entity is appended.
func (s *Sequence) insert(index uint32, before func(other uint32) bool) {
	s.length++
	if len(s.runs) == 0 {
		s.newRun(0, []uint32{index})
		return
	}
	at := max(0, sort.Search(len(s.runs), func(i int) bool { return before(s.runs[i].items[0]) })-1)
	r := s.runs[at]
	if len(r.items) == runLength {
		s.newRun(at+1, r.items[runLength/2:])
		r.items = r.items[:runLength/2]
		if next := s.runs[at+1]; !before(next.items[0]) {
			r = next
		}
	}
	to := sort.Search(len(r.items), func(i int) bool { return before(r.items[i]) })
	r.items = slices.Insert(r.items, to, index)
	s.setRun(index, r)
}

// clone copies the sequence, so that it can be changed while loops use the original.
func (s *Sequence) clone() *Sequence {
	c := &Sequence{
		runs: make([]*run, len(s.runs)), byRun: make([]*run, len(s.byRun)), unused: slices.Clone(s.unused),
		where: slices.Clone(s.where), length: s.length,
	}
	for i, r := range s.runs {
		copied := &run{r.number, append(make([]uint32, 0, runLength), r.items...)}
		c.runs[i], c.byRun[r.number] = copied, copied
	}
	return c
}

// Len returns the number of entities.
func (s *Sequence) Len() int { return s.length }

// End unregisters a loop that was counted in loops when the cached result was returned.
func (s *Sequence) End() { s.loops.Add(-1) }

// Cursor is the rest of a range: the position of the next entity, and the position after the last.
type Cursor struct{ at, end place }

// place is the position of an entity in a sequence.
type place struct{ run, item int }

// whole returns a cursor over the whole sequence.
func (s *Sequence) whole() Cursor { return Cursor{end: place{run: len(s.runs)}} }

// find returns the position of the first entity for which reached returns true. reached must also
// return true for all later entities.
func (s *Sequence) find(reached func(index uint32) bool) place {
	at := max(0, sort.Search(len(s.runs), func(i int) bool { return reached(s.runs[i].items[0]) })-1)
	if at == len(s.runs) {
		return place{}
	}
	items := s.runs[at].items
	item := sort.Search(len(items), func(i int) bool { return reached(items[i]) })
	if item == len(items) {
		return place{at + 1, 0}
	}
	return place{at, item}
}

// Next returns the entity at the cursor and advances the cursor. It returns false at the end.
func (s *Sequence) Next(c *Cursor) (uint32, bool) {
	if c.at == c.end {
		return 0, false
	}
	items := s.runs[c.at.run].items
	index := items[c.at.item]
	if c.at.item++; c.at.item == len(items) {
		c.at = place{c.at.run + 1, 0}
	}
	return index, true
}

// Peek returns the entity at the cursor, or 0 at the end.
func (s *Sequence) Peek(c Cursor) uint32 {
	index, _ := s.Next(&c)
	return index
}

// Wrote records in keys that the sort keys of the n entities from c on may have been written.
func (s *Sequence) Wrote(c Cursor, n int, keys *rules.SortKeys) {
	for run, from := c.at.run, c.at.item; n > 0; run, from = run+1, 0 {
		items := s.runs[run].items[from:]
		keys.WroteAll(items[:min(n, len(items))])
		n -= len(items)
	}
}
