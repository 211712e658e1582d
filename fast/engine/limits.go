package engine

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// DefaultWork is the number of query steps that one operation may take (limits.work).
const DefaultWork = 10_000_000

// WithLimits sets limits of an engine. A limit of 0 keeps its default, see [spec.DefaultLimits] and
// [DefaultWork]. The limit of ids is at most 65,000 for each entity, which is the only one of these
// limits that a [fast.World] without an engine has.
func WithLimits(l spec.Limits) Option {
	return func(v *variant) { v.limits = l.Or(v.limits) }
}

func (v *variant) limitsOf() spec.Limits {
	l := v.limits.Or(spec.Limits{Work: DefaultWork}).Or(spec.DefaultLimits())
	l.IDs = min(l.IDs, store.MaxIDs)
	return l
}

// size returns the size of a snapshot, as limits.snapshots counts it.
func (e *Engine) size() int {
	n, st := spec.SnapshotBase+e.made, e.w.Store
	for t := range store.Table(st.Tables()) {
		if st.InUse(t) && st.Flags(t)&rules.FlagHidden == 0 {
			n += st.Count(t) * len(st.IDs(t))
		}
	}
	return n
}

// iterated returns how many elements the open iterators hold (limits.elements).
func (e *Engine) iterated() (elements int) {
	for _, it := range e.iterators {
		elements += it.elements
	}
	return elements
}

// dumpElements returns the size of an entity in a dump (limits.elements).
func dumpElements(d *spec.DumpEntity) int {
	n := 1 + len(d.Members) + len(d.IDs) + len(d.Overrides)
	for i := range d.IDs {
		n += len(d.IDs[i].Value)
	}
	return n
}
