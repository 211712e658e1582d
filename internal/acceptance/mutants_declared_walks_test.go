package acceptance

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// onTerms changes the terms of queries.
func onTerms(change func(right spec.Engine, terms []spec.Term) []spec.Term) operationMutant {
	return before(func(right spec.Engine, op *spec.Operation) bool {
		if op.Query != nil {
			op.Query = op.Query.Clone()
			op.Query.Terms = change(right, op.Query.Terms)
		}
		return false
	})
}

func edgeQueryMutants() map[string]operationMutant {
	return map[string]operationMutant{
		"the last term is left out": onTerms(func(_ spec.Engine,
			terms []spec.Term,
		) []spec.Term {
			return terms[:max(0, len(terms)-1)]
		}),
		"not is left out": onTerms(func(_ spec.Engine, terms []spec.Term) []spec.Term {
			return slices.DeleteFunc(terms, func(t spec.Term) bool { return t.Oper == spec.Not })
		}),
		"targets in queries are ignored": onTerms(func(_ spec.Engine, terms []spec.Term) []spec.Term {
			for i := range terms {
				terms[i].Second = spec.Ref{}
			}
			return terms
		}),
		"queries find nothing": keepingRows(func(spec.Engine, spec.Operation, spec.Row) bool { return false }),
		"queries find one row": after(func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
			out.Rows = out.Rows[:min(1, len(out.Rows))]
		}),
		"a row for each edge": after(func(right spec.Engine, op spec.Operation, out *spec.Outcome) {
			var rows []spec.Row
			for _, row := range out.Rows {
				rows = append(rows, row)
				if op.Query != nil && len(targetsOf(right, row.This, spec.Handle(op.Query.Terms[0].First.Name))) > 1 {
					rows = append(rows, row)
				}
			}
			out.Rows = rows
		}),
		"queries are answered once": func(right spec.Engine, op spec.Operation) spec.Outcome {
			if op.Op == spec.OpIterate {
				return spec.Outcome{Kind: spec.OutRows, Rows: []spec.Row{{This: "Alice"}}}
			}
			return right.Apply(op)
		},
		"refused queries return no error": after(func(_ spec.Engine, op spec.Operation, out *spec.Outcome) {
			if op.Query != nil && out.Err != nil {
				*out = nothing(op)
			}
		}),
		"tables returns the number of entities": afterEach(spec.OpTables,
			func(right spec.Engine, _ spec.Operation, out *spec.Outcome) {
				out.Number = int64(len(right.Apply(spec.Operation{Op: spec.OpDump}).Dump.Entities))
			}),
	}
}

func edgeDeathMutants() map[string]operationMutant {
	dying := func(change func(right spec.Engine, op *spec.Operation) bool) operationMutant {
		return beforeEach(spec.OpDelete, change)
	}
	return map[string]operationMutant{
		"delete clears": dying(func(_ spec.Engine, op *spec.Operation) bool { op.Op = spec.OpClear; return false }),
		"sources die with their target": dying(func(right spec.Engine, op *spec.Operation) bool {
			for _, e := range right.Apply(spec.Operation{Op: spec.OpDump}).Dump.Entities {
				for _, id := range e.IDs {
					if id.ID.Second == op.Entity {
						right.Apply(spec.Operation{Op: spec.OpDelete, Entity: e.Handle})
					}
				}
			}
			return false
		}),
		"edges to dead entities remain": afterEach(spec.OpHas,
			func(right spec.Engine, op spec.Operation, out *spec.Outcome) {
				if right.Apply(spec.Operation{Op: spec.OpAlive, Entity: "Bob"}).Bool || op.ID.First != "Likes" {
					return
				}
				out.Bool = true
			}),
		"remove deletes the source": afterEach(spec.OpRemove, func(right spec.Engine, op spec.Operation, _ *spec.Outcome) {
			right.Apply(spec.Operation{Op: spec.OpDelete, Entity: op.Entity})
		}),
		"a new parent deletes the old one": onEdge(func(right spec.Engine, op *spec.Operation) bool {
			old := targetsOf(right, op.Entity, op.ID.First)
			if len(old) > 0 && old[0] != op.ID.Second {
				right.Apply(spec.Operation{Op: spec.OpDelete, Entity: old[0]})
			}
			return false
		}),
		"grandchildren outlive a cascade": dying(func(right spec.Engine, op *spec.Operation) bool {
			for _, child := range right.Apply(spec.Operation{
				Op: spec.OpSources, Entity: op.Entity,
				Relationship: "Parent",
			}).Entities {
				for _, grandchild := range right.Apply(spec.Operation{
					Op: spec.OpSources, Entity: child,
					Relationship: "Parent",
				}).Entities {
					right.Apply(spec.Operation{Op: spec.OpClear, Entity: grandchild})
				}
			}
			return false
		}),
	}
}

