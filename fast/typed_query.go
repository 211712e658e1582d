package fast

import (
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/relspec/relspec/spec"
)

// typedQuery is the part of a typed query that does not depend on its types.
type typedQuery struct {
	w *World
	typedPlan
	asked []Term // besides the fields

	kept       *matchSet // of a cached query, while stamp is that of the world
	stamp      atomic.Uint64
	registered atomic.Uint64 // typedWorld.registered when the plan was made
	mu         sync.Mutex
	depths     depthOrder
	sorted     atomic.Pointer[sortedSet] // of a query with another order
	tracked    *typedTracked
}

// typedPlan is what is made of the fields and terms.
type typedPlan struct {
	q      *prepared
	fields []typedField
	terms  []termPlace // of all terms, the fields first
	ups    []upTerm
	plain  uint8 // which fields are the component of their type on $this
	fixed  bool  // has fixed sources
	split  bool  // entities with a shared field come one at a time

	cascade Entity // the relationship that orders the query, zero if none
	deepest bool   // from the leaves up
	writes  []int  // the terms whose values loops may write

	key       *componentCore // of a query that is ordered by a type
	keyEntity Entity         // its component when the plan was made
}

// typedField is a field of a typed query.
type typedField struct {
	goType reflect.Type
	word   unsafe.Pointer
	core   *componentCore
	entity Entity // component of the type when the plan was made
	term   queryTerm
	own    bool // has a term of its own
}

// termPlace says where the match of a term is found: in a field of the engine's query, or among the ups. Terms that are
// no fields are conditions: loops do not write their values unless they say so.
type termPlace struct {
	node   int
	up     int // plus 1; 0 for none
	access spec.Access
}

const maxUps = 4

// upTerm is a term that is matched on an entity above.
type upTerm struct {
	relationship Entity
	id           ID
	oper         spec.Operator
}

// typedRoom is a typed query with room for the fields and terms of most, so that making one is one allocation.
type typedRoom struct {
	typed     typedQuery
	query     prepared
	fields    [2]typedField
	asked     [4]Term
	places    [4]termPlace
	writes    [2]int
	nodes     [4]node
	terms     [4]term
	variables [2]variable
}

// newTypedQuery makes the query of fields and further terms.
func newTypedQuery(w *World, terms []Term, fields ...typedField) *typedQuery {
	q := compileTyped(w, terms, fields...)
	if q.q.detects {
		q.track()
	}
	return q
}

func compileTyped(w *World, terms []Term, fields ...typedField) *typedQuery {
	room := &typedRoom{typed: typedQuery{w: w}, query: prepared{w: w}}
	q := &room.typed
	q.asked = append(room.asked[:0], terms...)
	q.fields, q.terms, q.writes = append(room.fields[:0], fields...), room.places[:0], room.writes[:0]
	q.q = &room.query
	q.q.nodes, q.q.variables = room.nodes[:0], room.variables[:1]
	q.q.variables[thisSlot].name = spec.This
	var room4 [4]queryTerm
	others := room4[:0]
	c := typedCompiler{w: w, q: q, kind: spec.KindCached, freeTerms: room.terms[:]}
	for _, t := range terms {
		if d := t.describe(); c.sort(d) {
			others = append(others, d)
		}
	}
	c.settleKind(others)
	for i := range q.fields {
		f := &q.fields[i]
		if f.term.id.first == 0 && f.term.text == "" {
			f.term.id = Single(f.entity)
		}
		if f.term.oper == spec.And && f.term.id == Single(f.entity) && f.term.source == 0 && f.term.up == 0 {
			q.plain |= 1 << i
		}
		c.checkField(f)
		f.term.field = f.word
		c.add(f.term)
	}
	for _, t := range others {
		c.add(t)
	}
	if len(q.terms) > maxTerms {
		c.refuse(spec.CodeLimit, "a query has at most %d terms", maxTerms)
	}
	c.finish()
	q.registered.Store(w.typed.registered)
	return q
}

// renew follows the types of the query to their components, where these are others than when it was made: a component that
// was deleted, or has gone by a restoration, comes back as another entity. A query that is new would name that too. No loop
// runs meanwhile that began before, since making a component is a change of structure.
func (q *typedQuery) renew() {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := q.w.typed.registered
	if q.registered.Load() == now {
		return
	}
	if q.outdated() {
		fields := make([]typedField, len(q.fields))
		for i := range fields {
			fields[i] = q.fields[i].core.field(q.fields[i].word)
		}
		q.typedPlan = compileTyped(q.w, q.asked, fields...).typedPlan
		q.depths = depthOrder{}
		q.sorted.Store(nil)
		q.keepAnew()
	}
	q.registered.Store(now)
}

// outdated reports whether a type has another component now, and one that is alive.
func (q *typedQuery) outdated() bool {
	other := func(c *componentCore, known Entity) bool { return c.entity != known && q.w.st.Alive(c.entity) }
	for i := range q.fields {
		if other(q.fields[i].core, q.fields[i].entity) {
			return true
		}
	}
	return q.key != nil && other(q.key, q.keyEntity)
}

// keepAnew makes room for what a cached query keeps.
func (q *typedQuery) keepAnew() {
	q.stamp.Store(0)
	if q.q.kind != spec.KindCached {
		return
	}
	q.kept = &matchSet{}
	q.kept.of(q)
	if len(q.ups) > 0 {
		q.kept.matchWork = new(matchWork)
	}
}

// typedCompiler builds a query of the engine from terms.
type typedCompiler struct {
	w     *World
	q     *typedQuery
	kind  spec.QueryKind
	order typedOrder
	// detects says that change detection was asked for.
	detects bool
	last    int // the highest number of a variable
	texts   compiler

	freeTerms []term
}

