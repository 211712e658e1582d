package spec

// OutcomeKind says which part of an [Outcome] holds the answer.
type OutcomeKind uint8

// The kinds of answer.
const (
	OutNone        OutcomeKind = iota // nothing but success
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
	OutEntities: "set of entities",
	OutPath:     "entities in order", OutIDs: "set of ids", OutValue: "value or none", OutText: "text or none",
	OutRows: "rows",
	OutDump: "world", OutEvents: "events", OutExplanation: "explanation", OutInfo: "information",
	OutFailures: "failures",
}

// Outcome is the answer of an engine: an error, or the part that the operation's kind calls for
// ([OpKind.Outcome]).
type Outcome struct {
	Err         *Error
	Kind        OutcomeKind
	Bool        bool
	Number      int64
	Entity      Handle
	Entities    []Handle
	Depths      []int // traverse, in profiles that give depths: how deep each of Entities is, children at 0
	IDs         []ID
	Value       Value
	Text        *string
	Rows        []Row
	Dump        *Dump
	Events      []Event
	Explanation *Explanation
	Info        *Info
	Failures    []Failure

	// AnyOrder is the reference's alone: Entities have no order and Depths are open, since the relationship is not
	// exclusive or leads into a cycle.
	AnyOrder bool
}

// OK is success without an answer.
func OK() Outcome { return Outcome{} }

// Fail is a refusal.
func Fail(err *Error) Outcome { return Outcome{Err: err} }

// BoolOutcome answers a question with yes or no.
func BoolOutcome(b bool) Outcome { return Outcome{Kind: OutBool, Bool: b} }

// EntityOutcome answers with an entity, or none for "".
func EntityOutcome(h Handle) Outcome { return Outcome{Kind: OutEntity, Entity: h} }

// Row is one row of a query's answer. Each distinct row occurs once; order matters only between blocks.
type Row struct {
	This   Handle            // the value of $this, "" where the query has none
	Vars   map[string]Handle // named variables; "" where unset; without $this and names that begin with '_'
	Fields []Field           // one per term outside scopes, one per Or chain
	Block  int               // ordered queries: rows of one block are in any order, blocks ascend from 0
	Batch  int               // with Operation.Batches: rows of one batch were returned together, from 0
	Group  *Handle           // grouped queries: the row's group
	// Changed, with Operation.Changes: the row's table changed since the query returned it last
	// (changes.changed).
	Changed bool
}

// Field is the match of a term. If Set is false only Set is compared.
type Field struct {
	Set bool
	ID  ID
	Src Handle // "" when matched on the entity itself
	// NoID and NoSrc: an implementation leaves the id or the source out, since it cannot say them.
	NoID, NoSrc bool
	Value       Value // on request, where ID has data
	// Access says whether the program may read or write the data: in, inout, out or none
	// (access.default).
	Access Access
	// Or holds further (id, source) that justify the same row; an implementation may report any
	// (query.rows).
	Or []FieldChoice
}

// FieldChoice is one allowed (id, source) of a field.
type FieldChoice struct {
	ID  ID     `json:"id"`
	Src Handle `json:"src,omitempty"`
}

// Dump is the world that the user made, in canonical form, independent of storage and history.
// Entities are sorted by handle. Reserved entities appear only with what the user changed: ChildOf
// with one added tag appears with that tag alone.
type Dump struct {
	Scope    Handle       `json:"scope,omitempty"`
	Entities []DumpEntity `json:"entities"`
}

// DumpEntity is one alive entity with its own ids, sorted by [ID.Compare].
type DumpEntity struct {
	Handle    Handle   `json:"entity"`
	Name      string   `json:"name,omitempty"`
	Component bool     `json:"component,omitempty"`
	Members   []Member `json:"members,omitempty"`
	Open      bool     `json:"open,omitempty"` // a component whose default Final was removed
	IDs       []DumpID `json:"ids,omitempty"`
	// Overrides are ids that instances get a copy of, sorted (inheritance.override-mark).
	Overrides []ID `json:"overrides,omitempty"`
}

// DumpID is an own id with its value, nil for tags. Off: a toggle hides it from queries
// (toggle.hides).
type DumpID struct {
	ID    ID
	Value Value
	Off   bool
}

// Failure is a deferred command that erred when it was applied (deferral.failures), or an act of an
// observer that did (acts.failures).
type Failure struct {
	Command int    `json:"command"` // its number in the order given, from 0
	Err     *Error `json:"error"`
	// The command that failed: its operation, entity and id, as far as it has them
	// (deferral.failures). An engine that cannot say leaves them out; ours say it, and Go programs,
	// which have no handles, hear of the operation.
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

	// Only the reference sets Dies and Cause. Dies is set if the event belongs to the deletion of the
	// entity. Cause is the entity whose deletion caused it, if that decides the order of their
	// events (cleanup.event-order).
	Dies  bool   `json:"-"`
	Cause Handle `json:"-"`
}

// Info is an implementation's answer to hello. Capabilities map a kind of query (or "world" for operations that
// are not queries) to the capabilities that it has.
type Info struct {
	Implementation string                  `json:"implementation"`
	Version        string                  `json:"version"`
	Language       string                  `json:"language"`
	Protocol       int                     `json:"protocol"`
	Profiles       []string                `json:"profiles"`
	Capabilities   map[string][]Capability `json:"capabilities"`
	// Partly names capabilities that are declared and do not hold for all that needs them
	// (compare.declared).
	Partly []Capability `json:"partly,omitempty"`
	// Own are profiles of the implementation's own, which Profiles names too.
	Own []OwnProfile `json:"own,omitempty"`
	// Suite is the version of the suite that the implementation was made for, "" where it does not
	// say ([SuiteVersion]).
	Suite string `json:"suite,omitempty"`
}

// Capability is a named ability of an implementation; see [Capabilities].
type Capability string
