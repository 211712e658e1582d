package model

import (
	"strings"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// inSteps lists the operations that change the world in several steps or not at all. They call
// World.operate where needed; for defer_end, once for each command.
var inSteps = map[spec.OpKind]bool{
	spec.OpReset: true, spec.OpRestore: true, spec.OpDeferBegin: true, spec.OpDeferEnd: true,
	spec.OpTeardown: true, spec.OpObserve: true, spec.OpEmit: true,
}

// do performs an operation. Its arguments were checked.
func (w *World) do(c command) (out spec.Outcome, err *spec.Error) {
	r, op, e, i := w.rules, c.op, c.e, c.i
	switch op.Op {
	// The session.
	case spec.OpHello:
		out.Info = &spec.Info{
			Implementation: "relspec/model", Version: "1", Language: "Go", Protocol: spec.Version,
			Profiles: spec.Names(spec.Profiles()), Capabilities: r.Profile.Capabilities(),
		}
	case spec.OpQuit, spec.OpNote:
	case spec.OpReset:
		err = w.reset(op)
	case spec.OpSnapshot:
		err = w.takeSnapshot(op)
	case spec.OpRestore:
		err = w.restore(op)
	case spec.OpReload:
		err = w.reload(op)
	case spec.OpDump:
		out.Dump, err = w.dump()
	case spec.OpDeferBegin:
		w.deferred++
	case spec.OpDeferEnd:
		out.Failures, err = w.deferEnd()
	case spec.OpTeardown:
		out, err = w.teardown(op)
	case spec.OpObserve:
		err = w.observe(op)
	case spec.OpEvents:
		out, err = w.drain()
	case spec.OpEmit:
		w.emit(op, e)

	// Queries.
	case spec.OpQuery:
		out.Rows, err = w.ask(op)
	case spec.OpPrepare:
		err = w.prepare(op)
	case spec.OpIterate:
		out.Rows, err = w.iterate(op)
	case spec.OpRelease:
		err = w.release(op)
	case spec.OpExplain:
		out.Explanation, err = w.explain(op)
	case spec.OpPlan:
		q, bad := w.compile(op.Query)
		if bad != nil {
			return out, bad
		}
		out.Text = new("try every assignment of " + strings.Join(q.Variables, ", "))
	case spec.OpChanged:
		out.Bool, err = w.changed(op)
	case spec.OpIterBegin:
		err = w.iterBegin(op)
	case spec.OpIterNext:
		out.Rows, err = w.iterNext(op)
	case spec.OpIterEnd:
		err = w.iterEnd(op)

	// Entities.
	case spec.OpEntity, spec.OpComponent:
		err = w.create(op)
	case spec.OpClone, spec.OpInstantiate:
		err = w.makeCopy(op)
	case spec.OpDefine:
		out.Entities, err = w.define(op)
	case spec.OpSetName:
		err = r.SetName(e, *op.Name)
	case spec.OpScope:
		out.Entity, err = w.setScope(op)
	case spec.OpLookup:
		out.Entity, err = w.lookup(op)
	case spec.OpAlive:
		out.Bool, err = w.isAlive(op.Entity)
	case spec.OpPath:
		out.Text, err = w.path(op, e)
	case spec.OpParent:
		out.Entity = r.Handle(r.Parent(e))
	case spec.OpChildren:
		out.Entities, err = w.handles(r.Children(e))
	case spec.OpIDs:
		for _, f := range r.Entities[e].Own {
			out.IDs = append(out.IDs, r.SpecID(f.ID))
		}
		err = w.fitsAnswer(len(out.IDs))
	case spec.OpClear:
		err = r.Clear(e)
	case spec.OpDelete:
		err = r.Delete(e)

	// Ids of one entity.
	case spec.OpAdd:
		err = r.Add(e, i)
	case spec.OpRemove:
		err = r.Remove(e, i)
	case spec.OpSet:
		err = r.Set(e, i, op.Value)
	case spec.OpModified:
		err = r.Modified(e, i)
	case spec.OpOverride:
		err = r.Override(e, i)
	case spec.OpEnable, spec.OpDisable:
		err = r.Switch(e, i, op.Op == spec.OpEnable)
	case spec.OpGet:
		out.Value, err = r.Get(e, i)
	case spec.OpHas:
		_, out.Bool = r.Has(e, i)
	case spec.OpOwns:
		out.Bool = r.Owns(e, i)

	// Ids of all entities.
	case spec.OpTypeOf:
		if !r.MentionsDead(i) {
			out.Entity = r.Handle(r.TypeOf(i))
		}
	case spec.OpCount:
		out.Number = int64(len(r.Owners(i)))
	case spec.OpRemoveAll:
		err = r.RemoveAll(i)
	case spec.OpDeleteWith:
		err = r.DeleteWith(i)

	// Along the relationship i.First.
	case spec.OpDepth:
		depth, acyclic := r.Depth(e, i.First)
		if !acyclic {
			err = spec.Errorf(spec.CodeCycle, "%s leads into a cycle of %s", r.Handle(e), r.Handle(i.First))
		}
		out.Number = int64(depth)
	case spec.OpWalkUp:
		var up []rules.Entity
		if up, err = r.WalkUp(e, i.First, op.MaxDepth); err == nil {
			out.Entities, err = w.handles(up)
		}
	case spec.OpTraverse:
		out.Entities, err = w.handles(r.Below(e, i.First, op.MaxDepth))
	case spec.OpTarget:
		if targets := r.AllTargets(e, i.First); op.Index >= 0 && op.Index < len(targets) {
			out.Entity = r.Handle(targets[op.Index])
		}
	case spec.OpTargets:
		out.Entities, err = w.handles(r.AllTargets(e, i.First))
	case spec.OpSources:
		out.Entities, err = w.handles(r.Owners(rules.ID{First: i.First, Second: e}))
	case spec.OpOrdered:
		var sources []rules.Entity
		if sources, err = r.Sources(rules.ID{First: i.First, Second: e}); err == nil {
			out.Entities, err = w.handles(sources)
		}
	case spec.OpReorder:
		var neighbour rules.Entity
		if neighbour, err = r.Neighbour(op); err == nil {
			err = r.Move(e, i, neighbour, op.After != "")
		}

	case spec.OpRelationship, spec.OpTables: // only worlds of the Tecs family have them
	}
	return out, err
}

// handles converts the entities of an answer. It returns an error if the answer has too many.
func (w *World) handles(es []rules.Entity) (out []spec.Handle, err *spec.Error) {
	if err := w.fitsAnswer(len(es)); err != nil {
		return nil, err
	}
	for _, e := range es {
		out = append(out, w.rules.Handle(e))
	}
	return out, nil
}
