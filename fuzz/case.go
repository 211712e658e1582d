package fuzz

import "github.com/relspec/relspec/spec"

// caseGenerators are the generators of [DecodeCase]: the profiles that are built, biased three times out of four.
var caseGenerators = func() []*Generator {
	var out []*Generator
	for _, p := range spec.BuiltProfiles() {
		biased := New(p, Operations(1000))
		out = append(out, biased, biased, biased, New(p, Operations(1000), Arbitrary()))
	}
	return out
}()

// DecodeCase makes a trace of any byte string, the first byte of which chooses the profile and
// whether validity matters. Native fuzz targets decode it, with up to 1000 operations and default weights.
func DecodeCase(data []byte) *spec.Trace {
	g, rest := caseOf(data)
	return g.Decode(rest)
}

func caseOf(data []byte) (*Generator, []byte) {
	if len(data) == 0 {
		return caseGenerators[0], nil
	}
	return caseGenerators[int(data[0])%len(caseGenerators)], data[1:]
}
