package spec

import (
	"fmt"
	"slices"
	"strings"
)

// Covers says in a few words what a capability stands for: the operations, the reserved handles or the forms of queries
// that are asked of those who declare it.
func (c Capability) Covers() string { return covers[c] }

// OfQueries reports whether a capability is declared for kinds of query rather than for the world.
func (c Capability) OfQueries() bool {
	all := Capabilities()
	return slices.Index(all, c) >= slices.Index(all, CapQuery)
}

var covers = map[Capability]string{
	CapEntities:   "entity, delete, clear, alive, add, remove, has, owns, ids, count with single ids",
	CapRecycling:  "a new entity that reuses the number of a dead one is told from it",
	CapComponents: "component, set, get, modified, type_of: ids with typed members",
	CapPairs:      "ids of two elements; target, targets, sources",
	CapPairData:   "set and get of pairs whose relationship or target is a component",
	CapWildcards:  "* and _ in has, owns, remove, count; remove_all and delete_with with them",
	CapNames:      "name of an entity; set_name, lookup, path; names in queries",
	CapScope:      "scope: the parent of what is created next; unscoped",
	CapChildOf:    "ChildOf: exclusive, acyclic, children are deleted with their parent; parent, children",
	CapIsA:        "IsA: ids of a base are had by its instances",

	CapExclusive:     "Exclusive: a new target replaces the old one",
	CapUnion:         "Union: exclusive, of which queries see one id for all targets",
	CapSymmetric:     "Symmetric: (R, b) on a puts (R, a) on b",
	CapWith:          "With: an id brings others",
	CapOneOf:         "OneOf: targets must be children of an entity",
	CapAcyclic:       "Acyclic and Traversable: cycles are refused",
	CapFinal:         "Final: no base of IsA",
	CapPairIsTag:     "PairIsTag: pairs of a relationship never have data",
	CapDontInherit:   "DontInherit: an id that is not inherited",
	CapOnInstantiate: "OnInstantiate with Inherit, Override, DontInherit",
	CapTransitive:    "Transitive: rules follow a relationship",
	CapReflexive:     "Reflexive: everything has the pair with itself",
	CapSparse:        "Sparse and DontFragment: how an id is stored, which no answer shows",
	CapCleanup:       "OnDelete and OnDeleteTarget with Remove, Delete, Panic",
	CapPrefab:        "Prefab: entities that queries do not see unless they ask",
	CapDisabled:      "Disabled, enable and disable of entities",
	CapToggle:        "enable and disable of an id of an entity",
	CapOverride:      "override: instances get a copy of an id",
	CapHierarchy:     "depth, walk_up, traverse along any relationship",

	CapSnapshot:  "snapshot, restore",
	CapDump:      "dump; with it the worlds are compared after every change",
	CapDefer:     "defer_begin, defer_end",
	CapObservers: "observe, events, monitors",
	CapTeardown:  "teardown",
	CapExplain:   "explain, plan",

	CapQuery:        "query with terms that must match on $this",
	CapText:         "queries as text (expr)",
	CapNot:          "oper not",
	CapOptional:     "oper optional",
	CapOr:           "Or chains",
	CapQueryScope:   "scopes: {...}, !{...}",
	CapEquality:     "compare: ==, !=, ~=",
	CapLists:        "and_from, or_from, not_from",
	CapStar:         "* as an element: a row for each match",
	CapAny:          "_ as an element: one row however many match",
	CapFixedSource:  "a source that is an entity, or the first element itself (a singleton)",
	CapVariables:    "$variables beside $this",
	CapPreset:       "vars: variables that are set before",
	CapTraversal:    "self, up, cascade on sources: ids of parents and bases",
	CapSelf:         "traversal flags on first and second elements",
	CapLookupVars:   "$this.name: a child of a variable's entity",
	CapMembers:      "Component.member as a relationship",
	CapNumericIDs:   "entities by number",
	CapOrder:        "order_by, and cascade",
	CapGroup:        "group_by, and iterate of one group",
	CapChanges:      "detect_changes, changed",
	CapPrepared:     "prepare, iterate, release",
	CapIterators:    "iter_begin, iter_next, iter_end",
	CapBatches:      "batches: which rows come together",
	CapFieldValues:  "values: the data of fields in rows",
	CapQuerySources: "* and _ as a source",
}

// CapabilityTable is the table of docs/protocol.md.
func CapabilityTable() string {
	var b strings.Builder
	b.WriteString("| capability | of | covers |\n|---|---|---|\n")
	for _, c := range Capabilities() {
		of := "world"
		if c.OfQueries() {
			of = "queries"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", c, of, c.Covers())
	}
	return b.String()
}
