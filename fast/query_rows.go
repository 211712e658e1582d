package fast

import (
	"encoding/binary"
	"iter"
	"strconv"
	"strings"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Query is a prepared query: its terms are resolved and analysed once, and it can be iterated any number of times,
// also by several goroutines while none writes. It stays valid whatever happens to the world; what it mentions of
// deleted entities matches nothing (ruling 21).
type Query struct {
	w       *World
	q       *prepared
	tracker tracker // remembers nothing before the first question about changes
}

// Prepare makes a query, given as text (spec.Query{Expr: "Position, (Likes, $food)"}, in the dialect of the world's
// profile unless Syntax says otherwise) or as terms, whose entity references are then names or paths too. Names are
// looked up now. A cached query keeps its matches between runs, where those depend on tables alone. Errors have the
// codes syntax, invalid, unresolved, limit, not_traversable, and unsupported for what the kind of query cannot do in
// the profile; those about a place in the text tell its line and column, also in Line and Column of the *spec.Error.
func (w *World) Prepare(q spec.Query) (*Query, error) {
	made, err := w.compile(&q, w.named)
	if err != nil {
		return nil, told(err)
	}
	if made.kind == spec.KindCached {
		made.keepMatches()
	}
	return &Query{w: w, q: made, tracker: w.tracker(made)}, nil
}

// named is the entity of a name or path; "#" and a number is the entity with that index (P-62).
func (w *World) named(name spec.Handle) (Entity, *spec.Error) {
	e, err := w.lookup(string(name), 0, true)
	if err == nil && e == 0 {
		if digits, ok := strings.CutPrefix(string(name), "#"); ok {
			n, _ := strconv.ParseUint(digits, 10, 32)
			if e, ok := w.st.At(uint32(n)); ok && n > uint64(Any.Index()) && n != hiddenMark && n != looseMark {
				return e, nil
			}
		}
		err = spec.Errorf(spec.CodeUnresolved, "there is no entity named %q", string(name))
	}
	return e, err
}

// Given is a value that a variable has before a query runs; the variable is named without $.
type Given struct {
	Variable string
	Value    Entity
}

// Rows runs the query and gives its rows, each distinct one once, in no particular order unless the query is ordered. A
// row is valid until the loop goes on. The world is locked meanwhile: changes of entities are refused with code locked.
// While the world keeps marks (see [Query.Changed]), what the loop comes to counts as seen, and then, as the loop goes on, as
// written where fields are inout or out (QRY-505, QRY-506); [Row.Skip] says that nothing is. An error says that a
// variable cannot be given: unresolved if the query does not have it outside scopes, not_alive for a dead value.
func (q *Query) Rows(given ...Given) (iter.Seq[Row], error) {
	for _, g := range given {
		if _, ok := q.q.presettable(g.Variable); !ok {
			return nil, errNoVariable(g.Variable)
		}
		if !q.w.Alive(g.Value) {
			return nil, errDead
		}
	}
	return func(yield func(Row) bool) {
		x := q.q.newExec()
		q.w.hooks.Add(1)
		defer func() {
			q.w.endLoop()
			x.release()
		}()
		for _, g := range given {
			if slot, ok := q.q.presettable(g.Variable); !ok || !q.w.Alive(g.Value) || !x.preset(slot, g.Value.Index()) {
				return
			}
		}
		s := q.loop(yield)
		x.deliver(&s, len(given) > 0, nil)
	}, nil
}

func errNoVariable(name string) *spec.Error {
	return spec.Errorf(spec.CodeUnresolved, "the query has no variable $%s that can be set", name)
}

// Row is a row of an answer.
type Row struct {
	x    *exec
	this uint32
}

// Entity is the value of $this, the zero Entity where the query has none.
func (r Row) Entity() Entity {
	if !r.x.q.usesThis {
		return 0
	}
	return r.x.w.entity(r.this)
}

// Variable is the value of a variable, named without $; the zero Entity if it is unset or the query does not have it.
func (r Row) Variable(name string) Entity {
	slot, ok := r.x.q.presettable(name)
	if !ok {
		return 0
	}
	if slot == thisSlot {
		return r.Entity()
	}
	return r.x.w.entity(r.x.values[slot])
}

// Plan is the plan that the query would have now, a step a line.
func (q *Query) Plan() string { return q.q.planText() }

// IsSet reports whether the term behind a field has matched. Terms and Or chains have a field each, counted from 0;
// comparisons and scopes have none.
func (r Row) IsSet(field int) bool { return r.x.fields[field].set }

// ID is the id that a field matched; where the term has _ the element is [Wildcard].
func (r Row) ID(field int) ID {
	el := r.x.w.elementsOf(r.x.fields[field].id)
	return ID{el.first, el.second}
}

// Source is the entity that a field was matched on: the base that it is inherited from, or the term's own source; the
// zero Entity if that is $this.
func (r Row) Source(field int) Entity { return r.x.w.entity(r.x.source(field, r.this)) }

// source is the reported source of a field. A way up may lead back to $this.
func (x *exec) source(field int, this uint32) uint32 {
	f := &x.fields[field]
	if f.set && f.src == this && f.term.src.kind == elementVar && f.term.src.slot == thisSlot {
		return 0
	}
	return f.src
}

// loopSink hands rows to a loop.
type loopSink struct {
	yield func(Row) bool
	seen  seenRows
	watch *rowWatch // nil if the loop does not matter to change detection
}

// loop begins a loop over rows.
func (q *Query) loop(yield func(Row) bool) loopSink {
	return loopSink{yield: yield, watch: q.watchRows()}
}

func (s *loopSink) take(x *exec) bool {
	if s.watch != nil {
		return s.watch.take(x, s)
	}
	if x.this != thisTable {
		return s.one(x, x.values[thisSlot])
	}
	for _, e := range x.st.Entities(x.table) {
		if !s.one(x, e.Index()) {
			return false
		}
	}
	return true
}

func (s *loopSink) one(x *exec, this uint32) bool {
	return s.seen.before(x, this) || s.yield(Row{x, this})
}

// seenRows tells rows that were there before; only queries with hidden variables can give one twice (ruling 2).
type seenRows struct {
	rows map[string]struct{}
	key  []byte
}

// before reports whether the present row was there before, and remembers it.
func (s *seenRows) before(x *exec, this uint32) bool {
	if !x.q.hidden {
		return false
	}
	key := binary.LittleEndian.AppendUint32(s.key[:0], this)
	for slot := 1; slot < len(x.q.variables); slot++ {
		if v := &x.q.variables[slot]; v.outside && !v.anonymous {
			key = binary.LittleEndian.AppendUint32(key, x.values[slot])
		}
	}
	for i := range x.fields {
		if f := &x.fields[i]; f.set {
			if f.term.member != nil {
				key = append(key, f.term.member.name...)
			}
			key = binary.LittleEndian.AppendUint64(key, uint64(f.id))
			key = binary.LittleEndian.AppendUint32(key, x.source(i, this))
		} else {
			key = binary.LittleEndian.AppendUint64(key, uint64(store.AnyPair))
		}
	}
	s.key = key
	if _, ok := s.rows[string(key)]; ok {
		return true
	}
	if s.rows == nil {
		s.rows = map[string]struct{}{}
	}
	s.rows[string(key)] = struct{}{}
	return false
}
