package model

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/spec"
)

// create makes an entity or a component: parent first, then ids in order, then the name (REL-014, REL-110 to
// REL-113, P-2, P-7).
func create(w *World, op spec.Operation, _ entity, _ id) (spec.Outcome, *spec.Error) {
	if err := op.Entity.Check(); err != nil {
		return done(err)
	}
	if _, ok := w.handles[op.Entity]; ok || spec.IsReserved(op.Entity) {
		return done(spec.Errorf(spec.CodeExists, "the handle %s is taken", op.Entity))
	}
	parent, err := w.optional(op.Parent)
	ids := make([]id, len(op.IDs))
	for n := range ids {
		if err == nil {
			ids[n], err = w.argument(op.IDs[n], exact)
		}
	}
	if err == nil {
		err = spec.CheckMembers(op.Members)
	}
	if err == nil && op.Op == spec.OpEntity && len(op.Members) > 0 {
		err = spec.Errorf(spec.CodeInvalid, "members make a component, not an entity")
	}
	if err != nil {
		return done(err)
	}
	e := entity(len(w.entities))
	w.handles[op.Entity] = e
	isComponent := op.Op == spec.OpComponent
	w.entities = append(w.entities, record{})
	*w.change(e) = record{handle: op.Entity, alive: true, component: isComponent, members: op.Members}
	if op.Parent == "" && !op.Unscoped {
		parent = w.scope
	}
	if parent != none {
		ids = slices.Insert(ids, 0, id{w.handles[spec.ChildOf], parent})
	}
	for _, i := range ids {
		if err == nil {
			err = w.orLater(spec.Operation{Op: spec.OpAdd}, e, i)
		}
	}
	if err == nil && op.Name != nil {
		err = w.orLater(spec.Operation{Op: spec.OpSetName, Name: op.Name}, e, id{})
	}
	return done(err)
}

// clearEntity takes everything that e owns away, its name included (P-3, ruling 18).
func clearEntity(w *World, op spec.Operation, e entity, _ id) (spec.Outcome, *spec.Error) {
	if w.entities[e].builtin {
		return done(spec.Errorf(spec.CodeInvalid, "%s is reserved and cannot be cleared", op.Entity))
	}
	r := w.change(e)
	r.name, r.overrides = "", nil
	for _, f := range slices.Backward(w.entities[e].own) { // pairs before the properties that govern them
		if err := w.remove(e, f.id); err != nil {
			return done(err)
		}
	}
	return done(nil)
}

// owning lists the entities that own an id which i covers; owners only those of the user.
func (w *World) owning(i id) []entity {
	return slices.DeleteFunc(w.all(), func(e entity) bool { return !w.owns(e, i) })
}

func (w *World) owners(i id) []entity {
	return slices.DeleteFunc(w.owning(i), func(e entity) bool { return w.entities[e].builtin })
}

// along is an operation on an entity that follows one relationship; depth, walk_up and traverse follow ChildOf where
// none is given (REL-027 to REL-031, REL-074, P-14, P-15).
func along(do func(w *World, op spec.Operation, e, r entity) (spec.Outcome, *spec.Error)) operation {
	return operation{entity: true, do: func(w *World, op spec.Operation, e entity, _ id) (spec.Outcome, *spec.Error) {
		name := op.Relationship
		hierarchy := op.Op == spec.OpDepth || op.Op == spec.OpWalkUp || op.Op == spec.OpTraverse
		if name == "" && hierarchy {
			name = spec.ChildOf
		}
		r, err := w.relationship(name)
		if err != nil {
			return done(err)
		}
		return do(w, op, e, r)
	}}
}

// allTargets lists own and inherited targets, each once, in type order (ruling 13).
func (w *World) allTargets(e, r entity) []entity {
	var out []entity
	for _, h := range w.holdings(e, inherited) {
		if h.isPair() && h.first == r {
			out = append(out, h.second)
		}
	}
	return out
}

func depth(w *World, _ spec.Operation, e, r entity) (spec.Outcome, *spec.Error) {
	n, acyclic := w.depth(e, r)
	if !acyclic {
		return done(spec.Errorf(spec.CodeCycle, "%s leads into a cycle of %s", w.handle(e), w.handle(r)))
	}
	return spec.Outcome{Number: int64(n)}, nil
}

// depth is the longest path over own pairs of r; what leads into a cycle has none (P-15).
func (w *World) depth(e, r entity) (n int, acyclic bool) {
	const onTheWay = -1
	known := map[entity]int{}
	acyclic = true
	var walk func(x entity) int
	walk = func(x entity) int {
		if d, ok := known[x]; ok {
			acyclic = acyclic && d != onTheWay
			return d
		}
		known[x] = onTheWay
		longest := 0
		for _, t := range w.targets(x, r) {
			longest = max(longest, 1+walk(t))
		}
		known[x] = longest
		return longest
	}
	n = walk(e)
	return n, acyclic
}

