package variant

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/spec"
)

// deferredVariant defers sequences of changes that succeed.
func deferredVariant() *Variant {
	return &Variant{
		Name: "deferred",
		Law:  "commands apply in order when deferral ends, so changes with no question between them do the same",
		Rewrite: func(r *Recorded) []Step {
			if r.has(spec.OpReset) {
				return nil
			}
			var steps []Step
			applied := false
			now, changes := r.moments(), r.asksChanges()
			for i := 0; i < len(r.Ops); {
				n := r.deferrable(i, now, changes)
				if n < 2 {
					steps = append(steps, r.keep(i))
					i++
					continue
				}
				applied = true
				steps = append(steps, extra(spec.Operation{Op: spec.OpDeferBegin}))
				for k := i; k < i+n; k++ {
					steps = append(steps, Step{Op: r.Ops[k], Of: -1, World: -1})
				}
				end := extra(spec.Operation{Op: spec.OpDeferEnd})
				end.World = i + n - 1
				steps = append(steps, end)
				i += n
			}
			if !applied {
				return nil
			}
			return steps
		},
	}
}

// regroupedVariant splits the creation of several entities into single creations, and joins
// consecutive creations of similar entities. After the first observer it changes nothing, because
// observers would act between the creations (acts.order) or be notified of intermediate worlds.
func regroupedVariant() *Variant {
	return &Variant{
		Name:  "regrouped",
		Law:   "creating entities together equals creating them one after the other",
		Needs: func(p *spec.Profile) bool { return p.Offers(spec.CapBatch) },
		Rewrite: func(r *Recorded) []Step {
			var steps []Step
			applied := false
			now, changes := r.moments(), r.asksChanges()
			for i := 0; i < len(r.Ops); {
				n, free := 1, r.Outcomes[i].Err == nil && !now[i].observed && !changes
				for free && i+n < len(r.Ops) && r.alike(i, i+n) {
					n++
				}
				if !free || n == 1 && (r.Ops[i].Op != spec.OpEntity || len(r.Ops[i].More) == 0) {
					steps = append(steps, r.keep(i))
					i++
					continue
				}
				parts := r.Ops[i].Singly()
				for k := i + 1; k < i+n; k++ {
					parts[0].More = append(parts[0].More, r.Ops[k].Entity)
				}
				applied = true
				for _, part := range parts {
					steps = append(steps, extra(part))
				}
				i += n
				steps[len(steps)-1].World = i - 1
			}
			if !applied {
				return nil
			}
			return steps
		},
	}
}

// alike reports whether two operations each create one entity without a name, with equal ids and
// below the same parent or scope.
func (r *Recorded) alike(first, later int) bool {
	a, b := r.Ops[first], r.Ops[later]
	if a.Op != spec.OpEntity || b.Op != spec.OpEntity || r.Outcomes[later].Err != nil || a.Name != nil ||
		b.Name != nil || len(a.More)+len(b.More) > 0 {
		return false
	}
	return a.Parent == b.Parent && a.Unscoped == b.Unscoped && slices.Equal(a.IDs, b.IDs)
}

// deferrable returns the length of the sequence of changes from operation i on that can be
// deferred, at most eight. changes says that the trace uses change detection.
func (r *Recorded) deferrable(i int, now []moment, changes bool) int {
	n, deletes := 0, false
	for ; i+n < len(r.Ops) && n < 8; n++ {
		simple := one(r.Ops[i+n].Op, spec.OpEntity, spec.OpComponent, spec.OpAdd, spec.OpRemove, spec.OpSet,
			spec.OpModified, spec.OpDelete, spec.OpClear, spec.OpRemoveAll, spec.OpDeleteWith, spec.OpOverride,
			spec.OpSetName, spec.OpEnable, spec.OpDisable)
		// An entity created in a deferral starts in the empty table, which may be locked.
		if !simple || r.Outcomes[i+n].Err != nil || now[i+n].deferred || now[i+n].iterating ||
			now[i+n].observed && r.Profile.NetEvents {
			break
		}
		if (now[i+n].observed || changes) && one(r.Ops[i+n].Op, spec.OpEntity, spec.OpComponent) {
			// a deferred creation is several commands, with intermediate events and tables
			// (deferral.creation, changes.tables)
			break
		}
		if now[i+n].scoped && deletes && one(r.Ops[i+n].Op, spec.OpEntity, spec.OpComponent) {
			// if the scope died, the entity would die with it, and not be made at the root
			// (deferral.dead-parent)
			break
		}
		deletes = deletes || one(r.Ops[i+n].Op, spec.OpDelete, spec.OpDeleteWith)
	}
	return n
}

// moment is the state before an operation, as far as it restricts the operations that a variant may
// add.
type moment struct {
	deferred  bool // they would be deferred
	iterating bool // tables are locked
	observed  bool // events would report them
	scoped    bool // new entities may have a scope as their parent
}

