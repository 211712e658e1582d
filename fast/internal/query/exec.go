package query

import (
	"slices"
	"sync"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Exec is one run of a query: it walks the steps of the plan, binding variables, and goes back to try the next match.
// Runs are kept for reuse, so that one without new variables or longer lists allocates nothing.
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
	Toggled  bool // ids that are off may matter
	early    bool // the plan leaves out terms that climb, since what is above is found last

	Values   [MaxVariables + 1]uint32 // 0 is unset; $this as one entity
	This     thisState
	Table    store.Table // of $this
	Fields   []Found
	Position position // of an ordered query
	Exact    bool     // rows of one block come by $this in type order
	Crowded  bool     // there were more rows to order than an answer has
	Scanned  bool     // the run went over tables, not over steps
	Skips    bool     // the loop has said that it writes nothing in the present rows

	found  []candidate   // matches being tried
	tables []store.Table // tables being tried
	held   []rules.Held

	run scan    // of a plan that is one
	own Matches // of a scan that hands them on

	reaching rules.Reaching // of the term with a transitive relationship that was tried last
	above    rules.Above

	Sink Sink
	work int // steps that may still be taken, see meter
	had  int // and those at the beginning
	stop bool
	hit  bool // a scope has a match
}

// thisState says whether $this is open, bound or absent.
type thisState uint8

// The states of $this in a run.
const (
	ThisOpen   thisState = iota
	ThisTable            // every entity of a table
	ThisEntity           // one entity
)

// Found is the match of a term.
type Found struct {
	Set    bool
	ID     store.ID // with the wildcard where the term has _
	Stored store.ID // the pair or component on the source, 0 for one that follows from others
	Src    uint32   // 0 if that is $this itself
	Term   *Term
}

// candidate is a match of a term.
type candidate struct {
	id, stored store.ID // id without wildcards
	src        uint32   // the base that it is inherited from, 0 for the subject itself
	subject    uint32   // with a wildcard source: the entity that has it

	// the values of open variables, where they are not the elements of the id but the entities
	// whose candidates these are
	first, second uint32
}

// values are those that a match gives its open variables.
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

// Sink takes results; it says whether to go on.
type Sink interface {
	// take is called with the variables and fields set; $this is one entity, all of a table, or open.
	Take(x *Exec) bool
}

var execs = sync.Pool{New: func() any { return new(Exec) }}

// NewExec prepares a run; give it back with release.
func (q *Query) NewExec() *Exec {
	x := execs.Get().(*Exec)
	x.Begin(q)
	return x
}

// Begin makes the run one of a query, for a holder who keeps it. It ends with [Exec.End].
func (x *Exec) Begin(q *Query) {
	x.W, x.Store, x.Q = q.W, q.W.Store, q
	x.AnyBases = x.occupied(rules.AnyBase)
	x.Toggled = Hides(&q.W.Toggles, q)
	x.Values = [MaxVariables + 1]uint32{}
	x.This, x.stop, x.hit, x.early = ThisOpen, false, false, false
	x.found, x.tables = x.found[:0], x.tables[:0]
	if cap(x.Fields) < q.Fields {
		x.Fields = make([]Found, q.Fields)
	}
	x.Fields = x.Fields[:q.Fields]
	clear(x.Fields)
	x.Position, x.Exact, x.Crowded = position{}, false, false
	x.work, x.had = q.W.Meter.Left, q.W.Meter.Left
}

// Release gives a run back. Nothing may use it afterwards.
func (x *Exec) Release() {
	x.End()
	execs.Put(x)
}

// End ends a run, which forgets its world.
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

// Account takes the steps of the run from those of the operation.
func (x *Exec) Account() {
	if m := &x.W.Meter; m.On {
		m.Left, x.had = m.Left-(x.had-x.work), x.work
	}
}

// occupied reports whether a table of a look-up id has rows.
func (x *Exec) occupied(id store.ID) bool {
	_, ok := occupied(x.Store, id)
	return ok
}

// occupied finds a table with rows among those of a look-up id.
func occupied(st *store.Store, id store.ID) (store.Table, bool) {
	for _, p := range st.Lookup(id) {
		if st.Count(p.Table) > 0 {
			return p.Table, true
		}
	}
	return 0, false
}

// Preset fixes a variable before the run; false if no row can have that value.
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

// BindThis makes $this one entity, unless it cannot have that value.
func (x *Exec) BindThis(index uint32) bool {
	t := x.W.Table(index)
	if rules.IsBuiltin(index) || x.Q.Excludes(t) {
		return false
	}
	x.This, x.Table, x.Values[ThisSlot] = ThisEntity, t, index
	return true
}

// isEmpty reports whether nothing matches a query whatever the world is (operator.optional).
func (q *Query) isEmpty() bool {
	return len(q.Nodes) == 0 || q.W.Profile.OptionalAloneIsEmpty &&
		!slices.ContainsFunc(q.Nodes, func(n Node) bool { return n.Oper != spec.Optional })
}

// Run makes the plan and follows it: a scan, or else a walk over its steps.
func (x *Exec) Run(sink Sink) {
	if x.Q.isEmpty() {
		return
	}
	x.Sink = sink
	x.run.to, x.run.hands = x.matchesFor(sink)
	if x.Scanned = x.scan(); x.Scanned {
		return
	}
	x.walkAll()
}

// matchesFor returns the list that a scan fills for a sink, and whether its matches are then passed to the sink.
func (x *Exec) matchesFor(sink Sink) (to *Matches, hands bool) {
	if s, ok := sink.(*Matches); ok && !x.Q.Hidden {
		return s, false
	}
	x.own.Reset()
	return &x.own, true
}

// walkAll makes the plan and walks over its steps.
func (x *Exec) walkAll() {
	x.PlanFor(x.preset())
	x.Walk(0)
}

// preset are the variables that have a value before the run.
func (x *Exec) preset() Slots {
	bound := Slots(0)
	for slot, value := range x.Values[:len(x.Q.Variables)] {
		if value != 0 {
			bound |= SlotOf(uint8(slot))
		}
	}
	return bound
}

// Failing finds the node at which a run without results ends: the steps before it let some values
// of the variables through, and no such values pass its step. It is -1 if there are results, or if
// no node is at fault.
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

// Walk goes on with the plan from a step.
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
		if s := &x.steps[s.start]; s.reported.add(x, s.Node) {
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

// skip goes on without a match of the step. A field is set only while the run goes on from its match.
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

// enter makes $this the entities of a table, if they can be values.
func (x *Exec) enter(t store.Table) bool {
	if !x.usable(t) || x.Q.Excludes(t) {
		return false
	}
	x.This, x.Table = ThisTable, t
	return true
}

// usable reports whether a table holds entities of the user.
func (x *Exec) usable(t store.Table) bool {
	return x.Store.InUse(t) && x.Store.Count(t) > 0 && x.Store.Flags(t)&rules.FlagHidden == 0
}

// split tries each entity of the table of $this.
func (x *Exec) split(pc int) {
	if x.This != ThisTable { // in a scope that has a $this of its own
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
