package fast

import (
	"strings"

	"github.com/relspec/relspec/spec"
)

// info is the answer to hello: everything that the profile has.
func (e *Engine) info() *spec.Info {
	return &spec.Info{
		Implementation: "relspec/fast", Version: "1", Language: "Go", Protocol: spec.Version,
		Profiles: spec.Names(spec.BuiltProfiles()), Capabilities: e.w.profile.Capabilities(),
	}
}

// Supports says why there can be no world of a profile: an error with code unsupported, nil for the profiles that are built.
func Supports(p spec.Profile) error { return asError(notBuilt(&p)) }

func notBuilt(p *spec.Profile) *spec.Error {
	if !p.Built {
		return unsupported("the profile " + p.Name + ", of the profiles " + strings.Join(spec.Names(spec.BuiltProfiles()), " and ") + " one")
	}
	return nil
}
