package twin

import (
	"fmt"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// term is a condition in both forms.
type term struct {
	typed   fast.Term
	general spec.Term
	up      bool    // its id is not told
	id      fast.ID // of an up
	several bool    // it may match an entity in several ways
	other   bool    // it has another source than $this
}

// fixed is an entity that is alive, to stand in a query.
func (t *twin) fixed() fast.Entity {
	for range 3 {
		if e := t.entity(); t.a.Alive(e) {
			return e
		}
	}
	return t.tags[0]
}

// condition draws a term that is no field.
func (t *twin) condition(variables bool) term {
	out := t.element(variables)
	switch t.pick(12) {
	case 0, 1, 2:
		out.typed, out.general.Oper, out.several = fast.Not(out.typed), spec.Not, false
	case 3, 4:
		out.typed, out.general.Oper = fast.Optional(out.typed), spec.Optional
	case 5:
		source := t.fixed()
		if variables && t.chance(2) {
			source = fast.Variable(1)
		}
		out.typed, out.general.Src, out.other = fast.On(source, out.typed), reference(source), true
	case 6, 7:
		out = t.above(t.idOf(), t.chance(3), t.upper())
	}
	out.general.Access = spec.AccessNone
	return t.access(out)
}

// access says whether values are read or written, seldom.
func (t *twin) access(out term) term {
	if out.general.Access != spec.AccessNone && out.general.Access != spec.AccessDefault {
		return out
	}
	switch t.pick(12) {
	case 1:
		out.typed, out.general.Access = fast.In(out.typed), spec.AccessIn
	case 2:
		out.typed, out.general.Access = fast.Out(out.typed), spec.AccessOut
	case 3:
		out.typed, out.general.Access = fast.InOut(out.typed), spec.AccessInOut
	case 4:
		out.typed, out.general.Access = fast.None(out.typed), spec.AccessNone
	}
	return out
}

// idOf is an id without wildcards whose elements are alive.
func (t *twin) idOf() fast.ID {
	switch t.pick(4) {
	case 0:
		return fast.Single(t.types[1+t.pick(5)])
	case 1:
		return fast.Single(of(t.source, t.tags))
	case 2:
		return t.mark.ID()
	}
	return fast.Pair(of(t.source, t.rels), t.fixed())
}

// plainTerm is an id on $this.
func plainTerm(id fast.ID) term {
	out := term{typed: id, general: spec.Term{First: reference(id.First())}}
	if id.IsPair() {
		out.general.Second = reference(id.Second())
	}
	return out
}

// element draws an id, with wildcards and variables perhaps.
func (t *twin) element(variables bool) term {
	if t.chance(2) {
		return plainTerm(t.idOf())
	}
	r := of(t.source, t.rels)
	switch t.pick(6) {
	case 0, 1:
		out := plainTerm(fast.Pair(r, fast.Wildcard))
		out.several = true
		return out
	case 2:
		return plainTerm(fast.Pair(r, fast.Any))
	case 3:
		if variables {
			out := plainTerm(fast.Pair(r, fast.Variable(1)))
			out.several = true
			return out
		}
		out := plainTerm(fast.Pair(fast.Wildcard, t.fixed()))
		out.several = true
		return out
	case 4:
		return plainTerm(fast.Pair(r, fast.This))
	}
	return plainTerm(fast.Pair(r, t.fixed()))
}

// uppers are relationships that a term can follow upwards.
func (t *twin) upper() fast.Entity {
	return of(t.source, []fast.Entity{fast.ChildOf, fast.ChildOf, t.rels[7]})
}

// above is a term that is matched on the nearest entity above, by a relationship.
func (t *twin) above(id fast.ID, optional bool, r fast.Entity) term {
	out := plainTerm(id)
	rel := reference(r)
	out.general.Src = spec.Ref{Trav: &spec.Traversal{Flags: spec.TravUp, Rel: &rel}}
	out.typed, out.up, out.other, out.id = fast.Up(r, id), true, true, id
	if optional {
		out.typed, out.general.Oper = fast.Optional(out.typed), spec.Optional
	}
	return out
}

// field draws the term of the n-th field; typed is nil where the component of the type is meant.
func (t *twin) field(n int, variables bool) term {
	own := fast.Single(t.types[n])
	out := plainTerm(own)
	switch t.pick(10) {
	case 0, 1:
		out.typed, out.general.Oper = fast.Optional(out.typed), spec.Optional
	case 2:
		source := t.fixed()
		out.typed, out.general.Src, out.other = fast.On(source, out.typed), reference(source), true
	case 3:
		out = t.above(own, t.chance(2), t.upper())
	case 4:
		if n == 2 {
			out = plainTerm(fast.Pair(t.data, fast.Wildcard))
			out.several = true
		} else {
			out = plainTerm(fast.Pair(t.types[n], t.fixed()))
		}
	case 5:
		if n == 2 && variables {
			out = plainTerm(fast.Pair(t.data, fast.Variable(1)))
			out.several = true
		}
	case 6:
		out.typed, out.general.Access = readOnly(n), spec.AccessIn
		return out
	case 7:
		text := fmt.Sprintf("T%d", n)
		if t.chance(2) {
			text, out.general.Oper = "?"+text, spec.Optional
		}
		out.typed = fieldOf(n, fast.Text(text))
		return out
	default:
		out.typed = nil
		return out
	}
	out = t.access(out)
	out.typed = fieldOf(n, out.typed)
	return out
}

func fieldOf(n int, term fast.Term) fast.Term {
	switch n {
	case 1:
		return fast.Field[T1](term)
	case 2:
		return fast.Field[T2](term)
	case 3:
		return fast.Field[T3](term)
	case 4:
		return fast.Field[T4](term)
	case 5:
		return fast.Field[T5](term)
	case 6:
		return fast.Field[T6](term)
	case 7:
		return fast.Field[T7](term)
	}
	return fast.Field[T8](term)
}

func readOnly(n int) fast.Term {
	switch n {
	case 1:
		return fast.ReadOnly[T1]()
	case 2:
		return fast.ReadOnly[T2]()
	case 3:
		return fast.ReadOnly[T3]()
	case 4:
		return fast.ReadOnly[T4]()
	case 5:
		return fast.ReadOnly[T5]()
	case 6:
		return fast.ReadOnly[T6]()
	case 7:
		return fast.ReadOnly[T7]()
	}
	return fast.ReadOnly[T8]()
}

// orderBy is an order by the n-th component, in one of the ways; 0 is by entity.
func (t *twin) orderBy(n int) fast.Term {
	way := t.pick(3)
	if way == 0 && n > 0 || n > 3 {
		return fast.OrderByComponent(t.types[n])
	}
	byFunc := way == 1
	switch n {
	case 0:
		if byFunc {
			return fast.OrderByEntityFunc(func(a, b fast.Entity) int { return t.births[a] - t.births[b] })
		}
		return fast.OrderByEntity()
	case 1:
		return orderOf[T1](byFunc)
	case 2:
		return orderOf[T2](byFunc)
	}
	return orderOf[T3](byFunc)
}

func orderOf[T any](byFunc bool) fast.Term {
	if byFunc {
		return fast.OrderByFunc(func(a, b *T) int { return numberAt(erased(a)) - numberAt(erased(b)) })
	}
	return fast.OrderBy[T]()
}
