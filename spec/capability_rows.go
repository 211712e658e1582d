package spec

import "slices"

// capabilityRow is a row of the catalogue of capabilities.
type capabilityRow struct {
	capability Capability
	covers     string              // in a few words
	ofQueries  bool                // declared for kinds of query, not for the world
	in         func(Profile) bool  // which profiles have it; nil is all
	kinds      func(Profile) Kinds // which kinds of query have it in a profile; nil is all
}

// capabilityRows are in the order of reports: the capabilities of the world first, including those
// of reserved handles.
var capabilityRows = slices.Concat(worldCapabilities, handleCapabilities(), otherCapabilities)

// handleCapabilities returns the capabilities of reserved handles, from the catalogue.
func handleCapabilities() (out []capabilityRow) {
	for i := range reservedRows {
		if row := &reservedRows[i]; row.Covers != "" {
			out = append(out, capabilityRow{capability: row.Capability, covers: row.Covers, in: row.in})
		}
	}
	return out
}

var worldCapabilities = []capabilityRow{
	{capability: CapEntities, covers: "entity, delete, clear, alive, add, remove, has, owns, ids, count with single ids"},
	{capability: CapBatch, covers: "more of entity: make several entities in one operation"},
	{capability: CapRecycling, covers: "a new entity that reuses the number of a dead entity is a different entity"},
	{capability: CapComponents, covers: "component, set, get, modified, type_of: ids with typed members"},
	{capability: CapPairs, covers: "ids with two elements; target, targets, sources"},
	{capability: CapPairData, covers: "set and get of pairs whose relationship or target is a component"},
	{
		capability: CapNumbers, covers: "numbers as targets: (R, @3)",
		in: func(p Profile) bool { return p.NumberTargets },
	},
	{capability: CapWildcards, covers: "* and _ in has, owns, remove, count, remove_all, delete_with"},
	{capability: CapNames, covers: "name of an entity; set_name, lookup, path; names in queries"},
	{
		capability: CapQuoted, covers: "names in backquotes, and non-ASCII letters, in query text (text.names)",
		in: func(p Profile) bool { return p.Dialect != DialectDefault },
	},
	{capability: CapScope, covers: "scope: the parent of new entities; unscoped"},
	{
		capability: CapDeclared, covers: "relationship, tables; args of set, take of walk_up, depths of traverse",
		in: func(p Profile) bool { return p.Has(OpRelationship) },
	},
}

