package flecs

import (
	"slices"

	"github.com/relspec/relspec/internal/expected"
	"github.com/relspec/relspec/spec"
)

// Small pools of names. They are reused often, so that operations affect the same entities.
var (
	tagNames          = []string{"A", "B", "C", "D"}
	relationshipNames = []string{"R", "S", "T", "U"}
	siblingNames      = []string{"n1", "n 2", "3ö`", "n4"} // some need backquotes in query text (text.names)
	componentPool     = []struct {
		name    string
		members []spec.Member
	}{
		{"Position", []spec.Member{{Name: "x", Type: spec.F32}, {Name: "y", Type: spec.F32}}},
		{"Health", []spec.Member{{Name: "points", Type: spec.I32}}},
		{"Owner", []spec.Member{{Name: "who", Type: spec.Entity}, {Name: "since", Type: spec.I32}}},
		{"Mass", []spec.Member{{Name: "kg", Type: spec.F64}}},
		{"Label", []spec.Member{{Name: "text", Type: spec.String}, {Name: "shown", Type: spec.Bool}}},
		{"Score", []spec.Member{{Name: "total", Type: spec.I64}}},
	}
)

// roleChoices has the roles of new entities.
var roleChoices = []choice{
	{"plain", 82, nil},
	{"tag", 5, nil},
	{"component", 5, nil},
	{"relationship", 8, nil},
}

// births are the kinds of new plain entities.
var births = [...]option[func(*builder)]{
	{choice{"bare", 18, nil}, func(b *builder) { b.birth(rolePlain, nil) }},
	{choice{"ids", 32, nil}, func(b *builder) { b.birth(rolePlain, b.birthIDs()) }},
	{choice{"child", 22, nil}, func(b *builder) { b.birthWith(rolePlain, b.plain(), nil, false) }},
	{choice{"instance", 18, nil}, func(b *builder) {
		var ids []fact
		if base := b.plain(); !b.isFinal(base) {
			ids = []fact{pair(b.world.Words.IsA, base)}
		}
		b.birth(rolePlain, ids)
	}},
	{choice{"prefab", 6, nil}, func(b *builder) {
		b.birth(rolePlain, []fact{single(b.world.Words.Prefab), single(b.of(roleTag))})
	}},
	{choice{"disabled", 2, nil}, func(b *builder) { b.birth(rolePlain, []fact{single(b.world.Words.Disabled)}) }},
	{choice{"unscoped", 2, nil}, func(b *builder) { b.birthWith(rolePlain, none, nil, true) }},
	{choice{"batch", 10, func(f *Features) bool { return f.Together }}, (*builder).birthBatch},
}

// create makes an entity of some role. If the world is full, it deletes an entity or adds an id
// instead.
func (b *builder) create() {
	if len(b.world.Live) >= b.Max {
		if b.calm&withoutDeletion != 0 {
			b.add()
		} else {
			b.delete()
		}
		return
	}
	r := rolePlain + role(b.choose(groupRole))
	if r != rolePlain {
		b.declare(r)
		return
	}
	b.bear()
}

// declare makes a tag, component or relationship. Half of the relationships get a property.
func (b *builder) declare(r role) {
	var ids []fact
	if r == roleRelationship && b.oneIn(2) {
		ids = b.relationshipIDs()
	}
	b.birth(r, ids)
}

// bear makes a plain entity.
func (b *builder) bear() { births[b.choose(groupBirth)].makes(b) }

// birthBatch makes several entities in one operation: with ids, as children, or as instances.
func (b *builder) birthBatch() {
	k := b.world.Words
	parent := none
	var ids []fact
	switch b.below(4) {
	case 0:
		parent = b.plain()
	case 1:
		if base := b.plain(); !b.isFinal(base) && !b.isFlat() {
			ids = append(ids, pair(k.IsA, base))
		}
		fallthrough
	default:
		ids = append(ids, b.birthIDs()...)
	}
	b.makeTogether(parent, ids)
}

// makeTogether makes two to five entities in one operation and returns the last.
func (b *builder) makeTogether(parent ref, ids []fact) ref {
	n := b.created[rolePlain]
	op := spec.Operation{Op: spec.OpEntity, Entity: plainHandle(n), IDs: b.idsOf(ids), Parent: b.world.Handle(parent)}
	for range 1 + b.below(4) {
		n++
		op.More = append(op.More, plainHandle(n))
	}
	b.created[rolePlain] = n + 1
	b.emit(op)
	last := b.world.Number(op.Entity)
	for _, h := range op.Makes() {
		if e := b.world.Number(h); e != unknown {
			b.world.Assign(e, rolePlain)
			last = e
		}
	}
	return last
}

