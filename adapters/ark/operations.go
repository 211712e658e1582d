package main

import (
	"slices"
	"strings"

	"github.com/mlange-42/ark/ecs"
	"github.com/relspec/relspec/spec"
)

var handlers = map[spec.OpKind]func(*engine, *spec.Operation) spec.Outcome{
	spec.OpEntity: func(e *engine, op *spec.Operation) spec.Outcome {
		e.fresh(op)
		var ids []wanted
		for _, id := range op.IDs {
			ids = append(ids, e.added(id))
		}
		for i, w := range ids {
			same := func(o wanted) bool { return o.component == w.component }
			if slices.ContainsFunc(ids[:i], same) {
				unsupported("in Ark an entity cannot have two ids of one component")
			}
		}
		e.create(append([]spec.Handle{op.Entity}, op.More...), ids)
		return spec.OK()
	},
	spec.OpComponent: func(e *engine, op *spec.Operation) spec.Outcome {
		e.fresh(op)
		if err := spec.CheckMembers(op.Members); err != nil {
			return spec.Fail(err)
		}
		t := e.register(op.Entity, e.world.NewEntity())
		t.component, t.members = true, op.Members
		return spec.OK()
	},
	spec.OpClone: func(e *engine, op *spec.Operation) spec.Outcome {
		e.fresh(op)
		e.register(op.Entity, e.world.CopyEntity(e.alive(op.From).entity))
		return spec.OK()
	},
	spec.OpDelete: func(e *engine, op *spec.Operation) spec.Outcome {
		t := e.alive(op.Entity)
		deletable(t)
		e.world.RemoveEntity(t.entity)
		return spec.OK()
	},
	spec.OpClear: func(e *engine, op *spec.Operation) spec.Outcome {
		t := e.alive(op.Entity)
		own := e.world.Unsafe().IDs(t.entity)
		var ids []ecs.ID
		for i := range own.Len() {
			ids = append(ids, own.Get(i))
		}
		if len(ids) > 0 {
			e.world.Unsafe().Remove(t.entity, ids...)
		}
		return spec.OK()
	},
	spec.OpAlive: func(e *engine, op *spec.Operation) spec.Outcome {
		switch {
		case op.Entity == "*" || op.Entity == "_" || op.Entity == "":
			refuse(spec.CodeInvalid, "no entity")
		case spec.IsReserved(op.Entity):
			unsupported("Ark has nothing like %s", op.Entity)
		}
		t := e.things[op.Entity]
		return spec.BoolOutcome(t != nil && e.world.Alive(t.entity))
	},
	spec.OpCount: func(e *engine, op *spec.Operation) spec.Outcome {
		p := e.asked(op.ID)
		out := spec.Outcome{Kind: spec.OutNumber}
		if p.none {
			return out
		}
		out.Number = count(e.filter(p))
		if p.anyTarget { // Ark also counts entities without a target
			out.Number -= count(e.filter(pattern{wanted: wanted{component: p.component}}))
		}
		return out
	},
	spec.OpAdd: func(e *engine, op *spec.Operation) spec.Outcome {
		t := e.alive(op.Entity)
		// SetRelation of Ark keeps the value of the previous pair. A program that adds a pair would
		// set the value, so reset it here.
		if w := e.added(op.ID); e.add(t, w) && len(e.things[op.ID.First].members) > 0 {
			*w.value(t.entity) = nil
		}
		return spec.OK()
	},
	spec.OpRemove: func(e *engine, op *spec.Operation) spec.Outcome {
		t := e.alive(op.Entity)
		if p := e.asked(op.ID); op.ID.Second != "_" && e.has(t, p) {
			p.Remove(t.entity)
		}
		return spec.OK()
	},
	spec.OpHas:  has,
	spec.OpOwns: has,
	spec.OpIDs: func(e *engine, op *spec.Operation) spec.Outcome {
		return spec.Outcome{Kind: spec.OutIDs, IDs: e.own(e.alive(op.Entity).entity)}
	},
	spec.OpSet: func(e *engine, op *spec.Operation) spec.Outcome {
		t := e.alive(op.Entity)
		w := e.added(op.ID)
		of := e.typed(op.ID)
		v, err := op.Value.Typed(of.members)
		if err != nil {
			return spec.Fail(err)
		}
		e.add(t, w)
		*w.value(t.entity) = v
		return spec.OK()
	},
	spec.OpGet: func(e *engine, op *spec.Operation) spec.Outcome {
		t := e.alive(op.Entity)
		p := e.asked(op.ID)
		out := spec.Outcome{Kind: spec.OutValue}
		if of := e.typed(op.ID); e.has(t, p) {
			out.Value = e.read(of, t.entity)
		}
		return out
	},
	spec.OpTarget: func(e *engine, op *spec.Operation) spec.Outcome {
		targets := e.targets(op)
		if op.Index < 0 || op.Index >= len(targets) {
			return spec.EntityOutcome("")
		}
		return spec.EntityOutcome(targets[op.Index])
	},
	spec.OpTargets: func(e *engine, op *spec.Operation) spec.Outcome {
		return spec.Outcome{Kind: spec.OutEntities, Entities: e.targets(op)}
	},
	spec.OpSources: func(e *engine, op *spec.Operation) spec.Outcome {
		target := e.alive(op.Entity)
		out := spec.Outcome{Kind: spec.OutEntities}
		if p := e.asked(spec.Pair(op.Relationship, target.handle)); !p.none {
			for query := e.filter(p).Query(); query.Next(); {
				out.Entities = append(out.Entities, e.handle(query.Entity()))
			}
		}
		return out
	},
	spec.OpRemoveAll: func(e *engine, op *spec.Operation) spec.Outcome {
		if p := e.batched(op.ID); !p.none {
			p.RemoveBatch(e.filter(p).Batch(), nil)
		}
		return spec.OK()
	},
	spec.OpDeleteWith: func(e *engine, op *spec.Operation) spec.Outcome {
		p := e.batched(op.ID)
		if p.none {
			return spec.OK()
		}
		for _, t := range e.things {
			if e.world.Alive(t.entity) && e.has(t, p) {
				deletable(t)
			}
		}
		e.world.RemoveEntities(e.filter(p).Batch(), nil)
		return spec.OK()
	},
	spec.OpDump: func(e *engine, _ *spec.Operation) spec.Outcome {
		dump := &spec.Dump{}
		for query := ecs.NewFilter0(e.world).Query(); query.Next(); {
			entity := query.Entity()
			t := e.byEntity[entity]
			if t == nil {
				t = &thing{handle: "?"}
			}
			d := spec.DumpEntity{Handle: t.handle, Component: t.component, Members: t.members}
			for _, id := range e.own(entity) {
				d.IDs = append(d.IDs, spec.DumpID{ID: id, Value: e.read(e.things[id.First], entity)})
			}
			dump.Entities = append(dump.Entities, d)
		}
		slices.SortFunc(dump.Entities, func(a, b spec.DumpEntity) int {
			return strings.Compare(string(a.Handle), string(b.Handle))
		})
		return spec.Outcome{Kind: spec.OutDump, Dump: dump}
	},
	spec.OpQuery: func(e *engine, op *spec.Operation) spec.Outcome {
		return e.iterate(e.compile(op.Query), op)
	},
	spec.OpPrepare: func(e *engine, op *spec.Operation) spec.Outcome {
		if e.queries[op.As] != nil {
			refuse(spec.CodeExists, "the name %s is taken", op.As)
		}
		q := e.compile(op.Query)
		if q.filter != nil && op.Query.Kind == spec.KindCached {
			q.filter.Register()
			q.registered = true
		}
		e.queries[op.As] = q
		return spec.OK()
	},
	spec.OpIterate: func(e *engine, op *spec.Operation) spec.Outcome { return e.iterate(e.prepared(op.On), op) },
	spec.OpRelease: func(e *engine, op *spec.Operation) spec.Outcome {
		if q := e.prepared(op.On); q.registered {
			q.filter.Unregister()
		}
		delete(e.queries, op.On)
		return spec.OK()
	},
}

