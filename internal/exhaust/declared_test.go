package exhaust_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/exhaust"
	"github.com/relspec/relspec/spec"
)

func declaredBound(properties, operations int) exhaust.Bound {
	return exhaust.Bound{
		Profile: "tecs", Entities: 2, Relationships: 1, Properties: properties, Operations: operations,
		Terms: 1,
	}
}

func TestWorldsOfDeclaredRelationshipsAreCompared(t *testing.T) {
	report, err := exhaust.Run(context.Background(), options(declaredBound(1, 1)))
	require.NoError(t, err)
	require.True(t, report.Complete)
	require.Empty(t, report.Findings)
	require.Greater(t, report.Worlds, uint64(100))
	require.Positive(t, report.Counts.Rows)
	require.Positive(t, report.Counts.Comparisons["fast (stored)"])
}

// The run finds an engine that is only wrong in worlds after two operations.
func TestExhaustionOfDeclaredRelationshipsFindsAMutant(t *testing.T) {
	run := func(operations int) *exhaust.Report {
		o := of(declaredBound(0, operations), "mutant", func(e spec.Engine) spec.Engine { return &secondTargetLost{e} })
		o.Findings = 1
		report, err := exhaust.Run(context.Background(), o)
		require.NoError(t, err)
		return report
	}
	require.Empty(t, run(1).Findings)
	require.Len(t, run(2).Findings, 1)
}

type secondTargetLost struct{ spec.Engine }

func (s *secondTargetLost) Apply(op spec.Operation) spec.Outcome {
	out := s.Engine.Apply(op)
	if op.Op == spec.OpTargets && len(out.Entities) > 1 {
		out.Entities = out.Entities[:1]
	}
	return out
}

func TestBoundsOfDeclaredRelationships(t *testing.T) {
	require.NoError(t, declaredBound(6, 2).Check())
	for name, b := range map[string]exhaust.Bound{
		"properties": declaredBound(7, 1), "operations": declaredBound(1, 5),
		"two relationships": {Profile: "tecs", Entities: 2, Relationships: 2, Terms: 1},
		"wide":              {Profile: "tecs", Entities: 2, Relationships: 1, Terms: 1, Wide: true},
	} {
		require.Error(t, b.Check(), name)
	}
}
