package spec

// OpKind names an operation.
type OpKind string

// The operations of version 1, grouped as in docs/protocol.md. Each comment lists the fields of
// [Operation] that it uses (optional ones in brackets) and, after ->, the content of its outcome.
const (
	// Session.
	OpHello OpKind = "hello" // outcome Info
	OpReset OpKind = "reset" // [Profile, Options]: a fresh world
	OpQuit  OpKind = "quit"
	OpNote  OpKind = "note" // Text: a comment in a trace, no effect

	// Declarations (profiles of the Tecs family).
	OpRelationship OpKind = "relationship" // Entity, [Declared]: a relationship and how it behaves
	OpTables       OpKind = "tables"       // -> number of tables that have entities

	// Entities.
	OpComponent OpKind = "component" // Entity, [Name, Parent, Members, Unscoped]: a component type
	OpEntity    OpKind = "entity"    // Entity, [Name, Parent, IDs, Unscoped, More]
	OpClone     OpKind = "clone"     // Entity, From: an entity that owns what From owns
	// Entity, From, [IDs, More]: an instance of a prefab; More are the handles of the copies of its
	// descendants
	OpInstantiate OpKind = "instantiate"
	OpDelete      OpKind = "delete" // Entity
	OpClear       OpKind = "clear"  // Entity
	OpAlive       OpKind = "alive"  // Entity -> bool
	OpCount       OpKind = "count"  // ID, wildcards allowed -> number of the user's entities that own a match

	// Ids.
	OpAdd        OpKind = "add"         // Entity, ID
	OpRemove     OpKind = "remove"      // Entity, ID, wildcards allowed
	OpSet        OpKind = "set"         // Entity, ID, Value or Args
	OpGet        OpKind = "get"         // Entity, ID -> value or null
	OpModified   OpKind = "modified"    // Entity, ID
	OpHas        OpKind = "has"         // Entity, ID, wildcards allowed -> bool, own and inherited
	OpOwns       OpKind = "owns"        // Entity, ID, wildcards allowed -> bool, own only
	OpIDs        OpKind = "ids"         // Entity -> ids, own, a set
	OpTarget     OpKind = "target"      // Entity, Relationship, [Index] -> entity or null
	OpTargets    OpKind = "targets"     // Entity, Relationship -> entities, own and inherited, a set
	OpSources    OpKind = "sources"     // Entity (the target), Relationship -> entities that own the pair, a set
	OpOrdered    OpKind = "ordered"     // Entity (the target), Relationship -> its sources, in their order
	OpReorder    OpKind = "reorder"     // Entity (a source), ID (the pair), Before or After: another source of the pair
	OpTypeOf     OpKind = "type_of"     // ID -> the component that its values belong to, or null
	OpRemoveAll  OpKind = "remove_all"  // ID, wildcards allowed
	OpDeleteWith OpKind = "delete_with" // ID, wildcards allowed
	OpOverride   OpKind = "override"    // Entity, ID: instances get a copy of their own
	OpDefine     OpKind = "define"      // Text: add the facts of a text -> entities that it created, in order

	// Hierarchy and names.
	OpScope    OpKind = "scope"    // Entity or none -> the scope before, or null
	OpLookup   OpKind = "lookup"   // Path, [From, Recursive] -> entity or null
	OpPath     OpKind = "path"     // Entity, [From] -> text or null
	OpSetName  OpKind = "set_name" // Entity, Name ("" removes it)
	OpParent   OpKind = "parent"   // Entity -> entity or null
	OpChildren OpKind = "children" // Entity -> entities, a set
	OpDepth    OpKind = "depth"    // Entity, [Relationship, default ChildOf] -> number, longest path to a root
	OpWalkUp   OpKind = "walk_up"  // Entity, [Relationship], [MaxDepth, Take] -> entities in order, nearest first
	// Entity, [Relationship], [MaxDepth] -> entities below, a set; with depths a sequence
	OpTraverse OpKind = "traverse"

	// State.
	OpEnable     OpKind = "enable"      // Entity, [ID]
	OpDisable    OpKind = "disable"     // Entity, [ID]
	OpDeferBegin OpKind = "defer_begin" // changes wait until the outermost defer_end
	OpDeferEnd   OpKind = "defer_end"   // -> failures of the commands, at the outermost end (deferral.failures)
	OpSnapshot   OpKind = "snapshot"    // As: save the world under a name
	OpRestore    OpKind = "restore"     // As: go back to it
	OpReload     OpKind = "reload"      // save the world, and continue with a new one that is loaded from the file (reload.same)
	OpDump       OpKind = "dump"        // outcome Dump
	OpTeardown   OpKind = "teardown"    // -> events; ends the world (teardown.end)

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
	OpObserve OpKind = "observe" // As, Query, [Events, Monitor, YieldExisting, Parent, Acts]
	OpEmit    OpKind = "emit"    // Event, Entity, [IDs, Relationship]: an event of the program
	OpEvents  OpKind = "events"  // empties the log -> its events, and the acts that failed
)

