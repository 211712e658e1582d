package fast

import (
	"sync"

	"github.com/relspec/relspec/fast/internal/store"
)

// exec is one run of a query: it walks the steps of the plan, binding variables, and goes back to try the next match.
// Runs are kept for reuse, so that one without new variables or longer lists allocates nothing.
type exec struct {
	w  *World
	st *store.Store
	q  *prepared

	steps                     []step
	matches                   []match
	classes                   []uint32
	level                     []uint32
	coreBuf, laterBuf, notBuf []step

	anyBases bool // the world has instances
	toggled  bool // ids that are off may matter

	values  [maxVariables + 1]uint32 // 0 is unset; $this as one entity
	this    thisState
	table   store.Table // of $this
	fields  []found
	place   place // of an ordered query
	exact   bool  // rows of one block come by $this in type order
	crowded bool  // there were more rows to order than an answer has
	skips   bool  // the loop has said that it writes nothing in the present rows

	found  []candidate   // matches being tried
	tables []store.Table // tables being tried
	held   []held

	sink sink
	work int // steps that may still be taken, see meter
	had  int // and those at the beginning
	stop bool
	hit  bool // a scope has a match
}

// thisState says what is known of $this.
type thisState uint8

const (
	thisOpen   thisState = iota
	thisTable            // every entity of a table
	thisEntity           // one entity
)

// found is what a term matched.
type found struct {
	set    bool
	id     store.ID // with the wildcard where the term has _
	stored store.ID // the pair or component on the source, 0 for one that follows from others
	src    uint32   // 0 if that is $this itself
	term   *term
}

// candidate is a match of a term.
type candidate struct {
	id, stored store.ID // id without wildcards
	src        uint32   // the base that it is inherited from, 0 for the subject itself
	subject    uint32   // with a wildcard source: the entity that has it
}

// sink takes results; it says whether to go on.
type sink interface {
	// take is called with the variables and fields set; $this is one entity, all of a table, or open.
	take(x *exec) bool
}

var execs = sync.Pool{New: func() any { return new(exec) }}

// newExec prepares a run; give it back with release.
func (q *prepared) newExec() *exec {
	x := execs.Get().(*exec)
	x.w, x.st, x.q = q.w, q.w.st, q
	x.anyBases = x.occupied(anyBase)
	x.toggled = q.w.toggles.hides(q)
	x.values = [maxVariables + 1]uint32{}
	x.this, x.stop, x.hit = thisOpen, false, false
	x.found, x.tables = x.found[:0], x.tables[:0]
	if cap(x.fields) < q.fields {
		x.fields = make([]found, q.fields)
	}
	x.fields = x.fields[:q.fields]
	clear(x.fields)
	x.place, x.exact, x.crowded = place{}, false, false
	x.work, x.had = q.w.meter.left, q.w.meter.left
	return x
}

func (x *exec) release() {
	x.account()
	x.w, x.st, x.q, x.sink = nil, nil, nil, nil
	clear(x.steps)
	clear(x.matches)
	execs.Put(x)
}

// account takes the steps of the run from those of the operation.
func (x *exec) account() {
	if m := &x.w.meter; m.on {
		m.left, x.had = m.left-(x.had-x.work), x.work
	}
}

// occupied reports whether a table of a look-up id has rows.
func (x *exec) occupied(id store.ID) bool {
	_, ok := occupied(x.st, id)
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

// preset fixes a variable before the run; false if no row can have that value.
func (x *exec) preset(slot uint8, index uint32) bool {
	if isBuiltin(index) {
		return false
	}
	if slot != thisSlot {
		x.values[slot] = index
		return true
	}
	return x.bindThis(index)
}

// bindThis makes $this one entity, unless it cannot have that value.
func (x *exec) bindThis(index uint32) bool {
	t := x.w.table(index)
	if isBuiltin(index) || x.q.excludes(t) {
		return false
	}
	x.this, x.table, x.values[thisSlot] = thisEntity, t, index
	return true
}

// run makes the plan and walks it.
func (x *exec) run(sink sink) {
	if len(x.q.nodes) == 0 {
		return
	}
	bound := slots(0)
	for slot, value := range x.values[:len(x.q.variables)] {
		if value != 0 {
			bound |= slotOf(uint8(slot))
		}
	}
	x.sink = sink
	x.planFor(bound)
	x.walk(0)
}

// walk goes on with the plan from a step.
func (x *exec) walk(pc int) {
	if x.work--; x.work < 0 {
		x.stop = true
		return
	}
	s := &x.steps[pc]
	switch s.kind {
	case stepMatch:
		if x.unset(s.node.needs) {
			x.skip(s.node, pc)
			return
		}
		x.matchAll(&s.terms[0], pc)
	case stepOptional:
		if x.unset(s.terms[0].needs) || !x.matchAll(&s.terms[0], pc) {
			x.skip(s.node, pc)
		}
	case stepChain:
		x.chain(s, pc)
	case stepGuard:
		x.guard(&x.steps[s.start], pc)
	case stepNot:
		if x.unset(s.node.needs) || !x.exists(&s.terms[0]) {
			x.skip(s.node, pc)
		}
	case stepTest:
		if x.unset(s.node.needs) || x.passes(&s.terms[0]) {
			x.walk(pc + 1)
		}
	case stepList:
		if x.unset(s.node.needs) {
			x.skip(s.node, pc)
			return
		}
		x.list(s, pc)
	case stepScope:
		if x.unset(s.node.needs) || !x.holds(s.start) {
			x.walk(pc + 1)
		}
	case stepFound:
		x.hit, x.stop = true, true
	case stepAll:
		x.all(pc)
	case stepSplit:
		x.split(pc)
	case stepYield:
		if !x.sink.take(x) {
			x.stop = true
		}
	}
}

// holds reports whether what stands in a scope has a match.
func (x *exec) holds(start int) bool {
	outer := x.hit
	x.hit = false
	x.walk(start)
	hit := x.hit
	x.hit, x.stop = outer, false
	return hit
}

// skip goes on without a match of the node.
func (x *exec) skip(n *node, pc int) {
	if x.stop {
		return
	}
	if n.field >= 0 {
		x.fields[n.field] = found{}
	}
	x.walk(pc + 1)
}

// unset reports whether one of the variables is unset.
func (x *exec) unset(s slots) bool {
	return s != 0 && x.openOf(s) != 0
}

// all tries every table of the user's entities for $this.
func (x *exec) all(pc int) {
	for t := range store.Table(x.st.Tables()) {
		if x.stop {
			return
		}
		if x.enter(t) {
			if x.mixed(t) {
				x.split(pc)
			} else {
				x.walk(pc + 1)
			}
			x.this = thisOpen
		}
	}
}

// enter makes $this the entities of a table, if they can be values.
func (x *exec) enter(t store.Table) bool {
	if !x.usable(t) || x.q.excludes(t) {
		return false
	}
	x.this, x.table = thisTable, t
	return true
}

// usable reports whether a table holds entities of the user.
func (x *exec) usable(t store.Table) bool {
	return x.st.InUse(t) && x.st.Count(t) > 0 && !x.st.Has(t, store.Single(hiddenMark))
}

// split tries each entity of the table of $this.
func (x *exec) split(pc int) {
	if x.this != thisTable { // in a scope that has a $this of its own
		x.walk(pc + 1)
		return
	}
	t := x.table
	for _, e := range x.st.Entities(t) {
		if x.stop {
			break
		}
		x.this, x.values[thisSlot] = thisEntity, e.Index()
		x.walk(pc + 1)
	}
	x.this, x.table, x.values[thisSlot] = thisTable, t, 0
}