// create makes entities with the same ids, in one batch if there is at most one id.
func (e *engine) create(handles []spec.Handle, ids []wanted) {
	next := 0
	name := func(entity ecs.Entity) {
		e.register(handles[next], entity)
		next++
	}
	switch {
	case len(ids) == 0:
		e.world.NewEntities(len(handles), name)
	case len(ids) == 1:
		ids[0].newBatch(len(handles), name, ids[0].targets()...)
	default:
		var components []ecs.ID
		var targets []ecs.Relation
		for _, w := range ids {
			components = append(components, w.id)
			if w.relation {
				targets = append(targets, ecs.RelID(w.id, w.target))
			}
		}
		for range handles {
			name(e.world.Unsafe().NewEntityRel(components, targets...))
		}
	}
}

func count(f *ecs.Filter0) int64 {
	query := f.Query()
	defer query.Close()
	return int64(query.Count())
}

func has(e *engine, op *spec.Operation) spec.Outcome {
	return spec.BoolOutcome(e.has(e.alive(op.Entity), e.asked(op.ID)))
}

// typed returns the component that gives an id its data. In Ark this is the relation, never the target.
func (e *engine) typed(id spec.ID) *thing {
	first := e.known(id.First)
	if len(first.members) > 0 {
		return first
	}
	if t := e.things[id.Second]; t != nil && len(t.members) > 0 {
		unsupported("a target of Ark gives no data")
	}
	refuse(spec.CodeInvalid, "%s has no data", id)
	return nil
}

func (e *engine) targets(op *spec.Operation) []spec.Handle {
	t := e.alive(op.Entity)
	p := e.asked(spec.Pair(op.Relationship, "*"))
	if !e.has(t, p) {
		return nil
	}
	return []spec.Handle{e.handle(p.GetRelation(t.entity))}
}

// batched reads the id of a batch operation.
func (e *engine) batched(id spec.ID) pattern {
	p := e.asked(id)
	p.none = p.none || id.Second == "_"
	if p.anyTarget && !p.none {
		unsupported("a batch for any target includes those without a target")
	}
	return p
}
