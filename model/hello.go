package model

import "github.com/relspec/relspec/spec"

// hello names the engine and its capabilities: all those of the profile.
func hello(w *World, _ spec.Operation) (spec.Outcome, *spec.Error) {
	info := spec.Info{
		Implementation: "relspec/model", Version: "1", Language: "Go", Protocol: spec.Version,
		Profiles: spec.Names(spec.Profiles()), Capabilities: w.rules.Profile.Capabilities(),
	}
	return spec.Outcome{Info: &info}, nil
}
