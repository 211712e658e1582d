package model_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

func TestADumpIsNotStale(t *testing.T) {
	w := model.New(spec.Flecs3())
	ids := func() int {
		dump := w.Apply(spec.Operation{Op: spec.OpDump}).Dump
		return len(dump.Entities[len(dump.Entities)-1].IDs)
	}
	for _, h := range []spec.Handle{"Lost", "ship"} {
		require.Nil(t, w.Apply(spec.Operation{Op: spec.OpEntity, Entity: h}).Err)
	}
	require.Zero(t, ids())
	require.Nil(t, w.Apply(spec.Operation{Op: spec.OpAdd, Entity: "ship", ID: spec.ID{First: "Lost"}}).Err)
	require.Equal(t, 1, ids())
}
