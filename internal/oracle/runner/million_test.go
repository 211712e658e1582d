package runner_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/internal/oracle/variant"
	"github.com/relspec/relspec/spec"
)

// The model copies only what an operation changes, so the memory per operation does not depend on
// the size of the world.
func TestTheModelCreatesManyEntities(t *testing.T) {
	oneGoroutine(t)
	engine, err := engines.Model().Start(spec.Flecs3())
	require.NoError(t, err)
	const many = 50_000
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for n := range many {
		e := spec.Handle(fmt.Sprintf("e%d", n))
		require.Nil(t, engine.Apply(spec.Operation{Op: spec.OpEntity, Entity: e}).Err)
		require.Nil(t, engine.Apply(spec.Operation{Op: spec.OpAdd, Entity: e, ID: spec.Single("e0")}).Err)
	}
	runtime.ReadMemStats(&after)
	require.Less(t, (after.TotalAlloc-before.TotalAlloc)/many, uint64(64<<10), "bytes allocated for each entity")
	require.Equal(t, int64(many), engine.Apply(spec.Operation{Op: spec.OpCount, ID: spec.Single("e0")}).Number)
}

// Variants take linear time: a trace of ten times the length takes less than forty times as long.
func TestVariantsOfALongTrace(t *testing.T) {
	oneGoroutine(t)
	short, long := entities(t, 5_000), entities(t, 50_000)
	for _, v := range variant.All() {
		best := time.Hour // the best of several attempts, because other processes disturb some
		for attempt := 0; attempt < 20 && best >= 40*(rewriting(v, short)+10*time.Millisecond); attempt++ {
			best = min(best, rewriting(v, long))
		}
		require.Less(t, best, 40*(rewriting(v, short)+10*time.Millisecond), v.Name)
	}
}

// Variants share unchanged operations with the trace, and never hold changed copies of all of them. A
// trace of a million lines would otherwise take gigabytes.
func TestVariantsShareUnchangedOperations(t *testing.T) {
	oneGoroutine(t)
	const many = 20_000
	ops := []spec.Operation{{Op: spec.OpEntity, Entity: "T"}, {Op: spec.OpEntity, Entity: "a"}}
	for len(ops) < many {
		ops = append(ops, spec.Operation{Op: spec.OpHas, Entity: "a", ID: spec.Single("T")})
	}
	counts := cover.NewCounts()
	recording, err := runner.Record(spec.NewTrace("flecs-3", ops...), engines.Fast(), runner.Options{}, &counts)
	require.NoError(t, err)
	for _, v := range variant.All() {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		v.Rewrite(&recording.Recorded)
		runtime.ReadMemStats(&after)
		require.Less(t, (after.TotalAlloc-before.TotalAlloc)/many, uint64(unsafe.Sizeof(spec.Operation{})), v.Name)
	}
}

// entities returns a trace that creates n entities.
func entities(t *testing.T, many int) *runner.Recording {
	t.Helper()
	ops := make([]spec.Operation, many)
	for n := range ops {
		ops[n] = spec.Operation{Op: spec.OpEntity, Entity: spec.Handle(fmt.Sprintf("e%d", n))}
	}
	counts := cover.NewCounts()
	recording, err := runner.Record(spec.NewTrace("flecs-3", ops...), engines.Fast(), runner.Options{DumpEvery: -1},
		&counts)
	require.NoError(t, err)
	return recording
}

func rewriting(v *variant.Variant, r *runner.Recording) time.Duration {
	begin := time.Now()
	v.Rewrite(&r.Recorded)
	return time.Since(begin)
}
