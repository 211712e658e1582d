package transcript

import (
	"cmp"
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
	"properties copied to instances":           propertiesCopied,
}

// mayHaveEffect reports whether an operation may have an effect. The world is dumped only for these.
func mayHaveEffect(op *spec.Operation) bool {
	switch op.Op { //nolint:exhaustive // the others have none
	case spec.OpEntity, spec.OpComponent:
		return op.Parent != "" || len(op.IDs) > 0
	case spec.OpEnable, spec.OpDisable, spec.OpRemove, spec.OpAdd, spec.OpSet, spec.OpDeleteWith, spec.OpRemoveAll,
		spec.OpDelete:
		return true
	}
	return false
}

// addedIDs returns the ids that an operation adds.
func addedIDs(op *spec.Operation) []spec.ID {
	if op.Op == spec.OpRemove {
		return nil
	}
	ids := slices.Clone(op.IDs)
	if op.ID.First != "" {
		ids = append(ids, op.ID)
	}
	if op.Parent != "" {
		ids = append(ids, spec.Pair(spec.ChildOf, op.Parent))
	}
	return ids
}

func addTo(e spec.Handle, id spec.ID) spec.Operation {
	return spec.Operation{Op: spec.OpAdd, Entity: e, ID: id}
}

func removeFrom(e spec.Handle, id spec.ID) spec.Operation {
	return spec.Operation{Op: spec.OpRemove, Entity: e, ID: id}
}

// and returns the operation and further ones, or nil if there are no further ones.
func (c *change) and(more ...spec.Operation) []spec.Operation {
	if len(more) == 0 {
		return nil
	}
	return append([]spec.Operation{*c.op}, more...)
}

// creates reports whether the operation may make an instance that gets copies.
func (c *change) creates() bool { return c.op.Op == spec.OpAdd || c.op.Op == spec.OpEntity }

// gained returns the ids that the entity of the operation has got.
func (c *change) gained() []spec.ID {
	return slices.DeleteFunc(slices.Clone(c.after.ids[c.op.Entity]), func(id spec.ID) bool {
		return c.before.owns(c.op.Entity, id)
	})
}

// disabledCopied gives a new instance the tag Disabled of its bases, because Flecs 4 treats it like
// any other id.
func disabledCopied(c *change) []spec.Operation {
	for _, id := range addedIDs(c.op) {
		if id.First == spec.IsA && !c.before.owns(c.op.Entity, id) && c.after.disabled(id.Second) &&
			!c.after.property(c.op.Entity, spec.Disabled) {
			return c.and(addTo(c.op.Entity, spec.Single(spec.Disabled)))
		}
	}
	return nil
}

// copied are the properties that Flecs 4.1 copies to instances. All pairs of the relationships among
// them are copied.
var copied = []spec.Handle{
	spec.CanToggle, spec.Inheritable, spec.IsTrait, spec.OnlyRelationship, spec.OnlyTarget, spec.PairIsTag,
	spec.ReflexiveProp, spec.Transitive, spec.OnDelete, spec.OnDeleteTarget, spec.OnInstantiate, spec.With, spec.OneOf,
}

// propertiesCopied gives a new instance the properties of its base, unless it is a base itself.
func propertiesCopied(c *change) []spec.Operation {
	var out []spec.Operation
	for _, added := range addedIDs(c.op) {
		if added.First != spec.IsA || c.before.owns(c.op.Entity, added) || c.before.instances(c.op.Entity) {
			continue
		}
		for _, id := range c.after.ids[added.Second] {
			if slices.Contains(copied, id.First) && !c.after.owns(c.op.Entity, id) {
				out = append(out, addTo(c.op.Entity, id))
			}
		}
	}
	return c.and(out...)
}

// listDisabled disables or enables the ids that a prefab lists instead of the prefab itself.
func listDisabled(c *change) []spec.Operation {
	enables := c.op.Op == spec.OpEnable
	if !enables && c.op.Op != spec.OpDisable || !c.op.ID.IsZero() || !c.before.tagged(c.op.Entity, spec.Prefab) {
		return nil
	}
	out := []spec.Operation{}
	for _, id := range c.before.ids[c.op.Entity] {
		switch {
		case id.IsPair() || spec.IsReserved(id.First):
		case enables:
			out = append(out, removeFrom(id.First, spec.Single(spec.Disabled)))
		default:
			out = append(out, addTo(id.First, spec.Single(spec.Disabled)))
		}
	}
	return out
}