// EventKind is a kind of event that an observer listens to: one of the constants, or the handle of
// an entity that stands for an event of the program. Only the operation emit causes events of the
// program (observers.emit).
type EventKind string

// The events that changes cause.
const (
	OnAdd    EventKind = "OnAdd"
	OnRemove EventKind = "OnRemove"
	OnSet    EventKind = "OnSet"
)

// IsChange reports whether changes of the world cause events of the kind. The other kinds come from
// emit.
func (k EventKind) IsChange() bool { return k == OnAdd || k == OnRemove || k == OnSet }

// Operation is one request to an engine. Op is its kind. The other fields are its arguments, as the
// constants of [OpKind] list them; unused ones are zero.
type Operation struct {
	Op       OpKind
	Entity   Handle
	ID       ID
	IDs      []ID
	Name     *string // nil: not given; "": no name
	Parent   Handle
	Unscoped bool // entity, component: ignore the current scope (REL-113)
	// entity: further entities that are created in the same way, in the same operation
	// (entities.batch); instantiate: the copies of the entities below the prefab
	// (prefab.instantiate)
	More    []Handle
	Members []Member
	Value   RawValue
	// set: the values of an edge by position, untyped, instead of Value. An empty list differs from
	// nil.
	Args         []Scalar
	Declared     Declaration // relationship: how it behaves
	Relationship Handle
	Index        int
	Path         string
	From         Handle
	Before       Handle // reorder: exactly one of Before and After
	After        Handle
	Recursive    *bool // lookup: nil is true
	MaxDepth     int   // 0: the limit of the profile or the engine
	Take         int   // walk_up: stop at the n-th ancestor, like a callback that ends the walk; 0: do not stop

	Query   *Query
	As      string            // the name that prepare, snapshot, observe and iter_begin assign
	On      string            // a name assigned with As; in JSON "query", or "iter" for iter_next and iter_end
	Vars    map[string]Handle // variables set before iteration, without '$'; "*" is invalid
	Values  bool              // rows carry component values
	Batches bool              // rows carry their batch number, which is compared
	Limit   int               // 0: none
	Skip    int
	// Group selects one group by its target; "" selects the rows without a target. In a query with
	// cascade it selects the rows at the depth of this entity; "" selects the roots.
	Group *Handle

	Untouched bool // the program writes none of the fields that it may write (QRY-507, changes.writing)
	Changes   bool // rows say whether their table changed since the query last returned it (QRY-515, changes.writing)

	Event         Handle // emit
	Events        []EventKind
	Monitor       bool
	YieldExisting bool
	Acts          []Operation // observe: operations that the observer runs after each event (acts.operations)

	Profile string
	Options map[string]any
	Text    string
}

// Makes lists, in order, the handles of the entities that the operation creates. The handles that
// define assigns are in its outcome.
func (o *Operation) Makes() []Handle {
	switch o.Op { //nolint:exhaustive // the others make nothing
	case OpEntity, OpComponent, OpRelationship, OpInstantiate:
		return append([]Handle{o.Entity}, o.More...)
	case OpClone:
		return []Handle{o.Entity}
	default:
		return nil
	}
}

// Singly splits an entity operation with More into one operation per entity. It returns any other
// operation unchanged. For example, entity a with More b and c becomes the creations of a, b and c.
func (o *Operation) Singly() []Operation {
	out := []Operation{*o}
	if o.Op != OpEntity {
		return out
	}
	out[0].More = nil
	for _, h := range o.More {
		next := out[0]
		next.Entity = h
		out = append(out, next)
	}
	return out
}

// Neighbour returns the entity before or after which reorder moves o.Entity: o.Before or o.After.
// If both or neither are set, it returns "".
func (o *Operation) Neighbour() Handle {
	if o.Before != "" && o.After != "" {
		return ""
	}
	return o.Before + o.After
}

// Engine is an implementation under test. It applies operations to one world, which starts empty.
// Apply never panics, and an operation that fails changes nothing.
type Engine interface {
	Apply(op Operation) Outcome
}

// Reasoner is an engine that can explain its last operation: why the operation had further effects,
// or why it was refused. Each step is a claim with the statements that justify it.
type Reasoner interface {
	Steps() []Proof
}

// Blamer is an engine that can check the explanations of another engine.
type Blamer interface {
	// Failing lists the numbers ([Miss].TermNumber) of all terms that fail in the query of an
	// [OpExplain]. A term fails if some of the other terms together have matches, but none of these
	// matches satisfies the term. For example, in "Ship, (DockedTo, $p), Planet($p)" the last term
	// fails for a ship that is docked to a station. If the entity could not have a row with any
	// terms, for example because it is a prefab, Failing returns only 0. If there is a row, or if
	// the engine cannot tell, the list is empty.
	Failing(op Operation) []int
}
