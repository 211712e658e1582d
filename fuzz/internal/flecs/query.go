package flecs

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// plan is what the generator knows about the query that it is creating.
type plan struct {
	variables []string // all but $this, in order of first use
	outside   []string // the named ones that occur outside scopes
	bound     []string // those that an And term binds
	this      bool     // $this occurs outside scopes
	boundThis bool     // an And term binds $this
	inScope   bool

	open   int    // elements that are wildcards or variables
	anchor ref    // an entity that $this should match
	values [3]ref // the entities that x, y and z may be bound to; none for an unused variable

	scopes, equality, lists, members, lookups, self, ordered bool
	down, all                                                bool // a traversal in the query has this flag

	cascade bool // a term has a cascade; a query can have only one
}

var noValues = [3]ref{none, none, none}

// sizeChoices are numbers of terms.
var sizeChoices = []choice{{"1", 34, nil}, {"2", 32, nil}, {"3", 20, nil}, {"4", 9, nil}, {"5", 5, nil}}

// query makes a query of one to five terms, and sometimes one more to sort by. Its kind mostly
// supports it.
func (b *builder) query() *spec.Query {
	b.plan = plan{
		variables: b.plan.variables[:0], outside: b.plan.outside[:0], bound: b.plan.bound[:0],
		values: noValues,
	}
	b.plan.anchor = b.holder()
	n := 1 + b.choose(groupSize)
	q := &spec.Query{Terms: make([]spec.Term, 0, n)}
	for i := range n {
		if b.Arbitrary && b.oneIn(3) {
			q.Terms = append(q.Terms, b.arbitraryTerm(0))
			continue
		}
		q.Terms = append(q.Terms, b.term(i))
	}
	b.finish(q)
	return q
}

// queryOf makes a query of given terms, and a new plan from them.
func (b *builder) queryOf(terms ...spec.Term) *spec.Query {
	q := &spec.Query{Terms: terms}
	b.plan = plan{}
	q.Walk(func(t *spec.Term) {
		b.plan.scopes = b.plan.scopes || t.Kind == spec.TermScope
		b.plan.equality = b.plan.equality || t.Kind == spec.TermCompare
		b.plan.boundThis = b.plan.boundThis ||
			t.Kind == spec.TermMatch && t.Oper == spec.And && t.Src.Kind == spec.RefNone
		b.plan.lists = b.plan.lists || t.Oper >= spec.AndFrom
		for _, r := range t.Refs() {
			if r.Kind == spec.RefVariable || r.Kind == spec.RefLookup {
				b.note(r.Name)
			}
			b.plan.lookups = b.plan.lookups || r.Kind == spec.RefLookup
			b.plan.members = b.plan.members || r.Kind == spec.RefMember
			b.plan.ordered = b.plan.ordered || r.Trav != nil && r.Trav.Flags&spec.TravCascade != 0
			b.plan.self = b.plan.self || r.Trav != nil && r != &t.Src
			b.noteSet(r.Trav)
		}
	})
	q.Kind = b.kind()
	return q
}

// finish sets the options of the whole query: its order, its kind, and whether it has handles,
// names or text.
func (b *builder) finish(q *spec.Query) {
	if b.kinds() == 0 {
		b.unordered(q)
	}
	if b.features.Ordering && b.oneIn(6) && b.kinds()&b.Profile.Ordering != 0 {
		b.order(q)
	}
	q.Kind = b.kind()
	q.Instanced = b.features.Batches && b.oneIn(16)
	switch b.choose(groupNotation) {
	case notationNames:
		b.byName(q)
	case notationText:
		b.asText(q)
	}
}

// order makes the query sorted, grouped, or both.
func (b *builder) order(q *spec.Query) {
	b.plan.ordered = true
	c := b.below(8)
	if b.plan.cascade { // not with groups
		c = 3 + c%5
	}
	if c < 3 {
		q.GroupBy = b.world.Handle(b.of(roleRelationship))
	}
	if c == 0 || c > 2 {
		q.OrderBy = &spec.OrderBy{Desc: b.oneIn(2)}
	}
	if c > 5 {
		component := b.refTo(b.of(roleComponent))
		q.Terms = append(q.Terms, spec.Term{First: component})
		q.OrderBy.Component = spec.Handle(component.Name)
	}
}

// unordered removes the order and the cascade from a query.
func (b *builder) unordered(q *spec.Query) {
	b.plan.ordered, b.plan.cascade = false, false
	q.Walk(func(t *spec.Term) {
		if tr := t.Src.Trav; tr != nil && tr.Flags&spec.TravCascade != 0 {
			tr.Flags = spec.TravUp
		}
	})
}

// note remembers that a variable occurs.
func (b *builder) note(name string) {
	p := &b.plan
	if name == spec.This {
		p.this = p.this || !p.inScope
		return
	}
	p.variables = with(p.variables, name)
	if !p.inScope && !strings.HasPrefix(name, "_") {
		p.outside = with(p.outside, name)
	}
}

