package spec

import (
	"slices"
	"strings"
)

// OperationRow is a row of the catalogue of operations. It has everything about an operation except
// its meaning. The protocol, the capabilities, the adapter kit and the lists of the command read
// these rows. A test of internal/acceptance finds code that misses a row.
type OperationRow struct {
	Op OpKind
	// Outcome is the kind of answer that the operation returns if it succeeds.
	Outcome OutcomeKind
	// Reads is true if the operation does not change the world.
	Reads bool
	// The names of its arguments in JSON, in brackets if optional. +query and +iteration stand for
	// the lists in sharedArguments.
	takes  string
	needs  []Capability // an engine that has the operation declares these
	paired Capability   // also needed if its id is a pair
	alone  Capability   // needed instead of needs if it has no id
}

// The arguments that several operations share, as docs/schema calls them.
var sharedArguments = map[string]string{
	"+query":     "terms expr syntax kind order_by group_by instanced detect_changes",
	"+iteration": "vars values batches limit skip untouched changes",
}

// operationRows are in the order of the documentation.
var operationRows = []OperationRow{
	// Session.
	{Op: OpHello, Outcome: OutInfo, Reads: true},
	{Op: OpReset, takes: "[profile] [options]"},
	{Op: OpQuit},
	{Op: OpNote, takes: "[text]", Reads: true},

	// Declarations.
	{
		Op: OpRelationship, needs: need(CapDeclared),
		takes: "entity [exclusive] [sparse] [reverse_index] [cascade_delete] [transient] [serialize] [fields] [defaults] [require]",
	},
	{Op: OpTables, Outcome: OutNumber, Reads: true, needs: need(CapDeclared)},

	// Entities.
	{
		Op: OpComponent, takes: "entity [name] [parent] [members] [unscoped]",
		needs: need(CapComponents), paired: CapPairData,
	},
	{Op: OpEntity, takes: "entity [name] [parent] [ids] [unscoped] [more]", needs: need(CapEntities)},
	{Op: OpClone, takes: "entity from", needs: need(CapEntities, CapCopies)},
	{Op: OpInstantiate, takes: "entity from [ids] [more]", needs: need(CapEntities, CapIsA, CapCopies)},
	{Op: OpDelete, takes: "entity", needs: need(CapEntities)},
	{Op: OpClear, takes: "entity", needs: need(CapEntities)},
	{Op: OpAlive, takes: "entity", Outcome: OutBool, Reads: true, needs: need(CapEntities)},
	{Op: OpCount, takes: "id", Outcome: OutNumber, Reads: true, needs: need(CapEntities)},

	// Ids.
	{Op: OpAdd, takes: "entity id", needs: need(CapEntities)},
	{Op: OpRemove, takes: "entity id", needs: need(CapEntities)},
	{Op: OpSet, takes: "entity id [value] [args]", needs: need(CapComponents), paired: CapPairData},
	{Op: OpGet, takes: "entity id", Outcome: OutValue, Reads: true, needs: need(CapComponents), paired: CapPairData},
	{Op: OpModified, takes: "entity id", needs: need(CapComponents), paired: CapPairData},
	{Op: OpHas, takes: "entity id", Outcome: OutBool, Reads: true, needs: need(CapEntities)},
	{Op: OpOwns, takes: "entity id", Outcome: OutBool, Reads: true, needs: need(CapEntities)},
	{Op: OpIDs, takes: "entity", Outcome: OutIDs, Reads: true, needs: need(CapEntities)},
	{Op: OpTarget, takes: "entity relationship [index]", Outcome: OutEntity, Reads: true, needs: need(CapPairs)},
	{Op: OpTargets, takes: "entity relationship", Outcome: OutEntities, Reads: true, needs: need(CapPairs)},
	{Op: OpSources, takes: "entity relationship", Outcome: OutEntities, Reads: true, needs: need(CapPairs)},
	{Op: OpOrdered, takes: "entity relationship", Outcome: OutPath, Reads: true, needs: need(CapPairs, CapOrdered)},
	{Op: OpReorder, takes: "entity id [before] [after]", needs: need(CapPairs, CapOrdered)},
	{Op: OpTypeOf, takes: "id", Outcome: OutEntity, Reads: true, needs: need(CapComponents), paired: CapPairData},
	{Op: OpRemoveAll, takes: "id", needs: need(CapEntities)},
	{Op: OpDeleteWith, takes: "id", needs: need(CapEntities)},
	{Op: OpOverride, takes: "entity id", needs: need(CapOverride)},
	{Op: OpDefine, takes: "text", Outcome: OutPath, needs: need(CapDefine, CapNames)},

	// Hierarchy and names.
	{Op: OpScope, takes: "[entity]", Outcome: OutEntity, needs: need(CapScope)},
	{Op: OpLookup, takes: "[path] [from] [recursive]", Outcome: OutEntity, Reads: true, needs: need(CapNames)},
	{Op: OpPath, takes: "entity [from]", Outcome: OutText, Reads: true, needs: need(CapNames)},
	{Op: OpSetName, takes: "entity name", needs: need(CapNames)},
	{Op: OpParent, takes: "entity", Outcome: OutEntity, Reads: true, needs: need(CapChildOf)},
	{Op: OpChildren, takes: "entity", Outcome: OutEntities, Reads: true, needs: need(CapChildOf)},
	{Op: OpDepth, takes: "entity [relationship]", Outcome: OutNumber, Reads: true, needs: need(CapHierarchy)},
	{
		Op: OpWalkUp, takes: "entity [relationship] [max_depth] [take]", Outcome: OutPath, Reads: true,
		needs: need(CapHierarchy),
	},
	{
		Op: OpTraverse, takes: "entity [relationship] [max_depth]", Outcome: OutEntities, Reads: true,
		needs: need(CapHierarchy),
	},

	// State.
	{Op: OpEnable, takes: "entity [id]", needs: need(CapToggle), alone: CapDisabled},
	{Op: OpDisable, takes: "entity [id]", needs: need(CapToggle), alone: CapDisabled},
	{Op: OpDeferBegin, needs: need(CapDefer)},
	{Op: OpDeferEnd, Outcome: OutFailures, needs: need(CapDefer)},
	{Op: OpSnapshot, takes: "as", Reads: true, needs: need(CapSnapshot)},
	{Op: OpRestore, takes: "as", needs: need(CapSnapshot)},
	{Op: OpReload, needs: need(CapSave)},
	{Op: OpDump, Outcome: OutDump, Reads: true, needs: need(CapDump)},
	{Op: OpTeardown, Outcome: OutEvents, needs: need(CapTeardown)},

	// Queries.
	{Op: OpQuery, takes: "+query +iteration", Outcome: OutRows, Reads: true, needs: need(CapQuery)},
	{Op: OpPrepare, takes: "as +query", Reads: true, needs: need(CapQuery, CapPrepared)},
	{Op: OpIterate, takes: "query [group] +iteration", Outcome: OutRows, Reads: true, needs: need(CapQuery, CapPrepared)},
	{Op: OpChanged, takes: "query", Outcome: OutBool, Reads: true, needs: need(CapChanges)},
	{Op: OpRelease, takes: "query", Reads: true, needs: need(CapQuery, CapPrepared)},
	{Op: OpIterBegin, takes: "query as", Reads: true, needs: need(CapIterators)},
	{Op: OpIterNext, takes: "iter [untouched]", Outcome: OutRows, Reads: true, needs: need(CapIterators)},
	{Op: OpIterEnd, takes: "iter", Reads: true, needs: need(CapIterators)},
	{Op: OpExplain, takes: "[entity] [vars] +query", Outcome: OutExplanation, Reads: true, needs: need(CapExplain)},
	{Op: OpPlan, takes: "+query", Outcome: OutText, Reads: true, needs: need(CapExplain)},

	// Events.
	{Op: OpObserve, takes: "as [events] [monitor] [yield_existing] [parent] [acts] +query", needs: need(CapObservers)},
	{Op: OpEmit, takes: "event entity [ids] [relationship]", needs: need(CapObservers, CapEmit)},
	{Op: OpEvents, Outcome: OutEvents, Reads: true, needs: need(CapObservers)},
}

