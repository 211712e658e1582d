package exhaust

import (
	"slices"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// World is one world of a bound, with the shortest way to it.
type World struct {
	Index uint64 // in the order of enumeration
	// Ops make it: those of the beginning, then the operations that each change something.
	Ops []spec.Operation
}

// Worlds calls yield for every world of a bound, until it says no. The reference decides which operations are possible
// and which worlds they lead to, and is run for that. An error says that it cannot make a world of the profile.
func Worlds(b Bound, reference oracle.Implementation, yield func(World) bool) error {
	next := uint64(0)
	return families(b, reference, 0, func(f *family) bool {
		for _, at := range f.order {
			if !yield(World{Index: next, Ops: slices.Concat(f.begin, f.path(at))}) {
				return false
			}
			next++
		}
		return true
	})
}
