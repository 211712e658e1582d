package misbehaving

import "github.com/relspec/relspec/spec"

// Hiding adds two bugs to an engine. After an entity loses a pair with a target, (*, target) no
// longer finds the entity, as in a released library. And a pair of an entity with itself cannot be
// removed.
func Hiding(e spec.Engine) spec.Engine { return hiding{e, map[[2]spec.Handle]bool{}} }

type hiding struct {
	spec.Engine
	hidden map[[2]spec.Handle]bool
}

func (h hiding) Apply(op spec.Operation) spec.Outcome {
	if op.Op == spec.OpRemove && op.ID.Second == op.Entity {
		return spec.OK()
	}
	out := h.Engine.Apply(op)
	if op.Op == spec.OpRemove && out.Err == nil && op.ID.IsPair() && !op.ID.HasWildcard() {
		h.hidden[[2]spec.Handle{op.Entity, op.ID.Second}] = true
	}
	if op.Op != spec.OpQuery || len(op.Query.Terms) == 0 || op.Query.Terms[0].First != spec.EntityRef(spec.Wildcard) {
		return out
	}
	var left []spec.Row
	for _, r := range out.Rows {
		if !h.hidden[[2]spec.Handle{r.This, r.Fields[0].ID.Second}] {
			left = append(left, r)
		}
	}
	out.Rows = left
	return out
}

// Traces that show the bugs of [Hiding], one trace for each bug.
const (
	StaysTrace = `{"format":"relspec-trace","version":1,"profile":"flecs-3"}
{"op":"entity","entity":"R"}
{"op":"entity","entity":"a"}
{"op":"add","entity":"a","id":["R","a"]}
{"op":"remove","entity":"a","id":["R","a"]}
`
	HidesTrace = `{"format":"relspec-trace","version":1,"profile":"flecs-3"}
{"op":"entity","entity":"R"}
{"op":"entity","entity":"S"}
{"op":"entity","entity":"a"}
{"op":"entity","entity":"b","ids":[["R","a"],["S","a"]]}
{"op":"entity","entity":"c","ids":[["R","a"]]}
{"op":"remove","entity":"b","id":["R","a"]}
{"op":"query","terms":[{"first":"*","second":"a"}]}
`
)
