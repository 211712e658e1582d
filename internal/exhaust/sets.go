package exhaust

import "github.com/relspec/relspec/spec"

// setFlags lists the traversal sets that have a direction.
var setFlags = func() (out []spec.TravFlags) {
	for _, direction := range []spec.TravFlags{spec.TravUp, spec.TravDown} {
		for _, more := range []spec.TravFlags{0, spec.TravSelf, spec.TravAll, spec.TravSelf | spec.TravAll} {
			out = append(out, direction|more)
		}
	}
	return out
}()

// setTerms returns terms with every set on every element, one at a time, along IsA, ChildOf and the
// first relationship: without a limit, with at most one step, and (if self is not in the set) with
// exactly two steps. If the profile has no sets, it returns nothing.
func (b Bound) setTerms() []spec.Term {
	if !b.profile().Substitution {
		return nil
	}
	var out []spec.Term
	tag, r, e := spec.EntityRef(tagName), spec.EntityRef(relationNames[0]), spec.EntityRef(entityNames[0])
	patterns := []spec.Term{
		{First: tag},
		{First: e},
		{First: r, Second: e},
		{First: r, Second: star},
		{First: spec.EntityRef(spec.IsA), Second: e},
	}
	for _, p := range patterns {
		for _, set := range b.sets() {
			subject := p
			subject.Src = spec.Ref{Trav: set}
			out = append(out, subject)
			if p.First.Name != string(spec.IsA) {
				predicate := p
				predicate.First.Trav = set
				out = append(out, predicate)
			}
			if p.Second.Kind == spec.RefEntity {
				object := p
				object.Second.Trav = set
				out = append(out, object)
			}
		}
	}
	return out
}

func (b Bound) sets() []*spec.Traversal {
	var out []*spec.Traversal
	for _, h := range []spec.Handle{spec.IsA, spec.ChildOf, relationNames[0]} {
		for _, flags := range setFlags {
			out = append(out,
				&spec.Traversal{Flags: flags, Rel: new(spec.EntityRef(h))},
				&spec.Traversal{Flags: flags, Rel: new(spec.EntityRef(h)), MaxDepth: 1})
			if flags&spec.TravSelf == 0 {
				out = append(out, &spec.Traversal{Flags: flags, Rel: new(spec.EntityRef(h)), MinDepth: 2, MaxDepth: 2})
			}
		}
	}
	return out
}
