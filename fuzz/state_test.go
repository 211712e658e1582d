package fuzz_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// FuzzSnapshot decodes bytes to a trace and takes a snapshot at the operation given by the first byte. Restoring it
// after the rest of the trace gives the same world, twice.
func FuzzSnapshot(f *testing.F) {
	addCases(f, 10)
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		trace := fuzz.DecodeCase(data[1:])
		profile, perr := spec.ProfileByName(trace.Header.Profile)
		require.Nil(t, perr)
		if slices.ContainsFunc(trace.Entries, func(e spec.Entry) bool { return e.Op.Declared.Transient }) {
			return // snapshots omit transient edges (declared.snapshot)
		}
		for _, im := range engines.Tested() {
			engine, err := im.New(profile)
			require.NoError(t, err)
			rewind(t, engine, trace.Operations(), int(data[0]))
		}
	})
}

// rewind applies operations, takes a snapshot before one of them, and restores it at the end.
func rewind(t *testing.T, engine spec.Engine, ops []spec.Operation, at int) {
	at = min(at, len(ops))
	for _, op := range ops[:at] {
		engine.Apply(op)
	}
	before := engine.Apply(spec.Operation{Op: spec.OpDump})
	if out := engine.Apply(spec.Operation{Op: spec.OpSnapshot, As: "~fuzz"}); out.Err != nil {
		return // changes are deferred, or the world was torn down
	}
	for range 2 {
		for _, op := range ops[at:] {
			if op.Op != spec.OpReset && op.Op != spec.OpTeardown && op.Op != spec.OpReload &&
				op.Op != spec.OpDeferBegin {
				engine.Apply(op)
			}
		}
		require.Nil(t, engine.Apply(spec.Operation{Op: spec.OpRestore, As: "~fuzz"}).Err)
		after := engine.Apply(spec.Operation{Op: spec.OpDump})
		require.Equal(t, before.Dump, after.Dump)
	}
}

// forgetful is an engine that drops the last of several rows.
type forgetful struct{ spec.Engine }

func (f forgetful) Apply(op spec.Operation) spec.Outcome {
	out := f.Engine.Apply(op)
	if n := len(out.Rows); n > 1 && op.Op.Outcome() == spec.OutRows {
		out.Rows = out.Rows[:n-1]
	}
	return out
}

// FuzzReduce decodes bytes to a trace on which a faulty engine fails, and reduces it. The result
// is not longer, fails in the same way, and cannot be reduced further.
func FuzzReduce(f *testing.F) {
	addCases(f, 4)
	mutant := oracle.Implementation{Name: "forgetful", New: func(p spec.Profile) (spec.Engine, error) {
		engine, err := engines.Model().New(p)
		return forgetful{engine}, err
	}}
	f.Fuzz(func(t *testing.T, data []byte) {
		trace := fuzz.DecodeCase(data[:min(len(data), 400)])
		opts := oracle.RunOptions{DumpEvery: -1}
		res, err := oracle.Run(trace, reference, []oracle.Implementation{mutant}, opts)
		require.NoError(t, err)
		if len(res.Divergences) == 0 || res.Divergences[0].Implementation != "forgetful" {
			return
		}
		fails := oracle.FailsLike(res.Divergences[0], reference, mutant, opts)
		require.True(t, fails(trace))
		small := oracle.Reduce(trace, fails, oracle.ReduceOptions{Checks: 400})
		require.True(t, fails(small), "the reduced trace fails in the same way")
		require.LessOrEqual(t, len(small.Entries), len(trace.Entries))
		text(t, small) // the finding can be written
	})
}
