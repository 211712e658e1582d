package spec

import (
	"slices"
	"unicode/utf8"
)

// The capabilities of version 1. An implementation declares its capabilities in the answer to
// hello, for the world and for each kind of query. If an operation needs a capability that is not
// declared, the suite skips the operation. It counts as skipped and not as passed.
const (
	CapEntities   Capability = "entities"       // create, delete, alive, clear
	CapBatch      Capability = "batch_creation" // entity with the argument more
	CapRecycling  Capability = "recycling"      // a new entity never has the id of a dead one
	CapComponents Capability = "components"     // typed members, set and get
	CapPairs      Capability = "pairs"          // ids with two elements
	CapPairData   Capability = "pair_data"
	CapNumbers    Capability = "number_targets" // (R, @3)
	CapWildcards  Capability = "wildcards"      // in has, remove, remove_all, delete_with, count
	CapNames      Capability = "names"          // name, path, lookup
	CapQuoted     Capability = "quoted_names"   // in query text (text.names)
	CapScope      Capability = "scope"
	CapChildOf    Capability = "child_of"
	CapIsA        Capability = "is_a"

	CapDeclared Capability = "declared_relationships"

	CapExclusive     Capability = "exclusive"
	CapUnion         Capability = "union"
	CapSymmetric     Capability = "symmetric"
	CapWith          Capability = "with"
	CapOneOf         Capability = "one_of"
	CapAcyclic       Capability = "acyclic"
	CapFinal         Capability = "final"
	CapPairIsTag     Capability = "pair_is_tag"
	CapDontInherit   Capability = "dont_inherit"
	CapOnInstantiate Capability = "on_instantiate"
	CapTransitive    Capability = "transitive"
	CapReflexive     Capability = "reflexive"
	CapSparse        Capability = "sparse"
	CapCleanup       Capability = "cleanup" // policies
	CapOrdered       Capability = "ordered_sources"
	CapSingleton     Capability = "singleton"
	CapUsage         Capability = "usage"
	CapPrefab        Capability = "prefab"
	CapDisabled      Capability = "disabled"
	CapToggle        Capability = "toggle"
	CapOverride      Capability = "override"
	CapCopies        Capability = "copies"    // clone, instantiate
	CapHierarchy     Capability = "hierarchy" // depth, walk_up, traverse over any relationship
	CapDefine        Capability = "define"    // text as data

	CapSnapshot  Capability = "snapshot"
	CapSave      Capability = "save" // reload
	CapDump      Capability = "dump"
	CapDefer     Capability = "defer"
	CapObservers Capability = "observers"
	CapActs      Capability = "acting_observers"
	CapEmit      Capability = "emit"
	CapTeardown  Capability = "teardown"
	CapExplain   Capability = "explain"

	CapQuery        Capability = "query" // And terms on $this
	CapText         Capability = "text"
	CapNot          Capability = "not"
	CapOptional     Capability = "optional"
	CapOr           Capability = "or"
	CapQueryScope   Capability = "query_scope"
	CapEquality     Capability = "equality"
	CapLists        Capability = "lists" // AndFrom, OrFrom, NotFrom
	CapStar         Capability = "star"  // *
	CapAny          Capability = "any"   // _
	CapFixedSource  Capability = "fixed_source"
	CapVariables    Capability = "variables"
	CapPreset       Capability = "preset"
	CapTraversal    Capability = "traversal"
	CapSelf         Capability = "self_on_elements"
	CapSubstitution Capability = "substitution" // sets beyond self, up and cascade
	CapLookupVars   Capability = "lookup_variables"
	CapMembers      Capability = "members"
	CapNumericIDs   Capability = "numeric_ids"
	CapOrder        Capability = "order" // sorting and cascade
	CapGroup        Capability = "group"
	CapChanges      Capability = "changes"
	CapPrepared     Capability = "prepared"
	CapIterators    Capability = "iterators" // iter_begin, iter_next, iter_end
	CapBatches      Capability = "batches"
	CapFieldValues  Capability = "field_values"
	CapQuerySources Capability = "wildcard_source"
)

// propertyCapability returns the capability that a world needs for ids with a reserved handle. It
// returns "" for other handles.
func propertyCapability(h Handle) Capability {
	if row := RowOf(h); row != nil {
		return row.Capability
	}
	return ""
}

// needed is a list of capabilities without duplicates.
type needed []Capability

func (n *needed) add(yes bool, cs ...Capability) {
	for _, c := range cs {
		if yes && c != "" && !slices.Contains(*n, c) {
			*n = append(*n, c)
		}
	}
}

