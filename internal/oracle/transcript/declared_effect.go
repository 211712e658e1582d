package transcript

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// An effect is a silent change of the world by an operation in a released Flecs: both sides give
// the same answer, but their worlds differ afterwards. It returns the operations that, instead of
// op, bring the reference to the same world, or nil if the worlds do not differ.
type effect func(c *change) []spec.Operation

// change is an operation that both sides carried out.
type change struct {
	before, after *declaredWorld // of the world closest to that of Flecs
	op            *spec.Operation
	done          []spec.Operation // operations before it
}

// effects are the values of the field effect in declarations.
var effects = map[string]effect{
	"disabled copied to instances":             disabledCopied,
	"prefab lists enabled and disabled":        listDisabled,
	"no mirror for hidden entities":            noMirror,
	"prefab not spread to those with a parent": prefabNotSpread,
	"prefabs spared by deletion and removal":   prefabsSpared,
	"late ids of a base not copied":            lateNotCopied,
	"removed Symmetric goes on":                symmetricStays,
	"removed Exclusive goes on":                exclusiveStays,
	"mirror for each instance":                 mirrorForInstances,
	"copied pairs start at zero":               copiedPairsZero,
	"holders of symmetric pairs survive":       symmetricSurvives,
	"removed DontInherit goes on":              dontInheritStays,
	"removal by target ends at another target": removalEnds,
	"the last exclusive mark is copied":        lastMarkCopied,
}

// mayHaveEffect reports whether an operation may have an effect. The world is dumped only for such
// operations.
func mayHaveEffect(op *spec.Operation) bool {
	switch op.Op { //nolint:exhaustive // the others have none
	case spec.OpEnable, spec.OpDisable:
		return op.ID.First == ""
	case spec.OpEntity, spec.OpComponent:
		return op.Parent != "" || len(op.IDs) > 0
	case spec.OpRemove:
		return op.ID.First == spec.DontInheritTag || op.ID.First == spec.Wildcard && op.ID.IsPair()
	case spec.OpAdd, spec.OpSet, spec.OpDeleteWith, spec.OpRemoveAll, spec.OpDelete:
		return true
	}
	return false
}

// addedIDs returns the ids that an operation adds.
func addedIDs(op *spec.Operation) []spec.ID {
	ids := slices.Clone(op.IDs)
	if op.ID.First != "" {
		ids = append(ids, op.ID)
	}
	if op.Parent != "" {
		ids = append(ids, spec.Pair(spec.ChildOf, op.Parent))
	}
	return ids
}

// unlessAlone returns out, or nil if its only element is the operation itself.
func unlessAlone(out []spec.Operation) []spec.Operation {
	if len(out) == 1 {
		return nil
	}
	return out
}

func addTo(e spec.Handle, id spec.ID) spec.Operation {
	return spec.Operation{Op: spec.OpAdd, Entity: e, ID: id}
}

func removeFrom(e spec.Handle, id spec.ID) spec.Operation {
	return spec.Operation{Op: spec.OpRemove, Entity: e, ID: id}
}

// disabledCopied gives a new instance the tag Disabled of its bases, because Flecs 4 treats it like
// any other id.
func disabledCopied(c *change) []spec.Operation {
	before, after, op := c.before, c.after, c.op
	if op.Op == spec.OpEnable || op.Op == spec.OpDisable {
		return nil
	}
	for _, id := range addedIDs(op) {
		if id.First != spec.IsA || before.owns(op.Entity, id) || after.property(op.Entity, spec.Disabled) {
			continue
		}
		for _, base := range append([]spec.Handle{id.Second}, after.bases(id.Second)...) {
			if after.owns(base, spec.Single(spec.Disabled)) {
				return []spec.Operation{*op, addTo(op.Entity, spec.Single(spec.Disabled))}
			}
		}
	}
	return nil
}

