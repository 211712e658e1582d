package fuzz_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/spec"
)

// FuzzTraceFile reads bytes as a trace file. A valid trace is equal after writing and reading.
func FuzzTraceFile(f *testing.F) {
	addTraces(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		limits := spec.ReadLimits{Line: 64 << 10, Lines: 1000}
		trace, err := spec.ReadTrace(bytes.NewReader(data), limits)
		require.NotNil(t, trace)
		if err != nil {
			return
		}
		first := text(t, trace)
		again, err := spec.ReadTrace(bytes.NewReader([]byte(first)), spec.ReadLimits{})
		require.NoError(t, err, first)
		require.Equal(t, first, text(t, again))
	})
}

// FuzzProtocolLine reads bytes as operations, one per line, and applies them to a small world. Every engine answers or
// refuses, and the answers can be written and read.
func FuzzProtocolLine(f *testing.F) {
	addLines(f)
	prologue := fuzz.Generate(1, spec.Flecs3(), fuzz.Operations(60)).Operations()
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, im := range engines.Tested() {
			engine, err := im.New(spec.Flecs3())
			require.NoError(t, err)
			for _, op := range prologue {
				engine.Apply(op)
			}
			for line := range bytes.Lines(data[:min(len(data), 4096)]) {
				applyLine(t, engine, line)
			}
		}
	})
}

func applyLine(t *testing.T, engine spec.Engine, line []byte) {
	var op spec.Operation
	if json.Unmarshal(line, &op) != nil {
		return
	}
	out := engine.Apply(op)
	b, err := json.Marshal(out)
	require.NoError(t, err)
	_, err = spec.DecodeOutcome(op.Op, b)
	require.NoError(t, err, "%s answered by %s", line, b)
}
