package flecs

import "github.com/relspec/relspec/spec"

// arbitraryTerm returns a term of any shape with any element in any position. Most of these terms
// are invalid.
func (b *builder) arbitraryTerm(depth int) spec.Term {
	c := int(b.Next())
	if depth < 2 {
		switch c % 16 {
		case 0:
			return b.arbitraryGroup(spec.TermOr, depth)
		case 1:
			b.plan.scopes = true
			return b.arbitraryGroup(spec.TermScope, depth)
		case 2:
			b.plan.equality = true
			return spec.Term{
				Kind: spec.TermCompare, Compare: spec.Comparison(c / 16 % 3), Oper: spec.Operator(c / 16 % 2),
				Src: b.arbitraryRef(), Second: b.arbitraryRef(),
			}
		}
	}
	t := spec.Term{Oper: [...]spec.Operator{spec.And, spec.And, spec.And, spec.Not, spec.Optional, spec.AndFrom}[c%6]}
	t.First = b.arbitraryRef()
	if c >= 96 {
		t.Second = b.arbitraryRef()
	}
	if c >= 192 {
		t.Src = b.arbitraryRef()
	}
	if c%32 == 31 {
		t.Src.Trav = &spec.Traversal{Flags: spec.TravFlags(b.below(64)), MinDepth: b.below(3), MaxDepth: b.below(3)}
	}
	if c%32 == 30 {
		t.Access = spec.Access(b.below(6))
	}
	return t
}

func (b *builder) arbitraryGroup(kind spec.TermKind, depth int) spec.Term {
	t := spec.Term{Kind: kind}
	if kind == spec.TermScope {
		t.Oper = spec.Operator(b.below(3))
	}
	for range b.below(4) {
		t.Terms = append(t.Terms, b.arbitraryTerm(depth+1))
	}
	return t
}

func (b *builder) arbitraryRef() spec.Ref {
	c := b.below(24)
	switch {
	case c < 10:
		return spec.EntityRef(b.world.Handle(b.anyHandle()))
	case c < 14:
		return b.variable(b.anyHandle())
	}
	name := string(b.world.Handle(b.anyHandle()))
	switch c {
	case 14:
		return spec.EntityRef(spec.Wildcard)
	case 15:
		return spec.EntityRef(spec.Any)
	case 16:
		return spec.Ref{Kind: spec.RefSingleton}
	case 17:
		return spec.NameRef(name)
	case 18:
		return spec.Ref{Kind: spec.RefText, Name: name}
	case 19:
		return spec.Ref{Kind: spec.RefNumber, Number: uint64(b.below(40))}
	case 20:
		return spec.Ref{Kind: spec.RefLookup, Name: "this", Path: name}
	case 21:
		return spec.Ref{Kind: spec.RefMember, Name: name, Path: "who"}
	case 22:
		return spec.Ref{}
	}
	b.note(spec.This)
	return spec.VarRef(spec.This)
}
