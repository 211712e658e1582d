package model

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// hello says who answers, and what the world and each kind of query can do under the profile.
func hello(w *World, _ spec.Operation, _ entity, _ id) (spec.Outcome, *spec.Error) {
	info := spec.Info{Implementation: "relspec/model", Version: "1", Language: "Go", Protocol: spec.Version}
	for _, p := range spec.Profiles() {
		if !p.Substitution { // not built yet
			info.Profiles = append(info.Profiles, p.Name)
		}
	}
	all := spec.Capabilities()
	ofQueries := slices.Index(all, spec.CapQuery) // those of the world come first
	info.Capabilities = map[string][]spec.Capability{"world": slices.Clone(all[:ofQueries])}
	if w.handles[spec.OnInstantiate] == none {
		info.Capabilities["world"] = slices.DeleteFunc(info.Capabilities["world"], func(c spec.Capability) bool { return c == spec.CapOnInstantiate })
	}
	kinds := map[spec.Capability]spec.Kinds{
		spec.CapQueryScope: w.profile.Scopes, spec.CapEquality: w.profile.Equality, spec.CapLists: w.profile.FromLists,
		spec.CapVariables: w.profile.Variables, spec.CapSelf: w.profile.SelfOnElements, spec.CapLookupVars: w.profile.LookupVariables,
		spec.CapMembers: w.profile.Members, spec.CapOrder: w.profile.Ordering, spec.CapGroup: w.profile.Ordering, spec.CapChanges: w.profile.ChangeDetection,
	}
	for _, k := range []spec.QueryKind{spec.KindFilter, spec.KindCached, spec.KindRule} {
		for _, c := range all[ofQueries:] {
			if in, limited := kinds[c]; !limited || in.Has(k) {
				info.Capabilities[k.String()] = append(info.Capabilities[k.String()], c)
			}
		}
	}
	return spec.Outcome{Info: &info}, nil
}