var otherCapabilities = []capabilityRow{
	{capability: CapToggle, covers: "enable and disable one id of an entity"},
	{capability: CapOverride, covers: "override: instances get a copy of an id"},
	{
		capability: CapCopies, covers: "clone, instantiate: copies of an entity, or of a prefab with its descendants; SlotOf",
		in: func(p Profile) bool { return p.Has(OpClone) },
	},
	{capability: CapDefine, covers: "define: query text as data", in: func(p Profile) bool { return p.Has(OpDefine) }},
	{capability: CapHierarchy, covers: "depth, walk_up, traverse along any relationship"},
	{capability: CapSnapshot, covers: "snapshot, restore"},
	{capability: CapSave, covers: "reload: save the world and load it into a new one"},
	{capability: CapDump, covers: "dump; it allows comparing the worlds after every change"},
	{capability: CapDefer, covers: "defer_begin, defer_end"},
	{capability: CapObservers, covers: "observe, events, monitors"},
	{capability: CapActs, covers: "acts of observe: operations that an observer runs after an event"},
	{
		capability: CapEmit, covers: "emit: events of the program",
		in: func(p Profile) bool { return p.Has(OpEmit) },
	},
	{capability: CapTeardown, covers: "teardown"},
	{capability: CapExplain, covers: "explain, plan"},

	{capability: CapQuery, covers: "query with And terms on $this", ofQueries: true},
	{capability: CapText, covers: "queries as text (expr)", ofQueries: true},
	{capability: CapNot, covers: "oper not", ofQueries: true},
	{capability: CapOptional, covers: "oper optional", ofQueries: true},
	{capability: CapOr, covers: "Or chains", ofQueries: true},
	{
		capability: CapQueryScope, covers: "scopes: {...}, !{...}", ofQueries: true,
		kinds: func(p Profile) Kinds { return p.Scopes },
	},
	{
		capability: CapEquality, covers: "compare: ==, !=, ~=", ofQueries: true,
		kinds: func(p Profile) Kinds { return p.Equality },
	},
	{
		capability: CapLists, covers: "and_from, or_from, not_from", ofQueries: true,
		kinds: func(p Profile) Kinds { return p.FromLists },
	},
	{capability: CapStar, covers: "* as an element: one row for each match", ofQueries: true},
	{capability: CapAny, covers: "_ as an element: one row for all matches", ofQueries: true},
	{
		capability: CapFixedSource, covers: "a source that is an entity, or the first element itself (a singleton)",
		ofQueries: true,
	},
	{
		capability: CapVariables, covers: "variables other than $this", ofQueries: true,
		kinds: func(p Profile) Kinds { return p.Variables },
	},
	{capability: CapPreset, covers: "vars: set variables before the query runs", ofQueries: true},
	{capability: CapTraversal, covers: "self, up, cascade on sources: ids of parents and bases", ofQueries: true},
	{
		capability: CapSelf, covers: "traversal flags on first and second elements", ofQueries: true,
		kinds: func(p Profile) Kinds { return p.SelfOnElements },
	},
	{
		capability: CapSubstitution, covers: "sub, all and depths; sets on first and second elements", ofQueries: true,
		in: func(p Profile) bool { return p.Substitution }, kinds: func(p Profile) Kinds { return p.SelfOnElements },
	},
	{
		capability: CapLookupVars, covers: "$this.name: a child of a variable's entity", ofQueries: true,
		kinds: func(p Profile) Kinds { return p.LookupVariables },
	},
	{
		capability: CapMembers, covers: "Component.member as a relationship", ofQueries: true,
		kinds: func(p Profile) Kinds { return p.Members },
	},
	{capability: CapNumericIDs, covers: "entities by number", ofQueries: true},
	{
		capability: CapOrder, covers: "order_by, and cascade", ofQueries: true,
		kinds: func(p Profile) Kinds { return p.Ordering },
	},
	{
		capability: CapGroup, covers: "group_by, and iterate of one group", ofQueries: true,
		kinds: func(p Profile) Kinds { return p.Ordering },
	},
	{
		capability: CapChanges, covers: "detect_changes, changed", ofQueries: true,
		kinds: func(p Profile) Kinds { return p.ChangeDetection },
	},
	{capability: CapPrepared, covers: "prepare, iterate, release", ofQueries: true},
	{capability: CapIterators, covers: "iter_begin, iter_next, iter_end", ofQueries: true},
	{capability: CapBatches, covers: "batches: which rows are returned together", ofQueries: true},
	{capability: CapFieldValues, covers: "values: the data of fields in rows", ofQueries: true},
	{capability: CapQuerySources, covers: "* and _ as a source", ofQueries: true},
}

var capabilityOf = func() map[Capability]*capabilityRow {
	out := make(map[Capability]*capabilityRow, len(capabilityRows))
	for i := range capabilityRows {
		out[capabilityRows[i].capability] = &capabilityRows[i]
	}
	return out
}()

// Capabilities lists every capability, those of the world first.
func Capabilities() []Capability {
	out := make([]Capability, len(capabilityRows))
	for i := range capabilityRows {
		out[i] = capabilityRows[i].capability
	}
	return out
}

// Capabilities returns the declaration of an engine that supports everything in a profile. The keys
// of the map are "world" and the kinds of query.
func (p Profile) Capabilities() map[string][]Capability {
	out := map[string][]Capability{}
	for _, row := range capabilityRows {
		switch {
		case row.in != nil && !row.in(p) || !p.Offers(row.capability):
		case !row.ofQueries:
			out["world"] = append(out["world"], row.capability)
		default:
			for _, k := range []QueryKind{KindFilter, KindCached, KindRule} {
				if row.kinds == nil || row.kinds(p).Has(k) {
					out[k.String()] = append(out[k.String()], row.capability)
				}
			}
		}
	}
	return out
}

// Covers describes the operations, reserved handles or forms of queries that need the capability.
func (c Capability) Covers() string {
	if row := capabilityOf[c]; row != nil {
		return row.covers
	}
	return ""
}

// OfQueries reports whether the capability is declared for each kind of query rather than for the
// world.
func (c Capability) OfQueries() bool {
	row := capabilityOf[c]
	return row != nil && row.ofQueries
}
