package model

import (
	"strings"

	"github.com/relspec/relspec/spec"
)

// Supports returns nil if the model implements the profile, and otherwise an error with code
// unsupported. A world that is created with such a profile answers every operation with that error.
func Supports(p spec.Profile) error {
	if err := supports(p); err != nil {
		return err
	}
	return nil
}

func supports(p spec.Profile) *spec.Error {
	if !p.Built {
		return spec.Errorf(spec.CodeUnsupported, "no engine has the profile %s; use one of %s", p.Name,
			strings.Join(spec.Names(spec.BuiltProfiles()), ", "))
	}
	return nil
}

// hello names the engine and its capabilities: all those of the profile.
func hello(w *World, _ spec.Operation) (spec.Outcome, *spec.Error) {
	info := spec.Info{
		Implementation: "relspec/model", Version: "1", Language: "Go", Protocol: spec.Version,
		Profiles: spec.Names(spec.BuiltProfiles()), Capabilities: w.rules.Profile.Capabilities(),
	}
	return spec.Outcome{Info: &info}, nil
}
