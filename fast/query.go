package fast

import (
	"iter"
	"slices"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// Group returns the group of the row. If the query is grouped by the relationship R, this is the
// target of the entity's own pair of R; if the entity owns several, the first of them. If it owns
// none, or the query is not grouped, Group returns the zero Entity.
//
// Statements: QRY-577, QRY-578.
func (r Row) Group() Entity { return r.x.W.Entity(r.x.Position.Group) }

// Block returns the block of the row in an ordered query. Rows that are equal in group, depth and
// sort key form one block and have no order among themselves. Blocks are numbered from 0.
func (r Row) Block() int { return r.x.Position.Block }

// GroupRows returns the rows of one group of a grouped query. Pass the target of the group, or the
// zero Entity for the rows without a target. A dead target has no rows. If the query is ordered by
// cascade, a group is a depth: pass any entity for the rows that are as deep as this entity, or the
// zero Entity for the roots. If the query has neither groups nor a cascade, the error has code
// invalid.
//
// Statements: QRY-568.
func (q *Query) GroupRows(group Entity) (iter.Seq[Row], error) {
	if !q.q.HasGroups() {
		return nil, query.ErrNotGrouped
	}
	return func(yield func(Row) bool) {
		if group != 0 && !q.w.core.Store.Alive(group) {
			return
		}
		only := group.Index()
		q.rows(nil, &only)(yield)
	}, nil
}

// Changed reports whether the matches of the query, or values that it reads, have changed since the
// program last looked at them. A loop over [Query.Rows] looks at the tables that it reaches;
// [Query.ClearChanged] looks at all tables. The world marks written values only from the first call
// on. [World.Restore] marks no values as written, but a table that entities enter or leave counts
// as changed.
//
// The error has code unsupported if the query is not cached, and invalid if the profile requires
// the field DetectChanges of spec.Query and it was not set. Changed writes to the query: from then
// on only one goroutine may loop over it.
//
// Statements: QRY-484, QRY-503, QRY-505. Clause: changes.changed.
func (q *Query) Changed() (bool, error) {
	if err := q.q.CheckTracking(); err != nil {
		return false, err
	}
	q.tracker.Look(q.q)
	return q.tracker.Changed(), nil
}

// ClearChanged counts all matches as seen, as a loop over all rows does: [Query.Changed] returns
// false until the next change. Errors are those of [Query.Changed].
//
// Statements: QRY-489.
func (q *Query) ClearChanged() error {
	if err := q.q.CheckTracking(); err != nil {
		return err
	}
	q.tracker.ClearChanged(q.q)
	return nil
}

// Query is a query that [World.Prepare] made. The program can loop over it any number of times,
// also in several goroutines while none writes. It stays valid whatever happens to the world; a
// term that names a deleted entity matches nothing.
//
// Statements: source.dead.
type Query struct {
	w       *World
	q       *query.Query
	tracker change.Tracker // inactive until changes are first requested
}

// Prepare makes a query from text, as in spec.Query{Expr: "Position, (Likes, $food)"}, or from
// terms that refer to entities by name or path. The text is in the dialect of the world's profile
// unless Syntax is set. Prepare looks up names once: if no entity is named Alice, a query for
// (Likes, Alice) is refused; if Alice is renamed later, the query still means the same entity. A
// cached query keeps its matches between loops. It finds them anew in each loop if a term has a
// variable other than $this, a comparison or a member, or a relationship that is Transitive,
// Reflexive or DontFragment.
//
// The error has code syntax, invalid, unresolved, limit, not_traversable, or unsupported for terms
// that the profile does not allow in this kind of query. If the error is about a place in the text,
// its message and the fields Line and Column of the *[Error] say where.
//
// The only option is [Exact], which is an extension and not part of any profile. The other options
// of typed queries are fields of q.
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
	"Prepare accepts only the option Exact; set Kind and DetectChanges in spec.Query instead")

// Given sets a variable before a query runs. The variable is named without $.
type Given struct {
	Variable string
	Value    Entity
}

// Rows runs the query and returns its rows, each distinct row once. Unless the query is ordered,
// their order is unspecified. A row is valid until the loop continues. For example, "(Likes, $x)"
// returns two rows for Bob, who likes Alice and Carol, and "(Likes, _)" returns one. During the
// loop the world is locked: structural changes are refused with code locked.
//
// If change detection is on (see [Query.Changed]), the loop marks the inout and out fields of each
// row as written when it continues, unless [Row.Skip] was called.
//
// The error has code unresolved if the query does not have a given variable, or has it only in
// scopes, and not_alive for a dead value.
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
	return q.rows(given, nil), nil
}