func with(list []string, name string) []string {
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

// outer lists the variables that can be set before the query is iterated, $this among them.
func (p *plan) outer() []string {
	out := append([]string(nil), p.outside...)
	if p.this {
		out = append(out, spec.This)
	}
	return out
}

// kindUnsupported is the choice of a random kind, which may not support the query.
const kindUnsupported = 4

var kindChoices = []choice{
	{"auto", 20, nil},
	{"filter", 24, nil},
	{"cached", 36, nil},
	{"rule", 18, nil},
	{"unsupported", 2, nil},
}

// kind chooses a kind, mostly one that supports the query in the profile.
func (b *builder) kind() spec.QueryKind {
	k := b.choose(groupKind)
	if k == kindUnsupported {
		return spec.QueryKind(b.below(4))
	}
	return b.kindLike(spec.QueryKind(k))
}

// kindLike returns the wanted kind if it supports the query, or else one that does. If none does,
// it returns the wanted kind.
func (b *builder) kindLike(wanted spec.QueryKind) spec.QueryKind {
	kinds := b.kinds()
	effective := wanted
	if wanted == spec.KindAuto {
		effective = b.automatic()
	}
	if kinds.Has(effective) {
		return wanted
	}
	for _, other := range [...]spec.QueryKind{spec.KindRule, spec.KindCached, spec.KindFilter} {
		if kinds.Has(other) {
			return other
		}
	}
	return wanted
}

// kinds returns the kinds that support the query.
func (b *builder) kinds() spec.Kinds {
	p := &b.Profile
	kinds := spec.AllKinds
	narrow := func(needed bool, in spec.Kinds) {
		if needed {
			kinds &= in
		}
	}
	narrow(len(b.plan.variables) > 0, p.Variables)
	narrow(b.plan.scopes, p.Scopes)
	narrow(b.plan.equality, p.Equality)
	narrow(b.plan.lists, p.FromLists)
	narrow(b.plan.members, p.Members)
	narrow(b.plan.lookups, p.LookupVariables)
	narrow(b.plan.self, p.SelfOnElements)
	narrow(b.plan.ordered, p.Ordering)
	narrow(b.plan.down, p.SetsDown)
	narrow(b.plan.all, p.SetsAll)
	return kinds
}

// automatic returns the kind that the profile chooses for auto (query.auto).
func (b *builder) automatic() spec.QueryKind {
	switch {
	case b.plan.ordered || b.Profile.AutoRule && b.plan.lists && !b.Profile.FromLists.Has(spec.KindRule):
		return spec.KindCached
	case b.Profile.AutoRule:
		return spec.KindRule
	}
	return spec.KindFilter
}

// ask emits a one-shot query.
func (b *builder) ask() {
	q := b.query()
	op := spec.Operation{Op: spec.OpQuery, Query: q}
	op.Vars = b.presetVars(b.plan.outer())
	c := int(b.Next())
	op.Values = c%4 == 3
	op.Batches = b.features.Batches && c%16 == 5
	if c >= 252 {
		// With a limit, the engine chooses the rows (order.limit), so the trace does not write them
		// (changes.writing).
		op.Limit, op.Skip, op.Untouched = 1+b.below(3), b.below(3), b.features.Changes
	}
	b.emitQuery(op)
}

// queryTerms emits a one-shot query of given terms.
func (b *builder) queryTerms(terms ...spec.Term) {
	b.emitQuery(spec.Operation{Op: spec.OpQuery, Query: b.queryOf(terms...)})
}

// emitQuery emits a one-shot query and remembers it for a later explain.
func (b *builder) emitQuery(op spec.Operation) {
	b.lastQuery, b.lastThis = op.Query, b.plan.this
	b.emit(op)
}

const (
	presetNone = iota
	presetVariable
	presetThis
)

// presetChoices say whether variables are set before iteration.
var presetChoices = []choice{{"none", 80, nil}, {"variable", 15, nil}, {"this", 5, nil}}

// presetVars sets one of the variables that a query has, or none.
func (b *builder) presetVars(variables []string) map[string]spec.Handle {
	if len(variables) == 0 {
		return nil
	}
	var name string
	switch b.choose(groupPreset) {
	case presetVariable:
		name = variables[b.below(len(variables))]
	case presetThis:
		if name = variables[len(variables)-1]; name != spec.This {
			return nil
		}
	default:
		return nil
	}
	_, f := b.owned()
	e := b.subject()
	switch {
	case name == spec.This || !f.IsPair():
	case b.oneIn(6): // the relationship of the pair, possibly a reserved one, instead of its target
		e = f.First
	case b.world.IsUser(f.Second):
		e = f.Second
	}
	return map[string]spec.Handle{name: b.world.Handle(e)}
}

// explain asks for an explanation of the query that was asked last, or of a new one. If the query
// is about $this, it mostly asks about one entity.
func (b *builder) explain() {
	op := spec.Operation{Op: spec.OpExplain, Query: b.lastQuery}
	aboutThis := b.lastThis
	if b.lastQuery == nil || b.oneIn(4) {
		op.Query = b.query()
		op.Vars = b.presetVars(b.plan.outer())
		aboutThis = b.plan.this
	}
	if aboutThis && !b.oneIn(6) {
		op.Entity = b.world.Handle(b.subject())
	}
	b.emit(op)
}

func (b *builder) showPlan() {
	b.emit(spec.Operation{Op: spec.OpPlan, Query: b.query()})
}
