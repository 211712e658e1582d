package fast

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// info is the answer to hello.
func (e *Engine) info() *spec.Info {
	world := []spec.Capability{
		spec.CapEntities, spec.CapRecycling, spec.CapComponents, spec.CapPairs, spec.CapPairData, spec.CapWildcards,
		spec.CapNames, spec.CapScope, spec.CapChildOf, spec.CapIsA, spec.CapExclusive, spec.CapSymmetric, spec.CapWith,
		spec.CapOneOf, spec.CapAcyclic, spec.CapFinal, spec.CapPairIsTag, spec.CapDontInherit, spec.CapTransitive,
		spec.CapReflexive, spec.CapCleanup, spec.CapPrefab, spec.CapDisabled, spec.CapHierarchy, spec.CapSnapshot,
		spec.CapDump, spec.CapExplain, spec.CapUnion, spec.CapSparse,
		spec.CapOverride, spec.CapToggle, spec.CapDefer, spec.CapObservers, spec.CapTeardown,
	}
	if e.w.profile.Instantiation != spec.Inherit {
		world = append(world, spec.CapOnInstantiate)
	}
	every := []spec.Capability{
		spec.CapQuery, spec.CapText, spec.CapNot, spec.CapOptional, spec.CapOr, spec.CapStar, spec.CapAny,
		spec.CapFixedSource, spec.CapPreset, spec.CapPrepared, spec.CapFieldValues, spec.CapQuerySources, spec.CapTraversal,
		spec.CapNumericIDs,
	}
	capabilities := map[string][]spec.Capability{"world": world}
	for _, k := range []spec.QueryKind{spec.KindFilter, spec.KindCached, spec.KindRule} {
		capabilities[k.String()] = append(slices.Clone(every), ofKind(&e.w.profile, k)...)
	}
	return &spec.Info{
		Implementation: "relspec fast", Version: "0.1", Language: "Go", Protocol: spec.Version,
		Profiles: []string{spec.Flecs3().Name, spec.Flecs4().Name}, Capabilities: capabilities,
	}
}

// ofKind are the capabilities that queries of some kinds have and others have not.
func ofKind(p *spec.Profile, k spec.QueryKind) []spec.Capability {
	var out []spec.Capability
	for _, c := range []struct {
		kinds      spec.Kinds
		capability spec.Capability
	}{
		{p.Variables, spec.CapVariables},
		{p.Scopes, spec.CapQueryScope},
		{p.Equality, spec.CapEquality},
		{p.FromLists, spec.CapLists},
		{p.SelfOnElements, spec.CapSelf},
		{p.LookupVariables, spec.CapLookupVars},
		{p.Members, spec.CapMembers},
		{p.Ordering, spec.CapOrder},
		{p.Ordering, spec.CapGroup},
		{p.ChangeDetection, spec.CapChanges},
		{spec.AllKinds, spec.CapBatches},
		{spec.AllKinds, spec.CapIterators},
	} {
		if c.kinds.Has(k) {
			out = append(out, c.capability)
		}
	}
	return out
}
