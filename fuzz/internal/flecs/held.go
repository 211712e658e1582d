package flecs

import (
	"github.com/relspec/relspec/fuzz/internal/draft"
	"github.com/relspec/relspec/spec"
)

// maxHeld is the maximum number of prepared queries at a time.
const maxHeld = 4

// prepare prepares a query. If there are too many, it releases the second oldest.
func (b *builder) prepare() {
	q := b.query()
	q.DetectChanges = b.features.Changes && b.Profile.ChangeOptIn && q.Kind == spec.KindCached && b.oneIn(2)
	b.hold(q, b.plan.outer())
}

// hold prepares a query and returns its index.
func (b *builder) hold(q *spec.Query, variables []string) int {
	return b.Hold(q, variables, maxHeld, 1)
}

// iterate runs a prepared query and, one time in four, the same query as a one-shot query.
func (b *builder) iterate() {
	if len(b.Held) == 0 {
		b.prepare()
		return
	}
	c := int(b.Next())
	h := b.Held[c%len(b.Held)]
	b.iterateHeld(h, b.presetVars(h.Variables))
	if c >= 192 {
		b.emit(spec.Operation{Op: spec.OpQuery, Query: h.Query.Clone()})
	}
}

func (b *builder) iterateHeld(h draft.Held, vars map[string]spec.Handle) {
	op := spec.Operation{Op: spec.OpIterate, On: h.Name, Vars: vars}
	if b.features.Changes && h.Query.Kind == spec.KindCached && (h.Query.DetectChanges || !b.Profile.ChangeOptIn) &&
		b.oneIn(4) {
		c := b.below(3)
		op.Untouched, op.Changes = c != 1, c != 0
	}
	if h.Query.GroupBy != "" && b.oneIn(3) {
		_, f := b.owned()
		group := spec.Handle("")
		if b.world.IsUser(f.Second) {
			group = b.world.Handle(f.Second)
		}
		op.Group = &group
	}
	if cascades(h.Query) && b.oneIn(4) {
		op.Group = new(spec.Handle)
		if !b.oneIn(4) {
			*op.Group = b.world.Handle(b.plain())
		}
	}
	b.emit(op)
}

// cascades reports whether a query has a cascade. The argument group of its iteration is then any
// entity, and selects the depth of that entity (order.cascade).
func cascades(q *spec.Query) (yes bool) {
	q.Walk(func(t *spec.Term) { yes = yes || t.Src.Trav != nil && t.Src.Trav.Flags&spec.TravCascade != 0 })
	return yes
}

func (b *builder) release() {
	if !b.Release() {
		b.prepare()
	}
}

// changed asks a cached query whether something changed.
func (b *builder) changed() {
	first := b.below(max(1, len(b.Held)))
	for n := range b.Held {
		if h := b.Held[(first+n)%len(b.Held)]; h.Query.Kind == spec.KindCached &&
			(h.Query.DetectChanges || !b.Profile.ChangeOptIn || b.oneIn(16)) {
			b.emit(spec.Operation{Op: spec.OpChanged, On: h.Name})
			return
		}
	}
	b.prepare()
}

// iterateStep begins, continues or ends an iteration.
func (b *builder) iterateStep() {
	switch {
	case b.iterator == "" && len(b.Held) == 0:
		b.prepare()
	case b.iterator == "":
		h := b.Held[b.below(len(b.Held))]
		b.iterator = b.beginIterator(h.Name)
	case b.oneIn(4):
		b.emit(spec.Operation{Op: spec.OpIterEnd, On: b.iterator})
		b.iterator = ""
	default:
		b.emit(spec.Operation{Op: spec.OpIterNext, On: b.iterator})
	}
}

// beginIterator begins an iteration of a prepared query and returns the name of the iterator.
func (b *builder) beginIterator(query string) string {
	b.iterators++
	name := "i" + number(b.iterators)
	b.emit(spec.Operation{Op: spec.OpIterBegin, On: query, As: name})
	return name
}
