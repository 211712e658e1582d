package cli

import (
	"maps"

	"github.com/relspec/relspec/spec"
)

// probe tries a capability: operations of the world, or those that ask a query of a kind.
type probe struct {
	world []spec.Operation
	query func(spec.QueryKind) []spec.Operation
}

// probedWorld is where probes begin: entities a, b and R, and a component P.
func probedWorld() []spec.Operation {
	return []spec.Operation{
		{Op: spec.OpEntity, Entity: "R"},
		{Op: spec.OpEntity, Entity: "a"},
		{Op: spec.OpEntity, Entity: "b"},
		{Op: spec.OpComponent, Entity: "P", Members: []spec.Member{{Name: "e", Type: spec.Entity}}},
	}
}

var name = "name"

// probes has a probe for every capability. Properties that need no other operations than to be given and used are tried
// as the catalogue lists them.
var probes = func() map[spec.Capability]probe {
	out := maps.Clone(ownProbes)
	for _, row := range spec.Properties() {
		if _, known := out[row.Capability]; !known {
			out[row.Capability] = property(row.Handle)
		}
	}
	return out
}()

var ownProbes = map[spec.Capability]probe{
	spec.CapEntities: world(spec.Operation{Op: spec.OpClear, Entity: "a"},
		spec.Operation{Op: spec.OpDelete, Entity: "a"}, spec.Operation{Op: spec.OpAlive, Entity: "a"}),
	spec.CapRecycling: world(spec.Operation{Op: spec.OpDelete, Entity: "a"},
		spec.Operation{Op: spec.OpEntity, Entity: "c"}, spec.Operation{Op: spec.OpAlive, Entity: "a"}),
	spec.CapBatch: world(spec.Operation{Op: spec.OpEntity, Entity: "c", More: []spec.Handle{"d"}},
		spec.Operation{Op: spec.OpAlive, Entity: "d"}),
	spec.CapOrdered: world(
		adds("R", spec.Single(spec.Ordered)), adds("a", spec.Pair("R", "b")), adds("R", spec.Pair("R", "b")),
		spec.Operation{Op: spec.OpReorder, Entity: "R", ID: spec.Pair("R", "b"), Before: "a"},
		spec.Operation{Op: spec.OpOrdered, Entity: "b", Relationship: "R"},
	),
	spec.CapComponents: world(on(spec.OpSet, "a", spec.Single("P")), on(spec.OpGet, "a", spec.Single("P"))),
	spec.CapPairs: world(adds("a", spec.Pair("R", "b")),
		spec.Operation{Op: spec.OpTargets, Entity: "a", Relationship: "R"}),
	spec.CapPairData: world(on(spec.OpSet, "a", spec.Pair("P", "b")), on(spec.OpGet, "a", spec.Pair("P", "b"))),
	spec.CapWildcards: world(on(spec.OpHas, "a", spec.Pair(spec.Wildcard, "b")),
		on(spec.OpRemove, "a", spec.Pair("R", spec.Wildcard)),
		spec.Operation{Op: spec.OpCount, ID: spec.Pair(spec.Wildcard, spec.Wildcard)}),
	spec.CapNames: world(spec.Operation{Op: spec.OpSetName, Entity: "a", Name: &name},
		spec.Operation{Op: spec.OpLookup, Path: name}, spec.Operation{Op: spec.OpPath, Entity: "a"}),
	spec.CapQuoted: world(spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Expr: "`Prefab`"}}),
	spec.CapScope:  world(spec.Operation{Op: spec.OpScope, Entity: "a"}, spec.Operation{Op: spec.OpScope}),
	spec.CapChildOf: world(spec.Operation{Op: spec.OpEntity, Entity: "c", Parent: "a"},
		spec.Operation{Op: spec.OpParent, Entity: "c"}, spec.Operation{Op: spec.OpChildren, Entity: "a"}),
	spec.CapIsA:           world(adds("a", spec.Pair(spec.IsA, "b"))),
	spec.CapWith:          world(adds("R", spec.Pair(spec.With, "b")), adds("a", spec.Pair("R", "b"))),
	spec.CapOneOf:         world(adds("R", spec.Single(spec.OneOf)), adds("a", spec.Pair("R", "b"))),
	spec.CapFinal:         world(adds("b", spec.Single(spec.Final)), adds("a", spec.Pair(spec.IsA, "b"))),
	spec.CapOnInstantiate: world(adds("R", spec.Pair(spec.OnInstantiate, spec.InheritRule))),
	spec.CapCleanup: world(adds("R", spec.Pair(spec.OnDeleteTarget, spec.DeleteAction)),
		adds("a", spec.Pair("R", "b")), spec.Operation{Op: spec.OpDelete, Entity: "b"}),
	spec.CapPrefab: world(adds("a", spec.Single(spec.Prefab))),
	spec.CapDisabled: world(adds("a", spec.Single(spec.Disabled)), spec.Operation{Op: spec.OpEnable, Entity: "a"},
		spec.Operation{Op: spec.OpDisable, Entity: "a"}),
	spec.CapToggle: world(adds("a", spec.Single("P")), on(spec.OpDisable, "a", spec.Single("P")),
		on(spec.OpEnable, "a", spec.Single("P"))),
	spec.CapOverride: world(adds("a", spec.Single("P")), on(spec.OpOverride, "a", spec.Single("P"))),
	spec.CapCopies: world(adds("b", spec.Pair(spec.ChildOf, "a")),
		spec.Operation{Op: spec.OpClone, Entity: "c", From: "b"},
		spec.Operation{Op: spec.OpInstantiate, Entity: "d", From: "a", More: []spec.Handle{"e", "f"}}),
	spec.CapDeclared: world(spec.Operation{Op: spec.OpRelationship, Entity: "Likes"},
		on(spec.OpSet, "a", spec.Pair("Likes", "b")), spec.Operation{Op: spec.OpTables}),
	spec.CapDefine: world(spec.Operation{Op: spec.OpDefine, Text: "R(a, b)"}),
	spec.CapHierarchy: world(spec.Operation{Op: spec.OpDepth, Entity: "a", Relationship: "R"},
		spec.Operation{Op: spec.OpWalkUp, Entity: "a"}, spec.Operation{Op: spec.OpTraverse, Entity: "a"}),
	spec.CapSnapshot: world(spec.Operation{Op: spec.OpSnapshot, As: "s"},
		spec.Operation{Op: spec.OpRestore, As: "s"}),
	spec.CapSave:     world(spec.Operation{Op: spec.OpReload}),
	spec.CapDump:     world(spec.Operation{Op: spec.OpDump}),
	spec.CapDefer:    world(spec.Operation{Op: spec.OpDeferBegin}, spec.Operation{Op: spec.OpDeferEnd}),
	spec.CapTeardown: world(spec.Operation{Op: spec.OpTeardown}),
	spec.CapObservers: world(
		spec.Operation{Op: spec.OpObserve, As: "o", Query: terms(), Events: []spec.EventKind{spec.OnAdd}},
		spec.Operation{Op: spec.OpEvents}),
	spec.CapEmit: world(
		spec.Operation{Op: spec.OpObserve, As: "o", Query: terms(), Events: []spec.EventKind{"a"}},
		spec.Operation{Op: spec.OpEmit, Event: "a", Entity: "b"}, spec.Operation{Op: spec.OpEvents}),
	spec.CapActs: world(spec.Operation{
		Op: spec.OpObserve, As: "o", Query: terms(), Events: []spec.EventKind{spec.OnAdd},
		Acts: []spec.Operation{{Op: spec.OpDelete, Entity: spec.ActThis}},
	}),
	spec.CapExplain: world(spec.Operation{Op: spec.OpExplain, Query: terms()},
		spec.Operation{Op: spec.OpPlan, Query: terms()}),

	spec.CapQuery:    asks(component),
	spec.CapText:     asksOf(spec.Query{Expr: "Prefab"}),
	spec.CapNot:      asks(component, spec.Term{First: spec.EntityRef("R"), Oper: spec.Not}),
	spec.CapOptional: asks(component, spec.Term{First: spec.EntityRef("R"), Oper: spec.Optional}),
	spec.CapOr: asks(spec.Term{
		Kind:  spec.TermOr,
		Terms: []spec.Term{component, {First: spec.EntityRef("R")}},
	}),
	spec.CapQueryScope: asks(component,
		spec.Term{Kind: spec.TermScope, Oper: spec.Not, Terms: []spec.Term{{First: spec.EntityRef("R")}}}),
	spec.CapEquality: asks(component,
		spec.Term{
			Kind: spec.TermCompare, Compare: spec.Equal, Src: spec.VarRef(spec.This),
			Second: spec.EntityRef("a"),
		}),
	spec.CapLists:       asks(spec.Term{First: spec.EntityRef("b"), Oper: spec.OrFrom}),
	spec.CapStar:        asks(spec.Term{First: spec.EntityRef(spec.Wildcard)}),
	spec.CapAny:         asks(spec.Term{First: spec.EntityRef("R"), Second: spec.EntityRef(spec.Any)}),
	spec.CapFixedSource: asks(component, spec.Term{First: spec.EntityRef("R"), Src: spec.EntityRef("a")}),
	spec.CapVariables:   asks(spec.Term{First: spec.EntityRef("R"), Second: spec.VarRef("x")}),
	spec.CapPreset: {query: func(k spec.QueryKind) []spec.Operation {
		q := terms(component)
		q.Kind = k
		return []spec.Operation{{Op: spec.OpQuery, Query: q, Vars: map[string]spec.Handle{spec.This: "a"}}}
	}},
	spec.CapTraversal: asks(spec.Term{
		First: spec.EntityRef("P"),
		Src:   spec.Ref{Trav: &spec.Traversal{Flags: spec.TravUp, Rel: &childOf}},
	}),
	spec.CapSelf: asks(spec.Term{First: spec.Ref{
		Kind: spec.RefEntity, Name: "P", Trav: &spec.Traversal{Flags: spec.TravSelf},
	}}),
	// Sets on an element are in every kind, sub and all are not in cached queries (spec.Profile.SetsDown).
	spec.CapSubstitution: {query: func(k spec.QueryKind) []spec.Operation {
		flags := spec.TravSelf | spec.TravAll | spec.TravDown
		if k == spec.KindCached {
			flags = spec.TravSelf | spec.TravUp
		}
		return asks(spec.Term{First: spec.Ref{
			Kind: spec.RefEntity, Name: "P",
			Trav: &spec.Traversal{Flags: flags},
		}}).query(k)
	}},
	spec.CapLookupVars: asks(spec.Term{
		First:  spec.EntityRef("R"),
		Second: spec.Ref{Kind: spec.RefLookup, Name: spec.This, Path: "c"},
	}),
	spec.CapMembers: asks(spec.Term{
		First:  spec.Ref{Kind: spec.RefMember, Name: "P", Path: "e"},
		Second: spec.EntityRef("a"),
	}),
	spec.CapNumericIDs: asks(spec.Term{First: spec.Ref{Kind: spec.RefNumber, Number: 1 << 20}}),
	spec.CapOrder:      asksOf(spec.Query{Terms: []spec.Term{component}, OrderBy: &spec.OrderBy{Component: "P"}}),
	spec.CapGroup:      asksOf(spec.Query{Terms: []spec.Term{component}, GroupBy: "R"}),
	spec.CapChanges: keeps(func(q *spec.Query) { q.DetectChanges = true },
		spec.Operation{Op: spec.OpIterate, On: "q"}, spec.Operation{Op: spec.OpChanged, On: "q"}),
	spec.CapPrepared: keeps(nil, spec.Operation{Op: spec.OpIterate, On: "q"},
		spec.Operation{Op: spec.OpRelease, On: "q"}),
	spec.CapIterators: keeps(nil,
		spec.Operation{Op: spec.OpIterBegin, On: "q", As: "i"}, spec.Operation{Op: spec.OpIterNext, On: "i"},
		spec.Operation{Op: spec.OpIterEnd, On: "i"}),
	spec.CapBatches:      keeps(nil, spec.Operation{Op: spec.OpIterate, On: "q", Batches: true}),
	spec.CapFieldValues:  keeps(nil, spec.Operation{Op: spec.OpIterate, On: "q", Values: true}),
	spec.CapQuerySources: asks(spec.Term{First: spec.EntityRef("P"), Src: spec.EntityRef(spec.Wildcard)}),
}

