package spec

// OpKind is what an operation does.
type OpKind string

// The operations of version 1, grouped as in docs/protocol.md. Behind each: the fields of [Operation] it uses
// (optional ones in brackets) and what its outcome holds.
const (
	// Session.
	OpHello OpKind = "hello" // outcome Info
	OpReset OpKind = "reset" // [Profile, Options]: a fresh world
	OpQuit  OpKind = "quit"
	OpNote  OpKind = "note" // Text: a comment in a trace, no effect

	// Entities.
	OpComponent OpKind = "component" // Entity, [Name, Members]: a component type
	OpEntity    OpKind = "entity"    // Entity, [Name, Parent, IDs, Unscoped]
	OpDelete    OpKind = "delete"    // Entity
	OpClear     OpKind = "clear"     // Entity
	OpAlive     OpKind = "alive"     // Entity -> bool
	OpCount     OpKind = "count"     // ID, wildcards allowed -> number of the user's entities that own a match

	// Ids.
	OpAdd        OpKind = "add"         // Entity, ID
	OpRemove     OpKind = "remove"      // Entity, ID, wildcards allowed
	OpSet        OpKind = "set"         // Entity, ID, Value
	OpGet        OpKind = "get"         // Entity, ID -> value or null
	OpModified   OpKind = "modified"    // Entity, ID
	OpHas        OpKind = "has"         // Entity, ID, wildcards allowed -> bool, own and inherited
	OpOwns       OpKind = "owns"        // Entity, ID, wildcards allowed -> bool, own only
	OpIDs        OpKind = "ids"         // Entity -> ids, own, a set
	OpTarget     OpKind = "target"      // Entity, Relationship, [Index] -> entity or null
	OpTargets    OpKind = "targets"     // Entity, Relationship -> entities, own and inherited, a set
	OpSources    OpKind = "sources"     // Entity (the target), Relationship -> entities that own the pair, a set
	OpTypeOf     OpKind = "type_of"     // ID -> the component that types it, or null
	OpRemoveAll  OpKind = "remove_all"  // ID, wildcards allowed
	OpDeleteWith OpKind = "delete_with" // ID, wildcards allowed
	OpOverride   OpKind = "override"    // Entity, ID: instances get a copy of their own

	// Hierarchy and names.
	OpScope    OpKind = "scope"    // Entity or none -> the scope before, or null
	OpLookup   OpKind = "lookup"   // Path, [From, Recursive] -> entity or null
	OpPath     OpKind = "path"     // Entity, [From] -> text or null
	OpSetName  OpKind = "set_name" // Entity, Name ("" removes it)
	OpParent   OpKind = "parent"   // Entity -> entity or null
	OpChildren OpKind = "children" // Entity -> entities, a set
	OpDepth    OpKind = "depth"    // Entity, [Relationship, default ChildOf] -> number, longest path to a root
	OpWalkUp   OpKind = "walk_up"  // Entity, [Relationship], [MaxDepth] -> entities in order, nearest first
	OpTraverse OpKind = "traverse" // Entity, [Relationship], [MaxDepth] -> entities below, a set

	// State.
	OpEnable     OpKind = "enable"      // Entity, [ID]
	OpDisable    OpKind = "disable"     // Entity, [ID]
	OpDeferBegin OpKind = "defer_begin" //
	OpDeferEnd   OpKind = "defer_end"   // -> failures of the commands, at the outermost end (P-46)
	OpSnapshot   OpKind = "snapshot"    // As: keep the world under a name
	OpRestore    OpKind = "restore"     // As: go back to it
	OpDump       OpKind = "dump"        // outcome Dump
	OpTeardown   OpKind = "teardown"    // -> events; the world is over (P-56)

	// Queries.
	OpQuery     OpKind = "query"      // Query, [Vars, Values, Batches, Limit, Skip, Untouched, Changes] -> rows
	OpPrepare   OpKind = "prepare"    // As, Query
	OpIterate   OpKind = "iterate"    // On, [Vars, Values, Batches, Limit, Skip, Group, Untouched, Changes] -> rows
	OpChanged   OpKind = "changed"    // On -> bool
	OpRelease   OpKind = "release"    // On: a prepared query or an observer
	OpIterBegin OpKind = "iter_begin" // On, As
	OpIterNext  OpKind = "iter_next"  // On, [Untouched] -> rows of one batch, none at the end
	OpIterEnd   OpKind = "iter_end"   // On
	OpExplain   OpKind = "explain"    // Query, [Entity, Vars] -> explanation
	OpPlan      OpKind = "plan"       // Query -> text, never compared

	// Events.
	OpObserve OpKind = "observe" // As, Query, Events, [Monitor, YieldExisting, Parent]
	OpEvents  OpKind = "events"  // drains the log -> events
)

// EventKind is what an observer listens to.
type EventKind string

// The events of version 1.
const (
	OnAdd    EventKind = "OnAdd"
	OnRemove EventKind = "OnRemove"
	OnSet    EventKind = "OnSet"
)

