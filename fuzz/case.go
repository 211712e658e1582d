package fuzz

import (
	"sync"

	"github.com/relspec/relspec/spec"
)

// seededProfiles is how many profiles were built when the byte seeds were written. A profile that
// is built later takes bytes from the end, so that the others choose the same as before.
const seededProfiles = 2

// caseGenerators are the generators of [DecodeCase] by the byte that chooses them: the profiles
// that are built, biased three times out of four.
var caseGenerators = sync.OnceValue(func() *[256]*Generator {
	var out [256]*Generator
	var all []*Generator
	for _, p := range spec.BuiltProfiles() {
		biased := New(p, Operations(1000))
		all = append(all, biased, biased, biased, New(p, Operations(1000), Arbitrary()))
	}
	old := all[:4*seededProfiles]
	for i := range out {
		out[i] = old[i%len(old)]
	}
	later := all[len(old):]
	copy(out[len(out)-min(len(later), reserve):], later)
	return &out
})

// DecodeCase makes a trace of any byte string, the first byte of which chooses the profile and
// whether validity matters. Native fuzz targets decode it, with up to 1000 operations and default weights.
func DecodeCase(data []byte) *spec.Trace {
	g, rest := caseOf(data)
	return g.Decode(rest)
}

func caseOf(data []byte) (*Generator, []byte) {
	if len(data) == 0 {
		return caseGenerators()[0], nil
	}
	return caseGenerators()[data[0]], data[1:]
}