var (
	component = spec.Term{First: spec.EntityRef("P")}
	childOf   = spec.EntityRef(spec.ChildOf)
)

func world(ops ...spec.Operation) probe { return probe{world: ops} }

func on(kind spec.OpKind, entity spec.Handle, id spec.ID) spec.Operation {
	return spec.Operation{Op: kind, Entity: entity, ID: id}
}

func adds(entity spec.Handle, id spec.ID) spec.Operation { return on(spec.OpAdd, entity, id) }

// property gives R a property and uses it.
func property(h spec.Handle) probe {
	return world(adds("R", spec.Single(h)), adds("a", spec.Pair("R", "b")))
}

func terms(terms ...spec.Term) *spec.Query {
	if terms == nil {
		terms = []spec.Term{component}
	}
	return &spec.Query{Terms: terms}
}

// asks asks once for the terms.
func asks(list ...spec.Term) probe { return asksOf(spec.Query{Terms: list}) }

func asksOf(q spec.Query) probe {
	return probe{query: func(k spec.QueryKind) []spec.Operation {
		q := q
		q.Kind = k
		return []spec.Operation{{Op: spec.OpQuery, Query: &q}}
	}}
}

// keeps prepares a query q, changed as told, before the operations that use it.
func keeps(change func(*spec.Query), ops ...spec.Operation) probe {
	return probe{query: func(k spec.QueryKind) []spec.Operation {
		q := terms()
		q.Kind = k
		if change != nil {
			change(q)
		}
		return append([]spec.Operation{{Op: spec.OpPrepare, As: "q", Query: q}}, ops...)
	}}
}
