package law

import (
	"cmp"
	"strings"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/spec"
)

// ownedLaw: a field reports a stored id. For example, if Loves is an instance of Likes, "(Likes,
// Apple)" reports the pair (Loves, Apple) of an entity, not (Likes, Apple), which the entity does
// not own (facts.reported).
func ownedLaw() *Law {
	return &Law{
		Name:    "owned",
		Summary: "the source of a field owns the id that the field reports, but for wildcards, members and pairs of a Transitive or Reflexive relationship",
		Needs:   func(p *spec.Profile) bool { return p.Has(spec.OpOwns) },
		Check: onQuery(func(q *lawQuery) (int, *compare.Difference) {
			if len(q.rows) == 0 {
				return 0, nil
			}
			applied := 0
			row := q.someRow()
			for _, f := range row.Fields {
				source := cmp.Or(f.Src, row.This)
				member := strings.Contains(string(f.ID.First), ".")
				if !f.Set || f.ID.HasWildcard() || member || source == "" || f.ID.IsPair() && q.mayImply(f.ID.First) {
					continue
				}
				out, ok, d := q.question(spec.Operation{Op: spec.OpOwns, Entity: source, ID: f.ID})
				if d != nil || !ok {
					return applied, d
				}
				applied++
				if !out.Bool {
					return applied, q.contradicts("a field reports %s of %s, which does not own it", f.ID, source)
				}
			}
			return applied, nil
		}),
	}
}

// mayImply reports whether pairs of a relationship can be derived from others.
func (c Case) mayImply(r spec.Handle) bool {
	return r == spec.IsA || c.has(r, spec.Transitive) || c.has(r, spec.ReflexiveProp)
}

// has asks the engine whether an entity has an id.
func (c Case) has(e spec.Handle, id spec.Handle) bool {
	return c.Engine.Apply(spec.Operation{Op: spec.OpHas, Entity: e, ID: spec.Single(id)}).Bool
}
