package model

import (
	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// operation is a row of the table of operations: which arguments it has, and what it does with them.
type operation struct {
	rules.Arguments
	do    func(w *World, op spec.Operation, e rules.Entity, i rules.ID) (spec.Outcome, *spec.Error)
	parts bool // it does operations of its own, or none that observers hear of
}

// operations is every operation of the protocol.
var operations map[spec.OpKind]operation

func init() {
	operations = map[spec.OpKind]operation{
		// The conversation.
		spec.OpHello: plain(hello), spec.OpReset: alone(reset), spec.OpQuit: plain(nothing), spec.OpNote: plain(nothing),
		spec.OpSnapshot: plain(takeSnapshot), spec.OpRestore: alone(restore), spec.OpDump: plain(dump),
		spec.OpDeferBegin: alone(deferBegin), spec.OpDeferEnd: alone(deferEnd), spec.OpTeardown: alone(teardown),
		spec.OpObserve: alone(observe), spec.OpEvents: plain(events),

		// Questions that are queries.
		spec.OpQuery: plain(ask), spec.OpPrepare: plain(prepare), spec.OpIterate: plain(iterate), spec.OpRelease: plain(release),
		spec.OpExplain: plain(explain), spec.OpPlan: plain(plan), spec.OpChanged: plain(changed),
		spec.OpIterBegin: plain(iterBegin), spec.OpIterNext: plain(iterNext), spec.OpIterEnd: plain(iterEnd),

		// Entities.
		spec.OpEntity: plain(create), spec.OpComponent: plain(create),
		spec.OpScope: plain(setScope), spec.OpLookup: plain(lookup), spec.OpAlive: plain(alive),
		spec.OpSetName: onEntity(func(w *World, op spec.Operation, e rules.Entity) (spec.Outcome, *spec.Error) {
			return done(w.rules.SetName(e, *op.Name))
		}),
		spec.OpPath: onEntity(path),
		spec.OpParent: onEntity(func(w *World, _ spec.Operation, e rules.Entity) (spec.Outcome, *spec.Error) {
			return w.one(w.rules.Parent(e))
		}),
		spec.OpChildren: onEntity(func(w *World, _ spec.Operation, e rules.Entity) (spec.Outcome, *spec.Error) {
			return w.many(w.rules.Children(e))
		}),
		spec.OpIDs: onEntity(ids),
		spec.OpClear: onEntity(func(w *World, _ spec.Operation, e rules.Entity) (spec.Outcome, *spec.Error) {
			return done(w.rules.Clear(e))
		}),
		spec.OpDelete: onEntity(func(w *World, _ spec.Operation, e rules.Entity) (spec.Outcome, *spec.Error) {
			return done(w.rules.Delete(e))
		}),

		// Ids of entities.
		spec.OpAdd: onID(rules.Exact, (*rules.World).Add), spec.OpRemove: onID(rules.Covering, (*rules.World).Remove),
		spec.OpModified: onID(rules.Exact, (*rules.World).Modified), spec.OpOverride: onID(rules.Exact, (*rules.World).Override),
		spec.OpEnable:  onID(rules.ExactOrNone, (*rules.World).Enable),
		spec.OpDisable: onID(rules.ExactOrNone, (*rules.World).Disable),
		spec.OpSet: {Arguments: rules.Arguments{Entity: true, ID: rules.Exact}, do: func(w *World, op spec.Operation, e rules.Entity, i rules.ID) (spec.Outcome, *spec.Error) {
			return done(w.rules.Set(e, i, op.Value))
		}},
		spec.OpGet: {Arguments: rules.Arguments{Entity: true, ID: rules.Covering}, do: func(w *World, _ spec.Operation, e rules.Entity, i rules.ID) (out spec.Outcome, err *spec.Error) {
			out.Value, err = w.rules.Get(e, i)
			return out, err
		}},
		spec.OpHas: {Arguments: rules.Arguments{Entity: true, ID: rules.Covering}, do: func(w *World, _ spec.Operation, e rules.Entity, i rules.ID) (spec.Outcome, *spec.Error) {
			_, has := w.rules.Has(e, i)
			return yes(has)
		}},
		spec.OpOwns: {Arguments: rules.Arguments{Entity: true, ID: rules.Covering}, do: func(w *World, _ spec.Operation, e rules.Entity, i rules.ID) (spec.Outcome, *spec.Error) {
			return yes(w.rules.Owns(e, i))
		}},

		// Ids, whoever owns them.
		spec.OpTypeOf: of(rules.Concrete, func(w *World, i rules.ID) (spec.Outcome, *spec.Error) {
			if w.rules.MentionsDead(i) {
				return w.one(rules.None)
			}
			return w.one(w.rules.TypeOf(i))
		}),
		spec.OpCount: of(rules.Covering, func(w *World, i rules.ID) (spec.Outcome, *spec.Error) {
			return spec.Outcome{Number: int64(len(w.rules.Owners(i)))}, nil
		}),
		spec.OpRemoveAll:  of(rules.Covering, func(w *World, i rules.ID) (spec.Outcome, *spec.Error) { return done(w.rules.RemoveAll(i)) }),
		spec.OpDeleteWith: of(rules.Covering, func(w *World, i rules.ID) (spec.Outcome, *spec.Error) { return done(w.rules.DeleteWith(i)) }),

		// Along one relationship.
		spec.OpDepth: along(depth), spec.OpWalkUp: along(walkUp), spec.OpTarget: along(target),
		spec.OpTraverse: along(func(w *World, op spec.Operation, e, r rules.Entity) (spec.Outcome, *spec.Error) {
			return w.many(w.rules.Below(e, r, op.MaxDepth))
		}),
		spec.OpSources: along(func(w *World, _ spec.Operation, e, r rules.Entity) (spec.Outcome, *spec.Error) {
			return w.many(w.rules.Owners(rules.ID{First: r, Second: e}))
		}),
		spec.OpTargets: along(func(w *World, _ spec.Operation, e, r rules.Entity) (spec.Outcome, *spec.Error) {
			return w.many(w.rules.AllTargets(e, r))
		}),
	}
}

// plain is an operation that takes its arguments from the request itself.
func plain(do func(w *World, op spec.Operation) (spec.Outcome, *spec.Error)) operation {
	return operation{do: func(w *World, op spec.Operation, _ rules.Entity, _ rules.ID) (spec.Outcome, *spec.Error) {
		return do(w, op)
	}}
}

// alone is a plain operation with parts.
func alone(do func(w *World, op spec.Operation) (spec.Outcome, *spec.Error)) operation {
	o := plain(do)
	o.parts = true
	return o
}

func onEntity(do func(w *World, op spec.Operation, e rules.Entity) (spec.Outcome, *spec.Error)) operation {
	return operation{Arguments: rules.Arguments{Entity: true}, do: func(w *World, op spec.Operation, e rules.Entity, _ rules.ID) (spec.Outcome, *spec.Error) {
		return do(w, op, e)
	}}
}

func onID(form rules.IDForm, do func(*rules.World, rules.Entity, rules.ID) *spec.Error) operation {
	return operation{Arguments: rules.Arguments{Entity: true, ID: form}, do: func(w *World, _ spec.Operation, e rules.Entity, i rules.ID) (spec.Outcome, *spec.Error) {
		return done(do(w.rules, e, i))
	}}
}

func of(form rules.IDForm, do func(w *World, i rules.ID) (spec.Outcome, *spec.Error)) operation {
	return operation{Arguments: rules.Arguments{ID: form}, do: func(w *World, _ spec.Operation, _ rules.Entity, i rules.ID) (spec.Outcome, *spec.Error) {
		return do(w, i)
	}}
}

// along is an operation on an entity that follows one relationship.
func along(do func(w *World, op spec.Operation, e, r rules.Entity) (spec.Outcome, *spec.Error)) operation {
	return onEntity(func(w *World, op spec.Operation, e rules.Entity) (spec.Outcome, *spec.Error) {
		r, err := w.rules.Followed(op)
		if err != nil {
			return done(err)
		}
		return do(w, op, e, r)
	})
}
