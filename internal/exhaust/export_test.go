package exhaust

import (
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// Worlds lists the operations that make each world of a bound.
func Worlds(b Bound, reference oracle.Implementation) (out [][]spec.Operation, _ error) {
	for f := range b.families() {
		if err := f.explore(b, reference); err != nil {
			return nil, err
		}
		out = append(out, f.worlds...)
	}
	return out, nil
}