// listDisabled disables or enables the ids that a prefab lists instead of the prefab itself.
func listDisabled(c *change) []spec.Operation {
	before, op := c.before, c.op
	if op.Op != spec.OpDisable && op.Op != spec.OpEnable || !before.owns(op.Entity, spec.Single(spec.Prefab)) {
		return nil
	}
	out := []spec.Operation{}
	for _, id := range before.ids[op.Entity] {
		if id.IsPair() || id.First == spec.Prefab || id.First == spec.Disabled || spec.IsReserved(id.First) {
			continue
		}
		if op.Op == spec.OpDisable {
			out = append(out, addTo(id.First, spec.Single(spec.Disabled)))
		} else {
			out = append(out, removeFrom(id.First, spec.Single(spec.Disabled)))
		}
	}
	return out
}

// noMirror adds a pair of a symmetric relationship to a prefab or disabled entity without its
// mirror. In Flecs an observer adds the mirror, and observers do not see such entities.
func noMirror(c *change) []spec.Operation {
	before, after, op := c.before, c.after, c.op
	if op.Op != spec.OpAdd && op.Op != spec.OpSet || !op.ID.IsPair() ||
		!after.owns(op.ID.First, spec.Single(spec.Symmetric)) {
		return nil
	}
	if before.owns(op.Entity, op.ID) || !before.hidden(op.Entity) {
		return nil
	}
	property := spec.Single(spec.Symmetric)
	return []spec.Operation{removeFrom(op.ID.First, property), *op, addTo(op.ID.First, property)}
}

// prefabNotSpread removes Prefab from the children that got it from their parent. The entity of the
// operation keeps it if it had no parent before.
func prefabNotSpread(c *change) []spec.Operation {
	before, after, op := c.before, c.after, c.op
	out := []spec.Operation{*op}
	for _, e := range after.entities {
		if !after.property(e, spec.Prefab) || before.property(e, spec.Prefab) {
			continue
		}
		added := e == op.Entity && slices.Contains(addedIDs(op), spec.Single(spec.Prefab))
		fresh := e == op.Entity && !before.property(e, spec.ChildOf)
		if !added && !fresh && after.property(e, spec.ChildOf) {
			out = append(out, removeFrom(e, spec.Single(spec.Prefab)))
		}
	}
	return unlessAlone(out)
}

// prefabsSpared applies a deletion or removal to all entities with an id except prefabs, because
// Flecs finds the entities by a query.
func prefabsSpared(c *change) []spec.Operation {
	if c.op.Op != spec.OpDeleteWith && c.op.Op != spec.OpRemoveAll {
		return nil
	}
	spared, others := 0, []spec.Operation{}
	for _, e := range c.before.entities {
		if !c.before.owns(e, c.op.ID) {
			continue
		}
		op := spec.Operation{Op: spec.OpDelete, Entity: e}
		if c.op.Op == spec.OpRemoveAll {
			op = removeFrom(e, c.op.ID)
		}
		if c.before.property(e, spec.Prefab) {
			spared++
		} else {
			others = append(others, op)
		}
	}
	if spared == 0 {
		return nil
	}
	return others
}

// lateNotCopied copies to a new instance only the ids that the base had when the base got its first
// instance.
func lateNotCopied(c *change) []spec.Operation {
	if c.op.Op != spec.OpAdd && c.op.Op != spec.OpEntity {
		return nil
	}
	added := addedIDs(c.op)
	out := []spec.Operation{*c.op}
	for _, id := range added {
		first := firstInstance(c.done, id.Second)
		if id.First != spec.IsA || first < 0 {
			continue
		}
		for _, copied := range c.after.ids[c.op.Entity] {
			if slices.Contains(added, copied) || c.before.owns(c.op.Entity, copied) || copied.First == spec.IsA {
				continue
			}
			if at := lastAdded(c.done, id.Second, copied); at > first {
				out = append(out, removeFrom(c.op.Entity, copied))
			}
		}
	}
	return unlessAlone(out)
}

