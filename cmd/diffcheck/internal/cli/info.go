package cli

import (
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// servedProfiles are those that the engines of this version follow.
func servedProfiles() []spec.Profile { return spec.BuiltProfiles() }

// infoOf is the declaration of an engine in hello. Its capabilities are tried out: a capability is declared where
// nothing of its probe is unsupported, in one profile at least. It takes some milliseconds.
func infoOf(engine oracle.Implementation) spec.Info {
	info := spec.Info{
		Implementation: "relspec/" + engine.Name, Version: "1", Language: "Go", Protocol: spec.Version,
		Suite:        spec.SuiteVersion,
		Capabilities: map[string][]spec.Capability{"world": {}, "filter": {}, "cached": {}, "rule": {}},
	}
	for _, p := range servedProfiles() {
		info.Profiles = append(info.Profiles, p.Name)
	}
	for _, c := range spec.Capabilities() {
		probe := probes[c]
		if probe.query == nil {
			if supports(engine, probe.world) {
				info.Capabilities["world"] = append(info.Capabilities["world"], c)
			}
			continue
		}
		for _, kind := range []spec.QueryKind{spec.KindFilter, spec.KindCached, spec.KindRule} {
			if supports(engine, probe.query(kind)) {
				info.Capabilities[kind.String()] = append(info.Capabilities[kind.String()], c)
			}
		}
	}
	return info
}

// supports reports whether no operation is unsupported, in one of the profiles.
func supports(engine oracle.Implementation, ops []spec.Operation) bool {
	for _, p := range servedProfiles() {
		world := fresh(engine, p)
		supported := true
		for _, op := range append(probedWorld(), ops...) {
			err := world.Apply(op).Err
			supported = supported && (err == nil || err.Code != spec.CodeUnsupported && !err.Code.IsHarness())
		}
		if supported {
			return true
		}
	}
	return false
}
