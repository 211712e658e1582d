package suite

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/spec"
)

// probe asks for a world of each profile that the subject declares, with which every test begins. A
// subject that gives none, tried twice and waited for long, cannot be tested in that profile: its
// cases are not run, and the report says why.
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
		s.refused[p.Name] = fmt.Sprintf("reset to %s is answered %v", p.Name, err)
		s.report.fail("the engine declares the profile %s and has no world of it: %s is answered %v. Every test begins with it: "+
			`answer {"ok":true} and empty the world, or leave the profile out of the answer to hello`, p.Name, request,
			err)
	}
}

// usable is the declaration of the subject, without the profiles of which it gives no world.
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

// without takes capabilities from the declaration of a subject.
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
