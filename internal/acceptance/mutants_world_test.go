package acceptance

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// mutantsWithBases have bugs in what instances inherit.
func mutantsWithBases() map[string]mutant {
	return map[string]mutant{
		"IsA goes both ways": afterEach(spec.OpHas, func(right spec.Engine, op spec.Operation, out *spec.Outcome) {
			if op.ID.First == spec.IsA && op.ID.Second != spec.Wildcard {
				out.Bool = out.Bool || has(right, op.ID.Second, spec.Pair(spec.IsA, op.Entity))
			}
		}),
		"single ids are not inherited": afterEach(spec.OpHas,
			func(right spec.Engine, op spec.Operation, out *spec.Outcome) {
				out.Bool = out.Bool && (op.ID.IsPair() || owns(right, op.Entity, op.ID))
			}),
		"pairs are not inherited": afterEach(spec.OpHas,
			func(right spec.Engine, op spec.Operation, out *spec.Outcome) {
				out.Bool = out.Bool && (!op.ID.IsPair() || owns(right, op.Entity, op.ID))
			}),
		"values are not inherited": afterEach(spec.OpGet,
			func(right spec.Engine, op spec.Operation, out *spec.Outcome) {
				if !owns(right, op.Entity, op.ID) {
					out.Value = nil
				}
			}),
		"values are inherited from direct bases only": afterEach(spec.OpGet,
			func(right spec.Engine, op spec.Operation, out *spec.Outcome) {
				if !ownsOrBaseOwns(right, op.Entity, op.ID) {
					out.Value = nil
				}
			}),
		"ids are inherited from direct bases only": afterEach(spec.OpHas,
			func(right spec.Engine, op spec.Operation, out *spec.Outcome) {
				out.Bool = out.Bool && ownsOrBaseOwns(right, op.Entity, op.ID)
			}),
		"the value of a base hides the own value": afterEach(spec.OpGet, baseFirst),
		"values are inherited from the first base": afterEach(spec.OpGet,
			func(right spec.Engine, op spec.Operation, out *spec.Outcome) {
				if !owns(right, op.Entity, op.ID) {
					baseFirst(right, op, out)
				}
			}),
		"set also changes the bases": beforeEach(spec.OpSet, func(right spec.Engine, op *spec.Operation) bool {
			for _, base := range targetsOf(right, op.Entity, spec.IsA) {
				if owns(right, base, op.ID) {
					right.Apply(spec.Operation{Op: spec.OpSet, Entity: base, ID: op.ID, Value: op.Value})
				}
			}
			return false
		}),
		"instances inherit Prefab":                  inherited(func(id spec.ID) bool { return id == spec.Single(spec.Prefab) }),
		"instances inherit Disabled":                inherited(func(id spec.ID) bool { return id == spec.Single(spec.Disabled) }),
		"instances have the parents of their bases": inherited(func(id spec.ID) bool { return id.First == spec.ChildOf }),
		"instances have the name of the base": afterEach(spec.OpPath,
			func(right spec.Engine, op spec.Operation, out *spec.Outcome) {
				if bases := targetsOf(right, op.Entity, spec.IsA); out.Text == nil && len(bases) > 0 {
					out.Text = right.Apply(spec.Operation{Op: spec.OpPath, Entity: bases[0]}).Text
				}
			}),
		"components are not Final": after(func(right spec.Engine, op spec.Operation, out *spec.Outcome) {
			if op.Op == spec.OpComponent && out.Err == nil {
				right.Apply(spec.Operation{Op: spec.OpRemove, Entity: op.Entity, ID: spec.Single(spec.Final)})
			}
		}),
	}
}

func ownsOrBaseOwns(right spec.Engine, e spec.Handle, id spec.ID) bool {
	return owns(right, e, id) || slices.ContainsFunc(targetsOf(right, e, spec.IsA), func(base spec.Handle) bool {
		return owns(right, e, spec.Pair(spec.IsA, base)) && owns(right, base, id)
	})
}

// baseFirst returns the value of the first base that owns one.
func baseFirst(right spec.Engine, op spec.Operation, out *spec.Outcome) {
	for _, base := range targetsOf(right, op.Entity, spec.IsA) {
		if owns(right, base, op.ID) {
			out.Value = valueOf(right, base, op.ID)
			return
		}
	}
}

// inherited makes instances own the ids of their bases that choose accepts.
func inherited(chosen func(spec.ID) bool) operationMutant {
	return afterEach(spec.OpHas, func(right spec.Engine, op spec.Operation, out *spec.Outcome) {
		for _, base := range targetsOf(right, op.Entity, spec.IsA) {
			out.Bool = out.Bool || chosen(op.ID) && owns(right, base, op.ID)
		}
	})
}

