package transcript

import (
	"slices"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

// An answer is what a released Flecs answers by a declaration in place of the right answer, computed from the world of
// the reference; nil where the declaration says nothing about the question.
type answer func(j *judgedLine, world spec.Engine) *spec.Outcome

// answers are the values of the field answer in declarations.
var answers = map[string]answer{
	"transitive terms without flags": transitiveWithoutFlags,
	"targets of every base":          targetsOfBases,
}

// transitiveWithoutFlags asks the query without the flags on terms of transitive and reflexive relationships.
func transitiveWithoutFlags(j *judgedLine, world spec.Engine) *spec.Outcome {
	if j.query == nil {
		return nil
	}
	written, err := capability.Terms(j.t.Profile, j.query)
	if err != nil {
		return nil
	}
	changed := false
	var without func(terms []spec.Term) []spec.Term
	without = func(terms []spec.Term) []spec.Term {
		out := slices.Clone(terms)
		for i := range out {
			t := declaredTerm{Term: &out[i], world: j.world}
			t.Terms = without(t.Terms)
			r := t.relationship()
			if t.Kind == spec.TermMatch && t.flags() != 0 && r != "" &&
				(j.world.property(r, spec.Transitive) || j.world.property(r, spec.ReflexiveProp)) {
				t.Src.Trav, changed = nil, true
			}
		}
		return out
	}
	q := *j.query
	q.Expr, q.Text, q.Terms = "", false, without(written)
	if !changed {
		return nil
	}
	op := j.line.Op
	asked := spec.Operation{Op: spec.OpQuery, Query: j.query, Vars: op.Vars, Values: op.Values}
	right := world.Apply(asked)
	asked.Query = &q
	return unlike(world.Apply(asked), right)
}

// unlike is an answer of Flecs if it is not the right one: else the declaration predicts no difference.
func unlike(out, right spec.Outcome) *spec.Outcome {
	if show.Outcome(out) == show.Outcome(right) {
		return nil
	}
	return &out
}

// targetsOfBases lists the targets of an exclusive relationship that an entity and its bases have, as of any other.
func targetsOfBases(j *judgedLine, world spec.Engine) *spec.Outcome {
	op := &j.line.Op
	r := op.Relationship
	if op.Op == spec.OpHas {
		r = op.ID.First
	}
	if !j.world.property(r, spec.Exclusive) || j.world.rule(r, spec.DontInheritTag) {
		return nil
	}
	var targets []spec.Handle
	for _, e := range append([]spec.Handle{op.Entity}, j.world.bases(op.Entity)...) {
		for _, id := range j.world.ids[e] {
			if id.First == r && id.IsPair() && !slices.Contains(targets, id.Second) {
				targets = append(targets, id.Second)
			}
		}
	}
	out := *j.want
	switch op.Op { //nolint:exhaustive // no other asks for targets
	case spec.OpTargets:
		out.Entities = targets
	case spec.OpHas:
		out.Bool = slices.Contains(targets, op.ID.Second) || op.ID.Second.IsWildcard() && len(targets) > 0
	default:
		return nil
	}
	return unlike(out, world.Apply(*op))
}
