package declared

import (
	"slices"

	"github.com/relspec/relspec/internal/expected/edges"
	"github.com/relspec/relspec/spec"
)

// create makes an entity, sometimes with components and edges. If the world is full, it deletes one
// instead.
func (b *builder) create() {
	if len(b.world.Live) >= b.Max {
		b.delete()
		return
	}
	var ids []spec.ID
	if b.oneIn(2) {
		for range 1 + b.below(8)%3 {
			if b.oneIn(2) && len(b.world.Components) > 0 {
				ids = append(ids, spec.Single(b.componentHandle()))
			} else if len(b.world.Live) > 0 {
				ids = append(ids, spec.Pair(b.relationship().Handle, b.entity()))
			}
		}
	}
	b.bear(ids...)
}

func (b *builder) bear(ids ...spec.ID) spec.Handle {
	b.entities++
	h := spec.Handle("e" + number(b.entities))
	b.emit(spec.Operation{Op: spec.OpEntity, Entity: h, IDs: ids})
	return h
}

// fresh returns a new entity or, if the world is full, an existing one.
func (b *builder) fresh() spec.Handle {
	if len(b.world.Live) >= b.Max {
		return b.alive()
	}
	return b.bear()
}

// connect sets an edge between any two entities. Sometimes source and target are the same, and sometimes
// the edge exists already.
func (b *builder) connect() {
	r := b.relationship()
	if b.oneIn(8) && len(b.world.Edges) > 0 {
		x := from(b, b.world.Edges)
		r, _ = b.world.Relationship(x.Relationship)
		b.link(x.Source, r, x.Target)
		return
	}
	b.link(b.entity(), r, b.entity())
}

// link sets an edge, with a payload if the relationship has fields.
func (b *builder) link(source spec.Handle, r edges.Relationship, target spec.Handle) {
	op := spec.Operation{Op: spec.OpSet, Entity: source, ID: spec.Pair(r.Handle, target)}
	b.payload(&op, &r.Declaration)
	b.emit(op)
}

// payload gives data by position, by name, or not at all. One in sixteen is invalid.
func (b *builder) payload(op *spec.Operation, d *spec.Declaration) {
	n := len(d.Fields)
	c := b.below(16)
	switch {
	case n == 0 && c < 14:
	case c < 7:
		for range 1 + b.below(n) {
			op.Args = append(op.Args, b.scalar())
		}
	case c < 12:
		op.Value = spec.RawValue{}
		for _, f := range d.Fields {
			if !b.oneIn(4) {
				op.Value[f] = b.raw()
			}
		}
	case c < 15:
	default:
		b.wrongPayload(op, d.Fields)
	}
}

func (b *builder) wrongPayload(op *spec.Operation, fields []string) {
	switch b.below(4) {
	case 0: // an unknown field, alone or with a known field
		op.Value = spec.RawValue{"nothing": b.raw()}
		if len(fields) > 0 && b.oneIn(2) {
			op.Value[fields[0]] = b.raw()
		}
	case 1:
		op.Value = spec.RawValue{"target": string(b.alive())}
	case 2:
		for range len(fields) + 1 {
			op.Args = append(op.Args, b.scalar())
		}
	default:
		op.Args, op.Value = []spec.Scalar{b.scalar()}, spec.RawValue{"weight": b.raw()}
	}
}

// raw returns an untyped JSON value.
func (b *builder) raw() any {
	switch s := b.scalar(); s.Type {
	case spec.F64:
		return s.Num
	case spec.Bool:
		return s.Bool
	case spec.String:
		return s.Text
	case spec.F32, spec.I32, spec.I64, spec.Entity:
	}
	return nil
}

func (b *builder) setComponent() {
	c := b.componentHandle()
	op := spec.Operation{Op: spec.OpSet, Entity: b.entity(), ID: spec.Single(c)}
	if members := b.world.Members[c]; len(members) > 0 && !b.oneIn(4) {
		n := b.below(256)
		op.Value = spec.RawValue{}
		for i, m := range members {
			op.Value[m.Name] = b.typed(m.Type, n+i)
		}
	}
	b.emit(op)
}

func (b *builder) remove() {
	e, id := b.pattern()
	b.emit(spec.Operation{Op: spec.OpRemove, Entity: e, ID: id})
}

func (b *builder) delete() {
	if len(b.world.Live) <= 2 {
		b.bear()
		return
	}
	b.emit(ask(spec.OpDelete, b.entity()))
}

func (b *builder) clear() { b.emit(ask(spec.OpClear, b.entity())) }

// maxSnapshots bounds the memory of a trace.
const maxSnapshots = 3

func (b *builder) snapshot() {
	n := min(len(b.world.Snapshots)+1, maxSnapshots)
	b.emit(spec.Operation{Op: spec.OpSnapshot, As: "s" + number(1+b.below(n))})
}

func (b *builder) restore() {
	if len(b.world.Snapshots) == 0 {
		b.snapshot()
		return
	}
	b.emit(spec.Operation{Op: spec.OpRestore, As: from(b, b.world.Snapshots).Name})
}

// refused emits an operation that should be refused (declared.kinds and declared.dead-target,
// declared.reverse-index).
func (b *builder) refused() {
	r := b.relationship()
	switch b.below(10) {
	case 0, 1:
		b.misdeclare()
	case 2:
		b.link(b.corpse(), r, b.alive())
	case 3:
		b.link(b.alive(), r, b.corpse())
	case 4:
		b.emit(spec.Operation{Op: spec.OpSet, Entity: b.alive(), ID: [...]spec.ID{
			spec.Single(r.Handle), spec.Pair(r.Handle, spec.Wildcard), spec.Pair(b.alive(), b.alive()),
		}[b.below(3)]})
	case 5:
		b.emit(ask(spec.OpDelete, [...]spec.Handle{b.corpse(), r.Handle, "ghost"}[b.below(3)]))
	case 6:
		b.emit(spec.Operation{Op: spec.OpGet, Entity: b.corpse(), ID: spec.Single(r.Handle)})
	case 7:
		kinds := [...]spec.OpKind{
			spec.OpSources, spec.OpTraverse, spec.OpWalkUp, spec.OpTargets, spec.OpTarget,
			spec.OpClear,
		}
		op := about(kinds[b.below(len(kinds))], b.corpse(), r.Handle)
		if op.Op == spec.OpClear {
			op.Relationship = ""
		}
		b.emit(op)
	case 8: // if an edge is refused, the entity is not created
		b.entities++
		b.emit(spec.Operation{Op: spec.OpEntity, Entity: spec.Handle("e" + number(b.entities)), IDs: []spec.ID{
			spec.Pair(r.Handle, b.alive()), spec.Pair(r.Handle, b.corpse()),
		}})
	default:
		b.emit(ask(spec.OpEntity, [...]spec.Handle{b.alive(), b.corpse(), r.Handle}[b.below(3)]))
	}
}

// known reports whether all entities of a list live.
func (b *builder) known(list ...spec.Handle) bool {
	return !slices.ContainsFunc(list, func(h spec.Handle) bool { return !b.world.IsAlive(h) })
}