// firstInstance returns the index of the operation in which a base got its first instance, or -1.
func firstInstance(done []spec.Operation, base spec.Handle) int {
	return slices.IndexFunc(done, func(op spec.Operation) bool {
		return slices.Contains(addedIDs(&op), spec.Pair(spec.IsA, base))
	})
}

// lastAdded returns the index of the last operation that added an id to an entity, or -1.
func lastAdded(done []spec.Operation, e spec.Handle, id spec.ID) int {
	for i := len(done) - 1; i >= 0; i-- {
		if done[i].Entity == e && done[i].Op != spec.OpRemove && slices.Contains(addedIDs(&done[i]), id) {
			return i
		}
	}
	return -1
}

// had reports whether a relationship had a property that it no longer has.
func (c *change) had(relationship, property spec.Handle) bool {
	return !c.before.owns(relationship, spec.Single(property)) &&
		lastAdded(c.done, relationship, spec.Single(property)) >= 0
}

func (c *change) addsPair() bool {
	return (c.op.Op == spec.OpAdd || c.op.Op == spec.OpSet) && c.op.ID.IsPair() && !c.before.owns(c.op.Entity, c.op.ID)
}

func symmetricStays(c *change) []spec.Operation {
	if !c.addsPair() || !c.had(c.op.ID.First, spec.Symmetric) {
		return nil
	}
	return []spec.Operation{*c.op, addTo(c.op.ID.Second, spec.Pair(c.op.ID.First, c.op.Entity))}
}

func exclusiveStays(c *change) []spec.Operation {
	if !c.addsPair() || !c.had(c.op.ID.First, spec.Exclusive) {
		return nil
	}
	out := []spec.Operation{*c.op}
	for _, id := range c.before.ids[c.op.Entity] {
		if id.First == c.op.ID.First && id.IsPair() {
			out = append(out, removeFrom(c.op.Entity, id))
		}
	}
	return out
}

// mirrorForInstances adds the mirror of an inherited pair for each instance, because Flecs notifies
// its observers of inherited pairs.
func mirrorForInstances(c *change) []spec.Operation {
	if !c.addsPair() || !c.after.owns(c.op.ID.First, spec.Single(spec.Symmetric)) {
		return nil
	}
	property := spec.Single(spec.Symmetric)
	out := []spec.Operation{*c.op, removeFrom(c.op.ID.First, property)}
	for _, e := range c.before.entities {
		if slices.Contains(c.before.bases(e), c.op.Entity) {
			out = append(out, addTo(c.op.ID.Second, spec.Pair(c.op.ID.First, e)))
		}
	}
	if len(out) == 2 {
		return nil
	}
	return append(out, addTo(c.op.ID.First, property))
}

// copiedPairsZero sets the copied pairs of a new instance to zero if their data has the type of the
// target.
func copiedPairsZero(c *change) []spec.Operation {
	if c.op.Op != spec.OpAdd && c.op.Op != spec.OpEntity {
		return nil
	}
	added := addedIDs(c.op)
	if !slices.ContainsFunc(added, func(id spec.ID) bool { return id.First == spec.IsA }) {
		return nil
	}
	out := []spec.Operation{*c.op}
	for _, id := range c.after.ids[c.op.Entity] {
		if !id.IsPair() || len(c.after.members[id.First]) > 0 || slices.Contains(added, id) ||
			c.before.owns(c.op.Entity, id) {
			continue
		}
		if zero := c.after.zero(c.op.Entity, id); zero != nil {
			out = append(out, spec.Operation{Op: spec.OpSet, Entity: c.op.Entity, ID: id, Value: zero})
		}
	}
	return unlessAlone(out)
}

