package model

import (
	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// operation is a row of the table of operations: the arguments and the function.
type operation struct {
	rules.Arguments
	do    func(w *World, op spec.Operation, e rules.Entity, i rules.ID) (spec.Outcome, *spec.Error)
	parts bool // do() calls World.operate where needed; for defer_end, once for each command
}

// operations has a row for each operation of the protocol.
var operations map[spec.OpKind]operation

func init() {
	operations = map[spec.OpKind]operation{
		// The session.
		spec.OpHello: plain(hello), spec.OpReset: alone(reset), spec.OpQuit: plain(nothing),
		spec.OpNote:     plain(nothing),
		spec.OpSnapshot: plain(takeSnapshot), spec.OpRestore: alone(restore), spec.OpReload: alone(reload),
		spec.OpDump:       plain(dump),
		spec.OpDeferBegin: alone(deferBegin), spec.OpDeferEnd: alone(deferEnd), spec.OpTeardown: alone(teardown),
		spec.OpObserve: alone(observe), spec.OpEvents: plain(drain),
		spec.OpEmit: {Arguments: rules.Arguments{Entity: true, Waits: true}, do: emit, parts: true},

		// Queries.
		spec.OpQuery: plain(ask), spec.OpPrepare: plain(prepare), spec.OpIterate: plain(iterate),
		spec.OpRelease: plain(release),
		spec.OpExplain: plain(explain), spec.OpPlan: plain(plan), spec.OpChanged: plain(changed),
		spec.OpIterBegin: plain(iterBegin), spec.OpIterNext: plain(iterNext), spec.OpIterEnd: plain(iterEnd),

		// Entities.
		spec.OpEntity: plain(create), spec.OpComponent: plain(create), spec.OpClone: plain(copied),
		spec.OpInstantiate: plain(copied), spec.OpSetName: changing(rules.NoID, setName),
		spec.OpScope: plain(setScope), spec.OpLookup: plain(lookup), spec.OpAlive: plain(alive),
		spec.OpPath: about(rules.NoID, path), spec.OpParent: about(rules.NoID, parent),
		spec.OpChildren: about(rules.NoID, children),
		spec.OpIDs:      about(rules.NoID, ids), spec.OpClear: changing(rules.NoID, clearEntity),
		spec.OpDelete: changing(rules.NoID, deleteEntity),

		// Ids of entities.
		spec.OpAdd: rule(rules.Exact, (*rules.World).Add), spec.OpRemove: rule(rules.Covering, (*rules.World).Remove),
		spec.OpSet: changing(rules.Exact, set), spec.OpModified: rule(rules.Exact, (*rules.World).Modified),
		spec.OpOverride: rule(rules.Exact, (*rules.World).Override), spec.OpEnable: switched(true),
		spec.OpDisable: switched(false), spec.OpGet: about(rules.Covering, get),
		spec.OpHas: about(rules.Covering, has), spec.OpOwns: about(rules.Covering, owns),

		// Ids of all entities.
		spec.OpTypeOf: of(rules.Concrete, typeOf), spec.OpCount: of(rules.Covering, count),
		spec.OpDefine:    plain(define),
		spec.OpRemoveAll: ofAll((*rules.World).RemoveAll), spec.OpDeleteWith: ofAll((*rules.World).DeleteWith),

		// Along one relationship.
		spec.OpDepth: along(depth), spec.OpWalkUp: along(walkUp), spec.OpTarget: along(target),
		spec.OpTraverse: along(below), spec.OpSources: along(sources), spec.OpOrdered: along(ordered),
		spec.OpTargets: along(targets),
		// The helper function changing passes only w.rules, but reorder also changes w.orders.
		spec.OpReorder: {Arguments: rules.Arguments{Entity: true, ID: rules.Exact, Waits: true}, do: reorder},
	}
}

// plain returns an operation that reads its arguments from the request itself.
func plain(do func(*World, spec.Operation) (spec.Outcome, *spec.Error)) operation {
	return operation{do: func(w *World, op spec.Operation, _ rules.Entity, _ rules.ID) (spec.Outcome, *spec.Error) {
		return do(w, op)
	}}
}

// alone returns a plain operation whose do() calls World.operate, if that is needed at all.
func alone(do func(*World, spec.Operation) (spec.Outcome, *spec.Error)) operation {
	o := plain(do)
	o.parts = true
	return o
}

// about is a read of an entity, or of an entity and an id.
func about(
	kind rules.IDKind, do func(*World, spec.Operation, rules.Entity, rules.ID) (spec.Outcome, *spec.Error),
) operation {
	return operation{Arguments: rules.Arguments{Entity: true, ID: kind}, do: do}
}

// changing returns an operation that changes an entity.
func changing(kind rules.IDKind, do func(*rules.World, spec.Operation, rules.Entity, rules.ID) *spec.Error) operation {
	return operation{
		Arguments: rules.Arguments{Entity: true, ID: kind, Waits: true},
		do: func(w *World, op spec.Operation, e rules.Entity, i rules.ID) (spec.Outcome, *spec.Error) {
			return done(do(w.rules, op, e, i))
		},
	}
}

// rule returns an operation that changes an entity and needs only an id.
func rule(kind rules.IDKind, do func(*rules.World, rules.Entity, rules.ID) *spec.Error) operation {
	return changing(kind, func(w *rules.World, _ spec.Operation, e rules.Entity, i rules.ID) *spec.Error {
		return do(w, e, i)
	})
}

// switched returns an operation that enables or disables an entity or one of its ids.
func switched(on bool) operation {
	return changing(rules.ExactOrNone, func(w *rules.World, _ spec.Operation, e rules.Entity, i rules.ID) *spec.Error {
		return w.Switch(e, i, on)
	})
}

// of returns a read of an id, independent of an entity.
func of(kind rules.IDKind, do func(*World, rules.ID) (spec.Outcome, *spec.Error)) operation {
	return operation{
		Arguments: rules.Arguments{ID: kind},
		do: func(w *World, _ spec.Operation, _ rules.Entity, i rules.ID) (spec.Outcome, *spec.Error) {
			return do(w, i)
		},
	}
}

// ofAll returns an operation that changes all owners of an id.
func ofAll(do func(*rules.World, rules.ID) *spec.Error) operation {
	o := of(rules.Covering, func(w *World, i rules.ID) (spec.Outcome, *spec.Error) { return done(do(w.rules, i)) })
	o.Waits = true
	return o
}

// along returns a read that follows one relationship from an entity.
func along(do func(w *World, op spec.Operation, e, r rules.Entity) (spec.Outcome, *spec.Error)) operation {
	return about(rules.NoID, func(w *World, op spec.Operation, e rules.Entity, _ rules.ID) (spec.Outcome, *spec.Error) {
		r, err := w.rules.Followed(op)
		if err != nil {
			return done(err)
		}
		return do(w, op, e, r)
	})
}