func need(cs ...Capability) []Capability { return cs }

// Arguments lists the JSON names of the arguments, in the order of the schema.
func (r *OperationRow) Arguments() []string {
	out := []string{}
	for _, name := range strings.Fields(r.takes) {
		name = strings.Trim(name, "[]")
		if shared, ok := sharedArguments[name]; ok {
			out = append(out, strings.Fields(shared)...)
		} else {
			out = append(out, name)
		}
	}
	return out
}

// Needs lists the capabilities that the operation needs, without those of its ids and its query.
func (r *OperationRow) Needs() []Capability { return r.needs }

// Required lists the JSON names of the required arguments.
func (r *OperationRow) Required() []string {
	return slices.DeleteFunc(strings.Fields(r.takes), func(name string) bool { return strings.ContainsAny(name, "[+") })
}

// Operations lists the rows of all operations in the order of the documentation. The list is
// shared; do not modify it.
func Operations() []OperationRow { return operationRows }

var operationOf = func() map[OpKind]*OperationRow {
	out := make(map[OpKind]*OperationRow, len(operationRows))
	for i := range operationRows {
		out[operationRows[i].Op] = &operationRows[i]
	}
	return out
}()

// Known reports whether the operation exists in version 1.
func (k OpKind) Known() bool { return operationOf[k] != nil }

// IsRead reports whether operations of this kind do not change the world.
func (k OpKind) IsRead() bool {
	row := operationOf[k]
	return row != nil && row.Reads
}

// OpKinds lists every operation in the order of the documentation.
func OpKinds() []OpKind {
	out := make([]OpKind, len(operationRows))
	for i := range operationRows {
		out[i] = operationRows[i].Op
	}
	return out
}

// Outcome returns the kind of answer that an operation of this kind returns if it succeeds.
func (k OpKind) Outcome() OutcomeKind {
	if row := operationOf[k]; row != nil {
		return row.Outcome
	}
	return OutNone
}

// needs returns the capabilities that the operation itself needs, without those of its ids and its
// query.
func (k OpKind) needs(o *Operation) []Capability {
	row := operationOf[k]
	switch {
	case row == nil:
		return nil
	case row.alone != "" && o.ID.IsZero():
		return []Capability{row.alone}
	case row.paired != "" && o.ID.IsPair():
		return append(slices.Clone(row.needs), row.paired)
	}
	return row.needs
}

// allBut lists every operation except some.
func allBut(left ...OpKind) []OpKind {
	return slices.DeleteFunc(OpKinds(), func(k OpKind) bool { return slices.Contains(left, k) })
}
