package model

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// operation says which arguments an operation has, and what it does with them.
type operation struct {
	entity bool   // Entity is an alive entity
	id     idForm // what ID may be
	do     func(w *World, op spec.Operation, e entity, i id) (spec.Outcome, *spec.Error)
	waits  bool // while the world is deferred (P-44)
	parts  bool // it does operations of its own, or none that observers hear of
}

type idForm uint8

const (
	noID        idForm = iota
	covering           // wildcards allowed; dead elements match nothing (P-1)
	concrete           // no wildcard (P-8); dead elements match nothing
	exact              // no wildcard, nothing dead
	exactOrNone        // the same, or no id at all
)

// Apply does one operation. It never panics; an operation that errs has no effect.
func (w *World) Apply(op spec.Operation) spec.Outcome {
	w.steps, *w.work = nil, w.limits.Work
	out, err := w.apply(op)
	if err != nil {
		w.refused(err)
		return spec.Fail(err)
	}
	out.Kind = op.Op.Outcome()
	return out
}

func (w *World) apply(op spec.Operation) (out spec.Outcome, err *spec.Error) {
	o, ok := operations[op.Op]
	if !ok {
		return done(spec.Errorf(spec.CodeInvalid, "unknown operation %q", string(op.Op)))
	}
	if err := supports(w.profile); err != nil && !slices.Contains([]spec.OpKind{spec.OpHello, spec.OpReset, spec.OpQuit, spec.OpNote}, op.Op) {
		return done(err)
	}
	if w.over && !slices.Contains([]spec.OpKind{spec.OpHello, spec.OpReset, spec.OpQuit, spec.OpNote}, op.Op) {
		return done(spec.Errorf(spec.CodeInvalid, "the world was torn down")) // P-56
	}
	e, i, err := w.arguments(o, op)
	switch {
	case err != nil:
		return done(err)
	case o.waits && w.deferred > 0:
		w.commands = append(w.commands, command{op, e, i})
		return done(nil)
	case o.parts || op.Op.IsRead():
		return o.do(w, op, e, i)
	}
	err = w.operate(func() (err *spec.Error) {
		out, err = o.do(w, op, e, i)
		return err
	})
	return out, err
}

// operate makes one change of the world, and observers hear of it (P-52). If it errs, the world is as it was before (DESIGN 1:
// an operation that errs has no effect at all).
func (w *World) operate(change func() *spec.Error) *spec.Error {
	made, scope := len(w.entities), w.scope
	*w.work = w.limits.Work // each command of a deferral has its own
	w.was, w.written, w.copied, w.died, w.takers = map[entity]record{}, nil, nil, nil, nil
	defer func() { w.was = nil }()
	err := change()
	if err == nil {
		err = w.mayMove()
	}
	if err != nil {
		for _, r := range w.entities[made:] {
			delete(w.handles, r.handle)
		}
		for e, r := range w.was {
			w.entities[e] = r
		}
		w.entities, w.scope = w.entities[:made], scope
		return err
	}
	w.count()
	w.notify(scope)
	return nil
}

// arguments checks what an operation is given, in the order of P-36: what is missing, the entity, the id.
func (w *World) arguments(o operation, op spec.Operation) (e entity, i id, err *spec.Error) {
	needsID := o.id != noID && (o.id != exactOrNone || !op.ID.IsZero())
	switch {
	case o.entity && op.Entity == "":
		return none, id{}, spec.Errorf(spec.CodeInvalid, "an entity is missing")
	case needsID && op.ID.First == "":
		return none, id{}, spec.Errorf(spec.CodeInvalid, "an id is missing")
	case op.Op == spec.OpSetName && op.Name == nil:
		return none, id{}, spec.Errorf(spec.CodeInvalid, "set_name needs a name")
	}
	if o.entity {
		e, err = w.find(op.Entity)
	}
	if err == nil && needsID {
		i, err = w.argument(op.ID, o.id)
	}
	if err == nil && op.Op == spec.OpSetName {
		err = checkName(*op.Name)
	}
	return e, i, err
}

// find is the alive entity of a handle. A wildcard is none (ruling 33).
func (w *World) find(h spec.Handle) (entity, *spec.Error) {
	e, ok := w.handles[h]
	switch {
	case h.IsWildcard():
		return none, spec.Errorf(spec.CodeInvalid, "%s is a wildcard where an entity is needed", h)
	case !ok:
		return none, spec.Errorf(spec.CodeUnresolved, "there is no entity %q", string(h))
	case !w.alive(e):
		return none, spec.Errorf(spec.CodeNotAlive, "%s was deleted", h)
	}
	return e, nil
}

