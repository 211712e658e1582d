package query

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Observers and other callers ask a query about one entity at a time. Most such queries name
// constant ids on the entity itself. Their terms are looked up directly, which is several times as
// fast as planning and running the query.

// Test reports whether a query has a row for a single entity. Its methods do not allocate.
type Test struct {
	q     *Query
	plain bool      // all terms are plain
	row   RowExists // reused
	fixed bool      // see IsFixed
}

// NewTest returns a test of a query.
func (q *Query) NewTest() Test {
	// With Substitution, $this stands for its bases too, but only in queries that search.
	plain := !q.exact && !q.isEmpty() && (q.Searches || !q.W.Profile.Substitution)
	t := Test{q: q, plain: plain, fixed: q.IsFixed()}
	for i := range q.Nodes {
		n := &q.Nodes[i]
		t.plain = t.plain && n.Kind == NodeMatch && n.Needs == 0 && n.Terms[0].isPlain()
	}
	return t
}

// IsFixed reports whether every term has a constant source, those in chains and scopes included.
func (q *Query) IsFixed() bool {
	fixed := true
	q.Each(func(_ *Node, t *Term) { fixed = fixed && t.Src.Kind == ElementConst })
	return fixed
}

// isPlain reports whether a term asks for a constant id on $this.
func (t *Term) isPlain() bool {
	return !t.Compares && t.Member == nil && t.Traversal == nil && !t.Sets.Written() && t.Lookups == 0 &&
		t.First.Kind == ElementConst && t.Second.Kind <= ElementConst && t.onThis()
}

// onThis reports whether the source of a term is $this. The term may traverse from there.
func (t *Term) onThis() bool { return t.Src.Kind == ElementVar && t.Src.Slot == ThisSlot }

// IsOnThis reports whether the source of a field's term is $this.
func (q *Query) IsOnThis(field int) bool { return q.node(field).Terms[0].onThis() }

// OpenID returns the id of a term, with wildcards for elements that are not constants. It also
// reports whether the constants are alive.
func (t *Term) OpenID(w *rules.World) (id store.ID, alive bool) {
	first, second := uint32(store.Wildcard), uint32(store.Wildcard)
	alive = true
	if t.First.Kind == ElementConst {
		first, alive = t.First.Entity.Index(), w.Store.Alive(t.First.Entity)
	}
	if t.Second.Kind == ElementConst {
		second, alive = t.Second.Entity.Index(), alive && w.Store.Alive(t.Second.Entity)
	}
	if t.Second.Kind == ElementNone || t.Member != nil { // a member belongs to its component
		return store.Single(first), alive
	}
	return store.Pair(first, second), alive
}

// Matches reports whether the query has a row for an entity, or any row if its sources are fixed.
func (t *Test) Matches(e Entity) bool {
	if matches, ok := t.LookUp(e); ok {
		return matches
	}
	x := t.q.NewExec()
	t.row = false
	if t.fixed || x.Preset(ThisSlot, e.Index()) {
		x.Run(&t.row)
	}
	x.Release()
	return bool(t.row)
}

// LookUp is like Matches if the terms can be looked up now. Otherwise ok is false. LookUp may run
// in several goroutines.
func (t *Test) LookUp(e Entity) (matches, ok bool) {
	if !t.plain || t.q.W.Toggles.Any() || rules.IsBuiltin(e.Index()) || !t.Plain() {
		return false, false
	}
	return t.lookUp(e.Index()), true
}

func (t *Test) lookUp(index uint32) bool {
	w := t.q.W
	table := w.Table(index)
	if t.q.Excludes(table) {
		return false
	}
	for i := range t.q.Nodes {
		n := &t.q.Nodes[i]
		id, alive := n.Terms[0].OpenID(w)
		if n.Oper != spec.Optional && (alive && w.Has(table, index, id)) == (n.Oper == spec.Not) {
			return false
		}
	}
	return true
}

// Only reports whether the only term of the query is an And term for an id. The elements of the id
// must be alive.
func (t *Test) Only(id rules.Elements) bool {
	if !t.plain || len(t.q.Nodes) > 1 || t.q.Nodes[0].Oper != spec.And {
		return false
	}
	term := &t.q.Nodes[0].Terms[0]
	return term.First.Entity == id.First && term.Second.Entity == id.Second
}

// Plain reports whether all terms can be looked up now: no property of their relationships lets an
// entity match without having the id itself.
func (t *Test) Plain() bool {
	plain := t.plain
	for i := 0; plain && i < len(t.q.Nodes); i++ {
		term := &t.q.Nodes[i].Terms[0]
		plain = !t.q.derives(term.First.Entity.Index(), term.Second.Kind != ElementNone)
	}
	return plain
}
