package flecs

import "github.com/relspec/relspec/spec"

// heldQuery is a prepared query.
type heldQuery struct {
	name      string
	query     *spec.Query
	variables []string // that can be set before iteration
}

// maxHeld is how many prepared queries a trace has at a time.
const maxHeld = 4

// prepare keeps a query to be iterated from now on; of too many the oldest but one is released.
func (b *builder) prepare() {
	q := b.query()
	q.DetectChanges = b.features.Changes && b.Profile.ChangeOptIn && q.Kind == spec.KindCached && b.oneIn(2)
	b.hold(q, b.plan.outer())
}

// hold prepares a query and returns its place.
func (b *builder) hold(q *spec.Query, variables []string) int {
	if len(b.held) == maxHeld {
		b.releaseAt(1)
	}
	b.queries++
	h := heldQuery{"q" + number(b.queries), q, variables}
	b.emit(spec.Operation{Op: spec.OpPrepare, As: h.name, Query: q})
	b.held = append(b.held, h)
	return len(b.held) - 1
}

// iterate asks a prepared query, and one time in four the same query built now.
func (b *builder) iterate() {
	if len(b.held) == 0 {
		b.prepare()
		return
	}
	c := int(b.Next())
	h := b.held[c%len(b.held)]
	b.iterateHeld(h, b.presetVars(h.variables))
	if c >= 192 {
		b.emit(spec.Operation{Op: spec.OpQuery, Query: h.query.Clone()})
	}
}

func (b *builder) iterateHeld(h heldQuery, vars map[string]spec.Handle) {
	op := spec.Operation{Op: spec.OpIterate, On: h.name, Vars: vars}
	if b.features.Changes && h.query.Kind == spec.KindCached && (h.query.DetectChanges || !b.Profile.ChangeOptIn) && b.oneIn(4) {
		c := b.below(3)
		op.Untouched, op.Changes = c != 1, c != 0
	}
	if h.query.GroupBy != "" && b.oneIn(3) {
		_, f := b.owned()
		group := spec.Handle("")
		if b.world.IsUser(f.Second) {
			group = b.world.Handle(f.Second)
		}
		op.Group = &group
	}
	b.emit(op)
}

func (b *builder) release() {
	if len(b.held) == 0 {
		b.prepare()
		return
	}
	b.releaseAt(b.below(len(b.held)))
}

func (b *builder) releaseAt(i int) {
	b.emit(spec.Operation{Op: spec.OpRelease, On: b.held[i].name})
	b.held = append(b.held[:i:i], b.held[i+1:]...)
}

// changed asks a cached query whether something changed.
func (b *builder) changed() {
	first := b.below(max(1, len(b.held)))
	for n := range b.held {
		if h := b.held[(first+n)%len(b.held)]; h.query.Kind == spec.KindCached && (h.query.DetectChanges || !b.Profile.ChangeOptIn || b.oneIn(16)) {
			b.emit(spec.Operation{Op: spec.OpChanged, On: h.name})
			return
		}
	}
	b.prepare()
}

// iterateStep begins an iteration, goes on with it, or ends it.
func (b *builder) iterateStep() {
	switch {
	case b.iterator == "" && len(b.held) == 0:
		b.prepare()
	case b.iterator == "":
		h := b.held[b.below(len(b.held))]
		b.iterator = b.beginIterator(h.name)
	case b.oneIn(4):
		b.emit(spec.Operation{Op: spec.OpIterEnd, On: b.iterator})
		b.iterator = ""
	default:
		b.emit(spec.Operation{Op: spec.OpIterNext, On: b.iterator})
	}
}

// beginIterator begins an iteration of a prepared query and gives its name.
func (b *builder) beginIterator(query string) string {
	b.iterators++
	name := "i" + number(b.iterators)
	b.emit(spec.Operation{Op: spec.OpIterBegin, On: query, As: name})
	return name
}
