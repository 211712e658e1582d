package engine

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

// apply does operations and gives the outcome of the last.
func apply(t *testing.T, e *Engine, operations string) (last spec.Outcome) {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(operations))
	for decoder.More() {
		var op spec.Operation
		require.NoError(t, decoder.Decode(&op))
		last = e.Apply(op)
	}
	return last
}

// In a profile that keeps relationships of targets that died, one gives way to the next pair of it.
func TestARelationshipWithoutItsTargetGivesWayToAPair(t *testing.T) {
	own := spec.OwnProfile{Name: "mine", Base: "flecs-3", Fields: map[string]spec.FieldValue{"dead_target": "zero"}}
	profile, err := own.Profile()
	require.Nil(t, err)
	e := New(profile)
	out := apply(t, e, `{"op":"entity","entity":"R"} {"op":"entity","entity":"a"} {"op":"entity","entity":"b"} {"op":"entity","entity":"e","ids":[["R","a"]]}
		{"op":"delete","entity":"a"} {"op":"ids","entity":"e"}`)
	require.Equal(t, []spec.ID{spec.Single("R")}, out.IDs)
	out = apply(t, e, `{"op":"add","entity":"e","id":["R","b"]} {"op":"ids","entity":"e"}`)
	require.Equal(t, []spec.ID{spec.Pair("R", "b")}, out.IDs)
}

// Entities whose making a locked table refuses do not count in the size of a snapshot
// (iterate.iterators, limits.snapshots).
func TestRefusedEntitiesDoNotCount(t *testing.T) {
	e := New(spec.Flecs3(), WithLimits(spec.Limits{Snapshots: spec.SnapshotBase + 3}))
	out := apply(t, e, `{"op":"entity","entity":"A"} {"op":"entity","entity":"e","ids":["A"]}
		{"op":"prepare","as":"q","terms":[{"first":"A"}]} {"op":"iter_begin","as":"i","query":"q"} {"op":"iter_next","iter":"i"}
		{"op":"entity","entity":"f","ids":["A"]}`)
	require.NotNil(t, out.Err)
	require.Equal(t, spec.CodeLocked, out.Err.Code)
	out = apply(t, e, `{"op":"iter_end","iter":"i"} {"op":"snapshot","as":"s"}`)
	require.Nil(t, out.Err)
	out = apply(t, e, `{"op":"entity","entity":"f"} {"op":"snapshot","as":"t"}`)
	require.NotNil(t, out.Err, "there is no room for one more")
}
