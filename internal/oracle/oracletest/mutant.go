package oracletest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// Mutant is an engine with a fault: Change alters its outcomes, or panics.
type Mutant struct {
	spec.Engine
	Change func(op *spec.Operation, out *spec.Outcome)
}

// Apply applies the operation and lets Change alter the outcome.
func (m *Mutant) Apply(op spec.Operation) spec.Outcome {
	out := m.Engine.Apply(op)
	m.Change(&op, &out)
	return out
}

// Failing returns the failing terms according to the engine without the fault.
func (m *Mutant) Failing(op spec.Operation) []int {
	if b, ok := m.Engine.(spec.Blamer); ok {
		return b.Failing(op)
	}
	return nil
}

// NewMutant returns the model under a name, with a fault.
func NewMutant(name string, change func(op *spec.Operation, out *spec.Outcome)) runner.Implementation {
	return runner.Implementation{Name: name, New: func(p spec.Profile) (spec.Engine, error) {
		return &Mutant{model.New(p), change}, nil
	}}
}

// Sound returns the model under a name, without a fault.
func Sound(name string) runner.Implementation {
	return NewMutant(name, func(*spec.Operation, *spec.Outcome) {})
}

// Run compares an implementation with the model.
func Run(t *testing.T, tr *spec.Trace, im runner.Implementation, opts runner.Options) *runner.Result {
	t.Helper()
	res, err := runner.Run(tr, Sound("model"), []runner.Implementation{im}, opts)
	require.NoError(t, err)
	return res
}

// MissingRow removes the rows from answers to queries whose second term has a wildcard as its
// target.
func MissingRow(op *spec.Operation, out *spec.Outcome) {
	if op.Op == spec.OpQuery && op.Query.Terms[1].Second.Kind == spec.RefWildcard {
		out.Rows = nil
	}
}

// LosesWildcardPairs returns an engine that gives no rows for queries with a positive pair of a
// constant relationship and a wildcard target.
func LosesWildcardPairs() runner.Implementation {
	return NewMutant("engine", func(op *spec.Operation, out *spec.Outcome) {
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