// plainHandle returns the handle of the n-th plain entity.
func plainHandle(n int) spec.Handle { return spec.Handle("e" + number(n+1)) }

// idsOf returns the ids whose elements the profile has.
func (b *builder) idsOf(facts []fact) (out []spec.ID) {
	for _, f := range facts {
		if f.First != unknown && f.Second != unknown {
			out = append(out, b.world.ID(f))
		}
	}
	return out
}

// birthIDs returns up to three ids that other entities own.
func (b *builder) birthIDs() []fact {
	w, k := b.world, b.world.Words
	var ids []fact
	for range 1 + b.below(8)%3 {
		_, f := b.owned()
		taken := slices.ContainsFunc(ids, func(o fact) bool { return o.First == f.First })
		fits := w.IsUser(f.First) && w.AllowsTarget(f) || f.First == k.IsA && !b.isFinal(f.Second)
		if !taken && fits {
			ids = append(ids, f)
		}
	}
	return ids
}

// birth makes an entity in the current scope.
func (b *builder) birth(r role, ids []fact) ref { return b.birthWith(r, none, ids, false) }

// birthWith emits the creation of an entity, without ids that the profile does not have. About half
// of the entities get a name, mostly the same as the handle.
func (b *builder) birthWith(r role, parent ref, ids []fact, unscoped bool) ref {
	n := b.created[r]
	b.created[r]++
	op := spec.Operation{Op: spec.OpEntity, Unscoped: unscoped}
	switch r {
	case rolePlain, expected.Reserved:
		op.Entity = plainHandle(n)
	case roleTag:
		op.Entity = pooled(tagNames, n)
	case roleRelationship:
		op.Entity = pooled(relationshipNames, n)
	case roleComponent:
		c := &componentPool[(n+b.firstComponent)%len(componentPool)]
		op.Op, op.Entity, op.Members = spec.OpComponent, spec.Handle(c.name), c.members
		if n >= len(componentPool) {
			op.Entity += spec.Handle(number(n / len(componentPool)))
		}
	}
	if c := b.Next(); c < 128 {
		name := string(op.Entity)
		if c < 16 {
			name = "2 " + name + "ö" // needs backquotes in query text (text.names)
		}
		op.Name = &name
	}
	op.IDs = b.idsOf(ids)
	op.Parent = b.world.Handle(parent)
	b.emit(op)
	e := b.world.Number(op.Entity)
	b.world.Assign(e, r)
	return e
}

// pooled returns the n-th name of a pool, numbered once the pool is used up.
func pooled(pool []string, n int) spec.Handle {
	name := pool[n%len(pool)]
	if n >= len(pool) {
		name += number(n/len(pool) + 1)
	}
	return spec.Handle(name)
}

// repopulate makes an entity if the world has none of a role, fewer than Min entities or fewer than
// two plain ones. It reports whether it made one.
func (b *builder) repopulate() bool {
	w := b.world
	for r := roleTag; r <= roleRelationship; r++ {
		if len(w.Of[r]) == 0 {
			b.declare(r)
			return true
		}
	}
	if len(w.Live) >= b.Min && len(w.Of[rolePlain]) > 1 {
		return false
	}
	b.bear()
	return true
}

// prologue chooses the operations that the trace omits and makes its first world: a few tags,
// components and relationships, more entities, and mostly a prepared query.
func (b *builder) prologue() {
	mood := b.Next()
	b.calm = 0
	if mood%4 == 3 {
		b.calm |= withoutRemoval
	}
	if mood/4%4 == 3 {
		b.calm |= withoutDeletion
	}
	if mood/16%4 == 3 {
		b.calm |= withoutInstances
	}
	b.firstComponent = int(mood) / 64
	shape := int(b.Next())
	for r, n := range [...]int{roleTag: 1 + shape%3, roleComponent: 1 + shape/3%3, roleRelationship: 2 + shape/9%3} {
		for i := 0; i < n && b.canGrow(); i++ {
			b.declare(role(r))
		}
	}
	for i := 0; i < 2+shape/27%9 && b.canGrow(); i++ {
		b.bear()
	}
	if !b.oneIn(4) {
		b.prepare()
	}
}