// noMirror adds a pair of a symmetric relationship to a prefab or disabled entity without its
// mirror. In Flecs an observer adds the mirror, and observers do not see such entities.
func noMirror(c *change) []spec.Operation {
	if !c.addsPair() || !c.after.tagged(c.op.ID.First, spec.Symmetric) || !c.before.hidden(c.op.Entity) {
		return nil
	}
	return c.withoutSymmetric(*c.op)
}

// withoutSymmetric returns operations during which the relationship of the pair is not Symmetric.
func (c *change) withoutSymmetric(ops ...spec.Operation) []spec.Operation {
	r, symmetric := c.op.ID.First, spec.Single(spec.Symmetric)
	return slices.Concat([]spec.Operation{removeFrom(r, symmetric)}, ops, []spec.Operation{addTo(r, symmetric)})
}

// prefabNotSpread removes Prefab from the children that got it from their parent. The entity of the
// operation keeps it if it had no parent before.
func prefabNotSpread(c *change) []spec.Operation {
	prefab := spec.Single(spec.Prefab)
	var out []spec.Operation
	for _, e := range c.after.entities {
		spread := c.after.property(e, spec.Prefab) && !c.before.property(e, spec.Prefab) && c.after.property(e, spec.ChildOf)
		keeps := e == c.op.Entity && (slices.Contains(addedIDs(c.op), prefab) || !c.before.property(e, spec.ChildOf))
		if spread && !keeps {
			out = append(out, removeFrom(e, prefab))
		}
	}
	return c.and(out...)
}

// prefabsSpared applies a deletion or removal to all entities with an id except prefabs, because
// Flecs finds the entities by a query.
func prefabsSpared(c *change) []spec.Operation {
	if c.op.Op != spec.OpDeleteWith && c.op.Op != spec.OpRemoveAll {
		return nil
	}
	spared, others := false, []spec.Operation{}
	for _, e := range c.before.entities {
		switch {
		case !c.before.owns(e, c.op.ID):
		case c.before.property(e, spec.Prefab):
			spared = true
		case c.op.Op == spec.OpRemoveAll:
			others = append(others, removeFrom(e, c.op.ID))
		default:
			others = append(others, spec.Operation{Op: spec.OpDelete, Entity: e})
		}
	}
	if !spared {
		return nil
	}
	return others
}

// lateNotCopied copies to a new instance only the ids that the base had when the base got its first
// instance.
func lateNotCopied(c *change) []spec.Operation {
	var out []spec.Operation
	added := addedIDs(c.op)
	for _, id := range added {
		first := slices.IndexFunc(c.done, func(op spec.Operation) bool {
			return slices.Contains(addedIDs(&op), spec.Pair(spec.IsA, id.Second))
		})
		if !c.creates() || id.First != spec.IsA || first < 0 {
			continue
		}
		for _, copied := range c.gained() {
			if !slices.Contains(added, copied) && copied.First != spec.IsA && lastAdded(c.done, id.Second, copied) > first {
				out = append(out, removeFrom(c.op.Entity, copied))
			}
		}
	}
	return c.and(out...)
}

// lastAdded returns the index of the last operation that added an id to an entity, or -1.
func lastAdded(done []spec.Operation, e spec.Handle, id spec.ID) int {
	for i := len(done) - 1; i >= 0; i-- {
		if done[i].Entity == e && slices.Contains(addedIDs(&done[i]), id) {
			return i
		}
	}
	return -1
}

// addsPair reports whether the operation adds a pair that the entity does not have.
func (c *change) addsPair() bool {
	return (c.op.Op == spec.OpAdd || c.op.Op == spec.OpSet) && c.op.ID.IsPair() && !c.before.owns(c.op.Entity, c.op.ID)
}

// had reports whether the operation adds a pair whose relationship had a property that it no longer
// has.
func (c *change) had(property spec.Handle) bool {
	r := c.op.ID.First
	return c.addsPair() && !c.before.tagged(r, property) && lastAdded(c.done, r, spec.Single(property)) >= 0
}