// calm reports whether changes may be added that are undone at once.
func (m moment) calm() bool { return !m.deferred && !m.iterating && !m.observed }

// moments returns the state before each operation.
func (r *Recorded) moments() []moment {
	out := make([]moment, len(r.Ops))
	depth := 0
	iterators := map[string]bool{}
	observed, scoped := false, false
	for i := range r.Ops {
		out[i] = moment{depth > 0, len(iterators) > 0, observed, scoped}
		if r.Outcomes[i].Err != nil {
			continue
		}
		op := r.Ops[i]
		switch op.Op { //nolint:exhaustive // nothing else matters here
		case spec.OpDeferBegin:
			depth++
		case spec.OpDeferEnd:
			depth--
		case spec.OpIterBegin:
			iterators[op.As] = true
		case spec.OpIterEnd:
			delete(iterators, op.On)
		case spec.OpIterNext:
			if len(r.Outcomes[i].Rows) == 0 {
				delete(iterators, op.On)
			}
		case spec.OpReset:
			depth = 0
			clear(iterators)
		case spec.OpScope:
			scoped = scoped || op.Entity != "" // a restored world may have it again
		case spec.OpReload:
			observed = false
		case spec.OpObserve:
			observed = true
		}
	}
	return out
}

// asksChanges reports whether the trace uses change detection, which also reports changes that are
// undone.
func (r *Recorded) asksChanges() bool {
	return slices.ContainsFunc(r.Ops, func(op *spec.Operation) bool { return op.Op == spec.OpChanged || op.Changes })
}

// snapshotVariant takes a snapshot at positions that become rarer along the trace, damages the
// world and restores it. The positions do not depend on later operations, so a prefix of a trace
// behaves like the whole. They are so close that a reduced trace still has one after it loses a few
// operations.
func snapshotVariant() *Variant {
	return &Variant{
		Name: "snapshot",
		Law:  "restore brings back the world of the snapshot, and prepared queries answer about it",
		Rewrite: func(r *Recorded) []Step {
			if r.has(spec.OpReset, spec.OpTeardown) || r.asksChanges() || r.isTransient() {
				return nil
			}
			now := r.moments()
			inserts := map[int][]Step{}
			for at := 2; at < len(r.Ops); at += 1 + at/4 {
				if !now[at].calm() {
					continue
				}
				name := fmt.Sprintf("~kept%d", at)
				steps := append([]Step{extra(spec.Operation{Op: spec.OpSnapshot, As: name})}, r.damage(at)...)
				back := extra(spec.Operation{Op: spec.OpRestore, As: name})
				back.World = r.lastChange(at)
				inserts[at] = append(steps, back)
			}
			return insertBefore(Direct(r), inserts)
		},
	}
}

// isTransient reports whether the trace has edges that no snapshot includes (declared.snapshot).
func (r *Recorded) isTransient() bool {
	return slices.ContainsFunc(r.Ops, func(op *spec.Operation) bool { return op.Declared.Transient })
}

// lastChange returns an operation i < at whose recorded world is still the world before operation
// at, or -1 if there is none.
func (r *Recorded) lastChange(at int) int {
	for i := at - 1; i >= 0; i-- {
		if r.Dumps[i] != nil {
			return i
		}
		if !r.Ops[i].Op.IsRead() && r.Outcomes[i].Err == nil {
			break
		}
	}
	return -1
}

// damage returns operations that delete and clear the entities of the operations before at.
func (r *Recorded) damage(at int) []Step {
	var out []Step
	for i := at - 1; i >= 0 && len(out) < 4; i-- {
		e := r.Ops[i].Entity
		if e == "" {
			continue
		}
		op := spec.Operation{Op: spec.OpDelete, Entity: e}
		if len(out)%2 == 1 {
			op.Op = spec.OpClear
		}
		s := extra(op)
		s.MayFail = true
		out = append(out, s)
	}
	return out
}

// recycledVariant creates every entity with an index that was used before.
func recycledVariant() *Variant {
	return &Variant{
		Name: "recycled",
		Law:  "a recycled id counts as new",
		Rewrite: func(r *Recorded) []Step {
			if r.asksChanges() {
				return nil
			}
			now := r.moments()
			inserts := map[int][]Step{}
			for i := range r.Ops {
				if k := r.Ops[i].Op; !now[i].calm() || r.Outcomes[i].Err != nil ||
					k != spec.OpEntity && k != spec.OpComponent {
					continue
				}
				h := spec.Handle(fmt.Sprintf("~used%d", i))
				inserts[i] = []Step{
					extra(spec.Operation{Op: spec.OpEntity, Entity: h, Unscoped: r.Profile.Has(spec.OpScope)}),
					extra(spec.Operation{Op: spec.OpDelete, Entity: h}),
				}
			}
			return insertBefore(Direct(r), inserts)
		},
	}
}