// relationship is the argument of that name. As an element of an id in a question it may be dead (P-1).
func (w *World) relationship(h spec.Handle) (entity, *spec.Error) {
	i, err := w.argument(spec.Single(h), covering)
	if err == nil && i.hasWildcard() {
		err = spec.Errorf(spec.CodeInvalid, "a relationship is an entity, not a wildcard")
	}
	return i.first, err
}

// optional is find for an argument that may be absent.
func (w *World) optional(h spec.Handle) (entity, *spec.Error) {
	if h == "" {
		return none, nil
	}
	return w.find(h)
}

func (w *World) argument(given spec.ID, form idForm) (id, *spec.Error) {
	if given.First == "" {
		return id{}, spec.Errorf(spec.CodeInvalid, "an id is missing")
	}
	for _, h := range []spec.Handle{given.First, given.Second} {
		if _, ok := w.handles[h]; !ok && h != "" && !h.IsWildcard() {
			return id{}, spec.Errorf(spec.CodeUnresolved, "there is no entity %q", string(h))
		}
	}
	i := w.idOf(given)
	switch {
	case form != covering && i.hasWildcard():
		return id{}, spec.Errorf(spec.CodeInvalid, "%s has a wildcard where an id is needed", given)
	case form >= exact && w.mentionsDead(i):
		return id{}, spec.Errorf(spec.CodeNotAlive, "%s mentions a deleted entity", given)
	}
	return i, nil
}

// done is an answer without content, or the error.
func done(err *spec.Error) (spec.Outcome, *spec.Error) { return spec.Outcome{}, err }

func yes(b bool) (spec.Outcome, *spec.Error) { return spec.Outcome{Bool: b}, nil }

// one answers with an entity, or nothing for none.
func (w *World) one(e entity) (spec.Outcome, *spec.Error) {
	if e == none {
		return spec.Outcome{}, nil
	}
	return spec.Outcome{Entity: w.handle(e)}, nil
}

func (w *World) many(es []entity) (spec.Outcome, *spec.Error) {
	if err := w.fitsAnswer(len(es)); err != nil {
		return done(err)
	}
	var out spec.Outcome
	for _, e := range es {
		out.Entities = append(out.Entities, w.handle(e))
	}
	return out, nil
}

// operations is every operation of the protocol.
var operations map[spec.OpKind]operation

