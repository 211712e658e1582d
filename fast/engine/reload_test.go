package engine_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/engine"
	"github.com/relspec/relspec/spec"
)

// The initial ids of reserved entities count, and may exceed the limit for entities of the user
// (limits.ids).
func TestReservedEntitiesWithTheirMaximumOfIDsAreLoaded(t *testing.T) {
	for most := 1; most < 12; most++ {
		e := engine.New(spec.Flecs4(), engine.WithLimits(spec.Limits{IDs: most}))
		require.Nil(t, e.Apply(spec.Operation{Op: spec.OpEntity, Entity: "a"}).Err)
		for i := range 12 {
			tag := spec.Handle(fmt.Sprint("T", i))
			require.Nil(t, e.Apply(spec.Operation{Op: spec.OpEntity, Entity: tag}).Err)
			for _, h := range []spec.Handle{spec.ChildOf, spec.IsA, spec.With, "a"} {
				e.Apply(spec.Operation{Op: spec.OpAdd, Entity: h, ID: spec.Single(tag)})
			}
		}
		before := e.Apply(spec.Operation{Op: spec.OpDump})
		require.Nil(t, e.Apply(spec.Operation{Op: spec.OpReload}).Err, "%d ids", most)
		require.Equal(t, before, e.Apply(spec.Operation{Op: spec.OpDump}))
		for _, h := range []spec.Handle{spec.ChildOf, "a"} {
			one := spec.Operation{Op: spec.OpAdd, Entity: h, ID: spec.Single("a")}
			require.Equal(t, spec.CodeLimit, e.Apply(one).Err.Code, "%s with %d ids", h, most)
		}
	}
}
