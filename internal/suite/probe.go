package suite

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/spec"
)

// probe resets the subject to each profile that it declares. If that fails, and fails again with a
// longer time limit, the cases of the profile are skipped, and the report has the reason.
func (s *Session) probe() {
	s.refused = map[string]string{}
	subject := s.subjects[0]
	for _, p := range profiles(&subject.Info) {
		_, err := subject.New(p)
		if err != nil {
			subject.patiently(func() { _, err = subject.New(p) })
		}
		if err == nil || s.ctx.Err() != nil {
			continue
		}
		request := fmt.Sprintf(`{"op":"reset","profile":%q}`, p.Name)
		s.refused[p.Name] = fmt.Sprintf("reset to %s returned %v", p.Name, err)
		s.report.fail("the engine declares the profile %s but cannot create a world of it: %s returned %v. Every test begins with reset: "+
			`empty the world and answer {"ok":true}, or remove the profile from the answer to hello`, p.Name, request,
			err)
	}
}

// usable returns the subject's declaration without the profiles that it cannot create.
func (s *Session) usable() spec.Info {
	info := s.subjects[0].Info
	if len(s.refused) == 0 {
		return info
	}
	info.Profiles = nil
	for _, p := range profiles(&s.subjects[0].Info) {
		if s.refused[p.Name] == "" {
			info.Profiles = append(info.Profiles, p.Name)
		}
	}
	return info
}

// without removes capabilities from a declaration.
func without(info spec.Info, capabilities []spec.Capability) spec.Info {
	if len(capabilities) == 0 {
		return info
	}
	left := map[string][]spec.Capability{}
	for _, where := range scopes {
		for _, c := range spec.Capabilities() {
			if capability.Declares(&info, where, c) && !slices.Contains(capabilities, c) {
				left[where] = append(left[where], c)
			}
		}
	}
	info.Capabilities = left
	return info
}
