package engine

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

// apply applies operations and returns the outcome of the last.
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

// In a profile in which a pair with a dead target becomes the relationship alone, the next pair
// replaces it.
func TestAPairReplacesItsLoneRelationship(t *testing.T) {
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

// An entity whose creation is refused because of a locked table does not count for the size of a
// snapshot (iterate.iterators, limits.snapshots).
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
	require.NotNil(t, out.Err, "the snapshot must be at the limit")
}

// textOf formats the rows of an answer: $this, variables, fields.
func textOf(out spec.Outcome) []string {
	list := []string{}
	for _, r := range out.Rows {
		text := string(r.This)
		b, _ := json.Marshal(r.Vars)
		if len(r.Vars) > 0 {
			text += " " + string(b)
		}
		for _, f := range r.Fields {
			if !f.Set {
				text += " -"
			} else {
				text += fmt.Sprintf(" %s@%s", f.ID, f.Src)
			}
		}
		list = append(list, text)
	}
	return list
}

func TestTransitiveRuleFollowsVariables(t *testing.T) {
	e := New(spec.Flecs3())
	out := apply(t, e, `
		{"op":"entity","entity":"LocatedIn","ids":["Transitive"]}
		{"op":"entity","entity":"City"}
		{"op":"entity","entity":"NewYork","ids":["City"]}
		{"op":"entity","entity":"Manhattan","ids":[["LocatedIn","NewYork"]]}
		{"op":"entity","entity":"CentralPark","ids":[["LocatedIn","Manhattan"]]}
		{"op":"entity","entity":"Bob","ids":[["LocatedIn","CentralPark"]]}
		{"op":"query","kind":"rule","terms":[{"first":"LocatedIn","second":"$place"},{"first":"City","src":"$place"}]}`)
	require.ElementsMatch(t, []string{
		`Manhattan {"place":"NewYork"} (LocatedIn, NewYork)@ City@NewYork`,
		`CentralPark {"place":"NewYork"} (LocatedIn, NewYork)@ City@NewYork`,
		`Bob {"place":"NewYork"} (LocatedIn, NewYork)@ City@NewYork`,
	}, textOf(out))
}

func TestInstancesGetCopiesOfMarkedIDs(t *testing.T) {
	for _, p := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
		e := New(p)
		out := apply(t, e, `
			{"op":"component","entity":"Pos","members":[["x","f32"]]}
			{"op":"component","entity":"Vel","members":[["x","f32"]]}
			{"op":"entity","entity":"Tag"}
			{"op":"entity","entity":"old"}
			{"op":"entity","entity":"base"}
			{"op":"add","entity":"old","id":["IsA","base"]}
			{"op":"set","entity":"base","id":"Pos","value":{"x":3}}
			{"op":"override","entity":"base","id":"Pos"}
			{"op":"override","entity":"base","id":"Pos"}
			{"op":"override","entity":"base","id":"Vel"}
			{"op":"override","entity":"base","id":"Tag"}
			{"op":"entity","entity":"e","ids":["Vel",["IsA","base"]]}
			{"op":"set","entity":"base","id":"Pos","value":{"x":4}}
			{"op":"get","entity":"e","id":"Pos"}`)
		require.InDelta(t, 3, out.Value[0].Num, 0, p.Name)
		require.ElementsMatch(t, []spec.ID{
			spec.Single("Pos"), spec.Single("Vel"), spec.Single("Tag"), spec.Pair(spec.IsA, "base"),
		}, apply(t, e, `{"op":"ids","entity":"e"}`).IDs)
		require.Equal(t, []spec.ID{spec.Pair(spec.IsA, "base")}, apply(t, e, `{"op":"ids","entity":"old"}`).IDs)
	}
}