func (n *needed) addID(id ID) {
	n.add(id.IsPair() && !id.ofParent(), CapPairs)
	n.add(id.HasWildcard(), CapWildcards)
	n.add(id.Second.IsNumber(), CapNumbers)
	n.add(true, propertyCapability(id.First), propertyCapability(id.Second))
}

// Needs lists the capabilities that an operation and its query need, without duplicates. For
// example, adding (ChildOf, Alice) needs child_of and entities, and adding (Likes, Alice) needs
// pairs and entities.
func (o *Operation) Needs() []Capability {
	var out needed
	out.addID(o.ID)
	for _, id := range o.IDs {
		out.addID(id)
	}
	out.add(o.Name != nil, CapNames)
	out.add(quotesNames(o.Text), CapQuoted)
	out.add(o.Parent != "", CapChildOf)
	out.add(len(o.More) > 0 && o.Op == OpEntity, CapBatch)
	out.add(true, o.Op.needs(o)...)
	for i := range o.Acts {
		out.add(true, CapActs)
		out.add(true, o.Acts[i].Needs()...)
	}
	if o.Query != nil {
		out.add(true, o.Query.Needs()...)
	}
	out.add(len(o.Vars) > 0, CapPreset)
	out.add(o.Values, CapFieldValues)
	out.add(o.Batches, CapBatches)
	out.add(o.Group != nil, CapGroup)
	out.add(o.Group != nil && o.Group.IsNumber(), CapNumbers)
	out.add(o.Changes, CapChanges)
	return out
}

// ofParent reports whether the id sets the parent of an entity. An implementation that has
// hierarchies but no other pairs supports exactly these pairs.
func (id ID) ofParent() bool {
	return id.First == ChildOf && id.IsPair() && !id.HasWildcard() && !IsReserved(id.Second)
}

// Needs lists the capabilities that a query needs. If the query is text, the list does not include
// what the terms in the text need. Parse the text to get those.
func (q *Query) Needs() []Capability {
	out := needed{CapQuery}
	out.add(q.IsText(), CapText)
	out.add(q.IsText() && quotesNames(q.Expr), CapQuoted)
	out.add(q.OrderBy != nil, CapOrder)
	out.add(q.GroupBy != "", CapGroup)
	out.add(q.DetectChanges, CapChanges)
	q.Walk(func(t *Term) {
		out.add(t.Kind == TermMatch && t.Second.Kind != RefNone, CapPairs)
		for i := range operatorRows {
			out.add(operatorRows[i].In(t), operatorRows[i].Capability)
		}
		for _, r := range t.Refs() {
			out.add(true, r.capability(r == &t.Src))
			if r.Trav != nil {
				out.add(r == &t.Src, CapTraversal)
				out.add(r != &t.Src, CapSelf)
				out.add(r.Trav.Flags&(TravCascade|TravDesc) != 0, CapOrder)
				out.add(r.Trav.isSet(r == &t.Src), CapSubstitution)
			}
		}
	})
	return out
}

// quotesNames reports whether a query text has names in a form that no source document defines
// (text.names): in backquotes, or with non-ASCII letters. It skips text in double quotes, which is
// not a name.
func quotesNames(text string) bool {
	inText := false
	for _, c := range text {
		switch {
		case c == '"':
			inText = !inText
		case !inText && (c == '`' || c >= utf8.RuneSelf):
			return true
		}
	}
	return false
}

// isSet reports whether the traversal exists only in profiles with substitution.
func (t *Traversal) isSet(onSource bool) bool {
	return t.Flags&(TravDown|TravAll) != 0 || t.MinDepth != 0 || t.MaxDepth != 0 || !onSource && t.Flags != TravSelf
}

func (r *Ref) capability(isSource bool) Capability {
	switch r.Kind {
	case RefNone, RefText:
		return ""
	case RefEntity:
		if isSource {
			return CapFixedSource
		}
		if Handle(r.Name).IsNumber() {
			return CapNumbers
		}
		return propertyCapability(Handle(r.Name))
	case RefName:
		if isSource {
			return CapFixedSource
		}
		return CapNames
	case RefWildcard, RefAny:
		switch {
		case isSource:
			return CapQuerySources
		case r.Kind == RefAny:
			return CapAny
		}
		return CapStar
	case RefVariable:
		if r.Name == This {
			return ""
		}
		return CapVariables
	case RefLookup:
		return CapLookupVars
	case RefMember:
		return CapMembers
	case RefSingleton:
		return CapFixedSource
	case RefNumber:
		return CapNumericIDs
	}
	return ""
}