// mutantsWithNames have bugs in names and scopes.
func mutantsWithNames() map[string]mutant {
	path := func(change func(string) string) operationMutant {
		return beforeEach(spec.OpLookup, func(_ spec.Engine, op *spec.Operation) bool {
			op.Path = change(op.Path)
			return false
		})
	}
	return map[string]mutant{
		"names are not stored": beforeEach(spec.OpEntity, func(_ spec.Engine, op *spec.Operation) bool {
			op.Name = nil
			return false
		}),
		"every lookup is absolute": beforeEach(spec.OpLookup,
			func(_ spec.Engine, op *spec.Operation) bool { op.From = ""; return false }),
		"two colons separate nothing":         path(func(p string) string { return strings.ReplaceAll(p, "::", "__") }),
		"only the last name of a path counts": path(func(p string) string { return p[strings.LastIndexAny(p, ".:")+1:] }),
		"scope does not return the previous scope": afterEach(spec.OpScope,
			func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) { out.Entity = "" }),
		"a scope cannot be left": beforeEach(spec.OpScope,
			func(_ spec.Engine, op *spec.Operation) bool { return op.Entity == "" }),
		"components are outside of scopes": operationMutant(func(right spec.Engine, op spec.Operation) spec.Outcome {
			out := right.Apply(op)
			if op.Op == spec.OpComponent && out.Err == nil {
				right.Apply(spec.Operation{
					Op: spec.OpRemove, Entity: op.Entity,
					ID: spec.Pair(spec.ChildOf, spec.Wildcard),
				})
			}
			return out
		}),
		"a second parent is ignored": beforeEach(spec.OpAdd, func(right spec.Engine, op *spec.Operation) bool {
			return op.ID.First == spec.ChildOf && owns(right, op.Entity, spec.Pair(spec.ChildOf, spec.Wildcard))
		}),
	}
}

// mutantsWithDeletions have bugs in policies, and in operations that remove an id from every entity.
func mutantsWithDeletions() map[string]mutant {
	deleted := func(first func(right spec.Engine, e spec.Handle)) operationMutant {
		return beforeEach(spec.OpDelete, func(right spec.Engine, op *spec.Operation) bool {
			first(right, op.Entity)
			return false
		})
	}
	all := func(right spec.Engine, kind spec.OpKind, id spec.ID) { right.Apply(spec.Operation{Op: kind, ID: id}) }
	return map[string]mutant{
		"children outlive their parent": deleted(func(right spec.Engine,
			e spec.Handle,
		) {
			all(right, spec.OpRemoveAll, spec.Pair(spec.ChildOf, e))
		}),
		"deleting a tag deletes the entities that have it": deleted(func(right spec.Engine,
			e spec.Handle,
		) {
			all(right, spec.OpDeleteWith, spec.Single(e))
		}),
		"deleting a target deletes its sources": deleted(func(right spec.Engine,
			e spec.Handle,
		) {
			all(right, spec.OpDeleteWith, spec.Pair(spec.Wildcard, e))
		}),
		"deleting a child deletes its parents": deleted(func(right spec.Engine, e spec.Handle) {
			for _, target := range targetsOf(right, e, spec.ChildOf) {
				right.Apply(spec.Operation{Op: spec.OpDelete, Entity: target})
			}
		}),
		"policies apply to single ids only": deleted(func(right spec.Engine, e spec.Handle) {
			all(right, spec.OpRemoveAll, spec.Pair(e, spec.Wildcard))
		}),
		"policies apply to pairs only": deleted(func(right spec.Engine,
			e spec.Handle,
		) {
			all(right, spec.OpRemoveAll, spec.Single(e))
		}),
		"policies are ignored":      withoutPairs(spec.OnDelete, spec.OnDeleteTarget),
		"OnDelete is ignored":       withoutPairs(spec.OnDelete),
		"OnDeleteTarget is ignored": withoutPairs(spec.OnDeleteTarget),
		"refused pairs return no error": after(func(_ spec.Engine, op spec.Operation, out *spec.Outcome) {
			if out.Err != nil && (out.Err.Code == spec.CodeFinal || out.Err.Code == spec.CodeOneOf ||
				out.Err.Code == spec.CodeCycle) {
				*out = nothing(op)
			}
		}),
		"refused deletions return no error": after(func(_ spec.Engine, op spec.Operation, out *spec.Outcome) {
			if out.Err != nil && out.Err.Code == spec.CodePolicy {
				*out = nothing(op)
			}
		}),
		"remove_all of a tag also removes pairs": beforeEach(spec.OpRemoveAll,
			func(right spec.Engine, op *spec.Operation) bool {
				if !op.ID.IsPair() {
					all(right, spec.OpRemoveAll, spec.Pair(op.ID.First, spec.Wildcard))
					all(right, spec.OpRemoveAll, spec.Pair(spec.Wildcard, op.ID.First))
				}
				return false
			}),
		"remove_all ignores (R, *)": beforeEach(spec.OpRemoveAll,
			func(_ spec.Engine, op *spec.Operation) bool { return op.ID.Second == spec.Wildcard }),
		"remove_all ignores (*, T)": beforeEach(spec.OpRemoveAll,
			func(_ spec.Engine, op *spec.Operation) bool { return op.ID.First == spec.Wildcard }),
		"members lose dead entities": afterEach(spec.OpGet, func(right spec.Engine, _ spec.Operation, out *spec.Outcome) {
			out.Value = slices.Clone(out.Value)
			for i, member := range out.Value {
				if member.Type == spec.Entity &&
					!right.Apply(spec.Operation{Op: spec.OpAlive, Entity: spec.Handle(member.Text)}).Bool {
					out.Value[i].Text = ""
				}
			}
		}),
	}
}

