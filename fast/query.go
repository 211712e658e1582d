package fast

import (
	"iter"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// Group is the group of the row: the first own target of the relationship that the query is grouped by, the zero Entity
// for none and where the query is not grouped.
//
// Statements: QRY-577, QRY-578.
func (r Row) Group() Entity { return r.x.W.Entity(r.x.Position.Group) }

// Block numbers the rows of an ordered query: those that are equal in group, depth and sort key are one block, in any
// order, and blocks ascend from 0.
func (r Row) Block() int { return r.x.Position.Block }

// GroupRows gives the rows of one group of a grouped query, the zero Entity for those without. It is an
// error with code invalid if the query is not grouped. A dead group has no rows.
//
// Statements: QRY-568.
func (q *Query) GroupRows(group Entity) (iter.Seq[Row], error) {
	if !q.q.Grouped() {
		return nil, query.ErrNotGrouped
	}
	return func(yield func(Row) bool) {
		if group != 0 && !q.w.Alive(group) {
			return
		}
		x := q.q.NewExec()
		q.w.core.Hooks.Add(1)
		defer func() {
			q.w.core.EndLoop()
			x.Release()
		}()
		only := group.Index()
		s := q.loop(yield)
		x.Deliver(&s, false, &only)
	}, nil
}

// Changed reports whether the matches of the query have changed since its rows were last seen, and from the first call
// on makes the world mark written components. Seen are the tables that a loop over [Query.Rows]
// has come to, and those that [Query.Seen] makes so. A restoration writes no values, but entities may come into
// tables and leave them. It is an error with code unsupported if the query is not cached, and invalid where the profile
// wants change detection asked for at creation and that was not done. It writes to the query: from then on only one
// goroutine may loop over it.
//
// Statements: QRY-484, QRY-503, QRY-505, changes.changed.
func (q *Query) Changed() (bool, error) {
	if err := q.q.CheckTracking(); err != nil {
		return false, err
	}
	q.tracker.Look(q.q)
	return q.tracker.Changed(), nil
}

// Seen makes the query remember everything that it matches now as seen. Errors are those of [Query.Changed].
//
// Statements: QRY-489.
func (q *Query) Seen() error {
	if err := q.q.CheckTracking(); err != nil {
		return err
	}
	q.tracker.SawAll(q.q)
	return nil
}

// Query is a prepared query: its terms are resolved and analysed once, and it can be iterated any number of times,
// also by several goroutines while none writes. It stays valid whatever happens to the world; terms that mention
// deleted entities match nothing.
//
// Statements: source.dead.
type Query struct {
	w       *World
	q       *query.Query
	tracker change.Tracker // remembers nothing before the first question about changes
}

// Prepare makes a query, given as text (spec.Query{Expr: "Position, (Likes, $food)"}, in the
// dialect of the world's profile unless Syntax says otherwise) or as terms, whose entity references
// are then names or paths too. Names are looked up now. For example, a query for (Likes, Alice) is
// refused if nobody has that name yet, and goes on to ask for the same entity if she gets another
// name. A cached query keeps its matches between runs, where those depend on tables alone. Errors
// have the codes syntax, invalid, unresolved, limit, not_traversable, and unsupported for terms
// that the kind of query does not have in the profile; those about a place in the text tell its
// line and column, also in Line and Column of the *spec.Error.
//
// [Exact] is the one option; it is an extension that no profile has. What the other options of
// typed queries say, q says in its fields.
func (w *World) Prepare(q spec.Query, options ...QueryOption) (*Query, error) {
	made, err := query.Compile(&w.core.World, &q, w.core.Named)
	if err != nil {
		return nil, withPosition(err)
	}
	for _, option := range options {
		if option != Exact {
			return nil, errOptionOfTyped
		}
	}
	if len(options) > 0 {
		if err := made.MakeExact(); err != nil {
			return nil, err
		}
	}
	if made.Kind == spec.KindCached {
		made.CacheMatches()
	}
	return &Query{w: w, q: made, tracker: w.core.Tracker(made)}, nil
}

var errOptionOfTyped = spec.Errorf(spec.CodeInvalid,
	"Prepare takes the option Exact alone; the fields Kind and DetectChanges of the query say the others")

// Given is a value that a variable has before a query runs; the variable is named without $.
type Given struct {
	Variable string
	Value    Entity
}

// Rows runs the query and gives its rows, each distinct one once, in no particular order unless the
// query is ordered. A row is valid until the loop goes on. For example, "(Likes, $x)" gives Bob,
// who likes Alice and Carol, in two rows, and "(Likes, _)" in one. The world is locked meanwhile:
// changes of entities are refused with code locked. While the world keeps marks (see
// [Query.Changed]), tables that the loop comes to count as seen, and then, as the loop goes on, as
// written where fields are inout or out; [Row.Skip] says that nothing is. An error says that a
// variable cannot be given: unresolved if the query does not have it outside scopes, not_alive for
// a dead value.
//
// Statements: QRY-505, QRY-506.
func (q *Query) Rows(given ...Given) (iter.Seq[Row], error) {
	for _, g := range given {
		if _, ok := q.q.Presettable(g.Variable); !ok {
			return nil, query.ErrNoVariable(g.Variable)
		}
		if !q.w.Alive(g.Value) {
			return nil, rules.ErrDead
		}
	}
	return func(yield func(Row) bool) {
		x := q.q.NewExec()
		q.w.core.Hooks.Add(1)
		defer func() {
			q.w.core.EndLoop()
			x.Release()
		}()
		for _, g := range given {
			if slot, ok := q.q.Presettable(g.Variable); !ok || !q.w.Alive(g.Value) || !x.Preset(slot, g.Value.Index()) {
				return
			}
		}
		s := q.loop(yield)
		x.Deliver(&s, len(given) > 0, nil)
	}, nil
}

// Row is a row of an answer.
type Row struct {
	x    *query.Exec
	this uint32
}

// Entity is the value of $this, the zero Entity where the query has none.
func (r Row) Entity() Entity {
	if !r.x.Q.UsesThis {
		return 0
	}
	return r.x.W.Entity(r.this)
}

// Variable is the value of a variable, named without $; the zero Entity if it is unset or the query does not have it.
func (r Row) Variable(name string) Entity {
	slot, ok := r.x.Q.Presettable(name)
	if !ok {
		return 0
	}
	if slot == query.ThisSlot {
		return r.Entity()
	}
	return r.x.W.Entity(r.x.Values[slot])
}

// Plan is the plan that the query would have now, a step a line, before it runs. Lines that begin
// with "warning: " name variables that no term connects with the others, so that all combinations
// of their matches come, and a walk over every table.
func (q *Query) Plan() string { return q.q.PlanText() + q.q.WarningText() }

// String is the terms of the query as they are understood, with names: "Position, !(Likes, $food)" is
// "Position($this), !Likes($this, $food)". It is for people; the form may change.
func (q *Query) String() string { return q.q.Text() }

// IsSet reports whether the term behind a field has matched. Terms and Or chains have a field each, counted from 0;
// comparisons and scopes have none.
func (r Row) IsSet(field int) bool { return r.field(field).Set }

// field is the match of a field.
func (r Row) field(n int) *query.Found {
	if n < 0 || n >= len(r.x.Fields) {
		panic(spec.Errorf(spec.CodeInvalid, "the query has %d fields; they count from 0", len(r.x.Fields)))
	}
	return &r.x.Fields[n]
}

// ID is the id that a field matched; where the term has _ the element is [Wildcard].
func (r Row) ID(field int) ID {
	el := r.x.W.ElementsOf(r.field(field).ID)
	return ID{el.First, el.Second}
}

// Source is the entity that a field was matched on: the base that it is inherited from, or the term's own source; the
// zero Entity if that is $this.
func (r Row) Source(field int) Entity {
	r.field(field)
	return r.x.W.Entity(r.x.Source(field, r.this))
}

// loopSink hands rows to a loop.
type loopSink struct {
	yield func(Row) bool
	seen  query.SeenRows
	watch *rowWatch // nil if the loop does not matter to change detection
}

// loop begins a loop over rows.
func (q *Query) loop(yield func(Row) bool) loopSink {
	return loopSink{yield: yield, watch: q.watchRows()}
}

func (s *loopSink) Take(x *query.Exec) bool {
	if s.watch != nil {
		return s.watch.Take(x, s)
	}
	if x.This != query.ThisTable {
		return s.one(x, x.Values[query.ThisSlot])
	}
	for _, e := range x.Store.Entities(x.Table) {
		if !s.one(x, e.Index()) {
			return false
		}
	}
	return true
}

func (s *loopSink) one(x *query.Exec, this uint32) bool {
	return s.seen.Before(x, this) || s.yield(Row{x, this})
}
