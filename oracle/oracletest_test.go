package oracle_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// mutant is the model with a fault: spoil changes outcomes, or panics.
type mutant struct {
	spec.Engine
	profile spec.Profile
	spoil   func(op *spec.Operation, out *spec.Outcome)
}

func (m *mutant) Apply(op spec.Operation) spec.Outcome {
	out := m.Engine.Apply(op)
	m.spoil(&op, &out)
	return out
}

func faulty(name string, spoil func(op *spec.Operation, out *spec.Outcome)) oracle.Implementation {
	return oracle.Implementation{Name: name, New: func(p spec.Profile) (spec.Engine, error) {
		return &mutant{model.New(p), p, spoil}, nil
	}}
}

func sound(name string) oracle.Implementation {
	return faulty(name, func(*spec.Operation, *spec.Outcome) {})
}

func run(t *testing.T, tr *spec.Trace, im oracle.Implementation, opts oracle.RunOptions) *oracle.Result {
	t.Helper()
	res, err := oracle.Run(tr, sound("model"), []oracle.Implementation{im}, opts)
	require.NoError(t, err)
	return res
}

var update = flag.Bool("update", false, "rewrite golden files")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name)
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "go test -update writes it")
	require.Equal(t, string(want), got)
}

func missingRow(op *spec.Operation, out *spec.Outcome) {
	if op.Op == spec.OpQuery && op.Query.Terms[1].Second.Kind == spec.RefWildcard {
		out.Rows = nil
	}
}

// forgetsExclusive is an engine that gives no rows for a pair with a wildcard target once something is Exclusive.
func forgetsExclusive() oracle.Implementation {
	return faulty("engine", func(op *spec.Operation, out *spec.Outcome) {
		if op.Query == nil || op.Query.IsText() {
			return
		}
		if slices.ContainsFunc(op.Query.Terms, func(t spec.Term) bool {
			return t.Oper == spec.And && t.First.Kind == spec.RefEntity && t.Second.Kind == spec.RefWildcard
		}) {
			out.Rows = nil
		}
	})
}
