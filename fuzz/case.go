package fuzz

import (
	"sync"

	"github.com/relspec/relspec/spec"
)

// caseGenerators has the generators of [DecodeCase]: four for each built-in profile, three of which
// make mostly valid operations.
var caseGenerators = sync.OnceValue(func() (all []*Generator) {
	for _, p := range spec.Profiles() {
		biased := New(p, Operations(1000))
		all = append(all, biased, biased, biased, New(p, Operations(1000), Arbitrary()))
	}
	return all
})

// DecodeCase makes a trace from any byte string, for native fuzz targets. The first byte selects the
// profile, and whether operations are mostly valid. The trace has up to 1000 operations and default
// weights.
func DecodeCase(data []byte) *spec.Trace {
	all := caseGenerators()
	if len(data) == 0 {
		return all[0].Decode(nil)
	}
	return all[int(data[0])%len(all)].Decode(data[1:])
}
