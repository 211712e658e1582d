package fast

import (
	"sync/atomic"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/spec"
)

// splitPart is one of the parts of a query that [Query2.Split] gives. It has a set of its own, so
// that parts do not meet in values that a loop writes to its set; the matches are shared and are
// only read.
type splitPart struct {
	set   matchSet
	list  []Batch
	begun atomic.Bool
}

// maxParts is the largest number of parts: each counts as a loop, and a world can count that many loops.
const maxParts = 1 << 16

var (
	errParts     = spec.Errorf(spec.CodeInvalid, "Split takes 1 to %d parts", maxParts)
	errPartAgain = spec.Errorf(spec.CodeInvalid,
		"the part was looped over already; call Split again for the next loop")
)

// parts splits the matches of a query. The world is locked once for each part that has entities.
func (q anyQuery) parts(n int) []*splitPart {
	if n < 1 || n > maxParts {
		panic(errParts)
	}
	opened := q.typed.openBatches(&q.bound)
	set := *opened // one that is pooled is not put back, since the parts use its matches
	list, total := set.drain()
	if set.sequence != nil {
		set.sequence.End()
		set.sequence = nil
	}
	parts, locks := make([]*splitPart, n), int32(0)
	for i := range parts {
		p := &splitPart{set: set}
		size := total / n
		if i < total%n {
			size++
		}
		if size > 0 {
			locks++
		}
		for size > 0 {
			b := &list[0]
			if taken := min(size, b.Len()); taken < b.Len() {
				p.take(Batch{at: b.at, rows: query.Part{From: b.rows.From, Count: int32(taken)}})
				b.rows = query.Part{From: b.rows.From + int32(taken), Count: b.rows.Count - int32(taken)}
				size = 0
			} else {
				p.take(*b)
				list, size = list[1:], size-taken
			}
		}
		parts[i] = p
	}
	set.w.core.Hooks.Add(locks)
	set.w.core.EndLoop()
	return parts
}

// drain lists the batches of a set and counts their entities. Columns of fields that nobody has
// looked up are looked up now.
func (s *matchSet) drain() (list []Batch, total int) {
	unwatched := *s // nothing is seen or written before the parts are looped over
	unwatched.watched = false
	w := walk{set: &unwatched}
	for b, ok := w.advance(); ok; b, ok = w.advance() {
		for i := range s.width {
			s.lookUp(b, &s.Fields[b.at.first+i])
		}
		list, total = append(list, b), total+b.Len()
	}
	return list, total
}

func (s *matchSet) lookUp(b Batch, m *query.FieldMatch) {
	if m.Column == query.UnknownColumn && m.Set && m.Stored != 0 && m.Source == 0 {
		column, _ := s.w.core.Store.Find(b.at.table, m.Stored)
		m.Column = uint16(column)
	}
}

func (p *splitPart) take(b Batch) {
	b.set = &p.set
	p.list = append(p.list, b)
}

// each gives the batches of the part and unlocks the world for it.
func (p *splitPart) each(yield func(Batch) bool) {
	if p.begun.Swap(true) {
		panic(errPartAgain)
	}
	if len(p.list) == 0 {
		return
	}
	for _, b := range p.list {
		if p.set.watched {
			p.set.enter(b)
		}
		more := yield(b)
		if p.set.watched {
			p.set.leave(b)
		}
		if !more {
			break
		}
	}
	p.set.w.core.EndLoop()
}
