package engine

import "github.com/relspec/relspec/spec"

// info answers hello: which profiles the engine has, and which capabilities its current profile
// has.
func (e *Engine) info() *spec.Info {
	return &spec.Info{
		Implementation: "relspec/fast", Version: "1", Language: "Go", Protocol: spec.Version,
		Profiles: spec.Names(spec.Profiles()), Capabilities: e.profile.Capabilities(),
	}
}