func init() {
	nothing := operation{do: func(*World, spec.Operation, entity, id) (spec.Outcome, *spec.Error) { return done(nil) }}
	operations = map[spec.OpKind]operation{
		spec.OpHello: {do: hello}, spec.OpReset: {do: reset, parts: true}, spec.OpQuit: nothing, spec.OpNote: nothing,
		spec.OpSnapshot: {do: takeSnapshot}, spec.OpRestore: {do: restore, parts: true}, spec.OpDump: {do: dump},
		spec.OpDeferBegin: {do: deferBegin, parts: true}, spec.OpDeferEnd: {do: deferEnd, parts: true},
		spec.OpObserve: {do: observe, parts: true}, spec.OpEvents: {do: events}, spec.OpTeardown: {do: teardown, parts: true},
		spec.OpEntity: {do: create}, spec.OpComponent: {do: create},
		spec.OpQuery: {do: ask}, spec.OpPrepare: {do: prepare}, spec.OpIterate: {do: iterate}, spec.OpRelease: {do: release},
		spec.OpExplain: {do: explain}, spec.OpPlan: {do: plan},

		spec.OpClear: {entity: true, waits: true, do: clearEntity}, spec.OpGet: {entity: true, id: covering, do: get},
		spec.OpAdd: {entity: true, id: exact, waits: true, do: addID}, spec.OpSet: {entity: true, id: exact, waits: true, do: set},
		spec.OpModified: {entity: true, id: exact, waits: true, do: modified}, spec.OpSetName: {entity: true, waits: true, do: setName},
		spec.OpEnable:   {entity: true, id: exactOrNone, waits: true, do: enable},
		spec.OpDisable:  {entity: true, id: exactOrNone, waits: true, do: enable},
		spec.OpOverride: {entity: true, id: exact, waits: true, do: override},
		spec.OpScope:    {do: setScope}, spec.OpLookup: {do: lookup}, spec.OpPath: {entity: true, do: path},
		spec.OpWalkUp: along(walkUp), spec.OpDepth: along(depth),
		spec.OpTraverse: along(func(w *World, op spec.Operation, e, r entity) (spec.Outcome, *spec.Error) {
			return w.many(w.below(e, r, op.MaxDepth))
		}),
		spec.OpSources: along(func(w *World, _ spec.Operation, e, r entity) (spec.Outcome, *spec.Error) {
			return w.many(w.owners(id{r, e}))
		}),
		spec.OpTargets: along(func(w *World, _ spec.Operation, e, r entity) (spec.Outcome, *spec.Error) {
			return w.many(w.allTargets(e, r))
		}),
		spec.OpTarget: along(func(w *World, op spec.Operation, e, r entity) (spec.Outcome, *spec.Error) {
			targets := w.allTargets(e, r)
			if op.Index < 0 || op.Index >= len(targets) { // REL-031
				return w.one(none)
			}
			return w.one(targets[op.Index])
		}),

		spec.OpAlive: {do: func(w *World, op spec.Operation, _ entity, _ id) (spec.Outcome, *spec.Error) {
			if op.Entity.IsWildcard() { // ruling 33
				return done(spec.Errorf(spec.CodeInvalid, "%s is a wildcard where an entity is needed", op.Entity))
			}
			return yes(w.alive(w.handles[op.Entity]))
		}},
		spec.OpDelete: {entity: true, waits: true, do: func(w *World, op spec.Operation, e entity, _ id) (spec.Outcome, *spec.Error) {
			if w.entities[e].builtin {
				return done(spec.Errorf(spec.CodeInvalid, "%s is reserved and cannot be deleted", op.Entity))
			}
			return done(w.delete([]entity{e}))
		}},
		spec.OpRemove: {entity: true, id: covering, waits: true, do: func(w *World, _ spec.Operation, e entity, i id) (spec.Outcome, *spec.Error) {
			if w.handle(i.first) == spec.Final && !i.isPair() && w.entities[e].component && w.profile.ComponentsFinal {
				w.change(e).open = true // P-12
			}
			if i.isPair() && i.second != anyone && w.is(i.first, spec.Union) && !w.mentionsDead(i) {
				i.second = wildcard // REL-223, P-41
			}
			return done(w.removeMatches(e, i))
		}},
		spec.OpHas: {entity: true, id: covering, do: func(w *World, _ spec.Operation, e entity, i id) (spec.Outcome, *spec.Error) {
			h, has := w.has(e, i)
			if has {
				w.foundBy(e, h)
			}
			return yes(has)
		}},
		spec.OpOwns: {entity: true, id: covering, do: func(w *World, _ spec.Operation, e entity, i id) (spec.Outcome, *spec.Error) {
			return yes(w.owns(e, i))
		}},
		spec.OpIDs: {entity: true, do: func(w *World, _ spec.Operation, e entity, _ id) (out spec.Outcome, _ *spec.Error) {
			for _, f := range w.entities[e].own {
				out.IDs = append(out.IDs, w.specID(f.id))
			}
			return out, w.fitsAnswer(len(out.IDs))
		}},
		spec.OpParent: {entity: true, do: func(w *World, _ spec.Operation, e entity, _ id) (spec.Outcome, *spec.Error) {
			return w.one(w.parent(e))
		}},
		spec.OpChildren: {entity: true, do: func(w *World, _ spec.Operation, e entity, _ id) (spec.Outcome, *spec.Error) {
			return w.many(w.owners(id{w.handles[spec.ChildOf], e}))
		}},
		spec.OpTypeOf: {id: concrete, do: func(w *World, _ spec.Operation, _ entity, i id) (spec.Outcome, *spec.Error) {
			if w.mentionsDead(i) {
				return w.one(none)
			}
			return w.one(w.typeOf(i))
		}},
		spec.OpCount: {id: covering, do: func(w *World, _ spec.Operation, _ entity, i id) (spec.Outcome, *spec.Error) {
			return spec.Outcome{Number: int64(len(w.owners(i)))}, nil
		}},
		spec.OpRemoveAll: {id: covering, waits: true, do: removeAll},
		spec.OpDeleteWith: {id: covering, waits: true, do: func(w *World, _ spec.Operation, _ entity, i id) (spec.Outcome, *spec.Error) {
			if !i.removes() {
				return done(nil)
			}
			return done(w.delete(w.owners(i)))
		}},

		spec.OpChanged: {do: changed}, spec.OpIterBegin: {do: iterBegin}, spec.OpIterNext: {do: iterNext}, spec.OpIterEnd: {do: iterEnd},
	}
}