// zero returns the zero value for a pair with data of its target, or nil if there is no data.
func (w *declaredWorld) zero(e spec.Handle, id spec.ID) spec.RawValue {
	if w.values[declaredID{e, id}] == nil {
		return nil
	}
	out := spec.RawValue{}
	for _, m := range w.members[id.Second] {
		switch m.Type {
		case spec.Bool:
			out[m.Name] = false
		case spec.String:
			out[m.Name] = ""
		case spec.Entity:
			out[m.Name] = nil
		case spec.F32, spec.F64, spec.I32, spec.I64:
			out[m.Name] = 0
		}
	}
	return out
}

// symmetricSurvives removes the pairs with a target before the target is deleted, so that no policy
// applies. In Flecs an observer removes them when it mirrors the removal.
func symmetricSurvives(c *change) []spec.Operation {
	if c.op.Op != spec.OpDelete {
		return nil
	}
	out := []spec.Operation{}
	for _, e := range c.before.entities {
		for _, id := range c.before.ids[e] {
			if e != c.op.Entity && id.Second == c.op.Entity && c.before.owns(id.First, spec.Single(spec.Symmetric)) {
				out = append(out, removeFrom(e, id))
			}
		}
	}
	if len(out) == 0 {
		return nil
	}
	return append(out, *c.op)
}

// dontInheritStays keeps DontInherit on an entity that had it.
func dontInheritStays(c *change) []spec.Operation {
	if c.op.Op != spec.OpRemove || c.op.ID != spec.Single(spec.DontInheritTag) ||
		!c.before.property(c.op.Entity, spec.DontInheritTag) {
		return nil
	}
	return []spec.Operation{}
}

// removalEnds skips a removal of the pattern (*, target) if the oldest pair of the entity has
// another target. The age of a pair is that of its relationship, then that of its target. If
// several pairs are the oldest, one with another target counts.
func removalEnds(c *change) []spec.Operation {
	if c.op.Op != spec.OpRemove || c.op.ID.First != spec.Wildcard || !c.op.ID.IsPair() || c.op.ID.Second.IsWildcard() {
		return nil
	}
	var first spec.ID
	for _, id := range c.before.ids[c.op.Entity] {
		if id.IsPair() && (first.First == "" || c.older(id, first) || !c.older(first, id) && id.Second != c.op.ID.Second) {
			first = id
		}
	}
	if first.First == "" || first.Second == c.op.ID.Second {
		return nil
	}
	return []spec.Operation{}
}

// older reports whether the relationship of a was made before that of b, or the target if they have
// the same relationship.
func (c *change) older(a, b spec.ID) bool {
	if a.First != b.First {
		return c.age(a.First) < c.age(b.First)
	}
	return c.age(a.Second) < c.age(b.Second)
}

// age returns the index of the operation that created an entity, or -1 for reserved entities and
// components.
func (c *change) age(e spec.Handle) int {
	return slices.IndexFunc(c.done, func(op spec.Operation) bool { return op.Op == spec.OpEntity && op.Entity == e })
}

// lastMarkCopied gives a new instance the youngest target for which its base has a mark, if the
// relationship is exclusive.
func lastMarkCopied(c *change) []spec.Operation {
	if c.op.Op != spec.OpAdd && c.op.Op != spec.OpEntity {
		return nil
	}
	out := []spec.Operation{*c.op}
	for _, id := range c.after.ids[c.op.Entity] {
		if !id.IsPair() || !c.after.property(id.First, spec.Exclusive) || c.before.owns(c.op.Entity, id) {
			continue
		}
		last := id.Second
		for i := range c.done {
			op := &c.done[i]
			marks := op.Op == spec.OpOverride && op.ID.First == id.First &&
				slices.Contains(c.after.bases(c.op.Entity), op.Entity)
			if marks && c.age(op.ID.Second) > c.age(last) {
				last = op.ID.Second
			}
		}
		if last != id.Second {
			out = append(out, addTo(c.op.Entity, spec.Pair(id.First, last)))
		}
	}
	return unlessAlone(out)
}