func (c *typedCompiler) refuse(code spec.ErrorCode, format string, args ...any) {
	panic(spec.Errorf(code, format, args...))
}

// sort takes in an option or order, puts a term with its field, and reports whether it is one of the others.
func (c *typedCompiler) sort(t queryTerm) (other bool) {
	switch t.option {
	case Uncached:
		if c.kind == spec.KindCached {
			c.kind = spec.KindFilter
		}
		return false
	case Rule:
		c.kind = spec.KindRule
		return false
	case NotInstanced:
		c.q.split = true
		return false
	case DetectChanges:
		c.detects = true
		return false
	}
	if t.order != nil {
		c.addOrder(t)
		return false
	}
	if t.id.first == 0 && t.text == "" && t.field == nil {
		panic(errNoID)
	}
	for _, e := range [...]Entity{t.id.first, t.id.second, t.source} {
		c.last = max(c.last, variableOf(e))
	}
	if t.field == nil {
		return true
	}
	for i := len(c.q.fields) - 1; i >= 0; i-- {
		if f := &c.q.fields[i]; f.word == t.field && !f.own {
			f.term, f.own = t, true
			return false
		}
	}
	c.refuse(spec.CodeInvalid, "the query has no field of the type that a Field term is for")
	return false
}

// checkField refuses a term whose values cannot be of the type of its field.
func (c *typedCompiler) checkField(f *typedField) {
	id := f.term.id
	if id.hasWildcard() || isVariable(id.first) || isVariable(id.second) || f.term.text != "" {
		return // seen when it is read
	}
	exact, err := c.w.exactID(id)
	if err == nil && f.goType.Size() > 0 {
		err = c.w.checkType(exact, f.goType)
	}
	if err != nil {
		panic(err)
	}
}

// add appends a term to the engine's query, or to the ups.
func (c *typedCompiler) add(t queryTerm) {
	q := c.q
	if t.text != "" {
		c.addText(t)
		return
	}
	place := termPlace{access: t.access}
	if t.field == nil && t.access == spec.AccessDefault {
		place.access = spec.AccessNone
	}
	if t.up != 0 {
		if err := c.w.checkTraversal(t.up, t.id.first, !isPattern(t.id.first) && !isVariable(t.id.first)); err != nil {
			panic(err)
		}
	}
	traverses := t.up != 0 && c.order.sorts && t.id == Single(c.order.component)
	if t.up != 0 && !traverses {
		if t.id.hasWildcard() || isVariable(t.id.first) || isVariable(t.id.second) || t.oper == spec.Not {
			c.refuse(spec.CodeUnsupported, "Up takes an id without wildcards and variables, and no Not")
		}
		if len(q.ups) == maxUps {
			c.refuse(spec.CodeLimit, "a typed query has at most %d Up terms", maxUps)
		}
		if t.cascade {
			c.cascadeAlong(t.up)
			q.deepest = t.desc
		}
		q.ups = append(q.ups, upTerm{t.up, t.id, t.oper})
		place.up = len(q.ups)
		q.terms = append(q.terms, place)
		return
	}
	made := room(&c.freeTerms, 1)
	to := &made[0]
	to.first, to.src = c.element(t.id.first), element{kind: elementVar, slot: thisSlot}
	if t.id.second != 0 {
		to.second = c.element(t.id.second)
	}
	if t.source != 0 {
		to.src = c.element(t.source)
		q.fixed = true
	}
	for _, e := range [...]element{to.first, to.second, to.src} {
		to.uses |= e.uses()
		q.q.prefabs = q.q.prefabs || e.is(Prefab)
		q.q.disabled = q.q.disabled || e.is(Disabled)
	}
	if traverses {
		if t.cascade {
			c.cascadeAlong(t.up)
			q.deepest = t.desc
		}
		to.traversal = &traversal{up: true, relation: t.up}
	}
	place.node = q.q.fields
	q.terms = append(q.terms, place)
	q.q.nodes = append(q.q.nodes, node{terms: made, oper: t.oper, field: q.q.fields})
	q.q.fields++
}

func (c *typedCompiler) element(e Entity) element {
	switch {
	case e == Wildcard:
		return element{kind: elementStar}
	case e == Any:
		return element{kind: elementAny}
	case e == This:
		return element{kind: elementVar, slot: thisSlot}
	case variableOf(e) == 0:
		return element{kind: elementConst, entity: e}
	}
	return element{kind: elementVar, slot: uint8(variableOf(e))}
}

// finish analyses the query.
func (c *typedCompiler) finish() {
	q := c.q.q
	if len(c.q.ups) > 0 && len(q.nodes) == 0 { // Up alone: on everything that has the relationship
		c.add(queryTerm{id: Pair(c.q.ups[0].relationship, Any)})
		c.q.terms = c.q.terms[:len(c.q.terms)-1]
	}
	q.subclasses = c.w.profile.ComponentInheritance.Has(q.kind)
	q.transitive = c.w.profile.Transitivity.Has(q.kind)
	if _, err := q.analyse(); err != nil {
		panic(err)
	}
	q.keepForests()
	if !q.usesThis || q.fields == 0 {
		c.refuse(spec.CodeInvalid, "a query has a term that is neither on a fixed source nor Up")
	}
	c.finishOrder()
	if q.detects = c.detects; q.detects {
		if err := q.checkTracking(); err != nil {
			panic(err)
		}
	}
	c.q.findWrites()
	if q.kind == spec.KindCached {
		q.keepMatches()
	}
	c.q.keepAnew()
}