func reset(w *World, op spec.Operation, _ entity, _ id) (spec.Outcome, *spec.Error) {
	p, err := spec.ProfileByName(op.Profile)
	if err == nil {
		err = supports(p)
	}
	if err == nil {
		*w = *New(p, WithLimits(w.limits))
	}
	return done(err)
}

// setScope makes an entity, or none, the parent of what is created (REL-110, REL-111, P-7).
func setScope(w *World, op spec.Operation, _ entity, _ id) (spec.Outcome, *spec.Error) {
	before := w.scope
	e, err := w.optional(op.Entity)
	if err != nil {
		return done(err)
	}
	w.scope = e
	return w.one(before)
}

func lookup(w *World, op spec.Operation, _ entity, _ id) (spec.Outcome, *spec.Error) {
	from, err := w.optional(op.From)
	if err != nil {
		return done(err)
	}
	if op.From == "" {
		from = w.scope
	}
	return w.one(w.lookup(op.Path, from, op.Recursive == nil || *op.Recursive))
}

func path(w *World, op spec.Operation, e entity, _ id) (out spec.Outcome, err *spec.Error) {
	from, err := w.optional(op.From)
	if err != nil {
		return done(err)
	}
	if text, ok := w.path(e, from); ok {
		out.Text = &text
	}
	return out, nil
}

func setName(w *World, op spec.Operation, e entity, _ id) (spec.Outcome, *spec.Error) {
	return done(w.setName(e, *op.Name))
}

func addID(w *World, _ spec.Operation, e entity, i id) (spec.Outcome, *spec.Error) {
	return done(w.add(e, i))
}

// get reads own or inherited data (REL-045, REL-090); a tag has none (REL-170, P-10).
func get(w *World, op spec.Operation, e entity, i id) (spec.Outcome, *spec.Error) {
	if i.first < 0 || !w.mentionsDead(i) && w.typeOf(i) == none {
		return done(spec.Errorf(spec.CodeInvalid, "%s is a tag and has no data", op.ID))
	}
	h, has := w.has(e, i)
	if !has {
		return spec.Outcome{}, nil
	}
	w.foundBy(e, h)
	return spec.Outcome{Value: w.valueAt(h)}, nil
}

// set adds the id, if need be with all consequences, and replaces its whole value (P-10).
func set(w *World, op spec.Operation, e entity, i id) (spec.Outcome, *spec.Error) {
	component := w.typeOf(i)
	if component == none {
		return done(spec.Errorf(spec.CodeInvalid, "%s is a tag and has no data", op.ID))
	}
	value, err := op.Value.Typed(w.entities[component].members)
	if err == nil {
		err = w.add(e, i)
	}
	if err == nil {
		w.write(e, i, value)
	}
	return done(err)
}

func modified(w *World, op spec.Operation, e entity, i id) (spec.Outcome, *spec.Error) {
	f, ok := w.owned(e, i)
	if !ok {
		return done(spec.Errorf(spec.CodeInvalid, "%s does not own %s", op.Entity, op.ID))
	}
	w.write(e, i, f.value)
	return done(nil)
}

// removeAll removes an id from everything that owns it (REL-122 to REL-124), but what a builtin has from the start.
func removeAll(w *World, _ spec.Operation, _ entity, i id) (spec.Outcome, *spec.Error) {
	for _, e := range w.owning(i) {
		for _, f := range w.entities[e].own {
			if i.removes() && i.matches(f.id) && !w.fixed(e, f.id) {
				if err := w.remove(e, f.id); err != nil {
					return done(err)
				}
			}
		}
	}
	return done(nil)
}

// enable and disable take away and add Disabled, or switch an id on and off (P-16, P-43).
func enable(w *World, op spec.Operation, e entity, i id) (spec.Outcome, *spec.Error) {
	disabled := id{first: w.handles[spec.Disabled]}
	switch {
	case i != id{}:
		return done(w.toggle(e, i, op.Op == spec.OpDisable))
	case w.entities[e].builtin:
		return done(spec.Errorf(spec.CodeInvalid, "%s is reserved", op.Entity))
	case op.Op == spec.OpEnable:
		return done(w.remove(e, disabled))
	}
	return done(w.add(e, disabled))
}
