package fast

import (
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// typedQuery is the part of a typed query that does not depend on its types.
type typedQuery struct {
	w *World
	typedPlan
	extra []Term // the terms that are not fields

	cached     *matchSet     // matches of a cached query; valid while stamp equals state()
	stamp      atomic.Uint64 // state() when cached was updated; 0 if cached is not valid
	steady     steadyMatches
	registered atomic.Uint64             // typedWorld.registered when the plan was made
	traits     uint64                    // World.TraitChanges when the query was compiled
	cores      [maxFields]*componentCore // of the fields
	mu         sync.Mutex
	tracked    *change.Tracker
	targeted   []targetedQuery // made by With
}

// targetedQuery is a query with an additional term (relationship, variable).
type targetedQuery struct {
	relationship Entity
	query        *typedQuery
}

// by returns the query with an additional term (relationship, variable). The variable is the last
// one of the result.
func (q *typedQuery) by(relationship Entity) *typedQuery {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i := range q.targeted {
		if q.targeted[i].relationship == relationship {
			return q.targeted[i].query
		}
	}
	terms := append(slices.Clip(q.extra), queryTerm{with: rules.OrNull(relationship)})
	if q.q.Ordering == nil {
		terms = append(terms, Uncached)
	}
	made := compileTyped(q.w, terms, q.fieldCores())
	q.targeted = append(q.targeted, targetedQuery{relationship, made})
	return made
}

// with restricts the query to entities that also have a pair.
func (q *anyQuery) with(relationship, target Entity) {
	q.typed = q.typed.by(relationship)
	q.bound.add(q.typed, Variable(len(q.typed.q.Variables)-1), target)
}

// typedPlan is the compiled form of the fields and terms.
type typedPlan struct {
	q      *query.Query
	fields []typedField
	access []spec.Access // of each field of q, first those of the typed fields
	plain  uint8         // bit set of the fields that are the component of their type on $this
	fixed  bool          // has fixed sources
	climbs bool          // has terms that match ids of ancestors
	split  bool          // entities with a shared field are returned one by one

	writes []int // the terms whose values loops may write

	key       *componentCore // the component by whose values the query is ordered
	keyEntity Entity         // its entity when the plan was made
}

// maxFields is the number of fields of [Query8].
const maxFields = 8

type typedField struct {
	core   *componentCore
	entity Entity // component of the type when the plan was made
	term   queryTerm
	own    bool // the program gave a term for the field
}

// fieldCores returns the components of the types of the fields.
func (q *typedQuery) fieldCores() []*componentCore { return q.cores[:len(q.fields)] }

// typedBuffers is a typed query with memory for a few fields and terms, so that most queries need
// only one allocation.
type typedBuffers struct {
	typed     typedQuery
	query     query.Query
	fields    [2]typedField
	extra     [4]Term
	access    [4]spec.Access
	writes    [2]int
	nodes     [4]query.Node
	terms     [4]query.Term
	variables [2]query.Variable
}

// newTypedQuery makes the query of fields and further terms.
func newTypedQuery(w *World, terms []Term, fields ...*componentCore) *typedQuery {
	q := sharedTyped(w, terms, fields)
	if q.q.Detects {
		q.track()
	}
	return q
}

func compileTyped(w *World, terms []Term, fields []*componentCore) *typedQuery {
	buffers := &typedBuffers{typed: typedQuery{w: w}, query: query.Query{W: &w.core.World}}
	q := &buffers.typed
	q.extra = append(buffers.extra[:0], terms...)
	q.fields, q.access, q.writes = buffers.fields[:0], buffers.access[:0], buffers.writes[:0]
	for i, c := range fields {
		q.cores[i] = c
		q.fields = append(q.fields, typedField{core: c, entity: c.entity})
	}
	q.q = &buffers.query
	q.q.Nodes, q.q.Variables = buffers.nodes[:0], buffers.variables[:1]
	q.q.Variables[query.ThisSlot].Name = spec.This
	var terms4 [4]queryTerm
	others := terms4[:0]
	c := typedCompiler{w: w, q: q, freeTerms: buffers.terms[:]}
	for _, t := range terms {
		if d := describe(t); c.sort(d) {
			others = append(others, d)
		}
	}
	q.split = c.has(NotInstanced)
	c.settleKind(others)
	for i := range q.fields {
		f := &q.fields[i]
		if f.term.id.first == 0 && f.term.text == "" {
			f.term.id = Single(f.entity)
		}
		c.settleSource(&f.term)
		if f.term.oper == spec.And && f.term.id == Single(f.entity) && f.term.source == 0 && f.term.up == 0 {
			q.plain |= 1 << i
		}
		c.checkField(f)
		f.term.field = f.core.word
		c.add(f.term)
	}
	for _, t := range others {
		c.settleSource(&t)
		c.add(t)
	}
	for _, relationship := range c.with {
		c.addWith(relationship)
	}
	if len(q.access) > query.MaxTerms {
		c.refuse(spec.CodeLimit, "a query has at most %d terms", query.MaxTerms)
	}
	c.finish()
	q.registered.Store(w.typed.registered)
	q.traits = w.core.TraitChanges
	return q
}

// renew recompiles the query if the component of one of its types has another entity now: the
// component was deleted, or removed by a restore, and registered again. No loop over the query can
// be running, because registering a component is a structural change.
func (q *typedQuery) renew() {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := q.w.typed.registered
	if q.registered.Load() == now {
		return
	}
	if q.outdated() {
		q.typedPlan = compileTyped(q.w, q.extra, q.fieldCores()).typedPlan
		q.resetCache()
	}
	q.registered.Store(now)
}

// outdated reports whether the component of a type has another entity now, which is alive.
func (q *typedQuery) outdated() bool {
	other := func(c *componentCore, known Entity) bool { return c.entity != known && q.w.core.Store.Alive(c.entity) }
	for i := range q.fields {
		if other(q.fields[i].core, q.fields[i].entity) {
			return true
		}
	}
	return q.key != nil && other(q.key, q.keyEntity)
}

// resetCache replaces the cached matches by an empty set.
func (q *typedQuery) resetCache() {
	q.stamp.Store(0)
	if q.q.Kind != spec.KindCached {
		return
	}
	q.cached = &matchSet{}
	q.cached.of(q)
}

// typedCompiler builds a [query.Query] from terms.
type typedCompiler struct {
	w       *World
	q       *typedQuery
	kind    spec.QueryKind
	order   typedOrder
	options uint8    // a bit for each [QueryOption]
	with    []Entity // the relationships of [Query2.With]
	last    int      // the highest number of a variable
	texts   query.Compiler

	freeTerms []query.Term
}

func (c *typedCompiler) refuse(code spec.ErrorCode, format string, args ...any) {
	panic(spec.Errorf(code, format, args...))
}

func (c *typedCompiler) has(o QueryOption) bool { return c.options>>o&1 != 0 }

// sort handles a term if it is an option, an order, or the term of a field. Otherwise it returns
// true.
func (c *typedCompiler) sort(t queryTerm) (other bool) {
	if t.option != 0 && t.option <= Exact {
		c.options |= 1 << t.option
		return false
	}
	if t.with != 0 {
		c.with = append(c.with, t.with)
		return false
	}
	if t.order != nil {
		c.addOrder(t)
		return false
	}
	if t.id.first == 0 && t.text == "" && t.field == nil {
		panic(rules.ErrNoID)
	}
	for _, e := range [...]Entity{t.id.first, t.id.second, t.source} {
		c.last = max(c.last, variableOf(e))
	}
	if t.field == nil {
		return true
	}
	for i := len(c.q.fields) - 1; i >= 0; i-- {
		if f := &c.q.fields[i]; f.core.word == t.field && !f.own {
			f.term, f.own = t, true
			return false
		}
	}
	for i := range c.q.fields {
		if f := &c.q.fields[i]; f.core.word == t.field {
			c.refuse(spec.CodeInvalid, "the field of type %v has a term already; combine the terms, as in Field[T](In(Optional(t)))",
				f.core.goType)
		}
	}
	c.refuse(spec.CodeInvalid, "a term made by Field[T], ReadOnly[T] or Maybe[T] needs a field of type T, and the query has none; name T in NewQuery")
	return false
}

// checkField refuses a term whose values cannot have the type of its field.
func (c *typedCompiler) checkField(f *typedField) {
	id := f.term.id
	if id.hasWildcard() || isVariable(id.first) || isVariable(id.second) || f.term.text != "" {
		return // checked when the query reads the value
	}
	exact, err := c.w.exactID(id)
	if err == nil && f.core.size > 0 {
		err = c.w.core.CheckType(exact, f.core.goType)
	}
	if err != nil {
		panic(err)
	}
}

// settleSource sets the source of a term about $this. If the first element is a Singleton, it
// becomes the source (usage.singleton-term).
func (c *typedCompiler) settleSource(t *queryTerm) {
	if (t.source == 0 || t.source == This) && c.w.core.IsSingleton(t.id.first) {
		t.source = t.id.first
	}
}

// add appends a term to the [query.Query].
func (c *typedCompiler) add(t queryTerm) {
	q := c.q
	if t.text != "" {
		c.addText(t)
		return
	}
	q.access = append(q.access, accessOf(t.access, t.field != nil))
	if t.up != 0 {
		if err := c.w.core.CheckTraversal(t.up, t.id.first, !rules.IsPattern(t.id.first) &&
			!isVariable(t.id.first)); err != nil {
			panic(err)
		}
	}
	made := query.TakeFrom(&c.freeTerms, 1)
	to := &made[0]
	to.First, to.Src = c.element(t.id.first), query.Element{Kind: query.ElementVar, Slot: query.ThisSlot}
	if t.id.second != 0 {
		to.Second = c.element(t.id.second)
	}
	if t.source != 0 {
		to.Src = c.element(t.source)
		q.fixed = true
	}
	for _, e := range [...]query.Element{to.First, to.Second, to.Src} {
		to.Uses |= e.Uses()
		q.q.Prefabs = q.q.Prefabs || e.Is(Prefab)
		q.q.Disabled = q.q.Disabled || e.Is(Disabled)
	}
	if t.up != 0 {
		if t.cascade {
			c.cascadeAlong(t)
		}
		to.Traversal = &query.Traversal{Up: true, Relation: t.up}
		if c.w.core.Profile.Substitution {
			to.Sets.Src = &query.Set{Up: true, Relation: t.up}
		}
	}
	q.q.Nodes = append(q.q.Nodes, query.Node{Terms: made, Oper: t.oper, Field: q.q.Fields})
	q.q.Fields++
}

// accessOf returns the access of a term. By default, terms that are not fields are neither read nor
// written.
func accessOf(written spec.Access, field bool) spec.Access {
	if !field && written == spec.AccessDefault {
		return spec.AccessNone
	}
	return written
}

// addWith appends a pair of a relationship with a new variable as target.
func (c *typedCompiler) addWith(relationship Entity) {
	slot := len(c.q.q.Variables)
	c.q.q.Variables = append(c.q.q.Variables, query.Variable{Name: "target " + strconv.Itoa(slot), Outside: true})
	c.add(queryTerm{id: ID{relationship, Variable(slot)}})
}

func (c *typedCompiler) element(e Entity) query.Element {
	switch {
	case e == Wildcard:
		return query.Element{Kind: query.ElementStar}
	case e == Any:
		return query.Element{Kind: query.ElementAny}
	case e == This:
		return query.Element{Kind: query.ElementVar, Slot: query.ThisSlot}
	case variableOf(e) == 0:
		return query.Element{Kind: query.ElementConst, Entity: e}
	}
	return query.Element{Kind: query.ElementVar, Slot: uint8(variableOf(e))}
}

// finish analyses the query, sets its order and options, and begins to cache its matches.
func (c *typedCompiler) finish() {
	q := c.q.q
	q.Subclasses = c.w.core.Profile.ComponentInheritance.Has(q.Kind)
	q.Transitive = c.w.core.Profile.Transitivity.Has(q.Kind)
	q.Searches = c.w.core.Profile.SubjectSubstitution.Has(q.Kind)
	if _, err := q.Analyse(); err != nil {
		panic(err)
	}
	q.IndexReach()
	if !q.UsesThis || q.Fields == 0 {
		c.refuse(spec.CodeInvalid, "no term is on the entity itself; add one, or Optional(Single(Any)) to match all entities")
	}
	if c.has(Exact) {
		if err := q.MakeExact(); err != nil {
			panic(err)
		}
	}
	c.finishOrder()
	if q.Detects = c.has(DetectChanges); q.Detects {
		if err := q.CanTrack(); err != nil {
			panic(err)
		}
	}
	c.q.findWrites()
	if q.Kind == spec.KindCached {
		q.CacheMatches()
	}
	c.q.climbs = q.KeepsAbove()
	c.q.resetCache()
}
