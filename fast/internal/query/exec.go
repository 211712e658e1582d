package query

import (
	"slices"
	"sync"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Exec is one run of a query. It executes the steps of the plan, binds variables, and backtracks to
// the next match. Runs are pooled, so a run allocates nothing unless its lists must grow.
type Exec struct {
	W     *rules.World
	Store *store.Store
	Q     *Query

	steps                     []Step
	matches                   []Match
	classes                   []uint32
	climbers                  climbers
	level                     []uint32
	coreBuf, laterBuf, notBuf []Step

	AnyBases bool // the world has instances
	Toggled  bool // disabled ids of the world may affect the query
	early    bool // the plan skips terms that climb, because the cache evaluates them last

	Values   [MaxVariables + 1]uint32 // 0 is unset; $this as one entity
	This     thisState
	Table    store.Table // the table of $this
	Fields   []FieldMatch
	Position position // the current position in an ordered query
	Exact    bool     // sort rows by $this, in each block if the query is ordered
	Crowded  bool     // there were more rows to sort than an answer may have
	Scanned  bool     // the run scanned tables instead of executing steps
	Skips    bool     // the loop writes nothing in the current rows, so they are not marked as written

	found  []candidate   // matches being tried
	tables []store.Table // tables being tried
	held   []rules.Held

	run scan    // state of a scan
	own Matches // matches of a scan, before they go to the sink

	reaching rules.Reaching // caches answers for the last term with a transitive relationship
	above    rules.Above

	sorting orderSink

	Sink Sink
	work int // steps left, see rules.Meter
	had  int // steps left at the start
	stop bool
	hit  bool // a scope has a match
}

// thisState says whether $this is unbound, all entities of a table, or one entity.
type thisState uint8

// The states of $this in a run.
const (
	ThisOpen   thisState = iota
	ThisTable            // every entity of a table
	ThisEntity           // one entity
)

// candidate is a possible match of a term.
type candidate struct {
	id, stored store.ID // id has no wildcards, unless a term with sets reports (R, *) of a Union
	src        uint32   // the base or entity above that has the id, 0 for the subject itself
	subject    uint32   // if the source is a wildcard: the entity that has the id

	// The values of unbound variables; 0 means the element of id. A variable with a set has another
	// value: the entity whose set leads to that element.
	first, second uint32
}

// values returns the values of the unbound variables.
func (c *candidate) values() (first, second uint32) {
	first, second = c.first, c.second
	if first == 0 {
		first = c.id.First()
	}
	if second == 0 {
		second = c.id.Second()
	}
	return first, second
}

// Sink receives results.
type Sink interface {
	// Take is called with the variables and fields set. $this is one entity, all entities of a
	// table, or unbound. The run ends if Take returns false.
	Take(x *Exec) bool
}

var execs = sync.Pool{New: func() any { return new(Exec) }}

// NewExec takes a run from the pool. [Exec.Release] puts it back.
func (q *Query) NewExec() *Exec {
	x := execs.Get().(*Exec)
	x.Begin(q)
	return x
}

// Begin starts a run of a query in an Exec that the caller owns. [Exec.End] ends it.
func (x *Exec) Begin(q *Query) {
	x.W, x.Store, x.Q = q.W, q.W.Store, q
	x.AnyBases = slices.ContainsFunc(x.Store.Lookup(rules.AnyBase), func(p store.Posting) bool {
		return x.Store.Count(p.Table) > 0
	})
	x.Toggled = Hides(&q.W.Toggles, q)
	x.Values = [MaxVariables + 1]uint32{}
	x.This, x.stop, x.hit, x.early = ThisOpen, false, false, false
	x.found, x.tables = x.found[:0], x.tables[:0]
	if cap(x.Fields) < q.Fields {
		x.Fields = make([]FieldMatch, q.Fields)
	}
	x.Fields = x.Fields[:q.Fields]
	clear(x.Fields)
	x.Position, x.Exact, x.Crowded = position{}, false, false
	x.work, x.had = q.W.Meter.Left, q.W.Meter.Left
}

// Release returns a run to the pool. The caller must not use the run afterwards.
func (x *Exec) Release() {
	x.End()
	execs.Put(x)
}

// End ends a run and drops its references to the world.
func (x *Exec) End() {
	x.Account()
	x.W, x.Store, x.Q, x.Sink, x.reaching = nil, nil, nil, nil, rules.Reaching{}
	x.above = rules.Above{}
	clear(x.steps)
	clear(x.matches)
	x.steps, x.matches, x.run.to = x.steps[:0], x.matches[:0], nil
	x.climbers.end()
	x.run.climbers.end()
}

// Account subtracts the steps of the run from those left to the operation.
func (x *Exec) Account() {
	if m := &x.W.Meter; m.On {
		m.Left, x.had = m.Left-(x.had-x.work), x.work
	}
}

// Preset sets a variable before the run. It returns false if no row can have that value.
func (x *Exec) Preset(slot uint8, index uint32) bool {
	if rules.IsBuiltin(index) {
		return false
	}
	if slot != ThisSlot {
		x.Values[slot] = index
		return true
	}
	return x.BindThis(index)
}

// BindThis binds $this to one entity. It returns false if $this cannot have that value.
func (x *Exec) BindThis(index uint32) bool {
	t := x.W.Table(index)
	if x.Store.Flags(t)&(x.Q.ExcludedFlags()|rules.FlagHidden) != 0 {
		return false
	}
	x.This, x.Table, x.Values[ThisSlot] = ThisEntity, t, index
	return true
}

// isEmpty reports whether the query has no results in any world (operator.optional).
func (q *Query) isEmpty() bool {
	return len(q.Nodes) == 0 || q.W.Profile.OptionalAloneIsEmpty &&
		!slices.ContainsFunc(q.Nodes, func(n Node) bool { return n.Oper != spec.Optional })
}

// Run plans and runs the query: as a scan if possible, otherwise by executing the steps.
func (x *Exec) Run(sink Sink) {
	if x.Q.isEmpty() {
		return
	}
	x.Sink = sink
	x.run.to, x.run.hands = x.matchesFor(sink)
	if x.Scanned = x.scan(); !x.Scanned {
		x.PlanFor(x.preset())
		x.Walk(0)
	}
}

// matchesFor returns the list that a scan fills. hands is true if its matches must be passed on to
// the sink.
func (x *Exec) matchesFor(sink Sink) (to *Matches, hands bool) {
	if s, ok := sink.(*Matches); ok && !x.Q.Hidden {
		return s, false
	}
	x.own.Reset()
	return &x.own, true
}

// preset returns the variables that have a value before the run.
func (x *Exec) preset() Slots {
	bound := Slots(0)
	for slot, value := range x.Values[:len(x.Q.Variables)] {
		if value != 0 {
			bound |= SlotOf(uint8(slot))
		}
	}
	return bound
}

// Failing returns the index of the node that explains why a run has no results: the steps before
// the node have matches, but no match passes the step of the node. It returns -1 if there are
// results, or if no single node fails.
func (x *Exec) Failing() int {
	x.PlanFor(x.preset())
	for i := 0; x.steps[i].Kind != stepYield; i++ {
		next := &x.steps[i+1]
		kind := next.Kind
		next.Kind = stepFound
		passed := x.holds(0)
		next.Kind = kind
		for n := range x.Q.Nodes {
			if !passed && x.steps[i].Node == &x.Q.Nodes[n] {
				return n
			}
		}
	}
	return -1
}

// Walk executes the plan from a step.
func (x *Exec) Walk(pc int) {
	if x.work--; x.work < 0 {
		x.stop = true
		return
	}
	s := &x.steps[pc]
	switch s.Kind {
	case stepMatch:
		if x.unset(s.Node.Needs) {
			x.skip(pc)
			return
		}
		x.matchAll(&s.Terms[0], pc)
	case stepOptional:
		if x.unset(s.Terms[0].needs) || !x.matchAll(&s.Terms[0], pc) {
			x.skip(pc)
		}
	case stepChain:
		x.chain(s, pc)
	case stepGuard:
		x.guard(&x.steps[s.start], pc)
	case stepApart:
		if x.isNew(&x.steps[s.start]) {
			x.Walk(pc + 1)
		}
	case stepNot:
		if x.unset(s.Node.Needs) || !x.exists(&s.Terms[0]) {
			x.skip(pc)
		}
	case stepTest:
		if x.unset(s.Node.Needs) || x.passes(&s.Terms[0]) {
			x.Walk(pc + 1)
		}
	case stepList:
		if x.unset(s.Node.Needs) {
			x.skip(pc)
			return
		}
		x.list(s, pc)
	case stepScope:
		if x.unset(s.Node.Needs) || !x.holds(s.start) {
			x.Walk(pc + 1)
		}
	case stepFound:
		x.hit, x.stop = true, true
	case stepAll:
		x.all(pc)
	case stepSplit:
		x.split(pc)
	case stepExact:
		x.exact(pc)
	case stepYield:
		if !x.Sink.Take(x) {
			x.stop = true
		}
	}
}

// holds reports whether the terms of a scope have a match.
func (x *Exec) holds(start int) bool {
	outer := x.hit
	x.hit = false
	x.Walk(start)
	hit := x.hit
	x.hit, x.stop = outer, false
	return hit
}

// skip continues the plan without a match of the step. The field of the step is unset.
func (x *Exec) skip(pc int) {
	if x.stop {
		return
	}
	x.Walk(pc + 1)
}

// unset reports whether one of the variables is unset.
func (x *Exec) unset(s Slots) bool {
	return s != 0 && x.openOf(s) != 0
}

// all tries every table of the user's entities for $this.
func (x *Exec) all(pc int) {
	for t := range store.Table(x.Store.Tables()) {
		if x.stop {
			return
		}
		if x.enter(t) {
			if x.mixed(t) {
				x.split(pc)
			} else {
				x.Walk(pc + 1)
			}
			x.This = ThisOpen
		}
	}
}

// enter binds $this to the entities of a table, if they are possible values.
func (x *Exec) enter(t store.Table) bool {
	if !x.usable(t) || x.Q.Excludes(t) {
		return false
	}
	x.This, x.Table = ThisTable, t
	return true
}

// usable reports whether a table has entities of the user.
func (x *Exec) usable(t store.Table) bool {
	return x.Store.InUse(t) && x.Store.Count(t) > 0 && x.Store.Flags(t)&rules.FlagHidden == 0
}

// split tries each entity of the table of $this.
func (x *Exec) split(pc int) {
	if x.This != ThisTable { // a scope with its own $this
		x.Walk(pc + 1)
		return
	}
	t := x.Table
	for _, e := range x.Store.Entities(t) {
		if x.stop {
			break
		}
		x.This, x.Values[ThisSlot] = ThisEntity, e.Index()
		x.Walk(pc + 1)
	}
	x.This, x.Table, x.Values[ThisSlot] = ThisTable, t, 0
}