// walkUp follows the first own target of r, nearest first (P-15).
func walkUp(w *World, op spec.Operation, e, r entity) (spec.Outcome, *spec.Error) {
	seen := []entity{e}
	for next := w.targets(e, r); len(next) > 0 && !slices.Contains(seen, next[0]); next = w.targets(next[0], r) {
		seen = append(seen, next[0])
		if op.MaxDepth > 0 && len(seen)-1 > op.MaxDepth {
			return done(spec.Errorf(spec.CodeLimit, "more than %d steps up from %s", op.MaxDepth, op.Entity))
		}
	}
	return w.many(seen[1:])
}

// below lists everything that leads to e over own pairs of r, children at depth 0, up to a depth (0: all).
func (w *World) below(e, r entity, maxDepth int) []entity {
	level, seen := []entity{e}, []entity{e}
	for depth := 0; len(level) > 0 && (maxDepth == 0 || depth <= maxDepth); depth++ {
		var next []entity
		for _, x := range w.users() {
			if !slices.Contains(seen, x) && slices.ContainsFunc(level, func(t entity) bool { return w.owns(x, id{r, t}) }) {
				next, seen = append(next, x), append(seen, x)
			}
		}
		level = next
	}
	return seen[1:]
}

func takeSnapshot(w *World, op spec.Operation, _ entity, _ id) (spec.Outcome, *spec.Error) {
	if w.deferred > 0 {
		return done(errDeferred(op.Op))
	}
	total := w.size()
	for name, s := range w.snapshots {
		if name != op.As {
			total += s.size
		}
	}
	if total > w.limits.Snapshots {
		return done(spec.Exhaustedf("the snapshots of a world have at most %d elements; take them under a name again", w.limits.Snapshots))
	}
	w.snapshots[op.As] = snapshot{slices.Clone(w.entities), w.scope, w.size()}
	return done(nil)
}

// restore brings a snapshot back. Entities made since then are gone for good: their numbers stay used, so that
// prepared queries never see another entity in their place (P-17).
func restore(w *World, op spec.Operation, _ entity, _ id) (spec.Outcome, *spec.Error) {
	if w.deferred > 0 {
		return done(errDeferred(op.Op))
	}
	s, ok := w.snapshots[op.As]
	if !ok {
		return done(spec.Errorf(spec.CodeUnresolved, "no snapshot is named %q", op.As))
	}
	w.was = map[entity]record{}
	defer func() { w.was = nil }()
	for e := range w.entities {
		w.change(entity(e))
	}
	later := make([]record, len(w.entities)-len(s.entities))
	w.entities, w.scope = append(slices.Clone(s.entities), later...), s.scope
	w.handles = map[spec.Handle]entity{}
	for e, r := range w.entities {
		if r.handle != "" {
			w.handles[r.handle] = entity(e)
		}
	}
	clear(w.iterators)
	w.written = nil
	w.count()
	return done(nil)
}

// dump is the whole world in canonical form. Builtins are in it where the user changed them (P-13).
func dump(w *World, _ spec.Operation, _ entity, _ id) (spec.Outcome, *spec.Error) {
	d, elements := &spec.Dump{Entities: []spec.DumpEntity{}}, 0
	if w.scope != none {
		d.Scope = w.handle(w.scope)
	}
	for _, e := range w.all() {
		r := w.entities[e]
		out := spec.DumpEntity{Handle: r.handle, Name: r.name, Component: r.component, Members: r.members, Open: r.open}
		for _, f := range r.own {
			if !w.fixed(e, f.id) {
				out.IDs = append(out.IDs, spec.DumpID{ID: w.specID(f.id), Value: f.value, Off: f.off})
			}
		}
		if r.builtin && len(out.IDs) == 0 {
			continue
		}
		for _, i := range r.overrides {
			out.Overrides = append(out.Overrides, w.specID(i))
		}
		slices.SortFunc(out.Overrides, spec.ID.Compare)
		slices.SortFunc(out.IDs, func(a, b spec.DumpID) int { return a.ID.Compare(b.ID) })
		d.Entities = append(d.Entities, out)
		elements += 1 + len(out.Members) + len(out.IDs) + len(out.Overrides)
		for _, i := range out.IDs {
			elements += len(i.Value)
		}
		if err := w.fitsAnswer(elements); err != nil {
			return done(err)
		}
	}
	slices.SortFunc(d.Entities, func(a, b spec.DumpEntity) int { return cmp.Compare(a.Handle, b.Handle) })
	return spec.Outcome{Dump: d}, nil
}