// Operation is one request to an engine. Op says which; the other fields are its arguments, as the constants of
// [OpKind] list them, and zero where they are not used.
type Operation struct {
	Op           OpKind
	Entity       Handle
	ID           ID
	IDs          []ID
	Name         *string // nil: not given; "": no name
	Parent       Handle
	Unscoped     bool // entity: ignore the current scope (REL-113)
	Members      []Member
	Value        RawValue
	Relationship Handle
	Index        int
	Path         string
	From         Handle
	Recursive    *bool // lookup: nil is true
	MaxDepth     int   // 0: no limit but the engine's own

	Query   *Query
	As      string            // the name that prepare, snapshot, observe, iter_begin give
	On      string            // the name that they gave; in JSON "query", or "iter" for iter_next and iter_end
	Vars    map[string]Handle // variables set before iteration, without '$'; "*" is invalid
	Values  bool              // rows carry component values
	Batches bool              // rows carry the batch they came in, compared
	Limit   int               // 0: none
	Skip    int
	Group   *Handle // only this group; "" is the group without target

	Untouched bool // what the rows give write access to was not written (QRY-507, P-50)
	Changes   bool // rows say whether their table changed since the query returned it last (QRY-515, P-50)

	Events        []EventKind
	Monitor       bool
	YieldExisting bool

	Profile string
	Options map[string]any
	Text    string
}

// Engine is an implementation under specification: it applies operations to one world. A fresh engine is an
// empty world. Apply never panics on any operation, and one that errs has no effect.
type Engine interface {
	Apply(op Operation) Outcome
}

// Reasoner is an engine that says why its last operation did what it did beyond what was asked for, or why it was
// refused: a claim for each step, with the statements that license it.
type Reasoner interface {
	Steps() []Proof
}

// IsRead reports whether operations of this kind leave the world as it is.
func (k OpKind) IsRead() bool {
	switch k {
	case OpHello, OpNote, OpAlive, OpCount, OpGet, OpHas, OpOwns, OpIDs, OpTarget, OpTargets, OpSources, OpTypeOf,
		OpLookup, OpPath, OpParent, OpChildren, OpDepth, OpWalkUp, OpTraverse, OpSnapshot, OpDump, OpQuery,
		OpIterate, OpChanged, OpExplain, OpPlan, OpPrepare, OpRelease, OpIterBegin, OpIterNext, OpIterEnd, OpEvents:
		return true
	case OpReset, OpQuit, OpComponent, OpEntity, OpDelete, OpClear, OpAdd, OpRemove, OpSet, OpModified, OpRemoveAll,
		OpDeleteWith, OpOverride, OpScope, OpSetName, OpEnable, OpDisable, OpDeferBegin, OpDeferEnd, OpRestore,
		OpTeardown, OpObserve:
		return false
	}
	return false
}

// OpKinds lists every operation in the order of the documentation.
func OpKinds() []OpKind {
	return []OpKind{
		OpHello, OpReset, OpQuit, OpNote,
		OpComponent, OpEntity, OpDelete, OpClear, OpAlive, OpCount,
		OpAdd, OpRemove, OpSet, OpGet, OpModified, OpHas, OpOwns, OpIDs, OpTarget, OpTargets, OpSources, OpTypeOf,
		OpRemoveAll, OpDeleteWith, OpOverride,
		OpScope, OpLookup, OpPath, OpSetName, OpParent, OpChildren, OpDepth, OpWalkUp, OpTraverse,
		OpEnable, OpDisable, OpDeferBegin, OpDeferEnd, OpSnapshot, OpRestore, OpDump, OpTeardown,
		OpQuery, OpPrepare, OpIterate, OpChanged, OpRelease, OpIterBegin, OpIterNext, OpIterEnd, OpExplain, OpPlan,
		OpObserve, OpEvents,
	}
}

// Outcome is the kind of answer that an operation of this kind gives when it succeeds.
func (k OpKind) Outcome() OutcomeKind {
	switch k {
	case OpAlive, OpHas, OpOwns, OpChanged:
		return OutBool
	case OpCount, OpDepth:
		return OutNumber
	case OpTarget, OpTypeOf, OpScope, OpLookup, OpParent:
		return OutEntity
	case OpTargets, OpSources, OpChildren, OpTraverse:
		return OutEntities
	case OpWalkUp:
		return OutPath
	case OpIDs:
		return OutIDs
	case OpGet:
		return OutValue
	case OpPath, OpPlan:
		return OutText
	case OpQuery, OpIterate, OpIterNext:
		return OutRows
	case OpDump:
		return OutDump
	case OpEvents, OpTeardown:
		return OutEvents
	case OpExplain:
		return OutExplanation
	case OpHello:
		return OutInfo
	case OpDeferEnd:
		return OutFailures
	case OpReset, OpQuit, OpNote, OpComponent, OpEntity, OpDelete, OpClear, OpAdd, OpRemove, OpSet, OpModified,
		OpRemoveAll, OpDeleteWith, OpOverride, OpSetName, OpEnable, OpDisable, OpDeferBegin, OpSnapshot,
		OpRestore, OpPrepare, OpRelease, OpIterBegin, OpIterEnd, OpObserve:
		return OutNone
	}
	return OutNone
}