// rows returns an iterator over the rows in which some variables have given values, or over those
// of one group.
func (q *Query) rows(given []Given, only *uint32) iter.Seq[Row] {
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
		s := loopSink{q: q, yield: yield, watched: q.w.core.Watch.On}
		if q.tracker.On() {
			q.tracker.Look(q.q)
			s.loop = q.tracker.Loop()
		}
		x.Deliver(&s, len(given) > 0, only)
	}
}

// Row is one row of an answer.
type Row struct {
	x    *query.Exec
	this uint32
}

// Entity returns the value of $this, or the zero Entity if the query has no $this.
func (r Row) Entity() Entity {
	if !r.x.Q.UsesThis {
		return 0
	}
	return r.x.W.Entity(r.this)
}

// Variable returns the value of a variable, named without $, or the zero Entity if it is unset or
// the query does not have it.
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

// Plan returns the plan that the query would run with now, one step a line. A line that begins with
// "warning: " names a reason for slow loops: a step visits every table, or no term connects two
// groups of variables, so that every combination of their matches is a row.
func (q *Query) Plan() string { return q.q.PlanText() + q.q.WarningText() }

// String returns the resolved terms of the query: "Position, !(Likes, $food)" is "Position($this),
// !Likes($this, $food)". The format may change.
func (q *Query) String() string { return q.q.Text() }

// IsSet reports whether the term of a field matched. Each term and each Or chain has a field,
// numbered from 0; comparisons and scopes have none.
func (r Row) IsSet(field int) bool { return r.field(field).Set }

// field returns the match of a field.
func (r Row) field(n int) *query.FieldMatch {
	if n < 0 || n >= len(r.x.Fields) {
		panic(spec.Errorf(spec.CodeInvalid, "the query has %d fields; they are numbered from 0", len(r.x.Fields)))
	}
	return &r.x.Fields[n]
}

// ID returns the id that a field matched. An element that the term writes as _ is [Wildcard].
func (r Row) ID(field int) ID {
	el := r.x.W.ElementsOf(r.field(field).ID)
	return ID{el.First, el.Second}
}

// Source returns the entity that has the id of a field: a base, an entity above, or the fixed source
// of the term. If $this has the id itself, Source returns the zero Entity.
func (r Row) Source(field int) Entity {
	r.field(field)
	return r.x.W.Entity(r.x.Source(field, r.this))
}

// Skip tells change detection that the loop does not write the fields of this row. Rows of one table
// with the same matches are marked as written together, so Skip counts for all of them. The rows
// still count as seen.
//
// Statements: QRY-507, QRY-514.
func (r Row) Skip() { r.x.Skips = true }

// loopSink passes rows to a loop. For change detection, it records the tables that the loop visits,
// and marks components that may have been written when the loop continues (changes.writing).
type loopSink struct {
	q       *Query
	yield   func(Row) bool
	seen    query.RowSet
	watched bool   // change detection is on
	loop    uint64 // number of the loop in the query's tracker; 0 if the query does not detect changes
}

func (s *loopSink) Take(x *query.Exec) bool {
	if x.This != query.ThisTable {
		this := change.ThisOf(x)
		s.saw(x, this)
		ok := s.one(x, x.Values[query.ThisSlot])
		s.wrote(x, this)
		return ok
	}
	list := x.Store.Entities(x.Table)
	rows := max(1, len(list))
	if s.watched && x.W.NonFragmenting.Any() {
		rows = 1 // change detection may count the entities as rows of different tables (iterate.batches)
	}
	for list := range slices.Chunk(list, rows) {
		s.saw(x, list[0].Index())
		ok := true
		for i := 0; ok && i < len(list); i++ {
			ok = s.one(x, list[i].Index())
		}
		s.wrote(x, list[0].Index())
		if !ok {
			return false
		}
	}
	return true
}

func (s *loopSink) one(x *query.Exec, this uint32) bool {
	return s.seen.Before(x, this) || s.yield(Row{x, this})
}

// saw records the table of an entity.
func (s *loopSink) saw(x *query.Exec, this uint32) {
	x.Skips = false
	if s.loop == 0 {
		return
	}
	watch := &s.q.w.core.Watch
	watch.Marking.Lock()
	defer watch.Marking.Unlock()
	s.q.tracker.Saw(watch.StateOf(&s.q.w.core, this), s.loop)
}

// wrote marks the components that the fields of the current result may write.
func (s *loopSink) wrote(x *query.Exec, this uint32) {
	if !s.watched || x.Skips {
		return
	}
	watch := &s.q.w.core.Watch
	watch.Marking.Lock()
	defer watch.Marking.Unlock()
	for i := range x.Fields {
		if d, _, ok := s.q.w.core.WrittenBy(x, i, this); ok {
			watch.Mark(d)
		}
	}
}
