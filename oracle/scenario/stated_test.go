package scenario_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

func TestStatedSaysOneAnswerAndAllRefusals(t *testing.T) {
	trace := spec.NewTrace("flecs-3",
		spec.Operation{Op: spec.OpEntity, Entity: "a"},
		spec.Operation{Op: spec.OpEntity, Entity: "a"},
		spec.Operation{Op: spec.OpAlive, Entity: "a"},
		spec.Operation{Op: spec.OpAlive, Entity: "b"},
	)
	stated := scenario.Stated(trace, model.New(spec.Flecs3()), 2)
	require.Nil(t, stated.Entries[0].Got)
	require.Equal(t, spec.CodeExists, stated.Entries[1].Got.Err.Code)
	require.True(t, stated.Entries[2].Got.Bool)
	require.Nil(t, stated.Entries[3].Got)
	require.Nil(t, trace.Entries[2].Got, "the trace stays as it was")
	require.Contains(t, scenario.Print(stated, scenario.Printing{}), "Then")
}