// mutantsWithTeardown have bugs in the order of deletions and in teardown.
func mutantsWithTeardown() map[string]mutant {
	backwards := func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
		out.Events = slices.Clone(out.Events)
		slices.Reverse(out.Events)
	}
	early := func(chosen func(right spec.Engine, e spec.DumpEntity) bool) operationMutant {
		return beforeEach(spec.OpTeardown, func(right spec.Engine, _ *spec.Operation) bool {
			for _, e := range dumped(right) {
				if chosen(right, e) {
					right.Apply(spec.Operation{Op: spec.OpDelete, Entity: e.Handle})
				}
			}
			return false
		})
	}
	return map[string]mutant{
		"events are in reverse order":              afterEach(spec.OpEvents, backwards),
		"teardown reports events in reverse order": afterEach(spec.OpTeardown, backwards),
		"successive OnRemove events are merged": afterEach(spec.OpEvents,
			func(_ spec.Engine, _ spec.Operation, out *spec.Outcome) {
				out.Events = slices.CompactFunc(slices.Clone(out.Events),
					func(a, b spec.Event) bool { return a.Event == spec.OnRemove && b.Event == spec.OnRemove })
			}),
		"teardown deletes roots without children first": early(func(right spec.Engine, e spec.DumpEntity) bool {
			isRoot := len(ownTargets(e, spec.ChildOf)) == 0 && !e.Component
			return isRoot && len(right.Apply(spec.Operation{Op: spec.OpChildren, Entity: e.Handle}).Entities) == 0 &&
				!hasObserved(e)
		}),
		"teardown deletes components first": early(func(_ spec.Engine, e spec.DumpEntity) bool { return e.Component }),
		"teardown ignores policies": beforeEach(spec.OpTeardown,
			func(right spec.Engine, _ *spec.Operation) bool {
				for _, condition := range []spec.Handle{spec.OnDelete, spec.OnDeleteTarget} {
					right.Apply(spec.Operation{Op: spec.OpRemoveAll, ID: spec.Pair(condition, spec.Wildcard)})
				}
				return false
			}),
		"teardown omits what a policy protects": operationMutant(func(right spec.Engine, op spec.Operation) spec.Outcome {
			refused := map[spec.Handle]bool{}
			if op.Op == spec.OpTeardown {
				refused = refusedDeletions(right)
			}
			out := right.Apply(op)
			dropEvents(&out, func(e spec.Event) bool { return refused[e.Entity] })
			return out
		}),
		"instances are not roots in teardown": beforeEach(spec.OpTeardown, func(right spec.Engine, _ *spec.Operation) bool {
			for _, e := range dumped(right) {
				if len(ownTargets(e, spec.IsA)) > 0 {
					right.Apply(spec.Operation{Op: spec.OpAdd, Entity: e.Handle, ID: spec.Single(spec.Module)})
				}
			}
			return false
		}),
		"every scope is a module": beforeEach(spec.OpScope, func(right spec.Engine, op *spec.Operation) bool {
			if op.Entity != "" {
				right.Apply(spec.Operation{Op: spec.OpAdd, Entity: op.Entity, ID: spec.Single(spec.Module)})
			}
			return false
		}),
	}
}

// refusedDeletions returns the entities whose deletion a policy currently refuses.
func refusedDeletions(right spec.Engine) map[spec.Handle]bool {
	refused := map[spec.Handle]bool{}
	for _, e := range dumped(right) {
		right.Apply(spec.Operation{Op: spec.OpSnapshot, As: "before"})
		out := right.Apply(spec.Operation{Op: spec.OpDelete, Entity: e.Handle})
		refused[e.Handle] = out.Err != nil && out.Err.Code == spec.CodePolicy
		right.Apply(spec.Operation{Op: spec.OpRestore, As: "before"})
	}
	return refused
}

// hasObserved reports whether an entity of a dump has Module, System or Observer. Teardown does not
// delete such an entity as a root.
func hasObserved(e spec.DumpEntity) bool {
	return slices.ContainsFunc(e.IDs, func(id spec.DumpID) bool {
		return slices.Contains([]spec.Handle{spec.Module, spec.System, spec.Observer}, id.ID.First)
	})
}