func symmetricStays(c *change) []spec.Operation {
	if !c.had(spec.Symmetric) {
		return nil
	}
	return c.and(addTo(c.op.ID.Second, spec.Pair(c.op.ID.First, c.op.Entity)))
}

func exclusiveStays(c *change) []spec.Operation {
	if !c.had(spec.Exclusive) {
		return nil
	}
	var out []spec.Operation
	for _, id := range c.before.pairs(c.op.Entity, c.op.ID.First) {
		out = append(out, removeFrom(c.op.Entity, id))
	}
	return c.and(out...)
}

// mirrorForInstances adds the mirror of an inherited pair for each instance, because Flecs notifies
// its observers of inherited pairs.
func mirrorForInstances(c *change) []spec.Operation {
	if !c.addsPair() || !c.after.tagged(c.op.ID.First, spec.Symmetric) {
		return nil
	}
	var mirrors []spec.Operation
	for _, e := range c.before.entities {
		if slices.Contains(c.before.bases(e), c.op.Entity) {
			mirrors = append(mirrors, addTo(c.op.ID.Second, spec.Pair(c.op.ID.First, e)))
		}
	}
	if len(mirrors) == 0 {
		return nil
	}
	return c.and(c.withoutSymmetric(mirrors...)...)
}

// copiedPairsZero sets the copied pairs of a new instance to zero if their data has the type of the
// target.
func copiedPairsZero(c *change) []spec.Operation {
	added := addedIDs(c.op)
	if !c.creates() || !slices.ContainsFunc(added, func(id spec.ID) bool { return id.First == spec.IsA }) {
		return nil
	}
	var out []spec.Operation
	for _, id := range c.gained() {
		if id.IsPair() && len(c.after.dumped[id.First].Members) == 0 && !slices.Contains(added, id) &&
			c.after.of(c.op.Entity, id).Value != nil {
			out = append(out, spec.Operation{
				Op: spec.OpSet, Entity: c.op.Entity, ID: id, Value: zero(c.after.dumped[id.Second].Members),
			})
		}
	}
	return c.and(out...)
}

// zero returns the zero value of a component.
func zero(members []spec.Member) spec.RawValue {
	out := spec.RawValue{}
	for _, m := range members {
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
	var out []spec.Operation
	for _, e := range c.before.entities {
		for _, id := range c.before.ids[e] {
			if e != c.op.Entity && id.Second == c.op.Entity && c.before.tagged(id.First, spec.Symmetric) {
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
	target := c.op.ID.Second
	if c.op.Op != spec.OpRemove || c.op.ID.First != spec.Wildcard || target == "" || target.IsWildcard() {
		return nil
	}
	pairs := c.before.pairs(c.op.Entity, "")
	if len(pairs) == 0 {
		return nil
	}
	oldest := slices.MinFunc(pairs, func(a, b spec.ID) int {
		other := func(id spec.ID) int { // 0 for another target than that of the pattern
			if id.Second != target {
				return 0
			}
			return 1
		}
		return cmp.Or(c.age(a.First)-c.age(b.First), c.age(a.Second)-c.age(b.Second), other(a)-other(b))
	})
	if oldest.Second == target {
		return nil
	}
	return []spec.Operation{}
}

// age returns the index of the operation that created an entity, or -1 for reserved entities and
// components.
func (c *change) age(e spec.Handle) int {
	return slices.IndexFunc(c.done, func(op spec.Operation) bool { return op.Op == spec.OpEntity && op.Entity == e })
}

// lastMarkCopied gives a new instance the youngest target for which its base has a mark, if the
// relationship is exclusive.
func lastMarkCopied(c *change) []spec.Operation {
	if !c.creates() {
		return nil
	}
	var out []spec.Operation
	for _, id := range c.gained() {
		if !id.IsPair() || !c.after.property(id.First, spec.Exclusive) {
			continue
		}
		last := id.Second
		for _, op := range c.done {
			if op.Op == spec.OpOverride && op.ID.First == id.First && c.age(op.ID.Second) > c.age(last) &&
				slices.Contains(c.after.bases(c.op.Entity), op.Entity) {
				last = op.ID.Second
			}
		}
		if last != id.Second {
			out = append(out, addTo(c.op.Entity, spec.Pair(id.First, last)))
		}
	}
	return c.and(out...)
}
