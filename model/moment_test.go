package model_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// To compute the events of an operation, the model caches the world after the previous operation. A
// restore invalidates this cache.
func TestObserversCompareWithTheRestoredWorld(t *testing.T) {
	w := model.New(spec.Flecs3())
	lost := spec.ID{First: "Lost"}
	query := &spec.Query{Terms: []spec.Term{{First: spec.EntityRef("Lost")}}}
	for _, op := range []spec.Operation{
		{Op: spec.OpEntity, Entity: "Lost"},
		{Op: spec.OpEntity, Entity: "ship"},
		{Op: spec.OpSnapshot, As: "calm"},
		{Op: spec.OpObserve, As: "o", Query: query, Monitor: true},
		{Op: spec.OpAdd, Entity: "ship", ID: lost},
		{Op: spec.OpRestore, As: "calm"},
		{Op: spec.OpAdd, Entity: "ship", ID: lost},
	} {
		require.Nil(t, w.Apply(op).Err, op.Op)
	}
	added := spec.Event{Observer: "o", Event: spec.OnAdd, Entity: "ship"}
	require.Equal(t, []spec.Event{added, added}, w.Apply(spec.Operation{Op: spec.OpEvents}).Events)
}
