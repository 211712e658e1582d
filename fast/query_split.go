package fast

import (
	"iter"
	"sync/atomic"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/spec"
)

// splitPart is one of the parts that [Query2.Split] returns. Each part has its own match set,
// because a loop writes to the set. The parts share the matches and do not write to them.
type splitPart struct {
	set   matchSet
	list  []Batch
	begun atomic.Bool
}

// maxParts is the maximum number of parts. Each part counts as a loop, and this is the maximum
// number of loops over a world.
const maxParts = 1 << 16

var (
	errParts      = spec.Errorf(spec.CodeInvalid, "Split takes 1 to %d parts", maxParts)
	errPartReused = spec.Errorf(spec.CodeInvalid,
		"a loop has already used the part; call Split again for another loop")
)

// parts splits the matches of a query into n parts. It locks the world once for each part that has
// entities.
func (q anyQuery) parts(n int) []*splitPart {
	if n < 1 || n > maxParts {
		panic(errParts)
	}
	opened := q.typed.openBatches(&q.bound)
	set := *opened // do not return it to the pool: the parts use its matches
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

// splitAs is like parts, and returns the loops of the parts, with batches of type B.
func splitAs[B typedBatch[R], R any](q anyQuery, fields *fieldsOf[R], n int) []iter.Seq[B] {
	parts := q.parts(n)
	list := make([]iter.Seq[B], 0, len(parts))
	for _, part := range parts {
		list = append(list, func(yield func(B) bool) {
			part.each(func(b Batch) bool { return yield(B{b, fields}) })
		})
	}
	return list
}

// drain lists the batches of a set, looks up the columns of their fields, and counts their
// entities.
func (s *matchSet) drain() (list []Batch, total int) {
	unwatched := *s // drain must not mark tables as seen or written
	unwatched.watched = false
	w := walk{set: &unwatched}
	for b, ok := w.advance(); ok; b, ok = w.advance() {
		s.lookUp(b)
		list, total = append(list, b), total+b.Len()
	}
	return list, total
}

// lookUp looks up the columns of all fields of a batch now, because parallel loops share the
// matches.
func (s *matchSet) lookUp(b Batch) {
	for i := range s.width {
		s.Fields[b.at.First+i].LookUp(s.w.core.Store, b.at.Table)
	}
}

func (p *splitPart) take(b Batch) {
	b.set = &p.set
	p.list = append(p.list, b)
}

// each yields the batches of the part and then releases its lock on the world.
func (p *splitPart) each(yield func(Batch) bool) {
	if p.begun.Swap(true) {
		panic(errPartReused)
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
