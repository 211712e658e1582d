package export

import (
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/spec"
)

// Compare says how an answer is held against the wanted one. Files of one version may get new ones;
// a reader that does not know one compares as with [Done]. A wanted refusal is met by any refusal,
// whatever this says.
type Compare string

// The modes of comparison.
const (
	Done   Compare = "done"    // it succeeds; its answer is open
	Equal  Compare = "equal"   // the answer is the wanted one
	OneOf  Compare = "one of"  // an entity of the list "any"
	Set    Compare = "set"     // the same elements in any order, each as often
	Rows   Compare = "rows"    // the same results, block by block, in any order within a block
	PartOf Compare = "part of" // as many results, each one of "full"
)

// compare fills in how the step is compared, and asks the reference for the other right answers.
func (s *Step) compare(reference spec.Engine, p spec.Profile) {
	op := &s.Request
	s.Compare = howToCompare(op)
	if s.Want.Err != nil {
		s.Compare = Done
		return
	}
	switch s.Compare {
	case OneOf:
		all := reference.Apply(spec.Operation{Op: spec.OpTargets, Entity: op.Entity, Relationship: op.Relationship})
		s.Any = all.Entities
		if s.Want.Entity == "" || len(s.Any) == 0 {
			s.Compare, s.Any = Equal, nil
		}
	case PartOf:
		all := *op
		all.Limit, all.Skip = 0, 0
		s.Full = reference.Apply(all).Rows
	case Equal:
		if compare.FirstTargetsOf(reference, p, op) != nil { // an edge or a walk of which others are as right
			s.Compare = Done
		}
	case Done, Set, Rows:
	}
}

// howToCompare says in the words of the files how package compare does it. A file has no worlds, no
// failures of deferred commands and no explanations, so that these answers are open.
func howToCompare(op *spec.Operation) Compare {
	switch compare.ModeOf(op) {
	case compare.Equal:
		return Equal
	case compare.OneOf:
		return OneOf
	case compare.Set, compare.Events:
		return Set
	case compare.Rows:
		return Rows
	case compare.PartOf:
		return PartOf
	case compare.Open, compare.Dump, compare.Failures, compare.Reasons:
	}
	return Done
}
