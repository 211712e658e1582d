package engine

import (
	"github.com/relspec/relspec/spec"
)

// info is the answer to hello: everything that the profile has.
func (e *Engine) info() *spec.Info {
	return &spec.Info{
		Implementation: "relspec/fast", Version: "1", Language: "Go", Protocol: spec.Version,
		Profiles: spec.Names(spec.BuiltProfiles()), Capabilities: e.profile.Capabilities(),
	}
}