func walkMutants() map[string]operationMutant {
	return map[string]operationMutant{
		"sources and targets are swapped": before(func(_ spec.Engine, op *spec.Operation) bool {
			switch op.Op { //nolint:exhaustive // the two entities that are swapped
			case spec.OpSources:
				op.Op = spec.OpTargets
			case spec.OpTargets:
				op.Op = spec.OpSources
			}
			return false
		}),
		"sources lacks the last source": afterEach(spec.OpSources, func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
			out.Entities = out.Entities[:max(0, len(out.Entities)-1)]
		}),
		"sources returns each source twice": afterEach(spec.OpSources,
			func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
				out.Entities = append(slices.Clone(out.Entities), out.Entities...)
			}),
		"traverse returns the root": afterEach(spec.OpTraverse,
			func(_ spec.Engine, op spec.Operation, out *spec.Outcome) {
				out.Entities, out.Depths = append([]spec.Handle{op.Entity}, out.Entities...),
					append([]int{0}, out.Depths...)
			}),
		"depths begin at one": afterEach(spec.OpTraverse, func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
			out.Depths = slices.Clone(out.Depths)
			for i := range out.Depths {
				out.Depths[i]++
			}
		}),
		"walks are breadth first": afterEach(spec.OpTraverse, func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
			level := spec.Outcome{}
			for depth := range len(out.Depths) {
				for i, d := range out.Depths {
					if d == depth {
						level.Entities, level.Depths = append(level.Entities, out.Entities[i]), append(level.Depths, d)
					}
				}
			}
			out.Entities, out.Depths = level.Entities, level.Depths
		}),
		"walks are in reverse order": afterEach(spec.OpTraverse, func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
			out.Entities, out.Depths = slices.Clone(out.Entities), slices.Clone(out.Depths)
			slices.Reverse(out.Entities)
			slices.Reverse(out.Depths)
		}),
		"walks end at the children": afterEach(spec.OpTraverse,
			func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
				for i, d := range slices.Backward(out.Depths) {
					if d > 0 {
						out.Entities, out.Depths = slices.Delete(slices.Clone(out.Entities), i, i+1),
							slices.Delete(slices.Clone(out.Depths), i, i+1)
					}
				}
			}),
		"an entity is its first ancestor": afterEach(spec.OpWalkUp,
			func(_ spec.Engine, op spec.Operation, out *spec.Outcome) {
				out.Entities = append([]spec.Handle{op.Entity}, out.Entities...)
			}),
		"ancestors end at the parent": afterEach(spec.OpWalkUp,
			func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
				out.Entities = out.Entities[:min(1, len(out.Entities))]
			}),
		"ancestors begin with the root": afterEach(spec.OpWalkUp,
			func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
				out.Entities = slices.Clone(out.Entities)
				slices.Reverse(out.Entities)
			}),
		"the first ancestor is the last target": afterEach(spec.OpWalkUp,
			func(right spec.Engine, op spec.Operation, out *spec.Outcome) {
				if all := targetsOf(right, op.Entity, op.Relationship); len(all) > 0 {
					out.Entities = append([]spec.Handle{all[len(all)-1]}, out.Entities[1:]...)
				}
			}),
		"take is ignored": beforeEach(spec.OpWalkUp,
			func(_ spec.Engine, op *spec.Operation) bool { op.Take = 0; return false }),
		"every walk up stops after one step": beforeEach(spec.OpWalkUp,
			func(_ spec.Engine, op *spec.Operation) bool { op.Take = 1; return false }),
		"walks up have a maximum depth of 10": beforeEach(spec.OpWalkUp, func(_ spec.Engine, op *spec.Operation) bool {
			if op.MaxDepth == 0 {
				op.MaxDepth = 10
			}
			return false
		}),
		"the maximum depth of walks is one less": beforeEach(spec.OpWalkUp, func(_ spec.Engine, op *spec.Operation) bool {
			op.MaxDepth = max(op.MaxDepth-1, 0)
			return false
		}),
		"walks beyond the limit return no error": after(func(_ spec.Engine, op spec.Operation, out *spec.Outcome) {
			if op.Op == spec.OpWalkUp && out.Err != nil && out.Err.Code == spec.CodeLimit {
				*out = nothing(op)
			}
		}),
	}
}

func stageMutants() map[string]operationMutant {
	events := func(lost spec.EventKind) operationMutant {
		return afterEach(spec.OpEvents, func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
			out.Events = slices.DeleteFunc(slices.Clone(out.Events), func(e spec.Event) bool { return e.Event == lost })
		})
	}
	return map[string]operationMutant{
		"nothing is deferred": before(func(_ spec.Engine, op *spec.Operation) bool {
			return op.Op == spec.OpDeferBegin || op.Op == spec.OpDeferEnd
		}),
		"restore does nothing": beforeEach(spec.OpRestore, func(spec.Engine, *spec.Operation) bool { return true }),
		"restore does not restore data": afterEach(spec.OpRestore,
			func(right spec.Engine, _ spec.Operation, _ *spec.Outcome) {
				for _, e := range right.Apply(spec.Operation{Op: spec.OpDump}).Dump.Entities {
					for _, id := range e.IDs {
						right.Apply(spec.Operation{Op: spec.OpSet, Entity: e.Handle, ID: id.ID})
					}
				}
			}),
		"a monitor misses additions": events(spec.OnAdd),
		"a monitor misses removals":  events(spec.OnRemove),
		"only the first event is reported": afterEach(spec.OpEvents,
			func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
				out.Events = out.Events[:min(1, len(out.Events))]
			}),
		"set of an edge removes it first": afterEach(spec.OpSet, func(right spec.Engine, op spec.Operation, _ *spec.Outcome) {
			right.Apply(spec.Operation{Op: spec.OpRemove, Entity: op.Entity, ID: op.ID})
			right.Apply(op)
		}),
	}
}
