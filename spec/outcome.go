package spec

// OutcomeKind says which part of an [Outcome] has the answer.
type OutcomeKind uint8

// The kinds of answer.
const (
	OutNone        OutcomeKind = iota // no answer besides success
	OutBool                           // Bool
	OutNumber                         // Number
	OutEntity                         // Entity, "" for none
	OutEntities                       // Entities, a set
	OutPath                           // Entities, in order
	OutIDs                            // IDs, a set
	OutValue                          // Value, nil for none
	OutText                           // Text, nil for none
	OutRows                           // Rows
	OutDump                           // Dump
	OutEvents                         // Events, and Failures of acts of observers
	OutExplanation                    // Explanation
	OutInfo                           // Info
	OutFailures                       // Failures
)

// String describes the answer in a few words.
func (k OutcomeKind) String() string {
	if int(k) < len(outcomeNames) {
		return outcomeNames[k]
	}
	return "?"
}

var outcomeNames = [...]string{
	OutNone: "-", OutBool: "yes or no", OutNumber: "number", OutEntity: "entity or none",
	OutEntities: "set of entities", OutPath: "entities in order", OutIDs: "set of ids", OutValue: "value or none",
	OutText: "text or none", OutRows: "rows", OutDump: "world", OutEvents: "events", OutExplanation: "explanation",
	OutInfo: "information", OutFailures: "failures",
}

// Outcome is the answer of an engine: an error, or the part that belongs to the kind of the
// operation ([OpKind.Outcome]).
type Outcome struct {
	Err         *Error
	Kind        OutcomeKind
	Bool        bool
	Number      int64
	Entity      Handle
	Entities    []Handle
	Depths      []int // traverse, in profiles that return depths: the depth of each of Entities; children have 0
	IDs         []ID
	Value       Value
	Text        *string
	Rows        []Row
	Dump        *Dump
	Events      []Event
	Explanation *Explanation
	Info        *Info
	Failures    []Failure

	// AnyOrder is set only by the reference. It means that the order of Entities and the Depths are
	// not compared, because the relationship is not exclusive or has cycles.
	AnyOrder bool
}

// OK returns success without an answer.
func OK() Outcome { return Outcome{} }

// Fail returns a refusal.
func Fail(err *Error) Outcome { return Outcome{Err: err} }

// BoolOutcome returns the answer to a yes-or-no question.
func BoolOutcome(b bool) Outcome { return Outcome{Kind: OutBool, Bool: b} }

// EntityOutcome returns an entity as the answer, or none for "".
func EntityOutcome(h Handle) Outcome { return Outcome{Kind: OutEntity, Entity: h} }

// Row is one row of a query's answer. The rows of an answer are distinct, and their order matters
// only between blocks.
type Row struct {
	This   Handle            // the value of $this, "" if the query does not use it
	Vars   map[string]Handle // named variables, "" if unset; without $this and names that begin with '_'
	Fields []Field           // one per term outside scopes, one per Or chain
	Block  int               // ordered queries: rows of one block are in any order, blocks ascend from 0
	Batch  int               // with Operation.Batches: rows of one batch were returned together, from 0
	Group  *Handle           // grouped queries: the row's group
	// Changed, with Operation.Changes: the row's table changed since the query last returned it
	// (changes.changed).
	Changed bool

	// Several is set only by the reference, for a query with an anonymous variable or with a
	// wildcard as a source. It is the number of solutions that the reference reports as this row.
	// If a field has alternatives ([Field.Or]), an implementation may report up to Several
	// different rows for these solutions.
	Several int
}

// Field is what a term matched in a row. If Set is false, the other fields are not compared.
type Field struct {
	Set bool
	ID  ID
	Src Handle // "" when matched on the entity itself
	// NoID and NoSrc mean that the implementation cannot report the id or the source.
	NoID, NoSrc bool
	Value       Value // on request, if ID has a value
	// Access says whether the program may read or write the value: in, inout, out or none
	// (access.default).
	Access Access
	// Or lists other ids and sources that also justify the row. An implementation may report any of
	// them instead (query.rows).
	Or []FieldChoice
}

// FieldChoice is one allowed (id, source) of a field.
type FieldChoice struct {
	ID  ID     `json:"id"`
	Src Handle `json:"src,omitempty"`
}

// Dump is the world that the user created. Two worlds with the same contents have equal dumps,
// whatever their storage and history. Entities are sorted by handle. Reserved entities appear only
// with what the user changed: if one tag was added to ChildOf, ChildOf appears with that tag alone.
type Dump struct {
	Scope    Handle       `json:"scope,omitempty"`
	Entities []DumpEntity `json:"entities"`
}

// DumpEntity is one alive entity with the ids that it owns, sorted by [ID.Compare].
type DumpEntity struct {
	Handle    Handle   `json:"entity"`
	Name      string   `json:"name,omitempty"`
	Component bool     `json:"component,omitempty"`
	Members   []Member `json:"members,omitempty"`
	Open      bool     `json:"open,omitempty"` // a component whose default Final was removed
	IDs       []DumpID `json:"ids,omitempty"`
	// Overrides lists the ids of which instances get an own copy, sorted
	// (inheritance.override-mark).
	Overrides []ID `json:"overrides,omitempty"`
}

// DumpID is an owned id with its value, nil for tags. Off means that queries skip it, because it is
// disabled (toggle.hides).
type DumpID struct {
	ID    ID
	Value Value
	Off   bool
}

// Failure is a deferred command that failed when it was applied (deferral.failures), or an act of
// an observer that failed (acts.failures).
type Failure struct {
	Command int    `json:"command"` // its number in the order given, from 0
	Err     *Error `json:"error"`
	// The operation, entity and id of the failed command, as far as it has them
	// (deferral.failures). An engine that cannot tell omits them. Our engines report them. Go
	// programs that call package fast get only the operation, because they have no handles.
	Op     OpKind `json:"op,omitempty"`
	Entity Handle `json:"entity,omitempty"`
	ID     ID     `json:"id,omitzero"`
}

// Event is one notification of an observer.
type Event struct {
	Observer string    `json:"observer"`
	Event    EventKind `json:"event"`
	Entity   Handle    `json:"entity"`
	ID       ID        `json:"id"`
	Src      Handle    `json:"src,omitempty"`
	Leave    bool      `json:"leave,omitempty"` // monitors: the entity no longer matches

	// Dies and Cause are set only by the reference. Dies is true if the event belongs to the
	// deletion of the entity. Cause is the entity whose deletion caused that deletion, if the
	// events of this entity must come before those of the other (cleanup.event-order).
	Dies  bool   `json:"-"`
	Cause Handle `json:"-"`
}

// Info is an implementation's answer to hello. Capabilities has the declared capabilities for each
// kind of query, and under "world" those for operations that are not queries.
type Info struct {
	Implementation string                  `json:"implementation"`
	Version        string                  `json:"version"`
	Language       string                  `json:"language"`
	Protocol       int                     `json:"protocol"`
	Profiles       []string                `json:"profiles"`
	Capabilities   map[string][]Capability `json:"capabilities"`
	// Partly names declared capabilities that the implementation supports only in part. It may
	// answer unsupported to operations that need them (compare.declared).
	Partly []Capability `json:"partly,omitempty"`
	// Own are the profiles that the implementation defines itself. Profiles names them, too.
	Own []OwnProfile `json:"own,omitempty"`
	// Suite is the version of the suite that the implementation was made for, or "" if it does not
	// say ([SuiteVersion]).
	Suite string `json:"suite,omitempty"`
}

// Capability is the name of a feature that an engine can have, see [Capabilities].
type Capability string
