package flecs

import "github.com/relspec/relspec/spec"

// typed returns an entity and an id with data: one that the entity owns if there is one, or else a
// component or sometimes a pair.
func (b *builder) typed() (ref, fact) {
	e := b.subject()
	if e >= 0 {
		own := b.world.Entities[e].Own
		start := b.below(len(own))
		for i := range own {
			if f := own[(start+i)%len(own)]; len(b.world.Members(f)) > 0 {
				return e, f
			}
		}
	}
	if b.oneIn(4) {
		if f := b.dataPair(); len(b.world.Members(f)) > 0 {
			return e, f
		}
	}
	return e, single(b.of(roleComponent))
}

// set sets a component or the data of a pair, often one that the entity already owns.
func (b *builder) set() {
	e, f := b.typed()
	if b.oneIn(3) {
		f = single(b.of(roleComponent))
	}
	if b.Arbitrary && b.oneIn(8) {
		f = b.arbitraryFact()
	} else if !b.allows(e, f) {
		f = single(b.of(roleComponent))
	}
	b.setFact(e, f)
}

func (b *builder) setFact(e ref, f fact) {
	op := b.op(spec.OpSet, e)
	op.ID, op.Value = b.world.ID(f), b.value(b.world.Members(f))
	b.emit(op)
}

// value returns a value of a component type from one byte; now and then the last member is left
// out.
func (b *builder) value(members []spec.Member) spec.RawValue {
	c := int(b.Next())
	if len(members) > 1 && c%8 == 7 {
		members = members[:len(members)-1]
	}
	v := make(spec.RawValue, len(members))
	for i, m := range members {
		v[m.Name] = b.scalar(m.Type, c+i)
	}
	return v
}

// scalar returns one of few values of a type, so that equal values are frequent.
func (b *builder) scalar(t spec.Primitive, c int) any {
	switch t {
	case spec.F32, spec.F64:
		return float64(c%16)/2 - 1
	case spec.I32, spec.I64:
		return int64(c%16 - 4)
	case spec.Bool:
		return c%2 == 1
	case spec.String:
		return siblingNames[c%len(siblingNames)]
	case spec.Entity:
		plain := b.world.Of[rolePlain]
		if c%4 == 0 || len(plain) == 0 {
			return nil
		}
		return string(b.world.Handle(plain[c%len(plain)]))
	}
	return nil
}

func (b *builder) get() {
	e, f := b.typed()
	b.factOp(spec.OpGet, e, f)
}

// factOp emits an operation on an entity and an id.
func (b *builder) factOp(kind spec.OpKind, e ref, f fact) {
	op := b.op(kind, e)
	op.ID = b.world.ID(f)
	b.emit(op)
}
