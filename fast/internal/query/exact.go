package query

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// An exact query excludes entities that own an id which no term names. A term on $this names all
// ids that its pattern matches, with variables replaced by their values in the current match.
// Inherited ids are ignored; disabled ids are not.

var (
	errExactList = spec.Errorf(spec.CodeUnsupported,
		"an Exact query cannot have a list operator; name the ids one by one")
	errExactThis = spec.Errorf(spec.CodeInvalid,
		"the exact query has no term on $this; add one")
)

// MakeExact makes the query exclude entities that own an id which no term names. It must be called
// before matches are cached.
func (q *Query) MakeExact() *spec.Error {
	if !q.UsesThis {
		return errExactThis
	}
	q.exact = true
	for i := range q.Nodes {
		n := &q.Nodes[i]
		switch {
		case n.Kind == NodeList:
			return errExactList
		case n.Kind != NodeMatch && n.Kind != NodeChain || n.Negative():
			continue
		}
		for j := range n.Terms {
			if t := &n.Terms[j]; t.namesOwn() {
				q.named = append(q.named, t)
			}
		}
	}
	return nil
}

// Exact reports whether the query excludes entities that own an id which no term names.
func (q *Query) Exact() bool { return q.exact }

// namesOwn reports whether a term asks for ids of $this itself.
func (t *Term) namesOwn() bool {
	above := t.Traversal != nil && !t.Traversal.Self || t.Sets.Src != nil && !t.Sets.Src.Self
	return !t.Compares && t.onThis() && !above
}

// namesAll reports whether the terms name all ids of $this, for given values of the variables. If
// $this has no value, it checks the ids of all entities of the table. If a term depends on the
// target of a non-fragmenting pair, $this must have a value, because the table does not show the
// target.
func (q *Query) namesAll(t store.Table, values []uint32) bool {
	var buffer [8]store.ID
	patterns := buffer[:0]
	for _, term := range q.named {
		if pattern, ok := q.ownPattern(term, values); ok {
			patterns = append(patterns, pattern)
		}
	}
	for _, id := range q.W.Store.IDs(t) {
		if this := values[ThisSlot]; this != 0 {
			id = q.W.Actual(id, this)
		}
		if id != rules.HiddenMark && !slices.ContainsFunc(patterns, id.Matches) {
			return false
		}
	}
	return true
}

// ownPattern returns the pattern of the ids that a term names. If the current values allow no
// pattern, it returns false.
func (q *Query) ownPattern(t *Term, values []uint32) (store.ID, bool) {
	first, ok := q.valueNow(t.First, values)
	switch {
	case !ok:
		return 0, false
	case t.Second.Kind == ElementNone || t.Member != nil: // a member belongs to its component
		return store.Single(first), true
	}
	second, ok := q.valueNow(t.Second, values)
	return store.Pair(first, second), ok
}

// valueNow returns the current entity of an element, or the wildcard. It returns false if there is
// none.
func (q *Query) valueNow(e Element, values []uint32) (index uint32, ok bool) {
	switch e.Kind {
	case ElementConst:
		return e.Entity.Index(), q.W.Store.Alive(e.Entity)
	case ElementVar, ElementLookup:
		if index = values[e.Slot]; e.Kind == ElementLookup {
			index = q.lookUp(e, index)
		}
		return index, index != 0
	case ElementStar, ElementAny:
		return store.Wildcard, true
	case ElementNone:
	}
	return 0, false
}

// exact continues the plan if the terms name all ids of $this.
func (x *Exec) exact(pc int) {
	if x.This != ThisOpen && x.Q.namesAll(x.Table, x.Values[:]) {
		x.Walk(pc + 1)
	}
}
