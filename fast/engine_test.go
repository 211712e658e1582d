package fast_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/engine"
	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/spec"
)

// apply runs operations in JSON, one a line, that must succeed, and returns the outcome of the last.
func apply(t *testing.T, e *engine.Engine, lines string) spec.Outcome {
	t.Helper()
	var out spec.Outcome
	for _, line := range strings.Split(strings.TrimSpace(lines), "\n") {
		var op spec.Operation
		require.NoError(t, json.Unmarshal([]byte(line), &op), line)
		out = e.Apply(op)
		if out.Err != nil {
			require.Nil(t, out.Err, "%s: %s", line, out.Err.Message)
		}
	}
	return out
}

// rows is an answer as text: $this, variables, fields.
func rows(out spec.Outcome) []string {
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
	e := engine.New(spec.Flecs3())
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
	}, rows(out))
}
