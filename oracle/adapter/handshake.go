package adapter

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/relspec/relspec/spec"
)

// handshake sends hello and checks the protocol version and the declaration of the engine.
func handshake(c *child, o Options) (spec.Info, *spec.Error) {
	answer, failure := c.exchange([]byte("{\"op\":\"hello\"}\n"), o.StartTimeout, o.MaxResponse)
	if failure != nil && failure.Code == spec.CodeTimeout {
		failure = spec.Errorf(failure.Code,
			"%s to hello%s: does it flush its output after each line (in Python: print(line, flush=True))?",
			failure.Message, c.stderr.lastWords())
	}
	if failure != nil {
		return spec.Info{}, failure
	}
	// Other versions may have other fields, so decode only the version first.
	var other struct {
		Info *struct {
			Protocol int `json:"protocol"`
		} `json:"info"`
	}
	if spec.ReadOpenJSON(answer, &other) == nil && other.Info != nil && other.Info.Protocol != spec.Version {
		return spec.Info{}, spec.Errorf(spec.CodeUnsupported,
			"the process uses version %d of the protocol; only version %d is supported", other.Info.Protocol, spec.Version)
	}
	outcome, failure := decodeResponse(spec.OpHello, answer)
	switch {
	case failure != nil:
		return spec.Info{}, failure
	case outcome.Err != nil:
		return spec.Info{}, spec.Errorf(spec.CodeGarbage, "the process refuses hello: %v", outcome.Err)
	case outcome.Info.Implementation == "" || len(outcome.Info.Profiles) == 0:
		return spec.Info{}, spec.Errorf(spec.CodeGarbage, "the process does not name itself and at least one profile")
	}
	if err := checkInfo(outcome.Info); err != nil {
		return spec.Info{}, err
	}
	return *outcome.Info, nil
}

// checkInfo returns an error for unknown profiles and capabilities. If they were ignored, cases
// would be skipped silently.
func checkInfo(info *spec.Info) *spec.Error {
	var profiles []string
	for _, p := range spec.Profiles() {
		profiles = append(profiles, p.Name)
	}
	if err := info.ResolveOwn(); err != nil {
		return spec.Errorf(spec.CodeGarbage, "the process declares an invalid profile of its own in hello: %s",
			err.Message)
	}
	for _, name := range info.Profiles {
		if _, err := spec.ProfileByName(name); err == nil && spec.RequestName(name) != name {
			continue
		}
		if !slices.Contains(profiles, name) {
			return spec.Errorf(spec.CodeGarbage,
				"the process declares the unknown profile %q in hello; the profiles are %s", firstLine(name),
				strings.Join(profiles, ", "))
		}
	}
	for _, group := range slices.Sorted(maps.Keys(info.Capabilities)) {
		for _, c := range info.Capabilities[group] {
			if !slices.Contains(spec.Capabilities(), c) {
				return spec.Errorf(spec.CodeGarbage,
					"the process declares the unknown capability %q of %q in hello; docs/protocol.md lists those that are known", firstLine(string(c)), firstLine(group))
			}
		}
	}
	return nil
}

// decodeResponse decodes the answer to an operation of kind op. An invalid answer is garbage.
func decodeResponse(op spec.OpKind, line []byte) (spec.Outcome, *spec.Error) {
	garbage := func(why string) (spec.Outcome, *spec.Error) {
		return spec.Outcome{}, spec.Errorf(spec.CodeGarbage, "the process answers %s with %q: %s", op,
			firstLine(string(line)), why)
	}
	if !utf8.Valid(line) || !json.Valid(line) {
		return garbage("not one JSON value in UTF-8")
	}
	outcome, err := spec.DecodeOutcome(op, line)
	if err != nil {
		return garbage(err.Error())
	}
	if outcome.Err != nil && !slices.Contains(spec.ErrorCodes(), outcome.Err.Code) {
		return garbage("an unknown error code")
	}
	return outcome, nil
}
