package fuzz

import (
	"sync"

	"github.com/relspec/relspec/spec"
)

// seededProfiles is the number of profiles at the time when the byte seeds were written. Later
// profiles use bytes at the end of the table, so that the meaning of the other bytes stays the same.
const seededProfiles = 2

// caseGenerators maps a byte to the generator that [DecodeCase] uses. It has all profiles that are
// built; three of four bytes select a generator of mostly valid operations.
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

// DecodeCase makes a trace from any byte string, for native fuzz targets. The first byte selects the
// profile, and whether operations are mostly valid. The trace has up to 1000 operations and default
// weights.
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
